// Showing how a flick went. The scene that a flick led to is held back until everybody has seen the flick: first the table as it
// was, then every piece on its way, then the new scene with the ruling. All viewers fetch the same bytes and see the same.

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from 'shell/app';
import { request } from 'shell/net';
import type { Scene } from 'shell/types';
import { townBefore, townOf, viewOf, type FlickKind } from './model';
import { blastReach } from './measures';
import { poseFrom } from './pose';
import { hearEnd, hearFlick } from './sounds';
import type { Path, Stage } from './stage';

export interface Flick {
  n: number;
  seat: number;
  move: string;
  kind: FlickKind;
  duel: boolean;
  /** By the clock when it was flicked. */
  hour: number;
  ms: number;
  frozen: boolean;
  paths: Record<string, number[][]>;
  touched: string[];
  fell: string[];
  off: string[];
  ruling: string;
  before: Record<string, number[]>;
}

const most = 12; // who comes back after a long while sees the last of them

export function pathOfFlick(flick: Flick): Path {
  const pieces: Path['pieces'] = new Map();
  for (const [name, poses] of Object.entries(flick.paths))
    if (poses.length)
      pieces.set(
        name,
        poses.map(([ms, ...numbers]) => ({ ms, pose: poseFrom(numbers) })),
      );
  const end = flick.kind === 'dynamite' && !flick.off.includes('dynamite') ? pieces.get('dynamite')?.slice(-1)[0]?.pose : undefined;
  return { kind: flick.kind, ms: Math.max(1, flick.ms), pieces, ...(end ? { blast: { x: end.x, y: end.y, reach: blastReach } } : {}) };
}

/** A number that two who saw the same trajectory have in common. */
export function markOf(flick: Flick): string {
  let hash = 2166136261;
  for (const char of JSON.stringify(flick.paths)) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return `${flick.n} ${flick.ms} ${hash.toString(16)}`;
}

async function fetchFlick(scene: Scene, number: number): Promise<Flick> {
  const base = scene.flicks_at ?? `/api/tables/${scene.table.id}`;
  return (await request<{ flick: Flick }>('GET', `${base}/flick/${number}`)).flick;
}

interface Showing {
  /** The scene to be seen now. */
  shown: Scene;
  /** The flick that is under way. */
  playing: Flick | null;
  /** The last one that was seen, and its mark. */
  last: Flick | null;
  again: () => void;
  skip: () => void;
}

export interface ShowOptions {
  slow: boolean;
  reducedMotion: boolean;
  /** What goes on around a flick; asked when one is shown. */
  around: RefObject<{ before: (flick: Flick) => number; during: (flick: Flick) => void; after: (flick: Flick) => number }>;
}

export function useFlicks(scene: Scene, stage: RefObject<Stage>, options: ShowOptions): Showing {
  const [shown, setShown] = useState(scene);
  const [playing, setPlaying] = useState<Flick | null>(null);
  const [last, setLast] = useState<Flick | null>(null);
  const now = useRef({ scene, shown: scene, known: scene.flicks ?? 0, busy: false, hurry: false, options, waiting: [] as Scene[], wake: () => {} });
  now.current.scene = scene;
  now.current.options = options;

  const settle = (next: Scene) => {
    now.current.shown = next;
    setShown(next);
  };

  /** A while that a tap ends. */
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      if (ms <= 0 || now.current.hurry || now.current.options.reducedMotion) return done();
      const timer = setTimeout(done, ms);
      now.current.wake = () => (clearTimeout(timer), done());
    });

  /** One flick, from the table before it to its end. `quick`: there are more to come. */
  const play = async (flick: Flick, speed: number, quick = 1) => {
    const state = now.current;
    const { around } = state.options;
    const hurried = app.animation === 'quick';
    const way = hurried ? speed * 2 : speed;
    const shortly = hurried ? quick * 3 : quick;
    setPlaying(flick);
    stage.current?.show(townBefore(viewOf(state.shown), flick.before, flick.duel), true);
    if (!state.options.reducedMotion) await pause((around.current?.before(flick) ?? 0) / shortly);
    const seen = stage.current?.play(pathOfFlick(flick), way);
    if (state.options.reducedMotion || state.hurry) stage.current?.skip();
    else {
      hearFlick(flick, way);
      around.current?.during(flick);
    }
    await seen;
    hearEnd(flick);
    setLast(flick);
    await pause((around.current?.after(flick) ?? 0) / shortly);
  };

  /** What was known when so many flicks had been: hats, hour and log go on with what is seen. */
  const advance = (flicks: number) => {
    const state = now.current;
    const due = state.waiting.filter((one) => (one.flicks ?? 0) <= flicks);
    state.waiting = state.waiting.slice(due.length);
    if (due.length) settle(due[due.length - 1]);
  };

  const run = async () => {
    const state = now.current;
    if (state.busy) return;
    state.busy = true;
    state.hurry = false;
    while (state.known < (state.scene.flicks ?? 0)) {
      const due = (state.scene.flicks ?? 0) - state.known;
      if (state.scene.flicks_at && due > 1) break; // a jump in a replay
      if (due > most) state.known += due - most;
      const number = state.known + 1;
      const known = await fetchFlick(state.scene, number).catch(() => null);
      if (known && !state.hurry) await play(known, state.options.slow ? 0.25 : due > 4 ? 3 : due > 1 ? 2 : 1, due > 4 ? 3 : due > 1 ? 1.5 : 1);
      else if (known) setLast(known);
      state.known = number;
      if (state.known < (state.scene.flicks ?? 0)) advance(number);
      if (state.known < (state.scene.flicks ?? 0) && !state.options.reducedMotion && !state.hurry)
        await new Promise((done) => setTimeout(done, due > 4 ? 150 : 350));
    }
    state.busy = false;
    state.known = state.scene.flicks ?? 0;
    state.waiting = [];
    setPlaying(null);
    settle(state.scene);
  };

  useEffect(() => {
    const state = now.current;
    const flicks = scene.flicks ?? 0;
    const other = scene.table.id !== state.shown.table.id;
    if (other || (!state.busy && flicks <= state.known)) {
      if (other || flicks < state.known) setLast(null);
      state.known = flicks;
      state.waiting = [];
      settle(scene);
      return;
    }
    state.waiting.push(scene);
    if (state.busy && scene.flicks_at) {
      state.hurry = true; // somebody steps on in a replay
      state.wake();
      stage.current?.skip();
      return;
    }
    void run();
  }, [scene]);

  const again = () => {
    const state = now.current;
    if (state.busy) return stage.current?.skip();
    const flicks = state.scene.flicks ?? 0;
    if (!flicks) return;
    state.busy = true;
    state.hurry = false;
    void (async () => {
      const flick = last?.n === flicks ? last : await fetchFlick(state.scene, flicks).catch(() => null);
      if (flick) await play(flick, 0.25);
      state.busy = false;
      setPlaying(null);
      stage.current?.show(townOf(viewOf(state.shown)));
      if ((state.scene.flicks ?? 0) > state.known) void run();
      else settle(state.scene);
    })();
  };
  const skip = () => {
    now.current.hurry = true;
    now.current.wake();
    stage.current?.skip();
  };
  return { shown, playing, last, again, skip };
}
