// What stands about in a town: barrels, cactuses, fences, tumbleweeds, the gallows, a spare block; and what is flicked.
// Each is made around its own middle, +x to the front, z up.

import { type BufferGeometry, TubeGeometry, Vector3, CatmullRomCurve3, CylinderGeometry } from 'three';
import type { PieceKind } from '../stage';
import { chances } from './grain';
import { Kit } from './kit';

const iron = '#3a3836';
const rope = '#d8bd86';

function barrel(): BufferGeometry {
  const kit = new Kit();
  // Staves: the belly is as wide as the physics has it, the ends are drawn in.
  const staves = 16;
  const tone = ['#a8703c', '#b57c47', '#9c6534', '#ae7640'];
  const chance = chances(5);
  for (let i = 0; i < staves; i++) {
    const profile: [number, number][] = [
      [8.6, -13],
      [9.5, -8],
      [10, -2],
      [10, 2],
      [9.5, 8],
      [8.6, 13],
      [7.9, 13],
      [7.9, 11.6],
    ];
    const from = (i / staves) * 2 * Math.PI;
    kit.turnedPart(profile, tone[Math.floor(chance() * 4)], from, (2 * Math.PI) / staves - 0.035);
  }
  kit.turned(
    [
      [8.9, -12.6],
      [9.72, -3],
      [9.72, 3],
      [8.9, 12.6],
    ],
    '#5d3b1d',
    { scale: [0.985, 0.985, 1] },
  );
  kit.rod(7.9, 7.9, 0.4, '#8f5d31', { at: [0, 0, 11.7], grain: 'x' }, 24).rod(7.9, 7.9, 0.4, '#8f5d31', { at: [0, 0, -12.6], grain: 'x' }, 24);
  for (const z of [-10.6, -5.2, 5.2, 10.6]) {
    const radius = Math.abs(z) > 8 ? 9.25 : 9.85;
    kit.rod(radius, radius, 1.9, iron, { at: [0, 0, z] }, 28, true);
  }
  kit.ball(0.9, '#c9a063', { at: [10, 0, 0], scale: [0.5, 1, 1] }, 10);
  return kit.glue();
}

function cactus(): BufferGeometry {
  const kit = new Kit();
  const [green, light, pale] = ['#4f7d43', '#5d8f4f', '#e9dfae'];
  const ribs = (radius: number, low: number, high: number, colour: string): void => {
    kit.turned(
      [
        [radius, low],
        [radius, high - radius],
        [radius * 0.86, high - radius * 0.4],
        [radius * 0.5, high - radius * 0.1],
        [0, high],
      ],
      colour,
      {},
      18,
    );
    for (let i = 0; i < 9; i++) {
      const a = (i / 9) * 2 * Math.PI;
      kit.rod(0.55, 0.55, high - low - radius, light, { at: [Math.cos(a) * radius, Math.sin(a) * radius, (high + low - radius) / 2] }, 6);
    }
  };
  // The foot is what a disc meets: square and 14 wide, as in the physics.
  kit.board(14, 14, 3, '#c99a5b', { at: [0, 0, -15.5], grain: 'x' }, 0.6);
  kit.board(11.4, 11.4, 1, '#b98748', { at: [0, 0, -13.6], grain: 'y' }, 0.4);
  ribs(3.4, -13.5, 17, green);
  const arm = (side: number, low: number, top: number): void => {
    const bend = new CatmullRomCurve3([
      new Vector3(0, 0, low),
      new Vector3(side * 4, 0, low + 0.3),
      new Vector3(side * 5.2, 0, low + 2.4),
      new Vector3(side * 5.2, 0, top),
    ]);
    kit.add(new TubeGeometry(bend, 14, 1.75, 10), light);
    kit.ball(1.75, light, { at: [side * 5.2, 0, top] }, 12);
  };
  arm(1, -4, 7);
  arm(-1, 0.5, 10.5);
  const chance = chances(11);
  for (let i = 0; i < 46; i++) {
    const a = chance() * 2 * Math.PI;
    const z = -11 + chance() * 25;
    kit.rod(0.16, 0.05, 1.5, pale, { at: [Math.cos(a) * 3.9, Math.sin(a) * 3.9, z], turn: [0, Math.PI / 2, a] }, 4);
  }
  kit.ball(1.2, '#d9578a', { at: [0, 0, 16.6], scale: [1, 1, 0.7] }, 8);
  kit.ball(0.9, '#e57ba3', { at: [5.2, 0, 8.6] }, 8);
  return kit.glue();
}

function fence(): BufferGeometry {
  const kit = new Kit();
  const tones = ['#d7c9ac', '#cfc0a0', '#ddd0b5'];
  for (const [i, x] of [-26, -13, 0, 13, 26].entries()) {
    kit.board(6.4, 3.2, 16.4, tones[i % 3], { at: [x, 0, -0.8] }, 0.5);
    kit.add(new CylinderGeometry(0.2, 4.3, 2.4, 4, 1).rotateX(Math.PI / 2).rotateZ(Math.PI / 4), tones[i % 3], { at: [x, 0, 8.1], scale: [1.02, 0.5, 0.75] });
  }
  for (const z of [-4.4, 4])
    kit.board(60, 1.8, 3, '#c3b08a', { at: [0, 2.3, z], grain: 'x' }, 0.4).board(60, 1.8, 3, '#c8b692', { at: [0, -2.3, z], grain: 'x' }, 0.4);
  for (const x of [-26, -13, 0, 13, 26]) for (const z of [-4.4, 4]) for (const y of [3.2, -3.2]) kit.ball(0.5, iron, { at: [x, y, z] }, 6);
  kit.board(60, 8, 1.6, '#a98a5b', { at: [0, 0, -8.2], grain: 'x' }, 0.4);
  return kit.glue();
}

function tumbleweed(): BufferGeometry {
  const kit = new Kit();
  const chance = chances(23);
  const tones = ['#b8935a', '#a67f47', '#c7a56d', '#8f6b3a'];
  // A ball of twigs that fills its cube.
  for (let i = 0; i < 30; i++) {
    const radius = 4.4 + chance() * 2.35;
    kit.ringPart(radius, 0.32, tones[i % 4], [chance() * Math.PI, chance() * Math.PI, chance() * Math.PI], 3.4 + chance() * 2.6);
  }
  kit.ball(3.6, '#7a5a30', {}, 8);
  return kit.glue();
}

function gallows(): BufferGeometry {
  const kit = new Kit();
  const [dark, mid] = ['#6d4a2c', '#7f5835'];
  // A scaffold of planks, a post with its arm and a rope, all within 40 × 40 × 60.
  for (let i = 0; i < 5; i++) kit.board(39.6, 7.6, 2.4, i % 2 ? mid : '#87603b', { at: [0, -16 + i * 8, -14.2], grain: 'x' }, 0.4);
  for (const x of [-17.6, 17.6]) for (const y of [-17.6, 17.6]) kit.board(4.6, 4.6, 14.6, dark, { at: [x, y, -22.7] }, 0.4);
  for (const y of [-18, 18]) kit.board(40, 2.4, 3, mid, { at: [0, y, -19], grain: 'x' }, 0.4);
  for (const x of [-18, 18]) kit.board(2.4, 40, 3, mid, { at: [x, 0, -24], grain: 'y' }, 0.4);
  for (const z of [-27.4, -23, -18.6]) kit.board(3.2, 14, 1.8, '#87603b', { at: [18.2 + (z + 18.6) * 0.12, 0, z], grain: 'y' }, 0.3);
  kit.board(4.4, 4.4, 43, dark, { at: [-13, 0, 8.5] }, 0.5);
  kit.board(31, 4.2, 4.2, dark, { at: [0, 0, 27.9], grain: 'x' }, 0.5);
  kit.board(15, 3, 3, mid, { at: [-7.6, 0, 20.6], turn: [0, -Math.PI / 4, 0], grain: 'x' }, 0.4);
  kit.rod(0.55, 0.55, 12, rope, { at: [9, 0, 20] }, 8);
  kit.rod(1.1, 1.1, 4, rope, { at: [9, 0, 13] }, 10).ring(2.7, 0.55, rope, { at: [9, 0, 8.6], turn: [Math.PI / 2, 0, 0] }, 18);
  kit.board(12, 14, 0.5, '#5a3c22', { at: [8, 0, -12.8], grain: 'x' }, 0.2);
  return kit.glue();
}

function block(): BufferGeometry {
  return new Kit().board(20, 20, 30, '#cfa56b', {}, 0.8).glue();
}

function disc(): BufferGeometry {
  const kit = new Kit();
  kit.turned(
    [
      [0, -4],
      [11.3, -4],
      [12, -3.3],
      [12, 3.3],
      [11.3, 4],
      [10.2, 4],
      [9.8, 3.5],
      [0, 3.5],
    ],
    '#e3c48c',
    { grain: 'x' },
    40,
  );
  kit.ring(12, 0.35, '#8a6132', { scale: [0.985, 0.985, 1] }, 40);
  // A boot print's arrow: this one moves people.
  for (const turn of [0, Math.PI / 2, Math.PI, -Math.PI / 2])
    kit
      .board(5.2, 1.5, 0.5, '#7a5225', { at: [Math.cos(turn) * 4.6, Math.sin(turn) * 4.6, 3.6], turn: [0, 0, turn], grain: 'x' }, 0.2)
      .add(new CylinderGeometry(0.1, 2, 2.6, 3, 1).rotateZ(-Math.PI / 2), '#7a5225', {
        at: [Math.cos(turn) * 7.9, Math.sin(turn) * 7.9, 3.6],
        turn: [0, 0, turn],
        scale: [1, 1, 0.15],
      });
  return kit.glue();
}

function bullet(): BufferGeometry {
  const kit = new Kit();
  kit.turned(
    [
      [0, -4],
      [8.4, -4],
      [9, -3.4],
      [9, 3.4],
      [8.4, 4],
      [7.2, 4],
      [6.8, 3.6],
      [0, 3.6],
    ],
    '#2f2b29',
    { grain: 'x' },
    36,
  );
  kit.rod(9.04, 9.04, 1.6, '#d7a13b', {}, 36, true);
  kit.turned(
    [
      [0, 3.7],
      [3.6, 3.7],
      [3.2, 4.0],
      [0, 4.3],
    ],
    '#d7a13b',
    {},
    24,
  );
  return kit.glue();
}

function stick(): BufferGeometry {
  const kit = new Kit();
  const side = (radius: number, high: number): BufferGeometry => new CylinderGeometry(radius, radius, high, 8, 1).rotateX(Math.PI / 2).rotateZ(Math.PI / 8);
  const outer = 10 / Math.cos(Math.PI / 8);
  kit.add(side(outer, 7.4), '#b8352a', {}).add(side(outer * 0.97, 8), '#b8352a', {});
  kit.add(side(outer * 1.003, 2), '#e9d9b0', {});
  kit.rod(2.2, 2.2, 0.5, '#3a2c22', { at: [0, 0, 4] }, 14);
  for (let i = 0; i < 7; i++) {
    const a = (i / 7) * 2 * Math.PI;
    kit.rod(1.9, 1.9, 0.3, '#d8574a', { at: [Math.cos(a) * 5.8, Math.sin(a) * 5.8, 4] }, 14);
  }
  kit.rod(0.35, 0.35, 3.4, '#e9d9b0', { at: [0.6, 0, 5.6], turn: [0, 0.5, 0] }, 6).ball(0.7, '#ffb43a', { at: [1.5, 0, 7.1] }, 8);
  return kit.glue();
}

export const props: Partial<Record<PieceKind, () => BufferGeometry>> = { barrel, cactus, fence, tumbleweed, gallows, block, disc, bullet, dynamite: stick };
