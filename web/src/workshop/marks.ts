// Where each value of an edition comes from, and why we believe it: the marks in the data files, with the words of games/GAME/web/marks.json.

import { isList, isMembers, leavesOf, patternOf, valueAt, type Json, type Members, type Path } from './values';

/** `printed`: the rulebook, the sheet or the cards say so. `public`: reviews and public data agree. `ours`: reconstructed. */
export type Origin = 'printed' | 'public' | 'ours';

export interface Mark {
  origin: Origin;
  why: string;
}

/** About a place and everything in it. `at` may be a pattern: "track[].suit". The order is that of the printed sheet. */
interface Words {
  at: string;
  title?: string;
  mark?: Origin;
  why?: string;
  /** It is as well known as what stands beside it under this key. */
  like?: string;
  /** Not for people: what belongs to the format. */
  hide?: boolean;
  /** True only of the original, as what was measured with it: a copy has none. */
  drop?: boolean;
}

export interface Marks {
  fields: Words[];
}

const covers = (at: string, pattern: string) => pattern === at || (pattern.startsWith(at) && /^[.[]/.test(pattern.slice(at.length)));

/** The words about a place that have this, the closest first. */
function about(marks: Marks, path: Path, has: keyof Words): Words | undefined {
  const pattern = patternOf(path);
  return marks.fields.filter((one) => one[has] !== undefined && covers(one.at, pattern)).sort((a, b) => b.at.length - a.at.length)[0];
}

/** R: rulebook, M: map or cards, P: public, J: ours; the best of what stands there, but what is partly ours is ours. */
function originOf(letters: string): Origin {
  if (letters.includes('J')) return 'ours';
  return /[RM]/.test(letters) ? 'printed' : 'public';
}

/** The letters that the data file itself has for a place: `mark` of a table, or `marks` by member. */
function lettersAt(edition: Json, path: Path): { letters: string; depth: number } | null {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const owner = valueAt(edition, path.slice(0, depth));
    if (!isMembers(owner)) continue;
    const marks = owner.marks as Members | undefined;
    const letters = isMembers(marks) ? (marks[path[depth]] ?? marks.all) : owner.mark;
    if (typeof letters === 'string') return { letters, depth };
  }
  return null;
}

export function markOf(marks: Marks, edition: Json, path: Path): Mark {
  const like = about(marks, path, 'like')?.like;
  const inFile = lettersAt(edition, like ? [...path.slice(0, -1), like, ...path.slice(-1)] : path);
  const named = about(marks, path, 'mark');
  const closer = named && (!inFile || named.at.split(/[.[]/).length > inFile.depth);
  return { origin: closer ? named.mark! : inFile ? originOf(inFile.letters) : 'ours', why: about(marks, path, 'why')?.why ?? '' };
}

export const isHidden = (marks: Marks, path: Path): boolean => /^marks?$/.test(String(path[path.length - 1])) || about(marks, path, 'hide')?.hide === true;

/** Without what a copy leaves out. */
export function withoutDropped(marks: Marks, value: Json, path: Path = []): Json {
  if (isList(value)) return value.map((one, i) => withoutDropped(marks, one, [...path, i]));
  if (!isMembers(value)) return value;
  const dropped = (key: string) => marks.fields.some((one) => one.drop && one.at === patternOf([...path, key]));
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (dropped(key) ? [] : [[key, withoutDropped(marks, one, [...path, key])]])));
}

const plain = (key: string) => key.replace(/_/g, ' ');

/** What a place is called: its own words, or its key. */
export function titleOf(marks: Marks, path: Path): string {
  const own = marks.fields.find((one) => one.title && one.at === patternOf(path))?.title;
  if (own) return own;
  const last = path[path.length - 1];
  return typeof last === 'number' ? String(last + 1) : plain(last ?? '');
}

/** The keys of an edition in the order of the printed sheet. */
export function sections(marks: Marks, edition: Members): string[] {
  const named = marks.fields.filter(({ title }) => title).map(({ at }) => at.split(/[.[]/)[0]);
  const order = [...new Set([...named, ...Object.keys(edition)])];
  return order.filter((key) => key in edition && !isHidden(marks, [key]));
}

/** Every value of the game that was reconstructed, or that is printed but was read by our ruling in part, in that order. */
export function unproved(marks: Marks, edition: Members): Path[] {
  const keys = sections(marks, edition).filter((key) => key !== 'name' && key !== 'notes');
  return keys.flatMap((key) =>
    leavesOf(edition[key], [key]).filter(
      (path) => !isHidden(marks, path) && (markOf(marks, edition, path).origin !== 'printed' || lettersAt(edition, path)?.letters.includes('J')),
    ),
  );
}
