// People who find each other: one link for a table, news on every page, a ready check, somebody who walks away, and a lobby that tells.
// ./check runs those with: one link|lobby; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasCount, hasText, makeTable, noSidewaysScrolling, openBrowser, phone, Server, shot, soon, visitor } from './support.mjs';

const me = { kind: 'me' };
const open = { kind: 'open' };
const live = { clock: { kind: 'bank', seconds: 600, extra: 5 }, ready: true };

let server, browser;
before(async () => {
  server = await new Server([], { 'lobby-chat': 'true' }).start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function person(name, options = {}) {
  const page = await visitor(browser, server, { reducedMotion: 'reduce', ...options });
  await page.goto('/');
  await page.evaluate(
    (wanted) => fetch('/api/guest', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: wanted }) }),
    name,
  );
  await page.reload();
  return page;
}

const news = (page) => page.getByRole('status', { name: 'News' });

test('one link for the table: the host is asked for a name once, two guests sit down with the same link, and the terms are changed on the way', async () => {
  const ada = await visitor(browser, server, { reducedMotion: 'reduce' });
  await ada.goto('/');
  await ada.locator('.game-royalflip').getByRole('button', { name: 'Make a table' }).click();
  await ada.getByLabel('Your name at the table').fill('Ada');
  await ada.getByRole('button', { name: 'One more seat' }).click();
  await ada.getByLabel('Seat 3', { exact: true }).selectOption('link');
  await ada.getByRole('button', { name: 'Make the table' }).click();
  const address = await ada.getByLabel(/^Send this link/).inputValue();
  await shot(ada, 'waiting-host');
  await ada.getByRole('button', { name: 'Change the table' }).click();
  await ada.getByRole('dialog').getByLabel('Time to think').selectOption('days3');
  await ada.getByRole('button', { name: 'Change it' }).click();
  await ada.locator('.waiting').getByText('3 days for every decision').waitFor();

  const bo = await person('Bo', { viewport: phone, colorScheme: 'dark' });
  await bo.goto(address);
  await bo.getByRole('heading', { name: 'Ada invites you to Royal Flip' }).waitFor();
  await bo.getByText('3 days for every decision').waitFor();
  await shot(bo, 'waiting-invitation');
  await noSidewaysScrolling(bo);
  await bo.getByRole('link', { name: /A lesson takes two minutes/ }).click();
  await bo.getByRole('link', { name: 'Back to the invitation' }).click();
  await bo.getByRole('button', { name: 'Sit down' }).click();
  await bo.locator('.waiting').getByText('Bo (you)').waitFor();
  const cy = await person('Cy');
  await cy.goto(address);
  await cy.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [ada, bo, cy]) await page.locator('.seats').waitFor();
  const late = await person('Dee');
  await late.goto(address);
  await late.getByText('The table is full.').waitFor();
  await ada.goto('/');
  await ada.locator('.game-royalflip').getByRole('button', { name: 'Make a table' }).click();
  assert.equal(await ada.getByLabel('Your name at the table').count(), 0, 'asked once');
  for (const page of [ada, bo, cy, late]) assert.deepEqual(page.faults, []);
});

test('a live game asks whether everybody is ready, wherever they are, and its turns are told on every page', async () => {
  const ada = await person('Ada2');
  const bo = await person('Bo2', { viewport: phone });
  const { table } = await makeTable(ada, [me, open], live);
  await ada.goto('/learn');
  await bo.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).click();
  await bo.getByText('Waiting for Ada2 …').waitFor();
  await shot(bo, 'waiting-ready');
  await news(ada).getByText('Everybody has sat down. Are you ready?').waitFor();
  await shot(ada, 'waiting-news');
  await news(ada).getByRole('button', { name: 'Go to Royal Flip' }).click();
  await ada.getByRole('button', { name: 'I am ready' }).click();
  for (const page of [ada, bo]) await page.locator('.seats').waitFor();
  await ada.goto('/mine');
  await ada.locator('.rail .badge').getByText('1').waitFor();
  await hasText(ada.locator('.tables .yours'), /your turn\s*(9:\d\d|10:00) left/);
  const other = await makeTable(ada, [me, { kind: 'bot', level: 1 }]);
  await news(ada).getByText('Your turn').waitFor();
  await bo.goto('/daily');
  await hasText(ada.locator('.rail .badge'), /^2/);
  await ada.goto(`/t/${other.table.id}`);
  await ada.locator('.seats').waitFor();
  await hasText(ada.locator('.rail .badge'), /^1/, 'the game that is looked at counts as one that waits');
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

test('somebody walks away: the others see for how long, and those who are left let a bot play until they are back', async () => {
  const ada = await person('Ada3');
  const bo = await person('Bo3');
  const cy = await person('Cy3', { viewport: phone });
  const { table } = await makeTable(ada, [me, open, open], { replace_after: 31 });
  for (const page of [bo, cy]) {
    await page.goto(`/t/${table.id}`);
    await page.getByRole('button', { name: 'Sit down here' }).first().click();
    await page.getByText('(you)').or(page.locator('.seats')).first().waitFor();
  }
  await ada.goto(`/t/${table.id}`);
  await ada.locator('.seats').waitFor();
  const top = () =>
    ada
      .locator('.board-area > :not(.over-board)')
      .first()
      .evaluate((board) => board.getBoundingClientRect().top);
  const before = await top();
  await bo.goto('about:blank');
  const away = (page) => page.getByRole('list', { name: 'Who is away' });
  await away(ada)
    .getByText(/^Bo3 has been away for \d+:\d\d\./)
    .waitFor({ timeout: 60e3 });
  assert.equal(await top(), before, 'the board stays where it is');
  await away(ada).getByRole('button', { name: 'Let a bot play' }).click();
  await away(cy).getByText('1 of 2 for a bot.').waitFor();
  await shot(cy, 'waiting-away');
  await away(cy).getByRole('button', { name: 'Let a bot play' }).click();
  await ada.locator('.seats').getByText('Bot for Bo3').first().waitFor();
  await bo.goto(`${server.url}/t/${table.id}`);
  await bo.getByRole('button', { name: 'Take my seat back' }).click();
  await soon(async () => assert.equal(await ada.locator('.seats').getByText('Bot for Bo3').count(), 0));
  assert.deepEqual([...ada.faults, ...cy.faults], []);
});

test('the lobby tells game, clock, rating and who sits there, finds tables, and seats people', async () => {
  const ada = await person('Ada4');
  const bo = await person('Bo4', { viewport: phone, colorScheme: 'dark' });
  await makeTable(ada, [me, open], { public: true, ...live });
  await makeTable(ada, [me, open], { public: true, game: 'flipcity', clock: { kind: 'move', seconds: 259200 } });
  await bo.goto('/lobby');
  const rows = bo.locator('.free-table');
  await hasCount(rows, 2);
  await shot(bo, 'waiting-lobby-phone');
  await noSidewaysScrolling(bo);
  const one = rows.filter({ hasText: 'Royal Flip' });
  await hasText(one, /10 minutes each \+ 5 s · not rated.*Ada4.*free seat.*just now/s);
  await bo.getByLabel('Clock').selectOption('days');
  await hasCount(rows, 1);
  await hasText(rows, /3 days for every decision/);
  await bo.getByLabel('Clock').selectOption('none');
  await bo.getByRole('button', { name: 'Show all 2' }).click();
  await bo.locator('.lobby-filters select').first().selectOption('royalflip');
  await hasCount(rows, 1);
  await ada.goto('/lobby');
  await ada.locator('.free-table').first().waitFor();
  await shot(ada, 'waiting-lobby');
  await ada.getByRole('combobox', { name: 'Make a table' }).selectOption('insertcoin');
  await ada.getByRole('dialog', { name: 'A table of Insert Coin to Play' }).waitFor();
  await ada.getByRole('button', { name: 'Close' }).click();
  await ada.getByRole('link', { name: 'ratings' }).waitFor();
  await ada.getByRole('textbox', { name: 'Say something' }).fill('Anybody for a game?');
  await ada.getByRole('button', { name: 'Send' }).click();
  await bo.getByRole('log').getByText('Anybody for a game?').waitFor();
  await rows.getByRole('button', { name: 'Sit down at Royal Flip' }).click();
  await bo.getByText('Waiting for Ada4 …').waitFor();
  await news(ada).getByText('Are you ready?').waitFor();
  assert.deepEqual([...ada.faults, ...bo.faults], []);
});

test('the lobby sends what was said without a connection once, and gives back what is refused', async () => {
  const ada = await person('Ada9', { viewport: phone });
  await ada.goto('/lobby');
  const chat = ada.locator('.lobby-chat');
  const box = chat.getByRole('textbox');
  await chat.waitFor();
  await ada.context().setOffline(true);
  await hasText(chat, /No connection\. What you write will be sent when you are connected again\./);
  for (let times = 0; times < 2; times++) {
    await box.fill('Who plays?');
    for (let presses = 0; presses < 2; presses++) await ada.keyboard.press('Enter');
  }
  await hasText(chat, /“Who plays\?” will be sent when you are connected again\./);
  await chat.scrollIntoViewIfNeeded();
  await shot(ada, 'waiting-lobby-offline');
  await noSidewaysScrolling(ada, 'the lobby without a connection');
  await ada.context().setOffline(false);
  await chat.locator('li', { hasText: 'Who plays?' }).waitFor();
  await box.fill('Nobody\u200b?');
  await ada.keyboard.press('Enter');
  await chat.getByRole('alert').waitFor();
  await soon(async () => assert.equal(await box.inputValue(), 'Nobody\u200b?'));
  await box.fill('Anybody?');
  await ada.keyboard.press('Enter');
  await chat.locator('li', { hasText: 'Anybody?' }).waitFor();
  await hasCount(chat.getByRole('alert'), 0);
  await hasCount(chat.locator('li', { hasText: 'Who plays?' }), 1);
  assert.equal(await box.inputValue(), '');
  assert.deepEqual(ada.faults, []);
});

test('coming back to a slow game plays what happened meanwhile, and it can be skipped', async () => {
  const ada = await person('Ada5', { animation: 'full', reducedMotion: 'no-preference' });
  const bo = await person('Bo5');
  const { table } = await makeTable(ada, [me, open], { game: 'flipcity' });
  await bo.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).click();
  await ada.goto(`/t/${table.id}`);
  await ada.locator('.table-page[data-steps]').waitFor();
  const play = (page, seat) =>
    page.evaluate(
      async ([id, own]) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`, 'flipside');
        let n = 0;
        const send = (message) => socket.send(JSON.stringify({ n: ++n, ...message }));
        await new Promise((done) => (socket.onopen = done));
        send({ do: 'hello', client: crypto.randomUUID() });
        send({ do: 'watch', table: id });
        await new Promise((done) => {
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.push !== 'scene') return;
            if (!message.table.to_act.includes(own)) return done();
            if (message.actions.length) send({ do: 'act', table: id, seat: own, text: message.actions[0].text, at: message.table.steps });
          };
        });
        socket.close();
      },
      [table.id, seat],
    );
  await play(ada, 0);
  await ada.goto('/learn');
  await play(bo, 1);
  // It does not wait for whoever looks from outside: the page itself presses "Skip" as soon as it is there.
  await ada.addInitScript(() =>
    new MutationObserver(() => {
      const bar = document.querySelector('.since-bar');
      if (!bar || window.skipped) return;
      window.skipped = { words: bar.textContent, steps: Number(document.querySelector('.table-page').dataset.steps) };
      bar.querySelector('button').click();
    }).observe(document, { childList: true, subtree: true }),
  );
  await ada.goto(`/t/${table.id}`);
  await ada.waitForFunction(() => window.skipped && !document.querySelector('.since-bar'));
  const { words, steps } = await ada.evaluate(() => window.skipped);
  assert.equal(words, 'What happened since you were hereSkip');
  const now = Number(await ada.locator('.table-page').getAttribute('data-steps'));
  assert.ok(steps < now, `${steps} of ${now} steps were seen, the rest was skipped`);
  assert.deepEqual(ada.faults, []);
});

test('small things: a new name and a password in the heading, read chat after a reload, buttons that stay where they are', async () => {
  const ada = await person('Ada6');
  await ada.goto('/profile');
  await ada.getByRole('heading', { name: 'Ada6' }).waitFor();
  await ada.getByLabel('Your name at the table').fill('Ada Anew');
  await ada.getByRole('button', { name: 'Take this name' }).click();
  await ada.getByRole('heading', { name: 'Ada Anew' }).waitFor();
  await ada.getByText(/^A guest since/).waitFor();
  await ada.getByLabel('A password of 8 characters or more').fill('correct horse battery');
  await ada.getByRole('button', { name: 'Claim the name' }).click();
  await ada.getByRole('button', { name: 'I have written it down' }).click();
  await ada.getByText(/^At this table since/).waitFor();
  const bo = await person('Bo6', { viewport: phone });
  const { table } = await makeTable(ada, [me, open], { rated: true });
  await bo.goto(`/t/${table.id}`);
  await bo.getByRole('button', { name: 'Sit down here' }).click();
  await bo.locator('.seats').waitFor();
  await bo.getByRole('button', { name: /^More/ }).last().click();
  await bo.locator('.drawer-tabs').getByRole('button', { name: 'Table' }).click();
  const place = () =>
    bo.evaluate(() => {
      const [end, ask] = ['Offer to end', 'Ask to allow'].map((words) =>
        [...document.querySelectorAll('.about button')].find(({ textContent }) => textContent.startsWith(words)),
      );
      return [ask.offsetLeft - end.offsetLeft, ask.offsetTop - end.offsetTop].join();
    });
  const before = await place();
  await bo.getByRole('button', { name: 'Offer to end the game' }).click();
  await soon(async () => assert.ok(await bo.getByRole('button', { name: 'Offer to end the game' }).isDisabled()));
  assert.equal(await place(), before);
  await bo.locator('.drawer-tabs').getByRole('button', { name: 'Chat' }).click();
  await ada.goto(`/t/${table.id}`);
  await ada.locator('.drawer-tabs').getByRole('button', { name: 'Chat' }).click();
  await ada.getByRole('textbox', { name: 'Say something' }).fill('hello');
  await ada.getByRole('button', { name: 'Send' }).click();
  await bo.getByText('hello').waitFor();
  await bo.reload();
  await bo.locator('.seats').waitFor();
  await bo.getByText('More').last().waitFor();
  assert.equal(await bo.locator('.strip .dot').count(), 0);
});
