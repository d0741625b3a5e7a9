// The six painted fronts: what each looks like from before, what its outline is sawn to, and how its posts are painted.

import { Vector2 } from 'three';
import { type Brush, fivePoint, glazed, lettering, moulding, panel, planks, shade } from './paint';

export interface Front {
  /** Half of the outline, from the middle of the top to the lower right corner: (y, z) with z from 0 to 60. */
  outline: [number, number][];
  paint(brush: Brush, glow: Brush | null, sign: string): void;
  /** Colours of the boards, the posts and their trim. */
  board: string;
  post: string;
  trim: string;
}

/** Half of an arc, as points. */
function arc(y: number, z: number, ry: number, rz: number, from: number, to: number, steps = 10): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const a = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return [y + Math.cos(a) * ry, z + Math.sin(a) * rz];
  });
}

const sheriff: Front = {
  outline: [
    [0, 60],
    [21, 60],
    [21, 54],
    [36, 54],
    [36, 46],
    [50, 46],
    [50, 0],
  ],
  board: '#3f5f73',
  post: '#4a6b80',
  trim: '#efe4c8',
  paint(brush, glow, sign) {
    planks(brush, 0, 0, 100, 60, '#3f5f73', 5);
    moulding(brush, 29, 0, 42, 2.2, '#efe4c8');
    moulding(brush, 14, 6, 15, 2, '#efe4c8');
    moulding(brush, 71, 6, 15, 2, '#efe4c8');
    moulding(brush, 0, 14, 14, 2, '#efe4c8');
    moulding(brush, 86, 14, 14, 2, '#efe4c8');
    panel(brush, 9, 19, 82, 16, '#f3e7c8', '#2b1d12', 1.5);
    lettering(brush, sign, 50, 27, 72, 12, '#7d1f14', '#f9f0d8');
    fivePoint(brush, 50, 10.4, 6.6, '#e9bb3d', '#6b4a10');
    for (const x of [12, 74]) glazed(brush, glow, x, 42, 14, 12, '#efe4c8', { bars: true });
    panel(brush, 36, 41, 28, 13, '#e8d5a5', '#4a3320', 0.6);
    lettering(brush, 'WANTED', 50, 44.6, 20, 4, '#2b1d12');
    brush.fillStyle = '#2b1d12';
    brush.beginPath();
    brush.arc(50, 50.4, 1.9, 0, 7);
    brush.fill();
    brush.fillRect(46.6, 48.5, 6.8, 0.8);
    brush.fillRect(48.4, 46.9, 3.2, 1.8);
    moulding(brush, 0, 57, 100, 2.2, '#efe4c8');
  },
};

const bank: Front = {
  outline: [
    [0, 60],
    [50, 43],
    [50, 0],
  ],
  board: '#d9cfb8',
  post: '#e4dcc8',
  trim: '#f4efe2',
  paint(brush, glow, sign) {
    planks(brush, 0, 0, 100, 60, '#d9cfb8', 7.5);
    brush.fillStyle = '#c6baa0';
    for (let row = 0; row < 8; row++) for (let i = 0; i < 9; i++) brush.fillRect(i * 12 + (row % 2) * 6, row * 7.5, 0.35, 7.5);
    // The gable.
    brush.fillStyle = '#2f5d4c';
    brush.beginPath();
    brush.moveTo(50, 3.4);
    brush.lineTo(93, 17.6);
    brush.lineTo(7, 17.6);
    brush.fill();
    brush.strokeStyle = '#f4efe2';
    brush.lineWidth = 2;
    brush.beginPath();
    brush.moveTo(-1, 17.6);
    brush.lineTo(50, 1);
    brush.lineTo(101, 17.6);
    brush.stroke();
    moulding(brush, 0, 17, 100, 2.4, '#f4efe2');
    brush.fillStyle = '#e6b93f';
    brush.strokeStyle = '#7d5c10';
    brush.lineWidth = 0.6;
    brush.beginPath();
    brush.arc(50, 11.2, 4.6, 0, 7);
    brush.fill();
    brush.stroke();
    lettering(brush, '$', 50, 11.2, 4.2, 7, '#5d430a');
    for (const x of [24, 31, 69, 76]) {
      brush.beginPath();
      brush.arc(x, 14, 1.3, 0, 7);
      brush.fillStyle = '#e6b93f';
      brush.fill();
    }
    panel(brush, 12, 21.5, 76, 14.5, '#2f5d4c', '#e6b93f', 0.8);
    lettering(brush, sign, 50, 28.8, 62, 11.5, '#f6d778', '#14322a');
    // Columns and tall windows between them.
    for (const x of [3, 33, 61.5, 91]) {
      const stone = brush.createLinearGradient(x, 0, x + 6, 0);
      stone.addColorStop(0, '#c7bca3');
      stone.addColorStop(0.4, '#fbf7ec');
      stone.addColorStop(1, '#b4a88c');
      brush.fillStyle = stone;
      brush.fillRect(x, 39, 6, 18);
      brush.fillRect(x - 1, 37.6, 8, 1.8);
      brush.fillRect(x - 1, 56, 8, 2);
    }
    for (const x of [14, 44, 73]) glazed(brush, glow, x, 41, 12, 13, '#8d8065', { bars: true });
    moulding(brush, 0, 58, 100, 2, '#f4efe2');
  },
};

const saloon: Front = {
  outline: [...arc(0, 42, 30, 18, 90, 12), [37, 43], ...arc(46, 43, 4, 4, 150, 0, 6), [50, 0]],
  board: '#9b3b2c',
  post: '#8a3226',
  trim: '#e8c15a',
  paint(brush, glow, sign) {
    planks(brush, 0, 0, 100, 60, '#a33f2f', 4.2, true);
    brush.strokeStyle = '#e8c15a';
    brush.lineWidth = 1.8;
    brush.beginPath();
    brush.ellipse(50, 18, 27.6, 15.6, 0, Math.PI, 0);
    brush.stroke();
    brush.beginPath();
    for (let i = -5; i <= 5; i++) {
      brush.moveTo(50, 19);
      brush.lineTo(50 + Math.sin(i * 0.28) * 24, 19 - Math.cos(i * 0.28) * 13.4);
    }
    brush.lineWidth = 0.7;
    brush.stroke();
    // A glass that foams.
    brush.fillStyle = '#f7c64c';
    brush.beginPath();
    brush.roundRect(45.6, 9.4, 8, 8.4, 0.8);
    brush.fill();
    brush.strokeStyle = '#5d1d12';
    brush.lineWidth = 0.7;
    brush.stroke();
    brush.beginPath();
    brush.arc(54.6, 13.4, 2.2, -1.3, 1.3);
    brush.stroke();
    brush.fillStyle = '#fffaf0';
    for (const [x, y, r] of [
      [46.6, 9.2, 1.8],
      [49.4, 8.4, 2.2],
      [52.4, 9.2, 1.8],
    ]) {
      brush.beginPath();
      brush.arc(x, y, r, 0, 7);
      brush.fill();
    }
    panel(brush, 5, 19.6, 90, 16.4, '#4d1711', '#e8c15a', 3);
    lettering(brush, sign, 50, 27.8, 76, 13, '#fbdc86', '#2a0a06');
    for (const x of [10, 90]) fivePoint(brush, x, 27.8, 2.2, '#fbdc86', '#2a0a06');
    for (const x of [9, 30, 59, 80]) glazed(brush, glow, x, 41.6, 11, 12.6, '#f0dcae', { arched: true, curtain: '#7d2334', panes: [2, 1] });
    moulding(brush, 0, 37.4, 100, 1.4, '#e8c15a');
    moulding(brush, 0, 57, 100, 2.4, '#e8c15a');
  },
};

const store: Front = {
  outline: [
    [0, 60],
    [44, 60],
    [44, 56],
    [50, 52],
    [50, 0],
  ],
  board: '#cf9b45',
  post: '#b9853a',
  trim: '#f4e8cc',
  paint(brush, glow, sign) {
    planks(brush, 0, 0, 100, 60, '#d3a04b', 4.6);
    moulding(brush, 4, 0.4, 92, 2.6, '#f4e8cc');
    for (let x = 8; x < 94; x += 7) {
      brush.fillStyle = '#7a5420';
      brush.fillRect(x, 3.4, 2.2, 3);
    }
    panel(brush, 6, 8, 88, 18, '#f7edd2', '#2f5b34', 1);
    const words = sign.split(' ');
    if (words.length > 1) {
      lettering(brush, words[0], 50, 12.6, 44, 6, '#2f5b34');
      lettering(brush, words.slice(1).join(' '), 50, 20, 66, 8.6, '#9b2c1d');
    } else lettering(brush, sign, 50, 17, 74, 12, '#2f5b34');
    for (const x of [17, 83]) {
      brush.fillStyle = '#9b2c1d';
      brush.beginPath();
      brush.arc(x, 12.6, 1.5, 0, 7);
      brush.fill();
    }
    // A striped awning over two shop windows.
    for (let i = 0; i < 20; i++) {
      brush.fillStyle = i % 2 ? '#f7edd2' : '#3f7a48';
      brush.beginPath();
      brush.moveTo(i * 5, 29.4);
      brush.lineTo(i * 5 + 5, 29.4);
      brush.lineTo(i * 5 + 5, 37.4);
      brush.arc(i * 5 + 2.5, 37.4, 2.5, 0, Math.PI);
      brush.fill();
    }
    brush.fillStyle = 'rgb(20 10 0 / 30%)';
    brush.fillRect(0, 29.4, 100, 0.9);
    for (const x of [8, 60]) {
      glazed(brush, glow, x, 43, 32, 12, '#f4e8cc', { panes: [4, 1] });
      const goods = ['#c65b3c', '#e3c15c', '#5f86a0', '#f1e6cf', '#7d9b5a'];
      for (let i = 0; i < 7; i++) {
        brush.fillStyle = shade(goods[(i * 3 + x) % 5], glow ? 0.6 : 0.85);
        brush.fillRect(x + 1.4 + i * 4.3, 51.4 - (i % 3), 3, 3.6 + (i % 3));
      }
    }
    moulding(brush, 0, 57.4, 100, 2, '#7a5420');
  },
};

const townHall: Front = {
  outline: [
    [0, 60],
    [19, 52],
    [19, 38],
    [27, 38],
    [50, 32],
    [50, 0],
  ],
  board: '#eee7d8',
  post: '#e3dac6',
  trim: '#8f9ba0',
  paint(brush, glow, sign) {
    planks(brush, 0, 0, 100, 60, '#efe8d9', 3.4);
    brush.strokeStyle = '#6d7f88';
    brush.lineWidth = 2.2;
    brush.beginPath();
    brush.moveTo(30, 9);
    brush.lineTo(50, 1);
    brush.lineTo(70, 9);
    brush.stroke();
    brush.beginPath();
    brush.moveTo(-1, 28.6);
    brush.lineTo(23, 22.6);
    brush.lineTo(31, 22.6);
    brush.moveTo(69, 22.6);
    brush.lineTo(77, 22.6);
    brush.lineTo(101, 28.6);
    brush.stroke();
    brush.fillStyle = '#6d7f88';
    brush.fillRect(31, 8, 2, 20);
    brush.fillRect(67, 8, 2, 20);
    // The dial; its hands are of their own.
    brush.fillStyle = 'rgb(20 10 0 / 30%)';
    brush.beginPath();
    brush.arc(50.4, 17.8, 13, 0, 7);
    brush.fill();
    brush.fillStyle = '#3d4d56';
    brush.beginPath();
    brush.arc(50, 17, 13, 0, 7);
    brush.fill();
    brush.fillStyle = glow ? '#ffe9b8' : '#fffdf4';
    brush.beginPath();
    brush.arc(50, 17, 11.6, 0, 7);
    brush.fill();
    if (glow) {
      glow.fillStyle = '#c98f3a';
      glow.beginPath();
      glow.arc(50, 17, 11.6, 0, 7);
      glow.fill();
    }
    for (let i = 1; i <= 12; i++) {
      const a = (i / 6) * Math.PI;
      brush.save();
      brush.translate(50 + Math.sin(a) * 9.2, 17 - Math.cos(a) * 9.2);
      lettering(brush, String(i), 0, 0, 4.4, 3.9, '#2b2622');
      brush.restore();
    }
    panel(brush, 9, 32, 82, 10.6, '#3d4d56', '#c9a24a', 0.8);
    lettering(brush, sign, 50, 37.2, 64, 8.4, '#fbf4e2', '#1f2a30');
    for (const x of [8, 24.5, 66.5, 83]) glazed(brush, glow, x, 46, 9, 9.4, '#8f9ba0', { panes: [2, 2] });
    // Bunting over the middle.
    const stripes = ['#b3392d', '#fbf4e2', '#34558b'];
    for (let ring = 0; ring < 3; ring++) {
      brush.fillStyle = stripes[ring];
      brush.beginPath();
      brush.arc(50, 45, 10 - ring * 2.8, 0, Math.PI);
      brush.fill();
    }
    moulding(brush, 0, 43.6, 100, 1.4, '#8f9ba0');
    moulding(brush, 0, 57.4, 100, 2, '#8f9ba0');
  },
};

const undertaker: Front = {
  outline: [[0, 60], [8, 60], [14, 46], [30, 46], ...arc(30, 40, 20, 6, 90, 0, 6), [50, 0]],
  board: '#4b4255',
  post: '#3f3748',
  trim: '#b8aac0',
  paint(brush, glow, sign) {
    planks(brush, 0, 0, 100, 60, '#4b4255', 5, true);
    brush.strokeStyle = '#b8aac0';
    brush.lineWidth = 1.6;
    brush.beginPath();
    brush.moveTo(0, 20);
    brush.ellipse(20, 20, 19, 5, 0, Math.PI, 1.5 * Math.PI);
    brush.lineTo(36, 15);
    brush.moveTo(64, 15);
    brush.lineTo(80, 15);
    brush.ellipse(80, 20, 19, 5, 0, 1.5 * Math.PI, 2 * Math.PI);
    brush.stroke();
    // His trade's sign.
    const coffin = (grow: number): void => {
      brush.beginPath();
      for (const [x, y] of [
        [-5 - grow, 1.6 - grow],
        [5 + grow, 1.6 - grow],
        [8 + grow, 8],
        [5.6 + grow, 21 + grow],
        [-5.6 - grow, 21 + grow],
        [-8 - grow, 8],
      ])
        brush.lineTo(50 + x, y);
      brush.closePath();
    };
    brush.fillStyle = '#2a2030';
    coffin(0.9);
    brush.fill();
    brush.fillStyle = '#a9743f';
    coffin(0);
    brush.fill();
    brush.strokeStyle = '#6d4520';
    brush.lineWidth = 0.8;
    coffin(-1.2);
    brush.stroke();
    brush.fillStyle = '#f1e6cf';
    brush.fillRect(49.2, 4.4, 1.6, 10);
    brush.fillRect(46.4, 7.2, 7.2, 1.6);
    panel(brush, 5, 23.4, 90, 13.6, '#221b29', '#b8aac0', 0.8);
    lettering(brush, sign, 50, 30.1, 78, 9.6, '#e9dff0', '#0f0a14');
    for (const x of [12, 30, 62, 80]) glazed(brush, glow, x, 42, 8, 12.4, '#b8aac0', { arched: true, curtain: '#2a2030', panes: [2, 1] });
    // A lily.
    brush.strokeStyle = '#8fae7d';
    brush.lineWidth = 0.7;
    brush.beginPath();
    brush.moveTo(50, 55.6);
    brush.quadraticCurveTo(49, 50, 50, 46);
    brush.stroke();
    brush.fillStyle = '#f4eef7';
    for (const a of [-0.7, 0, 0.7]) {
      brush.beginPath();
      brush.ellipse(50 + Math.sin(a) * 2, 44.6, 1, 3, a, 0, 7);
      brush.fill();
    }
    moulding(brush, 0, 57.4, 100, 2, '#b8aac0');
  },
};

const fronts: Record<string, Front> = { sheriff, bank, saloon, store, town_hall: townHall, undertaker };

export const frontOf = (name: string): Front => fronts[name] ?? store;

/** The whole outline around (y, z), z from 0 to 60, counter-clockwise as seen from before. */
export function outlineOf({ outline }: Front): Vector2[] {
  const right = outline.map(([y, z]) => new Vector2(y, z));
  const left = outline.filter(([y]) => y > 0).map(([y, z]) => new Vector2(-y, z));
  return [...right.reverse(), ...left];
}

/** The unpainted side: planks, braces, and the name burnt in. */
export function paintBack(brush: Brush, sign: string): void {
  planks(brush, 0, 0, 100, 60, '#c79d66', 7.5, true);
  brush.fillStyle = 'rgb(40 20 5 / 25%)';
  for (const y of [14, 48]) brush.fillRect(0, y + 5, 100, 0.9);
  for (const y of [14, 48]) planks(brush, 0, y, 100, 5.2, '#b3874f', 5.2);
  brush.fillStyle = '#4a3a2c';
  for (let x = 4; x < 100; x += 7.5)
    for (const y of [16.6, 50.6]) {
      brush.beginPath();
      brush.arc(x, y, 0.55, 0, 7);
      brush.fill();
    }
  lettering(brush, sign, 50, 34, 84, sign.length > 8 ? 11 : 14, '#5a3417');
}
