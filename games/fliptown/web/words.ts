// Everything on the map as a sentence: for the pointer that rests on it, for the long press, and for those who listen.

import type { Action, Scene } from 'shell/types';
import { cardNamed, cardWords } from 'shell/boards/cards';
import {
  gunOf,
  percent,
  robberyChance,
  siteKey,
  valueOf,
  type Building,
  type Change,
  type Cowbot,
  type Offer,
  type Printed,
  type Region,
  type Reward,
  type Sheet,
  type View,
} from './model';

export const regionNames: Record<Region, string> = { trail: 'Trail', badlands: 'Badlands', mine: 'Mine', town: 'Town', cemetery: 'Cemetery' };
export const siteWords: Record<Region, string> = { trail: 'trail stop', badlands: 'robbery', mine: 'chamber', town: 'building', cemetery: 'tombstone' };
const stoneWords: Record<string, string> = {
  nw: 'top left',
  n: 'top',
  ne: 'top right',
  w: 'left',
  centre: 'centre',
  e: 'right',
  sw: 'bottom left',
  s: 'bottom',
  se: 'bottom right',
};
export const itemNames: Record<string, string> = {
  befriend: 'befriend the Undertaker',
  shovel: 'the shovel',
  red: 'bank on red',
  black: 'bank on black',
  work_horse: 'the work horse',
  trail_horse: 'the trail horse',
  gold_pan: 'the gold pan',
  hammer: 'the hammer',
  pickaxe: 'the pickaxe',
  bandana: 'the bandana',
  room: 'the next room',
  pistol: 'the pistol',
  rifle: 'the rifle',
};

export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

export function sentenceCase(words: string): string {
  return words ? words[0].toUpperCase() + words.slice(1) : '';
}

function listed(parts: string[], last = 'and'): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts[parts.length - 1]}`;
}

export function rewardWords(reward: Reward): string {
  const parts: string[] = [];
  if (reward.cash) parts.push(`$${reward.cash}`);
  if (reward.gold) parts.push(`${reward.gold} gold`);
  if (reward.stars) parts.push(counted(reward.stars, 'star'));
  if (reward.pans) parts.push('a gold pan');
  if (reward.hammers) parts.push('a hammer');
  if (reward.either) parts.push('a gold pan or a hammer');
  for (const region of reward.bonus ?? []) parts.push(`a ${regionNames[region]} bonus`);
  if (reward.silver) parts.push(`1 silver star for each circled ${siteWords[reward.silver]} at the end`);
  if (reward.remove) parts.push(`up to ${reward.remove} Wanted removed`);
  if (reward.wanted) parts.push(`${reward.wanted} Wanted`);
  return listed(parts) || 'nothing';
}

const signed = (count: number) => (count > 0 ? `+${count}` : `−${-count}`);

/** What a move changes, as a short list of words. */
export function changeWords(change: Change, gold = 0): string {
  const parts: string[] = [];
  if (change.cash) parts.push(change.cash > 0 ? `+$${change.cash}` : `−$${-change.cash}`);
  if (change.gold) parts.push(`${signed(change.gold)} gold`);
  if (change.stars) parts.push(`${signed(change.stars)} ${Math.abs(change.stars) === 1 ? 'star' : 'stars'}`);
  if (change.silver) parts.push(`${signed(change.silver)} silver`);
  if (change.pans) parts.push('a gold pan');
  if (change.hammers) parts.push('a hammer');
  if (change.pick) parts.push('a gold pan or a hammer');
  for (const number of change.bounties ?? []) parts.push(`bounty ${number}`);
  for (const region of change.bonus ?? []) parts.push(`a ${regionNames[region]} bonus`);
  if (change.wanted) parts.push(`${signed(change.wanted)} Wanted`);
  if (gold) parts.push(parts.length ? `for ${gold} gold` : `costs ${gold} gold`);
  return parts.join(', ');
}

/* --- symbols --------------------------------------------------------------------------------------------------------- */

/** One symbol in a sentence. */
export function symbolWords(kind: string, n: number, printed: Printed): string {
  const { margins } = printed;
  switch (kind) {
    case 'cash':
      return `$${n}: cash. Every $${margins.cash_per_point} is a point at the end.`;
    case 'gold':
      return `${n} gold. Gold changes your cards, and every ${margins.gold_per_point} make a point at the end.`;
    case 'star':
      return `${counted(n, 'star')}: ${counted(n, 'point')}.`;
    case 'wanted':
      return `${n} Wanted: more to fear from the Sheriff when the round ends.`;
    case 'remove':
      return `Removes up to ${n} of your Wanted.`;
    case 'pan':
      return `A gold pan: ${margins.pan_gold} gold at the end of every round. The map has room for ${margins.most_pans}; what is beyond that is noted beside them and counts.`;
    case 'hammer':
      return `A hammer: $${margins.hammer_cash} at the end of every round. The map has room for ${margins.most_hammers}; what is beyond that is noted beside them and counts.`;
    case 'either':
      return 'A gold pan or a hammer, as you like.';
    default:
      return '';
  }
}

export function bonusWords(region: Region): string {
  return `A ${regionNames[region]} bonus: visit any open ${siteWords[region]}, whatever your cards say.`;
}

export function silverWords(region: Region): string {
  return `Silver: a point at the end for each circled ${siteWords[region]}${region === 'cemetery' ? ', the centre among them' : ''}.`;
}

/* --- sites ----------------------------------------------------------------------------------------------------------- */

function rowOf(printed: Printed, site: string) {
  return printed.badlands.find((row) => row.targets.includes(site))!;
}

export function siteTitle(region: Region, site: string, printed: Printed): string {
  switch (region) {
    case 'trail':
      return `Trail, stop ${site}`;
    case 'badlands':
      return `Badlands, ${rowOf(printed, site).name} ${site}`;
    case 'mine':
      return `Mine, chamber ${site}`;
    case 'town':
      return `${printed.town.find((building) => building.site === site)!.name} (${site})`;
    default:
      return `Cemetery, ${stoneWords[site]} stone`;
  }
}

const saleWords: Record<string, (printed: Printed) => string> = {
  befriend: () => 'befriend him: no more Wanted from the Cemetery',
  shovel: (printed) => `then the shovel: ${counted(printed.margins.shovel_stars, 'star')} for each tombstone from then on`,
  red: () => 'bank on red',
  black: () => 'bank on black',
  work_horse: () => 'work horse: a hammer and a star',
  trail_horse: (printed) => `trail horse: ${printed.margins.trail_horse} further on the Trail`,
  gold_pan: () => 'gold pan and a star',
  pickaxe: (printed) => `pickaxe and a star: ranges in the Mine may be ${printed.margins.pickaxe} off`,
  bandana: (printed) => `bandana: each robbery brings ${printed.margins.bandana} Wanted less`,
  pistol: (printed) => `pistol: +${printed.margins.pistol} on robbery cards`,
  rifle: (printed) => `then the rifle: +${printed.margins.rifle} instead`,
};

export function itemWords(item: string, price: number, printed: Printed): string {
  return sentenceCase(`${saleWords[item]?.(printed) ?? item}${price ? `, $${price}` : ''}.`);
}

/** What a building does inside. */
export function effectWords(building: Building, printed: Printed): string {
  const sales = (building.sales ?? []).map((sale) => `${saleWords[sale.item](printed)}${sale.price ? ` for $${sale.price}` : ''}`);
  switch (building.effect) {
    case 'shop':
      if (building.single)
        return `Pay $${building.sales![0].price} to bank on red or on black. From the next turn on, when all three cards of the lineup have that colour: ${printed.bank.join(', ')} stars in round 1, 2, 3.`;
      return `For sale, each once: ${sales.join('; ')}.`;
    case 'ladder':
      return `${sentenceCase(sales.join('; on a later visit '))}.`;
    case 'hiding':
      return `Removes up to ${building.remove} Wanted.`;
    case 'trade': {
      const price = building.cash ? `$${building.cash}` : `${building.gold} gold`;
      const good = building.stars ? counted(building.stars, 'star') : `the loss of ${building.remove} Wanted`;
      return `${price} for ${good}, up to ${building.most} times per visit.`;
    }
    case 'lodging':
      return `$${building.cash} for the next room. Your rooms are worth this many silver stars in all: ${printed.hotel.join(', ')}.`;
    case 'land':
      return `Buy one piece of land: ${printed.land.shapes.map((shape) => `${shapeNames[shape.shape] ?? shape.shape} $${shape.price}`).join(', ')}. You gain the stars on the plots, and ${printed.land.all} more when all nine are yours.`;
    case 'bail':
      return `Hunt an outlaw. From the next turn on, when that rank is in the lineup: $${printed.bail.cash}, or ${printed.bail.gold} gold, or you lose ${printed.bail.remove} Wanted.`;
    default:
      return `Look at the Sheriff card, then gain ${counted(building.stars ?? 0, 'star')} or lose ${building.remove} Wanted.`;
  }
}

export const shapeNames: Record<string, string> = { domino: 'two in a row', three: 'three in a row', corner: 'a corner of three' };

/** What a site is and gives, in a sentence or two. */
export function describeSite(region: Region, site: string, view: View, sheet: Sheet): string {
  const printed = view.shared.map;
  switch (region) {
    case 'trail':
      return `${sentenceCase(rewardWords(printed.trail[valueOf(site) - 1]))}.`;
    case 'badlands': {
      const row = rowOf(printed, site);
      const gun = gunOf(sheet, printed);
      const cash = row.cash[row.targets.indexOf(site)];
      return `You gain ${row.wanted} Wanted, then a card is drawn. ${site} or more${gun ? `, with ${gun} added for your gun,` : ''} brings ${row.stars} stars and $${cash}; a lower one only ${counted(row.stars / 2, 'star')}. All three of a row: ${rewardWords({ bonus: row.bonus })}.`;
    }
    case 'mine': {
      const chamber = printed.mine.find((one) => one.site === site)!;
      const ways = chamber.ways.map((way) => `${way.low}–${way.high} from ${way.from ?? 'the entrance'}`);
      return `${sentenceCase(rewardWords(chamber.reward))}. Ways in: ${listed(ways, 'or')}.`;
    }
    case 'town': {
      const building = printed.town.find((one) => one.site === site)!;
      return `${effectWords(building, printed)} On the roof, the first time: ${rewardWords(building.roof)}.`;
    }
    default: {
      if (site === 'centre') return 'Circled from the start.';
      const around = printed.cemetery.filter((one) => one.between.includes(site));
      const parts = around.map((one) => `${rewardWords(one.reward)} with the ${stoneWords[one.between[0] === site ? one.between[1] : one.between[0]]} one`);
      return `${printed.margins.stone_wanted} Wanted (none for a friend of the Undertaker). Between circled neighbours: ${parts.join('; ')}.`;
    }
  }
}

export function stateWords(region: Region, site: string, sheet: Sheet): string {
  if (region === 'cemetery' && site === 'centre') return '';
  if (!sheet[region].includes(site)) {
    const last = sheet.trail[sheet.trail.length - 1];
    return region === 'trail' && last && valueOf(site) < valueOf(last) ? 'walked past' : '';
  }
  if (region === 'badlands') return sheet.robbed.includes(site) ? 'robbed' : 'robbed in vain';
  return region === 'town' ? 'circled; it can be visited again' : 'circled';
}

/** An offer in words: what it gains and costs. */
export function offerWords(offer: Offer, view: View, sheet: Sheet): string {
  const printed = view.shared.map;
  const parts = [changeWords(offer.change, offer.gold)];
  if (offer.region === 'badlands') {
    const row = rowOf(printed, offer.site);
    const chance = percent(robberyChance(view, sheet, offer.site));
    parts.push(`${row.stars} stars and $${row.cash[row.targets.indexOf(offer.site)]} with a chance of ${chance}, else ${counted(row.stars / 2, 'star')}`);
  }
  const told = parts.filter(Boolean);
  if (offer.region === 'town') told.push(told.length ? 'then you choose inside' : 'go in, as often as you like');
  return told.join('; ') || 'nothing';
}

/** Why a site does not light up. */
export function whyDark(region: Region, site: string, sheet: Sheet, least: number | null, asked: boolean): string {
  const state = stateWords(region, site, sheet);
  if (state && region !== 'town') return `${sentenceCase(state)}.`;
  if (!asked) return state ? `${sentenceCase(state)}.` : '';
  if (least !== null && least > sheet.gold) return `It costs ${least} gold and you have ${sheet.gold}.`;
  if (least !== null) return 'Not with your cards laid this way.';
  return region === 'mine' && !state ? 'No way leads there yet.' : 'Your cards do not lead there.';
}

/* --- decisions ------------------------------------------------------------------------------------------------------- */

export function ticketName(region: Region): string {
  return `${regionNames[region]} bonus`;
}

const gains: Record<string, string> = { gold: 'gold', bonus: 'a bonus action', star: 'a star', wanted: 'Wanted' };

export function cowbotWords(cowbot: Cowbot): string {
  return `Steals a card when ${cowbot.suit} are in the lineup and you gain ${gains[cowbot.steals] ?? cowbot.steals}.`;
}

/** What the arrest costs; and where only stars can pay, why. */
export function fineWords(view: View, sheet: Sheet): string {
  const { cash, stars } = view.shared.map.fines[view.round - 1];
  const { stars_only } = view.shared.map.margins;
  const lost = sheet.stars < stars ? (sheet.stars ? `your ${counted(sheet.stars, 'star')}` : 'no star, since you have none') : counted(stars, 'star');
  if (sheet.wanted >= stars_only) return `Arrested with ${sheet.wanted} Wanted. From ${stars_only} on the Sheriff takes no cash, so it costs ${lost}.`;
  if (sheet.cash < cash) return `Arrested. The fine is $${cash} and you have $${sheet.cash}, so it costs ${lost}.`;
  return `Arrested. Pay $${cash}, or give ${lost}?`;
}

function visitWords(scene: Scene, far: boolean): string {
  const tap = far ? 'Choose a region and tap' : 'Tap';
  const has = (kind: string) => scene.actions.some((action) => action.kind === kind);
  if (!has('pass')) return `${tap} a lit-up site to visit it.`;
  return has('visit') ? `Every site costs gold. ${tap} one, or pass.` : 'No site is in reach: you pass.';
}

/** Why something cannot be left this time. */
function insists(scene: Scene, way: 'decline' | 'leave'): string {
  const { cowbot } = (scene.view as View).shared;
  return cowbot && !scene.actions.some((action) => action.kind === way)
    ? ` ${cowbot.name} is awake, so you cannot ${way === 'leave' ? 'leave without it' : 'decline it'}.`
    : '';
}

/** What is to be decided now. `far`: on a small screen a site is found in its region. */
export function prompt(scene: Scene, far = false): string {
  const view = scene.view as View;
  const sheet = typeof scene.seat === 'number' ? view.seats[scene.seat] : null;
  if (!sheet || !scene.actions.length) return '';
  switch (sheet.phase) {
    case 'mayor':
      return 'Keep these three cards, or flip three new ones for all?';
    case 'collect':
      return 'An outlaw you hunt is in the lineup: what will it be?';
    case 'arrange':
      return `${far ? 'Choose a region and tap' : 'Tap'} a lit-up site, or give your cards their roles: suit, value, poker.`;
    case 'visit':
      return visitWords(scene, far);
    case 'pick':
      return 'A gold pan or a hammer?';
    case 'building':
      return `Inside the ${sheet.building}: what will you do?${insists(scene, 'leave')}`;
    case 'roof':
    case 'bonus':
      return `Spend ${sheet.bonuses.length > 1 ? 'your bonus actions, in any order' : 'your bonus action'}: tap a lit-up site.${insists(scene, 'decline')}`;
    case 'last':
      return 'One thing is left: your ability, now or later?';
    case 'cheat':
      return 'Shall one of your poker cards count as another?';
    case 'bribe':
      if (!scene.actions.some((action) => action.kind === 'bribe'))
        return `The Sheriff comes. A bribe would cost ${sheet.wanted} gold and you have ${sheet.gold}.`;
      return `The Sheriff comes. Bribe him with ${sheet.wanted} gold, or wait for his card?`;
    case 'marshal':
      return 'Draw another Sheriff card for everybody?';
    case 'pay':
      return fineWords(view, sheet);
    default:
      return '';
  }
}

/** A visit of the log in a few words: "♥ 3". */
export function shortDeed(text: string, printed: Printed): string {
  const [kind, first, second] = text.split(' ');
  if (kind === 'visit')
    return siteTitle(first as Region, second, printed).replace(/^(Trail, stop|Badlands,|Mine, chamber|Cemetery,) /, (word) =>
      word.startsWith('Trail') ? 'stop ' : word.startsWith('Mine') ? 'chamber ' : '',
    );
  if (kind === 'buy') return (itemNames[first] ?? first).replace(/^the /, '');
  if (kind === 'give') return `gives ${first}`;
  if (kind === 'decline') return 'declined';
  if (kind === 'pick') return first.replace('_', ' ');
  if (kind === 'hunt') return `hunts ${first}`;
  if (kind === 'plots') return 'buys land';
  if (kind === 'ability') return 'ability';
  if (kind === 'sheriff') return 'looks';
  if (kind === 'collect') return `collects ${second ?? ''}`;
  if (kind === 'refuse') return 'no bribe';
  if (kind === 'bribe') return 'bribes';
  if (kind === 'pay') return `arrested, ${first}`;
  return kind;
}

export function cardTalk(name: string): string {
  return cardWords(cardNamed(name));
}

export function isVisit(action: Action, key: string): boolean {
  return action.kind === 'visit' && siteKey(action.region as Region, String(action.site)) === key;
}
