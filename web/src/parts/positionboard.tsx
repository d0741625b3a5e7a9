// The position of a decision on its board: to try moves there, or to see a choice drawn where it happens.

import { useMemo } from 'preact/hooks';
import type { Decision } from '../analysis';
import { useBoard } from '../boards';
import { momentAt, sceneAt, useViews, type Story } from '../replay';
import type { Action, Scene } from '../types';
import { DrawnBoard } from './drawn';

interface PositionProps {
  story: Story;
  decision: Pick<Decision, 'step' | 'seat'>;
  /** What can be tried on the board. */
  actions: Action[];
  /** Without it nothing can be tried. */
  attempt?: (text: string) => void;
  /** The choice that is drawn where it would happen, as hints are. */
  drawn?: string;
}

export function PositionBoard({ story, decision, actions, attempt, drawn }: PositionProps) {
  const index = momentAt(story, decision.step);
  const { view, problem, again } = useViews(story.table.id, decision.seat, index, story.positions.length);
  const { board, problem: boardProblem } = useBoard(story.table.game);
  const scene = useMemo<Scene | null>(() => {
    if (!view) return null;
    const past = sceneAt(story, decision.seat, index, view);
    return { ...past, mine: [decision.seat], actions };
  }, [story, decision.step, decision.seat, view, actions]);
  if (problem || boardProblem)
    return (
      <p class="problem" role="alert">
        {problem || boardProblem} <button onClick={problem ? again : () => location.reload()}>Try again</button>
      </p>
    );
  if (!scene || !board) return <p role="status">Setting up the position …</p>;
  return <DrawnBoard board={board} scene={scene} drawn={drawn} attempt={attempt} />;
}
