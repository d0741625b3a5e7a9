// What a change does: bots play the same deals with both editions, on this device's own processors, and what came out is compared.

import type { FromAnalyst, ToAnalyst } from '../here/analyst';
import { backend } from '../backend';
import type { Json } from './values';

/** A game that was played: points and share of the win by seat, and how many decisions it took. */
export interface Played {
  scores: number[];
  wins: number[];
  steps: number;
}

export interface StudyPlan {
  game: string;
  before: Json | null;
  after: Json;
  seats: number;
  /** 0: quick players, without a search. */
  level: number;
  games: number;
}

/** A mean with the half of its interval, in which it lies with nineteen chances of twenty. */
export interface Mean {
  mean: number;
  around: number;
}

export function meanOf(values: number[]): Mean {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / (count || 1);
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, count - 1);
  return { mean, around: 1.96 * Math.sqrt(spread / Math.max(1, count)) };
}

export interface Measure {
  name: string;
  unit: string;
  before: Mean;
  after: Mean;
  change: Mean;
}

const points = ({ scores }: Played) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** What is compared, game by game on the same deal. */
export function measuresOf(before: Played[], after: Played[], withPoints: boolean): Measure[] {
  const seats = before[0]?.wins.length ?? 0;
  const kinds: [string, string, (game: Played) => number][] = [];
  if (withPoints) kinds.push([seats > 1 ? 'Points per seat' : 'Points', '', points]);
  if (seats > 1) for (let seat = 0; seat < seats; seat++) kinds.push([`Wins of seat ${seat + 1}`, '%', ({ wins }) => 100 * wins[seat]]);
  else kinds.push(['Wins', '%', ({ wins }) => 100 * wins[0]]);
  kinds.push(['Decisions in a game', '', ({ steps }) => steps]);
  return kinds.map(([name, unit, value]) => ({
    name,
    unit,
    before: meanOf(before.map(value)),
    after: meanOf(after.map(value)),
    change: meanOf(before.map((game, i) => value(after[i]) - value(game))),
  }));
}

const processors = () => Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));

function ask(worker: Worker, play: object): Promise<Played[]> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('The study could not be started.'));
    worker.onmessage = ({ data }: MessageEvent<FromAnalyst>) => {
      if ('told' in data) resolve(JSON.parse(data.told).games);
      else if ('broken' in data) reject(new Error(data.broken));
    };
    worker.postMessage({ play: JSON.stringify(play) } satisfies ToAnalyst);
  });
}

/** A study in progress. */
export class Study {
  private workers: Worker[] = [];
  private stopped = false;
  readonly before: Played[] = [];
  readonly after: Played[] = [];

  constructor(
    private readonly plan: StudyPlan,
    private readonly tell: () => void,
  ) {}

  /** Pair by pair, so that what is there at any time can be compared. */
  private async work(worker: Worker, numbers: number[]): Promise<void> {
    const { game, seats, level } = this.plan;
    while (numbers.length && !this.stopped) {
      const first = numbers.splice(0, level ? 1 : 10);
      const wish = { game, seats, level, numbers: first };
      const before = await ask(worker, { ...wish, edition: this.plan.before });
      const after = await ask(worker, { ...wish, edition: this.plan.after });
      this.before.push(...before);
      this.after.push(...after);
      this.tell();
    }
  }

  async run(): Promise<void> {
    const files = backend.analystFiles();
    const module = await WebAssembly.compileStreaming(fetch(files.module));
    if (this.stopped) return;
    const numbers = Array.from({ length: this.plan.games }, (_, i) => i + 1);
    this.workers = Array.from({ length: processors() }, () => new Worker(files.analyst, { type: 'module' }));
    for (const worker of this.workers) worker.postMessage({ module } satisfies ToAnalyst);
    try {
      await Promise.all(this.workers.map((worker) => this.work(worker, numbers)));
    } finally {
      this.stop();
    }
  }

  stop(): void {
    this.stopped = true;
    for (const worker of this.workers) worker.terminate();
  }
}
