// The end in Fliptown: a poster with who has won, by name and title, and what the head is worth.

import { nameFor, nameList } from 'shell/parts/seats';
import type { FinaleProps } from 'shell/types';

interface Poster {
  name: string;
  title: string;
  points: number;
}

function posterOf({ scene, result }: FinaleProps): Poster | null {
  const { winners, scores, titles = [] } = result;
  const { cowbot } = result as typeof result & { cowbot?: { name: string; score: number; verdict?: string } };
  if (cowbot && cowbot.verdict === 'lost') return { name: cowbot.name, title: 'Cowbot', points: cowbot.score };
  const [first] = winners.length ? winners : [0];
  const name = winners.length > 1 ? nameList(winners.map((seat) => nameFor(scene, seat))) : scene.table.seats[first]?.name || nameFor(scene, first);
  return scores.length ? { name, title: winners.length > 1 ? '' : (titles[first] ?? ''), points: scores[first] } : null;
}

export function Finale(props: FinaleProps) {
  const poster = posterOf(props);
  if (!poster) return null;
  const { name, title, points } = poster;
  return (
    <figure class={props.won ? 'finale-picture ft-poster won' : 'finale-picture ft-poster'} aria-hidden="true">
      <b class="wanted">Wanted</b>
      <svg viewBox="0 0 120 84" width="120" height="84">
        <path class="sky" d="M0 0h120v84H0z" />
        <path class="coat" d="M24 84c0-20 14-28 36-28s36 8 36 28z" />
        <path class="scarf" d="M42 60c6 8 30 8 36 0l-8 16H50z" />
        <path class="face" d="M44 30h32v14c0 12-7 20-16 20s-16-8-16-20z" />
        <path class="ink" d="M50 38h7v3h-7zM63 38h7v3h-7zM53 53c4-4 10-4 14 0-4-2-10-2-14 0z" />
        <path class="hat" d="M20 30c10 5 16 1 20-2 3-14 7-20 12-18 4 2 12 2 16 0 5-2 9 4 12 18 4 3 10 7 20 2-8 8-24 10-40 10S28 38 20 30z" />
        <path class="band" d="M40 26c12 5 28 5 40 0l1 5c-13 4-29 4-42 0z" />
      </svg>
      <strong class="one-line" title={name}>
        {name}
      </strong>
      {title && <em>{title}</em>}
      <span>
        {points} {points === 1 ? 'point' : 'points'}
      </span>
      {props.won && <i>★</i>}
    </figure>
  );
}
