// Solving: what is asked, the real board in the position, a choice, the verdict and why, the line, the next one; or on from there as a game.
// The server judges and keeps the clock, or this device where there is none.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { behindWords } from '../decided';
import { useBoard } from '../boards';
import { CommandBox } from '../parts/command';
import { useKeydown } from '../parts/keys';
import { TableHead } from '../parts/tablehead';
import { timeLeft } from '../people';
import { askPuzzles, playOn, sceneOf, type PuzzleVerdict, type Rush, type Shown } from '../puzzles';
import { follow, go } from '../route';
import type { Action } from '../types';
import { secondPerson } from '../parts/lines';

const sentence = (words: string) => words[0].toUpperCase() + words.slice(1);

/** "Who plays?" has its mark already. */
const asSentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`);

/** A sentence about a choice, behind "…: " or after a full stop. */
const within = (reason: string) => (/^(It|Your?|The|That|There) /.test(reason) ? reason[0].toLowerCase() + reason.slice(1) : reason);

/** What the best choice gains: over the one that was made, or over the next best. */
function Why({ verdict, actions }: { verdict: PuzzleVerdict; actions: Action[] }) {
  const { solved, second, alone, lead, interval, loss, loss_interval: around, reason } = verdict;
  const next = actions.find(({ text }) => text === second.text) ?? second; // a flick without an aim has words among the actions
  const behind = solved ? behindWords(alone, lead, interval) : behindWords(alone, loss ?? 0, around ?? 0);
  return (
    <p class="puzzle-why">
      {solved ? `The next best, “${secondPerson(next.tell)}”, is ${behind} behind` : loss ? `Your choice is ${behind} behind` : 'Your choice is worth less'}
      {reason ? `: ${within(reason)}` : '.'}
    </p>
  );
}

/** What became of the choice, and what was best. */
function Verdict({ verdict, actions }: { verdict: PuzzleVerdict; actions: Action[] }) {
  const { best, after } = verdict;
  return (
    <div class={verdict.solved ? 'puzzle-verdict solved' : 'puzzle-verdict missed'} role="status">
      <p>
        <b>{verdict.solved ? 'Solved.' : 'Not the best.'}</b> {verdict.why && `It ${verdict.why}. `}
        <span class="best">
          Best: {secondPerson(best.tell)} <small>({best.text})</small>
        </span>
        {after.length > 0 && <span>, then {after.join(', ')}</span>}.
      </p>
      <Why verdict={verdict} actions={actions} />
      <p class="quiet">
        {asSentence(verdict.theme)}
        {verdict.rated &&
          ` Your rating: ${verdict.mine.rating} (${verdict.change < 0 ? '−' : '+'}${Math.abs(verdict.change)}), ${verdict.mine.streak} in a row.`}
      </p>
    </div>
  );
}

/** Counts down between two answers of the server, whose clock decides. Time is left from the first look at an answer on. */
function useCountdown(rush: Rush | undefined): number {
  const [now, setNow] = useState<{ rush: Rush; left: number } | null>(null);
  useEffect(() => {
    if (!rush || rush.over) return;
    const ends = performance.now() + rush.left;
    const timer = setInterval(() => setNow({ rush, left: Math.max(0, ends - performance.now()) }), 250);
    return () => clearInterval(timer);
  }, [rush]);
  if (!rush || rush.over) return 0;
  return now?.rush === rush ? now.left : rush.left;
}

/** The clock, and at the end what came of it: also after the miss that ends the rush, beside what was best. */
function RushLine({ rush, left, over }: { rush: Rush; left: number; over: boolean }) {
  return (
    <p class="puzzle-rush" role="timer" aria-label="Rush">
      <b>{over ? 'Over:' : timeLeft(left)}</b> {rush.solved} solved, {rush.missed} of {rush.misses} misses
      {over && `. Your best: ${Math.max(rush.best, rush.solved)} solved.`}
    </p>
  );
}

/** `id` is "GAME", "GAME/daily", "GAME/rush", "GAME/next/THEME" or "GAME/ID". */
function usePuzzle(id: string) {
  const [game, what = 'next', theme] = id.split('/');
  const inRush = what === 'rush';
  const [shown, setShown] = useState<Shown | null>(null);
  const [verdict, setVerdict] = useState<PuzzleVerdict | null>(null);
  const [rush, setRush] = useState<Rush | undefined>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const left = useCountdown(rush);
  const take = (answer: Shown) => {
    setShown(answer);
    setVerdict(null);
    if (answer.rush) setRush(answer.rush);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  const load = (path: string) => run(async () => take(await askPuzzles<Shown>('GET', `/api/puzzles/${game}/${path}`)));
  const begin = () =>
    run(async () => {
      await app.ensurePerson();
      take(await askPuzzles<Shown>('POST', '/api/puzzles/rush', { game }));
    });
  const next = () => (inRush ? (rush?.over ? begin() : load('rush')) : load(theme ? `next/${theme}` : 'next'));
  useEffect(() => {
    if (!inRush) void load(theme ? `next/${theme}` : what);
  }, [id]);
  const actText = (text: string) =>
    run(async () => {
      if (!shown || verdict || busy) return;
      await app.ensurePerson();
      const answer = await askPuzzles<PuzzleVerdict>('POST', '/api/puzzles', { game, puzzle: shown.puzzle.id, move: text, rush: inRush });
      setVerdict(answer);
      if (answer.rush) setRush(answer.rush);
    });
  const timeUp = inRush && rush !== undefined && (rush.over || left <= 0);
  const open = !verdict && !timeUp;
  // Afterwards the solution is drawn where it happens, as a hint is.
  const actions = useMemo(() => {
    if (!shown || open) return shown?.puzzle.actions ?? [];
    return shown.puzzle.actions.filter(({ text }) => text === verdict?.best.text || verdict?.best.text.startsWith(`${text} `));
  }, [shown, verdict, open]);
  const scene = useMemo(() => shown && sceneOf(shown.puzzle, actions), [shown, actions]);
  const hints = useMemo(() => (verdict ? [{ ...verdict.best, value: 0, visits: 0 }] : []), [verdict]);
  // On a small screen it may lie outside of what is seen.
  useEffect(() => {
    if (verdict) document.querySelector('.board-area .hinted')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [verdict, hints]);
  const goOn = () =>
    run(async () => {
      await app.ensurePerson();
      go(`/t/${await playOn(game, shown!.puzzle.id)}`);
    });
  return { game, inRush, shown, scene, verdict, hints, rush, left, timeUp, problem, busy, begin, next, actText, goOn };
}

type Puzzle = ReturnType<typeof usePuzzle>;

function RushStart({ title, busy, begin }: { title: string; busy: boolean; begin: () => Promise<void> }) {
  return (
    <section class="puzzle-start">
      <h1>Rush: {title}</h1>
      <p>Solve as many puzzles as you can in three minutes. They get harder, and the third miss ends the rush.</p>
      <button class="primary" disabled={busy} onClick={() => void begin()}>
        Begin
      </button>
    </section>
  );
}

function PuzzleStrip({ puzzle, line, onMoves }: { puzzle: Puzzle; line: string; onMoves: () => void }) {
  const { inRush, rush, left, verdict, timeUp, busy, shown, next, goOn } = puzzle;
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (verdict) nextButton.current?.focus();
  }, [verdict]);
  return (
    <div class="strip puzzle-strip">
      {inRush && rush && <RushLine rush={rush} left={left} over={timeUp} />}
      {verdict ? (
        <Verdict verdict={verdict} actions={shown!.puzzle.actions} />
      ) : (
        <p class="line your-turn">
          {shown && !timeUp && <b class="puzzle-task">{shown.puzzle.task} </b>}
          {timeUp ? 'The rush is over.' : busy && shown ? 'Judging …' : line}
        </p>
      )}
      <div class="strip-buttons">
        {shown && !verdict && !timeUp && (
          <button onClick={onMoves} disabled={busy} aria-keyshortcuts=":">
            Moves
          </button>
        )}
        {(verdict || timeUp) && (
          <button class="primary" ref={nextButton} disabled={busy} aria-keyshortcuts="n" onClick={() => void next()}>
            {timeUp ? 'Once more' : 'Next'}
          </button>
        )}
        {verdict && !inRush && (
          <button disabled={busy} onClick={() => void goOn()}>
            {shown!.puzzle.seats > 1 ? 'Play on against bots' : 'Play on from here'}
          </button>
        )}
        <a class="button" href="/puzzles" onClick={follow}>
          All puzzles
        </a>
      </div>
    </div>
  );
}

export function PuzzlePage({ id }: { id: string }) {
  const { games, person, reducedMotion } = useApp();
  const puzzle = usePuzzle(id);
  const { game, shown, scene, verdict, busy, actText } = puzzle;
  const [pointed, setPreview] = useState<Action | null>(null);
  const [looked, setLooked] = useState<{ puzzle: string; seat: number } | null>(null);
  const [command, setCommand] = useState(false);
  const { board, problem: boardProblem } = useBoard(game);
  const problem = puzzle.problem || boardProblem;
  const title = games.find((one) => one.id === game)?.title ?? 'Puzzle';
  useEffect(() => {
    document.title = `Puzzles · ${title} · Flipside`;
  }, [id]);
  useEffect(() => setPreview(null), [shown, verdict]);
  useKeydown((key) => {
    if (key === ':' && shown && !verdict) setCommand(true);
    else if (key === 'n' && verdict && !busy) void puzzle.next();
    else return false;
    return true;
  });
  const seat = looked?.puzzle === shown?.puzzle.id ? looked?.seat : shown?.puzzle.seat;
  const look = (next: number) => setLooked({ puzzle: shown!.puzzle.id, seat: next });
  const preview = verdict ? (scene?.actions.find(({ text }) => text === verdict.best.text) ?? null) : pointed;
  const Board = board?.Board;
  const line = preview && !verdict ? sentence(secondPerson(preview.tell || preview.text)) : scene && !verdict ? board?.prompt(scene) : '';
  const note = shown?.daily ? ' · today’s puzzle' : ` · puzzle, rated ${shown?.rating}`;
  const moves = { act: (action: Action) => void (verdict || actText(action.text)), setPreview };
  const closeCommands = () => {
    setCommand(false);
    setPreview(null);
  };
  return (
    <div class={`table-page puzzle-page game-${game}`} data-puzzle={shown?.puzzle.id} data-solved={verdict?.solved}>
      {scene && <TableHead scene={scene} title={title} shown={seat!} setShown={look} note={note} />}
      <div class="board-area">
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {puzzle.inRush && !shown && <RushStart title={title} busy={busy || !board} begin={puzzle.begin} />}
        {scene && Board && (
          <Board
            key={shown!.puzzle.id}
            {...{ scene, ...moves, preview, reducedMotion }}
            shown={seat!}
            setShown={look}
            hints={puzzle.hints}
            moment={null}
            part={null}
          />
        )}
      </div>
      <PuzzleStrip puzzle={puzzle} line={line ?? ''} onMoves={() => setCommand(true)} />
      {command && scene && <CommandBox actions={scene.actions} {...moves} actText={(text) => void actText(text)} onClose={closeCommands} />}
      {!person && shown && <p class="sr">You play as a guest.</p>}
    </div>
  );
}
