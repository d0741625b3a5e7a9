// What is in the line of a flick, in words: for whoever aims without seeing the town.

import { blastReach, blockAt, house, sizes } from './measures';
import { facingOf, radians, turned } from './pose';
import type { Aim, Piece, Town } from './stage';
import { pieceWords } from './words';

/** A piece as a few circles, for whoever asks roughly. A flick goes under a front: of a house its two blocks count. */
function circlesOf({ kind, pose }: Piece): { x: number; y: number; r: number }[] {
  const angle = radians(facingOf(pose));
  const along = (way: number, r: number, turn: number) => ({ x: pose.x + way * Math.cos(angle + turn), y: pose.y + way * Math.sin(angle + turn), r });
  const [long, deep] = sizes[kind];
  if (kind === 'building') return [1, -1].map((side) => along(blockAt(), house.block / 2 + 2, (side * Math.PI) / 2));
  if (kind === 'fence') return [-1, -0.5, 0, 0.5, 1].map((part) => along((part * (long - deep)) / 2, deep / 2 + 1, 0));
  return [{ x: pose.x, y: pose.y, r: long / 2 }];
}

/** The first piece that a flick would meet if everything kept still, and how far it is; null: the line is free. */
export function firstAhead(town: Town, aim: Aim, without: string | null): { name: string; away: number } | null {
  const radius = sizes[aim.kind][0] / 2;
  const [c, s] = [Math.cos(radians(aim.angle)), Math.sin(radians(aim.angle))];
  let first: { name: string; away: number } | null = null;
  for (const piece of town.pieces) {
    if (piece.name === without) continue;
    for (const { x, y, r } of circlesOf(piece)) {
      const [dx, dy] = [x - aim.from.x, y - aim.from.y];
      const along = dx * c + dy * s;
      const aside = Math.abs(dy * c - dx * s);
      const room = r + radius;
      if (along <= 0 || aside >= room) continue;
      const away = along - Math.sqrt(room * room - aside * aside);
      if (away > 0 && (!first || away < first.away)) first = { name: piece.name, away };
    }
  }
  return first;
}

/** Who would be hit if it came to rest where it should. */
function blastWords(town: Town, { from, angle, reach }: Aim): string {
  const [x, y] = [from.x + reach * Math.cos(radians(angle)), from.y + reach * Math.sin(radians(angle))];
  const near = town.pieces.filter(({ kind, pose }) => (kind === 'cowboy' || kind === 'witness') && Math.hypot(pose.x - x, pose.y - y) <= blastReach + sizes[kind][0] / 2);
  return near.length ? `Within ${blastReach} mm of its rest: ${near.map(({ name }) => pieceWords(name)).join(', ')}.` : `Nobody is within ${blastReach} mm of its rest.`;
}

export function aheadWords(town: Town, aim: Aim, without: string | null): string {
  const first = firstAhead(town, aim, without);
  if (aim.kind === 'dynamite' && (!first || first.away > aim.reach)) return blastWords(town, aim);
  if (!first) return 'The line is free.';
  const far = first.away > aim.reach ? ', farther than it slides' : '';
  return `${pieceWords(first.name).replace(/^./, (letter) => letter.toUpperCase())} is in line, ${Math.round(first.away)} mm away${far}.`;
}

/** Where everybody stands, in words: from the one who plays, else from the table's lower left corner. */
export function whereWords(town: Town, from: { x: number; y: number } | null, own: string | null): string[] {
  return town.pieces
    .filter(({ kind, name }) => (kind === 'cowboy' || kind === 'witness' || kind === 'building') && name !== own)
    .map(({ name, kind, pose }) => {
      const [dx, dy] = [pose.x - (from?.x ?? 0), pose.y - (from?.y ?? 0)];
      const place = from
        ? `${Math.round(Math.hypot(dx, dy))} mm away, at ${turned(Math.round((Math.atan2(dy, dx) * 1800) / Math.PI) / 10)}°`
        : `${Math.round(dx)} mm from the left, ${Math.round(dy)} mm from the bottom`;
      return `${pieceWords(name)}: ${place}${kind === 'building' ? `, its door looks to ${Math.round(facingOf(pose))}°` : ''}`;
    });
}
