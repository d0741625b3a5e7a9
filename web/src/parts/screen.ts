// What the screen is like: whether there is room for the drawer beside the board, which folds away and stays as it was left, or only for a phone;
// and whether it is touched.

import { useEffect, useMemo, useState } from 'preact/hooks';

function useMedia(words: string): boolean {
  const query = useMemo(() => matchMedia(words), [words]);
  const [fits, setFits] = useState(query.matches);
  useEffect(() => {
    const change = () => setFits(query.matches);
    change();
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return fits;
}

export const useWide = () => useMedia('(min-width: 1180px)');
export const useSmall = () => useMedia('(max-width: 719px)');

/** Fingers instead of a mouse, and so most likely no keyboard: nothing is said of keys. */
export const useTouch = () => useMedia('(hover: none)');

const storeKey = 'flipside.drawer';

/**
 * `wide`: the drawer stands beside the board, not over it. There it stays open or folded as one left it; as long as nobody said, it is
 * folded where the board needs the room.
 */
export function useDrawer(): { wide: boolean; open: boolean; setOpen: (open: boolean) => void } {
  const wide = useWide();
  const roomy = useMedia('(min-width: 1400px)');
  const [over, setOver] = useState(false);
  const [wish, setWish] = useState(() => localStorage.getItem(storeKey));
  const open = wide ? (wish ? wish === 'open' : roomy) : over;
  const setOpen = (now: boolean) => {
    if (!wide) return setOver(now);
    setWish(now ? 'open' : 'folded');
    localStorage.setItem(storeKey, now ? 'open' : 'folded');
  };
  return { wide, open, setOpen };
}
