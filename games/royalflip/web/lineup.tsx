// The three cards. Each gives its colour, its number or its suit: tap that part of it, or drag the card onto the word.

import { useTabs } from 'shell/boards/frame';
import { useRef, useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import { SuitShape, cardNamed, cardWords, type Card } from 'shell/boards/cards';
import { useFocusOnOpen } from 'shell/boards/focus';
import { ClosedMark, closedValue, closedWords, isClosed, whyNot, type Closing } from './closed';
import { Ink } from './ink';
import { attributes, boxesFor, matching, take, type Attribute, type ChooseAction, type Printed, type Sheet, type Taken } from './model';

interface LineupProps {
  lineup: string[];
  printed: Printed;
  sheet: Sheet | null;
  actions: Action[];
  closing: Closing | null;
  taken: Taken;
  setTaken: (taken: Taken) => void;
  hinted: Action | null;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
}

const attributeWords: Record<Attribute, string> = { colour: 'Colour', number: 'Number', suit: 'Suit' };

function zoneWords(card: Card, attribute: Attribute, wild: boolean): string {
  if (attribute === 'colour') return `Colour ${card.red ? 'red' : 'black'} of the ${cardWords(card)}`;
  if (attribute === 'suit') return `Suit ${card.suit} of the ${cardWords(card)}`;
  return wild ? `Number ${card.rank} any, of the ${cardWords(card)}` : `Number ${card.rank === 'A' ? 1 : card.rank} of the ${cardWords(card)}`;
}

function Zone({ card, attribute, wild }: { card: Card; attribute: Attribute; wild: boolean }) {
  if (attribute === 'colour') return <Ink red={card.red} />;
  if (attribute === 'suit') return <SuitShape suit={card.suit} size={26} />;
  return (
    <span class="rank">
      {card.rank} {wild && <small>any</small>}
    </span>
  );
}

interface Drag {
  card: string;
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Dragging a card onto a word takes that attribute. */
function useDragging(open: boolean, choose: (attribute: Attribute, card: string) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragged = useRef(false);
  const down = (event: PointerEvent, card: string) => {
    dragged.current = false;
    if (!open || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const move = (now: PointerEvent) => {
      const dx = now.clientX - start.x;
      const dy = now.clientY - start.y;
      if (!dragged.current && Math.hypot(dx, dy) < 8) return;
      dragged.current = true;
      setDrag({ card, x: now.clientX, y: now.clientY, dx, dy });
    };
    const end = (now: PointerEvent) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      setDrag(null);
      if (!dragged.current || now.type === 'pointercancel') return;
      const slot = document.elementsFromPoint(now.clientX, now.clientY).find((node) => node instanceof HTMLElement && node.dataset.slot);
      if (slot) choose((slot as HTMLElement).dataset.slot as Attribute, card);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };
  return { drag, down, wasDrag: () => dragged.current };
}

/** What was taken of which card, what may still be, and why not. */
function useChoosing({ lineup, printed, actions, closing, taken, setTaken, act }: LineupProps) {
  const [said, setSaid] = useState({ cards: '', why: '' });
  const choosing = actions.some((action) => action.kind === 'choose');
  const full = attributes.every((attribute) => taken[attribute]);
  const values = choosing && full ? matching(actions, taken) : [];
  const picking = values.length > 1;
  const cards = lineup.join(' ');
  const explain = (words: string) => setSaid({ cards, why: words });
  const choose = (attribute: Attribute, card: string) => {
    if (taken[attribute] === card && !full) {
      const rest = { ...taken };
      delete rest[attribute];
      return setTaken(rest);
    }
    const next = take(taken, attribute, card, lineup);
    const fits = matching(actions, next);
    if (!fits.length) return explain(whyNot(next, lineup, closing));
    explain('');
    setTaken(next);
    if (attributes.every((other) => next[other]) && fits.length === 1) act(fits[0]);
  };
  const possible = (attribute: Attribute, card: string) => choosing && matching(actions, take(taken, attribute, card, lineup)).length > 0;
  const previewOf = (attribute: Attribute, card: string): Action | null => {
    const next = take(taken, attribute, card, lineup);
    const fits = attributes.every((other) => next[other]) ? matching(actions, next) : [];
    return fits.find((action) => boxesFor(action.number, action.value, printed) === 0) ?? fits[0] ?? null;
  };
  const why = choosing && said.cards === cards ? said.why : '';
  return { values, picking, open: choosing && !picking, why, explain, choose, possible, previewOf };
}

interface ZoneProps {
  name: string;
  attribute: Attribute;
  props: LineupProps;
  choosing: ReturnType<typeof useChoosing>;
  wasDrag: () => boolean;
}

/** A part of a card: to be taken, or only to be seen. */
function ZoneButton({ name, attribute, props, choosing, wasDrag }: ZoneProps) {
  const { lineup, printed, closing, taken, hinted, setPreview } = props;
  const { open, possible, choose, previewOf } = choosing;
  const card = cardNamed(name);
  const wild = printed.wild.includes(card.rank);
  const chosen = taken[attribute] === name;
  const legal = possible(attribute, name);
  const closed = open && !legal && closing && isClosed(take(taken, attribute, name, lineup), lineup, closing);
  const isHint = hinted?.kind === 'choose' && hinted[attribute] === name;
  if (!open)
    return (
      <span class={`zone ${attribute} bare${chosen ? ' chosen' : ''}`} role="img" aria-label={zoneWords(card, attribute, wild)}>
        <Zone card={card} attribute={attribute} wild={wild} />
      </span>
    );
  return (
    <button
      class={`zone ${attribute} bare${chosen ? ' chosen' : ''}${isHint ? ' hinted' : ''}`}
      data-legal={legal ? '' : undefined}
      data-by={closed ? closing.name : undefined}
      aria-disabled={!legal}
      title={legal ? undefined : whyNot(take(taken, attribute, name, lineup), lineup, closing)}
      aria-pressed={chosen}
      aria-label={`${zoneWords(card, attribute, wild)}${closed ? `, closed by ${closing.name}` : ''}`}
      onClick={() => !wasDrag() && choose(attribute, name)}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setPreview(previewOf(attribute, name))}
      onPointerLeave={() => setPreview(null)}
      onFocus={() => setPreview(previewOf(attribute, name))}
      onBlur={() => setPreview(null)}
    >
      <Zone card={card} attribute={attribute} wild={wild} />
    </button>
  );
}

/** What was taken so far: the words that a card is dragged onto. */
function Slots({ taken, choice, open }: { taken: Taken; choice: Sheet['choice'] | null; open: boolean }) {
  return (
    <dl class={choice || open ? 'slots' : 'slots unused'}>
      {attributes.map((attribute) => {
        const card = taken[attribute] ? cardNamed(taken[attribute]!) : null;
        return (
          <div key={attribute} data-slot={attribute} class={card || choice ? 'filled' : ''}>
            <dt>{attributeWords[attribute]}</dt>
            <dd>
              {attribute === 'colour' && (card ? <Ink red={card.red} terse /> : choice ? <Ink red={choice.colour === 'red'} terse /> : '–')}
              {attribute === 'number' && (choice ? choice.number : card ? card.rank : '–')}
              {attribute === 'suit' && (card || choice ? <SuitWord suit={(card?.suit ?? choice?.suit) as Card['suit']} /> : '–')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function Lineup(props: LineupProps) {
  const { lineup, printed, sheet, closing, taken, setTaken, act, setPreview } = props;
  const choosing = useChoosing(props);
  const { values, picking, open, why, explain } = choosing;
  const { drag, down, wasDrag } = useDragging(open, choosing.choose);
  const here = useTabs(['map', 'track']);
  return (
    <section class={[`rf-lineup${here}`, open && 'choosing', picking && 'picking', drag && 'dragging'].filter(Boolean).join(' ')} aria-label="The three cards">
      <div class="cards">
        {lineup.map((name, index) => {
          const card = cardNamed(name);
          const giving = attributes.find((attribute) => taken[attribute] === name);
          const moving = drag?.card === name ? drag : null;
          return (
            <div
              key={name}
              class={`card${card.red ? ' red' : ' black'}${giving ? ' giving' : ''}${moving ? ' moving' : ''} nr-${index}`}
              role="group"
              aria-label={`The ${cardWords(card)}`}
              onPointerDown={(event) => down(event, name)}
              ref={(node) => {
                if (node) node.style.translate = moving ? `${moving.dx}px ${moving.dy}px` : '';
              }}
            >
              {attributes.map((attribute) => (
                <ZoneButton key={attribute} {...{ name, attribute, props, choosing, wasDrag }} />
              ))}
            </div>
          );
        })}
        {lineup.length > 0 && Array.from({ length: 3 - lineup.length }, (_, index) => <div key={`back ${index}`} class="card back" aria-hidden="true" />)}
      </div>
      <Slots taken={taken} choice={sheet?.choice ?? null} open={open} />
      {picking && <Values {...{ values, taken, printed, closing, explain, act, setPreview }} back={() => setTaken({})} />}
      {open && closing && <ClosedMark closing={closing} explain={() => explain(closedWords(closing))} />}
      <p class={why ? 'rf-why' : 'rf-why sr'} role="status" onClick={() => explain('')}>
        {why}
      </p>
    </section>
  );
}

function SuitWord({ suit }: { suit: Card['suit'] }) {
  return (
    <span class="suit-word">
      <SuitShape suit={suit} size={20} />
      <span class="sr">{suit}</span>
    </span>
  );
}

interface ValuesProps {
  values: ChooseAction[];
  taken: Taken;
  printed: Printed;
  closing: Closing | null;
  explain: (words: string) => void;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  back: () => void;
}

/** The number can be several: which one is it to be? Asked in the place of the cards, so that the map stays in sight. */
function Values({ values, taken, printed, closing, explain, act, setPreview, back }: ValuesProps) {
  const root = useRef<HTMLDivElement>(null);
  const closed = closedValue(taken, closing);
  const before = values.filter(({ value }) => closed !== null && value < closed).length;
  const suit = cardNamed(taken.suit!).suit;
  useFocusOnOpen(root);
  const number = (action: ChooseAction) => {
    const boxes = boxesFor(action.number, action.value, printed);
    return (
      <button
        key={action.value}
        data-legal
        class={boxes ? '' : 'free'}
        aria-label={`${action.value}${boxes ? `, costs ${boxes === 1 ? 'a ±1 box' : `${boxes} ±1 boxes`}` : ''}`}
        onClick={() => act(action)}
        onPointerEnter={(event) => event.pointerType !== 'touch' && setPreview(action)}
        onPointerLeave={() => setPreview(null)}
        onFocus={() => setPreview(action)}
        onBlur={() => setPreview(null)}
      >
        {action.value}
        {boxes > 0 && <small aria-hidden="true">{boxes === 1 ? '±1' : `${boxes}×±1`}</small>}
      </button>
    );
  };
  return (
    <div ref={root} class="values" role="group" aria-label="Which number?">
      <p>
        Which number?
        <Ink red={cardNamed(taken.colour!).red} terse />
        <SuitWord suit={suit} />
        <button class="plain" onClick={back}>
          Choose anew
        </button>
      </p>
      <div>
        {values.slice(0, before).map(number)}
        {closed !== null && closing && (
          <button
            class="closed"
            data-by={closing.name}
            aria-disabled
            title={closedWords(closing)}
            aria-label={`${closed}, closed by ${closing.name}`}
            onClick={() => explain(closedWords(closing))}
          >
            {closed}
          </button>
        )}
        {values.slice(before).map(number)}
      </div>
    </div>
  );
}
