// A name where there is little room: what does not fit is cut off, but never the number that tells two seats of one person apart.

import type { Scene } from '../types';
import { nameFor, seatCount } from './seats';

export function ShortName({ scene, seat }: { scene: Scene; seat: number }) {
  const name = nameFor(scene, seat);
  const end = ` (${seatCount(scene.table, seat)})`;
  if (!name.endsWith(end)) return <>{name}</>;
  return (
    <span class="short-name" title={name}>
      <span title={name}>{name.slice(0, -end.length)}</span>
      <span>{end}</span>
    </span>
  );
}
