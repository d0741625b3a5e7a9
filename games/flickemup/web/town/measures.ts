// How large the pieces are, in millimetres: the same measures as in the physics, so that what is seen is what is flicked.

import type { PieceKind } from '../stage';

/** Of a round piece: across and high. Of the others: along its own x, y, z. */
export const round = {
  figure: { across: 18, high: 40 },
  barrel: { across: 20, high: 26 },
  disc: { across: 24, high: 8 },
  bullet: { across: 18, high: 8 },
} as const;

export const box = {
  cactus: [14, 14, 34],
  fence: [60, 8, 18],
  tumbleweed: [14, 14, 14],
  block: [20, 20, 30],
  gallows: [40, 40, 60],
} as const;

export const dynamite = { across: 20, high: 8 } as const;

/** A building's origin is the middle of its door line, on the table; it faces +x. */
export const house = { block: 20, door: 44, high: 30, wide: 100, thick: 2, front: 60 } as const;

/** How far a piece reaches below its origin when it stands. */
export function below(kind: PieceKind): number {
  switch (kind) {
    case 'building':
      return 0;
    case 'cowboy':
    case 'witness':
      return round.figure.high / 2;
    case 'barrel':
    case 'disc':
    case 'bullet':
      return round[kind].high / 2;
    case 'dynamite':
      return dynamite.high / 2;
    default:
      return box[kind][2] / 2;
  }
}

/** The footprint: half lengths along its own x and y, where its middle lies, and whether it is round. */
export function footprint(kind: PieceKind): { x: number; y: number; at: number; round: boolean } {
  switch (kind) {
    case 'building':
      return { x: 11, y: 50, at: 1, round: false };
    case 'cowboy':
    case 'witness':
      return { x: 9, y: 9, at: 0, round: true };
    case 'barrel':
    case 'disc':
    case 'bullet':
      return { x: round[kind].across / 2, y: round[kind].across / 2, at: 0, round: true };
    case 'dynamite':
      return { x: 10, y: 10, at: 0, round: true };
    default:
      return { x: box[kind][0] / 2, y: box[kind][1] / 2, at: 0, round: false };
  }
}

/** How high a piece stands above its origin. */
export function above(kind: PieceKind): number {
  return kind === 'building' ? house.high + house.front : below(kind);
}
