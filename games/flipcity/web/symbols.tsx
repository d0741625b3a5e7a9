// The symbols of the cards. Each has a shape of its own, and its number stands in it.

import { Drawing } from 'shell/boards/drawing';
import type { Face } from './model';
import pictures from './pictures.json';

export type Symbol = 'cash' | 'points' | 'unhappy' | 'limit' | 'action' | 'forced' | 'next' | 'drop' | 'recycle' | 'flip' | 'gives' | 'cards';

/** A symbol; `text` is written into or beside it. */
export function Sign({ of, text }: { of: Symbol; text?: string | number }) {
  const inside = of === 'cash' || of === 'points';
  return (
    <span class={`fc-sign ${of}`} aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <Drawing parts={pictures[`sign ${of}`]} />
        {inside && text !== undefined && (
          <text x="12" y="17.2" text-anchor="middle" class={of === 'points' ? 'on-blue' : 'on-gold'}>
            {text}
          </text>
        )}
      </svg>
      {!inside && text !== undefined && <small>{text}</small>}
    </span>
  );
}

/** The symbols printed on a face, the most telling first; terse where room is scarce. */
export function Signs({ face, terse }: { face: Face; terse?: boolean }) {
  return (
    <>
      {(face.cash || face.cash_per_unhappy) && <Sign of="cash" text={face.cash_per_unhappy ? `${face.cash ?? 0}+` : face.cash} />}
      {face.points && <Sign of="points" text={face.points} />}
      {Array.from({ length: face.unhappy ?? 0 }, (_, index) => (
        <Sign key={index} of="unhappy" />
      ))}
      {face.limit && <Sign of="limit" text={`+${face.limit}`} />}
      {face.actions && <Sign of="action" text={terse && face.actions === 1 ? undefined : `+${face.actions}`} />}
      {face.forced && <Sign of="forced" />}
      {face.forces_next && <Sign of="next" />}
      {face.drops_bottom && <Sign of="drop" />}
      {face.wins_with && <Sign of="cards" text={face.wins_with} />}
      {face.recycle && <Sign of="recycle" />}
    </>
  );
}
