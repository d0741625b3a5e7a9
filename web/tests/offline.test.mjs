// The tables without a server, in a real browser: the page is loaded, the network goes, a game is played to its end, the tab is closed
// and opened again, and the game is still there. And the page as plain files.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  hasCount,
  looks,
  makeTable,
  moduleFile,
  needsModule,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  Server,
  shot,
  soon,
  visitor,
} from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'flipside-offline-'));

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The service worker has everything that it keeps. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

/** Always the first move, by keyboard. True: the game is over. */
async function playOn(page, moves) {
  for (let step = 0; step < moves; step++) {
    await page.waitForFunction(() => document.querySelector('section.result') || document.querySelector('.line.your-turn'));
    if (await page.locator('section.result').isVisible()) return true;
    const steps = await page.locator('.table-page').getAttribute('data-steps');
    await page.keyboard.press(':');
    await page.waitForSelector('dialog[open] input:focus');
    await page.locator('dialog[open] #moves li').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction((before) => document.querySelector('.table-page').dataset.steps !== before, steps);
  }
  return false;
}

const playToEnd = async (page) => assert.ok(await playOn(page, 200), 'The game did not come to its end.');

/** The record of the replay that is open, as a file. */
async function downloadRecord(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download the record' }).click()]);
  const path = join(folder, `${Math.random()}.json`);
  await download.saveAs(path);
  return path;
}

test('in airplane mode a game against a bot is played to its end and is there after the tab was closed', needsModule, async () => {
  let page = await visitor(browser, server, { serviceWorkers: 'allow' });
  const context = page.context();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Fliptown' }).waitFor();
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('You play on this device').waitFor();
  await noSeriousFault(page, 'the start page without a server');
  const cover = page.locator('.cover.game-fliptown');
  await cover.getByRole('combobox').selectOption('1');
  await cover.getByRole('button', { name: 'Play now' }).click();
  await page.locator('.table-page').waitFor();
  await shot(page, 'offline-table');
  await playToEnd(page);
  assert.deepEqual(page.faults, []);
  await page.close();

  page = await context.newPage();
  await page.goto('/mine');
  await page.getByRole('heading', { name: 'Finished' }).waitFor();
  await page.locator('main a[href^="/t/"], main a[href^="/r/"]').first().click();
  await page.locator('section.result, .replay-page').first().waitFor();
  if (await page.locator('section.result').isVisible())
    await page
      .getByRole('link', { name: /replay/i })
      .first()
      .click();
  await page.getByRole('button', { name: 'Play on from here' }).waitFor();
  await shot(page, 'offline-replay');
  const path = await downloadRecord(page);
  // The dealer is the program's: the cards follow from the seed.
  assert.match(execFileSync(process.env.FLIPSIDE_PROGRAM, ['verify', path], { encoding: 'utf8' }), /every event follows from the seed/);

  // The network is back: the server takes the game, and says that it proves nothing.
  await context.setOffline(false);
  await page.goto('/mine');
  await page.getByRole('button', { name: 'Hand over finished games' }).click();
  await page.getByText('One game was handed over.').waitFor();
  const { tables } = await page.evaluate(() => fetch('/api/mine').then((answer) => answer.json()));
  assert.deepEqual(
    tables.map(({ kind, proved, game }) => [kind, proved, game]),
    [['import', false, 'fliptown']],
  );
  await context.close();
});

for (const [size, viewport, light] of looks)
  test(
    `a reload while the server is away waits for the table, and a game against a bot goes on here and back again (${size}, ${light})`,
    needsModule,
    async () => {
      const page = await visitor(browser, server, { serviceWorkers: 'allow', viewport, colorScheme: light });
      await page.goto('/');
      await kept(page);
      const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }]);
      await page.goto(`/t/${table.id}`);
      await playOn(page, 3);
      await page.waitForFunction((id) => localStorage.getItem('flipside.along')?.includes(id), table.id);
      await server.kill();
      await page.reload();
      const away = page.locator('.away');
      await away.getByText('The server does not answer.').waitFor();
      await away.getByText(/Trying again/).waitFor();
      await noSeriousFault(page, 'the server is away');
      await noSidewaysScrolling(page);
      await shot(page, `away-${size}-${light}`);
      await server.start();
      await page.locator('.table-page').waitFor(); // by itself

      await server.kill();
      await page.reload();
      await away.getByRole('button', { name: 'Go on with this game here' }).click();
      await page.waitForFunction((id) => /^\/t\//.test(location.pathname) && !location.pathname.includes(id), table.id);
      await page.locator('.table-page .rf').waitFor();
      await shot(page, `away-here-${size}-${light}`);
      await playOn(page, 2);
      assert.equal(
        await page.evaluate(() =>
          fetch('/api/me').then(
            () => 'there',
            () => 'away',
          ),
        ),
        'away',
      );
      const steps = Number(await page.locator('.table-page').getAttribute('data-steps'));
      assert.ok(steps >= 5, `what was played at the server is there: ${steps}`);
      await page.reload(); // the game is on this device now
      await page.locator('.table-page .rf').waitFor();

      await server.start();
      const back = page.getByRole('button', { name: 'Back to the server with it' });
      await back.waitFor({ timeout: 70e3 });
      await shot(page, `away-back-${size}-${light}`);
      await back.click();
      await page.waitForFunction(() => !sessionStorage.getItem('flipside.place'));
      await page.locator('.table-page .rf').waitFor();
      const { tables } = await page.evaluate(() => fetch('/api/mine').then((answer) => answer.json()));
      assert.deepEqual(tables.map(({ kind, status }) => [kind, status]).sort(), [
        ['fork', 'running'],
        ['game', 'running'],
      ]);
      assert.ok(Number(await page.locator('.table-page').getAttribute('data-steps')) >= 5);
      await playOn(page, 1);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    },
  );

test('what is only at a server is waited for, and the page says when it is there again', needsModule, async () => {
  const page = await visitor(browser, server, { serviceWorkers: 'allow' });
  await page.goto('/');
  await kept(page);
  await server.kill();
  await page.goto('/lobby');
  await page.locator('.away').getByText('The server does not answer.').waitFor();
  await page.goto('/t/abcdefghijklmnopqrstuv');
  await page.locator('.away').getByText('The server does not answer.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Go on with this game here' }).count(), 0);
  await page.getByRole('button', { name: 'Play on this device' }).click();
  await page.getByText('You play on this device').waitFor();
  await page.goto('/t/abcdefghijklmnopqrstuv'); // chosen: the tables are here, and this one is not among them
  await page.getByText('This table is not on this device.').waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /fewer messages/);
  await page.goto('/');
  await server.start();
  await page.getByText('The server is there again.').waitFor({ timeout: 70e3 });
  await page.getByRole('button', { name: 'Go online' }).click();
  await hasCount(page.getByText('You play on this device'), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** The one line that a USB stick needs: Python's own server, here over the folder that the page's folder lies in. */
async function plainHost(root) {
  const host = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', root], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [said] = await once(host.stdout, 'data');
  return { port: Number(/port (\d+)/.exec(said)[1]), stop: () => host.kill() };
}

test('as plain files under any folder the page has all games, bots, lessons, replays of files and their analysis', needsModule, async (t) => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../static.mjs', import.meta.url)), join(folder, 'plain/some/where')]);
  const host = await plainHost(join(folder, 'plain'));
  t.after(() => host.stop());
  const page = await visitor(browser, { url: `http://127.0.0.1:${host.port}` }, { serviceWorkers: 'allow' });
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/some/where/');
  await page.getByRole('heading', { name: 'Fliptown' }).waitFor();
  await hasCount(page.locator('article.cover'), 5);
  await shot(page, 'plain-start');
  await noSidewaysScrolling(page);

  // A lesson, a game, and a record from a file.
  await page.locator('nav.rail').getByRole('link', { name: 'Learn' }).click();
  await page
    .getByRole('button', { name: /Begin|Start|Learn|Take/ })
    .first()
    .click();
  await page.locator('.at-lesson').waitFor();
  await page.goto('/some/where/#/');
  await page.locator('.cover.game-insertcoin').getByRole('combobox').selectOption('1');
  await page.locator('.cover.game-insertcoin').getByRole('button', { name: 'Play now' }).click();
  await page.locator('.table-page.game-insertcoin').waitFor();
  await playToEnd(page);
  await page.goto('/some/where/#/mine');
  const golden = fileURLToPath(new URL('../../games/royalflip/tests/golden/', import.meta.url));
  const record = 'solo.json';
  await page.locator('input[type=file]').setInputFiles(join(golden, record));
  await page.getByRole('button', { name: 'Play on from here' }).waitFor();

  // Its analysis is this device's work and begins by itself, and there is no server that could be asked for it.
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.waitForFunction(() => parseInt(document.querySelector('.analysis-asking .share')?.textContent ?? '0', 10) > 0);
  await shot(page, 'plain-analysis');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^(Analyse|Look deeper)$/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: /server/ }).count(), 0);

  // What is no record is refused by the same words as at the server.
  writeFileSync(join(folder, 'bad.json'), JSON.stringify({ ...JSON.parse(readFileSync(join(golden, record), 'utf8')), game: 'chess' }));
  await page.goto('/some/where/#/mine');
  await page.locator('input[type=file]').setInputFiles(join(folder, 'bad.json'));
  await page.getByRole('alert').waitFor();
  assert.ok(
    asked.every((path) => path.startsWith('/some/where/')),
    asked.filter((path) => !path.startsWith('/some/where/')).join(),
  );
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

const run = (script, ...words) => execFileSync(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...words]);

/** The next release of page and module: the module has one section more, so it has another name, and so has the page's version. */
function release(live) {
  const [next, built] = [join(folder, 'next.wasm'), join(folder, 'next')];
  const section = Buffer.from('\0\x05\x04next', 'latin1'); // a custom section of that name
  writeFileSync(next, Buffer.concat([gunzipSync(readFileSync(moduleFile)), section]));
  run('build.mjs', next, built);
  rmSync(live, { recursive: true });
  run('static.mjs', live, built);
}

/** What stands behind the pages of a folder: the states of the service workers, who is in charge of this page, and what they keep. */
const inCharge = (page, folder) =>
  page.evaluate(async (path) => {
    const { active, waiting } = await navigator.serviceWorker.getRegistration(path);
    return { active: active.state, waiting: waiting?.state ?? null, own: navigator.serviceWorker.controller === active, kept: await caches.keys() };
  }, folder);
const moduleOf = (page) => page.evaluate(() => document.documentElement.dataset.module);
const hasModule = (page, path) => page.evaluate((name) => fetch(name).then((answer) => answer.status), path);

test('a new version of page and module waits while a game is played, and takes over at the next start', needsModule, async (t) => {
  const live = join(folder, 'released/live');
  run('static.mjs', live);
  const host = await plainHost(join(folder, 'released'));
  t.after(() => host.stop());
  const server = { url: `http://127.0.0.1:${host.port}` };
  let page = await visitor(browser, server, { serviceWorkers: 'allow' });
  const context = page.context();
  await page.goto('/live/');
  await page.getByRole('heading', { name: 'Fliptown' }).waitFor();
  await kept(page);
  await page.reload(); // now the page is the service worker's
  const [old] = (
    await soon(async () => {
      const now = await inCharge(page, '/live/');
      assert.deepEqual({ ...now, kept: now.kept.length }, { active: 'activated', waiting: null, own: true, kept: 1 });
      return now;
    })
  ).kept;
  const oldModule = await moduleOf(page);
  const cover = page.locator('.cover.game-fliptown');
  await cover.getByRole('combobox').selectOption('1');
  await cover.getByRole('button', { name: 'Play now' }).click();
  await page.locator('.table-page').waitFor();
  assert.equal(await playOn(page, 3), false);

  // The new one is fetched whole, and waits. The game goes on with what it began with, though the host has it no more.
  release(live);
  assert.equal((await fetch(new URL(oldModule, `${server.url}/live/`))).status, 404);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((known) => void known.update()));
  await soon(async () => assert.equal((await inCharge(page, '/live/')).waiting, 'installed'), 60e3);
  assert.equal(await playOn(page, 3), false);
  const meanwhile = await inCharge(page, '/live/');
  assert.deepEqual({ ...meanwhile, kept: meanwhile.kept.length }, { active: 'activated', waiting: 'installed', own: true, kept: 2 });
  assert.equal(await moduleOf(page), oldModule);
  assert.equal(await hasModule(page, oldModule), 200); // for a worker that has to start again
  assert.deepEqual(page.faults, []);

  // The tab is closed. Somebody beside the page sees the new one take over, and the old one's files go.
  const beside = await context.newPage();
  await beside.goto('/');
  await page.close();
  const next = meanwhile.kept.filter((version) => version !== old);
  await soon(async () => assert.deepEqual(await inCharge(beside, '/live/'), { active: 'activated', waiting: null, own: false, kept: next }), 60e3);

  // The game goes on in the new version, and needs nobody for it.
  await context.setOffline(true);
  page = await context.newPage();
  await page.goto('/live/#/mine');
  await page.getByRole('heading', { name: 'Going on' }).waitFor();
  const newModule = await moduleOf(page);
  assert.notEqual(newModule, oldModule);
  assert.equal(await hasModule(page, newModule), 200);
  await page.locator('main a[href^="/t/"]').first().click();
  await page.locator('.table-page.game-fliptown').waitFor();
  await playToEnd(page);
  await context.close();
});
