// The keyboard on a board: arrows go to the nearest thing that can be done in that direction, and when a step is taken the focus
// goes on to the next one instead of getting lost.

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Scene } from '../types';

let byKeyboard = false;
addEventListener('keydown', () => (byKeyboard = true), true);
addEventListener('pointerdown', () => (byKeyboard = false), true);

const directions: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function legalIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-legal]')].filter((node) => node.getClientRects().length > 0);
}

export function moveFocus(root: HTMLElement, event: KeyboardEvent): void {
  const direction = directions[event.key];
  const from = document.activeElement;
  if (!direction || !(from instanceof HTMLElement) || !root.contains(from) || event.altKey || event.ctrlKey || event.metaKey) return;
  const start = from.getBoundingClientRect();
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const node of legalIn(root)) {
    const rect = node.getBoundingClientRect();
    const dx = rect.x + rect.width / 2 - (start.x + start.width / 2);
    const dy = rect.y + rect.height / 2 - (start.y + start.height / 2);
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const distance = along + 2.5 * across;
    if (along > 4 && distance < least) {
      least = distance;
      best = node;
    }
  }
  if (!best) return;
  event.preventDefault();
  best.focus();
}

/** Nobody has the focus, or something that can no longer be done. */
function focusIsLost(root: HTMLElement): boolean {
  const active = document.activeElement;
  return !active || active === document.body || (root.contains(active) && !active.hasAttribute('data-legal'));
}

/**
 * A new turn or step is there, once something can be done: a keyboard goes to the first choice, unless the player was quicker. Whoever
 * comes to the keyboard only now gets there with the first arrow.
 */
export function useKeyboardFocus(root: RefObject<HTMLElement>, step: string, { actions }: Scene): void {
  const asked = actions.length > 0;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (byKeyboard && root.current && focusIsLost(root.current)) legalIn(root.current)[0]?.focus();
    }, 30);
    return () => clearTimeout(timer);
  }, [step, asked]);
  useEffect(() => {
    const begin = (event: KeyboardEvent) => {
      const first = directions[event.key] && document.activeElement === document.body && root.current && legalIn(root.current)[0];
      if (!first || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      first.focus();
    };
    addEventListener('keydown', begin);
    return () => removeEventListener('keydown', begin);
  }, []);
}

/** Something opened that asks a question: a keyboard goes there at once. */
export function useFocusOnOpen(root: RefObject<HTMLElement>): void {
  useEffect(() => {
    if (byKeyboard && root.current) (root.current.querySelector<HTMLElement>('.free[data-legal]') ?? legalIn(root.current)[0])?.focus();
  }, []);
}
