// The fuzz targets as WebAssembly, from the objects of the module (docs/offline.md). libFuzzer does not exist for wasm32-wasi, so there
// is no coverage to follow: every file of the corpus is run as it is, then mutations of them, the same ones every time.
//
//     node tests/fuzz/module.mjs TARGET WASM RUNS [CORPUS…]
//
// TARGET is a target of this folder. Those without a network are in fuzz.wasm, which src/solo/meson.build makes of them.
// fuzz_websocket and fuzz_http talk to a server, and the module has none: their inputs go through its own doors, the messages and requests
// of a page, and WASM is the module. The seed is FLIPSIDE_FUZZ_SEED, or 1. An input that breaks something is written to the folder
// FLIPSIDE_FUZZ_CRASHES.

import { webcrypto } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

globalThis.crypto ??= webcrypto; // a browser has it, and Node only from 19 on

const [target, wasmPath, runs, ...corpus] = process.argv.slice(2);
const seed = Number(process.env.FLIPSIDE_FUZZ_SEED ?? 1);
const longest = 65536;
const compiled = await WebAssembly.compile(readFileSync(wasmPath));
const web = new URL('../../web/', import.meta.url);
const { build } = createRequire(new URL('package.json', web))('esbuild');
const bundled = await build({ entryPoints: [fileURLToPath(new URL('src/here/host.ts', web))], bundle: true, format: 'esm', write: false });
const { Module, system } = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);

// --- inputs ---------------------------------------------------------------------------------------------------------------

/** A stream of numbers that is the same every time (xorshift). */
function numbers(start) {
  let state = (Math.imul(start, 2654435761) ^ 0x9e3779b9) >>> 0 || 1;
  return (below) => {
    for (const shift of [13, -17, 5]) state = (state ^ (shift > 0 ? state << shift : state >>> -shift)) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function filesIn(path) {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [readFileSync(path)];
}

/** The words of a libFuzzer dictionary. */
const words = readFileSync(new URL(['fuzz_http', 'fuzz_websocket'].includes(target) ? 'server.dict' : 'flipside.dict', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('"'))
  .map((line) => Buffer.from(line.slice(1, line.lastIndexOf('"')).replace(/\\x(..)/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))).replace(/\\(["\\])/g, '$1'), 'latin1'));
const oddNumbers = ['0', '-1', '255', '2147483647', '-2147483648', '4294967296', '9223372036854775807', '1e308', '0.5'].map((text) => Buffer.from(text));

const cut = (bytes, from, to) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
const insert = (bytes, at, more) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);

/** One change each. */
const changes = [
  (bytes, pick) => (bytes.length && (bytes[pick(bytes.length)] ^= 1 << pick(8)), bytes),
  (bytes, pick) => (bytes.length && (bytes[pick(bytes.length)] = '0123456789{}[]":,-eE \n'.charCodeAt(pick(22))), bytes),
  (bytes, pick) => insert(bytes, pick(bytes.length + 1), words[pick(words.length)]),
  (bytes, pick, at = pick(bytes.length + 1)) => cut(bytes, at, at + 1 + pick(40)),
  (bytes, pick, at = pick(bytes.length + 1)) => insert(bytes, pick(bytes.length + 1), bytes.subarray(at, at + 1 + pick(200))),
  (bytes, pick, other) => Buffer.concat([bytes.subarray(0, pick(bytes.length + 1)), other.subarray(pick(other.length + 1))]),
  (bytes, pick) => otherNumber(bytes, pick),
];

/** One of the numbers in the text is another. */
function otherNumber(bytes, pick) {
  const found = [...bytes.toString('latin1').matchAll(/-?\d+/g)];
  if (!found.length) return bytes;
  const { index, 0: digits } = found[pick(found.length)];
  return insert(cut(bytes, index, index + digits.length), index, oddNumbers[pick(oddNumbers.length)]);
}

function mutated(seeds, pick) {
  let bytes = Buffer.from(seeds[pick(seeds.length)]);
  for (let count = 1 + pick(5); count > 0; count--) {
    const which = pick(changes.length);
    bytes = which === 5 ? changes[which](bytes, pick, seeds[pick(seeds.length)]) : changes[which](bytes, pick);
  }
  return bytes.subarray(0, longest);
}

// --- targets --------------------------------------------------------------------------------------------------------------

/** A target of its own: abort() in it ends the instance, which is an error here. */
async function program() {
  let wasm = null;
  const known = system(() => wasm.memory, () => undefined);
  const none = () => 52; // files, which no target gets to
  const calls = WebAssembly.Module.imports(compiled).map(({ name }) => [name, known[name] ?? none]);
  const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: Object.fromEntries(calls) });
  wasm = instance.exports;
  wasm._initialize();
  return {
    feed(bytes) {
      const place = wasm.fuzz_take(bytes.length || 1);
      if (!place) throw new Error('there is no memory left: the target loses some');
      new Uint8Array(wasm.memory.buffer).set(bytes, place);
      wasm[target](place, bytes.length);
      wasm.fuzz_free(place);
    },
    memory: () => wasm.memory.buffer.byteLength,
  };
}

function require(holds, what) {
  if (!holds) throw new Error(what);
}

/** A page with a table on which somebody sits alone, as server_under_test.c has one. */
class Page {
  number = 0;

  static async open() {
    const page = new Page();
    page.module = await Module.load(compiled, () => undefined);
    page.module.start();
    page.ask(true, '/api/guest', '{"name":"Fuzz"}');
    page.table = JSON.parse(page.ask(true, '/api/tables', '{"game":"royalflip","seats":[{"kind":"me"}]}').text).table.id;
    page.module.message('{"n":1,"do":"hello","client":"a client that fuzzes"}');
    page.rest();
    return page;
  }

  /** What it sends are JSON objects, or scenes and changes in format 2 or 3 (docs/api.md). */
  hear() {
    const { sent, replies } = this.module.take();
    for (const text of sent) require(/^(scene|change|keep) \S+ \d+\n/.test(text) || typeof JSON.parse(text) === 'object', text);
    return replies;
  }

  rest() {
    while (this.module.turn()) require(!this.hear().length, 'a reply to nobody');
    this.hear();
  }

  /** Every request has one reply. */
  ask(post, path, body) {
    this.module.request(++this.number, post, path, body);
    for (;;) {
      const more = this.module.turn();
      const [reply, ...others] = this.hear();
      require(!others.length, 'two replies to one request');
      if (reply) return reply;
      require(more, 'no reply');
    }
  }
}

/** `once`: what an input does to the page. It begins anew now and then, so that its tables do not fill the memory. */
async function doors(once) {
  let page = await Page.open();
  let fed = 0;
  return {
    async feed(bytes) {
      if (fed++ % 200 === 199) page = await Page.open();
      const text = bytes.subarray(1).toString().replaceAll('TABLE', page.table);
      once(page, text);
    },
    memory: () => 0,
  };
}

function sayLines(page, text) {
  for (const line of text.split('\n').slice(0, 32)) {
    page.module.message(line);
    page.rest();
  }
}

function sendRequest(page, text) {
  const [head, body = ''] = text.split(/\r?\n\r?\n/, 2);
  const [method = '', path = ''] = head.split(' ', 2);
  const reply = page.ask(/^post$/i.test(method), path, body);
  require(reply.status >= 200 && reply.status < 600 && reply.text.length > 0, 'an empty reply');
}

const open = { fuzz_websocket: () => doors(sayLines), fuzz_http: () => doors(sendRequest) }[target] ?? program;

// --- a run ----------------------------------------------------------------------------------------------------------------

const seeds = corpus.flatMap(filesIn);
require(seeds.length > 0, 'There is nothing to begin with: name a corpus.');
const pick = numbers(seed);
const fuzzed = await open();
let largest = 0;
for (let run = 0; run < seeds.length + Number(runs); run++) {
  const bytes = run < seeds.length ? seeds[run].subarray(0, longest) : mutated(seeds, pick);
  try {
    await fuzzed.feed(bytes);
  } catch (error) {
    const folder = process.env.FLIPSIDE_FUZZ_CRASHES ?? '.';
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${target}-module-${run}`), bytes);
    console.error(`${target}: run ${run} (seed ${seed}) broke something; the input is ${join(folder, `${target}-module-${run}`)}\n${error.stack}`);
    process.exit(1);
  }
  largest = Math.max(largest, fuzzed.memory());
}
console.log(`${target}: ${seeds.length} files and ${runs} mutations of them${largest ? `, ${largest >> 20} MiB` : ''}`);
