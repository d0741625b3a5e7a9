// The turn: what it brought so far, how unhappy the city is, the street of played cards, and the deck with its open card.

import { useTabs } from 'shell/boards/frame';
import type { Action } from 'shell/types';
import { FaceCard } from './faces';
import { counted, percent, total, wordsOf, type SeatView, type Sides, type View } from './model';
import type { Touch } from './market';
import { Sign } from './symbols';

/** One place for each unhappy symbol the city bears, and the one behind the line that is too many. */
export function Meter({ seat, coming, small }: { seat: SeatView; coming?: number; small?: boolean }) {
  const { unhappy, limit } = seat;
  const places = Math.max(limit + 1, unhappy);
  return (
    <span class={small ? 'fc-meter small' : 'fc-meter'} role="img" aria-label={`${unhappy} unhappy, the limit is ${limit}`}>
      {Array.from({ length: places }, (_, index) => {
        const filled = index < unhappy;
        const state = [filled ? 'filled' : index < unhappy + (coming ?? 0) ? 'coming' : 'free', index >= limit && 'beyond'].filter(Boolean).join(' ');
        return (
          <span key={index} class={state}>
            {filled || state.startsWith('coming') ? <Sign of="unhappy" /> : index >= limit ? <b>✕</b> : null}
          </span>
        );
      })}
    </span>
  );
}

interface StatusProps {
  view: View;
  seat: SeatView;
  sides: Sides;
  coming: number;
}

export function Status({ view, seat, sides, coming }: StatusProps) {
  const here = useTabs(['street', 'market', 'discard']);
  const win = view.shared.win_points;
  const fewest = Math.min(...seat.played.map((name) => sides.get(name)?.face.wins_with ?? Infinity));
  return (
    <section class={`fc-status${here}`} aria-label="This turn">
      <dl>
        <div>
          <dt>Cash</dt>
          <dd>
            <Sign of="cash" text={seat.cash} />
            <span class="sr">{seat.cash}</span>
          </dd>
        </div>
        <div class={seat.points >= win ? 'enough' : ''}>
          <dt>Points</dt>
          <dd>
            <Sign of="points" />
            {seat.points}
            <small>of {win}</small>
          </dd>
        </div>
        <div>
          <dt>Cards</dt>
          <dd>
            <Sign of="cards" />
            {seat.played.length}
            {fewest < Infinity && <small>of {fewest}</small>}
          </dd>
        </div>
        <div>
          <dt>Actions</dt>
          <dd>
            <Sign of="action" />
            {seat.actions}
          </dd>
        </div>
        <div class={seat.unhappy > seat.limit ? 'unhappy over' : 'unhappy'}>
          <dt>
            Unhappy{' '}
            <span>
              {seat.unhappy} of {seat.limit}
            </span>
          </dt>
          <dd>
            <Meter seat={seat} coming={coming} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

interface OddsProps {
  seat: SeatView;
  on: boolean;
  active: boolean;
  setOn: (on: boolean) => void;
}

function Chance({ words, chance }: { words: string; chance: number }) {
  const mood = chance === 0 ? 'safe' : chance === 1 ? 'sure' : 'open';
  return (
    <div class={mood}>
      <dt>{words}</dt>
      <dd>
        <span class="bar" aria-hidden="true">
          <i style={{ width: `${chance * 100}%` }} />
        </span>
        {chance === 0 ? 'safe' : percent(chance)}
      </dd>
    </div>
  );
}

export function OddsPanel({ seat, on, active, setOn }: OddsProps) {
  const here = useTabs(['street', 'market']);
  const odds = on && active ? seat.odds : null;
  return (
    <section class={`fc-odds${here}`} aria-label="Chance of one unhappy too many">
      <label>
        <input type="checkbox" role="switch" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
        <span>Chance of too many</span>
      </label>
      {odds && (
        <dl>
          <Chance words="Next card" chance={odds.next ? 1 : 0} />
          {!odds.next && <Chance words="With forced ones" chance={seat.risk} />}
          {!odds.next && odds.two !== null && <Chance words="Next two" chance={odds.two} />}
        </dl>
      )}
      {on && !odds && <p>{active ? 'The deck is empty.' : 'Counted while cards are played.'}</p>}
    </section>
  );
}

interface StreetProps {
  view: View;
  seat: SeatView;
  owner: string;
  /** The name on the street, where it is not the viewer's own. */
  whose: string;
  /** The card that was one too many lies on it. */
  broken: boolean;
  /** The part of the result that is looked at: the cards that count for it stand out. */
  part: string | null;
  /** The cards of the last turn, which lie no more on the street when others have played since. */
  past: string[];
  sides: Sides;
  play: Action | undefined;
  hinted: Action | null;
  story: string;
  act: (action: Action) => void;
  setAim: (aim: boolean) => void;
  touch: Touch;
}

/** The deck: its top lies open and is the thing to touch when it may be played. */
function Deck({ seat, sides, play, hinted, act, setAim, touch, owner }: Omit<StreetProps, 'view' | 'story' | 'whose' | 'broken' | 'part' | 'past'>) {
  const count = total(seat.deck);
  const side = sides.get(seat.top ?? '');
  const known = Object.entries(seat.deck).map(([name, number]) => `${number} ${sides.get(name)?.face.title ?? name}`);
  if (!side)
    return (
      <div class="fc-deck">
        <div class="fc-card hollow">
          <span>{count ? `Deck ${count}` : 'Deck empty'}</span>
        </div>
      </div>
    );
  const classes = ['fc-top bare', play && 'legal', play && hinted?.text === play.text && 'hinted'].filter(Boolean).join(' ');
  const words = `${side.face.title} on top of ${owner} deck: ${wordsOf(side.face).join(', ')}. ${counted(count, 'card')}`;
  return (
    <div class="fc-deck" data-depth={Math.min(count, 4)}>
      <button
        class={classes}
        data-face={side.face.face}
        data-legal={play ? true : undefined}
        title={`In the deck: ${known.join(', ')}`}
        onClick={(event) => (play ? act(play) : touch(side.face.face, 'look', event.currentTarget))}
        onPointerEnter={() => setAim(true)}
        onPointerLeave={() => setAim(false)}
      >
        <span class="sr">{play ? `Play the ${words}` : words}</span>
        <span key={`${count} ${seat.played.length} ${side.face.face}`} class="fc-card arriving" aria-hidden="true">
          <FaceCard face={side.face} evening={side.back} />
        </span>
      </button>
      <span class="count">
        Deck {count}
        <span class="sr">: {known.join(', ')}</span>
      </span>
    </div>
  );
}

/** When the game is over the street of whoever did not play last is empty: there lies all they have built. */
function cityOf({ deck, discard }: SeatView, sides: Sides): string[] {
  return [...sides.keys()].flatMap((name) => Array.from({ length: (deck[name] ?? 0) + (discard[name] ?? 0) }, () => name));
}

/** What lies on the street, and the name on it: when the game is over, the last turn of whoever is looked at for it, or all they have. */
function cardsOn({ seat, sides, owner, part, past, whose, view }: StreetProps): { cards: string[]; whose: string } {
  if (view.phase !== 'over' || seat.played.length) return { cards: seat.played, whose };
  const Owner = `${owner[0].toUpperCase()}${owner.slice(1)}`;
  return part ? { cards: past, whose: `${Owner} last turn` } : { cards: cityOf(seat, sides), whose: `${Owner} whole city` };
}

export function Street(props: StreetProps) {
  const { sides, owner, broken, part, story, touch, view } = props;
  const here = useTabs(['street'], ['market']);
  const { cards, whose } = cardsOn(props);
  const empty = !cards.length;
  const stopped = view.phase === 'build' && view.seats[view.acting] === props.seat;
  return (
    <section class={[`fc-street${here}`, broken && 'broken', part && 'looking'].filter(Boolean).join(' ')} aria-label={`${owner} street`}>
      {whose && <span class="fc-whose">{whose}</span>}
      {stopped && <span class="fc-stopped">Stopped</span>}
      {broken && (
        <p class="fc-bust" role="status">
          Too many!
        </p>
      )}
      <ol style={{ '--count': cards.length }}>
        {cards.map((name, index) => {
          const side = sides.get(name);
          return side ? (
            <li key={`${view.turn} ${index} ${name}`} class={part && (part !== 'points' || side.face.points) ? 'counts' : ''}>
              <button class="fc-card bare" data-face={name} onClick={(event) => touch(name, 'look', event.currentTarget)}>
                <FaceCard face={side.face} evening={side.back} />
                <span class="sr">{`${side.face.title}: ${wordsOf(side.face).join(', ')}`}</span>
              </button>
            </li>
          ) : null;
        })}
        {empty && (
          <li class="none">
            <p>{story ? `Last turn: ${story}.` : 'The street is empty. Played cards line up here.'}</p>
          </li>
        )}
      </ol>
      <Deck {...props} />
    </section>
  );
}
