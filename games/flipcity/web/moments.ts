// The story of a turn: each card that another player turns, the bust, what is turned over and bought. Own steps are not waited for;
// only the bust is, because the turn is gone afterwards.

import { lineWords, linesOf } from 'shell/parts/lines';
import type { LogEntry, Moment, Scene } from 'shell/types';
import type { Tunes } from 'shell/sound';
import { sidesOf, type SeatView, type Sides, type View } from './model';

export type Kind = 'card' | 'bust' | 'stop' | 'shuffle' | 'buy' | 'turn';

/** What the board is told besides: whose moment, what the log says of it, and which card it is about. */
export interface CityMoment extends Moment {
  kind: Kind;
  key: number;
  seat: number;
  tell: string;
  face?: string;
}

export const tunes: Tunes = {
  card: {
    wave: 'noise',
    loud: 0.09,
    notes: [
      [2600, 0, 0.05, 1400],
      [900, 0.05, 0.06],
    ],
  },
  bust: {
    wave: 'sawtooth',
    loud: 0.06,
    notes: [
      [330, 0, 0.16, 262],
      [247, 0.17, 0.16, 196],
      [165, 0.34, 0.42, 92],
    ],
  },
  stop: {
    wave: 'triangle',
    loud: 0.07,
    notes: [
      [494, 0, 0.08],
      [392, 0.09, 0.14],
    ],
  },
  shuffle: {
    wave: 'noise',
    loud: 0.07,
    notes: [
      [1800, 0, 0.05],
      [2200, 0.06, 0.05],
      [1800, 0.12, 0.05],
      [2400, 0.18, 0.08],
    ],
  },
  buy: {
    wave: 'triangle',
    loud: 0.08,
    notes: [
      [784, 0, 0.07],
      [1175, 0.07, 0.18],
    ],
  },
  turn: {
    wave: 'triangle',
    loud: 0.08,
    notes: [
      [392, 0, 0.1, 523],
      [659, 0.16, 0.1],
      [784, 0.26, 0.24],
    ],
  },
};

/** As the log says it: "You play Hospital, 3 cash". */
export function momentWords(scene: Scene, { key, seat, tell }: CityMoment): string {
  return linesOf(scene, [{ i: key, seat, text: '', tell, time: 0 }])
    .map(lineWords)
    .join('');
}

function withSeat(view: View, seat: number, more: Partial<SeatView>): View {
  return { ...view, seats: view.seats.map((one, index) => (index === seat ? { ...one, ...more } : one)) };
}

/** The open card lies on the street; which one comes up next is not known yet. */
function withPlayed(view: View, seat: number, sides: Sides): View {
  const now = view.seats[seat];
  const face = sides.get(now.top ?? '')?.face;
  if (!face) return view;
  const unhappy = now.unhappy + (face.unhappy ?? 0);
  return withSeat(view, seat, {
    deck: { ...now.deck, [face.face]: (now.deck[face.face] ?? 1) - 1 },
    top: null,
    played: [...now.played, face.face],
    unhappy,
    cash: now.cash + (face.cash ?? 0) + (face.cash_per_unhappy ?? 0) * unhappy,
    points: now.points + (face.points ?? 0),
    limit: now.limit + (face.limit ?? 0),
    actions: now.actions + (face.actions ?? 0),
    odds: null,
  });
}

const kinds: Record<string, Kind> = { play: 'card', stop: 'stop', shuffle: 'shuffle', buy: 'buy', flip: 'turn', develop: 'turn', recycle: 'turn' };
const lasting: Record<Kind, number> = { card: 430, bust: 1100, stop: 420, shuffle: 450, buy: 560, turn: 700 };
/** One's own card turns over big, and nobody waits for it. */
const ownTurn = 1400;

export function moments(before: Scene, now: Scene): CityMoment[] {
  const sides = sidesOf((now.view as View).shared.cards);
  const list: CityMoment[] = [];
  let view = before.view as View;
  const fresh = now.log.slice(before.log.length);
  fresh.forEach((entry: LogEntry, index) => {
    const steps = before.log.length + index + 1;
    if (entry.seat === 'dealer') {
      if (sides.has(entry.text) && entry.tell.endsWith('comes up')) view = withSeat(view, view.acting, { top: entry.text });
      return;
    }
    const { seat } = entry;
    const [word, face] = entry.text.split(' ');
    const kind = kinds[word];
    if (!kind) return;
    const own = now.mine.includes(seat);
    const last = !fresh.slice(index + 1).some((later) => later.seat !== 'dealer');
    const told = { key: entry.i, seat, tell: entry.tell, sound: kind };
    if (kind === 'card') {
      view = withPlayed(view, seat, sides);
      const { unhappy, limit } = view.seats[seat];
      if (unhappy > limit) {
        list.push({ ...told, tell: entry.tell.split(':')[0], kind, ms: lasting.card, view, steps: steps - 1 });
        list.push({ ...told, kind: 'bust', key: entry.i + 0.5, ms: lasting.bust, view, steps, sound: 'bust' });
        return;
      }
    }
    const seen = kind === 'card' && last ? { view: now.view, steps: now.log.length } : { view, steps };
    if (!own) list.push({ ...told, kind, ms: lasting[kind], face, ...seen });
    else if (kind !== 'buy' && kind !== 'stop') list.push({ ...told, kind, ms: kind === 'turn' ? ownTurn : 300, face });
    else list.push({ ...told, kind, ms: 300 });
  });
  return list;
}
