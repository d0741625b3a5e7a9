// States of recorded games on every board, at four sizes and in both lights: nothing is cut off or sticks out, and all text can be read.
// With FLIPSIDE_LONG every pair of them, more states, and all records.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { measured, paleTexts, paleUnderMouse } from './looks.mjs';
import { gamesWithBoards, makeTable, openBrowser, Server, shot, visitor } from './support.mjs';

const games = new URL('../../games/', import.meta.url);
const sizes = {
  wide: { width: 1440, height: 900 },
  common: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 360, height: 640 },
};
const long = Boolean(process.env.FLIPSIDE_LONG);
/** Where in a game one looks, from its beginning (0) to its end (1); more where there is time. */
const moments = long ? [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1] : [0.45, 1];

let server, browser, page;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
  page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
  await makeTable(page, [{ kind: 'me' }]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The records that are kept for the game, the longest first: one of many seats shows most. */
function recordsOf(game) {
  const folder = new URL(`${game}/tests/golden/`, games);
  if (!existsSync(folder)) return [];
  const records = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
  return records.filter(({ text }) => text.length < 250 * 1024 && JSON.parse(text).game === game).sort((a, b) => b.text.length - a.text.length);
}

async function drawnWhole() {
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))));
}

async function settled(index) {
  await page.waitForFunction((at) => {
    const { ready, index: now } = document.querySelector('.replay-page')?.dataset ?? {};
    return ready === 'true' && now === String(at) && document.querySelector('.board-area > :not(p, .over-board)');
  }, index);
  await drawnWhole();
}

/** What is wrong, in words, and where it was seen. */
class Faults {
  found = new Map();

  /** Measures the page as it is; the colours too, where they are asked for. */
  async look(where, colours) {
    const seen = await measured(page);
    const pale = colours ? await paleTexts(page, seen) : [];
    for (const words of [...seen.cut, ...pale]) this.found.set(words, [...(this.found.get(words) ?? []), where]);
  }

  none() {
    assert.deepEqual(
      [...this.found].map(([words, where]) => `${words} (${where.join('; ')})`),
      [],
    );
    assert.deepEqual(page.faults, []);
  }
}

/** Opens a record as a replay; returns its address and its last position. */
async function replayOf({ text }) {
  const { table } = await page.evaluate(
    (body) => fetch('/api/records', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }).then((answer) => answer.json()),
    text,
  );
  const last = await page.evaluate(
    (id) =>
      fetch(`/api/replays/${id}`)
        .then((answer) => answer.json())
        .then((story) => story.positions.length - 1),
    table.id,
  );
  return { address: `/r/${table.id}`, last };
}

/** All four sizes, two of them dark; the most usual and the smallest, where there is less time. */
async function lookAround(faults, where) {
  for (const [size, viewport] of Object.entries(sizes).filter(([name]) => long || name === 'common' || name === 'small')) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: size === 'wide' || size === 'small' ? 'dark' : 'light' });
    await drawnWhole();
    await faults.look(`${size}, ${where}`, true);
  }
}

for (const game of gamesWithBoards) {
  test(`${game}: no text is cut off, sticks out or is too pale, in any state, size and light`, async () => {
    const [record] = recordsOf(game);
    assert.ok(record, `games/${game}/tests/golden has a record of it`);
    const { address, last } = await replayOf(record);
    const faults = new Faults();
    for (const part of moments) {
      const at = Math.round(part * last);
      await page.goto(`${address}?at=${at}`);
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        for (const light of size === 'common' || long ? ['light', 'dark'] : [part < 1 ? 'light' : 'dark']) {
          await page.emulateMedia({ colorScheme: light });
          await settled(at);
          await faults.look(`${size}, ${light}, step ${at}`, size === 'common' || long);
          if (process.env.FLIPSIDE_SHOTS) await shot(page, `looks-${game}-${size}-${light}-${at}`);
        }
      }
    }
    faults.none();
  });

  if (long)
    test(`${game}: nor in its other records, with other options and seats`, async () => {
      const faults = new Faults();
      for (const [i, record] of recordsOf(game).slice(1).entries()) {
        const { address, last } = await replayOf(record);
        const at = Math.round((record.name.includes('tie') ? 0.98 : 0.7) * last);
        await page.emulateMedia({ colorScheme: i % 2 ? 'dark' : 'light' });
        await page.goto(`${address}?at=${at}`);
        for (const size of ['common', 'small']) {
          await page.setViewportSize(sizes[size]);
          await settled(at);
          await faults.look(`${record.name}, ${size}, step ${at}`, size === 'small');
        }
      }
      faults.none();
    });

  test(`${game}: nor at a table that waits for somebody, with the rules open beside it`, async () => {
    const faults = new Faults();
    const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'open' }], { game });
    await page.setViewportSize(sizes.wide);
    await page.goto(`/t/${table.id}`);
    await page.locator('.waiting').waitFor();
    await page.locator('.drawer').getByRole('button', { name: 'Rules' }).click();
    await page.locator('.rules h2').first().waitFor();
    await lookAround(faults, 'a table that waits');
    faults.none();
  });

  test(`${game}: nor at a full table when one decides oneself`, async () => {
    const faults = new Faults();
    const { seats } = await page.evaluate(
      (name) =>
        fetch('/api/games')
          .then((answer) => answer.json())
          .then((list) => list.games.find((one) => one.id === name)),
      game,
    );
    const { table } = await makeTable(page, [{ kind: 'me' }, ...Array.from({ length: seats.at(-1) - 1 }, () => ({ kind: 'bot', level: 1 }))], { game });
    await page.goto(`/t/${table.id}`);
    await page.locator('[data-legal]').first().waitFor({ state: 'attached' });
    await lookAround(faults, 'a first decision');
    const card = page.getByRole('dialog'); // what the game is about, before the first move
    if (await card.count()) {
      await card.getByRole('button').last().click();
      await card.waitFor({ state: 'detached' });
      await lookAround(faults, 'the card laid aside');
    }
    faults.none();
    await page.setViewportSize(sizes.common);
    for (const light of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: light });
      assert.deepEqual(await paleUnderMouse(page), [], `${light}, under the mouse`);
    }
  });
}

test('on the other pages buttons can be read under the mouse, in both lights', async () => {
  await page.setViewportSize(sizes.common);
  const faults = {};
  for (const path of ['/', '/mine', '/daily', '/lobby', '/learn', '/learn/flipcity', '/puzzles', '/ratings', '/profile']) {
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    for (const light of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: light });
      const pale = await paleUnderMouse(page);
      if (pale.length) faults[`${path}, ${light}`] = pale;
    }
  }
  assert.deepEqual(faults, {});
});
