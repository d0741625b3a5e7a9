// An address that is none of ours.

import { follow } from '../route';

export function NothingPage() {
  return (
    <div class="page">
      <header class="page-head">
        <h1>Nothing here</h1>
        <p>There is no page at this address. Part of the link may be missing.</p>
      </header>
      <p>
        <a href="/" onClick={follow}>
          To the games
        </a>
      </p>
    </div>
  );
}
