// Replays in a real browser: forward and back, turns, speed, eyes, playing on, the shared link, records from outside; by mouse, by
// keyboard and on a phone.
// ./check runs those with: forward, back|opened again as a replay; ./check --full all.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  drawn,
  hasAttribute,
  hasCount,
  hasText,
  importFrom,
  looks,
  makeTable,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  phone,
  Server,
  shot,
  soon,
  visitor,
  wide,
} from './support.mjs';

let server, browser, ada;
const finished = {};

/** Plays so many moves over the socket and ends the game: the page is tested here, not the play. */
async function playSome(page, game, seats, moves) {
  await page.goto('/');
  const made = await makeTable(page, seats, { game });
  const { id } = made.table;
  await page.evaluate(
    ([table, most]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
        let number = 0;
        let played = 0;
        let sent = -1;
        const send = (message) => socket.send(JSON.stringify({ n: ++number, ...message }));
        socket.onopen = () => {
          send({ do: 'hello', client: Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('') });
          send({ do: 'watch', table });
        };
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.push !== 'scene') return;
          const { status, steps } = message.table;
          if (status === 'over' || status === 'ended') {
            socket.close();
            return resolve();
          }
          if (!message.actions.length || steps === sent) return;
          sent = steps;
          if (played++ >= most) return send({ do: 'end', table, agree: true });
          // Not always the first move: a story with some points in it.
          const best = message.actions.reduce((a, b) => (b.gain > a.gain ? b : a));
          const action = best.gain > 0 ? best : message.actions[played % message.actions.length];
          send({ do: 'act', table, seat: message.seat, text: action.text, at: steps });
        };
        setTimeout(() => reject(new Error('The game took too long.')), 120000);
      }),
    [id, moves],
  );
  return id;
}

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
  ada = await visitor(browser, server);
  const duel = [{ kind: 'me' }, { kind: 'bot', level: 1 }];
  finished.royalflip = await playSome(ada, 'royalflip', duel, 1000);
  for (const game of ['flipcity', 'fliptown', 'insertcoin']) finished[game] = await playSome(ada, game, duel, 30);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const index = (page) => page.evaluate(() => Number(document.querySelector('.replay-page').dataset.index));
const ready = (page) => page.waitForSelector('.replay-page[data-ready=true]');
async function openReplay(page, id, query = '') {
  await page.goto(`/r/${id}${query}`);
  await ready(page);
  await page.waitForSelector('.board-area > :not(.over-board)');
}
const count = (page) => page.evaluate(() => Number(document.querySelector('.scrubber input').max) + 1);
/** What the board shows, without what only breathes. */
const board = (page) => page.evaluate(() => document.querySelector('.board-area').innerText);

test('from the finished table and from "Your games" to the replay', async () => {
  await ada.goto(`/t/${finished.royalflip}`);
  await ada.locator('section.result').getByRole('link', { name: 'Replay' }).click();
  await ready(ada);
  assert.equal(await index(ada), 0);
  await ada.goto('/mine');
  await ada.locator(`a[href="/r/${finished.flipcity}"]`).click();
  await ready(ada);
  await soon(async () => assert.match(await ada.title(), /^Replay · Flip City/));
});

test('forward, back, to the end, to the beginning: the same position looks the same', async () => {
  await openReplay(ada, finished.royalflip);
  const first = await board(ada);
  const forward = ada.getByRole('button', { name: 'A step forward' });
  const seen = [first];
  for (let step = 0; step < 8; step++) {
    await forward.click();
    await ready(ada);
    seen.push(await board(ada));
  }
  assert.equal(await index(ada), 8);
  assert.ok(new Set(seen).size > 4, 'positions differ');
  for (let step = 7; step >= 0; step--) {
    await ada.getByRole('button', { name: 'A step back' }).click();
    await ready(ada);
    assert.equal(await board(ada), seen[step], `position ${step} is the same again`);
  }
  await ada.getByRole('button', { name: 'To the end' }).click();
  await ready(ada);
  assert.equal(await index(ada), (await count(ada)) - 1);
  const totals = await ada.locator('.seat b').allTextContents();
  const answer = await ada.evaluate((id) => fetch(`/api/tables/${id}`).then((one) => one.json()), finished.royalflip);
  assert.deepEqual(totals.map(Number), answer.table.result.scores, 'the last position has the points of the result');
  assert.equal(await ada.locator('[data-legal]').count(), 0, 'nothing can be done in a replay');
  await shot(ada, 'replay-end-wide');
  await ada.getByRole('button', { name: 'To the beginning' }).click();
  await ready(ada);
  assert.equal(await board(ada), first);
});

test('jump to a turn, by the list, by the scrubber and by a line of the story', async () => {
  await openReplay(ada, finished.royalflip);
  await ada.getByLabel('Jump to').selectOption({ label: 'Round 7' });
  await ready(ada);
  await hasText(ada.locator('.table-head p'), /round 7/);
  await hasText(ada.locator('.replay-caption b'), /^Round 7,/);
  await shot(ada, 'replay-round7-wide');
  const slider = ada.getByLabel('Position in the game');
  await slider.fill('3');
  await ready(ada);
  assert.equal(await index(ada), 3);
  const row = ada.locator('.story button').nth(20);
  await row.click();
  await ready(ada);
  await hasAttribute(row, 'aria-current', 'step');
  await hasCount(ada.locator('.scrubber polyline'), 2, 'a curve for each seat');
  await hasText(ada.locator('.scrubber figcaption strong'), /^Points, step by step$/);
  await soon(async () => assert.ok((await ada.locator('.scrubber .ticks i').count()) >= 12, 'rounds are marked'));
});

test('jump to the next round or own decision; whoever looks is "You" everywhere', async () => {
  const me = await ada.evaluate(() => fetch('/api/me').then(async (answer) => (await answer.json()).person.name));
  for (const [game, words] of [
    ['fliptown', ['Next round', 'Next turn', 'My next decision']],
    ['insertcoin', ['Next round', 'My next decision']],
  ]) {
    await openReplay(ada, finished[game]);
    const jumps = ada.locator('.replay-jumps button');
    await soon(async () => assert.deepEqual(await jumps.allInnerTexts(), words, game));
    await jumps.filter({ hasText: 'My next decision' }).click();
    await ready(ada);
    await hasText(ada.locator('.replay-caption p span'), /^You /, 'what one did oneself');
    const at = await index(ada);
    await jumps.filter({ hasText: words.at(-2) }).click();
    await ready(ada);
    assert.ok((await index(ada)) > at);
    const told = await ada.locator('.story .ending').allInnerTexts(); // the record's own sentence
    const named = (await ada.locator('.replay-page').innerText()).split('\n').filter((line) => line.includes(me) && !told.includes(line));
    assert.deepEqual(named, [], `${game}: nobody is called by two names`);
  }
});

test('a game names what else a replay can go to', async () => {
  const { jumpsOf } = await importFrom(new URL('../src/', import.meta.url), 'replay');
  const log = ['shoots', 'a hit: O1 is down', 'shoots', 'grazed'].map((tell, i) => ({ i, tell, seat: i % 2 ? 'dealer' : 0, owner: 0, known: i }));
  const positions = [0, 1, 2, 3, 4].map((step) => ({ step, when: step < 3 ? '6 o’clock' : '7 o’clock', scores: [0] }));
  const story = { table: { seats: [{ you: true }, {}] }, log, positions };
  const jumps = Object.fromEntries(jumpsOf(story, [['Next hit', /a hit:/]]).map(({ words, positions: at }) => [words, at]));
  assert.deepEqual(jumps, { 'Next round': [3], 'My next decision': [1, 3], 'Next hit': [2] });
});

test('it plays by itself at a speed, pauses, and stops at the end', async () => {
  await openReplay(ada, finished.royalflip);
  await ada.getByLabel('Speed').selectOption('8');
  await ada.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.waitForFunction(() => Number(document.querySelector('.replay-page').dataset.index) >= 6);
  await ada.getByRole('button', { name: 'Pause' }).click();
  await ada.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const stopped = await index(ada);
  await ada.getByRole('button', { name: 'A step forward' }).click();
  await ada.waitForFunction((before) => Number(document.querySelector('.replay-page').dataset.index) > before, stopped);
  await ready(ada);
  assert.equal(await index(ada), stopped + 1, 'a pause is one');
  const slider = ada.getByLabel('Position in the game');
  const last = (await count(ada)) - 1;
  await slider.fill(String(last - 3));
  await ada.getByRole('button', { name: 'Play', exact: true }).click();
  await ada.waitForFunction((end) => Number(document.querySelector('.replay-page').dataset.index) === end, last);
  await ada.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test("seen by a seat, the other's hidden steps of a round are hidden; open, they show", async () => {
  await openReplay(ada, finished.royalflip, '?from=0');
  const other = ada.locator('.seat', { has: ada.locator('.face') });
  const find = async () => {
    for (let step = 0; step < 30; step++) {
      const words = await ada.locator('.replay-caption span').first().textContent();
      if (words.includes('in secret')) return true;
      await ada.keyboard.press('ArrowRight');
      await ready(ada);
    }
    return false;
  };
  assert.ok(await find(), 'a step of the other was hidden');
  await other.click();
  const hidden = await board(ada);
  const story = await ada.locator('.story').innerText();
  await ada.getByLabel('Seen by').selectOption('all');
  await ada.waitForSelector('.replay-page[data-eyes=all][data-ready=true]');
  await other.click();
  await soon(async () => assert.notEqual((await board(ada)) + (await ada.locator('.story').innerText()), hidden + story));
  const name = await other.locator('.name').textContent();
  await soon(async () => assert.ok((await ada.locator('.replay-caption span').first().textContent()).startsWith(`${name} `)));
});

test('by keyboard alone: arrows, space, page keys, home and end', async () => {
  await openReplay(ada, finished.fliptown);
  const press = async (key) => {
    await ada.keyboard.press(key);
    await ready(ada);
    return index(ada);
  };
  assert.equal(await press('ArrowRight'), 1);
  assert.equal(await press('ArrowRight'), 2);
  assert.equal(await press('ArrowLeft'), 1);
  const turn = await press('PageDown');
  assert.ok(turn > 1);
  assert.ok((await press('PageUp')) < turn);
  assert.equal(await press('End'), (await count(ada)) - 1);
  assert.equal(await press('Home'), 0);
  await ada.keyboard.press(' ');
  await ada.getByRole('button', { name: 'Pause' }).waitFor();
  await ada.waitForFunction(() => Number(document.querySelector('.replay-page').dataset.index) >= 1);
  await ada.keyboard.press(' ');
  await ada.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

/** On the commonest screen the tray lies whole above the scrubber; on a phone the chip of the one who looks leaves the title free. */
async function wholeAtCommonSizes(page) {
  const box = (selector) => page.locator(selector).first().boundingBox();
  await page.setViewportSize({ width: 1280, height: 800 });
  await soon(async () => {
    const [tray, strip] = [await box('.ic-deck'), await box('.replay-strip')];
    assert.ok(tray.y + tray.height <= strip.y + 1, `the tray ends at ${tray.y + tray.height}, the scrubber begins at ${strip.y}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await soon(async () => {
    const [title, chip] = [await box('.table-head h1'), await box('.seats li:not(.folded)')];
    assert.ok(title.x + title.width <= chip.x + 1, `the title ends at ${title.x + title.width}, the first chip begins at ${chip.x}`);
  });
  await page.setViewportSize(phone);
  await page.keyboard.press('Home');
  await ready(page);
  await soon(async () => assert.ok((await box('.replay-caption > p')).height <= 0.14 * phone.height, 'the board keeps its room under a long story'));
  await page.setViewportSize(wide);
}

test('every game has its replay, drawn by its own board', async () => {
  for (const [game, id] of Object.entries(finished)) {
    await openReplay(ada, id);
    for (let step = 0; step < 12; step++) {
      await ada.keyboard.press('ArrowRight');
      await ready(ada);
    }
    assert.equal(await ada.locator('[data-legal]').count(), 0, game);
    await shot(ada, `replay-${game}-wide`);
    if (game === 'insertcoin') await wholeAtCommonSizes(ada);
    await ada.keyboard.press('End');
    await ready(ada);
    assert.deepEqual(ada.faults, [], game);
  }
});

test('was that good? of any move of a finished game; the better one and the one made are drawn', async () => {
  const verdict = ada.locator('.verdict');
  const draws = verdict.locator('.draws');
  const boardEnds = () => ada.locator('.board-area').evaluate((area) => area.getBoundingClientRect().bottom);
  let before;
  for (let at = 4; !(await draws.count()); at++) {
    await openReplay(ada, finished.royalflip, `?at=${at}`);
    before = await boardEnds();
    await ada.getByRole('button', { name: 'Was that good?' }).click();
    await verdict.waitFor();
    await hasText(verdict, /\S\.(Your move)?$/);
  }
  assert.equal(await boardEnds(), before, 'the board keeps its place');
  const size = ada.viewportSize();
  for (const viewport of [{ width: 1280, height: 800 }, phone, size]) {
    await ada.setViewportSize(viewport);
    await drawn(ada);
    const hidden = await verdict.evaluate((node) => node.scrollHeight - node.clientHeight);
    assert.ok(hidden <= 1, `${hidden} pixels of a verdict are to be scrolled for, ${viewport.width} wide`);
    await shot(ada, `replay-verdict-${viewport.width}`);
  }
  const over = ada.locator('.drawn-move');
  await draws.first().click();
  await over.locator('.rf .hinted').first().waitFor();
  const better = await over.getAttribute('data-drawn');
  await shot(ada, 'replay-verdict-wide');
  await draws.last().click();
  await soon(async () => assert.notEqual(await over.getAttribute('data-drawn'), better));
  await over.locator('.rf .hinted').first().waitFor();
  await ada.keyboard.press('ArrowRight');
  await ada.waitForSelector('.verdict', { state: 'detached' });
  await hasCount(over, 0);
});

test('play on from here against bots: a table that begins with this position', async () => {
  const bo = await visitor(browser, server);
  await openReplay(bo, finished.royalflip, '?at=30');
  const round = async () => Number(/round (\d+)/.exec(await bo.locator('.table-head p').textContent())[1]);
  const here = await round();
  await bo.getByRole('button', { name: 'Play on from here' }).click();
  await bo.getByLabel('You sit in the seat of').selectOption({ index: 1 });
  await bo.getByLabel('Bots in the other seats').selectOption('1');
  await shot(bo, 'replay-fork-wide');
  await bo.getByRole('button', { name: 'Play on', exact: true }).click();
  await bo.waitForURL(/\/t\//);
  await bo.waitForSelector('[data-legal]');
  // Where only the other seat was to decide, its bot may have ended the round already.
  assert.ok([here, here + 1].includes(await round()), 'the same round, or the next');
  await soon(async () => assert.ok(Number(await bo.locator('.table-page').getAttribute('data-steps')) >= here * 3, 'with its story'));
  await openReplay(bo, finished.royalflip);
  await bo.keyboard.press('End');
  await ready(bo);
  await bo.getByRole('button', { name: 'Play on from here', disabled: true }).waitFor();
  await hasAttribute(bo.getByRole('button', { name: 'Play on from here' }), 'title', 'The game is over here. Go back a step or more.');
  await bo.context().close();
});

test('the link to a moment opens it for somebody else, who never was here', async () => {
  await openReplay(ada, finished.flipcity, '?at=7&from=1');
  const link = await ada.getByLabel('Link to this moment').inputValue();
  const there = await board(ada);
  const stranger = await visitor(browser, server);
  await stranger.goto(link);
  await ready(stranger);
  assert.equal(await index(stranger), 7);
  assert.equal((await board(stranger)).replace(/Tester \d+/g, 'You'), there, 'the same, with names');
  assert.deepEqual(stranger.faults, []);
  await stranger.goto(`/r/${finished.flipcity}?at=9999&from=9`);
  await ready(stranger);
  assert.equal(await index(stranger), (await count(stranger)) - 1);
  await stranger.context().close();
  await ada.getByRole('button', { name: 'QR code' }).click();
  const squares = ada.locator('.qr path');
  await squares.waitFor();
  const old = await squares.getAttribute('d');
  await ada.getByRole('button', { name: 'A step forward' }).click();
  await ready(ada);
  await soon(async () => assert.notEqual(await squares.getAttribute('d'), old, 'the code is that of the moment that is shown'));
});

test('a game that runs has no replay, and the page says so', async () => {
  await ada.goto('/');
  const made = await makeTable(ada, [{ kind: 'me' }]);
  await ada.goto(`/r/${made.table.id}`);
  const alert = ada.locator('[role=alert]');
  await alert.waitFor();
  await hasText(alert, /still goes on/);
  await ada.getByRole('link', { name: 'To the table' }).click();
  await ada.waitForSelector('[data-legal]');
});

test('a record whose deal does not follow from its seed says so on its replay, one that this server dealt does not', async () => {
  const fair = await new Server([], { 'test-seed': '' }).start();
  let dealt;
  for (const [size, viewport, light] of looks) {
    const page = await visitor(browser, fair, { viewport, colorScheme: light });
    dealt ??= await playSome(page, 'fliptown', [{ kind: 'me' }], 5);
    await page.goto('/');
    const open = (forged) =>
      page.evaluate(
        async ([table, other]) => {
          const record = await (await fetch(`/api/tables/${table}/record`)).json();
          const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
          if (!(await (await fetch('/api/me')).json()).person) await post('/api/guest', { name: `Forger ${Math.floor(Math.random() * 1e9)}` });
          if (other) record.seed = record.seed.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
          return (await (await post('/api/records', record)).json()).table.id;
        },
        [dealt, forged],
      );
    const mark = page.getByText('The deal of this record cannot be proved.');
    for (const forged of [true, false]) {
      await page.goto(`/r/${await open(forged)}`);
      await ready(page);
      if (forged) await shot(page, `replay-unproved-${size}-${light}`);
      assert.equal(await mark.filter({ visible: true }).count(), forged ? 1 : 0);
      if (forged) await hasText(mark.filter({ visible: true }), /whoever wrote the record may have chosen the seed/);
    }
    await noSidewaysScrolling(page);
    await page.context().close();
  }
  await fair.stop();
});

test('a record is downloaded, opened again as a replay, and a broken one says at which step and why', async () => {
  await openReplay(ada, finished.fliptown);
  const [download] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('link', { name: 'Download the record' }).click()]);
  const path = join(server.folder, 'record.json');
  await download.saveAs(path);
  const cy = await visitor(browser, server);
  await cy.goto('/mine');
  await cy.getByLabel('Choose a file').setInputFiles(path);
  await cy.waitForURL(/\/r\//);
  await ready(cy);
  await cy.keyboard.press('End');
  await ready(cy);
  await soon(async () => assert.match(await cy.title(), /Fliptown/));

  const record = JSON.parse(readFileSync(path, 'utf8'));
  const at = record.steps.findIndex((step) => step.move);
  record.steps[at].move = 'visit moon';
  writeFileSync(path, JSON.stringify(record));
  await cy.goto('/mine');
  await cy.locator('.tables a').first().waitFor(); // the good one is kept
  await cy.getByLabel('Choose a file').setInputFiles(path);
  const alert = cy.locator('.import [role=alert]');
  await alert.waitFor();
  await hasText(alert, new RegExp(`step ${at + 1}: .*visit moon`));
  await shot(cy, 'import-broken-wide');
  writeFileSync(path, 'not a record');
  await cy.getByLabel('Choose a file').setInputFiles(path);
  await cy.getByText('is not a record').waitFor();
  writeFileSync(path, JSON.stringify({ flipside_record: 1, x: 'y'.repeat(300000) }));
  await cy.getByLabel('Choose a file').setInputFiles(path);
  await cy.getByText('at most 256').waitFor();
  assert.deepEqual(cy.faults, []);
  await cy.context().close();
});

for (const [size, viewport, light] of looks)
  test(`no serious accessibility fault, nothing sideways: replay and import, ${size}, ${light}`, async () => {
    const page = await visitor(browser, server, { viewport, colorScheme: light, hasTouch: size === 'phone', reducedMotion: 'reduce' });
    for (const game of ['royalflip', 'flipcity']) {
      await openReplay(page, finished[game], '?at=20');
      await noSidewaysScrolling(page);
      await noSeriousFault(page, `replay of ${game} (${size}, ${light})`);
      await shot(page, `replay-${game}-${size}-${light}`);
    }
    if (size !== 'wide') {
      await page.locator('.replay-controls').getByRole('button', { name: 'More' }).click();
      await page.waitForSelector('.replay-panel');
      await noSidewaysScrolling(page);
      await noSeriousFault(page, `replay panel (${size}, ${light})`);
      await shot(page, `replay-panel-${size}-${light}`);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.replay-panel', { state: 'detached' });
    }
    if (size === 'phone') {
      const boxes = await page
        .locator('.replay-controls button, .scrubber input')
        .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ width, height, bottom }) => ({ width, height, bottom })));
      for (const box of boxes)
        assert.ok(box.width >= 43.9 && box.height >= 43.9 && box.bottom <= 640.5, `a target of ${box.width} × ${box.height} that ends at ${box.bottom}`);
    }
    await page.goto('/mine');
    await page.waitForSelector('.import');
    await noSidewaysScrolling(page);
    await noSeriousFault(page, `import (${size}, ${light})`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
