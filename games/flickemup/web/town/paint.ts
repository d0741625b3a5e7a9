// A sign painter's box: planks, windows, lettering, cornices, on a front that is measured in millimetres from its upper left.

export type Brush = CanvasRenderingContext2D;

export const face = 'Rockwell, "Roboto Slab", "Bookman Old Style", Georgia, "DejaVu Serif", serif';

/** A colour, lighter (over 1) or darker. */
export function shade(colour: string, by: number): string {
  const value = parseInt(colour.slice(1), 16);
  const part = (shift: number): number => Math.max(0, Math.min(255, Math.round(((value >> shift) & 255) * by)));
  return `rgb(${part(16)} ${part(8)} ${part(0)})`;
}

export function planks(brush: Brush, x: number, y: number, wide: number, high: number, colour: string, each: number, upright = false): void {
  brush.save();
  brush.beginPath();
  brush.rect(x, y, wide, high);
  brush.clip();
  const across = upright ? wide : high;
  for (let at = 0, i = 0; at < across; at += each, i++) {
    brush.fillStyle = shade(colour, 0.95 + 0.1 * (((i * 7919) % 13) / 13));
    if (upright) brush.fillRect(x + at, y, each, high);
    else brush.fillRect(x, y + at, wide, each);
    brush.fillStyle = 'rgb(30 15 5 / 38%)';
    if (upright) brush.fillRect(x + at, y, 0.35, high);
    else brush.fillRect(x, y + at, wide, 0.35);
    brush.fillStyle = 'rgb(255 255 255 / 16%)';
    if (upright) brush.fillRect(x + at + 0.35, y, 0.25, high);
    else brush.fillRect(x, y + at + 0.35, wide, 0.25);
  }
  brush.restore();
}

export function lettering(brush: Brush, text: string, x: number, y: number, wide: number, high: number, colour: string, edge?: string): void {
  brush.save();
  brush.font = `900 ${high}px ${face}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'alphabetic';
  brush.lineJoin = 'round';
  const natural = brush.measureText(text).width || 1;
  const stretch = Math.min(1.35, wide / natural);
  brush.translate(x, y + high * 0.355);
  brush.scale(stretch, 1);
  if (edge) {
    brush.strokeStyle = edge;
    brush.lineWidth = high * 0.2;
    brush.strokeText(text, high * 0.05, high * 0.06);
    brush.strokeText(text, 0, 0);
  }
  brush.fillStyle = colour;
  brush.fillText(text, 0, 0);
  brush.restore();
}

export function panel(brush: Brush, x: number, y: number, wide: number, high: number, ground: string, rim: string, round = 1.2): void {
  brush.fillStyle = 'rgb(20 10 0 / 35%)';
  brush.beginPath();
  brush.roundRect(x + 0.5, y + 0.8, wide, high, round);
  brush.fill();
  brush.fillStyle = rim;
  brush.beginPath();
  brush.roundRect(x, y, wide, high, round);
  brush.fill();
  brush.fillStyle = ground;
  brush.beginPath();
  brush.roundRect(x + 0.9, y + 0.9, wide - 1.8, high - 1.8, Math.max(0.2, round - 0.5));
  brush.fill();
}

export interface Glazing {
  arched?: boolean;
  bars?: boolean;
  curtain?: string;
  shutters?: string;
  panes?: [number, number];
}

/** A window; `glow` gets its light. */
export function glazed(brush: Brush, glow: Brush | null, x: number, y: number, wide: number, high: number, frame: string, more: Glazing = {}): void {
  const outline = (target: Brush, grow: number): void => {
    target.beginPath();
    const [l, t, w, h] = [x - grow, y - grow, wide + 2 * grow, high + 2 * grow];
    if (more.arched) target.roundRect(l, t, w, h, [w / 2, w / 2, 0.4, 0.4]);
    else target.rect(l, t, w, h);
  };
  if (more.shutters)
    for (const side of [x - wide * 0.5 - 1.2, x + wide + 1.2]) {
      brush.fillStyle = shade(more.shutters, 0.7);
      brush.fillRect(side, y - 0.6, wide * 0.5, high + 1.2);
      for (let i = 0; i < high - 0.6; i += 1.5) {
        brush.fillStyle = more.shutters;
        brush.fillRect(side + 0.5, y + i, wide * 0.5 - 1, 1);
      }
    }
  brush.fillStyle = 'rgb(20 10 0 / 35%)';
  outline(brush, 1.5);
  brush.fill();
  brush.fillStyle = frame;
  outline(brush, 1.1);
  brush.fill();
  brush.save();
  outline(brush, 0);
  brush.clip();
  const glass = brush.createLinearGradient(x, y, x + wide, y + high);
  if (glow) {
    glass.addColorStop(0, '#c98b3c');
    glass.addColorStop(1, '#8a5a20');
  } else {
    glass.addColorStop(0, '#4b5b63');
    glass.addColorStop(0.5, '#2d3a40');
    glass.addColorStop(0.52, '#41525a');
    glass.addColorStop(1, '#25303a');
  }
  brush.fillStyle = glass;
  brush.fillRect(x, y, wide, high);
  if (more.curtain) {
    brush.fillStyle = more.curtain;
    for (const side of [-1, 1]) {
      const from = side < 0 ? x : x + wide;
      brush.beginPath();
      brush.moveTo(from, y);
      brush.lineTo(from - side * wide * 0.52, y);
      brush.quadraticCurveTo(from - side * wide * 0.4, y + high * 0.55, from, y + high * 0.75);
      brush.fill();
    }
  }
  brush.restore();
  if (glow) {
    glow.save();
    outline(glow, 0);
    glow.clip();
    glow.fillStyle = '#d98d34';
    glow.fillRect(x, y, wide, high);
    glow.restore();
  }
  brush.strokeStyle = more.bars ? '#22201e' : frame;
  brush.lineWidth = more.bars ? 0.7 : 0.6;
  brush.beginPath();
  const [across, down] = more.bars ? [5, 1] : (more.panes ?? [2, 2]);
  for (let i = 1; i < across; i++) {
    brush.moveTo(x + (wide * i) / across, y);
    brush.lineTo(x + (wide * i) / across, y + high);
  }
  for (let i = 1; i < down; i++) {
    brush.moveTo(x, y + (high * i) / down);
    brush.lineTo(x + wide, y + (high * i) / down);
  }
  brush.stroke();
  brush.fillStyle = frame;
  brush.fillRect(x - 1.8, y + high + 0.9, wide + 3.6, 1.1);
}

export function fivePoint(brush: Brush, x: number, y: number, radius: number, colour: string, edge: string): void {
  brush.beginPath();
  for (let i = 0; i < 10; i++) {
    const [r, a] = [i % 2 ? radius * 0.44 : radius, -Math.PI / 2 + (i * Math.PI) / 5];
    brush.lineTo(x + Math.cos(a) * r, y + Math.sin(a) * r);
  }
  brush.closePath();
  brush.fillStyle = colour;
  brush.fill();
  brush.strokeStyle = edge;
  brush.lineWidth = radius * 0.12;
  brush.stroke();
  for (let i = 0; i < 5; i++) {
    const a = -Math.PI / 2 + (i * 2 * Math.PI) / 5;
    brush.beginPath();
    brush.arc(x + Math.cos(a) * radius, y + Math.sin(a) * radius, radius * 0.12, 0, 7);
    brush.fillStyle = colour;
    brush.fill();
    brush.stroke();
  }
}

/** A light strip with a shadow below: a moulding. */
export function moulding(brush: Brush, x: number, y: number, wide: number, high: number, colour: string): void {
  brush.fillStyle = 'rgb(20 10 0 / 40%)';
  brush.fillRect(x, y + high, wide, 0.9);
  brush.fillStyle = colour;
  brush.fillRect(x, y, wide, high);
  brush.fillStyle = 'rgb(255 255 255 / 35%)';
  brush.fillRect(x, y, wide, 0.35);
}
