// Puzzles as the server sends them, and a scene for a puzzle's position, so that the boards of the table draw it.

import type { Action, Scene, Seat } from './types';

export interface Solver {
  rating: number;
  deviation: number;
  tries: number;
  solved: number;
  streak: number;
  longest: number;
  /** In a row on which the daily puzzle was solved. */
  days: number;
  rush_best: number;
}

export interface PuzzleGame {
  game: string;
  title: string;
  count: number;
  themes: { id: string; title: string; count: number }[];
  daily: string | null;
  daily_tried: boolean;
  mine: Solver;
}

export interface Rush {
  solved: number;
  missed: number;
  misses: number;
  /** Milliseconds. */
  left: number;
  best: number;
  over: boolean;
}

export interface Puzzle {
  id: string;
  game: string;
  title: string;
  choices: number;
  seat: number;
  seats: number;
  options: Record<string, boolean | number | string>;
  view: any;
  actions: Action[];
}

export interface Shown {
  puzzle: Puzzle;
  rating: number;
  daily: boolean;
  rush?: Rush;
}

interface Told {
  text: string;
  tell: string;
}

export interface PuzzleVerdict {
  solved: boolean;
  move: string;
  why?: string;
  best: Told;
  second: Told;
  after: string[];
  theme: string;
  value: number;
  lead: number;
  interval: number;
  alone: boolean;
  rated: boolean;
  change: number;
  mine: Solver;
  rush?: Rush;
}

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
