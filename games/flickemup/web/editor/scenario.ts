// A scenario as its file has it (SCENARIOS.md), and what the editor does with it: pieces by name, put, turned, taken away. Nothing here
// decides whether a scenario is right; the program's own loader does.

import { kindOf, teamOf, type Team } from '../words';
import type { PieceKind } from '../stage';

export type At = [number, number] | [number, number, number];
export type Counts = Record<string, number>;

export interface Figure {
  at?: At;
  in?: string;
  hit_points?: number;
  tokens?: string[];
}

export type Edge = 'bottom' | 'top' | 'left' | 'right';

export interface Exit {
  edge: Edge;
  from: number;
  to: number;
}

/** An object with one key, its kind. */
export type Condition = Record<string, unknown>;

export interface Goal {
  team: Team;
  when?: 'action' | 'strike';
  if: Condition;
}

export interface Scenario {
  game: string;
  name: string;
  story: string;
  table: [number, number];
  start: number;
  initiative: string;
  rules?: string[];
  buildings?: Record<string, At>;
  objects?: Record<string, At[]>;
  cowboys: Record<string, Figure>;
  tokens?: Record<string, Counts>;
  face_down?: { tokens: Counts; places: Counts };
  not_allowed?: Counts;
  exits?: Record<string, Exit>;
  dynamite_returns?: string;
  win?: Goal[];
  at12?: Goal[];
}

export const game = 'flickemup';

/** Comments of the file's author belong to that file. */
export function copyOf(file: object): Scenario {
  const { notes, marks, balance, ...rest } = structuredClone(file) as Record<string, unknown>;
  return rest as unknown as Scenario;
}

/** What can be put on the table: how many of it the box has, and what it is called there. */
export interface Sort {
  key: string;
  label: string;
  kind: PieceKind;
  names: string[];
  /** Of objects: under which key they are listed. */
  list?: string;
}

const numbered = (stem: string, count: number) => Array.from({ length: count }, (_, i) => `${stem}${i + 1}`);
const objects = (kind: PieceKind, label: string, list: string, count: number): Sort => ({
  ...{ key: kind, label, kind, list },
  names: count === 1 ? [kind] : numbered(kind, count),
});
const building = (name: string, label: string): Sort => ({ key: name, label, kind: 'building', names: [name] });

export const sorts: Sort[] = [
  building('sheriff', 'Sheriff'),
  building('bank', 'Bank'),
  building('saloon', 'Saloon'),
  building('store', 'General Store'),
  building('town_hall', 'Town Hall'),
  building('undertaker', 'Undertaker'),
  { key: 'lawman', label: 'Lawman', kind: 'cowboy', names: numbered('L', 5) },
  { key: 'outlaw', label: 'Outlaw', kind: 'cowboy', names: numbered('O', 5) },
  { key: 'witness', label: 'Witness', kind: 'witness', names: numbered('witness', 2) },
  objects('barrel', 'Barrel', 'barrels', 5),
  objects('cactus', 'Cactus', 'cactuses', 3),
  objects('fence', 'Fence', 'fences', 4),
  objects('tumbleweed', 'Tumbleweed', 'tumbleweeds', 5),
  objects('block', 'Block', 'blocks', 1),
  objects('gallows', 'Gallows', 'gallows', 1),
];

export const sortOf = (name: string): Sort => sorts.find((sort) => sort.names.includes(name))!;
const isFigure = (name: string) => kindOf(name) === 'cowboy' || kindOf(name) === 'witness';

export interface Placed {
  name: string;
  kind: PieceKind;
  x: number;
  y: number;
  angle: number;
}

const placed = (name: string, [x, y, angle = 0]: At): Placed => ({ name, kind: kindOf(name), x, y, angle });

/** Everything that stands on the table. */
export function piecesOf(scenario: Scenario): Placed[] {
  const houses = Object.entries(scenario.buildings ?? {}).map(([name, at]) => placed(name, at));
  const figures = Object.entries(scenario.cowboys).flatMap(([name, { at }]) => (at ? [placed(name, at)] : []));
  const things = sorts.flatMap(({ list, names }) => (list ? (scenario.objects?.[list] ?? []).slice(0, names.length).map((at, i) => placed(names[i], at)) : []));
  return [...houses, ...things, ...figures];
}

/** Also those who are in a house. */
export const namesIn = (scenario: Scenario): string[] => [
  ...piecesOf(scenario).map(({ name }) => name),
  ...Object.keys(scenario.cowboys).filter((name) => !scenario.cowboys[name].at),
];

export const buildingsIn = (scenario: Scenario): string[] => Object.keys(scenario.buildings ?? {});

/** The next of its sort; null: the box has no more. */
export function nextName(scenario: Scenario, sort: Sort): string | null {
  if (sort.list) return sort.names[scenario.objects?.[sort.list]?.length ?? 0] ?? null;
  const taken = sort.kind === 'building' ? scenario.buildings : scenario.cowboys;
  return sort.names.find((name) => !taken?.[name]) ?? null;
}

const whole = (value: number) => Math.round(value);
const round = (degrees: number) => ((Math.round(degrees) % 360) + 360) % 360;

/** Puts a piece there; one that is not on the table yet comes from the box. */
export function put(scenario: Scenario, name: string, x: number, y: number, angle: number): Scenario {
  const at: At = [whole(x), whole(y), round(angle)];
  const sort = sortOf(name);
  if (sort.list) {
    const list = [...(scenario.objects?.[sort.list] ?? [])];
    list[Math.min(sort.names.indexOf(name), list.length)] = at;
    return { ...scenario, objects: { ...scenario.objects, [sort.list]: list } };
  }
  if (sort.kind === 'building') return { ...scenario, buildings: { ...scenario.buildings, [name]: at } };
  const { in: _, ...figure } = scenario.cowboys[name] ?? {};
  return { ...scenario, cowboys: { ...scenario.cowboys, [name]: { ...figure, at } } };
}

/** Without empty lists and objects, which the file does not need. */
export function lean<T extends object>(record: T | undefined): T | undefined {
  return record && Object.keys(record).length ? record : undefined;
}

export function without<T>(record: Record<string, T> | undefined, name: string): Record<string, T> | undefined {
  if (!record || !(name in record)) return record;
  const { [name]: _, ...rest } = record;
  return lean(rest);
}

/** Nobody is left in a house, or on a gallows, that is taken away: they stand where it was. */
function evicted(scenario: Scenario, from: string, x: number, y: number): Record<string, Figure> {
  let count = 0;
  return Object.fromEntries(
    Object.entries(scenario.cowboys).map(([name, figure]) => {
      if (figure.in !== from) return [name, figure];
      const { in: _, ...rest } = figure;
      return [name, { ...rest, at: [x, y + 30 * count++, 0] as At }];
    }),
  );
}

/** Takes a piece away, with what is said of it alone. A goal that names it is left to its author. */
export function take(scenario: Scenario, name: string): Scenario {
  const sort = sortOf(name);
  const place = piecesOf(scenario).find((one) => one.name === name);
  if (sort.list) {
    const list = (scenario.objects?.[sort.list] ?? []).filter((_, i) => sort.names[i] !== name);
    const objects = { ...scenario.objects, [sort.list]: list };
    if (!list.length) delete objects[sort.list];
    const cowboys = name === 'gallows' && place ? evicted(scenario, name, place.x, place.y) : scenario.cowboys;
    return { ...scenario, objects, cowboys };
  }
  if (sort.kind !== 'building') {
    const cowboys = without(scenario.cowboys, name) ?? {};
    const next = Object.keys(cowboys).find((other) => teamOf(other) === teamOf(name)) ?? Object.keys(cowboys).find((other) => teamOf(other)) ?? '';
    return { ...scenario, cowboys, initiative: scenario.initiative === name ? next : scenario.initiative };
  }
  return {
    ...scenario,
    buildings: without(scenario.buildings, name),
    cowboys: place ? evicted(scenario, name, place.x, place.y) : scenario.cowboys,
    tokens: without(scenario.tokens, name),
    not_allowed: without(scenario.not_allowed, name),
  };
}

/** Puts a figure into a house, or onto the gallows. */
export function putInside(scenario: Scenario, name: string, place: string): Scenario {
  const { at: _, ...figure } = scenario.cowboys[name];
  return { ...scenario, cowboys: { ...scenario.cowboys, [name]: { ...figure, in: place } } };
}

export function withFigure(scenario: Scenario, name: string, change: Partial<Figure>): Scenario {
  const figure = { ...scenario.cowboys[name], ...change };
  for (const key of Object.keys(figure) as (keyof Figure)[]) if (figure[key] === undefined) delete figure[key];
  return { ...scenario, cowboys: { ...scenario.cowboys, [name]: figure } };
}

/** A number under a key; 0 takes the key away. */
export function counted(counts: Counts | undefined, key: string, count: number): Counts | undefined {
  return count > 0 ? { ...counts, [key]: count } : without(counts, key);
}

/** Every token that is somewhere in the scenario. */
export function tokensIn(scenario: Scenario): string[] {
  const lying = [...Object.values(scenario.tokens ?? {}), scenario.face_down?.tokens ?? {}].flatMap((counts) => Object.keys(counts));
  return [...new Set([...lying, ...Object.values(scenario.cowboys).flatMap(({ tokens }) => tokens ?? [])])];
}

/** Which way somebody looks who is put on the table: to its middle, lawmen from the left. */
export function facing(name: string, x: number, y: number, [width, height]: [number, number]): number {
  if (!isFigure(name) && kindOf(name) !== 'building') return 0;
  if (kindOf(name) === 'building') return y > height / 2 ? 270 : 90;
  return x < width / 2 ? 0 : 180;
}
