// A sheet of characters on the page: monospaced text in the page's colours, with real buttons over its spots.

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Action, Choice } from '../types';
import type { Run, Size, Spot } from './spots';
import { secondPerson } from '../parts/lines';

/** enum flip_style, in its order */
const styles = ['plain', 'dim', 'strong', 'red', 'black', 'accent', 'good', 'bad', 'card', 'card-red'];

const line = /[\u2500-\u257f]/;
/** Nothing but frames: not to be read aloud. */
const frame = /^[\s\u2500-\u259f]+$/;
/** Signs that a font may take from another one, which is as wide as it likes. */
const sign = /([\u2190-\u24ff\u25a0-\u2bff])/;

const padding = 18;
const lineHeight = 1.17; // frames of box-drawing characters close at this height
const largest = 22;

export interface Room extends Size {
  width: number;
  /** How wide a character is, of a font one pixel high. */
  ratio: number;
  smallest: number;
}

/** How many characters fit on the screen, in the smallest type that is still easy to read. */
export function useRoom(root: RefObject<HTMLElement>): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const box = root.current!;
    const measure = () => {
      const probe = box.appendChild(Object.assign(document.createElement('span'), { className: 'sheet-probe', textContent: '0'.repeat(100) }));
      const ratio = probe.getBoundingClientRect().width / 100 / parseFloat(getComputedStyle(probe).fontSize);
      probe.remove();
      const width = box.clientWidth - 2 * padding;
      const smallest = width < 640 ? 11 : 14;
      const fit = (length: number, cell: number, fewest: number, most: number) => Math.max(fewest, Math.min(most, Math.floor(length / cell)));
      setRoom({ width, ratio, smallest, columns: fit(width, smallest * ratio, 20, 120), rows: fit(innerHeight - 260, smallest * lineHeight, 24, 60) });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return room;
}

/** A font in which the used columns fill the width, as far as it stays a page and not a poster. */
function fontSize(room: Room, used: Size): number {
  return Math.max(room.smallest, Math.min(largest, Math.floor((room.width / (used.columns * room.ratio)) * 10) / 10));
}

/** A spot is drawn as a button: the frame that the game drew at its edge would be a second one. */
function withoutFrames(rows: Run[][], spots: Spot[]): Run[][] {
  const atEdge = (column: number, row: number) =>
    spots.some(
      ({ x, y, width, height }) =>
        column >= x && column < x + width && row >= y && row < y + height && (column === x || row === y || column === x + width - 1 || row === y + height - 1),
    );
  return rows.map((runs, row) =>
    runs.map(
      ([column, style, text]): Run => [column, style, [...text].map((letter, i) => (line.test(letter) && atEdge(column + i, row) ? ' ' : letter)).join('')],
    ),
  );
}

function Letters({ text }: { text: string }) {
  return <>{text.split(sign).map((part, i) => (i % 2 ? <i key={i}>{part}</i> : part))}</>;
}

interface Props {
  label: string;
  rows: Run[][];
  room: Room;
  used: Size;
  spots: Spot[];
  hints: Choice[];
  preview: Action | null;
  setPreview: (action: Action | null) => void;
  /** One of the spots was pressed. */
  choose: (actions: Action[]) => void;
}

export function Canvas({ label, rows, room, used, spots, hints, preview, setPreview, choose }: Props) {
  const size = fontSize(room, used);
  const top = (row: number) => `${row * Math.floor(size * lineHeight)}px`; // whole pixels, or lines would show where rows meet
  return (
    <div class="sheet" role="group" aria-label={label} tabIndex={0} style={{ fontSize: `${size}px`, padding: `${padding}px` }}>
      <div class="cells" style={{ width: `${used.columns}ch`, height: top(used.rows), lineHeight: top(1) }}>
        {withoutFrames(rows.slice(0, used.rows), spots).map((runs, row) => (
          <div key={row} class="row" style={{ top: top(row) }}>
            {runs.map(([column, style, text]) => (
              <span key={column} class={`ink-${styles[style] ?? 'plain'}`} style={{ left: `${column}ch` }} aria-hidden={frame.test(text)}>
                <Letters text={text} />
              </span>
            ))}
          </div>
        ))}
        {spots.map(({ x, y, width, height, actions }) => {
          const only = actions.length === 1 ? actions[0] : null;
          const has = (text: string | undefined) => actions.some((action) => action.text === text);
          return (
            <button
              key={`${x} ${y}`}
              data-legal
              class={['spot legal bare', has(hints[0]?.text) && 'hinted', has(preview?.text) && 'shown'].filter(Boolean).join(' ')}
              style={{ left: `${x}ch`, top: top(y), width: `${Math.min(width, used.columns - x)}ch`, height: top(height) }}
              aria-label={only ? secondPerson(only.tell || only.text) : `${actions.length} moves here: ${secondPerson(actions[0].tell || actions[0].text)}, …`}
              aria-haspopup={only ? undefined : 'dialog'}
              onClick={() => choose(actions)}
              onPointerEnter={() => setPreview(only)}
              onPointerLeave={() => setPreview(null)}
              onFocus={() => setPreview(only)}
              onBlur={() => setPreview(null)}
            />
          );
        })}
      </div>
    </div>
  );
}
