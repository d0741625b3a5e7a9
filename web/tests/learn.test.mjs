// Learning in a real browser: lessons of every game from start to end (the first and the last; with FLIPSIDE_LONG all of them), wrong moves, back, leave and resume; hints on every board;
// the tutor on and off; by keyboard and on a phone.
// ./check runs those with: from the cover|by keyboard alone; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  atRest,
  drawn,
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
  wide,
} from './support.mjs';

let server, browser, games, tutorials;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
  games = (await fetch(`${server.url}/api/games`).then((answer) => answer.json())).games;
  tutorials = (await fetch(`${server.url}/api/lessons`).then((answer) => answer.json())).tutorials;
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const says = (page) => page.locator('.lesson .says').textContent();
const steps = (page) => page.evaluate(() => document.querySelector('.table-page').dataset.steps);
const isDone = (page) => page.locator('.lesson.finished').count();

/** Does something and waits until the lesson has gone on. */
async function goingOn(page, gesture) {
  const before = await steps(page);
  await gesture();
  await page.waitForFunction((old) => document.querySelector('.table-page').dataset.steps !== old, before);
}

async function openLesson(page, game, title) {
  await page.goto(`/learn/${game}`);
  await page.locator('.lessons li button', { hasText: title }).click();
  await page.waitForSelector('.lesson .says');
  await page.waitForSelector('.board-area > :not(.over-board)');
}

/** "Do it for me"; a step that asks shows the move first. */
async function letDo(page) {
  const show = page.getByRole('button', { name: 'Show me' });
  if (await show.count()) await show.click();
  await page.getByRole('button', { name: 'Do it for me' }).click();
}

test('from the cover to the first lesson, by clicking on what is lit up, to "now play"', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  await page.locator('.cover', { hasText: 'Royal Flip' }).getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.waitForSelector('.lesson .says');
  await hasText(page.locator('.lesson header'), /Lesson 1 of \d/);
  await page.waitForSelector('.zone.hinted');
  await hasCount(page.locator('.zone.hinted'), 3, 'colour, number and suit are lit up');
  await atRest(page);
  await shot(page, 'lesson-royalflip-wide');
  await page.locator('.card.nr-2 .zone.colour').click();
  await goingOn(page, async () => {
    await page.locator('.card.nr-1 .zone.number').click();
    const value = page.locator('.values .hinted');
    if (await page.locator('.values').count()) await value.click();
  });
  await goingOn(page, () => page.locator('.rf-cells button.hinted').click());
  await shot(page, 'lesson-royalflip-track-wide');
  await goingOn(page, () => page.locator('button.space.hinted').click());
  while (!(await isDone(page))) await goingOn(page, () => letDo(page));
  await shot(page, 'lesson-finished-wide');
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await page.waitForFunction(() => document.querySelector('.lesson header')?.textContent.includes('Lesson 2'));
  while (!(await isDone(page))) await goingOn(page, () => letDo(page));
  await page.getByRole('button', { name: 'Now play' }).click();
  await page.waitForFunction(() => !document.querySelector('.lesson') && document.querySelector('[data-legal]'));
  await page.goto('/learn/royalflip');
  await page.waitForSelector('.lessons');
  await soon(async () => assert.deepEqual(await page.locator('.lessons .mark').allTextContents(), ['✓', '✓', '3', '4', '5', '6']));
  await page.goto('/mine');
  await page.waitForSelector('.tables');
  await hasCount(page.locator('.tables li'), 1, 'lessons do not stand among the games');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a lesson asks now and then: nothing is lit until one asks back or has tried something else', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  await makeTable(page, [{ kind: 'me' }]); // whoever learns is somebody
  const { table } = await page.evaluate(() =>
    fetch('/api/lessons', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"game":"royalflip","lesson":1}' }).then((answer) =>
      answer.json(),
    ),
  );
  await page.goto(`/t/${table.id}`);
  await page.locator('.lesson .says').waitFor();
  await page.locator('.rf').waitFor();
  for (let step = 0; step < 3; step++) await goingOn(page, () => letDo(page));
  await hasText(page.locator('.lesson .says'), /where would you write it\?/);
  await hasCount(page.locator('.board-area .hinted'), 0);
  await page.getByRole('button', { name: 'Show me' }).waitFor();
  await page.locator('.rf-cells button.legal').last().click();
  await hasText(page.locator('.toasts'), /5 comes after 4/);
  await page.locator('.rf-cells button.hinted').waitFor();
  await goingOn(page, () => page.locator('.rf-cells button.hinted').click());
  await goingOn(page, () => letDo(page));
  await hasText(page.locator('.lesson .says'), /Where does the 6 go\?/);
  await hasCount(page.locator('.board-area .hinted'), 0);
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.locator('.rf-cells button.hinted').waitFor();
  await page.getByRole('button', { name: 'Do it for me' }).waitFor();
  await page.context().close();
});

/** What is wrong with what a lesson lights up and says, in words; asked in the page. All that is lit lies on the screen and under nothing, and the text is whole. */
function lessonFaults() {
  const lit = [...document.querySelectorAll('.board-area .hinted, .board-area [data-hinted]')].filter((node) => node.getClientRects().length > 0);
  const name = (node) => node && `${node.localName}.${node.getAttribute('class')}`;
  const fault = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!there) return `${name(node)} is lit up, but not on the screen`;
    const ring = node instanceof SVGElement; // around a man, whose name may lie on it
    return ring || node.contains(there) ? '' : `${name(node)} is lit up, but under ${name(there)}`;
  };
  const says = document.querySelector('.lesson .says');
  const cut = says.scrollHeight > says.clientHeight + 1 ? `of the text ${says.clientHeight} of ${says.scrollHeight} px are seen` : '';
  return [lit.length ? '' : 'nothing is lit up', cut, ...lit.map(fault)].filter(Boolean);
}

/** Is what the lesson waits for lit up, where somebody looks? */
async function seeLit(page, where) {
  const show = page.getByRole('button', { name: 'Show me' });
  if (await show.count()) await show.click();
  await soon(async () => assert.deepEqual(await page.evaluate(lessonFaults), [], where));
}

/** The server's tests play every lesson; here it is about what is lit up. */
const lessonsToPlay = ({ lessons }) => (process.env.FLIPSIDE_LONG ? lessons : [lessons[0], lessons.at(-1)]);

test('lessons of every game that has them, from start to end; what comes next is lit up at every step', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  assert.ok(tutorials.length >= 4);
  for (const tutorial of tutorials)
    for (const lesson of lessonsToPlay(tutorial)) {
      await openLesson(page, tutorial.game, lesson.title);
      const heard = new Set();
      for (let moves = 0; moves < 200 && !(await isDone(page)); moves++) {
        await seeLit(page, `${tutorial.game}, ${lesson.title}, move ${moves + 1}`);
        heard.add(await says(page));
        await goingOn(page, () => page.keyboard.press('h'));
      }
      assert.ok(await isDone(page), `${tutorial.game}: ${lesson.title}`);
      assert.ok(heard.size >= lesson.steps, `${tutorial.game}: ${lesson.title} said something at every step`);
      await soon(async () => assert.match(await says(page), /^Done! /));
      await page.getByRole('button', { name: 'Now play' }).waitFor();
      assert.equal(await page.locator('section.result').count(), 0);
      await showsText(page.locator('.table-head .what'), /the lesson is finished/);
      const following = tutorial.lessons[tutorial.lessons.indexOf(lesson) + 1];
      if (following) await soon(async () => assert.ok((await says(page)).endsWith(`Next: ${following.title}`), following.title));
      assert.doesNotMatch(await page.locator('.table-page').innerText(), /game is over/i, `${tutorial.game}: ${lesson.title}`);
    }
  for (const tutorial of process.env.FLIPSIDE_LONG ? tutorials : []) {
    await page.goto(`/learn/${tutorial.game}`);
    await page.getByRole('button', { name: 'Once more from the beginning' }).waitFor();
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('on a phone what a lesson waits for is lit up and in sight, in every game', async () => {
  const page = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce', hasTouch: true });
  for (const tutorial of tutorials) {
    await openLesson(page, tutorial.game, tutorial.lessons[0].title);
    for (let moves = 0; moves < 60 && !(await isDone(page)); moves++) {
      await seeLit(page, `${tutorial.game}, move ${moves + 1}`);
      await goingOn(page, () => page.keyboard.press('h'));
    }
  }
  await page.context().close();
});

test('a wrong move is answered kindly, back goes a step back, leaving and coming again goes on', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await openLesson(page, 'flipcity', 'A first turn');
  await goingOn(page, () => page.locator('[data-move=play]').click());
  const second = await says(page);
  await page.locator('[data-move=stop]').click();
  const alert = page.locator('.toasts [role=alert]');
  await alert.waitFor();
  await hasText(alert, /makes nobody unhappy: play on/, 'what is wrong with it');
  assert.equal(await says(page), second, 'nothing has changed');
  await goingOn(page, () => page.locator('[data-move=play].hinted').click());
  await soon(async () => assert.notEqual(await says(page), second));
  await goingOn(page, () => page.getByRole('button', { name: 'Back', exact: true }).click());
  await soon(async () => assert.equal(await says(page), second));
  await goingOn(page, () => page.keyboard.press('u'));
  await soon(async () => assert.ok(await page.getByRole('button', { name: 'Back', exact: true }).isDisabled()));
  for (let i = 0; i < 3; i++) await goingOn(page, () => page.locator('[data-move=play].hinted').click());
  const fourth = await says(page);
  await page.getByRole('link', { name: 'Leave' }).click();
  await page.waitForSelector('.lessons');
  await hasText(page.locator('.lessons li').first(), /step 4 of 6/);
  await shot(page, 'learn-wide');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForSelector('.lesson .says');
  await soon(async () => assert.equal(await says(page), fourth));
  await page.reload();
  await page.waitForSelector('.lesson .says');
  await soon(async () => assert.equal(await says(page), fourth));
  while (!(await isDone(page))) await goingOn(page, () => page.keyboard.press('h'));
  await page.getByRole('button', { name: 'Once more' }).click();
  await page.waitForFunction(() => document.querySelector('.lesson progress')?.value === 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a lesson by keyboard alone: into the board, Enter on what is lit up, back with u', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/learn/flipcity');
  await page.waitForSelector('.lessons');
  await page.getByRole('button', { name: 'Begin' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-move=play].hinted');
  for (let tabs = 0; tabs < 60; tabs++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('[data-move=play]'))) break;
  }
  await goingOn(page, () => page.keyboard.press('Enter'));
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-legal'));
  await goingOn(page, async () => {
    await page.keyboard.press(':');
    await page.waitForSelector('dialog[open] input:focus');
    await page.keyboard.type('play');
    await page.keyboard.press('Enter');
  });
  await goingOn(page, () => page.keyboard.press('u'));
  await soon(async () => assert.match(await page.locator('.lesson progress').getAttribute('aria-label'), /^1 of 6/));
  await page.context().close();
});

test('a hint lights something up on the board of every game', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  for (const game of games) {
    await page.goto('/');
    const made = await makeTable(page, [{ kind: 'me' }, ...(game.seats[1] > 1 ? [{ kind: 'bot', level: 1 }] : [])], { game: game.id });
    await page.goto(`/t/${made.table.id}`);
    if (game.id === 'flickemup') await page.getByRole('button', { name: 'Let’s play' }).click();
    for (let hints = 0; hints < 3; hints++) {
      await page.waitForSelector('.strip .your-turn');
      const hint = page.locator('.strip-buttons').getByRole('button', { name: 'Hint' });
      await hint.click();
      await page.getByRole('button', { name: 'Do that' }).waitFor();
      await hasText(page.locator('.strip .line'), /^Hint: ./);
      await page
        .waitForFunction(() => document.querySelectorAll('.board-area .hinted, .board-area [data-hinted]').length > 0, null, { timeout: 30000 })
        .catch(() => {
          throw new Error(`${game.id}: the hint lights nothing up`);
        });
      if (game.id === 'flickemup') break; // how to aim is the player's part
      await goingOn(page, () => page.getByRole('button', { name: 'Do that' }).click());
    }
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the tutor speaks when it is turned on, offers to take a bad move back, and is quiet when it is off', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
  const made = await makeTable(page, [{ kind: 'me' }]);
  await page.goto(`/t/${made.table.id}`);
  await page.waitForSelector('.zone');
  const choose = async () => {
    await page.locator('.card.nr-0 .zone.colour').click();
    await page.locator('.card.nr-1 .zone.number').click();
    if (await page.locator('.values').count()) await page.locator('.values [data-legal]').first().click();
    await page.waitForSelector('.rf-cells button.legal');
  };
  await choose();
  assert.equal(await page.locator('.tutor').count(), 0, 'quiet unless asked');
  await goingOn(page, () => page.keyboard.press('u'));
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByLabel(/^Tutor/).check();
  await choose();
  await page.locator('.tutor:not(.thinking, .quiet)').waitFor();
  await hasText(page.locator('.tutor p'), /[A-Z].*\.(Your move)?$/);
  await shot(page, 'tutor-wide');
  const regret = page.getByRole('button', { name: 'Take it back' });
  if (await regret.count()) await goingOn(page, () => regret.click());
  else await goingOn(page, () => page.keyboard.press('u'));
  await page.waitForSelector('.tutor:not(.quiet)', { state: 'detached' });
  await choose();
  await page.locator('.tutor:not(.quiet)').waitFor();
  await page.getByRole('button', { name: 'Close what the tutor said' }).click();
  await page.waitForSelector('.tutor:not(.quiet)', { state: 'detached' });
  await page.goto('/settings');
  await page.getByLabel(/^Tutor/).selectOption('off');
  await page.goto(`/t/${made.table.id}`);
  await page.waitForSelector('.rf-cells button.legal');
  await goingOn(page, () => page.locator('.rf-cells button.legal').first().click());
  await drawn(page);
  assert.equal(await page.locator('.tutor').count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the tutor judges a flick by its aim, at the table and in the replay; what has flown is not taken back', async () => {
  const page = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce' });
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('flipside.settings', JSON.stringify({ tutor: 'on' })));
  const made = await makeTable(page, [{ kind: 'me' }, { kind: 'me' }], { game: 'flickemup' });
  await page.goto(`/t/${made.table.id}`);
  const say = async (text) => {
    await page.getByRole('button', { name: 'Moves' }).click();
    await page.locator('.command input').fill(text);
    await goingOn(page, () => page.keyboard.press('Enter'));
    await page.locator('.tutor:not(.thinking, .quiet)').waitFor();
    return page.locator('.tutor p').textContent();
  };
  await page.waitForSelector('.fu-bar');
  await page.getByRole('button', { name: 'Moves' }).click();
  await page.locator('.command input').fill('play L1');
  await goingOn(page, () => page.keyboard.press('Enter'));
  await hasCount(page.locator('.tutor:not(.quiet)'), 0, 'there was nothing else to do: nothing is said of it');
  const flick = await say('move 180 4000');
  assert.match(flick, /it slides off the table \(exact hand\)\..* Better: L1 .+: hits O\d \(exact hand\)\.(Your move)?$/);
  assert.equal(await page.getByRole('button', { name: 'Take it back' }).count(), 0);
  await noSidewaysScrolling(page);
  await shot(page, 'tutor-flick-phone');
  await page.setViewportSize(wide);
  await shot(page, 'tutor-flick-wide');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  await page.waitForSelector('section.result');
  await page.goto(`/r/${made.table.id}?at=2`);
  await page.getByRole('button', { name: 'Was that good?' }).click();
  await page.locator('.verdict').waitFor();
  await soon(async () => assert.equal(await page.locator('.verdict').textContent(), flick, 'the same words as at the table'));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('with other people the tutor is silent where the game is rated, and speaks where the table was made with it', async () => {
  for (const allowed of [false, true]) {
    const ada = await visitor(browser, server, { reducedMotion: 'reduce' });
    await ada.goto('/');
    await ada.locator('.cover', { hasText: 'Royal Flip' }).getByRole('button', { name: 'Make a table' }).click();
    await ada.getByLabel(allowed ? /^Allow hints and the tutor/ : /^Rated/).check();
    await ada.getByRole('button', { name: 'Make the table' }).click();
    await ada.waitForSelector('.waiting');
    const link = await ada.locator('.waiting .copy input').inputValue();
    const bo = await visitor(browser, server);
    await bo.goto(link);
    await bo.getByRole('button', { name: 'Sit down' }).click();
    await ada.waitForSelector('.zone');
    await ada.getByRole('button', { name: 'Table', exact: true }).click();
    const tutor = ada.locator('.drawer .check', { hasText: allowed ? /^Tutor/ : 'This game is rated: the tutor speaks when it is over.' }).locator('input');
    await tutor.waitFor();
    await soon(async () => assert.equal(await tutor.isDisabled(), !allowed));
    if (allowed) {
      await tutor.check();
      await ada.locator('.card.nr-0 .zone.colour').click();
      await ada.locator('.card.nr-1 .zone.number').click();
      if (await ada.locator('.values').count()) await ada.locator('.values [data-legal]').first().click();
      await ada.locator('.tutor:not(.thinking, .quiet)').waitFor();
    }
    await ada.context().close();
    await bo.context().close();
  }
});

for (const [size, viewport, light] of looks)
  test(`no serious accessibility fault, nothing sideways: learn, lessons, tutor, ${size}, ${light}`, async () => {
    const page = await visitor(browser, server, { viewport, colorScheme: light, hasTouch: size === 'phone', reducedMotion: 'reduce' });
    const look = async (where) => {
      await noSidewaysScrolling(page);
      await noSeriousFault(page, `${where} (${size}, ${light})`);
      await shot(page, `${where}-${size}-${light}`);
    };
    await page.goto('/learn/fliptown');
    await page.waitForSelector('.lessons');
    await look('learn');
    for (const { game, lessons } of tutorials) {
      await openLesson(page, game, lessons[0].title);
      for (let i = 0; i < 3; i++) await goingOn(page, () => page.keyboard.press('h'));
      await look(`lesson-${game}`);
      if (size === 'phone') {
        const boxes = await page
          .locator('.lesson .buttons > *')
          .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ width, height, bottom }) => ({ width, height, bottom })));
        for (const box of boxes)
          assert.ok(box.width >= 43.9 && box.height >= 43.9 && box.bottom <= 640.5, `a target of ${box.width} × ${box.height} that ends at ${box.bottom}`);
      }
    }
    while (!(await isDone(page))) await goingOn(page, () => page.keyboard.press('h'));
    await look('lesson-finished');
    await page.evaluate(() => localStorage.setItem('flipside.settings', JSON.stringify({ tutor: 'on' })));
    const made = await makeTable(page, [{ kind: 'me' }]);
    await page.goto(`/t/${made.table.id}`);
    await page.waitForSelector('.zone');
    await page.locator('.card.nr-0 .zone.colour').click();
    await page.locator('.card.nr-1 .zone.number').click();
    if (await page.locator('.values').count()) await page.locator('.values [data-legal]').first().click();
    await page.locator('.tutor:not(.thinking, .quiet)').waitFor();
    await look('tutor');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
