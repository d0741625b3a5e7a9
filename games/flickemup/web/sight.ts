// What is in the line of a flick, in words: for whoever aims without seeing the town.

import { blastReach, blockAt, house, isRound, sizes } from './measures';
import { facingOf, radians, rotate, turned } from './pose';
import type { Aim, Piece, Town } from './stage';
import { pieceWords } from './words';

/** A part of a footprint, true to its shape: a circle, or a box turned by an angle. */
type Part = { x: number; y: number; r: number } | { x: number; y: number; angle: number; long: number; deep: number };

/** What stands in the way of a flick. It goes under a front, so of a house its two blocks count. */
function partsOf({ kind, pose }: Piece): Part[] {
  const angle = radians(facingOf(pose));
  const [long, deep, high] = sizes[kind];
  if (kind === 'building')
    return [1, -1].map((side) => ({
      x: pose.x - side * blockAt() * Math.sin(angle),
      y: pose.y + side * blockAt() * Math.cos(angle),
      angle,
      long: house.block,
      deep: house.block,
    }));
  const [tx, ty, up] = rotate(pose.q, [0, 0, 1]);
  if (Math.abs(up) < 0.5) return [{ x: pose.x, y: pose.y, angle: Math.atan2(ty, tx), long: high, deep: Math.max(long, deep) }];
  return [isRound(kind) ? { x: pose.x, y: pose.y, r: long / 2 } : { x: pose.x, y: pose.y, angle, long, deep }];
}

function distanceTo(part: Part, x: number, y: number): number {
  const [dx, dy] = [x - part.x, y - part.y];
  if ('r' in part) return Math.max(0, Math.hypot(dx, dy) - part.r);
  const [c, s] = [Math.cos(part.angle), Math.sin(part.angle)];
  return Math.hypot(Math.max(0, Math.abs(dx * c + dy * s) - part.long / 2), Math.max(0, Math.abs(dy * c - dx * s) - part.deep / 2));
}

/** The first piece that a flick would meet if everything kept still, and how far it is; null: the line is free. */
export function firstAhead(town: Town, aim: Aim, without: string | null): { name: string; away: number } | null {
  const radius = sizes[aim.kind][0] / 2;
  const [c, s] = [Math.cos(radians(aim.angle)), Math.sin(radians(aim.angle))];
  const parts = town.pieces.filter((piece) => piece.name !== without).flatMap((piece) => partsOf(piece).map((part) => ({ name: piece.name, part })));
  // Nothing is nearer than the nearest part, so it may go on as far as that is.
  for (let away = 0; away < town.width + town.height; ) {
    const [x, y] = [aim.from.x + away * c, aim.from.y + away * s];
    let [name, nearest] = ['', Infinity];
    for (const one of parts) {
      const free = distanceTo(one.part, x, y);
      if (free < nearest) [name, nearest] = [one.name, free];
    }
    if (nearest < radius - 0.01) return { name, away }; // what is only grazed lets it pass
    away += Math.max(0.5, nearest - radius);
  }
  return null;
}

/** Who would be hit if it came to rest where it should. */
function blastWords(town: Town, { from, angle, reach }: Aim): string {
  const [x, y] = [from.x + reach * Math.cos(radians(angle)), from.y + reach * Math.sin(radians(angle))];
  const near = town.pieces.filter(
    ({ kind, pose }) => (kind === 'cowboy' || kind === 'witness') && Math.hypot(pose.x - x, pose.y - y) <= blastReach + sizes[kind][0] / 2,
  );
  return near.length
    ? `Within ${blastReach} mm of its rest: ${near.map(({ name }) => pieceWords(name)).join(', ')}.`
    : `Nobody is within ${blastReach} mm of its rest.`;
}

/** What the flick is aimed at, in words. */
export function aheadWords(town: Town, aim: Aim, without: string | null): string {
  const first = firstAhead(town, aim, without);
  if (aim.kind === 'dynamite' && (!first || first.away > aim.reach)) return blastWords(town, aim);
  if (!first) return 'The line is free.';
  const far = first.away > aim.reach ? ', farther than it slides' : '';
  return `${pieceWords(first.name).replace(/^./, (letter) => letter.toUpperCase())} is in line, ${Math.max(1, Math.round(first.away / 10))} cm away${far}.`;
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
