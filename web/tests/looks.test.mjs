// States of recorded games on every board, at four sizes and in both lights: nothing is cut off or sticks out, and all text can be read.
// With FLIPSIDE_LONG every pair of them, and more states.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { measured, paleTexts } from './looks.mjs';
import { makeTable, openBrowser, Server, shot, visitor } from './support.mjs';

const games = new URL('../../games/', import.meta.url);
const sizes = { wide: { width: 1440, height: 900 }, common: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, small: { width: 360, height: 640 } };
/** Where in a game one looks, from its beginning (0) to its end (1); more where there is time. */
const moments = process.env.FLIPSIDE_LONG ? [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1] : [0.45, 1];

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

/** A record of many seats shows most: the longest of those that are kept for the game. */
function recordOf(game) {
  const folder = new URL(`${game}/tests/golden/`, games);
  if (!existsSync(folder)) return null;
  const records = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  return records.filter((text) => text.length < 250 * 1024 && JSON.parse(text).game === game).sort((a, b) => b.length - a.length)[0] ?? null;
}

async function settled(index) {
  await page.waitForFunction((at) => {
    const { ready, index: now } = document.querySelector('.replay-page')?.dataset ?? {};
    return ready === 'true' && now === String(at) && document.querySelector('.board-area > :not(p)');
  }, index);
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))));
}

for (const game of readFileSync(new URL('list', games), 'utf8').trim().split('\n').filter((name) => existsSync(new URL(`${name}/web/board.tsx`, games)))) {
  test(`${game}: no text is cut off, sticks out or is too pale, in any state, size and light`, async () => {
    const record = recordOf(game);
    assert.ok(record, `games/${game}/tests/golden has a record of it`);
    const { table } = await page.evaluate((text) => fetch('/api/records', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text }).then((answer) => answer.json()), record);
    await page.setViewportSize(sizes.wide);
    await page.goto(`/r/${table.id}`);
    const last = await page.evaluate((id) => fetch(`/api/replays/${id}`).then((answer) => answer.json()).then((story) => story.positions.length - 1), table.id);
    const faults = new Map();
    const note = (words, where) => faults.set(words, [...(faults.get(words) ?? []), where]);
    for (const part of moments) {
      const at = Math.round(part * last);
      await page.goto(`/r/${table.id}?at=${at}`);
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        for (const light of size === 'common' || process.env.FLIPSIDE_LONG ? ['light', 'dark'] : [part < 1 ? 'light' : 'dark']) {
          await page.emulateMedia({ colorScheme: light });
          await settled(at);
          const where = `${size}, ${light}, step ${at}`;
          const seen = await measured(page);
          for (const words of seen.cut) note(words, where);
          if (size === 'common' || process.env.FLIPSIDE_LONG) for (const words of await paleTexts(page, seen)) note(words, where);
          if (process.env.FLIPSIDE_SHOTS) await shot(page, `looks-${game}-${size}-${light}-${at}`);
        }
      }
    }
    assert.deepEqual([...faults].map(([words, where]) => `${words} (${where.join('; ')})`), []);
    assert.deepEqual(page.faults, []);
  });
}
