// A town that somebody has shared: to look at, to play, to build on. The own one stays as it is until it is replaced on purpose.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { app } from 'shell/app';
import { backend } from 'shell/backend';
import { request } from 'shell/request';
import { follow, go } from 'shell/route';
import { Report } from 'shell/workshop/report';
import type { Stage } from '../stage';
import { usePrefs } from '../prefs';
import { teams, teamWords } from '../words';
import { checkTown, type Verdict } from './check';
import { begin } from './history';
import { editorPath, packedHere, readScenario, unpack } from './link';
import { PlayTown } from './play';
import type { Scenario } from './scenario';
import { Star } from './gallery';
import { Field } from './stage';

interface Visited {
  town: Scenario;
  verdict: Verdict;
  by?: string;
  id?: string;
}

interface Shared {
  edition: object;
  by: string;
}

async function visited(id: string | undefined): Promise<Visited> {
  const shared = id ? await request<Shared>('GET', `/api/editions/${id}`) : null;
  const town = shared ? readScenario(shared.edition) : await unpack(packedHere()).catch(() => null);
  if (!town) throw new Error('This link is not whole: a part of it was lost on the way. Ask for it again.');
  const verdict = await checkTown(town);
  if (verdict.state === 'wrong') throw new Error(`This town cannot be played: ${verdict.path ? `${verdict.path}: ` : ''}${verdict.words}`);
  return { town, verdict, by: shared?.by, id };
}

const nothingWrong = new Map<string, string>();

function Shown({ town, verdict, by, id, onBuild }: Visited & { onBuild: () => void }) {
  const stage = useRef<Stage>(null);
  const field = useRef<HTMLDivElement>(null);
  const [prefs] = usePrefs();
  const goals = verdict.view?.goals;
  return (
    <div class="fu-ed fu-ed-visit">
      <header class="fu-ed-head">
        <h1>{town.name}</h1>
        <p>
          {town.story}
          {by && <small> Built by {by}.</small>}
        </p>
      </header>
      <Field
        {...{ stage, field }}
        scenario={town}
        chosen={null}
        wrong={nothingWrong}
        drawn={prefs.drawn}
        reducedMotion={app.reducedMotion}
        label={`The town ${town.name}`}
      />
      <div class="fu-ed-panel">
        {goals && (
          <section class="fu-ed-told" aria-label="Who wins">
            <h3>Who wins</h3>
            {teams.map((team) => (
              <p key={team}>
                <b>{teamWords[team]}:</b> {goals[team] || 'hold out until noon'}
              </p>
            ))}
            <p>
              <b>Noon:</b> {goals.noon || 'nobody wins'}
            </p>
          </section>
        )}
        <PlayTown scenario={town} good />
        <section aria-label="Build on it">
          <h3>Build on it</h3>
          <p class="quiet">You get a copy of your own. What you were building is kept under “New”.</p>
          <button
            type="button"
            onClick={() => {
              begin(town);
              go(editorPath);
              onBuild();
            }}
          >
            Build on it
          </button>
        </section>
        {id && !backend.here && <Star id={id} />}
        {id && !backend.here && <Report id={id} what="town" />}
      </div>
    </div>
  );
}

/** `id`: saved with the server; without it the address has all of it. */
export function Visit({ id, onBuild }: { id?: string; onBuild: () => void }) {
  const [found, setFound] = useState<Visited | null>(null);
  const [problem, setProblem] = useState('');
  const address = useMemo(() => location.href, [id]);
  useEffect(() => {
    let gone = false;
    visited(id).then(
      (one) => !gone && setFound(one),
      (error: Error) => !gone && setProblem(error.message),
    );
    return () => {
      gone = true;
    };
  }, [address]);
  if (problem)
    return (
      <div class="page narrow">
        <p class="problem" role="alert">
          {problem}
        </p>
        <a class="button" href={editorPath} onClick={follow}>
          Build a town of your own
        </a>
      </div>
    );
  return found ? <Shown {...found} onBuild={onBuild} /> : <div class="page narrow" aria-busy="true" />;
}
