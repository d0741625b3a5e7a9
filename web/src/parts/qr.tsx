// An address as a QR code, for a phone on the other side of the table. The encoder is loaded when somebody wants one.

import { useEffect, useState } from 'preact/hooks';

/** The dark squares as one path, with the quiet zone around them that readers need. */
async function codeOf(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

export function QrButton({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState<{ text: string; size: number; path: string } | null>(null);
  useEffect(() => {
    if (!open) return;
    let gone = false;
    void codeOf(text).then((made) => !gone && setCode({ text, ...made }));
    return () => {
      gone = true;
    };
  }, [open, text]);
  return (
    <>
      <button aria-expanded={open} onClick={() => setOpen(!open)}>
        QR code
      </button>
      {open && code?.text === text && (
        <svg class="qr" role="img" aria-label={`QR code of ${text}`} viewBox={`0 0 ${code.size} ${code.size}`} shape-rendering="crispEdges">
          <rect width={code.size} height={code.size} fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      )}
    </>
  );
}
