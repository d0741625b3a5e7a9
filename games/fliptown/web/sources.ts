// Where the stars came from, for the final count: regions, poker and bounties as the sheet and the log prove them. What is bought, given
// and taken in Town, and what the Sheriff took, is the rest.

import { nameFor, seatLabel } from 'shell/parts/seats';
import type { Counted, Scene } from 'shell/types';
import { ranks, type Printed, type Sheet, type View } from './model';

const sum = (values: (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);

function trail(sheet: Sheet, printed: Printed): number {
  return sum(printed.trail.map(({ stars }, index) => (sheet.trail.includes(ranks[index]) ? stars : 0)));
}

/** A robbery in vain brings half. */
function badlands(sheet: Sheet, printed: Printed): number {
  const brought = (target: string, stars: number) => (sheet.robbed.includes(target) ? stars : stars / 2);
  return sum(printed.badlands.flatMap(({ targets, stars }) => targets.filter((one) => sheet.badlands.includes(one)).map((one) => brought(one, stars))));
}

function mine(sheet: Sheet, printed: Printed): number {
  return sum(printed.mine.map(({ site, reward }) => (sheet.mine.includes(site) ? reward.stars : 0)));
}

function cemetery(sheet: Sheet, printed: Printed): number {
  const circled = (stone: string) => stone === 'centre' || sheet.cemetery.includes(stone);
  return sum(printed.cemetery.map(({ between, reward }) => (between.every(circled) ? reward.stars : 0)));
}

function poker(sheet: Sheet, printed: Printed): number {
  return sum(sheet.hands.map((hand) => printed.poker.find((row) => row.hand === hand)?.stars));
}

/** As the log tells them: with a step of one's own, or at the end of a turn. */
function bounties(scene: Scene, seat: number): number {
  const names = [nameFor(scene, seat), seatLabel(scene.table, seat)].map((name) => name.toLowerCase());
  return sum(
    scene.log.flatMap((entry) => [
      ...(entry.seat === seat ? [...entry.tell.matchAll(/; bounty \d+: (\d+) star/g)].map(([, stars]) => Number(stars)) : []),
      ...[...entry.tell.matchAll(/Bounty \d+ goes to (.+?): (\d+) star/g)]
        .filter(([, who]) => names.includes(who.toLowerCase()))
        .map(([, , stars]) => Number(stars)),
    ]),
  );
}

export function scoreParts(scene: Scene): Counted[] {
  const { seats, shared } = scene.view as View;
  const breakdown = scene.table.result?.breakdown ?? [];
  const told = (word: string, values: number[]) => ({ word, part: 'stars', values });
  const known = [
    told(
      'Trail',
      seats.map((sheet) => trail(sheet, shared.map)),
    ),
    told(
      'Badlands',
      seats.map((sheet) => badlands(sheet, shared.map)),
    ),
    told(
      'Mine',
      seats.map((sheet) => mine(sheet, shared.map)),
    ),
    told(
      'Cemetery',
      seats.map((sheet) => cemetery(sheet, shared.map)),
    ),
    told(
      'Poker',
      seats.map((sheet) => poker(sheet, shared.map)),
    ),
    told(
      'Bounties',
      seats.map((_, seat) => bounties(scene, seat)),
    ),
  ];
  const points = (part: string) => seats.map((_, seat) => Number(breakdown[seat]?.[part] ?? 0));
  const rest = points('stars').map((stars, seat) => stars - sum(known.map(({ values }) => values[seat])));
  return [
    ...known,
    told('Town and the Sheriff', rest),
    { word: 'Silver', part: 'silver', values: points('silver') },
    { word: 'Cash', part: 'cash', values: points('cash') },
    { word: 'Gold', part: 'gold', values: points('gold') },
  ];
}
