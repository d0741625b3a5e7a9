// Flick 'em Up! in a real browser: aiming by pull, by keys and in words, a duel shot by shot, a whole game against a bot, the same
// trajectory for all who look on, the drawn town where there is no WebGL, a phone, and a picture of it all.
// ./check runs those with: a cowboy is tapped|without WebGL|the drawn town; ./check --full all.

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { townAtRest, watchPictures } from './townpage.mjs';
import {
  atRest,
  comparePictures,
  hasAttribute,
  hasCount,
  hasText,
  hearScenes,
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
} from '../../../web/tests/support.mjs';

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A visitor whose last scene can be looked at. */
async function gunman(options = {}, from = browser) {
  const page = await visitor(from, server, { animation: 'full', ...options });
  page.scenes = new EventEmitter();
  await hearScenes(page, (scene) => {
    page.scene = scene;
    page.scenes.emit('scene');
  });
  await watchPictures(page);
  await page.goto('/');
  return page;
}

/** The last scene, or the next one that is as wanted, and the page has it too. */
async function sceneThat(page, wanted) {
  while (!wanted(page.scene)) await once(page.scenes, 'scene', { signal: AbortSignal.timeout(60000) });
  const { log, log_from: from } = page.scene;
  await page.waitForFunction((steps) => Number(document.querySelector('.table-page').dataset.steps) >= steps, from + log.length);
}

/** Does something and waits until the table has moved on. */
async function moving(page, gesture) {
  const { steps } = page.scene.table;
  await gesture();
  await sceneThat(page, ({ table }) => table.steps !== steps);
}

const mine = (count = 2) => Array.from({ length: count }, () => ({ kind: 'me' }));

async function sitDown(page, seats, options = {}, wish = {}) {
  const made = await makeTable(page, seats, { game: 'flickemup', options, ...wish });
  await page.goto(`/t/${made.table.id}`);
  await ready(page);
  return made;
}

/** All seats are one's own: over another connection the game is ended. */
const endBeside = (page, id) =>
  page.evaluate((table) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
    socket.onopen = () => {
      socket.send(JSON.stringify({ n: 1, do: 'hello', client: 'e'.repeat(32) }));
      socket.send(JSON.stringify({ n: 2, do: 'end', table, agree: true }));
    };
  }, id);

/** The same of a move, as from another device: the mouse stays where it is. */
const actBeside = (page, text) =>
  page.evaluate((words) => {
    const table = location.pathname.split('/').pop();
    const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
    const send = (message) => socket.send(JSON.stringify({ ...message, table }));
    socket.onopen = () => {
      send({ n: 1, do: 'hello', client: 'a'.repeat(32) });
      send({ n: 2, do: 'watch' });
    };
    socket.onmessage = ({ data }) => {
      const { push, seat, table: now } = JSON.parse(data);
      if (push !== 'scene') return;
      socket.onmessage = ({ data: answer }) => JSON.parse(answer).re === 3 && socket.close();
      send({ n: 3, do: 'act', seat, text: words, at: now.steps });
    };
  }, text);

/** The town is there, and the card with its goal has been read. */
async function ready(page) {
  await page.waitForSelector('.fu[data-stage="drawn"], .fu[data-stage="3d"]');
  const card = page.locator('.fu-card > .primary');
  if (await card.count()) await card.click();
}
/** The flick has been seen to its end, and what follows is on the table. */
const settled = (page, flicks) =>
  page.waitForFunction(
    (count) => document.querySelector('.fu')?.dataset.flick?.split(' ')[0] === String(count) && !document.querySelector('.fu.playing'),
    flicks,
  );
const choose = (page, move) => page.locator(`.fu-bar [data-move="${move}"]`).click();
const lastMove = (page) => page.evaluate(() => document.querySelector('.log li:nth-last-child(2)')?.textContent ?? '');
const mark = (page) => page.locator('.fu').getAttribute('data-flick');

/** In words, as the list of moves takes them. */
async function say(page, text) {
  await page.getByRole('button', { name: 'Moves' }).click();
  await page.locator('.command input').fill(text);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog', { state: 'detached' });
}

/** Pulls back on the table and lets go. */
async function pull(page, dx, dy, { release = true } = {}) {
  const box = await page.locator('.fu-stage').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let part = 1; part <= 4; part++) await page.mouse.move(x + (dx * part) / 4, y + (dy * part) / 4);
  if (release) await page.mouse.up();
  return { x, y };
}

/**
 * Moves over a connection beside the page's, to come to where something can be tried: for both seats in turn. `keep?` keeps what
 * was turned up if it is a Winchester. Gives the view at the end.
 */
const beside = (page, table, moves) =>
  page.evaluate(
    ([id, texts]) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
        let [number, acted, next] = [0, -1, 0];
        const send = (what, fields) => socket.send(JSON.stringify({ n: ++number, do: what, ...fields }));
        socket.onopen = () => {
          send('hello', { client: Math.random().toString(16).slice(2).padEnd(32, '0') });
          send('watch', { table: id });
        };
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.ok === false && message.error.code !== 'stale') fail(new Error(`${texts[next - 1]}: ${message.error.message}`));
          if (message.push !== 'scene') return;
          const { seat, actions, view } = message;
          const { steps } = message.table;
          if (!actions.length || acted === steps) return;
          if (next === texts.length) return done((socket.close(), view));
          acted = steps;
          const text = texts[next++];
          // The server hears twenty messages a second from one connection, no more.
          setTimeout(() => send('act', { table: id, seat, text: text !== 'keep?' ? text : view.turned_up === 'winchester' ? 'keep' : 'leave', at: steps }), 55);
        };
      }),
    [table.id, moves],
  );
const passed = (...names) => names.flatMap((name) => [`play ${name}`, 'end']);

const numbers = (page) => page.evaluate(() => [...document.querySelectorAll('.fu-number input')].map((input) => Number(input.value)));

test('sides are chosen when a table is made, and whoever joins picks a seat of the side they want', async () => {
  const ada = await gunman();
  const cover = ada.locator('.cover').filter({ has: ada.getByRole('heading', { name: "Flick 'em Up!" }) });
  await cover.getByRole('button', { name: 'Make a table' }).click();
  const dialog = ada.getByRole('dialog');
  const column = (side) => dialog.getByRole('region', { name: side }).getByLabel(/^Seat \d$/);
  await dialog.getByRole('button', { name: 'One more for the lawmen' }).click();
  await soon(async () => assert.deepEqual([await column('Lawmen').count(), await column('Outlaws').count()], [2, 1]));
  await dialog.getByLabel('Seat 2', { exact: true }).selectOption('open');
  await dialog.getByRole('button', { name: 'Seat 2 to the lawmen' }).click();
  await soon(async () => assert.equal(await dialog.locator('.problem').textContent(), '3 seats play 2 against 1, not 3 against 0.'));
  await soon(async () => assert.ok(await dialog.getByRole('button', { name: 'Make the table' }).isDisabled()));
  await dialog.getByRole('button', { name: 'Seat 1 to the outlaws' }).click();
  await shot(ada, 'flickemup-make');
  await noSeriousFault(ada, 'the dialog with sides');
  await dialog.getByRole('button', { name: 'Make the table' }).click();
  await ada.waitForSelector('.waiting');
  await soon(async () => assert.deepEqual(await ada.locator('.waiting li').filter({ hasText: '(you)' }).locator('.tag').allTextContents(), ['outlaws 1']));
  const bo = await gunman();
  await bo.goto(new URL(ada.url()).pathname);
  await bo.getByRole('button', { name: 'Play for the lawmen' }).waitFor();
  await shot(bo, 'flickemup-waiting');
  await bo.getByRole('button', { name: 'Play for the lawmen' }).click();
  await ready(bo);
  assert.deepEqual(
    bo.scene.view.seats.map((seat) => seat.team),
    ['outlaws', 'lawmen', 'lawmen'],
  );
  assert.deepEqual(bo.scene.mine, [1]);
  assert.deepEqual([...ada.faults, ...bo.faults], []);
  await ada.context().close();
  await bo.context().close();
});

test('a cowboy is tapped, a flick is pulled back and let go; a pull that comes back to nothing is none', async () => {
  const page = await gunman();
  await sitDown(page, mine());
  await page.locator('[data-label="L1"]').click();
  await page.waitForSelector('[data-move="shoot left"]');
  await showsText(page.locator('.strip .line'), /L1 has 2 actions left/);
  await shot(page, 'flickemup-actions');
  await page.locator('[data-label="shoot left"]').click(); // the disc's place in the town picks the action, too
  await page.waitForSelector('.fu.aiming');

  await pull(page, -150, 0, { release: false });
  await soon(async () => assert.deepEqual((await numbers(page))[0], 0, 'pulled to the left it flies to the right'));
  await soon(async () => assert.ok((await numbers(page))[1] > 1000, 'a long pull is strong'));
  await shot(page, 'flickemup-pull');
  const box = await page.locator('.fu-stage').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
  await hasCount(page.locator('.fu.aiming'), 1, 'it was taken back: still aiming');
  assert.equal(page.scene.flicks, 0);

  await pull(page, -40, 0, { release: false });
  const weak = (await numbers(page))[1];
  await page.mouse.move(box.x + box.width / 2 - 120, box.y + box.height / 2 + 60);
  const [angle, strong] = await numbers(page);
  assert.ok(strong > weak, 'longer is faster');
  assert.ok(Math.abs(angle - 26.57) < 0.1, `down and left goes up and right: ${angle}`);
  await page.mouse.up();
  await settled(page, 1);
  await soon(async () => assert.match(await lastMove(page), /fires a (gentle|firm|strong) left-hand shot (at .+|into the open)/));
  await showsText(page.locator('.fu-caption'), /\w/, 'the ruling stands there in a sentence');

  // Shown again, in slow motion, from where it began.
  await page.getByRole('button', { name: 'Show the last flick again' }).click();
  await page.waitForSelector('.fu.playing');
  await page.locator('.fu-field').click({ position: { x: 200, y: 200 } });
  await settled(page, 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('with the keyboard alone: choose, aim by degrees and power, flick, go back with Escape', async () => {
  const page = await gunman();
  await sitDown(page, mine());
  await page.locator('.fu-do').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-move="shoot right"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.fu.aiming');
  // Who does not see the town is told where everybody is, as angles that can be typed.
  await hasText(page.locator('.fu-where'), /O5: 781 mm away, at 2\.6°/);
  const [angle, speed] = await numbers(page);
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await soon(async () => assert.deepEqual(await numbers(page), [(angle + 7.9) % 360, speed + 50]));
  await page.waitForFunction(() => /Angle 7\.9°, speed \d+ mm\/s/.test(document.querySelector('.fu-aimbar [aria-live]')?.textContent ?? ''));
  await page.keyboard.press('Escape');
  await page.waitForSelector('.fu-bar [data-move="move"]');
  assert.equal(page.scene.flicks, 0, 'Escape flicks nothing');

  await page.locator('[data-move="shoot right"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.fu-number input').first().fill('12.5');
  await page.locator('.fu-number input').nth(1).fill('1500');
  await page.keyboard.press('Enter');
  await settled(page, 1);
  await soon(async () => assert.match(await lastMove(page), /fires a firm right-hand shot (at .+|into the open)/));
  assert.doesNotMatch(await lastMove(page), /°/, 'degrees are for those who ask');

  // And in words; a move without its numbers asks for them.
  await page.getByRole('button', { name: 'Moves' }).click();
  await showsText(page.locator('#moves'), /move ANGLE SPEED/);
  await page.locator('.command input').fill('move');
  await page.keyboard.press('Enter');
  await page.keyboard.type('45 400');
  await page.keyboard.press('Enter');
  await settled(page, 2);
  await showsText(page.locator('.fu-caption'), /The move succeeds/);

  // An unsteady hand: the power swings while the key is held, and the moment of letting go decides.
  await page.waitForFunction(() => document.querySelector('.fu')?.dataset.phase === 'play');
  await page.getByRole('button', { name: 'View and hand' }).click();
  await page.getByLabel('Steady hand').uncheck();
  await page.keyboard.press('Escape');
  await page.locator('.fu-bar [data-move="face"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.locator('.fu-bar [data-move="play O1"]').click();
  await page.locator('.fu-bar [data-move="shoot left"]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.down('Enter');
  await page.waitForSelector('.fu-power.swinging');
  await page.waitForFunction(() => (window.swings ??= new Set()).add(document.querySelectorAll('.fu-number input')[1].value).size > 2); // the power swings
  await page.keyboard.up('Enter');
  await settled(page, 3);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Runs in the page: what is larger than its box. */
const cutWords = () =>
  [...document.querySelectorAll('.fu-goal, .fu-man .where, .fu-man .head, .fu-do span, .fu-hour p, .fu-strip > span, .strip .line')]
    .filter(
      (node) =>
        node.getClientRects().length &&
        (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1) &&
        getComputedStyle(node).display !== 'inline',
    )
    .map((node) => node.outerHTML.slice(0, 100));

test('the goal stands there before the first move, in a sentence and a picture, and stays in sight with its progress', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, phone]) {
    const page = await gunman({ viewport, reducedMotion: 'reduce' });
    const { table } = await makeTable(page, mine(), { game: 'flickemup', options: { scenario: '8' } });
    await page.goto(`/t/${table.id}`);
    const card = page.locator('.fu-card');
    await card.waitFor();
    await showsText(card, /blow up dynamite within 90 mm of the Sheriff's door and of the Bank's door/);
    await showsText(card, /At noon: the lawmen win/);
    await hasCount(card.locator('.fu-picture[data-motif="dynamite"]'), 1);
    await card.getByRole('button', { name: 'Let’s play' }).click();
    await card.waitFor({ state: 'detached' });
    await showsText(page.locator('.fu-goal'), /outlaws eliminated: 0 of 4[^]*doors blown: 0 of 2/);
    await soon(async () => assert.match(await page.locator('.table-head .what p').innerText(), /^6 o’clock · not rated/, 'an hour is no round'));
    assert.deepEqual(await page.evaluate(cutWords), []);
    const { table: longest } = await makeTable(page, mine(), { game: 'flickemup', options: { scenario: '2' } });
    await page.goto(`/t/${longest.id}`);
    await showsText(page.locator('.fu-goal'), /lawmen eliminated: 0 of 3/);
    assert.deepEqual(await page.evaluate(cutWords), [], 'nor where each side has two ways to win');
    await page.goto(`/t/${table.id}`);
    await page.waitForSelector('.fu[data-stage="drawn"]');
    assert.equal(await card.count(), 0, 'who has read it is not asked again');
    await page.locator('.fu-goal').click();
    await card.waitFor();
    await actBeside(page, 'play O1');
    await card.waitFor({ state: 'detached' }); // whoever plays on has read it
    await page.locator('.fu-goal').click();
    await card.waitFor();
    await endBeside(page, table.id);
    await page.waitForSelector('section.result');
    await card.waitFor({ state: 'detached' }); // the result is not covered
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('a long name does not push the cowboys out of the box of their team', async () => {
  const page = await gunman();
  await sitDown(page, mine());
  const beyond = await page.evaluate(() => {
    const [box] = document.querySelectorAll('.fu-team.outlaws');
    box.querySelector('.who .one-line').textContent = 'Quickdraw Quinn of the Northern Hills';
    return Math.max(...[...box.querySelectorAll('.fu-man')].map((man) => man.getBoundingClientRect().right)) - box.getBoundingClientRect().right;
  });
  assert.ok(beyond <= 0, `they stand ${beyond} pixels beyond it`);
  await page.context().close();
});

test('a duel, shot by shot, on its own table; and a hint that fires', async () => {
  const page = await gunman({ reducedMotion: 'reduce' });
  await sitDown(page, mine(), { scenario: '2' });
  for (const text of ['play O1', 'move 178.83 1515', 'move 90 600', 'play L5', 'move 1.17 1515']) await moving(page, () => say(page, text));
  await settled(page, 3);
  await hasCount(page.locator('[data-label="O1"].indoors'), 1, 'O1 is seen in the Saloon');
  await page.locator('.fu-man[data-man="O1"]').click();
  await showsText(page.locator('.fu-look'), /in the Saloon/);
  await page.locator('.fu-bar [data-move="end"]').hover();
  await showsText(page.locator('.strip .line'), /^End turn/i);
  await actBeside(page, 'move 90 600');
  await settled(page, 4);
  await showsText(page.locator('.fu-caption'), /an enemy is there: a duel/);
  await showsText(page.locator('.strip .line'), /^Duel: shoot with L5/, 'what was pointed at before the move is not told after it');
  await showsText(page.locator('.fu-duel'), /Duel in the Saloon/);
  await hasCount(page.locator('.fu-drawn .fu-piece'), 2, 'two cowboys on an empty table');
  await page.setViewportSize({ width: 1280, height: 800 });
  const rows = (selector) =>
    page.locator(selector).evaluate((node) => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight)));
  await soon(async () => assert.ok((await rows('.fu-goal .words')) <= 3, 'beside a duel the goal is its name and a line for each side'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await shot(page, 'flickemup-duel');

  await say(page, 'shoot left 90 1800');
  await settled(page, 5);
  await hasCount(page.locator('.fu-duel .fired'), 1);
  await say(page, 'shoot left 270 1800');
  await settled(page, 6);
  await showsText(page.locator('.strip .line'), /shoot with L5, shot 2 of 3/);
  await choose(page, 'shoot left');
  await page.locator('.fu-number input').first().fill('349.8');
  await page.locator('.fu-number input').nth(1).fill('1800');
  await page.getByRole('button', { name: 'Flick', exact: true }).click();
  await settled(page, 7);
  await showsText(page.locator('.fu-caption'), /A hit: O1 is down and loses a hit point/);
  await hasCount(page.locator('.fu-duel'), 0);
  await showsText(page.locator('.fu-man[data-man="O1"]'), /lies/);
  await showsText(page.locator('.fu-man[data-man="L5"]'), /Saloon/);

  // What the hint means is drawn as a line, and "do that" does it.
  await choose(page, 'play O3');
  await page.waitForSelector('[data-move="move"]');
  await page.getByRole('button', { name: 'Hint' }).click();
  await moving(page, () => page.getByRole('button', { name: 'Do that' }).click());
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** A shot with a free line at somebody who stands, as a text: what the geometry of the table says. */
function freeShot({ view, actions }) {
  const { pieces, lying, cowboys } = view.shared;
  const shots = actions.filter((action) => action.kind === 'shoot');
  let best = null;
  for (const { text, from } of shots)
    for (const [target, figure] of Object.entries(cowboys)) {
      if (!target.startsWith('O') || figure.state !== 'standing') continue;
      const [tx, ty] = pieces[target];
      const away = Math.hypot(tx - from.x, ty - from.y);
      const [c, s] = [(tx - from.x) / away, (ty - from.y) / away];
      const free = Object.entries(pieces).every(([name, [x, y]]) => {
        if (name === target || lying.includes(name)) return true;
        const along = (x - from.x) * c + (y - from.y) * s;
        const aside = Math.abs((y - from.y) * c - (x - from.x) * s);
        return along < 0 || along > away || aside > (/fence/.test(name) ? 42 : /^(sheriff|bank|saloon|store|town|under)/.test(name) ? 55 : 21);
      });
      const angle = ((Math.atan2(s, c) * 180) / Math.PI + 360) % 360;
      if (free && (!best || figure.hit_points < best.points)) best = { points: figure.hit_points, text: `${text} ${angle.toFixed(2)} 3800` };
    }
  return best?.text ?? 'end';
}

test('a whole game of Main Street against a bot, to its end, and its replay shows the same flicks', async () => {
  const page = await gunman({ reducedMotion: 'reduce' });
  const made = await sitDown(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }], { scenario: '1' });
  const marks = new Map();
  for (let step = 0; step < 200 && page.scene.table.status === 'running'; step++) {
    if (!page.scene.actions.length) {
      await sceneThat(page, ({ table, actions }) => table.status !== 'running' || actions.length);
      continue;
    }
    const seen = await mark(page);
    if (seen) marks.set(seen.split(' ')[0], seen);
    const text = page.scene.view.phase === 'choose' ? page.scene.actions[page.scene.actions.length - 1].text : freeShot(page.scene);
    await moving(page, () => say(page, text));
  }
  assert.equal(page.scene.table.status, 'over');
  await page.waitForSelector('section.result');
  await hasCount(page.locator('.fu-caption > span'), 0, 'what came of the last flick is no news beside the result');
  await shot(page, 'flickemup-over');
  assert.ok(marks.size > 3, 'flicks were seen');
  await page.locator('section.result .part').first().click();
  await page.locator('.fu-boxes.counting .fu-man.counts').first().waitFor(); // whose hit points they are
  await shot(page, 'flickemup-part');
  await page.locator('.part-bar button').click();
  await page.locator('section.result').waitFor();

  await page.goto(`/r/${made.table.id}`);
  await ready(page);
  const [flick, same] = [...marks][0];
  const story = await page.evaluate((id) => fetch(`/api/replays/${id}`).then((answer) => answer.json()), made.table.id);
  const at = story.positions.findIndex((position) => position.flicks === Number(flick));
  await page.goto(`/r/${made.table.id}?at=${at - 1}`);
  await ready(page);
  await page.waitForSelector(`.replay-page[data-index="${at - 1}"][data-ready="true"]`);
  await page.getByRole('button', { name: 'A step forward' }).click();
  await settled(page, flick);
  assert.equal(await mark(page), same, 'the replay plays the flick as it was');
  await shot(page, 'flickemup-replay');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('dynamite, thrown by keys and by pull; the end is told when the last flick has been seen or skipped, to who wants no motion at once', async () => {
  const page = await gunman();
  const { table } = await makeTable(page, mine(), { game: 'flickemup', options: { scenario: '8' } });
  const intoTheStore = (angle, speed) => [`move ${angle} ${speed}`, 'move 270 900'];
  await beside(page, table, [
    ...passed('O1', 'L1'),
    'play O5',
    ...intoTheStore(162.18, 930),
    ...passed('L2'),
    'play O4',
    ...intoTheStore(194.04, 922),
    ...passed('L3', 'O2', 'L4', 'O3', 'L5'),
    ...passed('O1', 'L1'),
    'play O4',
  ]);
  await page.goto(`/t/${table.id}`);
  await ready(page);
  await page.locator('.fu-do.take').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-move="throw"]').focus();
  await showsText(page.locator('.strip .line'), /Throw: it goes off where it rests and hits all within 60 mm/);
  await page.keyboard.press('Enter');
  await page.locator('.fu-number input').first().fill('90');
  await page.locator('.fu-number input').nth(1).fill('1560');
  await hasCount(page.locator('.fu-aim .blast-reach'), 1, 'how far it hits is seen before');
  await page.waitForFunction(() => /Nobody is within 60 mm of its rest/.test(document.querySelector('.fu-aimbar [aria-live]')?.textContent ?? ''));
  await shot(page, 'flickemup-dynamite-aim');
  await page.keyboard.press('Enter');
  await settled(page, 5);
  await showsText(page.locator('.fu-caption'), /The dynamite goes off: nobody is hit/);
  await hasCount(page.locator('.fu-trace .blast'), 1, 'and where it went off, after');
  await hasCount(page.locator('.fu-piece.dynamite'), 0, 'of the stick nothing is left');

  // The second one, at the Sheriff's door, ends the game.
  await beside(page, table, [
    ...passed('L2'),
    'play O5',
    'take dynamite',
    'move 90 1000',
    'end',
    ...passed('L3', 'O2', 'L4', 'O3', 'L5', 'O1', 'L1'),
    'play O5',
  ]);
  await page.evaluate(() => localStorage.setItem('flipside.flickemup', '{"drawn":true,"slow":true}'));
  await page.reload();
  await ready(page);
  const calm = await gunman({ reducedMotion: 'reduce' }); // looks on
  await calm.goto(`/t/${table.id}`);
  await ready(calm);
  await page.evaluate(() => {
    window.early = [];
    const told = {
      result: () => document.querySelector('section.result'),
      head: () => /over/.test(document.querySelector('.table-head .what p').textContent),
      log: () => /goes off|win/.test(document.querySelector('.log li:last-child').textContent),
    };
    new MutationObserver(() => {
      if (document.querySelector('.fu.playing')) window.early.push(...Object.keys(told).filter((what) => told[what]()));
    }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  });
  await choose(page, 'throw');
  await page.waitForSelector('.fu.aiming');
  const { from } = page.scene.actions.find((action) => action.kind === 'throw');
  const [dx, dy] = [470 - from.x, 455 - from.y];
  // As long as it must be: the pull that the page takes for the speed that slides so far.
  const power = ((Math.sqrt(Math.hypot(dx, dy) * 2 * 0.3 * 9810) - 100) / 3900) ** (1 / 1.8);
  const long = (16 + power * (260 - 16)) / Math.hypot(dx, dy);
  await pull(page, -dx * long, dy * long);
  await page.waitForSelector('.fu.playing');
  await calm.waitForSelector('section.result');
  await page.keyboard.press('Escape');
  await page.waitForSelector('section.result');
  await showsText(page.locator('section.result h2'), /win/);
  assert.deepEqual(await page.evaluate(() => window.early), [], 'nothing was told while the dynamite was on its way');
  await shot(page, 'flickemup-dynamite-over');
  await page.reload();
  await page.waitForSelector('section.result');
  for (const one of [page, calm]) {
    assert.deepEqual(one.faults, []);
    await one.context().close();
  }
});

test('a Winchester is turned up and fired, by pull and by keys: its bullet lies in the line of fire, or where one says', async () => {
  const page = await gunman({ reducedMotion: 'reduce' });
  const others = passed('O2', 'L2', 'O3', 'L3', 'O4', 'L4', 'O5');
  const look = ['take face_down', 'keep?', 'take face_down', 'keep?'];
  let [table, who] = [null, null];
  // Of eight tokens four are turned up, in two houses; if it is not among them, another town.
  for (let towns = 0; towns < 20 && !who; towns++) {
    ({ table } = await makeTable(page, mine(), { game: 'flickemup', options: { scenario: '4' } }));
    const view = await beside(page, table, [
      'play L1',
      'move 17.82 930',
      'move 270 900',
      ...passed('O1'),
      'play L5',
      'move 342.18 930',
      'move 90 900',
      ...others,
      'play L1',
      ...look,
      ...passed('O1'),
      'play L5',
      ...look,
      ...others,
    ]);
    who = ['L1', 'L5'].find((name) => view.shared.cowboys[name].tokens.includes('winchester'));
  }
  const out = who === 'L1' ? ['play L1', 'move 95 1000', 'end', ...passed('O1', 'L5')] : [...passed('L1', 'O1'), 'play L5', 'move 265 1000', 'end'];
  await beside(page, table, [...out, ...others, ...(who === 'L1' ? [] : passed('L1', 'O1')), `play ${who}`]);
  await page.goto(`/t/${table.id}`);
  await ready(page);
  await hasCount(page.locator(`.fu-man[data-man="${who}"] .fu-tokens`), 1, 'he is seen to carry it');
  const { flicks } = page.scene;
  await choose(page, 'shoot around');
  await page.waitForSelector('.fu.aiming');
  await pull(page, -150, 0, { release: false });
  const [around, angle] = await numbers(page);
  assert.deepEqual([around, angle], [0, 0], 'the bullet goes round him with the aim');
  await shot(page, 'flickemup-winchester');
  await page.mouse.up();
  await settled(page, flicks + 1);
  await soon(async () => assert.match(await lastMove(page), /fires an? \w+ Winchester shot (at .+|into the open)/));

  await page.locator('[data-move="shoot around"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.fu-number input').first().fill('90');
  await page.locator('.fu-field').focus();
  const before = await numbers(page);
  await page.keyboard.press('ArrowLeft');
  await soon(async () => assert.deepEqual(await numbers(page), [90, before[1] + 1, before[2]], 'where it was put it stays'));
  await page.keyboard.press('Enter');
  await settled(page, flicks + 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('three players and somebody who looks on: all see the same trajectory, in 3D or drawn; the team talks among itself', async () => {
  const ada = await gunman({ viewport: { width: 1180, height: 560 }, town: '3d' });
  const made = await makeTable(ada, [{ kind: 'me' }, { kind: 'link' }, { kind: 'link' }], { game: 'flickemup' });
  const joined = [];
  for (const { path } of made.links) {
    const page = await gunman();
    await page.goto(path);
    await page
      .getByRole('button', { name: /sit|join/i })
      .first()
      .click();
    await page.waitForURL(/\/t\//);
    joined.push(page);
  }
  const [bo, cy] = joined; // an outlaw, and Ada's fellow lawman
  const dee = await gunman(); // looks on
  for (const page of [ada, dee]) await page.goto(`/t/${made.table.id}`);
  for (const page of [ada, bo, cy, dee]) await ready(page);
  await hasAttribute(ada.locator('.fu'), 'data-stage', '3d', 'Ada sees the town in 3D');
  await choose(ada, 'play L1');
  await choose(ada, 'shoot left');
  await ada.waitForSelector('.fu.aiming');
  await townAtRest(ada); // the camera has gone over his shoulder
  await pull(ada, -40, 120, { release: false });
  const [angle] = await numbers(ada);
  assert.ok(angle > 300, `over his shoulder a pull down and to the left flies ahead and to the right: ${angle}`);
  await shot(ada, 'flickemup-3d-pull');
  await ada.mouse.up();
  for (const page of [ada, bo, cy, dee]) await settled(page, 1);
  const [first, ...others] = await Promise.all([ada, bo, cy, dee].map(mark));
  assert.match(first, /^1 \d+ [0-9a-f]+$/);
  assert.deepEqual(others, [first, first, first]);
  const words = await Promise.all([ada, bo, cy].map((page) => page.locator('.fu-caption').innerText()));
  assert.deepEqual(new Set(words).size, 1, 'and the same ruling');
  await shot(ada, 'flickemup-3d');

  // A graphics card that gives up leaves the drawn town behind, and the game goes on.
  await ada.evaluate(() => document.querySelector('.fu-host canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
  await ada.waitForSelector('.fu[data-stage="drawn"] .fu-piece.cowboy');

  for (const page of [ada, bo, cy]) {
    const fold = page.getByRole('button', { name: 'Log and more' });
    if (await fold.count()) await fold.click();
    await page.getByRole('button', { name: 'Chat' }).click();
  }
  await ada.getByLabel('To my team only').check();
  await ada.getByRole('textbox', { name: /Say something/ }).fill('I take the barrel');
  await ada.getByRole('button', { name: 'Send' }).click();
  await cy.getByText('I take the barrel').waitFor();
  await showsText(cy.locator('.to-team'), /to the lawmen/);
  await ada.getByLabel('To my team only').uncheck();
  await ada.getByRole('textbox', { name: /Say something/ }).fill('Good luck all');
  await ada.getByRole('button', { name: 'Send' }).click();
  await bo.getByText('Good luck all').waitFor();
  assert.equal(await bo.getByText('I take the barrel').count(), 0, 'the other side hears nothing');
  assert.equal(await bo.getByLabel('To my team only').count(), 0, 'alone in a team there is nobody to whisper to');
  for (const page of [ada, bo, cy]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('without WebGL the town is drawn, says so, and plays as well', async () => {
  const flat = await openBrowser('--disable-gpu', '--disable-software-rasterizer', '--disable-3d-apis');
  const page = await gunman({ town: '3d' }, flat);
  await sitDown(page, mine());
  await hasAttribute(page.locator('.fu'), 'data-stage', 'drawn');
  await page.getByRole('button', { name: 'View and hand' }).click();
  await showsText(page.locator('.fu-menu'), /no 3D here/);
  await soon(async () => assert.ok(await page.getByLabel('Drawn from above').isDisabled()));
  await page.keyboard.press('Escape');
  await choose(page, 'play L1');
  await choose(page, 'move');
  await pull(page, -60, 0);
  await settled(page, 1);
  await showsText(page.locator('.fu-caption'), /\w/);
  assert.deepEqual(page.faults, []);
  await flat.close();
});

test('on a phone: a finger pulls, the boxes wait behind a strip, nothing scrolls sideways; lying as well', async () => {
  const page = await gunman({ viewport: phone, hasTouch: true, isMobile: true });
  await sitDown(page, mine());
  await noSidewaysScrolling(page);
  await page.locator('[data-label="L1"]').tap();
  await page.locator('.fu-bar [data-move="shoot left"]').tap();
  await page.waitForSelector('.fu.aiming');
  await shot(page, 'flickemup-phone-aim');
  const touch = await page.context().newCDPSession(page);
  const box = await page.locator('.fu-stage').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const point = (type, dy) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy, id: 1 }] });
  await point('touchStart', 0);
  for (const dy of [20, 60, 100]) await point('touchMove', dy);
  const [angle] = await numbers(page);
  assert.equal(angle, 90, 'on a small phone the table lies across, as wide as the screen: a pull down flies up, which is 90°');
  await point('touchEnd');
  await settled(page, 1);
  await shot(page, 'flickemup-phone');
  const height = (await page.locator('.fu-stage').boundingBox()).height;
  assert.ok(height > 280, `the town has room: ${height}`);
  const boxes = page.locator('.fu-man[data-man="O5"]');
  await page.locator('.fu-strip').tap();
  await boxes.waitFor();
  await shot(page, 'flickemup-phone-boxes');
  await page.locator('.fu-close').tap();
  await boxes.waitFor({ state: 'hidden' });
  await showsText(page.locator('.fu-goal'), /outlaws eliminated: 0 of 3/, 'the goal is in sight here too');
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([type=checkbox])')]
      .filter((node) => node.getClientRects().length && !node.closest('[aria-hidden]'))
      .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)])
      .filter(([rect]) => rect.height < 43.5 || rect.width < 43.5)
      .map(([, html]) => html),
  );
  assert.deepEqual(small, [], 'every target is as large as a fingertip');
  await page.setViewportSize({ width: 740, height: 360 });
  await noSidewaysScrolling(page);
  await page.locator('.fu-bar [data-move="move"]').tap();
  await page.waitForSelector('.fu.aiming');
  await shot(page, 'flickemup-phone-lying');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Runs in the page: the names that what is said over the town touches. */
function namesUnderWords() {
  const words = document.querySelector('.fu-caption > span').getBoundingClientRect();
  const touches = (box) => box.right > words.left && box.left < words.right && box.bottom > words.top && box.top < words.bottom;
  return [...document.querySelectorAll('.fu-labels > span')]
    .filter((name) => name.style.visibility !== 'hidden' && touches(name.getBoundingClientRect()))
    .map((name) => name.dataset.label);
}

test('on a small phone in 3D what is said of a shot lies on nobody’s name', async () => {
  const page = await gunman({ viewport: phone, reducedMotion: 'reduce', town: '3d' });
  page.setDefaultTimeout(120e3);
  await sitDown(page, mine());
  await hasAttribute(page.locator('.fu'), 'data-stage', '3d');
  await say(page, 'play L1');
  await page.locator('.fu-bar [data-move="shoot left"]').waitFor();
  await say(page, 'shoot left 180 2500');
  await settled(page, 1);
  await showsText(page.locator('.fu-caption'), /touched nothing/);
  await soon(async () => assert.deepEqual(await page.evaluate(namesUnderWords), []), 60e3);
  await hasCount(page.locator('[data-label="O3"]'), 1, 'there are names to touch');
  await shot(page, 'flickemup-phone-3d-words');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a lesson draws the aim it waits for, takes one that is near, and says so to one that is not', async () => {
  const page = await gunman({ reducedMotion: 'reduce' });
  await page.goto('/learn/flickemup');
  await page.getByRole('button', { name: /Flick and move/ }).click();
  await ready(page);
  await choose(page, 'play L1');
  await page.waitForFunction(() => /L/.test(document.querySelector('.fu-ghost path')?.getAttribute('d') ?? ''));
  await choose(page, 'move');
  await page.locator('.fu-number input').first().fill('90');
  await page.keyboard.press('Enter');
  await page.locator('.toasts p').waitFor();
  assert.equal(page.scene.flicks, 0, 'that was not what the lesson waits for');
  await choose(page, 'move');
  await page.locator('.fu-number input').first().fill('4');
  await page.locator('.fu-number input').nth(1).fill('1100');
  await page.keyboard.press('Enter');
  await settled(page, 1);
  await shot(page, 'flickemup-lesson');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('an entrance that the move can reach is cleared; an object that stays is marked, and a tap says why', async () => {
  for (const options of [{ reducedMotion: 'reduce' }, { reducedMotion: 'reduce', viewport: phone, colorScheme: 'dark' }]) {
    const page = await gunman(options);
    await page.goto('/learn/flickemup');
    await page.getByRole('button', { name: /Clear an entrance/ }).click();
    await ready(page);
    await choose(page, 'play L1');
    await hasCount(page.locator('.fu-bar [data-move^="clear barrel1"]'), 2);
    await hasCount(page.locator('.fu-bar [data-move^="clear barrel2"]'), 0, 'the Bank looks the other way');
    const mark = page.locator('.fu-stays');
    await hasCount(mark, 1);
    const why = /his move cannot reach the entrance of the Bank because a house is entered from the front/;
    await showsText(page.locator('.fu-where li').last(), why);
    const box = await mark.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await showsText(page.locator('.fu-look[aria-label="barrel 2"]'), why);
    await shot(page, `flickemup-stays-${options.colorScheme ?? 'light'}`);
    await choose(page, 'clear barrel1 left');
    await hasCount(page.locator('.fu-bar [data-move^="clear"]'), 0);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('the news of scenario 4 ask for one Colt: everybody has a pistol', async () => {
  const page = await gunman({ reducedMotion: 'reduce' });
  const { table } = await makeTable(page, mine(), { game: 'flickemup', options: { scenario: '4' } });
  await page.goto(`/t/${table.id}`);
  const news = page.locator('.fu-card .fu-news');
  await showsText(news, /A Colt beside the pistol that every cowboy has makes two: two bullets in one action/);
  assert.doesNotMatch(await news.innerText(), /second Colt/i);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('axe-core finds no serious fault, choosing and aiming, in light and dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await gunman({ colorScheme });
    await sitDown(page, mine(), { scenario: '10' });
    const look = async (where) => {
      await noSeriousFault(page, `${where}, ${colorScheme}`);
      await shot(page, `flickemup-${where}-${colorScheme}`);
    };
    await page.getByRole('button', { name: 'View and hand' }).click();
    await look('choose');
    await page.keyboard.press('Escape');
    await page.locator('.fu-do').first().click();
    await choose(page, 'move');
    await page.waitForSelector('.fu.aiming');
    await look('aim');
    await page.context().close();
  }
});

test('the drawn town looks as it did', async () => {
  const page = await gunman({ reducedMotion: 'reduce', colorScheme: 'light' });
  await sitDown(page, mine(), { scenario: '10' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await atRest(page);
  const picture = (await page.locator('.fu-drawn').screenshot()).toString('base64');
  const file = fileURLToPath(new URL('./pictures/drawn.png', import.meta.url));
  const size = [300, 235];
  const compare = (now, before) => comparePictures(page, now, before, size);
  const [width, height] = size;
  if (process.env.FLIPSIDE_PICTURES === 'write') writeFileSync(file, Buffer.from((await compare(picture, picture)).png, 'base64'));
  const { off } = await compare(picture, readFileSync(file).toString('base64'));
  assert.ok(off < 0.02 * width * height, `${off} of ${width * height} dots are others`);
  // The comparison would see it if somebody were missing: without its houses and cowboys it is another town.
  await page.evaluate(() => document.querySelectorAll('.fu-piece.cowboy, .fu-piece.building, .fu-rooms .floor').forEach((node) => node.remove()));
  const empty = await compare((await page.locator('.fu-drawn').screenshot()).toString('base64'), readFileSync(file).toString('base64'));
  assert.ok(empty.off > 0.02 * width * height, `an empty town differs in ${empty.off} dots only`);
  await page.context().close();
});
