// What is drawn on the table for the one who plays: rings under pieces, and the aim. Told apart by shape: what can be chosen
// has a plain ring, the chosen piece a thick one with four points, what a hint means a broken ring with an arrow above it.

import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  ConeGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Shape,
  ShapeGeometry,
  Vector2,
} from 'three';
import { above, below, blastReach, footprint, sizes } from '../measures';
import type { Aim, Lights } from '../stage';
import { props } from './props';
import type { Model, Workshop } from './workshop';

const level = 0.7; // above the wood

function outline(model: Model, grow: number): Vector2[] {
  const shape = footprint(model.piece.kind);
  const points: Vector2[] = [];
  const corner = shape.round ? 0 : 1;
  for (let i = 0; i < 64; i++) {
    const a = (i / 64) * 2 * Math.PI;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    points.push(new Vector2(shape.at + (corner ? Math.sign(c) * shape.x : c * shape.x) + c * grow, (corner ? Math.sign(s) * shape.y : s * shape.y) + s * grow));
  }
  return points;
}

function band(inner: Vector2[], outer: Vector2[], dashes = 0): BufferGeometry {
  const at: number[] = [];
  const count = inner.length;
  for (let i = 0; i < count; i++) {
    if (dashes && Math.floor((i * dashes * 2) / count) % 2) continue;
    const next = (i + 1) % count;
    for (const point of [inner[i], outer[i], outer[next], inner[i], outer[next], inner[next]]) at.push(point.x, point.y, level);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(at), 3));
  return geometry;
}

export class Marks {
  readonly object = new Group();
  private rings = new Group();
  private bow = new Group();
  private open: MeshBasicMaterial;
  private chosen: MeshBasicMaterial;
  private hinted: MeshBasicMaterial;
  private dark: MeshBasicMaterial;
  private line: MeshBasicMaterial;
  private ghost: MeshBasicMaterial;
  private power: MeshBasicMaterial;
  private hot: MeshBasicMaterial;
  private warm: MeshBasicMaterial;

  constructor(private workshop: Workshop) {
    const flat = (colour: string, opacity: number): MeshBasicMaterial =>
      new MeshBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false, side: DoubleSide });
    this.open = flat('#fff3cf', 0.92);
    this.chosen = flat('#fffdf4', 1);
    this.hinted = flat('#ffd23f', 1);
    this.dark = flat('#2a1606', 0.55);
    this.line = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, depthTest: false, side: DoubleSide });
    this.ghost = flat('#fffdf4', 0.5);
    this.hot = flat('#ff5330', 0.95);
    this.warm = flat('#ff7a3c', 0.2);
    this.hot.depthTest = this.warm.depthTest = false; // whom it reaches is seen through every house
    this.power = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide });
    this.object.add(this.rings, this.bow);
    this.bow.renderOrder = 5;
  }

  private clear(group: Group): void {
    for (const node of [...group.children]) {
      node.traverse((part) => {
        if (!part.userData.shared) (part as Mesh).geometry?.dispose();
      });
      group.remove(node);
    }
  }

  light(lights: Lights, models: Map<string, Model>): void {
    this.clear(this.rings);
    const put = (name: string, ...meshes: Mesh[]): void => {
      const model = models.get(name);
      if (!model) return;
      const group = new Group();
      group.add(...meshes);
      group.userData.ring = name;
      this.rings.add(group);
    };
    for (const name of lights.open) {
      const model = models.get(name);
      if (!model || name === lights.chosen) continue;
      put(name, new Mesh(band(outline(model, 3), outline(model, 6.4)), this.dark), new Mesh(band(outline(model, 3.7), outline(model, 5.7)), this.open));
    }
    const chosen = lights.chosen === null ? undefined : models.get(lights.chosen);
    if (chosen) {
      const shape = footprint(chosen.piece.kind);
      const points = [0, 1, 2, 3].map((i) => {
        const a = (i * Math.PI) / 2;
        const far = (i % 2 ? shape.y : shape.x) + 7;
        const tip = new ShapeGeometry(new Shape([new Vector2(0, -4.6), new Vector2(6.4, 0), new Vector2(0, 4.6)]));
        tip.rotateZ(a);
        tip.translate(shape.at + Math.cos(a) * far, Math.sin(a) * far, level);
        return new Mesh(tip, this.chosen);
      });
      put(
        chosen.piece.name,
        new Mesh(band(outline(chosen, 2), outline(chosen, 8.2)), this.dark),
        new Mesh(band(outline(chosen, 2.8), outline(chosen, 7.4)), this.chosen),
        ...points,
      );
    }
    const hinted = lights.hinted === null ? undefined : models.get(lights.hinted);
    if (hinted) {
      const arrow = new ConeGeometry(6, 13, 4).rotateX(-Math.PI / 2);
      arrow.translate(footprint(hinted.piece.kind).at, 0, above(hinted.piece.kind) * (hinted.piece.kind === 'building' ? 1 : 2) + 20);
      put(
        hinted.piece.name,
        new Mesh(band(outline(hinted, 8.6), outline(hinted, 13)), this.dark),
        new Mesh(band(outline(hinted, 9.2), outline(hinted, 12.4), 8), this.hinted),
        new Mesh(arrow, this.hinted),
      );
    }
    for (const name of lights.wrong ?? []) {
      const model = models.get(name);
      if (model) put(name, new Mesh(band(outline(model, 1), outline(model, 9)), this.hot), new Mesh(band(outline(model, -60), outline(model, 1)), this.warm));
    }
    this.follow(models);
  }

  /** Rings lie under their pieces, flat, turned as they are. */
  follow(models: Map<string, Model>): void {
    for (const ring of this.rings.children) {
      const model = models.get(ring.userData.ring as string);
      ring.visible = model?.object.visible ?? false;
      if (!model) continue;
      ring.position.set(model.object.position.x, model.object.position.y, 0);
      const { w, x, y, z } = model.object.quaternion;
      ring.rotation.z = Math.atan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z);
    }
  }

  /** `thin`: how many mm a line of one pixel is wide here; `there`: what is flicked lies on the table already. */
  aim(aim: Aim | null, thin: number, there: boolean): void {
    this.clear(this.bow);
    if (!aim) return;
    const half = Math.max(0.55, thin * 1.15);
    const radius = sizes[aim.kind][0] / 2;
    let order = 5; // one over the other, as they are added
    const add = (geometry: BufferGeometry, material: MeshBasicMaterial): void => {
      const mesh = new Mesh(geometry, material);
      mesh.renderOrder = order++;
      this.bow.add(mesh);
    };
    if (aim.fan) add(fan(aim.fan), this.line);
    const head = Math.max(9, half * 8);
    const end = Math.max(radius + 4, aim.reach - radius - head);
    if (aim.reach > radius + 2) {
      // As wide as what is flicked: what this lane touches is in the way.
      add(strip(0, aim.reach, radius, '#fff3cf', 0.34, 0.26), this.line);
      for (const side of [-1, 1]) {
        const edge = strip(0, aim.reach, half * 0.7, '#fffdf4', 0.95, 0.8);
        add(edge.translate(0, side * radius, 0), this.line);
      }
      add(strip(radius + 2, end, half * 2.1, '#2a1606', 0.5, 0.18), this.line);
      add(strip(radius + 2, end, half, '#fffdf4', 1, 0.4), this.line);
      add(arrowHead(end, head, '#fffdf4'), this.line);
      const rest = new RingGeometry(radius + 1.5, radius + 1.5 + Math.max(0.8, 1.2 * half), 40);
      rest.translate(aim.reach, 0, level);
      add(rest, this.ghost);
      this.bow.add(this.lying(aim, aim.reach, true));
    }
    if (aim.kind === 'dynamite') {
      const wide = Math.max(1, 1.4 * half);
      for (const [geometry, material] of [
        [new RingGeometry(blastReach - wide, blastReach, 72), this.hot],
        [new CircleGeometry(blastReach - wide, 48), this.warm],
      ] as const)
        add(geometry.translate(aim.reach, 0, level), material);
    }
    if (!there) this.bow.add(this.lying(aim, 0, false));
    // The power, pulled back behind the piece like a bow.
    const full = 110;
    add(powerBar(-radius - 5, -radius - 5 - full, 5, 1, true), this.power);
    add(powerBar(-radius - 5, -radius - 5 - full * Math.min(1, Math.max(0.02, aim.power)), 3.6, aim.power, false), this.power);
    this.bow.position.set(aim.from.x, aim.from.y, 0);
    this.bow.rotation.z = (aim.angle * Math.PI) / 180;
  }

  /** One of each kind that is ever drawn. */
  samples(): Mesh[] {
    const corners = [0, 1, 2].map((i) => new Vector2(i % 2, i >> 1));
    return [
      new Mesh(band(corners, corners), this.open),
      new Mesh(new RingGeometry(1, 2, 3), this.ghost),
      new Mesh(strip(0, 1, 1, '#fffdf4', 1, 1), this.line),
      new Mesh(strip(0, 1, 1, '#fffdf4', 1, 1), this.power),
      new Mesh(this.workshop.geometry('bullet', props.bullet!), this.workshop.ghost),
    ];
  }

  /** What is about to be flicked, or where it would come to lie. */
  private lying({ kind }: Aim, x: number, ghost: boolean): Mesh {
    const make = props[kind];
    const mesh = new Mesh(this.workshop.geometry(kind, make ?? (() => new BufferGeometry())), ghost ? this.workshop.ghost : this.workshop.wood);
    mesh.userData.shared = true;
    mesh.castShadow = !ghost;
    mesh.receiveShadow = !ghost;
    mesh.position.set(x, 0, below(kind) + 0.05);
    return mesh;
  }

  dispose(): void {
    this.clear(this.rings);
    this.clear(this.bow);
    for (const material of [this.open, this.chosen, this.hinted, this.dark, this.line, this.ghost, this.power, this.hot, this.warm]) material.dispose();
  }
}

function coloured(at: number[], colours: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(at), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colours), 4));
  return geometry;
}

/** A strip along x that fades from `near` to `far`. */
function strip(from: number, to: number, half: number, colour: string, near: number, far: number): BufferGeometry {
  const { r, g, b } = new Color(colour);
  const at = [from, -half, level, to, -half, level, to, half, level, from, -half, level, to, half, level, from, half, level];
  const fade = [near, far, far, near, far, near];
  return coloured(
    at,
    fade.flatMap((a) => [r, g, b, a]),
  );
}

/** Where the hand may send it: a sector that fades to its sides, and an arc where the weakest comes to rest. */
function fan({ beside, reach: [least, most] }: NonNullable<Aim['fan']>): BufferGeometry {
  const at: number[] = [];
  const colours: number[] = [];
  const { r, g, b } = new Color('#fff3cf');
  const steps = 24;
  const point = (far: number, part: number): [number, number, number] => {
    const turn = (part * beside * Math.PI) / 180;
    return [far * Math.cos(turn), far * Math.sin(turn), level];
  };
  for (let i = 0; i < steps; i++) {
    const [one, next] = [(2 * i) / steps - 1, (2 * (i + 1)) / steps - 1];
    at.push(0, 0, level, ...point(most, one), ...point(most, next));
    const light = 0.1 + 0.3 * Math.exp(-2 * ((one + next) / 2) ** 2);
    for (let k = 0; k < 3; k++) colours.push(r, g, b, light);
    const [inner, outer] = [Math.max(0, least - 1.2), least];
    at.push(...point(inner, one), ...point(outer, one), ...point(outer, next), ...point(inner, one), ...point(outer, next), ...point(inner, next));
    for (let k = 0; k < 6; k++) colours.push(r, g, b, 0.75);
  }
  return coloured(at, colours);
}

function arrowHead(at: number, long: number, colour: string): BufferGeometry {
  const { r, g, b } = new Color(colour);
  const wide = long * 0.45;
  return coloured(
    [at, -wide, level, at + long, 0, level, at, wide, level],
    [1, 1, 1].flatMap(() => [r, g, b, 0.9]),
  );
}

/** From the piece back: from straw to red; notches at each quarter. */
function powerBar(from: number, to: number, half: number, power: number, ground: boolean): BufferGeometry {
  const at: number[] = [];
  const colours: number[] = [];
  const [soft, hot] = [new Color('#ffe08a'), new Color('#d93a1e')];
  const steps = 20;
  for (let i = 0; i < steps; i++) {
    const [a, b] = [i / steps, (i + 1) / steps];
    const [x0, x1] = [from + (to - from) * a, from + (to - from) * b];
    const [h0, h1] = ground ? [half, half] : [half * (0.45 + 0.55 * a), half * (0.45 + 0.55 * b)];
    at.push(x0, -h0, level, x1, -h1, level, x1, h1, level, x0, -h0, level, x1, h1, level, x0, h0, level);
    const notch = ground && i % 5 === 4;
    for (const t of [a, b, b, a, b, a]) {
      const colour = ground ? new Color('#2a1606') : soft.clone().lerp(hot, t * power);
      colours.push(colour.r, colour.g, colour.b, ground ? (notch ? 0.75 : 0.38) : 0.96);
    }
  }
  return coloured(at, colours);
}
