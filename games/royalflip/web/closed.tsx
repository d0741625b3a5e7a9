// What may not be chosen, who has closed it, and why.

import { SuitShape, cardNamed, type Suit } from 'shell/boards/cards';
import { nameFor } from 'shell/parts/seats';
import type { Scene } from 'shell/types';
import { Ink } from './ink';
import { attributes, suitSigns, type Closed, type Taken, type View } from './model';

/** What the first player of the round has closed to the one who chooses. */
export interface Closing {
  name: string;
  red: boolean;
  /** Cards, where these are compared. */
  cards: string[] | null;
  number: number;
  suit: Suit;
  ways: Closed[];
}

export function closingOf(scene: Scene): Closing | null {
  const { first, taken } = (scene.view as View).shared;
  if (!taken || first === null || first === scene.seat) return null;
  return {
    name: nameFor(scene, first),
    red: cardNamed(taken.colour).red,
    cards: taken.by === 'cards' ? [taken.colour, taken.number, taken.suit] : null,
    number: taken.value,
    suit: cardNamed(taken.suit).suit,
    ways: taken.closed,
  };
}

const cardSign = (name: string) => name.slice(0, -1) + suitSigns[cardNamed(name).suit];

function takenWords({ red, cards, number, suit }: Closing): string {
  if (!cards) return `${red ? 'red' : 'black'}, ${number} and ${suitSigns[suit]} this round`;
  const [colour, ranked, suited] = cards.map(cardSign);
  return `the colour of ${colour}, the number of ${ranked} and the suit of ${suited}`;
}

export function closedWords(closing: Closing): string {
  return `${closing.name} has taken ${takenWords(closing)}. Choose another combination.`;
}

/** All ways to complete what is half chosen. */
function completions(half: Taken, lineup: string[]): Taken[] {
  const open = attributes.find((attribute) => !half[attribute]);
  if (!open) return [half];
  const free = lineup.filter((name) => !attributes.some((attribute) => half[attribute] === name));
  return free.flatMap((card) => completions({ ...half, [open]: card }, lineup));
}

const isWay = (closed: Closed, way: Taken) => attributes.every((attribute) => closed[attribute] === way[attribute]);

/** Has the first player closed every way to go on like this? */
export function isClosed(half: Taken, lineup: string[], closing: Closing | null): boolean {
  return completions(half, lineup).every((way) => closing?.ways.some((closed) => closed.value === null && isWay(closed, way)));
}

/** The one number of a wild card that is closed in this way to use the cards. */
export function closedValue(way: Taken, closing: Closing | null): number | null {
  return closing?.ways.find((closed) => isWay(closed, way))?.value ?? null;
}

/** Why nothing that is allowed goes on like this. */
export function whyNot(half: Taken, lineup: string[], closing: Closing | null): string {
  if (closing && isClosed(half, lineup, closing)) return closedWords(closing);
  if (!half.suit) return 'That leaves only suits without a space ahead of you on the track. While a suit has one, you must choose such a suit.';
  return `No ${suitSigns[cardNamed(half.suit).suit]} lies ahead of you on the track. While another suit has a space ahead, you must choose such a suit.`;
}

/** The first player's combination, in sight from the start of the turn; a tap says what it is about. */
export function ClosedMark({ closing, explain }: { closing: Closing; explain: () => void }) {
  return (
    <button class="rf-closed" onClick={explain}>
      <span class="sr">Closed to you: </span>
      <span class="one-line">{closing.name}</span>
      {closing.cards ? (
        <span>{closing.cards.map(cardSign).join(' ')}</span>
      ) : (
        <>
          <Ink red={closing.red} terse />
          <b>{closing.number}</b>
          <SuitShape suit={closing.suit} size={18} />
          <span class="sr">{closing.suit}</span>
        </>
      )}
      <span class="cross" aria-hidden="true">
        ✕
      </span>
    </button>
  );
}
