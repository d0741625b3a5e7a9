// Addresses inside the page. A server knows them all and sends the page for each; plain files have one address, and the rest stands
// behind its #.

import { useEffect, useState } from 'preact/hooks';
import { backend } from './backend';

const moved = 'flipside-moved';

/** The address bar's text for a place in the page. */
const shown = (path: string) => (backend.plain ? `#${path}` : path);

/** Where we are: the path, without what follows a question mark. */
export const here = () => (backend.plain ? location.hash.slice(1).split('?')[0] || '/' : location.pathname);

/** What follows the question mark. */
export const query = () => new URLSearchParams(backend.plain ? location.hash.split('?')[1] : location.search);

/** A file that comes with the page. */
export const asset = (path: string) => (backend.plain ? `.${path}` : path);

export function showAddress(path: string): void {
  history.replaceState(history.state, '', shown(path));
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', shown(path));
  else history.pushState(null, '', shown(path));
  dispatchEvent(new Event(moved));
  scrollTo(0, 0);
}

export function useRoute(): string {
  const [path, setPath] = useState(here);
  useEffect(() => {
    const follow = () => setPath(here());
    addEventListener('popstate', follow);
    addEventListener(moved, follow);
    follow(); // somebody may have pressed a link before
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener(moved, follow);
    };
  }, []);
  return path;
}

/** For links: a plain click stays in the page, everything else is the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLElement).closest('a');
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute('href')!);
}
