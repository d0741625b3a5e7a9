// Rock, paper and scissors, drawn: a fist, a flat hand, two fingers spread.

import type { Hand } from './model';

const palm = <path class="skin" d="M22 58q0-14 13-14h34q13 0 13 14v10q0 20-18 23v9H36v-9Q22 86 22 68Z" />;

function Fist() {
  return (
    <>
      {[21, 36, 51, 66].map((x, index) => (
        <rect key={x} class="skin" x={x} y={index === 0 || index === 3 ? 30 : 26} width="16" height="38" rx="8" />
      ))}
      <path class="skin" d="M21 62q0-6 6-6h48q7 0 7 7v5q0 20-18 23v9H36v-9Q21 86 21 68Z" />
      <path class="skin" d="M18 66q-4-14 10-14h30q9 0 9 8t-9 8H44q-4 0-6 5" />
    </>
  );
}

function Flat() {
  return (
    <>
      {[
        [22, 18],
        [37, 8],
        [52, 10],
        [67, 20],
      ].map(([x, y]) => (
        <rect key={x} class="skin" x={x} y={y} width="15" height={66 - y} rx="7.5" />
      ))}
      <path class="skin" d="M82 60l8-12q6-8 11-3 4 4 0 11L88 78Q82 88 68 91v9H36v-9Q22 87 22 68V54h60Z" />
      <path class="crease" d="M34 68q14 10 34 2" />
    </>
  );
}

function Spread() {
  return (
    <>
      <rect class="skin" x="34" y="4" width="16" height="60" rx="8" transform="rotate(-14 42 64)" />
      <rect class="skin" x="52" y="4" width="16" height="60" rx="8" transform="rotate(16 60 64)" />
      {palm}
      <rect class="skin" x="52" y="50" width="16" height="24" rx="8" />
      <rect class="skin" x="66" y="52" width="15" height="22" rx="7.5" />
      <path class="skin" d="M24 74q-4-12 8-13l26 1q8 1 8 8t-9 7l-12-1q-5 1-7 6" />
    </>
  );
}

const drawings: Record<Hand, () => preact.JSX.Element> = { rock: Fist, paper: Flat, scissors: Spread };

/** A hand; its name stands beside it, so it is scenery to a screen reader. */
export function HandPicture({ hand }: { hand: Hand }) {
  const Drawing = drawings[hand];
  return (
    <svg class={`hand ${hand}`} viewBox="6 0 100 102" aria-hidden="true">
      <Drawing />
    </svg>
  );
}
