// Puzzles in a real browser: from the list to the board, one solved and one missed, by keyboard; on a phone and in the dark; on as a game; and
// as plain files, without a server.
// ./check runs those with: a puzzle is solved|one press; ./check --full all.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasText, needsModule, noSeriousFault, noSidewaysScrolling, openBrowser, pages, phone, Server, shot, soon, visitor } from './support.mjs';

let server, browser;
const game = 'insertcoin';
const fieldsOf = (name) =>
  readFileSync(new URL(`../../games/${name}/data/puzzles.txt`, import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('\t'));
const puzzlesOf = (name) => fieldsOf(name).map((fields) => [fields[0], fields[7]]);
const solutions = new Map(fieldsOf(game).map((fields) => [fields[0], { best: fields[7], second: fields[9].split(' ').slice(4).join(' '), task: fields[11] }]));

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Makes a choice by its notation, with the keyboard alone. */
async function choose(page, which) {
  await page.waitForSelector('.puzzle-page[data-puzzle] .board-area > :not(.over-board)');
  const id = await page.locator('.puzzle-page').getAttribute('data-puzzle');
  await page.keyboard.press(':');
  await page.waitForSelector('dialog[open] input:focus');
  await page.keyboard.type(solutions.get(id)[which]);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.puzzle-verdict');
  return id;
}

test('a puzzle is solved and another missed: verdict, line, rating, next', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  await page.locator('.cover').first().getByRole('link', { name: 'Puzzles' }).click();
  await page.waitForSelector('.puzzle-game');
  await noSeriousFault(page);
  await shot(page, 'puzzles-wide');
  await page.locator(`.puzzle-game.game-${game}`).getByRole('link', { name: 'Solve' }).click();
  await page.waitForSelector('.puzzle-page[data-puzzle]');
  const asked = solutions.get(await page.locator('.puzzle-page').getAttribute('data-puzzle')).task;
  assert.equal((await page.locator('.puzzle-task').textContent()).trim(), asked);
  const first = await choose(page, 'best');
  await hasText(page.locator('.puzzle-verdict.solved'), /Solved\..*Best: /);
  await hasText(page.locator('.puzzle-why'), /^The next best, “.*”, is \d.* (points|wins in 100 games) behind/);
  await page.waitForSelector('.board-area .hinted, .board-area .ghost', { state: 'attached' });
  await hasText(page.locator('.puzzle-verdict'), /Your rating: \d+ \(\+\d+\), 1 in a row/);
  await shot(page, 'puzzle-solved-wide');
  await page.keyboard.press('n');
  await page.waitForFunction((old) => document.querySelector('.puzzle-page').dataset.puzzle !== old, first);
  await choose(page, 'second');
  await hasText(page.locator('.puzzle-verdict.missed'), /Not the best\..*\(−\d+\), 0 in a row/);
  await hasText(page.locator('.puzzle-why'), /^Your choice is \d.* (points|wins in 100 games) behind/);
  await noSeriousFault(page);
  await page.context().close();
});

test('on a phone in the dark a puzzle fits, and a rush shows its clock', async () => {
  const page = await visitor(browser, server, { viewport: phone, colorScheme: 'dark' });
  await page.goto(`/puzzles/${game}/rush`);
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  const strip = await page.locator('.puzzle-strip').evaluate((node) => [node.getBoundingClientRect().bottom, node.offsetHeight < 150]);
  assert.deepEqual(strip, [page.viewportSize().height, true], 'the strip is no more than the foot of the page');
  await page.evaluate(() => {
    window.told = [];
    const tell = () => window.told.push(document.querySelector('.puzzle-strip').textContent);
    new MutationObserver(tell).observe(document.querySelector('.puzzle-page'), { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForSelector('.puzzle-rush');
  assert.doesNotMatch((await page.evaluate(() => window.told)).join(), /Over:/, 'it is not over before it has begun');
  await choose(page, 'best');
  await hasText(page.locator('.puzzle-rush'), /\d:\d\d 1 solved, 0 of 3 misses$/);
  await noSidewaysScrolling(page);
  assert.ok(await page.locator('.rail').isHidden(), 'nothing covers the buttons');
  await shot(page, 'puzzle-rush-phone-dark');
  for (let missed = 0; missed < 3; missed++) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForSelector('.puzzle-task');
    await choose(page, 'second');
  }
  await hasText(page.locator('.puzzle-rush'), /Over: 1 solved, 3 of 3 misses\. Your best: 1 solved\./);
  await page.context().close();
});

test('on a phone the best choice is in sight beside what is said of it, and the buttons hold their words', async () => {
  const page = await visitor(browser, server, { viewport: phone });
  const [id, best] = puzzlesOf('royalflip').find(([, best]) => /^track 2\d$/.test(best)); // near the end of the track, below the city
  await page.goto(`/puzzles/royalflip/${id}`);
  await page.waitForSelector('.puzzle-page[data-puzzle] .board-area .rf');
  await page.keyboard.press(':');
  await page.waitForSelector('dialog[open] input:focus');
  await page.keyboard.type(best);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.puzzle-verdict.solved');
  await soon(async () =>
    assert.ok(
      await page.evaluate(() => {
        const [area, drawn] = ['.board-area', '.board-area .hinted'].map((one) => document.querySelector(one).getBoundingClientRect());
        return drawn.height > 0 && drawn.top >= area.top - 1 && drawn.bottom <= area.bottom + 1;
      }),
      'what was best is drawn where nobody sees it',
    ),
  );
  const beyond = (node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
  const buttons = await page.locator('.puzzle-strip .strip-buttons > *').all();
  assert.deepEqual(await Promise.all(buttons.map((one) => one.evaluate(beyond))), [false, false, false]);
  await shot(page, 'puzzle-best-phone');
  await page.context().close();
});

test('one press plays on from the position', async () => {
  const page = await visitor(browser, server);
  await page.goto(`/puzzles/${game}/daily`);
  await choose(page, 'second');
  const view = await page.locator('.puzzle-page .board-area').innerText();
  await page.getByRole('button', { name: /^Play on/ }).click();
  await page.waitForSelector(`.table-page.game-${game}:not(.puzzle-page)`);
  assert.match(await page.evaluate(() => location.pathname), /^\/t\//);
  await page.waitForSelector('.line.your-turn');
  assert.ok(view.length > 0);
  await page.context().close();
});

test('as plain files puzzles are asked, judged, kept and played on, and today’s is the server’s', needsModule, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-puzzles-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [fileURLToPath(new URL('../static.mjs', import.meta.url)), folder, pages]);
  const host = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => host.kill());
  const port = Number(/port (\d+)/.exec((await once(host.stdout, 'data'))[0])[1]);
  const page = await visitor(browser, { url: `http://127.0.0.1:${port}` });
  await page.goto('/#/');
  await page.locator('nav.rail').getByRole('link', { name: 'Puzzles' }).click();
  await page.locator(`.puzzle-game.game-${game}`).getByRole('link', { name: 'Today’s puzzle' }).click();
  await page.waitForSelector('.puzzle-page[data-puzzle]');
  const today = (await (await fetch(`${server.url}/api/puzzles`)).json()).games.find((one) => one.game === game).daily;
  assert.equal(await page.locator('.puzzle-page').getAttribute('data-puzzle'), today);
  assert.equal((await page.locator('.puzzle-task').textContent()).trim(), solutions.get(today).task);
  await choose(page, 'best');
  await hasText(page.locator('.puzzle-verdict.solved'), /Solved\..*Best: /);
  await shot(page, 'puzzle-plain');
  await page.goto('/#/puzzles');
  await hasText(page.locator(`.puzzle-game.game-${game}`), /1 of 1 solved · 1 in a row \(best 1\) · daily: 1 day/);
  await page.goto(`/#/puzzles/${game}/rush`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await choose(page, 'second');
  await hasText(page.locator('.puzzle-rush'), /\d:\d\d 0 solved, 1 of 3 misses/);
  // A link to one that is no longer chosen stays good.
  const [, retired] = readFileSync(new URL(`../../games/${game}/data/puzzles.retired.txt`, import.meta.url), 'utf8').split(/[\t\n]/);
  await page.goto(`/#/puzzles/${game}/${retired}`);
  await page.waitForSelector(`.puzzle-page[data-puzzle="${retired}"]`);
  await page.goto(`/#/puzzles/${game}/${today}`);
  await choose(page, 'second');
  await page.getByRole('button', { name: /^Play on/ }).click();
  await page.waitForSelector(`.table-page.game-${game}:not(.puzzle-page)`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
