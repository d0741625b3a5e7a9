// Learning from mistakes: the costliest decisions of a seat as exercises. The position stands on its board, where any legal move can be
// tried; those that the analysis compared are in a list, too. The verdict follows, and then what was better and why.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { costly, worthWords, type Analysis, type Choice, type Decision } from '../analysis';
import { lossOf, sizeWords, whyWords } from '../decided';
import type { Answers } from '../revealedanswers';
import { momentAt, whenOf, type Story } from '../replay';
import { follow } from '../route';
import { useMoves, useTrying, type Trying } from '../exercisemoves';
import { secondPerson } from './lines';
import { actionsOf } from './drawn';
import { PlayOn } from './playon';
import { PositionBoard } from './positionboard';

const most = 10;

/** The worst first, as far as they stand at normal: what only a quick look calls a mistake teaches nothing. */
export function exercisesOf(analysis: Analysis, seat: number): Decision[] {
  if (analysis.precision === 'quick') return [];
  return costly(analysis, seat)
    .filter((one) => one.choices.length > 1)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))
    .slice(0, most);
}

/** There are mistakes, and a quick look alone has found them. */
const awaitsDeeperLook = (analysis: Analysis, seat: number) => analysis.precision === 'quick' && costly(analysis, seat).some((one) => one.choices.length > 1);

/** In an order that tells nothing: by their words. Moves that were tried besides come last. */
function offered(decision: Decision, compared: number) {
  const all = decision.choices.map((choice, index) => ({ choice, index }));
  return [...all.slice(0, compared).sort((a, b) => a.choice.tell.localeCompare(b.choice.tell)), ...all.slice(compared)];
}

type Verdict = 'right' | 'good' | 'played' | 'worse';

function verdictOn(decision: Decision, index: number): Verdict {
  if (index === decision.best) return 'right';
  if (index === 0) return 'played';
  return lossOf(decision, index) > 0 ? 'worse' : 'good';
}

function verdictWords(analysis: Analysis, decision: Decision, index: number): string {
  const lost = lossOf(decision, index);
  return {
    right: 'Right: nothing better is known.',
    good: 'Good: as far as the analysis can tell, this is as good as the best.',
    played: `That is what was played. It loses ${sizeWords(analysis, lost)}.`,
    worse: `Not that: it loses ${sizeWords(analysis, lost)} against the best.`,
  }[verdictOn(decision, index)];
}

/* --- one exercise ------------------------------------------------------------------------------------------------------------ */

function Solution({ analysis, story, decision }: { analysis: Analysis; story: Story; decision: Decision }) {
  const best = decision.choices[decision.best ?? 0];
  const worth = (choice: Choice) =>
    analysis.unit === 'points' ? `worth ${worthWords(analysis, choice)} points` : `chance to win: ${worthWords(analysis, choice)}`;
  const [playing, setPlaying] = useState(false);
  const index = momentAt(story, decision.step);
  return (
    <div class="exercise-line">
      <p>
        <b>Best:</b> {secondPerson(best.tell)}
        {whyWords(best.why)} · {worth(best)}
      </p>
      <p>
        <b>Played:</b> {secondPerson(decision.choices[0].tell)} · {worth(decision.choices[0])}
      </p>
      {decision.reason && <p>{decision.reason}</p>}
      <div class="buttons">
        <button onClick={() => setPlaying(true)}>Play on from here …</button>
        <a class="button" href={`/r/${story.table.id}?at=${index}`} onClick={follow}>
          How the game went on
        </a>
      </div>
      {playing && <PlayOn story={story} index={index} eyes={decision.seat} onClose={() => setPlaying(false)} />}
    </div>
  );
}

interface ListProps {
  decision: Decision;
  compared: number;
  tried: number | null;
  attempt: (text: string) => void;
}

function ChoiceList({ decision, compared, tried, attempt }: ListProps) {
  return (
    <ol class="exercise-choices" aria-label="What would you do?">
      {offered(decision, compared).map(({ choice, index }: { choice: Choice; index: number }, place) => (
        <li key={index}>
          <button
            aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
            aria-pressed={tried === index}
            class={tried === index ? verdictOn(decision, index) : ''}
            onClick={() => attempt(choice.text)}
          >
            <kbd aria-hidden="true">{place < 9 ? place + 1 : '·'}</kbd> {secondPerson(choice.tell)}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** What is tried, and what became of it. A move that the analysis did not compare is weighed first and joins the choices. */
function useAttempts(decision: Decision, trying: Trying | null) {
  const [besides, setBesides] = useState<Choice[]>([]);
  const [tried, setTried] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const all = useMemo(() => ({ ...decision, choices: [...decision.choices, ...besides] }), [decision, besides]);
  const place = tried === null ? -1 : all.choices.findIndex((choice) => choice.text === tried);
  const attempt = (text: string | null) => {
    setTried(text);
    setProblem('');
    if (text === null || all.choices.some((choice) => choice.text === text)) return;
    const weighed = trying?.weigh(decision.step, text) ?? Promise.reject(new Error('This move cannot be weighed here.'));
    weighed.then(
      (choice) => setBesides((known) => [...known, { ...choice, text }]),
      (error: Error) => setProblem(`That move could not be evaluated: ${error.message}`),
    );
  };
  return { all, tried: place < 0 ? null : place, weighing: tried !== null && place < 0 && !problem, problem, begun: tried !== null, attempt };
}

interface ExerciseProps {
  analysis: Analysis;
  story: Story;
  decision: Decision;
  trying: Trying | null;
  solved: () => void;
  /** The answer is shown: it need not be hidden elsewhere. */
  answered: () => void;
}

function Exercise({ analysis, story, decision, trying, solved, answered }: ExerciseProps) {
  const { all, tried, weighing, problem, begun, attempt } = useAttempts(decision, trying);
  const moves = useMoves(trying, decision.step);
  const [shown, setShown] = useState(false);
  const verdict = useRef<HTMLParagraphElement>(null);
  const best = decision.choices[decision.best ?? 0];
  const good = tried !== null && ['right', 'good'].includes(verdictOn(all, tried));
  const tell = () => {
    setShown(true);
    answered();
  };
  useEffect(() => {
    if (!good) return;
    tell();
    solved();
  }, [good]);
  // Who tried a move on a board that fills the screen sees what became of it.
  useEffect(() => {
    if (tried !== null || problem) verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [tried, problem]);
  const actions = useMemo(
    () => (shown ? actionsOf(decision.choices) : begun ? [] : moves?.length ? moves : actionsOf(decision.choices)),
    [begun, shown, moves, decision],
  );
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    const one = offered(all, decision.choices.length)[Number(event.key) - 1];
    if (!one || event.ctrlKey || event.metaKey || event.altKey || /^(TEXTAREA|SELECT|INPUT)$/.test((event.target as HTMLElement).tagName)) return;
    attempt(one.choice.text);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <div class="exercise-parts" data-moves={moves === null ? undefined : moves.length}>
      <div class={`game-${story.table.game}`}>
        <div class="board-area exercise-board">
          <PositionBoard story={story} decision={decision} actions={actions} attempt={attempt} drawn={shown ? best.text : undefined} />
        </div>
      </div>
      <div class="exercise-side">
        <p class="exercise-task">
          {moves?.length ? 'Play any move on the board, or take one of these:' : 'Take one of the moves that the analysis compared, on the board or here:'}
        </p>
        <ChoiceList decision={all} compared={decision.choices.length} tried={tried} attempt={attempt} />
        <p class="exercise-verdict" role="status" ref={verdict}>
          {weighing ? 'Working out what that is worth …' : problem || (tried !== null && verdictWords(analysis, all, tried))}
        </p>
        <div class="buttons">
          {begun && !weighing && !shown && <button onClick={() => attempt(null)}>Try again</button>}
          {!shown && <button onClick={tell}>Show the best choice</button>}
        </div>
        {shown && <Solution analysis={analysis} story={story} decision={decision} />}
      </div>
    </div>
  );
}

/* --- all of them ------------------------------------------------------------------------------------------------------------- */

/** What an analysis in the background finds besides waits until one is done with the exercises. */
function useHeld(latest: Analysis, held: boolean): Analysis {
  const kept = useRef(latest);
  if (!held) kept.current = latest;
  return kept.current;
}

interface ExercisesProps {
  analysis: Analysis;
  story: Story;
  seat: number;
  name: string;
  answers: Answers;
  /** The step of the exercise that is open. */
  open: number | null;
  setOpen: (step: number | null) => void;
}

export function Exercises({ analysis: latest, story, seat, name, answers, open, setOpen }: ExercisesProps) {
  const analysis = useHeld(latest, open !== null);
  const exercises = useMemo(() => exercisesOf(analysis, seat), [analysis, seat]);
  const at = exercises.findIndex((one) => one.step === open);
  const [solved, setSolved] = useState<number[]>([]);
  const head = useRef<HTMLHeadingElement>(null);
  const trying = useTrying(story.table.id, analysis, at >= 0);
  useEffect(() => {
    setOpen(null);
    setSolved([]);
  }, [exercises]);
  // The board is in view, wherever one came from.
  useEffect(() => {
    if (open === null) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [open]);
  const go = (to: number) => setOpen(exercises[to].step);
  if (!exercises.length)
    return awaitsDeeperLook(analysis, seat) ? (
      <p class="quiet later-exercises">Decisions can be tried again as soon as a deeper look says the same of them.</p>
    ) : null;
  return (
    <section class="exercises">
      <h2 tabIndex={-1} ref={head}>
        Learn from {name === 'You' ? 'your' : `${name}’s`} mistakes
        {at >= 0 && (
          <small> {[whenOf(story, exercises[at].step), `${at + 1} of ${exercises.length}`, `${solved.length} solved`].filter(Boolean).join(', ')}</small>
        )}
      </h2>
      {at < 0 ? (
        <div class="buttons">
          <button class="primary" onClick={() => go(0)}>
            {exercises.length === 1 ? 'Try one decision again' : `Try ${exercises.length} decisions again`}
          </button>
        </div>
      ) : (
        <>
          <Exercise
            key={open}
            analysis={analysis}
            story={story}
            decision={exercises[at]}
            trying={trying}
            solved={() => setSolved((done) => (done.includes(at) ? done : [...done, at]))}
            answered={() => answers.reveal(exercises[at].step)}
          />
          <div class="buttons">
            <button disabled={at === 0} onClick={() => go(at - 1)}>
              Previous
            </button>
            <button disabled={at + 1 >= exercises.length} onClick={() => go(at + 1)}>
              Next
            </button>
            <button onClick={() => setOpen(null)}>Close</button>
          </div>
        </>
      )}
    </section>
  );
}
