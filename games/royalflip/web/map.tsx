// The city: blocks on paper, numbers in pencil, roads as streets, areas as parks, casinos that light up when they are connected.
// Red is filled and black is outlined everywhere, numbers and streets alike.

import type { Action } from 'shell/types';
import { PencilNumber } from 'shell/boards/pencil';
import { alongRoad, litCasinos, placeOf, type Printed, type Scoring, type Sheet } from './model';

const unit = 100;

function middle(cell: string): { x: number; y: number } {
  const { x, y } = placeOf(cell);
  return { x: (x + 0.5) * unit, y: (y + 0.5) * unit };
}

function cellNames(printed: Printed): string[] {
  const names: string[] = [];
  for (let row = 1; row <= printed.rows; row++)
    for (let column = 0; column < printed.columns; column++) names.push(String.fromCharCode(97 + column) + row);
  return names;
}

/** The roofs of a block that nobody has written on: four ground plans, so that the city does not look like a table. */
const groundPlans = [
  'M16 20h30v22H16zM54 20h30v40H54zM16 50h30v32H16zM54 68h30v14H54z',
  'M16 18h68v20H16zM16 46h20v36H16zM44 46h40v16H44zM44 70h40v12H44z',
  'M18 18h26v64H18zM52 18h32v26H52zM52 52h14v30H52zM74 52h10v30H74z',
  'M16 22h20v24H16zM44 18h40v28H44zM16 54h44v28H16zM68 54h16v28H68z',
];

function Block({ cell }: { cell: string }) {
  const { x, y } = placeOf(cell);
  return (
    <g transform={`translate(${x * unit} ${y * unit})`}>
      <rect class="block" x="5" y="5" width="90" height="90" rx="7" />
      <path class="roofs" d={groundPlans[(x * 5 + y * 3) % groundPlans.length]} />
    </g>
  );
}

function Casino({ cell, lit }: { cell: string; lit: boolean }) {
  const { x, y } = placeOf(cell);
  return (
    <g class={lit ? 'casino lit' : 'casino'} transform={`translate(${x * unit} ${y * unit})`}>
      <rect class="glow" x="2" y="2" width="96" height="96" rx="12" />
      <path class="house" d="M14 88V44h72v44zM24 44V32h52v12z" />
      <path class="sign" d="M50 6l5.5 11 12 1.8-8.7 8.5 2 12L50 33.6l-10.8 5.7 2-12L32.5 18.8l12-1.8z" />
      <path class="windows" d="M22 54h10v10H22zM38 54h10v10H38zM54 54h10v10H54zM70 54h8v10h-8zM22 70h10v10H22zM70 70h8v10h-8z" />
      <path class="door" d="M41 88V76a9 9 0 0 1 18 0v12z" />
    </g>
  );
}

function Park({ area }: { area: Scoring }) {
  return (
    <g class="park">
      {area.cells.map((cell) => {
        const { x, y } = placeOf(cell);
        const right = area.cells.includes(String.fromCharCode(98 + x) + (y + 1));
        const below = area.cells.includes(String.fromCharCode(97 + x) + (y + 2));
        return (
          <g key={cell} transform={`translate(${x * unit} ${y * unit})`}>
            <rect x="3" y="3" width={right ? 106 : 94} height="94" rx="14" />
            {below && <rect x="3" y="3" width="94" height="106" rx="14" />}
          </g>
        );
      })}
      {area.cells.map((cell) => {
        const { x, y } = placeOf(cell);
        return (
          <path
            key={`${cell}t`}
            class="trees"
            transform={`translate(${x * unit} ${y * unit})`}
            d="M17 27a7 7 0 1 1 5-12 7 7 0 0 1 4 12zM74 86a7 7 0 1 1 5-12 7 7 0 0 1 4 12zM78 26a5.5 5.5 0 1 1 4-9 5.5 5.5 0 0 1 3 9z"
          />
        );
      })}
    </g>
  );
}

function Street({ road, sheet }: { road: Scoring; sheet: Sheet }) {
  const cells = alongRoad(road, sheet);
  const colour = sheet.map[cells[0]].colour;
  const path = cells
    .map((cell, index) => {
      const { x, y } = middle(cell);
      return `${index ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');
  return (
    <g class={`street ${colour}`}>
      <path class="bed" d={path} pathLength={1} />
      {colour === 'black' && <path class="bare" d={path} pathLength={1} />}
      <path class="lane" d={path} />
    </g>
  );
}

function Token({ cell, colour, number, ghost }: { cell: string; colour: string; number: number; ghost?: boolean }) {
  const { x, y } = middle(cell);
  return (
    <g class={`token ${colour}${ghost ? ' ghost' : ''}`} transform={`translate(${x} ${y})`}>
      <circle r="30" />
      <PencilNumber value={number} height={37} />
    </g>
  );
}

export function MapPicture({ sheet, printed, ghost }: { sheet: Sheet; printed: Printed; ghost?: Action | null }) {
  const lit = litCasinos(sheet, printed);
  const plain = cellNames(printed).filter((cell) => !printed.casinos.includes(cell));
  return (
    <svg class="rf-city" viewBox={`0 0 ${printed.columns * unit} ${printed.rows * unit}`} aria-hidden="true">
      {plain.map((cell) => (
        <Block key={cell} cell={cell} />
      ))}
      {sheet.areas.map((area) => (
        <Park key={area.cells.join()} area={area} />
      ))}
      {printed.casinos.map((cell) => (
        <Casino key={cell} cell={cell} lit={lit.has(cell)} />
      ))}
      {sheet.roads.map((road) => (
        <Street key={road.cells.join() + road.points} road={road} sheet={sheet} />
      ))}
      {Object.entries(sheet.map).map(([cell, { colour, number }]) => (
        <Token key={`${cell}${colour}${number}`} cell={cell} colour={colour} number={number} />
      ))}
      {ghost && ghost.kind === 'write' && (
        <Token cell={String(ghost.cell)} colour={String(ghost.colour)} number={Number(ghost.number)} ghost />
      )}
    </svg>
  );
}

function cellWords(cell: string, sheet: Sheet, printed: Printed, lit: boolean): string {
  if (printed.casinos.includes(cell)) return `${cell}: casino${lit ? ', connected' : ''}`;
  const written = sheet.map[cell];
  if (!written) return `${cell}: free`;
  const road = sheet.roads.find((one) => one.cells.includes(cell));
  const area = sheet.areas.find((one) => one.cells.includes(cell));
  return (
    `${cell}: ${written.colour} ${written.number}` +
    (road ? `, in a road of ${road.cells.length} for ${road.points} points` : '') +
    (area ? `, in an area of ${area.cells.length}` : '')
  );
}

interface CityProps {
  sheet: Sheet;
  printed: Printed;
  owner: string;
  writes: Action[];
  preview: Action | null;
  hinted: Action | null;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
}

export function City({ sheet, printed, owner, writes, preview, hinted, act, setPreview }: CityProps) {
  const lit = litCasinos(sheet, printed);
  const byCell = new Map(writes.map((action) => [String(action.cell), action]));
  return (
    <div class="rf-map" role="group" aria-label={`City map of ${owner}`}>
      <MapPicture sheet={sheet} printed={printed} ghost={preview} />
      <div class={`rf-cells columns-${printed.columns}`} ref={(node) => node?.style.setProperty('--columns', String(printed.columns))}>
        {cellNames(printed).map((cell) => {
          const action = byCell.get(cell);
          if (!action) return <span key={cell} role="img" aria-label={cellWords(cell, sheet, printed, lit.has(cell))} />;
          const gain = action.gain < 0 ? String(action.gain) : `+${action.gain}`;
          return (
            <button
              key={cell}
              class={`lit${hinted === action ? ' hinted' : ''}`}
              data-legal
              aria-label={`Write ${action.tell}: ${gain} points`}
              onClick={() => act(action)}
              onPointerEnter={(event) => event.pointerType !== 'touch' && setPreview(action)}
              onPointerLeave={() => setPreview(null)}
              onFocus={() => setPreview(action)}
              onBlur={() => setPreview(null)}
            >
              {(action.gain !== 0 || preview === action) && <span class={preview === action ? 'gain strong' : 'gain'}>{gain}</span>}
            </button>
          );
        })}
      </div>
    </div>
  );
}
