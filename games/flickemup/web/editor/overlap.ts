// Which pieces stand in each other, as the rules have it (pieces.c): footprints are circles or a few rectangles, and lower things stand
// under the fronts of houses. It is asked while a piece is being dragged; the loader has the last word.

import { house, sizes } from '../measures';
import { radians } from '../pose';
import type { PieceKind } from '../stage';
import type { Placed } from './scenario';

interface Rectangle {
  x: number;
  y: number;
  halfX: number;
  halfY: number;
}

const round: PieceKind[] = ['cowboy', 'witness', 'barrel'];
const isTall = (kind: PieceKind) => kind === 'building' || sizes[kind][2] > house.high;

/** The rectangles of a piece in its own frame; none: it is a circle. `tall`: what it is compared with reaches up to the fronts. */
function rectangles(kind: PieceKind, tall: boolean): Rectangle[] {
  if (round.includes(kind)) return [];
  if (kind !== 'building') return [{ x: 0, y: 0, halfX: sizes[kind][0] / 2, halfY: sizes[kind][1] / 2 }];
  const half = house.block / 2;
  const blocks = [1, -1].map((side) => ({ x: 0, y: (side * (house.door + house.block)) / 2, halfX: half, halfY: half }));
  return tall ? [...blocks, { x: half + house.thick / 2, y: 0, halfX: house.thick / 2, halfY: house.wide / 2 }] : blocks;
}

const turn = ({ angle }: Placed) => [Math.cos(radians(angle)), Math.sin(radians(angle))];

/** From a point to the nearest edge of a piece; 0 inside of it. */
function distance(piece: Placed, x: number, y: number, tall: boolean): number {
  const [dx, dy] = [x - piece.x, y - piece.y];
  const parts = rectangles(piece.kind, tall);
  if (!parts.length) return Math.max(0, Math.hypot(dx, dy) - sizes[piece.kind][0] / 2);
  const [c, s] = turn(piece);
  const [ahead, left] = [dx * c + dy * s, dy * c - dx * s];
  return Math.min(...parts.map((part) => Math.hypot(Math.max(0, Math.abs(ahead - part.x) - part.halfX), Math.max(0, Math.abs(left - part.y) - part.halfY))));
}

/** Two rectangles are apart if they are so along a side of one of them; side by side is not in each other. */
function meet(a: Placed, part: Rectangle, b: Placed, other: Rectangle): boolean {
  const turns = [turn(a), turn(b)];
  const middles = [part, other].map(({ x, y }, i) => {
    const [c, s] = turns[i];
    const { x: atX, y: atY } = i ? b : a;
    return [atX + x * c - y * s, atY + x * s + y * c];
  });
  const way = [middles[1][0] - middles[0][0], middles[1][1] - middles[0][1]];
  const axes = turns.flatMap(([c, s]) => [
    [c, s],
    [-s, c],
  ]);
  return axes.every(([ux, uy]) => {
    const reach = [part, other].reduce((sum, { halfX, halfY }, i) => {
      const [c, s] = turns[i];
      return sum + halfX * Math.abs(c * ux + s * uy) + halfY * Math.abs(c * uy - s * ux);
    }, 0);
    return Math.abs(way[0] * ux + way[1] * uy) < reach - 1e-6;
  });
}

export function overlap(a: Placed, b: Placed): boolean {
  const [tallA, tallB] = [isTall(a.kind), isTall(b.kind)];
  const parts = rectangles(a.kind, tallB);
  const others = rectangles(b.kind, tallA);
  if (!parts.length) return distance(b, a.x, a.y, tallA) < sizes[a.kind][0] / 2 - 1e-6;
  if (!others.length) return distance(a, b.x, b.y, tallB) < sizes[b.kind][0] / 2 - 1e-6;
  return parts.some((part) => others.some((other) => meet(a, part, b, other)));
}

export const offTable = ({ x, y }: { x: number; y: number }, [width, height]: [number, number]): boolean => x < 0 || y < 0 || x > width || y > height;

/** What is wrong with where pieces stand: by name, what each stands in ("" for off the table). */
export function misplaced(pieces: Placed[], table: [number, number]): Map<string, string> {
  const wrong = new Map<string, string>();
  for (const piece of pieces) if (offTable(piece, table)) wrong.set(piece.name, '');
  pieces.forEach((piece, i) => {
    for (const other of pieces.slice(0, i)) {
      if (Math.hypot(piece.x - other.x, piece.y - other.y) > 200 || !overlap(piece, other)) continue;
      if (!wrong.has(piece.name)) wrong.set(piece.name, other.name);
      if (!wrong.has(other.name)) wrong.set(other.name, piece.name);
    }
  });
  return wrong;
}

/** The free place that is nearest to where a new piece was wanted. */
export function freePlace(piece: Placed, others: Placed[], table: [number, number]): { x: number; y: number } {
  const free = (x: number, y: number) => !offTable({ x, y }, table) && !others.some((other) => overlap({ ...piece, x, y }, other));
  for (let ring = 0; ring < Math.max(...table); ring += 10)
    for (let i = 0; i < (ring ? 24 : 1); i++) {
      const [x, y] = [piece.x + ring * Math.cos((i * Math.PI) / 12), piece.y + ring * Math.sin((i * Math.PI) / 12)].map(Math.round);
      if (free(x, y)) return { x, y };
    }
  return { x: piece.x, y: piece.y };
}
