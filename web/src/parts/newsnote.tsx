// A note on every page about what waits elsewhere (a game began, your turn, an offer, a friend's request), with a link.

import { useEffect, useState } from 'preact/hooks';
import type { PushNews } from '../api';
import { app } from '../app';
import { timeLeft, type Turn } from '../people';
import { go, useRoute } from '../route';
import { befriend, unfriend, useCircle } from '../social';
import { freshTurns, useTurns } from './turns';

interface Note {
  key: string;
  title: string;
  words: string;
  table?: string;
  /** When the time is up. */
  deadline?: number | null;
  /** Somebody who would like to be a friend. */
  person?: string;
}

const shownAtOnce = 3;
const soon = 3600e3;

const withWords = ({ others }: Turn) => (others.length ? ` with ${others.join(', ')}` : '');
const turnNote = (turn: Turn): Note => ({
  key: `${turn.table} ${turn.since}`,
  title: turn.title,
  words: `Your turn${withWords(turn)}.`,
  table: turn.table,
  deadline: turn.deadline,
});

/** What was said since the page was opened. */
function useNews(path: string): Note[] {
  const [news, setNews] = useState<PushNews[]>([]);
  useEffect(() => app.connection.hear<PushNews>('news', (one) => setNews((old) => [...old.filter(({ table }) => table !== one.table), one])), []);
  useEffect(() => setNews((old) => old.filter(({ table }) => path !== `/t/${table}`)), [path]);
  return news.map(({ what, table, title, text }) => ({ key: `${what} ${table} ${text}`, title, words: text, table: what === 'declined' ? undefined : table }));
}

function NoteRow({ note, close }: { note: Note; close: () => void }) {
  const { title, words, table, person, deadline } = note;
  const answer = (deed: Promise<unknown>) => void deed.then(close, close);
  return (
    <li>
      <span>
        <b>{title}</b> {words} {deadline ? <span class="quiet">{timeLeft(deadline - Date.now())} left</span> : null}
      </span>
      <span class="buttons">
        {table && (
          <button class="primary" aria-label={`Go to ${title}`} onClick={() => go(`/t/${table}`)}>
            Go
          </button>
        )}
        {person && (
          <>
            <button class="primary" onClick={() => answer(befriend(person))}>
              Accept
            </button>
            <button onClick={() => answer(unfriend(person))}>Decline</button>
          </>
        )}
        <button class="plain" aria-label={`Close: ${title}`} onClick={close}>
          ✕
        </button>
      </span>
    </li>
  );
}

export function NewsNote() {
  const path = useRoute();
  const turns = useTurns();
  const circle = useCircle();
  const news = useNews(path);
  const [closed, setClosed] = useState<string[]>([]);
  const [, setTick] = useState(0);
  const atTable = path.startsWith('/t/');
  const due = freshTurns(turns).filter(({ table, deadline }) => path !== `/t/${table}` && (!atTable || (deadline && deadline - Date.now() < soon)));
  const asks = ['/lobby', '/profile'].includes(path) ? [] : (circle?.friends.filter(({ state }) => state === 'asks') ?? []);
  const notes: Note[] = [
    ...due.map(turnNote),
    ...news.filter(({ table }) => !due.some((turn) => turn.table === table)),
    ...asks.map(({ id, name }) => ({ key: `asks ${id}`, title: name, words: 'would like to be your friend.', person: id })),
  ].filter(({ key }) => !closed.includes(key));
  const ticks = notes.some(({ deadline }) => deadline);
  useEffect(() => {
    if (!ticks) return;
    const timer = setInterval(() => setTick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [ticks]);
  if (!notes.length) return null;
  return (
    <section class="challenge-note" role="status" aria-label="News">
      <ul class="people-list">
        {notes.slice(0, shownAtOnce).map((note) => (
          <NoteRow key={note.key} note={note} close={() => setClosed([...closed, note.key])} />
        ))}
      </ul>
    </section>
  );
}
