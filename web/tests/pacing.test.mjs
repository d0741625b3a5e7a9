// The queue between the scenes that arrive and the one that is seen.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { importFrom } from './support.mjs';

let Pacer;
before(async () => {
  ({ Pacer } = await importFrom(new URL('../src/', import.meta.url), 'pacing'));
});

const scene = (steps, more = {}) => ({
  table: { id: 'one', seats: [] },
  seat: 0,
  view: { at: steps },
  actions: [],
  log: Array.from({ length: steps }, (_, i) => ({ i })),
  chat: [],
  ...more,
});

/** A pacer whose time is moved by hand. */
function paced() {
  const waiting = [];
  const began = [];
  const pacer = new Pacer({
    changed: () => undefined,
    begins: (moment) => began.push(moment.kind),
    after: (ms, call) => {
      const one = { ms, call };
      waiting.push(one);
      return () => waiting.includes(one) && waiting.splice(waiting.indexOf(one), 1);
    },
  });
  const pass = () => waiting.shift().call();
  const seen = () => [pacer.frame.scene.view.at, pacer.frame.moment?.kind ?? '', pacer.frame.scene.log.length];
  return { pacer, waiting, began, pass, seen };
}
const cards =
  (...ats) =>
  () =>
    ats.map((at) => ({ kind: 'card', view: { at } }));
const banner = () => [{ kind: 'banner', ms: 1000 }];

test('moments with a view hold the new scene back, one after the other, and nothing can be done meanwhile', () => {
  const { pacer, pass, seen, began } = paced();
  pacer.take(scene(1, { actions: [{ text: 'a' }] }), undefined, 'full');
  assert.deepEqual(seen(), [1, '', 1]);
  pacer.take(
    scene(4, { actions: [{ text: 'b' }] }),
    () => [
      { kind: 'card', view: { at: 2 }, steps: 2 },
      { kind: 'bust', view: { at: 3 } },
    ],
    'full',
  );
  assert.deepEqual(seen(), [2, 'card', 2]);
  assert.deepEqual(pacer.frame.scene.actions, []);
  pass();
  assert.deepEqual(seen(), [3, 'bust', 1]);
  pass();
  assert.deepEqual(seen(), [4, '', 4]);
  assert.equal(pacer.frame.scene.actions.length, 1);
  assert.deepEqual(began, ['card', 'bust']);
});

test('a scene that arrives meanwhile waits its turn, and a skip goes to the last of all', () => {
  const { pacer, pass, seen, waiting } = paced();
  pacer.take(scene(0), undefined, 'full');
  pacer.take(scene(2), cards(1), 'full');
  pacer.take(scene(4), cards(3), 'full');
  pacer.take(scene(5), undefined, 'full');
  assert.equal(seen()[0], 1);
  pass();
  assert.equal(seen()[0], 3, 'the scene between is shown by what follows it');
  pacer.skip();
  assert.deepEqual(seen(), [5, '', 5]);
  assert.equal(waiting.length, 0);
});

test('a moment without a view is told over the new scene, which goes on beneath it', () => {
  const { pacer, pass, seen } = paced();
  pacer.take(scene(0), undefined, 'full');
  pacer.take(scene(1), banner, 'full');
  assert.deepEqual(seen(), [1, 'banner', 1]);
  pacer.take(scene(2), () => [], 'full');
  assert.deepEqual(seen(), [2, 'banner', 2]);
  pass();
  assert.deepEqual(seen(), [2, '', 2]);
});

test('whoever chooses, and may choose the same as before, is not held up', () => {
  const { pacer, seen } = paced();
  const actions = [{ text: 'a' }];
  pacer.take(scene(0, { actions }), undefined, 'full');
  pacer.take(scene(2, { actions: [{ text: 'a' }] }), cards(1), 'full');
  assert.deepEqual(seen(), [2, 'card', 2]);
  assert.equal(pacer.frame.scene.actions.length, 1);
});

test('quick is a third; none, an undo, other eyes and another table show the scene at once', () => {
  const { pacer, seen, waiting } = paced();
  pacer.take(scene(3), undefined, 'quick');
  pacer.take(scene(4), cards(9), 'quick');
  assert.equal(waiting[0].ms, 150);
  pacer.take(scene(2), cards(9), 'quick');
  assert.deepEqual([seen()[0], waiting.length], [2, 0]);
  for (const now of [scene(5, { seat: 1 }), scene(6, { seat: 1, table: { id: 'two', seats: [] } })]) {
    pacer.take(now, cards(9), 'full');
    assert.equal(seen()[0], now.view.at);
  }
  pacer.take(scene(7, { seat: 1, table: { id: 'two', seats: [] } }), cards(9), 'none');
  assert.equal(seen()[0], 7);
});

test('while more than eight seconds wait, each moment is quick', () => {
  const { pacer, waiting, pass } = paced();
  pacer.take(scene(0), undefined, 'full');
  pacer.take(scene(21), cards(...Array.from({ length: 20 }, (_, i) => i)), 'full');
  assert.equal(waiting[0].ms, 150);
  for (let i = 0; i < 10; i++) pass();
  assert.equal(waiting[0].ms, 450);
});
