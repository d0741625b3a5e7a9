// The city with what is written on it: numbers on their squares, roads as avenues, areas as parks, casinos that light up when they are
// connected. Black is solid, red is an outline: numbers, avenues and the ink on the cards alike, so that no hue is needed.

import type { Action } from 'shell/types';
import { Drawing } from 'shell/boards/drawing';
import { PencilNumber } from 'shell/boards/pencil';
import { Block, Streets, Trees, cellNames, unit } from './blocks';
import { alongRoad, litCasinos, placeOf, signed, type Part, type Printed, type Scoring, type Sheet } from './model';
import pictures from './pictures.json';

/** The frame around the city, where columns and rows have their names. */
export const frame = { left: 34, top: 34, right: 12, bottom: 12 };

function middle(cell: string): { x: number; y: number } {
  const { x, y } = placeOf(cell);
  return { x: (x + 0.5) * unit, y: (y + 0.5) * unit };
}

function pathThrough(cells: string[]): string {
  return cells
    .map((cell, index) => {
      const { x, y } = middle(cell);
      return `${index ? 'L' : 'M'}${x} ${y}`;
    })
    .join('');
}

const bulbs = [24, 33, 42, 50, 58, 67, 76];

function Casino({ cell, lit }: { cell: string; lit: boolean }) {
  const { x, y } = placeOf(cell);
  return (
    <g class={lit ? 'casino lit' : 'casino'} transform={`translate(${x * unit} ${y * unit})`}>
      <rect class="glow" x="-3" y="-3" width="106" height="106" rx="24" />
      <rect class="glow" x="1" y="1" width="98" height="98" rx="18" />
      <Drawing parts={pictures.casino} />
      {bulbs.map((at) => (
        <circle key={at} class="bulb" cx={at} cy="52.500" r="1.900" />
      ))}
    </g>
  );
}

/** Four trees in the corners, where no number stands; every cell has them a little differently. */
function treesIn(cell: string): [number, number][] {
  const { x, y } = middle(cell);
  const turn = (placeOf(cell).x + placeOf(cell).y) % 2 ? 1 : -1;
  return [
    [x - 36, y - 35 - turn],
    [x + 35, y - 36 + turn * 2],
    [x - 35 + turn * 2, y + 36],
    [x + 36, y + 34 + turn],
    [x + turn * 37, y - 22],
    [x - turn * 37, y + 21],
  ];
}

function Park({ area }: { area: Scoring }) {
  const has = (x: number, y: number) => area.cells.includes(String.fromCharCode(97 + x) + (y + 1));
  const lawns = area.cells.flatMap((cell) => {
    const { x, y } = placeOf(cell);
    const [left, top] = [x * unit + 4, y * unit + 4];
    return [
      <rect key={cell} x={left} y={top} width="92" height="92" rx="18" />,
      has(x + 1, y) && <rect key={`${cell}r`} x={left} y={top} width="192" height="92" rx="18" />,
      has(x, y + 1) && <rect key={`${cell}b`} x={left} y={top} width="92" height="192" rx="18" />,
      has(x + 1, y) && has(x, y + 1) && has(x + 1, y + 1) && <rect key={`${cell}m`} x={left + 50} y={top + 50} width="92" height="92" />,
    ];
  });
  const paths = area.cells.flatMap((cell) => {
    const { x, y } = middle(cell);
    const place = placeOf(cell);
    return (has(place.x + 1, place.y) ? `M${x} ${y}h${unit}` : '') + (has(place.x, place.y + 1) ? `M${x} ${y}v${unit}` : '');
  });
  return (
    <g class="park">
      <g class="hedge">{lawns}</g>
      <g class="green">{lawns}</g>
      <path class="footpath" d={paths.join('')} />
      <Trees at={area.cells.flatMap(treesIn)} size={6.5} />
    </g>
  );
}

function Avenue({ road, sheet }: { road: Scoring; sheet: Sheet }) {
  const cells = alongRoad(road, sheet);
  const path = pathThrough(cells);
  const colour = sheet.map[cells[0]].colour;
  return (
    <g class={`avenue ${colour}`}>
      <path class="kerb" d={path} pathLength={1} />
      <path class="bed" d={path} pathLength={1} />
      {colour === 'red' && <path class="core" d={path} pathLength={1} />}
      <path class="lane" d={path} />
    </g>
  );
}

function Token({ cell, colour, number, more = '' }: { cell: string; colour: string; number: number; more?: string }) {
  const { x, y } = middle(cell);
  return (
    <g class={`token ${colour}${more}`} transform={`translate(${x} ${y})`}>
      <circle class="shadow" cx="2.500" cy="3.500" r="31" />
      <circle class="disc" r={colour === 'red' ? 28 : 30} />
      <PencilNumber value={number} height={36} />
    </g>
  );
}

/** The parts of the score that a number counts in, as classes. */
function countsIn(sheet: Sheet, cell: string): string {
  const has = (list: Scoring[]) => list.some((one) => one.cells.includes(cell));
  return (has(sheet.roads) ? ' in-road' : '') + (has(sheet.areas) ? ' in-area' : '');
}

/** What one road or area is worth, on a little sign in its middle. */
function Worth({ scoring, cells }: { scoring: Scoring; cells: string[] }) {
  const from = middle(cells[Math.floor((cells.length - 1) / 2)]);
  const to = middle(cells[Math.ceil((cells.length - 1) / 2)] ?? cells[0]);
  const lone = from.x === to.x && from.y === to.y;
  return (
    <g class="worth" transform={`translate(${(from.x + to.x) / 2 + (lone ? 28 : 0)} ${(from.y + to.y) / 2 - (lone ? 28 : 0)})`}>
      <circle r="19" />
      <text y="8" text-anchor="middle">
        {scoring.points}
      </text>
    </g>
  );
}

interface PictureProps {
  sheet: Sheet;
  printed: Printed;
  ghost?: Action | null;
  /** Small and without a frame: another player's city beside the own one. */
  small?: boolean;
  /** The part of the score that is looked at: the rest steps back. */
  part?: Part | null;
  gained?: { cell: string; gain: number } | null;
}

export function MapPicture({ sheet, printed, ghost, small, part, gained }: PictureProps) {
  const lit = litCasinos(sheet, printed);
  const lots = cellNames(printed).filter((cell) => !printed.casinos.includes(cell));
  const width = printed.columns * unit;
  const height = printed.rows * unit;
  const box = small ? `0 0 ${width} ${height}` : `${-frame.left} ${-frame.top} ${width + frame.left + frame.right} ${height + frame.top + frame.bottom}`;
  const at = ghost?.kind === 'write' ? placeOf(String(ghost.cell)) : null;
  return (
    <svg class={`rf-city${small ? ' small' : ''}${part ? ` looking at-${part}` : ''}`} viewBox={box} aria-hidden="true">
      <rect class="base" width={width} height={height} rx="12" />
      <g class="ground">
        <Streets printed={printed} plain={small} />
        {lots.map((cell) => (
          <Block key={cell} cell={cell} plain={small} />
        ))}
      </g>
      {sheet.areas.map((area) => (
        <Park key={area.cells.join()} area={area} />
      ))}
      {printed.casinos.map((cell) => (
        <Casino key={cell} cell={cell} lit={lit.has(cell)} />
      ))}
      {sheet.roads.map((road) => (
        <Avenue key={road.cells.join() + road.points} road={road} sheet={sheet} />
      ))}
      {Object.entries(sheet.map).map(([cell, { colour, number }]) => (
        <Token key={`${cell}${colour}${number}`} cell={cell} colour={colour} number={number} more={countsIn(sheet, cell)} />
      ))}
      {ghost && at && <Token cell={String(ghost.cell)} colour={String(ghost.colour)} number={Number(ghost.number)} more=" ghost" />}
      {part === 'roads' && sheet.roads.map((road) => <Worth key={road.cells.join()} scoring={road} cells={alongRoad(road, sheet)} />)}
      {part === 'areas' && sheet.areas.map((area) => <Worth key={area.cells.join()} scoring={area} cells={area.cells.slice(0, 1)} />)}
      {gained && (
        <g transform={`translate(${middle(gained.cell).x} ${middle(gained.cell).y})`}>
          <text class="gained" text-anchor="middle">
            {signed(gained.gain)}
          </text>
        </g>
      )}
      {!small && (
        <g class="labels">
          {Array.from({ length: printed.columns }, (_, x) => (
            <text key={`c${x}`} class={at?.x === x ? 'on' : ''} x={(x + 0.5) * unit} y={-10} text-anchor="middle">
              {String.fromCharCode(97 + x)}
            </text>
          ))}
          {Array.from({ length: printed.rows }, (_, y) => (
            <text key={`r${y}`} class={at?.y === y ? 'on' : ''} x={-17} y={(y + 0.5) * unit + 8} text-anchor="middle">
              {y + 1}
            </text>
          ))}
        </g>
      )}
    </svg>
  );
}
