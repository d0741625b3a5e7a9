// What stands beside the map: the scales, the running score, and the others' sheets, small.

import { seatLabel } from 'shell/parts/seats';
import type { Scene } from 'shell/types';
import { MapPicture } from './map';
import { Gem } from './track';
import type { Printed, Sheet, View } from './model';

export function Scales({ sheet, printed, majority }: { sheet: Sheet; printed: Printed; majority: boolean }) {
  const worth = sheet.diamonds ? printed.diamonds[sheet.diamonds - 1] : 0;
  return (
    <div class="rf-scales">
      <div role="img" aria-label={majority ? `${sheet.diamonds} diamonds; they score by majority` : `${sheet.diamonds} of ${printed.diamonds.length} diamonds, worth ${worth}`}>
        {printed.diamonds.map((value, index) => (
          <span key={index} class={index < sheet.diamonds ? 'full' : ''}>
            <Gem full={index < sheet.diamonds} />
            {!majority && <small>{value}</small>}
          </span>
        ))}
      </div>
      <div class="shifts" role="img" aria-label={`${sheet.shift} ±1 ${sheet.shift === 1 ? 'box' : 'boxes'} to spend`}>
        {Array.from({ length: Math.max(sheet.shift, 3) }, (_, index) => (
          <span key={index} class={index < sheet.shift ? 'box full' : 'box'}>
            ±1
          </span>
        ))}
      </div>
    </div>
  );
}

const parts = [
  ['roads', 'Roads'],
  ['areas', 'Areas'],
  ['diamonds', 'Diamonds'],
  ['points', 'Points'],
] as const;

export function Score({ sheet, gain, jackpot }: { sheet: Sheet; gain: number; jackpot: number | null }) {
  return (
    <div class="rf-score">
      <dl>
        {parts.map(([key, word]) => (
          <div key={key}>
            <dt>{word}</dt>
            <dd>{sheet.score[key]}</dd>
          </div>
        ))}
        <div class="total">
          <dt>Total</dt>
          <dd>
            {sheet.score.total}
            {gain !== 0 && <em>{gain > 0 ? ` +${gain}` : ` ${gain}`}</em>}
          </dd>
        </div>
      </dl>
      {jackpot !== null && (
        <p class="jackpot">
          <progress max={jackpot} value={Math.min(sheet.score.total, jackpot)} aria-label={`${sheet.score.total} of the jackpot of ${jackpot}`} />
          <span>Jackpot {jackpot}</span>
        </p>
      )}
    </div>
  );
}

const phaseWords: Record<string, string> = { done: 'done', over: '', wait: 'waits', choose: 'chooses', write: 'writes', track: 'on the track', bonus: 'writes', throw: 'throws', thrown: 'has thrown' };

export function OtherSheets({ scene, shown, setShown }: { scene: Scene; shown: number; setShown: (seat: number) => void }) {
  const view = scene.view as View;
  if (view.seats.length < 2) return null;
  return (
    <ul class="rf-others" aria-label="All sheets">
      {view.seats.map((sheet, seat) => {
        const name = seat === scene.seat ? 'You' : seatLabel(scene.table, seat);
        return (
          <li key={seat}>
            <button aria-pressed={seat === shown} onClick={() => setShown(seat)}>
              <MapPicture sheet={sheet} printed={view.shared.sheet} />
              <span>
                <strong>{name}</strong> <b>{sheet.score.total}</b> <span class="sr">points: look at this sheet</span>
                {scene.table.status === 'running' && seat !== scene.seat && <small>{phaseWords[sheet.phase] ?? ''}</small>}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
