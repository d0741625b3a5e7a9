// Fliptown in a real browser: the map is played by tapping the sites themselves, explained by resting on it, looked at from near.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isOver, makeTable, noSidewaysScrolling, openBrowser, phone, Server, shot, visitor, wide } from './support.mjs';

const me = { kind: 'me' };
const bot = (level) => ({ kind: 'bot', level });
const axe = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');
const touch = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' };

let server;
let browser;
let model;

before(async () => {
  const entry = fileURLToPath(new URL('../src/games/fliptown/model.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'esm', jsx: 'automatic', jsxImportSource: 'preact' });
  model = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function sitDown(seats, options = {}, wish = {}) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  const { table, error } = await makeTable(page, seats, { game: 'fliptown', ...wish });
  assert.ok(table, JSON.stringify(error));
  await page.goto(`/t/${table.id}`);
  await page.locator('.ft').waitFor();
  return page;
}

const steps = (page) => page.locator('.table-page').getAttribute('data-steps');
const count = (page, selector) => page.locator(selector).count();

/** Waits until the viewer is asked something, or the game is over; says what. */
async function asked(page) {
  await page.waitForFunction(() => document.querySelector('section.result') || document.querySelector('.ft [data-legal]'));
  if (await isOver(page)) return 'over';
  return page.locator('.ft').getAttribute('data-phase');
}

/** Does something and waits until the table has moved on. */
async function moving(page, gesture) {
  const before = await steps(page);
  await gesture();
  await page.waitForFunction((old) => document.querySelector('.table-page').dataset.steps !== old, before);
}

/** The phase after what the page does by itself: cards laid for a visit lead on to the visit. */
async function settled(page) {
  await page.waitForTimeout(60);
  return asked(page);
}

/** Taps a lit site and confirms what is shown about it. */
async function visit(page, site) {
  await site.click();
  await page.locator('.ft-confirm').waitFor();
  await moving(page, () => page.locator('.ft-confirm [data-move=confirm]').click());
  await page.locator('.ft-confirm').waitFor({ state: 'detached' });
}

/** One decision by taps, `lot` chooses among what is offered. Returns the phase it was taken in. */
async function tapStep(page, lot = 0) {
  const phase = await settled(page);
  if (phase === 'over') return phase;
  const sites = page.locator('.ft-site.lit');
  const lit = await sites.count();
  if (lit) {
    await visit(page, sites.nth(lot % lit));
    return phase;
  }
  const far = page.locator('.ft-far.lit');
  if (await far.count()) {
    await far.nth(lot % (await far.count())).click();
    await sites.first().waitFor();
    await visit(page, sites.nth(lot % (await sites.count())));
    return phase;
  }
  const choices = page.locator('.ft-decide [data-legal]');
  await moving(page, async () => choices.nth(lot % (await choices.count())).click());
  return phase;
}

async function playOn(page, until, limit = 400) {
  const seen = new Map();
  for (let step = 0; step < limit; step++) {
    const phase = await tapStep(page, step * 7 + 3);
    seen.set(phase, (seen.get(phase) ?? 0) + 1);
    if (phase === 'over' || (until && (await until(phase)))) return seen;
  }
  throw new Error(`${limit} steps and no end: ${[...seen.keys()]}`);
}

async function seriousFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.filter((fault) => fault.impact === 'serious' || fault.impact === 'critical').map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

/* --- what is played -------------------------------------------------------------------------------------------------- */

test('a whole solo game by taps on the map', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  let shots = 0;
  const seen = await playOn(page, async () => {
    if (++shots === 28) await shot(page, 'fliptown-wide');
    return false;
  });
  for (const phase of ['arrange', 'building', 'over']) assert.ok(seen.has(phase), `no “${phase}” in a whole game`);
  assert.equal(seen.get('arrange'), 15, 'three rounds of five turns');
  await shot(page, 'fliptown-result');
  await page.locator('section.result button', { hasText: 'Look at the sheets' }).click();
  assert.match(await page.locator('.ft-final').textContent(), /(Tenderfooted|Rusty|Pioneerin'|Sharpshootin'|Legendary) (Deputy|Homesteader|Buckaroo|Desperado|Outlaw)/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
