// The tools at the stage's edge: see the last flick again, look from elsewhere, and what somebody likes.

import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Prefs } from './prefs';
import type { Side, Stage, View } from './stage';
import type { StageState } from './stagebox';

interface ToolProps {
  stage: RefObject<Stage>;
  state: StageState;
  /** No 3D here: the switch would be a dead one. */
  lost: boolean;
  prefs: Prefs;
  setPrefs: (change: Partial<Prefs>) => void;
  aiming: boolean;
  again: (() => void) | null;
  /** From where an over-the-shoulder look would be; and where the side that plays is. */
  behind: Side | null;
  team: Side | null;
}

function Switch({ label, on, set, disabled }: { label: string; on: boolean; set: (on: boolean) => void; disabled?: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} disabled={disabled} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

export function Tools({ stage, state, lost, prefs, setPrefs, aiming, again, behind, team }: ToolProps) {
  const [open, setOpen] = useState(false);
  const [above, setAbove] = useState(false);
  const look = (view: View) => {
    setAbove(view === 'top');
    stage.current?.look(view, (view === 'behind' ? behind : view === 'team' ? team : null) ?? undefined);
  };
  const box = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    setMoved(false);
    stage.current?.onMoved(() => setMoved(stage.current?.moved ?? false));
  }, [state]);
  const usual = () => look(state !== '3d' ? 'table' : aiming && behind ? 'behind' : team ? 'team' : 'table');
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', close, true);
    return () => removeEventListener('pointerdown', close, true);
  }, [open]);
  return (
    <div class="fu-tools" ref={box} onKeyDown={(event) => event.key === 'Escape' && open && (setOpen(false), event.stopPropagation())}>
      {moved && (
        <button class="fu-usual" aria-label="Back to the usual view" title="Back to the usual view" onClick={usual}>
          <svg class="fu-icon lines" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 11l9-8 9 8M6 9v11h12V9" />
          </svg>
          <span>Usual view</span>
        </button>
      )}
      {aiming && state === '3d' ? (
        <button class="fu-glance" aria-label="From above" aria-pressed={above} onClick={() => look(above ? (behind ? 'behind' : 'table') : 'top')}>
          <svg class="fu-icon lines" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M3 5h18v14H3zM3 12h18M12 5v14" />
          </svg>
          <span>From above</span>
        </button>
      ) : (
        <button
          class="fu-glance"
          disabled={!again || aiming}
          onClick={() => again?.()}
          title="Show the last flick again, in slow motion"
          aria-label="Show the last flick again"
        >
          <svg class="fu-icon lines" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12a8 8 0 1 0 3-6.2M7 1v5h5M10 9l5 3-5 3z" />
          </svg>
          <span>Again</span>
        </button>
      )}
      <button aria-expanded={open} onClick={() => setOpen(!open)} aria-label="View and hand">
        <svg class="fu-icon lines" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M1 12c5-8 17-8 22 0-5 8-17 8-22 0zM12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z" />
        </svg>
        <span>View</span>
      </button>
      {open && (
        <div class="fu-menu" role="group" aria-label="View and hand">
          <div class="buttons">
            {state === '3d' && team && <button onClick={() => look('team')}>Team</button>}
            {state === '3d' && <button onClick={() => look('table')}>Table</button>}
            <button onClick={() => look('top')}>{state === '3d' ? 'From above' : 'Whole table'}</button>
            {behind && <button onClick={() => look('behind')}>{state === '3d' ? 'Shoulder' : 'Near him'}</button>}
            <button aria-label="Nearer" onClick={() => stage.current?.turn(0, 0, 1.3)}>
              +
            </button>
            <button aria-label="Farther" onClick={() => stage.current?.turn(0, 0, 1 / 1.3)}>
              −
            </button>
            {state === '3d' && (
              <>
                <button aria-label="Turn left" onClick={() => stage.current?.turn(-20, 0, 1)}>
                  ↺
                </button>
                <button aria-label="Turn right" onClick={() => stage.current?.turn(20, 0, 1)}>
                  ↻
                </button>
              </>
            )}
          </div>
          {state === '3d' && <Switch label="The camera follows the play" on={prefs.director} set={(director) => setPrefs({ director })} />}
          <Switch label="Slow motion" on={prefs.slow} set={(slow) => setPrefs({ slow })} />
          <Switch label="Steady hand" on={prefs.steady} set={(steady) => setPrefs({ steady })} />
          <Switch label="Drawn from above" on={prefs.drawn || lost} disabled={lost} set={(drawn) => setPrefs({ drawn })} />
          {lost && <p class="quiet">This browser shows no 3D here, so the town is drawn. It plays the same.</p>}
        </div>
      )}
    </div>
  );
}
