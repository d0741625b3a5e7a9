// The board of a game that has none of its own here yet: what the table offers, as buttons, and everybody's points. With it every
// game of the server can be played.

import { useRef } from 'preact/hooks';
import { seatLabel } from '../parts/seats';
import type { Action, BoardProps, Scene } from '../types';
import { moveFocus, useKeyboardFocus } from './focus';

function kindsOf(actions: Action[]): [string, Action[]][] {
  const kinds = new Map<string, Action[]>();
  for (const action of actions) kinds.set(action.kind, [...(kinds.get(action.kind) ?? []), action]);
  return [...kinds];
}

function scoreOf(seat: any): number | null {
  const total = seat?.score?.total ?? seat?.score;
  return typeof total === 'number' ? total : null;
}

export function Board({ scene, act, setPreview, hints }: BoardProps) {
  const root = useRef<HTMLDivElement>(null);
  useKeyboardFocus(root, `${scene.seat} ${scene.log.length}`);
  const seats: unknown[] = Array.isArray(scene.view?.seats) ? scene.view.seats : [];
  return (
    <div ref={root} class="generic" onKeyDown={(event) => moveFocus(root.current!, event)}>
      {seats.some((seat) => scoreOf(seat) !== null) && (
        <dl class="points">
          {seats.map((seat, index) => (
            <div key={index}>
              <dt>{seatLabel(scene.table, index)}</dt>
              <dd>{scoreOf(seat) ?? '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      {kindsOf(scene.actions).map(([kind, actions]) => (
        <section key={kind} aria-label={kind}>
          <h2>{kind}</h2>
          <div class="offers">
            {actions.map((action) => (
              <button
                key={action.text}
                data-legal
                class={hints[0]?.text === action.text ? 'hinted' : ''}
                onClick={() => act(action)}
                onPointerEnter={() => setPreview(action)}
                onPointerLeave={() => setPreview(null)}
                onFocus={() => setPreview(action)}
                onBlur={() => setPreview(null)}
              >
                {action.tell || action.text}
                {action.gain !== 0 && <b>{action.gain > 0 ? ` +${action.gain}` : ` ${action.gain}`}</b>}
              </button>
            ))}
          </div>
        </section>
      ))}
      {!scene.actions.length && scene.table.status === 'running' && <p class="empty">Nothing to decide for you right now. The log tells what happens.</p>}
    </div>
  );
}

export function prompt(scene: Scene): string {
  return scene.actions.length ? 'Choose one of the things the table offers.' : '';
}
