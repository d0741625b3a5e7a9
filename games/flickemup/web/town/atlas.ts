// One sheet for everything that is printed on pieces: signs, house fronts, numbers, tokens. Painted when first asked for.

import { BufferAttribute, type BufferGeometry, type Texture } from 'three';
import { canvasOf, textureOf } from './grain';

export interface Cell {
  u: number;
  v: number;
  wide: number;
  high: number;
}

const whole = 2048; // px; half of it where a processor draws
const gap = 4;

/** Paints in the given units: (0, 0) is the cell's upper left corner. `glow` has what shines by night, if it is night. */
export type Painter = (brush: CanvasRenderingContext2D, glow: CanvasRenderingContext2D | null) => void;

export class Atlas {
  readonly texture: Texture;
  readonly shine: Texture | null = null;
  private glow: CanvasRenderingContext2D | null = null;
  private brush: CanvasRenderingContext2D;
  private cells = new Map<string, Cell>();
  private x = 0;
  private y = 0;
  private row = 0;
  private size: number;

  constructor(night: boolean, sharp: number) {
    this.size = sharp ? whole : whole / 2;
    const { size } = this;
    const [canvas, brush] = canvasOf(size, size);
    this.brush = brush;
    this.texture = textureOf(canvas, false, sharp);
    if (!night) return;
    const [lamps, glow] = canvasOf(size / 2, size / 2);
    glow.fillRect(0, 0, size, size);
    this.glow = glow;
    this.shine = textureOf(lamps, false, Math.min(1, sharp));
  }

  /** `wide` by `high` units of `scale` pixels each. */
  cell(key: string, wide: number, high: number, scale: number, paint: Painter): Cell {
    const known = this.cells.get(key);
    if (known) return known;
    const { size } = this;
    const fine = (scale * size) / whole;
    const [w, h] = [Math.ceil(wide * fine), Math.ceil(high * fine)];
    if (this.x + w > size) {
      this.x = 0;
      this.y += this.row + gap;
      this.row = 0;
    }
    if (this.y + h > size) this.y = this.x = 0; // more signs than any town has: the oldest is painted over
    const brushes = [this.brush, this.glow].filter((brush) => brush !== null);
    for (const [i, brush] of brushes.entries()) {
      brush.save();
      if (i) brush.scale(0.5, 0.5);
      brush.beginPath();
      brush.rect(this.x, this.y, w, h);
      brush.clip();
      brush.translate(this.x, this.y);
      brush.scale(fine, fine);
    }
    paint(this.brush, this.glow);
    for (const brush of brushes) brush.restore();
    this.texture.needsUpdate = true;
    if (this.shine) this.shine.needsUpdate = true;
    const cell = { u: this.x / size, v: 1 - (this.y + h) / size, wide: w / size, high: h / size };
    this.cells.set(key, cell);
    this.x += w + gap;
    this.row = Math.max(this.row, h);
    return cell;
  }
}

/** Lays a cell over a geometry whose uv go from 0 to 1. */
export function printed(geometry: BufferGeometry, cell: Cell): BufferGeometry {
  const uv = geometry.getAttribute('uv') as BufferAttribute;
  for (let i = 0; i < uv.count; i++) uv.setXY(i, cell.u + uv.getX(i) * cell.wide, cell.v + uv.getY(i) * cell.high);
  return geometry;
}

/** Several printed parts as one. */
export function together(parts: BufferGeometry[]): BufferGeometry {
  const flat = parts.map((part) => (part.index ? part.toNonIndexed() : part));
  const whole = flat[0].clone();
  for (const [name, length] of [
    ['position', 3],
    ['normal', 3],
    ['uv', 2],
  ] as const) {
    const all = new Float32Array(flat.reduce((sum, part) => sum + part.getAttribute(name).count, 0) * length);
    let from = 0;
    for (const part of flat) {
      all.set(part.getAttribute(name).array, from);
      from += part.getAttribute(name).count * length;
    }
    whole.setAttribute(name, new BufferAttribute(all, length));
  }
  whole.deleteAttribute('color');
  whole.computeBoundingSphere();
  whole.computeBoundingBox();
  for (const part of [...parts, ...flat]) part.dispose();
  return whole;
}
