// A game from outside the tree, which brings no board: the page shows the sheet that the game draws, and it is played by pointing at it.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  hasCount,
  importFrom,
  isOver,
  looks,
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
  wide,
} from './support.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const games = mkdtempSync(join(tmpdir(), 'flipside-outside-'));
const duel = [{ kind: 'me' }, { kind: 'bot', level: 1 }];
let server, browser;

before(async () => {
  cpSync(join(root, 'examples/higherlower'), join(games, 'higherlower'), { recursive: true });
  execFileSync('make', [
    '-s',
    '-C',
    join(games, 'higherlower'),
    'clean',
    'game.so',
    `CFLAGS=-I${join(root, 'include')} -std=c17 -O2 -fPIC -fvisibility=hidden`,
  ]);
  server = await new Server(['--games', games]).start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(games, { recursive: true, force: true });
});

async function openTable(options) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  const { table } = await makeTable(page, duel, { game: 'higherlower' });
  await page.goto(`/t/${table.id}`);
  await page.locator('.sheet .spot').first().waitFor();
  return { page, table };
}

const stepsOf = (page) => page.locator('.table-page').getAttribute('data-steps');

/** Until the page has heard of more than that. */
async function stepAfter(page, steps) {
  await page.waitForFunction((before) => document.querySelector('.table-page').dataset.steps !== before, steps);
  await page.waitForFunction(() => document.querySelector('section.result') || document.querySelector('.sheet .spot'));
}

for (const [name, viewport, light] of looks)
  test(`a game without a board is played to its end by clicking on the sheet it draws: ${name}, ${light}`, async () => {
    const { page } = await openTable({ viewport, colorScheme: light });
    await showsText(page.locator('.sheet'), /Card 1 of/);
    assert.equal(await page.locator('.offers button').count(), 0, 'what has a spot is not offered twice');
    await noSidewaysScrolling(page);
    await noSeriousFault(page, `${name} ${light}`);
    await shot(page, `outside-${name}-${light}`);
    for (let guess = 0; !(await isOver(page)); guess++) {
      assert.ok(guess < 60, 'the game comes to its end');
      const steps = await stepsOf(page);
      await page.getByRole('button', { name: guess % 2 ? 'guess lower' : 'guess higher' }).click();
      await stepAfter(page, steps);
    }
    await noSidewaysScrolling(page);
    await noSeriousFault(page, `${name} ${light}, at the end`);
    await shot(page, `outside-over-${name}-${light}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test('pointing at a spot says what it does, a hint lights it up, and the keyboard reaches it', async () => {
  const { page } = await openTable({ viewport: wide });
  await page.locator('.spot').first().hover();
  await page.getByText(/^Guess (higher|lower)/).waitFor();
  await page.mouse.move(1, 1);
  await page.keyboard.press('h');
  await page.locator('.spot.hinted').waitFor();
  await hasCount(page.locator('.spot.hinted'), 1);
  const steps = await stepsOf(page);
  await page.getByRole('button', { name: 'guess higher' }).focus();
  await page.keyboard.press('ArrowDown');
  await soon(async () => assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'guess lower'));
  await page.keyboard.press('Enter');
  await stepAfter(page, steps);
  await page.waitForFunction(() => document.activeElement.classList.contains('spot'));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the sheet of another seat can be looked at, but one acts on the own one', async () => {
  const { page } = await openTable({ viewport: wide });
  await page.locator('.seat').nth(1).click();
  await page.waitForFunction(() => !document.querySelector('.spot'));
  await hasCount(page.locator('.offers button'), 2, 'the moves are offered below instead');
  await page.context().close();
});

test('the sheet fits a phone that is turned while one plays', async () => {
  const { page } = await openTable({ viewport: phone });
  const widthOf = () => page.locator('.sheet').evaluate((sheet) => sheet.getBoundingClientRect().width);
  assert.ok((await widthOf()) <= phone.width);
  const narrow = await widthOf();
  await page.setViewportSize({ width: phone.height, height: phone.width });
  await page.waitForFunction((before) => document.querySelector('.sheet').getBoundingClientRect().width > before, narrow);
  await noSidewaysScrolling(page);
  await page.context().close();
});

test('a replay, where no table draws a sheet, tells what the view says', async () => {
  const { page, table } = await openTable({ viewport: wide });
  while (!(await isOver(page))) {
    const steps = await stepsOf(page);
    await page.locator('.spot').first().click();
    await stepAfter(page, steps);
  }
  for (const [name, viewport] of [
    ['wide', wide],
    ['phone', phone],
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/r/${table.id}?at=4`);
    await page.getByRole('region', { name: 'On the table' }).getByText('card', { exact: true }).waitFor();
    await noSidewaysScrolling(page);
    await noSeriousFault(page, `replay, ${name}`);
    await shot(page, `outside-replay-${name}`);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a spot stands for the moves that fit its mask, and one that fits all of several moves for none', async () => {
  const { isCut, spotsOf, usedSize } = await importFrom(new URL('../src/boards/', import.meta.url), 'spots');
  const all = 'ffffffffffffffff';
  const sheet = {
    width: 20,
    rows: [[[2, 0, 'ab♥']], [], []],
    spots: [
      [0, 0, 4, 1, '8000000000000001', all],
      [0, 1, 4, 1, '1', '1'],
      [0, 2, 9, 1, '0', '0'],
      [5, 0, 1, 1, '7', all],
    ],
    moves: ['8000000000000001', '3', '2'],
    texts: ['one', 'three', 'two'],
  };
  const actions = ['two', 'three', 'one'].map((text) => ({ text }));
  const found = spotsOf(sheet, actions).map((spot) => spot.actions.map((action) => action.text));
  assert.deepEqual(found, [['one'], ['one', 'three']]);
  assert.deepEqual(spotsOf(sheet, [{ text: 'gone' }]), [], 'an old sheet offers nothing that the table does not');
  assert.deepEqual(usedSize(sheet), { columns: 9, rows: 3 });
  assert.equal(isCut(sheet), false);
  assert.equal(isCut({ ...sheet, width: 8 }), true, 'a spot goes on past the edge');
  assert.deepEqual(usedSize({ ...sheet, width: 8 }), { columns: 8, rows: 3 });
});
