// How many pictures a second the town makes where a processor has to draw it all: a real table in a real browser without a graphics
// card, the camera on its way and a flick under way. FLIPSIDE_PROGRAM=… node tests/frames.mjs [WIDTH HEIGHT]
// Prints one line per scene: pictures a second, the median and the slowest tenth, in ms.

import { makeTable, Server, visitor } from '../../../web/tests/support.mjs';
import { openTownBrowser } from './townpage.mjs';

const [width = 1280, height = 800] = process.argv.slice(2).map(Number);

/** Counts pictures until the page says that it is over. */
const count = (page, over, least) =>
  page.evaluate(
    ([selector, ms]) =>
      new Promise((done) => {
        const times = [];
        const begin = performance.now();
        const tick = (now) => {
          times.push(now);
          if (performance.now() - begin < ms || document.querySelector(selector)) requestAnimationFrame(tick);
          else done(times);
        };
        requestAnimationFrame(tick);
      }),
    [over, least],
  );

function tell(scene, times) {
  const each = times.slice(1).map((time, i) => time - times[i]);
  each.sort((a, b) => a - b);
  const rate = (1000 * each.length) / (times[times.length - 1] - times[0]);
  console.log(`${scene.padEnd(28)} ${rate.toFixed(1).padStart(5)} a second, median ${each[each.length >> 1].toFixed(0)} ms, slowest tenth from ${each[Math.floor(each.length * 0.9)].toFixed(0)} ms`);
}

const server = await new Server().start();
const browser = await openTownBrowser();
const page = await visitor(browser, server, { viewport: { width, height }, town: '3d' });
await page.goto('/');
const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'me' }], { game: 'flickemup', options: { scenario: '1' } });
await page.goto(`/t/${table.id}`);
await page.waitForSelector('.fu[data-stage="3d"]');
const card = page.locator('.fu-card button.primary');
if (await card.count()) await card.click();
await page.waitForTimeout(2000); // signs are painted, shaders are built
await page.getByRole('button', { name: 'View and hand' }).click();
await page.getByRole('button', { name: 'From above' }).click();
tell('the camera to above', await count(page, '.nothing', 1500));
await page.locator('.fu-bar .fu-do').first().click();
await page.waitForSelector('[data-move="shoot left"]');
tell('the camera to a shoulder', await count(page, '.nothing', 1500));
await page.locator('[data-move="shoot left"]').click();
await page.waitForSelector('.fu.aiming');
await page.locator('.fu-number input').nth(1).fill('3000');
await page.locator('.fu-aimbar .fire').click();
await page.waitForSelector('.fu.playing');
tell('a flick', await count(page, '.fu.playing', 0));
await page.getByRole('button', { name: 'Show the last flick again' }).click();
await page.waitForSelector('.fu.playing');
tell('a flick in slow motion', await count(page, '.fu.playing', 0));
await browser.close();
await server.stop();
