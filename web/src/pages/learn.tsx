// Learning a game: its lessons with how far one is, and its rules in our own words.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { useBoard } from '../boards';
import { request } from '../request';
import { BackToInvitation } from '../parts/invited';
import { Rules } from '../parts/rules';
import { follow, go, query } from '../route';
import type { LessonState, Tutorial } from '../types';
import { readDraft } from '../workshop/draft';

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

/** An edition from the workshop: the one on the bench, or one that was shared. */
interface Own {
  name: string;
  json: unknown;
}

async function ownEdition(game: string, which: string): Promise<Own> {
  if (which !== 'bench') {
    const { name, edition } = await request<{ name: string; edition: unknown }>('GET', `/api/editions/${encodeURIComponent(which)}`);
    return { name, json: edition };
  }
  const draft = readDraft(game);
  if (!draft) throw new Error('There is no edition of this game in the workshop on this device.');
  return { name: String(draft.edition.name), json: draft.edition };
}

function useOwnEdition(game: string | undefined, which: string | null) {
  const [own, setOwn] = useState<Own | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setOwn(null);
    setProblem('');
    if (game && which) ownEdition(game, which).then(setOwn, (error: Error) => setProblem(error.message));
  }, [game, which]);
  return { own, problem };
}

function Lessons({ tutorial, own }: { tutorial: Tutorial; own: Own | null }) {
  const [problem, setProblem] = useState('');
  const [instead, setInstead] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => told.current?.scrollIntoView({ block: 'center' }), [problem]); // on a phone it lies below the list
  const { game } = tutorial;
  // How far one is with the classic says nothing about an edition of one's own.
  const lessons = own ? tutorial.lessons.map((lesson) => ({ ...lesson, learnt: false, running: false, step: 0 })) : tutorial.lessons;
  const next = nextLesson(lessons);
  const open = (number: number, edition = own?.json) => {
    setBusy(true);
    app.openLesson(game, number, false, edition).then(go, (error) => {
      setProblem(error.message);
      setInstead(error.code === 'bad_lesson' ? number : null);
      setBusy(false);
    });
  };
  const begun = lessons.some((lesson) => lesson.learnt || lesson.step > 0);
  const all = lessons.every((lesson) => lesson.learnt);
  return (
    <section class="lessons" aria-labelledby="lessons">
      <header>
        <h2 id="lessons">{tutorial.title}</h2>
        {own && (
          <p>
            With the edition <strong>{own.name}</strong>.{' '}
            <a href={`/learn/${game}`} onClick={follow}>
              With the classic
            </a>
          </p>
        )}
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
        <p class="problem" role="alert" ref={told}>
          {problem}{' '}
          {instead !== null && (
            <button disabled={busy} onClick={() => open(instead, null)}>
              Play it with the classic
            </button>
          )}
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
  const which = query().get('edition');
  const edition = useOwnEdition(shown, which);
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
        <BackToInvitation />
      </header>
      {(problem || edition.problem) && <p class="problem">{problem || edition.problem}</p>}
      {tutorial && !(which && !edition.own) && <Lessons key={`${tutorial.game} ${which}`} tutorial={tutorial} own={edition.own} />}
      {tutorials && !tutorial && <p class="empty">This game has no lessons yet. Its rules are below, and a bot of level 1 is a patient partner.</p>}
      {shown && <Rules game={shown} pictures={board?.rulePictures} />}
    </div>
  );
}
