// The score part by part: which sites a part came from, what it is worth, and what is counted at the end.

import type { Counted, Scene } from 'shell/types';
import { ranks, siteKey, type Printed, type Region, type Reward, type Sheet, type View } from './model';
import { counted, regionNames } from './words';

const goods = ['cash', 'gold', 'silver', 'stars'] as const;
type Good = (typeof goods)[number];

/** The stars are told by where they came from. */
export const parts = [...goods, 'trail', 'badlands', 'mine', 'town', 'cemetery', 'poker', 'bounties', 'start', 'sheriff'] as const;
export type ScorePart = (typeof parts)[number];

const isGood = (part: ScorePart): part is Good => (goods as readonly string[]).includes(part);

/** The circled sites that gave something of this part, by key; of a region those that gave stars. */
export function sitesOfPart(part: ScorePart, sheet: Sheet, printed: Printed): Set<string> {
  if (!isGood(part)) return new Set([...sitesOfPart('stars', sheet, printed)].filter((key) => key.startsWith(`${part} `)));
  const found = new Set<string>();
  const field: keyof Reward = part;
  const look = (region: Region, site: string, reward: Reward) => reward[field] && sheet[region].includes(site) && found.add(siteKey(region, site));
  printed.trail.forEach((reward, index) => look('trail', ranks[index], reward));
  for (const { site, reward } of printed.mine) look('mine', site, reward);
  for (const { site, roof, sales, stars, effect } of printed.town) {
    const given = roof[field] || (part === 'stars' && stars && effect !== 'look');
    const bought = sales?.some((sale) => sale.reward[field] && sheet.items.includes(sale.item));
    const inside = (part === 'silver' && effect === 'lodging' && sheet.hotel > 0) || (part === 'stars' && effect === 'land' && sheet.plots.length > 0);
    if ((given || bought || inside) && sheet.town.includes(site)) found.add(siteKey('town', site));
  }
  if (part === 'stars') for (const target of sheet.badlands) found.add(siteKey('badlands', target));
  if (part === 'cash') for (const target of sheet.robbed) found.add(siteKey('badlands', target));
  const circled = (stone: string) => stone === 'centre' || sheet.cemetery.includes(stone);
  for (const { between, reward } of printed.cemetery)
    if (reward[field] && between.every(circled)) for (const stone of between) if (stone !== 'centre') found.add(siteKey('cemetery', stone));
  // Silver counts sites of other regions: they are what it is made of.
  if (part === 'silver')
    for (const { site, reward } of printed.mine)
      if (reward.silver && sheet.mine.includes(site)) for (const counts of sheet[reward.silver]) found.add(siteKey(reward.silver, counts));
  return found;
}

/** What a part is worth, and where it came from, in a sentence or two. */
export function partWords(part: ScorePart, points: number, sheet: Sheet, printed: Printed): string {
  const { cash_per_point, gold_per_point } = printed.margins;
  const worth = counted(points, 'point');
  const stars = counted(points, 'star');
  if (part === 'poker') return `${stars} for the poker hands: ${sheet.hands.join(', ')}.`;
  if (part === 'bounties') return `${stars} for bounties.`;
  if (part === 'start') return `${stars} that the character began with.`;
  if (part === 'sheriff') return `${counted(-points, 'star')} paid to the Sheriff.`;
  if (!isGood(part)) return `${stars} from the ${regionNames[part]}. Lit are the sites that gave some.`;
  if (part === 'cash') return `$${sheet.cash} in cash: every $${cash_per_point} is a point, so ${worth}.`;
  if (part === 'gold') return `${sheet.gold} gold: every ${gold_per_point} make a point, so ${worth}.`;
  if (part === 'stars') return `${counted(sheet.stars, 'star')}: ${worth}.`;
  const silver = printed.mine
    .filter(({ site, reward }) => reward.silver && sheet.mine.includes(site))
    .map(({ reward }) => `${sheet[reward.silver!].length + (reward.silver === 'cemetery' ? 1 : 0)} for the ${regionNames[reward.silver!]}`);
  if (sheet.hotel) silver.push(`${printed.hotel[sheet.hotel - 1]} for the Hotel`);
  return `${counted(sheet.silver, 'silver star')}: ${worth}${silver.length ? ` (${silver.join(', ')})` : ''}.`;
}

const sources = [
  ['trail', 'Trail'],
  ['badlands', 'Badlands'],
  ['mine', 'Mine'],
  ['town', 'Town'],
  ['cemetery', 'Cemetery'],
  ['start', 'From the start'],
  ['poker', 'Poker'],
  ['bounties', 'Bounties'],
  ['sheriff', 'Paid to the Sheriff'],
] as const;

/** The final count: stars by where they came from, as the sheets have them, then what the goods are worth. */
export function scoreParts(scene: Scene): Counted[] {
  const { seats } = scene.view as View;
  const breakdown = scene.table.result?.breakdown ?? [];
  const stars = ({ stars_from }: Sheet, from: keyof Sheet['stars_from']) => (from === 'sheriff' ? 0 - (stars_from[from] ?? 0) : (stars_from[from] ?? 0));
  const points = (part: string) => seats.map((_, seat) => Number(breakdown[seat]?.[part] ?? 0));
  return [
    ...sources.map(([part, word]) => ({ word, part, values: seats.map((sheet) => stars(sheet, part)) })),
    { word: 'Silver', part: 'silver', values: points('silver') },
    { word: 'Cash', part: 'cash', values: points('cash') },
    { word: 'Gold', part: 'gold', values: points('gold') },
  ];
}

/** What this sheet has of a part. */
export function pointsOf(scene: Scene, part: ScorePart, seat: number): number {
  return scoreParts(scene).find((one) => one.part === part)?.values[seat] ?? Number(scene.table.result?.breakdown[seat]?.[part] ?? 0);
}

/** Where a part is seen on a small screen. */
export function placeOfPart(part: ScorePart): Region | 'ledger' | 'notices' {
  if (part === 'silver') return 'mine';
  if (part === 'bounties' || part === 'start') return 'notices';
  return isGood(part) || part === 'poker' || part === 'sheriff' ? 'ledger' : part;
}
