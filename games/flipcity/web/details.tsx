// A card taken into the hand: both of its sides, what they say, and what can be done with it now. It opens beside the card that was
// touched, on a phone at the bottom, under the thumb.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import { FaceCard } from './faces';
import { wordsOf, type Face, type Side } from './model';
import { Sign, type Symbol } from './symbols';

export interface Offer {
  action: Action;
  sign: Symbol;
  words: string;
}

interface PopProps {
  title: string;
  anchor: DOMRect | null;
  onClose: () => void;
  children: ComponentChildren;
}

/** Above or below what was touched, and never off the screen. */
function placeBeside(anchor: DOMRect, box: HTMLElement): { left: string; top: string } {
  const room = 8;
  const left = Math.min(Math.max(room, anchor.x + anchor.width / 2 - box.offsetWidth / 2), innerWidth - box.offsetWidth - room);
  const below = anchor.bottom + room;
  const top = below + box.offsetHeight < innerHeight ? below : Math.max(room, anchor.top - box.offsetHeight - room);
  return { left: `${left}px`, top: `${Math.min(top, Math.max(room, innerHeight - box.offsetHeight - room))}px` };
}

export function Pop({ title, anchor, onClose, children }: PopProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState<{ left: string; top: string } | undefined>();
  useLayoutEffect(() => {
    const dialog = ref.current!;
    if (!dialog.open) dialog.showModal();
    if (anchor && innerWidth >= 720) setPlace(placeBeside(anchor, dialog));
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={place ? 'fc-pop placed' : 'fc-pop'}
      style={place}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="inside">
        {children}
        <button class="plain close" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </div>
    </dialog>
  );
}

function FaceWords({ face, evening, price, here }: { face: Face; evening: boolean; price?: number; here: boolean }) {
  return (
    <section class={here ? 'here' : ''}>
      <div class="fc-card">
        <FaceCard face={face} evening={evening} />
      </div>
      <h3>
        {face.title} <small>{evening ? 'back' : 'front'}</small>
      </h3>
      <ul>
        {wordsOf(face).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {price !== undefined && <li>price {price}</li>}
        {face.fee !== undefined && <li>flip fee {face.fee}</li>}
      </ul>
    </section>
  );
}

interface DetailsProps {
  side: Side;
  offers: Offer[];
  why: string;
  hinted: Action | null;
  anchor: DOMRect | null;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  onClose: () => void;
}

/** Both sides of one card and its offers; `why` says what keeps it from being used when there are none. */
export function Details({ side, offers, why, hinted, anchor, act, setPreview, onClose }: DetailsProps) {
  const { card } = side;
  return (
    <Pop title={side.face.title} anchor={anchor} onClose={onClose}>
      <div class="fc-offers">
        {offers.map(({ action, sign, words }) => (
          <button
            key={action.text}
            class={hinted?.text === action.text ? 'primary hinted' : 'primary'}
            data-move={action.text}
            onClick={() => {
              onClose();
              act(action);
            }}
            onPointerEnter={() => setPreview(action)}
            onPointerLeave={() => setPreview(null)}
          >
            <Sign of={sign} />
            {words}
          </button>
        ))}
        {!offers.length && why && <p>{why}</p>}
      </div>
      <div class="fc-both">
        <FaceWords face={card.front} evening={false} price={card.price} here={!side.back} />
        <FaceWords face={card.back} evening here={side.back} />
      </div>
    </Pop>
  );
}
