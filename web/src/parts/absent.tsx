// Somebody has walked away: for how long, and what the others can do about it. Everybody who has a say is asked in the same place, and
// everybody sees how many agree.

import { useEffect, useState } from 'preact/hooks';
import { timeLeft } from '../people';
import type { Scene } from '../types';
import type { Tell } from './drawer';
import { seatLabel } from './seats';
import { isLive } from './terms';

const noticed = 30e3;

interface AwayProps {
  scene: Scene;
  tell: Tell;
}

/** The people who are there, one seat each: they decide. */
function voters({ table }: Scene): number[] {
  const people = new Set<string>();
  return table.seats.flatMap((seat, index) => {
    if (seat.kind !== 'person' || !seat.person || seat.absent_since || people.has(seat.person)) return [];
    people.add(seat.person);
    return [index];
  });
}

function OneAway({ scene, tell, index, gone, wait }: AwayProps & { index: number; gone: number; wait: () => void }) {
  const { table, mine, offers = [] } = scene;
  const seat = table.seats[index];
  const asked = voters(scene);
  const agree = asked.filter((voter) => seat.votes?.includes(voter));
  const end = offers.find(({ kind }) => kind === 'end');
  const own = mine.some((one) => asked.includes(one));
  const left = table.replace_after * 1000 - gone;
  return (
    <li class={own && left <= 0 ? 'for-you' : ''}>
      <p role="status">
        {seatLabel(table, index)} has been away for {timeLeft(gone)}.{' '}
        {left > 0 ? (
          <span class="quiet">In {timeLeft(left)} the others can decide.</span>
        ) : (
          <span class="quiet">
            {agree.length > 0 && `${agree.length} of ${asked.length} for a bot. `}
            {end && `${asked.filter((one) => end.agreed.includes(one)).length} of ${asked.length} for the end.`}
          </span>
        )}
      </p>
      {own && left <= 0 && (
        <>
          {!agree.some((one) => mine.includes(one)) && (
            <button class="primary" onClick={() => void tell('replace', { seat: index })}>
              Let a bot play
            </button>
          )}
          <button onClick={wait}>Wait</button>
          {!end && <button onClick={() => void tell('offer', { kind: 'end' })}>End without result</button>}
        </>
      )}
    </li>
  );
}

interface Gone {
  index: number;
  gone: number;
  wait: () => void;
}

/** Who has been away for long enough to be told of, and for how long. */
export function useAway({ table, now }: Scene): Gone[] {
  const [waits, setWaits] = useState<Record<number, number>>({});
  const [, setTick] = useState(0);
  const [ahead, setAhead] = useState(0);
  const away =
    table.status === 'running' ? table.seats.flatMap((seat, index) => (seat.kind === 'person' && seat.absent_since && !seat.you ? [index] : [])) : [];
  useEffect(() => {
    if (!away.length) return;
    const timer = setInterval(() => setTick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [away.length > 0]);
  useEffect(() => setAhead(now ? Date.now() - now : 0), [now]);
  const least = isLive(table.clock) || !table.clock ? noticed : table.replace_after * 1000;
  return away
    .map((index) => ({ index, gone: Date.now() - ahead - table.seats[index].absent_since! }))
    .filter(({ index, gone }) => gone >= Math.max(least, waits[index] ?? 0))
    .map(({ index, gone }) => ({ index, gone, wait: () => setWaits({ ...waits, [index]: gone + table.replace_after * 1000 }) }));
}

export function Away({ scene, tell, away }: AwayProps & { away: Gone[] }) {
  if (!away.length) return null;
  return (
    <ul class="offers" aria-label="Who is away">
      {away.map((one) => (
        <OneAway key={one.index} {...{ scene, tell }} {...one} />
      ))}
    </ul>
  );
}
