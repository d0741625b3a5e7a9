// The connection to the tables, wherever they are (backend.ts): one socket with a heartbeat that reconnects by itself, after a longer backoff
// each time, sends again what was not answered, and puts scenes together from the pieces in which they arrive.

import { backend } from './backend';
import type { TableSocket } from './backend';
import type { Turn } from './people';
import { PrintedParts, withPrinted } from './printed';
import { ServerError } from './request';
import type { ChatLine, LogEntry, Notice, Scene } from './types';

/** `unsaved`: open, but the server cannot save anything for now. */
export type ConnectionState = 'connecting' | 'open' | 'unsaved' | 'lost';

interface Pending {
  text: string;
  resolve: (answer: any) => void;
  reject: (error: ServerError) => void;
}

type Listener<T> = (value: T) => void;

interface Watch {
  seat: number | null;
  listeners: Set<Listener<Scene>>;
  failed: Listener<ServerError>;
}

const heartbeatEvery = 25000;
const heartbeatTimeout = 5000;
const firstBackoff = 500;
const mostBackoff = 8000;

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** One for the whole page. */
export class Connection {
  private socket: TableSocket | null = null;
  private client = randomId();
  private number = 0;
  private pending = new Map<number, Pending>();
  private greeted = false;
  private backoff = firstBackoff;
  private reconnectTimer: ReturnType<typeof setTimeout> | null = null;
  private wanted = false;
  private heartbeat: ReturnType<typeof setInterval> | null = null;
  private heartbeatTimer: ReturnType<typeof setTimeout> | null = null;
  private scenes = new Map<string, Scene>();
  private printed = new PrintedParts((fingerprint) => backend.lasting(`/api/printed/${fingerprint}`));
  /** Scenes that wait for what is printed at their table, in their order; and tables where it cannot be had, so that it comes with every scene. */
  private held = new Map<string, any[]>();
  private whole = new Set<string>();
  private watches = new Map<string, Watch>();
  /** Listeners to other pushes, by their kind; and what is asked for whenever the line is new. */
  private hearers = new Map<string, Set<Listener<any>>>();
  private followed = new Map<string, { count: number; last: unknown }>();
  private kept = new Map<string, { fields: Record<string, unknown>; failed: Listener<ServerError> }>();
  private turnListeners = new Set<Listener<Turn[]>>();
  private achievedListeners = new Set<Listener<any>>();
  private stateListeners = new Set<Listener<ConnectionState>>();
  state: ConnectionState = 'connecting';
  /** Why the server went away, if it said so. */
  farewell = '';
  /** What the server says while it cannot save anything. */
  unsaved = '';
  /** The server has signed this device out. */
  onSignedOut: () => void = () => undefined;
  /** A connection ended before it began: the server is away, or does not know who this is. */
  onRefused: () => void = () => undefined;
  /** Whose connection it is. False: not of the one whose messages wait here. */
  onHello: (person: { id: string; name: string }) => boolean = () => true;

  start(): void {
    this.wanted = true;
    if (!this.socket) this.open();
    if (!this.heartbeat) this.heartbeat = setInterval(() => this.beat(), heartbeatEvery);
  }

  /** For good, until the next start: whoever comes then is somebody else. */
  stop(): void {
    this.wanted = false;
    if (this.reconnectTimer) clearTimeout(this.reconnectTimer);
    if (this.heartbeat) clearInterval(this.heartbeat);
    this.heartbeat = null;
    this.heartbeatAnswered();
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    socket?.close();
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(new ServerError('gone', 'That was not done: you are no longer signed in as you were.'));
    this.scenes.clear();
    this.held.clear();
    this.whole.clear();
    this.client = randomId();
    this.number = 0;
    this.backoff = firstBackoff;
    this.setState('connecting');
    for (const listener of this.turnListeners) listener([]);
    for (const followed of this.followed.values()) followed.last = undefined;
  }

  /** The heartbeat. Is the line still good? After a closed lid a socket can look open and be dead: then it is given up and opened anew. */
  beat(): void {
    const socket = this.socket;
    if (!socket) return this.reconnect();
    if (!this.greeted || this.heartbeatTimer) return;
    this.heartbeatTimer = setTimeout(() => this.giveUp(socket), heartbeatTimeout);
    void this.ask('ping').then(
      () => this.heartbeatAnswered(),
      () => this.heartbeatAnswered(),
    );
  }

  private heartbeatAnswered(): void {
    if (this.heartbeatTimer) clearTimeout(this.heartbeatTimer);
    this.heartbeatTimer = null;
  }

  /** The browser says that there is no network: no need to wait until the socket notices. */
  offline(): void {
    if (this.socket && !backend.here) this.giveUp(this.socket);
  }

  private giveUp(socket: TableSocket): void {
    this.disconnected(socket);
    socket.close();
  }

  onState(listener: Listener<ConnectionState>): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }

  private setState(state: ConnectionState): void {
    this.state = state;
    for (const listener of this.stateListeners) listener(state);
  }

  private open(): void {
    const socket = backend.socket();
    this.socket = socket;
    this.greeted = false;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.socket === socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => this.disconnected(socket);
  }

  private disconnected(socket: TableSocket): void {
    if (this.socket !== socket) return;
    if (!this.greeted) this.onRefused();
    this.socket = null;
    this.greeted = false;
    this.unsaved = '';
    this.heartbeatAnswered();
    this.setState('lost');
    if (!this.wanted) return;
    this.reconnectTimer = setTimeout(() => this.open(), this.backoff);
    this.backoff = Math.min(this.backoff * 2, mostBackoff);
  }

  /** Tries at once: somebody pressed "try again", or the browser is online again. */
  reconnect(): void {
    if (this.socket || !this.wanted) return;
    if (this.reconnectTimer) clearTimeout(this.reconnectTimer);
    this.backoff = firstBackoff;
    this.open();
  }

  private greet(): void {
    const greeting = ++this.number;
    const hear = ({ person }: { person: { id: string; name: string } }) => (this.onHello(person) ? this.resume() : undefined);
    this.pending.set(greeting, { text: '', resolve: hear, reject: () => this.socket?.close() });
    this.socket?.send(JSON.stringify({ n: greeting, do: 'hello', client: this.client }));
  }

  /** After hello: what was not answered goes out again under its old number; then everything is looked at anew. */
  private resume(): void {
    this.greeted = true;
    this.backoff = firstBackoff;
    this.farewell = '';
    for (const number of [...this.pending.keys()].sort((a, b) => a - b)) {
      const { text } = this.pending.get(number)!;
      if (text) this.socket?.send(text);
      else this.pending.delete(number);
    }
    for (const [table, watch] of this.watches) this.sendWatch(table, watch.seat);
    for (const kind of this.followed.keys()) void this.ask(kind, { on: true }).catch(() => undefined);
    for (const [what, { fields, failed }] of this.kept) void this.ask(what, fields).catch(failed);
    if (this.turnListeners.size) void this.ask('turns', { on: true }).catch(() => undefined);
    this.setState(this.unsaved ? 'unsaved' : 'open');
  }

  /** Sends a message; the promise waits for the answer, across reconnects. */
  ask<T = any>(what: string, fields: Record<string, unknown> = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const number = ++this.number;
      const text = JSON.stringify({ n: number, do: what, ...fields });
      this.pending.set(number, { text, resolve, reject });
      if (this.greeted && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  private receive(message: any): void {
    if (message.push === 'scene') this.takeLean(message);
    else if (message.push === 'turns') this.takeTurns(message);
    else if (message.push === 'achieved') for (const listener of this.achievedListeners) listener(message);
    else if (message.push === 'bye' && message.code === 'signed_out') this.onSignedOut();
    else if (message.push === 'bye') this.farewell = message.message;
    else if (message.push === 'store') this.takeTrouble(message.saved ? '' : message.message);
    else if (message.push === 'error') this.watches.get(message.table)?.failed(new ServerError(message.code, message.message));
    else if (message.push) this.takePush(message);
    else if (message.re !== undefined) {
      const pending = this.pending.get(message.re);
      this.pending.delete(message.re);
      if (message.ok) pending?.resolve(message);
      else pending?.reject(new ServerError(message.error.code, message.error.message));
    }
  }

  /** Deadlines by the clock of this device. */
  private takeTurns({ tables, now }: any): void {
    const ahead = now ? Date.now() - now : 0;
    const turns = tables.map((turn: Turn) => ({ ...turn, deadline: turn.deadline && turn.deadline + ahead }));
    for (const listener of this.turnListeners) listener(turns);
  }

  private takePush(message: any): void {
    const followed = this.followed.get(message.push);
    if (followed) followed.last = message;
    for (const listener of this.hearers.get(message.push) ?? []) listener(message);
  }

  /** The server's own trouble, or the end of it: before hello it is only noted. */
  private takeTrouble(message: string): void {
    this.unsaved = message;
    if (this.greeted) this.setState(message ? 'unsaved' : 'open');
  }

  /** A scene may lack what is printed: it waits until that is here, and so do those that follow. */
  private takeLean(message: any): void {
    const id: string = message.table.id;
    const held = this.held.get(id);
    if (held) held.push(message);
    else if (!message.printed) this.takeScene(message);
    else if (this.printed.get(message.printed) === undefined) void this.fetchPrinted(id, message);
    else this.takeScene({ ...message, view: withPrinted(this.printed.get(message.printed), message.view) });
  }

  private async fetchPrinted(table: string, first: any): Promise<void> {
    const held = [first];
    this.held.set(table, held);
    const there = await this.printed.fetch(first.printed);
    if (this.held.get(table) !== held) return; // the table was looked at anew meanwhile, or not at all
    this.held.delete(table);
    if (there) for (const message of held) this.takeLean(message);
    else {
      this.whole.add(table);
      this.sendWatch(table, this.watches.get(table)?.seat ?? null);
    }
  }

  private takeScene(message: any): void {
    const id: string = message.table.id;
    const last = this.scenes.get(id);
    const keptLog: LogEntry[] = message.log_from > 0 && last ? last.log.slice(0, message.log_from) : [];
    const newChat: ChatLine[] = message.chat;
    const firstChat = newChat.length ? newChat[0].i : Infinity;
    const begins = message.chat_older !== undefined; // the first scene of a watch has the end of the chat; there may be a gap before it
    const keptChat = last && !begins ? last.chat.filter((line) => line.i < firstChat) : [];
    const newNotices: Notice[] = message.notices ?? [];
    const firstNotice = newNotices.length ? newNotices[0].i : Infinity;
    const notices = [...(last?.notices ?? []).filter((notice) => notice.i < firstNotice), ...newNotices];
    const chat_older = message.chat_older ?? last?.chat_older;
    this.showScene({ ...message, notices, log: [...keptLog, ...message.log], chat: [...keptChat, ...newChat], chat_older });
  }

  private showScene(scene: Scene): void {
    const { id } = scene.table;
    this.scenes.set(id, scene);
    for (const listener of this.watches.get(id)?.listeners ?? []) listener(scene);
  }

  /** An older page of a table's chat, put before what is there. */
  async older(table: string): Promise<void> {
    const before = this.scenes.get(table)?.chat[0]?.i;
    const page = await this.ask('older', { table, ...(before !== undefined && { before }) });
    const scene = this.scenes.get(table);
    if (!scene || scene.chat[0]?.i !== before) return; // it has come meanwhile, or the table was looked at anew
    this.showScene({ ...scene, chat: [...page.chat, ...scene.chat], chat_older: page.older });
  }

  private sendWatch(table: string, seat: number | null): void {
    const fields = {
      table,
      ...(seat !== null && { seat }),
      ...(backend.adviserFiles() && { knowledge: true }),
      ready: true, // the page asks
      ...(!backend.here && !this.whole.has(table) && { without: ['printed'] }),
    };
    this.scenes.delete(table);
    this.held.delete(table);
    void this.ask('watch', fields).catch((error) => error.code !== 'gone' && this.watches.get(table)?.failed(error));
  }

  watch(table: string, listener: Listener<Scene>, failed: Listener<ServerError>): () => void {
    let watch = this.watches.get(table);
    if (!watch) {
      watch = { seat: null, listeners: new Set(), failed };
      this.watches.set(table, watch);
      if (this.greeted) this.sendWatch(table, null);
    }
    watch.listeners.add(listener);
    const scene = this.scenes.get(table);
    if (scene) listener(scene);
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size) return;
      this.watches.delete(table);
      this.scenes.delete(table);
      this.held.delete(table);
      void this.ask('unwatch', { table }).catch(() => undefined);
    };
  }

  /** Looks at a table through another of the own seats. */
  look(table: string, seat: number | null): void {
    const watch = this.watches.get(table);
    if (!watch) return;
    watch.seat = seat;
    this.sendWatch(table, seat);
  }

  /** Where the person has to decide, whichever page is open. */
  turns(listener: Listener<Turn[]>): () => void {
    this.turnListeners.add(listener);
    if (this.greeted) void this.ask('turns', { on: true }).catch(() => undefined);
    return () => this.turnListeners.delete(listener);
  }

  onAchieved(listener: Listener<any>): () => void {
    this.achievedListeners.add(listener);
    return () => this.achievedListeners.delete(listener);
  }

  /** Everything of that kind that the server pushes. */
  hear<T>(kind: string, listener: Listener<T>): () => void {
    const hearers = this.hearers.get(kind) ?? new Set();
    this.hearers.set(kind, hearers.add(listener));
    return () => void hearers.delete(listener);
  }

  /** Something that the server keeps telling of as long as somebody listens: "lobby", "friends". */
  follow<T>(kind: string, listener: Listener<T>): () => void {
    const stop = this.hear(kind, listener);
    const followed = this.followed.get(kind) ?? { count: 0, last: undefined };
    this.followed.set(kind, followed);
    if (followed.last !== undefined) listener(followed.last as T);
    if (followed.count++ === 0 && this.greeted) void this.ask(kind, { on: true }).catch(() => undefined);
    return () => {
      stop();
      if (--followed.count > 0) return;
      this.followed.delete(kind);
      if (this.greeted) void this.ask(kind, { on: false }).catch(() => undefined);
    };
  }

  /** A wish that holds until it is taken back, also over a new line. */
  keep(what: string, fields: Record<string, unknown>, failed: Listener<ServerError>): () => void {
    this.kept.set(what, { fields, failed });
    if (this.greeted) void this.ask(what, fields).catch(failed);
    return () => {
      this.kept.delete(what);
      if (this.greeted) void this.ask(what, { on: false }).catch(() => undefined);
    };
  }
}
