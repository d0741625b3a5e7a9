// The real program on a file of its own, a real browser, and the few gestures that the tests share.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** Required, not imported: to find the names in its one large file takes Node a second, for every file of tests. */
const { chromium } = require('playwright-core');

/** Modules of a game's page, for tests that ask them directly: `importFrom(new URL('../web/', import.meta.url), 'model')`. */
export async function importFrom(folder, ...names) {
  const { outputFiles } = await build({
    stdin: { contents: names.map((name) => `export * from './${name}';`).join('\n'), resolveDir: fileURLToPath(folder), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: { shell: fileURLToPath(new URL('../src', import.meta.url)) },
    nodePaths: [fileURLToPath(new URL('../node_modules', import.meta.url))],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

/** Calls `hear` with every scene that the page gets from now on over a new connection. */
export function hearScenes(page, hear) {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.push === 'scene') hear(message);
    }),
  );
}

const games = new URL('../../games/', import.meta.url);
export const gameNames = readFileSync(new URL('list', games), 'utf8').trim().split('\n');

/** The games that bring a board to the page. */
export const gamesWithBoards = gameNames.filter((name) => existsSync(new URL(`${name}/web/board.tsx`, games)));

export const wide = { width: 1440, height: 900 };
export const phone = { width: 360, height: 640 };

/** The page that is looked at. */
export const pages = process.env.FLIPSIDE_PAGES ?? fileURLToPath(new URL('../dist/', import.meta.url));

const assets = join(pages, 'assets');
const [module] = existsSync(assets) ? readdirSync(assets).filter((name) => /^flipside-.*\.wasm\.gz$/.test(name)) : [];

/** The file of the module that the page plays with where it has no server; undefined where it was not built. */
export const moduleFile = module && join(assets, module);

/** The options of a case that needs the module. */
export const needsModule = moduleFile ? {} : { skip: 'the module was not built' };

const middle = { width: 1024, height: 768 };

/** Sizes and lights in which pages are looked at: each once, or all pairs of them where there is time. */
export const looks = process.env.FLIPSIDE_LONG
  ? ['light', 'dark'].flatMap((light) => [
      ['wide', wide, light],
      ['middle', middle, light],
      ['phone', phone, light],
    ])
  : [
      ['wide', wide, 'light'],
      ['phone', phone, 'dark'],
    ];

const shots = process.env.FLIPSIDE_SHOTS ?? join(tmpdir(), 'flipside-shots');
mkdirSync(shots, { recursive: true });

/** Looks at the sheet of a seat, which may be folded behind "+2". */
export async function lookAtSeat(page, seat) {
  const chip = page.locator('.seats .seat').nth(seat);
  if (!(await chip.isVisible())) await page.locator('.more-seats').click();
  await chip.click();
}

/** Keeps a picture for people to look at; outside the tree. */
export async function shot(page, name) {
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** The same cards every time; where there is time, others, and which is said, so that a failure can be seen again. */
const seed = process.env.FLIPSIDE_SEED ?? (process.env.FLIPSIDE_LONG ? String(Date.now()) : 'the browser');
if (process.env.FLIPSIDE_LONG) console.log(`# FLIPSIDE_SEED=${seed}`);

export class Server {
  /** `before`: arguments that stand before `serve`, as --games FOLDER; `wishes`: options of it. */
  constructor(before = [], wishes = {}) {
    this.before = before;
    this.wishes = wishes;
  }

  async start() {
    this.folder ??= mkdtempSync(join(tmpdir(), 'flipside-web-'));
    const program = process.env.FLIPSIDE_PROGRAM;
    assert.ok(program, 'FLIPSIDE_PROGRAM names the program to test');
    const data = join(this.folder, 'flipside.db');
    const options = { listen: `127.0.0.1:${this.port ?? 0}`, data, log: `${data}.log`, 'test-seed': seed, ...this.wishes };
    this.process = spawn(program, [...this.before, 'serve', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { process: child } = this;
    process.once('exit', () => child.kill('SIGKILL')); // nothing stays behind when a test breaks off
    this.gone = new Promise((resolve) => this.process.once('exit', resolve));
    // The system gives a port that is free, the server says which; started again, it is there again.
    const told = await new Promise((resolve, reject) => {
      this.process.stdout.once('data', resolve);
      this.process.once('exit', () => reject(new Error('The server did not start.')));
    });
    this.port = Number(/127\.0\.0\.1:(\d+)/.exec(told)?.[1]);
    assert.ok(this.port, `no address in: ${told}`);
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  async kill(signal = 'SIGKILL') {
    this.process.kill(signal);
    await this.gone;
  }

  async stop() {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The headless shell is the same Chromium without its windows: tests take three quarters of the time. */
const browserPath = process.env.FLIPSIDE_CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** How it is started; without the last ones it may wait for a network that is not there. */
const optionsWith = (...more) => ({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...more],
});

/** The browser of all tests; `more`: arguments of its command line besides. */
export const openBrowser = (...more) => chromium.launch(optionsWith(...more));

/** One that keeps what it knows in a folder, over its end. */
export const openProfile = (folder, server) => chromium.launchPersistentContext(folder, { ...optionsWith(), baseURL: server.url });

/**
 * A visitor: a context of its own, and everything that goes wrong in its console is kept. Without a graphics card the town of
 * Flick 'em Up! in 3D takes seconds to draw: who does not ask for it has the drawn one. Nor is the story paced for who does not ask, or the
 * page kept for the time without a network, a tenth of what a visit costs. Nobody is here for the `first` time unless it is said.
 */
export async function visitor(browser, server, { town = 'drawn', animation = 'none', first = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: wide, serviceWorkers: 'block', baseURL: server.url, ...options });
  if (town === 'drawn')
    await context.addInitScript(() => localStorage.getItem('flipside.flickemup') ?? localStorage.setItem('flipside.flickemup', '{"drawn":true}'));
  await context.addInitScript(
    (how) => localStorage.getItem('flipside.settings') ?? localStorage.setItem('flipside.settings', JSON.stringify({ animation: how })),
    animation,
  );
  if (!first) await context.addInitScript((names) => localStorage.setItem('flipside.met', names), JSON.stringify([...gameNames, 'sound']));
  await context.addInitScript(`window.seen = { phase: ${phaseHere}, heard: ${heardHere} };`);
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/ERR_|WebSocket|Failed to load resource/.test(text)) page.faults.push(text);
  });
  return page;
}

/** Makes a table as the page does, with the page's own cookie; not rated, so that hints may be asked for, unless the wish says so. */
export async function makeTable(page, seats, wish = {}) {
  return page.evaluate(
    async ([places, more]) => {
      const post = (path, body) =>
        fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
      const me = await fetch('/api/me').then((answer) => answer.json());
      if (!me.person) await post('/api/guest', { name: `Tester ${Math.floor(Math.random() * 1e6)}` });
      return post('/api/tables', { game: 'royalflip', seats: places, rated: false, ...more });
    },
    [seats, wish],
  );
}

export const isOver = (page) => page.locator('section.result').isVisible();

/* These two are asked in the page; every visitor brings them along as `window.seen`. */

/** Where the own turn stands: one word, also while others decide. */
function phaseHere() {
  const sees = (selector) => [...document.querySelectorAll(selector)].some((node) => node.getClientRects().length > 0);
  if (sees('section.result')) return 'over';
  if (sees('.handover')) return 'handover';
  if (sees('.rf .values button')) return 'value';
  if (sees('.rf button.zone')) return 'choose';
  if (sees('.rf-cells button.legal')) return 'write';
  if (sees('.rf button.space.legal')) return 'track';
  if (sees('.rf-picks [data-legal]')) return 'throw';
  return 'wait';
}

/** What the page has heard so far: it changes with every step that this viewer may know. */
function heardHere() {
  const { steps, seat } = document.querySelector('.table-page')?.dataset ?? {};
  const asked = ['.values', '.handover', 'section.result'].map((selector) => Boolean(document.querySelector(selector)));
  return [steps, seat, ...asked].join();
}

export const phaseOf = (page) => page.evaluate(() => window.seen.phase());
export const heard = (page) => page.evaluate(() => window.seen.heard());

/** `waited`: nothing could be done when one looked; then something to do is news too. */
export async function heardMore(page, before, waited = false) {
  await page.waitForFunction(([known, idle]) => window.seen.heard() !== known || (idle && window.seen.phase() !== 'wait'), [before, waited]);
}

/**
 * Asks an assertion again until it holds: for what the page draws after an action, or after a message of the server. After the patience it
 * fails as it is. What must not happen at all is asserted directly instead.
 */
export async function soon(assertion, patience = 30e3) {
  for (const end = Date.now() + patience; ; ) {
    try {
      return await assertion();
    } catch (error) {
      if (!(error instanceof assert.AssertionError) || Date.now() > end) throw error;
    }
    await new Promise((later) => setTimeout(later, 30));
  }
}

/** From now on, everything that is shown for a moment is written down in the page: who looks from outside may come too late. */
export const keepMoments = (page, selector) =>
  page.evaluate((shown) => {
    window.moments = [];
    new MutationObserver(() => {
      const moment = document.querySelector(shown);
      const words = moment && `${moment.className}: ${moment.textContent}`;
      if (words && window.moments.at(-1) !== words) window.moments.push(words);
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  }, selector);

/** One of the moments that were written down comes to match. */
export const momentCame = (page, pattern) => soon(async () => assert.match((await page.evaluate(() => window.moments)).join('\n'), pattern), 30e3);

const said = (locator, message) => (message ? `${message} (${locator})` : String(locator));

/** So many of them come to be on the page; 0 for what an action has to take away. */
export const hasCount = (locator, count, message) => soon(async () => assert.equal(await locator.count(), count, said(locator, message)));

/** The text comes to match, with what is hidden. */
export const hasText = (locator, pattern, message) => soon(async () => assert.match(await locator.textContent(), pattern, message));

/** The text that is seen comes to match. */
export const showsText = (locator, pattern, message) => soon(async () => assert.match(await locator.innerText(), pattern, message));

export const hasAttribute = (locator, name, value, message) => soon(async () => assert.equal(await locator.getAttribute(name), value, said(locator, message)));

/** What was asked for is drawn. */
export async function drawn(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Cards that were dealt lie still: nothing moves but what always does. */
export async function atRest(page) {
  await drawn(page);
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity));
}

/** How many dots of two pictures (base64) differ, and the first one small. Both are made small, so that the edges of letters and lines do not count. */
export const comparePictures = (page, now, before, size) =>
  page.evaluate(
    async ([sources, [width, height]]) => {
      const drawings = [];
      for (const source of sources) {
        const image = new Image();
        image.src = `data:image/png;base64,${source}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const pen = canvas.getContext('2d');
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, 0, 0, width, height);
        drawings.push({ dots: pen.getImageData(0, 0, width, height).data, png: canvas.toDataURL('image/png').split(',')[1] });
      }
      const [one, other] = drawings;
      let off = 0;
      for (let i = 0; i < one.dots.length; i += 4) if (Math.max(...[0, 1, 2].map((k) => Math.abs(one.dots[i + k] - other.dots[i + k]))) > 40) off++;
      return { off, png: one.png };
    },
    [[now, before], size],
  );

/** One step of a game by clicking on the things themselves. Returns the phase it was taken in. */
export async function clickStep(page, pick = 0) {
  const before = await heard(page);
  const phase = await phaseOf(page);
  const press = async (locator) => locator.nth(pick % (await locator.count())).click();
  if (phase === 'choose') {
    await page.locator('.card.nr-0 .zone.colour').click();
    await page.locator('.card.nr-1 .zone.number').click();
  } else if (phase === 'value') await press(page.locator('.values [data-legal]'));
  else if (phase === 'write') await press(page.locator('.rf-cells button.legal'));
  else if (phase === 'track') await press(page.locator('button.space.legal'));
  else if (phase === 'throw') await press(page.locator('.rf-picks [data-legal]'));
  else if (phase === 'handover') await page.locator('.handover button').click();
  else if (phase === 'over') return phase;
  await heardMore(page, before, phase === 'wait');
  return phase;
}

export async function playToEnd(page, limit = 400) {
  const seen = new Set();
  for (let step = 0; step < limit; step++) {
    const phase = await clickStep(page, step);
    seen.add(phase);
    if (phase === 'over') return seen;
  }
  throw new Error('The game did not come to its end.');
}

/**
 * Plays a table to its end, or up to a phase, over a connection beside the page's, always the first move: for tests of what comes
 * after a game.
 */
export async function finish(page, table, until = 'over') {
  await page.evaluate(
    ([id, phase]) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'flipside');
        let number = 0;
        let acted = -1;
        const send = (what, fields) => socket.send(JSON.stringify({ n: ++number, do: what, ...fields }));
        socket.onopen = () => {
          send('hello', { client: Math.random().toString(16).slice(2).padEnd(32, '0') });
          send('watch', { table: id });
        };
        socket.onclose = ({ reason }) => fail(new Error(`The server closed the connection: ${reason}`));
        socket.onmessage = ({ data }) => {
          const { push, ok, error, table, seat, actions, view } = JSON.parse(data);
          if (ok === false && error.code !== 'stale') fail(new Error(error.message));
          if (push !== 'scene') return;
          if (table.status !== 'running' || view?.phase === phase) done(socket.close());
          else if (actions.length && acted !== table.steps) {
            acted = table.steps;
            // The server hears twenty messages a second from one connection, no more.
            setTimeout(() => send('act', { table: id, seat, text: actions[0].text, at: acted }), 60);
          }
        };
      }),
    [table.id, until],
  );
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core calls serious or worse on the page as it is now, in words. */
export async function seriousFaults(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id}: ${node.html.slice(0, 140)} ${node.any[0]?.message ?? ''}`));
  });
}

export async function noSeriousFault(page, where) {
  assert.deepEqual(await seriousFaults(page), [], where);
}

export async function noSidewaysScrolling(page) {
  await soon(async () => {
    const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(scroll <= client, `the page is ${scroll} wide on a screen of ${client}`);
  });
}
