// How many pictures a second the town makes where a processor has to draw it all: a real table in a real browser without a graphics
// card, the camera on its way and a flick under way. FLIPSIDE_PROGRAM=… node tests/frames.mjs [WIDTH HEIGHT]
// Prints one line per scene: pictures a second as the machine happens to be busy, and the browser's processor time per picture, which is
// the same on a busy machine and an idle one: two cores that have nothing else to do make at most two seconds of it per second.

import { readdirSync, readFileSync } from 'node:fs';
import { makeTable, Server, visitor } from '../../../web/tests/support.mjs';
import { openTownBrowser, townAtRest, watchPictures } from './townpage.mjs';

const [width = 1280, height = 800] = process.argv.slice(2).map(Number); // of the window

/** Counts pictures for so many ms, or from now until what is played has begun and is over. */
const count = (page, played, ms) =>
  page.evaluate(
    ([selector, least]) =>
      new Promise((done) => {
        const times = [];
        const begin = performance.now();
        let seen = !selector;
        const tick = (now) => {
          times.push(now);
          const playing = selector && document.querySelector(selector);
          seen ||= Boolean(playing);
          if (!seen || playing || performance.now() - begin < least) requestAnimationFrame(tick);
          else done(times);
        };
        requestAnimationFrame(tick);
      }),
    [played, ms],
  );

/** Processor time in ms of all that this process has started but the server. */
function processorTime() {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
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

/** What is done comes when the counting has begun: on a busy machine a flick may be over before anybody sees that it began. */
async function tell(scene, played, ms, act = async () => undefined) {
  const before = processorTime();
  const [times] = await Promise.all([count(page, played, ms), act()]);
  const pictures = times.length - 1;
  const each = (processorTime() - before) / Math.max(1, pictures);
  const rate = (1000 * pictures) / Math.max(1, times[pictures] - times[0]);
  console.log(
    `${scene.padEnd(26)} ${rate.toFixed(1).padStart(5)} pictures a second (${pictures}); ${each.toFixed(0)} ms of processor time each: up to ${(2000 / each).toFixed(0)} a second on two free cores`,
  );
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
await tell('the camera to above', '', 2000, () => page.getByRole('button', { name: 'From above' }).click());
await tell('the camera to a shoulder', '', 2000, () => page.locator('.fu-bar .fu-do').first().click());
await page.waitForSelector('[data-move="shoot left"]');
await page.locator('[data-move="shoot left"]').click();
await page.waitForSelector('.fu.aiming');
await page.locator('.fu-number input').nth(1).fill('3000');
await tell('a flick', '.fu.playing', 0, () => page.locator('.fu-aimbar .fire').click());
await tell('a flick in slow motion', '.fu.playing', 0, () => page.getByRole('button', { name: 'Show the last flick again' }).click());
await browser.close();
await server.stop();
