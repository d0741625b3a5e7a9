// The end of a round and of the game: what the hands paid, the title, and the points part by part as they add up.

import { nameFor } from 'shell/parts/seats';
import type { Scene } from 'shell/types';
import type { Sheet, View } from './model';
import { Picture, type Token } from './symbols';
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

const parts: [keyof Sheet & string, Token['kind'], string][] = [
  ['cash', 'cash', 'cash'],
  ['gold', 'gold', 'gold'],
  ['silver', 'silver', 'silver'],
  ['stars', 'star', 'stars'],
];

function cowbotWords({ name, verdict, score, cards, regions, extra }: Verdict): string {
  const sum = `${cards} for stolen cards, ${regions} for sites left${extra ? `, ${extra} more` : ''}`;
  if (verdict === 'won') return `You beat ${name}: ${score} points (${sum}).`;
  return verdict === 'draw' ? `A draw with ${name}: ${score} points (${sum}).` : `${name} wins with ${score} points (${sum}).`;
}

/** `fold` puts it away: it lies over the map that one looks at. */
export function Final({ scene, fold }: { scene: Scene; fold: () => void }) {
  const result = scene.table.result as (typeof scene.table.result & { titles?: string[]; cowbot?: Verdict }) | null;
  const view = scene.view as View;
  const { margins } = view.shared.map;
  if (!result) return null;
  const rate: Record<string, string> = {
    cash: `$${margins.cash_per_point} per point`,
    gold: `${margins.gold_per_point} per point`,
    silver: 'a point each',
    stars: 'a point each',
  };
  return (
    <section class="ft-final" aria-label="Final score">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">Player</span>
              <button onClick={fold}>Fold away</button>
            </th>
            {parts.map(([key, kind, name]) => (
              <th key={key} scope="col" data-tip={`${name}: ${rate[key]}.`}>
                <Picture token={{ kind, n: 0 }} printed={view.shared.map} size={22} />
                <span class="sr">{name}</span>
                <small>{rate[key]}</small>
              </th>
            ))}
            <th scope="col">points</th>
          </tr>
        </thead>
        <tbody>
          {result.scores.map((score, seat) => (
            <tr key={seat} class={result.winners.includes(seat) ? 'winner' : ''}>
              <th scope="row">
                {scene.table.seats.length > 1 && <small>{nameFor(scene, seat)}</small>}
                {result.titles?.[seat]}
              </th>
              {parts.map(([key]) => (
                <td key={key}>
                  <small>{Number(view.seats[seat][key])} </small>
                  {Number(result.breakdown[seat]?.[key] ?? 0)}
                </td>
              ))}
              <td>
                <b>{score}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {result.cowbot && <p>{cowbotWords(result.cowbot)}</p>}
    </section>
  );
}
