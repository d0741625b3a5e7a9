// The deal is nobody's choice, in a real browser: the page adds its bytes wherever somebody sits down, and shows how a deal was drawn.
// ./check runs those with: a seed that; ./check --full all.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { finish, hasCount, hasText, looks, noSeriousFault, noSidewaysScrolling, openBrowser, Server, shot, soon, visitor } from './support.mjs';

let server, browser;

before(async () => {
  server = await new Server([], { 'test-seed': '' }).start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const tableId = (page) => new URL(page.url()).pathname.split('/')[2];
const tableOf = async (page, id) => (await page.evaluate(async (table) => (await fetch(`/api/tables/${table}`)).json(), id)).table;

/** The seed by docs/record.md. */
function seedOf({ secret, bytes }) {
  const parts = [Buffer.from('flipside deal 1\0'), Buffer.from(secret, 'hex'), Buffer.from([bytes.length])];
  for (const share of bytes) parts.push(share ? Buffer.concat([Buffer.from([1]), Buffer.from(share, 'hex')]) : Buffer.from([0]));
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}

async function openFairDealing(page) {
  if (!(await page.locator('.drawer').count())) await page.getByTitle('Log, chat, rules, table').click();
  await page.locator('.drawer-tabs').getByRole('button', { name: 'Table' }).click();
  await page.getByText('Fair dealing', { exact: true }).click();
  return page.locator('.fair');
}

async function playAgainstBots(page) {
  await page.goto('/');
  const cover = page.locator('.cover').filter({ has: page.getByRole('heading', { name: 'Royal Flip' }) });
  await cover.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/t\//);
  return tableId(page);
}

test('somebody who plays against bots adds bytes, and reads in the end that they are in the deal', async () => {
  for (const [size, viewport, light] of looks) {
    const page = await visitor(browser, server, { viewport, colorScheme: light });
    const id = await playAgainstBots(page);
    const running = await tableOf(page, id);
    assert.equal(running.deal.how, 'together');
    assert.equal(running.deal.secret, null);
    assert.equal(running.deal.bytes.filter((bytes) => /^[0-9a-f]{32}$/.test(bytes ?? '')).length, 1);
    await finish(page, running);
    const over = await tableOf(page, id);
    assert.equal(createHash('sha256').update(Buffer.from(over.deal.secret, 'hex')).digest('hex'), running.commitment);
    assert.equal(over.seed, seedOf(over.deal));
    await page.goto(`/t/${id}`);
    await page.locator('section.result').waitFor();
    const fair = await openFairDealing(page);
    await hasText(fair, /Neither side could choose the deal/);
    await hasText(fair, /The bytes of this device are among them/);
    await hasText(fair, new RegExp(over.deal.secret));
    await fair.scrollIntoViewIfNeeded();
    await shot(page, `deal-${size}-${light}`);
    await noSidewaysScrolling(page);
    await noSeriousFault(page, 'fair dealing');
    await page.locator('.drawer').getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(id));
    const again = await tableOf(page, tableId(page));
    assert.equal(again.commitment, over.next);
    assert.notEqual(again.deal.bytes[0], over.deal.bytes[0]);
    assert.match(again.deal.bytes[0], /^[0-9a-f]{32}$/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('somebody who sits down at a table adds bytes; a client from before has added none', async () => {
  const [ada, bo] = [await visitor(browser, server), await visitor(browser, server)];
  await ada.goto('/');
  const made = await ada.evaluate(async () => {
    const post = (path, body) =>
      fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
    if (!(await (await fetch('/api/me')).json()).person) await post('/api/guest', { name: 'Ada of the deal' });
    return post('/api/tables', { game: 'royalflip', public: true, seats: [{ kind: 'me' }, { kind: 'open' }] });
  });
  await ada.goto(`/t/${made.table.id}`);
  await bo.goto(`/t/${made.table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).click();
  await soon(async () => assert.equal((await tableOf(bo, made.table.id)).status, 'running'));
  const { deal } = await tableOf(bo, made.table.id);
  assert.deepEqual(deal.bytes.map(Boolean), [false, true]);
  await Promise.all([ada, bo].map((page) => page.context().close()));
});

test('a seed that somebody chose is marked in the lobby and at the table', async () => {
  const chosen = await new Server().start();
  after(() => chosen.stop());
  const page = await visitor(browser, chosen);
  await page.goto('/');
  await page.evaluate(async () => {
    const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    if (!(await (await fetch('/api/me')).json()).person) await post('/api/guest', { name: 'Ada who chooses' });
    await post('/api/tables', { game: 'royalflip', public: true, seats: [{ kind: 'me' }, { kind: 'open' }] });
  });
  await page.goto('/lobby');
  await hasCount(page.locator('.free-table .tag', { hasText: 'chosen seed' }), 1);
  await page.locator('.free-table a').first().click();
  await hasText(page.locator('.table-head'), /chosen seed/);
  await shot(page, 'deal-chosen');
  await page.context().close();
});
