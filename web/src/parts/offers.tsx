// Offers where everybody looks: what somebody offers with Accept and Decline, the own one with its state, and a seat to take back. It
// stands over the board, the result and the waiting table alike.

import { useEffect, useRef } from 'preact/hooks';
import { app } from '../app';
import { bytesFor } from '../deal';
import { go } from '../route';
import { play, type Tune } from '../sound';
import type { Offer, Scene } from '../types';
import type { Tell } from './drawer';
import { nameList, seatLabel } from './seats';

const knock: Tune = {
  wave: 'triangle',
  loud: 0.08,
  notes: [
    [523, 0, 0.12],
    [659, 0.14, 0.2],
  ],
};

const isOwn = (scene: Scene, offer: Offer, me?: string) => (offer.by !== null ? scene.mine.includes(offer.by) : offer.person === me);
const asked = (scene: Scene, offer: Offer) => scene.mine.some((seat) => offer.waiting.includes(seat));

interface OffersProps {
  scene: Scene;
  tell: Tell;
  /** Who looks on may have asked for a seat. */
  me?: string;
}

function OneOffer({ scene, tell, me, offer }: OffersProps & { offer: Offer }) {
  const answer = async (accept: boolean) => {
    const done = await tell('answer', { offer: offer.id, accept, ...(accept && offer.kind === 'rematch' ? bytesFor(scene.table.next) : {}) });
    if (done?.table) go(`/t/${done.table}`); // the last one to agree is there first
  };
  const costs = scene.table.rated ? ' The game will then not be rated.' : '';
  const missing = nameList(offer.waiting.map((seat) => seatLabel(scene.table, seat)));
  if (isOwn(scene, offer, me))
    return (
      <li>
        <p>
          {
            {
              end: 'You offer to end the game.',
              undo: `You ask to take back your last move.${costs}`,
              rematch: 'You offer a rematch.',
              help: `You ask to allow hints and the tutor.${costs}`,
              seat: 'You ask for a seat.',
            }[offer.kind]
          }{' '}
          <span class="quiet">Waiting for {missing} …</span>
        </p>
        <button onClick={() => void answer(false)}>Withdraw</button>
      </li>
    );
  if (!asked(scene, offer))
    return (
      <li>
        <p>
          {offer.text} {missing && <span class="quiet">Waiting for {missing} …</span>}
        </p>
      </li>
    );
  return (
    <li class="for-you">
      <p role="alert">{offer.text}</p>
      <button class="primary" onClick={() => void answer(true)}>
        Accept
      </button>
      <button onClick={() => void answer(false)}>Decline</button>
    </li>
  );
}

/** Why one's seat was given away, and the way back into it. */
function TakeBack({ scene, tell }: OffersProps) {
  const why = [...(scene.notices ?? [])].reverse().find((notice) => notice.kind === 'replaced' && notice.seat === scene.take_back);
  return (
    <li class="for-you">
      <p role="alert">{why?.text ?? 'The others voted for a bot in your seat.'} You can take your seat back until the game is over.</p>
      <button class="primary" onClick={() => void tell('return')}>
        Take my seat back
      </button>
    </li>
  );
}

export function Offers(props: OffersProps) {
  const { scene } = props;
  const offers = scene.offers ?? [];
  const heard = useRef(new Set<number>());
  const fresh = offers.filter((offer) => asked(scene, offer) && !heard.current.has(offer.id)).map((offer) => offer.id);
  useEffect(() => {
    for (const id of fresh) heard.current.add(id);
    if (fresh.length) play(knock);
  }, [fresh.join()]);
  if (!offers.length && scene.take_back === undefined) return null;
  return (
    <ul class="offers" aria-label="Offers">
      {scene.take_back !== undefined && <TakeBack {...props} />}
      {offers.map((offer) => (
        <OneOffer key={offer.id} {...props} offer={offer} />
      ))}
    </ul>
  );
}

/** What came back: the notices since the page was opened that answer an own offer, or tell who left. */
export function useAnswers(scene: Scene | null, say: (text: string) => void): void {
  const known = useRef<{ id: string; count: number } | null>(null);
  const notices = scene?.notices ?? [];
  useEffect(() => {
    if (!scene) return;
    const last = known.current;
    known.current = { id: scene.table.id, count: notices.length };
    if (!last || last.id !== scene.table.id) return;
    for (const notice of notices.slice(last.count)) {
      const own = (notice.seat !== null && scene.mine.includes(notice.seat)) || notice.person === app.person?.id;
      if (!own && ['declined', 'withdrawn', 'lapsed', 'left', 'replaced', 'returned', 'agreed'].includes(notice.kind)) say(notice.text);
    }
  }, [notices.length, scene?.table.id]);
}
