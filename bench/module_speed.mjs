// `flipside bench` as WebAssembly beside the native program, in one run: in Node and in Chromium, one after the other, several times.
// bench/module starts it.
//
//     node bench/module_speed.mjs PROGRAM BENCH.WASM [SECONDS [ROUNDS [GAME …]]]
//
// One line per figure: GAME METRIC NATIVE NODE CHROMIUM, the last two as shares of the native speed (the middle one of all rounds).
// Everything is measured in processor time of the thread that plays, so others may use the machine meanwhile. A browser does not tell
// its pages that time: the worker asks this program, which finds it in /proc.

import { execFileSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { runBench } from './module_run.mjs';

globalThis.crypto ??= webcrypto; // a browser has it, and Node only from 19 on

const [program, benchPath, seconds = '1', rounds = '3', ...chosen] = process.argv.slice(2);
const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const games = chosen.length ? chosen : readFileSync(new URL('../games/list', import.meta.url), 'utf8').trim().split('\n');
const bytes = readFileSync(benchPath);
const warmUp = '0.4'; // browsers compile once more what runs often

const ownTime = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const someBytes = Buffer.alloc(64);
/** The processor time of this thread, in seconds. */
const processor = () => Number(someBytes.toString('latin1', 0, readSync(ownTime, someBytes, 0, 64, 0)).split(' ')[0]) / 1e9;

/** Is this process, by way of others, one that we have started? */
function isOurs(id) {
  const parent = Number(readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1).split(' ')[1]);
  return parent === process.pid || (parent > 1 && isOurs(parent));
}

let workerTime = 0;
/** Finds where the same can be read of the browser's one worker. */
function findWorker() {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (!isOurs(id)) continue;
      for (const task of readdirSync(`/proc/${id}/task`))
        if (readFileSync(`/proc/${id}/task/${task}/comm`, 'latin1').startsWith('DedicatedWorker')) {
          workerTime = openSync(`/proc/${id}/task/${task}/schedstat`, 'r');
          return;
        }
    } catch {
      // it has ended meanwhile
    }
  throw new Error('The worker of the browser was not found in /proc.');
}

const worker = `
import { runBench } from './module_run.mjs';
let questions = 0;
let cost = 0; // of a question, in processor time
const processor = () => {
  const asked = new XMLHttpRequest();
  asked.open('GET', '/processor', false);
  asked.send();
  return Number(asked.responseText) - cost * questions++;
};
const compiled = WebAssembly.compileStreaming(fetch('/bench.wasm'));
self.onmessage = async ({ data }) => {
  const before = [...Array(21)].map(() => ((cost = 0), processor()));
  cost = (before[20] - before[0]) / 20;
  questions = 0;
  postMessage(await runBench(await compiled, data, processor, 20));
};
`;
const files = {
  '/': ['text/html', '<!doctype html><title>bench</title>'],
  '/worker.mjs': ['text/javascript', worker],
  '/module_run.mjs': ['text/javascript', readFileSync(new URL('module_run.mjs', import.meta.url))],
  '/bench.wasm': ['application/wasm', bytes],
};
const host = createServer((request, response) => {
  if (request.url === '/processor') {
    if (!workerTime) findWorker();
    const text = someBytes.toString('latin1', 0, readSync(workerTime, someBytes, 0, 64, 0));
    return response.end(String(Number(text.split(' ')[0]) / 1e9));
  }
  const [type, text] = files[request.url] ?? [];
  response.writeHead(type ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(text);
});
await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));

const browser = await chromium.launch({
  executablePath: process.env.FLIPSIDE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
page.setDefaultTimeout(0);
await page.goto(`http://127.0.0.1:${host.address().port}/`);
await page.evaluate(() => {
  globalThis.worker = new Worker('/worker.mjs', { type: 'module' });
});
const inBrowser = (args) =>
  page.evaluate(
    (given) =>
      new Promise((resolve) => {
        globalThis.worker.onmessage = ({ data }) => resolve(data);
        globalThis.worker.postMessage(given);
      }),
    args,
  );
const compiled = await WebAssembly.compile(bytes);
const inNode = (args) => runBench(compiled, args, processor, 1);
const natively = async (args) => execFileSync(program, args, { encoding: 'utf8' });

const figures = (text) => new Map(text.split('\n').filter(Boolean).map((line) => [line.split(' ').slice(0, 2).join(' '), line.split(' ')[2]]));
const wanted = /\s(steps|search_iterations|flicks)_per_second$/;
const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

for (const game of games) {
  const found = new Map();
  const what = ['bench', game, '--seconds'];
  for (const run of [inNode, inBrowser]) await run([...what, warmUp]);
  for (let round = 0; round < Number(rounds); round++) {
    const told = [];
    for (const run of [natively, inNode, inBrowser]) told.push(figures(await run([...what, seconds])));
    for (const [key, value] of told[0])
      if (wanted.test(key)) found.set(key, [...(found.get(key) ?? []), [Number(value), ...told.slice(1).map((one) => Number(one.get(key)) / Number(value))]]);
  }
  for (const [key, rows] of found) {
    const [native, ...shares] = [0, 1, 2].map((column) => middle(rows.map((row) => row[column])));
    console.log(`${key} ${native} ${shares.map((share) => `${Math.round(100 * share)}%`).join(' ')}`);
  }
  // The same games to the last point, if nothing in them depends on how numbers are rounded.
  const exact = ['bench', game, '--games', '50'];
  const [here, there] = [figures(await natively(exact)), figures(await inNode(exact))];
  console.log(`${game} same_games ${here.get(`${game} checksum`) === there.get(`${game} checksum`) ? 'yes' : 'no'}`);
}
await browser.close();
host.close();
