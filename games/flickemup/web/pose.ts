// Poses: where a piece is and how it is turned, from the words of the view and of a flick to what a stage draws.

import { sizes } from './measures';
import type { PieceKind, Pose } from './stage';

export type Quaternion = Pose['q'];
export type Point3 = [number, number, number];

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** In 0 … 360, two decimals: as the notation has angles. */
export function turned(degrees: number): number {
  const rounded = Math.round(degrees * 100) / 100;
  const rest = rounded % 360;
  return Math.round((rest < 0 ? rest + 360 : rest) * 100) / 100;
}

function upright(facing: number): Quaternion {
  const half = radians(facing) / 2;
  return [Math.cos(half), 0, 0, Math.sin(half)];
}

/** On its side, the top towards `facing`: tipped forward by a quarter, then turned. */
function onItsSide(facing: number): Quaternion {
  const half = radians(facing) / 2;
  const c = Math.cos(half) * Math.SQRT1_2;
  const s = Math.sin(half) * Math.SQRT1_2;
  return [c, -s, c, s];
}

/** From the three numbers of a view: x, y and where it faces, or where its top points if it lies. */
export function poseOf(kind: PieceKind, [x, y, facing]: number[], lying: boolean): Pose {
  const [across, , high] = sizes[kind];
  if (kind === 'building') return { x, y, z: 0, q: upright(facing) };
  return { x, y, z: lying ? across / 2 : high / 2, q: lying ? onItsSide(facing) : upright(facing) };
}

/** From seven integers: 1/100 mm and 1/32767. */
export function poseFrom(numbers: number[]): Pose {
  const [x, y, z, w, i, j, k] = numbers;
  return { x: x / 100, y: y / 100, z: z / 100, q: normal([w, i, j, k]) };
}

function normal(q: number[]): Quaternion {
  const length = Math.hypot(...q) || 1;
  return q.map((part) => part / length) as Quaternion;
}

export function rotate([w, x, y, z]: Quaternion, [a, b, c]: Point3): Point3 {
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** Somewhere between two poses. */
export function between(a: Pose, b: Pose, part: number): Pose {
  const mix = (from: number, to: number) => from + (to - from) * part;
  const same = a.q.reduce((sum, value, i) => sum + value * b.q[i], 0) < 0 ? -1 : 1;
  return { x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z), q: normal(a.q.map((value, i) => mix(value, same * b.q[i]))) };
}

/** Where its front points, seen from above. */
export function facingOf(pose: Pose): number {
  const [x, y] = rotate(pose.q, [1, 0, 0]);
  return turned((Math.atan2(y, x) * 180) / Math.PI);
}
