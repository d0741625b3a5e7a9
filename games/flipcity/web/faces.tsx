// A card as it lies on the table: its symbols down the left edge, so that they can be read in a fan, a drawing, a name.

import type { ComponentChildren } from 'preact';
import { Art } from './art';
import type { Face, Side, Sides } from './model';
import { Signs } from './symbols';

/** More symbols than there is room for above the name, as they stand on other cards. */
function crowded({ cash, cash_per_unhappy, points, unhappy = 0, limit, actions, forced, forces_next, drops_bottom, wins_with, recycle }: Face): boolean {
  return unhappy + [cash || cash_per_unhappy, points, limit, actions, forced, forces_next, drops_bottom, wins_with, recycle].filter(Boolean).length > 3;
}

export function FaceCard({ face, evening }: { face: Face; evening: boolean }) {
  return (
    <div class={evening ? 'fc-face evening' : 'fc-face'} aria-hidden="true">
      <span class={crowded(face) ? 'signs crowded' : 'signs'}>
        <Signs face={face} terse={crowded(face)} />
      </span>
      <Art name={face.face} evening={evening} />
      <span class="title">{face.title}</span>
    </div>
  );
}

/** A card with both of its sides: CSS turns it over. */
export function TwoSided({ side, children }: { side: Side; children?: ComponentChildren }) {
  return (
    <div class="fc-turn">
      <FaceCard face={side.face} evening={side.back} />
      <FaceCard face={side.other} evening={!side.back} />
      {children}
    </div>
  );
}

/** Small drawings with their counts, for piles that are only looked at. */
export function Chips({ counts, sides, label }: { counts: Record<string, number>; sides: Sides; label: string }) {
  const names = Object.keys(counts).filter((name) => counts[name] > 0);
  const words = names.map((name) => `${counts[name]} ${sides.get(name)?.face.title ?? name}`).join(', ');
  return (
    <span class="fc-chips" role="img" aria-label={`${label}: ${words || 'none'}`}>
      {names.map((name) => (
        <span key={name} class="chip" title={sides.get(name)?.face.title}>
          <Art name={name} evening={sides.get(name)?.back ?? false} />
          <b>{counts[name]}</b>
        </span>
      ))}
      {!names.length && <small>none</small>}
    </span>
  );
}
