// The wooden people. A figure is a turned peg, as wide and high as the physics has it, with its name burnt into the foot on
// every side. Lawmen are light, wear a star on a leather vest and a wide hat; outlaws are dark, wear a bandanna over the nose,
// a poncho and a tall hat. The hat's colour is the clock's: a blue one has a feather, so that it is told by shape too.

import { type BufferGeometry, CylinderGeometry, Shape, ExtrudeGeometry, Vector2, TorusGeometry } from 'three';
import { type Atlas, printed, together } from './atlas';
import { Kit } from './kit';

export type Folk = 'lawmen' | 'outlaws' | 'witness';

const foot = { lawmen: '#ecd9b0', outlaws: '#41352f', witness: '#9fb0a0' } as const;
const letters = { lawmen: '#3b2a1a', outlaws: '#f6e7c6', witness: '#22302a' } as const;
const skin = '#e8bd8f';

const lift = -20; // the foot's underside in the figure's own frame

function star(radius: number, thick: number): BufferGeometry {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [r, a] = [i % 2 ? radius * 0.45 : radius, Math.PI / 2 + (i * Math.PI) / 5];
    return new Vector2(Math.cos(a) * r, Math.sin(a) * r);
  });
  return new ExtrudeGeometry(new Shape(points), { depth: thick, bevelEnabled: true, bevelSize: 0.15, bevelThickness: 0.2, bevelSegments: 1 });
}

/** Out of the drawing's plane (x to the right, y up) onto the chest: right is the figure's left. */
const onChest: [number, number, number] = [Math.PI / 2, 0, Math.PI / 2];

function base(kit: Kit, folk: Folk): void {
  kit.turned(
    [
      [0, 0],
      [8.5, 0],
      [9, 0.5],
      [9, 10.4],
      [8.5, 10.9],
      [7.6, 11.1],
    ],
    foot[folk],
    { at: [0, 0, lift] },
    36,
  );
}

function arms(kit: Kit, sleeve: string, glove: string): void {
  for (const side of [-1, 1]) {
    kit.rod(1.75, 1.95, 9.6, sleeve, { at: [0.6, side * 7.0, lift + 19.4], turn: [side * 0.1, 0.1, 0] }, 12);
    kit.ball(1.95, sleeve, { at: [0.2, side * 6.55, lift + 24] }, 12);
    kit.ball(1.85, glove, { at: [1.1, side * 7.15, lift + 13.8] }, 12);
  }
}

function head(kit: Kit, hair: string): void {
  kit.ball(5.6, skin, { at: [0, 0, lift + 32.6], scale: [0.96, 0.92, 1.02] }, 24);
  kit.ball(5.7, hair, { at: [-0.7, 0, lift + 33.4], scale: [0.95, 0.96, 0.98] }, 20);
  for (const side of [-1, 1]) kit.ball(0.72, '#1d1512', { at: [4.95, side * 2.05, lift + 33.4] }, 10);
}

function lawman(): BufferGeometry {
  const kit = new Kit();
  base(kit, 'lawmen');
  // Trousers, shirt, vest.
  kit.turned(
    [
      [7.7, 11],
      [7.3, 13],
      [6.9, 16.4],
    ],
    '#5b6b7c',
    { at: [0, 0, lift] },
    28,
  );
  kit.turned(
    [
      [6.9, 16],
      [7, 19],
      [7.2, 22],
      [6.9, 24.4],
      [5.6, 26.4],
      [3.2, 27.6],
    ],
    '#f3ead7',
    { at: [0, 0, lift] },
    28,
  );
  kit.turnedPart(
    [
      [7.25, 15.6],
      [7.4, 19],
      [7.6, 22],
      [7.3, 24.6],
      [5.9, 26.7],
      [4.4, 27.4],
    ].map(([r, z]) => [r, z + lift]),
    '#8a5a2f',
    Math.PI / 2 + 0.34,
    2 * Math.PI - 0.68,
    26,
  );
  kit.ring(7.25, 0.75, '#4a2f1a', { at: [0, 0, lift + 16], scale: [1, 1, 1.1] });
  kit.board(0.9, 2.6, 2.1, '#e3b23c', { at: [7.9, 0, lift + 16] }, 0.2);
  kit.add(star(2.9, 0.5), '#f0c243', { at: [6.55, 3.4, lift + 21.4], turn: [onChest[0], 0, onChest[2] + 0.48] });
  kit.ball(0.45, '#4a2f1a', { at: [7.15, 0, lift + 21.4] }, 8).ball(0.45, '#4a2f1a', { at: [6.95, 0, lift + 24] }, 8);
  arms(kit, '#f3ead7', skin);
  head(kit, '#6b4526');
  // A moustache that means it.
  kit.ball(0.95, skin, { at: [5.5, 0, lift + 31.9] }, 10);
  for (const side of [-1, 1]) kit.ball(1.35, '#5a381d', { at: [5.0, side * 1.45, lift + 30.4], scale: [0.65, 1.35, 0.6], turn: [side * -0.3, 0, 0] }, 12);
  return kit.glue();
}

/** A poncho with a zigzag hem. */
function poncho(kit: Kit): void {
  kit.turned(
    [
      [8.4, 14.6],
      [8.1, 18],
      [7.3, 22.4],
      [5.4, 26],
      [3, 27.6],
    ],
    '#6d6a58',
    { at: [0, 0, lift] },
    28,
  );
  kit.turned(
    [
      [8.46, 15.6],
      [8.32, 17.2],
    ],
    '#d8c79c',
    { at: [0, 0, lift] },
    28,
  );
  kit.turned(
    [
      [8.2, 18.4],
      [8.05, 19.2],
    ],
    '#b9863e',
    { at: [0, 0, lift] },
    28,
  );
  for (let i = 0; i < 18; i++) {
    const a = (i / 18) * 2 * Math.PI;
    kit.add(new CylinderGeometry(1.25, 0.1, 2.2, 3, 1).rotateX(Math.PI / 2), '#6d6a58', {
      at: [Math.cos(a) * 7.9, Math.sin(a) * 7.9, lift + 13.9],
      turn: [0, 0, a],
      scale: [0.5, 1, 1],
    });
  }
}

function outlaw(): BufferGeometry {
  const kit = new Kit();
  base(kit, 'outlaws');
  kit.turned(
    [
      [7.7, 11],
      [7.3, 13],
      [6.9, 17],
    ],
    '#2c2a2e',
    { at: [0, 0, lift] },
    28,
  );
  poncho(kit);
  head(kit, '#1f1a18');
  // The bandanna: over nose and mouth, its point on the chest, knotted behind.
  kit.turnedPart(
    [
      [5.55, 27.6],
      [5.85, 30],
      [5.75, 32.3],
    ].map(([r, z]) => [r, z + lift]),
    '#2f7a63',
    -0.15,
    Math.PI + 0.3,
    14,
  );
  const point = new Shape([new Vector2(-4.6, 1.6), new Vector2(4.6, 1.6), new Vector2(0, -6.4)]);
  kit.add(new ExtrudeGeometry(point, { depth: 0.5, bevelEnabled: true, bevelSize: 0.2, bevelThickness: 0.2, bevelSegments: 1 }), '#2f7a63', {
    at: [5.2, 0, lift + 27.6],
    turn: [Math.PI / 2, -0.3, Math.PI / 2],
  });
  for (const [y, z] of [
    [-2, 30],
    [0, 29.4],
    [2, 30],
    [-1, 31.3],
    [1, 31.3],
    [0, 26],
    [-1.4, 27.4],
    [1.4, 27.4],
  ])
    kit.ball(0.36, '#f2ead2', { at: [z < 28 ? 6.3 : 5.75, y, lift + z] }, 6);
  kit.ball(1.3, '#2f7a63', { at: [-5.9, 0, lift + 30.4], scale: [0.8, 1.4, 0.9] }, 10);
  for (const side of [-1, 1]) kit.board(0.6, 1.6, 3.4, '#2f7a63', { at: [-6.1, side * 1.2, lift + 28.4], turn: [side * 0.4, 0, 0] }, 0.2);
  // Brows that meet.
  for (const side of [-1, 1]) kit.board(0.8, 2.6, 0.7, '#1f1a18', { at: [5.15, side * 2, lift + 34.9], turn: [side * 0.32, 0, 0] }, 0.2);
  return kit.glue();
}

function witness(): BufferGeometry {
  const kit = new Kit();
  base(kit, 'witness');
  kit.turned(
    [
      [8, 11],
      [7, 15],
      [6.8, 20],
      [7, 23.4],
      [5.6, 26.2],
      [3, 27.6],
    ],
    '#5f7a70',
    { at: [0, 0, lift] },
    28,
  );
  kit.board(0.5, 4.6, 12, '#f3ead7', { at: [6.75, 0, lift + 20.4], turn: [0, -0.04, 0] }, 0.2);
  kit.board(0.9, 4, 1.6, '#b3473b', { at: [6.2, 0, lift + 26], turn: [0, -0.5, 0] }, 0.3);
  arms(kit, '#5f7a70', skin);
  head(kit, '#b9b2a4');
  kit.ball(0.95, skin, { at: [5.5, 0, lift + 31.9] }, 10);
  for (const side of [-1, 1]) kit.add(new TorusGeometry(1.25, 0.22, 6, 16), '#c9a24a', { at: [5.35, side * 2.05, lift + 33.4], turn: [0, Math.PI / 2, 0] });
  // A bowler, for no clock.
  kit.turned(
    [
      [5.4, 36.4],
      [8.4, 36.6],
      [8.7, 37.2],
      [8.3, 37.3],
      [5.6, 37.1],
    ],
    '#3f3a36',
    { at: [0, 0, lift] },
    28,
  );
  kit.turned(
    [
      [5.5, 37],
      [5.5, 39.4],
      [4.8, 41.2],
      [3, 42.4],
      [0, 42.8],
    ],
    '#3f3a36',
    { at: [0, 0, lift] },
    28,
  );
  kit.rod(5.6, 5.6, 1.4, '#8a7b66', { at: [0, 0, lift + 38] }, 28, true);
  return kit.glue();
}

/** Without a hat: the hat flips on its own. */
export const figures: Record<Folk, () => BufferGeometry> = { lawmen: lawman, outlaws: outlaw, witness };

export const hatHeight = lift + 37;

/** Wide and low, the brim rolled up at the sides, the crown dented. */
function lowHat(kit: Kit, felt: string, band: string): void {
  const brim = new Kit();
  brim.turned(
    [
      [0, -0.5],
      [5, -0.5],
      [10.6, -0.2],
      [11.5, 0.5],
      [11.1, 1.0],
      [5.6, 0.6],
      [5, 0.9],
    ],
    felt,
    {},
    36,
  );
  const rolled = brim.glue();
  const at = rolled.getAttribute('position');
  for (let i = 0; i < at.count; i++) {
    const [x, y] = [at.getX(i), at.getY(i)];
    const r = Math.hypot(x, y);
    if (r > 5.5) at.setZ(i, at.getZ(i) + 2.6 * (Math.abs(y) / 11.5) ** 3 - 0.9 * (Math.abs(x) / 11.5) ** 3);
  }
  rolled.computeVertexNormals();
  kit.add(rolled, felt);
  kit.turned(
    [
      [5.7, 0],
      [5.5, 3.4],
      [4.9, 5.7],
      [4.2, 6.4],
      [2.4, 6],
      [0, 5],
    ],
    felt,
    { scale: [1.06, 0.92, 1] },
    28,
  );
  kit.turned(
    [
      [5.85, 0.4],
      [5.8, 2.2],
    ],
    band,
    { scale: [1.06, 0.92, 1] },
    28,
  );
}

/** Tall and narrow, its brim pointed before and behind. */
function tallHat(kit: Kit, felt: string, dark: string): void {
  kit.turned(
    [
      [0, -0.5],
      [4.6, -0.5],
      [8.6, -0.1],
      [9.1, 0.5],
      [8.7, 0.9],
      [5, 0.5],
    ],
    felt,
    { scale: [1.16, 0.9, 1] },
    32,
  );
  kit.turned(
    [
      [5.3, 0],
      [4.9, 5],
      [4.4, 10],
      [4.0, 11.4],
      [3.2, 11.8],
      [1.8, 11.2],
      [0, 10.9],
    ],
    felt,
    { scale: [1.04, 0.96, 1] },
    28,
  );
  kit.turned(
    [
      [5.42, 0.4],
      [5.25, 2.6],
    ],
    dark,
    { scale: [1.04, 0.96, 1] },
    28,
  );
  kit.board(0.6, 2.4, 2.2, '#d9b24c', { at: [5.6, 0, 1.5] }, 0.2);
}

/** Around the middle of its brim. */
export function hat(folk: Folk, colour: 'red' | 'blue'): BufferGeometry {
  const kit = new Kit();
  const [felt, dark, band] = colour === 'red' ? ['#c8382c', '#9d261c', '#f1e1b6'] : ['#2f62ae', '#224a88', '#f1e1b6'];
  if (folk === 'lawmen') lowHat(kit, felt, band);
  else tallHat(kit, felt, dark);
  if (colour === 'blue') {
    // The feather, swept back.
    kit.rod(0.3, 0.16, 11, '#d9c48e', { at: [-3.2, -5.4, 4.6], turn: [0, -0.75, 0] }, 6);
    kit.add(new CylinderGeometry(1.5, 1.5, 0.35, 20, 1), '#fbf4e2', { at: [-4.8, -5.4, 6.4], turn: [0, -0.75, 0], scale: [0.75, 1, 2.6] });
  }
  return kit.glue();
}

/** The name around the foot, four times. */
export function nameBand(atlas: Atlas, name: string, folk: Folk): BufferGeometry {
  const text = folk === 'witness' ? name.replace('witness', 'W') : name;
  const cell = atlas.cell(`name ${name}`, 14.14, 9, 9, (brush) => {
    brush.fillStyle = foot[folk];
    brush.fillRect(0, 0, 14.2, 9);
    brush.fillStyle = letters[folk];
    brush.fillRect(0, 0.2, 14.2, 0.35);
    brush.fillRect(0, 8.5, 14.2, 0.35);
    brush.font = '700 8.4px Rockwell, "Roboto Slab", Georgia, serif';
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    brush.fillText(text, 7.07, 7.45);
  });
  const sides = [0, 1, 2, 3].map((i) => {
    const arc = new CylinderGeometry(9.04, 9.04, 9, 8, 1, true, Math.PI / 4 + (i * Math.PI) / 2, Math.PI / 2);
    arc.rotateX(Math.PI / 2);
    arc.translate(0, 0, lift + 5.4);
    return printed(arc, cell);
  });
  return together(sides);
}
