// Royal Flip's sheet in a real browser: the map and its names, the track, the three cards, a finger that sees before it commits, six
// sheets, the story of a round, and the parts of the score.
// ./check runs those with: a finger|the three cards|the others wrote; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  clickStep,
  hasCount,
  importFrom,
  makeTable,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  phone,
  Server,
  shot,
  showsText,
  soon,
  visitor,
} from '../../../web/tests/support.mjs';

let server;
let browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const bot = { kind: 'bot', level: 1 };
const sizes = [
  [1280, 800],
  [1440, 900],
  [390, 844],
  [360, 640],
];

async function sitDown(seats, options = {}) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, ...Array.from({ length: seats - 1 }, () => bot)]);
  await page.goto(`/t/${table.id}`);
  await page.locator('.rf button.zone').first().waitFor();
  return page;
}

/** Takes colour and number; where the number is open, the first. */
async function choose(page) {
  await page.locator('.card.nr-0 .zone.colour').click();
  await page.locator('.card.nr-1 .zone.number').click();
  await page.locator('.values [data-legal], .rf-cells button.legal').first().waitFor();
  if (await page.locator('.values').count()) await page.locator('.values [data-legal]').first().click();
  await page.locator('.rf-cells button.legal').first().waitFor({ state: 'attached' });
}

/** Boxes that stick out of the box that should hold them, or cover what they must not. */
function misplaced() {
  const box = (node) => node.getBoundingClientRect();
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
  const out = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const faults = [];
  for (const space of shown('.rf .space')) {
    const [number, suit, bonus] = [...space.querySelector('.tile').children].map(box);
    if (meet(number, suit) || meet(suit, bonus) || meet(number, bonus)) faults.push(`on a tile: ${space.getAttribute('aria-label')}`);
    if (out(box(space.querySelector('.tile')), box(document.querySelector('.rf-track')))) faults.push(`outside the track: ${space.getAttribute('aria-label')}`);
  }
  for (const slot of shown('.rf .slots > div'))
    for (const part of slot.children) if (part.getClientRects().length && out(box(part), box(slot))) faults.push(`outside its slot: ${slot.textContent}`);
  for (const card of shown('.rf .card .zone'))
    for (const part of card.children) if (out(box(part), box(card))) faults.push(`outside its card: ${card.textContent}`);
  for (const map of shown('.rf-map'))
    for (const over of shown('.rf .values, .rf-lineup, .rf-tabs')) if (meet(box(map), box(over))) faults.push(`over the map: ${over.className}`);
  return faults;
}

async function nothingMisplaced(page, where) {
  await soon(async () => assert.deepEqual(await page.evaluate(misplaced), [], where));
  await noSidewaysScrolling(page);
}

/** Looks at the page at every size, by day and by night. */
async function look(page, name, each = async () => undefined) {
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await nothingMisplaced(page, `${name}, ${width}×${height}, ${colorScheme}`);
      await each(width, height);
      await shot(page, `royalflip-${name}-${width}-${colorScheme}`);
    }
}

test('columns and rows have names, tiles lie in the road, nothing overprints or overflows, and the picker leaves the map free', async () => {
  const page = await sitDown(2);
  await soon(async () =>
    assert.deepEqual(await page.locator('.rf-city .labels text').allTextContents(), ['a', 'b', 'c', 'd', 'e', 'f', '1', '2', '3', '4', '5']),
  );
  await look(page, 'choose');
  await noSeriousFault(page, 'choosing, by night');
  for (let wild = false; !wild; ) {
    const card = page.locator('.rf .card', { hasText: 'any' }).first();
    wild = (await card.count()) > 0;
    if (wild) {
      await card.locator('.zone.number').click();
      await page.locator('.rf .card:not(:has(.zone.chosen)) .zone.colour').first().click();
      await page.locator('.values').waitFor();
    } else {
      await choose(page);
      await page.locator('.rf-cells button.legal').first().click();
      const track = page.locator('button.space.legal');
      await page.locator('button.space.legal, .rf button.zone').first().waitFor({ state: 'attached' });
      if (await track.count()) await track.first().click();
      await page.locator('.rf button.zone').first().waitFor();
    }
  }
  await look(page, 'value');
  await page.locator('.values [data-legal]').first().click();
  await page.locator('.rf-cells button.legal').first().waitFor();
  await look(page, 'write');
  await noSeriousFault(page, 'writing, by night');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a finger sees first what a block and a space bring, and the second tap commits', async () => {
  const page = await sitDown(1, { viewport: phone, hasTouch: true });
  await choose(page);
  const steps = () => page.locator('.table-page').getAttribute('data-steps');
  const before = await steps();
  const cell = page.locator('.rf-cells button.legal').nth(3);
  await cell.tap();
  await page.locator('.rf-confirm').waitFor();
  await hasCount(page.locator('.rf-city .token.ghost'), 1, 'the number is seen where it would stand');
  await showsText(page.locator('.rf-confirm'), /in [a-f]\d[^]*Write it/);
  await page.locator('.rf-cells button.legal').nth(5).tap();
  await page.locator('.rf-confirm [data-move=cancel]').tap();
  await page.locator('.rf-confirm').waitFor({ state: 'detached' });
  assert.equal(await steps(), before, 'nothing was written yet');
  await cell.tap();
  await cell.tap();
  const space = page.locator('button.space.legal').first();
  await space.waitFor();
  await space.tap();
  await page.locator('.rf-confirm.track').waitFor();
  await shot(page, 'royalflip-tap');
  await page.getByRole('button', { name: 'Go there' }).tap();
  await page.locator('.rf button.zone, .rf-cells button.legal').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('six sheets are seen at once on a screen, and one tap away on a phone', async () => {
  const page = await sitDown(6);
  const inSight = () =>
    page.evaluate(() => {
      const area = document.querySelector('.board-area').getBoundingClientRect();
      return [...document.querySelectorAll('.rf-others button')].filter(
        (node) => node.getBoundingClientRect().height > 0 && node.getBoundingClientRect().bottom <= area.bottom + 1,
      ).length;
    });
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    if (width < 900) await page.locator('.rf-tabs button', { hasText: 'All sheets' }).click();
    await soon(async () => assert.equal(await inSight(), 6, `${width}×${height}`));
    await shot(page, `royalflip-six-${width}`);
  }
  await page.locator('.rf-others button').nth(4).click();
  await page.locator('.rf-guest').waitFor();
  await page.locator('.rf-map').waitFor(); // a tap shows the sheet large
  for (const [width, height] of sizes.filter(([one]) => one < 900)) {
    await page.setViewportSize({ width, height });
    const under = () =>
      page.evaluate(() => document.querySelector('.rf-map').getBoundingClientRect().bottom - document.querySelector('.strip').getBoundingClientRect().top);
    await soon(async () => assert.ok((await under()) <= 0, `another’s city is not cut off at ${width}×${height}`));
  }
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Back to yours' }).click();
  await page.locator('.rf-guest').waitFor({ state: 'detached' });
  await page.context().close();
});

test('the three cards of a round are turned one after the other, and a part of the score shows where it comes from', async () => {
  const page = await sitDown(2, { animation: 'quick' });
  await page.evaluate(() => {
    window.told = [];
    new MutationObserver(() => {
      const { moment } = document.querySelector('.table-page').dataset;
      const now = `${moment} ${document.querySelectorAll('.rf .card:not(.back)').length}`;
      if (moment && window.told[window.told.length - 1] !== now) window.told.push(now);
    }).observe(document.querySelector('.table-page'), { attributes: true, childList: true, subtree: true });
  });
  const cards = () => page.evaluate(() => window.told.filter((one) => one.startsWith('card')).length);
  while (!(await cards())) await clickStep(page);
  await page.waitForFunction(() => !document.querySelector('.table-page').dataset.moment); // a tap during a moment passes over it
  const told = await page.evaluate(() => window.told.filter((one) => one.startsWith('card')));
  assert.deepEqual(told, ['card 1', 'card 2', 'card 3']);
  await page.locator('.rf-score button', { hasText: 'Roads' }).click();
  await hasCount(page.locator('.rf-city.at-roads'), 1);
  await page.locator('.rf-score button', { hasText: 'Roads' }).click();
  await hasCount(page.locator('.rf-city.looking'), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('what the others wrote comes before the new cards, and the hands of a tie before the result', async () => {
  const { moments } = await importFrom(new URL('../web/', import.meta.url), 'moments');
  const sheet = (total) => ({ score: { total } });
  const view = (more) => ({
    round: 1,
    phase: 'track',
    pvp: false,
    shared: { lineup: ['2H', '3S', '4D'], tie_break: null },
    seats: [sheet(0), sheet(0)],
    ...more,
  });
  const line = (seat, text) => ({ seat, text, tell: text });
  const scene = (at, log) => ({ seat: 0, mine: [0], view: at, log });
  const next = view({ round: 2, phase: 'choose', shared: { lineup: ['5H', '6S', '7D'], tie_break: null } });
  const fresh = [line(0, 'track 2'), line(1, 'choose'), ...['5H', '6S', '7D'].map((card) => line('dealer', card))];
  const kinds = (list) => list.map(({ kind, view: at, steps }) => [kind, at?.shared.lineup.length, steps]);
  assert.deepEqual(kinds(moments(scene(view(), []), scene(next, fresh))), [
    ['others', 3, 2],
    ['card', 1, 3],
    ['card', 2, 4],
    ['card', 3, 5],
  ]);
  const [gain] = moments(scene(view({ phase: 'write' }), []), scene(view({ seats: [sheet(4), sheet(0)] }), [line(0, 'write c1')]));
  assert.deepEqual([gain.kind, gain.cell, gain.gain, gain.view], ['gain', 'c1', 4, undefined]);
  const tie = (phase, shown) => view({ phase, shared: { lineup: [], tie_break: { shown } } });
  const [hands] = moments(scene(tie('throw', []), []), scene(tie('over', [['rock', 'paper']]), [line(1, 'throw paper')]));
  assert.deepEqual([hands.kind, hands.view !== undefined], ['hands', true]);
});
