// Alone one also plays against the deal: what bots make of the very same cards, thought out on this device after the game, and the next
// mark to reach.

import { useEffect, useState } from 'preact/hooks';
import { adviser } from '../adviser';
import { backend } from '../backend';
import type { Scene } from '../types';

const levels = [3, 5] as const;
/** So many games of each level make a mean. */
const tries = 3;

type Means = Partial<Record<(typeof levels)[number], number>>;

/** The means of the levels, as they come; none where the module cannot be had. */
function useMeans(id: string, wanted: boolean): Means {
  const [means, setMeans] = useState<Means>({});
  useEffect(() => {
    let gone = false;
    const play = async () => {
      const { ok, text: record } = await backend.ask('GET', `/api/tables/${id}/record`);
      if (!ok) return;
      for (const level of levels) {
        let sum = 0;
        for (let number = 1; number <= tries && !gone; number++) sum += (await adviser.think<{ score: number }>({ again: record, level, number })).score;
        if (!gone) setMeans((known) => ({ ...known, [level]: Math.round(sum / tries) }));
      }
    };
    const begin = () => void play().catch(() => undefined); // a module from before does not know how
    let stop = () => {};
    if (wanted) {
      adviser.start();
      if (adviser.ready) begin();
      else stop = adviser.onReady(begin);
    }
    return () => {
      gone = true;
      stop();
    };
  }, [id, wanted]);
  return means;
}

export function Par({ scene, seat }: { scene: Scene; seat: number }) {
  const { table } = scene;
  const points = table.result?.points ?? false;
  const means = useMeans(table.id, points && table.seed !== null);
  const score = table.result?.scores[seat] ?? 0;
  const known = levels.filter((level) => means[level] !== undefined);
  if (!known.length) return null;
  const next = known.find((level) => means[level]! > score);
  return (
    <p class="par">
      On these very cards {known.map((level) => `level ${level} scores ${means[level]}`).join(' and ')} on average.
      {next && ` Next mark: ${means[next]}.`}
      {!next && known.length === levels.length && ' You are ahead of both.'}
    </p>
  );
}
