// The board of a game that brings none of its own: the sheet as the game draws it for text, with buttons where its moves have spots,
// and below it whatever else the table offers. With it every game of the server can be played.

import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog';
import { isOpen } from '../parts/openmoves';
import { seatLabel } from '../parts/seats';
import type { Action, BoardProps, Choice, Scene } from '../types';
import { Canvas, useRoom } from './canvas';
import { Facts } from './facts';
import { BoardFrame } from './frame';
import { Numbers } from './numbers';
import { useSheet } from './sheet';
import { spotsOf, usedSize } from './spots';
import { secondPerson } from '../parts/lines';

function kindsOf(actions: Action[]): [string, Action[]][] {
  const kinds = new Map<string, Action[]>();
  for (const action of actions) kinds.set(action.kind, [...(kinds.get(action.kind) ?? []), action]);
  return [...kinds];
}

function scoreOf(seat: any): number | null {
  const total = seat?.score?.total ?? seat?.score;
  return typeof total === 'number' ? total : null;
}

function Points({ scene }: { scene: Scene }) {
  const seats: unknown[] = Array.isArray(scene.view?.seats) ? scene.view.seats : [];
  if (!seats.some((seat) => scoreOf(seat) !== null)) return null;
  return (
    <dl class="points">
      {seats.map((seat, index) => (
        <div key={index}>
          <dt>{seatLabel(scene.table, index)}</dt>
          <dd>{scoreOf(seat) ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OffersProps {
  actions: Action[];
  take: (action: Action) => void;
  setPreview: (action: Action | null) => void;
  hints: Choice[];
}

function Offers({ actions, take, setPreview, hints }: OffersProps) {
  return (
    <div class="offers">
      {actions.map((action) => (
        <button
          key={action.text}
          data-legal
          class={hints[0]?.text === action.text ? 'hinted' : ''}
          onClick={() => take(action)}
          onPointerEnter={() => setPreview(action)}
          onPointerLeave={() => setPreview(null)}
          onFocus={() => setPreview(action)}
          onBlur={() => setPreview(null)}
        >
          {secondPerson(action.tell || action.text)}
          {action.gain !== 0 && <b>{action.gain > 0 ? ` +${action.gain}` : ` ${action.gain}`}</b>}
        </button>
      ))}
    </div>
  );
}

export function Board({ scene, act, preview, setPreview, hints, shown }: BoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const [choosing, setChoosing] = useState<{ among: Action[]; steps: number } | null>(null);
  const [filling, setFilling] = useState<Action | null>(null);
  const room = useRoom(root);
  const sheet = useSheet(scene, shown, room);
  const spots = sheet && shown === scene.seat ? spotsOf(sheet, scene.actions) : [];
  const pointed = new Set(spots.flatMap((spot) => spot.actions));
  const others = scene.actions.filter((action) => !pointed.has(action));
  const among = choosing?.steps === scene.log.length ? choosing.among : null;
  const take = (action: Action) => {
    setChoosing(null);
    if (isOpen(action)) setFilling(action);
    else void act(action);
  };
  const choose = (actions: Action[]) => (actions.length === 1 ? take(actions[0]) : setChoosing({ among: actions, steps: scene.log.length }));
  return (
    <BoardFrame {...{ root, scene }} step={`${scene.seat} ${scene.log.length}`} class="generic">
      <Points scene={scene} />
      {sheet && room && (
        <Canvas
          label={`The sheet of ${seatLabel(scene.table, shown)}`}
          rows={sheet.rows}
          room={room}
          used={usedSize(sheet)}
          spots={spots}
          hints={hints}
          preview={preview}
          setPreview={setPreview}
          choose={choose}
        />
      )}
      {scene.past && <Facts scene={scene} />}
      {kindsOf(others).map(([kind, actions]) => (
        <section key={kind} aria-label={kind}>
          <h2>{kind}</h2>
          <Offers actions={actions} take={take} setPreview={setPreview} hints={hints} />
        </section>
      ))}
      {!scene.actions.length && !scene.past && scene.table.status === 'running' && (
        <p class="empty">You have nothing to decide right now. The log shows what happens.</p>
      )}
      {among && (
        <Dialog title="Which move?" onClose={() => setChoosing(null)}>
          <Offers actions={among} take={take} setPreview={setPreview} hints={hints} />
        </Dialog>
      )}
      {filling && <Numbers action={filling} act={act} onClose={() => setFilling(null)} />}
    </BoardFrame>
  );
}

export function prompt(scene: Scene): string {
  return scene.actions.length ? 'Choose a highlighted place on the sheet, or one of the moves below it.' : '';
}
