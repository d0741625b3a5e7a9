// The analysis of a finished game on the player's own processors, and the last ones that were made here.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Analysis, Answer, Asked, Precision } from './analysis';
import { Analysts } from './here/analysts';
import { Kept } from './here/kept';
import { house } from './house';

export const precisions: Precision[] = ['quick', 'normal', 'deep'];
const most = 40; // that are kept

export interface OwnAsked extends Asked {
  stop: () => void;
}

const database = () => Kept.open('flipside-analyses');
const isOf = (id: string) => (key: string) => key.endsWith(`/${id}`);

async function find(id: string): Promise<string> {
  const kept = await database();
  const key = (await kept.keys()).find(isOf(id));
  return key ? kept.get(key) : '';
}

/** Under the time and the table, so that the oldest come first. */
async function keep(id: string, text: string): Promise<void> {
  const kept = await database();
  const keys = await kept.keys();
  const old = new Set([...keys.filter(isOf(id)), ...keys.slice(0, Math.max(0, keys.length - most))]);
  await kept.put([...[...old].map((key): [string, null] => [key, null]), [`${Date.now()}/${id}`, text]]);
}

/** The analyses of a game that were made here, by table. */
export async function madeHere(game: string): Promise<Map<string, Analysis>> {
  const found = new Map<string, Analysis>();
  for (const [key, text] of await (await database()).all()) {
    const analysis = JSON.parse(text) as Analysis;
    if (analysis.game === game) found.set(key.slice(key.indexOf('/') + 1), analysis);
  }
  return found;
}

export async function recordOf(id: string): Promise<string> {
  const { ok, text } = await house.ask('GET', `/api/tables/${id}/record`);
  if (!ok) throw new Error(JSON.parse(text).error.message);
  return text;
}

/** An analysis in progress. */
interface Run {
  analysts: Analysts | null;
  stopped: boolean;
}

function end(run: Run | null): void {
  if (!run) return;
  run.stopped = true;
  run.analysts?.stop();
}

/** As useAnalysis, on this device; `known` is what the server has found, to begin with. */
export function useOwnAnalysis(id: string, known: Analysis | undefined): OwnAsked {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState('');
  const found = useRef('');
  const current = useRef<Run | null>(null);
  const show = () => setAnswer(found.current ? { state: 'done', analysis: JSON.parse(found.current) } : { state: 'none' });
  useEffect(() => {
    if (!house.canBeHere) return;
    const take = (text: string) => {
      found.current = text;
      show();
    };
    find(id).then(take, () => take(''));
    return () => end(current.current);
  }, [id]);

  /** One precision after the other: there is something to look at soon. */
  const analyse = async (wanted: Precision, run: Run) => {
    const record = await recordOf(id);
    run.analysts = await Analysts.start(record);
    if (run.stopped) return run.analysts.stop();
    found.current ||= known ? JSON.stringify(known) : '';
    for (const precision of precisions.slice(0, precisions.indexOf(wanted) + 1)) {
      const analysis = found.current ? (JSON.parse(found.current) as Analysis) : undefined;
      const tell = (progress: number) => run.stopped || setAnswer({ state: 'running', precision, progress, analysis });
      found.current = await run.analysts.analyse(precisions.indexOf(precision), found.current, tell);
      await keep(id, found.current).catch(() => undefined);
    }
  };
  const ask = (precision: Precision) => {
    const run: Run = { analysts: null, stopped: false };
    end(current.current);
    current.current = run;
    setProblem('');
    setAnswer({ state: 'running', precision, progress: 0 });
    void analyse(precision, run)
      .catch((error: Error) => setProblem(error.message))
      .then(() => {
        run.analysts?.stop();
        if (!run.stopped) show();
      });
  };
  const stop = () => {
    end(current.current);
    show();
  };
  return { answer, problem, ask, stop };
}
