// The city before anybody writes on it: streets, lots and roofs, seen from above with the sun in the north-west. The style sheet
// turns day into night: the same roofs go dark, windows and street lamps come on.

import { placeOf, type Printed } from './model';

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

/** What may stand on a lot: six ground plans, so that the city does not look like a table. */
const groundPlans: GroundPlan[] = [
  {
    houses: [
      [13, 13, 31, 21, 'h', 0],
      [48, 13, 39, 17, 'h', 1],
      [13, 39, 20, 48, 'v', 2],
      [57, 57, 30, 30, 'f', 3],
    ],
    lawn: [37, 35, 50, 18],
    trees: [
      [45, 45],
      [79, 43],
      [44, 76],
      [47, 62],
    ],
  },
  {
    houses: [
      [13, 13, 22, 44, 'v', 3],
      [40, 13, 47, 20, 'h', 4],
      [13, 62, 44, 25, 'h', 0],
      [66, 38, 21, 49, 'v', 1],
    ],
    lawn: [39, 37, 23, 21],
    trees: [
      [45, 43],
      [56, 52],
      [61, 78],
    ],
  },
  {
    houses: [
      [13, 13, 26, 26, 'f', 1],
      [44, 13, 19, 38, 'v', 0],
      [68, 13, 19, 38, 'v', 2],
      [13, 56, 38, 31, 'f', 4],
      [56, 66, 31, 21, 'h', 3],
    ],
    lawn: [13, 42, 28, 11],
    trees: [
      [19, 47],
      [33, 48],
      [79, 59],
    ],
  },
  {
    houses: [
      [13, 13, 74, 18, 'h', 2],
      [13, 36, 19, 24, 'v', 0],
      [13, 65, 19, 22, 'v', 4],
      [68, 36, 19, 51, 'v', 1],
      [37, 69, 26, 18, 'h', 3],
    ],
    lawn: [37, 36, 26, 28],
    trees: [
      [43, 43],
      [57, 57],
      [57, 42],
    ],
  },
  {
    houses: [
      [13, 13, 40, 30, 'f', 4],
      [58, 13, 29, 19, 'h', 3],
      [58, 37, 29, 22, 'h', 1],
      [13, 48, 18, 39, 'v', 2],
      [36, 66, 51, 21, 'h', 0],
    ],
    lawn: [35, 47, 19, 15],
    trees: [
      [41, 54],
      [52, 56],
    ],
  },
  {
    houses: [
      [13, 13, 20, 32, 'v', 1],
      [38, 13, 24, 24, 'f', 2],
      [67, 13, 20, 32, 'v', 4],
      [13, 50, 31, 37, 'f', 0],
      [68, 50, 19, 37, 'v', 3],
    ],
    lawn: [49, 42, 15, 45],
    trees: [
      [56, 49],
      [57, 64],
      [56, 79],
    ],
  },
];

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
