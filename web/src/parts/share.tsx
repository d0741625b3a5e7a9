// A sentence with an address, for friends: sent where the device can, else copied, else shown.

import { useState } from 'preact/hooks';

export function ShareButton({ label, text }: { label: string; text: string }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    try {
      if (typeof navigator.share === 'function') await navigator.share({ text });
      else await navigator.clipboard.writeText(text);
      setSaid(typeof navigator.share === 'function' ? '' : 'Copied.');
    } catch {
      setSaid(text);
    }
  };
  return (
    <>
      <button onClick={() => void share()} title={text}>
        {label}
      </button>
      <span role="status">{said}</span>
    </>
  );
}
