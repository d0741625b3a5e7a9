// The hand that holds a piece: picks it, turns and mirrors it, moves it by mouse, finger, wheel or keys, and drops it. The ghost is
// always one of the places that the table offers, and what is dropped is the ghost.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import { covering, fittingForm, mirrored, near, nearest, placesOf, side, step, turned, type Form, type Piece, type Place } from './pieces';
import { play } from './sound';

export interface Drag {
  /** The middle of the piece on the page, and how large a square is there. */
  x: number;
  y: number;
  cell: number;
  touch: boolean;
}

interface State {
  id: string | null;
  form: Form | null;
  ghost: Place | null;
  loose: { level: number; x: number; y: number } | null;
  drag: Drag | null;
}

const nothing: State = { id: null, form: null, ghost: null, loose: null, drag: null };

/** A finger down on something: it may become a drag, a tap or, with a second finger, a twist. */
interface Gesture {
  pointer: number;
  touch: boolean;
  x: number;
  y: number;
  piece: string | null;
  moved: boolean;
  /** It was part of a twist: no tap any more. */
  twisted: boolean;
  second: { pointer: number; x: number; y: number; angle: number; twisted: boolean } | null;
}

interface Options {
  root: RefObject<HTMLElement>;
  stage: RefObject<HTMLElement>;
  pieces: Piece[];
  /** Changes with every step of the game: what was held goes back. */
  stepKey: string;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  setFront: (level: number) => void;
  /** Something else is to be read just now. */
  hinted: boolean;
}

export interface Hand extends State {
  held: Piece | null;
  places: Place[];
  pick: (id: string | null) => void;
  turn: (back?: boolean) => void;
  mirror: () => void;
  drop: () => void;
  /** A click on a piece that was the end of a drag is none. */
  dragged: () => boolean;
}

/** How far the piece floats above a finger, in pixels: what it covers must be seen. */
const lift = 44;
const slack = 7;
const twist = (35 * Math.PI) / 180;

/** What a finger does with a piece that was picked and is nowhere yet; a mouse shows it by itself. */
function fingerWords(held: Piece | null, places: Place[]): Action | null {
  if (!held || !(held.kind === 'draw' || held.kind === 'life') || !matchMedia('(hover: none)').matches) return null;
  const tell = places.length ? 'Tap a lit square to see it there, then tap it again or press Drop' : 'It fits nowhere this way round: turn or mirror it';
  return { id: 0, kind: 'tip', text: '', tell, gain: 0 };
}

export function useHand(options: Options): Hand {
  const [state, setState] = useState<State>(nothing);
  const now = useRef(state);
  const given = useRef(options);
  given.current = options;
  const pointer = useRef<{ x: number; y: number } | null>(null);
  const gesture = useRef<Gesture | null>(null);
  const justDragged = useRef(false);
  const change = (patch: Partial<State>) => {
    now.current = { ...now.current, ...patch };
    setState(now.current);
  };
  const pieceOf = (id: string | null) => given.current.pieces.find((piece) => piece.id === id) ?? null;
  const placesNow = () => placesOf(pieceOf(now.current.id), now.current.form);

  const screens = () =>
    [...(given.current.root.current?.querySelectorAll<HTMLElement>('[data-screen]') ?? [])].filter((node) => node.getClientRects().length > 0);
  const cellSize = () => {
    const first = screens()[0]?.querySelector('svg');
    return first ? first.getBoundingClientRect().width / side : 30;
  };

  /** The piece's middle is at x, y of the page: what does it snap to? */
  const aim = (x: number, y: number) => {
    const { form } = now.current;
    const places = placesNow();
    let best: { place: Place; far: number } | null = null;
    let loose: State['loose'] = null;
    if (form)
      for (const node of screens()) {
        const rect = node.querySelector('svg')!.getBoundingClientRect();
        const cell = rect.width / side;
        const level = Number(node.dataset.screen);
        const left = (x - rect.left) / cell - form.width / 2;
        const top = (y - rect.top) / cell - form.height / 2;
        const found = nearest(places, level, left, top);
        if (found && (!best || found.far < best.far)) best = found;
        if (x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom) loose = { level, x: Math.round(left), y: Math.round(top) };
      }
    if (best?.place === now.current.ghost && best) return;
    change({ ghost: best?.place ?? null, loose: best || now.current.drag ? null : loose });
  };
  const again = () => {
    const { drag, ghost } = now.current;
    if (drag) aim(drag.x, drag.y);
    else if (pointer.current) aim(pointer.current.x, pointer.current.y);
    else if (ghost) change({ ghost: near(placesNow(), ghost), loose: null });
  };
  const reform = (form: Form) => {
    change({ form });
    play('turn');
    again();
  };

  const pick = (id: string | null) => {
    const piece = pieceOf(id);
    if (!piece?.count) {
      change(nothing);
      if (piece) play('no');
      return;
    }
    play('pick');
    change({ ...nothing, id, form: fittingForm(piece, piece.printed) });
  };
  const turn = (back = false) => now.current.form && reform(turned(now.current.form, back));
  const mirror = () => now.current.form && reform(mirrored(now.current.form));
  const drop = () => {
    const { ghost } = now.current;
    if (!ghost) return;
    play('drop');
    pointer.current = null;
    given.current.act(ghost.action); // until the table has taken it, it is seen where it was dropped
  };

  // A new step: the hand is empty, unless there is just one thing to place.
  useLayoutEffect(() => {
    const usable = options.pieces.filter((piece) => piece.count);
    gesture.current = null;
    if (usable.length === 1 && usable[0].kind !== 'life') change({ ...nothing, id: usable[0].id, form: fittingForm(usable[0], usable[0].printed) });
    else change(nothing);
  }, [options.stepKey]);

  const { ghost } = state;
  const held = options.pieces.find((piece) => piece.id === state.id && piece.count > 0) ?? null;
  const places = placesOf(held, state.form);
  useEffect(() => {
    options.setPreview(ghost?.action ?? (options.hinted ? null : fingerWords(held, places)));
    if (ghost) options.setFront(ghost.level);
  }, [ghost?.action.text, held?.id, places.length > 0, options.hinted]);

  useEffect(() => {
    const root = options.root.current;
    if (!root) return;
    const screenAt = (event: Event) => (event.target as HTMLElement).closest?.<HTMLElement>('[data-screen]') ?? null;

    const moveDrag = (x: number, y: number) => {
      const held = gesture.current!;
      const cell = cellSize();
      const up = held.touch ? lift + (cell * now.current.form!.height) / 2 : 0;
      change({ drag: { x, y: y - up, cell, touch: held.touch } });
      const tab = document.elementsFromPoint(x, y).find((node) => node instanceof HTMLElement && node.dataset.tab !== undefined) as HTMLElement | undefined;
      if (tab) given.current.setFront(Number(tab.dataset.tab));
      aim(x, y - up);
    };
    const endGesture = () => {
      gesture.current = null;
      change({ drag: null });
    };
    const down = (event: PointerEvent) => {
      const active = gesture.current;
      if (active) {
        if (event.pointerType !== 'touch' || active.second || event.pointerId === active.pointer || !now.current.form) return;
        event.preventDefault();
        active.second = {
          pointer: event.pointerId,
          x: event.clientX,
          y: event.clientY,
          angle: Math.atan2(event.clientY - active.y, event.clientX - active.x),
          twisted: false,
        };
        return;
      }
      justDragged.current = false;
      if (event.button !== 0 || !root.contains(event.target as Node)) return;
      const tray = (event.target as HTMLElement).closest<HTMLElement>('[data-piece]');
      if (!tray && !(screenAt(event) && now.current.id)) return;
      gesture.current = {
        pointer: event.pointerId,
        touch: event.pointerType === 'touch',
        x: event.clientX,
        y: event.clientY,
        piece: tray?.dataset.piece ?? null,
        moved: false,
        twisted: false,
        second: null,
      };
    };
    const move = (event: PointerEvent) => {
      const active = gesture.current;
      if (!active) {
        if (event.pointerType === 'touch' || !now.current.id || !root.contains(event.target as Node)) return;
        pointer.current = screenAt(event) ? { x: event.clientX, y: event.clientY } : null;
        if (pointer.current) aim(event.clientX, event.clientY);
        else if (now.current.loose || (now.current.ghost && !(event.target as HTMLElement).closest('.ic-deck'))) change({ ghost: null, loose: null });
        return;
      }
      const { second } = active;
      if (second && (event.pointerId === second.pointer || event.pointerId === active.pointer)) {
        if (event.pointerId === second.pointer) [second.x, second.y] = [event.clientX, event.clientY];
        else [active.x, active.y] = [event.clientX, event.clientY];
        const angle = Math.atan2(second.y - active.y, second.x - active.x);
        const round = Math.atan2(Math.sin(angle - second.angle), Math.cos(angle - second.angle));
        if (Math.abs(round) > twist) {
          turn(round < 0);
          second.angle = angle;
          second.twisted = true;
        }
        if (event.pointerId === second.pointer) return;
      }
      if (event.pointerId !== active.pointer) return;
      if (!active.moved) {
        if (second || Math.hypot(event.clientX - active.x, event.clientY - active.y) < slack) return;
        if (active.piece && active.piece !== now.current.id) pick(active.piece);
        if (!now.current.id || (!active.piece && !active.touch)) return; // a mouse over a screen hovers, it does not drag
        active.moved = true;
        pointer.current = null;
      }
      [active.x, active.y] = [event.clientX, event.clientY];
      moveDrag(event.clientX, event.clientY);
    };
    const up = (event: PointerEvent) => {
      const active = gesture.current;
      if (!active) return;
      if (active.second?.pointer === event.pointerId) {
        if (!active.second.twisted) mirror();
        active.second = null;
        active.twisted = true;
        return;
      }
      if (event.pointerId !== active.pointer) return;
      const cancelled = event.type === 'pointercancel';
      const wasDrag = now.current.drag !== null;
      const { moved, twisted, piece, touch, second } = active;
      endGesture();
      if (second && !wasDrag) {
        // The first finger went before the second: they are one gesture all the same.
        if (!second.twisted && !cancelled) mirror();
        return;
      }
      if (wasDrag) {
        justDragged.current = true;
        if (!cancelled && now.current.ghost) drop();
        else if (!cancelled) play('no');
        return;
      }
      if (cancelled || moved || twisted || piece) return;
      const node = screenAt(event);
      if (!node || !now.current.id) return;
      if (!touch) return drop();
      const rect = node.querySelector('svg')!.getBoundingClientRect();
      const x = ((event.clientX - rect.left) / rect.width) * side;
      const y = ((event.clientY - rect.top) / rect.height) * side;
      const level = Number(node.dataset.screen);
      const square = Math.floor(x) + Math.floor(y) * side;
      if (now.current.ghost?.level === level && now.current.ghost.squares.includes(square)) return drop();
      const places = placesNow();
      const place = covering(places, level, x, y);
      change({ ghost: place, loose: null });
      if (!place) play('no');
    };
    let wheeled = 0;
    const wheel = (event: WheelEvent) => {
      if (!now.current.form || event.ctrlKey || !(now.current.drag || (event.target as HTMLElement).closest('.ic-stage, .ic-deck'))) return;
      event.preventDefault();
      if (event.timeStamp - wheeled < 90) return;
      wheeled = event.timeStamp;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (sideways) mirror();
      else turn(event.deltaY < 0);
    };
    const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const key = (event: KeyboardEvent) => {
      const focus = document.activeElement;
      const { pieces, stage } = given.current;
      if (!pieces.length || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (focus && focus !== document.body && !root.contains(focus)) return;
      const number = Number(event.key);
      const arrow = arrows[event.key];
      const onStage = !focus || focus === document.body || focus === stage.current;
      if (event.key.toLowerCase() === 'r' && now.current.form) turn(event.shiftKey);
      else if (event.key === 'm' && now.current.form) mirror();
      else if (event.key === 'l' && pieces.some((piece) => piece.kind === 'life')) pick('+life');
      else if (number >= 1 && number <= pieces.length) pick(pieces[number - 1].id);
      else if (event.key === 'Escape' && now.current.id) pick(null);
      else if (arrow && (onStage || now.current.id)) {
        if (!now.current.id) pick(pieces.find((piece) => piece.count)?.id ?? null);
        pointer.current = null;
        const places = placesNow();
        if (now.current.ghost) change({ ghost: step(places, now.current.ghost, ...arrow), loose: null });
        else change({ ghost: places[0] ?? null, loose: null });
      } else if ((event.key === 'Enter' || event.key === ' ') && onStage && now.current.ghost) drop();
      else return;
      event.preventDefault();
      if (event.key !== 'Escape') stage.current?.focus({ preventScroll: true });
    };
    addEventListener('pointerdown', down);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    addEventListener('keydown', key);
    root.addEventListener('wheel', wheel, { passive: false });
    return () => {
      removeEventListener('pointerdown', down);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      removeEventListener('keydown', key);
      root.removeEventListener('wheel', wheel);
    };
  }, []);

  return {
    ...(held ? state : nothing),
    held,
    places,
    pick,
    turn,
    mirror,
    drop,
    dragged: () => {
      const was = justDragged.current;
      justDragged.current = false;
      return was;
    },
  };
}
