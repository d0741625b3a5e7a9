// The end in Flip City: night falls, and in the winner's city the windows are lit one after the other. Where nobody has won it stays dark.

import { nameFor, nameList } from 'shell/parts/seats';
import type { FinaleProps } from 'shell/types';

/** Left edge, width, height, and what stands on the roof. */
const houses = [
  [6, 34, 46, 'M0 0L17 -14L34 0z'],
  [44, 28, 74, 'M11 0V-14H14V0z'],
  [76, 40, 56, 'M0 0V-6H40V0z'],
  [120, 30, 92, 'M0 0L15 -12L30 0zM14 -12V-24H16V-12z'],
  [154, 44, 64, 'M6 0V-8H18V0zM26 0V-5H38V0z'],
  [202, 28, 84, 'M0 0V-5H28V0z'],
  [234, 38, 50, 'M0 0L19 -16L38 0z'],
  [276, 36, 70, 'M16 0V-16H19V0z'],
] as const;

function windowsOf(width: number, height: number) {
  const columns = Math.floor((width - 6) / 10);
  const left = (width - columns * 10 + 4) / 2;
  return Array.from({ length: Math.floor((height - 10) / 13) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ({ x: left + column * 10, y: 7 + row * 13 })),
  ).flat();
}

export function Finale({ scene, result, won }: FinaleProps) {
  const { winners, scores } = result;
  const draw = !winners.length || (scores.length > 1 && winners.length === scores.length);
  const name = draw ? '' : nameList(winners.map((seat) => scene.table.seats[seat]?.name || nameFor(scene, seat)));
  return (
    <figure class={['finale-picture fc-night', !draw && 'lit', won && !draw && 'won'].filter(Boolean).join(' ')} aria-hidden="true">
      <svg viewBox="0 0 320 128" width="320" height="128">
        <path class="sky" d="M0 8a8 8 0 0 1 8-8h304a8 8 0 0 1 8 8v120H0z" />
        <circle class="moon" cx="286" cy="22" r="10" />
        <path class="stars" d="M24 22h2v2h-2zM66 12h2v2h-2zM108 26h1v1h-1zM150 10h2v2h-2zM196 18h1v1h-1zM236 12h2v2h-2zM40 40h1v1h-1z" />
        {houses.map(([x, width, height, roof], nr) => (
          <g key={x} transform={`translate(${x} ${122 - height})`}>
            <path class={nr % 2 ? 'near' : 'far'} d={`M0 0h${width}v${height}h-${width}z`} />
            <path class={nr % 2 ? 'near' : 'far'} d={roof} />
            {windowsOf(width, height).map((at, window) => (
              <rect key={window} class="window" x={at.x} y={at.y} width="6" height="7" style={{ '--nr': (nr * 7 + window * 5) % 23 }} />
            ))}
          </g>
        ))}
        <path class="street" d="M0 120h320v8H0z" />
        {won &&
          !draw &&
          [70, 160, 250].map((x, nr) => (
            <path
              key={x}
              class="rocket"
              style={{ '--nr': nr }}
              transform={`translate(${x} ${20 + nr * 6})`}
              d="M0-13v7M0 6v7M-13 0h7M6 0h7M-9-9l5 5M4 4l5 5M9-9l-5 5M-4 4l-5 5"
            />
          ))}
      </svg>
      {name && <figcaption title={name}>{name}</figcaption>}
    </figure>
  );
}
