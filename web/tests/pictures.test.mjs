// The pictures of the documents show the page as it is: each is made again and compared with the one in docs/pictures. What has changed is
// written by `FLIPSIDE_PICTURES=write ./check --full`, or for these alone with the program of ./check:
//     FLIPSIDE_PICTURES=write FLIPSIDE_PROGRAM=build-check/clang/flipside node web/tests/run.mjs web/tests/pictures.test.mjs
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { atRest, comparePictures, finish, makeTable, openBrowser, phone, Server, soon, visitor } from './support.mjs';

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const folder = new URL('../../docs/pictures/', import.meta.url);
const golden = (game, name) => fileURLToPath(new URL(`../../games/${game}/tests/golden/${name}.json`, import.meta.url));
const checked = new Set();

/** Compares what is seen (the page, or a part of it) with the picture in the documents, or writes it there. */
async function shows(page, name, part = page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await atRest(page);
  await page.mouse.move(0, 0);
  const picture = await part.screenshot({ animations: 'disabled' });
  const file = new URL(`${name}.png`, folder);
  checked.add(`${name}.png`);
  if (process.env.FLIPSIDE_PICTURES === 'write') writeFileSync(file, picture);
  const size = [320, 200];
  const { off } = await comparePictures(page, picture.toString('base64'), readFileSync(file).toString('base64'), size);
  assert.ok(off < 0.04 * size[0] * size[1], `docs/pictures/${name}.png shows something else: ${off} of ${size[0] * size[1]} dots are others`);
}

async function replayOf(page, record, at) {
  await page.goto('/mine');
  await page.getByLabel('Choose a file').setInputFiles(record);
  await page.waitForURL(/\/r\//);
  await page.goto(`${page.url().split('?')[0]}?at=${at}`);
  await page.waitForSelector('.replay-page[data-ready=true]');
  await page.waitForSelector('.board-area > :not(.over-board)');
}

/** A table that goes on from a moment of a record, where somebody sits in the first seat and decides. */
async function tableFrom(page, record, at) {
  await replayOf(page, record, at);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.getByRole('button', { name: 'Play on', exact: true }).click();
  await page.waitForURL(/\/t\//);
  await page.waitForSelector('[data-legal]');
}

const boards = [
  { name: 'table', record: golden('royalflip', 'three'), at: 60, viewport: { width: 1280, height: 800 } },
  { name: 'fliptown', record: golden('fliptown', 'two'), at: 40 },
  { name: 'flipcity', record: golden('flipcity', 'three'), at: 60 },
  { name: 'insertcoin', record: golden('insertcoin', 'two'), at: 40 },
  { name: 'flickemup', record: golden('flickemup', 'main-street'), at: 6, town: '3d' },
];

for (const { name, record, at, ...options } of boards)
  test(`a table: ${name}.png`, async () => {
    const page = await visitor(browser, server, { colorScheme: 'light', ...options });
    await tableFrom(page, record, at);
    const briefing = page.getByRole('button', { name: 'Let’s play' });
    if (await briefing.isVisible()) await briefing.click();
    await shows(page, name);
    await page.context().close();
  });

test('Fliptown: the map, and the Town from near on a phone', async () => {
  const page = await visitor(browser, server, { colorScheme: 'light' });
  await tableFrom(page, golden('fliptown', 'two'), 40);
  await shows(page, 'fliptown-map', page.locator('.ft-map'));
  await page.context().close();
  const small = await visitor(browser, server, { colorScheme: 'light', deviceScaleFactor: 2, hasTouch: true });
  await tableFrom(small, golden('fliptown', 'two'), 40);
  await small.setViewportSize(phone);
  await small.locator('.ft-far[data-part=town]').tap();
  await small.locator('.ft-site.town').first().waitFor();
  await shows(small, 'fliptown-phone');
  await small.context().close();
});

test('a replay', async () => {
  const page = await visitor(browser, server, { colorScheme: 'light' });
  await replayOf(page, golden('royalflip', 'three'), 60);
  await shows(page, 'replay');
  await page.context().close();
});

test('a profile', async () => {
  const page = await visitor(browser, server, { colorScheme: 'light', viewport: { width: 1440, height: 1000 } });
  await page.goto('/');
  await page.evaluate(() => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Ada"}' }));
  for (let game = 0; game < 6; game++) {
    const { table } = await makeTable(page, [{ kind: 'me' }]);
    await finish(page, table);
  }
  await page.goto('/profile');
  await page.waitForSelector('svg');
  await shows(page, 'profile');
  await page.context().close();
});

test('the workshop: an edition, and a town', async () => {
  const page = await visitor(browser, server, { colorScheme: 'light', town: '3d', viewport: { width: 1280, height: 800 } });
  await page.goto('/workshop/royalflip');
  await page.getByText('Points for diamonds').click();
  await page.locator('.preview-box .rf').waitFor();
  const classic = await page.locator('.edition-state code').textContent();
  await page.locator('[data-at="diamonds[0]"]').fill('2');
  await soon(async () => assert.notEqual(await page.locator('.edition-state code').textContent(), classic));
  await shows(page, 'workshop');
  await page.goto('/workshop/flickemup/town');
  await page.waitForSelector('.fu-ed [data-stage="3d"]');
  await page.getByRole('button', { name: 'New …' }).click();
  await page.getByRole('button', { name: 'The Bank Job' }).click();
  await page.getByRole('tab', { name: 'Goals' }).click();
  await shows(page, 'town-editor');
  await page.context().close();
});

test('there is no other picture of the page', () => {
  assert.deepEqual(
    readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .sort(),
    [...checked].sort(),
  );
});
