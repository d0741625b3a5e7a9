// The end: the title, the points part by part as they add up, and how the cowbot fared.

import { seatLabel } from '../../parts/seats';
import type { Scene } from '../../types';
import type { View } from './model';
import { Picture, type Token } from './symbols';

interface Verdict {
  name: string;
  score: number;
  cards: number;
  regions: number;
  extra: number;
  lowest?: number;
  verdict?: 'won' | 'lost' | 'draw';
}

const parts: [string, Token['kind'], string][] = [
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

export function Final({ scene }: { scene: Scene }) {
  const result = scene.table.result as (typeof scene.table.result & { titles?: string[]; cowbot?: Verdict }) | null;
  const printed = (scene.view as View).shared.map;
  if (!result) return null;
  return (
    <section class="ft-final" aria-label="Final score">
      <ul>
        {result.scores.map((score, seat) => (
          <li key={seat} class={result.winners.includes(seat) ? 'winner' : ''}>
            <strong>
              {scene.table.seats.length > 1 && `${seatLabel(scene.table, seat)}: `}
              {result.titles?.[seat]}
            </strong>
            <span class="sum">
              {parts.map(([key, kind, name]) => (
                <span key={key}>
                  <Picture token={{ kind, n: 0 }} printed={printed} size={20} />
                  {Number(result.breakdown[seat]?.[key] ?? 0)}
                  <span class="sr"> for {name},</span>
                </span>
              ))}
              <b>= {score}</b>
            </span>
          </li>
        ))}
      </ul>
      {result.cowbot && <p>{cowbotWords(result.cowbot)}</p>}
    </section>
  );
}
