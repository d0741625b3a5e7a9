// Puzzles on this device. Their files lie beside the module, which makes positions of their lines and judges tries (src/solo/puzzles.c);
// what was tried is kept in the browser. The answers are those of a server, but for the ratings, which need one.

import { puzzles as files, retired } from 'puzzles';
import type { Puzzles, PuzzleVerdict, Rush, Solver } from './api';
import { app } from './app';
import { backend } from './backend';
import { ServerError } from './request';
import type { Puzzle, Shown } from './puzzles';

interface Line {
  id: string;
  rating: number;
  theme: string;
  task: string;
  rules: number;
  /** Whole: steps that it shares with the one before are in it. */
  line: string;
}

const rushTime = 180_000;
const rushMisses = 3;
const rushSteps = 30;
const near = 8;
const usual = 1500;

// --- the files

const read = new Map<string, Promise<Line[]>>();

function parse(text: string): Line[] {
  const [head, ...rows] = text.split('\n').filter(Boolean);
  const rules = Number(head.split(' ')[4]);
  let before: string[] = [];
  return rows.map((row) => {
    const fields = row.split('\t');
    const shared = /^\^(\d+);/.exec(fields[6]);
    const steps = fields[6].slice(shared?.[0].length ?? 0).split(';');
    before = [...before.slice(0, Number(shared?.[1] ?? 0)), ...steps];
    const line = [...fields.slice(0, 6), before.join(';'), ...fields.slice(7)].join('\t');
    return { id: fields[0], rating: Number(fields[1]), theme: fields[2], task: fields[11] ?? '', rules, line };
  });
}

function linesOf(game: string): Promise<Line[]> {
  const file = files[game];
  if (!file) return Promise.resolve([]);
  const known = read.get(game) ?? file().then(({ text }) => parse(text));
  known.catch(() => read.delete(game));
  read.set(game, known);
  return known;
}

/** A link to one that is no longer chosen stays good. */
async function lineNamed(game: string, id: string): Promise<Line> {
  const named = (lines: Line[]) => lines.find((line) => line.id === id);
  const found = named(await linesOf(game)) ?? (retired[game] && named(parse((await retired[game]()).text)));
  if (!found) throw new ServerError('not_found', 'There is no puzzle of that name on this device.');
  return found;
}

/** What the module needs to know to play on from there. */
export const lineOf = async (game: string, id: string) => {
  const { rules, line } = await lineNamed(game, id);
  return { rules, line };
};

// --- what was tried

interface Own extends Solver {
  /** Of the last daily puzzle that was solved at the first try. */
  day: string;
  tried: string[];
  rush: { seed: number; began: number; solved: number; missed: number } | null;
}

const key = 'flipside.puzzles';
const fresh: Own = { rating: usual, deviation: 0, tries: 0, solved: 0, streak: 0, longest: 0, days: 0, rush_best: 0, day: '', tried: [], rush: null };

function all(): Record<string, Own> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

const ownOf = (game: string): Own => ({ ...fresh, ...all()[game] });

function keep(game: string, own: Own): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...all(), [game]: own }));
  } catch {
    // there is no room: then it is forgotten
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const yesterday = () => dayOf(Date.now() - 86_400_000);

function solverOf({ day, tried: _, rush: __, ...solver }: Own): Solver {
  return { ...solver, days: day >= yesterday() ? solver.days : 0 };
}

/** A first try counts, as in a match between the person and the puzzle. */
function counted(own: Own, puzzle: Line, solved: boolean, daily: boolean): Own {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - own.rating) / 400));
  const next = { ...own, rating: Math.round(own.rating + 40 * (Number(solved) - expected)), tries: own.tries + 1, tried: [...own.tried, puzzle.id] };
  next.solved += Number(solved);
  next.streak = solved ? own.streak + 1 : 0;
  next.longest = Math.max(next.longest, next.streak);
  const today = dayOf(Date.now());
  if (!daily || !solved || own.day === today) return next;
  return { ...next, days: own.day === yesterday() ? own.days + 1 : 1, day: today };
}

// --- which one

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const titleOf = (game: string, theme: string) => app.games.find(({ id }) => id === game)?.setup?.puzzles?.themes?.[theme] ?? theme;

const mask = (1n << 64n) - 1n;
function mixed(hash: bigint, text: string): bigint {
  let next = hash;
  for (const char of text) next = ((next ^ BigInt(char.charCodeAt(0))) * 1099511628211n) & mask;
  return next ^ (next >> 29n);
}

/** The one with the least hash of day and name, as everywhere (src/puzzles/collection.c). */
export function ofDay<T extends { id: string }>(lines: T[], day: string): T | undefined {
  let best: T | undefined;
  let least = mask;
  for (const line of lines) {
    const hash = mixed(mixed(mixed(1469598103934665603n, day), line.id), day);
    if (hash <= least) [best, least] = [line, hash];
  }
  return best;
}

function chosen(game: string, lines: Line[], theme: string | undefined): Line {
  const own = ownOf(game);
  const fitting = lines.filter((line) => !theme || slugOf(titleOf(game, line.theme)) === theme);
  const untried = fitting.filter(({ id }) => !own.tried.includes(id));
  const open = (untried.length ? untried : fitting).sort((a, b) => Math.abs(a.rating - own.rating) - Math.abs(b.rating - own.rating));
  if (!open.length) throw new ServerError('not_found', 'There are no such puzzles.');
  return open[Math.floor(Math.random() * Math.min(near, open.length))];
}

// --- the rush

function rushOf({ rush, rush_best: best }: Own): Rush {
  const { began, solved, missed } = rush ?? { began: 0, solved: 0, missed: 0 };
  const left = Math.max(0, began + rushTime - Date.now());
  return { solved, missed, misses: rushMisses, left, best, over: !left || missed >= rushMisses };
}

/** They get harder; the same rush shows the same one until it is answered. */
function inRush(lines: Line[], { rush }: Own): Line {
  const number = rush!.solved + rush!.missed;
  const step = Math.min(number, rushSteps - 1);
  const sorted = [...lines].sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const part = sorted.slice(Math.floor((step * lines.length) / rushSteps), Math.floor(((step + 1) * lines.length) / rushSteps));
  return part.length ? part[(rush!.seed + 7 * number) % part.length] : sorted[Math.min(step, sorted.length - 1)];
}

// --- the answers

async function module<T>(body: Record<string, unknown>): Promise<T> {
  const { ok, text } = await backend.device.request(true, '/api/puzzles', JSON.stringify(body));
  const data = JSON.parse(text);
  if (!ok) throw new ServerError(data.error.code, data.error.message);
  return data;
}

async function shown(game: string, line: Line, daily: boolean, rush?: Rush): Promise<Shown> {
  const puzzle = await module<Puzzle>({ game, rules: line.rules, line: line.line });
  return { puzzle, rating: line.rating, daily, rush };
}

async function list(): Promise<Puzzles> {
  const day = dayOf(Date.now());
  const games = await Promise.all(
    app.games.map(async ({ id: game, title }) => {
      const lines = await linesOf(game);
      const own = ownOf(game);
      const today = ofDay(lines, day);
      const titles = lines.map(({ theme }) => titleOf(game, theme));
      const themes = [...new Set(titles)].map((one) => ({ id: slugOf(one), title: one, count: titles.filter((other) => other === one).length }));
      const tried = today ? own.tried.includes(today.id) : false;
      return { game, title, count: lines.length, themes, daily: today?.id ?? null, daily_tried: tried, mine: solverOf(own) };
    }),
  );
  return { day, mining: false, consent: false, games };
}

async function show(game: string, what = 'next', theme?: string): Promise<Shown> {
  const lines = await linesOf(game);
  const own = ownOf(game);
  const today = ofDay(lines, dayOf(Date.now()));
  if (what === 'rush') {
    const rush = rushOf(own);
    if (rush.over) throw new ServerError('over', 'No rush is on: begin one.');
    return shown(game, inRush(lines, own), false, rush);
  }
  if (what === 'daily' && !today) throw new ServerError('not_found', 'This game has no puzzles yet.');
  const line = what === 'next' ? chosen(game, lines, theme) : what === 'daily' ? today! : await lineNamed(game, what);
  return shown(game, line, line === today);
}

async function begin(game: string): Promise<Shown> {
  const lines = await linesOf(game);
  if (!lines.length) throw new ServerError('not_found', 'This game has no puzzles yet.');
  const own: Own = { ...ownOf(game), rush: { seed: Date.now(), began: 0, solved: 0, missed: 0 } };
  const answer = await shown(game, inRush(lines, own), false);
  own.rush!.began = Date.now(); // the clock starts when the position is there
  keep(game, own);
  return { ...answer, rush: rushOf(own) };
}

async function attempt(game: string, id: string, move: string, asRush: boolean): Promise<PuzzleVerdict> {
  const line = await lineNamed(game, id);
  const today = ofDay(await linesOf(game), dayOf(Date.now()));
  const verdict = await module<PuzzleVerdict>({ game, rules: line.rules, line: line.line, move });
  let own = ownOf(game);
  if (asRush && own.rush && !rushOf(own).over) {
    own.rush = { ...own.rush, solved: own.rush.solved + Number(verdict.solved), missed: own.rush.missed + Number(!verdict.solved) };
    own.rush_best = Math.max(own.rush_best, own.rush.solved);
  } else if (!asRush && !own.tried.includes(id)) {
    own = counted(own, line, verdict.solved, line === today);
  }
  keep(game, own);
  return { ...verdict, rated: false, change: 0, mine: solverOf(own), ...(asRush ? { rush: rushOf(own) } : {}) };
}

/** What a server would answer to a request about puzzles. */
export async function answer<T>(method: 'GET' | 'POST', path: string, body: Record<string, unknown> = {}): Promise<T> {
  const [game, ...rest] = path.split('/').slice(3);
  let found: unknown;
  if (method === 'GET') found = game ? await show(game, ...rest) : await list();
  else if (game === 'rush') found = await begin(body.game as string);
  else found = await attempt(body.game as string, body.puzzle as string, body.move as string, body.rush === true);
  return found as T;
}
