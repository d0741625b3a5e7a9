// What a hint means on a board.

import type { Action, Choice, Scene } from '../types';

/** The move that is hinted. */
export function hintedAction(scene: Scene, hints: Choice[]): Action | null {
  return scene.actions.find((action) => action.text === hints[0]?.text) ?? null;
}
