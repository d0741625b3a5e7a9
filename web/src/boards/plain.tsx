// The cover of a game that brings none.

import { Picture } from './picture';

export function PlainCover() {
  return (
    <Picture>
      <g transform="rotate(-10 130 110)">
        <rect class="paper inked" x="92" y="44" width="78" height="114" rx="9" />
        <path class="line" d="M108 66h46M108 84h30M108 134h46" />
      </g>
      <g transform="rotate(9 200 110)">
        <rect class="fill-accent inked" x="158" y="44" width="78" height="114" rx="9" />
        <path class="line pale" d="M197 60l26 41-26 41-26-41z" />
      </g>
    </Picture>
  );
}
