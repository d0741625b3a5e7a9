// The moments as they are drawn: a level complete, INSERT COIN, GAME OVER. Never in the way of a click.

import type { Moment as Told } from 'shell/types';
import type { View } from './model';
import type { Moment } from './moments';
import { PixelText, ShapePicture, Sprite } from './pixels';

export function Show({ told, view }: { told: Told | null; view: View }) {
  if (!told || told.kind === 'flip') return null;
  const moment = told as Moment;
  const shape = moment.shape && view.shared.shape_list.find((one) => one.shape === moment.shape);
  const [first, second] = moment.title.split(' ');
  return (
    <div key={`${moment.kind} ${moment.title}`} class={`ic-moment ${moment.kind} shape-${moment.shape ?? 'none'}`} aria-hidden="true">
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
