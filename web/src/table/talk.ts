// What a table page tells the server, and what it says when the server refuses.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { app, useConnectionState } from '../app';
import type { Tell } from '../parts/drawer';
import { useSaying, type Saying } from '../parts/saying';

export interface Toast {
  text: string;
  key: number;
}

/** A message at the edge of the page, for a few seconds. */
export function useToast(): { toast: Toast | null; say: (text: string) => void; close: () => void } {
  const [toast, setToast] = useState<Toast | null>(null);
  const say = useCallback((text: string) => setToast({ text, key: Date.now() }), []);
  const close = useCallback(() => setToast(null), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(close, 9000);
    return () => clearTimeout(timer);
  }, [toast]);
  return { toast, say, close };
}

export interface Talk {
  tell: Tell;
  /** Counts a question as pressed until it is answered. */
  answered: <T>(asked: Promise<T>) => Promise<T>;
  /** Something was pressed that waits for the server to be back. */
  away: boolean;
  /** The chat: what is written and what waits stay while the drawer shows something else. */
  saying: Saying;
}

/** What was pressed and is not answered yet: while the server is away it waits, and that is said. */
export function useTalk(id: string, say: (text: string) => void): Talk {
  const [pressed, setPressed] = useState(0);
  const away = useConnectionState() !== 'open' && pressed > 0;
  const answered = useCallback(async <T>(asked: Promise<T>): Promise<T> => {
    setPressed((count) => count + 1);
    try {
      return await asked;
    } finally {
      setPressed((count) => count - 1);
    }
  }, []);
  const tell: Tell = useCallback(
    async (what, fields = {}) => {
      try {
        return await answered(app.connection.ask(what, { table: id, ...fields }));
      } catch (error) {
        say((error as Error).message);
        return null;
      }
    },
    [id],
  );
  const saying = useSaying(async ({ text, team }) => (await tell('chat', { text, ...(team && { team }) })) !== null);
  return { tell, answered, away, saying };
}
