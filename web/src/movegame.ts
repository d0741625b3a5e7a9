// Games against bots alone go on while the server is away. While such a game is played at a server, the page keeps its record as far as the player
// knows it; when the server does not answer, the module plays on from there, against bots of the same level. When the server is back, the
// game goes on there in the same way. Either way it is a new table that counts for no rating: the cards so far are the same, what follows is dealt anew.

import { app, suggestName } from './app';
import { newDeal } from './deal';
import { backend } from './backend';
import { ServerError } from './request';
import type { Scene, Table } from './types';

interface Along {
  /** At the server, and, once it went on here, on this device. */
  table: string;
  here?: string;
  title: string;
  seat: number;
  level: number;
  record: unknown;
}

const key = 'flipside.along';
const most = 3;
/** The record is asked for when one has to decide, and not more often than this. */
const pause = 5000;

function all(): Along[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

function keep(along: Along): void {
  const others = all().filter(({ table }) => table !== along.table);
  try {
    localStorage.setItem(key, JSON.stringify([along, ...others].slice(0, most)));
  } catch {
    localStorage.removeItem(key); // there is no room: then the game waits for the server
  }
}

function forget(along: Along): void {
  localStorage.setItem(key, JSON.stringify(all().filter(({ table }) => table !== along.table)));
}

/** The game at a server's table that can go on here. */
export const alongAt = (table: string | undefined) => (backend.canBeHere && !backend.here ? all().find((one) => one.table === table) : undefined);

/** The game on this device that began at a server's table. */
export const alongHere = (table: string | undefined) => (backend.here && !backend.plain ? all().find((one) => one.here === table) : undefined);

const againstBots = ({ table, mine }: Scene) =>
  table.status === 'running' &&
  (table.kind === 'game' || table.kind === 'fork') &&
  !table.daily &&
  mine.length === 1 &&
  table.seats.every((seat) => seat.you || seat.kind === 'bot');

let asked = 0;

/** Keeps the game of a scene in which one has to decide, if it could go on here. */
export async function keepAlong(scene: Scene): Promise<void> {
  if (backend.here || !backend.canBeHere) return;
  const { table } = scene;
  const known = all().find((one) => one.table === table.id);
  if (!againstBots(scene)) return known && table.status !== 'running' ? forget(known) : undefined;
  if (!scene.actions.length || Date.now() - asked < pause) return;
  asked = Date.now();
  const level = table.seats.find(({ kind }) => kind === 'bot')?.level ?? 3;
  const { ok, text } = await backend.ask('GET', `/api/tables/${table.id}/record`);
  if (ok) keep({ table: table.id, title: table.title, seat: scene.mine[0], level, record: JSON.parse(text) });
}

type Ask = (method: 'GET' | 'POST', path: string, body?: string) => Promise<{ ok: boolean; text: string }>;

async function answerOf<T>(ask: Ask, method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const { ok, text } = await ask(method, path, body === undefined ? undefined : JSON.stringify(body));
  const data = JSON.parse(text);
  if (!ok) throw new ServerError(data.error.code, data.error.message);
  return data;
}

const device: Ask = (method, path, body) => backend.device.request(method === 'POST', path, body ?? '');
const server: Ask = (method, path, body) => backend.askServer(method, path, body);

/** The table where it stood last: `"last"` is the newest position at which there is something to decide. */
const goOnAt = async (ask: Ask, { seat, level }: Along, record: unknown) => {
  const deal = await newDeal(() => answerOf(ask, 'GET', '/api/deal'));
  return (await answerOf<{ table: Table }>(ask, 'POST', '/api/forks', { record, position: 'last', seat, level, ...deal })).table.id;
};

/** Does this device have that table? */
export const isHere = async (table: string) => backend.canBeHere && (await device('GET', `/api/tables/${table}`)).ok;

/** To the game on this device; if it is not there yet, it goes on from what was kept. */
export async function goOnHere(along: Along): Promise<void> {
  if (!along.here || !(await isHere(along.here))) {
    await answerOf(device, 'POST', '/api/guest', { name: app.person?.name ?? suggestName() });
    along.here = await goOnAt(device, along, along.record);
    keep(along);
    backend.noteUsed(true);
  }
  backend.move('here', `/t/${along.here}`);
}

/** Back to the server with it: as a game that goes on, or, if it is over, as a replay. */
export async function bringBack(along: Along): Promise<void> {
  const record = await answerOf<Record<string, unknown>>(device, 'GET', `/api/tables/${along.here}/record`);
  let path: string;
  try {
    path = `/t/${await goOnAt(server, along, record)}`;
  } catch (error) {
    if ((error as ServerError).code !== 'over') throw error;
    path = `/r/${(await answerOf<{ table: Table }>(server, 'POST', '/api/records', { ...record, dealer: 'own' })).table.id}`;
  }
  forget(along);
  backend.move('server', path);
}
