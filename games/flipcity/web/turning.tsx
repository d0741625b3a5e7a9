// A card that turns over: the name of the game. The own one shows big for a moment, the others' small at the edge, also what they buy;
// neither is in the way of a click.

import type { Scene } from 'shell/types';
import { FaceCard, TwoSided } from './faces';
import type { Sides } from './model';
import { momentWords, type CityMoment } from './moments';

export function TurningCard({ scene, sides, moment }: { scene: Scene; sides: Sides; moment: CityMoment | null }) {
  const side = moment && sides.get(moment.face ?? '');
  if (!side || (moment.kind !== 'turn' && moment.kind !== 'buy')) return null;
  const own = moment.seat === scene.seat;
  return (
    <div key={moment.key} class={own ? 'fc-turning' : 'fc-turning other'} aria-hidden="true">
      <div class="fc-card">{moment.kind === 'turn' ? <TwoSided side={side} /> : <FaceCard face={side.face} evening={side.back} />}</div>
      <p>{momentWords(scene, moment)}</p>
    </div>
  );
}
