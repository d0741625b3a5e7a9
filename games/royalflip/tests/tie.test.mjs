// Royal Flip's tie-break in a real browser: two people who played alike throw rock, paper, scissors, and somebody looks on.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finish, hasCount, isOver, noSeriousFault, noSidewaysScrolling, openBrowser, phone, Server, shot, visitor } from '../../../web/tests/support.mjs';

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

async function guest(name, options) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  await post(page, '/api/guest', { name });
  return page;
}

/** Two at a table, both with the first move every time, so that they are tied. */
async function tied(names, options = {}) {
  const ann = await guest(names[0], options);
  const bo = await guest(names[1]);
  const { table } = await post(ann, '/api/tables', { game: 'royalflip', seats: [{ kind: 'me' }, { kind: 'open' }], public: true });
  await bo.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: /sit/i }).first().click();
  await bo.locator('.rf').waitFor();
  await Promise.all([finish(ann, table, 'throw'), finish(bo, table, 'throw')]);
  await ann.goto(`/t/${table.id}`);
  await ann.locator('.rf-tie').waitFor();
  await bo.locator('.rf-tie').waitFor();
  return { ann, bo, table };
}

/** Everything of the contest lies on the screen, and can be tapped by a thumb. */
async function nothingCutOff(page) {
  await noSidewaysScrolling(page);
  const faults = await page.evaluate(() => {
    const area = document.querySelector('.board-area').getBoundingClientRect();
    return [...document.querySelectorAll('.rf-tie h2, .rf-tie .pick, .rf-shown li, .rf-shown p')].flatMap((node) => {
      const box = node.getBoundingClientRect();
      const inside = box.left >= area.left - 1 && box.right <= area.right + 1 && box.top >= area.top - 1 && box.bottom <= area.bottom + 1;
      return inside
        ? []
        : [`${node.className || node.tagName} ${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(area.top)}–${Math.round(area.bottom)}`];
    });
  });
  assert.deepEqual(faults, []);
  for (const pick of await page.locator('.pick').all()) {
    const { width, height } = await pick.boundingBox();
    assert.ok(width >= 44 && height >= 44);
  }
}

const sizes = [
  [1280, 800],
  [1440, 900],
  [390, 844],
  [360, 640],
];

async function look(page, name) {
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await nothingCutOff(page);
      await shot(page, `tie-${name}-${width}-${colorScheme}`);
    }
  await noSeriousFault(page, name);
}

test('hands are hidden until both have thrown, then shown together, and again until one is left', async () => {
  const { ann, bo, table } = await tied(['Ann', 'Bo']);
  const looker = await guest('Cy');
  await looker.goto(`/t/${table.id}`);
  await looker.locator('.rf-tie').waitFor();
  assert.equal(await looker.locator('.pick').count(), 0, 'who looks on throws nothing');
  await look(ann, 'first');

  await ann.locator('.pick', { hasText: 'paper' }).click();
  await ann.getByText('You throw paper.').waitFor();
  await looker.getByText('Bo has yet to throw.').waitFor();
  for (const page of [bo, looker]) assert.doesNotMatch(await page.locator('.rf-tie').innerText(), /throws? paper|shows paper/);
  await ann.getByRole('button', { name: 'Undo' }).click();
  await ann.getByText('Choose your hand.').waitFor();
  await ann.locator('.pick', { hasText: 'rock' }).click();
  await bo.keyboard.press('1'); // rock as well
  for (const page of [ann, bo, looker]) {
    await page.locator('.rf-shown', { hasText: 'Nothing is decided' }).waitFor();
    await hasCount(page.locator('.rf-shown li .hand.rock'), 2);
    await page.getByText('Throw 2', { exact: true }).waitFor();
  }
  await look(ann, 'second');

  await ann.keyboard.press('s');
  await bo.keyboard.press('p');
  await ann.getByText('Scissors beat paper: you win the tie-break.').first().waitFor();
  await looker.getByText('Scissors beat paper: Ann wins the tie-break.').first().waitFor();
  for (const page of [ann, bo]) {
    await page.locator('section.result').waitFor();
    assert.ok(await isOver(page));
  }
  await shot(ann, 'tie-over');
  await ann.getByRole('button', { name: 'Look at the table' }).click();
  await look(ann, 'over');
  await ann.getByRole('button', { name: 'Look at the city' }).click();
  await ann.locator('.rf-cells').waitFor();
  await ann.getByRole('button', { name: 'The tie-break' }).click();
  await ann.locator('.rf-shown').waitFor();
  assert.deepEqual([...ann.faults, ...bo.faults, ...looker.faults], []);

  await looker.goto(`/r/${table.id}`);
  await looker.locator('.rf').waitFor();
  await looker.keyboard.press('End');
  await looker.locator('.rf-shown').waitFor();
  await shot(looker, 'tie-replay');
  for (const page of [ann, bo, looker]) await page.context().close();
});

test('on a phone a finger throws', async () => {
  const { ann: dee, bo: ed } = await tied(['Dee', 'Ed'], { viewport: phone, hasTouch: true });
  await dee.locator('.pick', { hasText: 'rock' }).tap();
  await ed.locator('.pick', { hasText: 'scissors' }).click();
  await dee.getByText('Rock beats scissors: you win the tie-break.').first().waitFor();
  await ed.getByText('Rock beats scissors: Dee wins the tie-break.').first().waitFor();
  for (const page of [dee, ed]) await page.context().close();
});
