// Flip City on the page: a market, a street that grows, a deck with its open card, a discard pile. Touch the thing itself.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { endWords } from 'shell/parts/ending';
import { nameFor, ownerFor, seatLabel } from 'shell/parts/seats';
import type { Action, BoardProps, Scene } from 'shell/types';
import { BoardFrame, GuestBar, PartTabs, type PartTab } from 'shell/boards/frame';
import { hintedAction } from 'shell/boards/hints';
import { Details, Pop, type Offer } from './details';
import { FaceCard } from './faces';
import { Finale } from './finale';
import { Market, type Touch } from './market';
import { momentWords, moments, tunes, type CityMoment } from './moments';
import { actionOf, lastCards, lastTurn, oddsWanted, ofFace, prompt, recycleWords, sidesOf, wantOdds, type Side, type Sides, type View } from './model';
import { Discard, Others } from './piles';
import { rulePictures } from './rules';
import { OddsPanel, Status, Street } from './street';
import { TurningCard } from './turning';

/** What the result is made of, and the street can show. */
const parts = ['points', 'played'] as const;
const partWords = { played: 'Cards played' };

type Tab = 'street' | 'market' | 'discard' | 'others';

/** Where a move is made: a hint that lies behind another tab lights up the tab. */
function placeOf(action: Action): Tab {
  if (action.kind === 'buy' || action.kind === 'develop') return 'market';
  return action.kind === 'flip' || action.kind === 'recycle' ? 'discard' : 'street';
}

interface Open {
  face: string;
  place: 'market' | 'discard' | 'look' | 'shuffle';
  anchor: DOMRect;
}

const tabNames: [Tab, string][] = [
  ['street', 'Street'],
  ['market', 'Market'],
  ['discard', 'Discard'],
  ['others', 'Others'],
];

/** The tabs of a small screen. */
function tabsOf(view: View, actions: Action[], hinted: Action | null): PartTab<Tab>[] {
  const usable = actions.filter((action) => action.kind === 'flip' || action.kind === 'recycle').length;
  const badge = usable > 0 && (
    <span class="badge">
      {usable}
      <span class="sr"> can be used</span>
    </span>
  );
  return tabNames
    .filter(([name]) => name !== 'others' || view.seats.length > 1)
    .map(([name, word]) => ({
      name,
      within: name === 'market' ? ('street' as const) : undefined,
      hinted: Boolean(hinted && placeOf(hinted) === name),
      words: (
        <>
          {word}
          {name === 'discard' && badge}
        </>
      ),
    }));
}

interface ShuffleProps {
  view: View;
  sides: Sides;
  actions: Action[];
  hinted: Action | null;
  anchor: DOMRect;
  act: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  close: () => void;
}

/** A shuffle that costs a card of the market: which one. */
function ShufflePop({ view, sides, actions, hinted, anchor, act, setPreview, close }: ShuffleProps) {
  return (
    <Pop title="Shuffle" anchor={anchor} onClose={close}>
      <p>Which card leaves the market for this shuffle?</p>
      <div class="fc-removals">
        {actions
          .filter((action) => action.kind === 'shuffle')
          .map((action) => {
            const front = sides.get(String(action.remove))!.face;
            return (
              <button
                key={action.text}
                class={hinted?.text === action.text ? 'hinted' : ''}
                data-move={action.text}
                onClick={() => {
                  close();
                  act(action);
                }}
                onPointerEnter={() => setPreview(action)}
                onPointerLeave={() => setPreview(null)}
              >
                <span class="fc-card">
                  <FaceCard face={front} evening={false} />
                </span>
                {front.title}
                <small>{view.shared.supply[front.face]} left</small>
              </button>
            );
          })}
      </div>
    </Pop>
  );
}

/** A new step: what lay open in the hand goes back. A new part of the turn: a small screen shows where it goes on. */
function useTable({ scene, setPreview, part }: BoardProps) {
  const view = scene.view as View;
  const [tab, setTab] = useState<Tab>('street');
  const [open, setOpen] = useState<Open | null>(null);
  const [aim, setAim] = useState(false);
  const step = `${scene.seat} ${scene.log.length}`;
  useEffect(() => {
    setOpen(null);
    setPreview(null);
    setAim(false);
  }, [step]);
  const stage = `${scene.seat} ${view.acting} ${view.phase}`;
  useEffect(() => setTab(view.phase === 'build' && scene.actions.length ? 'market' : 'street'), [stage]);
  useEffect(() => {
    if (part) setTab('street');
  }, [part]);
  const close = () => {
    setOpen(null);
    setPreview(null);
  };
  return { step, tab, setTab, open, setOpen, close, aim, setAim };
}

/** The chances of the next card, for who wants to see them. */
function Odds({ view, shown }: { view: View; shown: number }) {
  const [on, setOn] = useState(oddsWanted);
  const want = (wanted: boolean) => {
    setOn(wanted);
    wantOdds(wanted);
  };
  if (view.phase === 'over') return null;
  return <OddsPanel seat={view.seats[shown]} on={on} active={view.phase === 'play' && view.acting === shown} setOn={want} />;
}

function Board(props: BoardProps) {
  const { scene, act, preview, setPreview, hints, shown, setShown, moment, part } = props;
  const view = scene.view as View;
  const own = typeof scene.seat === 'number' ? scene.seat : null;
  const seat = view.seats[shown];
  const mine = shown === own;
  const actions = mine ? scene.actions : [];
  const sides = useMemo(() => sidesOf(view.shared.cards), [view.shared.cards]);
  const hinted = useMemo(() => hintedAction(scene, hints), [scene, hints]);
  const root = useRef<HTMLDivElement>(null);
  const { step, tab, setTab, open, setOpen, close, aim, setAim } = useTable(props);
  const touch: Touch = (face, place, target) => setOpen({ face, place, anchor: target.getBoundingClientRect() });
  // While another player's turn is told, the street in the middle is his.
  const told = moment as CityMoment | null;
  const watched = mine && told && !scene.mine.includes(told.seat) ? told.seat : shown;
  const play = actionOf(actions, 'play');
  const coming = play && (aim || preview?.kind === 'play') ? (sides.get(seat.top ?? '')?.face.unhappy ?? 0) : 0;
  const owner = mine ? 'your' : ownerFor(scene, shown);
  const solo = view.seats.length === 1;
  const side = open && sides.get(open.face);
  const offered = { actions, hinted, sides };
  return (
    <BoardFrame {...{ root, scene, step }} class={solo ? 'fc solo' : 'fc'} until="tablet" tab={tab} data-phase={view.phase}>
      {!mine && own !== null && (
        <GuestBar name="fc-guest" back={() => setShown(own)}>
          This is {owner} table.
        </GuestBar>
      )}
      {/* Who was not playing at the end has no turn to count. */}
      {(view.phase !== 'over' || seat.played.length > 0) && <Status view={view} seat={view.seats[watched]} sides={sides} coming={coming} />}
      <PartTabs name="fc-tabs" tabs={tabsOf(view, actions, hinted)} current={tab} choose={setTab} />
      <Street
        {...{ view, sides, play, hinted, act, setAim, touch }}
        seat={view.seats[watched]}
        owner={watched === shown ? owner : ownerFor(scene, watched)}
        whose={watched === own ? '' : nameFor(scene, watched)}
        broken={told?.kind === 'bust'}
        part={part?.part ?? null}
        past={part ? lastCards(scene, shown, sides) : []}
        story={lastTurn(scene, shown)}
      />
      <div class="fc-now board-foot">
        <Bar {...{ scene, view, act, setAim, told, ...offered }} onShuffle={(target) => touch('', 'shuffle', target)} />
        <Odds view={view} shown={shown} />
      </div>
      <div class="fc-rest">
        <Market {...offered} cards={view.shared.cards} supply={view.shared.supply} touch={touch} solo={solo} />
        <Discard {...offered} seat={seat} owner={owner} touch={touch} />
      </div>
      <Others scene={scene} sides={sides} shown={shown} setShown={setShown} />
      <TurningCard scene={scene} sides={sides} moment={told} />
      {open && side && (
        <Details
          {...{ side, hinted, act, setPreview }}
          offers={offersFor(open, side, actions, scene)}
          why={whyNot(open, side, view, scene)}
          anchor={open.anchor}
          onClose={close}
        />
      )}
      {open?.place === 'shuffle' && <ShufflePop {...{ view, act, setPreview, close, ...offered }} anchor={open.anchor} />}
    </BoardFrame>
  );
}

/* --- the two big buttons --------------------------------------------------------------------------------------------- */

interface BarProps {
  scene: BoardProps['scene'];
  view: View;
  sides: Sides;
  actions: Action[];
  hinted: Action | null;
  act: (action: Action) => void;
  setAim: (aim: boolean) => void;
  told: CityMoment | null;
  onShuffle: (target: HTMLElement) => void;
}

/** Who plays or builds now, while one looks on. */
function actingWords(scene: Scene, view: View): string {
  const name = nameFor(scene, view.acting);
  return `${name} ${view.phase === 'build' ? 'build' : 'play'}${name === 'You' ? '' : 's'} …`;
}

function Bar({ scene, view, sides, actions, hinted, act, setAim, told, onShuffle }: BarProps) {
  const seat = view.seats[view.acting];
  const play = actionOf(actions, 'play');
  const stop = actionOf(actions, 'stop');
  const done = actionOf(actions, 'done');
  const shuffles = actions.filter((action) => action.kind === 'shuffle');
  const plain = shuffles.length === 1 && !shuffles[0].remove;
  // The buttons tell in themselves what they do; the strip keeps saying why.
  const aiming = { onPointerEnter: () => setAim(true), onPointerLeave: () => setAim(false), onFocus: () => setAim(true), onBlur: () => setAim(false) };
  const mark = (action: Action, classes: string) => (hinted?.text === action.text ? `${classes} hinted` : classes);
  const breaks = play && seat.unhappy + (sides.get(seat.top ?? '')?.face.unhappy ?? 0) > seat.limit;
  const brings = (action: Action) => (breaks ? `${sides.get(seat.top ?? '')?.face.title}: one unhappy too many` : action.tell.replace(/^\w+ /, ''));
  if (!actions.length) {
    const running = scene.table.status === 'running';
    return (
      <div class="fc-bar idle">
        <p>{told ? momentWords(scene, told) : running ? actingWords(scene, view) : endWords(scene)}</p>
      </div>
    );
  }
  if (done)
    return (
      <div class="fc-bar">
        <button class={mark(done, actions.length === 1 ? 'go primary' : 'go')} data-legal data-move="done" onClick={() => act(done)}>
          <b>Done</b>
          <small>{actions.length === 1 ? 'nothing to build' : 'build nothing more'}</small>
        </button>
      </div>
    );
  return (
    <div class="fc-bar">
      {play && (
        <button class={mark(play, 'go primary')} data-legal {...aiming} data-move="play" onClick={() => act(play)}>
          <b>{stop ? 'Play on' : 'Play'}</b>
          <small>{brings(play)}</small>
        </button>
      )}
      {shuffles.length > 0 && (
        <button
          class={mark(shuffles[0], 'go primary')}
          data-legal
          data-move="shuffle"
          aria-haspopup={plain ? undefined : 'dialog'}
          onClick={(event) => (plain ? act(shuffles[0]) : onShuffle(event.currentTarget))}
        >
          <b>Shuffle</b>
          <small>{plain ? 'the discard pile is the new deck' : 'costs a card of the market'}</small>
        </button>
      )}
      {stop ? (
        <button class={mark(stop, 'go')} data-legal data-move="stop" onClick={() => act(stop)}>
          <b>Stop</b>
          <small>build with {seat.cash} cash</small>
        </button>
      ) : (
        <button class="go" disabled>
          <b>Stop</b>
          <small>not yet: a card waits</small>
        </button>
      )}
    </div>
  );
}

/* --- what a card in the hand offers ---------------------------------------------------------------------------------- */

function offersFor(open: Open, side: Side, actions: Action[], scene: BoardProps['scene']): Offer[] {
  if (open.place === 'look') return [];
  const { face, other, card } = side;
  const kinds = open.place === 'market' ? ['buy', 'develop', 'shuffle'] : ['recycle', 'flip'];
  const offers: Offer[] = [];
  for (const action of ofFace(actions, face.face).filter((one) => kinds.includes(one.kind))) {
    if (action.kind === 'buy') offers.push({ action, sign: 'cash', words: `Buy for ${card.price}` });
    if (action.kind === 'develop') offers.push({ action, sign: 'flip', words: `Develop to ${other.title} for ${(card.price ?? 0) + (face.fee ?? 0)}` });
    if (action.kind === 'shuffle') offers.push({ action, sign: 'drop', words: 'Shuffle; one of these leaves the game' });
    if (action.kind === 'recycle') offers.push({ action, sign: 'recycle', words: `Recycle for ${recycleWords(face)}` });
    if (action.kind !== 'flip') continue;
    const to = typeof action.to === 'number' ? `, to ${seatLabel(scene.table, action.to)}` : face.gives ? '; it leaves the game' : '';
    offers.push({ action, sign: 'flip', words: `Flip to ${other.title} for ${face.fee}${to}` });
  }
  return offers;
}

/** Why nothing can be done with a card of the market or the discard pile at this moment. */
function whyNot(open: Open, side: Side, view: View, scene: BoardProps['scene']): string {
  if (open.place === 'look' || scene.table.status !== 'running') return '';
  if (typeof scene.seat !== 'number' || view.acting !== scene.seat) return 'It is not your turn.';
  const { cash } = view.seats[scene.seat];
  if (open.place === 'market') {
    if (!view.shared.supply[side.face.face]) return 'Sold out.';
    if (view.phase === 'play') return 'You build when you have stopped playing cards.';
    return `It costs ${side.card.price} and you have ${cash}.`;
  }
  if (side.face.recycle) return 'Recycled while you play cards, not while you build.';
  if (side.face.fee === undefined) return 'This side stays as it is.';
  if (view.phase === 'play') return 'You build when you have stopped playing cards.';
  return `Flipping it costs ${side.face.fee} and you have ${cash}.`;
}

/** Where the rules tell of what is to be decided now. */
function rule(scene: BoardProps['scene']): string {
  const phase = (scene.view as View | null)?.phase;
  return phase === 'build' ? '2. Build' : phase === 'over' ? '3. Have you won' : '1. Play cards';
}

/** Every other player has a line beside the street. */
const tellsOthers = true;

const marks = ({ view }: { view: View }) => [
  { at: '.fc-status', words: `The goal: ${view.shared.win_points} points in one turn, and not one unhappy too many.` },
  { at: '.fc-market, .fc-street', words: 'What scores: better cards. Buy them, or flip a discarded one to its other side.' },
  { at: '.fc-bar', words: 'What to press: Play turns the next card of your deck, Stop lets you build with your cash.' },
];

export { Board, Finale, marks, moments, partWords, parts, prompt, rule, rulePictures, tellsOthers, tunes };
