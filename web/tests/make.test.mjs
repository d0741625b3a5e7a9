// Before the game: the start page and making a table.
// ./check runs those with: at a glance|every cover|a character|scenarios; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  hasCount,
  hasText,
  looks,
  makeTable,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  phone,
  Server,
  shot,
  showsText,
  soon,
  visitor,
} from './support.mjs';

let server;
let browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await server.stop();
});

const coverOf = (page, title) => page.locator('.cover').filter({ has: page.getByRole('heading', { name: title }) });

async function openMaking(page, title) {
  if (new URL(page.url()).pathname !== '/') await page.goto('/');
  await coverOf(page, title).waitFor();
  const more = coverOf(page, title).getByRole('button', { name: /^More/ }); // on a phone
  if (await more.isVisible()) await more.click();
  await coverOf(page, title).getByRole('button', { name: 'Make a table' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** What sticks out of the dialog to the side. */
const sticksOut = (page) =>
  page.evaluate(() => {
    const box = document.querySelector('dialog').getBoundingClientRect();
    const parts = [...document.querySelectorAll('dialog *')].filter((part) => !part.closest('.sr') && part.getClientRects().length);
    return parts
      .filter((part) => part.getBoundingClientRect().right > box.right + 1 || part.getBoundingClientRect().left < box.left - 1)
      .map((part) => part.outerHTML.slice(0, 80));
  });

test('the start page shows all games at a glance, wide and on a phone, where a row opens for the rest', async () => {
  for (const [width, height, parts] of [
    [1280, 800, '.cover, .cover .buttons'],
    [390, 844, '.cover, .cover .play-now'],
  ]) {
    const page = await visitor(browser, server, { viewport: { width, height } });
    await page.goto('/');
    await page.locator('.cover').first().waitFor();
    const floor = await page.evaluate(() => document.querySelector('nav').getBoundingClientRect()).then(({ top }) => (top > 0 ? top : height));
    const bottoms = await page.locator(parts).evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().bottom));
    assert.ok(bottoms.length >= 10 && Math.max(...bottoms) <= floor, `${Math.max(...bottoms)} of ${floor} pixels at ${width} × ${height}`);
    await noSidewaysScrolling(page);
    await page.context().close();
  }
  const page = await visitor(browser, server, { viewport: phone });
  await page.goto('/');
  const cover = page.locator('.cover').first();
  await cover.getByRole('button', { name: /^More/ }).click();
  await cover.getByRole('button', { name: 'Make a table' }).click();
  await page.getByRole('dialog').waitFor();
  await page.context().close();
});

test('every cover says how many play, how long and how hard; a newcomer begins with gentle bots, unrated, and is offered the lesson', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  const games = (await (await page.request.get('/api/games')).json()).games;
  for (const game of games) await showsText(coverOf(page, game.title).locator('.facts'), /\d players.*\d min.*(learn|rules)/s);
  const cover = coverOf(page, 'Royal Flip');
  await cover.getByRole('link', { name: /lesson/ }).waitFor();
  await soon(async () => assert.equal(await cover.getByRole('combobox').inputValue(), '1'));
  await cover.getByRole('button', { name: 'Play now' }).click();
  await page.waitForSelector('.rf');
  const table = async () => (await (await page.request.get(`/api/tables/${page.url().split('/').pop()}`)).json()).table;
  const first = await table();
  assert.equal(first.rated, false);
  assert.deepEqual(
    first.seats.slice(1).map((seat) => seat.level),
    [1, 1],
  );
  await hasCount(page.locator('.seat .face'), 2);
  await soon(async () =>
    assert.deepEqual(
      await page.locator('.seat .face ~ .name').allTextContents(),
      first.seats.slice(1).map((seat) => seat.name),
    ),
  );

  await page.goto('/');
  await page.getByRole('heading', { name: 'A game waits for you' }).waitFor();
  await cover.getByRole('combobox').selectOption('4');
  await page.reload();
  await soon(async () => assert.equal(await cover.getByRole('combobox').inputValue(), '4', 'the level is remembered'));
  await soon(async () => assert.equal(await coverOf(page, 'Fliptown').getByRole('combobox').inputValue(), '1'));
  await cover.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(first.id));
  await page.waitForSelector('.rf');
  assert.deepEqual([(await table()).rated, (await table()).seats[1].level], [false, 4], 'a guest’s first tables are not rated');
  await page.goto('/');
  await cover.getByRole('button', { name: 'Make a table' }).click();
  const dialog = page.getByRole('dialog');
  const rated = dialog.getByLabel(/^Rated/);
  await soon(async () => assert.equal(await rated.isChecked(), false));
  await rated.check();
  await dialog.getByLabel('Seat 2', { exact: true }).selectOption('bot1');
  await dialog.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/\/t\//);
  await page.waitForSelector('.rf');
  assert.equal((await table()).rated, true, 'unless it is asked for');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('options are words and switches in every game, and nothing sticks out of the dialog', async () => {
  for (const [name, viewport, colorScheme] of looks) {
    const page = await visitor(browser, server, { viewport, colorScheme });
    await page.goto('/');
    const games = (await (await page.request.get('/api/games')).json()).games;
    await hasCount(page.locator('.cover h2'), games.length);
    for (const title of await page.locator('.cover h2').allTextContents()) {
      const dialog = await openMaking(page, title);
      assert.equal(
        await dialog.locator('input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=number]):not([autocomplete=nickname])').count(),
        0,
        `${title} asks for text`,
      );
      assert.doesNotMatch(await dialog.innerText(), /\.json|\.md|_|\btrue\b|\bfalse\b/, title);
      const named = dialog.getByText('Chosen by hand');
      if (await named.count()) await named.click();
      assert.deepEqual(await sticksOut(page), [], title);
      const button = await dialog.getByRole('button', { name: 'Make the table' }).boundingBox();
      assert.ok(button.y + button.height <= viewport.height, `${title}: the button is in sight`);
      if (title.startsWith('Flick')) await noSeriousFault(page, 'making a table');
      await shot(page, `make-${title.split(' ')[0]}-${name}`);
      await page.keyboard.press('Escape');
    }
    await noSidewaysScrolling(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('a character is chosen with its text before one’s eyes, and one that another seat has changes places', async () => {
  const page = await visitor(browser, server);
  const dialog = await openMaking(page, 'Fliptown');
  await dialog.getByText('Chosen by hand').click();
  await showsText(dialog.locator('.named-seat').first(), /Trailblazer[^]*Starts with \$3 and 4 gold\. Once: a Trail bonus\./);
  await dialog.getByRole('radio', { name: /^Cheat/ }).check();
  await soon(async () => assert.deepEqual(await dialog.locator('.named-seat strong').allTextContents(), ['Cheat', 'Trailblazer']));
  await dialog.getByRole('radio', { name: /^Mayor/ }).check();
  await dialog.getByLabel('Seat 2', { exact: true }).selectOption('bot1');
  await dialog.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/\/t\//);
  const { table } = await (await page.request.get(`/api/tables/${page.url().split('/').pop()}`)).json();
  assert.equal(table.options.characters, 'mayor,trailblazer');
  await page.context().close();
});

test('scenarios are cards; one of your own is played, or refused with the place and the reason', async () => {
  const page = await visitor(browser, server, { viewport: phone });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'me' }], { game: 'flickemup', options: { scenario: '3' } });
  const record = await (await page.request.get(`/api/tables/${table.id}/record`)).json();
  const dialog = await openMaking(page, "Flick 'em Up!");
  await hasCount(dialog.locator('.choice-card'), 10);
  await showsText(dialog.locator('.choice-card').nth(7), /Fire in the hole[^]*doors of the Sheriff[^]*New: dynamite/);
  const choose = (scenario) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(scenario) });
  await choose('{"name": ');
  await hasText(dialog.locator('.own-edition .problem'), /mine\.json: This is not a JSON file/);
  const scenario = { ...record.edition.data, name: 'The long job' };
  await choose(JSON.stringify({ ...scenario, start: 40 }));
  await dialog.getByLabel('Seat 2', { exact: true }).selectOption('bot1');
  await dialog.getByRole('button', { name: 'Make the table' }).click();
  await hasText(dialog.locator('.own-edition .problem'), /start: .*40/);
  await hasCount(dialog.locator('.choice-card'), 0, 'a scenario of one’s own stands instead of the ten');
  await choose(JSON.stringify(scenario));
  await dialog.getByText('The long job (mine.json)').waitFor();
  await soon(async () => assert.ok(await dialog.getByLabel(/^Rated/).isDisabled()));
  await dialog.getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/\/t\//);
  const made = (await (await page.request.get(`/api/tables/${page.url().split('/').pop()}`)).json()).table;
  assert.equal(made.rated, false);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
