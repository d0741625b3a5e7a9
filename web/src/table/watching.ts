// The scenes of a table as they are shown: paced, as far as the board has told them, and in words for those who listen.

import { useEffect, useRef, useState } from 'preact/hooks';
import { adviser } from '../adviser';
import { keepAlong } from '../movegame';
import { app, useApp } from '../app';
import { useBoard } from '../boards';
import { type Paced, usePacing } from '../pacing';
import { linesOf, lineWords } from '../parts/lines';
import { setTitle } from '../parts/turns';
import { go } from '../route';
import type { BoardModule, Scene } from '../types';
import { useSince } from './since';

/** Why a table is not shown. */
export interface Refusal {
  message: string;
  tooLarge: boolean;
}

interface Watched {
  board: BoardModule | null;
  boardProblem: string;
  paced: Paced;
  refused: Refusal | null;
  /** What was missed is being played. */
  catchingUp: boolean;
}

/** Watches a table: its scenes, its board, or why there is nothing to see. */
export function useWatched(id: string): Watched {
  const { person } = useApp();
  const [game, setGame] = useState<string>();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { board, problem: boardProblem } = useBoard(game);
  const paced = usePacing(board);
  const since = useSince(paced, board, Boolean(boardProblem));
  const taking = useRef(since.take);
  taking.current = since.take;
  useEffect(() => {
    if (!person) return;
    const take = (now: Scene) => {
      setGame(now.table.game);
      taking.current(now);
      void keepAlong(now).catch(() => undefined);
    };
    return app.connection.watch(id, take, ({ message, code }) => setRefused({ message, tooLarge: code === 'too_large' }));
  }, [id, person?.id]);
  const { scene } = paced;
  useEffect(() => {
    if (scene?.table.kind === 'import') go(`/r/${id}`, true); // nothing can be done at it but looking
  }, [scene?.table.kind]);
  return { board, boardProblem, paced, refused, catchingUp: since.playing };
}

/** What is new in the log, in words, for those who listen. The own steps are known already. */
function useNews(scene: Scene | null, mine: boolean): string {
  const known = useRef<{ id: string; count: number } | null>(null);
  const [news, setNews] = useState('');
  const count = scene?.log.length ?? 0;
  useEffect(() => {
    if (!scene) return;
    const last = known.current;
    known.current = { id: scene.table.id, count };
    if (!last || last.id !== scene.table.id) {
      if (mine) setNews('Your turn.');
      return;
    }
    const fresh = scene.log.slice(last.count).filter((entry) => entry.seat !== scene.seat);
    const lines = linesOf(scene, fresh).map((line) => `${lineWords(line)}.`);
    if (mine && lines.length) lines.push('Your turn.');
    if (lines.length) setNews(lines.join(' '));
  }, [count, mine]);
  return news;
}

interface Told {
  /** The scene as far as the board has shown it. */
  told: Scene | null;
  onSeen: (scene: Scene) => void;
  myTurn: boolean;
  /** The newest scene is not seen yet. */
  showing: boolean;
  /** Something is being told. */
  telling: boolean;
  news: string;
}

/** While a board still shows how the last step went, the page knows no more than who looks on. */
export function useTold({ scene, moment, held }: Paced, board: BoardModule | null): Told {
  const [seen, setSeen] = useState<Scene | null>(null);
  const myTurn = Boolean(scene?.actions.length);
  const filming = Boolean(scene && board?.slow && seen && seen.log.length !== scene.log.length);
  const showing = filming || held;
  const told = scene && filming ? asSeen(scene, seen!) : scene;
  const news = useNews(told, myTurn && !showing);
  const telling = showing || moment !== null;
  useEffect(() => {
    app.setShowing(telling);
    return () => app.setShowing(false);
  }, [telling]);
  const title = scene?.table.title ?? 'Flipside';
  useEffect(() => {
    setTitle(`${myTurn ? '● Your turn · ' : ''}${title} · Flipside`);
  }, [myTurn, title]);
  return { told, onSeen: setSeen, myTurn, showing, telling, news };
}

function asSeen(scene: Scene, { view, log, lesson, table: { status, to_act } }: Scene): Scene {
  return { ...scene, view, log, lesson, table: { ...scene.table, status, to_act } };
}

/** Is the adviser here? The module is fetched when it could help; until it is there the server thinks. */
export function useAdviser(helpful: boolean): boolean {
  const [here, setHere] = useState(adviser.ready);
  useEffect(() => {
    if (helpful) adviser.start();
    return adviser.onReady(() => setHere(true));
  }, [helpful]);
  return here;
}
