// A seat's clock: what was left, minus what has run since, by the server's time.

import { useEffect, useState } from 'preact/hooks';
import { app } from '../app';
import { timeLeft } from '../people';
import type { Scene, Seat } from '../types';

/** How far this device's clock is ahead of the server's, as the newest scene tells. */
const skews = new WeakMap<Scene, number>();

function skewOf(scene: Scene): number {
  if (!skews.has(scene)) skews.set(scene, Date.now() - (scene.now ?? Date.now()));
  return skews.get(scene)!;
}

export function leftOf(scene: Scene, seat: Seat, now = Date.now()): number {
  const { left, since } = seat.clock!;
  return since === null ? left : left - (now - skewOf(scene) - since);
}

export function SeatClock({ scene, seat }: { scene: Scene; seat: Seat }) {
  const clock = seat.clock;
  const runs = clock?.since !== null && clock?.since !== undefined;
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setTick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  if (!clock || scene.table.status !== 'running') return null;
  if (clock.out) return <span class="clock out">bot plays</span>;
  const left = leftOf(scene, seat);
  return (
    <span class={['clock', runs && 'runs', left < 20000 && 'short'].filter(Boolean).join(' ')} role="timer" aria-label={`${timeLeft(left)} left`}>
      {timeLeft(left)}
    </span>
  );
}

/** Has the time of whoever looks run out? */
export const isUp = ({ mine, table }: Scene) => table.status === 'running' && mine.some((seat) => table.seats[seat].clock?.out);

/** Somebody whose time ran out comes back: one press, and the seat is theirs again. */
export function TimeIsUp({ scene }: { scene: Scene }) {
  if (!isUp(scene)) return null;
  return (
    <div class="connection" role="alert">
      <span>Your time ran out, so a bot is playing for you. {scene.table.seats.length > 1 && 'The game counts as lost to those who kept theirs.'}</span>
      <button onClick={() => void app.connection.ask('back', { table: scene.table.id }).catch(() => undefined)}>I am back</button>
    </div>
  );
}
