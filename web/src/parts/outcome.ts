// How a finished game went for one of its players, in a few words.

import type { Table } from '../types';

const ordinal = (place: number) => `${place}${['st', 'nd', 'rd'][place - 1] ?? 'th'}`;

/** A table that was given up while seats were free. */
export const neverBegan = ({ status, seats }: Table) => status === 'ended' && seats.some(({ kind }) => kind === 'open' || kind === 'link');

/** "Won, 41 points", "2nd of 3, 20 points", "42 points": how it went for who looks at the list. */
export function outcomeWords({ seats, result, status, kind }: Table): string {
  if (kind === 'import') return 'Imported';
  if (status !== 'over' || !result) return 'Ended by agreement';
  const own = seats.findIndex((seat) => seat.you);
  const points = result.points && own >= 0 ? `${result.scores[own]} ${result.scores[own] === 1 ? 'point' : 'points'}` : '';
  if (own < 0) return '';
  const won = result.winners.includes(own);
  const draw = result.winners.length === 0 || result.winners.length === seats.length;
  if (seats.length === 1) return points || (won ? 'Won' : 'Lost');
  const ahead = result.scores.filter((score, seat) => seat !== own && (result.winners.includes(seat) || score > result.scores[own])).length;
  const place = draw
    ? 'A draw'
    : won
      ? result.winners.length > 1
        ? 'Won together'
        : 'Won'
      : result.points
        ? `${ordinal(ahead + 1)} of ${seats.length}`
        : 'Lost';
  return [place, points].filter(Boolean).join(', ');
}
