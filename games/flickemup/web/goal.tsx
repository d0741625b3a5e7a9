// The goal: in sight all the while with how far each side is, and whole, with its picture and what is new, before the first move.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from 'shell/app';
import { request } from 'shell/request';
import { go } from 'shell/route';
import type { Scene, Tutorial } from 'shell/types';
import { capital, viewOf, type Progress, type View } from './model';
import { newRules } from './news';
import { motifOf, ScenarioPicture } from './pictures';
import { TeamMark } from './symbols';
import { buildingWords, pieceWords, teams, teamWords, tokenWords, type Team } from './words';

/** With parts of which some are done, which. */
function goalWords({ words, parts, done, of }: Progress): string {
  if (!parts || !done || done >= of) return words;
  return `${words} (${parts.map((part) => part.words.replace(/^the /, '')).join(', ')})`;
}

/** Noon that is decided by how things stand: who is ahead is worth saying. */
const openNoon = (view: View): boolean => !/^the \w+ win$/.test(view.goals.noon);

function Pips({ goal: { done, of } }: { goal: Progress }) {
  if (of < 1 || of > 6) return null;
  return (
    <span class="fu-pips" aria-hidden="true">
      {Array.from({ length: of }, (_, i) => (
        <i key={i} class={i < done ? 'done' : ''} />
      ))}
    </span>
  );
}

function Side({ view, team, own }: { view: View; team: Team; own: boolean }) {
  const goals = view.progress[team];
  return (
    <span class={own ? `side ${team} own` : `side ${team}`} data-side={team}>
      <TeamMark team={team} />
      <span class="sr">{teamWords[team]}: </span>
      <span class="goals">
        {goals.length === 0 && 'hold out until noon'}
        {goals.map((goal, i) => (
          <span key={i}>
            {i > 0 && <em> or </em>}
            {goalWords(goal)}
            <Pips goal={goal} />
          </span>
        ))}
      </span>
    </span>
  );
}

/** The sides that somebody at this screen plays for. */
function ownTeams(scene: Scene): Team[] {
  const own = new Set(scene.mine.map((seat) => viewOf(scene).seats[seat]?.team));
  return teams.filter((team) => own.has(team));
}

/** Always in sight: the picture, the scenario's name, and each side's progress. It opens the whole card. */
export function GoalBar({ scene, onOpen }: { scene: Scene; onOpen: () => void }) {
  const view = viewOf(scene);
  const own = ownTeams(scene);
  return (
    <button class="fu-goal" onClick={onOpen} aria-haspopup="dialog" title="The goal of this scenario">
      <ScenarioPicture motif={motifOf(view)} />
      <span class="words">
        <b>{view.scenario}</b>
        {teams.map((team) => (
          <Side key={team} view={view} team={team} own={own.length === 1 && own[0] === team} />
        ))}
      </span>
    </button>
  );
}

/** What is in the houses, in a line each; empty ones are not named. */
function Houses({ view }: { view: View }) {
  const lines = Object.entries(view.shared.buildings).flatMap(([name, { inside, tokens, face_down, closed, closed_until }]) => {
    const things = [
      ...inside.map(pieceWords),
      ...Object.entries(tokens).map(([token, count]) => `${count > 1 ? `${count} × ` : ''}${tokenWords[token]}`),
      ...(face_down ? [`${face_down} face down`] : []),
      ...(closed ? [`closed until ${closed_until} o’clock`] : []),
    ];
    return things.length ? [`${buildingWords[name]}: ${things.join(', ')}.`] : [];
  });
  return lines.length ? <p class="quiet">{lines.join(' ')}</p> : null;
}

/** Both goals as sentences, each once, the own one first, with how far they are, and what noon decides. */
function GoalWords({ view, own }: { view: View; own: Team | null }) {
  const order = own === 'outlaws' ? [...teams].reverse() : teams;
  const who = (team: Team) => (team !== own ? teamWords[team] : team === 'lawmen' ? 'You are the law' : 'You are an outlaw');
  return (
    <>
      <p>{view.story}</p>
      {order.map((team) => (
        <div class={team === own ? 'fu-task own' : 'fu-task'} key={team}>
          <p>
            <TeamMark team={team} /> <b>{who(team)}:</b> {view.goals[team]}.
          </p>
          {view.progress[team].some((goal) => goal.done > 0) && (
            <ul>
              {view.progress[team].map((goal, i) => (
                <li key={i} class={goal.of > 0 && goal.done >= goal.of ? 'met' : ''}>
                  {capital(goalWords(goal))} <Pips goal={goal} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <p>
        <b>At noon:</b> {view.goals.noon}.{openNoon(view) && ` If it were noon now, ${view.progress.noon}.`}
      </p>
      <Houses view={view} />
    </>
  );
}

const seenKey = 'flipside.flickemup.goals';

/** The scenarios whose goal somebody has read in this browser. */
function seenGoals(): string[] {
  try {
    return JSON.parse(localStorage.getItem(seenKey) ?? '[]');
  } catch {
    return [];
  }
}

/** Before somebody's first move in a scenario the whole goal stands there; once it was read it comes when it is asked for. Puzzles and
    lessons say themselves what they are about. */
export function useGoalCard(scene: Scene): { open: boolean; setOpen: (open: boolean) => void } {
  const id = scene.table.id;
  const { scenario } = viewOf(scene);
  const due = () =>
    scene.mine.length > 0 &&
    scene.table.status === 'running' &&
    scene.table.kind !== 'lesson' &&
    !scene.past &&
    scene.log.length < 12 &&
    !seenGoals().includes(scenario);
  const [open, put] = useState(due);
  const setOpen = (next: boolean) => {
    put(next);
    if (!next)
      try {
        localStorage.setItem(seenKey, JSON.stringify([...new Set([...seenGoals(), scenario])]));
      } catch {
        /* a browser that keeps nothing shows it again */
      }
  };
  useEffect(() => put(due()), [id, scene.table.status]); // nor does it stay over a result
  // Whoever plays on beneath it, by a hint or the list of moves, has read it.
  const known = useRef(scene.log.length);
  useEffect(() => {
    const fresh = scene.log.slice(known.current);
    known.current = scene.log.length;
    if (open && fresh.some((entry) => scene.mine.includes(entry.seat as number))) setOpen(false);
  }, [scene.log.length]);
  return { open, setOpen };
}

/** Opens the lesson of that title, or the list of them. */
async function tryLesson(game: string, title: string): Promise<void> {
  try {
    const { tutorials } = await request<{ tutorials: Tutorial[] }>('GET', '/api/lessons');
    const number = tutorials.find((one) => one.game === game)?.lessons.findIndex((lesson) => lesson.title === title) ?? -1;
    go(number < 0 ? `/learn/${game}` : await app.openLesson(game, number));
  } catch {
    go(`/learn/${game}`);
  }
}

export function GoalCard({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const view = viewOf(scene);
  const button = useRef<HTMLButtonElement>(null);
  const news = newRules(view.scenario);
  const own = ownTeams(scene);
  const first = scene.log.length < 12;
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <section
      class="fu-card"
      role="dialog"
      aria-label={`The goal: ${view.scenario}`}
      onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), onClose())}
    >
      <header>
        <ScenarioPicture motif={motifOf(view)} />
        <div>
          <h2>{view.scenario}</h2>
        </div>
      </header>
      <div class="text" tabIndex={0}>
        <GoalWords view={view} own={own.length === 1 ? own[0] : null} />
        {news && (
          <div class="fu-news">
            <h3>New in this scenario</h3>
            <ul>
              {news.words.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
            <button onClick={() => void tryLesson(scene.table.game, news.lesson)}>Try it in a short lesson</button>
          </div>
        )}
      </div>
      <button class="primary" ref={button} onClick={onClose}>
        {first ? 'Let’s play' : 'Back to the town'}
      </button>
    </section>
  );
}
