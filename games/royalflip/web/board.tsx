// Royal Flip on the page: three cards, a city, a track. Everything that can be done lights up where it lies.

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { secondPerson } from 'shell/parts/lines';
import { seatLabel } from 'shell/parts/seats';
import type { BoardProps, Scene } from 'shell/types';
import { moveFocus, useKeyboardFocus } from 'shell/boards/focus';
import { closingOf } from './closed';
import { Finale } from './finale';
import { Lineup } from './lineup';
import { City } from './map';
import { capital, hintedAction, isPart, parts, prompt, signed, type Part, type Taken, type View } from './model';
import { usePointing } from './pointing';
import { moments, tunes, type RoyalMoment } from './moments';
import { OtherSheets, Scales, Score } from './sheet';
import { Contest } from './tie';
import { Track } from './track';

type Tab = 'map' | 'track' | 'sheets';

const tabs: [Tab, string][] = [
  ['map', 'City'],
  ['track', 'Track'],
  ['sheets', 'All sheets'],
];

function Board({ scene, act, preview, setPreview, hints, shown, setShown, moment, part: tapped }: BoardProps) {
  const view = scene.view as View;
  const own = typeof scene.seat === 'number' ? scene.seat : null;
  const sheet = view.seats[shown];
  const printed = view.shared.sheet;
  const mine = shown === own;
  const actions = mine ? scene.actions : [];
  const [tab, setTab] = useState<Tab>('map');
  const [closed, setClosed] = useState(false);
  const throwing = view.phase === 'throw';
  const tied = view.shared.tie_break;
  const contest = tied && !tapped && (throwing || !closed);
  const root = useRef<HTMLDivElement>(null);
  const hinted = useMemo(() => hintedAction(scene, hints), [scene, hints]);

  // What is half chosen belongs to its step of the own turn; with a new step it is gone, and a small screen shows where it goes on.
  const step = `${view.round} ${view.phase} ${scene.seat} ${scene.log.length}`;
  const [half, setHalf] = useState<{ step: string; taken: Taken }>({ step, taken: {} });
  const taken = half.step === step ? half.taken : {};
  const setTaken = (next: Taken) => setHalf({ step, taken: next });
  useLayoutEffect(() => {
    setPreview(null);
    if (scene.actions.length) setTab(view.phase === 'track' ? 'track' : 'map');
  }, [step]);
  useKeyboardFocus(root, step);
  const pointing = usePointing(step, actions, act, setPreview);
  const [looked, setPart] = useState<Part | null>(null);
  const part = tapped && isPart(tapped.part) ? tapped.part : looked;
  // A part of the score that was tapped: a small screen shows the side of the sheet where it lies.
  useLayoutEffect(() => {
    if (part) setTab(part === 'roads' || part === 'areas' ? 'map' : 'track');
  }, [part]);
  const told = moment as RoyalMoment | null;
  const owner = mine ? 'you' : seatLabel(scene.table, shown);
  const possessive = mine ? 'your' : `${owner}'s`;
  const seen = mine ? (preview ?? pointing.picked) : null;
  const others = view.seats.length > 1;
  const lookAt = (seat: number) => {
    setShown(seat);
    setTab('map');
  };
  return (
    <div ref={root} class="rf" data-tab={contest ? 'map' : tab} onKeyDown={(event) => moveFocus(root.current!, event)}>
      {contest ? (
        <Contest scene={scene} hinted={hinted} act={act} close={() => setClosed(true)} />
      ) : (
        <div class="rf-left">
          {view.phase !== 'over' && (
            <Lineup
              lineup={view.shared.lineup}
              printed={printed}
              sheet={own === null ? null : view.seats[own]}
              actions={scene.actions}
              closing={closingOf(scene)}
              taken={taken}
              setTaken={setTaken}
              hinted={hinted}
              act={act}
              setPreview={setPreview}
            />
          )}
          <div class="rf-tabs part-tabs" role="group" aria-label="Show">
            {tabs.map(([name, word]) =>
              name === 'sheets' && !others ? null : (
                <button key={name} aria-pressed={tab === name} onClick={() => setTab(name)}>
                  {word}
                </button>
              ),
            )}
            <output aria-label={`${possessive} points`}>{sheet.score.total}</output>
          </div>
          {!mine && own !== null && (
            <p class="rf-guest">
              <span class="whose">
                {owner}
                <span class="more">&rsquo;s sheet</span>
              </span>
              <button onClick={() => setShown((shown + 1) % view.seats.length)}>Next</button>
              <button onClick={() => setShown(own)}>Back to yours</button>
            </p>
          )}
          <City
            sheet={sheet}
            printed={printed}
            owner={owner}
            writes={actions.filter((action) => action.kind === 'write')}
            preview={seen}
            hinted={hinted}
            part={part}
            gained={told?.kind === 'gain' && told.seat === shown ? { cell: told.cell!, gain: told.gain! } : null}
            pointing={pointing}
          />
          {tied && <button onClick={() => setClosed(false)}>The tie-break</button>}
        </div>
      )}
      <div class="rf-right">
        <Track
          spaces={printed.track}
          circled={sheet.track}
          owner={owner}
          moves={actions.filter((action) => action.kind === 'track')}
          preview={seen}
          hinted={hinted}
          part={part}
          pointing={pointing}
          suit={mine && preview?.kind === 'choose' ? suitOf(String(preview.suit)) : null}
        />
        <Scales sheet={sheet} printed={printed} majority={view.pvp} part={part} />
        {!tapped && <Score sheet={sheet} gain={seen?.gain ?? 0} jackpot={others ? null : view.shared.jackpot} part={part} setPart={setPart} />}
        <OtherSheets scene={scene} shown={shown} setShown={lookAt} moment={told} />
      </div>
      {pointing.picked && (
        <div class={`rf-confirm ${pointing.picked.kind}`} role="group" aria-label="Do that?">
          <p>
            {capital(secondPerson(pointing.picked.tell))} <b>{signed(pointing.picked.gain)}</b>
          </p>
          <button class="primary" onClick={pointing.commit}>
            {pointing.picked.kind === 'write' ? 'Write it' : 'Go there'}
          </button>
          <button class="plain" aria-label="No, another one" onClick={pointing.drop}>
            ✕
          </button>
        </div>
      )}
    </div>
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

export { Board, Finale, moments, parts, partWords, prompt, rule, tunes };
