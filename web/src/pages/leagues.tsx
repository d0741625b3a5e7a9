// The leagues one belongs to, and making one.

import { useState } from 'preact/hooks';
import { app, useApp } from '../app';
import type { League, Leagues } from '../api';
import { request } from '../request';
import { useAnswer } from '../people';
import { follow, go } from '../route';
import { countWords } from '../tournaments';

export { LeaguePage } from './league';

function MakeLeague() {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const make = async (event: Event) => {
    event.preventDefault();
    try {
      await app.ensurePerson();
      const made = await request<League>('POST', '/api/leagues', { name });
      go(`/leagues/${made.league.id}`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form class="league-form" onSubmit={(event) => void make(event)}>
      <label class="field">
        <span>Name of the league</span>
        <input required maxLength={48} placeholder="Our Thursday table" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button class="primary">Make a league</button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

export function LeaguesPage() {
  const { person } = useApp();
  const { data, problem } = useAnswer<Leagues>(person ? '/api/leagues' : null);
  const all = data?.leagues ?? [];
  return (
    <div class="page league">
      <header class="page-head">
        <h1>Leagues</h1>
        <p>For friends who play together again and again: who won how often, and who beats whom. Make one, and send its link to the others.</p>
      </header>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <MakeLeague />
      {(data || !person) && all.length === 0 && <p class="empty">You belong to no league yet.</p>}
      {all.length > 0 && (
        <section>
          <h2>Your leagues</h2>
          <ul class="tables">
            {all.map((one) => (
              <li key={one.id} class={one.yours ? 'yours' : ''}>
                <a href={`/leagues/${one.id}`} onClick={follow}>
                  <b>{one.name}</b>
                  <span>{countWords(one.members, 'member')}</span>
                  <em>{one.closed ? 'closed' : countWords(one.games, 'game')}</em>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
