// Learning a game: its lessons with how far one is, and its rules in our own words.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { useBoard } from '../boards';
import { request } from '../net';
import { Rules } from '../parts/rules';
import { follow, go } from '../route';
import type { LessonState, Tutorial } from '../types';

function stateWords(lesson: LessonState): string {
  if (lesson.running && lesson.step > 0) return `step ${lesson.step + 1} of ${lesson.steps}`;
  if (lesson.learnt) return 'done';
  return `${lesson.steps} steps`;
}

/** Where to go on: what was left half-way, else the first that is new, else the first. */
function nextLesson(lessons: LessonState[]): number {
  const half = lessons.findIndex((lesson) => lesson.running && lesson.step > 0);
  if (half >= 0) return half;
  const fresh = lessons.findIndex((lesson) => !lesson.learnt);
  return Math.max(fresh, 0);
}

function Lessons({ tutorial }: { tutorial: Tutorial }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { game, lessons } = tutorial;
  const next = nextLesson(lessons);
  const open = (number: number) => {
    setBusy(true);
    app.openLesson(game, number).then(go, (error) => {
      setProblem(error.message);
      setBusy(false);
    });
  };
  const begun = lessons.some((lesson) => lesson.learnt || lesson.step > 0);
  const all = lessons.every((lesson) => lesson.learnt);
  return (
    <section class="lessons" aria-labelledby="lessons">
      <header>
        <h2 id="lessons">{tutorial.title}</h2>
        <p class="quiet">Small steps on a real table. The next move is highlighted. You can go back, leave, and continue later.</p>
      </header>
      <ol>
        {lessons.map((lesson, index) => (
          <li key={lesson.title}>
            <button class={index === next && !all ? 'next' : ''} disabled={busy} onClick={() => open(index)}>
              <span class="mark" aria-hidden="true">
                {lesson.learnt ? '✓' : index + 1}
              </span>
              <strong>{lesson.title}</strong>
              <small>{stateWords(lesson)}</small>
            </button>
          </li>
        ))}
      </ol>
      <div class="buttons">
        <button class="primary" disabled={busy} onClick={() => open(next)}>
          {all ? 'Once more from the beginning' : begun ? 'Go on' : 'Begin'}
        </button>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

export function LearnPage({ game }: { game?: string }) {
  const { games, person } = useApp();
  const [tutorials, setTutorials] = useState<Tutorial[] | null>(null);
  const [problem, setProblem] = useState('');
  const shown = game ?? games[0]?.id;
  useEffect(() => {
    request<{ tutorials: Tutorial[] }>('GET', '/api/lessons').then(
      (answer) => setTutorials(answer.tutorials),
      (error) => setProblem(error.message),
    );
  }, [person?.id, shown]);
  useEffect(() => {
    document.title = 'Learn · Flipside';
  }, []);
  const { board } = useBoard(shown);
  const tutorial = tutorials?.find((one) => one.game === shown);
  return (
    <div class={`page game-${shown}`}>
      <header class="page-head">
        <h1>Learn</h1>
        <nav class="tabs" aria-label="Games">
          {games.map((one) => (
            <a key={one.id} href={`/learn/${one.id}`} onClick={follow} aria-current={one.id === shown ? 'page' : undefined}>
              {one.title}
            </a>
          ))}
        </nav>
      </header>
      {problem && <p class="problem">{problem}</p>}
      {tutorial && <Lessons key={tutorial.game} tutorial={tutorial} />}
      {tutorials && !tutorial && <p class="empty">This game has no lessons yet. Its rules are below, and a bot of level 1 is a patient partner.</p>}
      {shown && <Rules game={shown} pictures={board?.rulePictures} />}
    </div>
  );
}
