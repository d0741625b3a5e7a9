// Showing how a flick went. The scene that a flick led to is held back until everybody has seen the flick: first the table as it
// was, then every piece on its way, then the new scene with the ruling. All viewers fetch the same bytes and see the same.

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { app } from 'shell/app';
import { request } from 'shell/request';
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

export interface Showing {
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
  /** Nothing is shown yet: somebody still reads what it is about. */
  held: boolean;
  reducedMotion: boolean;
  /** What goes on around a flick; asked when one is shown. */
  around: RefObject<{ before: (flick: Flick) => number; during: (flick: Flick) => void; after: (flick: Flick) => number }>;
}

/** What the show tells the board. */
interface Told {
  setShown: (scene: Scene) => void;
  setPlaying: (flick: Flick | null) => void;
  setLast: (flick: Flick | null) => void;
}

/** The show: flicks wait for each other, and the scene that they led to waits for them. */
class Show {
  private shown: Scene;
  private known: number;
  private busy = false;
  private hurry = false;
  private waiting: Scene[] = [];
  private last: Flick | null = null;
  private wake = () => {};

  constructor(
    private scene: Scene,
    private readonly stage: RefObject<Stage>,
    public options: ShowOptions,
    private readonly told: Told,
  ) {
    this.shown = scene;
    this.known = options.held ? 0 : (scene.flicks ?? 0); // what came before the briefing was read is seen after it
  }

  private settle(next: Scene): void {
    this.shown = next;
    this.told.setShown(next);
  }

  private setLast(flick: Flick | null): void {
    this.last = flick;
    this.told.setLast(flick);
  }

  /** A while that a tap ends. */
  private pause(ms: number): Promise<void> {
    return new Promise((done) => {
      if (ms <= 0 || this.hurry || this.options.reducedMotion) return done();
      const timer = setTimeout(done, ms);
      this.wake = () => (clearTimeout(timer), done());
    });
  }

  /** One flick, from the table before it to its end. `quick`: there are more to come. */
  private async play(flick: Flick, speed: number, quick = 1): Promise<void> {
    const { around } = this.options;
    const stage = this.stage.current;
    const hurried = app.animation === 'quick';
    const way = hurried ? speed * 2 : speed;
    const shortly = hurried ? quick * 3 : quick;
    this.told.setPlaying(flick);
    stage?.show(townBefore(viewOf(this.shown), flick.before, flick.duel), true);
    if (!this.options.reducedMotion) await this.pause((around.current?.before(flick) ?? 0) / shortly);
    const seen = this.stage.current?.play(pathOfFlick(flick), way);
    if (this.options.reducedMotion || this.hurry) this.stage.current?.skip();
    else {
      hearFlick(flick, way);
      around.current?.during(flick);
    }
    await seen;
    hearEnd(flick);
    this.setLast(flick);
    await this.pause((around.current?.after(flick) ?? 0) / shortly);
  }

  /** What was known when so many flicks had been: hats, hour and log go on with what is seen. */
  private advance(flicks: number): void {
    const due = this.waiting.filter((one) => (one.flicks ?? 0) <= flicks);
    this.waiting = this.waiting.slice(due.length);
    if (due.length) this.settle(due[due.length - 1]);
  }

  private due(): number {
    return (this.scene.flicks ?? 0) - this.known;
  }

  /** More to come: faster. The one that decided the game is seen slowly. */
  private speed(due: number): number {
    const last = due === 1 && this.scene.table.status !== 'running' && !this.scene.flicks_at;
    return this.options.slow ? 0.25 : last ? 0.3 : due > 4 ? 3 : due > 1 ? 2 : 1;
  }

  private async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.hurry = false;
    for (let due = this.due(); due > 0; due = this.due()) {
      if (this.scene.flicks_at && due > 1) break; // a jump in a replay
      if (due > most) this.known += due - most;
      const number = this.known + 1;
      const flick = await fetchFlick(this.scene, number).catch(() => null);
      if (flick && !this.hurry) await this.play(flick, this.speed(due), due > 4 ? 3 : due > 1 ? 1.5 : 1);
      else if (flick) this.setLast(flick);
      this.known = number;
      if (this.due() > 0) this.advance(number);
      if (this.due() > 0 && !this.options.reducedMotion && !this.hurry) await new Promise((done) => setTimeout(done, due > 4 ? 150 : 350));
    }
    this.busy = false;
    this.known = this.scene.flicks ?? 0;
    this.waiting = [];
    this.told.setPlaying(null);
    this.settle(this.scene);
  }

  /** A new scene came. */
  take(scene: Scene): void {
    this.scene = scene;
    const flicks = scene.flicks ?? 0;
    const other = scene.table.id !== this.shown.table.id;
    if (other || (!this.busy && !this.options.held && flicks <= this.known)) {
      if (other || flicks < this.known) this.setLast(null);
      this.known = flicks;
      this.waiting = [];
      return this.settle(scene);
    }
    this.waiting.push(scene);
    if (this.options.held) return;
    if (this.busy && scene.flicks_at)
      this.skip(); // somebody steps on in a replay
    else void this.run();
  }

  /** The last flick once more, slowly. */
  async again(): Promise<void> {
    const flicks = this.scene.flicks ?? 0;
    if (this.busy) return this.stage.current?.skip();
    if (!flicks) return;
    this.busy = true;
    this.hurry = false;
    const flick = this.last?.n === flicks ? this.last : await fetchFlick(this.scene, flicks).catch(() => null);
    if (flick) await this.play(flick, 0.25);
    this.busy = false;
    this.told.setPlaying(null);
    this.stage.current?.show(townOf(viewOf(this.shown)));
    if (this.due() > 0) void this.run();
    else this.settle(this.scene);
  }

  /** What came while it was held. */
  go(): void {
    if (this.busy) return;
    if (this.due() > 0) return void this.run();
    this.waiting = [];
    if (this.scene !== this.shown) this.settle(this.scene);
  }

  skip(): void {
    this.hurry = true;
    this.wake();
    this.stage.current?.skip();
  }
}

export function useFlicks(scene: Scene, stage: RefObject<Stage>, options: ShowOptions): Showing {
  const [shown, setShown] = useState(scene);
  const [playing, setPlaying] = useState<Flick | null>(null);
  const [last, setLast] = useState<Flick | null>(null);
  const [show] = useState(() => new Show(scene, stage, options, { setShown, setPlaying, setLast }));
  show.options = options;
  useEffect(() => show.take(scene), [scene]);
  useEffect(() => {
    if (!options.held) show.go();
  }, [options.held]);
  return { shown, playing, last, again: () => void show.again(), skip: () => show.skip() };
}
