// What an analysis says, in sentences: what decided the game, and what luck and skill came to. Nothing is said that its interval does not
// support, and a sum over a whole game is told in words.

import { amount, boundAbove, boundBelow, costly, type Analysis, type Decision, type Played } from './analysis';
import { secondPerson } from './parts/lines';
import { whenOf, type Story } from './replay';

/** "about 12 wins in 100", "about 3.1 points". */
export function sizeWords({ unit }: Analysis, value: number): string {
  const size = Math.abs(value);
  if (unit === 'points') return size < 0.05 ? 'less than 0.1 points' : `about ${size.toFixed(1)} points`;
  const wins = Math.round(100 * Math.abs(value));
  if (wins === 0) return 'less than one win in 100';
  if (wins >= 100) return 'a whole win';
  return `about ${wins === 1 ? 'one win' : `${wins} wins`} in 100`;
}

/** The same where there is little room: "3.1 points", "12 wins in 100". */
export const lossWords = (analysis: Analysis, loss: number) =>
  sizeWords(analysis, loss)
    .replace(/^about /, '')
    .replace(/^one win/, '1 win');

/** "one win in 100", "12 wins in 100". */
const winWords = (wins: number) => (wins >= 100 ? 'a whole win' : `${wins === 1 ? 'one win' : `${wins} wins`} in 100`);

/** The same of a sum that is known roughly: "between 7 and 97 wins in 100". */
function roughly(analysis: Analysis, value: number, interval: number): string {
  const size = Math.abs(value);
  if (interval <= size / 2) return sizeWords(analysis, value);
  const scale = analysis.unit === 'points' ? 10 : 100;
  const [least, most] = [boundBelow(scale * (size - interval)), boundAbove(scale * (size + interval))];
  if (analysis.unit === 'points') return `${least ? `between ${(least / 10).toFixed(1)} and` : 'up to'} ${(most / 10).toFixed(1)} points`;
  if (size + interval > 0.95) return least ? `at least ${winWords(least)}` : 'up to a whole win';
  return `${least ? `between ${least} and` : 'up to'} ${winWords(most)}`;
}

type Interval = number | null | undefined;
const untold = (interval: Interval): interval is null | undefined => interval === undefined || interval === null;

/** A sum is called even if it is certainly no larger than this, either way. */
const largestEven = { share: 0.1, points: 3 };
const isEven = ({ unit }: Analysis, value: number, interval: number) => Math.abs(value) + interval <= largestEven[unit];
const overAWin = ({ unit }: Analysis, value: number) => unit === 'share' && Math.abs(value) > 0.95;

interface SumWords {
  none: string;
  /** What it can have come to at most follows. */
  even: string;
  open: string;
  good: string;
  bad: string;
  /** More than a whole win, which nobody can gain or lose at once. */
  veryGood: string;
  veryBad: string;
}

/** "at most 9 wins in 100 either way", "less than one win in 100 either way". */
function atMost(analysis: Analysis, size: number): string {
  const small = size < (analysis.unit === 'points' ? 0.05 : 0.005);
  const most = analysis.unit === 'points' ? `${(boundAbove(10 * size) / 10).toFixed(1)} points` : winWords(boundAbove(100 * size));
  return `${small ? sizeWords(analysis, size) : `at most ${most}`} either way`;
}

/** Luck or skill of a whole game, if it is known to be more than nothing. Nothing is said where nobody knows how well it is known. */
function sumWords(analysis: Analysis, value: number, interval: Interval, words: SumWords): string {
  if (untold(interval)) return '';
  if (value === 0 && interval === 0) return words.none;
  if (Math.abs(value) <= interval) return isEven(analysis, value, interval) ? `${words.even} ${atMost(analysis, Math.abs(value) + interval)}.` : words.open;
  if (overAWin(analysis, value)) return value > 0 ? words.veryGood : words.veryBad;
  return `${value > 0 ? words.good : words.bad} ${roughly(analysis, value, interval)}.`;
}

/** What sums and differences are counted in. */
export const unitWords = ({ unit }: Analysis) => (unit === 'points' ? 'points' : 'wins in 100');

/** "+16.4 ± 9.0", in the unit of `unitWords`; nothing stands as ± 0.0. */
export function signedFigure({ unit }: Analysis, value: number, interval: number): string {
  const digits = (number: number) => (unit === 'points' ? number : 100 * number).toFixed(1);
  const figure = `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;
  return Number(digits(interval)) ? `${figure} ± ${digits(interval)}` : figure;
}

/** A sum as a figure for a narrow place: with its interval, and only where it is known. */
export function sumFigure(analysis: Analysis, value: number, interval: Interval): string {
  if (untold(interval)) return 'not known';
  if (value === 0 && interval === 0) return 'none';
  if (Math.abs(value) <= interval) return isEven(analysis, value, interval) ? 'about even' : 'too close to call';
  if (overAWin(analysis, value)) return value > 0 ? 'over a win gained' : 'over a win lost';
  return signedFigure(analysis, value, interval);
}

/** The same with its unit. */
export function sumFigureWords(analysis: Analysis, value: number, interval: Interval): string {
  const figure = sumFigure(analysis, value, interval);
  return /^[+−]/.test(figure) ? `${figure} ${unitWords(analysis)}` : figure;
}

export function luckWords(analysis: Analysis, played: Played): string {
  const flicks = judged(analysis);
  const they = flicks ? 'The flicks' : 'The cards';
  return sumWords(analysis, played.luck, played.luck_interval, {
    none: 'Nothing was left to luck.',
    even: `${they} were about even:`,
    open: `Whether ${they.toLowerCase()} were kind is too close to call.`,
    good: flicks ? 'The flicks went better than usual:' : 'The cards helped:',
    bad: `${they} were unkind: they cost`,
    veryGood: `${they} helped, by more than a whole win in all: chances came and went.`,
    veryBad: `${they} were unkind, by more than a whole win in all: chances came and went.`,
  });
}

export function skillWords(analysis: Analysis, played: Played): string {
  return sumWords(analysis, played.skill, played.skill_interval, {
    none: '',
    even: 'The moves were about as good as a plain player’s:',
    open: 'Whether the moves were better than a plain player’s is too close to call.',
    good: 'The moves were better than a plain player’s:',
    bad: 'The moves were worse than a plain player’s: they cost',
    veryGood: 'The moves were better than a plain player’s, by more than a whole win in all: chances came and went.',
    veryBad: 'The moves were worse than a plain player’s, by more than a whole win in all: chances came and went.',
  });
}

/** The best chance that a seat ever had, by a moment's value or by the best choice of a decision. */
function bestChance({ moments, decisions }: Analysis, seat: number): number {
  const choices = decisions.map((one) => (one.seat === seat ? one.choices[one.best ?? 0]?.value : 0));
  return Math.max(0, ...moments.map(({ value }) => value[seat] ?? 0), ...choices.map((value) => value ?? 0));
}

/** Is it more than the seat could lose at once? A whole win, or the best chance that it ever had, if all moments were measured. */
export function beyond(analysis: Analysis, { seat, luck }: Played, loss: number): 'a win' | 'chance' | '' {
  if (analysis.unit !== 'share') return '';
  if (loss > 0.95) return 'a win';
  return luck != null && loss > bestChance(analysis, seat) ? 'chance' : '';
}

/** What a player lost in several decisions, in words if it is more than can be lost at once. */
export function lostWords(analysis: Analysis, played: Played, loss: number): string {
  const more = beyond(analysis, played, loss);
  return more === 'a win' ? 'more than a whole win' : more ? 'more than the best chance there was' : lossWords(analysis, loss);
}

/** What was better; where it sounds like what was done, the aim is the difference. */
export const betterWords = ({ choices, best }: Decision) => {
  const words = choices[best ?? 0].tell;
  return words === choices[0].tell ? 'the same with another aim' : secondPerson(words);
};

const inRound = (story: Story, step: number) => whenOf(story, step).replace(/^(Round|Turn|Before)/, (word) => word.toLowerCase());

/** Does the game itself say what its positions are worth? Nobody knows how well; so a lead must be this large to be told. */
const judged = ({ both_sides, decisions }: Analysis) => both_sides || decisions.some((one) => one.choices.some((choice) => choice.why));
const judgedLead = 0.15;

/** Was the seat clearly ahead of all others at a moment: without its interval, and they with theirs? Its own team wins and loses with it. */
function leads(analysis: Analysis, { table: { seats } }: Story, at: number, seat: number): boolean {
  const { value, interval } = analysis.moments[at];
  const own = value[seat];
  if (own === null) return false;
  const least = own - (interval[seat] ?? 0) - (judged(analysis) ? judgedLead : 0);
  const team = seats[seat]?.team;
  return value.every((other, one) => one === seat || (team && seats[one]?.team === team) || other === null || least > other + (interval[one] ?? 0));
}

/** "You were ahead until round 9", "You were ahead from round 4 on". */
function leadWords(analysis: Analysis, story: Story, seat: number, name: string): string {
  const words = leadOf(analysis, story, seat, name);
  return judged(analysis) ? `${words}, by the game’s own estimate` : words;
}

function leadOf(analysis: Analysis, story: Story, seat: number, name: string): string {
  const were = name === 'You' ? 'You were' : `${name} was`;
  const last = analysis.moments.length - 1;
  const ahead = analysis.moments.map((_, at) => leads(analysis, story, at, seat));
  const won = story.result.winners.includes(seat);
  const turn = won ? ahead.lastIndexOf(false, last - 1) + 1 : ahead.lastIndexOf(true, last - 1);
  const when = inRound(story, analysis.moments[Math.max(0, Math.min(turn, last - 1))].step);
  const before = when.startsWith('before');
  if (won && turn >= last) return `${were} never clearly ahead before the end`;
  if (won) return `${were} ahead ${turn === 0 || before ? 'all along' : when ? `from ${when} on` : 'in the end'}`;
  const first = before || (when !== '' && when === inRound(story, analysis.moments[0].step));
  return turn < 0 ? `${were} never clearly ahead` : `${were} ahead ${first ? 'only at the very start' : when ? `until ${when}` : 'for a while'}`;
}

function aloneWords(analysis: Analysis, played: Played, name: string): string {
  const { result, expected } = played;
  if (analysis.unit === 'share') {
    const usual = expected >= 0.995 ? 'nearly all' : expected < 0.005 ? 'fewer than one in 100' : `about ${Math.round(100 * expected)} in 100`;
    return `${name} ${result > 0.5 ? 'won' : 'did not win'}; a plain player wins ${usual} such games`;
  }
  return `${name} scored ${amount(analysis, result).replace(/\.0$/, '')}; with an average deal a plain player scores about ${Math.round(expected)}`;
}

/** What came of a choice, behind its words: " (finishes the road)", ": hits O1 (exact hand)". */
export const whyWords = (why: string | undefined) => (!why ? '' : why.endsWith(')') ? `: ${why}` : ` (${why})`);

type Hinted = { tell: string; then?: { tell: string }; why?: string };

/** A hint: what to do, what follows, and why. `only`: nothing else can be done; of what follows nobody says so. */
export function hintWords({ tell, then, why }: Hinted, only: boolean): string {
  const first = `Hint: ${secondPerson(tell)}`;
  const next = then ? `; then ${secondPerson(then.tell)}` : '';
  if (why) return `${first}${next}; it ${why}`;
  if (only) return then ? `${first}, the only move${next}` : `${first}; it is the only move`;
  return `${first}${next}`;
}

const quoted = (words: string) => `“${secondPerson(words)}”`;

/** The decision that cost a seat most, if any surely cost something. */
export function worstOf(analysis: Analysis, seat: number): Decision | null {
  return costly(analysis, seat).reduce<Decision | null>((worst, one) => (!worst || (one.loss ?? 0) > (worst.loss ?? 0) ? one : worst), null);
}

/** "one is", "some are", "most are": how many of its decisions are too close to call. */
export const openWords = ({ open = 0, decisions }: Pick<Played, 'open' | 'decisions'>) =>
  open === 1 ? 'one is' : `${2 * open > decisions ? 'most' : 'some'} are`;

/** What cost most, if anything surely did. */
function costWords(analysis: Analysis, story: Story, worst: Decision | null, played: Played, answered: boolean): string {
  if (!worst) return `no single choice clearly cost much${played.open ? `, though ${openWords(played)} too close to call` : ''}.`;
  const when = inRound(story, worst.step);
  const at = /^\d/.test(when) ? 'at ' : when.startsWith('before') ? '' : 'in '; // at 8 o’clock, before round 1, in round 8
  const [made, better] = [worst.choices[0], betterWords(worst)];
  const instead = answered ? ` instead of ${better.startsWith('the same') ? better : `“${better}”`}` : '';
  return `${quoted(made.tell)}${instead}${when && ` ${at}${when}`} cost most, ${sizeWords(analysis, worst.loss ?? 0)}.`;
}

/**
 * The first thing one reads: who was ahead until when, what cost most, and what the cards did. What would have been better is told once it is
 * `answered`.
 */
export function decidedWords(analysis: Analysis, story: Story, seat: number, name: string, answered: boolean): string {
  const played = analysis.players[seat];
  const worst = worstOf(analysis, seat);
  const start = analysis.players.length > 1 ? leadWords(analysis, story, seat, name) : aloneWords(analysis, played, name);
  return `${start}; ${costWords(analysis, story, worst, played, answered)} ${luckWords(analysis, played)}`;
}

/* --- how far a choice is behind ---------------------------------------------------------------------------------------------- */

/** How far a choice is behind the best one, and how well that is known. */
export function behind(decision: Decision, index: number): { lead: number; interval: number } {
  const [best, choice] = [decision.choices[decision.best ?? 0], decision.choices[index]];
  return { lead: best.lead - choice.lead, interval: Math.max(best.lead_interval, choice.lead_interval) };
}

/** What is told of such a lead is as for the choice made (flip_decision_loss in src/analysis/decisions.c): less what may be chance in it. */
export function lossOf(decision: Decision, index: number): number {
  if (index === 0) return decision.loss ?? 0;
  const { lead, interval } = behind(decision, index);
  const chance = (2.6 / 1.96) * interval;
  return lead > chance ? lead - chance ** 2 / lead : 0;
}

/** A difference in words, with its 95 % interval. */
export function behindWords(alone: boolean, lead: number, interval: number): string {
  const size = alone ? lead : 100 * lead;
  const around = alone ? interval : 100 * interval;
  const places = size < 9.95 ? 1 : 0; // both to the same place: not 16 ± 0.1
  const digits = (number: number) => number.toFixed(places);
  const sure = Number(digits(around)) > 0 ? ` ± ${digits(around)}` : ''; // nothing is told as ± 0.0
  return alone ? `${digits(size)}${sure} points` : `${digits(size)}${sure} wins in 100 games`;
}
