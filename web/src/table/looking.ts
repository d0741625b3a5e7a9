// Whose sheet one looks at, which part of the score is lit, and what of the drawer was read.

import { useEffect, useState } from 'preact/hooks';
import type { DrawerTab } from '../parts/drawer';
import { useDrawer } from '../parts/screen';
import type { Scene, ScorePart } from '../types';

export function useLook(scene: Scene, myTurn: boolean) {
  const [lookAt, setLookAt] = useState<number | null>(null);
  const [part, setPart] = useState<ScorePart | null>(null);
  useEffect(() => {
    if (myTurn) setLookAt(null);
  }, [myTurn, scene.view?.round, scene.seat]);
  const own = typeof scene.seat === 'number' ? scene.seat : 0;
  const showPart = (next: ScorePart | null) => {
    setPart(next);
    setLookAt(next?.seat ?? null);
  };
  /** Who looks at another's sheet while a part of the score is lit sees the same part there. */
  const setShown = (seat: number) => {
    setLookAt(seat);
    if (part) setPart({ ...part, seat });
  };
  return { own, shown: lookAt ?? own, setShown, part, showPart };
}

export function useReading(scene: Scene) {
  const { wide, open, setOpen } = useDrawer();
  const [tab, setTab] = useState<DrawerTab>('log');
  const kept = `flipside.chat.${scene.table.id}`;
  const [chatSeen, setChatSeen] = useState(() => Number(localStorage.getItem(kept) ?? 0));
  const chatCount = scene.chat.length ? scene.chat[scene.chat.length - 1].i + 1 : 0;
  const chatShown = tab === 'chat' && open;
  useEffect(() => {
    if (!chatShown) return;
    setChatSeen(chatCount);
    if (chatCount) localStorage.setItem(kept, String(chatCount));
  }, [chatShown, chatCount]);
  const openRules = () => {
    setTab('rules');
    setOpen(true);
  };
  return { wide, open, setOpen, tab, setTab, openRules, unread: chatCount > chatSeen };
}
