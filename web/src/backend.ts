// Where the tables are: at a server, or on this device, where the module (src/solo) runs in a worker. Both take the same requests and
// the same messages; nothing beyond this file knows the difference by more than `backend.place`.

import type { FromWorker, ToWorker } from './here/worker';

/** What a connection needs to be; a WebSocket is one. */
export interface TableSocket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface Answer {
  ok: boolean;
  text: string;
}

/** What the page was written with; tests of single files have none. */
const page: DOMStringMap = globalThis.document?.documentElement.dataset ?? {};
const chosenKey = 'flipside.place';
/** Set once something was played on this device, so that a server's page knows that there is something to hand over. */
const usedKey = 'flipside.here';
const anotherTab = 'Your games on this device are open in another tab. Close that one, or go on there.';

/** The worker with the module, started when it is first needed and again if it ended. */
class Device {
  private worker: Worker | null = null;
  private number = 0;
  private waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  private socket: DeviceSocket | null = null;
  private ready: Promise<void> | null = null;

  private say(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private start(): Promise<void> {
    this.ready ??= new Promise((resolve, reject) => {
      const worker = new Worker(page.worker!, { type: 'module' });
      this.worker = worker;
      worker.onerror = () => this.end('The tables could not be loaded.', reject);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('ready' in data) resolve();
        else if ('sent' in data) for (const text of data.sent) this.socket?.onmessage?.({ data: text });
        else if ('reply' in data) this.answer(data.reply.number, { ok: data.reply.status === 200, text: data.reply.text });
        else this.end(data.broken === 'another tab' ? anotherTab : 'The tables had to be restarted. Your games are safe.', reject);
      };
      this.say({ module: new URL(page.module!, document.baseURI).href });
    });
    return this.ready;
  }

  private answer(number: number, answer: Answer): void {
    this.waiting.get(number)?.resolve(answer);
    this.waiting.delete(number);
  }

  /** Whoever waits is told; the next request starts it again, from what was kept. */
  private end(why: string, reject: (error: Error) => void): void {
    const { socket, waiting } = this;
    this.worker?.terminate();
    this.worker = this.ready = this.socket = null;
    this.waiting = new Map();
    for (const one of waiting.values()) one.reject(new Error(why));
    reject(new Error(why));
    socket?.ended();
  }

  async request(post: boolean, path: string, body: string): Promise<Answer> {
    await this.start();
    return new Promise((resolve, reject) => {
      const number = ++this.number;
      this.waiting.set(number, { resolve, reject });
      this.say({ request: { number, post, path, body } });
    });
  }

  open(): TableSocket {
    const socket = new DeviceSocket((text) => this.say({ message: text }));
    this.socket = socket;
    this.start().then(
      () => socket.opened(),
      () => socket.ended(),
    );
    return socket;
  }
}

class DeviceSocket implements TableSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(private readonly pass: (text: string) => void) {}

  opened(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  ended(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }

  send(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.pass(text);
  }

  close(): void {
    this.ended();
  }
}

/** A function of one vector: browsers before 2023 do not know them, and the module is full of them. */
const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

function canRunModule(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(vectors)) && 'locks' in navigator && 'indexedDB' in window;
}

class Backend {
  /** Files and nothing else: there is no server that could be asked. */
  readonly plain = page.host === 'plain';
  /** Was the module built, and can this browser run it? */
  readonly canBeHere = Boolean(page.module && page.worker && page.analyst) && canRunModule();
  place: 'server' | 'here' = this.canBeHere && (this.plain || sessionStorage.getItem(chosenKey) === 'here') ? 'here' : 'server';
  readonly device = new Device();

  get here(): boolean {
    return this.place === 'here';
  }

  /** What the workers are made of that analyse on this device. */
  analystFiles(): { module: string; analyst: string } {
    return { module: new URL(page.module!, document.baseURI).href, analyst: page.analyst! };
  }

  /** What the worker is made of that thinks beside a server's tables; null: the server does it. */
  adviserFiles(): { module: string; adviser: string } | null {
    const sparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
    if (this.here || !this.canBeHere || !page.adviser || sparing) return null;
    return { module: new URL(page.module!, document.baseURI).href, adviser: page.adviser };
  }

  /** Is there something on this device that a server has not got? */
  get used(): boolean {
    return localStorage.getItem(usedKey) !== null;
  }

  noteUsed(used: boolean): void {
    if (used) localStorage.setItem(usedKey, '1');
    else localStorage.removeItem(usedKey);
  }

  /** The server does not answer: from now on the tables are here. False: that is not possible. */
  fallBack(): boolean {
    if (this.here || !this.canBeHere) return false;
    this.place = 'here';
    return true;
  }

  /** The page starts anew at the other place. */
  move(place: 'server' | 'here', path = '/'): void {
    if (place === 'here') sessionStorage.setItem(chosenKey, 'here');
    else sessionStorage.removeItem(chosenKey);
    location.assign(path);
  }

  async ask(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> {
    return this.here ? this.device.request(method === 'POST', path, body ?? '') : this.askServer(method, path, body);
  }

  /** The server, wherever the tables are; where there is one. */
  async askServer(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> {
    const headers: HeadersInit = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await fetch(path, { method, headers, body, cache: 'no-store' }); // what was kept may be about somebody else
    return { ok: answer.ok, text: await answer.text() };
  }

  /** What never changes, and may come from what the browser has kept. */
  async lasting(path: string): Promise<unknown> {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  socket(): TableSocket {
    if (this.here) return this.device.open();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws`, 'flipside') as unknown as TableSocket;
  }
}

export const backend = new Backend();
