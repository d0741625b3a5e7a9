// Where one looks from. The eye circles a point; its opening angle changes with the view (from above it is almost a parallel
// projection, so that houses do not lean), and a move between views keeps what is framed about as large.

import { Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import type { Side, View } from '../stage';

const degree = Math.PI / 180;

export interface Eye {
  target: Vector3;
  /** From where it looks at the target: counter-clockwise from +x, and above the table. Radians. */
  around: number;
  up: number;
  /** Half of what is seen at the target, in mm, and half of the opening angle. */
  span: number;
  open: number;
}

/** What must be in the frame: how far from the table's edge, how high. The edge itself, people near it, houses farther in. */
const frame = [
  [-6, -16],
  [-6, 2],
  [40, 56],
  [82, 92],
];
const opening: Record<View, number> = { table: 15 * degree, top: 3.5 * degree, behind: 22 * degree, team: 20 * degree };

function axes({ around, up }: Pick<Eye, 'around' | 'up'>): { right: Vector3; upward: Vector3; back: Vector3 } {
  const [ca, sa, cu, su] = [Math.cos(around), Math.sin(around), Math.cos(up), Math.sin(up)];
  return { right: new Vector3(-sa, ca, 0), upward: new Vector3(-su * ca, -su * sa, cu), back: new Vector3(cu * ca, cu * sa, su) };
}

export const distance = (eye: Eye): number => eye.span / Math.tan(eye.open);

/** The nearest eye in that direction that has all the points in the frame. `low`: which part of the room above and below them goes above. */
function fitPoints(points: Vector3[], around: number, up: number, open: number, aspect: number, low = 0.5): { eye: Eye; broad: boolean } {
  const { right, upward, back } = axes({ around, up });
  const middle = points
    .reduce((sum, point) => sum.add(point), new Vector3())
    .divideScalar(points.length)
    .setZ(0);
  const ty = Math.tan(open) * 0.965;
  const tx = ty * aspect;
  const reach = { x: [-Infinity, Infinity], y: [-Infinity, Infinity] };
  for (const point of points) {
    const corner = point.clone().sub(middle);
    const [px, py, pz] = [corner.dot(right), corner.dot(upward), corner.dot(back)];
    reach.x = [Math.max(reach.x[0], px + pz * tx), Math.min(reach.x[1], px - pz * tx)];
    reach.y = [Math.max(reach.y[0], py + pz * ty), Math.min(reach.y[1], py - pz * ty)];
  }
  const [sideways, upright] = [(reach.x[0] - reach.x[1]) / 2 / tx, (reach.y[0] - reach.y[1]) / 2 / ty];
  const far = Math.max(sideways, upright);
  const lift = (far - upright) * ty * (2 * low - 1);
  const target = middle.addScaledVector(right, (reach.x[0] + reach.x[1]) / 2).addScaledVector(upward, (reach.y[0] + reach.y[1]) / 2 + lift);
  const slide = -target.z / back.z; // back onto the table, along the line of sight
  target.addScaledVector(back, slide);
  return { eye: { target, around, up, span: (far - slide) * Math.tan(open), open }, broad: sideways >= upright };
}

function fit(around: number, up: number, open: number, width: number, height: number, aspect: number): { eye: Eye; broad: boolean } {
  const points = frame.flatMap(([inset, z]) => [inset, width - inset].flatMap((x) => [inset, height - inset].map((y) => new Vector3(x, y, z))));
  return fitPoints(points, around, up, open, aspect);
}

/** As steep as still fills the picture from side to side. */
function slanted(around: number, steep: [number, number], open: number, width: number, height: number, aspect: number): Eye {
  for (let up = steep[1]; up > steep[0]; up -= 2) {
    const tried = fit(around, up * degree, open, width, height, aspect);
    if (tried.broad) return tried.eye;
  }
  return fit(around, steep[0] * degree, open, width, height, aspect).eye;
}

/** Which part of the men has nobody right before or behind him, for an eye that looks from there. */
function apartFrom({ around, up }: Eye, points: { x: number; y: number }[]): number {
  const { right } = axes({ around, up });
  const across = points.map(({ x, y }) => x * right.x + y * right.y);
  const alone = across.filter((one) => across.filter((other) => Math.abs(one - other) < 18).length === 1);
  return alone.length / points.length;
}

/** Everybody of a team: from behind them with some of the town ahead and those whom they play against, from the table's long side, or
    where they are all over the table, from farther away, so that those at the back are hardly smaller. Whichever shows the smallest of
    them largest, and none behind another. */
function teamView({ points = [], others = [], ...side }: Side, aspect: number): Eye {
  const angle = side.angle * degree;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const people = points.flatMap(({ x, y }) =>
    [
      [-26, 0],
      [26, 0],
      [0, -26],
      [0, 26],
    ].flatMap(([dx, dy]) => [0, 50].map((z) => new Vector3(x + dx, y + dy, z))),
  );
  const before = aspect > 1.2 ? 190 : 90; // mm of the town before them
  const ahead = points.map(({ x, y }) => new Vector3(x + before * c, y + before * s, 0));
  const facing = others.flatMap(({ x, y }) => [0, 66].map((z) => new Vector3(x, y, z))); // with the names above them
  const steep = aspect < 1 ? 36 : 24; // a high picture has room for the town behind the people
  const ways: { eye: Eye; liked: number }[] = [
    { eye: fitPoints([...people, ...ahead, ...facing], angle + Math.PI, steep * degree, opening.team, aspect, 0.9).eye, liked: aspect < 1 ? 2 : 1.3 },
    { eye: fitPoints([...people, ...ahead], -90 * degree, 24 * degree, opening.team, aspect).eye, liked: 1.1 },
    { eye: fitPoints(people, -90 * degree, 24 * degree, 9 * degree, aspect).eye, liked: 1 },
  ];
  const size = (eye: Eye): number => {
    const { back } = axes(eye);
    const farthest = Math.max(...points.map(({ x, y }) => distance(eye) - new Vector3(x, y, 0).sub(eye.target).dot(back)));
    return ((0.4 + 0.6 * apartFrom(eye, points)) * Math.cos(eye.up)) / (Math.tan(eye.open) * farthest);
  };
  const best = ways.reduce((one, other) => (size(other.eye) * other.liked > size(one.eye) * one.liked ? other : one)).eye;
  best.span = Math.max(best.span, 95);
  return best;
}

export function viewOf(view: View, table: { width: number; height: number }, aspect: number, from?: Side): Eye {
  if (view === 'team' && !from?.points?.length) return viewOf('table', table, aspect);
  const open = opening[view];
  if (view === 'team') return teamView(from!, aspect);
  if (view === 'behind') {
    const angle = (from ? from.angle : 0) * degree;
    const at = from ?? { x: 60, y: table.height / 2 };
    const narrow = aspect < 0.8; // it opens wider, so that those at the far corners are seen as well
    const ahead = narrow ? 84 : 100;
    const target = new Vector3(at.x + Math.cos(angle) * ahead, at.y + Math.sin(angle) * ahead, 14);
    return { target, around: angle + Math.PI, up: 22 * degree, span: narrow ? 170 : 140, open: narrow ? 28 * degree : open };
  }
  const steep: [number, number] = view === 'top' ? [90, 90] : aspect < 0.8 ? [50, 72] : [38, 54];
  const seen = (around: number): Eye => slanted(around * degree, steep, open, table.width, table.height, aspect);
  const straight = seen(-90);
  if (aspect >= 1) return straight;
  const turned = seen(-180); // on a narrow screen the long side may go away from who looks
  return turned.span < straight.span * 0.9 ? turned : straight;
}

/** As one sees something that slides: from a little behind and above it. */
export function chasing(target: Vector3, angle: number): Eye {
  return { target, around: angle * degree + Math.PI, up: 30 * degree, span: 120, open: 20 * degree };
}

/** Between two eyes. */
export function between(a: Eye, b: Eye, part: number): Eye {
  let turn = (b.around - a.around) % (2 * Math.PI);
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  const mix = (from: number, to: number): number => from * (to / from) ** part;
  return {
    target: a.target.clone().lerp(b.target, part),
    around: a.around + turn * part,
    up: a.up + (b.up - a.up) * part,
    span: mix(a.span, b.span),
    open: mix(a.open, b.open),
  };
}

/** Keeps an eye that was moved by hand near the table. */
export function kept(eye: Eye, table: { width: number; height: number }, whole: number): Eye {
  const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
  eye.up = clamp(eye.up, 6 * degree, 90 * degree);
  eye.span = clamp(eye.span, 28, whole * 1.5);
  eye.target.x = clamp(eye.target.x, -40, table.width + 40);
  eye.target.y = clamp(eye.target.y, -40, table.height + 40);
  eye.target.z = clamp(eye.target.z, -20, 90);
  return eye;
}

/** Moves what is looked at by a part of what is seen: 1 to the right is half of the picture's height. */
export function moved(eye: Eye, right: number, upward: number): void {
  const axis = axes(eye);
  const ahead = new Vector3(-Math.cos(eye.around), -Math.sin(eye.around), 0);
  eye.target.addScaledVector(axis.right, right * eye.span);
  eye.target.addScaledVector(ahead, (upward * eye.span) / Math.max(0.35, Math.sin(eye.up)));
}

export function look(camera: PerspectiveCamera, eye: Eye, aspect: number): void {
  const { right, upward, back } = axes(eye);
  const far = distance(eye);
  camera.position.copy(eye.target).addScaledVector(back, far);
  camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, upward, back));
  camera.fov = (2 * eye.open) / degree;
  camera.aspect = aspect;
  camera.near = Math.max(3, far / 50, far - 1700);
  camera.far = far + 2600;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld(true);
}
