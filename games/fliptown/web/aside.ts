// An ability that is asked about every turn can be set aside: then the page answers "later" by itself until it is wanted again.

import { useEffect, useState } from 'preact/hooks';
import type { Action, Scene } from 'shell/types';

const place = 'flipside.fliptown.aside';

/** Where "later" is the same as not being asked. */
const everyTurn = ['last', 'mayor'];

function read(): string {
  try {
    return localStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}

export interface Aside {
  on: boolean;
  set: (on: boolean) => void;
}

/** `phase`: what the own seat is asked now. It holds for one table. */
export function useAside(scene: Scene, phase: string, actions: Action[], act: (action: Action) => void): Aside {
  const id = scene.table.id;
  const [on, setOn] = useState(read() === id);
  const later = on && everyTurn.includes(phase) ? actions.find((action) => action.kind === 'leave') : undefined;
  useEffect(() => {
    if (later) void act(later);
  }, [later !== undefined, scene.log.length]);
  const set = (next: boolean) => {
    setOn(next);
    try {
      if (next) localStorage.setItem(place, id);
      else localStorage.removeItem(place);
    } catch {
      // kept for this visit at least
    }
  };
  return { on, set };
}
