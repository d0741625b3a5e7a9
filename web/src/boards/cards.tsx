// Playing cards in the page's own drawing: suits by shape, red filled and black outlined, so that hue is never needed.

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
export const suitPaths: Record<Suit, string> = {
  spades: 'M12 2C9 6 3 9.5 3 14a4 4 0 0 0 7.2 2.4C10 19 9 20.5 7.5 22h9C15 20.5 14 19 13.8 16.4A4 4 0 0 0 21 14c0-4.5-6-8-9-12z',
  hearts: 'M12 21C8 17 2.5 13 2.5 8A4.7 4.7 0 0 1 12 6.8 4.7 4.7 0 0 1 21.5 8c0 5-5.5 9-9.5 13z',
  clubs: 'M12 2a4.4 4.4 0 0 0-3.3 7.3A4.4 4.4 0 1 0 10.4 16C10.2 19 9 20.6 7.5 22h9c-1.5-1.4-2.7-3-2.9-6a4.4 4.4 0 1 0 1.7-6.7A4.4 4.4 0 0 0 12 2z',
  diamonds: 'M12 1.5C14 5.5 17 9 20 12c-3 3-6 6.5-8 10.5C10 18.5 7 15 4 12c3-3 6-6.5 8-10.5z',
};

export function SuitShape({ suit, size = 24 }: { suit: Suit; size?: number }) {
  return (
    <svg class={`suit ${suit}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={suitPaths[suit]} />
    </svg>
  );
}
