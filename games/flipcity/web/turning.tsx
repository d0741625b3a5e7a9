// A card that turns over: the name of the game. The own one shows big for a moment, the others' small at the edge; neither is in
// the way of a click, and with reduced motion both stay away.

import { useEffect, useRef, useState } from 'preact/hooks';
import { seatLabel } from 'shell/parts/seats';
import type { Scene } from 'shell/types';
import { TwoSided } from './faces';
import { turningsIn, type Sides, type Turning } from './model';

const moment = 1400;

export function TurningCard({ scene, sides, reducedMotion }: { scene: Scene; sides: Sides; reducedMotion: boolean }) {
  const known = useRef<{ table: string; count: number } | null>(null);
  const [queue, setQueue] = useState<Turning[]>([]);
  const count = scene.log.length;
  useEffect(() => {
    const last = known.current;
    known.current = { table: scene.table.id, count };
    if (reducedMotion || !last || last.table !== scene.table.id || count <= last.count) return;
    const fresh = turningsIn(scene, last.count, sides);
    // Nobody has to sit through what was missed, and an own step goes before everything that still waits.
    const acted = scene.log.slice(last.count).some((entry) => entry.seat === scene.seat);
    if (fresh.length || acted) setQueue((waiting) => [...(acted ? [] : waiting), ...fresh].slice(-2));
  }, [count]);
  const now = queue[0];
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setQueue((waiting) => waiting.slice(1)), moment);
    return () => clearTimeout(timer);
  }, [now?.key]);
  const side = now && sides.get(now.from);
  if (!side) return null;
  const own = now.seat === scene.seat;
  const who = own ? 'You' : seatLabel(scene.table, now.seat);
  return (
    <div key={now.key} class={own ? 'fc-turning' : 'fc-turning other'} aria-hidden="true">
      <div class="fc-card">
        <TwoSided side={side} />
      </div>
      <p>
        {who}: {now.tell}
      </p>
    </div>
  );
}
