// The deck: a press on it shows where each of the 52 cards is, for the discard pile may be looked through at any time.

import { cardNamed, SuitShape, type Suit } from 'shell/boards/cards';
import { Dialog } from 'shell/parts/dialog';
import { ranks, type Search, type View } from './model';

const suits: [Suit, string][] = [
  ['spades', 'S'],
  ['hearts', 'H'],
  ['clubs', 'C'],
  ['diamonds', 'D'],
];

/** Beside the lineup, or alone in its place. */
export function DeckButton({ view, alone, open }: { view: View; alone: boolean; open: () => void }) {
  const { deck } = view.shared;
  if (!view.search) return null;
  return (
    <button
      class={alone ? 'ft-deck alone' : 'ft-deck'}
      aria-haspopup="dialog"
      data-tip="The deck. Press it to look through the discards: which cards of this round are gone, and which are left."
      onClick={open}
    >
      <span class="back" aria-hidden="true" />
      <span>
        <b>{deck}</b> <small class={alone ? '' : 'sr-on-phones'}>{alone ? 'in the deck' : 'deck'}</small>
      </span>
      <span class={alone ? 'more' : 'sr'}>Look at what is gone and what is left</span>
    </button>
  );
}

const kinds: Record<string, string> = { gone: 'gone', 'in the lineup': 'lineup', left: 'left' };
const kindOf = (title: string) => kinds[title] ?? 'elsewhere';

function Cell({ name, title }: { name: string; title: string }) {
  const card = cardNamed(name);
  return (
    <td class={`${kindOf(title)} ${card.red ? 'red' : 'black'}`} data-card={name} data-where={title}>
      <b aria-hidden="true">{card.rank}</b>
      <span class="sr">{title}</span>
    </td>
  );
}

/** How many there are of each kind, with the look that they have in the grid. */
function Legend({ search }: { search: Search }) {
  return (
    <ul class="legend">
      {search.groups
        .filter((group) => group.cards.length > 0)
        .map((group) => (
          <li key={group.title}>
            <i class={kindOf(group.title)} aria-hidden="true" />
            <b>{group.cards.length}</b> {group.title}
          </li>
        ))}
    </ul>
  );
}

export function DeckWindow({ search, close }: { search: Search; close: () => void }) {
  const where = new Map(search.groups.flatMap((group) => group.cards.map((card) => [card, group.title] as const)));
  return (
    <Dialog title={search.title} onClose={close}>
      <div class="ft-search">
        <Legend search={search} />
        <table>
          <caption class="sr">By suit and value</caption>
          <thead class="sr">
            <tr>
              <td />
              {ranks.map((rank) => (
                <th key={rank} scope="col" class="sr-only">
                  {rank}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {suits.map(([suit, letter]) => (
              <tr key={suit}>
                <th scope="row" class={suit === 'hearts' || suit === 'diamonds' ? 'red' : 'black'}>
                  <SuitShape suit={suit} size={20} />
                  <span class="sr">{suit}</span>
                </th>
                {ranks.map((rank) => (
                  <Cell key={rank} name={rank + letter} title={where.get(rank + letter) ?? ''} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p>{search.note}</p>
      </div>
    </Dialog>
  );
}
