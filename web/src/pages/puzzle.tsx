// Solving: the real board in the position, a choice, the verdict, the line, the next one. The server judges and keeps the clock.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { useBoard } from '../boards';
import { request } from '../net';
import { CommandBox } from '../parts/command';
import { TableHead } from '../parts/tablehead';
import { timeLeft } from '../people';
import { leadWords, sceneOf, type PuzzleVerdict, type Rush, type Shown } from '../puzzles';
import { follow } from '../route';
import type { Action } from '../types';
import { secondPerson } from '../parts/lines';

const sentence = (words: string) => words[0].toUpperCase() + words.slice(1);

/** What became of the choice, and what was best. */
function Verdict({ verdict }: { verdict: PuzzleVerdict }) {
  const { best, second, after } = verdict;
  return (
    <div class={verdict.solved ? 'puzzle-verdict solved' : 'puzzle-verdict missed'} role="status">
      <p>
        <b>{verdict.solved ? 'Solved.' : 'Not the best.'}</b> {verdict.why && `It ${verdict.why}. `}
        <span class="best">
          Best: {secondPerson(best.tell)} <small>({best.text})</small>
        </span>
        {after.length > 0 && <span>, then {after.join(', ')}</span>}.
      </p>
      <p class="quiet">
        {verdict.theme}. The next best, “{secondPerson(second.tell)}”, is {leadWords(verdict)} behind.
        {verdict.rated &&
          ` Your rating: ${verdict.mine.rating} (${verdict.change < 0 ? '−' : '+'}${Math.abs(verdict.change)}), ${verdict.mine.streak} in a row.`}
      </p>
    </div>
  );
}

/** Counts down between two answers of the server, whose clock decides. */
function useCountdown(rush: Rush | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!rush || rush.over) return setLeft(0);
    const ends = performance.now() + rush.left;
    const tick = () => setLeft(Math.max(0, ends - performance.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [rush]);
  return left;
}

function RushLine({ rush, left }: { rush: Rush; left: number }) {
  return (
    <p class="puzzle-rush" role="timer" aria-label="Rush">
      <b>{timeLeft(left)}</b> {rush.solved} solved, {rush.missed} of {rush.misses} misses
    </p>
  );
}

/** `id` is "GAME", "GAME/daily", "GAME/rush", "GAME/next/THEME" or "GAME/ID". */
export function PuzzlePage({ id }: { id: string }) {
  const { games, person, reducedMotion } = useApp();
  const [game, what = 'next', theme] = id.split('/');
  const inRush = what === 'rush';
  const [shown, setShown] = useState<Shown | null>(null);
  const [verdict, setVerdict] = useState<PuzzleVerdict | null>(null);
  const [rush, setRush] = useState<Rush | undefined>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState<Action | null>(null);
  const [lookAt, setLookAt] = useState<number | null>(null);
  const [command, setCommand] = useState(false);
  const nextButton = useRef<HTMLButtonElement>(null);
  const { board, problem: boardProblem } = useBoard(game);
  const left = useCountdown(rush);
  const title = games.find((one) => one.id === game)?.title ?? 'Puzzle';

  const take = (answer: Shown) => {
    setShown(answer);
    setVerdict(null);
    setPreview(null);
    setLookAt(null);
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
  const load = (path: string) => run(async () => take(await request<Shown>('GET', `/api/puzzles/${game}/${path}`)));
  const begin = () =>
    run(async () => {
      await app.ensurePerson();
      take(await request<Shown>('POST', '/api/puzzles/rush', { game }));
    });
  const next = () => (inRush ? (rush?.over ? begin() : load('rush')) : load(theme ? `next/${theme}` : 'next'));
  useEffect(() => {
    document.title = `Puzzles · ${title} · Flipside`;
    if (!inRush) void load(theme ? `next/${theme}` : what);
  }, [id]);

  const actText = (text: string) =>
    run(async () => {
      if (!shown || verdict || busy) return;
      await app.ensurePerson();
      const answer = await request<PuzzleVerdict>('POST', '/api/puzzles', { game, puzzle: shown.puzzle.id, move: text, rush: inRush });
      setVerdict(answer);
      setPreview(null);
      if (answer.rush) setRush(answer.rush);
    });
  useEffect(() => {
    if (verdict) nextButton.current?.focus();
  }, [verdict]);
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector('dialog[open]')) return;
    if (event.key === ':' && shown && !verdict) setCommand(true);
    else if (event.key === 'n' && verdict && !busy) void next();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  const timeUp = inRush && rush !== undefined && (rush.over || left <= 0);
  const scene = shown && sceneOf(shown.puzzle, !verdict && !timeUp);
  const Board = board?.Board;
  const line = preview ? sentence(secondPerson(preview.tell || preview.text)) : scene && !verdict ? board?.prompt(scene) : '';
  return (
    <div class={`table-page puzzle-page game-${game}`} data-puzzle={shown?.puzzle.id} data-solved={verdict?.solved}>
      {scene && (
        <TableHead
          scene={scene}
          title={title}
          shown={lookAt ?? shown.puzzle.seat}
          setShown={setLookAt}
          note={shown.daily ? ' · today’s puzzle' : ` · puzzle, rated ${shown.rating}`}
        />
      )}
      <div class="board-area">
        {(problem || boardProblem) && (
          <p class="problem" role="alert">
            {problem || boardProblem}
          </p>
        )}
        {inRush && !shown && (
          <section class="puzzle-start">
            <h1>Rush: {title}</h1>
            <p>Solve as many as you can in three minutes. They get harder; the third miss ends it.</p>
            <button class="primary" disabled={busy} onClick={() => void begin()}>
              Begin
            </button>
          </section>
        )}
        {scene && Board && (
          <Board
            key={shown.puzzle.id}
            scene={scene}
            act={(action) => actText(action.text)}
            preview={preview}
            setPreview={setPreview}
            hints={[]}
            shown={lookAt ?? shown.puzzle.seat}
            setShown={setLookAt}
            reducedMotion={reducedMotion}
            moment={null}
            part={null}
          />
        )}
      </div>
      <div class="strip puzzle-strip">
        {inRush && rush && <RushLine rush={rush} left={left} />}
        {verdict ? (
          <Verdict verdict={verdict} />
        ) : (
          <p class="line your-turn">{timeUp ? `Over: ${rush!.solved} solved. Your best: ${rush!.best}.` : busy && shown ? 'Judging …' : (line ?? '')}</p>
        )}
        <div class="strip-buttons">
          {shown && !verdict && !timeUp && (
            <button onClick={() => setCommand(true)} disabled={busy} aria-keyshortcuts=":">
              Moves
            </button>
          )}
          {(verdict || timeUp) && (
            <button class="primary" ref={nextButton} disabled={busy} aria-keyshortcuts="n" onClick={() => void next()}>
              {timeUp ? 'Once more' : 'Next'}
            </button>
          )}
          <a class="button" href="/puzzles" onClick={follow}>
            All puzzles
          </a>
        </div>
      </div>
      {command && scene && (
        <CommandBox
          actions={scene.actions}
          act={(action) => actText(action.text)}
          actText={(text) => void actText(text)}
          setPreview={setPreview}
          onClose={() => {
            setCommand(false);
            setPreview(null);
          }}
        />
      )}
      {!person && shown && <p class="sr">You play as a guest.</p>}
    </div>
  );
}
