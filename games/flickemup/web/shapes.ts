// Pieces as seen from straight above, however they lean: prisms whose ends and hulls are laid flat.

import { blockAt, house, sizes } from './measures';
import { rotate, type Point3 } from './pose';
import type { PieceKind, Pose } from './stage';

export type Point = [number, number];

/** A part of a piece: an upright prism in the piece's own frame. */
interface Prism {
  base: Point[];
  low: number;
  high: number;
  look: string;
}

function round(radius: number, corners = 20, x = 0, y = 0): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + 0.5) * 2 * Math.PI) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

function box(long: number, deep: number, x = 0, y = 0): Point[] {
  const a = long / 2;
  const b = deep / 2;
  return [
    [x - a, y - b],
    [x + a, y - b],
    [x + a, y + b],
    [x - a, y + b],
  ];
}

/** A body of its measured size, and on it what makes it look like what it is. */
function prismsOf(kind: PieceKind): Prism[] {
  const [long, deep, tall] = sizes[kind];
  const half = tall / 2;
  const whole = (base: Point[]): Prism => ({ base, low: -half, high: half, look: 'body' });
  switch (kind) {
    case 'cowboy':
    case 'witness':
      return [
        whole(round(long / 2)),
        { base: round(7.1, 20, 0.5), low: half - 8, high: half - 7, look: 'brim' }, // round it one sees the team's wood
        { base: round(3.9), low: half - 7, high: half, look: 'crown' },
      ];
    case 'building':
      return [
        { base: box(house.block, house.block, 0, blockAt()), low: 0, high: house.high, look: 'body' },
        { base: box(house.block, house.block, 0, -blockAt()), low: 0, high: house.high, look: 'body' },
        { base: box(house.thick + 0.6, house.wide, (house.block + house.thick) / 2, 0), low: house.high, high: house.high + house.front, look: 'front' },
      ];
    case 'barrel':
      return [whole(round(long / 2)), { base: round(7.6), low: half - 1, high: half, look: 'lid' }];
    case 'cactus':
      return [whole(box(long, deep)), { base: round(3, 8), low: half - 1, high: half, look: 'lid' }];
    case 'gallows':
      return [whole(box(long, deep)), { base: box(30, 6), low: half - 1, high: half, look: 'lid' }];
    case 'disc':
      return [whole(round(long / 2)), { base: round(7), low: half - 1, high: half, look: 'lid' }];
    case 'bullet':
      return [whole(round(long / 2)), { base: round(4), low: half - 1, high: half, look: 'lid' }];
    case 'dynamite':
      return [whole(round(long / 2 / Math.cos(Math.PI / 8), 8)), { base: round(5, 8), low: half - 1, high: half, look: 'lid' }];
    default:
      return [whole(box(long, deep))];
  }
}

const prisms = new Map<PieceKind, Prism[]>();

function partsOf(kind: PieceKind): Prism[] {
  let parts = prisms.get(kind);
  if (!parts) prisms.set(kind, (parts = prismsOf(kind)));
  return parts;
}

/** Andrew's way round: the hull of points, counter-clockwise. */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const chain = (list: Point[]) => {
    const out: Point[] = [];
    for (const point of list) {
      while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], point) <= 0) out.pop();
      out.push(point);
    }
    out.pop();
    return out;
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

export function pathOf(points: Point[]): string {
  return points.length ? `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z` : '';
}

export interface Outline {
  look: string;
  /** All of the part, and the end of it that looks up. */
  hull: Point[];
  top: Point[];
}

/** The outlines of a piece around its own middle, lowest part first. */
export function outlinesOf(kind: PieceKind, pose: Pose): Outline[] {
  const up = rotate(pose.q, [0, 0, 1])[2] >= -0.02;
  const flat = (base: Point[], z: number): Point[] =>
    base.map(([x, y]) => {
      const [a, b] = rotate(pose.q, [x, y, z] as Point3);
      return [a, b];
    });
  return partsOf(kind).map(({ base, low, high, look }) => {
    const bottom = flat(base, low);
    const top = flat(base, high);
    return { look, hull: hull([...bottom, ...top]), top: up ? top : bottom };
  });
}

/** How far around its middle a piece reaches, for pointing at it. */
export function reachOf(kind: PieceKind): number {
  const [long, deep] = sizes[kind];
  return Math.max(long, deep) / 2 + (kind === 'building' ? 2 : 0);
}
