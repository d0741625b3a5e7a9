// What the view of Flip City holds, in the page's words, and what is told from it: sentences, and the story of a turn. Rules and odds
// are the server's.

import { secondPerson, toReader } from 'shell/parts/lines';
import { nameFor } from 'shell/parts/seats';
import type { Action, LogEntry, Scene } from 'shell/types';
import type { View } from './view';

export type { View };

type Card = View['shared']['cards'][number];

/** What cannot be bought has no price. */
export interface PrintedCard {
  price?: Card['price'];
  front: Face;
  back: Face;
}

/** A side of a card: what it does not do is absent. */
export type Face = Pick<Card['front'], 'face' | 'title'> &
  Partial<Card['front'] & Omit<Card['back'], 'recycle'>> & { recycle?: Partial<Card['back']['recycle']> };

export type SeatView = View['seats'][number];
export type Counts = SeatView['deck'];

export interface Side {
  face: Face;
  other: Face;
  back: boolean;
  card: PrintedCard;
}

/** Both sides of every card, by the name of the face. */
export function sidesOf(cards: PrintedCard[]): Map<string, Side> {
  const sides = new Map<string, Side>();
  for (const card of cards) {
    sides.set(card.front.face, { face: card.front, other: card.back, back: false, card });
    sides.set(card.back.face, { face: card.back, other: card.front, back: true, card });
  }
  return sides;
}

export type Sides = ReturnType<typeof sidesOf>;

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/* --- odds ------------------------------------------------------------------------------------------------------------ */

/** A chance in words that do not round a possible thing to never, nor an uncertain one to always. */
export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return 'below 1 %';
  if (rounded === 100 && chance < 1) return 'over 99 %';
  return `${rounded} %`;
}

const oddsKey = 'flipside.flipcity.odds';

export function oddsWanted(): boolean {
  try {
    return localStorage.getItem(oddsKey) !== 'off';
  } catch {
    return true;
  }
}

export function wantOdds(on: boolean): void {
  try {
    localStorage.setItem(oddsKey, on ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

export function article(title: string): string {
  return `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`;
}

/** What is printed on a face, as short sentences. */
export function wordsOf(face: Face): string[] {
  const words: string[] = [];
  if (face.cash_per_unhappy) words.push(`${face.cash ?? 0} cash, and ${face.cash_per_unhappy} more for each unhappy symbol on the table, its own included`);
  else if (face.cash) words.push(`${face.cash} cash`);
  if (face.points) words.push(counted(face.points, 'point'));
  if (face.unhappy) words.push(`${face.unhappy} unhappy`);
  if (face.limit) words.push(`limit +${face.limit} this turn`);
  if (face.actions) words.push(`${face.actions} more building ${face.actions === 1 ? 'action' : 'actions'}`);
  if (face.forced) words.push('must be played when it is on top');
  if (face.forces_next) words.push('you must play the next card');
  if (face.drops_bottom) words.push('the bottom card of your deck goes to your discard pile');
  if (face.wins_with) words.push(`wins a turn with ${face.wins_with} or more cards, this one among them`);
  if (face.recycle) words.push(`recycle it from the discard pile: ${recycleWords(face)}`);
  if (face.gives) words.push('flipped, it leaves your city: to another player’s discard pile, solo out of the game');
  if (!words.length) words.push('nothing more');
  return words;
}

export function recycleWords(face: Face): string {
  const { cash, limit, actions } = face.recycle ?? {};
  return [cash && `${cash} cash`, limit && `limit +${limit}`, actions && counted(actions, 'more building action')].filter(Boolean).join(', ');
}

export function ofFace(actions: Action[], face: string): Action[] {
  return actions.filter((action) => action.face === face || action.remove === face);
}

export function actionOf(actions: Action[], kind: string): Action | undefined {
  return actions.find((action) => action.kind === kind);
}

function forcedWords(seat: SeatView, sides: Sides): string {
  const top = sides.get(seat.top ?? '')!.face;
  const last = sides.get(seat.played[seat.played.length - 1] ?? '')?.face;
  const spare = Object.keys(seat.discard).some((name) => sides.get(name)?.face.recycle) ? ' You may recycle first.' : '';
  if (top.forced) return `${article(top.title).replace(/^a/, 'A')} on top must be played.${spare}`;
  if (last?.forces_next) return `The ${last.title} demands one more card: play the ${top.title}.${spare}`;
  if (!seat.played.length) return `The first card of a turn must be played: ${article(top.title)}.${spare}`;
  return `The ${top.title} must be played.${spare}`;
}

/** What is to be decided now, and why there may be no choice. */
export function prompt(scene: Scene): string {
  const view = scene.view as View;
  if (!scene.actions.length || typeof scene.seat !== 'number') return '';
  const seat = view.seats[scene.seat];
  if (view.phase === 'build') {
    const means = `${counted(seat.actions, 'building action')}, ${seat.cash} cash`;
    return scene.actions.length === 1
      ? `${means}: you cannot afford anything here. You are done.`
      : `${means}: buy or develop from the market, or flip a discarded card.`;
  }
  const sides = sidesOf(view.shared.cards);
  if (seat.top === null) {
    const price = view.seats.length === 1 ? '; a shuffle costs one card of the market' : '';
    return actionOf(scene.actions, 'shuffle')
      ? `Your deck is empty. Stop, or shuffle the discard pile into a new one${price}.`
      : 'Your deck is empty, and so is the discard pile: stop.';
  }
  if (seat.must_play || !actionOf(scene.actions, 'stop')) return forcedWords(seat, sides);
  return `Play the ${sides.get(seat.top)!.face.title}, or stop and build with ${seat.cash} cash.`;
}

/* --- the story ------------------------------------------------------------------------------------------------------- */

/** What a seat did in the last turn that it has finished, the first deed first. */
function deedsOfLastTurn(scene: Scene, seat: number): LogEntry[] {
  const running = (scene.view as View).acting === seat && scene.table.status === 'running';
  let end = scene.log.length - 1;
  const isOther = (index: number) => typeof scene.log[index].seat === 'number' && scene.log[index].seat !== seat;
  if (running && scene.table.seats.length > 1) while (end >= 0 && !isOther(end)) end--;
  else if (running) return [];
  while (end >= 0 && scene.log[end].seat !== seat) end--;
  const deeds: LogEntry[] = [];
  for (let index = end; index >= 0 && !isOther(index); index--) if (scene.log[index].seat === seat) deeds.unshift(scene.log[index]);
  return deeds;
}

const kindOf = ({ text }: LogEntry) => text.split(' ')[0];

/** The last turn of a seat that it has finished, as a sentence; empty before its first. */
export function lastTurn(scene: Scene, seat: number): string {
  const deeds = deedsOfLastTurn(scene, seat);
  const plays = deeds.filter((deed) => kindOf(deed) === 'play');
  const said = (words: string) => (nameFor(scene, seat) === 'You' ? secondPerson(words) : words);
  const built = deeds.filter((deed) => ['buy', 'flip', 'develop'].includes(kindOf(deed))).map(({ tell }) => said(toReader(scene, tell)));
  if (!plays.length) return '';
  const played = counted(plays.length, 'card');
  if (plays.some(({ tell }) => tell.includes('too many'))) return `${played}, the last was one unhappy too many: no building`;
  return built.length ? `${played}; ${built.join(', ')}` : `${played}; built nothing`;
}

/** The cards that a seat played in its last turn, as the log names them. */
export function lastCards(scene: Scene, seat: number, sides: Sides): string[] {
  const titles = [...sides.values()].map(({ face }) => face).sort((a, b) => b.title.length - a.title.length);
  const named = ({ tell }: LogEntry) => titles.find(({ title }) => tell.startsWith(`plays ${title}`))?.face ?? '';
  return deedsOfLastTurn(scene, seat)
    .filter((deed) => kindOf(deed) === 'play')
    .map(named);
}
