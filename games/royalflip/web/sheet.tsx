// What stands beside the map: the scales, the running score, and the others' sheets, small.

import { SheetList, useTabs } from 'shell/boards/frame';
import { nameFor } from 'shell/parts/seats';
import { ShortName } from 'shell/parts/shortname';
import type { Scene } from 'shell/types';
import { MapPicture } from './city';
import { onTrack, parts, signed, type Part, type Printed, type Sheet, type View } from './model';
import type { RoyalMoment } from './moments';
import { Gem } from './track';

export function Scales({ sheet, printed, majority, part }: { sheet: Sheet; printed: Printed; majority: boolean; part: Part | null }) {
  const here = useTabs(...onTrack);
  const worth = sheet.diamonds ? printed.diamonds[sheet.diamonds - 1] : 0;
  return (
    <div class={`rf-scales${here}`}>
      <div
        class={part === 'diamonds' ? 'gems counts' : 'gems'}
        role="img"
        aria-label={
          majority ? `${sheet.diamonds} diamonds; they score by majority` : `${sheet.diamonds} of ${printed.diamonds.length} diamonds, worth ${worth}`
        }
      >
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

const partWords: Record<Part, string> = { roads: 'Roads', areas: 'Areas', diamonds: 'Diamonds', points: 'Points' };

interface ScoreProps {
  sheet: Sheet;
  gain: number;
  jackpot: number | null;
  part: Part | null;
  setPart: (part: Part | null) => void;
}

/** The running score; touching a part of it shows on the sheet where it comes from. */
export function Score({ sheet, gain, jackpot, part, setPart }: ScoreProps) {
  const here = useTabs(...onTrack);
  return (
    <div class={`rf-score${here}`}>
      <div class="parts" role="group" aria-label="Score">
        {parts.map((key) => (
          <button key={key} aria-pressed={part === key} title={`Show the ${key} on the sheet`} onClick={() => setPart(part === key ? null : key)}>
            <small>{partWords[key]}</small>
            <b>{sheet.score[key]}</b>
          </button>
        ))}
        <p class="total">
          <small>Total</small>
          <b>
            {sheet.score.total}
            {gain !== 0 && <em> {signed(gain)}</em>}
          </b>
        </p>
      </div>
      {jackpot !== null && (
        <p class="jackpot">
          <progress max={jackpot} value={Math.min(sheet.score.total, jackpot)} aria-label={`${sheet.score.total} of the jackpot of ${jackpot}`} />
          <span>Jackpot {jackpot}</span>
        </p>
      )}
    </div>
  );
}

const phaseWords: Record<string, string> = {
  done: 'done',
  over: '',
  wait: 'waits',
  choose: 'chooses',
  write: 'writes',
  track: 'on the track',
  bonus: 'writes',
  throw: 'throws',
  thrown: 'has thrown',
};

interface OthersProps {
  scene: Scene;
  shown: number;
  setShown: (seat: number) => void;
  moment: RoyalMoment | null;
}

export function OtherSheets({ scene, shown, setShown, moment }: OthersProps) {
  const here = useTabs(['sheets']);
  const view = scene.view as View;
  if (view.seats.length < 2) return null;
  return (
    <SheetList
      {...{ shown, setShown }}
      name={`rf-others${view.seats.length > 4 ? ' many' : ''}${here}`}
      label="All sheets"
      seats={view.seats.map((_, seat) => seat)}
      draw={(seat) => {
        const sheet = view.seats[seat];
        const { status, to_act } = scene.table;
        const does = to_act.includes(seat) ? phaseWords[sheet.phase] : sheet.phase === 'choose' && 'has chosen';
        return {
          class: moment?.kind === 'others' || moment?.seat === seat ? 'moving' : '',
          children: (
            <>
              <MapPicture sheet={sheet} printed={view.shared.sheet} small />
              <span class="who">
                <strong title={nameFor(scene, seat)}>
                  <ShortName scene={scene} seat={seat} />
                </strong>
                <b>{sheet.score.total}</b> <span class="sr">points: look at this sheet</span>
              </span>
              {status === 'running' && seat !== scene.seat && does && <small>{does}</small>}
            </>
          ),
        };
      }}
    />
  );
}
