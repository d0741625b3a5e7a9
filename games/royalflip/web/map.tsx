// The map to play on: the picture of the city, and over each cell its name, what stands there, and whether one may write there.

import { useTabs } from 'shell/boards/frame';
import { secondPerson } from 'shell/parts/lines';
import type { Action } from 'shell/types';
import { cellNames, unit } from './blocks';
import { MapPicture, frame } from './city';
import { capital, inCity, litCasinos, signed, type Part, type Printed, type Sheet } from './model';
import type { Pointing } from './pointing';

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

/** Lays the cells over the picture: its frame is left free, whatever the size of the sheet. */
function layOver(node: HTMLElement | null, printed: Printed): void {
  if (!node) return;
  const width = printed.columns * unit + frame.left + frame.right;
  const height = printed.rows * unit + frame.top + frame.bottom;
  node.style.setProperty('--columns', String(printed.columns));
  node.style.inset = [
    [frame.top, height],
    [frame.right, width],
    [frame.bottom, height],
    [frame.left, width],
  ]
    .map(([part, whole]) => `${(100 * part) / whole}%`)
    .join(' ');
}

interface CityProps {
  sheet: Sheet;
  printed: Printed;
  owner: string;
  writes: Action[];
  preview: Action | null;
  hinted: Action | null;
  part: Part | null;
  /** What the number just written there has brought. */
  gained: { cell: string; gain: number } | null;
  pointing: Pointing;
}

export function City({ sheet, printed, owner, writes, preview, hinted, part, gained, pointing }: CityProps) {
  const here = useTabs(...inCity);
  const lit = litCasinos(sheet, printed);
  const byCell = new Map(writes.map((action) => [String(action.cell), action]));
  return (
    <div class={`rf-map${here}`} role="group" aria-label={`City map of ${owner}`}>
      <MapPicture sheet={sheet} printed={printed} ghost={preview} part={part} gained={gained} />
      <div class="rf-cells" ref={(node) => layOver(node, printed)}>
        {cellNames(printed).map((cell) => {
          const action = byCell.get(cell);
          const words = cellWords(cell, sheet, printed, lit.has(cell));
          const why = writes.length > 0 ? (printed.casinos.includes(cell) ? '. No number is written into a casino.' : '. A number stays where it is.') : '';
          if (!action) return <span key={cell} role="img" aria-label={words} title={words + why} />;
          const gain = signed(action.gain);
          const shown = preview === action;
          return (
            <button
              key={cell}
              class={['legal bare', shown && 'shown', hinted === action && 'hinted'].filter(Boolean).join(' ')}
              data-legal
              aria-label={`${capital(secondPerson(action.tell))}${action.gain ? `: ${gain} points` : ''}`}
              {...pointing.on(action)}
            >
              {action.gain !== 0 && <span class={shown ? 'gain strong' : 'gain'}>{gain}</span>}
            </button>
          );
        })}
      </div>
    </div>
  );
}
