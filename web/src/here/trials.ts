// Many games between bots on the player's own processors, for whoever builds something and wants to know if it is fair. Each worker has a
// module of its own and plays one game after the other until it is stopped.

import { backend } from '../backend';
import type { FromAnalyst, ToAnalyst } from './analyst';

/** What is played: src/solo/study.h. */
export interface Trial {
  game: string;
  edition?: object;
  options?: Record<string, string>;
  seats: number;
  /** Of the bots, and how many things they try per decision; without it, the level's own number. */
  level: number;
  iterations?: number;
}

const enough = () => Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));

export class Trials {
  private constructor(private readonly workers: Worker[]) {}

  /** `played` is told the winning seats of each game. Fails if the first game cannot be played. */
  static async start(trial: Trial, played: (winners: number[]) => void): Promise<Trials> {
    const files = backend.analystFiles();
    const module = await WebAssembly.compileStreaming(fetch(files.module));
    const workers = Array.from({ length: enough() }, () => new Worker(files.analyst, { type: 'module' }));
    const trials = new Trials(workers);
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => (trials.stop(), reject(new Error(why)));
      workers.forEach((worker, part) => {
        worker.onerror = () => fail('The bots could not be started.');
        worker.onmessage = ({ data }: MessageEvent<FromAnalyst>) => {
          if ('broken' in data) return fail(data.broken);
          if ('told' in data) {
            const [game] = (JSON.parse(data.told) as { games: { wins: number[] }[] }).games;
            played(game.wins.flatMap((share, seat) => (share > 0 ? [seat] : [])));
          }
          resolve();
          next();
        };
        let number = part - workers.length;
        const next = () => worker.postMessage({ play: JSON.stringify({ ...trial, numbers: [(number += workers.length)] }) } satisfies ToAnalyst);
        worker.postMessage({ module } satisfies ToAnalyst);
        next();
      });
    });
    return trials;
  }

  stop(): void {
    for (const worker of this.workers) worker.terminate();
  }
}
