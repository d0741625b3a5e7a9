// How well a finished game was played: the graph with its mistakes, luck and skill, every costly decision with what was better.

import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  chanceWords,
  costly,
  gradesOf,
  greatestLuck,
  levelOf,
  lostWhere,
  useAnalysis,
  worthWords,
  type Analysis,
  type Choice,
  type Decision,
  type Moment,
  type Played,
} from '../analysis';
import { useAnswers, type Answers } from '../revealedanswers';
import {
  betterWords,
  decidedWords,
  lossWords,
  lostWords,
  luckWords,
  openWords,
  signedFigure,
  sizeWords,
  skillWords,
  unitWords,
  whyWords,
  worstOf,
} from '../decided';
import { useOwnAnalysis } from '../ownanalysis';
import { Asking, deepest } from '../parts/analysisasking';
import { ExpectationGraph, pictureOf, SumsGraph } from '../parts/analysisgraph';
import { Exercises, exercisesOf } from '../parts/exercises';
import { useKeydown } from '../parts/keys';
import { CopyLink } from '../parts/links';
import { seatLabel, withNames } from '../parts/seats';
import { actionsOf } from '../parts/drawn';
import { PositionBoard } from '../parts/positionboard';
import { useTouch } from '../parts/screen';
import { momentAt, ownSeats, turnsOf, useStory, whenOf, type Story } from '../replay';
import { follow } from '../route';
import { saidOf, secondPerson, toReader } from '../parts/lines';

const gradeWords: Record<string, string> = { slip: 'Slip', mistake: 'Mistake', blunder: 'Blunder' };
const mostLuck = 6;
const mostKinds = 5;

/** As it is said to whoever reads: the one own seat is "You". */
function readerName(story: Story, seat: number): string {
  const own = ownSeats(story);
  return own.length === 1 && own[0] === seat ? 'You' : seatLabel(story.table, seat);
}

/** The replay, at the position in which a step was taken. */
const momentOf = (story: Story, step: number) => `/r/${story.table.id}?at=${momentAt(story, step)}`;

/* --- players ------------------------------------------------------------------------------------------------------------ */

const times = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function PlayerCard({ analysis, played, name, chosen, choose }: { analysis: Analysis; played: Played; name: string; chosen: boolean; choose: () => void }) {
  const alone = analysis.players.length === 1;
  const level = levelOf(played);
  const grades = gradesOf(played);
  return (
    <section class={chosen ? 'analysis-player chosen' : 'analysis-player'} aria-label={name}>
      <h2>
        {alone ? (
          name
        ) : (
          <button class="plain" aria-pressed={chosen} onClick={choose}>
            {name}
          </button>
        )}
      </h2>
      {level && (
        <p>
          <b>{Math.round(played.accuracy!)} %</b> accuracy, played like {level}
        </p>
      )}
      {[luckWords(analysis, played), skillWords(analysis, played)].map((words) => words && <p key={words}>{words}</p>)}
      <p>
        {grades ? `Clearly lost ${lostWords(analysis, played, played.loss)} over` : 'No single clear mistake in'} {times(played.decisions, 'decision')}
        {grades && `: ${grades}`}.{!!played.open && ` ${played.open === 1 ? 'One is' : `${played.open} are`} too close to call.`}
      </p>
      {grades && <LostWhere analysis={analysis} played={played} />}
    </section>
  );
}

/** Where the points went, by kind of decision. */
function LostWhere({ analysis, played }: { analysis: Analysis; played: Played }) {
  const where = lostWhere(analysis, played.seat);
  if (!where.length) return null;
  return (
    <ul class="lost-where" aria-label="Where it was lost">
      {where.slice(0, mostKinds).map((one) => (
        <li key={one.theme}>
          <span class="share" aria-hidden="true" style={{ width: `${(100 * one.loss) / where[0].loss}%` }} />
          <b>{lostWords(analysis, played, one.loss)}</b> {one.theme} <small>({times(one.decisions, 'decision')})</small>
        </li>
      ))}
    </ul>
  );
}

/** When it was, in the game's own count. */
function When({ story, step }: { story: Story; step: number }) {
  const words = whenOf(story, step);
  return words ? <small class="when">{words}</small> : null;
}

/* --- one decision --------------------------------------------------------------------------------------------------------- */

/** A choice with what it is worth. Pointing at it or tapping it draws it on the board. */
function ChoiceRow({ analysis, choice, made, shown, show }: { analysis: Analysis; choice: Choice; made: boolean; shown: boolean; show: () => void }) {
  return (
    <tr class={made ? 'made' : ''}>
      <td>
        <button class="plain" aria-pressed={shown} onClick={show} onPointerEnter={(event) => event.pointerType !== 'touch' && show()} onFocus={show}>
          {secondPerson(choice.tell)}
          {made && ' (played)'}
        </button>
      </td>
      <td>{worthWords(analysis, choice)}</td>
    </tr>
  );
}

/** What was wrong with the choice, what was better, and what each was worth. */
function Answer({ analysis, decision, shown, show }: { analysis: Analysis; decision: Decision; shown: number; show: (index: number) => void }) {
  const best = decision.choices[decision.best ?? 0];
  const others = decision.choices
    .map((choice, index) => ({ choice, index }))
    .sort((a, b) => b.choice.value - a.choice.value)
    .filter(({ index }, at) => at < 5 || index === 0);
  return (
    <>
      {decision.reason && <p>{decision.reason}</p>}
      <p>
        <b>Better:</b> {betterWords(decision)}
        {whyWords(best.why)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Choice, shown on the board</th>
            <th scope="col">Worth</th>
          </tr>
        </thead>
        <tbody>
          {others.map(({ choice, index }) => (
            <ChoiceRow key={index} analysis={analysis} choice={choice} made={index === 0} shown={index === shown} show={() => show(index)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The answer is hidden until it was tried or asked for; `attempt` opens the exercise, where there is one. */
function Hidden({ reveal, attempt }: { reveal: () => void; attempt?: () => void }) {
  return (
    <div class="buttons">
      {attempt && (
        <button class="primary" onClick={attempt}>
          Find something better
        </button>
      )}
      <button onClick={reveal}>Show what was better</button>
    </div>
  );
}

interface DetailProps {
  root: RefObject<HTMLElement>;
  analysis: Analysis;
  story: Story;
  decision: Decision;
  answers: Answers;
  attempt?: () => void;
}

function Detail({ root, analysis, story, decision, answers, attempt }: DetailProps) {
  const answered = answers.known(decision.step);
  const place = answered ? (decision.best ?? 0) : 0;
  const [shown, setShown] = useState(place);
  useEffect(() => setShown(place), [decision.step, place]);
  const drawn = decision.choices[shown]?.text;
  // What is found in the background tells the same decision again: the board is not drawn anew for that.
  const board = useMemo(
    () => <PositionBoard story={story} decision={decision} actions={actionsOf(decision.choices)} drawn={drawn} />,
    [story, decision.step, decision.choices.length, drawn],
  );
  return (
    <>
      <section ref={root} class={`analysis-detail ${decision.grade}`} aria-live="polite">
        <h2>
          {gradeWords[decision.grade!]}: {sizeWords(analysis, decision.loss ?? 0)} lost
        </h2>
        <When story={story} step={decision.step} />
        <p>
          {saidOf(readerName(story, decision.seat), decision.choices[0].tell)}
          {whyWords(decision.choices[0].why)}
        </p>
        {answered ? (
          <Answer analysis={analysis} decision={decision} shown={shown} show={setShown} />
        ) : (
          <Hidden reveal={() => answers.reveal(decision.step)} attempt={attempt} />
        )}
        <a class="button" href={momentOf(story, decision.step)} onClick={follow}>
          See it in the replay
        </a>
      </section>
      <div class={`choice-place game-${story.table.game}`}>
        <div class="board-area choice-board" data-shown={drawn}>
          {board}
        </div>
      </div>
    </>
  );
}

/* --- points and chances ----------------------------------------------------------------------------------------------------- */

/** What each seat had, and its chance to win, when each round ended. */
function Rounds({ analysis, story, names }: { analysis: Analysis; story: Story; names: string[] }) {
  const turns = turnsOf(story);
  const chances = analysis.unit === 'share';
  const { points } = story.result;
  if (turns.length < 2) return null;
  const rows = turns.map(({ words, position }, at) => {
    const end = story.positions[(turns[at + 1]?.position ?? story.positions.length) - 1];
    const moment = [...analysis.moments].reverse().find((one) => one.step <= (at + 1 < turns.length ? story.positions[turns[at + 1].position].step : end.step));
    return { words, position, scores: end.scores, moment };
  });
  return (
    <details class="analysis-rounds">
      <summary>{chances ? (points ? 'Points and chances, round by round' : 'Chances, round by round') : 'Points, round by round'}</summary>
      <div class="wide-table" tabIndex={0} role="region" aria-label="Round by round">
        <table>
          <thead>
            <tr>
              <th scope="col">After</th>
              {names.map((name, seat) => (
                <th key={seat} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.position}>
                <th scope="row">
                  <a href={momentOf(story, story.positions[row.position].step)} onClick={follow}>
                    {row.words}
                  </a>
                </th>
                {names.map((_, seat) => (
                  <td key={seat}>
                    {points && row.scores[seat]} <small>{expectedWords(analysis, row.moment, seat)}</small>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** What a seat could expect then, where that is known. */
function expectedWords(analysis: Analysis, moment: Moment | undefined, seat: number): string {
  const value = moment?.value[seat];
  if (value === null || value === undefined) return '';
  return analysis.unit === 'share' ? chanceWords(value, moment!.interval[seat] ?? 0) : `→ ${Math.round(value)}`;
}

/* --- sharing -------------------------------------------------------------------------------------------------------------- */

function download(url: string, name: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

function Sharing({ analysis, story, names, seat }: { analysis: Analysis; story: Story; names: string[]; seat: number }) {
  const picture = () => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureOf(analysis, story.table.title, names, seat))}`;
  const name = `${story.table.game}-${story.table.id.slice(0, 8)}`;
  const asPng = () => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = image.width * 2;
      canvas.height = image.height * 2;
      canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
      download(canvas.toDataURL('image/png'), `${name}.png`);
    };
    image.src = picture();
  };
  return (
    <section class="analysis-sharing">
      <CopyLink label="Link to this analysis" path={`/a/${story.table.id}`} />
      <div class="buttons">
        <button onClick={asPng}>Picture (PNG)</button>
        <button onClick={() => download(picture(), `${name}.svg`)}>Picture (SVG)</button>
        <a class="button" href={`/r/${story.table.id}`} onClick={follow}>
          Replay
        </a>
      </div>
    </section>
  );
}

interface LostProps {
  analysis: Analysis;
  story: Story;
  mistakes: Decision[];
  selected: Decision | null;
  select: (step: number) => void;
  answers: Answers;
}

function Lost({ analysis, story, mistakes, selected, select, answers }: LostProps) {
  const hidden = mistakes.filter((one) => !answers.known(one.step));
  const touch = useTouch();
  return (
    <section>
      <h2>What was lost{mistakes.length > 1 && <small> ({touch ? 'tap one to see it above' : 'step through with ← and →'})</small>}</h2>
      {mistakes.length === 0 && <p class="quiet">No clear mistakes.</p>}
      <ol>
        {mistakes.map((one) => (
          <li key={one.step}>
            <button class={`plain ${one.grade}`} aria-current={one === selected ? 'true' : undefined} onClick={() => select(one.step)}>
              <b>
                {gradeWords[one.grade!]}, {lossWords(analysis, one.loss ?? 0)}
              </b>{' '}
              <When story={story} step={one.step} /> <span>{secondPerson(one.choices[0].tell)}.</span>
              {answers.known(one.step) && one.reason && <span class="reason">{one.reason}</span>}
              {answers.known(one.step) && <span class="reason">Better: {betterWords(one)}.</span>}
            </button>
          </li>
        ))}
      </ol>
      {hidden.length > 1 && (
        <div class="buttons">
          <button onClick={() => answers.reveal(...hidden.map((one) => one.step))}>Show what was better in all {hidden.length}</button>
        </div>
      )}
    </section>
  );
}

function GreatestLuck({ analysis, story, seat }: { analysis: Analysis; story: Story; seat: number }) {
  const luck = useMemo(() => greatestLuck(analysis, seat, mostLuck), [analysis, seat]);
  if (!luck.length) return null;
  return (
    <section>
      <h2>Biggest strokes of luck, good and bad</h2>
      <ol>
        {luck.map((one) => (
          <li key={one.step}>
            <a href={momentOf(story, one.step)} onClick={follow}>
              <b>{signedFigure(analysis, one.luck, one.interval)}</b> <small>{unitWords(analysis)}</small> {one.tell} <When story={story} step={one.step} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/* --- the page ------------------------------------------------------------------------------------------------------------- */

const nothingLost = ({ players }: Analysis, seat: number, name: string) =>
  `${name} made no decision that clearly cost enough to be called a slip${players[seat].open ? `; ${openWords(players[seat])} too close to call` : ''}.`;

function Found({ analysis, story }: { analysis: Analysis; story: Story }) {
  const own = story.table.seats.findIndex((seat) => seat.you);
  const [seat, setSeat] = useState(Math.max(own, 0));
  const mistakes = useMemo(() => costly(analysis, seat), [analysis, seat]);
  const [step, setStep] = useState<number | null>(null);
  const worst = worstOf(analysis, seat);
  const selected = mistakes.find((one) => one.step === step) ?? worst;
  const answers = useAnswers(story.table.id);
  const hidden = worst && !answers.known(worst.step);
  const [exercise, setExercise] = useState<number | null>(null);
  const canTry = !!selected && exercisesOf(analysis, seat).some((one) => one.step === selected.step);
  const labels = story.table.seats.map((_, one) => seatLabel(story.table, one));
  const names = labels.map((_, one) => readerName(story, one));
  const detail = useRef<HTMLElement>(null);
  /** Chosen in the list at the end of the page: what was chosen comes into view. */
  const selectBelow = (next: number) => {
    setStep(next);
    detail.current?.scrollIntoView({ block: 'nearest' });
  };
  useKeydown((key, target) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (!by || !selected || target.closest('.wide-table')) return false;
    const next = mistakes[mistakes.indexOf(selected) + by];
    if (next) setStep(next.step);
    return true;
  });
  return (
    <>
      <p class="analysis-decided">
        {decidedWords(analysis, story, seat, names[seat], !hidden)}{' '}
        {hidden && (
          <button class="plain" onClick={() => answers.reveal(worst.step)}>
            What was better?
          </button>
        )}
      </p>
      <div class="analysis-players">
        {analysis.players.map((played) => (
          <PlayerCard
            key={played.seat}
            analysis={analysis}
            played={played}
            name={names[played.seat]}
            chosen={played.seat === seat}
            choose={() => setSeat(played.seat)}
          />
        ))}
      </div>
      <div class="analysis-main">
        <div class="analysis-graphs">
          <ExpectationGraph analysis={analysis} names={names} seat={seat} selected={selected} select={(decision) => setStep(decision.step)} />
          <SumsGraph analysis={analysis} seat={seat} selected={selected} />
        </div>
        {selected ? (
          <Detail root={detail} {...{ analysis, story, answers }} decision={selected} attempt={canTry ? () => setExercise(selected.step) : undefined} />
        ) : (
          <p class="empty">{nothingLost(analysis, seat, names[seat])}</p>
        )}
      </div>
      <Rounds analysis={analysis} story={story} names={names} />
      <p>
        <small>
          Luck and skill show what this game’s chances and moves changed for a plain player who takes over at that point. A loss is measured against the best
          choice there. Anything that could just as well be chance is left out.
        </small>
      </p>
      <Exercises {...{ analysis, story, seat, answers }} name={names[seat]} open={exercise} setOpen={setExercise} />
      <div class="analysis-lists">
        <Lost {...{ analysis, story, mistakes, selected, answers }} select={selectBelow} />
        <GreatestLuck analysis={analysis} story={story} seat={seat} />
      </div>
      <Sharing analysis={analysis} story={story} names={labels} seat={seat} />
    </>
  );
}

export function AnalysisPage({ id }: { id: string }) {
  const { story, problem } = useStory(id);
  const server = useAnalysis(id);
  const own = useOwnAnalysis(id, server.answer?.analysis);
  const title = story?.table.title ?? '';
  useEffect(() => {
    document.title = `Analysis${title && ` · ${title}`} · Flipside`;
  }, [title]);
  const found = deepest(own, server);
  const analysis = useMemo(() => found && story && withNames(found, (seat) => story.table.seats[seat] && readerName(story, seat)), [found, story]);
  return (
    <div class="page analysis">
      <header class="page-head">
        <h1>{title ? `${title}: analysis` : 'Analysis'}</h1>
        {story?.result.verdict && <p>{toReader({ mine: ownSeats(story), table: story.table }, story.result.verdict)}</p>}
      </header>
      {problem ? (
        <p class="problem" role="alert">
          {problem}
        </p>
      ) : (
        <Asking own={own} server={server} played={!!story?.table.seats.some((seat) => seat.you)} />
      )}
      {story && analysis && <Found analysis={analysis} story={story} />}
    </div>
  );
}
