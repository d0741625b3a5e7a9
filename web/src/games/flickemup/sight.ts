// What is in the line of a flick, in words: for whoever aims without seeing the town.

import { radians, sizes } from './pose';
import type { Aim, Piece, Town } from './stage';
import { pieceWords } from './words';

/** How wide a piece stands across a line, for whoever asks roughly. */
function halfOf(piece: Piece): number {
  return piece.kind === 'building' ? 42 : piece.kind === 'fence' ? 22 : sizes[piece.kind][0] / 2;
}

/** The first piece that a flick would meet if everything kept still, and how far it is; null: the line is free. */
export function firstAhead(town: Town, aim: Aim, without: string | null): { name: string; away: number } | null {
  const radius = sizes[aim.kind][0] / 2;
  const [c, s] = [Math.cos(radians(aim.angle)), Math.sin(radians(aim.angle))];
  let first: { name: string; away: number } | null = null;
  for (const piece of town.pieces) {
    if (piece.name === without) continue;
    const [dx, dy] = [piece.pose.x - aim.from.x, piece.pose.y - aim.from.y];
    const along = dx * c + dy * s;
    const aside = Math.abs(dy * c - dx * s);
    const room = halfOf(piece) + radius;
    if (along <= 0 || aside >= room) continue;
    const away = along - Math.sqrt(room * room - aside * aside);
    if (away > 0 && (!first || away < first.away)) first = { name: piece.name, away };
  }
  return first;
}

export function aheadWords(town: Town, aim: Aim, without: string | null): string {
  const first = firstAhead(town, aim, without);
  if (!first) return 'The line is free.';
  const far = first.away > aim.reach ? ', farther than it slides' : '';
  return `${pieceWords(first.name).replace(/^./, (letter) => letter.toUpperCase())} is in line, ${Math.round(first.away)} mm away${far}.`;
}
