// The module (src/solo) as TypeScript sees it: texts in, texts out. It needs little of its host: a clock, random bytes, somewhere to
// write what goes wrong. Nothing here knows a game or a message.

/** What a call has brought: to be kept first, then passed on. */
export interface Outcome {
  /** Texts under keys; null: to be forgotten. */
  kept: [string, string | null][];
  /** Messages for the page's socket. */
  sent: string[];
  replies: { number: number; status: number; type: string; text: string }[];
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  solo_take(size: number): number;
  solo_free(text: number): void;
  solo_open(): number;
  solo_restore(key: number, text: number): number;
  solo_start(): number;
  solo_message(text: number, length: number): void;
  solo_request(number: number, post: number, path: number, body: number, length: number): void;
  solo_turn(): number;
  analyst_open(record: number, length: number): number;
  analyst_resume(saved: number, length: number): number;
  analyst_work(precision: number, part: number, parts: number): number;
  analyst_settle(): number;
  analyst_tell(precision: number): number;
  analyst_moves(step: number): number;
  analyst_try(step: number, text: number): number;
  adviser_ask(question: number, length: number): number;
  study_play(wish: number, length: number): number;
}

const badDescriptor = 8;
const notSupported = 52;

/** The few calls of the system interface that are answered; there are no files. */
export function system(memory: () => WebAssembly.Memory, say: (text: string) => void): Record<string, (...args: any[]) => number> {
  const view = () => new DataView(memory().buffer);
  const refuse = () => notSupported;
  return {
    clock_time_get(clock: number, _precision: bigint, out: number) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(ms * 1000)) * 1000n, true);
      return 0;
    },
    random_get(out: number, length: number) {
      for (let at = 0; at < length; at += 65536) crypto.getRandomValues(new Uint8Array(memory().buffer, out + at, Math.min(65536, length - at)));
      return 0;
    },
    fd_write(_fd: number, parts: number, count: number, out: number) {
      let written = 0;
      let text = '';
      for (let i = 0; i < count; i++) {
        const [at, length] = [view().getUint32(parts + 8 * i, true), view().getUint32(parts + 8 * i + 4, true)];
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length));
        written += length;
      }
      say(text.trimEnd());
      view().setUint32(out, written, true);
      return 0;
    },
    proc_exit(code: number) {
      throw new Error(`the module has ended itself: ${code}`);
    },
    sched_yield: () => 0,
    fd_prestat_get: () => badDescriptor,
    fd_prestat_dir_name: () => badDescriptor,
    fd_close: refuse,
    fd_fdstat_get: refuse,
    fd_read: refuse,
    fd_seek: refuse,
    path_open: refuse,
  };
}

export class Module {
  private outcome: Outcome = { kept: [], sent: [], replies: [] };

  private constructor(private readonly wasm: Exports) {}

  static async load(compiled: WebAssembly.Module, say: (text: string) => void): Promise<Module> {
    let module: Module | null = null;
    let wasm: Exports | null = null;
    const text = (at: number, length: number) => new TextDecoder().decode(new Uint8Array(wasm!.memory.buffer, at, length));
    const word = (at: number) => {
      const bytes = new Uint8Array(wasm!.memory.buffer, at);
      return text(at, bytes.indexOf(0));
    };
    const instance = await WebAssembly.instantiate(compiled, {
      wasi_snapshot_preview1: system(() => wasm!.memory, say),
      flipside: {
        send: (at: number, length: number) => void module!.outcome.sent.push(text(at, length)),
        reply: (number: number, status: number, type: number, at: number, length: number) =>
          void module!.outcome.replies.push({ number, status, type: word(type), text: text(at, length) }),
        keep: (key: number, at: number, length: number) => void module!.outcome.kept.push([word(key), at ? text(at, length) : null]),
      },
    });
    wasm = instance.exports as unknown as Exports;
    module = new Module(wasm);
    wasm._initialize();
    if (!wasm.solo_open()) throw new Error('There is not enough memory for the tables.');
    return module;
  }

  /** Hands texts over for the time of a call, each ended by a zero. */
  private with<T>(texts: string[], call: (places: number[], lengths: number[]) => T): T {
    const places: number[] = [];
    const lengths: number[] = [];
    for (const text of texts) {
      const bytes = new TextEncoder().encode(text);
      const place = this.wasm.solo_take(bytes.length + 1);
      if (!place) throw new Error('There is not enough memory for the tables.');
      const memory = new Uint8Array(this.wasm.memory.buffer, place, bytes.length + 1);
      memory.set(bytes);
      memory[bytes.length] = 0;
      places.push(place);
      lengths.push(bytes.length);
    }
    try {
      return call(places, lengths);
    } finally {
      for (const place of places) this.wasm.solo_free(place);
    }
  }

  /** What was kept before; false: it is not what the module keeps. */
  restore(key: string, text: string): boolean {
    return this.with([key, text], ([keyAt, textAt]) => this.wasm.solo_restore(keyAt, textAt)) === 1;
  }

  start(): void {
    if (!this.wasm.solo_start()) throw new Error('There is not enough memory for the tables.');
  }

  message(text: string): void {
    this.with([text], ([at], [length]) => this.wasm.solo_message(at, length));
  }

  request(number: number, post: boolean, path: string, body: string): void {
    this.with([path, body], ([pathAt, bodyAt], [, length]) => this.wasm.solo_request(number, post ? 1 : 0, pathAt, bodyAt, length));
  }

  /** True: there is more to do. */
  turn(): boolean {
    return this.wasm.solo_turn() === 1;
  }

  /** What an analyst does (src/solo/analyst.h); an error if it could not. */
  private analysed(result: number): number {
    if (result < 0) throw new Error(this.take().replies[0]?.text);
    return result;
  }

  openGame(record: string): void {
    this.with([record], ([at], [length]) => this.analysed(this.wasm.analyst_open(at, length)));
  }

  resumeAnalysis(saved: string): void {
    this.with([saved], ([at], [length]) => this.analysed(this.wasm.analyst_resume(at, length)));
  }

  /** Some tenths of a second of work on each `parts`th unit; how much of it is done, 0 … 1. */
  workOn(precision: number, part: number, parts: number): number {
    return this.analysed(this.wasm.analyst_work(precision, part, parts)) / 1000;
  }

  /** Some tenths of a second of work on what is too close to call; how much is done, 0 … 1. */
  settle(): number {
    return this.analysed(this.wasm.analyst_settle()) / 1000;
  }

  tellAnalysis(precision: number): string {
    this.analysed(this.wasm.analyst_tell(precision));
    return this.take().replies[0].text;
  }

  /** All legal moves of a decision, as `actions` of a scene. */
  tellMoves(step: number): string {
    this.analysed(this.wasm.analyst_moves(step));
    return this.take().replies[0].text;
  }

  /** What one of them would have been worth, as a choice of the analysis. */
  tryMove(step: number, text: string): string {
    this.with([text], ([at]) => this.analysed(this.wasm.analyst_try(step, at)));
    return this.take().replies[0].text;
  }

  /** Games between bots with an edition (src/solo/study.h), as a text. */
  playStudy(wish: string): string {
    this.with([wish], ([at], [length]) => this.analysed(this.wasm.study_play(at, length)));
    return this.take().replies[0].text;
  }

  /** A hint or a verdict (src/solo/adviser.h), as texts; an error if there is none. */
  advise(question: string): string {
    const status = this.with([question], ([at], [length]) => this.wasm.adviser_ask(at, length));
    const [reply] = this.take().replies;
    if (status < 0) throw new Error(reply.text);
    return reply.text;
  }

  /** What has come since the last time. */
  take(): Outcome {
    const outcome = this.outcome;
    this.outcome = { kept: [], sent: [], replies: [] };
    return outcome;
  }
}
