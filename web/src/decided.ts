// What an analysis says, in sentences: what decided the game, and what luck and skill came to. Nothing is said that its interval does not
// support, and a sum over a whole game is told in words.

import { amount, costly, type Analysis, type Decision, type Played } from './analysis';
import { secondPerson } from './parts/lines';
import { whenOf, type Story } from './replay';

/** "about 12 wins in 100", "about 3.1 points". */
export function sizeWords({ unit }: Analysis, value: number): string {
  if (unit === 'points') return `about ${Math.abs(value).toFixed(1)} points`;
  const wins = Math.round(100 * Math.abs(value));
  return `about ${wins === 1 ? 'one win' : `${wins} wins`} in 100`;
}

/** Luck or skill of a whole game, if it is known to be more than nothing. */
function sumWords(analysis: Analysis, value: number, interval: number | undefined, words: { even: string; good: string; bad: string; often: string }): string {
  if (interval === undefined || interval === null || Math.abs(value) <= interval) return words.even;
  if (analysis.unit === 'share' && Math.abs(value) > 0.95) return words.often;
  return `${value > 0 ? words.good : words.bad} ${sizeWords(analysis, value)}.`;
}

/** The same as a figure for a narrow place: with its interval, and only where it is known. */
export function sumFigure(analysis: Analysis, value: number, interval: number | undefined): string {
  if (interval === undefined || interval === null || Math.abs(value) <= interval) return 'about even';
  if (analysis.unit === 'share' && Math.abs(value) > 0.95) return 'to and fro';
  return `${amount(analysis, value, true)} ± ${amount(analysis, interval)}`;
}

export function luckWords(analysis: Analysis, played: Played): string {
  return sumWords(analysis, played.luck, played.luck_interval, {
    even: 'The cards were about even, as far as can be told.',
    good: 'The cards helped:',
    bad: 'The cards were unkind: they took',
    often: 'The cards turned the game more than once: the lead changed hands often.',
  });
}

export function skillWords(analysis: Analysis, played: Played): string {
  return sumWords(analysis, played.skill, played.skill_interval, {
    even: 'The moves came to about what a plain player would have made of them.',
    good: 'The moves were better than a plain player’s:',
    bad: 'The moves were worse than a plain player’s: they cost',
    often: 'The moves made up for much that had gone before, or gave it away.',
  });
}

const inRound = (story: Story, step: number) => whenOf(story, step).replace(/^(Round|Turn|Before)/, (word) => word.toLowerCase());

/** Was the seat clearly ahead of all others at a moment? */
function leads({ moments }: Analysis, at: number, seat: number): boolean {
  const { value, interval } = moments[at];
  const own = value[seat];
  if (own === null) return false;
  return value.every((other, one) => one === seat || other === null || own - (interval[seat] ?? 0) > other);
}

/** "You were ahead until round 9", "You were ahead from round 4 on". */
function leadWords(analysis: Analysis, story: Story, seat: number, name: string): string {
  const were = name === 'You' ? 'You were' : `${name} was`;
  const last = analysis.moments.length - 1;
  const ahead = analysis.moments.map((_, at) => leads(analysis, at, seat));
  const won = story.result.winners.includes(seat);
  const turn = won ? ahead.lastIndexOf(false, last - 1) + 1 : ahead.lastIndexOf(true, last - 1);
  const when = inRound(story, analysis.moments[Math.max(0, Math.min(turn, last - 1))].step);
  if (won) return turn >= last ? `${were} never surely ahead before the end` : turn === 0 ? `${were} ahead all along` : `${were} ahead from ${when} on`;
  return turn < 0 ? `${were} never surely ahead` : `${were} ahead until ${when}`;
}

function aloneWords(analysis: Analysis, played: Played, name: string): string {
  const [has, done] = [name === 'You' ? 'You' : name, amount(analysis, played.result).replace(/\.0$/, '')];
  if (analysis.unit === 'share')
    return `${has} ${played.result > 0.5 ? 'won' : 'did not win'}; a plain player wins ${amount(analysis, played.expected)} of such games`;
  return `${has} scored ${done}; with an average deal a plain player has about ${Math.round(played.expected)}`;
}

const quoted = (words: string) => `“${secondPerson(words)}”`;

/** What cost most, if anything surely did. */
function costWords(analysis: Analysis, story: Story, worst: Decision | undefined, open: number): string {
  if (!worst) return open ? 'no choice surely cost much, though some are too close to call.' : 'no choice cost much.';
  const when = inRound(story, worst.step);
  const [made, best] = [worst.choices[0], worst.choices[worst.best ?? 0]];
  return `${quoted(made.tell)} instead of ${quoted(best.tell)}${when && ` in ${when.replace(/^before/, 'the time before')}`} cost most, ${sizeWords(analysis, worst.loss ?? 0)}.`;
}

/** The first thing one reads: who was ahead until when, what cost most, and what the cards did. */
export function decidedWords(analysis: Analysis, story: Story, seat: number, name: string): string {
  const played = analysis.players[seat];
  const [worst] = costly(analysis, seat).sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0));
  const start = analysis.players.length > 1 ? leadWords(analysis, story, seat, name) : aloneWords(analysis, played, name);
  return `${start}; ${costWords(analysis, story, worst, played.open ?? 0)} ${luckWords(analysis, played)}`;
}
