// How many flicks of native games end differently when the module repeats them. bench/module starts it.
//
//     node bench/module_flicks.mjs PROGRAM MODULE.WASM

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [program, modulePath] = process.argv.slice(2);
const web = new URL('../web/', import.meta.url);
const { build } = createRequire(new URL('package.json', web))('esbuild');
const games = readFileSync(new URL('../games/list', import.meta.url), 'utf8').trim().split('\n');
const host = await build({ entryPoints: [fileURLToPath(new URL('src/here/host.ts', web))], bundle: true, format: 'esm', write: false });
const { Module } = await import(`data:text/javascript;base64,${Buffer.from(host.outputFiles[0].contents).toString('base64')}`);
const module = await Module.load(await WebAssembly.compile(readFileSync(modulePath)), console.warn);
module.start();
let number = 0;
function ask(post, path, body) {
  module.request(++number, post, path, body ? JSON.stringify(body) : '');
  for (;;) {
    module.turn();
    const [reply] = module.take().replies;
    if (reply) return JSON.parse(reply.text);
  }
}
ask(true, '/api/guest', { name: 'Bench' });
let counted = 0;
for (const game of games) {
  let [flicks, different] = [0, 0];
  for (let seed = 0; seed < 6; seed++) {
    const words = `flicks ${seed}`;
    const lines = [{ cmd: 'new', game, seats: 2, seed: words }, { cmd: 'play', level: 1, seed: words }, { cmd: 'save' }];
    const answers = execFileSync(program, ['engine'], { encoding: 'utf8', input: lines.map((line) => `${JSON.stringify(line)}\n`).join('') }).trim().split('\n');
    const { record, error } = JSON.parse(answers.at(-1));
    if (!record) throw new Error(error.message);
    if (!record.steps.some(({ event }) => typeof event === 'object')) break;
    const { table } = ask(true, '/api/records', record);
    for (let k = 1; ; k++) {
      const { flick } = ask(false, `/api/replays/${table.id}/flick/${k}`);
      if (!flick) break;
      flicks++;
      different += !flick.same;
    }
  }
  counted += flicks;
  if (flicks) console.log(`${game} flicks_that_end_differently ${different} of ${flicks}`);
}
if (!counted) throw new Error('No flick was made: nothing was measured.');
