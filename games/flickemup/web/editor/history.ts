// The town that is being built: every change can be taken back, and all of it is kept on this device until it is replaced, so that a
// reload loses nothing.

import { useEffect, useRef, useState } from 'preact/hooks';
import { readScenario } from './link';
import type { Scenario } from './scenario';

const key = 'flipside.town';
const beforeKey = 'flipside.town.before';
const savedKey = 'flipside.town.saved';
const most = 200;

interface Line {
  past: Scenario[];
  now: Scenario;
  future: Scenario[];
  /** What the last change was about: a drag, or what is typed into one field, is one step. */
  about: string;
}

function kept(where: string): Scenario | null {
  try {
    const text = localStorage.getItem(where);
    return text ? readScenario(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

export const keptTown = (): Scenario | null => kept(key);

/** Where the town is saved with the server. */
export interface Saved {
  id: string;
  listed?: boolean;
}

export function savedAs(): Saved | null {
  try {
    return JSON.parse(localStorage.getItem(savedKey) ?? 'null');
  } catch {
    return null;
  }
}

export const noteSaved = (saved: Saved): void => localStorage.setItem(savedKey, JSON.stringify(saved));
const forgetSaved = (): void => localStorage.removeItem(savedKey);

export const townBefore = (): Scenario | null => kept(beforeKey);

/** Another town takes the place of the one that was being built, which can be brought back. */
export function begin(town: Scenario): void {
  const old = localStorage.getItem(key);
  if (old) localStorage.setItem(beforeKey, old);
  localStorage.setItem(key, JSON.stringify(town));
  forgetSaved();
}

export interface History {
  now: Scenario;
  /** `about`: changes about the same thing in a row are taken back together; '': never. */
  change: (next: (now: Scenario) => Scenario, about?: string) => void;
  /** The next change is another step, whatever it is about. */
  settle: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

export function useHistory(first: () => Scenario): History {
  const [line, setLine] = useState<Line>(() => ({ past: [], now: first(), future: [], about: '' }));
  const stored = useRef(line.now);
  useEffect(() => {
    if (stored.current === line.now) return;
    stored.current = line.now;
    try {
      localStorage.setItem(key, JSON.stringify(line.now));
    } catch {
      // no room on this device: the town stays as long as the page
    }
  }, [line.now]);
  const change: History['change'] = (next, about = '') =>
    setLine((old) => {
      const now = next(old.now);
      if (now === old.now) return old;
      const same = about !== '' && about === old.about;
      return { past: same ? old.past : [...old.past.slice(1 - most), old.now], now, future: [], about };
    });
  const settle = () => setLine((old) => (old.about ? { ...old, about: '' } : old));
  const undo = () =>
    setLine((old) =>
      old.past.length ? { past: old.past.slice(0, -1), now: old.past[old.past.length - 1], future: [old.now, ...old.future], about: '' } : old,
    );
  const redo = () => setLine((old) => (old.future.length ? { past: [...old.past, old.now], now: old.future[0], future: old.future.slice(1), about: '' } : old));
  return { now: line.now, change, settle, undo: line.past.length ? undo : null, redo: line.future.length ? redo : null };
}
