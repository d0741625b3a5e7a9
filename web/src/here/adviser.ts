// The worker that thinks beside a table at a server: it has a module of its own and answers from what the server has told the seat.

import { Module } from './host';

/** From the page: where the module is, then questions (src/server/learning/learning.h). */
export type ToAdviser = { module: string } | { number: number; question: string };
/** To the page. */
export type FromAdviser = { ready: true } | { number: number; answer: string } | { number: number; failed: string; broken: boolean };

const post = (message: FromAdviser) => (self as unknown as Worker).postMessage(message);

let module: Module | null = null;

async function load(address: string): Promise<void> {
  module = await Module.load(await WebAssembly.compileStreaming(fetch(address)), (text) => console.warn(text));
  post({ ready: true });
}

function answer(number: number, question: string): void {
  try {
    post({ number, answer: module!.advise(question) });
  } catch (error) {
    // A module that has ended would answer nothing any more.
    post({ number, failed: (error as Error).message, broken: error instanceof WebAssembly.RuntimeError });
  }
}

self.onmessage = ({ data }: MessageEvent<ToAdviser>) => {
  // What cannot be loaded is not there: the page asks the server.
  if ('module' in data) void load(data.module).catch(() => self.close());
  else answer(data.number, data.question);
};
