// Makes the short film of the README: a real shot at a table of the real server, filmed on the town's stage picture by picture with
// a clock of its own, so that a slow machine makes the same film. FLIPSIDE_PROGRAM=… node tests/film.mjs FILM.webp STILL.png

import { readdirSync, writeFileSync } from 'node:fs';
import { Server, visitor } from '../../../web/tests/support.mjs';
import { openTownBrowser, scenarioTown, townAtRest, watchPictures } from './townpage.mjs';
import { filmOf } from './webp.mjs';

const [film, still] = process.argv.slice(2);
const size = { width: 480, height: 300 };
const each = 80; // ms a picture
const chunk = readdirSync(new URL('../../../web/dist/assets', import.meta.url))
  .find((name) => /^stage3d-.*\.js\.gz$/.test(name))
  .replace('.gz', '');

/** Lawman 1 walks into the street and shoots at outlaw 5: the table's flicks. */
async function playAtTable(page) {
  return page.evaluate(async () => {
    const post = async (path, body) =>
      (await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
    await post('/api/guest', { name: 'Film Maker' });
    const { table } = await post('/api/tables', { game: 'flickemup', seats: [{ kind: 'me' }, { kind: 'me' }] });
    const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
    await new Promise((done) => (socket.onopen = done));
    const waiting = new Map();
    let [n, scene, heard] = [0, null, () => undefined];
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.re) waiting.get(message.re)(message);
      else if (message.push === 'scene') {
        scene = message;
        heard();
      }
    };
    const sceneThat = async (wanted) => {
      while (!scene || !wanted(scene)) await new Promise((done) => (heard = done));
    };
    const send = (body) =>
      new Promise((done, fail) => {
        waiting.set(++n, (answer) => (answer.ok ? done(answer) : fail(new Error(JSON.stringify(answer)))));
        socket.send(JSON.stringify({ n, ...body }));
      });
    const act = async (text) => {
      const { steps } = scene.table;
      await send({ do: 'act', table: table.id, seat: 0, text, at: steps });
      await sceneThat(({ table: now }) => now.steps !== steps);
    };
    await send({ do: 'hello', client: 'the-maker-of-the-film' });
    await send({ do: 'watch', table: table.id });
    await sceneThat(() => true);
    await act('play L1');
    await act('move 359 1572');
    const [x, y, facing] = scene.view.shared.pieces.L1;
    const side = ((facing + 90) * Math.PI) / 180;
    const from = { x: x + 36 * Math.cos(side), y: y + 36 * Math.sin(side) };
    const angle = (Math.atan2(139 - from.y, 840 - from.x) * 180) / Math.PI;
    await act(`shoot left ${((angle + 360) % 360).toFixed(2)} 2300`);
    const { flick } = await (await fetch(`/api/tables/${table.id}/flick/${scene.flicks}`)).json();
    socket.close();
    return { table: table.id, flick, from, angle, stands: { x, y } };
  });
}

const pose = ([x, y, z, ...q]) => ({ x: x / 100, y: y / 100, z: z / 100, q: q.map((part) => part / 32767) });

const server = await new Server().start();
const browser = await openTownBrowser();
const page = await visitor(browser, server, { viewport: size, animation: 'full' });
page.setDefaultTimeout(600000);
await page.goto('/');
const shot = await playAtTable(page);
console.log(`${shot.flick.move}: ${shot.flick.ruling} (${shot.flick.ms} ms)`);
if (!/^a hit/.test(shot.flick.ruling)) throw new Error('The shot of the film did not hit.');

const town = scenarioTown('01-main-street');
town.exits = town.ground = [];
for (const piece of town.pieces) if (shot.flick.before[piece.name]) piece.pose = pose(shot.flick.before[piece.name]);
const path = {
  kind: shot.flick.kind,
  ms: shot.flick.ms,
  pieces: Object.entries(shot.flick.paths).map(([name, poses]) => [name, poses.map(([ms, ...rest]) => ({ ms, pose: pose(rest) }))]),
};

await page.evaluate(
  async ([name, first, { width, height }, step]) => {
    // A clock that goes on when the camera does.
    let [now, calls] = [1000, []];
    window.requestAnimationFrame = (call) => calls.push(call);
    window.cancelAnimationFrame = () => (calls = []);
    document.body.innerHTML = '<div data-graphics="fine"></div>';
    const box = document.body.firstElementChild;
    Object.assign(box.style, { position: 'fixed', inset: '0' });
    const { makeStage, takeMeasures } = await import(`/assets/${name}`);
    takeMeasures(first.measures);
    window.stage = makeStage(box, { dark: false, reducedMotion: false });
    window.stage.show(first, true);
    window.lights = { open: [], chosen: 'L1', hinted: null };
    const sheet = document.createElement('canvas');
    [sheet.width, sheet.height] = [width, height];
    const brush = sheet.getContext('2d');
    brush.imageSmoothingQuality = 'high';
    window.picture = () => {
      window.stage.light(window.lights); // there is always something to draw
      const due = calls;
      calls = [];
      now += step;
      for (const call of due) call(now);
      brush.drawImage(box.querySelector('canvas'), 0, 0, width, height);
      return sheet.toDataURL('image/webp', 0.62).split(',')[1];
    };
  },
  [chunk, town, size, each],
);

const frames = [];
async function roll(count, before = () => undefined, argument = (part) => part) {
  for (let i = 0; i < count; i++) {
    await page.evaluate(before, argument((i + 1) / count));
    frames.push({ webp: Buffer.from(await page.evaluate(() => window.picture()), 'base64'), ms: each });
  }
}

const aimAt = (power) => ({ kind: 'bullet', from: shot.from, angle: shot.angle, speed: 0, reach: 20 + 560 * power, power });
await roll(5);
await page.evaluate((from) => window.stage.look('behind', from), { ...shot.stands, angle: shot.angle });
await roll(
  16,
  (aim) => window.stage.aim(aim),
  (part) => aimAt(0.05 + 0.6 * part * part),
);
await roll(3);
await page.evaluate(
  ([way, near]) => {
    window.stage.aim(null);
    window.lights = { open: [], chosen: null, hinted: null };
    window.over = false;
    window.stage.play({ ...way, pieces: new Map(way.pieces) }, 0.12).then(() => (window.over = true));
    window.stage.look('behind', near);
  },
  [path, { x: 753, y: 190, angle: -30 }],
);
await roll(11); // the camera gets there before the bullet does
for (let i = 0; i < 80 && !(await page.evaluate(() => window.over)); i++)
  await roll(
    1,
    (more) => window.stage.turn(0.5, 0, more),
    () => (i < 18 ? 1.04 : 1),
  );
await roll(9);
if (still) {
  // The table itself, as its page shows it after the shot.
  await watchPictures(page);
  await page.addInitScript(() => {
    localStorage.setItem('flipside.flickemup', '{"drawn":false}');
    addEventListener('DOMContentLoaded', () => (document.documentElement.dataset.graphics = 'fine'));
  });
  await page.setViewportSize({ width: 1200, height: 750 });
  await page.goto(`/t/${shot.table}`);
  await page.waitForSelector('.fu[data-stage="3d"] canvas');
  await townAtRest(page);
  await page.screenshot({ path: still, timeout: 600000 });
}
await browser.close();
await server.stop();

const whole = filmOf(frames, size.width, size.height);
writeFileSync(film, whole);
console.log(`${frames.length} pictures, ${whole.length} bytes`);
