// Where the camera looks and what an aim says, without a browser: geometry alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importFrom } from '../../../web/tests/support.mjs';
import { scenarioTown, standing } from './townpage.mjs';

const web = new URL('../web/', import.meta.url);
const { PerspectiveCamera, Vector3, viewOf, look, firstAhead, aheadWords, takeMeasures } = await importFrom(
  web,
  'town/eye',
  'sight',
  'measures',
  '../../../web/node_modules/three/build/three.module.js',
);
const town = scenarioTown('01-main-street');
takeMeasures(town.measures);
const table = { width: town.width, height: town.height };

/** The stage as it is at 1280×800 and 1440×900, with the drawer and without it, and on two phones. */
const stages = [
  { width: 844, height: 405, wide: true },
  { width: 1144, height: 405, wide: true },
  { width: 1004, height: 505, wide: true },
  { width: 378, height: 480, wide: false },
  { width: 348, height: 280, wide: false },
];

/** On the screen: where his feet and his head are. */
function seen(eye, { width, height }, { x, y }) {
  const camera = new PerspectiveCamera();
  look(camera, eye, width / height);
  const at = (z) => new Vector3(x, y, z).project(camera);
  const [feet, head] = [at(0), at(46)];
  const inside = [feet, head].every((point) => Math.abs(point.x) <= 1 && Math.abs(point.y) <= 1);
  return { inside, high: (Math.abs(head.y - feet.y) / 2) * height };
}

const lineUp = [140, 220, 300, 380, 460].map((y) => ({ x: 60, y }));
const scattered = [
  { x: 60, y: 140 },
  { x: 450, y: 320 },
  { x: 840, y: 460 },
  { x: 200, y: 520 },
  { x: 700, y: 80 },
];

test('everybody of the side that plays is in the picture, and on a wide screen nobody is smaller than 30 px', () => {
  for (const stage of stages)
    for (const [name, points] of Object.entries({ lineUp, scattered })) {
      const eye = viewOf('team', table, stage.width / stage.height, { x: 0, y: 0, angle: 0, points });
      for (const point of points) {
        const { inside, high } = seen(eye, stage, point);
        const where = `${name} at ${stage.width}×${stage.height}, the one at ${point.x}, ${point.y}`;
        assert.ok(inside, `${where} is not in the picture`);
        if (stage.wide) assert.ok(high >= 30, `${where} is ${high.toFixed(1)} px high`);
      }
    }
});

test('whom a side plays against is in the picture with his name, also when the side is not whole any more', () => {
  const others = lineUp.map(({ y }) => ({ x: 840, y }));
  const sides = { all: lineUp, four: lineUp.slice(1), middle: lineUp.slice(1, 4), two: lineUp.slice(2, 4), ahead: [...lineUp.slice(1), { x: 420, y: 90 }] };
  for (const stage of stages.filter(({ wide }) => wide))
    for (const [name, points] of Object.entries(sides)) {
      const eye = viewOf('team', table, stage.width / stage.height, { x: 60, y: 300, angle: 0, points, others });
      const where = `${name} at ${stage.width}×${stage.height}`;
      const camera = new PerspectiveCamera();
      look(camera, eye, stage.width / stage.height);
      for (const { x, y } of others)
        assert.ok(new Vector3(x, y, 60).project(camera).y < 1 && seen(eye, stage, { x, y }).inside, `${where}: who faces them at ${y} is cut off`);
      for (const point of points)
        assert.ok(seen(eye, stage, point).high >= 30, `${where}: the one at ${point.x}, ${point.y} is ${seen(eye, stage, point).high.toFixed(1)} px high`);
    }
});

test('behind a side that stands in a row, the room goes to the town before them and not to the edge of the table', () => {
  for (const stage of stages.filter(({ wide }) => wide)) {
    const eye = viewOf('team', table, stage.width / stage.height, { x: 60, y: 300, angle: 0, points: lineUp });
    const camera = new PerspectiveCamera();
    look(camera, eye, stage.width / stage.height);
    const [feet, roof] = [new Vector3(60, 300, 0), new Vector3(840, 500, 60)].map((point) => point.project(camera).y);
    assert.ok(feet < -0.4, `feet at ${feet.toFixed(2)} of ${stage.width}×${stage.height}`);
    assert.ok(roof < 1, `a roof at the far end is at ${roof.toFixed(2)}`);
  }
});

test('on a phone a side that stands in a row is seen side by side, with the other side before it', () => {
  const struck = lineUp.map(({ x, y }, i) => (i ? { x, y } : { x: x - 30, y })); // one lies where he was thrown
  const rows = stages.filter(({ wide }) => !wide).flatMap((stage) => [lineUp, struck].map((points) => ({ stage, points })));
  for (const { stage, points } of rows) {
    const eye = viewOf('team', table, stage.width / stage.height, { x: 60, y: 300, angle: 0, points });
    const camera = new PerspectiveCamera();
    look(camera, eye, stage.width / stage.height);
    const across = points.map(({ x, y }) => (new Vector3(x, y, 0).project(camera).x * stage.width) / 2).sort((a, b) => a - b);
    const gaps = across.slice(1).map((one, i) => one - across[i]);
    assert.ok(Math.min(...gaps) >= 44, `a finger finds each of them: ${gaps.map(Math.round)} px at ${stage.width}×${stage.height}`);
    for (const { y } of lineUp) assert.ok(seen(eye, stage, { x: 840, y }).inside, 'whom they play against is in the picture');
  }
});

test('over a shoulder the chosen man is large, and what he looks at is before him', () => {
  for (const stage of stages) {
    const eye = viewOf('behind', table, stage.width / stage.height, { x: 200, y: 300, angle: 0 });
    const { inside, high } = seen(eye, stage, { x: 200, y: 300 });
    assert.ok(inside && high > 40, `${high.toFixed(1)} px at ${stage.width}×${stage.height}`);
    assert.ok(seen(eye, stage, { x: 500, y: 300 }).inside);
  }
});

test('over a shoulder at the end of a row, also on a tall phone, all are seen whom he faces', () => {
  for (const stage of [...stages, { width: 378, height: 545, wide: false }]) {
    const eye = viewOf('behind', table, stage.width / stage.height, { x: 60, y: 140, angle: 0 });
    for (const { y } of lineUp) assert.ok(seen(eye, stage, { x: 840, y }).inside, `the one at ${y} is not in the picture of ${stage.width}×${stage.height}`);
  }
});

const aimed = (y, more = {}) => ({ kind: 'bullet', from: { x: 60, y }, angle: 0, speed: 1800, reach: 550, power: 0.5, ...more });
const alone = (...pieces) => ({ ...town, pieces });

test('a cube is in the way with its corners and not beyond them', () => {
  const cube = (degrees) => alone({ name: 'tumbleweed1', kind: 'tumbleweed', pose: standing(300, 318, 7, degrees) });
  assert.equal(firstAhead(cube(45), aimed(300), null)?.name, 'tumbleweed1', 'on its corner it reaches 9.9 mm to the side');
  assert.equal(firstAhead(cube(0), aimed(300), null), null, 'flat it reaches 7 mm: the bullet passes');
  assert.equal(Math.round(firstAhead(cube(0), aimed(304), null).away), 228, 'a little nearer it meets the flat side');
  assert.equal(firstAhead(cube(0), aimed(302), null), null, 'side along side it passes');
});

test('a fence is as long as it is, a house is its two blocks, and what lies is longer than what stands', () => {
  const fence = alone({ name: 'fence1', kind: 'fence', pose: standing(300, 300, 9, 90) });
  assert.equal(firstAhead(fence, aimed(338), null)?.name, 'fence1');
  assert.equal(firstAhead(fence, aimed(341), null), null);
  const house = alone({ name: 'bank', kind: 'building', pose: standing(300, 300, 0, 180) });
  assert.equal(firstAhead(house, aimed(300), null), null, 'the door is free');
  assert.equal(firstAhead(house, aimed(332), null)?.name, 'bank');
  const half = Math.SQRT1_2;
  const lying = alone({ name: 'O1', kind: 'cowboy', pose: { x: 300, y: 325, z: 9, q: [half, half, 0, 0] } });
  assert.equal(firstAhead(lying, aimed(300), null)?.name, 'O1', 'his 40 mm lie across');
});

test('the first in line is named: not the barrel behind the tumbleweed', () => {
  const both = alone(
    { name: 'barrel2', kind: 'barrel', pose: standing(420, 300, 13) },
    { name: 'tumbleweed3', kind: 'tumbleweed', pose: standing(300, 312, 7) },
  );
  assert.match(aheadWords(both, aimed(300), null), /^Tumbleweed 3 is in line, 23 cm away\.$/);
});
