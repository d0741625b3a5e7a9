// The symbols of the cards. Each has a shape of its own, and its number stands in it.

import type { JSX } from 'preact';
import type { Face } from './model';

export type Symbol = 'cash' | 'points' | 'unhappy' | 'limit' | 'action' | 'forced' | 'next' | 'drop' | 'recycle' | 'flip' | 'gives' | 'cards';

const shapes: Record<Symbol, JSX.Element> = {
  cash: <circle class="gold" cx="12" cy="12" r="10.5" />,
  points: (
    <polygon
      class="blue"
      points="12.0,0.0 15.6,3.4 20.5,3.5 20.6,8.4 24.0,12.0 20.6,15.6 20.5,20.5 15.6,20.6 12.0,24.0 8.4,20.6 3.5,20.5 3.4,15.6 0.0,12.0 3.4,8.4 3.5,3.5 8.4,3.4"
    />
  ),
  unhappy: (
    <>
      <circle class="red" cx="12" cy="12" r="10.5" />
      <path class="white" d="M7 17.500c2-4 8-4 10 0M8 8.200v2.300M16 8.200v2.3" />
    </>
  ),
  limit: (
    <>
      <circle class="open" cx="12" cy="12" r="10" />
      <path class="pen" d="M7 14c2 4 8 4 10 0M8 8v2.300M16 8v2.3" />
    </>
  ),
  action: <path class="pen" d="M4 20l9-9M10 5l9 9 2-2-3-3 1-1-4-4c-2-1-4-1-5 1z" />,
  forced: <path class="pen heavy" d="M12 3v11M12 19.500v.5" />,
  next: <path class="pen heavy" d="M3 12h16M13 5.500l6.5 6.5-6.5 6.5" />,
  drop: <path class="pen heavy" d="M12 3v13M6 10.500l6 6 6-6M4 21h16" />,
  recycle: <path class="pen" d="M4 10a8.3 8.3 0 0 1 15-2M20 3v5.500h-5.500M20 14a8.3 8.3 0 0 1-15 2M4 21v-5.500h5.5" />,
  flip: <path class="pen" d="M3 13c0-11 18-11 18 0M21 13l-4-3.500M21 13l1.8-5M5 18h14" />,
  gives: <path class="pen" d="M3 9h18v4H3zM5 13v8h14v-8M12 9v12M12 9C8 9 6 3 9 3s3 6 3 6 0-6 3-6 1 6-3 6z" />,
  cards: <path class="pen" d="M4 6h10v15H4zM8 6V3h12v15h-6" />,
};

/** A symbol; `text` is written into or beside it. */
export function Sign({ of, text }: { of: Symbol; text?: string | number }) {
  const inside = of === 'cash' || of === 'points';
  return (
    <span class={`fc-sign ${of}`} aria-hidden="true">
      <svg viewBox="0 0 24 24">
        {shapes[of]}
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
