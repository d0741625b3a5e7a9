// The workshop by clicks alone: an edition made, wrong and mended, compared, saved, played at a table, shared, opened and copied by somebody
// else, reported. And what the page knows about the values of every game.
// ./check runs those with: every value; ./check --full all.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  gameNames as games,
  hasText,
  importFrom,
  looks,
  moduleFile,
  needsModule,
  noSeriousFault,
  noSidewaysScrolling,
  openBrowser,
  Server,
  shot,
  soon,
  visitor,
} from './support.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

let server;
let browser;
before(async () => {
  server = await new Server().start();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await server.stop();
});

const field = (page, place) => page.locator(`[data-at="${place}"]`);
const state = (page) => page.locator('.edition-state');

test('every value of every edition has a mark and a reason, and its place is found again', async () => {
  const { inOrder, isHidden, leavesOf, markOf, pathOf, placeOf, sections, unproved, valueAt, withoutDropped } = await importFrom(
    new URL('../src/workshop/', import.meta.url),
    'marks',
    'values',
  );
  for (const game of games) {
    const folder = join(root, 'games', game);
    const marks = JSON.parse(readFileSync(join(folder, 'web/marks.json'), 'utf8'));
    const files = readdirSync(join(folder, 'data')).filter((name) => name.endsWith('.json'));
    const editions = files
      .map((name) => JSON.parse(readFileSync(join(folder, 'data', name), 'utf8')))
      .filter((json) => json.game === game && json.name && !json.lessons);
    assert.ok(editions.length, game);
    for (const whole of editions) {
      const edition = withoutDropped(marks, whole);
      for (const key of sections(marks, edition))
        for (const path of leavesOf(edition[key], [key])) {
          const place = placeOf(path);
          assert.deepEqual(pathOf(place), path);
          const mark = markOf(marks, edition, path);
          assert.match(mark.origin, /^(printed|public|ours)$/, `${game}: ${place}`);
          assert.ok(mark.why, `${game}: ${place} has no reason`);
        }
      const listed = new Set(unproved(marks, edition).map(placeOf));
      for (const key of sections(marks, edition).filter((one) => one !== 'name' && one !== 'notes'))
        for (const path of leavesOf(edition[key], [key]))
          if (!isHidden(marks, path) && markOf(marks, edition, path).origin !== 'printed') assert.ok(listed.has(placeOf(path)), `${game}: ${placeOf(path)}`);
      const sorted = JSON.parse(JSON.stringify(edition, Object.keys(edition).sort()));
      assert.deepEqual(
        Object.keys(inOrder(sorted, edition)),
        Object.keys(edition).filter((key) => key in sorted),
      );
    }
    for (const { at } of marks.fields)
      assert.ok(
        editions.some(
          (edition) => valueAt(edition, pathOf(at.replace(/\[\]/g, '[0]'))) !== undefined || JSON.stringify(edition).includes(`"${at.split(/[.[\]]+/).pop()}"`),
        ),
        `${game}: nothing is at ${at}`,
      );
  }
});

test('an edition is made, wrong and mended, compared, played, saved and shared by clicks alone', async () => {
  const page = await visitor(browser, server);
  await page.goto('/');
  await page.getByRole('link', { name: 'The workshop' }).click();
  await page.getByRole('link', { name: 'Royal Flip', exact: true }).click();
  await hasText(state(page), /can be played/);
  await page.locator('.preview-box .rf').waitFor();

  // What is wrong is said at the field, nothing is lost by a reload, and what it was is one press away.
  await field(page, 'rounds').fill('99');
  await hasText(page.locator('#fault-rounds'), /whole number from 1 to/);
  assert.equal(await page.getByRole('button', { name: 'Play it' }).isDisabled(), true);
  await page.reload();
  await hasText(page.locator('#fault-rounds'), /whole number from 1 to/);
  assert.equal(await field(page, 'rounds').inputValue(), '99');
  await page.getByRole('button', { name: 'was 12' }).click();
  await hasText(state(page), /can be played/);

  // The mark says why.
  await page.getByRole('button', { name: /^Jackpot.*printed/ }).click();
  await hasText(page.locator('.origin-why'), /The rulebook/);

  // The board follows what is typed.
  await field(page, 'name').fill('Short and rich');
  await field(page, 'rounds').fill('2');
  await page.getByText('Points for diamonds').click();
  await field(page, 'diamonds[0]').fill('7');
  await field(page, 'diamonds[1]').fill('7');
  for (const place of ['diamonds[2]', 'diamonds[3]']) await field(page, place).fill('8');
  await hasText(state(page), /can be played/);
  await soon(async () => assert.match(await page.locator('.preview-box').textContent(), /7/));

  if (moduleFile) {
    await page.getByLabel('Seats').selectOption('1');
    await page.getByRole('button', { name: 'Compare' }).click();
    await hasText(page.locator('.study .findings'), /400 pairs/);
    await hasText(page.locator('.study .findings tr', { hasText: 'Points' }), /−/); // ten rounds less are worth fewer points
    assert.equal(await page.locator('.score-plot').count(), 1);
  }

  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByLabel('The link to this edition');
  await link.waitFor();
  const address = new URL(await link.inputValue()).pathname;

  // Two presses to a table, which says what it plays.
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the table' }).click();
  await page.waitForURL(/\/t\//);
  await hasText(page.locator('.table-head'), /Short and rich, [0-9a-f]{8}/);

  // The lessons speak of its numbers; one that needs more rounds is offered with the classic.
  await page.goto('/workshop/royalflip');
  await page.getByRole('link', { name: 'Learn it' }).click();
  await page.getByRole('button', { name: /A first round/ }).click();
  await hasText(page.locator('.lesson header'), /Lesson 1 of \d+, with Short and rich/);
  for (let step = 0; step < 3; step++) {
    await page.locator(`.lesson progress[aria-label^="${step} of"]`).waitFor();
    await page.getByRole('button', { name: 'Do it for me' }).click();
  }
  await hasText(page.locator('.lesson .says'), /first diamond is worth 7 points.*With this edition: score 7, not 1/);
  await page.goto('/learn/royalflip?edition=bench');
  await page.getByRole('button', { name: /A road between casinos/ }).click();
  await hasText(page.locator('.lessons .problem'), /“?Short and rich.* differs too much from the classic for this lesson: step 8/);
  await page.getByRole('button', { name: 'Play it with the classic' }).click();
  await hasText(page.locator('.lesson header'), /Lesson 2 of/);

  // Somebody else looks at it, plays it, copies it, and reports it.
  const other = await visitor(browser, server);
  await other.goto(address);
  await other.getByRole('heading', { name: 'Short and rich' }).waitFor();
  await hasText(other.locator('.findings').first(), /Rounds/);
  await other.getByText('Report this edition').waitFor();
  await other.getByRole('button', { name: 'Copy it' }).click();
  await field(other, 'rounds').waitFor();
  assert.equal(await field(other, 'rounds').inputValue(), '2');
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await hasText(other.locator('.keeping [role=status]').first(), /Saved/);
  await other.goto(address);
  await other.getByText('Report this edition').click();
  await other.getByLabel('What is wrong with it?').fill('Nothing, this is a test');
  await other.getByRole('button', { name: 'Report', exact: true }).click();
  await other.getByText('The administrator will look at it').waitFor();
  await other.getByRole('button', { name: 'Play it' }).click();
  await other.getByRole('dialog').waitFor();
  assert.deepEqual([...page.faults, ...other.faults], []);
});

test('a file is taken away and brought back, and a wrong one is refused in words', async () => {
  const page = await visitor(browser, server);
  await page.goto('/workshop/flipcity');
  await hasText(state(page), /can be played/);
  await field(page, 'win_points').fill('6');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  const edition = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(edition.win_points, 6);
  await page.getByRole('button', { name: 'Begin anew' }).click();
  await soon(async () => assert.equal(await field(page, 'win_points').inputValue(), '8'));
  const upload = (name, text) => page.locator('.keeping input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await upload('mine.json', JSON.stringify(edition));
  await soon(async () => assert.equal(await field(page, 'win_points').inputValue(), '6'));
  await upload('broken.json', '{');
  await hasText(page.locator('.keeping .problem'), /broken.json: This is not a JSON file/);
  await upload('other.json', '{"game":"chess"}');
  await hasText(page.locator('.keeping .problem'), /not an edition of this game/);
});

test('the printed numbers of a game are listed with a field each, saved as an edition', async () => {
  const page = await visitor(browser, server);
  await page.goto('/workshop/royalflip/printed');
  await hasText(page.locator('.edition-form'), /values of this game were reconstructed/);
  assert.equal(await field(page, 'rounds').count(), 0); // the rulebook says it
  await field(page, 'map.columns').fill('7');
  await field(page, 'track[0].suit').selectOption('clubs');
  await hasText(state(page), /can be played/);
  await hasText(page.locator('.edition-form'), /2 of them differ/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await hasText(page.locator('.keeping [role=status]').first(), /Saved in your profile/);
});

test('without a server editions are checked, saved, compared and played on the device', needsModule, async () => {
  const page = await visitor(browser, server);
  await page.addInitScript(() => sessionStorage.setItem('flipside.place', 'here'));
  await page.goto('/workshop/insertcoin');
  await hasText(state(page), /can be played/);
  await field(page, 'name').fill('On a train');
  await field(page, 'lives').fill('0');
  await hasText(page.locator('#fault-lives'), /whole number/);
  await field(page, 'lives').fill('2');
  await hasText(state(page), /can be played/);
  await page.getByRole('button', { name: 'Save on this device' }).click();
  await hasText(page.locator('.keeping [role=status]').first(), /Saved on this device/);
  await page.getByRole('button', { name: 'Begin anew' }).click();
  await page.reload();
  await page.getByText('Your editions, and others to copy').click();
  await page.getByRole('button', { name: 'On a train', exact: true }).click();
  await soon(async () => assert.equal(await field(page, 'lives').inputValue(), '2'));
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the table' }).click();
  await hasText(page.locator('.table-head'), /On a train, [0-9a-f]{8}/);
  await page.waitForSelector('.your-turn');
  await page.keyboard.press('h');
  await page.waitForSelector('.hinted');
  await page.goto('/learn/insertcoin?edition=bench');
  await page.getByRole('button', { name: /Lives, Coins and GAME OVER/ }).click();
  await hasText(page.locator('.lesson header'), /with On a train/);
  await hasText(page.locator('.lesson .says'), /With this edition: lives 2, not 3/);
  assert.deepEqual(page.faults, []);
});

for (const game of games)
  test(`the workshop of ${game} is seen in every size, without faults`, async () => {
    for (const [name, viewport, colorScheme] of looks) {
      const page = await visitor(browser, server, { viewport, colorScheme });
      await page.goto(`/workshop/${game}`);
      await hasText(state(page), /can be played/);
      await page.locator('.preview-box .board-area > :not(.over-board)').first().waitFor();
      await noSidewaysScrolling(page);
      await noSeriousFault(page, `${game} ${name}`);
      await shot(page, `workshop-${game}-${name}-${colorScheme}`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  });
