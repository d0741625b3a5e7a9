// Firefox, over WebDriver BiDi. One pass of every game: the board is drawn, some moves are made by the hint, nothing goes wrong. And whoever
// sits here stays who they are (who.mjs).
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { gameNames as games, makeTable, noSidewaysScrolling, Server } from './support.mjs';
import { cases } from './who.mjs';

const firefox = process.env.FLIPSIDE_FIREFOX ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);

let server, browser, page;
const faults = [];
before(async () => {
  assert.ok(firefox, 'firefox-esr is installed (tools/packages.sh)');
  server = await new Server().start();
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true, timeout: 120e3 });
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && !/WebSocket|WebGL|Failed to load/i.test(message.text()) && faults.push(message.text()));
  await page.goto(server.url);
  // Without a graphics card the drawn town is the one that is played.
  await page.evaluate(() => localStorage.setItem('flipside.flickemup', '{"drawn":true}'));
  await page.evaluate(() => localStorage.setItem('flipside.settings', '{"animation":"none"}'));
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const stepsOf = () => page.$eval('.table-page', (node) => Number(node.dataset.steps));
const waitFor = (look, ...more) => page.waitForFunction(look, { timeout: 60000, polling: 50 }, ...more);
const press = (words) =>
  page.evaluate((word) => [...document.querySelectorAll('.strip button')].find((button) => button.textContent.startsWith(word)).click(), words);
const pressable = (words) =>
  waitFor((word) => [...document.querySelectorAll('.strip button')].some((button) => button.textContent.startsWith(word) && !button.disabled), words);

for (const game of games)
  test(`${game} is played in Firefox: board, typeface, three moves of the hint`, async () => {
    const seats = game === 'flickemup' ? [{ kind: 'me' }, { kind: 'bot', level: 1 }] : [{ kind: 'me' }];
    const { table } = await makeTable(page, seats, { game });
    await page.goto(`${server.url}/t/${table.id}`);
    await waitFor(() => document.querySelector('.table-page .board-area > :not(p, .over-board)'));
    assert.ok(await page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('16px Bitter'))), 'the typeface is there');
    for (let move = 0; move < 3; move++) {
      const steps = await stepsOf();
      await pressable('Hint');
      await press('Hint');
      await pressable('Do that');
      await press('Do that');
      await waitFor((before) => Number(document.querySelector('.table-page').dataset.steps) !== before, steps);
    }
    await noSidewaysScrolling(page);
    assert.deepEqual(faults, []);
  });

for (const [name, run] of Object.entries(cases))
  test(`in Firefox ${name}`, async () => {
    const contexts = [];
    const newPage = async () => {
      const context = await browser.createBrowserContext();
      contexts.push(context);
      const fresh = await context.newPage();
      await fresh.goto(`${server.url}/openapi.json`);
      return fresh;
    };
    await run({ server, newPage, newTab: (tab) => tab.browserContext().newPage() });
    for (const context of contexts) await context.close();
  });
