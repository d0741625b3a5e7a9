// The workshop for towns in a real browser: one built by dragging, tested against a bot, won, shared, and opened by somebody else.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { hasText, importFrom, needsModule, noSeriousFault, noSidewaysScrolling, openBrowser, phone, Server, shot, soon, visitor } from './support.mjs';

let server, browser;
const editor = '/workshop/flickemup/town';

before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function openEditor(page) {
  await page.goto(editor);
  await page.waitForSelector('.fu-ed [data-stage="drawn"] .fu-drawn .fu-piece');
}

/** Where a place of the table is on the screen, from above, on a table of that size. */
async function spotOn(page, x, y, [width, height] = [900, 600]) {
  const box = await page.locator('.fu-drawn .fu-table .wood').boundingBox();
  return { x: box.x + (x / width) * box.width, y: box.y + (1 - y / height) * box.height };
}

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

async function fromShelf(page, sort, x, y) {
  const box = await page.locator(`[data-sort="${sort}"]`).boundingBox();
  await drag(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, await spotOn(page, x, y));
}

/** The town as it is kept on the device. */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('flipside.town')));
const tab = (page, name) => page.getByRole('tab', { name }).click();
const playable = (page) => hasText(page.locator('.fu-ed-verdict'), /This town can be played/);

/** A move by its notation, at the table. */
async function move(page, text) {
  await page.waitForSelector('.your-turn');
  await page.keyboard.press(':');
  await page.waitForSelector('dialog[open] input:focus');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
}

test('a town built by dragging is tested against a bot, won, shared, and opened by somebody else', async () => {
  const page = await visitor(browser, server);
  await openEditor(page);
  await fromShelf(page, 'bank', 450, 480);
  await fromShelf(page, 'barrel', 450, 300);
  await fromShelf(page, 'fence', 300, 200);
  await soon(async () => assert.deepEqual((await kept(page)).objects, { barrels: [[450, 300, 0]], fences: [[300, 200, 0]] }));
  const town = await kept(page);
  assert.deepEqual(town.buildings, { bank: [450, 480, 270] });

  // What stands in something else is red while it is dragged, and wrong when it is dropped there; it can be taken back.
  const [barrel, fence] = [await spotOn(page, 450, 300), await spotOn(page, 300, 200)];
  await page.mouse.move(barrel.x, barrel.y);
  await page.mouse.down();
  await page.mouse.move(fence.x, fence.y, { steps: 6 });
  await hasText(page.locator('.fu-ed-fault').first(), /in (barrel|fence) 1/);
  await page.mouse.up();
  assert.equal(await page.locator('.fu-rings .wrong').count(), 2);
  await hasText(page.locator('.fu-ed-verdict'), /stand where nothing can/);
  await page.keyboard.press('Control+z');
  await playable(page);
  await soon(async () => assert.deepEqual(await kept(page), town));

  // Off the table means away.
  await drag(page, fence, await spotOn(page, 300, -30));
  await soon(async () => assert.equal((await kept(page)).objects.fences, undefined));

  // A goal in a sentence: the lawmen win as soon as one of them is in the bank, where L1 begins.
  await tab(page, 'Piece');
  await page.getByRole('combobox', { name: 'Piece', exact: true }).selectOption('L1');
  await page.getByLabel('Where he is').selectOption('bank');
  await page.getByRole('combobox', { name: 'Piece', exact: true }).selectOption('bank');
  await page.getByLabel('sack of gold').fill('1');
  await tab(page, 'Goals');
  const goal = page.locator('[data-goal="win[0]"]');
  await goal.getByLabel('Condition').selectOption('inside');
  await goal.getByLabel('At least').fill('9');
  await hasText(goal.locator('.problem'), /9 is more than there are: 1 figures/);
  await goal.getByLabel('At least').fill('1');
  await playable(page);
  await hasText(page.locator('.fu-ed-told'), /Lawmen:/);
  await tab(page, 'Town');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The inside man');
  await playable(page);
  await shot(page, 'towns-editor');

  // A reload loses nothing; the game is against a bot, and the first thing that L1 does wins it.
  await openEditor(page);
  assert.equal((await kept(page)).name, 'The inside man');
  await playable(page);
  await tab(page, 'Play');
  await page.getByRole('button', { name: 'Play against a bot' }).click();
  await page.waitForURL(/\/t\//);
  await move(page, 'play L1');
  await move(page, 'take gold');
  await hasText(page.locator('section.result'), /win|won/i);
  await shot(page, 'towns-won');

  // By link: somebody else sees it, plays it, and builds on it.
  await openEditor(page);
  await playable(page);
  await tab(page, 'Share');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Link to this town').inputValue();
  const ben = await visitor(browser, server);
  await ben.goto(link);
  await hasText(ben.locator('.fu-ed-visit h1'), /The inside man/);
  await shot(ben, 'towns-visit');
  await ben.getByRole('button', { name: 'Build on it' }).click();
  await ben.waitForSelector('.fu-ed-shelf');
  assert.deepEqual(await kept(ben), await kept(page));
  assert.deepEqual([page.faults, ben.faults], [[], []]);
});

test('by keyboard alone: a piece comes from the shelf, moves, turns, goes away and comes back', async () => {
  const page = await visitor(browser, server);
  await openEditor(page);
  await page.locator('[data-sort="saloon"]').focus();
  await page.keyboard.press('Enter');
  await soon(async () => assert.deepEqual((await kept(page)).buildings, { saloon: [450, 300, 90] }));
  await page.locator('.fu-field').focus();
  for (const key of ['ArrowRight', 'Shift+ArrowUp', '.', 'Delete', 'Control+z']) await page.keyboard.press(key);
  await soon(async () => assert.deepEqual((await kept(page)).buildings, { saloon: [455, 301, 75] }));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+y');
  await soon(async () => assert.deepEqual((await kept(page)).buildings, { saloon: [455, 301, 75] }));
  // A file that is none is refused with a sentence, and nothing is lost by it.
  await tab(page, 'Share');
  const choose = async (buffer) =>
    page.locator('.fu-ed-share input[type=file]').setInputFiles({ name: 'town.json', mimeType: 'application/json', buffer: Buffer.from(buffer) });
  await choose('{"game":"flickemup","name":"<img src=x>"}');
  await hasText(page.locator('.fu-ed-share .problem'), /town\.json: This scenario has no “story”/);
  assert.deepEqual((await kept(page)).buildings, { saloon: [455, 301, 75] });
  const bent = { ...(await kept(page)), name: '<b>Bent</b>', initiative: 'L4' };
  await choose(JSON.stringify(bent));
  await hasText(page.locator('.fu-ed-verdict'), /expected a cowboy of this scenario/);
  await page.getByRole('button', { name: 'Show' }).click();
  await hasText(page.locator('.fu-ed-town .problem'), /expected a cowboy of this scenario; found "L4"/);
  await hasText(page.locator('.fu-ed-head h1'), /<b>Bent<\/b>/);
  assert.deepEqual(page.faults, []);
});

test('a saved town is found in the gallery, starred once by each, and played', async () => {
  const page = await visitor(browser, server);
  await openEditor(page);
  await playable(page);
  await tab(page, 'Share');
  await page.getByRole('button', { name: 'Put it into the gallery' }).click();
  await hasText(page.locator('.fu-ed-share'), /It is in the gallery/);
  const link = await page.getByLabel('Short link').inputValue();
  const ben = await visitor(browser, server, { viewport: phone });
  await ben.goto('/workshop/flickemup/gallery');
  const star = ben.locator('.fu-ed-gallery .fu-ed-star');
  await star.click();
  await hasText(star, /★ 1/);
  await ben.getByRole('button', { name: 'Most stars' }).click();
  await hasText(star, /★ 1/);
  await noSeriousFault(ben, 'the gallery');
  await shot(ben, 'towns-gallery');
  await ben.getByRole('link', { name: 'My town' }).click();
  await ben.waitForURL(link);
  await hasText(ben.locator('.fu-ed-visit h1'), /My town/);
  await noSidewaysScrolling(ben);
  await noSeriousFault(ben, 'a shared town');
  await ben.getByText('Report this town').click();
  await ben.getByLabel('What is wrong with it?').fill('Too dusty');
  await ben.getByRole('button', { name: 'Report', exact: true }).click();
  await hasText(ben.locator('.fu-ed-visit'), /The administrator will look at it/);
  await ben.getByRole('button', { name: 'Play against a bot' }).click();
  await ben.waitForURL(/\/t\//);
  await ben.goto('/workshop/flickemup/gallery');
  await hasText(ben.locator('.fu-ed-gallery'), /played once/);
  assert.deepEqual([page.faults, ben.faults], [[], []]);
});

test('bots play a town on the device, and how often each side wins is said with its bounds', needsModule, async () => {
  const page = await visitor(browser, server);
  await openEditor(page);
  await playable(page);
  await tab(page, 'Play');
  await page.getByRole('button', { name: 'Let bots play' }).click();
  await soon(async () => assert.match(await page.locator('.fu-ed-shares').innerText(), /[1-9]\d* games? between equal bots/), 120e3);
  await page.getByRole('button', { name: 'Stop' }).click();
  await hasText(page.locator('.fu-ed-shares'), /Lawmen win \d+ % \(95 %: \d+ to \d+ %\)/);
  await page.getByRole('button', { name: 'Let bots play' }).waitFor();
  await noSeriousFault(page, 'the editor');
  await shot(page, 'towns-balance');
  assert.deepEqual(page.faults, []);
});

test('what is red is what the loader refuses', async () => {
  const { misplaced, piecesOf, takeMeasures } = await importFrom(
    new URL('../../games/flickemup/web/', import.meta.url),
    'editor/overlap',
    'editor/scenario',
    'measures',
  );
  const check = async (edition) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${server.url}/api/editions/check`, { method: 'POST', headers, body: JSON.stringify({ game: 'flickemup', edition }) });
    return answer.json();
  };
  const file = new URL('../../games/flickemup/data/10-high-noon-at-the-gallows.json', import.meta.url);
  const town = JSON.parse(readFileSync(file, 'utf8'));
  takeMeasures((await check(town)).position.view.shared.measures);
  let seed = 7;
  const any = (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  const count = { right: 0, wrong: 0 };
  for (let i = 0; i < 60; i++) {
    // A few pieces, close enough to meet in about half of the towns.
    const spot = () => [250 + any(400), 100 + any(400), any(360)];
    const buildings = { bank: spot(), saloon: spot() };
    const objects = { gallows: [spot()], fences: [spot(), spot()], barrels: [spot()], cactuses: [spot()], tumbleweeds: [spot()] };
    const cowboys = { L1: { at: spot() }, O1: { at: [20, 20, 0] } };
    const win = ['lawmen', 'outlaws'].map((team) => ({ team, if: { true: true } }));
    const edition = { game: 'flickemup', name: 'Any', story: 'Any', table: [900, 600], start: 6, initiative: 'L1', buildings, objects, cowboys, win };
    const { fault } = await check(edition);
    const red = misplaced(piecesOf(edition), edition.table);
    count[fault ? 'wrong' : 'right']++;
    assert.equal(red.size > 0, Boolean(fault), JSON.stringify({ edition, fault, red: [...red] }));
    const [, one, other] = /^(\w+) at .* and (\w+) at .* stand in each other$/.exec(fault?.message ?? '') ?? [];
    if (fault) assert.ok(red.has(one) && red.has(other), fault.message);
  }
  assert.ok(count.right > 5 && count.wrong > 5, JSON.stringify(count));
});

test('an arrow key moves a piece as the arrow points on the screen, also on a table that is turned', async () => {
  for (const viewport of [undefined, phone]) {
    const page = await visitor(browser, server, { viewport });
    await openEditor(page);
    await page.locator('[data-sort="bank"]').press('Enter');
    await soon(async () => assert.ok((await kept(page))?.buildings?.bank));
    const [x, y] = (await kept(page)).buildings.bank;
    await page.locator('.fu-field').focus();
    const table = await page.locator('.fu-drawn .fu-table .wood').boundingBox();
    const turned = table.height > table.width;
    assert.equal(turned, viewport === phone);
    const ways = turned
      ? { ArrowRight: [0, -1], ArrowUp: [1, 0], ArrowLeft: [0, 1], ArrowDown: [-1, 0] }
      : { ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowLeft: [-1, 0], ArrowDown: [0, -1] };
    let at = [x, y];
    for (const [key, [dx, dy]] of Object.entries(ways)) {
      await page.keyboard.press(key);
      at = [at[0] + 5 * dx, at[1] + 5 * dy];
      await soon(async () => assert.deepEqual((await kept(page)).buildings.bank.slice(0, 2), at, `${key}, ${turned ? 'turned' : 'wide'}`));
    }
    assert.deepEqual(page.faults, []);
  }
});

test('on a phone a finger drags a piece onto the table, and the page does not scroll sideways', async () => {
  const page = await visitor(browser, server, { viewport: phone, hasTouch: true });
  await openEditor(page);
  await noSidewaysScrolling(page);
  await noSeriousFault(page, 'the editor on a phone');
  const button = await page.locator('[data-sort="bank"]').boundingBox();
  const stage = await page.locator('.fu-field').boundingBox();
  const [from, to] = [
    { x: button.x + 20, y: button.y + 20 },
    { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 },
  ];
  const touch = await page.context().newCDPSession(page);
  const at = ({ x, y }) => [{ x, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let i = 1; i <= 6; i++)
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: at({ x: from.x + ((to.x - from.x) * i) / 6, y: from.y + ((to.y - from.y) * i) / 6 }),
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await soon(async () => assert.ok((await kept(page))?.buildings?.bank));
  await shot(page, 'towns-phone');
  assert.deepEqual(page.faults, []);
});
