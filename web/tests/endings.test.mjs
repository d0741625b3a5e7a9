// The end of a game as the page tells it: what moved the rating, in words; and on a phone what comes next is in sight under any score.
// ./check runs those with: royalflip: the score|a rating moved|the same side|the rematch is in sight|one sentence|own games|whole score; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  drawn,
  finish,
  hasCount,
  hasText,
  importFrom,
  makeTable,
  noSidewaysScrolling,
  openBrowser,
  phone,
  Server,
  shot,
  showsText,
  soon,
  visitor,
} from './support.mjs';

const { countedParts, decidedBy, meetingWords } = await importFrom(new URL('../src/parts/', import.meta.url), 'ratingwords', 'score');
const { outcomeWords } = await importFrom(new URL('../src/parts/', import.meta.url), 'outcome');

let server, browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** What the first seat reads, of a game between people with these names; `lawmen` … where they play in teams. */
function read(names, winners, { won = winners.includes(0), place = 1, teams = [] } = {}) {
  const seats = names.map((name, seat) => ({ kind: 'person', name, team: teams[seat] }));
  return meetingWords({ seats, result: { winners } }, 0, { won, place });
}

test('a rating moved for a win, a draw, a shared win, a game lost or a place, and it says which', () => {
  assert.equal(read(['Al', 'Bo'], [0]), 'for the win against Bo');
  assert.equal(read(['Al', 'Bo'], [1], { place: 2 }), 'for the game lost to Bo');
  assert.equal(read(['Al', 'Bo'], []), 'for the draw with Bo', 'nobody has won');
  assert.equal(read(['Al', 'Bo'], [0, 1]), 'for the draw with Bo', 'both have won');
  assert.equal(read(['Al', 'Bo', 'Cy'], [0]), 'for the win against Bo and Cy');
  assert.equal(read(['Al', 'Bo', 'Cy'], [0, 2]), 'for the win shared with Cy');
  assert.equal(read(['Al', 'Bo', 'Cy'], [1], { place: 3 }), 'for place 3 of 3');
  assert.equal(read(['Al', 'Bo', 'Cy', 'Di', 'Ed'], [0]), 'for the win against 4 others');
});

test('whoever plays for the same side is no rival', () => {
  const teams = ['lawmen', 'outlaws', 'lawmen', 'outlaws'];
  assert.equal(read(['Al', 'Bo', 'Cy', 'Di'], [0, 2], { teams }), 'for the win against Bo and Di');
  assert.equal(read(['Al', 'Bo', 'Cy', 'Di'], [1, 3], { teams, place: 2 }), 'for the game lost to Bo and Di');
});

/** Runs in the page: is that thing whole in sight, and the first to be touched there? */
function inSight(selector) {
  const box = document.querySelector(selector).getBoundingClientRect();
  const area = document.querySelector('.board-area').getBoundingClientRect();
  const touched = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return { inside: box.top >= area.top && box.bottom <= area.bottom + 1, touched: Boolean(touched?.closest(selector)) };
}

/** On a common screen the six sheets are in sight beside a part of the score; who looks at another one sees the same part there. */
async function partOnSixSheets(page) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('.result .part').first().click();
  const last = page.locator('.rf-others li').last();
  await last.getByRole('button').click();
  await hasText(page.locator('.part-bar .of'), new RegExp(await last.locator('strong').getAttribute('title')));
  const below = () =>
    page.evaluate(
      () => document.querySelector('.rf-others').getBoundingClientRect().bottom - document.querySelector('.board-area').getBoundingClientRect().bottom,
    );
  await soon(async () => assert.ok((await below()) <= 0, 'all sheets are in sight'));
}

test('six players on a small phone: the rematch is in sight before one scrolls, and after', async () => {
  const page = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce' });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, ...Array.from({ length: 5 }, () => ({ kind: 'bot', level: 1 }))]);
  await finish(page, table);
  await page.goto(`/t/${table.id}`);
  await hasCount(page.locator('section.result .scores > li'), 6);
  const seen = () => soon(async () => assert.deepEqual(await page.evaluate(inSight, '.result .primary'), { inside: true, touched: true }));
  await seen();
  await shot(page, 'endings-six-phone');
  const before = await page.locator('section.result').evaluate((node) => node.getBoundingClientRect().top);
  await page.locator('.board-area').evaluate((area) => (area.scrollTop = 200));
  await soon(async () =>
    assert.equal(
      await page.locator('section.result').evaluate((node) => Math.round(node.getBoundingClientRect().top)),
      Math.round(before - 200),
      'a long score scrolls',
    ),
  );
  await seen();
  const analyse = await page.evaluate(inSight, '.result .next a');
  assert.deepEqual(analyse, { inside: true, touched: true }, 'the analysis is one press away, however long the score is');
  await page.locator('.result .more button').first().scrollIntoViewIfNeeded();
  await drawn(page);
  await soon(async () => assert.deepEqual(await page.evaluate(inSight, '.result .more button'), { inside: true, touched: true }));
  await partOnSixSheets(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a game that was ended early: no empty bar lies over the score of whoever looks on with a phone', async () => {
  const page = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce' });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }]);
  await page.goto(`/t/${table.id}`);
  await page.getByRole('button', { name: /^More/ }).click();
  await page.locator('.drawer').getByText('Table', { exact: true }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  await page.getByRole('heading', { name: 'Ended by agreement' }).waitFor();
  const guest = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce' });
  await guest.goto(`/t/${table.id}`);
  await guest.getByRole('heading', { name: 'Ended by agreement' }).waitFor();
  await guest.locator('.result .more').waitFor();
  await guest.locator('.result .next').waitFor({ state: 'hidden' });
  assert.equal(await guest.locator('.result .next').evaluate((node) => getComputedStyle(node).display), 'none', 'not even its shadow is there');
  await shot(guest, 'endings-ended-guest');
  assert.deepEqual([...page.faults, ...guest.faults], []);
  for (const one of [page, guest]) await one.context().close();
});

test('when all is over and the drawer stands beside the board, no empty strip lies beneath it', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }]);
  await finish(page, table);
  await page.goto(`/t/${table.id}`);
  await page.locator('section.result').waitFor();
  await page.locator('.result .reached li').first().waitFor(); // also for whoever comes back to it
  await page.locator('.drawer').waitFor();
  await page.locator('.strip').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Look at the table' }).click();
  await page.locator('.strip').getByRole('button', { name: 'Result' }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** All seats but the first are bots, and the first passes: at noon the clock decides. */
async function passToNoon(page, table) {
  await page.evaluate(
    (id) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
        let [number, acted] = [0, -1];
        const send = (what, fields) => socket.send(JSON.stringify({ n: ++number, do: what, ...fields }));
        socket.onopen = () => {
          send('hello', { client: 'b'.repeat(32) });
          send('watch', { table: id });
        };
        socket.onmessage = ({ data }) => {
          const { push, ok, error, table, seat, actions } = JSON.parse(data);
          if (ok === false && error.code !== 'stale') fail(new Error(error.message));
          if (push !== 'scene') return;
          if (table.status !== 'running') return done(socket.close());
          if (!actions.length || acted === table.steps) return;
          acted = table.steps;
          const { text } = actions.find((action) => action.text === 'end') ?? actions[0];
          setTimeout(() => send('act', { table: id, seat, text, at: acted }), 60);
        };
      }),
    table.id,
  );
}

test('ten players: every side stands together with its names, and a part of the score is in sight with the board', async () => {
  const page = await visitor(browser, server, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, ...Array.from({ length: 9 }, () => ({ kind: 'bot', level: 1 }))], {
    game: 'flickemup',
    options: { scenario: '1' },
  });
  await passToNoon(page, table);
  await page.goto(`/t/${table.id}`);
  await hasCount(page.locator('section.result .scores > li'), 2);
  for (const [team, first] of [
    ['Lawmen', 'You'],
    ['Outlaws', '[^,]+'],
  ])
    await showsText(
      page.locator('.scores h3', { hasText: team }),
      new RegExp(`^${team}\\s+${first}, [^,]+, [^,]+, [^,]+ and [^,]+$`),
      'a team stands together, with the names of all',
    );
  const drawn = /^A draw/.test(await page.locator('section.result h2').innerText());
  await hasCount(page.locator('.celebration'), drawn ? 0 : await page.locator('.result.won').count(), 'a draw is not celebrated');
  await soon(async () => assert.deepEqual(await page.evaluate(inSight, '.result .primary'), { inside: true, touched: true }));
  await shot(page, 'endings-ten');
  await page.locator('.result .part').first().click();
  await page.locator('.part-bar').waitFor();
  const below = () =>
    page.evaluate(
      () => document.querySelector('.fu-more').getBoundingClientRect().bottom - document.querySelector('.board-area').getBoundingClientRect().bottom,
    );
  await soon(async () => assert.ok((await below()) <= 1, 'the men who count are in sight'));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** What decided a game with these parts, by seat. */
function decided(winners, ...parts) {
  const counted = parts.map(([word, ...values]) => ({ word, values }));
  const scores = counted[0].values.map((_, seat) => counted.reduce((sum, { values }) => sum + values[seat], 0));
  return decidedBy({ winners, scores }, counted);
}

test('one sentence says what decided a game, and only what the score proves', () => {
  assert.equal(decided([0], ['Roads', 20, 5], ['Areas', 3, 10]), 'Roads decided it: 20 against 5.');
  assert.equal(
    decided([2], ['Cash', 4, 1, 9], ['Stars', 2, 3, 9]),
    "The largest part of the lead: stars, 9 against the runner-up's 2.",
    'less than the whole lead',
  );
  assert.equal(
    decided([1], ['Roads', 33, 45, 44], ['Track', 12, 4, 2]),
    "The largest part of the lead: track, 4 against the runner-up's 2.",
    'whoever came last has more of it',
  );
  assert.equal(decided([0, 1], ['Roads', 20, 5], ['Areas', 0, 15]), '', 'a shared win was decided by nothing');
  assert.equal(decided([0], ['Roads', 5, 5], ['Areas', 2, 2]), '', 'what broke a tie stands in the reason');
  assert.equal(decided([0], ['Roads', 12], ['Areas', 3]), 'Roads brought most: 12 of 15 points.');
  assert.equal(decided([0], ['Roads', 0], ['Areas', 0]), '');
});

test('the list of own games says the place and the points, and a win as one', () => {
  const game = (own, scores, winners, more = {}) => ({
    status: 'over',
    kind: 'game',
    seats: scores.map((_, seat) => ({ you: seat === own })),
    result: { points: true, scores, winners },
    ...more,
  });
  assert.equal(outcomeWords(game(0, [41, 20, 11], [0])), 'Won, 41 points');
  assert.equal(outcomeWords(game(1, [41, 20, 11], [0])), '2nd of 3, 20 points');
  assert.equal(outcomeWords(game(1, [30, 30], [0])), '2nd of 2, 30 points', 'a tie that was broken');
  assert.equal(outcomeWords(game(0, [30, 30], [0, 1])), 'A draw, 30 points');
  assert.equal(outcomeWords(game(0, [4, 7], [], { result: { points: false, scores: [4, 7], winners: [] } })), 'A draw', 'nobody has won');
  assert.equal(outcomeWords(game(2, [30, 9, 30], [0, 2])), 'Won together, 30 points');
  assert.equal(outcomeWords(game(0, [1], [0])), '1 point');
  assert.equal(outcomeWords(game(1, [2, 0], [0], { result: { points: false, scores: [2, 0], winners: [0] } })), 'Lost');
  assert.equal(outcomeWords(game(0, [2, 0], [], { status: 'ended', result: null })), 'Ended by agreement');
});

test('what is counted is the whole score or nothing', () => {
  const scene = (scores, breakdown, points = true) => ({ table: { result: { points, scores, breakdown, winners: [0] } } });
  const whole = countedParts(
    scene(
      [7, 3],
      [
        { roads: 4, areas: 3, goal: 1 },
        { roads: 3, areas: 0, goal: 0 },
      ],
    ),
    {},
  );
  assert.deepEqual(whole, [
    { part: 'roads', word: 'Roads', values: [4, 3] },
    { part: 'areas', word: 'Areas', values: [3, 0] },
  ]);
  assert.deepEqual(
    countedParts(
      scene(
        [8, 3],
        [
          { roads: 4, areas: 3 },
          { roads: 3, areas: 0 },
        ],
      ),
      {},
    ),
    [],
    'a point is missing',
  );
  assert.deepEqual(countedParts(scene([7, 3], [{ roads: 7 }, { roads: 3 }], false), {}), [], 'no points count here');
});

const number = (text) => Number(text.replace('−', '-'));

for (const [game, part, finale] of [
  ['royalflip', 'Diamonds', '.rf-finale'],
  ['insertcoin', 'Level 1', '.ic-finale'],
])
  test(`${game}: the score is counted part by part and adds up, and a reload shows the result at once`, async () => {
    const page = await visitor(browser, server, { viewport: { width: 1280, height: 800 }, animation: 'quick' });
    await page.goto('/');
    const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }], { game });
    await page.goto(`/t/${table.id}`);
    const beside = await page.context().newPage();
    await beside.goto('/');
    // The parts as they are counted, each with what was added and the sums so far.
    await page.evaluate(() => {
      window.counted = new Map();
      new MutationObserver(() => {
        const bar = document.querySelector('section.tally');
        if (!bar) return;
        const texts = (selector) => [...bar.querySelectorAll(selector)].map((node) => node.textContent);
        window.counted.set(bar.dataset.part, { added: texts('.add'), sums: texts('li > b') });
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await finish(beside, table);
    await page.locator('section.result').waitFor();
    const counted = await page.evaluate(() => [...window.counted]);
    assert.ok(
      counted.some(([word]) => word === part),
      `${part} is counted`,
    );
    let sums = [0, 0];
    for (const [word, { added, sums: told }] of counted) {
      sums = sums.map((sum, seat) => sum + number(added[seat]));
      assert.deepEqual(told.map(number), sums, `${word} adds up`);
    }
    const totals = await page.locator('.result .total td').allInnerTexts();
    assert.deepEqual(totals.map(number), sums, 'what was counted is the result');
    await hasCount(page.locator(`.result ${finale}`), 1, 'the end in the manner of the game');
    await shot(page, `endings-${game}`);
    await page.setViewportSize({ width: 1280, height: 560 });
    await soon(async () =>
      assert.deepEqual(await page.evaluate(inSight, '.result .total td'), { inside: true, touched: true }, 'the total under a score that is too long'),
    );
    await page.reload();
    await page.locator('section.result').waitFor();
    await hasCount(page.locator('section.tally'), 0, 'it is not counted again');
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

test('Skip ends the counting', async () => {
  const page = await visitor(browser, server, { ...phone, animation: 'full' });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }], { game: 'royalflip' });
  await page.goto(`/t/${table.id}`);
  const beside = await page.context().newPage();
  await beside.goto('/');
  await finish(beside, table);
  await page.locator('section.tally').getByRole('button', { name: 'Skip' }).click();
  await page.locator('section.result').waitFor();
  await hasCount(page.locator('section.tally'), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** An analysis as the server may have made it, of a game of three in which the first choice of the first seat was a blunder. */
function analysisOf({ steps }, game, choices) {
  const sums = {
    expected: 0.33,
    luck: 0.1,
    skill: -0.4,
    others: -0.03,
    luck_interval: 0.01,
    skill_interval: 0.01,
    result: 0,
    loss: 0.2,
    decisions: 1,
    best: 0,
  };
  const moment = (step, value) => ({ step, chance: false, seat: 0, value, interval: [0.01, 0.01, 0.01] });
  return {
    game,
    steps: steps.length,
    precision: 'deep',
    unit: 'share',
    players: [0, 1, 2].map((seat) => ({ seat, ...sums, slips: 0, mistakes: 0, blunders: seat ? 0 : 1 })),
    moments: [moment(0, [0.33, 0.33, 0.34]), moment(steps.length, [0, 1, 0])],
    decisions: [{ step: choices[0].step, seat: 0, best: 1, loss: 0.2, grade: 'blunder', choices: choices.map(({ choice }) => choice) }],
  };
}

test('the analysis of a game of three on a small phone: nothing scrolls sideways, and a move that was tried waits for nobody', async () => {
  const page = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce' });
  await page.goto('/');
  const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'bot', level: 1 }, { kind: 'bot', level: 1 }], { game: 'insertcoin' });
  await finish(page, table);
  const record = await page.evaluate((id) => fetch(`/api/tables/${id}/record`).then((answer) => answer.json()), table.id);
  const step = record.steps.findIndex(({ seat, move }) => seat === 0 && move.startsWith('keep '));
  assert.ok(step >= 0, 'the first seat keeps cards');
  const choice = (text, lead) => ({ step, choice: { text, tell: `keeps ${text}`, value: 0.3 + lead, interval: 0.01, lead, lead_interval: 0.01 } });
  const analysis = analysisOf(record, 'insertcoin', [choice(record.steps[step].move, 0), choice('keep another three', 0.2)]);
  await page.route(`**/api/analyses/${table.id}`, (route) => route.fulfill({ json: { state: 'done', offered: true, precision: 'deep', analysis } }));
  await page.goto(`/a/${table.id}`);
  await showsText(page.locator('.analysis-player h2').first(), /^You$/);
  await page.locator('.analysis-rounds summary').click();
  await page.locator('.analysis-rounds table').waitFor();
  await noSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Find something better' }).click();
  await page.locator('.exercise-board .board-area, .exercise-board .ic').first().waitFor();
  await page.locator('.exercise-choices').getByRole('button').first().click();
  await showsText(page.locator('.exercise-verdict'), /That is what was played\. It loses about 20 wins in 100/);
  await hasCount(page.getByText(/still look at their cards/), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
