// The cover of our own drawing: the city from above, a red road and a black one, three cards.

import { Picture } from 'shell/boards/picture';

const blocks = [0, 1, 2, 3, 4, 5, 6].flatMap((x) => [0, 1, 2, 3].map((y) => ({ x: 8 + x * 46, y: 8 + y * 48, roofs: (x * 2 + y * 3) % 5 })));

const red = 'M27 172V124H119V76H165';
const black = 'M211 28V76H257V124H303V172';

export function Cover() {
  return (
    <Picture>
      {blocks.map(({ x, y, roofs }) => (
        <g transform={`translate(${x} ${y})`}>
          <rect class="paper" width="38" height="40" rx="4" />
          <path class={`rf-roof-${roofs}`} d="M4 4h13v32H4z" />
          <path class={`rf-roof-${(roofs + 2) % 5}`} d="M20 4h14v14H20z" />
          <path class={`rf-roof-${(roofs + 3) % 5}`} d="M20 21h14v15H20z" />
        </g>
      ))}
      <path class="line pale rf-wide" d={red} />
      <path class="line thick red" d={red} />
      <path class="line hollow" d={red} />
      <path class="line pale rf-wide" d={black} />
      <path class="line thick" d={black} />
      <path class="lane" d={black} />
      <g class="rf-token red">
        <circle cx="27" cy="172" r="13" />
        <circle cx="119" cy="124" r="13" />
      </g>
      <g class="rf-token">
        <circle cx="257" cy="76" r="14" />
        <circle cx="303" cy="172" r="14" />
      </g>
      <g transform="rotate(-13 130 196)">
        <rect class="paper inked" x="92" y="88" width="66" height="96" rx="8" />
        <path class="fill-ink" d="M125 108c-9 12-26 20-26 34a12 12 0 0 0 22 7c-1 8-4 12-8 16h24c-4-4-7-8-8-16a12 12 0 0 0 22-7c0-14-17-22-26-34z" />
      </g>
      <g transform="rotate(2 180 190)">
        <rect class="paper inked" x="150" y="78" width="66" height="96" rx="8" />
        <path class="fill-red" d="M183 160c-12-12-27-23-27-38a13.5 13.5 0 0 1 27-3 13.5 13.5 0 0 1 27 3c0 15-15 26-27 38z" />
      </g>
      <g transform="rotate(16 236 190)">
        <rect class="fill-accent inked" x="208" y="86" width="66" height="96" rx="8" />
        <path class="line pale" d="M241 98l24 36-24 36-24-36zM241 114l13 20-13 20-13-20z" />
      </g>
    </Picture>
  );
}
