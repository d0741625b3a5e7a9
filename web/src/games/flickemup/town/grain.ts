// Wood out of noise: a tile of grain that repeats, light, so that paint or stain can be laid over it.

import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture } from 'three';

export function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('The browser gives no canvas to paint on.');
  return [canvas, brush];
}

/** Always the same chances, so that a town looks the same on every visit. */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth noise on a lattice of `cells` by `rows` that repeats at its edges. */
function lattice(cells: number, rows: number, seed: number): (u: number, v: number) => number {
  const chance = chances(seed);
  const values = Float32Array.from({ length: cells * rows }, () => chance());
  const soft = (t: number): number => t * t * (3 - 2 * t);
  return (u, v) => {
    const [x, y] = [u * cells, v * rows];
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [soft(x - x0), soft(y - y0)];
    const at = (i: number, j: number): number => values[(((j % rows) + rows) % rows) * cells + (((i % cells) + cells) % cells)];
    const low = at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx;
    const high = at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx;
    return low * (1 - fy) + high * fy;
  };
}

/** A tile of grain along u; `depth` is how dark its lines are. */
export function grainTile(size: number, depth: number, seed: number): HTMLCanvasElement {
  const [canvas, brush] = canvasOf(size, size);
  const picture = brush.createImageData(size, size);
  const sway = lattice(2, 4, seed);
  const bands = lattice(2, 22, seed + 1);
  const fibre = lattice(6, 160, seed + 2);
  const pores = lattice(48, 256, seed + 3);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [u, v] = [x / size, y / size];
      const bent = v + (sway(u, v) - 0.5) * 0.09;
      const line = bands(u, bent);
      const rings = 0.5 + 0.5 * Math.cos((bent * 10 + line * 1.6) * 2 * Math.PI);
      const pore = pores(u, v) > 0.86 ? 0.35 : 0;
      const dark = 0.42 * rings ** 3 + 0.3 * fibre(u, bent) + 0.28 * line + pore;
      const value = 255 * (1 - depth * dark);
      picture.data.set([value, value * (1 - depth * dark * 0.09), value * (1 - depth * dark * 0.2), 255], 4 * (y * size + x));
    }
  brush.putImageData(picture, 0, 0);
  return canvas;
}

export function textureOf(canvas: HTMLCanvasElement, repeats: boolean): Texture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  if (repeats) texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}
