// A table of a tournament waits: said on every page, with the way there.

import { useEffect, useState } from 'preact/hooks';
import { app } from '../app';
import { go, useRoute } from '../route';
import type { TournamentNews } from '../tournaments';

const words: Record<TournamentNews['what'], string> = {
  table: 'your table is ready.',
  bye: 'you have a bye in this round.',
  begun: 'it begins now.',
  over: 'it is over.',
  'called off': 'it was called off.',
};

export function TournamentNote() {
  const [news, setNews] = useState<TournamentNews | null>(null);
  const path = useRoute();
  useEffect(() => app.connection.hear('tournament', (one: TournamentNews) => setNews(one)), []);
  const there = news && (path === `/t/${news.table}` || path === `/tournaments/${news.id}`);
  useEffect(() => {
    if (there) setNews(null);
  }, [there]);
  if (!news || there) return null;
  return (
    <section class="challenge-note" role="status" aria-label="Tournament">
      <ul class="people-list">
        <li>
          <span>
            <b>{news.name}</b> {news.round > 0 && `Round ${news.round}: `}
            {words[news.what]}
          </span>
          <span class="buttons">
            <button class="primary" onClick={() => go(news.table ? `/t/${news.table}` : `/tournaments/${news.id}`)}>
              {news.table ? 'Go there' : 'See it'}
            </button>
          </span>
        </li>
      </ul>
      <button class="plain" aria-label="Close" onClick={() => setNews(null)}>
        ✕
      </button>
    </section>
  );
}
