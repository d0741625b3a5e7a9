// An invitation: what it is for, a name, one tap to sit down.

import { useEffect, useState } from 'preact/hooks';
import { app, suggestName, useApp } from '../app';
import { bytesFor } from '../deal';
import { request } from '../net';
import { seatName } from '../parts/tables';
import { follow, go } from '../route';
import type { Table } from '../types';

interface Invitation {
  table: Table;
  seat: number;
  key: string;
}

/** A used invitation leads on: to the own seat, to another one, or to the board. */
function Taken({ found }: { found: Invitation }) {
  const { table, seat } = found;
  const you = table.seats[seat].you;
  const free = table.seats.some(({ kind }) => kind === 'open' || kind === 'link');
  const over = table.status === 'over' || table.status === 'ended';
  return (
    <>
      <p>
        {you ? 'You sit there already. ' : table.seats[seat].kind === 'bot' ? 'A bot has taken this seat. ' : 'Somebody has taken this seat. '}
        {!you &&
          (table.status === 'waiting' && free ? 'Another seat is free: ask for it at the table.' : over ? 'The game is over.' : 'You can watch the game.')}
      </p>
      <div class="buttons">
        <a class="button primary" href={over && !you ? `/r/${table.id}` : `/t/${table.id}`} onClick={follow}>
          {you ? 'To the table' : over ? 'Look at the replay' : table.status === 'waiting' && free ? 'Ask for a seat' : 'Watch'}
        </a>
        {!you && (
          <a class="button" href="/" onClick={follow}>
            To the games
          </a>
        )}
      </div>
    </>
  );
}

export function JoinPage({ invitation }: { invitation: string }) {
  const { person } = useApp();
  const [found, setFound] = useState<Invitation | null>(null);
  const [name, setName] = useState(person?.name ?? suggestName());
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    request<Invitation>('GET', `/api/join/${invitation}`).then(setFound, (error) => setProblem(error.message));
  }, [invitation]);
  const sit = async () => {
    if (!found) return;
    setBusy(true);
    setProblem('');
    try {
      if (!person || person.name !== name) await app.takeName(name);
      await app.link.ask('sit', { table: found.table.id, seat: found.seat, key: found.key, ...bytesFor(found.table.commitment) });
      go(`/t/${found.table.id}`, true);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  const taken = found && found.table.seats[found.seat].kind !== 'link';
  const host = found?.table.seats.find((seat) => seat.kind === 'person')?.name ?? 'Somebody';
  return (
    <div class="page narrow">
      <header class="page-head">
        <h1>{found ? `${host} invites you to ${found.table.title}` : 'An invitation'}</h1>
        {found && <p>At the table: {found.table.seats.map(seatName).join(', ')}.</p>}
        {found && !taken && found.table.seats[found.seat].team && (
          <p>
            You play for <strong>the {found.table.seats[found.seat].team}</strong>.
          </p>
        )}
      </header>
      {found && !taken && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void sit();
          }}
        >
          <label class="field">
            <span>Your name at the table</span>
            <input value={name} maxLength={24} required autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
          </label>
          <div class="buttons">
            <button class="primary" disabled={busy}>
              Sit down
            </button>
            <a class="button" href={`/t/${found.table.id}`} onClick={follow}>
              Look on
            </a>
          </div>
        </form>
      )}
      {taken && <Taken found={found} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
