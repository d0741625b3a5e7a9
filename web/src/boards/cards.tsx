// Playing cards in the page's own drawing: suits by shape, red filled and black outlined, so that hue is never needed.

import suitDrawings from './suits.json';

export type Suit = 'spades' | 'hearts' | 'clubs' | 'diamonds';

export interface Card {
  name: string;
  rank: string;
  suit: Suit;
  red: boolean;
}

const suits: Record<string, Suit> = { S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds' };
const rankWords: Record<string, string> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king' };

export function cardNamed(name: string): Card {
  const suit = suits[name.slice(-1)];
  return { name, rank: name.slice(0, -1), suit, red: suit === 'hearts' || suit === 'diamonds' };
}

export function cardWords(card: Card): string {
  return `${rankWords[card.rank] ?? card.rank} of ${card.suit}`;
}

/** Each in a square of 24. */
export const suitPaths: Record<Suit, string> = suitDrawings;

export function SuitShape({ suit, size = 24 }: { suit: Suit; size?: number }) {
  return (
    <svg class={`suit ${suit}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={suitPaths[suit]} />
    </svg>
  );
}
