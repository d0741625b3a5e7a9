// Flick 'em Up! by hand: one drag from a ring aims and flicks, the hand's spread is drawn, the briefing is read once and everybody waits for
// it, the usual view comes back with a button, and the end counts the shots.
// ./check runs those with: a drag; ./check --full all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hasCount, makeTable, noSidewaysScrolling, openBrowser, phone, Server, shot, showsText, soon, visitor } from '../../../web/tests/support.mjs';

let server, browser;

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function sitDown(options, seats, wish = {}) {
  const page = await visitor(browser, server, { animation: 'full', reducedMotion: 'reduce', ...options });
  await page.goto('/');
  const { table } = await makeTable(page, seats, { game: 'flickemup', ...wish });
  await page.goto(`/t/${table.id}`);
  await page.waitForSelector('.fu[data-stage="drawn"], .fu[data-stage="3d"]');
  return page;
}

const mine = [{ kind: 'me' }, { kind: 'me' }];

async function closeCard(page) {
  await page.locator('.fu-card > .primary').click();
  await page.waitForSelector('.fu-card', { state: 'detached' });
}

/** From the middle of a ring by so much, and let go if asked. */
async function drag(page, label, dx, dy, release = true) {
  const box = await page.locator(`.fu-spot[data-label="${label}"]`).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  if (release) await page.mouse.up();
}

const looks = [
  ['wide-light', {}],
  ['wide-dark', { colorScheme: 'dark' }],
  ['phone-light', { viewport: phone }],
  ['phone-dark', { viewport: phone, colorScheme: 'dark' }],
];

test('a drag from a ring aims at once and flicks when it is let go, with the spread of the hand and what is in line', async () => {
  for (const [name, options] of looks) {
    const page = await sitDown(options, mine, { options: { hand: 'fair' } });
    await closeCard(page);
    await page.locator('[data-label="L1"]').click();
    await page.waitForSelector('.fu-spot[data-label="move"]');
    await drag(page, 'move', options.viewport ? 30 : -80, options.viewport ? 90 : 20, false);
    await page.waitForSelector('.fu.aiming.pulled');
    await hasCount(page.locator('.fu-aim .fan'), 1, 'the fan of a fair hand');
    await showsText(
      page.locator(options.viewport ? '.strip .line' : '.fu-aimbar .by-touch'),
      /is in line|The line is free/,
      `${name}: what is in line is read`,
    );
    await shot(page, `flickemup-drag-${name}`);
    await page.mouse.up();
    await soon(async () => assert.match((await page.locator('.fu').getAttribute('data-flick')) ?? '', /^1 /, `${name}: flicked by one gesture`));
    await noSidewaysScrolling(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('a drag of no length from a ring only begins to aim', async () => {
  const page = await sitDown({}, mine);
  await closeCard(page);
  await page.locator('[data-label="L1"]').click();
  await page.waitForSelector('.fu-spot[data-label="shoot left"]');
  await drag(page, 'shoot left', 3, 2);
  await page.waitForSelector('.fu.aiming');
  await hasCount(page.locator('.fu-aim .fan'), 0, 'an exact hand has no fan');
  assert.equal(await page.locator('.fu').getAttribute('data-flick'), null);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the briefing of a scenario is read once, tells each goal once, and the bots are not seen to play before it is closed', async () => {
  for (const [name, options] of looks) {
    // A bot has the initiative and plays at once.
    const page = await sitDown(options, [{ kind: 'bot', level: 1 }, { kind: 'me' }]);
    const card = page.locator('.fu-card');
    await card.waitFor();
    await shot(page, `flickemup-briefing-${name}`);
    const words = await card.innerText();
    assert.equal(words.match(/eliminate three lawmen/gi)?.length, 1, `${name}: the goal is told once`);
    await page.waitForFunction(() => fetch(`/api/tables/${location.pathname.split('/').pop()}`).then(async (answer) => (await answer.json()).table.steps > 3));
    assert.equal(await page.locator('.fu').getAttribute('data-flick'), null, 'the bot has played, and nothing of it has been shown');
    await closeCard(page);
    await soon(async () => assert.notEqual(await page.locator('.fu').getAttribute('data-flick'), null, 'now it is seen'));
    await page.goto('/');
    const { table } = await makeTable(page, mine, { game: 'flickemup' });
    await page.goto(`/t/${table.id}`);
    await page.waitForSelector('.fu-bar [data-move]');
    assert.equal(await card.count(), 0, `${name}: the same scenario is not explained again`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('what the others did lies over the table and not over what one chooses from', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    // A bot has the initiative; at the least motion its turn is told in a line.
    const page = await sitDown({ viewport, animation: 'none' }, [{ kind: 'bot', level: 1 }, { kind: 'me' }]);
    if (await page.locator('.fu-card').count()) await closeCard(page);
    await page.locator('.fu-bar [data-move]').first().waitFor();
    await page.locator('.fu-bar [data-move]').first().click();
    await page.locator('.fu-bar [data-move=end]').click();
    await page.locator('.doings li').first().waitFor();
    await page.locator('.fu-bar [data-move]').first().waitFor();
    const [line, bar] = await page.evaluate(() => ['.doings', '.fu-bar'].map((one) => document.querySelector(one).getBoundingClientRect()));
    await shot(page, `flickemup-doings-${viewport.width}`);
    assert.ok(line.bottom <= bar.top, `${viewport.width}: the line ends at ${line.bottom}, the choices begin at ${bar.top}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('who has moved the view gets the usual one back with a button', async () => {
  const page = await sitDown({}, mine);
  await closeCard(page);
  const usual = page.getByRole('button', { name: 'Back to the usual view' });
  assert.equal(await usual.count(), 0);
  await page.locator('.fu-field').hover();
  await page.mouse.wheel(0, -600);
  await usual.click();
  await usual.waitFor({ state: 'detached' });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('on a wide screen the drawn table takes all the width that the sides leave, and words cover none of it', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1440, height: 900 },
  ]) {
    const page = await sitDown({ viewport }, mine);
    await closeCard(page);
    await page.locator('[data-label="L1"]').click();
    await page.waitForSelector('.fu-spot[data-label="shoot right"]');
    await drag(page, 'shoot right', -90, 0);
    await page.waitForSelector('.fu-caption > span');
    const boxes = await page.evaluate(() => {
      const names = ['.board-area', '.fu', '.fu-stage', '.fu-table .edge', '.fu-caption > span', '.fu-team.lawmen', '.fu-team.outlaws', '.fu-hour', '.fu-bar'];
      return Object.fromEntries(names.map((name) => [name, document.querySelector(name).getBoundingClientRect().toJSON()]));
    });
    const { '.fu': board, '.fu-stage': stage, '.fu-table .edge': table, '.fu-caption > span': words } = boxes;
    assert.ok(table.width > 0.96 * stage.width, `the table is ${table.width} of ${stage.width} px`);
    assert.ok(board.right - boxes['.fu-team.outlaws'].right < 1 && boxes['.fu-team.lawmen'].left - board.left < 1, 'nothing is left over at the sides');
    assert.ok(words.bottom <= stage.top, 'what is said stands above the town');
    for (const [name, box] of Object.entries(boxes)) assert.ok(box.bottom <= boxes['.board-area'].bottom + 0.5, `${name} ends at ${box.bottom}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

/** Everybody at this screen passes until noon, over the page's own connection. */
async function toNoon(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        const table = location.pathname.split('/').pop();
        const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
        let [number, acted] = [2, -1];
        socket.onopen = () => {
          socket.send(JSON.stringify({ n: 1, do: 'hello', client: 'b'.repeat(32) }));
          socket.send(JSON.stringify({ n: 2, do: 'watch', table }));
        };
        socket.onmessage = ({ data }) => {
          const { push, seat, actions, table: now } = JSON.parse(data);
          if (push !== 'scene') return;
          if (now.status !== 'running') return done(socket.close());
          if (!actions.length || acted === now.steps) return;
          acted = now.steps;
          const text = (actions.find(({ kind }) => kind === 'end') ?? actions.find(({ kind }) => kind === 'play') ?? actions[0]).text;
          setTimeout(() => socket.send(JSON.stringify({ n: ++number, do: 'act', table, seat, text, at: now.steps })), 55);
        };
      }),
  );
}

test('the end shows the clock, what the shots came to, nobody as played, and what is next', async () => {
  for (const [name, options] of looks) {
    const page = await sitDown(options, mine);
    await closeCard(page);
    await page.locator('[data-label="L1"]').click();
    await page.waitForSelector('.fu-spot[data-label="shoot right"]');
    await drag(page, 'shoot right', -90, 0);
    await soon(async () => assert.match((await page.locator('.fu').getAttribute('data-flick')) ?? '', /^1 /));
    await toNoon(page);
    await page.waitForSelector('section.result .fu-finale');
    await showsText(page.locator('.fu-noon'), /12 o’clock[^]*Lawmen[^]*Outlaws/);
    if (options.viewport) await page.locator('.fu-tally summary').click();
    await showsText(page.locator('.fu-tally'), /1 shot, [01] hits? \(\d+ %\)/);
    await showsText(page.locator('.fu-shots'), /Lawmen\s+1\s[^]*L1\s+1\s/);
    await noSidewaysScrolling(page);
    await shot(page, `flickemup-end-${name}`);
    assert.doesNotMatch(await page.locator('.fu-more').innerText(), /played/);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('after a game against a bot the next scenario and the other side are one press away', async () => {
  const page = await sitDown({ animation: 'none' }, [{ kind: 'me' }, { kind: 'bot', level: 2 }]);
  const over = new URL(page.url()).pathname;
  const first = await tableHere(page);
  await closeCard(page);
  await toNoon(page);
  for (const [press, scenario, team] of [
    ['Next scenario', '2', first.team],
    ['Swap sides', '1', first.team === 'lawmen' ? 'outlaws' : 'lawmen'],
  ]) {
    await page.locator('.fu-next').getByRole('button', { name: press }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.pathname !== over);
    await page.waitForSelector('.fu[data-stage="drawn"]');
    const { options, seats, team: side } = await tableHere(page);
    assert.deepEqual([options.scenario, side], [scenario, team], press);
    assert.deepEqual([seats.length, seats.find(({ kind }) => kind === 'bot').level], [2, 2], 'the same bot');
    await page.goto(over);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** The table that is open: its options and seats, and for which side one plays. */
const tableHere = (page) =>
  page.evaluate(async () => {
    const { table } = await fetch(`/api/tables/${location.pathname.split('/').pop()}`).then((answer) => answer.json());
    return { options: { scenario: '1', ...table.options }, seats: table.seats, team: document.querySelector('.fu-goal .side.own').dataset.side };
  });

test('on a tall phone the drawn table is turned by a quarter, fills the width, and a pull goes the way it is seen', async () => {
  const page = await sitDown({ viewport: { width: 390, height: 844 } }, mine);
  await closeCard(page);
  const size = (selector) => page.locator(selector).evaluate((node) => node.getBoundingClientRect().toJSON());
  const table = await size('.fu-table .edge');
  assert.ok(table.height > 1.4 * table.width, 'what is long stands upright');
  assert.ok(table.width > 0.95 * (await size('.fu-stage')).width || table.height > 0.95 * (await size('.fu-stage')).height, 'it fills the stage');
  await page.locator('[data-label="L1"]').click();
  await page.waitForSelector('.fu-spot[data-label="shoot right"]');
  await drag(page, 'shoot right', 0, 60, false); // down, so the bullet goes up, along the table
  await soon(async () => assert.ok([0, 360].includes(Math.round(Number(await page.locator('.fu-number input').first().inputValue())))));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.setViewportSize({ width: 844, height: 390 });
  await soon(async () => {
    const lying = await size('.fu-table .edge');
    assert.ok(lying.width > 1.4 * lying.height, 'a phone that lies has it lie');
  });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
