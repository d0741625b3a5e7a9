// Puzzles as the server sends them, or this device answers, and a scene for a puzzle's position, so that the boards of the table draw it.

import type { Puzzle as Answered, Puzzles } from './api';
import { newDeal } from './deal';
import { backend } from './backend';
import { request } from './request';
import type { Action, Scene, Seat, Table } from './types';

export type { PuzzleVerdict, Rush, Solver } from './api';
export type PuzzleGame = Puzzles['games'][number];
/** With the game's own view and actions. */
export type Puzzle = Omit<Answered['puzzle'], 'actions' | 'view'> & { actions: Action[]; view: any };
export type Shown = Omit<Answered, 'puzzle'> & { puzzle: Puzzle };

const own = () => import('./ownpuzzles');

/** A request about puzzles, to the server or to what answers on this device. */
export async function askPuzzles<T>(method: 'GET' | 'POST', path: string, body?: Record<string, unknown>): Promise<T> {
  return backend.here ? (await own()).answer<T>(method, path, body) : request<T>(method, path, body);
}

const botLevel = 3;

/** A table in the puzzle's position, against bots where it has more than one seat. It counts for no rating. */
export async function playOn(game: string, puzzle: string): Promise<string> {
  const deal = await newDeal();
  const named = backend.here ? await (await own()).lineOf(game, puzzle) : {};
  const { table } = await request<{ table: Table }>('POST', '/api/forks', { game, puzzle, level: botLevel, ...named, ...deal });
  return table.id;
}

/** The position with its choices: all of them, or, once it was answered, those that are drawn. */
export function sceneOf(puzzle: Puzzle, actions: Action[]): Scene {
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
    actions,
    can_undo: false,
    offer: null,
    log: [],
    log_from: 0,
    chat: [],
  };
}
