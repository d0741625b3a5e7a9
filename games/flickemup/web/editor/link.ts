// A scenario in a link: the whole town, packed. Nothing but the address carries it, so it needs no server and no account, and whoever
// opens it gets data that is checked like a file.

import { backend } from 'shell/backend';
import { query } from 'shell/route';
import { copyOf, game, type Scenario } from './scenario';

export const editorPath = `/workshop/${game}/town`;
const longest = 60 * 1024;

const words = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const bytes = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

async function through(data: Uint8Array, stream: { readable: ReadableStream; writable: WritableStream }): Promise<Uint8Array> {
  const reader = new Blob([data as BlobPart])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>)
    .getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > longest) throw new Error('It is too long.'); // a link cannot unpack into more than a file may have
    parts.push(next.value);
  }
  const out = new Uint8Array(length);
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

export async function pack(scenario: Scenario): Promise<string> {
  const data = new TextEncoder().encode(JSON.stringify(scenario));
  return words(await through(data, new CompressionStream('deflate-raw')));
}

export async function unpack(packed: string): Promise<Scenario> {
  const text = new TextDecoder().decode(await through(bytes(packed), new DecompressionStream('deflate-raw')));
  return readScenario(JSON.parse(text));
}

export async function linkTo(scenario: Scenario): Promise<string> {
  const packed = await pack(scenario);
  const base = location.href.split('#')[0];
  return backend.plain ? `${base}#${editorPath}?z=${packed}` : `${new URL(editorPath, base).href}#z=${packed}`;
}

/** What the address brings; '' if it is only the address. */
export const packedHere = (): string => (backend.plain ? (query().get('z') ?? '') : (/^#z=([\w-]+)$/.exec(location.hash)?.[1] ?? ''));

const record = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const numbers = (value: unknown) => Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every((one) => Number.isFinite(one));
const counts = (value: unknown) => record(value) && Object.values(value).every((one) => Number.isFinite(one));
const texts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');
const figure = (value: unknown) => record(value) && (value.at === undefined || numbers(value.at)) && (value.tokens === undefined || texts(value.tokens));
const exit = (value: unknown) => record(value) && typeof value.edge === 'string' && Number.isFinite(value.from) && Number.isFinite(value.to);
const goals = (value: unknown) => Array.isArray(value) && value.every((one) => record(one) && record(one.if));
const each = (fits: (value: unknown) => boolean) => (value: unknown) => record(value) && Object.values(value).every(fits);

/** The bare shape of each part, so that the editor can show it. */
const shapes: Record<string, (value: unknown) => boolean> = {
  name: (value) => typeof value === 'string',
  story: (value) => typeof value === 'string',
  table: numbers,
  start: Number.isFinite as (value: unknown) => boolean,
  initiative: (value) => typeof value === 'string',
  rules: texts,
  buildings: each(numbers),
  objects: each((list) => Array.isArray(list) && list.every(numbers)),
  cowboys: each(figure),
  tokens: each(counts),
  face_down: (value) => record(value) && counts(value.tokens) && counts(value.places),
  not_allowed: counts,
  exits: each(exit),
  dynamite_returns: (value) => typeof value === 'string',
  win: goals,
  at12: goals,
};
const needed = ['name', 'story', 'table', 'start', 'initiative', 'cowboys'];

/** The JSON of a file or a link. Throws with a sentence; what stands in it is for the loader to judge. */
export function readScenario(file: unknown): Scenario {
  if (!record(file) || file.game !== game) throw new Error("This is not a scenario of Flick 'em Up!: its “game” is not “flickemup”.");
  for (const key of needed) if (!(key in file)) throw new Error(`This scenario has no “${key}”.`);
  for (const [key, fits] of Object.entries(shapes))
    if (key in file && !fits(file[key])) throw new Error(`“${key}” of this scenario is not as SCENARIOS.md describes it.`);
  const known = Object.keys(file.cowboys as object).every((name) => /^([LO][1-5]|witness[12])$/.test(name));
  if (!known) throw new Error('This scenario has a figure that the box does not have: there are L1 … L5, O1 … O5, witness1 and witness2.');
  return copyOf(file);
}
