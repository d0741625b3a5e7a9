// Every step of a replay is seen where it happens: a golden game of each kind is stepped through on a common screen and on a phone, and
// a step after which the board looks as before has failed.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gamesWithBoards, makeTable, openBrowser, Server, visitor } from './support.mjs';

const games = new URL('../../games/', import.meta.url);

/** The shortest record of several seats: enough to have every kind of step. */
function recordOf(game) {
  const folder = new URL(`${game}/tests/golden/`, games);
  return readdirSync(folder)
    .filter((name) => /^(?!v\d).*\.json$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .filter((text) => JSON.parse(text).seats?.length > 1)
    .sort((a, b) => JSON.parse(a).steps.length - JSON.parse(b).steps.length)[0];
}

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The picture of the board at rest, as a number: without the strip beneath it, which may grow with its words. */
async function picture(page, { y }) {
  const clip = { x: 0, y, width: page.viewportSize().width, height: page.viewportSize().height * 0.55 };
  return createHash('sha256')
    .update(await page.screenshot({ clip, animations: 'disabled', caret: 'hide' }))
    .digest('hex');
}

for (const game of gamesWithBoards)
  for (const [size, viewport] of [
    ['a common screen', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ])
    test(`${game} on ${size}: every step of a replay changes the picture of the board`, async () => {
      const page = await visitor(browser, server, { viewport, reducedMotion: 'reduce' });
      await page.goto('/');
      await makeTable(page, [{ kind: 'me' }]); // whoever brings a record is somebody
      const { table } = await page.evaluate(
        (text) => fetch('/api/records', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text }).then((answer) => answer.json()),
        recordOf(game),
      );
      const { positions, log } = await page.evaluate((id) => fetch(`/api/replays/${id}`).then((answer) => answer.json()), table.id);
      await page.goto(`/r/${table.id}?at=0`);
      const board = page.locator('.board-area');
      await board.locator('> :not(p)').first().waitFor();
      const unseen = [];
      const box = await board.boundingBox();
      let last = '';
      assert.equal(await picture(page, box), await picture(page, box), 'a board at rest looks the same twice');
      for (let at = 0; at < positions.length; at++) {
        if (at) await page.keyboard.press('ArrowRight');
        await page.waitForFunction((step) => new URLSearchParams(location.search).get('at') === String(step) || step === 0, at);
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
        const now = await picture(page, box);
        if (now === last) unseen.push(`${at}: ${log[positions[at].step - 1]?.tell}`);
        last = now;
      }
      assert.deepEqual(unseen, []);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
