// The story is shown, not skipped. What happened between two scenes becomes moments, one after the other; scenes that arrive
// meanwhile wait their turn. Which moments lie between two scenes is said by the board's module. README.md tells how a board uses it.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { app, type Animation } from './app';
import { play } from './sound';
import type { BoardModule, Moment, MomentsBetween, Scene } from './types';

const usual = 450;
const quickly = 1 / 3;
/** More than this is not waited for at full length, in ms. */
const patience = 8000;

/** What is seen for a while: a scene, and the moment that is played in it. `held`: the scene that it leads to is not seen yet. */
export interface Frame {
  scene: Scene;
  moment: Moment | null;
  held: boolean;
}

/** The later scene does not go on from the earlier one: a step taken back, another table, other eyes. Nothing is played then. */
function isJump(before: Scene, now: Scene): boolean {
  return before.table.id !== now.table.id || before.seat !== now.seat || !before.view || !now.view || now.log.length < before.log.length;
}

/** Somebody who is choosing, and may choose the same as before, is not held up by what others do. */
function goesOnChoosing(before: Scene, now: Scene): boolean {
  return before.actions.length > 0 && before.actions.length === now.actions.length && before.actions.every((action, i) => action.text === now.actions[i].text);
}

function frameOf(before: Scene, now: Scene, moment: Moment): Frame {
  if (!moment.view) return { scene: now, moment, held: false };
  const log = now.log.slice(0, moment.steps ?? before.log.length);
  return { scene: { ...before, view: moment.view, log, actions: [], can_undo: false }, moment, held: true };
}

export interface PacerOptions {
  changed: () => void;
  /** A moment begins. */
  begins?: (moment: Moment) => void;
  /** Calls back after so many ms; what it returns calls that off. */
  after?: (ms: number, call: () => void) => () => void;
}

function afterTimeout(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** The queue between the scenes that arrive and the one that is seen. */
export class Pacer {
  frame: Frame | null = null;
  /** The scene that arrived last, seen or not. */
  latest: Scene | null = null;
  /** How long the moment of now lasts, in ms. */
  lasts = 0;
  private queue: Frame[] = [];
  private stop: () => void = () => undefined;

  constructor(private readonly options: PacerOptions) {}

  take(now: Scene, between: MomentsBetween | undefined, animation: Animation): void {
    const before = this.latest;
    if (before === now) return;
    this.latest = now;
    if (!before || animation === 'none' || isJump(before, now)) return this.show(now);
    let moments = between && now.log.length > before.log.length ? between(before, now) : [];
    if (goesOnChoosing(before, now)) moments = moments.map((moment) => ({ ...moment, view: undefined }));
    if (moments.length) {
      this.queue.push(...moments.map((moment) => frameOf(before, now, moment)), { scene: now, moment: null, held: false });
      if (!this.frame?.moment) this.next(animation);
    } else if (this.frame?.held || this.queue.some((frame) => frame.held)) this.queue.push({ scene: now, moment: null, held: false });
    else {
      // Nothing hides the scene beneath: it goes on while the last moment is still told.
      this.frame = { moment: null, held: false, ...this.frame, scene: now };
      for (const frame of this.queue) frame.scene = now;
      this.options.changed();
    }
  }

  /** All that waits is passed over. */
  skip(): void {
    if (this.latest && (this.frame?.moment || this.queue.length)) this.show(this.latest);
  }

  private show(scene: Scene): void {
    this.stop();
    this.queue = [];
    this.frame = { scene, moment: null, held: false };
    this.options.changed();
  }

  private next(animation: Animation): void {
    do this.frame = this.queue.shift()!;
    while (!this.frame.moment && this.queue.length);
    const { moment } = this.frame;
    if (moment) {
      const waiting = this.queue.reduce((ms, frame) => ms + (frame.moment ? (frame.moment.ms ?? usual) : 0), 0);
      this.lasts = Math.round((moment.ms ?? usual) * (animation === 'quick' || waiting > patience ? quickly : 1));
      this.stop = (this.options.after ?? afterTimeout)(this.lasts, () => this.next(animation));
      this.options.begins?.(moment);
    }
    this.options.changed();
  }
}

export interface Paced {
  /** What is seen now. Talk and presence are always the newest. */
  scene: Scene | null;
  latest: Scene | null;
  moment: Moment | null;
  /** The latest scene is not seen yet. */
  held: boolean;
  lasts: number;
  take: (scene: Scene, between?: MomentsBetween) => void;
  skip: () => void;
}

/** What does not wait: who is here, clocks, talk. */
function withNews(scene: Scene | null, latest: Scene | null): Scene | null {
  if (!scene || !latest || scene === latest || scene.table.id !== latest.table.id) return scene;
  const { seats, rematch } = latest.table;
  return { ...scene, table: { ...scene.table, seats, rematch }, chat: latest.chat, offer: latest.offer, now: latest.now };
}

const writing = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea, select') !== null;
const onBoard = (target: EventTarget | null) => target instanceof Element && (target === document.body || target.closest('.board-area') !== null);

/** A tap or a key passes over what is shown. While the scene is held back, a tap on the board does nothing else. */
function useSkipping(moment: Moment | null, held: boolean, skip: () => void): void {
  useEffect(() => {
    if (!moment) return;
    const begun = performance.now();
    const pass = (event: Event, swallow: boolean) => {
      if (held && swallow) {
        event.preventDefault();
        event.stopPropagation();
      } else if (!held && performance.now() - begun < 250) return; // the tap that led here
      skip();
    };
    const tap = (event: Event) => pass(event, onBoard(event.target));
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(Tab|Shift|Control|Alt|Meta)$/.test(event.key) || writing(event.target)) return;
      pass(event, (event.key === 'Enter' || event.key === ' ') && onBoard(event.target));
    };
    const hide = () => document.hidden && skip();
    addEventListener('click', tap, true);
    addEventListener('keydown', key, true);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('click', tap, true);
      removeEventListener('keydown', key, true);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [moment]);
}

export function usePacing(board: BoardModule | null): Paced {
  const [, draw] = useState(0);
  const module = useRef(board);
  module.current = board;
  const pacer = useMemo(
    () =>
      new Pacer({
        changed: () => draw((n) => n + 1),
        begins: (moment) => moment.sound && play(module.current?.tunes?.[moment.sound]),
      }),
    [],
  );
  const actions = useMemo(
    () => ({
      take: (scene: Scene, between = module.current?.moments) => pacer.take(scene, between, document.hidden ? 'none' : app.animation),
      skip: () => pacer.skip(),
    }),
    [],
  );
  useEffect(() => actions.skip, []);
  const { frame, latest, lasts } = pacer;
  const scene = useMemo(() => withNews(frame?.scene ?? null, latest), [frame?.scene, latest]);
  const moment = frame?.moment ?? null;
  const held = frame?.held ?? false;
  useSkipping(moment, held, actions.skip);
  return { scene, latest, moment, held, lasts, ...actions };
}
