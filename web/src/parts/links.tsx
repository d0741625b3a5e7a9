// Addresses to be handed on.

import { useEffect, useRef, useState } from 'preact/hooks';
import { QrButton } from './qr';

/** An address with a button that copies it; where the browser forbids that, it is selected to be copied by hand. */
export function CopyLink({ label, path }: { label: string; path: string }) {
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const url = location.origin + path;
  useEffect(() => setSaid(''), [url]); // it was said of another address
  const copy = async () => {
    input.current!.select();
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Copied.');
    } catch {
      setSaid('Selected. Copy it with your keyboard or a long press.');
    }
  };
  return (
    <div class="copy">
      <label>
        <span>{label}</span>
        <input ref={input} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button onClick={() => void copy()}>Copy</button>
      <QrButton text={url} />
      {typeof navigator.share === 'function' && <button onClick={() => void navigator.share({ title: 'Flipside', url }).catch(() => undefined)}>Send</button>}
      <span role="status">{said}</span>
    </div>
  );
}
