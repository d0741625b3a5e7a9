// How large the pieces are and how far they go, in millimetres: the numbers of rules and physics, which come with the view, so that
// what is seen is what is flicked. They belong to the program and not to a table; a board takes them before it draws anything.

import type { PieceKind } from './stage';
import type { View } from './view';

/** How large a piece is: across (or long), deep, high; of a building without its front's height. */
export let sizes: Record<PieceKind, [number, number, number]>;
/** A building's origin is the middle of its door line, on the table; it faces +x. */
export let house: { block: number; door: number; high: number; wide: number; thick: number; front: number };
/** From the middle of dynamite that goes off: so far it hits. */
export let blastReach: number;
/** From the middle of a figure to that of the bullet beside it. */
export let bulletBeside: number;
let slowing: number;

export function takeMeasures(measures: View['shared']['measures']): void {
  const [block, door, high] = measures.sizes.building;
  const { wide, thick, high: front } = measures.front;
  sizes = { ...(measures.sizes as typeof sizes), building: [block, wide, high] };
  house = { block, door, high, wide, thick, front };
  ({ blast: blastReach, beside: bulletBeside, slowing } = measures);
}

/** How far a flick slides if nothing is in its way. */
export const reachOfSpeed = (speed: number): number => (speed * speed) / (2 * slowing);

/** From the middle of a door to that of a block beside it. */
export const blockAt = (): number => (house.door + house.block) / 2;

export const isRound = (kind: PieceKind): boolean => ['cowboy', 'witness', 'barrel', 'disc', 'bullet', 'dynamite'].includes(kind);

/** How far a piece reaches below its origin when it stands. */
export function below(kind: PieceKind): number {
  return kind === 'building' ? 0 : sizes[kind][2] / 2;
}

/** How high a piece stands above its origin. */
export function above(kind: PieceKind): number {
  return kind === 'building' ? house.high + house.front : below(kind);
}

/** The footprint: half lengths along its own x and y, where its middle lies, and whether it is round. */
export function footprint(kind: PieceKind): { x: number; y: number; at: number; round: boolean } {
  const [long, deep] = sizes[kind];
  if (kind === 'building') return { x: (long + house.thick) / 2, y: deep / 2, at: house.thick / 2, round: false };
  return { x: long / 2, y: deep / 2, at: 0, round: isRound(kind) };
}
