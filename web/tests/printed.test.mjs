// Views that come without what is printed.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { importFrom } from './support.mjs';

let withPrinted, PrintedParts;
before(async () => {
  ({ withPrinted, PrintedParts } = await importFrom(new URL('../src/', import.meta.url), 'printed'));
});

test('what is printed is put where the view lacks it, and changes nothing that the view says', () => {
  const printed = { shared: { sheet: { name: 'classic', track: [1, 2] } } };
  const view = { round: 3, shared: { lineup: ['QH'] }, seats: [{ map: {} }] };
  assert.deepEqual(withPrinted(printed, view), { round: 3, shared: { lineup: ['QH'], sheet: { name: 'classic', track: [1, 2] } }, seats: [{ map: {} }] });
  assert.deepEqual(view, { round: 3, shared: { lineup: ['QH'] }, seats: [{ map: {} }] });
  assert.deepEqual(withPrinted({ shared: { deck: 52 } }, { shared: { deck: null } }), { shared: { deck: null } });
  assert.equal(withPrinted(printed, null), null);
});

test('it is fetched once, and what cannot be had is said', async () => {
  const asked = [];
  const parts = new PrintedParts(async (fingerprint) => {
    asked.push(fingerprint);
    if (fingerprint === 'gone') throw new Error('404');
    return { shared: { sheet: fingerprint } };
  });
  assert.equal(parts.get('a'), undefined);
  assert.equal(await parts.fetch('a'), true);
  assert.deepEqual(parts.get('a'), { shared: { sheet: 'a' } });
  assert.equal(await parts.fetch('gone'), false);
  assert.equal(parts.get('gone'), undefined);
  assert.deepEqual(asked, ['a', 'gone']);
});
