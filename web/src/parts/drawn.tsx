// A choice drawn on the board where it happens: cells, cards, tracks, the arrow of a flick. Hints, the tutor, "Was that good?", the analysis
// and its exercises all draw alike.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useApp } from '../app';
import type { Action, BoardModule, Judged, Scene } from '../types';
import { secondPerson } from './lines';
import { offered } from './openmoves';

/** The numbers of a flick, in the order in which its text ends with them. */
function numbersOf({ text, why, fields = {} }: Judged): string[] {
  const names = Object.keys(fields).filter((name) => typeof fields[name] === 'number');
  const last = text.split(' ').slice(-names.length);
  return why && names.every((name, i) => Number(last[i]) === fields[name]) ? names : [];
}

/** Choices as a board lights them up. A flick is the open move that its numbers fill in. */
export function actionsOf(choices: Judged[]): Action[] {
  return choices.flatMap((choice, id) => {
    if (!choice.fields) return [];
    const open = numbersOf(choice);
    const text = choice.text.split(' ').slice(0, open.length ? -open.length : undefined);
    const ranges = Object.fromEntries(open.map((name) => [name, [choice.fields![name], choice.fields![name]]]));
    return [{ ...choice.fields, ...ranges, ...(open.length ? { open } : {}), id, text: text.join(' '), tell: choice.tell, gain: 0 } as Action];
  });
}

interface BoardProps {
  board: BoardModule;
  scene: Scene;
  /** The text of the choice that is drawn. */
  drawn?: string;
  /** Without it nothing can be tried. */
  attempt?: (text: string) => void;
}

/** A position that stands still, with a choice drawn on it. */
export function DrawnBoard({ board: { Board }, scene, drawn, attempt }: BoardProps) {
  const { reducedMotion } = useApp();
  const [preview, setPreview] = useState<Action | null>(null);
  const hints = useMemo(() => (drawn ? [{ text: drawn, tell: '', value: 0, visits: 0 }] : []), [drawn]);
  return (
    <Board
      scene={scene}
      act={(action) => attempt?.(action.text)}
      preview={preview ?? (drawn ? (offered(scene.actions, drawn) ?? null) : null)}
      setPreview={setPreview}
      hints={hints}
      shown={scene.seat as number}
      setShown={() => undefined}
      reducedMotion={reducedMotion}
      moment={null}
      part={null}
    />
  );
}

/** A scene of a table that has gone on since: nothing is played in it any more. */
export const stillOf = (scene: Scene): Scene => ({ ...scene, past: true, flicks_at: scene.flicks_at ?? `/api/tables/${scene.table.id}` });

/** Which of the choices that are spoken of is drawn: the one that is pointed at, else the one that was tapped. */
export interface Drawing {
  text: string | null;
  pinned: string | null;
  point: (text: string | null) => void;
  pin: (text: string | null) => void;
}

/** `about` is what is spoken of: nothing stays drawn when that changes. */
export function useDrawing(about: unknown): Drawing {
  const [pointed, point] = useState<string | null>(null);
  const [pinned, pin] = useState<string | null>(null);
  useEffect(() => {
    point(null);
    pin(null);
  }, [about]);
  return { text: pointed ?? pinned, pinned, point, pin };
}

/** The words of a choice. Pointing at them draws it, and a tap keeps it drawn until the next one. */
export function DrawnWords({ choice, words, drawing: { text, pinned, point, pin } }: { choice: Judged; words?: string; drawing: Drawing }) {
  const mouse = (event: PointerEvent, next: string | null) => event.pointerType !== 'touch' && point(next);
  return (
    <button
      class="draws"
      aria-pressed={text === choice.text}
      onClick={() => {
        point(null);
        pin(pinned === choice.text ? null : choice.text);
      }}
      onPointerEnter={(event) => mouse(event, choice.text)}
      onPointerLeave={(event) => mouse(event, null)}
    >
      {words ?? secondPerson(choice.tell || choice.text)}
    </button>
  );
}
