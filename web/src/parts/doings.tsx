// What the others did, one line per player, shown until you move, press something, or have had time to read it. On a wide screen the lines
// lie over the board's lower edge; on a small one, where that would cover choices, one after the other over the head. They take no clicks.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from '../app';
import type { Scene } from '../types';
import { Face } from './face';
import { linesOf } from './lines';
import { nameFor } from './seats';

export interface Doing {
  seat: number;
  words: string;
  /** Points that the seat has more than before. */
  gain: number;
}

/** How long it can be read, in ms: so much, and so much for each line. */
const lasts = [3500, 2500];
const brisk = 0.5;

/** So many characters can be read at a glance. */
const glance = 90;

/** The steps of a turn in words. Of a long one the last tell most: where it led. */
function inShort(steps: string[]): string {
  let from = steps.length - 1;
  while (from > 0 && steps.slice(from - 1).join('; ').length <= glance) from--;
  return steps.slice(from).join('; ');
}

const totalOf = ({ view }: Scene, seat: number): number => Number(view?.seats?.[seat]?.score?.total ?? view?.seats?.[seat]?.score ?? 0) || 0;

/** What is new between two scenes, of seats that are not played here. */
export function doingsBetween(before: Scene, now: Scene): Doing[] {
  const fresh = now.log.slice(before.log.length);
  const seats = [...new Set(fresh.flatMap(({ seat }) => (typeof seat === 'number' && !now.mine.includes(seat) ? [seat] : [])))].sort((a, b) => a - b);
  return seats.map((seat) => {
    const lines = linesOf(
      now,
      fresh.filter((entry) => entry.seat === seat),
    );
    return {
      seat,
      words: inShort(lines.map(({ words }) => words)),
      gain: totalOf(now, seat) - totalOf(before, seat),
    };
  });
}

/** Each seat's newest doing takes the place of its older one. */
const merged = (old: Doing[], fresh: Doing[]) =>
  [...old.filter(({ seat }) => !fresh.some((doing) => doing.seat === seat)), ...fresh].sort((a, b) => a.seat - b.seat);

/** `read`: how many lines one has had the time to read. */
export function useDoings(scene: Scene, silent: boolean): { doings: Doing[]; read: number } {
  const last = useRef<Scene | null>(null);
  const [doings, setDoings] = useState<Doing[]>([]);
  const [read, setRead] = useState(0);
  const { log, table } = scene;
  useEffect(() => {
    const before = last.current;
    last.current = scene;
    if (!before || before.table.id !== table.id || log.length < before.log.length || table.status !== 'running' || !scene.mine.length) return setDoings([]);
    const own = log.slice(before.log.length).some((entry) => scene.mine.includes(entry.seat as number));
    const fresh = silent ? [] : doingsBetween(before, scene);
    if (own || fresh.length) setDoings((old) => (own ? fresh : merged(old, fresh)));
  }, [table.id, log.length, table.status]);
  useEffect(() => {
    if (!doings.length) return setRead(0);
    const close = () => setDoings([]);
    const each = (lasts[0] / doings.length + lasts[1]) * (app.animation === 'quick' ? brisk : 1);
    const timer = setTimeout(() => (read + 1 < doings.length ? setRead(read + 1) : close()), each);
    addEventListener('pointerdown', close, true);
    addEventListener('keydown', close, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', close, true);
      removeEventListener('keydown', close, true);
    };
  }, [doings, read]);
  return { doings, read };
}

export function Doings({ scene, doings, read }: { scene: Scene; doings: Doing[]; read: number }) {
  if (!doings.length) return null;
  return (
    <ul class="doings" aria-hidden="true">
      {doings.map(({ seat, words, gain }, nr) => (
        <li key={`${seat} ${words}`} class={nr === read ? 'now' : undefined}>
          {scene.table.seats[seat].kind === 'bot' && <Face game={scene.table.game} name={scene.table.seats[seat].name ?? ''} />}
          <span>
            <b>{nameFor(scene, seat)}</b> {words}
          </span>
          {gain > 0 && <b class="gain">+{gain}</b>}
        </li>
      ))}
    </ul>
  );
}
