// How many pictures a second the town makes where a processor has to draw it all: a real table in a real browser without a graphics
// card, the camera on its way and a flick under way. FLIPSIDE_PROGRAM=… node tests/frames.mjs [WIDTH HEIGHT]
// Prints one line per scene: pictures a second as the machine happens to be busy, and the browser's processor time per picture, which is
// the same on a busy machine and an idle one: two cores that have nothing else to do make at most two seconds of it per second.

import { readdirSync, readFileSync } from 'node:fs';
import { makeTable, Server, visitor } from '../../../web/tests/support.mjs';
import { openTownBrowser, townAtRest, watchPictures } from './townpage.mjs';

const [width = 1280, height = 800] = process.argv.slice(2).map(Number); // of the window

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

/** Processor time in ms of all that this process has started but the server. */
function processorTime() {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
        return [{ pid: Number(pid), parent: Number(fields[1]), ms: 10 * (Number(fields[11]) + Number(fields[12])) }];
      } catch {
        return []; // it has gone meanwhile
      }
    });
  const ours = new Set([process.pid]);
  for (let size = 0; size !== ours.size; ) {
    size = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent) && pid !== server.process.pid) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid) && pid !== process.pid).reduce((sum, { ms }) => sum + ms, 0);
}

async function tell(scene, ...counted) {
  const before = processorTime();
  const times = await count(page, ...counted);
  const pictures = times.length - 1;
  const each = (processorTime() - before) / Math.max(1, pictures);
  const rate = (1000 * pictures) / Math.max(1, times[pictures] - times[0]);
  console.log(`${scene.padEnd(26)} ${rate.toFixed(1).padStart(5)} pictures a second (${pictures}); ${each.toFixed(0)} ms of processor time each: up to ${(2000 / each).toFixed(0)} a second on two free cores`);
}

const server = await new Server().start();
const browser = await openTownBrowser();
const page = await visitor(browser, server, { viewport: { width, height }, town: '3d', animation: 'full' });
page.setDefaultTimeout(300000);
await watchPictures(page);
await page.goto('/');
const { table } = await makeTable(page, [{ kind: 'me' }, { kind: 'me' }], { game: 'flickemup', options: { scenario: '1' } });
await page.goto(`/t/${table.id}`);
await page.waitForSelector('.fu[data-stage="3d"]');
const card = page.locator('.fu-card button.primary');
if (await card.count()) await card.click();
// Signs are painted and shaders are built: once, when a town is first seen. At rest it is drawn once more, as sharp as the screen; a
// picture of the page comes when that is done.
await townAtRest(page);
await page.waitForFunction(() => {
  const canvas = document.querySelector('.fu-host canvas');
  return canvas.width >= Math.floor(canvas.clientWidth * Math.min(2, devicePixelRatio));
});
await page.screenshot({ timeout: 300000 });
await page.getByRole('button', { name: 'View and hand' }).click();
await page.getByRole('button', { name: 'From above' }).click();
await tell('the camera to above', '.nothing', 2000);
await page.locator('.fu-bar .fu-do').first().click();
await page.waitForSelector('[data-move="shoot left"]');
await tell('the camera to a shoulder', '.nothing', 2000);
await page.locator('[data-move="shoot left"]').click();
await page.waitForSelector('.fu.aiming');
await page.locator('.fu-number input').nth(1).fill('3000');
await page.locator('.fu-aimbar .fire').click();
await page.waitForSelector('.fu.playing');
await tell('a flick', '.fu.playing', 0);
await page.getByRole('button', { name: 'Show the last flick again' }).click();
await page.waitForSelector('.fu.playing');
await tell('a flick in slow motion', '.fu.playing', 0);
await browser.close();
await server.stop();
