// The shell around every board: the drawer that folds, many seats in a small head, the end of a game, and what help costs.
// ./check runs those with: drawer|ten seats|two seats|help says|against bots|royalflip:|a refusal|verb by verb|a tutor|each new turn; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  atRest,
  clickStep,
  finish,
  hasAttribute,
  hasCount,
  hasText,
  importFrom,
  makeTable,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  phaseOf,
  phone,
  Server,
  shot,
  soon,
  visitor,
} from './support.mjs';

const me = { kind: 'me' };
const bots = (count) => Array.from({ length: count }, () => ({ kind: 'bot', level: 1 }));

let server, browser, page;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
  page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function sitDown(seats, wish) {
  const { table } = await makeTable(page, seats, wish);
  await page.goto(`/t/${table.id}`);
  await page.locator('.board-area > :not(p, .over-board)').first().waitFor();
  return table;
}

/** Does the box lie inside the other one? */
const inside = (inner, outer) =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

test('the drawer folds away, gives its room to the board, and stays as it was left', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await sitDown([me], { game: 'flipcity' });
  const board = page.locator('.board-area');
  const open = page.getByRole('button', { name: 'Log and more' });
  const roomy = (await board.boundingBox()).width;
  await open.click();
  await page.locator('.drawer').waitFor();
  await soon(async () => assert.ok(roomy - (await board.boundingBox()).width >= 299));
  await page.reload();
  await page.locator('.drawer').waitFor();
  await page.getByRole('button', { name: 'Fold away' }).click();
  await page.locator('.drawer').waitFor({ state: 'detached' });
  await page.reload();
  await open.waitFor();
  assert.equal(await page.locator('.drawer').count(), 0);
  await page.evaluate(() => localStorage.removeItem('flipside.drawer'));
});

/** In the page, in one look: what does not lie inside the head of the table. */
function stickingOut(selector) {
  const head = document.querySelector('.table-head').getBoundingClientRect();
  const out = ({ left, top, right, bottom }) => left < head.left - 1 || top < head.top - 1 || right > head.right + 1 || bottom > head.bottom + 1;
  return [...document.querySelectorAll(selector)].filter((node) => out(node.getBoundingClientRect())).map((node) => node.textContent);
}

test('ten seats: the head shows who decides, whatever the size, and the others are one tap away', async () => {
  const table = await sitDown([me, ...bots(9)], { game: 'flickemup' });
  for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, phone]) {
    await page.setViewportSize(size);
    await page.locator('.seat.turn:visible').first().waitFor();
    await soon(async () => assert.deepEqual(await page.evaluate(stickingOut, '.seats li:not(.folded) .seat'), [], `a chip sticks out at ${size.width}`));
    await noSidewaysScrolling(page);
    if ((await page.locator('.seats li:not(.folded) .seat').count()) === table.seats.length) continue;
    await page.locator('.more-seats').click();
    await page.locator('.seats .folded').first().waitFor({ state: 'detached' });
    await hasCount(page.locator('.seat'), 10);
    await soon(async () =>
      assert.ok(
        await page.evaluate(() =>
          [...document.querySelectorAll('.seat')].every(
            (seat) =>
              seat.getBoundingClientRect().left >= 0 && seat.getBoundingClientRect().right <= innerWidth && seat.getBoundingClientRect().bottom <= innerHeight,
          ),
        ),
        'all are on the screen',
      ),
    );
    await shot(page, `ten-seats-${size.width}`);
    await page.locator('.seat').nth(9).click();
    await page.locator('.seat-row-box.open').waitFor({ state: 'detached' });
    await hasAttribute(page.locator('.seat').nth(9), 'aria-pressed', 'true');
  }
});

test('six players on a phone: the result is read player by player, the best first, with its reason and the rating', async () => {
  await page.setViewportSize(phone);
  const { table } = await makeTable(page, [me, ...bots(5)], { game: 'insertcoin', rated: true });
  await finish(page, table);
  await page.goto(`/t/${table.id}`);
  const result = page.locator('section.result');
  await result.waitFor();
  const totals = (await result.locator('.scores h3 b').allTextContents()).map(Number);
  assert.equal(totals.length, 6);
  assert.deepEqual(
    totals,
    [...totals].sort((a, b) => b - a),
  );
  await result.getByText('This game is rated. Your rating is shown once you have played a few more.').waitFor();
  await noSidewaysScrolling(page);
  await noSeriousFault(page, 'the result on a phone');
  await shot(page, 'result-six-phone');
  await hasCount(result.getByRole('button', { name: /: 0\. Show it on the board$/ }), 0, 'of nothing there is nothing to show');
  // A part of the score is shown on the board, on the sheet of whose it is.
  await result
    .locator('.scores li')
    .nth(1)
    .getByRole('button', { name: /Level [123]: / })
    .last()
    .click();
  const [, level] = /Level (\d)/.exec(await page.locator('.part-bar .lit-part').textContent());
  await page.locator(`.ic.part-level${level} .ic-cabinet.front[data-level="${level - 1}"]`).waitFor();
  const owner = await page.locator('.part-bar p').textContent();
  const shown = await page.locator('.seat[aria-pressed=true] .name').textContent();
  assert.ok(shown === 'You' || owner.startsWith(shown), `${owner} is seen on the sheet of ${shown}`);
  await page.getByRole('button', { name: 'Back to the result' }).click();
  await result.waitFor();
  await hasCount(page.locator(`.part-level${level}`), 0);
});

/** Runs in the page: what stands at the end of the names that are seen, and whether it lies inside its chip. */
function endsOfNames() {
  return [...document.querySelectorAll('.seats li:not(.folded) .seat')].map((chip) => {
    const end = chip.querySelector('.short-name > :last-child');
    return { words: end?.textContent.trim(), inside: Boolean(end) && end.getBoundingClientRect().right <= chip.getBoundingClientRect().right };
  });
}

test('two seats of one person are told apart on a phone, where their name is shortened', async () => {
  await page.setViewportSize(phone);
  await sitDown([me, me], { game: 'flickemup' });
  const told = [
    { words: '(1)', inside: true },
    { words: '(2)', inside: true },
  ];
  await soon(async () => {
    const seen = await page.evaluate(endsOfNames);
    assert.ok(seen.length > 0);
    assert.deepEqual(seen, told.slice(0, seen.length));
  });
  const name = page.locator('.seats .seat .short-name > :first-child').first();
  assert.ok(await name.evaluate((node) => node.scrollWidth > node.clientWidth), 'the name is too long for its chip');
});

test('the daily challenge ends with the rank and the way to its board, and without a rematch', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { table } = await page.evaluate(() =>
    fetch('/api/daily', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"game":"insertcoin"}' }).then((answer) => answer.json()),
  );
  await finish(page, table);
  await page.goto(`/t/${table.id}`);
  const result = page.locator('section.result');
  await result.getByText(/Rank 1/).waitFor();
  assert.equal(await page.getByRole('button', { name: /ematch/ }).count(), 0);
  await result.getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByRole('heading', { name: /Insert Coin/ }).waitFor();
});

/** In the page: which of the things in a column reach into the next one. */
function overlapping(column) {
  const boxes = [...column.children].map((node) => ({ node, ...node.getBoundingClientRect().toJSON() }));
  const reach = ({ node, top }) => top + Math.max(node.offsetHeight, node.scrollHeight);
  return boxes.slice(1).flatMap((box, index) => (reach(boxes[index]) > box.top + 1 ? [boxes[index].node.textContent] : []));
}

test('help says what it costs before it is used; the own log is told to "You", and the rules open where one is', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await sitDown([me, ...bots(1)], { game: 'flipcity', rated: true });
  const hint = page.getByRole('button', { name: /^Hint/ });
  const asks = page.getByRole('dialog', { name: 'This game is rated' });
  await hasText(hint, /no rating/);
  await hint.click();
  await asks.getByRole('button', { name: 'Keep it rated' }).click();
  await hasText(page.locator('.table-head .what p'), / · rated/);
  await hasCount(page.getByRole('button', { name: 'Do that' }), 0);
  await hint.click();
  await shot(page, 'help-in-a-rated-game');
  await asks.getByRole('button', { name: 'Play on with help, not rated' }).click();
  await page.getByRole('button', { name: 'Do that' }).click();
  await hasText(page.locator('.table-head .what p'), / · not rated/);
  await page.waitForFunction(() => !/no rating/.test(document.querySelector('.costly').textContent));
  await page.getByRole('button', { name: 'Log and more' }).click();
  const mine = page.locator('.log li', { hasText: /^You/ }).first();
  await mine.waitFor();
  await hasText(mine, /^You play /);
  await page.locator('.drawer-tabs').getByRole('button', { name: 'Rules' }).click();
  const heading = page.locator('.rules .now');
  await heading.waitFor();
  await hasText(heading, /Play cards/);
  assert.ok(inside(await heading.boundingBox(), await page.locator('.rules-box').boundingBox()));
  await page.locator('.drawer-tabs').getByRole('button', { name: 'Table' }).click();
  await hasText(page.locator('.about p').first(), /Options: as usual\./);
  await page.setViewportSize({ width: 1280, height: 600 });
  await soon(async () => assert.deepEqual(await page.locator('.about').evaluate(overlapping), [], 'nothing about the table lies on anything else'));
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('against bots Undo takes the last move back, whatever came of it; ? shows the keys', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await sitDown([me, ...bots(2)], { game: 'royalflip' });
  const undo = page.locator('.strip').getByRole('button', { name: 'Undo' });
  const steps = async () => Number(await page.locator('.table-page').getAttribute('data-steps'));
  await page.locator('.rf button.zone').first().waitFor();
  assert.ok(await undo.isDisabled(), 'nothing was done yet');
  let [last, phase] = [0, ''];
  do {
    last = await steps();
    phase = await clickStep(page);
    if (phase === 'wait') await page.locator('.rf button.zone').first().waitFor();
  } while ((await phaseOf(page)) !== 'choose');
  const now = await steps();
  assert.ok(now > last + 1, 'the bots have moved, and new cards lie there');
  await undo.click();
  await soon(async () => assert.ok((await steps()) <= last, 'the last move is gone, and all that came after it'));
  assert.notEqual(await phaseOf(page), 'choose', 'it is decided again');
  await page.keyboard.press('?');
  await hasText(page.locator('dialog[open] .shortcuts'), /undo/);
  await page.keyboard.press('Escape');
  assert.deepEqual(page.faults, []);
});

/** Runs in the page: what can be chosen now and lies under a line about the others. */
function coveredChoices() {
  const area = document.querySelector('.board-area').getBoundingClientRect();
  const lines = [...document.querySelectorAll('.doings li')].map((line) => line.getBoundingClientRect()).filter(({ width }) => width);
  if (!lines.length) return ['no line is seen'];
  const covers = (line, box) =>
    Math.min(line.right, box.right) > Math.max(line.left, box.left) + 1 && Math.min(line.bottom, box.bottom) > Math.max(line.top, box.top) + 1;
  const choices = [...document.querySelectorAll('.board-area [data-legal], .board-area button:enabled, .strip button:enabled')];
  return choices
    .filter((node) => {
      const { left, right, top, bottom, width } = node.getBoundingClientRect();
      const seen = node.closest('.strip') ? { left, right, top, bottom } : { left, right, top: Math.max(top, area.top), bottom: Math.min(bottom, area.bottom) };
      return width && lines.some((line) => covers(line, seen));
    })
    .map((node) => node.outerHTML.slice(0, 90));
}

/** Runs in the page: lines about the others that lie over Royal Flip's map, on which one writes. */
function linesOverMap() {
  const map = document.querySelector('.rf-map').getBoundingClientRect();
  return [...document.querySelectorAll('.doings li')].filter((line) => line.getBoundingClientRect().left < map.right).map((line) => line.textContent);
}

for (const game of ['royalflip', 'fliptown', 'insertcoin', 'flickemup'])
  test(`${game}: after the others' turn a line each says what they did, takes no room, covers no choice, and goes with the next press`, async () => {
    const small = await visitor(browser, server, { viewport: phone });
    await small.goto('/');
    const others = game === 'flickemup' ? 1 : 2;
    const { table } = await makeTable(small, [me, ...bots(others)], { game });
    await small.goto(`/t/${table.id}`);
    await small.locator('.board-area > :not(p, .over-board)').first().waitFor();
    if (game === 'flickemup') await small.locator('.fu-card > .primary').click(); // what it is about lies over the town
    const doings = small.locator('.doings li');
    const asked = () => [...document.querySelectorAll('.strip button')].some((one) => one.textContent === 'Moves' && !one.disabled);
    for (let step = 0; step < 40 && !(await doings.count()); step++) {
      await small.waitForFunction(asked);
      if (await doings.count()) break;
      const before = await small.locator('.table-page').getAttribute('data-steps');
      await small.getByRole('button', { name: 'Moves', exact: true }).click();
      const moves = small.locator('dialog[open] [role=option]');
      const end = moves.filter({ hasText: /^end/ }); // a turn that is ended needs no aim
      await ((await end.count()) ? end : moves).first().click();
      await small.waitForFunction((steps) => document.querySelector('.table-page').dataset.steps !== steps, before);
      await small.waitForFunction(asked);
    }
    await hasCount(doings, others, 'a line for each of the others');
    assert.deepEqual(await small.evaluate(coveredChoices), []);
    await small.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await small.evaluate(coveredChoices), []);
    await noSidewaysScrolling(small);
    if (game === 'royalflip') {
      await small.setViewportSize({ width: 1280, height: 800 });
      assert.deepEqual(await small.evaluate(linesOverMap), [], 'on a wide screen they stand beside the map');
    }
    const lines = await doings.allTextContents();
    for (const [nr, words] of lines.entries()) assert.ok(words.length > 12, `line ${nr + 1} says something: ${words}`);
    await shot(small, `doings-${game}`);
    const board = () => small.locator('.board-area').boundingBox();
    const before = await board();
    await small.keyboard.press('Shift');
    await hasCount(doings, 0, 'gone with the next press');
    assert.deepEqual(await board(), before, 'nothing has moved');
    assert.deepEqual(small.faults, []);
    await small.context().close();
  });

test('a refusal is told in a box with its ✕ inside, also on a phone', async () => {
  await sitDown([me], { game: 'flipcity' });
  for (const size of [{ width: 1280, height: 800 }, phone]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Moves' }).click();
    await page.getByLabel('Move in notation').fill('no such move as this one, and it is a long one too');
    await page.keyboard.press('Enter');
    await page.locator('.toasts p').waitFor();
    await atRest(page);
    assert.ok(inside(await page.locator('.toasts button').boundingBox(), await page.locator('.toasts p').boundingBox()));
    await page.locator('.toasts button').click();
    await page.locator('.toasts p').waitFor({ state: 'detached' });
  }
  assert.deepEqual(page.faults, []);
});

test('what a game tells of somebody is turned to "you", verb by verb', async () => {
  const { secondPerson } = await importFrom(new URL('../src/parts/', import.meta.url), 'lines');
  assert.equal(secondPerson('spends 1 gold and robs the stagecoach (9): 3 Wanted'), 'spend 1 gold and rob the stagecoach (9): 3 Wanted');
  assert.equal(secondPerson('is arrested and loses 4 stars'), 'are arrested and lose 4 stars');
  assert.equal(secondPerson('uses a bonus action and goes down to chamber 1a'), 'use a bonus action and go down to chamber 1a');
  assert.equal(secondPerson('passes'), 'pass');
  assert.equal(secondPerson('writes a red 5 in c1'), 'write a red 5 in c1');
  assert.equal(secondPerson('L1 moves 12 cm'), 'L1 moves 12 cm');
});

test('a tutor left on asks before a rated game, and the head says either "rated" or "not rated"', async () => {
  const page = await visitor(browser, server);
  await page.addInitScript(() => localStorage.setItem('flipside.settings', JSON.stringify({ animation: 'none', tutor: 'on' })));
  await page.goto('/');
  const seats = [{ kind: 'me' }, { kind: 'bot', level: 1 }];
  const open = async () => {
    const { table } = await makeTable(page, seats, { rated: true });
    await page.goto(`/t/${table.id}`);
    await hasText(page.locator('dialog[open]'), /tutor is on.*stays quiet until the end/);
  };
  const head = page.locator('.table-head .what p');
  await open();
  await page.getByRole('button', { name: 'Keep it rated' }).click();
  await hasText(head, /· rated/);
  await hasCount(page.locator('.table-page > .tutor'), 0, 'it stays quiet');
  await open();
  await page.getByRole('button', { name: 'Play on with help, not rated' }).click();
  await hasText(head, /· not rated/);
  await page.locator('.table-page > .tutor').waitFor();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await hasCount(page.locator('.table-page > .tutor'), 0);
  await page.context().close();
});

test('each new turn puts the keyboard on the first choice; whoever comes to it gets there with the first arrow', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }]);
  await page.goto(`/t/${table.id}`);
  await page.locator('.strip .your-turn').waitFor();
  const focused = () => page.evaluate(() => document.activeElement.matches('.board-area [data-legal]') && document.querySelector('.strip .line').textContent);
  await page.keyboard.press('ArrowDown');
  await soon(async () => assert.match(String(await focused()), /colour/i));
  const round = async () => page.locator('.table-head .what p').innerText();
  const first = await round();
  for (const key of ['Enter', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key); // a colour, and on to the number of the next card
  for (let step = 0; step < 8 && (await round()) === first; step++) {
    const before = await page.locator('.table-page').getAttribute('data-steps');
    await page.keyboard.press('Enter');
    await soon(async () => assert.ok((await page.locator('.values').count()) || (await page.locator('.table-page').getAttribute('data-steps')) !== before));
    await soon(async () => assert.ok(await focused(), 'on to the next choice'));
  }
  assert.notEqual(await round(), first, 'a whole round by keyboard');
  await soon(async () => assert.ok(await focused()));
  await page.context().close();
});

for (const game of process.env.FLIPSIDE_FULL ? ['flipcity', 'fliptown', 'insertcoin', 'flickemup'] : ['insertcoin'])
  test(`${game}: the keyboard is on a choice with every new step, also after the others' turn; u takes the last move back, whatever came of it`, async () => {
    const page = await visitor(browser, server);
    await page.goto('/');
    const { table } = await makeTable(page, [me, ...bots(1)], { game });
    await page.goto(`/t/${table.id}`);
    await page.locator('.strip .your-turn').waitFor();
    if (game === 'flickemup') await page.keyboard.press('Enter'); // what it is about lies over the town
    await page.keyboard.press('ArrowDown');
    const onChoice = () => soon(async () => assert.ok(await page.evaluate(() => document.activeElement.matches('.board-area [data-legal]'))));
    const told = () => page.locator('.table-page').getAttribute('data-steps').then(Number);
    await onChoice();
    let before = 0;
    for (let own = 0; own < 6; own++) {
      before = await told();
      await page.keyboard.press(':');
      await page.locator('dialog[open] [role=option]').first().waitFor();
      const ends = page.locator('dialog[open] [role=option]').filter({ hasText: /^(end|stop|done)/ });
      if (await ends.count()) await page.keyboard.type((await ends.locator('code').first().innerText()).trim());
      await page.keyboard.press('Enter');
      await soon(async () => assert.notEqual(await told(), before));
      await page.locator('.strip .your-turn').waitFor();
      await onChoice();
    }
    await hasText(page.locator('.log'), new RegExp(table.seats[1].name), 'the other one has moved as well');
    await page.keyboard.press('u');
    await soon(async () => assert.ok((await told()) <= before, 'the last move is gone, and all that came after it'));
    await onChoice();
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
