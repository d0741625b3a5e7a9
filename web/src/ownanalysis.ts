// The analysis of a finished game on the player's own processors, and the last ones that were made here.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Analysis, Answer, Asked, Precision } from './analysis';
import { Analysts } from './here/analysts';
import { Kept } from './here/database';
import { backend } from './backend';

export const precisions: Precision[] = ['quick', 'normal', 'deep'];
const most = 40; // that are kept

export interface OwnAsked extends Asked {
  stop: () => void;
  /** How much of what is too close to call has been looked at more closely; null while nothing is. */
  settling: number | null;
  /** Goes on with that in the background. */
  settle: () => void;
}

const settleFor = 4000; // ms, and then the page shows what has become of it

/** Nobody looks at the page: then nothing is done for it. */
async function whileHidden(run: Run): Promise<void> {
  while (document.hidden && !run.stopped) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

/** A device that runs low on its battery is left alone. */
async function isLow(): Promise<boolean> {
  const ask = (navigator as { getBattery?: () => Promise<{ charging: boolean; level: number }> }).getBattery;
  const battery = await ask?.call(navigator).catch(() => undefined);
  return battery !== undefined && !battery.charging && battery.level < 0.3;
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
  const { ok, text } = await backend.ask('GET', `/api/tables/${id}/record`);
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
  const [settling, setSettling] = useState<number | null>(null);
  const found = useRef('');
  const current = useRef<Run | null>(null);
  const show = () => setAnswer(found.current ? { state: 'done', analysis: JSON.parse(found.current) } : { state: 'none' });
  useEffect(() => {
    if (!backend.canBeHere) return;
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
  /** In the background: one worker that rests half of the time, and none while nobody looks. */
  const goOn = async (run: Run) => {
    run.analysts = await Analysts.start(await recordOf(id), 1);
    found.current ||= known ? JSON.stringify(known) : '';
    const precision = precisions.indexOf((JSON.parse(found.current) as Analysis).precision);
    await run.analysts.know(found.current);
    let first: number | null = null;
    for (let done = 0; done < 1 && !run.stopped && !(await isLow()); ) {
      await whileHidden(run);
      if (run.stopped) return;
      const next = await run.analysts.settle(settleFor, precision);
      ({ done } = next);
      if (run.stopped) return;
      first ??= done;
      found.current = next.told;
      setSettling(done < 1 ? (done - first) / (1 - first) : null);
      show();
      await keep(id, found.current).catch(() => undefined);
    }
  };
  const start = (work: (run: Run) => Promise<void>) => {
    const run: Run = { analysts: null, stopped: false };
    end(current.current);
    current.current = run;
    setProblem('');
    void work(run)
      .catch((error: Error) => setProblem(error.message))
      .then(() => {
        run.analysts?.stop();
        if (run.stopped) return;
        setSettling(null);
        show();
      });
  };
  const ask = (precision: Precision) => {
    setAnswer({ state: 'running', precision, progress: 0 });
    setSettling(null);
    start((run) => analyse(precision, run));
  };
  const settle = () => {
    setSettling(0);
    start(goOn);
  };
  const stop = () => {
    end(current.current);
    setSettling(null);
    show();
  };
  return { answer, problem, ask, stop, settling, settle };
}
