// A connection that is lost and comes back: it shows, it retries by itself, and no move is lost or done twice.
// ./check runs those with: is killed|goes offline; ./check --full all.

import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { test } from 'node:test';
import {
  clickStep,
  drawn,
  hasCount,
  hasText,
  makeTable,
  noSidewaysScrolling,
  openBrowser,
  phaseOf,
  phone,
  playToEnd,
  Server,
  shot,
  soon,
  visitor,
  wide,
} from './support.mjs';

test('a server that is killed in the middle of a game and comes back loses nothing; a move made meanwhile is sent afterwards', async () => {
  const server = await new Server().start();
  const browser = await openBrowser();
  try {
    const page = await visitor(browser, server);
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.rf');
    for (let step = 0; step < 30 && (await phaseOf(page)) !== 'write'; step++) await clickStep(page);
    const before = await page.locator('.log li').allTextContents();

    const top = () =>
      page
        .locator('.board-area > :not(.over-board)')
        .first()
        .evaluate((board) => board.getBoundingClientRect().top);
    const was = await top();
    await server.kill();
    const note = page.locator('.connection');
    await note.waitFor();
    await hasText(note, /Connection lost/);
    assert.equal(await top(), was, 'the note lies over the page, and the board stays where it is');
    await shot(page, 'connection-lost');
    await page.locator('.rf-cells button.legal').first().click();
    await drawn(page);
    assert.equal(await phaseOf(page), 'write', 'nothing is shown as done that is not');
    await hasText(page.locator('.strip .line'), /waits for the server/);
    await shot(page, 'connection-waits');

    await server.start();
    await note.waitFor({ state: 'detached' });
    await page.waitForFunction(() => !document.querySelector('.rf-cells button.legal'));
    const after = await page.locator('.log li').allTextContents();
    assert.deepEqual(after.slice(0, before.length), before, 'what was done before stands');
    assert.equal(
      after.filter((line) => / in a?[a-z]\d$/.test(line)).length,
      before.filter((line) => / in a?[a-z]\d$/.test(line)).length + 1,
      'the move was done once',
    );
    await playToEnd(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('what is said without a connection waits: a phone says so over the chat, and it is said once', async () => {
  const server = await new Server().start();
  const browser = await openBrowser();
  try {
    const page = await visitor(browser, server, { viewport: phone });
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }]);
    await page.goto(`/t/${made.table.id}`);
    await page.getByRole('button', { name: /^More/ }).click();
    await page.locator('.drawer').getByText('Chat', { exact: true }).click();
    const chat = page.locator('.chat');
    await server.kill();
    const box = page.getByPlaceholder('Say something');
    const empty = () => soon(async () => assert.equal(await box.inputValue(), ''));
    await hasText(chat, /No connection\. What you write will be sent when you are connected again\./);
    await box.fill('Are you there?');
    for (let times = 0; times < 2; times++) await page.keyboard.press('Enter');
    await hasText(chat, /^.*“Are you there\?” will be sent when you are connected again\./s);
    await empty();
    // It waits too while the drawer shows something else, and the same words are still not sent twice.
    await page.locator('.drawer').getByText('Log', { exact: true }).click();
    await page.locator('.drawer').getByText('Chat', { exact: true }).click();
    await box.fill('Are you there?');
    await page.keyboard.press('Enter');
    await empty();
    await box.fill('I wait');
    await page.keyboard.press('Enter');
    await hasText(chat, /“Are you there\?” and “I wait” will be sent when you are connected again\./);
    assert.ok(await chat.locator('form p').isVisible());
    await box.fill('not sent yet');
    await shot(page, 'connection-chat');
    await server.start();
    await hasCount(chat.locator('form p'), 0);
    await chat.getByText('I wait').waitFor();
    assert.equal(await box.inputValue(), 'not sent yet');
    await box.fill('There you are.');
    await page.keyboard.press('Enter');
    await chat.getByText('There you are.').waitFor();
    await empty();
    const words = (await chat.locator('li').allTextContents()).map((line) => /(Are you there\?|I wait|There you are\.)$/.exec(line)?.[0]);
    assert.deepEqual(words, ['Are you there?', 'I wait', 'There you are.']);
    assert.deepEqual(page.faults, []);
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('a hint that is asked for without a connection says that it waits, and comes when there is one', async () => {
  const server = await new Server().start();
  const browser = await openBrowser();
  try {
    const page = await visitor(browser, server);
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.rf');
    assert.doesNotMatch(await page.locator('.strip .line').textContent(), /waits for the server/);
    await server.kill();
    await page.locator('.connection').waitFor();
    await page.getByRole('button', { name: /^Hint/ }).click();
    await hasText(page.locator('.strip .line'), /waits for the server/);
    await server.start();
    await hasText(page.locator('.strip .line'), /^Hint: /);
    assert.deepEqual(page.faults, []);
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('a browser that goes offline says so, and goes on where it was when it is online again', async () => {
  const server = await new Server().start();
  const browser = await openBrowser();
  try {
    const page = await visitor(browser, server);
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.rf');
    await page.context().setOffline(true);
    await page.locator('.connection').waitFor();
    // The notice covers nothing of the board, in one line or more, and what can be pressed stays in sight: on a wide screen it lies over the
    // head, on a narrow one it has its room beneath the page.
    const edges = () =>
      page.evaluate(() =>
        ['.connection', '.table-page', '.board-area', '.strip'].map((part) => {
          const { top, bottom } = document.querySelector(part).getBoundingClientRect();
          return { top: Math.round(top), bottom: Math.round(bottom) };
        }),
      );
    for (const viewport of [phone, wide]) {
      await page.setViewportSize(viewport);
      await soon(async () => {
        const [note, table, board, strip] = await edges();
        const narrow = viewport === phone;
        assert.deepEqual([table.top, table.bottom], [0, narrow ? note.top : viewport.height]);
        if (narrow) assert.equal(note.bottom, viewport.height);
        else assert.ok(note.top === 0 && note.bottom <= board.top, 'the notice covers the board');
        assert.ok(board.bottom <= strip.top && strip.bottom <= table.bottom, 'the strip stays in sight');
      });
      await noSidewaysScrolling(page);
      await shot(page, `connection-${viewport.width}`);
    }
    await page.context().setOffline(false);
    await page.locator('.connection').waitFor({ state: 'detached' });
    await clickStep(page);
    assert.notEqual(await phaseOf(page), 'choose');
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('while the server cannot save, the page says so and the move waits; when it can again, the move is made and the notice goes', async () => {
  const server = await new Server().start();
  const browser = await openBrowser();
  const away = `${server.folder}-away`;
  try {
    const page = await visitor(browser, server);
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.rf');
    assert.equal(await phaseOf(page), 'choose');
    renameSync(server.folder, away);
    await page.locator('.card.nr-0 .zone.colour').click();
    await page.locator('.card.nr-1 .zone.number').click();
    const note = page.locator('.connection');
    await note.waitFor();
    await hasText(note, /Not saved yet/);
    await shot(page, 'not-saved');
    assert.equal(await phaseOf(page), 'choose', 'nothing is shown as done that is not');
    renameSync(away, server.folder);
    await note.waitFor({ state: 'detached' });
    await playToEnd(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('the quick start of the docs, pasted into the console, plays a game', async () => {
  const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const program = /^```javascript\n(.*?)^```/ms.exec(docs)[1];
  const server = await new Server().start();
  const browser = await openBrowser();
  try {
    const page = await visitor(browser, server);
    await page.goto('/');
    const said = page.waitForEvent('console', (message) => message.type() === 'log');
    await page.evaluate(`(async () => {${program}})()`);
    assert.match((await said).text(), / wins? with \d+ points\. All twelve rounds are played\./);
  } finally {
    await browser.close();
    await server.stop();
  }
});

test('what is printed is fetched once and kept; where it cannot be had, scenes come whole', async () => {
  const server = await new Server().start();
  const browser = await openBrowser();
  try {
    const page = await visitor(browser, server);
    const sent = [];
    const asked = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
    page.on('request', (request) => request.url().includes('/api/printed/') && asked.push(request.url()));
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.rf');
    for (let step = 0; step < 6; step++) await clickStep(page);
    assert.equal(new Set(asked).size, 1);
    assert.equal(asked.length, 1, 'one table, one sheet');
    assert.deepEqual(sent.find((message) => message.do === 'watch').without, ['printed']);

    await page.route('**/api/printed/*', (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }));
    sent.length = 0;
    await page.reload();
    await page.waitForSelector('.rf');
    await soon(() =>
      assert.deepEqual(
        sent.filter((message) => message.do === 'watch').map((message) => message.without),
        [['printed'], undefined],
      ),
    );
    for (let step = 0; step < 6; step++) await clickStep(page);
  } finally {
    await browser.close();
    await server.stop();
  }
});
