// The blocks that goals are made of: each kind of condition with its sentence, in which the gaps are its fields. SCENARIOS.md lists them.

import { buildingWords, teamOf, tokenWords } from '../words';
import { buildingsIn, tokensIn, type Condition, type Scenario } from './scenario';

export type Choice = [string, string];

/** A gap of a sentence: a number, one of some words, figures, or another condition. */
export type Gap =
  | { kind: 'number'; field: string; least: number; most: number; empty?: string; unit?: string }
  | { kind: 'word'; field: string; label: string; choices: (scenario: Scenario) => Choice[]; empty?: string }
  | { kind: 'who'; label: string }
  | { kind: 'one'; field: string; label: string }
  | { kind: 'more' }
  | { kind: 'parts' }
  | { kind: 'part' };

export interface Block {
  title: string;
  /** Words and gaps by turns. */
  sentence: (string | Gap)[];
  /** What a new one says. */
  fresh: (scenario: Scenario) => unknown;
}

const places = (scenario: Scenario): Choice[] => buildingsIn(scenario).map((name) => [name, `the ${buildingWords[name]}`]);
const exits = (scenario: Scenario): Choice[] => Object.keys(scenario.exits ?? {}).map((name) => [name, `exit ${name}`]);
const tokens = (scenario: Scenario): Choice[] => tokensIn(scenario).map((token) => [token, tokenWords[token] ?? token]);
const kinds = (scenario: Scenario): Choice[] => {
  const here = tokens(scenario);
  return here.some(([token]) => /water/.test(token)) ? [...here.filter(([token]) => !/water/.test(token)), ['water', 'water']] : here;
};
const faces: Choice[] = [
  ['clean', 'clean'],
  ['poisoned', 'poisoned'],
  ['up', 'face up'],
  ['down', 'face down'],
];
const first = (choices: Choice[], fallback: string): string => choices[0]?.[0] ?? fallback;
const figures = (scenario: Scenario) => Object.keys(scenario.cowboys);

const count = (empty?: string): Gap => ({ kind: 'number', field: 'min', least: 1, most: 12, empty });
const place = (field: string, label = 'Place'): Gap => ({ kind: 'word', field, label, choices: places });

export const blocks: Record<string, Block> = {
  eliminated: {
    title: 'somebody is out of the game',
    sentence: ['at least', count('all'), 'of', { kind: 'who', label: 'Who is out of the game' }, 'are out of the game'],
    fresh: () => ({ team: 'outlaws', min: 3 }),
  },
  delivered: {
    title: 'something is carried somewhere',
    sentence: [
      'at least',
      count('one'),
      { kind: 'word', field: 'token', label: 'What is carried', choices: tokens },
      'was carried to',
      { kind: 'word', field: 'to', label: 'Where to', choices: (scenario) => [...places(scenario), ...exits(scenario)] },
    ],
    fresh: (scenario) => ({ token: first(tokens(scenario), 'gold'), to: first([...exits(scenario), ...places(scenario)], 'bank'), min: 1 }),
  },
  inside: {
    title: 'somebody is inside',
    sentence: ['at least', count('all who live'), 'of', { kind: 'who', label: 'Who is inside' }, 'are inside', place('place')],
    fresh: (scenario) => ({ team: 'lawmen', place: first(places(scenario), 'saloon'), min: 1 }),
  },
  holds: {
    title: 'they hold a house',
    sentence: [
      'they have more men than the enemy inside',
      place('place'),
      {
        kind: 'word',
        field: 'token',
        label: 'Held with',
        choices: (scenario) => tokens(scenario).map(([token, words]) => [token, `with a ${words}`]),
        empty: 'with anything',
      },
      'at',
      { kind: 'number', field: 'strikes', least: 1, most: 11 },
      'strikes of the clock in a row',
    ],
    fresh: (scenario) => ({ place: first(places(scenario), 'saloon'), strikes: 2 }),
  },
  tokens: {
    title: 'tokens show a face',
    sentence: [
      'at least',
      { kind: 'number', field: 'min', least: 1, most: 11 },
      { kind: 'word', field: 'kind', label: 'Token', choices: kinds },
      'tokens are in play and',
      { kind: 'word', field: 'face', label: 'Face', choices: () => faces },
    ],
    fresh: (scenario) => {
      const kind = first(kinds(scenario), 'water');
      return { kind, face: kind === 'water' ? 'poisoned' : 'up', min: 1 };
    },
  },
  exploded_near: {
    title: 'dynamite goes off at a door',
    sentence: ['dynamite went off within', { kind: 'number', field: 'mm', least: 1, most: 1000, unit: 'mm' }, 'of the door of', place('place')],
    fresh: (scenario) => ({ place: first(places(scenario), 'bank'), mm: 60 }),
  },
  left: {
    title: 'somebody has left',
    sentence: [{ kind: 'one', field: 'figure', label: 'Who has left' }, 'has left by', { kind: 'word', field: 'exit', label: 'Exit', choices: exits }],
    fresh: (scenario) => ({ figure: figures(scenario).find((name) => teamOf(name) === 'outlaws') ?? 'O1', exit: first(exits(scenario), 'E') }),
  },
  more: { title: 'they have more than the enemy', sentence: ['they have more', { kind: 'more' }, 'than the enemy'], fresh: () => 'hit_points' },
  all: { title: 'all of these are true', sentence: ['all of these are true:', { kind: 'parts' }], fresh: () => [{ eliminated: { team: 'outlaws', min: 1 } }] },
  any: { title: 'one of these is true', sentence: ['one of these is true:', { kind: 'parts' }], fresh: () => [{ eliminated: { team: 'outlaws', min: 1 } }] },
  not: { title: 'this is not true', sentence: ['this is not true:', { kind: 'part' }], fresh: () => ({ eliminated: { team: 'outlaws', min: 1 } }) },
  true: { title: 'in any case', sentence: ['in any case'], fresh: () => true },
};

export const kindOfCondition = (condition: Condition): string => Object.keys(condition).find((key) => key in blocks) ?? 'true';

export const freshCondition = (kind: string, scenario: Scenario): Condition => ({ [kind]: blocks[kind].fresh(scenario) });
