// See before you commit, with a finger as with a mouse: hovering and focusing show what a move brings, and so does the first tap;
// the second tap on the same thing makes the move.

import { useState } from 'preact/hooks';
import type { Action } from 'shell/types';

let byFinger = false;
addEventListener('pointerdown', (event) => (byFinger = event.pointerType === 'touch'), true);
addEventListener('keydown', () => (byFinger = false), true);

export interface Pointing {
  /** The move that a finger has picked and not yet made. */
  picked: Action | null;
  drop: () => void;
  /** Makes the move that was picked. */
  commit: () => void;
  /** What a thing on the board listens to that stands for a move. */
  on: (action: Action) => {
    onClick: () => void;
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/** What was picked in another step is forgotten. */
export function usePointing(step: string, actions: Action[], act: (action: Action) => void, setPreview: (action: Action | null) => void): Pointing {
  const [pick, setPick] = useState<{ step: string; text: string } | null>(null);
  const picked = (pick?.step === step && actions.find((action) => action.text === pick.text)) || null;
  return {
    picked,
    drop: () => {
      setPick(null);
      setPreview(null);
    },
    commit: () => picked && act(picked),
    on: (action) => ({
      onClick: () => {
        if (!byFinger || picked === action) return act(action);
        setPick({ step, text: action.text });
        setPreview(action);
      },
      onPointerEnter: (event) => event.pointerType !== 'touch' && setPreview(action),
      onPointerLeave: (event) => event.pointerType !== 'touch' && setPreview(picked),
      onFocus: () => setPreview(action),
      onBlur: () => setPreview(picked),
    }),
  };
}
