// Scenes that are put together from changes.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { importFrom } from './support.mjs';

let SceneTexts;
before(async () => {
  ({ SceneTexts } = await importFrom(new URL('../src/', import.meta.url), 'changes'));
});

function adler(text) {
  let a = 1,
    b = 0;
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

// --- format 2 -------------------------------------------------------------------------------------------------------------

function letters(number) {
  let text = '';
  for (; number >= 32; number = Math.floor(number / 32)) text += String.fromCharCode(48 + 32 + (number % 32));
  return text + String.fromCharCode(48 + number);
}

/** Strings are new; [by, length] are pieces that begin so far from where the last one would have come to. */
function coded(parts) {
  let text = '',
    fresh = '';
  for (const part of parts) {
    if (typeof part === 'string') fresh = part;
    else {
      text += letters(Buffer.byteLength(fresh)) + fresh + letters(part[0] < 0 ? -2 * part[0] - 1 : 2 * part[0]) + letters(part[1]);
      fresh = '';
    }
  }
  return fresh ? text + letters(Buffer.byteLength(fresh)) + fresh : text;
}

const said = (word, text, parts) => `${word} one ${adler(text)}\n${parts ? coded(parts) : text}`;

test('in letters, too, bytes are counted, and pieces are found ahead, behind, in what is kept and in what is made', () => {
  const texts = new SceneTexts();
  const one = '{"name":"Zoë 🂡","score":1}';
  assert.deepEqual(texts.take(said('scene', one)), { table: 'one', text: one });
  const more = '{"name":"Zoë 🂡","score":27}';
  assert.equal(texts.take(said('change', more, [[0, 28], '27', [-1, 1]])).text, more);
  assert.equal(texts.take(said('keep', 'wait', ['wait'])).text, 'wait');
  assert.equal(texts.take(said('change', 'wait, Zoë', [[0, 4], ', ', [7, 4]])).text, 'wait, Zoë');
  const long = 'x'.repeat(100);
  assert.equal(texts.take(said('change', long + long, [long, [10 + 31 - 100, 100]])).text, long + long);
});

test('actions are put together from their pattern and their words, and are counted', () => {
  const texts = new SceneTexts();
  const packed =
    '[\x01{"id":\x0f,"text":"write \x10","tell":"writes a 7 in \x10","gain":\x11}\x02b1 0\x03c1\x03d1 -2\x03\x04,\x01{"id":\x0f,"text":"pass"}\x02\x04]';
  const tell = (id, cell, gain) => `{"id":${id},"text":"write ${cell}","tell":"writes a 7 in ${cell}","gain":${gain}}`;
  const expected = `[${tell(0, 'b1', 0)},${tell(1, 'c1', 0)},${tell(2, 'd1', -2)},${tell(3, 'd1', -2)},{"id":4,"text":"pass"}]`;
  assert.equal(texts.take(said('scene', packed)).text, expected);
});

test('squares that have moved on are put together from how far', () => {
  const texts = new SceneTexts();
  const rows = ['a1 b1 seat 0', 'c1 d1 seat 0', 'b2 c2 seat 0', 'b5 c5 seat 0', 'b5 c5 chair 0', 'i5 j5 chair 0'];
  const packed = '[\x01"\x10 \x11 \x12 \x13"\x02a1 b1 seat 0\x03\x06\x03\x0cO\x03\x0eP\x03b5 c5 chair\x03\x0b\x04]';
  assert.equal(texts.take(said('scene', packed)).text, JSON.stringify(rows));
});

test('in letters, too, what does not fit is not used', () => {
  const texts = new SceneTexts();
  const fits = said('change', '12', [[0, 1], '2']);
  assert.equal(texts.take(fits).text, null);
  texts.take(said('scene', '3'));
  assert.equal(texts.take(fits).text, null);
  texts.take(said('scene', '1'));
  assert.equal(texts.take(fits).text, '12');
  texts.forget('one');
  assert.deepEqual(texts.take(fits), { table: 'one', text: null });
  assert.equal(texts.take('change one 7\nzzzz').text, null);
});
