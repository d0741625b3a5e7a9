// The analysis of a finished game on the player's own processors: several workers share the units of one game (src/solo/analyst.h).
// They share no memory, so this works on any host, and a worker that ends takes nothing with it.

import { backend } from '../backend';
import type { FromAnalyst, ToAnalyst } from './analyst';

interface Units {
  moments: unknown[];
  decisions: unknown[];
}

/** One analysis of those of all parts: unit number n was the business of part n modulo the number of parts. */
export function mergeParts(told: string[]): string {
  const parts: Units[] = told.map((text) => JSON.parse(text));
  const [whole] = parts;
  const owner = (unit: number) => parts[unit % parts.length];
  const first = whole.moments.length;
  return JSON.stringify({
    ...whole,
    moments: whole.moments.map((_, i) => owner(i).moments[i]),
    decisions: whole.decisions.map((_, i) => owner(first + i).decisions[i]),
  });
}

/** As many as there are processors, less one for everything else. */
const enough = () => Math.max(1, Math.min(8, (navigator.hardwareConcurrency || 2) - 1));

export class Analysts {
  private readonly done: number[];

  private constructor(private readonly workers: Worker[]) {
    this.done = workers.map(() => 0);
  }

  static async start(record: string, parts = enough()): Promise<Analysts> {
    const files = backend.analystFiles();
    const module = await WebAssembly.compileStreaming(fetch(files.module));
    const workers = Array.from({ length: parts }, () => new Worker(files.analyst, { type: 'module' }));
    workers.forEach((worker, part) => worker.postMessage({ module, record, part, parts } satisfies ToAnalyst));
    return new Analysts(workers);
  }

  stop(): void {
    for (const worker of this.workers) worker.terminate();
  }

  private ask(which: number, wish: ToAnalyst, progress: () => void): Promise<string> {
    const worker = this.workers[which];
    return new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error('The analysis could not be started.'));
      worker.onmessage = ({ data }: MessageEvent<FromAnalyst>) => {
        if ('told' in data) return resolve(data.told);
        if ('broken' in data) return reject(new Error(data.broken));
        this.done[which] = data.done;
        progress();
      };
      worker.postMessage(wish);
    });
  }

  /** Analyses the game to this precision, from what was found before; the analysis as a text. */
  async analyse(precision: number, saved: string, progress: (share: number) => void): Promise<string> {
    this.done.fill(0);
    const tell = () => progress(this.done.reduce((sum, share) => sum + share, 0) / this.done.length);
    const told = await Promise.all(this.workers.map((_, which) => this.ask(which, { precision, saved, work: true }, tell)));
    return this.ask(0, { precision, saved: mergeParts(told), work: false }, () => undefined);
  }

  /** Takes over what was found, to answer questions about it. */
  know(saved: string): Promise<string> {
    return this.ask(0, { precision: 0, saved, work: false }, () => undefined);
  }

  /** Goes on for a while with what is too close to call: the analysis as a text, and how much of it is done. */
  async settle(ms: number, precision: number): Promise<{ told: string; done: number }> {
    const told = await this.ask(0, { settle: ms, precision }, () => undefined);
    return { told, done: this.done[0] };
  }

  /** All legal moves of a decision, or what one of them would have been worth, as a text; one question at a time. */
  about(step: number, move?: string): Promise<string> {
    return this.ask(0, { step, move }, () => undefined);
  }
}
