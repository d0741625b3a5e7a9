// Tournaments in real browsers: made in a dialog, entered by a link, started, told of on every page, played and counted.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noSidewaysScrolling, openBrowser, phone, seriousFaults, Server, shot, visitor } from './support.mjs';

let server;
let browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function guest(name, options = {}) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  await page.evaluate(
    (wanted) => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: wanted }) }),
    name,
  );
  return page;
}

test('a tournament of two people and two bots, from the dialog to the first table', async () => {
  const [ada, bo] = [await guest('Ada'), await guest('Bo', { viewport: phone })];
  await ada.goto('/lobby');
  await ada.getByRole('link', { name: 'tournaments' }).click();
  await ada.getByText('There are no tournaments yet').waitFor();
  await shot(ada, 'tournaments-empty');
  await ada.getByRole('button', { name: 'Make a tournament' }).click();
  await ada.getByLabel('Name of the tournament').fill('Thursday cup');
  await ada
    .locator('label', { hasText: /^Rounds/ })
    .locator('select')
    .selectOption('3');
  await ada.getByLabel('Public').check();
  assert.deepEqual(await seriousFaults(ada), []);
  await shot(ada, 'tournaments-make');
  await ada.getByRole('button', { name: 'Make the tournament' }).click();
  await ada.waitForURL(/\/tournaments\/.{22}$/);
  await ada.getByRole('heading', { name: 'Thursday cup' }).waitFor();
  await bo.goto('/tournaments');
  await bo.getByRole('link', { name: /Thursday cup/ }).click();
  await bo.getByRole('button', { name: 'Enter' }).click();
  await bo.getByText('You have entered').waitFor();
  for (let i = 0; i < 2; i++) {
    await ada.getByRole('button', { name: 'Add a bot' }).click();
    await ada
      .locator('tbody tr')
      .nth(2 + i)
      .waitFor();
  }
  assert.equal(await ada.getByRole('button', { name: 'Enter' }).count(), 0);
  await bo.goto('/learn'); // the table finds him wherever he is
  await bo.getByRole('heading', { level: 1 }).waitFor();
  await ada.getByRole('button', { name: 'Start it' }).click();
  await bo.getByText('your table is ready').waitFor();
  await shot(bo, 'tournaments-note-phone');
  await ada.getByRole('link', { name: 'Go to your table' }).waitFor();
  await shot(ada, 'tournaments-round');
  for (const page of [ada, bo]) {
    assert.deepEqual(await seriousFaults(page), []);
    await noSidewaysScrolling(page);
  }
  await bo.getByRole('button', { name: 'Go there' }).click();
  await bo.waitForURL(/\/t\//);
  await bo.goto(new URL(ada.url()).pathname);
  await bo.getByRole('region', { name: 'Standings' }).waitFor();
  await shot(bo, 'tournaments-round-phone');
  await noSidewaysScrolling(bo);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
  await ada.context().close();
  await bo.context().close();
});

test('a knock-out of bots alone is played to its end while one looks on, by night', async () => {
  const cy = await guest('Cy', { colorScheme: 'dark' });
  const id = await cy.evaluate(async () => {
    const post = async (path, body) =>
      (await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
    const clock = { kind: 'bank', seconds: 600 };
    const made = await post('/api/tournaments', { name: 'The machines', game: 'royalflip', kind: 'knock-out', clock, pause: 0, enter: false });
    await post('/api/tournaments/bots', { id: made.tournament.id, level: 1, count: 5 });
    return made.tournament.id;
  });
  await cy.goto(`/tournaments/${id}`);
  await cy.getByRole('button', { name: 'Start it' }).click();
  await cy.getByText('It is over').waitFor({ timeout: 60e3 });
  await cy.getByRole('heading', { name: 'Round 3 of 3' }).waitFor();
  await cy.getByRole('navigation', { name: 'Rounds' }).getByRole('button', { name: '1', exact: true }).click();
  await cy.getByRole('heading', { name: 'Round 1 of 3' }).waitFor();
  await cy.getByText('bye').first().waitFor();
  await shot(cy, 'tournaments-over-dark');
  assert.deepEqual(await seriousFaults(cy), []);
  await cy.getByRole('link', { name: 'Replay' }).first().click();
  await cy.waitForURL(/\/r\//);
  assert.deepEqual(cy.faults, []);
  await cy.context().close();
});
