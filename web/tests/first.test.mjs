// The first minute: three marks in a first game of each kind, the rules with their pictures, the sound that is offered once, what a move
// without points is good for, and why something cannot be chosen.
// ./check runs those with: progress|why; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gameNames as games, hasCount, hasText, importFrom, makeTable, openBrowser, Server, shot, soon, visitor } from './support.mjs';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(page, game, wish = {}) {
  const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }], { game, ...wish });
  await page.goto(`/t/${table.id}`);
  await page.locator('.board-area > :not(p, .over-board)').first().waitFor();
}

test('a first game of each kind has three marks, gone for good with one tap; the sound is offered with the first of them', async () => {
  for (const viewport of sizes) {
    const page = await visitor(browser, server, { viewport, first: true });
    await page.goto('/');
    for (const [index, game] of games.entries()) {
      await open(page, game);
      const briefing = page.locator('.fu-card button').last();
      if (game === 'flickemup' && (await briefing.isVisible())) await briefing.click();
      await hasCount(page.locator('.first-marks li'), 3, game);
      await hasCount(page.locator('.mark-ring'), 3, `${game}: each mark has its thing on the board`);
      await hasCount(page.locator('.first-marks input'), index ? 0 : 1, 'the sound is offered once');
      await shot(page, `first-${game}-${viewport.width}`);
      if (!index) await page.locator('.first-marks input').click();
      await page.getByRole('button', { name: 'Got it' }).click();
      await hasCount(page.locator('.first-marks'), 0);
      if (index) continue;
      await page.getByRole('switch', { name: 'Sound' }).click(); // and as easily muted
      assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('flipside.settings')).sound), 'off');
      await open(page, game);
      await page.locator('.strip .your-turn').waitFor();
      await hasCount(page.locator('.first-marks'), 0, 'a second game has none');
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('the rules are a button at the table, with pictures, and have a page of their own', async () => {
  const page = await visitor(browser, server, { viewport: sizes[1] });
  await page.goto('/');
  for (const game of games) {
    await open(page, game);
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    await soon(async () => assert.ok((await page.locator('.drawer .rule-picture svg').count()) >= 2, game));
    assert.equal(await page.locator('.rules-box a').first().getAttribute('href'), `/learn/${game}`);
    await page.goto(`/learn/${game}`);
    await soon(async () => assert.ok((await page.locator('.rule-picture svg').count()) >= 2, game));
    await page.locator('.rule-picture').first().scrollIntoViewIfNeeded();
    await shot(page, `rules-${game}`);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('progress of a road and an area is told where a number brings no points', async () => {
  const { progress } = await importFrom(new URL('../../games/royalflip/web/', import.meta.url), 'progress');
  const map = { b2: { colour: 'red', number: 5 }, d2: { colour: 'black', number: 7 } };
  const scene = { seat: 0, view: { seats: [{ map }], shared: { sheet: { roads: { shortest: 3 }, areas: { smallest: 3 } } } } };
  const told = (cell, colour, number) => progress(scene, { kind: 'write', cell, colour, number });
  assert.equal(told('b3', 'black', 5), '2 of 3 of an area');
  assert.equal(told('b1', 'red', 4), '2 of 3 of a road');
  assert.equal(told('c2', 'red', 6), '2 of 3 of a road', 'black does not go on with red');
  assert.equal(told('e5', 'red', 5), '', 'nothing lies beside it');
  assert.equal(progress(scene, { kind: 'track', space: 3 }), '');
});

test('a pointer that rests on what cannot be chosen is told why', async () => {
  const page = await visitor(browser, server, { viewport: sizes[0] });
  await page.goto('/');
  await open(page, 'royalflip', { options: { pvp: true } });
  await page.locator('.strip .your-turn').waitFor();
  for (const thing of await page.locator('.rf [aria-disabled=true]:not([title])').all()) assert.fail(await thing.evaluate((node) => node.outerHTML));
  await open(page, 'flipcity');
  await page.locator('.strip .your-turn').waitFor();
  await hasText(page.locator('.fc-bar'), /not yet: a card waits/);
  await page.locator('.fc-tile').first().click();
  await hasText(page.locator('.fc-pop'), /You build when you have stopped playing cards/);
  await open(page, 'fliptown');
  await page.locator('.ft-site.dark').first().waitFor();
  const silent = await page.locator('.ft-site.dark').evaluateAll((nodes) => nodes.filter((node) => !node.dataset.now).map((node) => node.dataset.site));
  assert.deepEqual(silent, []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
