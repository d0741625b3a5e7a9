// The story of a round: what the others wrote, then the three new cards, one after the other; what an own number brought; and the hands
// that decide a tie.

import type { LogEntry, Moment, Scene } from 'shell/types';
import type { Tunes } from 'shell/sound';
import type { View } from './model';

export type Kind = 'card' | 'others' | 'turn' | 'gain' | 'written' | 'hands';

export interface RoyalMoment extends Moment {
  kind: Kind;
  /** Whose sheet it is about, where it is one. */
  seat?: number;
  /** The cell that brought points, and how many. */
  cell?: string;
  gain?: number;
}

export const tunes: Tunes = {
  card: {
    wave: 'noise',
    loud: 0.09,
    notes: [
      [2400, 0, 0.05, 1300],
      [800, 0.05, 0.06],
    ],
  },
  others: {
    wave: 'triangle',
    loud: 0.05,
    notes: [
      [523, 0, 0.07],
      [587, 0.08, 0.1],
    ],
  },
  written: {
    wave: 'noise',
    loud: 0.05,
    notes: [
      [3200, 0, 0.07],
      [2600, 0.08, 0.09],
    ],
  },
  gain: {
    wave: 'triangle',
    loud: 0.09,
    notes: [
      [659, 0, 0.09],
      [784, 0.09, 0.09],
      [1047, 0.18, 0.26],
    ],
  },
  hands: {
    wave: 'square',
    loud: 0.04,
    notes: [
      [196, 0, 0.09],
      [196, 0.22, 0.09],
      [392, 0.44, 0.3],
    ],
  },
};

const withLineup = (view: View, lineup: string[]): View => ({ ...view, shared: { ...view.shared, lineup } });

const dealt = (entry: LogEntry) => entry.seat === 'dealer';

/** All that was written, with the cards of the round that has just ended. */
const roundsEnd = (was: View, is: View): View => ({ ...withLineup(is, was.shared.lineup), round: was.round });

/** The cards of a new round, one by one; before them, what the others did in the old one, now that it may be seen. */
function newRound(before: Scene, now: Scene, fresh: LogEntry[]): RoyalMoment[] {
  const [was, is] = [before.view as View, now.view as View];
  const cards = fresh.filter(dealt).length;
  if (!cards || is.shared.lineup.length < cards) return [];
  const list: RoyalMoment[] = [];
  const first = fresh.findIndex(dealt);
  const told = before.log.length + first;
  if (first > 0 && is.seats.length > 1 && !is.pvp) list.push({ kind: 'others', ms: 500, view: roundsEnd(was, is), steps: told, sound: 'others' });
  const there = is.shared.lineup.length - cards;
  for (let card = 1; card <= cards; card++)
    list.push({ kind: 'card', ms: 400, view: withLineup(is, is.shared.lineup.slice(0, there + card)), steps: told + card, sound: 'card' });
  return list;
}

/** What an own number brought, over the board that goes on at once. */
function ownNumber(before: Scene, now: Scene, fresh: LogEntry[]): RoyalMoment[] {
  const own = now.seat;
  if (typeof own !== 'number') return [];
  const entry = fresh.find((line) => line.seat === own && line.text.startsWith('write '));
  if (!entry) return [];
  const gain = (now.view as View).seats[own].score.total - (before.view as View).seats[own].score.total;
  if (gain <= 0) return [{ kind: 'written', ms: 300, sound: 'written' }];
  return [{ kind: 'gain', ms: 1100, seat: own, cell: entry.text.slice(6), gain, sound: 'gain' }];
}

/** In the open game, one after the other: a step of somebody else. */
function openStep(now: Scene, fresh: LogEntry[]): RoyalMoment[] {
  const last = fresh.filter((line) => !dealt(line)).pop();
  if (!last || typeof last.seat !== 'number' || now.mine.includes(last.seat)) return [];
  return [{ kind: 'turn', ms: 420, seat: last.seat, view: now.view, steps: now.log.length, sound: last.text.startsWith('write ') ? 'written' : 'others' }];
}

/** The hands that decide a tie are looked at before the result comes. */
const lookAtHands = 2400;

export function moments(before: Scene, now: Scene): RoyalMoment[] {
  const [was, is] = [before.view as View, now.view as View];
  const fresh = now.log.slice(before.log.length);
  if (was.phase === 'throw') {
    if (is.phase === 'over') return [{ kind: 'hands', ms: lookAtHands, view: is, steps: now.log.length, sound: 'hands' }];
    return is.shared.tie_break?.shown.length === was.shared.tie_break?.shown.length ? [] : [{ kind: 'hands', ms: 600, sound: 'hands' }];
  }
  const own = ownNumber(before, now, fresh);
  const round = newRound(before, now, fresh);
  if (round.length) return [...own.map((moment) => ({ ...moment, view: roundsEnd(was, is) })), ...round];
  return is.pvp && !own.length ? openStep(now, fresh) : own;
}
