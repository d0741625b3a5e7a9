// The supply as a market: every stack shows its front, and beneath it the back sticks out with what it would bring.

import { useTabs } from 'shell/boards/frame';
import type { Action } from 'shell/types';
import { TwoSided } from './faces';
import { counted, ofFace, total, wordsOf, type Counts, type PrintedCard, type Sides } from './model';
import { Sign, Signs } from './symbols';

export type Touch = (face: string, place: 'market' | 'discard' | 'look' | 'shuffle', target: HTMLElement) => void;

interface MarketProps {
  cards: PrintedCard[];
  supply: Counts;
  sides: Sides;
  actions: Action[];
  hinted: Action | null;
  touch: Touch;
  solo: boolean;
}

export function Market({ cards, supply, sides, actions, hinted, touch, solo }: MarketProps) {
  const here = useTabs(['market'], ['street']);
  return (
    <section class={`fc-market${here}`} aria-label="Market">
      <h2>Market {solo && <small>{counted(total(supply), 'card')} left; when it is empty, you lose</small>}</h2>
      <ul style={{ '--piles': Math.min(5, Object.keys(supply).length) }}>
        {cards
          .filter((card) => card.front.face in supply)
          .map((card) => {
            const { front, back, price = 0 } = card;
            const left = supply[front.face];
            const offers = left ? ofFace(actions, front.face).filter((action) => ['buy', 'develop', 'shuffle'].includes(action.kind)) : [];
            const lit = offers.length > 0;
            const may = offers.map((action) => (action.kind === 'shuffle' ? 'remove it for a shuffle' : action.kind)).join(' or ');
            const classes = ['fc-tile bare', lit && 'legal', !left && 'gone', offers.some((action) => action.text === hinted?.text) && 'hinted']
              .filter(Boolean)
              .join(' ');
            return (
              <li key={front.face}>
                <button
                  class={classes}
                  data-legal={lit || undefined}
                  data-face={front.face}
                  onClick={(event) => touch(front.face, 'market', event.currentTarget)}
                >
                  <span class="sr">{`${front.title}, price ${price}: ${wordsOf(front).join(', ')}. Back: ${back.title}, flip fee ${front.fee ?? 'none'}: ${wordsOf(back).join(', ')}. ${counted(left, 'card')} left${may ? `. You may ${may}` : ''}`}</span>
                  <span class="fc-card" data-left={Math.min(left, 3)} aria-hidden="true">
                    <TwoSided side={sides.get(front.face)!} />
                    <span class="price">
                      <Sign of="cash" text={price} />
                    </span>
                    {front.fee !== undefined && (
                      <span class="fee">
                        <Sign of="flip" text={front.fee} />
                      </span>
                    )}
                    <span class="left">{left ? `×${left}` : 'sold out'}</span>
                  </span>
                  <span class="peek" aria-hidden="true">
                    <span class="name">{back.title}</span>
                    <span class="row">
                      <Signs face={back} terse />
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
      </ul>
    </section>
  );
}
