// The list of tournaments: those one can enter, those that run, those that are over.

import { useState } from 'preact/hooks';
import { MakeTournament } from '../parts/maketournament';
import { thisMonth, useAnswer } from '../people';
import { follow } from '../route';
import { shape, stateWords } from '../tournaments';
import type { Tournament } from '../tournaments';

export { TournamentPage } from './tournament';

function List({ title, tournaments }: { title: string; tournaments: Tournament[] }) {
  if (!tournaments.length) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="tables">
        {tournaments.map((one) => (
          <li key={one.id} class={one.yours ? 'yours' : ''}>
            <a href={`/tournaments/${one.id}`} onClick={follow}>
              <b>{one.name}</b>
              <span>
                {one.title} · {shape(one)}
              </span>
              <em>{stateWords(one)}</em>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TournamentsPage() {
  const { data, problem } = useAnswer<{ tournaments: Tournament[] }>('/api/tournaments');
  const [making, setMaking] = useState(false);
  const all = data?.tournaments ?? [];
  return (
    <div class="page">
      <header class="page-head">
        <h1>Tournaments</h1>
        <p>Anybody can make one and invite others by its link. The server pairs the players, deals the tables and keeps the standings.</p>
        <div class="buttons">
          <button class="primary" onClick={() => setMaking(true)}>
            Make a tournament
          </button>
          <a class="button" href={`/daily/${thisMonth()}`} onClick={follow}>
            The daily challenge this month
          </a>
          <a class="button" href="/leagues" onClick={follow}>
            Leagues of friends
          </a>
        </div>
      </header>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {data && all.length === 0 && <p class="empty">There are no tournaments yet. Make the first one: two players are enough, and bots can fill it up.</p>}
      <List title="Open to enter" tournaments={all.filter(({ state }) => state === 'open')} />
      <List title="Running" tournaments={all.filter(({ state }) => state === 'running')} />
      <List title="Over" tournaments={all.filter(({ state }) => state === 'over' || state === 'called off')} />
      {making && <MakeTournament onClose={() => setMaking(false)} />}
    </div>
  );
}
