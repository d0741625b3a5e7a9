// The score part by part: which sites a part came from, and what it is worth.

import { ranks, siteKey, type Printed, type Region, type Reward, type Sheet } from './model';
import { counted, regionNames } from './words';

export const parts = ['cash', 'gold', 'silver', 'stars'] as const;
export type ScorePart = (typeof parts)[number];

const fields: Record<ScorePart, keyof Reward> = { cash: 'cash', gold: 'gold', silver: 'silver', stars: 'stars' };

/** The circled sites that gave something of this part, by key. */
export function sitesOfPart(part: ScorePart, sheet: Sheet, printed: Printed): Set<string> {
  const found = new Set<string>();
  const field = fields[part];
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
  if (part === 'cash') return `$${sheet.cash} in cash: every $${cash_per_point} is a point, so ${worth}.`;
  if (part === 'gold') return `${sheet.gold} gold: every ${gold_per_point} make a point, so ${worth}.`;
  if (part === 'stars') return `${counted(sheet.stars, 'star')}: ${worth}. Lit are the sites that gave some; poker hands and bounties gave others.`;
  const silver = printed.mine
    .filter(({ site, reward }) => reward.silver && sheet.mine.includes(site))
    .map(({ reward }) => `${sheet[reward.silver!].length + (reward.silver === 'cemetery' ? 1 : 0)} for the ${regionNames[reward.silver!]}`);
  if (sheet.hotel) silver.push(`${printed.hotel[sheet.hotel - 1]} for the Hotel`);
  return `${counted(sheet.silver, 'silver star')}: ${worth}${silver.length ? ` (${silver.join(', ')})` : ''}.`;
}
