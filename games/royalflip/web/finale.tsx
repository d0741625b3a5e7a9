// The end in the casino: three reels run and stop at the points of who has won. Coins fall for who deserves them.

import { nameFor, nameList } from 'shell/parts/seats';
import type { FinaleProps } from 'shell/types';

const coins = [22, 61, 98, 143, 187, 226, 262, 299];

/** Alone one plays for the jackpot: less is no reason for coins. */
export function Finale({ scene, result, won }: FinaleProps) {
  const { winners, scores } = result;
  if (!winners.length) return null;
  const best = scores[winners[0]];
  const rich = won && (scores.length > 1 ? winners.length < scores.length : (result.verdict ?? '').includes('jackpot'));
  const digits = String(Math.max(best, 0)).padStart(3, '0').slice(-3);
  const plate = scores.length === 1 ? (rich ? 'Jackpot!' : 'Your points') : nameList(winners.map((seat) => nameFor(scene, seat)));
  return (
    <figure class={rich ? 'finale-picture rf-finale rich' : 'finale-picture rf-finale'} aria-hidden="true">
      <figcaption title={plate}>{plate}</figcaption>
      <svg viewBox="0 0 320 116" width="320" height="116">
        <path class="rim" d="M54 12h212a14 14 0 0 1 14 14v64a14 14 0 0 1-14 14H54a14 14 0 0 1-14-14V26a14 14 0 0 1 14-14z" />
        {[58, 92, 126, 160, 194, 228, 262].map((x, nr) => (
          <g key={x} class="lamp" style={{ '--nr': nr }}>
            <circle cx={x} cy="12" r="4" />
            <circle cx={x} cy="104" r="4" />
          </g>
        ))}
        <path class="arm" d="M280 62h14V34" />
        <circle class="knob" cx="294" cy="28" r="9" />
        {[...digits].map((digit, nr) => (
          <svg key={nr} x={56 + nr * 70} y="24" width="64" height="68" viewBox="0 0 64 68">
            <rect class="window" width="64" height="68" rx="6" />
            <g class="reel" style={{ '--nr': nr }}>
              {[digit, '♦', '7', '♠', '♥', '♣'].map((sign, row) => (
                <text key={row} x="32" y={50 - row * 68} class={sign === '♦' || sign === '♥' ? 'red' : ''}>
                  {sign}
                </text>
              ))}
            </g>
          </svg>
        ))}
        {rich && coins.map((x, nr) => <circle key={x} class="coin" cx={x} cy="8" r="7" style={{ '--nr': (nr * 5) % 8 }} />)}
      </svg>
    </figure>
  );
}
