// The view of Fliptown as the server sends it, and what the board derives from it for the eye. What a site costs and what a move
// changes comes with the view; no rule is decided here.

import { hintedAction } from 'shell/boards/hints';
import type { Action, Choice, Scene } from 'shell/types';
import { cardNamed } from 'shell/boards/cards';
import type { View as Seen } from './view';

export const regions = ['trail', 'badlands', 'mine', 'town', 'cemetery'] as const;
export type Region = (typeof regions)[number];
type Described = Seen['shared']['map'];
type Seat = Seen['seats'][number];
type Absent<Fields> = { [Name in keyof Fields]?: Fields[Name] };

/** What a site brings; what it does not bring is absent. */
export type Reward = Absent<
  Described['trail'][number] & Described['mine'][number]['reward'] & Described['town'][number]['roof'] & Described['cemetery'][number]['reward']
>;
export type Row = Described['badlands'][number];
export type Chamber = Omit<Described['mine'][number], 'reward'> & { reward: Reward };
export type Sale = Omit<NonNullable<Described['town'][number]['sales']>[number], 'reward'> & { reward: Reward };
type Built = Described['town'][number];
export type Building = Pick<Built, 'site' | 'name' | 'effect'> &
  Absent<Omit<Built, 'site' | 'name' | 'effect' | 'roof' | 'sales'>> & { roof: Reward; sales?: Sale[] };
export type Printed = Omit<Described, 'trail' | 'mine' | 'town' | 'cemetery'> & {
  trail: Reward[];
  mine: Chamber[];
  town: Building[];
  cemetery: { between: string[]; reward: Reward }[];
};

/** What a move changes at once: plus is gained, minus is given. */
export type Change = Absent<Seat['changes'][number]>;
/** `asleep`: what a tombstone costs with another suit, so that the cowbot sleeps; 0 where that is not offered. */
type Reach = Omit<Seat['reach'][number], 'change' | 'asleep'> & { change: Change; asleep?: number[] };
/** What only the viewer's own seat has is absent in the others. */
export type Sheet = Omit<Seat, 'changes' | 'reach'> & { changes?: Change[]; reach?: Reach[] };
export type Bounty = NonNullable<Seen['shared']['bounties']>[number];
export type Cowbot = Omit<NonNullable<Seen['shared']['cowbot']>, 'cards'> & { cards?: string[] };
/** The cards in groups: gone first, those that are left last. */
export type Search = NonNullable<Seen['search']>;
export type View = Omit<Seen, 'seats' | 'shared'> & { seats: Sheet[]; shared: Omit<Seen['shared'], 'map' | 'cowbot'> & { map: Printed; cowbot?: Cowbot } };

export const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
export const stones = ['nw', 'n', 'ne', 'w', 'centre', 'e', 'sw', 's', 'se'];

export function siteKey(region: Region, site: string): string {
  return `${region} ${site}`;
}

export function valueOf(rank: string): number {
  return ranks.indexOf(rank) + 1;
}

/* --- what can be visited --------------------------------------------------------------------------------------------- */

export const roles = ['suit', 'value', 'poker'] as const;
export type Role = (typeof roles)[number];
export type Taken = Partial<Record<Role, string>>;

/** Gives a card a role; two roles decide the third. A card has one role only. */
export function take(taken: Taken, role: Role, card: string, lineup: string[]): Taken {
  const next: Taken = {};
  for (const other of roles) if (other !== role && taken[other] && taken[other] !== card) next[other] = taken[other];
  next[role] = card;
  const open = roles.filter((other) => !next[other]);
  if (open.length === 1) next[open[0]] = lineup.find((name) => !roles.some((other) => next[other] === name));
  return next;
}

/** The cards as they lie chosen: by the hand that is still choosing, or on the sheet. */
export function chosen(sheet: Sheet, taken: Taken, lineup: string[]): Taken {
  if (!sheet.cards) return taken;
  const { suit, value } = sheet.cards;
  return { suit, value, poker: lineup.find((card) => card !== suit && card !== value) };
}

export interface Way {
  arrange: Action;
  gold: number;
  /** The gold with which the cowbot sleeps as well, or 0. */
  asleep: number;
}

/** A site that can be visited now: by cards (with the ways of laying them, cheapest first) or by a bonus action. */
export interface Offer {
  region: Region;
  site: string;
  gold: number;
  change: Change;
  bonus: boolean;
  ways: Way[];
  action: Action | null;
  /** The same visit with another suit, so that the cowbot sleeps. */
  asleep: Action | null;
}

/** What it costs to let the cowbot sleep on this visit, or 0 where that is not offered. */
export function sleepGold(offer: Offer, way: Way | null): number {
  return way ? way.asleep : Number(offer.asleep?.gold ?? 0);
}

/** The ways to a site, cheapest first; where they cost the same, the better poker hand. */
function waysTo(gold: number[], asleep: number[], arrangements: Action[], purse: number, sheet: Sheet, printed: Printed): Way[] {
  return arrangements
    .map((arrange, index) => ({
      arrange,
      gold: gold[index],
      asleep: asleep[index] ?? 0,
      hand: handStrength([...sheet.poker, ...(sheet.holdem ?? []), String(arrange.poker)], printed),
    }))
    .filter((way) => way.gold <= purse)
    .sort((a, b) => a.gold - b.gold || b.hand - a.hand);
}

/** Every site that lights up, by its key. */
export function offersOf(scene: Scene, sheet: Sheet, taken: Taken): Map<string, Offer> {
  const offers = new Map<string, Offer>();
  const arrangements = scene.actions.filter((action) => action.kind === 'arrange');
  if (arrangements.length) {
    const fits = (action: Action) => roles.every((role) => !taken[role] || action[role] === taken[role]);
    const printed = (scene.view as View).shared.map;
    for (const { region, site, gold, asleep = [], change } of sheet.reach ?? []) {
      const ways = waysTo(gold, asleep, arrangements, sheet.gold, sheet, printed).filter((way) => fits(way.arrange));
      if (ways.length) offers.set(siteKey(region, site), { region, site, gold: ways[0].gold, change, bonus: false, ways, action: null, asleep: null });
    }
    return offers;
  }
  for (const action of scene.actions) {
    if (action.kind !== 'visit') continue;
    const region = action.region as Region;
    const site = String(action.site);
    const change = sheet.changes?.[action.id] ?? {};
    const first = offers.get(siteKey(region, site));
    if (first) first.asleep = action;
    else offers.set(siteKey(region, site), { region, site, gold: Number(action.gold), change, bonus: Boolean(action.bonus), ways: [], action, asleep: null });
  }
  return offers;
}

/** The least gold that the cards need to an open site, whether it is at hand or not; null for a closed one. */
export function leastGold(sheet: Sheet, key: string): number | null {
  const site = sheet.reach?.find((one) => siteKey(one.region, one.site) === key);
  return site ? Math.min(...site.gold) : null;
}

/** The sites that a hint means: the one it names, or those that its cards reach for nothing. */
export function hintedSites(scene: Scene, hints: Choice[], sheet: Sheet): Set<string> {
  const action = hintedAction(scene, hints);
  if (!action) return new Set();
  if (action.kind === 'visit') return new Set([siteKey(action.region as Region, String(action.site))]);
  if (action.kind !== 'arrange') return new Set();
  const then = hints[0].then?.text.split(' ');
  if (then?.[0] === 'visit') return new Set([siteKey(then[1] as Region, then[2])]);
  const index = scene.actions.filter((one) => one.kind === 'arrange').indexOf(action);
  const free = (sheet.reach ?? []).filter((site) => site.gold[index] === 0 && site.region !== 'cemetery');
  return new Set(free.map((site) => siteKey(site.region, site.site)));
}

/** Does the hint mean a visit with another suit, so that the cowbot sleeps? */
export function hintSleeps(scene: Scene, hints: Choice[]): boolean {
  const text = (hintedAction(scene, hints)?.kind === 'arrange' ? hints[0].then?.text : hints[0]?.text) ?? '';
  return /^visit cemetery \w+ gold/.test(text);
}

/* --- counting cards -------------------------------------------------------------------------------------------------- */

/** The cards that this viewer has not seen in this round. */
function unseen(view: View, sheet: Sheet): string[] {
  const { lineup, discard, sheriff } = view.shared;
  const seen = new Set([...lineup, ...discard, ...sheet.drawn, ...(sheet.holdem ?? []), ...(sheriff ? [sheriff] : [])]);
  return ranks.flatMap((rank) => ['S', 'H', 'C', 'D'].map((suit) => rank + suit)).filter((card) => !seen.has(card));
}

export function gunOf(sheet: Sheet, printed: Printed): number {
  if (sheet.items.includes('rifle')) return printed.margins.rifle;
  return sheet.items.includes('pistol') ? printed.margins.pistol : 0;
}

/** The chance that the robbery card is good enough. */
export function robberyChance(view: View, sheet: Sheet, target: string): number {
  const cards = unseen(view, sheet);
  const needed = valueOf(target) - gunOf(sheet, view.shared.map);
  return cards.filter((card) => valueOf(cardNamed(card).rank) >= needed).length / Math.max(1, cards.length);
}

/** The chance that the Sheriff card is below the own Wanted; certain once it is known. */
export function arrestChance(view: View, sheet: Sheet): number {
  if (!sheet.wanted) return 0;
  const below = (card: string) => valueOf(cardNamed(card).rank) < sheet.wanted;
  if (view.shared.sheriff) return below(view.shared.sheriff) ? 1 : 0;
  const cards = unseen(view, sheet);
  return cards.filter(below).length / Math.max(1, cards.length);
}

export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return 'below 1 %';
  if (rounded === 100 && chance < 1) return 'over 99 %';
  return `${rounded} %`;
}

/* --- the poker hand -------------------------------------------------------------------------------------------------- */

const names = ['royal flush', 'straight flush', 'four of a kind', 'full house', 'flush', 'straight', 'three of a kind', 'two pair', 'one pair', 'nothing'];

/** Five values in a row somewhere, the ace high or low; the highest of them, or 0. */
function straightIn(values: Set<number>): number {
  for (let high = 14; high >= 5; high--) {
    let run = true;
    for (let value = high; value > high - 5; value--) run = run && (values.has(value) || (value === 14 && values.has(1)));
    if (run) return high;
  }
  return 0;
}

/** What the cards make already, best five of them; a hand that is not full yet pays by what it has. */
export function handOf(cards: string[]): string {
  const parsed = cards.map(cardNamed);
  const counts = new Map<number, number>();
  for (const card of parsed) counts.set(valueOf(card.rank), (counts.get(valueOf(card.rank)) ?? 0) + 1);
  const groups = [...counts.values()].sort((a, b) => b - a);
  const flush = (['spades', 'hearts', 'clubs', 'diamonds'] as const).find((suit) => parsed.filter((card) => card.suit === suit).length >= 5);
  if (flush) {
    const high = straightIn(new Set(parsed.filter((card) => card.suit === flush).map((card) => valueOf(card.rank))));
    if (high) return high === 14 ? names[0] : names[1];
  }
  if (groups[0] >= 4) return names[2];
  if (groups[0] >= 3 && groups[1] >= 2) return names[3];
  if (flush) return names[4];
  if (straightIn(new Set(counts.keys()))) return names[5];
  if (groups[0] === 3) return names[6];
  if (groups[0] === 2) return groups[1] === 2 ? names[7] : names[8];
  return names[9];
}

/** For comparing poker cards: the stars of the hand so far, then cards of one suit. */
function handStrength(cards: string[], printed: Printed): number {
  const pay = printed.poker.find((row) => row.hand === handOf(cards));
  const suits = ['S', 'H', 'C', 'D'].map((suit) => cards.filter((card) => card.endsWith(suit)).length);
  return (pay?.stars ?? 0) * 10 + Math.max(...suits);
}

/* --- the story ------------------------------------------------------------------------------------------------------- */

export interface Deed {
  text: string;
  tell: string;
  /** The dealer's answer to it: a robbery card, a look at the Sheriff's. */
  drawn: string;
}

/** What a seat did in the turn that it arranged last, as far as the viewer knows. */
export function lastDeeds(scene: Scene, seat: number): Deed[] {
  let start = scene.log.length - 1;
  while (start >= 0 && !(scene.log[start].seat === seat && scene.log[start].text.startsWith('arrange'))) start--;
  if (start < 0) return [];
  const deeds: Deed[] = [];
  for (const entry of scene.log.slice(start)) {
    if (entry.seat === seat) deeds.push({ text: entry.text, tell: entry.tell, drawn: '' });
    else if (entry.seat === 'dealer' && deeds.length && /robbery card|Sheriff card/.test(entry.tell)) deeds[deeds.length - 1].drawn ||= entry.tell;
    else if (entry.seat === 'dealer' && /is flipped/.test(entry.tell)) break;
  }
  return deeds;
}

/** The cards of a seat's poker hands, round by round, as far as the viewer knows: one a turn, and what the Cheat made of them. */
export function pokerHands(scene: Scene, seat: number): string[][] {
  const { turns } = (scene.view as View).shared;
  const hands: string[][] = [];
  for (const entry of scene.log) {
    if (entry.seat !== seat) continue;
    const [kind, first, second, third] = entry.text.split(' ');
    const last = hands[hands.length - 1];
    if (kind === 'arrange') {
      if (last && last.length < turns) last.push(third);
      else hands.push([third]);
    } else if (kind === 'cheat' && last) last[Number(first) - 1] = second;
  }
  return hands;
}

const signs: Record<string, string> = { '♠': 'S', '♥': 'H', '♣': 'C', '♦': 'D' };

/** The first card that a sentence names with its sign, as the view names it: "4♠" is 4S. */
export function cardTold(words: string): string | undefined {
  const found = /(10|[2-9AJQK])([♠♥♣♦])/.exec(words);
  return found ? found[1] + signs[found[2]] : undefined;
}

/** The robbery cards of these deeds, by target. */
export function robberyCards(deeds: Deed[]): Map<string, string> {
  const cards = new Map<string, string>();
  for (const { text, drawn } of deeds) {
    const [kind, region, site] = text.split(' ');
    const card = cardTold(drawn);
    if (kind === 'visit' && region === 'badlands' && card) cards.set(site, card);
  }
  return cards;
}

/** The sites that a seat visited in its last turn, by key. */
export function lastSites(deeds: Deed[]): Set<string> {
  const visits = deeds.map((deed) => deed.text.split(' ')).filter((words) => words[0] === 'visit');
  return new Set(visits.map((words) => siteKey(words[1] as Region, words[2])));
}
