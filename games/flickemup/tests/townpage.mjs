// What the tests of the 3D town and the maker of its film share: a browser that draws in software, a town out of a scenario, and how one
// knows that the town is at rest.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { openBrowser } from '../../../web/tests/support.mjs';

/**
 * As browsers do it without a graphics card: SwiftShader draws WebGL, and only that; the page itself is painted by the processor.
 * FLIPSIDE_ANGLE=swiftshader: the older way, in which SwiftShader puts the whole page together.
 */
export const openTownBrowser = () =>
  openBrowser('--use-gl=angle', `--use-angle=${process.env.FLIPSIDE_ANGLE ?? 'swiftshader-webgl'}`, '--enable-unsafe-swiftshader');

/** Before a page is opened: counts the pictures that it has asked for and that have not come yet. */
export const watchPictures = (page) =>
  page.addInitScript(() => {
    const [ask, callOff, due] = [window.requestAnimationFrame.bind(window), window.cancelAnimationFrame.bind(window), new Set()];
    window.requestAnimationFrame = (call) => {
      const asked = ask((now) => {
        due.delete(asked);
        call(now);
      });
      due.add(asked);
      return asked;
    };
    window.cancelAnimationFrame = (asked) => {
      due.delete(asked);
      callOff(asked);
    };
    window.picturesDue = () => due.size;
  });

/**
 * The camera and all that moved have come to rest: no picture is asked for, three times running, since the page may still be about to
 * tell the town what to show. For pages with `watchPictures`.
 */
export const townAtRest = (page) =>
  page.evaluate(() => (window.calm = 0)).then(() => page.waitForFunction(() => (window.calm = window.picturesDue() ? 0 : window.calm + 1) >= 3));

/** Upright, facing that many degrees. */
export function standing(x, y, z, degrees = 0) {
  const half = (degrees * Math.PI) / 360;
  return { x, y, z, q: [Math.cos(half), 0, 0, Math.sin(half)] };
}

const heights = { barrels: ['barrel', 13], cactuses: ['cactus', 17], fences: ['fence', 9], tumbleweeds: ['tumbleweed', 7] };

/** How large things are, as the program's view says it. */
function measures() {
  const lines = [{ cmd: 'new', game: 'flickemup', seats: 2 }, { cmd: 'view' }].map((line) => `${JSON.stringify(line)}\n`).join('');
  const { stdout } = spawnSync(process.env.FLIPSIDE_PROGRAM, ['engine'], { input: lines, encoding: 'utf8' });
  return JSON.parse(stdout.trim().split('\n').pop()).view.shared.measures;
}

/** A scenario's first scene, as a board gives it to a stage, and the measures that a board takes before. */
export function scenarioTown(name) {
  const scenario = JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));
  const pieces = Object.entries(scenario.buildings).map(([house, [x, y, facing]]) => ({
    name: house,
    kind: 'building',
    sign: house.replace('_', ' '),
    pose: standing(x, y, 0, facing),
  }));
  for (const [list, [kind, z]] of Object.entries(heights))
    (scenario.objects[list] ?? []).forEach(([x, y, facing], i) => pieces.push({ name: `${kind}${i + 1}`, kind, pose: standing(x, y, z, facing) }));
  for (const [
    cowboy,
    {
      at: [x, y, facing],
    },
  ] of Object.entries(scenario.cowboys))
    pieces.push({ name: cowboy, kind: 'cowboy', team: cowboy.startsWith('L') ? 'lawmen' : 'outlaws', hat: 'red', pose: standing(x, y, 20, facing) });
  const [width, height] = scenario.table;
  return {
    measures: measures(),
    width,
    height,
    hour: scenario.start,
    pieces,
    exits: [{ name: 'S', edge: 'bottom', from: 600, to: 800 }],
    ground: [{ token: 'gold', x: 400, y: 350 }],
  };
}
