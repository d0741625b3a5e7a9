// The bar under the town: what the chosen cowboy can do, as big buttons; while aiming, the aim in numbers.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Action } from 'shell/types';
import type { AimControl, Aiming } from './aim';
import { powerOf } from './aim';
import { reachOfSpeed } from './measures';
import { isOpen } from 'shell/parts/openmoves';
import { useTouch } from 'shell/parts/screen';
import { buttonWords, deedWords, lineWords } from './deeds';
import { capital, flickOf, rangeOf, type View } from './model';
import { DeedMark, Hat, Hearts, TokenMark } from './symbols';

interface BarProps {
  view: View;
  actions: Action[];
  hinted: string | null;
  pick: (action: Action) => void;
  setPreview: (action: Action | null) => void;
}

/** A finger does not hover: what it only passes is not meant. */
export const hovers = (): boolean => matchMedia('(hover: hover)').matches;

/** Several flicks of a kind, as an analysis compares them, are one button. */
const firstOfItsText = (action: Action, at: number, all: Action[]) => all.findIndex(({ text }) => text === action.text) === at;

export function ActionBar({ view, actions, hinted, pick, setPreview }: BarProps) {
  return (
    <div class="fu-bar" role="group" aria-label="What you can do">
      {actions.filter(firstOfItsText).map((action) => {
        const figure = action.kind === 'play' ? view.shared.cowboys[action.cowboy as string] : undefined;
        const token = (action.token ?? action.take) as string | undefined;
        const classes = ['fu-do', action.kind, hinted === action.text && 'hinted', action.kind === 'end' && 'last'].filter(Boolean).join(' ');
        const told = { ...action, tell: lineWords(action, view) };
        return (
          <button
            key={action.text}
            class={classes}
            data-legal
            data-move={action.text}
            aria-label={
              figure ? `${capital(action.tell)}, ${figure.hit_points} hit points` : `${buttonWords(action, view)}: ${deedWords(action) || action.tell}`
            }
            onClick={() => pick(action)}
            onPointerEnter={() => hovers() && setPreview(told)}
            onPointerLeave={() => setPreview(null)}
            onFocus={() => hovers() && setPreview(told)}
            onBlur={() => setPreview(null)}
          >
            {figure?.hat ? <Hat colour={figure.hat} /> : token && action.kind !== 'exchange' ? <TokenMark token={token} /> : <DeedMark action={action} />}
            <span>
              {buttonWords(action, view).replace(/-hand shot$/, '-hand')}
              {/-hand shot$/.test(buttonWords(action, view)) && <span class="more"> shot</span>}
            </span>
            {figure && <Hearts of={figure} />}
          </button>
        );
      })}
    </div>
  );
}

/** A number that can be typed; what is typed counts when it is one. */
function Field({ label, unit, value, step, set }: { label: string; unit: string; value: number; step: number; set: (value: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label class="fu-number">
      <span>{label}</span>
      <input
        type="number"
        inputMode="decimal"
        step={step}
        value={typed ?? String(value)}
        aria-label={`${label} in ${unit === '°' ? 'degrees' : 'millimetres a second'}`}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          const number = Number(event.currentTarget.value);
          if (event.currentTarget.value !== '' && Number.isFinite(number)) set(number);
        }}
        onBlur={() => setTyped(null)}
      />
      <i aria-hidden="true">{unit}</i>
    </label>
  );
}

export function AimBar({ aiming, control, steady, ahead }: { aiming: Aiming; control: AimControl; steady: boolean; ahead: string }) {
  const { action, numbers } = aiming;
  const kind = flickOf(action);
  const power = kind ? powerOf(kind, numbers.speed, rangeOf(action, 'speed')) : 0;
  const root = useRef<HTMLDivElement>(null);
  const touch = useTouch();
  const [said, setSaid] = useState('');
  const words = kind
    ? `Angle ${numbers.angle}°, speed ${numbers.speed} mm/s, slides ${Math.round(reachOfSpeed(numbers.speed))} mm. ${ahead}`
    : `Faces ${numbers.angle}°. ${ahead}`;
  // Those who listen hear the aim when it rests, not every step of it.
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), 400);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div class={`fu-aimbar numbers-${(action.open as string[]).length}`} ref={root} role="group" aria-label="Aim">
      <button class="back" onClick={control.leave} aria-keyshortcuts="Escape">
        Back
      </button>
      {(action.open as string[]).includes('around') && (
        <Field label="Bullet at" unit="°" step={1} value={numbers.around ?? numbers.angle} set={(around) => control.change({ around })} />
      )}
      <Field label="Angle" unit="°" step={0.1} value={numbers.angle} set={(angle) => control.change({ angle })} />
      {kind && <Field label="Speed" unit="mm/s" step={10} value={numbers.speed} set={(speed) => control.change({ speed })} />}
      {kind && (
        <div class={control.swinging ? 'fu-power swinging' : 'fu-power'} role="img" aria-label={`Power ${Math.round(power * 100)} of 100`}>
          <i style={{ width: `${Math.round(power * 1000) / 10}%` }} />
        </div>
      )}
      <button
        class="primary fire"
        data-legal
        onClick={() => {
          if (steady || !kind) control.fire();
        }}
        onPointerDown={() => !steady && control.press()}
        onPointerUp={() => !steady && control.release()}
      >
        {kind ? (steady ? 'Flick' : control.swinging ? 'Let go!' : 'Hold') : 'Turn him'}
      </button>
      <p class="how" aria-hidden="true">
        {kind ? (
          <>
            <span class="by-touch">{ahead}</span>
            {!touch && (
              <>
                <kbd>←</kbd>
                <kbd>→</kbd> angle <kbd>↑</kbd>
                <kbd>↓</kbd> power <kbd>Enter</kbd> flicks
              </>
            )}
          </>
        ) : touch ? (
          'Tap where he should look.'
        ) : (
          'Tap where he should look, or turn him with the arrows.'
        )}
      </p>
      <p class="sr" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

export const flicksOf = (actions: Action[]): Action[] => actions.filter((action) => isOpen(action) && flickOf(action) && action.from);
