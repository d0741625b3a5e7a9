// Coming back to a slow game: what happened since one was here is played on the board, and can be passed over.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Since } from '../api';
import { app } from '../app';
import { request } from '../request';
import type { Paced } from '../pacing';
import { isLive } from '../parts/terms';
import type { BoardModule, Scene } from '../types';

const keyOf = (table: string) => `flipside.seen.${table}`;
const seenOf = (table: string) => Number(localStorage.getItem(keyOf(table)) ?? 0);

/** Others play here too, at their own pace. */
const isSlow = ({ table, mine, lesson }: Scene) =>
  !lesson && mine.length === 1 && !isLive(table.clock) && table.seats.some((seat) => seat.kind === 'person' && !seat.you);

const missed = (scene: Scene) => {
  const seen = seenOf(scene.table.id);
  return scene.table.status === 'running' && isSlow(scene) && seen > 0 && scene.log.length - seen > 1 && !document.hidden && app.animation !== 'none';
};

/** The table as it was then. */
function sceneThen(now: Scene, { steps, view }: Since['moments'][number]): Scene {
  const table = { ...now.table, steps, to_act: (view as { to_act?: number[] }).to_act ?? [] };
  return { ...now, table, view, log: now.log.slice(0, steps), actions: [], can_undo: false };
}

/** Between the scenes that arrive and those that are seen: `take` holds them back until what was missed is here. */
export function useSince(paced: Paced, board: BoardModule | null, noBoard: boolean) {
  const [moments, setMoments] = useState<Since['moments'] | null>(null);
  const [playing, setPlaying] = useState(false);
  const held = useRef<Scene | null>(null);
  const begun = useRef('');
  const take = (now: Scene) => {
    if (held.current) held.current = now;
    else if (begun.current === now.table.id || !missed(now)) {
      begun.current = now.table.id;
      paced.take(now);
    } else {
      begun.current = now.table.id;
      held.current = now;
      request<Since>('GET', `/api/tables/${now.table.id}/since/${now.seat}/${seenOf(now.table.id)}`).then(
        (answer) => setMoments(answer.moments),
        () => setMoments([]),
      );
    }
  };
  useEffect(() => {
    const now = held.current;
    if (!now || !moments || !(board || noBoard)) return;
    held.current = null;
    for (const moment of moments) paced.take(sceneThen(now, moment));
    paced.take(now);
    setPlaying(moments.length > 0);
    setMoments(null);
  }, [moments, board, noBoard]);
  const { scene, moment, latest } = paced;
  useEffect(() => {
    if (playing && !moment && scene?.log.length === latest?.log.length) setPlaying(false);
  }, [playing, moment, scene]);
  useEffect(() => {
    if (!scene || playing || document.hidden || !isSlow(scene)) return;
    if (scene.table.status === 'running') localStorage.setItem(keyOf(scene.table.id), String(scene.log.length));
    else localStorage.removeItem(keyOf(scene.table.id));
  }, [scene?.log.length, scene?.table.status, playing]);
  return { take, playing };
}

export function SinceBar({ skip }: { skip: () => void }) {
  return (
    <div class="since-bar" role="status">
      <span>What happened since you were here</span>
      <button onClick={skip}>Skip</button>
    </div>
  );
}
