// Hints and verdicts at a server's table. Where the module is there they are thought out on this device, at once, from what the server has told
// the seat with the scene; the server is only told that somebody is helped, which it may refuse. Else the server thinks.

import { app } from './app';
import type { FromAdviser, ToAdviser } from './here/adviser';
import { backend } from './backend';
import { nameFor, withNames } from './parts/seats';
import type { Scene } from './types';

class Adviser {
  private worker: Worker | null = null;
  private number = 0;
  private waiting = new Map<number, { resolve: (answer: any) => void; reject: (error: Error) => void }>();
  private listeners = new Set<() => void>();
  ready = false;

  onReady(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Loads the module, if it can be had. */
  start(): void {
    const files = backend.adviserFiles();
    if (this.worker || !files) return;
    this.worker = new Worker(files.adviser, { type: 'module' });
    this.worker.onerror = () => this.end();
    this.worker.onmessage = ({ data }: MessageEvent<FromAdviser>) => this.hear(data);
    this.worker.postMessage({ module: files.module } satisfies ToAdviser);
  }

  private hear(data: FromAdviser): void {
    if ('ready' in data) {
      this.ready = true;
      for (const listener of this.listeners) listener();
      return;
    }
    const waiting = this.waiting.get(data.number);
    this.waiting.delete(data.number);
    if ('answer' in data) waiting?.resolve(JSON.parse(data.answer));
    else waiting?.reject(new Error(data.failed));
    if ('broken' in data && data.broken) this.end();
  }

  /** It does not come back by itself: from now on the server thinks. */
  private end(): void {
    this.worker?.terminate();
    this.ready = false;
    for (const { reject } of this.waiting.values()) reject(new Error('The module has ended.'));
    this.waiting.clear();
  }

  think<T>(question: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      const number = ++this.number;
      this.waiting.set(number, { resolve, reject });
      this.worker!.postMessage({ number, question: JSON.stringify(question) } satisfies ToAdviser);
    });
  }
}

export const adviser = new Adviser();

/**
 * `hint` or `judge` with these fields. `more`: what the module is asked besides, about the position of this scene. Both are asked at the same
 * time, and nothing is shown that the server has not counted.
 */
export async function advice<T>(what: 'hint' | 'judge', fields: Record<string, unknown>, scene: Scene | null, more: Record<string, unknown> = {}): Promise<T> {
  const answer = await askAdvice<T>(what, fields, scene, more);
  return withNames(answer, (seat) => (scene?.table.seats[seat] ? nameFor(scene, seat) : undefined));
}

async function askAdvice<T>(what: 'hint' | 'judge', fields: Record<string, unknown>, scene: Scene | null, more: Record<string, unknown>): Promise<T> {
  if (!scene?.knowledge || !adviser.ready) return app.connection.ask<T>(what, fields);
  const own = adviser.think<T>({ seat: scene.seat, knowledge: scene.knowledge, ...more }).catch(() => null);
  const [, thought] = await Promise.all([app.connection.ask(what, { ...fields, here: true }), own]);
  return thought ?? app.connection.ask<T>(what, fields);
}
