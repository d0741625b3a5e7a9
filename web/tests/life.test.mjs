// What happens between people at a table: a waiting table and its owner, offers on every screen, a rematch for all, the card of a name.

import assert from 'node:assert/strict';
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
  await page.evaluate((wanted) => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: wanted }) }), name);
  return page;
}

const offers = (page) => page.locator('.offers');
const answer = (page, word) => offers(page).getByRole('button', { name: word }).click();

async function openTab(page, name) {
  const more = page.getByRole('button', { name: /^(More|Log and more)/ });
  if (await more.isVisible()) await more.click();
  await page.locator('.drawer-tabs').getByRole('button', { name }).click();
}

test('two people, one on a phone: a waiting table with a QR code, an early start, an offer declined, one accepted, and a rematch', async () => {
  const ada = await person('Ada');
  const bo = await person('Bo', { viewport: phone, colorScheme: 'dark' });
  const { table } = await makeTable(ada, [me, open, open, open]);
  await ada.goto(`/t/${table.id}`);
  await bo.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).first().click();
  await ada.getByRole('button', { name: 'Put a bot here' }).first().click();
  await ada.getByRole('button', { name: 'Remove' }).waitFor();
  await shot(ada, 'life-waiting');
  await noSidewaysScrolling(bo);
  await ada.getByRole('button', { name: 'Remove' }).click();
  await ada.getByRole('button', { name: 'Start with 2' }).click();
  await ada.locator('.seats').waitFor();

  await openTab(ada, 'Table');
  assert.equal(await ada.getByRole('button', { name: /^Hint/ }).count(), 0, 'hints are off at a rated table');
  await ada.getByRole('button', { name: 'Ask to allow hints' }).click();
  await offers(bo).getByText('Ada asks to allow hints and the tutor.').waitFor();
  await shot(bo, 'life-offer-phone');
  await noSidewaysScrolling(bo);
  await noSeriousFault(bo);
  await answer(bo, 'Accept');
  await ada.getByRole('button', { name: /^Hint/ }).waitFor();
  await ada.getByRole('button', { name: 'Offer to end the game' }).click();
  await answer(bo, 'Decline');
  await ada.locator('.toasts').getByText('Bo declined to end the game.').waitFor();
  await ada.getByRole('button', { name: 'Offer to end the game' }).click();
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
  for (const name of ['Profile', 'Mute', 'Mute for everyone', 'Block', 'Report', 'Add as friend']) await card.getByText(name, { exact: true }).first().waitFor();
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
  await ada.evaluate(([id, kept]) => localStorage.setItem(`links.${id}`, JSON.stringify(kept)), [table.id, links]);
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
