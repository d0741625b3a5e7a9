// A league of friends and the month of the daily challenge in real browsers: made, joined by its link, played and counted.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finish, makeTable, noSidewaysScrolling, openBrowser, phone, seriousFaults, Server, shot, visitor } from './support.mjs';

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

const post = (page, path, body) =>
  page.evaluate(
    ([to, what]) => fetch(to, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(what) }).then((answer) => answer.json()),
    [path, body],
  );

async function guest(name, options = {}) {
  const page = await visitor(browser, server, options);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/');
  await post(page, '/api/guest', { name });
  return page;
}

async function looksRight(page, name) {
  await shot(page, name);
  await noSidewaysScrolling(page);
  assert.deepEqual(await seriousFaults(page), []);
}

test('a league from its name to its first games, the rename and the end', async () => {
  const [ada, bo] = [await guest('Ada'), await guest('Bo', { viewport: phone, colorScheme: 'dark' })];
  await ada.goto('/tournaments');
  await ada.getByRole('link', { name: 'Leagues of friends' }).click();
  await ada.getByText('You belong to no league yet').waitFor();
  await looksRight(ada, 'leagues-empty');
  await ada.getByLabel('Name of the league').fill('Our Thursday table');
  await ada.getByRole('button', { name: 'Make a league' }).click();
  await ada.getByRole('heading', { name: 'Our Thursday table' }).waitFor();
  await ada.getByText('No games yet').waitFor();
  const league = new URL(ada.url()).pathname;
  await bo.goto(league);
  await bo.getByRole('button', { name: 'Join' }).click();
  await ada.getByLabel('Game', { exact: true }).selectOption('royalflip');
  await ada.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.getByRole('button', { name: 'Make the table' }).click();
  await ada.waitForURL(/\/t\//);
  await ada.getByRole('link', { name: 'the league' }).waitFor();
  const first = { id: ada.url().split('/t/')[1] };
  await bo.getByRole('list', { name: 'Tables going on' }).getByRole('link', { name: 'Join' }).click();
  await bo.waitForURL(/\/join\//);
  await bo
    .getByRole('button', { name: /Sit down|Join|Take/ })
    .first()
    .click();
  await bo.waitForURL(/\/t\//);
  await Promise.all([finish(ada, first), finish(bo, first)]);
  const second = (await makeTable(ada, [{ kind: 'me' }, { kind: 'link' }, { kind: 'bot', level: 1 }], { league: league.split('/')[2] })).table;
  await bo.goto(second.link);
  await bo
    .getByRole('button', { name: /Sit down|Join|Take/ })
    .first()
    .click();
  await bo.waitForURL(/\/t\//);
  await Promise.all([finish(ada, second), finish(bo, second)]);
  for (const page of [ada, bo]) {
    await page.goto(league);
    await page.getByRole('region', { name: 'Head to head' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Replay' }).count(), 2);
    assert.equal(await page.getByRole('region', { name: 'Standings' }).locator('tbody tr').count(), 2);
  }
  await looksRight(ada, 'leagues-played');
  await looksRight(bo, 'leagues-played-phone-dark');
  await ada.getByText('Rename or close this league').click();
  await ada.getByLabel('Name of the league').fill('Friday');
  await ada.getByRole('button', { name: 'Rename' }).click();
  await ada.getByRole('heading', { name: 'Friday' }).waitFor();
  await ada.getByRole('button', { name: 'Hand over' }).click();
  await bo.getByRole('button', { name: 'Hand over' }).waitFor(); // he sees it without asking
  await bo.getByText('Rename or close this league').click();
  await bo.getByRole('button', { name: 'Close it' }).click();
  await ada.getByText('This league is closed').waitFor();
  assert.deepEqual([...ada.faults, ...bo.faults], []);
  await ada.context().close();
  await bo.context().close();
});

test('the month of the daily challenge counts a try as soon as it is finished', async () => {
  const cy = await guest('Cy');
  await cy.goto('/daily');
  await cy.getByRole('link', { name: "This month's leaderboard" }).click();
  await cy.getByText('Be the first').waitFor();
  await looksRight(cy, 'month-empty');
  const { table } = await post(cy, '/api/daily', { game: 'royalflip' });
  await finish(cy, table);
  const row = cy.getByRole('region', { name: 'Table of the month' }).locator('tbody tr.you');
  await row.waitFor({ timeout: 60e3 }); // the page looks again by itself
  assert.match(await row.innerText(), /^1\s+Cy\s*you\s+10\s+1\s+1\s+10/);
  await looksRight(cy, 'month');
  const di = await guest('Di', { viewport: phone, colorScheme: 'dark' });
  await di.goto(new URL(cy.url()).pathname);
  await di.getByText('You are in it as soon as').waitFor();
  await di.getByLabel('Game', { exact: true }).selectOption('royalflip');
  await di.waitForURL(/\/daily\/\d{4}-\d\d\/\w+$/);
  await di.getByRole('heading', { level: 1 }).waitFor();
  await looksRight(di, 'month-phone-dark');
  assert.deepEqual([...cy.faults, ...di.faults], []);
  await cy.context().close();
  await di.context().close();
});
