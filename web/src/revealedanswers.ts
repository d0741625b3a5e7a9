// Which better choices of an analysed game somebody has seen: the answer to a mistake is hidden until it was tried or asked for, and this
// device remembers it for the last games.

import { useState } from 'preact/hooks';

const key = 'flipside.answers';
const most = 40; // games

export interface Answers {
  known: (step: number) => boolean;
  reveal: (...steps: number[]) => void;
}

/** By table, the oldest first. */
function kept(): Record<string, number[]> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

function keep(table: string, steps: number[]): void {
  const { [table]: _, ...others } = kept();
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - most), [table, steps]])));
  } catch {
    // A browser that keeps nothing hides them again.
  }
}

export function useAnswers(table: string): Answers {
  const [seen, setSeen] = useState(() => kept()[table] ?? []);
  return {
    known: (step) => seen.includes(step),
    reveal: (...steps) => {
      const next = [...new Set([...seen, ...steps])];
      setSeen(next);
      keep(table, next);
    },
  };
}
