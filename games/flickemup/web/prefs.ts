// What somebody likes at this board; kept in the browser.

import { useState } from 'preact/hooks';

export interface Prefs {
  /** The drawn town even where 3D is possible. */
  drawn: boolean;
  slow: boolean;
  /** Power stays as it was pulled; without it the hand swings. */
  steady: boolean;
  /** The camera follows the play. */
  director: boolean;
}

const key = 'flipside.flickemup';
const fallback: Prefs = { drawn: false, slow: false, steady: true, director: true };

function load(): Prefs {
  try {
    return { ...fallback, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return fallback;
  }
}

export function usePrefs(): [Prefs, (change: Partial<Prefs>) => void] {
  const [prefs, setPrefs] = useState(load);
  const change = (part: Partial<Prefs>) => {
    const next = { ...prefs, ...part };
    setPrefs(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      /* a browser that keeps nothing: it holds until the page is left */
    }
  };
  return [prefs, change];
}
