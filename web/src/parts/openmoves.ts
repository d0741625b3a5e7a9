// Moves with numbers, as flicks are: the table offers them open ("shoot left"), a text fills them in ("shoot left 12.5 1800").

import type { Action } from '../types';

export function isOpen(action: Action): boolean {
  return Array.isArray(action.open) && action.open.length > 0;
}

/** The numbers with which a text fills in an open action, in their order; null if it does not. */
export function numbersIn(action: Action, text: string): number[] | null {
  if (!isOpen(action) || !text.startsWith(`${action.text} `)) return null;
  const words = text
    .slice(action.text.length + 1)
    .trim()
    .split(/\s+/);
  const numbers = words.map(Number);
  return words.length === (action.open as string[]).length && words[0] !== '' && numbers.every(Number.isFinite) ? numbers : null;
}

/** What the table offers that a text stands for: that action, or an open one with the text's numbers. */
export function offered(actions: Action[], text: string): Action | undefined {
  const exact = actions.find((action) => action.text === text);
  if (exact) return exact;
  const open = actions.find((action) => numbersIn(action, text));
  return open && { ...open, text };
}

/** How an action is said: what is still open stands in capitals. */
export function formOf(action: Action): string {
  return isOpen(action) ? `${action.text} ${(action.open as string[]).map((name) => name.toUpperCase()).join(' ')}` : action.text;
}

const units: Record<string, string> = { angle: '°, counter-clockwise from the right', around: '° around him', speed: ' mm/s' };

/** What the open numbers mean and between which bounds they lie. */
export function openWords(action: Action): string {
  return (action.open as string[])
    .map((name) => {
      const [least, most] = action[name] as [number, number];
      return `${name.toUpperCase()} ${least}–${most}${units[name] ?? ''}`;
    })
    .join('; ');
}
