// The administrator's page: a report with what was said around it, a ban with its end, and the log.
// ./check runs those with: wide; ./check --full all.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { looks, makeTable, noSidewaysScrolling, openBrowser, seriousFaults, Server, shot, visitor } from './support.mjs';

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
    ([where, what]) =>
      fetch(where, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(what) }).then((answer) => answer.json()),
    [path, body],
  );

for (const [name, viewport, colorScheme] of looks)
  test(`an administrator reads a report, bans for a week and sees what was done (${name}, ${colorScheme})`, async () => {
    const [ada, bo] = [await visitor(browser, server, { viewport, colorScheme }), await visitor(browser, server)];
    await ada.goto('/');
    await bo.goto('/');
    const rude = `Rude ${name}`;
    await post(ada, '/api/guest', { name: `Keeper ${name}` });
    await post(ada, '/api/claim', { password: 'a long password' });
    const { person } = await post(bo, '/api/guest', { name: rude });
    const { table } = await makeTable(ada, [{ kind: 'me' }], { public: true });
    await post(ada, '/api/reports', { person: person.id, table: table.id, why: 'was rude to everybody' });
    await ada.goto('/admin');
    await ada.getByText('There is nothing at this address.').waitFor();
    execFileSync(process.env.FLIPSIDE_PROGRAM, ['admin', '--data', join(server.folder, 'flipside.db'), 'grant', `Keeper ${name}`]);
    await ada.goto('/admin');
    await ada.getByText('was rude to everybody').waitFor();
    await ada.getByText('What was said around it').click();
    await ada.getByText('Nothing was said at that table around this time.').waitFor();
    await ada
      .getByRole('button', { name: `Ban for a week: ${rude}` })
      .first()
      .click();
    await ada.getByRole('status').getByText(`${rude} is banned for 7 days.`).waitFor();
    await ada.getByRole('button', { name: `Unban ${rude}` }).waitFor();
    await ada.getByText(`Keeper ${name}: ${rude} is banned for 7 days.`).waitFor();
    await shot(ada, `admin-${name}-${colorScheme}`);
    await noSidewaysScrolling(ada);
    assert.deepEqual(await seriousFaults(ada), []);
    await ada.getByRole('button', { name: `Close the report about ${rude}` }).click();
    await ada.getByText('There are no reports.').waitFor();
    assert.deepEqual(ada.faults, []);
  });
