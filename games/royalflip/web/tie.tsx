// The tie-break: rock, paper, scissors. All who share the highest total throw in secret; when all have thrown, the hands are shown
// together with who stays in.

import { useEffect } from 'preact/hooks';
import { nameFor, nameList } from 'shell/parts/seats';
import { ShortName } from 'shell/parts/shortname';
import type { Action, Scene } from 'shell/types';
import { HandPicture } from './hands';
import { beats, hands, stayingIn, type Hand, type TieBreak, type View } from './model';

/** "Rock beats scissors: you and Bo stay in", "Rock beats scissors: Bo wins the tie-break". */
function upshot(scene: Scene, tie: TieBreak, time: number): string {
  const shown = tie.shown[time];
  const { left, won } = stayingIn(shown);
  const who = nameList(
    left.map((seat) => nameFor(scene, seat)),
    true,
  );
  if (!won && time + 1 < tie.most) return `Nothing is decided: ${who} throw again.`;
  const why = won ? beats[won] : 'Still nothing is decided';
  if (left.length > 1) return `${why}: ${who} ${time + 1 < tie.most ? 'stay in' : 'share the win'}.`;
  return `${why}: ${who} ${who === 'you' ? 'win' : 'wins'} the tie-break.`;
}

function Shown({ scene, tie, time }: { scene: Scene; tie: TieBreak; time: number }) {
  const shown = tie.shown[time];
  const { left } = stayingIn(shown);
  return (
    <div class="rf-shown">
      <ul aria-label={`Throw ${time + 1}`} class={`count-${shown.filter(Boolean).length}`}>
        {shown.map((hand, seat) =>
          hand ? (
            <li key={`${time} ${seat}`} class={left.includes(seat) ? 'in' : 'out'}>
              <HandPicture hand={hand} />
              <strong class="one-line" title={nameFor(scene, seat)}>
                <ShortName scene={scene} seat={seat} />
              </strong>
              <span>
                {hand}
                {!left.includes(seat) && ', out'}
              </span>
            </li>
          ) : null,
        )}
      </ul>
      <p role="status">{upshot(scene, tie, time)}</p>
    </div>
  );
}

/** Throws that came before the last one, small. */
function Earlier({ scene, tie }: { scene: Scene; tie: TieBreak }) {
  if (tie.shown.length < 2) return null;
  return (
    <ol class="rf-earlier" aria-label="Earlier throws" tabIndex={0}>
      {tie.shown.slice(0, -1).map((shown, time) => (
        <li key={time}>
          <b>{time + 1}</b>
          {shown.map((hand, seat) =>
            hand ? (
              <span key={seat} class={stayingIn(shown).left.includes(seat) ? '' : 'out'}>
                <HandPicture hand={hand} />
                <span class="sr">
                  {nameFor(scene, seat)}: {hand}.
                </span>
              </span>
            ) : null,
          )}
        </li>
      ))}
    </ol>
  );
}

interface PicksProps {
  throws: Action[];
  thrown: Hand | null;
  hinted: Action | null;
  act: (action: Action) => void;
}

/** The three hands as large targets; keys 1, 2, 3 or the first letters do the same. */
function Picks({ throws, thrown, hinted, act }: PicksProps) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target;
      const typing = at instanceof HTMLElement && (at.closest('input, textarea, select, dialog, [role=dialog]') || at.isContentEditable);
      if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
      const hand = hands.find((word, index) => event.key === String(index + 1) || event.key.toLowerCase() === word[0]);
      const action = throws.find((each) => each.hand === hand);
      if (!action) return;
      event.preventDefault();
      act(action);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [throws, act]);
  return (
    <div class="rf-picks" role="group" aria-label="Your hand">
      {hands.map((hand, index) => {
        const action = throws.find((each) => each.hand === hand);
        return (
          <button
            key={hand}
            class={`pick${thrown === hand ? ' thrown' : ''}${action && hinted === action ? ' hinted' : ''}`}
            data-legal={action ? '' : undefined}
            aria-disabled={!action}
            aria-pressed={thrown === hand}
            aria-keyshortcuts={`${index + 1} ${hand[0]}`}
            onClick={() => action && act(action)}
          >
            <HandPicture hand={hand} />
            <span>
              <kbd aria-hidden="true">{index + 1}</kbd> {hand}
            </span>
          </button>
        );
      })}
    </div>
  );
}

interface ContestProps {
  scene: Scene;
  hinted: Action | null;
  act: (action: Action) => void;
  /** Back to the sheets, once it is over. */
  close: () => void;
}

export function Contest({ scene, hinted, act, close }: ContestProps) {
  const view = scene.view as View;
  const tie = view.shared.tie_break!;
  const over = view.phase === 'over';
  const own = typeof scene.seat === 'number' ? scene.seat : null;
  const throws = scene.actions.filter((action) => action.kind === 'throw');
  const thrown = own === null ? null : tie.hands[own];
  const inIt = own !== null && tie.in.includes(own);
  const first = tie.shown[0];
  const tied = first ? first.flatMap((hand, seat) => (hand ? [seat] : [])) : tie.in;
  const waiting = nameList(scene.table.to_act.map((seat) => nameFor(scene, seat)));
  return (
    <section class={`rf-tie${over ? ' over' : ''}`} aria-label="Tie-break">
      <header>
        <h2>Rock, paper, scissors</h2>
        <p>
          {nameList(tied.map((seat) => nameFor(scene, seat)))} share the highest total, {view.seats[tied[0]].score.total}.
        </p>
      </header>
      <Earlier scene={scene} tie={tie} />
      {tie.shown.length > 0 && <Shown scene={scene} tie={tie} time={tie.shown.length - 1} />}
      {!over && (
        <>
          <p class="rf-throw" aria-live="polite">
            <b>Throw {tie.time}</b>{' '}
            {throws.length
              ? 'Choose your hand. Nobody sees it before all have thrown.'
              : thrown
                ? `You throw ${thrown}. ${waiting ? `Waiting for ${waiting}.` : ''}`
                : `${waiting} ${scene.table.to_act.length === 1 ? 'has' : 'have'} yet to throw.`}
          </p>
          {inIt && <Picks throws={throws} thrown={thrown} hinted={hinted} act={act} />}
        </>
      )}
      {over && <button onClick={close}>Look at the city</button>}
    </section>
  );
}
