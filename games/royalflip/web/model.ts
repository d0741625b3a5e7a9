// The view of Royal Flip as the server sends it, and the few things the board derives from it. No rule is decided here.

import { cardNamed } from 'shell/boards/cards';
import type { Action, Scene } from 'shell/types';
import type { View } from './view';

export type { View };

export type Sheet = View['seats'][number];
export type Written = Sheet['map'][string];
export type Scoring = Sheet['roads'][number];
export type Printed = View['shared']['sheet'];
export type Space = Printed['track'][number];
export type TieBreak = NonNullable<View['shared']['tie_break']>;
/** A way to use the three cards that the first player has closed to all others; with a `value`, only as that number. */
export type Closed = NonNullable<View['shared']['taken']>['closed'][number];

/** The tabs of a small screen that show the city, and the track; a tall one shows both in one. */
export const inCity: [string[], string[]] = [['map'], ['track']];
export const onTrack: [string[], string[]] = [['track'], ['map']];

/** The parts that a score is made of. */
export const parts = ['roads', 'areas', 'diamonds', 'points'] as const;
export type Part = (typeof parts)[number];

export function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name);
}

export const hands = ['rock', 'paper', 'scissors'] as const;
export type Hand = (typeof hands)[number];

export const beats: Record<Hand, string> = { rock: 'Rock beats scissors', paper: 'Paper beats rock', scissors: 'Scissors beat paper' };

/** Whom these hands leave in, and with which hand; nothing won: all of them. */
export function stayingIn(shown: (Hand | null)[]): { left: number[]; won: Hand | null } {
  const seen = hands.filter((hand) => shown.includes(hand));
  const won = seen.length === 2 ? (seen.includes('rock') && seen.includes('scissors') ? 'rock' : seen[1]) : null;
  return { left: shown.flatMap((hand, seat) => (hand && (!won || hand === won) ? [seat] : [])), won };
}

export const attributes = ['colour', 'number', 'suit'] as const;
export type Attribute = (typeof attributes)[number];
export type Taken = Partial<Record<Attribute, string>>;

/** What a seat has taken of the cards that lie there, by its last choice: it stays marked while that is written. */
export function takenBy({ log }: Scene, seat: number): Taken {
  let from = log.length;
  while (from > 0 && log[from - 1].seat !== 'dealer') from--;
  const choice = log.slice(from).find((entry) => entry.seat === seat && entry.text.startsWith('choose '));
  const [, colour, number, suit] = choice?.text.split(' ') ?? [];
  return choice ? { colour, number, suit } : {};
}

export interface ChooseAction extends Action {
  colour: string;
  number: string;
  suit: string;
  value: number;
}

export function signed(gain: number): string {
  return gain < 0 ? `−${-gain}` : `+${gain}`;
}

export function placeOf(cell: string): { x: number; y: number } {
  return { x: cell.charCodeAt(0) - 97, y: Number(cell.slice(1)) - 1 };
}

export function neighbours(a: string, b: string): boolean {
  const p = placeOf(a);
  const q = placeOf(b);
  return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) === 1;
}

/** A road's cells in the order in which it runs: the numbers go up by one. */
export function alongRoad(road: Scoring, sheet: Sheet): string[] {
  return [...road.cells].sort((a, b) => sheet.map[a].number - sheet.map[b].number);
}

/** Casinos at the ends of roads that the server paid as connecting. */
export function litCasinos(sheet: Sheet, printed: Printed): Set<string> {
  const lit = new Set<string>();
  for (const road of sheet.roads) {
    if (road.points <= road.cells.length * printed.roads.points) continue;
    const cells = alongRoad(road, sheet);
    for (const end of [cells[0], cells[cells.length - 1]]) for (const casino of printed.casinos) if (neighbours(end, casino)) lit.add(casino);
  }
  return lit;
}

export function spaceWords(space: Space): string {
  if (space.bonus === 'shift') return 'a ±1 box';
  if (space.bonus === 'diamond') return 'a diamond';
  if (space.bonus === 'number') return `one more number: ${space.number}`;
  return space.points === 1 ? '1 point' : `${space.points} points`;
}

/** Takes an attribute from a card; two attributes decide the third. A card gives one attribute only. */
export function take(taken: Taken, attribute: Attribute, card: string, lineup: string[]): Taken {
  const next: Taken = {};
  for (const other of attributes) if (other !== attribute && taken[other] && taken[other] !== card) next[other] = taken[other];
  next[attribute] = card;
  const open = attributes.filter((other) => !next[other]);
  if (open.length === 1) next[open[0]] = lineup.find((name) => !attributes.some((other) => next[other] === name));
  return next;
}

export function matching(actions: Action[], taken: Taken): ChooseAction[] {
  return (actions as ChooseAction[]).filter(
    (action) => action.kind === 'choose' && attributes.every((attribute) => !taken[attribute] || action[attribute] === taken[attribute]),
  );
}

/** How many ±1 boxes a value costs; a wild card is any number for nothing. */
export function boxesFor(card: string, value: number, printed: Printed): number {
  const { rank } = cardNamed(card);
  if (printed.wild.includes(rank)) return 0;
  return Math.abs(value - (rank === 'A' ? 1 : Number(rank)));
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function prompt(scene: Scene): string {
  const view = scene.view as View;
  const sheet = typeof scene.seat === 'number' ? view.seats[scene.seat] : null;
  if (!sheet || !scene.actions.length) return '';
  const choice = sheet.choice;
  if (view.phase === 'throw') return 'A tie! Throw rock, paper or scissors.';
  if (view.phase === 'choose') return 'Take the colour of one card, the number of another, the suit of the third.';
  if (view.phase === 'track') return `Go forward on the track to a space with ${choice ? suitSigns[choice.suit] : 'your suit'} and take its bonus.`;
  const action = scene.actions[0];
  return `Write a ${action.colour} ${action.number} into a free block.`;
}

export const suitSigns: Record<string, string> = { spades: '♠', hearts: '♥', clubs: '♣', diamonds: '♦' };
