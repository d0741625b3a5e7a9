// A seat's sheet as the game itself draws it for text, asked from the server whenever the scene changes.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from '../app';
import type { Scene } from '../types';
import { isCut, type Sheet, type Size } from './spots';

const rest = 100; // milliseconds between two requests: bots can be quick
const usual = 80; // columns that every sheet can count on in a terminal

const pause = (time: number) => new Promise((done) => setTimeout(done, time));

/**
 * The newest sheet of a seat; the one before stays until it comes, and null says that there is none. A game that needs more columns
 * than fit gets the usual ones, and its sheet is moved sideways.
 */
export function useSheet(scene: Scene, shown: number, size: Size | null): Sheet | null {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [least, setLeast] = useState(0);
  const wanted = useRef<Record<string, unknown> | null>(null);
  const asking = useRef(false);
  const gone = useRef(false);
  useEffect(() => () => void (gone.current = true), []);
  const askOn = async () => {
    asking.current = true;
    while (wanted.current && !gone.current) {
      const fields = wanted.current;
      wanted.current = null;
      const answer = await app.connection.ask<Sheet>('sheet', fields).catch(() => null);
      if (gone.current) return;
      if (!wanted.current) setSheet(answer);
      if (answer && isCut(answer)) setLeast(usual);
      await pause(rest);
    }
    asking.current = false;
  };
  useEffect(() => {
    if (scene.past || !size) return;
    const seat = typeof scene.seat === 'number' && scene.mine.includes(scene.seat) ? { seat: scene.seat } : {};
    wanted.current = { table: scene.table.id, ...seat, shown, width: Math.max(size.columns, least), height: size.rows };
    if (!asking.current) void askOn();
  }, [scene, shown, size?.columns, size?.rows, least]);
  return sheet;
}
