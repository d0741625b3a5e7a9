// What happened between two scenes, moment by moment: the robbery card, the theft, the poker hands with their pay, pan and work,
// bounties, the Sheriff's card. The log names them all; this reads it in its order.

import { nameFor } from 'shell/parts/seats';
import type { LogEntry, Moment as Told, Scene } from 'shell/types';
import { cardNamed } from 'shell/boards/cards';
import { cardTold, pokerHands, valueOf, type Sheet, type View } from './model';
import { counted, sentenceCase } from './words';

/** One line of a moment: whose it is, cards, and what comes of them. */
export interface Line {
  who: string;
  cards: string[];
  words: string;
}

export interface Moment extends Told {
  kind: 'robbery' | 'theft' | 'poker' | 'income' | 'bounty' | 'bank' | 'sheriff' | 'flip';
  title: string;
  lines: Line[];
}

/** A step of the story, and one with something to read. */
const step = 600;
const reading = 1200;

const nobody = (words: string, cards: string[] = []): Line => ({ who: '', cards, words });

function nameOf(scene: Scene, seat: number): string {
  if (scene.table.seats.length === 1) return '';
  return seat === scene.seat ? 'You' : nameFor(scene, seat);
}

/** The own robberies: the card is turned first, then one sees what it brought, in the log too. */
function robbery(entry: LogEntry, view: View, steps: number): Moment[] {
  const card = cardTold(entry.tell);
  const [, target, outcome] = / against (\w+): (.*)$/.exec(entry.tell.split(/;|\. /)[0]) ?? [];
  if (!card || !target) return [];
  const won = outcome.startsWith('success');
  const lines = (words: string) => [nobody(words, [card])];
  return [
    { kind: 'robbery', title: `${target} or more is needed`, lines: lines(''), ms: step, view, steps: steps - 1, sound: 'card' },
    {
      kind: 'robbery',
      title: won ? 'The robbery succeeds' : 'The robbery fails',
      lines: lines(sentenceCase(outcome.replace(/^(success|it fails), /, ''))),
      ms: step,
      view,
      steps,
      sound: won ? 'win' : 'lose',
    },
  ];
}

/** One hand after the other, with what it pays. */
function hands(now: Scene, steps: number): Moment[] {
  const view = now.view as View;
  const lines: Line[] = [];
  return view.seats.map((sheet, seat) => {
    const round = (pokerHands(now, seat).filter((hand) => hand.length === view.shared.turns).length || 1) - 1;
    const hand = sheet.hands[sheet.hands.length - 1];
    const pay = view.shared.map.poker.find((row) => row.hand === hand);
    const cards = [...(pokerHands(now, seat)[round] ?? []), ...(sheet.holdem ?? [])];
    lines.push({ who: nameOf(now, seat), cards, words: `${sentenceCase(hand)}${pay?.stars ? `: $${pay.cash} and ${counted(pay.stars, 'star')}` : ''}` });
    return {
      kind: 'poker',
      title: `Poker, round ${sheet.hands.length}`,
      lines: [...lines],
      ms: view.seats.length === 1 ? reading : step,
      view,
      steps,
      sound: pay?.stars ? 'coins' : 'card',
    };
  });
}

function income(now: Scene, steps: number): Moment[] {
  const view = now.view as View;
  const { pan_gold, hammer_cash } = view.shared.map.margins;
  const earned = ({ pans, hammers }: Sheet) =>
    [pans && `${counted(pans, 'pan')}: ${pans * pan_gold} gold`, hammers && `${counted(hammers, 'hammer')}: $${hammers * hammer_cash}`]
      .filter(Boolean)
      .join(', ');
  const lines = view.seats.map((sheet, seat) => ({ who: nameOf(now, seat), cards: [], words: earned(sheet) })).filter((line) => line.words);
  return lines.length ? [{ kind: 'income', title: 'Pan and work', lines, ms: reading, view, steps, sound: 'coins' }] : [];
}

function bounty(now: Scene, number: string, who: string, stars: string, steps: number): Moment {
  const view = now.view as View;
  const text = view.shared.bounties?.find((one) => one.number === Number(number))?.text ?? '';
  return { kind: 'bounty', title: `Bounty: ${stars}`, lines: [{ who, cards: [], words: text }], ms: reading, view, steps, sound: 'bounty' };
}

/** The card alone first; then what it means to the viewer. */
function sheriff(card: string, before: Scene, steps: number): Moment[] {
  const view = before.view as View;
  const sheet = typeof before.seat === 'number' ? view.seats[before.seat] : null;
  const below = sheet && valueOf(cardNamed(card).rank) < sheet.wanted;
  const lines = (words: string) => [nobody(words, [card])];
  const first: Moment = { kind: 'sheriff', title: 'The Sheriff turns his card', lines: lines(''), ms: step, view, steps, sound: 'sheriff' };
  if (!sheet?.wanted) return [first];
  const bribed =
    before.log
      .concat()
      .reverse()
      .find((entry) => entry.seat === before.seat && /^(bribe|refuse)$/.test(entry.text))?.text === 'bribe';
  const words = below
    ? bribed
      ? `It is below your ${sheet.wanted} Wanted, but your bribe keeps you free.`
      : `It is below your ${sheet.wanted} Wanted.`
    : `It is not below your ${sheet.wanted} Wanted.`;
  return [
    { ...first, steps: steps - 1 },
    { ...first, title: below && !bribed ? 'Arrested' : 'You are free', lines: lines(words), ms: reading, sound: below && !bribed ? 'lose' : 'win' },
  ];
}

/** What an entry of the log is worth showing. */
function told(entry: LogEntry, before: Scene, now: Scene, own: boolean, steps: number): Moment[] {
  const found: Moment[] = [];
  const { tell } = entry;
  if (entry.seat === 'dealer' && tell.startsWith('robbery card') && own) found.push(...robbery(entry, before.view, steps));
  const theft = /([^.]+) steals a card: ([^.]+)/.exec(tell);
  if (theft)
    found.push({
      kind: 'theft',
      title: `${theft[1].trim()} steals a card`,
      lines: [nobody(`${sentenceCase(theft[2])}.`)],
      ms: reading,
      view: now.view,
      steps,
      sound: 'theft',
    });
  const bank = /The bank pays ([^.]+)/.exec(tell);
  if (bank) found.push({ kind: 'bank', title: 'The bank pays', lines: [nobody(sentenceCase(bank[1]))], ms: step, view: now.view, steps, sound: 'coins' });
  if (/Poker hands?:/.test(tell)) found.push(...hands(now, steps), ...income(now, steps));
  const gained = /; bounty (\d+): (\d+ stars?)/.exec(tell);
  if (gained && typeof entry.seat === 'number') found.push(bounty(now, gained[1], nameOf(now, entry.seat) || 'You', gained[2], steps));
  for (const [, number, who, stars] of tell.matchAll(/Bounty (\d+) goes to (.+?): (\d+ stars?)/g)) found.push(bounty(now, number, who, stars, steps));
  // A card that only one has looked at is no news to the others, and that one reads it in the panel.
  const shows = /[Tt]he Sheriff card is \S+/.exec(tell);
  const card = shows && turned(before, now) ? cardTold(shows[0]) : undefined;
  if (card) found.push(...sheriff(card, before, steps));
  return found;
}

/** The Sheriff card lies open now, or did so before the round ended. */
function turned(before: Scene, now: Scene): boolean {
  const [was, is] = [before.view as View, now.view as View];
  return !was.shared.sheriff_turned && (is.shared.sheriff_turned || is.round > was.round || now.table.status === 'over');
}

export function moments(before: Scene, now: Scene): Moment[] {
  const found: Moment[] = [];
  let last: LogEntry['seat'] = 'dealer';
  let flips = 0;
  now.log.slice(before.log.length).forEach((entry, index) => {
    if (entry.seat !== 'dealer') last = entry.seat;
    if (entry.seat === 'dealer' && entry.tell.includes('is flipped')) flips++;
    found.push(...told(entry, before, now, last === now.seat || now.seat === 'public', before.log.length + index + 1));
  });
  // Cards of a new lineup turn over one after the other by themselves; they are only heard.
  if (flips) found.push({ kind: 'flip', title: '', lines: [], ms: 400, sound: 'card' });
  return found;
}
