// Runs the browser's tests, one or two files more at a time than there are cores (some wait for clocks), and says what each case did.
//
//     node tests/run.mjs [FILE…]
//
// The largest files come first, so that none is left over at the end. What fails has failed: nothing is tried a second time.
// A file may say at its head which of its cases `./check` runs; with FLIPSIDE_FULL, and where files are named, all run.
// The end, for programs: `cases PASSED FAILED SKIPPED`, then a line `failed NAME` for each that did, and `skipped FILE: COUNT cases`.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const atOnce = Math.min(cpus().length + (process.env.FLIPSIDE_FULL ? 1 : 2), 8); // the largest come with all cases
const patience = (process.env.FLIPSIDE_LONG ? 60 : 10) * 60e3;

/** Which cases of a file run: all (null), none (false), or those whose name has a pattern. */
function choiceOf(file) {
  if (all) return null;
  const [, none, pattern] = /^\/\/ \.\/check runs (?:(none of them)|those with: (.*)); \.\/check --full all\.$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return none ? false : (pattern ?? null);
}

/** How many cases of a file were left out. One that makes its cases in a loop has more. */
const casesIn = (file) => readFileSync(file, 'utf8').match(/^\s*test\(/gm)?.length ?? 0;

/** Runs a file: its cases by name, true if they passed, how many were left out, and all that it printed. */
function runFile(file) {
  const choice = choiceOf(file);
  if (choice === false) return { file, cases: new Map(), skipped: casesIn(file), output: '', seconds: 0 };
  return new Promise((done) => {
    const begin = Date.now();
    const child = spawn(process.execPath, ['--test-reporter=tap', ...(choice ? [`--test-name-pattern=${choice}`] : []), file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    const late = setTimeout(() => child.kill('SIGKILL'), patience);
    // A server that outlives a file that was killed holds its output open: who is gone says nothing more.
    child.once('exit', () => setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), 2000).unref());
    child.once('close', (status, signal) => {
      clearTimeout(late);
      const found = [...output.matchAll(/^(not )?ok \d+ - (.*?)( # SKIP.*)?$/gm)];
      const cases = new Map(found.filter(([, not, , skip]) => not || !skip).map(([, not, name]) => [name, !not]));
      const skipped = choice ? Math.max(found.length, casesIn(file)) - cases.size : found.length - cases.size;
      if (!cases.size && !(skipped && !choice)) cases.set('the file has no case that ran', false);
      if (status !== 0 && [...cases.values()].every(Boolean)) cases.set(`the file as a whole (${signal ?? `status ${status}`})`, false);
      done({ file, cases, skipped, output, seconds: Math.round((Date.now() - begin) / 1000) });
    });
  });
}

/** The cases of a file with the seconds that each took. */
const timesOf = ({ file, output }) =>
  [...output.matchAll(/^(?:not )?ok \d+ - (.*)\n {2}---\n {2}duration_ms: ([\d.]+)$/gm)].map(([, name, time]) => ({
    file,
    name,
    seconds: Number(time) / 1000,
  }));

/** `fliptown/board`, or `people` of web/tests. */
const shortName = (file) => relative(root, file).replace(/^games\/|^web\/tests\/|tests\/|\.test\.mjs$/g, '');

const failuresOf = ({ cases }) => [...cases].filter(([, passed]) => !passed).map(([name]) => name);

/** What a file printed about the cases that failed. */
function why({ output }) {
  const blocks = output.match(/^not ok [^]*?^ {2}\.\.\.$/gm);
  return (blocks ? blocks.join('\n') : output.split('\n').slice(-60).join('\n')).replace(/^/gm, '    ');
}

function tell(result) {
  if (!result.cases.size && result.skipped) return;
  const failures = failuresOf(result).length;
  console.log(`${failures ? 'FAILED' : 'ok    '} ${shortName(result.file).padEnd(20)} ${String(result.cases.size).padStart(3)} cases, ${result.seconds} s`);
  if (failures) console.log(why(result));
}

async function runAll(files) {
  const results = [];
  const waiting = [...files];
  const worker = async () => {
    for (let file; (file = waiting.shift()); ) {
      const result = await runFile(file);
      tell(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const named = process.argv.slice(2);
const all = named.length > 0 || Boolean(process.env.FLIPSIDE_FULL);
const games = join(root, 'games');
const folders = [
  folder,
  ...readdirSync(games)
    .map((game) => join(games, game, 'tests'))
    .filter((path) => existsSync(path)),
];
const testsIn = (path) =>
  readdirSync(path)
    .filter((name) => name.endsWith('.test.mjs'))
    .map((name) => join(path, name));
const size = (path) => statSync(path).size;
const files = named.length ? named : folders.flatMap(testsIn).sort((a, b) => size(b) - size(a));
if (!files.length) throw new Error('There is no test to run.');
const results = await runAll(files);
const failed = results.flatMap(failuresOf);
const count = results.reduce((sum, { cases }) => sum + cases.size, 0);
const slowest = results.flatMap(timesOf).sort((a, b) => b.seconds - a.seconds);
for (const { file, name, seconds } of slowest.slice(0, 20)) console.log(`${seconds.toFixed(0).padStart(4)} s  ${shortName(file)}: ${name}`);
const skipped = results.filter((result) => result.skipped);
console.log(`cases ${count - failed.length} ${failed.length} ${skipped.reduce((sum, result) => sum + result.skipped, 0)}`);
for (const name of failed) console.log(`failed ${name}`);
for (const result of skipped) console.log(`skipped ${shortName(result.file)}: ${result.skipped} cases`);
process.exitCode = failed.length ? 1 : 0;
