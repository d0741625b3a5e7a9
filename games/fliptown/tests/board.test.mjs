// Fliptown in a real browser: the map is played by tapping the sites themselves, explained by resting on it, looked at from near.
// ./check runs those with: a turn by keyboard|poker hands|chances count|two roles|an arrest; ./check --full all.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  drawn,
  finish,
  hasAttribute,
  hasCount,
  hasText,
  hearScenes,
  importFrom,
  isOver,
  keepMoments,
  lookAtSeat,
  looks,
  makeTable,
  momentCame,
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
const touch = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' };

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
  const { table, error } = await makeTable(page, seats, { game: 'fliptown', ...wish });
  assert.ok(table, JSON.stringify(error));
  await page.goto(`/t/${table.id}`);
  await page.locator('.ft').waitFor();
  return page;
}

const steps = (page) => page.locator('.table-page').getAttribute('data-steps');
const count = (page, selector) => page.locator(selector).count();

/** Waits until the viewer is asked something, or the game is over; says what. */
async function asked(page) {
  await page.waitForFunction(() => document.querySelector('section.result') || document.querySelector('.ft [data-legal]'));
  if (await isOver(page)) return 'over';
  return page.locator('.ft').getAttribute('data-phase');
}

/** Does something and waits until the table has moved on. */
async function moving(page, gesture) {
  const before = await steps(page);
  await gesture();
  await page.waitForFunction((old) => document.querySelector('.table-page').dataset.steps !== old, before);
}

/** Taps a lit site and confirms what is shown about it. */
async function visit(page, site) {
  await site.click();
  await moving(page, () => page.locator('.ft-confirm [data-move=confirm]').click());
  await page.locator('.ft-confirm').waitFor({ state: 'detached' });
}

/** One decision by taps, `lot` chooses among what is offered. Returns the phase it was taken in. */
async function tapStep(page, lot = 0) {
  const phase = await asked(page);
  if (phase === 'over') return phase;
  const sites = page.locator('.ft-site.legal');
  const lit = await sites.count();
  if (lit) {
    await visit(page, sites.nth(lot % lit));
    return phase;
  }
  const far = page.locator('.ft-far.lit');
  if (await far.count()) {
    await far.nth(lot % (await far.count())).click();
    await sites.first().waitFor();
    await visit(page, sites.nth(lot % (await sites.count())));
    return phase;
  }
  const choices = page.locator('.ft-decide [data-legal]');
  await moving(page, async () => choices.nth(lot % (await choices.count())).click());
  return phase;
}

async function playOn(page, until, limit = 400) {
  const seen = new Map();
  for (let step = 0; step < limit; step++) {
    const phase = await tapStep(page, step * 7 + 3);
    seen.set(phase, (seen.get(phase) ?? 0) + 1);
    if (phase === 'over' || (until && (await until(phase)))) return seen;
  }
  throw new Error(`${limit} steps and no end: ${[...seen.keys()]}`);
}

/** Everything of it can be seen and touched: inside the screen, and nothing lies over it. */
async function inSight(page, selector) {
  const hidden = await page.locator(selector).evaluateAll((nodes) =>
    nodes
      .filter((node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const overflows = !node.dataset.site && node.scrollWidth > node.clientWidth + 1; // a site's halo lies outside it
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || overflows || !(node.contains(over) || over?.contains(node));
      })
      .map((node) => node.textContent),
  );
  assert.deepEqual(hidden, [], `${selector} at ${JSON.stringify(page.viewportSize())}`);
}

const fourSizes = [
  [1280, 800],
  [1440, 900],
  [390, 844],
  [360, 640],
].map(([width, height]) => ({ width, height }));

async function openLesson(page, title) {
  await page.goto('/learn/fliptown');
  await page.locator('.lessons li button', { hasText: title }).click();
  await page.locator('.lesson .says').waitFor();
  await page.locator('.ft').waitFor();
}

/** A step that asks shows the move first. */
async function doItForMe(page) {
  const show = page.getByRole('button', { name: 'Show me' });
  if (await show.count()) await show.click();
  await page.getByRole('button', { name: 'Do it for me' }).click();
}

/** The lesson does its own steps until the learner is asked in this phase. */
async function lessonUntil(page, phase, building = '') {
  const there = () =>
    page.evaluate(
      ([name, house]) => document.querySelector('.ft').dataset.phase === name && document.querySelector('.strip .line').textContent.includes(house),
      [phase, building],
    );
  while (!(await there())) await moving(page, () => doItForMe(page));
}

/* --- what is played -------------------------------------------------------------------------------------------------- */

test('a whole solo game by taps on the map', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  let shots = 0;
  const seen = await playOn(page, async () => {
    if (++shots === 28) await shot(page, 'fliptown-wide');
    return false;
  });
  for (const phase of ['arrange', 'building', 'over']) assert.ok(seen.has(phase), `no “${phase}” in a whole game`);
  assert.equal(seen.get('arrange'), 15, 'three rounds of five turns');
  await shot(page, 'fliptown-result');
  await page.locator('section.result button', { hasText: 'Look at the table' }).click();
  await hasText(page.locator('.ft-final'), /(Tenderfooted|Rusty|Pioneerin'|Sharpshootin'|Legendary) (Deputy|Homesteader|Buckaroo|Desperado|Outlaw)/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a tap shows what a site gains and costs, and only the confirmation does it', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  const before = await steps(page);
  const stop = page.locator('[data-site="cemetery w"]');
  await stop.click();
  const panel = page.locator('.ft-confirm');
  await hasText(panel, /\+\$4.*\+1 Wanted/, 'the left stone beside the centre: $4, and a Wanted');
  await hasText(page.locator('.counter.cash .delta'), /\+4/);
  await hasText(page.locator('.counter.wanted .delta'), /\+1/);
  assert.equal(await steps(page), before, 'nothing is done yet');
  await panel.locator('[data-move=cancel]').click();
  await hasCount(page.locator('.ft-confirm'), 0);
  await hasCount(page.locator('.delta'), 0);
  await visit(page, stop);
  await asked(page);
  await hasCount(page.locator('.stone .ring'), 2, 'the centre and the new one are circled');
  await page.context().close();
});

test('a tap on a site lays the cards the cheapest way, and another way can be chosen', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  let view;
  await hearScenes(page, (scene) => {
    if (scene.view?.seats[0].reach) ({ view } = scene);
  });
  await page.reload();
  await page.locator('.ft-site.legal').first().waitFor();
  const reach = view.seats[0].reach;
  const purse = view.seats[0].gold;
  const lit = await page.locator('.ft-site.legal').evaluateAll((nodes) => nodes.map((node) => [node.dataset.site, node.textContent.trim()]));
  const affordable = reach.filter((site) => Math.min(...site.gold) <= purse);
  assert.equal(lit.length, affordable.length, 'every site that the gold reaches is lit, and no other');
  for (const [key, coin] of lit) {
    const site = reach.find((one) => `${one.region} ${one.site}` === key);
    assert.equal(Number(coin || 0), Math.min(...site.gold), `the coin on ${key}`);
  }
  const open = (site) => site.region !== 'town' && site.gold.filter((gold) => gold <= purse).length > 2;
  const paid = affordable.find((site) => open(site) && Math.min(...site.gold) > 0) ?? affordable.find(open);
  const least = Math.min(...paid.gold);
  await page.locator(`[data-site="${paid.region} ${paid.site}"]`).click();
  const ways = page.locator('.ft-confirm [data-way]');
  const golds = await ways.evaluateAll((nodes) => nodes.map((node) => Number(node.dataset.gold)));
  assert.equal(golds[0], least);
  assert.deepEqual(
    [...golds].sort((a, b) => a - b),
    golds,
    'cheapest first',
  );
  await hasAttribute(ways.first(), 'aria-checked', 'true');
  await moving(page, () => page.locator('.ft-site.picked').click());
  await page.locator('.ft-confirm').waitFor({ state: 'detached' });
  await page.locator('.log', { hasText: least ? new RegExp(`spends? ${least} gold`) : /takes? \S+ as suit/ }).waitFor({ state: 'attached' });
  await page.context().close();
});

test('cards get their roles by taps, and only sites that they reach stay lit', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  const all = await count(page, '.ft-site.legal');
  await page.locator('.ft-card').nth(0).locator('.choose button', { hasText: 'suit' }).click();
  await page.locator('.ft-card').nth(1).locator('.choose button', { hasText: 'value' }).click();
  await hasText(page.locator('.ft-card').nth(2), /poker/, 'two roles decide the third');
  await soon(async () => assert.ok((await count(page, '.ft-site.legal')) <= all));
  await moving(page, () => page.locator('[data-move^=arrange]').click());
  await soon(async () => assert.equal(await asked(page), 'visit'));
  await moving(page, () => page.getByRole('button', { name: 'Undo' }).click());
  await soon(async () => assert.equal(await asked(page), 'arrange'));
  await page.context().close();
});

/** Plays until a bonus waits, and stops there. */
async function untilBonus(page) {
  for (let step = 0; step < 60; step++) {
    if ((await asked(page)) === 'bonus') return;
    const giving = page.locator('.ft-site.legal:not(.town)[aria-label*=" bonus"]');
    if (await giving.count()) await visit(page, giving.first());
    else await tapStep(page, step);
  }
  throw new Error('No bonus in 60 steps.');
}

test('a bonus is a ticket at the end of a chain; spending it makes the chain longer', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  await untilBonus(page);
  const links = await count(page, '.ft-chain .link');
  assert.ok(links >= 1, 'the visit that gained it is the first link');
  const ticket = page.locator('.ft-chain .ticket').first();
  await ticket.click();
  const region = (await ticket.textContent()).replace('+', '').trim().toLowerCase();
  const lit = await page.locator('.ft-site.legal').evaluateAll((nodes) => nodes.map((node) => node.dataset.site));
  assert.ok(lit.length && lit.every((site) => site.startsWith(region)), `${region}: ${lit}`);
  await shot(page, 'fliptown-chain');
  await page.locator('.ft-site.legal').first().click();
  await hasText(page.locator('.ft-confirm h2'), /with a bonus/);
  await page.locator('.ft-confirm [data-move=cancel]').click();
  const decline = page.locator('[data-move^=decline]').first();
  await hasText(decline, /Decline the/);
  await visit(page, page.locator('.ft-site.legal').first());
  await asked(page);
  await hasText(page.locator('.log'), /uses? a bonus action/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('resting on any symbol explains it in a sentence, and a site tells why it is dark', async () => {
  const page = await sitDown([me]);
  await page.locator('.ft-site.legal').first().waitFor();
  const tip = page.locator('.ft-tip');
  const restOn = async (locator) => {
    await page.mouse.move(5, 5);
    await tip.waitFor({ state: 'detached' });
    const box = await locator.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await tip.waitFor();
    return tip.textContent();
  };
  assert.match(await restOn(page.locator('.counter.wanted')), /more than the Sheriff card you are arrested/);
  assert.match(await restOn(page.locator('.mine .range').first()), /from the entrance to chamber 1a: a value card of A to 7/);
  assert.match(await restOn(page.locator('.between').first()), /A Badlands bonus: visit any open robbery/);
  assert.match(await restOn(page.locator('.trail .sym.cash').first()), /Trail, stop 5\$12: cash/);
  assert.match(
    await restOn(page.locator('.building .room').first()),
    /1 room: 2 silver stars.*\$2 for the next room.*On the roof/,
    'a part of a building tells all of its rule',
  );
  assert.match(await restOn(page.locator('[data-site="mine 4c"]')), /No way leads there yet/);
  assert.match(await restOn(page.locator('.sheriff .card')), /lies face down/);
  const silent = await page.locator('.ft-map svg .sym').evaluateAll((nodes) => nodes.filter((node) => !node.closest('[data-tip]')?.dataset.tip).length);
  assert.equal(silent, 0, 'no symbol without a sentence');
  await page.context().close();
});

test('a long press explains and does not act', async () => {
  const page = await sitDown([me], touch);
  await page.locator('.ft-tabs [data-tab=cemetery]').tap();
  const site = page.locator('.ft-site.cemetery.legal').first();
  await site.waitFor();
  const box = await site.boundingBox();
  const finger = await page.context().newCDPSession(page);
  const points = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points });
  await page.locator('.ft-tip').waitFor();
  await hasText(page.locator('.ft-tip'), /Cemetery, top left stone.*Wanted/);
  await shot(page, 'fliptown-phone-explain');
  await page.evaluate(() => {
    window.presses = 0;
    document.addEventListener('click', ({ target }) => target.closest('.ft-site') && window.presses++);
    window.lifted = new Promise((done) => document.addEventListener('touchend', done, { once: true }));
  });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.evaluate(() => window.lifted.then(() => undefined));
  await drawn(page);
  assert.equal(await count(page, '.ft-confirm'), 0, 'a long press picks nothing');
  await site.tap();
  await page.locator('.ft-confirm').waitFor();
  assert.equal(await page.evaluate(() => window.presses), 1, 'the site was pressed by the tap alone');
  await page.context().close();
});

test('on a phone a region is touched to go near; there sites are large enough, and two fingers go nearer', async () => {
  const page = await sitDown([me], touch, { options: { characters: 'miner' } });
  await page.locator('.ft-far').first().waitFor();
  await noSidewaysScrolling(page);
  await inSight(page, '.ft-tabs button');
  await shot(page, 'fliptown-phone-map');
  for (const part of ['trail', 'badlands', 'mine', 'town', 'cemetery']) {
    await page.locator(`.ft-far[data-part=${part}]`).tap();
    const sites = page.locator(`.ft-site.${part}`);
    await sites.first().waitFor();
    const boxes = await sites.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
    assert.ok(Math.min(...boxes) >= 44, `${part}: a site is only ${Math.min(...boxes)} px`);
    await noSidewaysScrolling(page);
    const aside = await page.locator('.ft-window').evaluate((node) => node.scrollWidth - node.clientWidth);
    assert.ok(aside <= 1, `${part}: ${aside} px of it lie beside the screen`);
    await page.locator('.ft-tabs [data-tab=notices]').tap();
    await hasText(page.locator('.ft-notices'), /Miner/, 'notices open from every region');
    await page.locator(`.ft-tabs [data-tab=${part}]`).tap();
    await sites.first().waitFor();
    await shot(page, `fliptown-phone-${part}`);
    await page.locator('.ft-tabs [data-tab=none]').tap();
  }
  await page.locator('.ft-far[data-part=mine]').tap();
  const small = await page.locator('.ft-map').evaluate((node) => node.clientWidth);
  const finger = await page.context().newCDPSession(page);
  const fingers = (spread) => [
    { x: 180 - spread, y: 400, id: 0 },
    { x: 180 + spread, y: 400, id: 1 },
  ];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
  for (const spread of [36, 44, 52, 60]) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(spread) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction((before) => document.querySelector('.ft-map').clientWidth > before * 1.3, small);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a turn on a phone by taps alone; what was chosen stays in sight above the sheet', async () => {
  const page = await sitDown([me], touch);
  const before = Number(await steps(page));
  await page.locator('.ft-tabs [data-tab=cemetery]').tap();
  await page.locator('[data-site="cemetery se"]').tap();
  await page.locator('.ft-confirm').waitFor();
  await page.waitForFunction(
    () => document.querySelector('.ft-site.picked').getBoundingClientRect().bottom < document.querySelector('.ft-decide').getBoundingClientRect().top,
  );
  await page.locator('.ft-confirm [data-move=cancel]').tap();
  await page.locator('.ft-tabs [data-tab=ledger]').tap();
  await soon(async () =>
    assert.ok(await page.locator('.ft-window').evaluate((node) => node.scrollWidth <= node.clientWidth + 1), 'all of the ledger is as wide as the screen'),
  );
  await page.locator('.ft-tabs [data-tab=none]').tap();
  await playOn(page, async () => Number(await steps(page)) > before + 12, 60);
  await noSidewaysScrolling(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a phone on its side: the map lies beside the cards, nothing scrolls, and a turn is played by taps', async () => {
  for (const viewport of [
    { width: 640, height: 360 },
    { width: 844, height: 390 },
  ]) {
    const page = await sitDown([me, bot(1)], { ...touch, viewport });
    await asked(page);
    const fits = () => page.locator('.board-area').evaluate((node) => node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth);
    assert.ok(await fits(), 'all of it is in sight');
    const map = await page.locator('.ft-column').boundingBox();
    const cards = await page.locator('.ft-lineup').boundingBox();
    assert.ok(cards.x >= map.x + map.width && map.height > viewport.height * 0.6, 'side by side, the map high');
    await page.locator('.ft-far.lit').first().tap();
    await page.locator('.ft-site.legal').first().tap();
    await page.locator('.ft-confirm').waitFor();
    assert.ok(await fits());
    await moving(page, () => page.locator('.ft-confirm [data-move=confirm]').tap());
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('four seats: another map is one tap away, with what its owner just did', async () => {
  const page = await sitDown([me, bot(1), bot(1), bot(1)], { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await hasCount(page.locator('.ft-others button'), 4);
  await hasCount(page.locator('.ft-bounties li'), 3);
  for (let turn = 0; turn < 2; turn++) {
    await playOn(page, async () => (await asked(page)) === 'arrange', 20);
  }
  const other = page.locator('.ft-others button').nth(1);
  await soon(async () => assert.notEqual((await other.locator('.told').textContent()).trim(), 'nothing yet'));
  await other.click();
  const told = await page.locator('.ft-guest').textContent();
  assert.match(told, /’s map\. Last turn: \w+/);
  await soon(async () => assert.ok((await count(page, '.ft-site.fresh')) >= 1, 'the sites of the last turn are marked'));
  await hasCount(page.locator('.ft-site.legal'), 0, 'nothing to be played on somebody else’s map');
  await shot(page, 'fliptown-other');
  await page.locator('.ft-guest button').click();
  await page.locator('.ft-site.legal').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a part of the score is seen whole: nothing lies on its words on a phone, and a wide screen shows the whole map', async () => {
  const page = await sitDown([me], { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' });
  await finish(page, { id: new URL(page.url()).pathname.split('/').pop() });
  await page.locator('section.result .part').last().click();
  await page.locator('.ft-counts').waitFor();
  const edge = (selector, side) => page.locator(selector).evaluate((node, which) => node.getBoundingClientRect()[which], side);
  await soon(async () => assert.ok((await edge('.ft-counts', 'bottom')) <= (await edge('.part-bar', 'top')) + 1, 'the words end above the bar'));
  assert.equal(await page.locator('.ft').getAttribute('data-part'), 'ledger');
  await page.setViewportSize({ width: 1280, height: 800 });
  await hasCount(page.locator('.ft[data-part="none"]'), 1, 'all that counts is in sight');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('against a cowbot its card and points are in sight, and the end says who won', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' }, { options: { cowbot: 'kid', strength: 'hard', holdem: true } });
  await hasText(page.locator('.ft-cowbot'), /Billy the Kid hard.*Steals a card when spades are in the lineup and you gain Wanted/);
  await hasCount(page.locator('.column.now .mini'), 2, 'both Hold ’em cards lie open');
  await finish(page, { id: new URL(page.url()).pathname.split('/').pop() });
  await page.locator('section.result .part').first().click();
  await page.locator('.ft-frame.counting').waitFor();
  await hasText(page.locator('.ft-counts'), /\d.*(star|point)/, 'a part of the score says what it is made of');
  await page.locator('.part-bar button').click();
  await page.locator('.ft-final').waitFor({ state: 'hidden' }); // the result says the same
  await page.locator('section.result button', { hasText: 'Look at the table' }).click();
  await page.locator('.ft-final').waitFor();
  for (const round of [0, 1, 2])
    await soon(async () =>
      assert.ok((await page.locator('.poker .column').nth(round).locator('.mini').count()) >= 5, `the cards of round ${round + 1} are kept`),
    );
  const log = await page.locator('.log').textContent();
  assert.equal([...log.matchAll(/Poker hand: /g)].length, 3, 'every hand is told');
  assert.match(log, /Billy the Kid steals a card: spades in the lineup and Wanted gained/);
  assert.doesNotMatch(log, /\b(10|[2-9AJQK])[SHDC]\b/, 'cards have their signs');
  await hasText(page.locator('.ft-final'), /Billy the Kid.*for stolen cards.*for sites left, 5 more/);
  await page.locator('.ft-final').getByRole('button', { name: 'Fold away' }).click();
  await page.locator('.ft-decide').waitFor({ state: 'hidden' }); // nothing lies on the map
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('where the suit card alone wakes the cowbot, a switch beside the visit of a tombstone lets it sleep', async () => {
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await openLesson(page, 'A cowbot');
  await lessonUntil(page, 'bonus');
  await hasText(page.locator('.strip .line'), /Black Bart is awake, so you cannot decline it/);
  await hasCount(page.locator('[data-move^=decline]'), 0);
  await moving(page, () => doItForMe(page)); // the Mine
  await lessonUntil(page, 'visit');
  await page.locator('[data-site="cemetery e"]').click();
  const panel = page.locator('.ft-confirm');
  const sleep = panel.getByRole('switch', { name: /Another suit for 2 gold: Black Bart sleeps/ });
  await hasAttribute(sleep, 'aria-checked', 'true'); // the lesson means it
  await hasText(panel.locator('.go'), /for 2 gold/);
  await shot(page, 'fliptown-sleep');
  await sleep.click();
  await hasAttribute(sleep, 'aria-checked', 'false');
  await hasText(panel.locator('.go'), /^Visit$/);
  await panel.locator('.go').click();
  await hasText(page.locator('.toasts [role=alert]'), /the 8♦ keeps Bart awake/);
  await sleep.click();
  await panel.locator('.go').click();
  await page.getByText('At the end Bart has points').first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a press on the deck shows what is gone, what lies in the lineup and what is left', async () => {
  const page = await sitDown([me, bot(1)], { reducedMotion: 'reduce' });
  await asked(page);
  const where = (kind) => page.locator(`.ft-search td[data-where="${kind}"]`).evaluateAll((cells) => cells.map((cell) => cell.dataset.card));
  await page.getByRole('button', { name: '48 deck Look at what is gone and what is left' }).click();
  const dialog = page.getByRole('dialog', { name: 'The cards of this round' });
  await dialog.waitFor();
  assert.equal((await where('in the lineup')).length, 3);
  assert.equal((await where('left')).length, 49, 'the deck, and the Sheriff card that nobody knows');
  assert.deepEqual(await where('gone'), []);
  await hasText(dialog, /Left in the deck: 48\. Face down elsewhere: 1\./);
  const lineup = await where('in the lineup');
  await shot(page, 'fliptown-deck');
  await page.keyboard.press('Escape');
  await hasCount(dialog, 0);
  await playOn(page, async () => (await count(page, '.ft-past')) > 0); // the next turn
  await page.locator('.ft-deck').focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  const gone = await where('gone');
  for (const card of lineup) assert.ok(gone.includes(card), `${card} is gone`);
  assert.equal((await where('in the lineup')).length, 3);
  assert.deepEqual(await seriousFaults(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.locator('.ft-spots [data-part=deck]').click(); // the deck of the ledger opens it too
  await dialog.waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('on a phone and in a replay the deck is looked through as well', async () => {
  const page = await sitDown([me], touch);
  await page.locator('.ft-deck').tap();
  const dialog = page.getByRole('dialog', { name: 'The cards of this round' });
  await dialog.waitFor();
  await hasCount(dialog.locator('td[data-card]'), 52);
  await inSight(page, '.ft-search td[data-card]');
  await shot(page, 'fliptown-deck-phone');
  const record = JSON.parse(readFileSync(new URL('./golden/cowbot-jane-holdem.json', import.meta.url), 'utf8'));
  const id = await page.evaluate(
    async (body) =>
      (await (await fetch('/api/records', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json()).table.id,
    record,
  );
  await page.goto(`/r/${id}?at=40`);
  await page.waitForSelector('.replay-page[data-ready=true]');
  await page.locator('.ft-deck').tap();
  await hasCount(dialog.locator('td[data-card]'), 52);
  assert.ok((await dialog.locator('td[data-where=gone]').count()) > 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a character’s ability stands beside the visit and is used up', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' }, { options: { characters: 'man_in_black' } });
  await hasText(page.locator('.ft-character'), /Man in Black 1 use/);
  await page.locator('.ft-card .whole').nth(0).click();
  await page.locator('.ft-card .whole').nth(1).click();
  await moving(page, () => page.locator('[data-move^=arrange]').click());
  await soon(async () => assert.equal(await asked(page), 'visit'));
  await hasCount(page.locator('[data-move^="ability"]'), 5, 'a bonus in any of five regions');
  await moving(page, () => page.locator('[data-move="ability mine"]').click());
  await soon(async () => assert.equal(await asked(page), 'bonus'));
  await hasText(page.locator('.ft-chain .ticket'), /Mine/);
  await hasText(page.locator('.ft-character'), /used/);
  await page.context().close();
});

test('a fifth gold pan is noted beside the four of the map', async () => {
  const record = JSON.parse(readFileSync(new URL('./golden/v2-fifth-pan.json', import.meta.url), 'utf8'));
  const page = await visitor(browser, server, { reducedMotion: 'reduce' });
  await page.goto('/');
  const fork = await page.evaluate(async (body) => {
    const post = (path, content) =>
      fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) }).then((answer) => answer.json());
    await post('/api/guest', { name: 'Panner' });
    const { table } = await post('/api/records', body);
    const { log, positions } = await fetch(`/api/replays/${table.id}`).then((answer) => answer.json());
    const buys = log.findIndex((line) => line.text === 'buy gold_pan');
    return post('/api/forks', { table: table.id, position: positions.findIndex(({ step }) => step === buys), seat: 0, level: 1 });
  }, record);
  await page.goto(`/t/${fork.table.id}`);
  const pans = page.locator('.ft .tools').first().locator('.slot');
  await page.locator('.ft [data-move="buy gold_pan"]').first().waitFor();
  await hasCount(pans, 4);
  await moving(page, () => page.locator('.ft [data-move="buy gold_pan"]').first().click());
  await page.waitForFunction(() => document.querySelectorAll('.ft .tools')[0].querySelectorAll('.slot.full').length === 5);
  await hasCount(pans, 5);
  await shot(page, 'fliptown-fifth-pan');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the Mayor is asked first, the Cheat when his hand is full', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' }, { options: { characters: 'mayor' } });
  await soon(async () => assert.equal(await asked(page), 'mayor'));
  const cards = () => page.locator('.ft-lineup').textContent();
  const before = await cards();
  await moving(page, () => page.locator('[data-move=ability]').click());
  await soon(async () => assert.equal(await asked(page), 'arrange'));
  assert.notEqual(await cards(), before);
  await page.context().close();

  const other = await sitDown([me], { reducedMotion: 'reduce' }, { options: { characters: 'cheat' } });
  await playOn(other, async () => (await asked(other)) === 'cheat', 60);
  await hasText(other.locator('.ft-cheat'), /Play honest/);
  await shot(other, 'fliptown-cheat');
  await moving(other, () => other.locator('[data-move^=cheat]').first().click());
  await hasText(other.locator('.poker .hand').first(), /pair|kind|straight|flush|house/);
  await other.context().close();
});

test('a hint lights up the site on the map and takes it in hand', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  await asked(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.ft-site.hinted').waitFor();
  await hasCount(page.locator('.ft-site.hinted'), 1);
  await page.locator('.ft-site.hinted.picked').waitFor();
  await hasCount(page.locator('.ft-card.hinted'), 3, 'the cards show their roles');
  await moving(page, () => page.locator('.ft-confirm [data-move=confirm]').click());
  await page.context().close();
});

test('“Do that” follows a hint as far as it was said: the cards, then the visit', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' });
  await asked(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.ft-site.hinted').waitFor();
  await hasText(page.locator('.strip .line'), /; then /);
  const before = Number(await steps(page));
  await page.getByRole('button', { name: 'Do that' }).click();
  await page.waitForFunction((old) => Number(document.querySelector('.table-page').dataset.steps) >= old + 2, before);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('a turn by keyboard alone', async () => {
  const page = await sitDown([me]);
  await asked(page);
  const first = page.locator('.ft-site.legal').first();
  await first.focus();
  const at = () => page.evaluate(() => document.activeElement.dataset.site ?? document.activeElement.dataset.move);
  const from = await at();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await at(), from, 'an arrow goes to the next lit site');
  await page.keyboard.press('Enter');
  await page.locator('.ft-confirm').waitFor();
  await page.waitForFunction(() => document.activeElement.dataset.move === 'confirm');
  await page.keyboard.press('Escape');
  await hasCount(page.locator('.ft-confirm'), 0);
  await page.locator('[data-site="cemetery e"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.dataset.move === 'confirm');
  await moving(page, () => page.keyboard.press('Enter'));
  await page.waitForFunction(() => /digs? in the Cemetery/.test(document.querySelector('.log')?.textContent ?? ''));
  await page.context().close();
});

test('axe finds no serious fault: wide and dark, on a phone, while choosing, on another map', async () => {
  for (const [size, viewport, colorScheme] of looks) {
    const options = size === 'phone' ? { ...touch, colorScheme } : { viewport, colorScheme };
    const page = await sitDown([me, bot(1)], { ...options, reducedMotion: 'reduce' }, { options: { characters: true } });
    await asked(page);
    assert.deepEqual(await seriousFaults(page), []);
    if (await count(page, '.ft-far.lit')) await page.locator('.ft-far.lit').first().click();
    if (await count(page, '.ft-site.legal')) {
      await page.locator('.ft-site.legal').first().click();
      assert.deepEqual(await seriousFaults(page), []);
      await page.locator('.ft-confirm [data-move=cancel]').click();
    }
    await lookAtSeat(page, 1);
    assert.deepEqual(await seriousFaults(page), []);
    await page.context().close();
  }
});

/* --- what fits ------------------------------------------------------------------------------------------------------- */

test('what a building offers is never cut off: General Store and Land Office at four sizes', async () => {
  for (const [title, building] of [
    ['One round', 'General Store'],
    ['Town: land', 'Land Office'],
  ]) {
    const page = await visitor(browser, server, { viewport: fourSizes[0], reducedMotion: 'reduce' });
    await openLesson(page, title);
    await lessonUntil(page, 'building', building);
    for (const viewport of fourSizes) {
      await page.setViewportSize(viewport);
      await page.waitForFunction((narrow) => document.querySelector('.ft').classList.contains('small') === narrow, viewport.width < 720);
      await page.locator('.ft-sheet [data-legal]').first().waitFor();
      await inSight(page, '.ft-sheet [data-legal]');
      await shot(page, `fliptown-${building.split(' ')[0].toLowerCase()}-${viewport.width}`);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('what a building offers stays in sight while a region is looked at from near', async () => {
  const page = await visitor(browser, server, { viewport: fourSizes[0], reducedMotion: 'reduce' });
  await openLesson(page, 'One round');
  await lessonUntil(page, 'building', 'General Store');
  for (const region of ['badlands', 'mine', 'town']) {
    await page.locator(`.ft-plate.${region}`).dispatchEvent('click'); // the panel may lie over the name
    await page.locator('.ft-whole').waitFor();
    await soon(() => inSight(page, '.ft-sheet [data-legal]'));
    await page.locator('.ft-whole').dispatchEvent('click');
    await page.locator('.ft-whole').waitFor({ state: 'detached' });
  }
  await page.context().close();
});

test('on a flat screen the map’s letters are at least 12 pixels high, and resting on a site does not change its size', async () => {
  const page = await sitDown([me, bot(1)], { viewport: fourSizes[0], reducedMotion: 'reduce' }, { options: { characters: true } });
  await asked(page);
  if (await count(page, '.drawer .close')) await page.locator('.drawer .close').click();
  await page.locator('.ft.beside').waitFor();
  const letters = await page
    .locator('.ft-map svg text')
    .evaluateAll(
      (nodes) => nodes.map((node) => [parseFloat(getComputedStyle(node).fontSize) * node.getCTM().d, node.textContent]).sort((a, b) => a[0] - b[0])[0],
    );
  assert.ok(letters[0] >= 12, `“${letters[1]}” is ${letters[0]} px high`);
  const width = () => page.locator('.ft-map').evaluate((node) => node.getBoundingClientRect().width);
  const before = await width();
  for (const site of await page.locator('.ft-site.legal').all()) {
    await site.hover();
    assert.equal(await width(), before);
  }
  const notices = await page.locator('.ft-notices').evaluate((node) => node.scrollHeight - node.clientHeight);
  assert.ok(notices <= 1, `${notices} px of the notices are cut off`);
  const words = await page
    .locator('.ft-card .choose button')
    .evaluateAll((nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent));
  assert.deepEqual(words, [], 'the roles fit their buttons');
  await page.locator('[data-site="cemetery se"]').click();
  await inSight(page, '.ft-confirm button');
  await inSight(page, '.ft-site.picked');
  await page.context().close();
});

test('a circled tombstone stands out from the dusk, in both lights', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await sitDown([me], { colorScheme, reducedMotion: 'reduce' });
    await visit(page, page.locator('[data-site="cemetery w"]'));
    await page.locator('.stone.circled .ring').first().waitFor({ state: 'attached' });
    const contrast = await page.evaluate(() => {
      const light = (colour) => {
        const [r, g, b] = colour
          .match(/[\d.]+/g)
          .slice(0, 3)
          .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      const [ring, dusk] = [
        getComputedStyle(document.querySelector('.stone.circled .ring')).stroke,
        getComputedStyle(document.querySelector('.dusk')).fill,
      ].map(light);
      return Math.max(ring, dusk) / Math.min(ring, dusk);
    });
    assert.ok(contrast >= 4.5, `${contrast} : 1`);
    await page.context().close();
  }
});

/* --- the story ------------------------------------------------------------------------------------------------------- */

test('a robbery, the poker hand and the income are shown one after the other, and a tap passes over them', async () => {
  const page = await visitor(browser, server, { viewport: fourSizes[0], animation: 'full' });
  await openLesson(page, 'One round');
  const tale = page.locator('.ft-tale');
  const doIt = () => doItForMe(page);
  for (let step = 0; step < 6; step++) await moving(page, doIt);
  await keepMoments(page, '.ft-tale');
  await doIt();
  await momentCame(page, /robbery.*9 or more is needed/);
  await momentCame(page, /robbery.*The robbery fails/);
  await tale.waitFor({ state: 'detached' });
  while (!(await page.locator('.ft-gifts').count())) await moving(page, doIt);
  await doIt();
  await momentCame(page, /poker.*Two pair: \$3 and 2 stars/);
  await page.locator('.ft-map').click({ position: { x: 5, y: 5 } });
  await tale.waitFor({ state: 'detached' });
  await soon(async () => assert.equal(await asked(page), 'bribe', 'a tap passes over what is told'));
  await hasText(page.locator('.ft-round'), /Two pair.*2 hammers: \$4/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('an ability that is asked about every turn can be set aside, and taken up again', async () => {
  const page = await sitDown([me], { reducedMotion: 'reduce' }, { options: { characters: 'mayor' } });
  await soon(async () => assert.equal(await asked(page), 'mayor'));
  await moving(page, () => page.getByRole('button', { name: 'Don’t ask me every turn' }).click());
  await soon(async () => assert.equal(await asked(page), 'arrange'));
  await playOn(page, async () => (await asked(page)) === 'arrange' && /turn 2 of 5/.test(await page.locator('.sheriff').textContent()), 60);
  await page.getByRole('button', { name: 'Ask me again' }).click();
  await playOn(page, async () => (await asked(page)) === 'mayor', 60);
  await page.context().close();
});

/* --- what is counted ------------------------------------------------------------------------------------------------- */

test('poker hands are named as they pay, full or not', () => {
  const hands = [
    ['KH KS', 'one pair'],
    ['KH KS 2D 2C', 'two pair'],
    ['AS 2S 3S 4S 5S', 'straight flush'],
    ['10H JH QH KH AH', 'royal flush'],
    ['QH KS AH 2H 3H', 'nothing'],
    ['9H 9S 9D 2C 2S', 'full house'],
    ['9H 9S 9D 9C 2S', 'four of a kind'],
    ['2H 9H 4H KH JH', 'flush'],
    ['5H 6S 7D 8C 9S', 'straight'],
    ['5H 5S 5D 8C', 'three of a kind'],
    ['2H 9H 4H KH JH 5S 6D', 'flush'],
    // A card that came twice is the same card.
    ['9C 9C 2C 5C KC', 'flush'],
    ['9C 9C 5C 5C KD', 'two pair'],
    ['9C 9C 9D 9D 5C', 'four of a kind'],
    ['9C 9C 4C 6C 4C 8D KH', 'flush'],
  ];
  for (const [cards, name] of hands) assert.equal(model.handOf(cards.split(' ')), name, cards);
});

test('chances count the cards that were not seen in this round', () => {
  const sheet = { items: [], drawn: [], wanted: 5 };
  const view = { shared: { lineup: ['KS', 'QS', 'JS'], discard: [], sheriff: null, map: { margins: { pistol: 3, rifle: 6 } } } };
  assert.equal(model.robberyChance(view, sheet, 'J'), 9 / 49, 'three of the twelve jacks, queens and kings lie in the lineup');
  assert.equal(model.robberyChance(view, { ...sheet, items: ['pistol'] }, 'J'), 21 / 49);
  assert.equal(model.robberyChance(view, { ...sheet, items: ['pistol', 'rifle'] }, '7'), 1);
  assert.equal(model.arrestChance(view, sheet), 16 / 49);
  assert.equal(model.arrestChance(view, { ...sheet, wanted: 0 }), 0);
  assert.equal(model.arrestChance({ shared: { ...view.shared, sheriff: '4H' } }, sheet), 1);
  assert.equal(model.arrestChance({ shared: { ...view.shared, sheriff: '5H' } }, sheet), 0, 'greater, not equal');
});

test('an arrest says what it costs, and why where only stars can pay', async () => {
  const { fineWords } = await importFrom(new URL('../web/', import.meta.url), 'words');
  const view = { round: 2, shared: { map: { fines: [{}, { cash: 14, stars: 6 }], margins: { stars_only: 14 } } } };
  assert.equal(fineWords(view, { wanted: 9, cash: 20, stars: 8 }), 'Arrested. Pay $14, or give 6 stars?');
  assert.equal(fineWords(view, { wanted: 14, cash: 20, stars: 8 }), 'Arrested with 14 Wanted. From 14 on the Sheriff takes no cash, so it costs 6 stars.');
  assert.equal(fineWords(view, { wanted: 9, cash: 13, stars: 1 }), 'Arrested. The fine is $14 and you have $13, so it costs your 1 star.');
});

test('two roles decide the third, and a card has one role only', () => {
  const lineup = ['4H', '7C', 'KS'];
  assert.deepEqual(model.take({}, 'suit', '4H', lineup), { suit: '4H' });
  assert.deepEqual(model.take({ suit: '4H' }, 'value', '7C', lineup), { suit: '4H', value: '7C', poker: 'KS' });
  assert.deepEqual(model.take({ suit: '4H', value: '7C', poker: 'KS' }, 'value', '4H', lineup), { poker: 'KS', value: '4H', suit: '7C' });
});

test('the stars of a final score are told by where they came from, less what the Sheriff took', async () => {
  const { pointsOf, scoreParts, sitesOfPart } = await importFrom(new URL('../web/', import.meta.url), 'parts');
  const seats = [{ stars_from: { trail: 2, badlands: 6, town: 3, poker: 1, bounties: 7 } }, { stars_from: { mine: 1, cemetery: 2, start: 2, sheriff: 4 } }];
  const points = (stars) => ({ stars, silver: 3, cash: 1, gold: 0 });
  const scene = { view: { seats }, table: { result: { breakdown: [points(19), points(1)] } } };
  const told = Object.fromEntries(scoreParts(scene).map(({ word, values }) => [word, values]));
  assert.deepEqual(told, {
    Trail: [2, 0],
    Badlands: [6, 0],
    Mine: [0, 1],
    Town: [3, 0],
    Cemetery: [0, 2],
    Poker: [1, 0],
    Bounties: [7, 0],
    'From the start': [0, 2],
    'Paid to the Sheriff': [0, -4],
    Silver: [3, 3],
    Cash: [1, 1],
    Gold: [0, 0],
  });
  assert.equal(pointsOf(scene, 'badlands', 0), 6);
  const sheet = { trail: ['A'], badlands: ['2'], robbed: [], mine: ['1a'], town: [], cemetery: [], items: [], plots: [], hotel: 0 };
  const map = { trail: [{ stars: 2 }], mine: [{ site: '1a', reward: { stars: 1 } }], town: [], cemetery: [] };
  assert.deepEqual([...sitesOfPart('mine', sheet, map)], ['mine 1a'], 'of a region only its own sites are lit');
});

/* --- the end --------------------------------------------------------------------------------------------------------- */

/** A game of three with characters and bounties, forked where the Sheriff comes for the last time. */
async function lastSheriff(options) {
  const record = JSON.parse(readFileSync(new URL('./golden/characters-three.json', import.meta.url), 'utf8'));
  const page = await visitor(browser, server, options);
  await page.goto('/');
  const { table } = await page.evaluate(async (body) => {
    const post = (path, content) =>
      fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) }).then((answer) => answer.json());
    await post('/api/guest', { name: `Ada ${Math.floor(Math.random() * 1e6)}` });
    const { table: old } = await post('/api/records', body);
    const { log, positions } = await fetch(`/api/replays/${old.id}`).then((answer) => answer.json());
    const comes = log.map(({ seat, text }) => seat === 0 && text === 'refuse').lastIndexOf(true);
    return post('/api/forks', { table: old.id, position: positions.findIndex(({ step }) => step === comes), seat: 0, level: 1 });
  }, record);
  await page.goto(`/t/${table.id}`);
  return page;
}

/** Refuses the bribe and pays: with 28 Wanted and $9 there is no other way. */
async function payTheSheriff(page) {
  await page.locator('.ft-decide [data-move=refuse]').click();
  await page.locator('.ft-decide [data-move="pay stars"]').waitFor();
  await hasCount(page.locator('.doings li'), 2, 'what the others did');
  const over = await page.evaluate(() => {
    const pay = document.querySelector('.ft-decide [data-move="pay stars"]').getBoundingClientRect();
    const covers = ({ left, right, top, bottom }) => left < pay.right && right > pay.left && top < pay.bottom && bottom > pay.top;
    return [...document.querySelectorAll('.doings li')].filter((line) => covers(line.getBoundingClientRect())).map((line) => line.textContent);
  });
  assert.deepEqual(over, [], 'no line of the others lies over what is to be decided');
  await page.locator('.ft-decide [data-move="pay stars"]').click();
}

const signed = (text) => Number(text.replace('−', '-'));

test('the end is counted on the board by region, poker, bounties and the Sheriff, adds up for all, and hangs a poster', async () => {
  const page = await lastSheriff({ viewport: fourSizes[0], animation: 'quick' });
  await page.locator('.ft-decide [data-move=refuse]').waitFor();
  await page.evaluate(() => {
    window.counted = new Map();
    new MutationObserver(() => {
      const bar = document.querySelector('section.tally');
      const board = document.querySelector('.ft').dataset.counted;
      if (!bar || !board) return;
      const texts = (selector) => [...bar.querySelectorAll(selector)].map((node) => node.textContent);
      const lit = [...document.querySelectorAll('.ft-site.counts')].map((node) => node.dataset.site.split(' ')[0]);
      window.counted.set(bar.dataset.part, { board, lit: [...new Set(lit)], added: texts('.add'), sums: texts('li > b') });
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await payTheSheriff(page);
  await page.locator('section.result').waitFor();
  const counted = await page.evaluate(() => [...window.counted]);
  const places = Object.fromEntries(counted.map(([word, { board }]) => [word, board]));
  const regions = { Trail: 'trail', Badlands: 'badlands', Mine: 'mine', Town: 'town', Cemetery: 'cemetery' };
  assert.deepEqual(places, {
    ...regions,
    Poker: 'poker',
    Bounties: 'bounties',
    'Paid to the Sheriff': 'sheriff',
    Silver: 'silver',
    Cash: 'cash',
    Gold: 'gold',
  });
  for (const [word, { lit }] of counted) if (regions[word]) assert.deepEqual(lit, [regions[word]], `${word}: its own sites are lit`);
  let sums = [0, 0, 0];
  for (const [word, { added, sums: told }] of counted) {
    sums = sums.map((sum, seat) => sum + signed(added[seat]));
    assert.deepEqual(told.map(signed), sums, `${word} adds up`);
  }
  const rows = await page.locator('.result tbody tr:not(.total) th').allInnerTexts();
  assert.deepEqual(rows, Object.keys(places), 'the result has the same parts');
  assert.deepEqual((await page.locator('.result .total td').allInnerTexts()).map(signed), sums, 'what was counted is the result, for every seat');
  const poster = page.locator('.result .ft-poster');
  await hasText(poster, /Wanted.*(Tenderfooted|Rusty|Pioneerin'|Sharpshootin'|Legendary) (Deputy|Homesteader|Buckaroo|Desperado|Outlaw).*\d+ points/);
  await hasText(page.locator('.result .decided'), / decided it: | part of the lead: /);
  for (const next of ['Rematch', 'Replay', 'Analyse']) await inSight(page, `.result .buttons :is(a, button):text-is("${next}")`);
  await shot(page, 'fliptown-counted');
  await page
    .getByRole('button', { name: /Paid to the Sheriff: −\d+\. Show it on the board/ })
    .first()
    .click();
  await hasText(page.locator('.ft-counts'), /^\d+ stars? paid to the Sheriff\.$/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('on a phone one press ends the counting, and nothing lies over what the Sheriff asks', async () => {
  const page = await lastSheriff({ ...touch, reducedMotion: 'no-preference', animation: 'full' });
  await page.locator('.ft-decide [data-move=refuse]').waitFor();
  const [map, others] = await page.evaluate(() =>
    ['.ft-column .ft-frame', '.ft-column .ft-others'].map((one) => document.querySelector(one).getBoundingClientRect()),
  );
  assert.ok(others.top >= map.bottom, 'the map does not lie on its neighbours');
  await payTheSheriff(page);
  await page.locator('section.tally').tap();
  await page.locator('section.result').waitFor();
  await hasCount(page.locator('section.tally'), 0);
  await page.getByRole('button', { name: 'Look at the table' }).click();
  await hasCount(page.locator('.ft-final li'), 3);
  await inSight(page, '.ft-final li');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
