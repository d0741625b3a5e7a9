// Scenes that are put together from changes.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { importFrom } from './support.mjs';

let SceneTexts;
before(async () => {
  ({ SceneTexts } = await importFrom(new URL('../src/', import.meta.url), 'changes'));
});

function adler(text) {
  let a = 1, b = 0;
  for (const byte of Buffer.from(text)) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

const change = (text, parts) => ({ table: 'one', sum: adler(text), parts });

test('a change counts bytes, not letters, and the next one goes on from what it made', () => {
  const texts = new SceneTexts();
  texts.keep('one', '{"name":"Zoë 🂡","score":1}');
  assert.equal(texts.patch(change('{"name":"Zoë 🂡","score":27}', [-28, '27', 29, 1])), '{"name":"Zoë 🂡","score":27}');
  assert.equal(texts.patch(change('{"name":"Zoë 🂡🂱","score":27}', [0, 18, '🂱', 18, 13])), '{"name":"Zoë 🂡🂱","score":27}');
});

test('a scene that is kept is known to later changes until another one is kept', () => {
  const texts = new SceneTexts();
  texts.keep('one', 'do this or that');
  assert.equal(texts.patch({ ...change('wait', ['wait']), keep: true }), 'wait');
  assert.equal(texts.patch(change('waits', [-4, 's'])), 'waits');
  assert.equal(texts.patch(change('Waited', ['W', -3, 'ed'])), 'Waited');
  assert.equal(texts.patch(change('do this again', [6, 8, 'again'])), 'do this again');
  assert.equal(texts.patch({ ...change('again', [8, 5]), keep: true }), 'again');
  assert.equal(texts.patch(change('again do this', [0, 5, ' ', 5, 7])), 'again do this');
  assert.equal(texts.patch(change('to and fro, to and fro', ['to and fro', ', ', 26, 10])), 'to and fro, to and fro');
  texts.keep('one', 'new');
  assert.equal(texts.patch(change('new new', [0, 3, ' ', 3, 3])), 'new new');
});

test('a change that does not fit what is there is not used, and neither is one without a scene', () => {
  const texts = new SceneTexts();
  const fits = change('{"score":2}', [0, 9, '2', 10, 1]);
  assert.equal(texts.patch(fits), null);
  texts.keep('one', '{"store":1}');
  assert.equal(texts.patch(fits), null);
  texts.keep('one', '{"score":1}');
  assert.equal(texts.patch({ ...fits, table: 'two' }), null);
  assert.equal(texts.patch(fits), '{"score":2}');
  texts.forget('one');
  assert.equal(texts.patch(fits), null);
});
