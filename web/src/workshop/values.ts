// An edition as a tree of values, and the places in it. A place is written as the loaders write it: "track[3].suit".

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Members = { [key: string]: Json };
export type Path = (string | number)[];

export const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);
export const isMembers = (value: Json | undefined): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

export const placeOf = (path: Path): string => path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i ? `.${part}` : part)).join('');
export const pathOf = (place: string): Path => (place.match(/[^.[\]]+/g) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
/** The place of all its like: "track[].suit". */
export const patternOf = (path: Path): string => placeOf(path).replace(/\[\d+\]/g, '[]');

export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let at = value;
  for (const part of path) at = isList(at) ? at[Number(part)] : isMembers(at) ? at[part] : undefined;
  return at;
}

/** A copy with another value there; undefined: with none. */
export function withValue(value: Json, path: Path, next: Json | undefined): Json {
  const [first, ...rest] = path;
  if (first === undefined) return next ?? null;
  if (isList(value)) {
    if (!rest.length && next === undefined) return value.filter((_, i) => i !== first);
    return value.map((one, i) => (i === first ? withValue(one, rest, next) : one));
  }
  const copy = { ...(value as Members) };
  if (!rest.length && next === undefined) delete copy[first];
  else copy[first] = withValue(copy[first] ?? null, rest, next);
  return copy;
}

/** Every number, word and truth value, in order. */
export function leavesOf(value: Json, path: Path = []): Path[] {
  if (isList(value)) return value.flatMap((one, i) => leavesOf(one, [...path, i]));
  if (isMembers(value)) return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
  return [path];
}

export const same = (a: Json | undefined, b: Json | undefined): boolean => {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, i) => same(one, b[i]));
  if (isMembers(a) && isMembers(b)) return Object.keys({ ...a, ...b }).every((key) => same(a[key], b[key]));
  return a === b;
};

/** The same with its keys in the order of another: what a server has kept comes sorted. */
export function inOrder(value: Json, like: Json | undefined): Json {
  if (isList(value)) return value.map((one, i) => inOrder(one, isList(like) ? (like[i] ?? like[0]) : undefined));
  if (!isMembers(value)) return value;
  const order = isMembers(like) ? Object.keys(like) : [];
  const keys = [...order.filter((key) => key in value), ...Object.keys(value).filter((key) => !order.includes(key))];
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key], isMembers(like) ? like[key] : undefined)]));
}

/** A drawing: rows of '#' and '.', all as long as the first. */
export const isDrawing = (value: Json): value is string[] =>
  isList(value) && value.length > 0 && value.every((row) => typeof row === 'string' && /^[#.]+$/.test(row) && row.length === String(value[0]).length);

/** What the game's own editions show of each kind of place: which members there may be, and which words. */
export class Known {
  private members = new Map<string, Map<string, Json>>();
  private words = new Map<string, { all: Set<string>; count: number }>();

  constructor(editions: Json[]) {
    for (const edition of editions) this.look(edition, []);
  }

  private look(value: Json, path: Path): void {
    const pattern = patternOf(path);
    if (isList(value)) for (const [i, one] of value.entries()) this.look(one, [...path, i]);
    else if (isMembers(value))
      for (const [key, one] of Object.entries(value)) {
        if (!this.members.has(pattern)) this.members.set(pattern, new Map());
        const known = this.members.get(pattern)!;
        if (!known.has(key)) known.set(key, one);
        this.look(one, [...path, key]);
      }
    else if (typeof value === 'string') {
      if (!this.words.has(pattern)) this.words.set(pattern, { all: new Set(), count: 0 });
      const known = this.words.get(pattern)!;
      known.all.add(value);
      known.count++;
    }
  }

  /** Members that others of its kind have and this one lacks, with a value to begin with. */
  missing(path: Path, value: Members): [string, Json][] {
    return [...(this.members.get(patternOf(path)) ?? [])].filter(([key]) => !(key in value));
  }

  /** The words to choose from, where the game's own editions use some again and again; null: any. */
  choices(path: Path, value: string): string[] | null {
    const known = this.words.get(patternOf(path));
    if (!known || known.all.size > 24 || known.all.size === known.count) return null;
    return [...new Set([...known.all, value])];
  }
}
