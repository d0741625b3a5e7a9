// The gallery: towns that people have put there, with their stars.

import { useState } from 'preact/hooks';
import { app, useApp } from 'shell/app';
import { request } from 'shell/request';
import { dayOf, useAnswer } from 'shell/people';
import { follow } from 'shell/route';
import { editorPath } from './link';
import { game } from './scenario';

interface Entry {
  id: string;
  name: string;
  by: string;
  stars: number;
  starred: boolean;
  played: number;
  since: number;
}

const orders: [string, string][] = [
  ['newest', 'Newest'],
  ['stars', 'Most stars'],
  ['played', 'Most played'],
];

/** One star for each person, given and taken back. */
export function Star({ id, entry }: { id: string; entry?: Entry }) {
  const { person } = useApp();
  const { data } = useAnswer<Entry>(entry ? null : `/api/gallery/${game}/${id}`);
  const [now, setNow] = useState<{ stars: number; starred: boolean } | null>(null);
  const shown = now ?? entry ?? data;
  if (!shown) return null;
  const press = async () => {
    await app.ensurePerson();
    setNow(await request('POST', '/api/gallery/star', { id, on: !shown.starred }));
  };
  return (
    <button
      type="button"
      class="fu-ed-star"
      aria-pressed={Boolean(person) && shown.starred}
      aria-label={`A star for this town; it has ${shown.stars}`}
      onClick={() => void press().catch(() => undefined)}
    >
      {shown.starred && person ? '★' : '☆'} {shown.stars}
    </button>
  );
}

export function Gallery() {
  const [order, setOrder] = useState('newest');
  const { data, problem } = useAnswer<{ entries: Entry[] }>(`/api/gallery/${game}/by/${order}`);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Towns that people have built</h1>
        <p>
          Open one to look at it, play it, or build on it.{' '}
          <a href={editorPath} onClick={follow}>
            Build your own
          </a>
        </p>
      </header>
      <div class="buttons" role="group" aria-label="Order">
        {orders.map(([word, words]) => (
          <button key={word} type="button" aria-pressed={order === word} onClick={() => setOrder(word)}>
            {words}
          </button>
        ))}
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {data && !data.entries.length && <p class="quiet">Nothing here yet. Yours can be the first: build a town, then “Share”.</p>}
      <ul class="fu-ed-gallery">
        {data?.entries.map((entry) => (
          <li key={entry.id}>
            <a href={`${editorPath}/${entry.id}`} onClick={follow}>
              <b>{entry.name}</b>
            </a>
            <small>
              by {entry.by}, {dayOf(entry.since)} · {['not played yet', 'played once'][entry.played] ?? `played ${entry.played} times`}
            </small>
            <Star key={`${entry.id} ${order}`} id={entry.id} entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
}
