// Pieces by hand: dragged on the table or from the shelf, by mouse and by finger, and moved by keys.

import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { tableAngle } from '../aim';
import type { Stage } from '../stage';
import type { History } from './history';
import { freePlace, offTable } from './overlap';
import { facing, namesIn, nextName, piecesOf, put, take, type Scenario, type Sort } from './scenario';
import { kindOf } from '../words';

const grid = 5; // mm; with Alt every millimetre
const tremble = 6; // px: so far a press is no drag

interface Drag {
  name: string;
  /** From the pointer on the table to the middle of the piece. */
  dx: number;
  dy: number;
  angle: number;
  id: string;
  /** Where it was moved last; the page may not have drawn that yet. */
  at?: { x: number; y: number };
}

interface Hands {
  history: History;
  chosen: string | null;
  setChosen: (name: string | null) => void;
  stage: RefObject<Stage>;
  field: RefObject<HTMLDivElement>;
}

const snapped = (value: number, event: { altKey: boolean }) => (event.altKey ? Math.round(value) : Math.round(value / grid) * grid);

function inside(box: HTMLElement | null, { clientX, clientY }: PointerEvent): boolean {
  const rect = box?.getBoundingClientRect();
  return Boolean(rect && clientX >= rect.left && clientX <= rect.right && clientY >= rect.top && clientY <= rect.bottom);
}

/** A new piece where it was wanted, or at the nearest free place. */
export function added(scenario: Scenario, sort: Sort, x: number, y: number, exactly: boolean): { town: Scenario; name: string } | null {
  const name = nextName(scenario, sort);
  if (!name) return null;
  const angle = facing(name, x, y, scenario.table);
  const place = exactly ? { x, y } : freePlace({ name, kind: kindOf(name), x, y, angle }, piecesOf(scenario), scenario.table);
  return { town: put(scenario, name, place.x, place.y, angle), name };
}

let drags = 0;

export function useHands(hands: Hands) {
  const now = useRef(hands);
  now.current = hands;
  const drag = useRef<Drag | null>(null);
  const begin = (name: string, dx: number, dy: number) => {
    const { history, setChosen, stage } = now.current;
    const piece = piecesOf(history.now).find((one) => one.name === name);
    drag.current = { name, dx, dy, angle: piece?.angle ?? 0, id: `drag ${++drags}` };
    stage.current?.hold(true);
    setChosen(name);
  };
  const end = () => {
    const { history, setChosen, stage } = now.current;
    const held = drag.current;
    drag.current = null;
    stage.current?.hold(false);
    if (!held) return;
    if (held.at && offTable(held.at, history.now.table)) {
      history.change((town) => take(town, held.name), held.id);
      setChosen(null);
    }
    history.settle();
  };
  useEffect(() => {
    const move = (event: PointerEvent) => {
      const { history, stage } = now.current;
      const held = drag.current;
      const spot = held && stage.current?.at(event.clientX, event.clientY);
      if (!held || !spot) return;
      held.at = { x: snapped(spot.x + held.dx, event), y: snapped(spot.y + held.dy, event) };
      const { x, y } = held.at;
      history.change((town) => put(town, held.name, x, y, held.angle), held.id);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, []);
  const onDown = useCallback((event: PointerEvent) => {
    const { history, stage, setChosen, field } = now.current;
    field.current?.focus({ preventScroll: true });
    if (event.button !== 0 || !event.isPrimary) return;
    const spot = stage.current?.at(event.clientX, event.clientY);
    const piece = spot?.piece ? piecesOf(history.now).find((one) => one.name === spot.piece) : undefined;
    if (spot && piece) begin(piece.name, piece.x - spot.x, piece.y - spot.y);
    else setChosen(null);
  }, []);
  /** A press on the shelf: a drag onto the table takes the piece along. */
  const fromShelf = (sort: Sort, press: PointerEvent) => {
    if (press.button !== 0) return;
    const stop = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', stop);
      removeEventListener('pointercancel', stop);
    };
    const move = (event: PointerEvent) => {
      const { history, stage, field } = now.current;
      if (Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < tremble || !inside(field.current, event)) return;
      const spot = stage.current?.at(event.clientX, event.clientY);
      const made = spot && added(history.now, sort, snapped(spot.x, event), snapped(spot.y, event), true);
      if (!made) return;
      stop();
      history.change(() => made.town);
      begin(made.name, 0, 0);
      drag.current!.angle = facing(made.name, spot.x, spot.y, history.now.table);
      field.current?.focus({ preventScroll: true });
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', stop);
    addEventListener('pointercancel', stop);
  };
  return { onDown, fromShelf };
}

/** On the screen, where down is more. */
const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const turns: Record<string, number> = { ',': 15, '.': -15, '<': 1, '>': -1, ';': 1, ':': -1 };

/** Along the table's side that lies most as the arrow points: on a tall screen the table is turned, and a camera may stand anywhere. */
function along(stage: Stage, piece: { x: number; y: number }, [dx, dy]: [number, number]): [number, number] {
  const turn = (Math.round(tableAngle(stage, piece, dx, dy) / 90) * Math.PI) / 2;
  return [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))];
}

/** Keys on the table; true: it meant something. */
export function pressed(event: KeyboardEvent, { history, chosen, setChosen, stage }: Omit<Hands, 'field'>): boolean {
  if (event.ctrlKey || event.metaKey) return false;
  const names = namesIn(history.now);
  const at = chosen ? names.indexOf(chosen) : -1;
  if (event.key === 'n' || event.key === 'p') {
    const step = event.key === 'n' ? 1 : -1;
    setChosen(names[at < 0 ? (step > 0 ? 0 : names.length - 1) : (at + step + names.length) % names.length] ?? null);
    return true;
  }
  if (event.key === 'Escape' && chosen) return setChosen(null), true;
  const piece = piecesOf(history.now).find((one) => one.name === chosen);
  if (chosen && (event.key === 'Delete' || event.key === 'Backspace')) {
    history.change((town) => take(town, chosen));
    setChosen(null);
    return true;
  }
  if (!piece) return false;
  const way = ways[event.key] && stage.current && along(stage.current, piece, ways[event.key]);
  const turn = turns[event.key];
  const step = event.shiftKey ? 1 : grid;
  if (way) history.change((town) => put(town, piece.name, piece.x + way[0] * step, piece.y + way[1] * step, piece.angle), `key ${piece.name}`);
  else if (turn) history.change((town) => put(town, piece.name, piece.x, piece.y, piece.angle + turn), `key ${piece.name}`);
  return Boolean(way || turn);
}
