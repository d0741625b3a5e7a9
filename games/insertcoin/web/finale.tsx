// The end on the screen of an arcade machine: a list of scores with initials. Whose lives are gone reads GAME OVER.

import type { FinaleProps } from 'shell/types';
import { bestScore, isLost, type View } from './model';
import { PixelText } from './pixels';

/** Three letters of a name, as one would enter them; the letters that the machine has. */
function initials(name: string): string {
  const plain = name.normalize('NFD').toUpperCase();
  const words = plain.split(/[^A-Z0-9]+/).filter(Boolean);
  const letters = words.length > 2 ? words.map((word) => word[0]).join('') : words.join('');
  return letters.slice(0, 3).padEnd(3, '-');
}

interface Row {
  name: string;
  score: number;
  own: boolean;
  won: boolean;
}

/** The winner first; alone, one's own best on this device stands in the list. */
function rowsOf({ scene, result }: FinaleProps): Row[] {
  const { seats } = scene.table;
  const rows = result.scores.map((score, seat) => ({
    name: initials(seats[seat]?.name ?? ''),
    score,
    own: scene.mine.includes(seat),
    won: result.winners.includes(seat),
  }));
  const best = seats.length === 1 && scene.mine.length ? bestScore((scene.view as View).shared.edition) : 0;
  if (best > result.scores[0]) rows.push({ name: 'TOP', score: best, own: false, won: true });
  return rows.sort((a, b) => (seats.length > 1 ? Number(b.won) - Number(a.won) : 0) || b.score - a.score);
}

export function Finale(props: FinaleProps) {
  const lost = isLost(props.scene.view as View);
  const wins = props.won && props.result.winners.length < props.result.scores.length;
  return (
    <figure class={['finale-picture ic-finale', lost && 'lost', wins && 'won'].filter(Boolean).join(' ')} aria-hidden="true">
      <PixelText text={lost ? 'GAME OVER' : 'HIGH SCORES'} />
      <ol>
        {rowsOf(props).map((row, place) => (
          <li key={place} class={row.own ? 'own' : ''} style={{ '--nr': place }}>
            <PixelText text={`${place + 1}. ${row.name} ${String(Math.max(row.score, 0)).padStart(3, '0')}`} />
          </li>
        ))}
      </ol>
    </figure>
  );
}
