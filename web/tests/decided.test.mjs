// What an analysis says in words and figures: asked of the modules themselves, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importFrom } from './support.mjs';

const said = await importFrom(new URL('../src/', import.meta.url), 'analysis', 'decided', 'parts/analysisgraph');
const share = { unit: 'share', players: [{}, {}], moments: [], decisions: [] };
const points = { ...share, unit: 'points' };

test('no chance is told that its interval does not support, none beyond a whole win, and no ± 0.0', () => {
  const worth = (value, interval, unit = share) => said.worthWords(unit, { value, interval });
  assert.equal(worth(0.58, 0.144), '58.0 % ± 14.4 %');
  assert.equal(worth(0.2, 0.212), 'at most 41.2 %');
  assert.equal(worth(1, 0.064), 'at least 93.6 %');
  assert.deepEqual([worth(0.2, 0.2121), worth(0.99, 0.0101)], ['at most 41.3 %', 'at least 97.9 %']);
  assert.equal(worth(0.5, 0.6), 'not known yet');
  assert.equal(worth(1, 0), '100.0 %');
  assert.equal(worth(44, 0.4, points), '44.0 ± 0.4');
  assert.equal(worth(44, 0.04, points), '44.0');
  assert.equal(said.sumFigure(share, 0.3, 0), '+30.0');
  assert.equal(said.sumFigure(share, -0.164, 0.09), '−16.4 ± 9.0');
  assert.equal(said.sumFigure(share, 0.04, 0.05), 'about even');
  assert.equal(said.sumFigure(share, -1.2, 0.1), 'over a win lost');
  assert.deepEqual(
    [said.sumFigureWords(share, 0.3, 0.1), said.sumFigureWords(points, 4.2, 1.1), said.sumFigureWords(share, 0.3, 0.4)],
    ['+30.0 ± 10.0 wins in 100', '+4.2 ± 1.1 points', 'too close to call'],
  );
});

test('a chance in a table is certain only where it is exact, and a bound where its interval reaches beyond', () => {
  const told = [
    [0.54, 0.1],
    [0.2, 0.212],
    [0.9, 0.15],
    [0.9, 0.151],
    [0.5, 0.6],
    [0.4975, 0.4976],
    [0.998, 0.001],
    [0.001, 0.0005],
    [1, 0],
    [0, 0],
  ].map(([value, interval]) => said.chanceWords(value, interval));
  assert.deepEqual(told, ['54 %', '≤ 42 %', '≥ 75 %', '≥ 74 %', '?', '?', '≥ 99 %', '≤ 1 %', '100 %', '0 %']);
});

test('where nothing is left to luck that is said, and nothing where nobody knows how well a sum is known', () => {
  const flicks = { ...share, decisions: [{ choices: [{ tell: 'L1 fires', why: 'hits O1' }, { tell: 'L1 fires' }], best: 1 }] };
  assert.equal(said.luckWords(flicks, { luck: 0, luck_interval: 0 }), 'Nothing was left to luck.');
  assert.equal(said.luckWords(flicks, { luck: 0.02, luck_interval: 0.06 }), 'The flicks were about even: at most 8 wins in 100 either way.');
  assert.deepEqual([said.luckWords(share, { luck: 0.4 }), said.skillWords(share, { skill: -0.4 })], ['', '']);
  assert.deepEqual([said.sumFigure(share, 0, 0), said.sumFigure(share, 0.4, undefined)], ['none', 'not known']);
  assert.deepEqual(
    [said.lostWords(share, {}, 4.957), said.lostWords(share, {}, 0.5), said.lostWords(points, {}, 12)],
    ['more than a whole win', '50 wins in 100', '12.0 points'],
  );
  const poor = {
    ...share,
    moments: [{ value: [0.7, 0.3] }, { value: [0.9, null] }],
    decisions: [{ seat: 1, best: 1, choices: [{ value: 0.2 }, { value: 0.4 }] }],
  };
  assert.deepEqual(
    [0.41, 0.39].map((loss) => said.lostWords(poor, { seat: 1, luck: 0 }, loss)),
    ['more than the best chance there was', '39 wins in 100'],
  );
  assert.equal(said.lostWords(poor, { seat: 1, luck: null }, 0.41), '41 wins in 100', 'while moments are not measured, nobody knows');
  assert.equal(said.betterWords(flicks.decisions[0]), 'the same with another aim');
});

test('a sum is called even only where that is known, and one over a whole win says which way', () => {
  const luck = (value, interval, unit = share) => said.luckWords(unit, { luck: value, luck_interval: interval });
  const skill = (value, interval) => said.skillWords(share, { skill: value, skill_interval: interval });
  assert.equal(luck(0.02, 0.07), 'The cards were about even: at most 9 wins in 100 either way.');
  assert.equal(luck(0.05, 0.15), 'Whether the cards were kind is too close to call.', 'fifteen wins in a hundred are not even');
  assert.equal(luck(0.0244, 0.07), 'The cards were about even: at most 10 wins in 100 either way.');
  assert.equal(luck(0.002, 0.005), 'The cards were about even: at most one win in 100 either way.');
  assert.equal(luck(0.001, 0.003), 'The cards were about even: less than one win in 100 either way.');
  assert.equal(luck(0.01, 0.03, points), 'The cards were about even: less than 0.1 points either way.');
  assert.equal(luck(1, 1.52, points), 'The cards were about even: at most 2.6 points either way.');
  assert.match(skill(-0.02, 0.07), /about as good as a plain player’s: at most 9 wins in 100 either way\.$/);
  assert.equal(luck(-0.05, 0.44), 'Whether the cards were kind is too close to call.');
  assert.match(luck(2, 9, points), /too close to call/);
  assert.match(luck(1, 1.5, points), /about even: at most 2\.5 points either way/);
  assert.match(skill(0.3, 0.4), /too close to call/);
  assert.deepEqual([said.sumFigure(share, 0.3, 0.4), said.sumFigure(share, 0.05, 0.1)], ['too close to call', 'too close to call']);
  assert.match(luck(1.3, 0.4), /^The cards helped, by more than a whole win in all/);
  assert.match(luck(-1.3, 0.4), /^The cards were unkind, by more than a whole win in all/);
  assert.match(skill(2, 0.4), /^The moves were better .* by more than a whole win in all/);
  assert.match(skill(-2, 0.4), /^The moves were worse .* by more than a whole win in all/);
  assert.equal(said.sumFigure(share, 2, 0.4), 'over a win gained');
  // What is known roughly is told roughly.
  assert.equal(luck(0.5, 0.1), 'The cards helped: about 50 wins in 100.');
  assert.equal(luck(-0.3, 0.2), 'The cards were unkind: they cost between 10 and 50 wins in 100.');
  assert.equal(luck(0.302, 0.2), 'The cards helped: between 10 and 51 wins in 100.');
  assert.equal(luck(0.52, 0.444), 'The cards helped: at least 7 wins in 100.');
  assert.equal(luck(0.5, 0.497), 'The cards helped: up to a whole win.');
  assert.equal(luck(0.3, 0.292), 'The cards helped: up to 60 wins in 100.');
  assert.equal(luck(-5, 3, points), 'The cards were unkind: they cost between 2.0 and 8.0 points.');
  assert.equal(luck(-5, 3.02, points), 'The cards were unkind: they cost between 1.9 and 8.1 points.');
  assert.equal(luck(-0.5, 0.46, points), 'The cards were unkind: they cost up to 1.0 points.');
});

test('an amount has its unit, and one that rounds to nothing is not told as nothing', () => {
  assert.deepEqual(
    [0.004, 0.011, 0.12, 0.996].map((loss) => said.lossWords(share, loss)),
    ['less than one win in 100', '1 win in 100', '12 wins in 100', 'a whole win'],
  );
  assert.deepEqual(
    [0.04, 3.14].map((loss) => said.sizeWords(points, loss)),
    ['less than 0.1 points', 'about 3.1 points'],
  );
  assert.deepEqual([said.behindWords(true, 3.1, 0.04), said.behindWords(false, 0.12, 0.03)], ['3.1 points', '12 ± 3 wins in 100 games']);
  assert.deepEqual([said.behindWords(true, 16, 0.1), said.behindWords(true, 9.96, 1.4)], ['16 points', '10 ± 1 points'], 'both to the same place');
});

test('too close to call are one, some or most of the decisions', () => {
  const open = (count) => said.openWords({ open: count, decisions: 25 });
  assert.deepEqual([1, 12, 13, 24].map(open), ['one is', 'some are', 'most are', 'most are']);
});

test('a hint says of the first move alone that it is the only one', () => {
  const then = { tell: 'fire at O2' };
  const hint = (more, only) => said.hintWords({ tell: 'play L1', ...more }, only);
  assert.equal(hint({}, true), 'Hint: play L1; it is the only move');
  assert.equal(hint({ then }, true), 'Hint: play L1, the only move; then fire at O2');
  assert.equal(hint({ then, why: 'hits O2' }, true), 'Hint: play L1; then fire at O2; it hits O2');
  assert.equal(hint({ then }, false), 'Hint: play L1; then fire at O2');
});

test('what is tried in an exercise is told to lose as what was played is: less what may be chance', () => {
  const choice = (lead, interval) => ({ tell: 'x', lead, lead_interval: interval });
  const decision = { step: 0, seat: 0, best: 1, loss: 3.4, choices: [choice(0, 0), choice(5, 2.1), choice(1, 2), choice(4, 2)] };
  const lost = decision.choices.map((_, index) => Number(said.lossOf(decision, index).toFixed(1)));
  assert.deepEqual(lost, [3.4, 0, 2.1, 0]);
});

test('what came of a flick does not stand in brackets within brackets', () => {
  assert.deepEqual(['hits O1 (exact hand)', 'finishes the road', undefined].map(said.whyWords), [': hits O1 (exact hand)', ' (finishes the road)', '']);
});

test('a graph counts sums over a whole win in wins, and writes a minus', () => {
  const axis = (unit, ...ticks) => ticks.map((tick) => said.tickWords({ unit }, tick, ticks));
  assert.deepEqual(axis('share', 0, 0.5, 1), ['0 %', '50 %', '100 %']);
  assert.deepEqual(axis('share', -0.2, 0), ['−20 %', '0 %']);
  assert.deepEqual(axis('share', -2, -1, 0, 0.5), ['−2 wins', '−1 win', '0', '0.5 win']);
  assert.deepEqual(axis('points', -2.5, 0), ['−2.5', '0']);
});

test('luck that is not more than its own uncertainty is not told', () => {
  const moment = (value, jump) => ({ step: 0, chance: true, value: [value], interval: [0.01], jump_interval: [jump], tell: 'a card' });
  const luck = (...moments) => said.greatestLuck({ ...share, moments }, 0, 9).map(({ luck: one }) => one.toFixed(4));
  assert.deepEqual(luck(moment(0.2, 0.06), moment(0.266, 0.0658), moment(0.3318, 0.1), moment(0.3, 0)), ['0.0660']);
});

test('what was lost counts only grades that were given', () => {
  assert.equal(said.gradesOf({ slips: 1, mistakes: 0, blunders: 2 }), '1 slip, 2 blunders');
  assert.equal(said.gradesOf({ slips: 0, mistakes: 0, blunders: 0 }), '');
});

test('a level is told only to within one, and below the first level in words', () => {
  assert.equal(said.levelOf({ level: 0.4, level_range: [0, 0.9] }), 'level 1 at best');
  assert.equal(said.levelOf({ level: 3.4, level_range: [3, 4] }), 'level 3 to 4');
  assert.equal(said.levelOf({ level: 5, level_range: [3.5, 5] }), null);
  assert.equal(said.levelOf({ level: 5 }), null);
});

test('what decided a game tells what was done and what it cost; what was better comes when it is known', () => {
  const decision = {
    step: 1,
    seat: 0,
    grade: 'mistake',
    best: 1,
    loss: 0.12,
    choices: [{ tell: 'writes 7 in b3' }, { tell: 'writes 7 in c2' }],
  };
  const moments = [
    { step: 0, chance: false, value: [0.8, 0.2], interval: [0.1, 0.1] },
    { step: 1, chance: false, value: [0, 1], interval: [0, 0] },
  ];
  const analysis = { ...share, players: [{ luck: 0.01, luck_interval: 0.05, open: 0 }, {}], moments, decisions: [decision] };
  const story = { result: { winners: [1] }, positions: [], turns: [], table: { seats: [] } };
  const words = (answered) => said.decidedWords(analysis, story, 0, 'You', answered);
  assert.match(words(false), /^You were ahead for a while; “write 7 in b3” .*cost most, about 12 wins in 100\. The cards were about even/);
  assert.doesNotMatch(words(false), /c2/);
  assert.match(words(true), /“write 7 in b3” instead of “write 7 in c2”/);
  const hours = { ...story, positions: [{ step: 0, when: '8 o’clock' }] };
  assert.match(said.decidedWords(analysis, hours, 0, 'You', true), /” at 8 o’clock cost most/);
  const round = { ...story, positions: [{ step: 0, when: 'Round 1' }] };
  assert.match(said.decidedWords(analysis, round, 0, 'You', true), /^You were ahead only at the very start;/);
  const cards = { ...story, positions: [{ step: 0, when: 'Before round 1' }] };
  assert.match(said.decidedWords(analysis, cards, 0, 'You', true), /” before round 1 cost most/);
});

test('somebody is ahead only where the intervals of all leave no doubt, and what no single choice cost may have been lost in many', () => {
  const story = { result: { winners: [1] }, positions: [], turns: [], table: { seats: [] } };
  const end = { step: 1, chance: false, value: [0, 1], interval: [0, 0] };
  const told = (interval, open = 0) => {
    const moments = [{ step: 0, chance: false, value: [0.6, 0.4], interval: [interval, interval] }, end];
    return said.decidedWords({ ...share, moments, players: [{ luck: 0, luck_interval: 0.4, open }, {}] }, story, 0, 'You', true);
  };
  assert.match(told(0.09), /^You were ahead for a while; no single choice clearly cost much\. Whether/);
  assert.match(told(0.11, 1), /^You were never clearly ahead; no single choice clearly cost much, though one is too close to call\./);
  const alone = { ...share, moments: [end], players: [{ result: 1, expected: 0.432, luck: 0, luck_interval: 0 }] };
  assert.match(said.decidedWords(alone, story, 0, 'You', true), /^You won; a plain player wins about 43 in 100 such games; no single/);
  const usual = (expected) => said.decidedWords({ ...alone, players: [{ ...alone.players[0], expected }] }, story, 0, 'You', true);
  assert.match(usual(0.996), /^You won; a plain player wins nearly all such games;/);
  assert.match(usual(0.99), /^You won; a plain player wins about 99 in 100 such games;/);
  assert.match(usual(0.004), /^You won; a plain player wins fewer than one in 100 such games;/);
});

/** What is said of a seat's lead, where seat 0 won. */
function leadOf(values, { interval = 0, teams, rounds = [], name = 'You', ...more }, seat = 0) {
  const moments = values.map((value, step) => ({ step, chance: false, value, interval: value.map(() => interval) }));
  const players = values[0].map(() => ({ luck: 0, luck_interval: 0 }));
  const positions = rounds.map((when, step) => ({ step, when }));
  const story = { result: { winners: [0] }, positions, turns: [], table: { seats: (teams ?? []).map((team) => ({ team })) } };
  return said.decidedWords({ ...share, ...more, moments, players }, story, seat, name, true).split(';')[0];
}

test('team mates are ahead together', () => {
  const teams = ['lawmen', 'outlaws', 'lawmen', 'outlaws'];
  const values = [
    [0.97, 0.03, 0.97, 0.03],
    [0.97, 0.03, 0.97, 0.03],
    [1, 0, 1, 0],
  ];
  assert.equal(leadOf(values, { teams }), 'You were ahead all along');
  assert.equal(leadOf(values, { teams: [] }), 'You were never clearly ahead before the end');
  assert.equal(leadOf(values, { teams }, 1), 'You were never clearly ahead');
});

test('whoever led from the middle of the first round on was not ahead all along', () => {
  const rounds = ['Round 1', 'Round 1', 'Round 2'];
  const behindAtFirst = [
    [0.4, 0.6],
    [0.7, 0.3],
    [1, 0],
  ];
  assert.equal(leadOf(behindAtFirst, { rounds }), 'You were ahead from round 1 on');
  assert.equal(leadOf(behindAtFirst, { rounds: ['Before round 1', 'Before round 1', 'Round 2'] }), 'You were ahead all along');
  assert.equal(leadOf([[0.7, 0.3], ...behindAtFirst.slice(1)], { rounds }), 'You were ahead all along');
  assert.equal(leadOf(behindAtFirst, { rounds }, 1), 'You were ahead only at the very start');
});

test('where a game judges its positions itself, a small lead is none, and whose estimate it is is said', () => {
  const values = [
    [0.42, 0.58],
    [0.3, 0.7],
    [0.449, 0.551],
    [1, 0],
  ];
  const rounds = ['6 o’clock', '7 o’clock', '8 o’clock', '9 o’clock'];
  assert.equal(leadOf(values, { both_sides: true, rounds }, 1), 'You were ahead until 7 o’clock, by the game’s own estimate');
  assert.equal(leadOf(values, { rounds, interval: 0.01 }, 1), 'You were ahead until 8 o’clock');
});
