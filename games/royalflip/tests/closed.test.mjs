// What may not be chosen in Royal Flip, in a real browser: the first player's combination in player versus player, and suits without a
// space ahead. Both are marked, and a tap says why.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  hasAttribute,
  hasCount,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
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

const sizes = [
  [1280, 800],
  [1440, 900],
  [390, 844],
  [360, 640],
];

const golden = (name) => JSON.parse(readFileSync(new URL(`./golden/${name}.json`, import.meta.url), 'utf8'));

/** A game in which the first player has chosen from the cards, played to the end by bots. */
function played(options, cards, choice) {
  const lines = [
    { cmd: 'new', game: 'royalflip', seats: 2, options: { pvp: true, ...options }, seed: choice, rig: cards },
    { cmd: 'act', seat: 0, text: choice },
    { cmd: 'play', level: 1 },
    { cmd: 'save' },
    { cmd: 'quit' },
  ];
  const run = spawnSync(process.env.FLIPSIDE_PROGRAM, ['engine'], { input: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, encoding: 'utf8' });
  return JSON.parse(run.stdout.split('\n')[3]).record;
}

/** Plays on from where a seat makes its choice number `which`; also returns what the first player is called. */
async function choosing(record, seat, which = 0) {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
  const { table } = await page.evaluate(
    async ([body, who, number]) => {
      const post = (path, content) =>
        fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) }).then((answer) => answer.json());
      await post('/api/guest', { name: `Chooser ${Math.floor(Math.random() * 1e6)}` });
      const { table: watched } = await post('/api/records', body);
      const { log, positions } = await fetch(`/api/replays/${watched.id}`).then((answer) => answer.json());
      const step = log.flatMap((line, index) => (line.seat === who && line.text.startsWith('choose') ? [index] : []))[number];
      return post('/api/forks', { table: watched.id, position: positions.findIndex((at) => at.step === step), seat: who, level: 1 });
    },
    [record, seat, which],
  );
  await page.goto(`/t/${table.id}`);
  await page.locator('.rf button.zone').first().waitFor();
  return { page, first: table.seats[0].name };
}

const zone = (page, card, attribute) => page.locator(`.rf .card.nr-${card} .zone.${attribute}`);
const steps = (page) => page.locator('.table-page').getAttribute('data-steps');

/** Nothing of the row that says what is closed lies on the map or is cut off. */
async function inItsPlace(page, where) {
  await soon(async () =>
    assert.deepEqual(
      await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const [mark, map, area] = ['.rf-closed', '.rf-map', '.board-area'].map(box);
        return { above: mark.bottom <= map.top + 1, inside: mark.left >= area.left && mark.right <= area.right, whole: mark.height >= 28 };
      }),
      { above: true, inside: true, whole: true },
      where,
    ),
  );
  await noSidewaysScrolling(page);
}

test('the first player’s combination is marked with the name from the start of the turn, and a tap says why it is closed', async () => {
  const { page, first } = await choosing(golden('v3-combination-three'), 1);
  const mark = page.locator('.rf-closed');
  await showsText(mark, new RegExp(`${first}\\s*red\\s*5`));
  await hasCount(mark.locator('.suit.hearts'), 1);
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await inItsPlace(page, `${width}×${height}`);
      await shot(page, `royalflip-closed-${width}-${colorScheme}`);
    }
  await noSeriousFault(page, 'what is closed, by night');
  const why = page.locator('.rf-why');
  const words = new RegExp(`${first} has taken red, 5 and ♥ this round\\. Choose another combination\\.`);
  await mark.click();
  await showsText(why, words);

  // Red from the other heart: now the 5 would make it the same combination, whichever cards it comes from.
  await zone(page, 1, 'colour').click();
  await hasCount(page.locator('.rf-why.sr'), 1, 'a choice that is allowed takes the sentence away');
  const five = zone(page, 2, 'number');
  await hasAttribute(five, 'aria-disabled', 'true');
  await hasAttribute(five, 'data-by', first);
  const before = await steps(page);
  await five.click({ force: true }); // it is disabled, and says so
  await showsText(why, words);
  await shot(page, 'royalflip-closed-why');
  assert.equal(await steps(page), before, 'nothing was chosen');
  await zone(page, 0, 'number').click();
  await page.locator('.rf-cells button.legal').first().waitFor();
  await hasCount(mark, 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('of a wild card only the number that would repeat the combination is closed', async () => {
  const { page, first } = await choosing(played({}, ['8S', 'QS', '2H'], 'choose 2H 8S QS 8'), 1);
  await zone(page, 2, 'colour').click();
  await zone(page, 1, 'number').click();
  const eight = page.locator('.values button.closed');
  await showsText(eight, /8/);
  await hasAttribute(eight, 'data-by', first);
  await hasCount(page.locator('.values [data-legal]'), 9);
  await eight.click({ force: true });
  await showsText(page.locator('.rf-why'), new RegExp(`${first} has taken red, 8 and ♠`));
  await page.locator('.values [data-legal]', { hasText: '9' }).click();
  await page.locator('.rf-cells button.legal').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('where cards are compared, the mark names the cards', async () => {
  const { page, first } = await choosing(played({ pvp_combination: 'cards' }, ['2H', '3H', '5S'], 'choose 2H 5S 3H 5'), 1);
  const mark = page.locator('.rf-closed');
  await showsText(mark, new RegExp(`${first}\\s*2♥ 5♠ 3♥`));
  await mark.click();
  await showsText(page.locator('.rf-why'), new RegExp(`${first} has taken the colour of 2♥, the number of 5♠ and the suit of 3♥\\.`));
  await zone(page, 1, 'colour').click();
  await zone(page, 2, 'number').click();
  await page.locator('.rf-cells button.legal').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a suit without a space ahead says why it cannot be chosen', async () => {
  const { page } = await choosing(golden('v3-suit-solo'), 0, 1); // 2♥ 3♦ 5♠, and only a spade ahead
  const why = page.locator('.rf-why');
  await zone(page, 0, 'suit').click({ force: true });
  await showsText(why, /No ♥ lies ahead of you on the track\. While another suit has a space ahead, you must choose such a suit\./);
  await zone(page, 2, 'number').click({ force: true });
  await showsText(why, /That leaves only suits without a space ahead of you/);
  await hasCount(page.locator('.rf [data-by]'), 0);
  await zone(page, 2, 'suit').click();
  await zone(page, 1, 'number').click();
  await page.locator('.rf-cells button.legal').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
