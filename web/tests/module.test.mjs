// The module without a browser: whole games of every kind through the page's own host, and hostile input of the fuzz targets. What is
// refused is refused in words, and nothing ends the module.
// ./check runs those with: a game in the module|memory is bounded|on this device is unknown|all moves of a decision|refused in words; ./check --full all.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { gameNames as games, importFrom, moduleFile, needsModule } from './support.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const long = Boolean(process.env.FLIPSIDE_LONG);
const folder = mkdtempSync(join(tmpdir(), 'flipside-module-'));
let compiled, Module;

before(async () => {
  if (!moduleFile) return;
  compiled = await WebAssembly.compile(gunzipSync(readFileSync(moduleFile)));
  ({ Module } = await importFrom(new URL('../src/here/', import.meta.url), 'host'));
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** A page of its own: requests are answered at once, scenes are the last ones. */
class Page {
  scene = null;
  kept = new Map();
  number = 0;

  static async open(kept = new Map()) {
    const page = new Page();
    page.module = await Module.load(compiled, () => undefined);
    for (const [key, text] of kept) assert.ok(page.module.restore(key, text), key);
    page.module.start();
    page.kept = new Map(kept);
    return page;
  }

  take() {
    const { kept, sent, replies } = this.module.take();
    for (const [key, text] of kept) this.kept.set(key, text);
    for (const text of sent) {
      const message = JSON.parse(text);
      if (message.push === 'scene') this.scene = message;
      else if (message.ok === false) this.refused = message.error;
    }
    return replies;
  }

  /** Until nobody thinks any more. */
  rest() {
    for (let more = true; more; ) {
      more = this.module.turn();
      this.take();
    }
  }

  ask(post, path, body) {
    this.module.request(++this.number, post, path, typeof body === 'string' ? body : body ? JSON.stringify(body) : '');
    for (;;) {
      this.module.turn();
      const [reply] = this.take();
      if (reply) return reply.type.includes('json') ? { status: reply.status, ...JSON.parse(reply.text) } : reply;
    }
  }

  say(what, fields) {
    this.module.message(JSON.stringify({ n: ++this.number, do: what, ...fields }));
    this.rest();
  }
}

/** A stream of numbers that is the same every time. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const withNumbers = ({ text, ranges = [] }, pick) => [text, ...ranges.map(({ min, max }) => (min + ((max - min) * (pick(99) + 1)) / 100).toFixed(0))].join(' ');

for (const game of games)
  test(`${game}: a game in the module is a record that the program verifies, and is found again after the module has ended`, needsModule, async () => {
    const page = await Page.open();
    const pick = numbers(7);
    page.ask(true, '/api/guest', { name: 'Ada' });
    const { ticket, commitment } = page.ask(false, '/api/deal');
    const bytes = randomBytes(16).toString('hex');
    const { table } = page.ask(true, '/api/tables', { game, seats: [{ kind: 'me' }, { kind: 'bot', level: 1 }], ticket, bytes });
    assert.deepEqual([table.commitment, table.deal.bytes, table.deal.secret], [commitment, [bytes, null], null]);
    page.say('hello', { client: 'a client of this test' });
    page.say('watch', { table: table.id });
    for (let moves = 0; moves < 400 && page.scene.table.status === 'running'; moves++) {
      const { actions, seat } = page.scene;
      page.refused = null;
      page.say('act', { table: table.id, seat, text: withNumbers(actions[pick(actions.length)], pick) });
      if (moves === (page.scene.flicks === undefined ? 60 : 8)) page.say('end', { table: table.id, agree: true }); // enough was seen
    }
    assert.notEqual(page.scene.table.status, 'running');

    const again = await Page.open(page.kept);
    assert.deepEqual(
      again.ask(false, '/api/mine').tables.map(({ id, status }) => [id, status]),
      [[table.id, page.scene.table.status]],
    );
    const { status, ...record } = again.ask(false, `/api/tables/${table.id}/record`);
    assert.equal(status, 200);
    const path = join(folder, `${game}.json`);
    writeFileSync(path, JSON.stringify(record));
    const { stdout } = spawnSync(process.env.FLIPSIDE_PROGRAM, ['verify', path], { encoding: 'utf8' });
    assert.match(stdout, /every (dealt )?event follows from the seed/);
    assert.match(stdout, /Neither side could choose the deal: .* 1 of 2 seats added random bytes/);
    assert.deepEqual([record.commitment, record.deal.bytes], [commitment, [bytes, null]]);
    assert.equal(again.ask(false, `/api/replays/${table.id}`).log.length, record.steps.length);
  });

/** What is changed in each game's first edition: where, and to what. */
const changes = {
  royalflip: ['rounds', 3],
  flipcity: ['turns', 3],
  fliptown: ['score.gold_per_point', 1],
  insertcoin: ['lives', 1],
  flickemup: ['start', 11],
};

for (const game of games)
  test(`${game}: an edition of one's own is checked, played, helped, analysed and compared in the module`, needsModule, async () => {
    const { pathOf, withValue } = await importFrom(new URL('../src/workshop/', import.meta.url), 'values');
    const file = readdirSync(join(root, 'games', game, 'data')).find((name) => /^(01-.*|classic)\.json$/.test(name));
    const original = JSON.parse(readFileSync(join(root, 'games', game, 'data', file), 'utf8'));
    const [place, value] = changes[game];
    const edition = withValue({ ...original, name: 'Mine' }, pathOf(place), value);
    const page = await Page.open();
    page.ask(true, '/api/guest', { name: 'Ada' });
    const { fingerprint } = page.ask(true, '/api/editions/check', { game, edition });
    assert.match(fingerprint, /^[0-9a-f]{64}$/);
    const wrong = withValue(edition, pathOf(place), 'many');
    assert.deepEqual(page.ask(true, '/api/editions/check', { game, edition: wrong }).fault.at, place);

    const { table } = page.ask(true, '/api/tables', { game, edition, seats: [{ kind: 'me' }, { kind: 'bot', level: 1 }] });
    assert.deepEqual(table.edition, { name: 'Mine', fingerprint });
    page.say('hello', { client: 'a client of this test' });
    page.say('watch', { table: table.id });
    const pick = numbers(3);
    page.refused = null;
    page.say('hint', { table: table.id, seat: page.scene.seat });
    assert.equal(page.refused, null);
    for (let moves = 0; moves < 500 && page.scene.table.status === 'running'; moves++) {
      const { actions, seat } = page.scene;
      page.say('act', { table: table.id, seat, text: withNumbers(actions[pick(actions.length)], pick) });
    }
    assert.equal(page.scene.table.status, 'over');
    const { status, ...record } = page.ask(false, `/api/tables/${table.id}/record`);
    assert.deepEqual([status, record.edition.hash], [200, fingerprint]);
    const analyst = await Module.load(compiled, () => undefined);
    analyst.openGame(JSON.stringify(record));
    const { moments, decisions } = JSON.parse(analyst.tellAnalysis(0));
    const units = moments.length + decisions.length;
    while (analyst.workOn(0, units - 1, units) < 1);

    const study = (wish) => JSON.parse(analyst.playStudy(JSON.stringify({ game, seats: 2, level: 0, numbers: [1, 2, 3], edition, ...wish }))).games;
    const [mine, again, theirs] = [study({}), study({}), study({ edition: original })];
    assert.deepEqual(again, mine); // the same deals, the same players
    assert.deepEqual(study({ edition: null }), theirs);
    assert.notDeepEqual(mine, theirs);
    assert.equal(study({ level: 1, numbers: [1] })[0].scores.length, 2);
    assert.throws(() => study({ edition: wrong }), /expected/);
    assert.throws(() => study({ seats: 77 }), /not for 77/);
  });

/** A game that the program plays by itself, the same every time. */
function nativeRecord(game, seed) {
  const lines = [{ cmd: 'new', game, seats: 2, seed }, { cmd: 'play', level: 1, seed }, { cmd: 'save' }].map((line) => `${JSON.stringify(line)}\n`);
  const { stdout } = spawnSync(process.env.FLIPSIDE_PROGRAM, ['engine'], { encoding: 'utf8', input: lines.join('') });
  return JSON.parse(stdout.trim().split('\n').at(-1)).record;
}

// Numbers are rounded otherwise than by the native compiler, and where pieces lie close together it shows: one game may have five such
// flicks or twenty. bench/module counts over more games: 57 of 713 flicks end differently, 8 %.
test('of the flicks of three games that the program played, at most a sixth end differently in the module', needsModule, async () => {
  const page = await Page.open();
  page.ask(true, '/api/guest', { name: 'Ada' });
  const same = [];
  for (const seed of ['flicks 0', 'flicks 1', 'flicks 2']) {
    const { table } = page.ask(true, '/api/records', nativeRecord('flickemup', seed));
    for (let k = 1, flick; ({ flick } = page.ask(false, `/api/replays/${table.id}/flick/${k}`)).flick; k++) same.push(flick.same);
  }
  const others = same.filter((one) => !one).length;
  assert.ok(same.length >= 150, `${same.length} flicks`);
  assert.ok(others <= same.length / 6, `${others} of ${same.length}`);
});

test('a table that is not on this device is unknown, and a guest is renamed only by who says the old name', needsModule, async () => {
  const page = await Page.open();
  const { person } = page.ask(true, '/api/guest', { name: 'Ada' });
  assert.deepEqual(page.ask(true, '/api/guest', { name: 'Somebody else' }).person, person);
  assert.equal(page.ask(true, '/api/rename', { from: 'Bo', name: 'Countess' }).error.code, 'changed');
  assert.equal(page.ask(true, '/api/rename', { from: 'Ada', name: 'Countess' }).person.name, 'Countess');
  page.say('hello', { client: '0123456789abcdef' });
  for (const what of ['watch', 'act', 'chat']) {
    page.refused = null;
    page.say(what, { table: 'abcdefghijklmnopqrstuv', seat: 0, text: 'x' });
    assert.equal(page.refused?.code, 'no_table', what);
  }
});

/** Takes all memory in pieces from a MiB down to `smallest` bytes; where they lie. */
function takeAll(wasm, smallest) {
  const taken = [];
  for (let size = 1 << 20; size >= smallest; size /= 4) for (let place; (place = wasm.solo_take(size)); ) taken.push({ size, place });
  return taken;
}

test('memory is bounded, what does not fit is refused in words, and the module goes on when there is room again', needsModule, async () => {
  const page = await Page.open();
  const { wasm } = page.module;
  page.ask(true, '/api/guest', { name: 'Ada' });
  const taken = takeAll(wasm, 16);
  assert.ok(wasm.memory.buffer.byteLength <= 256 << 20, `${wasm.memory.buffer.byteLength} bytes`);
  assert.throws(() => wasm.memory.grow(1), RangeError);
  assert.throws(() => page.module.message('{"n":1,"do":"ping"}'), /not enough memory/);
  assert.throws(() => page.ask(true, '/api/tables', { game: 'royalflip', seats: [{ kind: 'me' }] }), /not enough memory/);
  assert.throws(() => page.module.openGame('{}'), /not enough memory/);
  for (const { place } of taken) wasm.solo_free(place);
  const { table } = page.ask(true, '/api/tables', { game: 'royalflip', seats: [{ kind: 'me' }] });
  assert.equal(table.status, 'running');
});

test('who runs out of memory in the middle of a request says so', needsModule, async () => {
  const record = readFileSync(join(root, 'games/royalflip/tests/golden/solo.json'), 'utf8');
  const statuses = [];
  for (const room of [8, 40, 100, 4000]) {
    const page = await Page.open();
    page.ask(true, '/api/guest', { name: 'Ada' });
    const taken = takeAll(page.module.wasm, 1024);
    for (let freed = 0; freed < room * 1024; ) {
      const { size, place } = taken.pop();
      page.module.wasm.solo_free(place);
      freed += size;
    }
    const answer = page.ask(true, '/api/records', record);
    assert.ok(answer.status === 200 || answer.error.message.length > 10, JSON.stringify(answer).slice(0, 200));
    statuses.push(answer.status === 200);
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [false, true]);
});

test('what several modules find of one analysis is what one alone finds', needsModule, async () => {
  const record = readFileSync(join(root, 'games/royalflip/tests/golden/solo.json'), 'utf8');
  const { mergeParts } = await importFrom(new URL('../src/here/', import.meta.url), 'analysts');
  const parts = 40; // of which two are enough to see it
  const worked = async (...own) => {
    const analyst = await Module.load(compiled, () => undefined);
    analyst.openGame(record);
    for (const part of own) while (analyst.workOn(0, part, parts) < 1);
    return analyst.tellAnalysis(0);
  };
  const told = [await worked(0), await worked(1), ...Array(parts - 2).fill(await worked())];
  const whole = await Module.load(compiled, () => undefined);
  whole.openGame(record);
  whole.resumeAnalysis(mergeParts(told));
  const found = JSON.parse(whole.tellAnalysis(0));
  assert.deepEqual(found, JSON.parse(await worked(0, 1)));
  assert.ok(found.progress > 0 && found.progress < 1);
});

test('all moves of a decision are told, and one that was not compared is weighed', needsModule, async () => {
  const analyst = await Module.load(compiled, () => undefined);
  analyst.openGame(readFileSync(join(root, 'games/royalflip/tests/golden/solo.json'), 'utf8'));
  const { moments, decisions } = JSON.parse(analyst.tellAnalysis(0));
  const { step } = decisions[0];
  assert.throws(() => analyst.tellMoves(moments.at(-1).step), /no decision at this place/i);
  const { actions } = JSON.parse(analyst.tellMoves(step));
  assert.throws(() => analyst.tryMove(step, actions[0].text), /analysed/);
  const units = moments.length + decisions.length;
  while (analyst.workOn(0, moments.length, units) < 1);
  const { choices } = JSON.parse(analyst.tellAnalysis(0)).decisions[0];
  const compared = new Set(choices.map(({ text }) => text));
  const other = actions.find(({ text }) => !compared.has(text));
  assert.ok(actions.length > choices.length && other, 'all moves were compared');
  const tried = JSON.parse(analyst.tryMove(step, other.text));
  assert.equal(tried.text, other.text);
  assert.ok(Math.abs(tried.value - tried.lead - choices[0].value) < 0.02 && tried.lead_interval > 0);
  assert.deepEqual(JSON.parse(analyst.tryMove(step, other.text)), tried); // the same futures each time
  assert.deepEqual(JSON.parse(analyst.tryMove(step, choices[1].text)).tally, choices[1].tally);
  assert.throws(() => analyst.tryMove(step, 'no move'), /move/);
});

test('a record that is none, and an analysis of another game, are refused in words', needsModule, async () => {
  const analyst = await Module.load(compiled, () => undefined);
  const record = (name) => readFileSync(join(root, 'games/royalflip/tests/golden', name), 'utf8');
  assert.throws(() => analyst.workOn(0, 0, 1), /There is no game to analyse/);
  assert.throws(() => analyst.openGame('{'), /record|JSON/i);
  analyst.openGame(record('solo.json'));
  const told = analyst.tellAnalysis(0);
  assert.throws(() => analyst.workOn(3, 0, 1), /quick, normal or deep/);
  analyst.openGame(record('three.json'));
  assert.throws(() => analyst.resumeAnalysis(told), /another game/);
  assert.throws(() => analyst.resumeAnalysis('[]'), /format/);
});

/** Some bytes of a text are others. */
function damaged(text, pick) {
  const bytes = Buffer.from(text);
  for (let changes = 1 + pick(4); changes > 0; changes--) {
    const at = pick(bytes.length);
    if (pick(3)) bytes[at] = '0123456789{}[]":,-eE'.charCodeAt(pick(20));
    else bytes.copyWithin(at, pick(bytes.length), at + pick(40));
  }
  return bytes.toString();
}

function seedsOf(target) {
  const path = join(root, 'tests/fuzz/seeds', target);
  return existsSync(path) ? readdirSync(path).map((name) => readFileSync(join(path, name), 'utf8')) : [];
}

test('damaged records, editions, messages and kept tables are refused in words, and the module goes on', needsModule, async () => {
  const page = await Page.open();
  const pick = numbers(1);
  page.ask(true, '/api/guest', { name: 'Ada' });
  page.say('hello', { client: 'a client of this test' });
  const golden = games.flatMap((game) => {
    const path = join(root, 'games', game, 'tests/golden');
    return existsSync(path)
      ? readdirSync(path)
          .filter((name) => name.endsWith('.json'))
          .slice(0, 2)
          .map((name) => readFileSync(join(path, name), 'utf8'))
      : [];
  });
  const editions = games.map((game) => [game, readdirSync(join(root, 'games', game, 'data')).filter((name) => /^(classic|01-.*)\.json$/.test(name))[0]]);
  const answered = (answer) => assert.ok(answer.status === 200 || answer.error.message.length > 10, JSON.stringify(answer).slice(0, 200));
  for (let round = 0; round < (long ? 2000 : 60); round++) {
    const records = [...golden, ...seedsOf('fuzz_record')];
    answered(page.ask(true, '/api/records', damaged(records[pick(records.length)], pick)));
    const [game, file] = editions[pick(editions.length)];
    const wish = JSON.stringify({ game, seats: [{ kind: 'me' }, { kind: 'bot', level: 1 }], edition: 0 });
    answered(page.ask(true, '/api/tables', wish.replace(/0}$/, `${damaged(readFileSync(join(root, 'games', game, 'data', file), 'utf8'), pick)}}`)));
    const messages = seedsOf('fuzz_websocket');
    if (messages.length) page.module.message(damaged(messages[pick(messages.length)], pick));
    page.rest();
  }
  // What the browser gives back may be damaged as well: such a table cannot be opened, the others can.
  const kept = [...page.kept];
  const worn = await Module.load(compiled, () => undefined);
  for (const [key, text] of kept) worn.restore(key, damaged(text, pick));
  worn.start();
  worn.request(1, false, '/api/mine', '');
  for (let turns = 0; turns < 200; turns++) worn.turn();
  assert.equal(worn.take().replies.length, 1);
});
