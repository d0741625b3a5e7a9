// Learning from mistakes: the costliest decisions of a seat as exercises. The position stands on its board, the choices that the
// analysis compared can be tried there or in a list, the verdict follows, and then what was better and why.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { amount, costly, type Analysis, type Choice, type Decision } from '../analysis';
import { useApp } from '../app';
import { useBoard } from '../boards';
import { momentAt, sceneAt, useViews, type Story } from '../replay';
import { follow } from '../route';
import type { Action, Scene } from '../types';
import { secondPerson } from './lines';

const most = 10;

/** The worst first. */
function exercisesOf(analysis: Analysis, seat: number): Decision[] {
  return costly(analysis, seat)
    .filter((one) => one.choices.length > 1)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))
    .slice(0, most);
}

/** In an order that tells nothing: by their words. */
const offered = (decision: Decision) => decision.choices.map((choice, index) => ({ choice, index })).sort((a, b) => a.choice.tell.localeCompare(b.choice.tell));

/** How far a choice is behind the best one; what the futures are not sure of is nothing. */
function behind(decision: Decision, index: number): number {
  const best = decision.choices[decision.best ?? 0];
  const lost = best.lead - decision.choices[index].lead;
  return lost > Math.max(best.lead_interval, decision.choices[index].lead_interval) / 2 ? lost : 0;
}

type Verdict = 'right' | 'good' | 'played' | 'worse';

function verdictOn(decision: Decision, index: number): Verdict {
  if (index === decision.best) return 'right';
  if (index === 0) return 'played';
  return behind(decision, index) === 0 ? 'good' : 'worse';
}

function verdictWords(analysis: Analysis, decision: Decision, index: number): string {
  const lost = amount(analysis, behind(decision, index));
  return {
    right: 'Right: nothing better is known.',
    good: 'Good: as good as the best, as far as the analysis can tell.',
    played: `That is what was played. It loses ${amount(analysis, decision.loss ?? 0)}.`,
    worse: `Not that: it loses ${lost} against the best.`,
  }[verdictOn(decision, index)];
}

/** Choices as a board lights them up. A flick has no fields that a board could offer. */
function actionsOf(decision: Decision): Action[] {
  return decision.choices.flatMap((choice, id) => (choice.fields && !choice.why ? [{ ...choice.fields, id, text: choice.text, tell: choice.tell, gain: 0 } as Action] : []));
}

/* --- the board ------------------------------------------------------------------------------------------------------------- */

interface PositionProps {
  story: Story;
  decision: Decision;
  tried: number | null;
  attempt: (index: number) => void;
}

function PositionBoard({ story, decision, tried, attempt }: PositionProps) {
  const { reducedMotion } = useApp();
  const index = momentAt(story, decision.step);
  const { view, problem, again } = useViews(story.table.id, decision.seat, index, story.positions.length);
  const { board, problem: boardProblem } = useBoard(story.table.game);
  const [preview, setPreview] = useState<Action | null>(null);
  const scene = useMemo<Scene | null>(() => {
    if (!view) return null;
    const past = sceneAt(story, decision.seat, index, view);
    return { ...past, mine: [decision.seat], actions: tried === null ? actionsOf(decision) : [] };
  }, [story, decision, view, tried === null]);
  const Board = board?.Board;
  if (problem || boardProblem)
    return (
      <p class="problem" role="alert">
        {problem || boardProblem} <button onClick={problem ? again : () => location.reload()}>Try again</button>
      </p>
    );
  if (!scene || !Board) return <p role="status">Setting up the position …</p>;
  return (
    <Board
      scene={scene}
      act={(action) => attempt(action.id)}
      preview={preview}
      setPreview={setPreview}
      hints={[]}
      shown={decision.seat}
      setShown={() => undefined}
      reducedMotion={reducedMotion}
      moment={null}
      part={null}
    />
  );
}

/* --- one exercise ------------------------------------------------------------------------------------------------------------ */

function Solution({ analysis, story, decision }: { analysis: Analysis; story: Story; decision: Decision }) {
  const best = decision.choices[decision.best ?? 0];
  return (
    <div class="exercise-line">
      <p>
        <b>Best:</b> {secondPerson(best.tell)} {best.why && `(${best.why})`} · {amount(analysis, best.value)}
      </p>
      <p>
        <b>Played:</b> {secondPerson(decision.choices[0].tell)} · {amount(analysis, decision.choices[0].value)}
      </p>
      {decision.reason && <p>{decision.reason}</p>}
      <a href={`/r/${story.table.id}?at=${momentAt(story, decision.step)}`} onClick={follow}>
        How the game went on
      </a>
    </div>
  );
}

function ChoiceList({ decision, tried, attempt }: { decision: Decision; tried: number | null; attempt: (index: number) => void }) {
  return (
    <ol class="exercise-choices" aria-label="What would you do?">
      {offered(decision).map(({ choice, index }: { choice: Choice; index: number }, place) => (
        <li key={index}>
          <button aria-keyshortcuts={String(place + 1)} aria-pressed={tried === index} class={tried === index ? verdictOn(decision, index) : ''} onClick={() => attempt(index)}>
            <kbd aria-hidden="true">{place + 1}</kbd> {secondPerson(choice.tell)}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Exercise({ analysis, story, decision, solved }: { analysis: Analysis; story: Story; decision: Decision; solved: () => void }) {
  const [tried, setTried] = useState<number | null>(null);
  const [shown, setShown] = useState(false);
  const attempt = (index: number) => {
    setTried(index);
    if (['right', 'good'].includes(verdictOn(decision, index))) {
      setShown(true);
      solved();
    }
  };
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    const one = offered(decision)[Number(event.key) - 1];
    if (!one || event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT|INPUT)$/.test((event.target as HTMLElement).tagName)) return;
    attempt(one.index);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <div class="exercise-parts">
      <div class={`board-area exercise-board game-${story.table.game}`}>
        <PositionBoard story={story} decision={decision} tried={tried} attempt={attempt} />
      </div>
      <div class="exercise-side">
        <ChoiceList decision={decision} tried={tried} attempt={attempt} />
        <p class="exercise-verdict" role="status">
          {tried !== null && verdictWords(analysis, decision, tried)}
        </p>
        <div class="buttons">
          {tried !== null && !shown && <button onClick={() => setTried(null)}>Try again</button>}
          {!shown && <button onClick={() => setShown(true)}>Show the best choice</button>}
        </div>
        {shown && <Solution analysis={analysis} story={story} decision={decision} />}
      </div>
    </div>
  );
}

/* --- all of them ------------------------------------------------------------------------------------------------------------- */

export function Exercises({ analysis, story, seat, name }: { analysis: Analysis; story: Story; seat: number; name: string }) {
  const exercises = useMemo(() => exercisesOf(analysis, seat), [analysis, seat]);
  const [at, setAt] = useState<number | null>(null);
  const [solved, setSolved] = useState<number[]>([]);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    setAt(null);
    setSolved([]);
  }, [exercises]);
  const go = (next: number | null) => {
    setAt(next);
    requestAnimationFrame(() => head.current?.focus());
  };
  if (!exercises.length) return null;
  return (
    <section class="exercises">
      <h2 tabIndex={-1} ref={head}>
        Learn from {story.table.seats[seat]?.you ? 'your' : `${name}'s`} mistakes
        {at !== null && (
          <small>
            {' '}
            {at + 1} of {exercises.length}, {solved.length} solved
          </small>
        )}
      </h2>
      {at === null ? (
        <div class="buttons">
          <button class="primary" onClick={() => go(0)}>
            {exercises.length === 1 ? 'Try one decision again' : `Try ${exercises.length} decisions again`}
          </button>
        </div>
      ) : (
        <>
          <Exercise key={exercises[at].step} analysis={analysis} story={story} decision={exercises[at]} solved={() => setSolved((done) => (done.includes(at) ? done : [...done, at]))} />
          <div class="buttons">
            <button disabled={at === 0} onClick={() => go(at - 1)}>
              Previous
            </button>
            <button disabled={at + 1 >= exercises.length} onClick={() => go(at + 1)}>
              Next
            </button>
            <button onClick={() => go(null)}>Close</button>
          </div>
        </>
      )}
    </section>
  );
}
