// "Your turn", wherever one is: in the title, in the icon of the tab, and as a notice of the browser for those who want it.

import { useEffect, useState } from 'preact/hooks';
import { app } from '../app';
import type { Turn } from '../people';
import { asset, go } from '../route';

const [plainIcon, badge] = [asset('/icon.svg'), '<circle cx="75%" cy="25%" r="22%" fill="#c8281e" stroke="#fff" stroke-width="4%"/></svg>'];
let badgedIcon: string | null = null;
let known = new Set<string>();
let waiting: Turn[] = [];
let heading = 'Flipside';
/** Those that waited already when the page was opened are no news. */
let old: Set<string> | null = null;
const listeners = new Set<() => void>();
const keyOf = (turn: Turn) => `${turn.table} ${turn.since}`;

function showTitle(): void {
  document.title = waiting.length ? `(${waiting.length}) ${heading}` : heading;
}

/** What the page is about; the count of waiting games stands before it. */
export function setTitle(words: string): void {
  heading = words;
  showTitle();
}

async function showIcon(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel~=icon]');
  if (!link) return;
  if (waiting.length && !badgedIcon) {
    const drawing = await fetch(plainIcon).then(
      (answer) => answer.text(),
      () => '',
    );
    if (drawing) badgedIcon = `data:image/svg+xml,${encodeURIComponent(drawing.replace(/<\/svg>\s*$/, badge))}`;
  }
  link.href = waiting.length && badgedIcon ? badgedIcon : plainIcon;
}

/** Only while the page is out of sight: who looks at it needs no notice. */
function tell(turn: Turn): void {
  if (!document.hidden || app.settings.notices !== 'on' || !('Notification' in window) || Notification.permission !== 'granted') return;
  const notice = new Notification(`Your turn: ${turn.title}`, {
    body: turn.others.length ? `with ${turn.others.join(', ')}` : 'Your game is waiting.',
    icon: plainIcon,
    tag: turn.table,
  });
  notice.onclick = () => {
    focus();
    go(`/t/${turn.table}`);
    notice.close();
  };
}

function take(turns: Turn[]): void {
  const keys = new Set(turns.map(keyOf));
  for (const turn of turns) if (!known.has(keyOf(turn))) tell(turn);
  known = keys;
  old ??= keys;
  waiting = turns;
  for (const listener of listeners) listener();
  showTitle();
  void showIcon();
}

export function followTurns(): () => void {
  return app.connection.turns(take);
}

/** Where one has to decide, oldest first. */
export function useTurns(): Turn[] {
  const [turns, setTurns] = useState(waiting);
  useEffect(() => {
    const look = () => setTurns(waiting);
    listeners.add(look);
    look();
    return () => void listeners.delete(look);
  }, []);
  return turns;
}

/** Those of them that came since the page was opened. */
export const freshTurns = (turns: Turn[]) => turns.filter((turn) => !old?.has(keyOf(turn)));

/** Asks the browser; false if it does not allow notices. */
export async function allowNotices(): Promise<boolean> {
  if (!('Notification' in window)) return false;
  const answer = Notification.permission === 'default' ? await Notification.requestPermission() : Notification.permission;
  return answer === 'granted';
}
