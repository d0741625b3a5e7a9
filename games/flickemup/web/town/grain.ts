// Wood out of noise: a tile of grain that repeats, light, so that paint or stain can be laid over it.

import { CanvasTexture, LinearFilter, RepeatWrapping, SRGBColorSpace, type Texture } from 'three';

export function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d', { willReadFrequently: true }); // painted once, then read: no graphics card is asked
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
  return (u, v) => {
    const x = u * cells;
    const y = v * rows;
    const x0 = Math.floor(x);
    const y0 = Math.floor(y);
    let fx = x - x0;
    let fy = y - y0;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    const left = ((x0 % cells) + cells) % cells;
    const right = (left + 1) % cells;
    const low = (((y0 % rows) + rows) % rows) * cells;
    const high = ((((y0 + 1) % rows) + rows) % rows) * cells;
    const a = values[low + left] + (values[low + right] - values[low + left]) * fx;
    const b = values[high + left] + (values[high + right] - values[high + left]) * fx;
    return a + (b - a) * fy;
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
  const { data } = picture;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const u = x / size;
      const v = y / size;
      const bent = v + (sway(u, v) - 0.5) * 0.09;
      const line = bands(u, bent);
      const rings = 0.5 + 0.5 * Math.cos((bent * 10 + line * 1.6) * 2 * Math.PI);
      const pore = pores(u, v) > 0.86 ? 0.35 : 0;
      const dark = 0.42 * rings ** 3 + 0.3 * fibre(u, bent) + 0.28 * line + pore;
      const value = 255 * (1 - depth * dark);
      const at = 4 * (y * size + x);
      data[at] = value;
      data[at + 1] = value * (1 - depth * dark * 0.09);
      data[at + 2] = value * (1 - depth * dark * 0.2);
      data[at + 3] = 255;
    }
  brush.putImageData(picture, 0, 0);
  return canvas;
}

/** A small soft picture, seen at about its own size: it needs no smaller copies of itself. */
export function softTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.generateMipmaps = false;
  texture.minFilter = LinearFilter;
  return texture;
}

/** `sharp`: how many samples a slanted look may take; 0: a processor draws, to which smaller copies of a picture are dearer than they are worth. */
export function textureOf(canvas: HTMLCanvasElement, repeats: boolean, sharp = 8): Texture {
  const texture = sharp ? new CanvasTexture(canvas) : softTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = Math.max(1, sharp);
  if (repeats) texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}
