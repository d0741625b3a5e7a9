// The end of a round and of the game: what the hands paid, and the titles.

import { nameFor } from 'shell/parts/seats';
import type { Scene } from 'shell/types';
import type { Sheet, View } from './model';
import { CardFace } from './tale';
import { counted, sentenceCase } from './words';

/** What came in when the hands were resolved, before the Sheriff comes. */
export function RoundEnd({ view, sheet }: { view: View; sheet: Sheet }) {
  const printed = view.shared.map;
  const hand = sheet.hands[view.round - 1];
  const pay = printed.poker.find((row) => row.hand === hand);
  if (!pay) return null;
  const { margins } = printed;
  const parts: string[] = [];
  if (sheet.pans) parts.push(`${counted(sheet.pans, 'pan')}: ${sheet.pans * margins.pan_gold} gold`);
  if (sheet.hammers) parts.push(`${counted(sheet.hammers, 'hammer')}: $${sheet.hammers * margins.hammer_cash}`);
  return (
    <section class="ft-round" aria-label={`Round ${view.round}`}>
      <ul class="ft-cards">
        {[...sheet.poker, ...(sheet.holdem ?? [])].map((name, place) => (
          <CardFace key={`${place} ${name}`} name={name} />
        ))}
      </ul>
      <p>
        <strong>{sentenceCase(hand)}</strong>
        <span>
          {pay.stars ? `$${pay.cash} and ${counted(pay.stars, 'star')}` : 'pays nothing'}
          {parts.length > 0 && <small> {parts.join(' · ')}</small>}
        </span>
      </p>
    </section>
  );
}

interface Verdict {
  name: string;
  score: number;
  cards: number;
  regions: number;
  extra: number;
  lowest?: number;
  verdict?: 'won' | 'lost' | 'draw';
}

function cowbotWords({ name, verdict, score, cards, regions, extra }: Verdict): string {
  const sum = `${cards} for stolen cards, ${regions} for sites left${extra ? `, ${extra} more` : ''}`;
  if (verdict === 'won') return `You beat ${name}: ${score} points (${sum}).`;
  return verdict === 'draw' ? `A draw with ${name}: ${score} points (${sum}).` : `${name} wins with ${score} points (${sum}).`;
}

/** Who is what now. The result tells the points part by part; here the map is looked at. `fold` puts it away. */
export function Final({ scene, fold }: { scene: Scene; fold: () => void }) {
  const result = scene.table.result as (typeof scene.table.result & { titles?: string[]; cowbot?: Verdict }) | null;
  if (!result) return null;
  return (
    <section class="ft-final" aria-label="Final score">
      <ul>
        {result.scores.map((score, seat) => (
          <li key={seat} class={result.winners.includes(seat) ? 'winner' : ''}>
            <span>
              {scene.table.seats.length > 1 && <small>{nameFor(scene, seat)}</small>} {result.titles?.[seat]}
            </span>
            <b>{score}</b>
          </li>
        ))}
      </ul>
      {result.cowbot && <p>{cowbotWords(result.cowbot)}</p>}
      <button onClick={fold}>Fold away</button>
    </section>
  );
}
