// The worker behind the tables on this device: it runs the module, keeps what that wants kept, and only then passes on what it says.

import { Module } from './host';
import { Kept } from './database';

/** From the page: where the module is, then messages and requests. */
export type ToWorker = { module: string } | { message: string } | { request: { number: number; post: boolean; path: string; body: string } };
/** To the page. */
export type FromWorker = { ready: true } | { sent: string[] } | { reply: { number: number; status: number; text: string } } | { broken: string };

const post = (message: FromWorker) => (self as unknown as Worker).postMessage(message);

let module: Module | null = null;
let kept: Kept | null = null;
const waiting: ToWorker[] = [];
let running = false;

async function load(address: string): Promise<void> {
  kept = await Kept.open();
  const compiled = await WebAssembly.compileStreaming(fetch(address));
  const opened = await Module.load(compiled, (text) => console.warn(text));
  for (const [key, text] of await kept.all()) opened.restore(key, text);
  opened.start();
  module = opened;
}

/** What was said is passed on when what it tells of is kept. */
async function passOn(): Promise<void> {
  const { kept: changes, sent, replies } = module!.take();
  if (changes.length) await kept!.put(changes);
  if (sent.length) post({ sent });
  for (const { number, status, text } of replies) post({ reply: { number, status, text } });
}

/** Lets in what the page says meanwhile: a bot that thinks long is still only one turn. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function run(): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (let more = false; waiting.length || more; await breathe()) {
      const next = waiting.shift();
      if (next && 'message' in next) module!.message(next.message);
      if (next && 'request' in next) module!.request(next.request.number, next.request.post, next.request.path, next.request.body);
      more = module!.turn();
      await passOn();
    }
  } catch (error) {
    post({ broken: (error as Error).message });
    self.close();
  }
  running = false;
}

/** Two tabs would each play on with their own copy of a table: the second one is told. */
function alone(use: () => Promise<void>): void {
  void navigator.locks.request('flipside-tables', { ifAvailable: true }, async (lock) => {
    if (!lock) {
      post({ broken: 'another tab' });
      return self.close();
    }
    await use();
    return new Promise<void>(() => undefined); // until this tab is closed
  });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data)
    alone(() =>
      load(data.module).then(
        () => {
          post({ ready: true });
          void run();
        },
        (error: Error) => {
          post({ broken: error.message });
          self.close();
        },
      ),
    );
  else {
    waiting.push(data);
    if (module) void run();
  }
};
