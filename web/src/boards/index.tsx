// The games that the page knows how to draw: those of games/list that bring a board. A board is loaded when its table is opened, so
// that the first load stays small.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { boards, covers, editors, later, sheets } from 'games';
import { asset } from '../route';
import type { BoardModule } from '../types';
import { PlainCover } from './plain';

export function coverOf(id: string): () => JSX.Element {
  return covers[id] ?? PlainCover;
}

const styled = new Map<string, Promise<void>>();

/** Styles that come later, a game's for example, in their place in the cascade: after the shell's parts, before style.css. */
export function style(sheet: string): Promise<void> {
  const known = styled.get(sheet);
  if (known) return known;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: asset(sheet) });
  const loaded = new Promise<void>((done, fail) => {
    link.onload = () => done();
    link.onerror = fail;
  });
  styled.set(sheet, loaded);
  document.getElementById('last-style')!.before(link);
  return loaded;
}

/** The frame, and after it what the game says itself. */
const styleBoard = (id: string) => Promise.all([style(later.frame), sheets[id] && style(sheets[id])]);

async function load(id: string): Promise<BoardModule> {
  const [board] = await Promise.all([boards[id] ? boards[id]() : import('./generic'), styleBoard(id)]);
  return board;
}

/** What a game brings to the workshop, with its styles. */
export async function loadEditor(id: string): Promise<(props: { path: string[] }) => JSX.Element> {
  if (!editors[id]) throw new Error(`${id} brings no editor.`);
  const [{ Editor }] = await Promise.all([editors[id](), styleBoard(id)]);
  return Editor;
}

/** The board of a game: null while it is on its way, or why it did not come. */
export function useBoard(id: string | undefined): { board: BoardModule | null; problem: string } {
  const [board, setBoard] = useState<BoardModule | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    if (!id) return;
    let current = true;
    load(id).then(
      (module) => current && setBoard(module),
      () => current && setProblem('The board could not be loaded. Please reload the page; your game is safe.'),
    );
    return () => {
      current = false;
    };
  }, [id]);
  return { board, problem };
}
