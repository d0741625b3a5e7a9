// The moments: a level complete, INSERT COIN, GAME OVER. Short, never in the way of a click, and gone as soon as somebody goes on.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Scene } from 'shell/types';
import { bestScore, type View } from './model';
import { goesOn, momentsBetween, type Moment, type MomentKind } from './moments';
import { PixelText, ShapePicture, Sprite } from './pixels';
import { play, type Sound } from './sound';

const lasting: Record<MomentKind, number> = { complete: 1900, coin: 1900, over: 2800, life: 1500, skip: 1500, end: 2400 };
const sounds: Record<MomentKind, Sound> = { complete: 'complete', coin: 'coin', over: 'over', life: 'life', skip: 'skip', end: 'end' };

/** What is being shown now. Any key or touch passes over all of it. */
export function useMoments(scene: Scene): Moment | null {
  const last = useRef<Scene | null>(null);
  const [queue, setQueue] = useState<Moment[]>([]);
  useEffect(() => {
    const before = last.current;
    last.current = scene;
    if (!before || !scene.view || !before.view) return;
    if (before.table.id !== scene.table.id || scene.log.length < before.log.length) setQueue([]);
    if (!goesOn(before, scene)) return;
    const seat = typeof scene.seat === 'number' ? scene.seat : 0;
    const over = before.table.status === 'running' && scene.table.status === 'over';
    const fresh = momentsBetween(before.view as View, scene.view as View, seat, over, scene.view.seats.length === 1 ? bestScore(scene.view.shared.edition) : 0);
    // A spectator is told what concerns all.
    if (scene.seat === 'public') {
      const all = fresh.filter((moment) => moment.kind === 'over');
      setQueue(all.map((moment) => ({ ...moment, words: 'A Coin from everybody with too few complete levels.' })));
      return;
    }
    // In a replay the moments go with the position that is shown.
    if (!scene.mine.length) setQueue(fresh);
    else if (fresh.length) setQueue((waiting) => [...waiting, ...fresh].slice(-4));
    else if (scene.view.round > before.view.round) play('flip');
  }, [scene]);
  const now = queue[0] ?? null;
  useEffect(() => {
    if (!now) return;
    play(sounds[now.kind]);
    const shownAt = performance.now();
    const timer = setTimeout(() => setQueue((waiting) => waiting.slice(1)), lasting[now.kind]);
    const skip = () => performance.now() - shownAt > 250 && setQueue([]);
    addEventListener('pointerdown', skip);
    addEventListener('keydown', skip);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', skip);
      removeEventListener('keydown', skip);
    };
  }, [now?.key]);
  return now;
}

export function Show({ moment, view }: { moment: Moment | null; view: View }) {
  if (!moment) return null;
  const shape = moment.shape && view.shared.shape_list.find((one) => one.shape === moment.shape);
  const [first, second] = moment.title.split(' ');
  return (
    <div key={moment.key} class={`ic-moment ${moment.kind} shape-${moment.shape ?? 'none'}`} aria-hidden="true">
      <div class="in">
        {shape && <ShapePicture rows={shape.rows} name={shape.shape} />}
        {moment.kind === 'coin' && (
          <span class="machine">
            <Sprite of="coin" />
            <i />
          </span>
        )}
        {moment.kind === 'over' ? (
          <>
            <PixelText text={first} scatter />
            <PixelText text={second} scatter />
          </>
        ) : (
          <PixelText text={moment.title} />
        )}
        <p>{moment.words}</p>
      </div>
    </div>
  );
}
