// Habits: where the points are lost over one's analysed games, as the server sums them up, with the games that this device has analysed
// itself. Those stay on the device: the server need not trust them, and nobody is compared with them.

import type { Analysis, Decision } from './analysis';
import { backend } from './backend';
import { request } from './request';
import { madeHere } from './ownanalysis';
import type { Played } from './people';

export interface Line {
  name: string;
  decisions: number;
  loss: number;
  /** Lost per decision: by this person, and by others of about the same rating. */
  each: number | null;
  others: number | null;
}

export interface Sums {
  games: number;
  /** Of these, analysed by this device alone. */
  here?: number;
  others: number;
  themes: Line[];
  parts: Line[];
}

export interface HabitsAnswer {
  points: boolean;
  /** The tables that the server has summed up. */
  tables: string[];
  alone: Sums;
  with_others: Sums;
}

export const partOrder = ['opening', 'middle', 'end'];
const mostPages = 4; // of played games that are looked through for one's seats

function add(lines: Line[], name: string, loss: number): Line[] {
  const old = lines.find((line) => line.name === name) ?? { name, decisions: 0, loss: 0, each: null, others: null };
  const sum = { ...old, decisions: old.decisions + 1, loss: old.loss + loss };
  return [...lines.filter((line) => line !== old), { ...sum, each: sum.loss / sum.decisions }];
}

const partOf = (decision: Decision, { steps }: Analysis) => partOrder[Math.min(2, Math.floor((3 * decision.step) / steps))];

/** One more game in the sums. */
export function withGame(sums: Sums, analysis: Analysis, seat: number): Sums {
  let { themes, parts } = sums;
  for (const decision of analysis.decisions.filter((one) => one.seat === seat && one.loss !== undefined)) {
    themes = add(themes, decision.theme ?? 'decisions', decision.loss!);
    parts = add(parts, partOf(decision, analysis), decision.loss!);
  }
  return { ...sums, games: sums.games + 1, here: (sums.here ?? 0) + 1, themes, parts };
}

/** The games in which the person sat at one of these tables. */
async function seatsOf(person: string, tables: Set<string>): Promise<Played[]> {
  const found: Played[] = [];
  let next: string | number | null = '';
  for (let page = 0; page < mostPages && next !== null && found.length < tables.size; page++) {
    const answer: { games: Played[]; next: string | number | null } = await request('GET', `/api/people/${person}/games${next === '' ? '' : `/${next}`}`);
    found.push(...answer.games.filter((one) => one.table !== null && tables.has(one.table)));
    next = answer.next;
  }
  return found;
}

/** What the server knows, and what only this device knows. */
export async function withOwn(person: string, game: string, answer: HabitsAnswer): Promise<HabitsAnswer> {
  if (!backend.canBeHere) return answer;
  const made = await madeHere(game);
  for (const table of answer.tables) made.delete(table);
  if (!made.size) return answer;
  const out = { ...answer };
  for (const played of await seatsOf(person, new Set(made.keys()))) {
    const group = played.seats.length === 1 ? 'alone' : 'with_others';
    out[group] = withGame(out[group], made.get(played.table!)!, played.seat);
  }
  return out;
}
