// The city before anybody writes on it: streets, lots and roofs, seen from above with the sun in the north-west. The style sheet
// turns day into night: the same roofs go dark, windows and street lamps come on.

import { placeOf, type Printed } from './model';
import pictures from './pictures.json';

export const unit = 100;

export function cellNames(printed: Printed): string[] {
  const names: string[] = [];
  for (let row = 1; row <= printed.rows; row++) for (let column = 0; column < printed.columns; column++) names.push(String.fromCharCode(97 + column) + row);
  return names;
}

/** A house: left, top, width, height; the ridge runs across ('h'), downwards ('v'), or the roof is flat ('f'); its tiles. */
type House = [number, number, number, number, 'h' | 'v' | 'f', number];

interface GroundPlan {
  houses: House[];
  /** A yard: left, top, width, height. */
  lawn: [number, number, number, number];
  trees: [number, number][];
}

/** What may stand on a lot: several ground plans, so that the city does not look like a table. */
const groundPlans = pictures.plans as unknown as GroundPlan[];

const tiles = 5;
const rectangle = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** The side of a roof in the sun, and the one in the shade. A flat roof has a rim in the sun and a hut for the stairs. */
function roofOf([x, y, width, height, ridge]: House): { sun: string; shade: string } {
  const sun = rectangle(x, y, width, height);
  if (ridge === 'h') return { sun, shade: rectangle(x, y + height / 2, width, height / 2) };
  if (ridge === 'v') return { sun, shade: rectangle(x + width / 2, y, width / 2, height) };
  const inside = rectangle(x + 3, y + 3, width - 6, height - 6);
  return { sun: sun + rectangle(x + 6, y + 6, 7, 6), shade: inside };
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`;
}

export function Trees({ at, size = 5.5 }: { at: [number, number][]; size?: number }) {
  return (
    <g class="trees">
      <path class="shadow" d={at.map(([x, y]) => circle(x + 2, y + 2.5, size)).join('')} />
      <path class="leaves" d={at.map(([x, y]) => circle(x, y, size)).join('')} />
      <path class="sunny" d={at.map(([x, y]) => circle(x - size * 0.25, y - size * 0.3, size * 0.55)).join('')} />
    </g>
  );
}

export function Block({ cell, plain }: { cell: string; plain?: boolean }) {
  const { x, y } = placeOf(cell);
  const lot = <rect class="lot" x="8" y="8" width="84" height="84" rx="6" />;
  if (plain) return <g transform={`translate(${x * unit} ${y * unit})`}>{lot}</g>;
  const { houses, lawn, trees } = groundPlans[(x * 5 + y * 7) % groundPlans.length];
  const byTile = Array.from({ length: tiles }, (_, tile) => houses.filter((house) => (house[5] + x + 2 * y) % tiles === tile));
  return (
    <g transform={`translate(${x * unit} ${y * unit})`}>
      {lot}
      <path class="lawn" d={rectangle(...lawn)} />
      <path class="shadow" d={houses.map(([left, top, width, height]) => rectangle(left + 3, top + 3.5, width, height)).join('')} />
      {byTile.map((some, tile) =>
        some.length ? (
          <g key={tile} class={`roof-${tile}`}>
            <path class="sun" d={some.map((house) => roofOf(house).sun).join('')} />
            <path class="shade" d={some.map((house) => roofOf(house).shade).join('')} />
          </g>
        ) : null,
      )}
      <Trees at={trees} size={4.2} />
      <path
        class="windows"
        d={houses.map(([left, top, width, height], index) => rectangle(left + width * 0.66, top + height * (index % 2 ? 0.3 : 0.68), 3, 3)).join('')}
      />
    </g>
  );
}

/** Asphalt, the dashes in the middle of it, and a lamp at each crossing. */
export function Streets({ printed, plain }: { printed: Printed; plain?: boolean }) {
  const width = printed.columns * unit;
  const height = printed.rows * unit;
  const columns = Array.from({ length: printed.columns - 1 }, (_, index) => (index + 1) * unit);
  const rows = Array.from({ length: printed.rows - 1 }, (_, index) => (index + 1) * unit);
  const crossings = columns.flatMap((x) => rows.map((y) => [x, y] as const));
  return (
    <g class="streets">
      <rect class="asphalt" width={width} height={height} rx="12" />
      {!plain && (
        <>
          <path class="dashes" d={columns.map((x) => `M${x} 10V${height - 10}`).join('') + rows.map((y) => `M10 ${y}H${width - 10}`).join('')} />
          <path class="crossing" d={crossings.map(([x, y]) => rectangle(x - 8, y - 8, 16, 16)).join('')} />
          <path class="lamplight" d={crossings.map(([x, y]) => circle(x, y, 12)).join('')} />
          <path class="lamp" d={crossings.map(([x, y]) => circle(x, y, 2.2)).join('')} />
        </>
      )}
    </g>
  );
}
