// An invitation: the game, its terms, who sits there, a name, one tap to sit down.

import { useEffect, useState } from 'preact/hooks';
import { app, suggestName, useApp } from '../app';
import { coverOf } from '../boards';
import { bytesFor } from '../deal';
import { request } from '../request';
import { forgetInvitation, keepInvitation } from '../parts/invited';
import { nameList } from '../parts/seats';
import { clockWords, optionWords, ratedWords } from '../parts/terms';
import { follow, go, here } from '../route';
import type { Table } from '../types';
import { Facts } from './play';

interface Invitation {
  table: Table;
  seat: number;
  key: string;
  /** The table's own link: any free seat will do. */
  any?: boolean;
}

const isFree = ({ table, seat, any }: Invitation) =>
  any ? table.seats.some((one) => (one.kind === 'link' || one.kind === 'open') && !one.for) && !table.seats[seat].you : table.seats[seat].kind === 'link';

function takenWords({ table, seat, any }: Invitation): string {
  if (table.seats[seat].you) return 'You sit there already. ';
  if (any) return table.status === 'waiting' ? 'The table is full: other seats are kept for friends. ' : 'The table is full. ';
  return table.seats[seat].kind === 'bot' ? 'A bot has taken this seat. ' : 'Somebody has taken this seat. ';
}

/** A used invitation leads on: to the own seat, to another one, or to the board. */
function Taken({ found }: { found: Invitation }) {
  const { table, seat } = found;
  const you = table.seats[seat].you;
  const free = table.seats.some(({ kind }) => kind === 'open' || kind === 'link') && !found.any;
  const over = table.status === 'over' || table.status === 'ended';
  return (
    <>
      <p>
        {takenWords(found)}
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

/** "Ada, Bo and 2 free seats" */
function whoWords({ seats }: Table): string {
  const names = seats.flatMap(({ kind, name }) => (name && (kind === 'person' || kind === 'bot') ? [kind === 'bot' ? `${name} (bot)` : name] : []));
  const free = seats.length - names.length;
  return nameList([...names, ...(free ? [free === 1 ? 'one free seat' : `${free} free seats`] : [])]);
}

/** What is to be played, at a glance. */
function WhatIsPlayed({ table }: { table: Table }) {
  const game = app.game(table.game);
  const Art = coverOf(table.game);
  return (
    <section class={`invitation cover game-${table.game}`} aria-label="The game">
      <Art />
      {game && <p class="cover-about">{game.about}</p>}
      {game && <Facts game={game} />}
      <p>{[clockWords(table.clock), ratedWords(table), ...optionWords(table)].join(' · ')}</p>
      <p>
        <b>{whoWords(table)}</b>
      </p>
    </section>
  );
}

function SitForm({ found, problem, setProblem }: { found: Invitation; problem: string; setProblem: (words: string) => void }) {
  const { person } = useApp();
  const [name, setName] = useState(person?.name ?? suggestName());
  const [busy, setBusy] = useState(false);
  const { table, seat, key, any } = found;
  const team = any ? undefined : table.seats[seat].team;
  const sit = async () => {
    setBusy(true);
    setProblem('');
    try {
      if (!person || person.name !== name) await app.takeName(name);
      await app.connection.ask('sit', { table: table.id, ...(any ? {} : { seat }), key, ...bytesFor(table.commitment) });
      forgetInvitation();
      go(`/t/${table.id}`, true);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void sit();
      }}
    >
      {team && (
        <p>
          You play for <strong>the {team}</strong>.
        </p>
      )}
      <label class="field">
        <span>Your name at the table</span>
        <input value={name} maxLength={24} required autocomplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button class="primary" disabled={busy}>
          Sit down
        </button>
        <a
          class="quiet"
          href={`/learn/${table.game}`}
          onClick={(event) => {
            keepInvitation(here());
            follow(event);
          }}
        >
          Never played? A lesson takes two minutes
        </a>
        {problem && (
          <a class="button" href={`/t/${table.id}`} onClick={follow}>
            Look on
          </a>
        )}
      </div>
    </form>
  );
}

export function JoinPage({ invitation }: { invitation: string }) {
  const [found, setFound] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    request<Invitation>('GET', `/api/join/${invitation}`).then(setFound, (error) => setProblem(error.message));
  }, [invitation]);
  const host = found?.table.seats[found.table.owner ?? 0]?.name ?? found?.table.seats.find((seat) => seat.kind === 'person')?.name ?? 'Somebody';
  return (
    <div class="page narrow">
      <header class="page-head">
        <h1>{found ? `${host} invites you to ${found.table.title}` : 'An invitation'}</h1>
      </header>
      {found && <WhatIsPlayed table={found.table} />}
      {found && (isFree(found) ? <SitForm {...{ found, problem, setProblem }} /> : <Taken found={found} />)}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
