// Puzzles in a real browser: from the list to the board, one solved and one missed, by keyboard; on a phone and in the dark.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasText, noSeriousFault, noSidewaysScrolling, openBrowser, phone, Server, shot, visitor } from './support.mjs';

let server, browser;
const game = 'insertcoin';
const file = fileURLToPath(new URL(`../../games/${game}/data/puzzles.txt`, import.meta.url));
const solutions = new Map(
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map((fields) => [fields[0], { best: fields[7], second: fields[9].split(' ').slice(4).join(' ') }]),
);

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
  const first = await choose(page, 'best');
  await hasText(page.locator('.puzzle-verdict.solved'), /Solved\..*Best: /);
  await hasText(page.locator('.puzzle-verdict'), /Your rating: \d+ \(\+\d+\), 1 in a row/);
  await shot(page, 'puzzle-solved-wide');
  await page.keyboard.press('n');
  await page.waitForFunction((old) => document.querySelector('.puzzle-page').dataset.puzzle !== old, first);
  await choose(page, 'second');
  await hasText(page.locator('.puzzle-verdict.missed'), /Not the best\..*\(−\d+\), 0 in a row/);
  await noSeriousFault(page);
  await page.context().close();
});

test('on a phone in the dark a puzzle fits, and a rush shows its clock', async () => {
  const page = await visitor(browser, server, { viewport: phone, colorScheme: 'dark' });
  await page.goto(`/puzzles/${game}/rush`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForSelector('.puzzle-rush');
  await choose(page, 'best');
  await hasText(page.locator('.puzzle-rush'), /\d:\d\d 1 solved, 0 of 3 misses/);
  await noSidewaysScrolling(page);
  assert.ok(await page.locator('.rail').isHidden(), 'nothing covers the buttons');
  await shot(page, 'puzzle-rush-phone-dark');
  await page.context().close();
});
