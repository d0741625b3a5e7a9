// The hand that holds a piece: picks it, turns and mirrors it, moves it by mouse, finger, wheel or keys, and drops it. The ghost is
// always one of the places that the table offers, and what is dropped is the ghost.

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
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
  second: Second | null;
}

interface Second {
  pointer: number;
  x: number;
  y: number;
  angle: number;
  twisted: boolean;
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
const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const screenAt = (event: Event) => (event.target as HTMLElement).closest?.<HTMLElement>('[data-screen]') ?? null;

/** What a finger does with a piece that was picked and is nowhere yet; a mouse shows it by itself. */
function fingerWords(held: Piece | null, places: Place[]): Action | null {
  if (!held || !(held.kind === 'draw' || held.kind === 'life') || !matchMedia('(hover: none)').matches) return null;
  const tell = places.length ? 'Tap a lit square to see it there, then tap it again or press Drop' : 'It fits nowhere this way round: turn or mirror it';
  return { id: 0, kind: 'tip', text: '', tell, gain: 0 };
}

/** Where a pointer or the keys have brought the piece; what they do with it is below. */
class Holding {
  state = nothing;
  pointer: { x: number; y: number } | null = null;
  gesture: Gesture | null = null;
  justDragged = false;
  private wheeled = 0;

  constructor(
    public given: Options,
    private readonly setState: (state: State) => void,
  ) {}

  change(patch: Partial<State>): void {
    this.state = { ...this.state, ...patch };
    this.setState(this.state);
  }

  private pieceOf(id: string | null): Piece | null {
    return this.given.pieces.find((piece) => piece.id === id) ?? null;
  }

  private places(): Place[] {
    return placesOf(this.pieceOf(this.state.id), this.state.form);
  }

  private screens(): HTMLElement[] {
    const screens = this.given.root.current?.querySelectorAll<HTMLElement>('[data-screen]') ?? [];
    return [...screens].filter((node) => node.getClientRects().length > 0);
  }

  private cellSize(): number {
    const first = this.screens()[0]?.querySelector('svg');
    return first ? first.getBoundingClientRect().width / side : 30;
  }

  /** The piece's middle is at x, y of the page: what does it snap to? */
  aim(x: number, y: number): void {
    const { form } = this.state;
    const places = this.places();
    let best: { place: Place; far: number } | null = null;
    let loose: State['loose'] = null;
    for (const node of form ? this.screens() : []) {
      const rect = node.querySelector('svg')!.getBoundingClientRect();
      const cell = rect.width / side;
      const level = Number(node.dataset.screen);
      const left = (x - rect.left) / cell - form!.width / 2;
      const top = (y - rect.top) / cell - form!.height / 2;
      const found = nearest(places, level, left, top);
      if (found && (!best || found.far < best.far)) best = found;
      if (x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom) loose = { level, x: Math.round(left), y: Math.round(top) };
    }
    if (best && best.place === this.state.ghost) return;
    this.change({ ghost: best?.place ?? null, loose: best || this.state.drag ? null : loose });
  }

  private reform(form: Form): void {
    this.change({ form });
    play('turn');
    const { drag, ghost } = this.state;
    if (drag) this.aim(drag.x, drag.y);
    else if (this.pointer) this.aim(this.pointer.x, this.pointer.y);
    else if (ghost) this.change({ ghost: near(this.places(), ghost), loose: null });
  }

  pick(id: string | null): void {
    const piece = this.pieceOf(id);
    if (!piece?.count) {
      this.change(nothing);
      if (piece) play('no');
      return;
    }
    play('pick');
    this.change({ ...nothing, id, form: fittingForm(piece, piece.printed) });
  }

  turn(back = false): void {
    if (this.state.form) this.reform(turned(this.state.form, back));
  }

  mirror(): void {
    if (this.state.form) this.reform(mirrored(this.state.form));
  }

  drop(): void {
    const { ghost } = this.state;
    if (!ghost) return;
    play('drop');
    this.pointer = null;
    this.given.act(ghost.action); // until the table has taken it, it is seen where it was dropped
  }

  /** A new step: the hand is empty, unless there is just one thing to place. */
  begin(pieces: Piece[]): void {
    const usable = pieces.filter((piece) => piece.count);
    this.gesture = null;
    if (usable.length === 1 && usable[0].kind !== 'life') this.change({ ...nothing, id: usable[0].id, form: fittingForm(usable[0], usable[0].printed) });
    else this.change(nothing);
  }

  /* --- pointers ------------------------------------------------------------------------------------------------------------ */

  private within(event: Event): boolean {
    return Boolean(this.given.root.current?.contains(event.target as Node));
  }

  down(event: PointerEvent): void {
    const active = this.gesture;
    if (active) return this.secondFinger(event, active);
    this.justDragged = false;
    if (event.button !== 0 || !this.within(event)) return;
    const tray = (event.target as HTMLElement).closest<HTMLElement>('[data-piece]');
    if (!tray && !(screenAt(event) && this.state.id)) return;
    this.gesture = {
      pointer: event.pointerId,
      touch: event.pointerType === 'touch',
      x: event.clientX,
      y: event.clientY,
      piece: tray?.dataset.piece ?? null,
      moved: false,
      twisted: false,
      second: null,
    };
  }

  private secondFinger(event: PointerEvent, active: Gesture): void {
    if (event.pointerType !== 'touch' || active.second || event.pointerId === active.pointer || !this.state.form) return;
    event.preventDefault();
    const [x, y] = [event.clientX, event.clientY];
    active.second = { pointer: event.pointerId, x, y, angle: Math.atan2(y - active.y, x - active.x), twisted: false };
  }

  move(event: PointerEvent): void {
    const active = this.gesture;
    if (!active) return this.hover(event);
    if (active.second && this.twist(event, active, active.second)) return;
    if (event.pointerId !== active.pointer) return;
    if (!active.moved) {
      if (active.second || Math.hypot(event.clientX - active.x, event.clientY - active.y) < slack) return;
      if (active.piece && active.piece !== this.state.id) this.pick(active.piece);
      if (!this.state.id || (!active.piece && !active.touch)) return; // a mouse over a screen hovers, it does not drag
      active.moved = true;
      this.pointer = null;
    }
    [active.x, active.y] = [event.clientX, event.clientY];
    this.moveDrag(event.clientX, event.clientY, active.touch);
  }

  private hover(event: PointerEvent): void {
    const { id, loose, ghost } = this.state;
    if (event.pointerType === 'touch' || !id || !this.within(event)) return;
    this.pointer = screenAt(event) ? { x: event.clientX, y: event.clientY } : null;
    if (this.pointer) this.aim(event.clientX, event.clientY);
    else if (loose || (ghost && !(event.target as HTMLElement).closest('.ic-deck'))) this.change({ ghost: null, loose: null });
  }

  /** Two fingers turn the piece; true when it was the second that moved. */
  private twist(event: PointerEvent, active: Gesture, second: Second): boolean {
    if (event.pointerId !== second.pointer && event.pointerId !== active.pointer) return false;
    if (event.pointerId === second.pointer) [second.x, second.y] = [event.clientX, event.clientY];
    else [active.x, active.y] = [event.clientX, event.clientY];
    const angle = Math.atan2(second.y - active.y, second.x - active.x);
    const round = Math.atan2(Math.sin(angle - second.angle), Math.cos(angle - second.angle));
    if (Math.abs(round) > twist) {
      this.turn(round < 0);
      second.angle = angle;
      second.twisted = true;
    }
    return event.pointerId === second.pointer;
  }

  private moveDrag(x: number, y: number, touch: boolean): void {
    const cell = this.cellSize();
    const up = touch ? lift + (cell * this.state.form!.height) / 2 : 0;
    this.change({ drag: { x, y: y - up, cell, touch } });
    const tab = document.elementsFromPoint(x, y).find((node) => node instanceof HTMLElement && node.dataset.tab !== undefined) as HTMLElement | undefined;
    if (tab) this.given.setFront(Number(tab.dataset.tab));
    this.aim(x, y - up);
  }

  up(event: PointerEvent): void {
    const active = this.gesture;
    if (!active) return;
    if (active.second?.pointer === event.pointerId) {
      if (!active.second.twisted) this.mirror();
      active.second = null;
      active.twisted = true;
      return;
    }
    if (event.pointerId !== active.pointer) return;
    const cancelled = event.type === 'pointercancel';
    const wasDrag = this.state.drag !== null;
    this.gesture = null;
    this.change({ drag: null });
    if (active.second && !wasDrag) {
      // The first finger went before the second: they are one gesture all the same.
      if (!active.second.twisted && !cancelled) this.mirror();
    } else if (wasDrag) {
      this.justDragged = true;
      if (!cancelled && this.state.ghost) this.drop();
      else if (!cancelled) play('no');
    } else if (!cancelled && !active.moved && !active.twisted && !active.piece) this.tap(event, active.touch);
  }

  /** On a screen: a mouse drops what it shows there; a finger shows it first, and drops it with the next tap. */
  private tap(event: PointerEvent, touch: boolean): void {
    const node = screenAt(event);
    const { id, ghost } = this.state;
    if (!node || !id) return;
    if (!touch) return this.drop();
    const rect = node.querySelector('svg')!.getBoundingClientRect();
    const x = ((event.clientX - rect.left) / rect.width) * side;
    const y = ((event.clientY - rect.top) / rect.height) * side;
    const level = Number(node.dataset.screen);
    const square = Math.floor(x) + Math.floor(y) * side;
    if (ghost?.level === level && ghost.squares.includes(square)) return this.drop();
    const place = covering(this.places(), level, x, y);
    this.change({ ghost: place, loose: null });
    if (!place) play('no');
  }

  wheel(event: WheelEvent): void {
    if (!this.state.form || event.ctrlKey || !(this.state.drag || (event.target as HTMLElement).closest('.ic-stage, .ic-deck'))) return;
    event.preventDefault();
    if (event.timeStamp - this.wheeled < 90) return;
    this.wheeled = event.timeStamp;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (sideways) this.mirror();
    else this.turn(event.deltaY < 0);
  }

  /* --- keys ---------------------------------------------------------------------------------------------------------------- */

  key(event: KeyboardEvent): void {
    const focus = document.activeElement;
    const { pieces, stage, root } = this.given;
    if (!pieces.length || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (focus && focus !== document.body && !root.current?.contains(focus)) return;
    const number = Number(event.key);
    const arrow = arrows[event.key];
    const onStage = !focus || focus === document.body || focus === stage.current;
    if (event.key.toLowerCase() === 'r' && this.state.form) this.turn(event.shiftKey);
    else if (event.key === 'm' && this.state.form) this.mirror();
    else if (event.key === 'l' && pieces.some((piece) => piece.kind === 'life')) this.pick('+life');
    else if (number >= 1 && number <= pieces.length) this.pick(pieces[number - 1].id);
    else if (event.key === 'Escape' && this.state.id) this.pick(null);
    else if (arrow && (onStage || this.state.id)) this.walk(arrow);
    else if ((event.key === 'Enter' || event.key === ' ') && onStage && this.state.ghost) this.drop();
    else return;
    event.preventDefault();
    if (event.key !== 'Escape') stage.current?.focus({ preventScroll: true });
  }

  private walk(arrow: [number, number]): void {
    if (!this.state.id) this.pick(this.given.pieces.find((piece) => piece.count)?.id ?? null);
    this.pointer = null;
    const places = this.places();
    const { ghost } = this.state;
    this.change({ ghost: ghost ? step(places, ghost, ...arrow) : (places[0] ?? null), loose: null });
  }

  /** Listens until the hand is gone. */
  listen(): () => void {
    const { root } = this.given;
    const node = root.current;
    if (!node) return () => undefined;
    const [down, move, up] = [this.down, this.move, this.up].map((handler) => handler.bind(this));
    const [key, wheel] = [this.key.bind(this), this.wheel.bind(this)];
    addEventListener('pointerdown', down);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    addEventListener('keydown', key);
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      removeEventListener('pointerdown', down);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      removeEventListener('keydown', key);
      node.removeEventListener('wheel', wheel);
    };
  }
}

export function useHand(options: Options): Hand {
  const [state, setState] = useState<State>(nothing);
  const [holding] = useState(() => new Holding(options, setState));
  holding.given = options;
  useLayoutEffect(() => holding.begin(options.pieces), [options.stepKey]);
  const { ghost } = state;
  const held = options.pieces.find((piece) => piece.id === state.id && piece.count > 0) ?? null;
  const places = placesOf(held, state.form);
  useEffect(() => {
    options.setPreview(ghost?.action ?? (options.hinted ? null : fingerWords(held, places)));
    if (ghost) options.setFront(ghost.level);
  }, [ghost?.action.text, held?.id, places.length > 0, options.hinted]);
  useEffect(() => holding.listen(), []);
  return {
    ...(held ? state : nothing),
    held,
    places,
    pick: (id) => holding.pick(id),
    turn: (back) => holding.turn(back),
    mirror: () => holding.mirror(),
    drop: () => holding.drop(),
    dragged: () => {
      const was = holding.justDragged;
      holding.justDragged = false;
      return was;
    },
  };
}
