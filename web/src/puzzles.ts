// Puzzles as the server sends them, and a scene for a puzzle's position, so that the boards of the table draw it.

import type { Puzzle as Answered, PuzzleVerdict, Puzzles } from './api';
import type { Action, Scene, Seat } from './types';

export type { PuzzleVerdict, Rush, Solver } from './api';
export type PuzzleGame = Puzzles['games'][number];
/** With the game's own view and actions. */
export type Puzzle = Omit<Answered['puzzle'], 'actions' | 'view'> & { actions: Action[]; view: any };
export type Shown = Omit<Answered, 'puzzle'> & { puzzle: Puzzle };

/** The position with its choices; `open` is false once it was answered. */
export function sceneOf(puzzle: Puzzle, open: boolean): Scene {
  const seats: Seat[] = Array.from({ length: puzzle.seats }, (_, seat) =>
    seat === puzzle.seat ? { kind: 'person', name: 'You', you: true } : { kind: 'bot', name: `Seat ${seat + 1}`, level: 3 },
  );
  return {
    table: {
      id: puzzle.id,
      game: puzzle.game,
      title: puzzle.title,
      kind: 'lesson',
      proved: true,
      tutor: false,
      options: puzzle.options,
      public: false,
      open: false,
      replace_after: 0,
      status: 'running',
      created: 0,
      steps: 0,
      to_act: puzzle.view.to_act,
      commitment: '',
      seed: null,
      seats,
      result: null,
    },
    seat: puzzle.seat,
    mine: [puzzle.seat],
    view: puzzle.view,
    actions: open ? puzzle.actions : [],
    can_undo: false,
    offer: null,
    log: [],
    log_from: 0,
    chat: [],
  };
}

/** By how much the best choice leads, in words. */
export function leadWords({ alone, lead, interval }: PuzzleVerdict): string {
  const size = alone ? lead : 100 * lead;
  const around = alone ? interval : 100 * interval;
  const digits = (number: number) => (number < 9.95 ? number.toFixed(1) : String(Math.round(number)));
  const sure = around > 0 ? ` ± ${digits(around)}` : '';
  return alone ? `${digits(size)}${sure} points` : `${digits(size)}${sure} wins in 100 games`;
}
