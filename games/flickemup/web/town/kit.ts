// A carpenter's kit: parts of plain wood are cut, painted, put in place and glued into one geometry, so that a whole piece is
// drawn at once. A part's colour is in its corners; its grain lies along one axis.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Matrix4,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three';

export type Axis = 'x' | 'y' | 'z';
type Spot = [number, number, number];

export interface Cut {
  /** Where the part's middle is. */
  at?: Spot;
  /** Turned by these angles (radians) about x, y, z, one after the other. */
  turn?: Spot;
  scale?: Spot;
  grain?: Axis;
}

/** How many millimetres one tile of the grain is long. */
const tile = 56;

const axes: Record<Axis, Spot> = { x: [0, 1, 2], y: [1, 0, 2], z: [2, 0, 1] };

/** Lays the grain on: along its axis in u, across in v, by which way a face looks. */
function grained(geometry: BufferGeometry, grain: Axis, shift: number): void {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const uv = new Float32Array(position.count * 2);
  const [along, a, b] = axes[grain];
  for (let i = 0; i < position.count; i++) {
    const p = [position.getX(i), position.getY(i), position.getZ(i)];
    const n = [Math.abs(normal.getX(i)), Math.abs(normal.getY(i)), Math.abs(normal.getZ(i))];
    const end = n[along] > n[a] && n[along] > n[b];
    const across = n[a] > n[b] ? b : a;
    uv[2 * i] = (end ? p[a] : p[along]) / tile + shift;
    uv[2 * i + 1] = p[end ? b : across] / (tile * (end ? 1 : 0.5)) + shift;
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
}

/** Where a processor has to draw it all, the carver works with fewer cuts: rounder things have fewer sides, edges are not broken, and
    what is smaller than a pinhead is left out. */
let coarse = false;

export function carve(plain: boolean): void {
  coarse = plain;
}

const cuts = (sides: number): number => (coarse ? Math.max(6, Math.round(sides * 0.36)) : sides);
const pinhead = 1.6; // mm

export class Kit {
  private parts: BufferGeometry[] = [];

  add(geometry: BufferGeometry, colour: string, { at = [0, 0, 0], turn = [0, 0, 0], scale = [1, 1, 1], grain = 'z' }: Cut = {}): this {
    const flat = geometry.index ? geometry.toNonIndexed() : geometry;
    if (flat !== geometry) geometry.dispose();
    flat.scale(...scale);
    grained(flat, grain, (this.parts.length * 0.37) % 1); // no two boards are from the same place of the tree
    flat.applyMatrix4(
      new Matrix4()
        .makeTranslation(new Vector3(...at))
        .multiply(new Matrix4().makeRotationZ(turn[2]))
        .multiply(new Matrix4().makeRotationY(turn[1]))
        .multiply(new Matrix4().makeRotationX(turn[0])),
    );
    const { r, g, b } = new Color(colour);
    const count = flat.getAttribute('position').count;
    const colours = new Float32Array(count * 3);
    for (let i = 0; i < count; i++) colours.set([r, g, b], 3 * i);
    flat.setAttribute('color', new BufferAttribute(colours, 3));
    this.parts.push(flat);
    return this;
  }

  /** A board with its edges broken. */
  board(x: number, y: number, z: number, colour: string, cut: Cut = {}, bevel = 0.5): this {
    if (bevel <= 0 || coarse) return this.add(new BoxGeometry(x, y, z), colour, cut);
    const b = Math.min(bevel, x / 2.2, y / 2.2, z / 2.2);
    const shape = new Shape();
    shape
      .moveTo(-x / 2 + b, -y / 2 + b)
      .lineTo(x / 2 - b, -y / 2 + b)
      .lineTo(x / 2 - b, y / 2 - b)
      .lineTo(-x / 2 + b, y / 2 - b);
    const geometry = new ExtrudeGeometry(shape, { depth: z - 2 * b, bevelEnabled: true, bevelSize: b, bevelThickness: b, bevelSegments: 1, steps: 1 });
    geometry.translate(0, 0, -z / 2 + b);
    return this.add(geometry, colour, cut);
  }

  /** Turned on a lathe about z: radius and height, from the bottom up. */
  turned(profile: [number, number][], colour: string, cut: Cut = {}, sides = 28): this {
    const geometry = new LatheGeometry(
      profile.map(([r, z]) => new Vector2(r, z)),
      cuts(sides),
    );
    geometry.rotateX(Math.PI / 2);
    return this.add(geometry, colour, cut);
  }

  /** A part of such a turn, from an angle on; its inner side is not seen. */
  turnedPart(profile: [number, number][], colour: string, from: number, turn: number, steps = 2): this {
    const geometry = new LatheGeometry(
      profile.map(([r, z]) => new Vector2(r, z)),
      steps > 2 ? cuts(steps) : coarse ? 1 : steps,
      from,
      turn,
    );
    geometry.rotateX(Math.PI / 2);
    return this.add(geometry, colour);
  }

  /** A part of a ring about any axis. */
  ringPart(radius: number, thick: number, colour: string, turn: Spot, arc: number): this {
    return this.add(new TorusGeometry(radius, thick, coarse ? 3 : 4, coarse ? 7 : 14, arc), colour, { turn });
  }

  /** A rod along z. */
  rod(bottom: number, top: number, high: number, colour: string, cut: Cut = {}, sides = 16, open = false): this {
    if (coarse && Math.max(top, bottom) * 2 < pinhead / 2) return this;
    const geometry = new CylinderGeometry(top, bottom, high, coarse ? Math.min(sides, cuts(sides)) : sides, 1, open);
    geometry.rotateX(Math.PI / 2);
    return this.add(geometry, colour, cut);
  }

  ball(radius: number, colour: string, cut: Cut = {}, sides = 20): this {
    if (coarse && radius * 2 < pinhead) return this;
    const around = coarse ? Math.min(sides, cuts(sides)) : sides;
    const geometry = new SphereGeometry(radius, around, Math.ceil(around * 0.6));
    geometry.rotateX(Math.PI / 2);
    return this.add(geometry, colour, cut);
  }

  /** A ring about z. */
  ring(radius: number, thick: number, colour: string, cut: Cut = {}, sides = 28): this {
    return this.add(new TorusGeometry(radius, thick, coarse ? 4 : 8, cuts(sides)), colour, cut);
  }

  /** Sawn from a board that stands in the plane of y and z: outline in (y, z), thick along x, its back at x = 0. */
  sawn(outline: Vector2[], thick: number, colour: string, cut: Cut = {}, bevel = 0.3, holes: Vector2[][] = []): this {
    const shape = new Shape(outline);
    shape.holes = holes.map((hole) => new Shape(hole));
    const geometry = new ExtrudeGeometry(shape, {
      depth: thick - 2 * bevel,
      bevelEnabled: bevel > 0,
      bevelSize: bevel,
      bevelOffset: -bevel,
      bevelThickness: bevel,
      bevelSegments: 1,
      steps: 1,
    });
    geometry.translate(0, 0, bevel);
    geometry.applyMatrix4(new Matrix4().makeBasis(new Vector3(0, 1, 0), new Vector3(0, 0, 1), new Vector3(1, 0, 0)));
    return this.add(geometry, colour, { grain: 'y', ...cut });
  }

  glue(): BufferGeometry {
    const whole = new BufferGeometry();
    for (const [name, size] of [
      ['position', 3],
      ['normal', 3],
      ['color', 3],
      ['uv', 2],
    ] as const) {
      const total = this.parts.reduce((sum, part) => sum + part.getAttribute(name).count, 0);
      const all = new Float32Array(total * size);
      let from = 0;
      for (const part of this.parts) {
        all.set(part.getAttribute(name).array, from);
        from += part.getAttribute(name).count * size;
      }
      whole.setAttribute(name, new BufferAttribute(all, size));
    }
    for (const part of this.parts) part.dispose();
    this.parts = [];
    whole.computeBoundingSphere();
    whole.computeBoundingBox();
    return whole;
  }
}
