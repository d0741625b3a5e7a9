// Royal Flip on the page: three cards, a city, a track. Everything that can be done lights up where it lies.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { secondPerson } from 'shell/parts/lines';
import { nameFor } from 'shell/parts/seats';
import { BoardFrame, ConfirmBar, GuestBar, PartTabs, useTabs, type PartTab } from 'shell/boards/frame';
import { hintedAction } from 'shell/boards/hints';
import type { Action, BoardProps, Scene } from 'shell/types';
import { closingOf } from './closed';
import { Finale } from './finale';
import { Lineup } from './lineup';
import { City } from './map';
import { capital, inCity, isPart, onTrack, parts, prompt, signed, takenBy, type Part, type Taken, type View } from './model';
import { usePointing } from './pointing';
import { moments, tunes, type RoyalMoment } from './moments';
import { progress } from './progress';
import { rulePictures } from './rules';
import { OtherSheets, Scales, Score } from './sheet';
import { Contest } from './tie';
import { Track } from './track';

type Tab = 'map' | 'track' | 'sheets';

const tabs: PartTab<Tab>[] = [
  { name: 'map', words: 'City' },
  { name: 'track', words: 'Track', within: 'map' },
  { name: 'sheets', words: 'All sheets' },
];

/** What is half chosen belongs to its step of the own turn; with a new step it is gone, and a small screen shows where it goes on. */
function useStep({ scene, act, setPreview, part: tapped, shown }: BoardProps) {
  const view = scene.view as View;
  const [tab, setTab] = useState<Tab>('map');
  const [looked, setPart] = useState<Part | null>(null);
  const step = `${view.round} ${view.phase} ${scene.seat} ${scene.log.length}`;
  const [half, setHalf] = useState<{ step: string; taken: Taken }>({ step, taken: {} });
  const choosing = scene.actions.some((action) => action.kind === 'choose');
  const taken = half.step === step && choosing ? half.taken : choosing ? {} : takenBy(scene, shown);
  const setTaken = (next: Taken) => setHalf({ step, taken: next });
  useLayoutEffect(() => {
    setPreview(null);
    const last = scene.log[scene.log.length - 1];
    if (scene.actions.length) setTab(view.phase === 'track' ? 'track' : 'map');
    else if (scene.past && last?.seat !== 'dealer') setTab(last?.text.startsWith('track') ? 'track' : 'map');
  }, [step]);
  const actions = shown === scene.seat ? scene.actions : [];
  const pointing = usePointing(step, actions, act, setPreview);
  const part = tapped && isPart(tapped.part) ? tapped.part : looked;
  // A part of the score that was tapped: a small screen shows the side of the sheet where it lies.
  useLayoutEffect(() => {
    if (part) setTab(part === 'roads' || part === 'areas' ? 'map' : 'track');
  }, [part]);
  return { step, tab, setTab, taken, setTaken, actions, pointing, part, setPart };
}

type Step = ReturnType<typeof useStep>;

/** What the parts of the board are drawn from. */
interface Drawn {
  props: BoardProps;
  step: Step;
  hinted: Action | null;
  /** What is pointed at or picked on the own sheet. */
  seen: Action | null;
}

const ownSeat = ({ scene }: BoardProps) => (typeof scene.seat === 'number' ? scene.seat : null);
const ownerOf = ({ scene, shown }: BoardProps) => (shown === scene.seat ? 'you' : nameFor(scene, shown).replace(/^You$/, 'you'));

function CardsAndCity({ props, step, hinted, seen }: Drawn) {
  const { scene, act, setPreview, shown, setShown, moment } = props;
  const view = scene.view as View;
  const own = ownSeat(props);
  const owner = ownerOf(props);
  const sheet = view.seats[shown];
  const told = moment as RoyalMoment | null;
  const printed = view.shared.sheet;
  const { tab, setTab, taken, setTaken, actions, pointing, part } = step;
  return (
    <>
      {view.phase !== 'over' && (
        <Lineup
          {...{ taken, setTaken, hinted, act, setPreview, printed }}
          lineup={view.shared.lineup}
          sheet={own === null ? null : view.seats[own]}
          actions={scene.actions}
          closing={closingOf(scene)}
        />
      )}
      <PartTabs name="rf-tabs" tabs={tabs.filter(({ name }) => name !== 'sheets' || view.seats.length > 1)} current={tab} choose={setTab}>
        <output aria-label={`${owner === 'you' ? 'your' : `${owner}'s`} points`}>{sheet.score.total}</output>
      </PartTabs>
      {shown !== own && own !== null && (
        <GuestBar name="rf-guest" next={() => setShown((shown + 1) % view.seats.length)} back={() => setShown(own)}>
          <span class="whose one-line">
            {owner}
            <span class="more">&rsquo;s sheet</span>
          </span>
        </GuestBar>
      )}
      <City
        {...{ sheet, printed, owner, hinted, part, pointing }}
        writes={actions.filter((action) => action.kind === 'write')}
        preview={seen}
        gained={told?.kind === 'gain' && told.seat === shown ? { cell: told.cell!, gain: told.gain! } : null}
      />
    </>
  );
}

function TrackAndScore({ props, step, hinted, seen }: Drawn) {
  const { scene, preview, shown, setShown, moment, part: tapped } = props;
  const view = scene.view as View;
  const sheet = view.seats[shown];
  const printed = view.shared.sheet;
  const { actions, pointing, part, setPart, setTab } = step;
  const lookAt = (seat: number) => {
    setShown(seat);
    setTab('map');
  };
  return (
    <div class="rf-right">
      <Track
        {...{ hinted, part, pointing }}
        spaces={printed.track}
        circled={sheet.track}
        owner={ownerOf(props)}
        moves={actions.filter((action) => action.kind === 'track')}
        preview={seen}
        suit={shown === scene.seat && preview?.kind === 'choose' ? suitOf(String(preview.suit)) : null}
      />
      <Scales sheet={sheet} printed={printed} majority={view.pvp} part={part} />
      {!tapped && <Score sheet={sheet} gain={seen?.gain ?? 0} jackpot={view.seats.length > 1 ? null : view.shared.jackpot} part={part} setPart={setPart} />}
      <OtherSheets scene={scene} shown={shown} setShown={lookAt} moment={moment as RoyalMoment | null} />
    </div>
  );
}

function Confirm({ scene, picked, commit, drop }: { scene: Scene; picked: Action; commit: () => void; drop: () => void }) {
  const here = useTabs(...(picked.kind === 'write' ? inCity : onTrack));
  return (
    <ConfirmBar
      name={`rf-confirm ${picked.kind}${here}`}
      label="Do that?"
      does={picked.kind === 'write' ? 'Write it' : 'Go there'}
      confirm={commit}
      cancel={drop}
    >
      <p>
        {capital(secondPerson(picked.tell))} <b>{picked.gain ? signed(picked.gain) : progress(scene, picked)}</b>
      </p>
    </ConfirmBar>
  );
}

function Board(props: BoardProps) {
  const { scene, act, preview, hints, shown, part: tapped } = props;
  const view = scene.view as View;
  const [closed, setClosed] = useState(false);
  const tied = view.shared.tie_break;
  const contest = tied && !tapped && (view.phase === 'throw' || !closed);
  const root = useRef<HTMLDivElement>(null);
  const hinted = useMemo(() => hintedAction(scene, hints), [scene, hints]);
  const step = useStep(props);
  const { picked, commit, drop } = step.pointing;
  const drawn: Drawn = { props, step, hinted, seen: shown === scene.seat ? (preview ?? picked) : null };
  return (
    <BoardFrame {...{ root, scene }} step={step.step} class={view.pvp ? 'rf closing' : 'rf'} until="tablet" tab={contest ? 'map' : step.tab}>
      {contest ? (
        <Contest scene={scene} hinted={hinted} act={act} close={() => setClosed(true)} />
      ) : (
        <div class="rf-left">
          <CardsAndCity {...drawn} />
          {tied && <button onClick={() => setClosed(false)}>The tie-break</button>}
        </div>
      )}
      <TrackAndScore {...drawn} />
      {picked && <Confirm scene={scene} picked={picked} commit={commit} drop={drop} />}
    </BoardFrame>
  );
}

function suitOf(card: string): string {
  return { S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds' }[card.slice(-1)] ?? '';
}

/** Where the rules tell of what is to be decided now. */
function rule(scene: Scene): string {
  const places: Record<string, string> = { bonus: 'Bonuses', throw: 'A tie', over: 'Scoring' };
  return places[(scene.view as View | null)?.phase ?? ''] ?? 'A round';
}

/** What the sheet calls points are those that the track gave. */
const partWords = { points: 'Track points' };

const marks = ({ view: { seats, shared } }: { view: View }) => [
  { at: '.rf-score, .rf-tabs output', words: `The goal: ${seats.length > 1 ? 'the most points' : `${shared.jackpot} points`} after ${shared.rounds} rounds.` },
  { at: '.rf-map', words: 'What scores: three or more neighbours in one colour that count up, or with the same number. The track brings more.' },
  { at: '.rf-lineup .cards', words: 'What to press: the colour on one card, the number on another, the suit on the third.' },
];

export { Board, Finale, marks, moments, parts, partWords, progress, prompt, rule, rulePictures, tunes };
