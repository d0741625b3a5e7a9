// A house is what the rules know of it: two support blocks, the door between them, and a front that hangs before the blocks so
// that discs pass under it. Everything else is paint, and a few things too thin to be met by a disc.

import { type BufferGeometry, CylinderGeometry, PlaneGeometry, Shape, ShapeGeometry, Vector2 } from 'three';
import { type Atlas, printed, together } from './atlas';
import { frontOf, outlineOf, paintBack } from './fronts';
import { Kit } from './kit';
import { lettering, planks } from './paint';
import { blockAt, house } from '../measures';

const frontAt = (): number => house.block / 2; // the front's back side, along x

/** Where the town hall's clock has its middle: y, z. */
export const clockAt = () => ({ y: 0, z: house.high + 43, radius: 11.6 });

/** The middles of its two lanterns. */
export const lampsAt = (): [number, number, number][] => [-1, 1].map((side) => [frontAt() + house.thick + 2.6, side * 45.4, house.high + 4]);

function lantern(kit: Kit, [x, y, z]: [number, number, number]): void {
  const iron = '#3a3836';
  kit.board(3.4, 0.8, 0.8, iron, { at: [x - 1, y, z + 6.4], grain: 'x' }, 0.15);
  kit.rod(0.3, 0.3, 1.6, iron, { at: [x, y, z + 5.4] }, 6).rod(2.3, 0.5, 1.5, iron, { at: [x, y, z + 4] }, 12);
  kit.rod(1.4, 1.6, 5.6, '#ffe9b0', { at: [x, y, z + 0.4] }, 12).rod(2.1, 2.1, 0.9, iron, { at: [x, y, z - 2.8] }, 12);
  for (let i = 0; i < 4; i++) {
    const a = (i * Math.PI) / 2 + Math.PI / 4;
    kit.rod(0.2, 0.2, 6, iron, { at: [x + Math.cos(a) * 1.9, y + Math.sin(a) * 1.9, z + 0.4] }, 4);
  }
}

export function houseWood(name: string): BufferGeometry {
  const front = frontOf(name);
  const kit = new Kit();
  kit.sawn(outlineOf(front), house.thick, front.trim, { at: [frontAt(), 0, house.high] }, 0.35);
  for (const side of [-1, 1]) {
    const y = side * blockAt();
    kit.board(20, 20, 30, front.post, { at: [0, y, 15] }, 0.7);
    // Feet and heads of the posts, a hair wider than the block so that they catch the light.
    kit.board(20.5, 20.5, 3, front.trim, { at: [0, y, 1.6], grain: 'y' }, 0.4);
    kit.board(20.3, 20.5, 2, front.trim, { at: [0, y, 28.9], grain: 'y' }, 0.4);
    if (name === 'bank') {
      for (const x of [-9.6, 9.6]) for (const flute of [-7, -2.4, 2.4, 7]) kit.rod(1.5, 1.5, 24, '#f6f1e4', { at: [x, y + flute, 15.4] }, 10);
    } else {
      kit.board(0.5, 14, 19, front.board, { at: [10.05, y, 15.2] }, 0.1).board(0.5, 14, 19, front.board, { at: [-10.05, y, 15.2] }, 0.1);
      kit.board(14, 0.5, 19, front.board, { at: [0, y + side * 10.05, 15.2] }, 0.1);
    }
    // Braces behind the front.
    kit.board(1.6, 2.4, 30, '#b3874f', { at: [frontAt() - 0.8, side * 38, house.high + 15] }, 0.2);
  }
  for (const at of lampsAt()) lantern(kit, at);
  return kit.glue();
}

/** How far the saloon's swing doors stand open, in radians. */
export const ajar = 0.42;

/** Where the hinge of a wing is; `side` 1 or -1. */
export const hingeAt = (side: number): [number, number, number] => [0, side * 21.6, 0];

/** A wing of the swing doors, its hinge at the origin, hung so high that discs pass below. */
export function swingDoor(side: number): BufferGeometry {
  const kit = new Kit();
  const at = (d: number, z: number): [number, number, number] => [0, -side * d, z];
  kit.board(1.3, 17.6, 2, '#e8c15a', { at: at(9.4, 24), grain: 'y' }, 0.3).board(1.3, 17.6, 2, '#e8c15a', { at: at(9.4, 11.4), grain: 'y' }, 0.3);
  for (const d of [1.2, 17.6]) kit.board(1.3, 2, 14.6, '#e8c15a', { at: at(d, 17.7) }, 0.3);
  for (let i = 0; i < 6; i++) kit.board(0.7, 15, 1.3, '#b5532f', { at: at(9.4, 13.4 + i * 1.85), turn: [0, 0.5, 0], grain: 'y' }, 0.15);
  return kit.glue();
}

/** The glass of its lanterns, which shines by night. */
export function lampGlass(): BufferGeometry {
  const kit = new Kit();
  for (const [x, y, z] of lampsAt()) kit.rod(1.5, 1.7, 5.4, '#ffffff', { at: [x, y, z + 0.4] }, 12);
  return kit.glue();
}

/** What is printed: the front, the back, a floor of boards in the door. */
export function housePrint(atlas: Atlas, name: string, sign: string): BufferGeometry {
  const front = frontOf(name);
  const outline = outlineOf(front);
  const inset = outline.map((point) => new Vector2(point.x * 0.994, 0.3 + point.y * 0.99));
  const side = (key: string, behind: boolean): BufferGeometry => {
    const cell = atlas.cell(`${key} ${name} ${sign}`, 100, 60, 5, (brush, glow) => {
      if (behind) paintBack(brush, sign);
      else front.paint(brush, glow, sign);
      if (name === 'town_hall' && behind) {
        brush.fillStyle = '#5a3417';
        brush.beginPath();
        brush.arc(50, 17, 12.6, 0, 7);
        brush.fill();
        brush.fillStyle = glow ? '#ffe9b8' : '#fffdf4';
        brush.beginPath();
        brush.arc(50, 17, 11.6, 0, 7);
        brush.fill();
        for (let i = 1; i <= 12; i++)
          lettering(brush, String(i), 50 + Math.sin((i / 6) * Math.PI) * 9.2, 17 - Math.cos((i / 6) * Math.PI) * 9.2, 4.4, 3.9, '#2b2622');
        if (glow) {
          glow.fillStyle = '#c98f3a';
          glow.beginPath();
          glow.arc(50, 17, 11.6, 0, 7);
          glow.fill();
        }
      }
    });
    const flat = new ShapeGeometry(new Shape(inset));
    const at = flat.getAttribute('position');
    const uv = flat.getAttribute('uv');
    for (let i = 0; i < at.count; i++) uv.setXY(i, 0.5 + at.getX(i) / 100, at.getY(i) / 60);
    // From (right, up, towards the eye) to the house's frame.
    flat.rotateX(Math.PI / 2);
    flat.rotateZ(behind ? -Math.PI / 2 : Math.PI / 2);
    flat.translate(behind ? frontAt() - 0.08 : frontAt() + house.thick + 0.08, 0, house.high);
    return printed(flat, cell);
  };
  const floor = new PlaneGeometry(house.block - 1, house.door);
  floor.translate(0, 0, 0.25);
  const boards = atlas.cell('floor', house.block, house.door, 4, (brush) => planks(brush, 0, 0, house.block, house.door, '#7d5a38', 4.9, true));
  return together([side('front', false), side('back', true), printed(floor, boards)]);
}

/** Hands of the clock, pointing up from its middle, for both sides; turned about x by the hour. */
export function clockHands(): { hour: BufferGeometry; minute: BufferGeometry } {
  const hand = (long: number, wide: number): BufferGeometry => {
    const kit = new Kit();
    for (const x of [frontAt() + house.thick + 0.5, frontAt() - 0.5]) {
      const pointer = new CylinderGeometry(wide * 0.35, wide, long, 4, 1).rotateX(Math.PI / 2).rotateZ(Math.PI / 4);
      kit.add(pointer, '#2b2622', { at: [x, 0, long / 2 - 1.2], scale: [0.25, 1, 1] });
      kit.rod(1.1, 1.1, 0.8, '#c9a24a', { at: [x, 0, 0], turn: [0, Math.PI / 2, 0] }, 14);
    }
    return kit.glue();
  };
  return { hour: hand(7, 1.1), minute: hand(10, 0.8) };
}

/** Across the door: nobody comes in here now. Two crossed boards and a disc that says no. */
export function closedSign(atlas: Atlas): { wood: BufferGeometry; print: BufferGeometry } {
  const kit = new Kit();
  for (const side of [-1, 1]) kit.board(1.4, 50, 4.4, '#b98748', { at: [frontAt() - 1.2, 0, 20], turn: [side * 0.34, 0, 0], grain: 'y' }, 0.4);
  kit.rod(9.4, 9.4, 1.6, '#f3ead7', { at: [frontAt() + house.thick + 0.4, 0, 22.5], turn: [0, Math.PI / 2, 0] }, 32);
  const cell = atlas.cell('closed', 20, 20, 8, (brush) => {
    brush.fillStyle = '#fbf4e2';
    brush.fillRect(0, 0, 20, 20);
    brush.strokeStyle = '#b3261e';
    brush.lineWidth = 2.6;
    brush.beginPath();
    brush.arc(10, 10, 8, 0, 7);
    brush.moveTo(4.6, 4.6);
    brush.lineTo(15.4, 15.4);
    brush.stroke();
    lettering(brush, 'CLOSED', 10, 10, 13, 4, '#25211b', '#fbf4e2');
  });
  const disc = new ShapeGeometry(new Shape().absarc(0, 0, 9, 0, 2 * Math.PI, false), 32);
  const uv = disc.getAttribute('uv');
  const at = disc.getAttribute('position');
  for (let i = 0; i < at.count; i++) uv.setXY(i, 0.5 + at.getX(i) / 20, 0.5 + at.getY(i) / 20);
  disc.rotateX(Math.PI / 2);
  disc.rotateZ(Math.PI / 2);
  disc.translate(frontAt() + house.thick + 1.25, 0, 22.5);
  return { wood: kit.glue(), print: printed(disc, cell) };
}
