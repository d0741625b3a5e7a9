// Flip City in a real browser: played by touching the cards, by keyboard, on a phone; and the counting behind the shown chances.
// ./check runs those with: small chance|the sentence says|each card of another|an own card; ./check --full all.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import {
  hasCount,
  importFrom,
  looks,
  makeTable,
  noSidewaysScrolling,
  openBrowser,
  phone,
  seriousFaults,
  Server,
  shot,
  soon,
  visitor,
} from '../../../web/tests/support.mjs';

const me = { kind: 'me' };
const bot = (level) => ({ kind: 'bot', level });

let server;
let browser;
let model;

before(async () => {
  model = await importFrom(new URL('../web/', import.meta.url), 'model');
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function sitDown(seats, options = {}, wish = {}) {
  const page = await visitor(browser, server, options);
  await page.goto('/');
  const { table } = await makeTable(page, seats, { game: 'flipcity', ...wish });
  await page.goto(`/t/${table.id}`);
  await page.locator('.fc').waitFor();
  return page;
}

const steps = (page) => page.locator('.table-page').getAttribute('data-steps');

/** What one sees when it is one's turn, or over; all at once, since every question costs time. */
async function look(page) {
  const seen = await page.waitForFunction(() => {
    const sees = (selector) => [...document.querySelectorAll(selector)].some((node) => node.getClientRects().length > 0);
    const count = (selector) => document.querySelectorAll(selector).length;
    if (!sees('.fc-bar button:not(:disabled), section.result')) return null;
    return {
      move: sees('section.result') ? 'over' : (['done', 'shuffle', 'play'].find((move) => count(`.fc-bar [data-move=${move}]`)) ?? 'stop'),
      mayStop: count('.fc-bar [data-move=stop]') > 0,
      played: count('.fc-street li .fc-card'),
      risky: count('.fc-odds dl > :nth-child(-n + 2):not(.safe)') > 0,
    };
  });
  return seen.jsonValue();
}

const asked = async (page) => (await look(page)).move;

async function showTab(page, name) {
  const tab = page.locator('.fc-tabs button', { hasText: name });
  if (await tab.isVisible()) await tab.click();
}

/** Does something and waits until the table has moved on. */
async function moving(page, gesture) {
  const before = await steps(page);
  await gesture();
  await page.waitForFunction((old) => document.querySelector('.table-page').dataset.steps !== old, before);
}

/** One step by clicking, as somebody plays who stops after a few cards, or when it gets risky, and builds the dearest thing. */
async function clickStep(page, { cards = 4, careful = false, lot = 0 } = {}, now = undefined) {
  const { move, mayStop, played, risky } = now ?? (await look(page));
  if (move === 'over') return move;
  if (move === 'done') {
    await showTab(page, 'Market');
    const tiles = page.locator('.fc-tile.legal');
    if (!(await tiles.count())) {
      await moving(page, () => page.locator('.fc-bar [data-move=done]').click());
      return 'done';
    }
    await tiles.last().click();
    const offer = page.locator('.fc-offers button').last();
    const kind = (await offer.getAttribute('data-move')).split(' ')[0];
    await moving(page, () => offer.click());
    return kind;
  }
  if (mayStop && (played >= cards || (careful && played > 0 && (risky || move === 'shuffle')))) {
    await moving(page, () => page.locator('.fc-bar [data-move=stop]').click());
    return 'stop';
  }
  if (move === 'shuffle') {
    const before = await steps(page);
    await page.locator('.fc-bar [data-move=shuffle]').click();
    const removals = page.locator('.fc-removals button');
    await page.waitForFunction((old) => document.querySelector('.fc-removals button') || document.querySelector('.table-page').dataset.steps !== old, before);
    const choices = await removals.count();
    if (choices) await moving(page, () => removals.nth(lot % choices).click());
    return 'shuffle';
  }
  await moving(page, () => page.locator(move === 'play' ? '.fc-top' : '.fc-bar [data-move=stop]').click());
  return move;
}

async function until(page, wanted, options) {
  for (let step = 0; step < 300; step++) {
    const now = await look(page);
    if (now.move === wanted) return;
    assert.notEqual(await clickStep(page, { ...options, lot: step }, now), 'over', `the game was over before “${wanted}” came up`);
  }
  throw new Error(`“${wanted}” never came up.`);
}

/* --- what is counted ------------------------------------------------------------------------------------------------- */

const cards = [
  { front: { face: 'house', title: 'House', unhappy: 1, forced: true }, back: { face: 'block', title: 'Block', unhappy: 1 } },
  { front: { face: 'clinic', title: 'Clinic', unhappy: 1 }, back: { face: 'chapel', title: 'Chapel', limit: 1, recycle: { limit: 1 } } },
  { front: { face: 'mill', title: 'Mill', drops_bottom: true }, back: { face: 'park', title: 'Park', points: 2, forces_next: true } },
];
const seatWith = (more) => ({
  deck: {},
  top: null,
  discard: {},
  played: [],
  cash: 0,
  points: 0,
  unhappy: 0,
  limit: 2,
  actions: 1,
  must_play: false,
  risk: 0,
  ...more,
});

test('a small chance is not told as none, nor a great one as certain', () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(model.percent), ['0 %', 'below 1 %', '50 %', 'over 99 %', '100 %']);
});

test('the sentence says what is forced and why', () => {
  const say = (seat, actions) =>
    model.prompt({ seat: 0, actions: actions.map((kind) => ({ kind })), view: { phase: 'play', seats: [seat, seatWith({})], shared: { cards } } });
  assert.equal(say(seatWith({ deck: { house: 2 }, top: 'house', played: ['mill'], must_play: true }), ['play']), 'A House on top must be played.');
  assert.equal(
    say(seatWith({ deck: { house: 2 }, top: 'house', played: ['mill'], discard: { chapel: 1 }, must_play: true }), ['play', 'recycle']),
    'A House on top must be played. You may recycle first.',
  );
  assert.equal(
    say(seatWith({ deck: { mill: 2 }, top: 'mill', played: ['park'], must_play: true }), ['play']),
    'The Park demands one more card: play the Mill.',
  );
  assert.equal(say(seatWith({ deck: { mill: 2 }, top: 'mill' }), ['play']), 'The first card of a turn must be played: a Mill.');
  assert.equal(say(seatWith({ deck: { mill: 2 }, top: 'mill', played: ['mill'], cash: 2 }), ['play', 'stop']), 'Play the Mill, or stop and build with 2 cash.');
});

/* --- what is told ---------------------------------------------------------------------------------------------------- */

const townWith = (...seats) => ({ turn: 2, phase: 'play', acting: 1, shared: { cards, supply: {} }, seats });
const sceneWith = (view, log) => ({ seat: 0, mine: [0], view, log });
const plays = (seat, i) => ({ i, seat, text: 'play', tell: 'House, 1 of 2 unhappy' });

test('each card of another player is shown; the one too many lands first, and then the city is said to be too unhappy', async () => {
  const { moments } = await importFrom(new URL('../web/', import.meta.url), 'moments');
  const before = townWith(seatWith({}), seatWith({ deck: { house: 2 }, top: 'house', played: ['house'], unhappy: 1 }));
  const after = townWith(seatWith({}), seatWith({ deck: { house: 1 }, top: 'house', played: ['house', 'house'], unhappy: 2 }));
  const log = [plays(1, 0), { i: 1, seat: 'dealer', text: 'house', tell: 'House comes up' }];
  const [card, ...none] = moments(sceneWith(before, []), sceneWith(after, log));
  assert.deepEqual([card.kind, card.seat, card.view, card.steps, none], ['card', 1, after, 2, []]);
  const next = townWith(seatWith({}), seatWith({ discard: { house: 3 } }));
  const [lands, bust] = moments(sceneWith(after, log), sceneWith(next, [...log, plays(1, 2)]));
  assert.deepEqual([lands.kind, lands.view.seats[1].played.length, lands.view.seats[1].unhappy, lands.steps], ['card', 3, 3, 2]);
  assert.deepEqual([bust.kind, bust.view.seats[1].unhappy > bust.view.seats[1].limit, bust.steps], ['bust', true, 3]);
});

test('an own card is not waited for, an own bust is', async () => {
  const { moments } = await importFrom(new URL('../web/', import.meta.url), 'moments');
  const before = { ...townWith(seatWith({ deck: { house: 1 }, top: 'house', unhappy: 1 }), seatWith({})), acting: 0 };
  const [card] = moments(sceneWith(before, []), sceneWith(before, [plays(0, 0)]));
  assert.deepEqual([card.kind, card.view], ['card', undefined]);
  const broken = { ...before, seats: [{ ...before.seats[0], unhappy: 2 }, before.seats[1]] };
  assert.ok(moments(sceneWith(broken, []), sceneWith(before, [plays(0, 0)])).every((moment) => moment.view));
});

/* --- what is played -------------------------------------------------------------------------------------------------- */

/** The cards of a score are those of the last turn, whoever played it, and no chance is counted any more. */
async function scoreShowsLastTurns(page) {
  const row = page.locator('section.result tr', { hasText: 'Cards played' });
  await row.locator('.part').first().waitFor();
  await hasCount(page.locator('.fc-odds'), 0, 'there is no next card');
  const count = await row.locator('.part').count();
  for (let index = 0; index < count; index++) {
    const button = row.locator('.part').nth(index);
    const number = Number(await button.innerText());
    await button.click();
    await hasCount(page.locator('.fc-street li.counts'), number, 'so many were played');
    const past = await page.locator('.fc-whose', { hasText: 'last turn' }).count();
    await hasCount(page.locator('.fc-status'), past ? 0 : 1, 'nothing counts a turn that is past');
    await page.locator('.part-bar button').click();
    await row.waitFor();
  }
  assert.ok(count > 1, 'somebody who did not play last has a turn to show');
}

test('a whole game against a bot by clicking on the cards', async () => {
  const page = await sitDown([me, bot(3)], { reducedMotion: 'reduce' });
  const seen = new Set();
  for (let step = 0; step < 1500 && !seen.has('over'); step++) {
    seen.add(await clickStep(page, { cards: 9, careful: true }));
    if (step === 40) await shot(page, 'flipcity-wide');
  }
  for (const kind of ['play', 'stop', 'buy', 'over']) assert.ok(seen.has(kind), `no “${kind}” in a whole game`);
  await scoreShowsLastTurns(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('solo, a shuffle asks which card leaves the market, and that one leaves', async () => {
  const page = await sitDown([me]);
  await until(page, 'shuffle', { cards: 99 });
  const left = async () => Number((await page.locator('.fc-tile[data-face=hospital] .left').textContent()).replace(/\D/g, ''));
  const before = await left();
  await page.locator('.fc-bar [data-move=shuffle]').click();
  await shot(page, 'flipcity-removal');
  await moving(page, () => page.locator('[data-move="shuffle hospital"]').click());
  await page.locator('.fc-top').waitFor();
  await soon(async () => assert.equal(await left(), before - 1));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

async function flipAResidentialArea(page) {
  for (let turn = 0; turn < 40; turn++) {
    await until(page, 'done', { cards: 9, careful: true });
    if (await page.locator('.fc-spread.legal[data-face=residential_area]').count()) break;
    await moving(page, () => page.locator('.fc-bar [data-move=done]').click());
  }
  await page.locator('.fc-spread.legal[data-face=residential_area]').click();
  await moving(page, () => page.locator('[data-move="flip residential_area"]').click());
}

/** Keeps what the first card to turn before the eyes says, as `window.turned`. */
const watchTurning = (page) =>
  page.evaluate(() => {
    new MutationObserver(() => (window.turned ??= document.querySelector('.fc-turning')?.textContent)).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });

test('a lit card in the discard pile is flipped where it lies, and turns over before the eyes', async () => {
  const page = await sitDown([me], { animation: 'full' });
  await watchTurning(page);
  await flipAResidentialArea(page);
  assert.match(await (await page.waitForFunction(() => window.turned)).jsonValue(), /You flip Residential Area to Apartment/);
  await page.context().close();
});

/** Builds a Shopping Mall, by developing or by flipping, whichever the purse allows first. */
async function buildAMall(page) {
  for (let turn = 0; turn < 40; turn++) {
    await until(page, 'done', { cards: 9, careful: true });
    for (const [card, move] of [
      ['.fc-tile.legal', 'develop'],
      ['.fc-spread.legal', 'flip'],
    ]) {
      const lit = page.locator(`${card}[data-face=convenience_store]`);
      if (!(await lit.count())) continue;
      await lit.click();
      const offer = page.locator(`[data-move="${move} convenience_store"]`);
      if (await offer.count()) return moving(page, () => offer.click());
      await page.keyboard.press('Escape');
    }
    await moving(page, () => page.locator('.fc-bar [data-move=done]').click());
  }
  throw new Error('No Shopping Mall in 40 turns.');
}

test('a Shopping Mall in the discard pile is recycled while cards are played, before the first one already', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  const cash = async () => Number(await page.locator('.fc-status dd .sr').first().textContent());
  await buildAMall(page);
  if ((await asked(page)) === 'done') await moving(page, () => page.locator('.fc-bar [data-move=done]').click());
  await soon(async () => assert.equal(await cash(), 0));
  await page.locator('.fc-spread.legal[data-face=shopping_mall]').click();
  await moving(page, () => page.locator('[data-move="recycle shopping_mall"]').click());
  await soon(async () => assert.equal(await cash(), 1));
  await hasCount(page.locator('.fc-spread[data-face=shopping_mall]'), 0, 'it lies there with its front up');
  await hasCount(page.locator('.fc-spread[data-face=convenience_store]'), 1);
  await page.context().close();
});

test('five piles lie in one row, and they, the discard pile, Play and Stop are in sight at every size, by day and by night', async () => {
  const page = await sitDown([me, bot(1), bot(1), bot(1)], { reducedMotion: 'reduce' });
  await until(page, 'done', { cards: 3 });
  await moving(page, () => page.locator('.fc-bar [data-move=done]').click());
  await asked(page);
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1280, 600],
    [390, 844],
    [360, 640],
  ])
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (height === 640) await showTab(page, 'Market');
      const measured = () =>
        page.evaluate(() => {
          const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect()).filter((box) => box.height > 0);
          const area = document.querySelector('.board-area').getBoundingClientRect();
          const buttons = boxes('.fc-now')[0];
          const below = (box) => box.bottom > area.bottom + 1 || (buttons?.top > box.top && box.bottom > buttons.top + 1);
          return {
            piles: boxes('.fc-tile').length,
            below: boxes('.fc-tile, .fc-spread').filter(below).length,
            beyond: boxes('.fc-tile .price, .fc-tile .fee').filter((box) => box.right > area.right).length,
            rows: new Set(boxes('.fc-tile').map((box) => Math.round(box.top))).size,
            cut: [...document.querySelectorAll('.fc-tile .title, .peek .name')]
              .filter((node) => node.getClientRects().length && node.scrollWidth > node.clientWidth + 1)
              .map((node) => node.textContent),
            hidden: boxes('.fc-bar button').filter((box) => box.top < area.top || box.bottom > area.bottom + 1).length,
          };
        });
      await soon(async () => {
        const { piles, below, beyond, rows, cut, hidden } = await measured();
        assert.equal(hidden, 0, `${width}×${height}: a button is out of sight`);
        assert.deepEqual(cut, [], `${width}×${height}: names are cut off`);
        assert.equal(piles, 5, `${width}×${height}: ${piles} piles`);
        assert.equal(rows, 1, `${width}×${height}: ${rows} rows of piles`);
        assert.equal(beyond, 0, `${width}×${height}: a price sticks out of the page`);
        if (height > 600) assert.equal(below, 0, `${width}×${height}: a card lies below the fold`);
      });
      await shot(page, `flipcity-table-${width}-${height}-${colorScheme}`);
    }
  await page.context().close();
});

test('a bust is seen: the card lands, the place beyond the limit fills, “Too many!”, and it stands in the log', async () => {
  const page = await sitDown([me], { animation: 'quick' });
  const lesson = await page.evaluate(() =>
    fetch('/api/lessons', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ game: 'flipcity', lesson: 1 }) }).then(
      (answer) => answer.json(),
    ),
  );
  await page.goto(`/t/${lesson.table.id}`);
  for (let card = 0; card < 2; card++) await moving(page, () => page.locator('.fc-bar [data-move=play]').click());
  await page.evaluate(() => {
    window.told = [];
    new MutationObserver(() => {
      const { moment } = document.querySelector('.table-page').dataset;
      const now = [
        moment,
        document.querySelectorAll('.fc-street li .fc-card').length,
        document.querySelectorAll('.fc-meter .filled.beyond').length,
        document.querySelector('.fc-bust')?.textContent ?? '',
      ].join(' ');
      if (moment && window.told[window.told.length - 1] !== now) window.told.push(now);
    }).observe(document.querySelector('.table-page'), { attributes: true, childList: true, subtree: true });
  });
  await page.locator('.fc-bar [data-move=play]').click();
  await page.locator('.lesson.finished').waitFor();
  assert.deepEqual((await page.evaluate(() => window.told)).slice(-2), ['card 3 1 ', 'bust 3 1 Too many!']);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** A game of three among bots, through the line protocol, in which somebody gives an Apartment away. */
function gameWithAGift() {
  for (let seed = 0; seed < 60; seed++) {
    const lines = [{ cmd: 'new', game: 'flipcity', seats: 3, seed: `gift ${seed}` }, { cmd: 'play', level: 5 }, { cmd: 'save' }, { cmd: 'quit' }];
    const run = spawnSync(process.env.FLIPSIDE_PROGRAM, ['engine'], { input: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, encoding: 'utf8' });
    const { record } = JSON.parse(run.stdout.split('\n')[2]);
    if (record.steps.some((step) => /^flip apartment/.test(step.move ?? ''))) return record;
  }
  throw new Error('Nobody gave an Apartment away in sixty games.');
}

test('an Apartment is given to the opponent of one’s choice, and lies in that city', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
  const fork = await page.evaluate(async (record) => {
    const post = (path, body) =>
      fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
    await post('/api/guest', { name: 'Giver' });
    const { table } = await post('/api/records', record);
    const { log, positions } = await fetch(`/api/replays/${table.id}`).then((answer) => answer.json());
    const gift = log.findIndex((line) => /^flip apartment/.test(line.text));
    const position = positions.findIndex(({ step }) => step === gift);
    return post('/api/forks', { table: table.id, position, seat: log[gift].seat, level: 1 });
  }, gameWithAGift());
  await page.goto(`/t/${fork.table.id}`);
  await page.locator('.fc-spread.legal[data-face=apartment]').click();
  const offers = page.locator('.fc-offers [data-move^="flip apartment"]');
  const giver = Number(await page.locator('.table-page').getAttribute('data-seat'));
  const others = [0, 1, 2].filter((seat) => seat !== giver);
  assert.deepEqual(
    await offers.evaluateAll((nodes) => nodes.map((node) => node.dataset.move)),
    others.map((seat) => `flip apartment ${seat}`),
  );
  const names = await offers.allTextContents();
  assert.ok(names.every((words) => /, to \S+/.test(words)) && names[0] !== names[1], 'each offer says who gets it');
  await shot(page, 'flipcity-gift');
  const apartments = (seat) =>
    page.evaluate(
      async ([id, who]) => {
        const { steps } = await fetch(`/api/tables/${id}/record`).then((answer) => answer.json());
        return steps.filter((step) => step.move === `flip apartment ${who}`).length;
      },
      [fork.table.id, seat],
    );
  const before = await apartments(others[1]);
  await moving(page, () => offers.last().click());
  await soon(async () => assert.equal(await apartments(others[1]), before + 1));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('with reduced motion no card turns before the eyes', async () => {
  const page = await sitDown([me], { animation: 'full', reducedMotion: 'reduce' });
  await watchTurning(page);
  await flipAResidentialArea(page);
  await asked(page); // all that there was to tell has been told
  assert.equal(await page.evaluate(() => window.turned), undefined);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a turn by keyboard alone: cards, stop, and a card of the market', async () => {
  const page = await sitDown([me]);
  const kinds = new Set();
  for (let step = 0; step < 150 && !kinds.has('buy'); step++) {
    const move = await asked(page);
    if (move === 'done' && (await page.locator('.fc-tile.legal').count())) {
      await page.locator('.fc-tile.legal').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('dialog.fc-pop').waitFor();
      await soon(async () => assert.ok(await page.evaluate(() => document.activeElement.closest('.fc-offers') !== null), 'the first offer has the focus'));
      await moving(page, () => page.keyboard.press('Enter'));
      kinds.add('buy');
    } else {
      const stop = (await page.locator('.fc-street li .fc-card').count()) >= 3 && (await page.locator('.fc-bar [data-move=stop]').count());
      const button = page.locator(`.fc-bar [data-move=${stop ? 'stop' : move}]`);
      if (move === 'shuffle' && !stop) {
        await button.press('Enter');
        await page.locator('.fc-removals button').first().waitFor();
        await moving(page, () => page.keyboard.press('Enter'));
      } else await moving(page, () => button.press('Enter'));
      kinds.add(stop ? 'stop' : move);
    }
  }
  for (const kind of ['play', 'stop', 'buy']) assert.ok(kinds.has(kind), `no “${kind}” by keyboard`);
  await page.context().close();
});

test('the chances can be switched off, and stay off', async () => {
  const page = await sitDown([me]);
  await page.locator('.fc-odds dl').waitFor();
  await page.getByRole('switch', { name: 'Chance of too many' }).click();
  await hasCount(page.locator('.fc-odds dl'), 0);
  await page.reload();
  await page.locator('.fc').waitFor();
  assert.equal(await page.locator('.fc-odds dl').count(), 0);
  assert.equal(await page.getByRole('switch', { name: 'Chance' }).isChecked(), false);
  await page.context().close();
});

/** Runs in the page: which chances are out of the board's sight or lie under something else. */
function hiddenChances() {
  const area = document.querySelector('.board-area').getBoundingClientRect();
  return [...document.querySelectorAll('.fc-odds dd')].flatMap((node) => {
    const box = node.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return box.top >= area.top && box.bottom <= area.bottom + 1 && node.contains(top)
      ? []
      : [`${node.textContent} at ${Math.round(box.top)}–${Math.round(box.bottom)}`];
  });
}

test('on the smallest phone the chance stands over Play, also while the tutor speaks', async () => {
  const page = await visitor(browser, server, { viewport: phone, reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('flipside.settings', JSON.stringify({ animation: 'none', tutor: 'on' })));
  await page.goto('/');
  const { table } = await makeTable(page, [me, bot(1)], { game: 'flipcity' });
  await page.goto(`/t/${table.id}`);
  await page.locator('.fc-odds dd').first().waitFor();
  await soon(async () => assert.deepEqual(await page.evaluate(hiddenChances), []));
  // Of a card that has to be played nothing is said.
  while ((await asked(page)) && !(await page.locator('.fc-bar [data-move=stop]').count()))
    await moving(page, () => page.locator('.fc-bar [data-move=play]').click());
  await moving(page, () => page.locator('.fc-bar [data-move=play]').click());
  await page.locator('.tutor .sign').waitFor({ timeout: 90e3 });
  await page.locator('.fc-odds dd').first().waitFor();
  await soon(async () => assert.deepEqual(await page.evaluate(hiddenChances), [], 'with the tutor’s bar'));
  await shot(page, 'flipcity-phone-tutored');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Cards that are drawn flat: not even half as high as they are wide. */
const flatCards = (page) =>
  page
    .locator('.fc-face')
    .evaluateAll((faces) =>
      faces
        .filter(({ offsetWidth, offsetHeight }) => offsetHeight < offsetWidth / 2)
        .map((face) => `${face.textContent}: ${face.offsetWidth} × ${face.offsetHeight}`),
    );

test('on a phone nothing scrolls sideways, and the big buttons are under the thumb', async () => {
  const page = await sitDown([me, bot(1), bot(1)], { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  for (const part of ['play', 'done']) {
    await until(page, part, { cards: 4 });
    for (const tab of ['Street', 'Market', 'Discard', 'Others']) {
      await showTab(page, tab);
      await noSidewaysScrolling(page);
      const box = await page.locator('.fc-bar button').first().boundingBox();
      assert.ok(box.height >= 44 && box.width >= 120, `a big button is ${box.width} × ${box.height}`);
      assert.ok(box.y > phone.height / 2 && box.y + box.height <= phone.height, `${tab}: the button lies at ${box.y}`);
      assert.deepEqual(await flatCards(page), [], `${tab}: cards have their height`);
      await shot(page, `flipcity-phone-${part}-${tab.toLowerCase()}`);
    }
    await showTab(page, 'Street');
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('no serious fault for those who listen or need contrast, in either light and size', async () => {
  for (const [, viewport, colorScheme] of looks) {
    const page = await sitDown([me, bot(1)], { viewport, colorScheme, reducedMotion: 'reduce' });
    await until(page, 'play', { cards: 4 });
    assert.deepEqual(await seriousFaults(page), []);
    await until(page, 'done', { cards: 4 });
    assert.deepEqual(await seriousFaults(page), []);
    await showTab(page, 'Market');
    await page.locator('.fc-tile').first().click();
    assert.deepEqual(await seriousFaults(page), []);
    await page.keyboard.press('Escape');
    await showTab(page, 'Discard');
    assert.deepEqual(await seriousFaults(page), []);
    await page.context().close();
  }
});
