// The next game with the same people.

import { useEffect, useRef } from 'preact/hooks';
import { bytesFor } from '../deal';
import type { Tell } from '../parts/drawer';
import { go } from '../route';
import type { Scene } from '../types';

/** Asks for a rematch, or goes to the one that there is. Whoever has agreed to one is there when it begins. */
export function useRematch(id: string, latest: Scene | null, tell: Tell): () => Promise<void> {
  const agreedToPlay = useRef('');
  const willing = latest?.offers?.some((offer) => offer.kind === 'rematch' && latest.mine.some((seat) => offer.agreed.includes(seat)));
  useEffect(() => {
    if (willing) agreedToPlay.current = id;
    if (latest?.table.rematch && agreedToPlay.current === id) {
      agreedToPlay.current = '';
      go(`/t/${latest.table.rematch}`);
    }
  }, [willing, latest?.table.rematch]);
  return async () => {
    if (latest?.table.rematch) return go(`/t/${latest.table.rematch}`);
    const answer = await tell('rematch', bytesFor(latest?.table.next));
    if (answer?.table) go(`/t/${answer.table}`);
  };
}
