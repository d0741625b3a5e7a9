// What moved a rating, in words: the win, the draw or the place.

import type { Played } from '../people';
import type { Table } from '../types';
import { nameList, seatLabel } from './seats';

/** Those whom a seat plays against: not its own side. */
function rivalsOf({ seats }: Table, seat: number): number[] {
  const { team } = seats[seat];
  return seats.map((_, other) => other).filter((other) => other !== seat && (!team || seats[other].team !== team));
}

/** The rivals who did as well: all of them in a draw, and those who have won too. */
function equalsOf({ result }: Table, seat: number, rivals: number[]): number[] {
  const winners = result?.winners ?? [];
  if (!winners.length) return rivals;
  return winners.includes(seat) ? rivals.filter((other) => winners.includes(other)) : [];
}

/** "for the win against Ada and Bo", "for the draw with Ada", "for place 2 of 4". */
export function meetingWords(table: Table, seat: number, { won, place }: Pick<Played, 'won' | 'place'>): string {
  const rivals = rivalsOf(table, seat);
  const named = (seats: number[]) => (seats.length > 3 ? `${seats.length} others` : nameList(seats.map((other) => seatLabel(table, other))));
  const equals = equalsOf(table, seat, rivals);
  if (equals.length) return equals.length === rivals.length ? `for the draw with ${named(rivals)}` : `for the win shared with ${named(equals)}`;
  if (won) return `for the win against ${named(rivals)}`;
  return rivals.length === 1 || table.seats[seat].team ? `for the game lost to ${named(rivals)}` : `for place ${place} of ${table.seats.length}`;
}
