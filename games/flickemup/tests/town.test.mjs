// The town in 3D, alone: the chunk as the server sends it, on an empty page. What is seen is compared in blocks of average colour,
// so that another graphics driver or font does no harm and a house that is missing does.
// ./check runs none of them; ./check --full all.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTownBrowser, scenarioTown, standing, townAtRest, watchPictures } from './townpage.mjs';
import { hasCount, Server, shot, visitor } from '../../../web/tests/support.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const chunk = readdirSync(here('../../../web/dist/assets'))
  .find((name) => /^stage3d-.*\.js\.gz$/.test(name))
  ?.replace('.gz', '');
const town = scenarioTown('01-main-street');
let server, browser;

before(async () => {
  assert.ok(chunk, 'the page is built: node build.mjs');
  server = await new Server().start();
  browser = await openTownBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page with nothing but a stage on it, `stage` in its window. */
async function stageOn(size, { dark = false, reducedMotion = true, shown = town } = {}) {
  const page = await visitor(browser, server, { animation: 'full', viewport: size, colorScheme: dark ? 'dark' : 'light' });
  page.setDefaultTimeout(120000);
  await watchPictures(page);
  await page.goto('/');
  await page.evaluate(
    async ([name, options, first]) => {
      document.body.innerHTML = '<div data-graphics="plain"></div>';
      const { makeStage, takeMeasures } = await import(`/assets/${name}`);
      takeMeasures(first.measures);
      window.box = document.body.firstElementChild;
      Object.assign(window.box.style, { position: 'fixed', inset: '0' });
      window.stage = makeStage(window.box, options);
      window.town = first;
      window.stage.show(first, true);
    },
    [chunk, { dark, reducedMotion }, shown],
  );
  return page;
}

/** The stage as it looks now. */
async function picture(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.screenshot({ timeout: 120000 });
}

/** Average colours of 24 × 15 blocks. */
async function blocks(page, png) {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const brush = canvas.getContext('2d');
    brush.drawImage(image, 0, 0);
    const { data: points } = brush.getImageData(0, 0, image.width, image.height);
    const [across, down] = [24, 15];
    const sums = Array.from({ length: across * down }, () => [0, 0, 0, 0]);
    for (let y = 0; y < image.height; y++)
      for (let x = 0; x < image.width; x++) {
        const sum = sums[Math.floor((y * down) / image.height) * across + Math.floor((x * across) / image.width)];
        for (let i = 0; i < 3; i++) sum[i] += points[4 * (y * image.width + x) + i];
        sum[3]++;
      }
    return sums.map(([r, g, b, count]) => [r / count, g / count, b / count]);
  }, png.toString('base64'));
}

/** How far two pictures are apart: on average, and in the block that differs most. */
function apart(a, b) {
  const each = a.map((colour, i) => Math.max(...colour.map((value, j) => Math.abs(value - b[i][j]))));
  return { average: each.reduce((sum, value) => sum + value, 0) / each.length, most: Math.max(...each) };
}

const alike = ({ average, most }) => average < 6 && most < 32;

/** Compares with the picture that is kept; where there is none yet it is made, and the test says so. */
async function looksAs(page, name) {
  const path = here(`./pictures/${name}.png`);
  const png = await picture(page);
  if (!existsSync(path)) {
    writeFileSync(path, png);
    assert.fail(`there was no picture ${name}: it is made now, look at it`);
  }
  const kept = await blocks(page, readFileSync(path));
  const difference = apart(kept, await blocks(page, png));
  assert.ok(alike(difference), `${name} differs by ${difference.average.toFixed(1)} on average, ${difference.most.toFixed(1)} at most`);
  return kept;
}

const small = { width: 400, height: 225 };

test('the town looks as it did, by day, by evening and from above; a wrong picture is told', async () => {
  const page = await stageOn(small);
  const day = await looksAs(page, 'town-day');
  const changes = {
    'a house is missing': (shown) => ({ ...shown, pieces: shown.pieces.filter((piece) => piece.name !== 'saloon') }),
    'the table is another': (shown) => ({ ...shown, width: 700 }),
  };
  for (const [what, change] of Object.entries(changes)) {
    await page.evaluate((other) => window.stage.show(other, true), change(town));
    const difference = apart(day, await blocks(page, await picture(page)));
    assert.ok(!alike(difference), `${what}, and the pictures count as alike: ${JSON.stringify(difference)}`);
  }
  await page.evaluate(() => window.stage.show(window.town, true));
  await page.evaluate(() => window.stage.look('top'));
  const above = await looksAs(page, 'town-top');
  assert.ok(!alike(apart(day, above)), 'the view from above is another');
  await page.context().close();

  const night = await stageOn(small, { dark: true });
  const evening = await looksAs(night, 'town-evening');
  assert.ok(!alike(apart(day, evening)), 'the evening is darker');
  assert.deepEqual(night.faults, []);
  await night.context().close();
});

/** A grid over the table, to the window and back. */
const thereAndBack = (page) =>
  page.evaluate(() => {
    const box = window.box.getBoundingClientRect();
    let [seen, worst] = [0, 0];
    for (let x = 10; x < 900; x += 55)
      for (let y = 10; y < 600; y += 45) {
        const { left, top, visible } = window.stage.place(x, y);
        if (!visible) continue;
        const spot = window.stage.at(box.left + left, box.top + top);
        if (!spot) return { seen, worst: Infinity };
        seen++;
        worst = Math.max(worst, Math.hypot(spot.x - x, spot.y - y));
      }
    return { seen, worst };
  });

test('place and at undo each other in every view, and the whole table is in the picture at every size', async () => {
  for (const size of [
    { width: 900, height: 560 },
    { width: 360, height: 640 },
    { width: 800, height: 260 },
  ]) {
    const page = await stageOn(size);
    for (const view of ['table', 'top', 'behind']) {
      await page.evaluate((name) => window.stage.look(name, name === 'behind' ? { x: 200, y: 300, angle: 10 } : undefined), view);
      const { seen, worst } = await thereAndBack(page);
      assert.ok(seen > (view === 'behind' ? 30 : 200), `${view} shows only ${seen} points of the grid`);
      assert.ok(worst < 0.5, `${view} at ${size.width}: ${worst} mm apart`);
      if (view === 'behind') continue;
      const corners = await page.evaluate(() =>
        [
          [0, 0],
          [900, 0],
          [900, 600],
          [0, 600],
        ].map(([x, y]) => window.stage.place(x, y)),
      );
      assert.ok(
        corners.every(({ visible }) => visible),
        `${view} at ${size.width}×${size.height} leaves a corner out`,
      );
      const wide = Math.max(...corners.map(({ left }) => left)) - Math.min(...corners.map(({ left }) => left));
      const high = Math.max(...corners.map(({ top }) => top)) - Math.min(...corners.map(({ top }) => top));
      assert.ok(wide > 0.88 * size.width || high > 0.75 * size.height, `${view} at ${size.width}×${size.height} is ${Math.round(wide)}×${Math.round(high)}`);
    }
    await page.context().close();
  }
});

test('from above: straight down, x to the right; on a narrow screen a quarter turned', async () => {
  const page = await stageOn({ width: 900, height: 560 });
  const ends = () =>
    page.evaluate(() => {
      window.stage.look('top');
      const [a, b, up] = [window.stage.place(100, 300), window.stage.place(800, 300), window.stage.place(100, 300, 40)];
      return { dx: b.left - a.left, dy: b.top - a.top, lean: Math.hypot(up.left - a.left, up.top - a.top) };
    });
  const wide = await ends();
  assert.ok(wide.dx > 300 && Math.abs(wide.dy) < 0.5, JSON.stringify(wide));
  assert.ok(wide.lean < 4, `what stands leans by ${wide.lean} px`);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.waitForFunction(() => Math.abs(window.stage.place(100, 300).left - window.stage.place(800, 300).left) < 1);
  const narrow = await ends();
  assert.ok(Math.abs(narrow.dx) < 0.5 && narrow.dy < -300, `x goes up on a phone: ${JSON.stringify(narrow)}`);
  assert.ok((await thereAndBack(page)).worst < 0.5);
  await page.context().close();
});

test('what is pointed at is told: people, houses, and a figure beside which a finger lands', async () => {
  const page = await stageOn({ width: 900, height: 560 });
  const at = (x, y, z, aside = 0) =>
    page.evaluate(
      ([px, py, pz, off]) => {
        const { left, top } = window.stage.place(px, py, pz);
        return window.stage.at(left + off, top).piece;
      },
      [x, y, z, aside],
    );
  assert.equal(await at(60, 300, 20), 'L3');
  assert.equal(await at(840, 300, 20), 'O3');
  assert.equal(await at(700, 488, 60), 'saloon');
  assert.equal(await at(300, 330, 13), 'barrel1');
  assert.equal(await at(60, 300, 20, 14), 'L3', 'a finger is thick');
  assert.equal(await at(400, 300, 0), null, 'the bare table');
  await page.context().close();
});

/** A shot along x from (150, 300): the bullet slides to (350, 300), O9 at (330, 312) falls over. */
function shotPath() {
  const bullet = [];
  const fallen = [];
  for (let ms = 0; ms <= 400; ms += 10) {
    const part = ms / 400;
    bullet.push({ ms, pose: standing(150 + 200 * part, 300, 4, 0) });
    if (ms < 200) continue;
    const tip = (Math.PI / 4) * Math.min(1, (ms - 200) / 150); // half of a quarter turn about y
    fallen.push({ ms, pose: { x: 330 + 40 * part, y: 312, z: 20 - 11 * Math.min(1, (ms - 200) / 150), q: [Math.cos(tip), 0, Math.sin(tip), 0] } });
  }
  return {
    kind: 'bullet',
    ms: 400,
    pieces: [
      ['bullet', bullet],
      ['O9', fallen],
    ],
  };
}

test('a flick ends where its path ends, may be skipped, and nothing is drawn while nothing moves', async () => {
  const shown = {
    ...town,
    pieces: [
      ...town.pieces.filter((piece) => !/barrel|fence/.test(piece.name)),
      { name: 'O9', kind: 'cowboy', team: 'outlaws', hat: 'red', pose: standing(330, 312, 20, 180) },
    ],
  };
  for (const [reducedMotion, skipped] of [
    [false, false],
    [false, true],
    [true, false],
  ]) {
    const page = await stageOn({ width: 480, height: 300 }, { reducedMotion, shown });
    const found = await page.evaluate(
      async ([path, skip]) => {
        const point = (x, y, z) => {
          const { left, top } = window.stage.place(x, y, z);
          return window.stage.at(left, top)?.piece ?? null;
        };
        const early = point(330, 312, 35);
        const done = window.stage.play({ ...path, pieces: new Map(path.pieces) }, 1);
        if (skip) window.stage.skip();
        await done;
        return { early, feet: point(358, 312, 12), top: point(382, 312, 9), bullet: point(350, 300, 7), started: point(150, 300, 7) };
      },
      [shotPath(), skipped],
    );
    assert.deepEqual(found, { early: 'O9', feet: 'O9', top: 'O9', bullet: 'bullet', started: null });
    // The board shows the table as it is after the ruling: the bullet is gone, the figure stays down.
    const lying = { ...shown, pieces: shown.pieces.map((piece) => (piece.name === 'O9' ? { ...piece, pose: shotPath().pieces[1][1].at(-1).pose } : piece)) };
    await page.evaluate((now) => window.stage.show(now), lying);
    await page.waitForFunction(() => {
      const { left, top } = window.stage.place(350, 300, 7);
      return window.stage.at(left, top)?.piece !== 'bullet';
    });
    await shot(page, `town-flick-${reducedMotion}-${skipped}`);
    if (!reducedMotion && !skipped) {
      await townAtRest(page); // the dust has settled
      const idle = await page.evaluate(async () => {
        const real = window.requestAnimationFrame;
        let asked = 0;
        window.requestAnimationFrame = (call) => (asked++, real.call(window, call));
        for (let picture = 0; picture < 30; picture++) await new Promise((done) => real.call(window, done));
        const before = asked;
        window.stage.turn(10, 0, 1);
        await new Promise((done) => real.call(window, () => real.call(window, done)));
        return { before, after: asked };
      });
      assert.equal(idle.before, 0, 'a table nobody touches is not drawn again');
      assert.ok(idle.after > 0, 'a turn is drawn');
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});

test('dynamite burns, bangs and leaves its mark; under the saloon’s doors a disc sets them swinging; then all is still', async () => {
  const shown = { ...town, pieces: town.pieces.filter((piece) => piece.kind === 'building') };
  const page = await stageOn({ width: 300, height: 190 }, { reducedMotion: false, shown });
  // The clock goes when the test says so.
  await page.evaluate(() => {
    window.due = [];
    window.requestAnimationFrame = (call) => window.due.push(call);
    window.tick = (now) => window.due.splice(0).forEach((call) => call(now));
    window.stage.look('behind', { x: 700, y: 400, angle: 90 });
    for (const now of [0, 5000]) window.tick(now);
  });
  const pass = (...times) => page.evaluate((moments) => moments.forEach((now) => window.tick(now)), times);
  const seen = async (now) => {
    await pass(now);
    return blocks(page, await page.screenshot({ timeout: 120000 }));
  };
  const slide = (kind, from, to, more = {}) => {
    const poses = Array.from({ length: 21 }, (_, i) => ({ ms: i * 20, pose: standing(700, from + ((to - from) * i) / 20, 4) }));
    return page.evaluate((path) => void window.stage.play({ ...path, pieces: new Map(path.pieces) }, 1).then(() => (window.over = path.kind)), {
      kind,
      ms: 400,
      pieces: [[kind, poses]],
      ...more,
    });
  };
  const atRest = await seen(5001);
  await slide('disc', 430, 560);
  const early = await seen(6000);
  const swung = await seen(6330);
  assert.ok(apart(early, swung).most > 6, `the doors move: ${JSON.stringify(apart(early, swung))}`);
  await pass(6500);
  await page.waitForFunction(() => window.over === 'disc');
  await pass(9000, 9001);
  assert.equal(await page.evaluate(() => window.due.length), 0, 'the doors hang still, and nothing is drawn');

  await page.evaluate((now) => window.stage.show(now, true), shown);
  await slide('dynamite', 300, 420, { blast: { x: 700, y: 420, reach: 60 } });
  await pass(10000);
  const fire = await seen(10460);
  assert.ok(apart(atRest, fire).most > 40, 'the bang is seen');
  await shot(page, 'town-blast');
  await pass(10600);
  await page.waitForFunction(() => window.over === 'dynamite');
  const pointed = await page.evaluate(() => {
    const { left, top } = window.stage.place(700, 420, 4);
    return window.stage.at(left, top).piece;
  });
  assert.notEqual(pointed, 'dynamite', 'of the stick nothing is left, and fire is nothing to point at');
  await pass(13000, 13001);
  assert.equal(await page.evaluate(() => window.due.length), 0, 'the smoke has gone, and nothing is drawn');
  await page.evaluate((now) => window.stage.show(now, true), shown);
  assert.ok(apart(atRest, await seen(13003)).most < 2, 'the doors hang as they did, the fire is out, and what was burnt is swept away');
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test('the camera follows mouse, wheel and keys, and keeps still while the board has the pointer', async () => {
  const page = await stageOn({ width: 600, height: 400 });
  const where = () =>
    page.evaluate(() => {
      const [a, b] = [window.stage.place(100, 100), window.stage.place(800, 500)];
      return [a.left, a.top, b.left, b.top].map(Math.round).join();
    });
  const drag = async (button) => {
    await page.mouse.move(300, 200);
    await page.mouse.down({ button });
    await page.mouse.move(340, 210);
    await page.mouse.move(380, 220);
    await page.mouse.up({ button });
  };
  const seen = new Set([await where()]);
  const moved = async (what) => {
    const now = await where();
    assert.ok(!seen.has(now), `${what} moves the camera`);
    seen.add(now);
  };
  await drag('left');
  await moved('a drag');
  await drag('right');
  await moved('a drag with the right button');
  await page.mouse.wheel(0, -200);
  await page.waitForFunction(
    (old) =>
      [window.stage.place(100, 100), window.stage.place(800, 500)]
        .flatMap(({ left, top }) => [left, top])
        .map(Math.round)
        .join() !== old,
    [...seen].at(-1),
  );
  await moved('the wheel');
  await page.evaluate(() => window.stage.turn(15, 5, 1.2));
  await moved('turn()');
  const before = await where();
  await page.evaluate(() => window.stage.hold(true));
  await drag('left');
  assert.equal(await where(), before, 'the board has the pointer');
  const told = await page.evaluate(() => {
    let times = 0;
    window.stage.onMoved(() => times++);
    window.stage.look('top');
    return times;
  });
  assert.ok(told > 0, 'labels are told that their places changed');
  await page.context().close();
});

test('it goes without a trace, cannot be made without WebGL, and says when the graphics are taken away', async () => {
  const page = await stageOn({ width: 480, height: 300 });
  await hasCount(page.locator('canvas'), 1);
  await page.evaluate(() => {
    window.stage.aim({ kind: 'disc', from: { x: 60, y: 300 }, angle: 0, speed: 1500, reach: 380, power: 0.5 });
    window.stage.light({ open: ['L1', 'L2'], chosen: 'L3', hinted: 'saloon' });
    window.stage.dispose();
    window.stage.dispose();
  });
  assert.equal(await page.locator('canvas').count(), 0, 'dispose leaves no canvas');
  const { told, thrown } = await page.evaluate(
    async ([name, first]) => {
      const { makeStage, takeMeasures } = await import(`/assets/${name}`);
      takeMeasures(first.measures);
      const stage = makeStage(window.box, { dark: false, reducedMotion: true });
      stage.show(first, true);
      const lost = new Promise((done) => stage.onLost(() => done(true)));
      const canvas = window.box.querySelector('canvas');
      (canvas.getContext('webgl2') ?? canvas.getContext('webgl')).getExtension('WEBGL_lose_context').loseContext();
      const answer = await lost;
      stage.dispose();
      HTMLCanvasElement.prototype.getContext = () => null;
      let error = '';
      try {
        makeStage(window.box, { dark: false, reducedMotion: true });
      } catch (problem) {
        error = String(problem);
      }
      return { told: answer, thrown: error };
    },
    [chunk, town],
  );
  assert.equal(told, true);
  assert.match(thrown, /WebGL/);
  assert.equal(await page.locator('canvas').count(), 0);
  await page.context().close();
});
