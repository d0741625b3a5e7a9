// Pixels of our own: letters of five rows, small pictures, and symbols, each drawn as one path.

import pictures from './pictures.json';
import type { Form } from './pieces';

/** Five rows a letter; what is missing there is a gap. */
const letters: Record<string, string> = pictures.letters;

/** The path of a picture whose pixels are marked in rows. */
export function pixelPath(rows: string[], x = 0, y = 0): string {
  let path = '';
  rows.forEach((row, j) => {
    for (const run of row.matchAll(/[#x]+/g)) path += `M${x + run.index} ${y + j}h${run[0].length}v1h-${run[0].length}z`;
  });
  return path;
}

/** Words in pixels, for the eye only: the reader beside it says them. */
export function PixelText({ text, scatter }: { text: string; scatter?: boolean }) {
  let x = 0;
  const parts: string[] = [];
  for (const letter of text.toUpperCase()) {
    const rows = letters[letter]?.split(' ');
    if (rows) parts.push(pixelPath(rows, x, 0));
    x += rows ? rows[0].length + 1 : 3;
  }
  return (
    <svg class="ic-text" viewBox={`0 0 ${Math.max(1, x - 1)} 5`} aria-hidden="true" shape-rendering="crispEdges">
      {scatter ? parts.map((path, index) => <path key={index} d={path} style={{ '--nr': index }} />) : <path d={parts.join('')} />}
    </svg>
  );
}

const sprites: Record<string, string[]> = pictures.sprites;

export function Sprite({ of, class: name = '' }: { of: string; class?: string }) {
  const rows = sprites[of] ?? sprites.life;
  return (
    <svg
      class={`ic-sprite ${of} ${name}`}
      viewBox={`0 0 ${Math.max(...rows.map((row) => row.length))} ${rows.length}`}
      aria-hidden="true"
      shape-rendering="crispEdges"
    >
      <path d={pixelPath(rows)} />
    </svg>
  );
}

/** A shape as on a card: all of its squares. */
export function ShapePicture({ rows, name }: { rows: string[]; name: string }) {
  return (
    <svg class={`ic-picture ${name}`} viewBox="-0.2 -0.2 8.4 8.4" aria-hidden="true">
      {rows.flatMap((row, y) =>
        [...row].map((mark, x) => (mark === '.' ? null : <rect key={`${x}${y}`} x={x + 0.04} y={y + 0.04} width="0.92" height="0.92" />)),
      )}
    </svg>
  );
}

/** A form in a box of its own size; squares of one form hang together. */
export function FormPicture({ form, box }: { form: Form; box?: number }) {
  const width = Math.max(form.width, box ?? 0);
  const height = Math.max(form.height, box ?? 0);
  const left = (width - form.width) / 2;
  const top = (height - form.height) / 2;
  return (
    <svg class="ic-form" viewBox={`0 0 ${width * 10} ${height * 10}`} style={{ '--wide': width, '--tall': height }} aria-hidden="true">
      {form.cells.map(([x, y]) => (
        <g key={`${x}${y}`} transform={`translate(${(x + left) * 10} ${(y + top) * 10})`}>
          <rect class="body" x="0.6" y="0.6" width="8.8" height="8.8" />
          <rect class="shine" x="2" y="2" width="2.2" height="2.2" />
        </g>
      ))}
    </svg>
  );
}
