// What a lesson says: beside the board where there is room, above the buttons where there is not.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from '../app';
import { follow, go } from '../route';
import type { Scene } from '../types';
import type { Tell } from './drawer';
import { BackToInvitation } from './invited';

interface PanelProps {
  scene: Scene;
  tell: Tell;
  /** The lesson asks for a move that nothing shows yet. */
  asks: boolean;
  /** Shows the move that the lesson waits for, or makes it. */
  doIt: () => void;
  /** Opens the list of moves. */
  onMoves: () => void;
}

export function LessonPanel({ scene, tell, asks, doIt, onMoves }: PanelProps) {
  const lesson = scene.lesson!;
  const { table } = scene;
  const [problem, setProblem] = useState('');
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.scrollTo?.(0, 0), [lesson.step, lesson.finished]);
  // On a small screen the board is cut off: what is lit up comes into sight.
  useEffect(() => {
    const timer = setTimeout(() => document.querySelector('.board-area .hinted')?.scrollIntoView({ block: 'nearest' }), 80);
    return () => clearTimeout(timer);
  }, [scene.log.length]);
  const open = (number: number, again = false) =>
    void app.openLesson(table.game, number, again, table.edition?.fingerprint).then(
      (path) => go(path),
      (error) => setProblem(error.message),
    );
  const play = () =>
    void app.makeTable({ game: table.game, seats: quickSeats(table.game) }).then(
      (made) => go(`/t/${made.table.id}`),
      (error) => setProblem(error.message),
    );
  const last = lesson.number + 1 >= lesson.count;
  const percent = Math.round((100 * (lesson.finished ? lesson.steps : lesson.step)) / Math.max(1, lesson.steps));
  return (
    <aside class={lesson.finished ? 'lesson finished' : 'lesson'} aria-label="Lesson">
      <header>
        <p class="quiet">
          Lesson {lesson.number + 1} of {lesson.count}
          {table.edition && `, with ${table.edition.name}`}
        </p>
        <h2>{lesson.title}</h2>
        <progress max={100} value={percent} aria-label={`${lesson.finished ? lesson.steps : lesson.step} of ${lesson.steps} steps done`} />
      </header>
      <p class="says" ref={text} tabIndex={0} role="status" aria-live="polite">
        {lesson.finished && <strong>Done! </strong>}
        {lesson.text}
        {!lesson.finished && (lesson.times ?? 1) > 1 && (
          <em>
            {' '}
            ({lesson.done} of {lesson.times})
          </em>
        )}
        {lesson.next && <span class="next">Next: {lesson.next}</span>}
      </p>
      <div class="buttons">
        <button disabled={!lesson.back} onClick={() => void tell('undo', { seat: 0 })} aria-keyshortcuts="u">
          Back
        </button>
        {!lesson.finished && (
          <button onClick={doIt} aria-keyshortcuts="h">
            {asks ? 'Show me' : 'Do it for me'}
          </button>
        )}
        {!lesson.finished && (
          <button onClick={onMoves} aria-keyshortcuts=":">
            Moves
          </button>
        )}
        {lesson.finished && !last && (
          <button class="primary" onClick={() => open(lesson.number + 1)}>
            Next lesson
          </button>
        )}
        {lesson.finished && (
          <button class={last ? 'primary' : ''} onClick={play}>
            Now play
          </button>
        )}
        {lesson.finished && <BackToInvitation />}
        {lesson.finished && <button onClick={() => open(lesson.number, true)}>Once more</button>}
        <a class="button" href={`/learn/${table.game}`} onClick={follow}>
          {lesson.finished ? 'All lessons' : 'Leave'}
        </a>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </aside>
  );
}

/** Against bots that let a beginner breathe. */
function quickSeats(id: string): unknown[] {
  const game = app.game(id);
  const count = game ? Math.max(game.seats[0], Math.min(game.seats[1], 2)) : 1;
  return [{ kind: 'me' }, ...Array.from({ length: count - 1 }, () => ({ kind: 'bot', level: 1 }))];
}
