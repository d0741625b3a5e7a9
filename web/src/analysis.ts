// What the analysis of a finished game says (docs/api.md), and the numbers that the page draws from it.

import { useEffect, useState } from 'preact/hooks';
import { app } from './app';
import { backend } from './backend';
import { request } from './request';

export type Precision = 'quick' | 'normal' | 'deep';

export interface Moment {
  step: number;
  chance: boolean;
  seat?: number;
  value: (number | null)[];
  interval: (number | null)[];
  /** Of the way to the next moment; earlier analyses do not say. */
  jump_interval?: (number | null)[];
  tell?: string;
  /** The number of futures first. */
  tally?: number[];
}

export interface Choice {
  text: string;
  tell: string;
  value: number;
  interval: number;
  lead: number;
  lead_interval: number;
  why?: string;
  /** Of a costly decision: the move as a board lights it up. */
  fields?: Record<string, unknown>;
}

export interface Decision {
  step: number;
  seat: number;
  choices: Choice[];
  best?: number;
  loss?: number;
  grade?: 'best' | 'fine' | 'slip' | 'mistake' | 'blunder';
  /** Why the best choice is better, in the game's words. */
  reason?: string;
  /** What kind of decision it was. */
  theme?: string;
  /** Nothing costly was found, and something may be: it is too close to call. */
  open?: boolean;
}

export interface Played {
  seat: number;
  expected: number;
  luck: number;
  skill: number;
  others: number;
  /** Earlier analyses do not say how well the sums are known. */
  expected_interval?: number;
  luck_interval?: number;
  skill_interval?: number;
  others_interval?: number;
  result: number;
  loss: number;
  decisions: number;
  best: number;
  slips: number;
  mistakes: number;
  blunders: number;
  /** Decisions that are too close to call. */
  open?: number;
  accuracy?: number;
  level?: number;
  /** Between which levels it is known to lie; earlier analyses do not say. */
  level_range?: [number, number];
}

/** "level 3.4" where the game tells it to within a level; else nothing. */
export function levelOf({ level, level_range: range }: Played): string | null {
  if (level === undefined || !range || range[1] - range[0] > 1) return null;
  const [least, most] = range.map(Math.round);
  if (least !== most) return least ? `level ${least} to ${most}` : `level ${most} at best`;
  return level ? `level ${level}` : 'somebody who takes any move';
}

export interface Analysis {
  game: string;
  /** Of the whole game. */
  steps: number;
  precision: Precision;
  unit: 'points' | 'share';
  /** In a game that says itself what its positions are worth: nobody knows how well, so nothing is told with an interval. */
  both_sides?: boolean;
  players: Played[];
  moments: Moment[];
  decisions: Decision[];
}

export interface Answer {
  state: 'none' | 'running' | 'done';
  /** False: the server leaves analyses to those who want them. */
  offered?: boolean;
  precision?: Precision;
  progress?: number;
  analysis?: Analysis;
}

export interface Asked {
  answer: Answer | null;
  problem: string;
  ask: (precision: Precision) => void;
}

const patience = 1000;

/** The analysis of a table by the server, followed while it is being made. */
export function useAnalysis(id: string): Asked {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState('');
  const failed = (error: Error) => setProblem(error.message);
  useEffect(() => {
    if (backend.here) setAnswer({ state: 'none', offered: false });
    else request<Answer>('GET', `/api/analyses/${id}`).then(setAnswer, failed);
  }, [id]);
  const running = answer?.state === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      request<Answer>('GET', `/api/analyses/${id}`).then((next) => {
        if (next.state === 'none') setProblem('The analysis did not finish. Please try again.');
        setAnswer(next);
      }, failed);
    }, patience);
    return () => clearInterval(timer);
  }, [id, running]);
  const ask = (precision: Precision) => {
    setProblem('');
    app
      .ensurePerson()
      .then(() => request<Answer>('POST', '/api/analyses', { table: id, precision }))
      .then(setAnswer, failed);
  };
  return { answer, problem, ask };
}

/** Points with one place behind the point; shares as percent. */
export function amount({ unit }: Analysis, value: number): string {
  const number = unit === 'points' ? value : 100 * value;
  const words = Math.abs(number).toFixed(1) + (unit === 'points' ? '' : ' %');
  return (number < -0.049 ? '−' : '') + words;
}

const slack = 1e-6; // 0.07 + 0.02 is nine hundredths, not ten

/** A bound in whole units, rounded outwards: what is told as "at most" and "at least" must hold. */
export const boundAbove = (number: number) => Math.ceil(number - slack);
export const boundBelow = (number: number) => Math.floor(number + slack);

/** "± 3.1 %"; nothing where it would be nothing, since an exact value needs none. */
export function spread(analysis: Analysis, interval: number): string {
  const words = amount(analysis, interval);
  return Number.parseFloat(words) ? `± ${words}` : '';
}

/** What a choice is worth. No chance is below nothing or above a whole win, nor is one told that its interval does not support. */
export function worthWords(analysis: Analysis, { value, interval }: Pick<Choice, 'value' | 'interval'>): string {
  const [low, high] = [value - interval, value + interval];
  const share = analysis.unit === 'share';
  if (share && low < 0 && high > 1) return 'not known yet';
  if (share && low < 0) return `at most ${amount(analysis, boundAbove(1000 * high) / 1000)}`;
  if (share && high > 1 && interval > 0.0005) return `at least ${amount(analysis, boundBelow(1000 * low) / 1000)}`;
  return [amount(analysis, value), spread(analysis, interval)].filter(Boolean).join(' ');
}

/** A chance to win in a narrow place: "54 %", as a bound where its interval reaches beyond, and certain only where it is exact. */
export function chanceWords(value: number, interval: number): string {
  const percent = (share: number) => Math.round(100 * share);
  const [low, high] = [Math.max(0, value - interval), Math.min(1, value + interval)];
  const [least, most] = [boundBelow(100 * low), boundAbove(100 * high)];
  if (interval < 0.00005) return `${percent(value)} %`;
  if (least === 0 && most === 100) return '?';
  if (low === 0 || percent(value) === 0) return `≤ ${Math.max(1, most)} %`;
  if (high === 1 || percent(value) === 100) return `≥ ${Math.min(99, least)} %`;
  return `${percent(value)} %`;
}

/** "2 slips, 1 mistake"; empty where nothing was worth a word. */
export function gradesOf({ slips, mistakes, blunders }: Pick<Played, 'slips' | 'mistakes' | 'blunders'>): string {
  const words = (count: number, word: string) => (count ? [`${count} ${word}${count === 1 ? '' : 's'}`] : []);
  return [...words(slips, 'slip'), ...words(mistakes, 'mistake'), ...words(blunders, 'blunder')].join(', ');
}

/** What a seat could expect at each moment; moments that are not measured yet are left out. */
export function expectations({ moments }: Analysis, seat: number): { step: number; value: number }[] {
  return moments.flatMap((moment) => {
    const value = moment.value[seat];
    return value === null ? [] : [{ step: moment.step, value }];
  });
}

/** How luck, and how the seat's own skill, have added up so far: in the end they are what its card says. */
export function sums({ moments }: Analysis, seat: number): { step: number; luck: number; skill: number }[] {
  let [luck, skill] = [0, 0];
  const out = [{ step: 0, luck, skill }];
  for (let i = 0; i + 1 < moments.length; i++) {
    const gain = (moments[i + 1].value[seat] ?? 0) - (moments[i].value[seat] ?? 0);
    if (moments[i].chance) luck += gain;
    else if (moments[i].seat === seat) skill += gain;
    out.push({ step: moments[i + 1].step, luck, skill });
  }
  return out;
}

const counted = ['slip', 'mistake', 'blunder'];

/** The decisions that cost something, in the order of the game. */
export function costly({ decisions }: Analysis, seat: number | null): Decision[] {
  return decisions.filter((one) => counted.includes(one.grade ?? '') && (seat === null || one.seat === seat));
}

export interface Where {
  theme: string;
  loss: number;
  decisions: number;
}

/** What each kind of decision cost a seat, the most first, and nothing that rounds to nothing; empty where the kinds are not told. */
export function lostWhere({ decisions, unit }: Analysis, seat: number): Where[] {
  const found = new Map<string, Where>();
  for (const { theme, loss } of decisions.filter((one) => one.seat === seat && one.theme && one.loss !== undefined)) {
    const where = found.get(theme!) ?? { theme: theme!, loss: 0, decisions: 0 };
    found.set(theme!, { theme: theme!, loss: where.loss + loss!, decisions: where.decisions + 1 });
  }
  const least = unit === 'share' ? 0.005 : 0.05;
  return [...found.values()].filter((one) => one.loss >= least).sort((a, b) => b.loss - a.loss);
}

export interface Luck {
  step: number;
  luck: number;
  interval: number;
  tell: string;
}

/** The cards, draws and flicks that made the greatest difference to a seat. */
export function greatestLuck(analysis: Analysis, seat: number, count: number): Luck[] {
  const { moments } = analysis;
  return moments
    .slice(0, -1)
    .flatMap((moment, i) => {
      const [before, after] = [moment.value[seat], moments[i + 1].value[seat]];
      if (!moment.chance || before === null || after === null) return [];
      return [
        {
          step: moment.step,
          luck: after - before,
          interval: moment.jump_interval?.[seat] ?? Math.hypot(moment.interval[seat] ?? 0, moments[i + 1].interval[seat] ?? 0),
          tell: moment.tell ?? '',
        },
      ];
    })
    .filter((one) => Math.abs(one.luck) > one.interval && amount(analysis, Math.abs(one.luck)) !== amount(analysis, one.interval))
    .sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck))
    .slice(0, count);
}
