// The link to a league or tournament, that lets others in.

import { useState } from 'preact/hooks';
import { asset } from '../route';

export function CopyLink({ path }: { path: string }) {
  const [said, setSaid] = useState('');
  const link = `${location.origin}${asset(path)}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setSaid('Copied.'),
      () => setSaid(link),
    );
  return (
    <>
      <button onClick={() => void copy()}>Copy the link</button>
      <span role="status" class="quiet">
        {said}
      </span>
    </>
  );
}
