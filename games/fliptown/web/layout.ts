// Where everything lies on the drawing. One landscape: the trail on top, badlands and cemetery left, the mine as a cut through the
// hill in the middle, the town right, the ledger below. On a phone each part is a sheet of its own, *tall*: what is too wide for it
// (trail, town, ledger) is laid out in rows.

import { ranks, siteKey, stones, type Printed, type Region } from './model';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const width = 1200;
export const height = 760;

export type Part = Region | 'ledger';

export const parts: Record<Part, Box> = {
  trail: { x: 0, y: 0, w: 1200, h: 142 },
  badlands: { x: 0, y: 142, w: 274, h: 322 },
  cemetery: { x: 0, y: 464, w: 274, h: 296 },
  mine: { x: 274, y: 142, w: 428, h: 450 },
  town: { x: 702, y: 142, w: 498, h: 450 },
  ledger: { x: 274, y: 592, w: 926, h: 168 },
};

/** The parts as sheets of their own. */
export const tallParts: Record<Part, Box> = {
  ...parts,
  trail: { x: 0, y: 0, w: 404, h: 362 },
  town: { x: 0, y: 0, w: 375, h: 732 },
  ledger: { x: 0, y: 0, w: 364, h: 540 },
};

/** The plates with the regions' names; touching one goes near. */
export const plates: Record<Part, Box> = {
  trail: { x: 8, y: 6, w: 104, h: 26 },
  badlands: { x: 8, y: 148, w: 130, h: 26 },
  cemetery: { x: 8, y: 470, w: 136, h: 26 },
  mine: { x: 284, y: 148, w: 96, h: 26 },
  town: { x: 712, y: 146, w: 104, h: 26 },
  ledger: { x: 284, y: 600, w: 112, h: 26 },
};

export const tallPlates: Record<Part, Box> = {
  ...plates,
  town: { x: 8, y: 4, w: 104, h: 26 },
  ledger: { x: 8, y: 8, w: 112, h: 26 },
};

/** The three groups of the ledger on a tall sheet: how far each is moved from its place on the map, and how much it grows. */
export const tallLedger = {
  tracks: 'translate(-276 -592)',
  poker: 'translate(20 164) scale(1.15) translate(-632 -594)',
  sheriff: 'translate(20 352) scale(1.15) translate(-914 -594)',
};

/** So many stops stand in a row of the tall trail. */
export const stopsInRow = 5;

/** Trail stops: the middle of the disc; the sign stands above it. */
export function stopAt(index: number, tall = false): { x: number; y: number } {
  const bump = Math.round(9 * Math.sin(index * 1.15 + 0.6));
  if (tall) return { x: 42 + (index % stopsInRow) * 80, y: 98 + Math.floor(index / stopsInRow) * 110 + bump };
  return { x: 64 + index * 89.4, y: 98 + bump };
}

export function targetAt(row: number, place: number): { x: number; y: number } {
  return { x: 97 + place * 51.5, y: 213 + row * 71 };
}

const levels = [
  { first: 444, y: 254 },
  { first: 401, y: 349 },
  { first: 358, y: 444 },
  { first: 315, y: 541 },
];
export const entrance = { x: 487, y: 194 };

export function chamberAt(site: string): { x: number; y: number } {
  const level = levels[Number(site[0]) - 1];
  return { x: level.first + (site.charCodeAt(1) - 97) * 86, y: level.y };
}

export const chamber = { w: 78, h: 60 };

/** Buildings: five, four and four in three streets; on a tall sheet three in a street. */
export function buildingBox(index: number, tall = false): Box {
  if (tall) return { x: 5 + (index % 3) * 123, y: 34 + Math.floor(index / 3) * 139, w: 119, h: 132 };
  const row = index < 5 ? 0 : index < 9 ? 1 : 2;
  const along = row === 0 ? index : (index - 5) % 4;
  const w = row === 0 ? 94 : 119;
  return { x: 709 + along * (w + 4), y: 176 + row * 139, w, h: 132 };
}

export function stoneAt(index: number): { x: number; y: number } {
  return { x: 48 + (index % 3) * 89, y: 540 + Math.floor(index / 3) * 86 };
}

export const stone = { w: 50, h: 52 };

/** Where the ledger says how many cards the deck has. */
export const deckCount: Box = { x: 1112, y: 706, w: 80, h: 44 };

function around(at: { x: number; y: number }, w: number, h: number): Box {
  return { x: at.x - w / 2, y: at.y - h / 2, w, h };
}

/** The place of every site that can be touched, by its key. */
export function siteBoxes(printed: Printed, tall = false): Map<string, Box & { region: Region; site: string }> {
  const boxes = new Map<string, Box & { region: Region; site: string }>();
  const put = (region: Region, site: string, box: Box) => boxes.set(siteKey(region, site), { ...box, region, site });
  ranks.forEach((rank, index) => {
    const at = stopAt(index, tall);
    put('trail', rank, { x: at.x - 34, y: at.y - 54, w: 68, h: 89 });
  });
  printed.badlands.forEach((row, index) => row.targets.forEach((target, place) => put('badlands', target, around(targetAt(index, place), 51, 54))));
  for (const { site } of printed.mine) put('mine', site, around(chamberAt(site), chamber.w, chamber.h));
  printed.town.forEach((building, index) => put('town', building.site, buildingBox(index, tall)));
  stones.forEach((name, index) => name !== 'centre' && put('cemetery', name, around(stoneAt(index), stone.w, stone.h + 2)));
  return boxes;
}
