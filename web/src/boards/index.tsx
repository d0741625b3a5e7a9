// The games that the page knows how to draw: those of games/list that bring a board. A board is loaded when its table is opened, so
// that the first load stays small.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { boards, covers } from 'games';
import type { BoardModule } from '../types';
import { PlainCover } from './plain';

export function coverOf(id: string): () => JSX.Element {
  return covers[id] ?? PlainCover;
}

/** The board of a game: null while it is on its way, or why it did not come. */
export function useBoard(id: string | undefined): { board: BoardModule | null; problem: string } {
  const [board, setBoard] = useState<BoardModule | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!id) return;
    let current = true;
    const load = boards[id] ?? (() => import('./generic'));
    load().then(
      (module) => current && setBoard(module),
      () => current && setProblem('The board could not be loaded. Please reload the page; your game is safe.'),
    );
    return () => {
      current = false;
    };
  }, [id]);
  return { board, problem };
}
