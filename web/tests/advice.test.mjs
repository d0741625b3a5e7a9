// Hints and verdicts at a server's table come from the module in the page, from what the server has told the seat; the server counts them,
// and thinks itself where the module is not there. (tests/test_server_advice.py looks at what is told, and to whom.)
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { finish, gameNames as games, hasText, makeTable, needsModule, noSeriousFault, openBrowser, phone, Server, shot, soon, visitor } from './support.mjs';

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** What goes over the page's socket, both ways, as objects. */
function listen(page) {
  const said = [];
  const heard = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => said.push(JSON.parse(payload)));
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(payload)));
  });
  return { said, heard };
}

const asked = ({ said }, what) => said.filter((message) => message.do === what);
const answered = ({ heard }, { n }) => heard.find((message) => message.re === n);
const against = [{ kind: 'me' }, { kind: 'bot', level: 1 }];

/** At a new table, when it is one's turn. */
async function sit(page, wish) {
  await page.goto('/');
  const { table } = await makeTable(page, against, wish);
  await page.goto(`/t/${table.id}`);
  await page.locator('.line.your-turn').waitFor();
  return table.id;
}

const thinksHere = (page) => page.locator('.table-page[data-thinks=here]').waitFor();

async function hintShown(page) {
  await page.locator('.strip-buttons').getByRole('button', { name: 'Hint' }).click();
  await page.locator('.strip .line', { hasText: /^Hint: ./ }).waitFor({ timeout: 90e3 });
}

const helped = (page, table) =>
  page.evaluate(
    (id) =>
      fetch(`/api/tables/${id}`)
        .then((answer) => answer.json())
        .then((told) => told.table.seats.map((seat) => Boolean(seat.helped))),
    table,
  );

for (const game of games)
  test(`${game}: a hint at a server's table is thought out in the page, and the server counts it`, needsModule, async () => {
    const page = await visitor(browser, server);
    const line = listen(page);
    const table = await sit(page, { game });
    await thinksHere(page);
    await hintShown(page);
    await shot(page, `hint-here-${game}`);
    const [hint, ...others] = asked(line, 'hint');
    assert.deepEqual(others, []);
    assert.equal(hint.here, true);
    assert.deepEqual(answered(line, hint), { re: hint.n, ok: true });
    assert.deepEqual(await helped(page, table), [true, false]);
    await hasText(page.locator('.table-head .what p'), /· not rated/);
    await page.getByRole('button', { name: 'Do that' }).waitFor(); // it is a move that the table offers
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test('the tutor judges a move in the page, and the server counts it', needsModule, async () => {
  const page = await visitor(browser, server);
  await page.addInitScript(() => localStorage.setItem('flipside.settings', JSON.stringify({ animation: 'none', tutor: 'on' })));
  const line = listen(page);
  const table = await sit(page, { game: 'royalflip' });
  await thinksHere(page);
  await page.keyboard.press(':');
  await page.locator('dialog[open] #moves li').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.tutor .sign').waitFor({ timeout: 90e3 });
  const [judge, ...others] = asked(line, 'judge');
  assert.deepEqual(others, []);
  assert.deepEqual(answered(line, judge), { re: judge.n, ok: true });
  assert.deepEqual(await helped(page, table), [true, false]);
  await page.context().close();
});

/** In place of the worker: a tutor that has much to say about any move, and knows a better one. */
const saysMuch = `self.onmessage = ({ data }) => {
  if ('module' in data) return postMessage({ ready: true });
  const move = { text: JSON.parse(data.question).text, tell: 'do what was done', value: 0.3, visits: 1 };
  const better = { text: 'another', tell: 'choose the colour, the number and the suit of the cards as somebody would who has thought of the road', value: 0.5, visits: 1 };
  const sentence = 'That was a mistake: it costs about 9 wins in 100 games. It leaves less room for roads and areas around the numbers on your map.';
  postMessage({ number: data.number, answer: JSON.stringify({ verdict: { word: 'mistake', sentence, move, better } }) });
};`;

test('on a phone the tutor can be read whole, over the board, which does not move', needsModule, async () => {
  const page = await visitor(browser, server, { viewport: phone });
  await page.addInitScript(() => localStorage.setItem('flipside.settings', JSON.stringify({ animation: 'none', tutor: 'on' })));
  await page.route(/adviser-\w+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: saysMuch }));
  await sit(page, { game: 'royalflip' });
  await thinksHere(page);
  await page.keyboard.press(':');
  await page.locator('dialog[open] #moves li').first().waitFor();
  await page.keyboard.press('Enter');
  const words = page.locator('.tutor p');
  const better = words.getByRole('button', { name: /who has thought of the road/ });
  const place = (locator) => locator.evaluate((node) => JSON.stringify(node.getBoundingClientRect()));
  const inSight = (locator) =>
    locator.evaluate((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, bottom - 4) === node && top > 0;
    });
  await page.getByRole('button', { name: 'Read on' }).waitFor();
  assert.equal(await inSight(better), false, 'what was better is in sight anyhow');
  const before = await place(page.locator('.board-area'));
  await page.getByRole('button', { name: 'Read on' }).click();
  await page.getByRole('button', { name: 'Less' }).waitFor();
  await soon(async () => assert.equal(await inSight(better), true));
  assert.equal(await place(page.locator('.board-area')), before, 'the board moved');
  await shot(page, 'tutor-whole-phone');
  await noSeriousFault(page, 'what the tutor says, in whole');
  await page.getByRole('button', { name: 'Less' }).click();
  await page.getByRole('button', { name: 'Read on' }).click();
  await better.click(); // it is drawn on the board, which is then to be seen
  await page.getByRole('button', { name: 'Read on' }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('where the module cannot be had the server thinks', needsModule, async () => {
  const page = await visitor(browser, server);
  const line = listen(page);
  await page.route(/\.wasm$/, (route) => route.abort());
  const table = await sit(page, { game: 'royalflip' });
  await hintShown(page);
  const [hint] = asked(line, 'hint');
  assert.equal(hint.here, undefined);
  assert.ok(answered(line, hint).choices.length > 0);
  assert.deepEqual(await helped(page, table), [true, false]);
  await page.context().close();
});

/** In place of the worker: what bots make of the deal of a record, by their level. */
const playsAgain = `self.onmessage = ({ data }) => {
  if ('module' in data) return postMessage({ ready: true });
  const { again, level } = JSON.parse(data.question);
  postMessage({ number: data.number, answer: JSON.stringify({ score: JSON.parse(again).steps.length ? 20 * level : 0 }) });
};`;

test('alone, the end tells what bots make of the same cards, and the next mark', needsModule, async () => {
  const page = await visitor(browser, server);
  await page.route(/adviser-\w+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: playsAgain }));
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }]);
  await finish(page, table);
  await page.goto(`/t/${table.id}`);
  await hasText(page.locator('.par'), /level 3 scores 60 and level 5 scores 100 on average\. Next mark: (60|100)\./);
  await shot(page, 'alone-par');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
