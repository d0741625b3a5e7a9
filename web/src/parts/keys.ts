// Keys that mean something anywhere on a page.

import { useEffect, useRef } from 'preact/hooks';

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'range';

/**
 * Calls `handle` for every key that nobody else wants: no dialog is open, nothing is written, no modifier is held. It says whether the key
 * meant something; then the browser does nothing with it.
 */
export function useKeydown(handle: (key: string, target: HTMLElement) => boolean): void {
  const keys = useRef(handle);
  keys.current = handle;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || writes(event.target) || document.querySelector('dialog[open]')) return;
      if (keys.current(event.key, event.target as HTMLElement)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
