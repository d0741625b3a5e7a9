// The log's lines as they are read: asked of the module itself, without a browser.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importFrom } from './support.mjs';

const { lineWords, linesOf, withNames } = await importFrom(new URL('../src/parts/', import.meta.url), 'lines', 'seats');

/** What somebody reads to whom these seats belong. */
function readAt(seats, mine, notices, entries) {
  const log = entries.map(([seat, tell], i) => ({ i, seat, tell, text: '', time: i }));
  return linesOf({ mine, log, notices, table: { seats } }, log).map(lineWords);
}

/** What the first of two players reads. */
const read = (name, ...entries) =>
  readAt(
    [
      { kind: 'person', name },
      { kind: 'bot', name: 'Bo' },
    ],
    [0],
    [],
    entries,
  );

test('whoever reads is "you" also in what came of a step, and only where the whole name stands', () => {
  assert.deepEqual(read('Al', [1, 'visits trail A. The bank pays Al 2 stars. Bounty 3 goes to Al: 5 stars. Also Bo is paid']), [
    'Bo visits trail A. The bank pays you 2 stars. Bounty 3 goes to you: 5 stars. Also Bo is paid',
  ]);
  assert.deepEqual(read('Al', [1, 'flips House to Flat and gives it to Al']), ['Bo flips House to Flat and gives it to you']);
  assert.deepEqual(read('A (b)+', [0, 'shows rock. Rock beats scissors: A (b)+ wins the tie-break']), [
    'You show rock. Rock beats scissors: you win the tie-break',
  ]);
});

test('a hint or an analysis, which knows seats by number, is read with names', () => {
  const read = (tell) => withNames({ choices: [{ tell }] }, (seat) => ['You', 'Bo'][seat]).choices[0].tell;
  assert.equal(read('flips House to Flat and gives it to seat 2'), 'flips House to Flat and gives it to Bo');
  assert.equal(read('gives it to seat 1'), 'gives it to you');
  assert.equal(read('seat 3 is free'), 'seat 3 is free', 'nobody sits there');
});

test('whoever reads comes first in a list of names, and is "you" within a sentence', () => {
  const seats = ['Cy', 'Al', 'Bo'].map((name) => ({ kind: 'person', name }));
  const told = (words) => readAt(seats, [1], [], [[2, words]])[0];
  assert.equal(told('shows rock. Rock beats scissors: Cy, Al and Bo stay in'), 'Bo shows rock. Rock beats scissors: you, Cy and Bo stay in');
  assert.equal(told('shows rock. Cy and Al share the win'), 'Bo shows rock. You and Cy share the win');
  assert.equal(told('gives it to Al. Al passes. Cy and Bo draw'), 'Bo gives it to you. You pass. Cy and Bo draw');
});

test('a move stands under the name of whoever made it, though a bot plays on in the seat', () => {
  const moves = [
    [0, 'passes'],
    [1, 'gives it to Al'],
    [0, 'passes'],
    [0, 'passes'],
  ];
  const left = { kind: 'left', seat: 0, name: 'Al', time: 1 };
  const back = { kind: 'returned', seat: 0, name: 'Al', time: 2 };
  const bo = { kind: 'person', name: 'Bo' };
  assert.deepEqual(readAt([{ kind: 'bot', name: 'Bot for Al' }, bo], [1], [left], moves), [
    'Al passes',
    'You give it to Al',
    'Bot for Al passes',
    'Bot for Al passes',
  ]);
  assert.deepEqual(readAt([{ kind: 'person', name: 'Al' }, bo], [0], [left, back], moves), ['You pass', 'Bo gives it to you', 'Bot for Al passes', 'You pass']);
  assert.deepEqual(readAt([{ kind: 'person', name: 'Al' }, bo], [0], [], [[1, 'gives it to Bot for Al']]), ['Bo gives it to Bot for Al']);
});

test('cards that are dealt at once stand in a row, sentences one after the other', () => {
  assert.deepEqual(read('Al', ['dealer', '8♥'], ['dealer', 'K♠']), ['Dealer: 8♥, K♠']);
  assert.deepEqual(read('Al', ['dealer', 'the bank pays Bo 1 star. Nobody is arrested'], ['dealer', 'bounty 4 is laid out']), [
    'Dealer: the bank pays Bo 1 star. Nobody is arrested. Bounty 4 is laid out',
  ]);
});

test('what is dealt to one player is one sentence', () => {
  const card = (words, who) => ['dealer', `card ${words} goes to ${who}`];
  assert.deepEqual(read('Al', card('2 (heart)', 'Al'), card('7 (coin)', 'Al'), card('9 (key)', 'Al'), card('4 (bomb)', 'Bo')), [
    'Dealer: card 2 (heart), card 7 (coin) and card 9 (key) go to you. Card 4 (bomb) goes to Bo',
  ]);
});

test('the cards of a lineup are one sentence', () => {
  assert.deepEqual(read('Al', ['dealer', '5♠ is flipped'], ['dealer', '6♦ is flipped'], ['dealer', 'K♣ is flipped']), ['Dealer: 5♠, 6♦ and K♣ are flipped']);
  const after = ['dealer', 'the robbery fails. 2 stars'];
  assert.deepEqual(read('Al', after, ['dealer', '5♠ is flipped'], ['dealer', '6♦ is flipped'], ['dealer', 'K♣ is flipped']), [
    'Dealer: the robbery fails. 2 stars. 5♠, 6♦ and K♣ are flipped',
  ]);
});

const recorded = ['flickemup/gallows', 'flipcity/three', 'fliptown/characters-three', 'insertcoin/draft-three', 'royalflip/v2-tie-two'];
/** Every step of a recorded game, as the program tells it of the seat that made it. */
function toldIn(name) {
  const [game, file] = name.split('/');
  const record = fileURLToPath(new URL(`../../games/${game}/tests/golden/${file}.json`, import.meta.url));
  const names = JSON.parse(readFileSync(record, 'utf8')).seats;
  const { stdout } = spawnSync(process.env.FLIPSIDE_PROGRAM, ['replay', '--plain', record], { input: 'all\n', encoding: 'utf8', maxBuffer: 1 << 26 });
  return stdout.split('\n').flatMap((line) => {
    const [, told] = /Step \d+ of \d+, .*?\. (.*)\.$/.exec(line) ?? [];
    const seat = told ? names.findIndex((name) => told.startsWith(`${name} `) || told.startsWith(`${name}: `)) : -1;
    return seat < 0 ? [] : [{ name: names[seat], words: told.slice(names[seat].length).replace(/^:? /, '') }];
  });
}

test('in recorded games of all five no line of one’s own has one’s name in it, or a verb for somebody else', () => {
  for (const record of recorded) {
    const told = toldIn(record);
    assert.ok(told.length > 20, record);
    for (const { name, words } of told) {
      const [line] = read(name, [0, words]);
      assert.doesNotMatch(line, /^You:? (?!(?:this|its|his|as|less)\b)[a-z]*[a-rt-z]s\b/, `${record}: ${words}`);
      assert.ok(line.startsWith('You') && !line.includes(`${name} `), `${record}: ${line}`);
    }
  }
});
