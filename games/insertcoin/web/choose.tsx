// Before the first flip: five cards, three to keep; in the draft a card to pick. Touch a card and it goes into a cabinet.

import { useEffect, useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import { abilityOf, cardOf, counted, doesNothing, keepOf, keepSize, shapeOfCard, titled, type Pad, type Shape, type View } from './model';
import { formOf } from './pieces';
import { FormPicture, PixelText, ShapePicture } from './pixels';
import { play } from './sound';

interface ChooseProps {
  view: View;
  pad: Pad;
  actions: Action[];
  hinted: Action | null;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  stepKey: string;
  /** The own cards, at a table that is played. */
  waiting: boolean;
}

function squaresOf(shape: Shape): number {
  return shape.rows.join('').split('#').length - 1;
}

function CardFace({ view, card }: { view: View; card: number }) {
  const shape = shapeOfCard(view, card);
  const printed = cardOf(view, card);
  if (!shape || !printed) return null;
  const squares = squaresOf(shape);
  const [short, long] = abilityOf(shape.ability, view.seats.length);
  return (
    <>
      <span class="top" aria-hidden="true">
        <PixelText text={shape.shape} />
        <b>{shape.value}</b>
      </span>
      <span class="tube">
        <ShapePicture rows={shape.rows} name={shape.shape} />
      </span>
      <span class={doesNothing(shape.ability, view.seats.length) ? 'does nothing' : 'does'}>
        <b>{short}</b>
        <span>{long}</span>
      </span>
      <span class="bottom" aria-hidden="true">
        {printed.symbols.map((symbol) => (
          <FormPicture key={symbol} form={formOf(view.shared.symbol_list.find((one) => one.symbol === symbol)?.rows ?? ['#'])} />
        ))}
        <small>{squares} squares</small>
      </span>
      <span class="sr">{`${titled(shape.shape)}, card ${card}: ${counted(shape.value, 'point')}, ${squares} squares. ${long}`}</span>
    </>
  );
}

/** What was picked before, in a draft. */
function Picked({ view, cards }: { view: View; cards: number[] }) {
  return (
    <p class="ic-picked">
      <span>Picked:</span>
      {cards.map((card) => (
        <span key={card} class={`shape-${shapeOfCard(view, card)?.shape}`}>
          <ShapePicture rows={shapeOfCard(view, card)?.rows ?? []} name={shapeOfCard(view, card)?.shape ?? ''} />
          {shapeOfCard(view, card)?.shape}
        </span>
      ))}
    </p>
  );
}

export function Choose({ view, pad, actions, hinted, act, setPreview, stepKey, waiting }: ChooseProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  useEffect(() => setChosen([]), [stepKey]);
  const wanted = keepSize(actions);
  const picking = pad.phase === 'pick' || wanted === 1;
  // At the end of a draft the hand is empty, and the cards to keep from are those that were picked.
  const passing = (pad.hand ?? []).length > 0;
  const hand = (passing ? pad.hand : pad.picked) ?? [];
  const picked = (passing && pad.picked) || [];
  const keep = keepOf(actions, chosen);
  useEffect(() => setPreview(keep ?? null), [keep?.text, stepKey]);
  const toggle = (card: number) => {
    play('pick');
    if (chosen.includes(card)) setChosen(chosen.filter((one) => one !== card));
    else setChosen(picking ? [card] : [...chosen, card].slice(-wanted));
  };
  const hintedCards = (hinted?.kind === 'keep' && (hinted.cards as number[])) || [];
  const told = shapeOfCard(view, chosen[chosen.length - 1] ?? hand[0] ?? 0);
  const missing = wanted - chosen.length;
  const names = [...chosen].sort((a, b) => a - b).map((card) => shapeOfCard(view, card)?.shape ?? '');
  return (
    <section class="ic-choose" aria-label={picking ? 'Pick a card' : 'Keep three cards'}>
      <header>
        <h2>
          <PixelText text={picking ? 'Pick one' : 'Choose your levels'} />
          <span class="sr">{picking ? 'Pick one card' : 'Choose your levels'}</span>
        </h2>
        <p>
          {picking
            ? `Then the other ${counted(hand.length - 1, 'card')} go to the next player. Of four picked you keep three.`
            : 'Keep three cards. A big shape has many points; a small one works early.'}
        </p>
      </header>
      <ul style={{ '--count': hand.length }}>
        {hand.map((card) => (
          <li key={card}>
            <button
              class={[
                'ic-choice',
                actions.length && 'legal',
                `shape-${shapeOfCard(view, card)?.shape}`,
                chosen.includes(card) && 'chosen',
                hintedCards.includes(card) && 'hinted',
              ]
                .filter(Boolean)
                .join(' ')}
              data-card={card}
              data-legal={actions.length ? true : undefined}
              aria-pressed={chosen.includes(card)}
              disabled={!actions.length}
              onClick={() => toggle(card)}
            >
              <CardFace view={view} card={card} />
              {chosen.includes(card) && <span class="tick">{picking ? '✓' : `Level ${[...chosen].sort((a, b) => a - b).indexOf(card) + 1}`}</span>}
            </button>
          </li>
        ))}
        {told && (
          <li class="told" aria-hidden="true">
            <b>{titled(told.shape)}</b>: {abilityOf(told.ability, view.seats.length)[1]} {squaresOf(told)} squares.
          </li>
        )}
      </ul>
      {picked.length > 0 && <Picked view={view} cards={picked} />}
      {actions.length > 0 ? (
        <button class="primary ic-start" data-legal={keep ? true : undefined} disabled={!keep} onClick={() => keep && act(keep)}>
          {keep
            ? picking
              ? `Take the ${names[0]}`
              : `Start with ${names[0]}, ${names[1]} and ${names[2]}`
            : `${counted(missing, 'card')} ${missing === wanted ? 'to choose' : 'more'}`}
        </button>
      ) : (
        waiting && <p class="ic-idle">Chosen. The others still look at their cards …</p>
      )}
    </section>
  );
}
