// What happens between people at a table: a waiting table and its owner, offers on every screen, a rematch for all, the card of a name.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { makeTable, noSeriousFault, noSidewaysScrolling, openBrowser, phone, Server, shot, visitor } from './support.mjs';

const me = { kind: 'me' };
const open = { kind: 'open' };

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Somebody with a page of their own. */
async function person(name, options = {}) {
  const page = await visitor(browser, server, { reducedMotion: 'reduce', ...options });
  await page.goto('/');
  await page.evaluate(
    (wanted) => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: wanted }) }),
    name,
  );
  return page;
}

const offers = (page) => page.locator('.offers');
const answer = (page, word) => offers(page).getByRole('button', { name: word }).click();

async function openTab(page, name) {
  const more = page.getByRole('button', { name: /^(More|Log and more)/ });
  if (await more.isVisible()) await more.click();
  await page.locator('.drawer-tabs').getByRole('button', { name }).click();
}

const boardTop = (page) =>
  page
    .locator('.board-area > :not(.over-board)')
    .first()
    .evaluate((board) => board.getBoundingClientRect().top);

test('two people, one on a phone: a waiting table with a QR code, an early start, an offer declined, one accepted, and a rematch', async () => {
  const ada = await person('Ada');
  const bo = await person('Bo', { viewport: phone, colorScheme: 'dark' });
  const { table } = await makeTable(ada, [me, open, open, open], { rated: true });
  await ada.goto(`/t/${table.id}`);
  await bo.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).first().click();
  await ada.getByRole('button', { name: 'Put a bot here' }).first().click();
  await ada.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  await shot(ada, 'life-waiting');
  await noSidewaysScrolling(bo);
  await ada.getByRole('button', { name: 'Remove', exact: true }).click();
  await ada.getByRole('button', { name: 'Start with 2' }).click();
  await ada.locator('.seats').waitFor();

  await openTab(ada, 'Table');
  const before = await boardTop(bo);
  assert.equal(await ada.getByRole('button', { name: /^Hint/ }).count(), 0, 'hints are off at a rated table');
  await ada.getByRole('button', { name: 'Ask to allow hints' }).click();
  await offers(bo).getByText('Ada asks to allow hints and the tutor. The game will then not be rated.').waitFor();
  assert.equal(await boardTop(bo), before, 'what is offered lies over the board, which stays where it is');
  await shot(bo, 'life-offer-phone');
  await noSidewaysScrolling(bo);
  await noSeriousFault(bo);
  await answer(bo, 'Accept');
  await ada.getByRole('button', { name: /^Hint/ }).waitFor();
  await ada.locator('.table-head .what p', { hasText: 'not rated' }).waitFor();
  await ada.getByRole('button', { name: 'Offer to end the game' }).click();
  await answer(bo, 'Decline');
  await ada.locator('.toasts').getByText('Bo declined to end the game.').waitFor();
  await ada.getByRole('button', { name: 'Offer to end the game' }).click();
  await offers(bo).getByText('Ada offers to end the game.').waitFor();
  assert.equal(await bo.locator('.toasts').getByText('declined').count(), 0, 'nobody is told what they did themselves');
  await offers(ada).getByText('Waiting for Bo').waitFor();
  await shot(ada, 'life-own-offer');
  await answer(bo, 'Accept');

  await ada.locator('section.result').getByRole('button', { name: 'Offer a rematch' }).click();
  await offers(bo).getByText('Ada offers a rematch.').waitFor();
  await shot(bo, 'life-rematch-phone');
  await answer(bo, 'Accept');
  await Promise.all([ada, bo].map((page) => page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(table.id))));
  assert.equal(ada.url(), bo.url());
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

test('four people: who looks on is listed, a name in the chat opens a card, and whoever leaves stands in the log', async () => {
  const [ada, bo, cy, dee] = await Promise.all(['Ada2', 'Bo2', 'Cy2', 'Dee2'].map((name) => person(name)));
  const { table } = await makeTable(ada, [me, open, open]);
  for (const page of [ada, bo, cy, dee]) await page.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).first().click();
  await bo.getByText('Bo2 (you)').waitFor();
  await cy.getByRole('button', { name: 'Sit down here' }).first().click();
  await dee.locator('.seats').waitFor();
  await ada.locator('.table-head').getByText('1 watching').waitFor();
  await openTab(dee, 'Chat');
  await dee.getByRole('textbox', { name: 'Say something' }).fill('hello from the side');
  await dee.getByRole('button', { name: 'Send' }).click();
  await openTab(ada, 'Chat');
  await ada.locator('.chat').getByRole('button', { name: 'Dee2' }).click();
  const card = ada.getByRole('dialog');
  for (const name of ['Profile', 'Mute', 'Mute for everyone', 'Block', 'Report', 'Add as friend'])
    await card.getByText(name, { exact: true }).first().waitFor();
  await shot(ada, 'life-card');
  await noSeriousFault(ada);
  await card.getByRole('button', { name: 'Mute for everyone' }).click();
  await card.getByText('Nobody at this table sees messages from Dee2 any more.').waitFor();
  await card.getByRole('button', { name: 'Close' }).click();
  await dee.getByRole('textbox', { name: 'Say something' }).fill('anybody there?');
  await dee.getByRole('button', { name: 'Send' }).click();
  await dee.locator('.toasts').getByText('has muted you here').waitFor();
  await openTab(cy, 'Table');
  await cy.getByRole('button', { name: 'Leave the table' }).click();
  await cy.getByRole('button', { name: 'Leave', exact: true }).click();
  await ada.locator('.drawer-tabs').getByRole('button', { name: 'Log' }).click();
  await ada.locator('.log').getByText('Cy2 left the table. A bot plays on.').waitFor();
  await shot(ada, 'life-log');
  assert.deepEqual([...ada.faults, ...dee.faults], []);
});

test('a used invitation leads on, and an invitation is a QR code too', async () => {
  const ada = await person('Ada3');
  const { table, links } = await makeTable(ada, [me, { kind: 'link' }, { kind: 'link' }]);
  await ada.goto(`/t/${table.id}`);
  await ada.getByRole('button', { name: 'QR code' }).first().click();
  await ada.getByRole('img', { name: /^QR code of http/ }).waitFor();
  await shot(ada, 'life-qr');
  const [bo, cy] = [await person('Bo3'), await person('Cy3')];
  await bo.goto(links[0].path);
  await bo.getByRole('button', { name: 'Sit down' }).click();
  await bo.getByText('Bo3 (you)').waitFor();
  await cy.goto(links[0].path);
  await cy.getByRole('link', { name: 'Ask for a seat' }).click();
  await cy.getByRole('button', { name: 'Ask for a seat' }).click();
  await offers(ada).getByText('Cy3 asks for a seat.').waitFor();
  await answer(ada, 'Accept');
  await cy.locator('.seats').waitFor();
});

/** Puts lines into the chat of a table, as many as would take people an hour. */
function fillChat(table, count) {
  const script = `import sqlite3, sys
file = sqlite3.connect(sys.argv[1])
person = file.execute("SELECT person FROM seat WHERE game_table = ?", (sys.argv[2],)).fetchone()[0]
file.executemany("INSERT INTO chat(game_table, number, seat, person, name, text, time) VALUES(?, ?, 0, ?, 'Ada', ?, ?)",
                 [(sys.argv[2], i, person, f"line {i} " + "word " * 60, i) for i in range(int(sys.argv[3]))])
file.commit()`;
  const { status, stderr } = spawnSync('python3', ['-c', script, `${server.folder}/flipside.db`, table, String(count)], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

test('a long chat comes in pages: its end at once, the rest when one asks for it, and one stays where one reads', async () => {
  const ada = await person('Ada4');
  const { table } = await makeTable(ada, [me, { kind: 'bot', level: 1 }]);
  await server.kill('SIGTERM');
  fillChat(table.id, 120);
  await server.start();
  await ada.goto(`/t/${table.id}`);
  await openTab(ada, 'Chat');
  const lines = ada.locator('.chat li');
  const older = ada.locator('.chat').getByRole('button', { name: 'Older messages' });
  await older.waitFor();
  assert.equal(await lines.count(), 50);
  await shot(ada, 'life-chat-page');
  await older.scrollIntoViewIfNeeded();
  const place = () => ada.locator('.chat li', { hasText: 'line 70 ' }).evaluate((line) => line.getBoundingClientRect().top);
  const before = await place();
  await older.click();
  await ada.locator('.chat li', { hasText: 'line 20 ' }).waitFor({ state: 'attached' });
  assert.equal(await lines.count(), 100);
  assert.ok(Math.abs((await place()) - before) < 40, 'the line that was read has not moved');
  await older.click();
  await ada.locator('.chat li', { hasText: 'line 0 ' }).waitFor({ state: 'attached' });
  assert.equal(await lines.count(), 120);
  assert.equal(await older.count(), 0);
  await ada.getByRole('textbox', { name: 'Say something' }).fill('and one more');
  await ada.getByRole('button', { name: 'Send' }).click();
  await ada.locator('.chat li', { hasText: 'and one more' }).waitFor();
  assert.equal(await lines.count(), 121);
  assert.deepEqual(ada.faults, []);
});
