// The position of a decision on its board: to try moves there, or to see a choice drawn where it happens.

import { useMemo, useState } from 'preact/hooks';
import type { Decision } from '../analysis';
import { useApp } from '../app';
import { useBoard } from '../boards';
import { momentAt, sceneAt, useViews, type Story } from '../replay';
import type { Action, Scene } from '../types';

/** The compared choices as a board lights them up. A flick has no fields that a board could offer. */
export function actionsOf(decision: Decision): Action[] {
  return decision.choices.flatMap((choice, id) =>
    choice.fields && !choice.why ? [{ ...choice.fields, id, text: choice.text, tell: choice.tell, gain: 0 } as Action] : [],
  );
}

interface PositionProps {
  story: Story;
  decision: Decision;
  /** What can be tried on the board. */
  actions: Action[];
  /** Without it nothing can be tried. */
  attempt?: (text: string) => void;
  /** The choice that is drawn where it would happen, as hints are. */
  drawn?: string;
}

export function PositionBoard({ story, decision, actions, attempt, drawn }: PositionProps) {
  const { reducedMotion } = useApp();
  const index = momentAt(story, decision.step);
  const { view, problem, again } = useViews(story.table.id, decision.seat, index, story.positions.length);
  const { board, problem: boardProblem } = useBoard(story.table.game);
  const [preview, setPreview] = useState<Action | null>(null);
  const scene = useMemo<Scene | null>(() => {
    if (!view) return null;
    const past = sceneAt(story, decision.seat, index, view);
    return { ...past, mine: [decision.seat], actions };
  }, [story, decision, view, actions]);
  const hints = useMemo(() => (drawn ? [{ text: drawn, tell: '', value: 0, visits: 0 }] : []), [drawn]);
  const Board = board?.Board;
  if (problem || boardProblem)
    return (
      <p class="problem" role="alert">
        {problem || boardProblem} <button onClick={problem ? again : () => location.reload()}>Try again</button>
      </p>
    );
  if (!scene || !Board) return <p role="status">Setting up the position …</p>;
  return (
    <Board
      scene={scene}
      act={(action) => attempt?.(action.text)}
      preview={preview ?? (drawn ? (actions.find((action) => action.text === drawn) ?? null) : null)}
      setPreview={setPreview}
      hints={hints}
      shown={decision.seat}
      setShown={() => undefined}
      reducedMotion={reducedMotion}
      moment={null}
      part={null}
    />
  );
}
