// The land under the map: flat shapes and one ink line, each region in a tone of its own, from pale to dark.

import { Drawing, type Parts } from 'shell/boards/drawing';
import type { Box, Part } from './layout';
import pictures from './pictures.json';

function Cactus({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <Drawing parts={pictures.cactus} />
    </g>
  );
}

function Grass({ at }: { at: [number, number][] }) {
  return <path class="grass" d={at.map(([x, y]) => `M${x} ${y}l-4 -9M${x} ${y}v-11M${x} ${y}l4 -9`).join('')} />;
}

export function Land() {
  return (
    <g class="land" aria-hidden="true">
      <Drawing parts={pictures.land} />
    </g>
  );
}

/** The land of a part that is a sheet of its own. Those that are laid out anew for it have plain ground. */
export function Ground({ part, area }: { part: Part; area: Box }) {
  const { x, y, w, h } = area;
  if (part !== 'trail' && part !== 'town' && part !== 'ledger') return <Land />;
  return (
    <g class="land" aria-hidden="true">
      <rect class={{ trail: 'prairie', town: 'morning', ledger: 'paper' }[part]} x={x} y={y} width={w} height={h} />
      {part === 'trail' && (
        <>
          <path class="sky" d={`M0 0H${w}V40C300 52 200 30 0 46Z`} />
          <Grass
            at={[
              [22, 140],
              [196, 148],
              [386, 150],
              [96, 262],
              [300, 254],
              [60, 346],
              [270, 350],
            ]}
          />
          <Cactus x={378} y={346} size={0.9} />
          <Cactus x={318} y={340} size={0.7} />
        </>
      )}
      {part === 'town' && <path class="street" d={[0, 1, 2, 3, 4].map((row) => `M0 ${154 + row * 139}H${w}V${172 + row * 139}H0Z`).join('')} />}
    </g>
  );
}

/** Footprints along the trail: dark where somebody walked, faint ahead. */
export function Footprints({ from, to, walked }: { from: { x: number; y: number }; to: { x: number; y: number }; walked: boolean }) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const steps = [0.42, 0.5, 0.58];
  return (
    <g class={walked ? 'steps walked' : 'steps'}>
      {steps.map((part, index) => (
        <g
          key={part}
          transform={`translate(${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}) rotate(${angle}) translate(0 ${index % 2 ? 5 : -5})`}
        >
          <path d="M-4 -2.4C-1 -3.6 3 -3 3.6 0C3 3 -1 3.6 -4 2.4Z" />
          <path d="M-8.6 -2C-7 -3 -5.4 -2.4 -5.4 0C-5.4 2.4 -7 3 -8.6 2Z" />
        </g>
      ))}
    </g>
  );
}

/* --- what is robbed -------------------------------------------------------------------------------------------------- */

export function Loot({ name, x, y }: { name: string; x: number; y: number }) {
  return (
    <g class={`loot ${name}`} transform={`translate(${x} ${y})`} aria-hidden="true">
      <Drawing parts={(pictures as Record<string, Parts>)[name] ?? []} />
    </g>
  );
}
