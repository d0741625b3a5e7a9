// The tables of the lobby: what is played on which terms, who sits there, for how long it has waited; found by game, clock and rating.

import { useState } from 'preact/hooks';
import { app } from '../app';
import { coverOf } from '../boards';
import { bytesFor, isChosen } from '../deal';
import type { ServerError } from '../request';
import { follow, go } from '../route';
import type { Lobby } from '../social';
import type { Seat, Table } from '../types';
import { TableList, seatName } from './tables';
import { ageWords, clockWords, isLive, optionWords, ratedWords } from './terms';

interface Wanted {
  game: string;
  clock: 'any' | 'live' | 'days' | 'none';
  rated: 'any' | 'rated' | 'not rated';
  order: 'newest' | 'oldest' | 'game';
}

const remembered = 'flipside.lobby';
const anything: Wanted = { game: '', clock: 'any', rated: 'any', order: 'newest' };

function lastWanted(): Wanted {
  try {
    return { ...anything, ...JSON.parse(localStorage.getItem(remembered) ?? '{}') };
  } catch {
    return anything;
  }
}

const clockKind = ({ clock }: Table) => (!clock ? 'none' : isLive(clock) ? 'live' : 'days');

/** Those that fit, in the order that is asked for. */
export function chosenTables(tables: Table[], { game, clock, rated, order }: Wanted): Table[] {
  const fit = tables.filter(
    (table) => (!game || table.game === game) && (clock === 'any' || clockKind(table) === clock) && (rated === 'any' || ratedWords(table) === rated),
  );
  if (order === 'game') return fit.sort((a, b) => a.title.localeCompare(b.title) || b.created - a.created);
  return fit.sort((a, b) => (order === 'newest' ? b.created - a.created : a.created - b.created));
}

function Choice({ label, value, choices, onChange }: { label: string; value: string; choices: [string, string][]; onChange: (value: string) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function Filters({ wanted, change }: { wanted: Wanted; change: (some: Partial<Wanted>) => void }) {
  const games = app.games.filter((one) => one.seats[1] > 1);
  return (
    <fieldset class="lobby-filters">
      <legend class="sr">Which tables</legend>
      <Choice
        label="Game"
        value={wanted.game}
        choices={[['', 'all'], ...games.map(({ id, title }): [string, string] => [id, title])]}
        onChange={(game) => change({ game })}
      />
      <Choice
        label="Clock"
        value={wanted.clock}
        choices={[
          ['any', 'any'],
          ['live', 'minutes'],
          ['days', 'days'],
          ['none', 'none'],
        ]}
        onChange={(clock) => change({ clock: clock as Wanted['clock'] })}
      />
      <Choice
        label="Rating"
        value={wanted.rated}
        choices={[
          ['any', 'any'],
          ['rated', 'rated'],
          ['not rated', 'not rated'],
        ]}
        onChange={(rated) => change({ rated: rated as Wanted['rated'] })}
      />
      <Choice
        label="Order"
        value={wanted.order}
        choices={[
          ['newest', 'newest first'],
          ['oldest', 'oldest first'],
          ['game', 'by game'],
        ]}
        onChange={(order) => change({ order: order as Wanted['order'] })}
      />
    </fieldset>
  );
}

function Sitter({ seat, rating }: { seat: Seat; rating?: number }) {
  if (seat.kind === 'bot') return <li>{`${seat.name} (bot ${seat.level})`}</li>;
  if (seat.kind !== 'person') return <li class="quiet">{seatName(seat)}</li>;
  return (
    <li class={seat.online ? 'is-here' : ''}>
      {seat.you ? 'you' : seat.name}
      {rating !== undefined && <span class="quiet"> {Math.round(rating)}</span>}
      {!seat.online && <span class="quiet"> (away)</span>}
    </li>
  );
}

/** A table that waits, with the way into it. */
function FreeTable({ table, ratings }: { table: Table; ratings: Lobby['ratings'] }) {
  const [problem, setProblem] = useState('');
  const Art = coverOf(table.game);
  const open = table.seats.findIndex(({ kind }) => kind === 'open');
  const mine = table.seats.some(({ you }) => you);
  const ratingOf = ({ person }: Seat) => ratings?.find((one) => one.person === person && one.game === table.game)?.rating;
  const sit = async () => {
    try {
      await app.ensurePerson();
      await app.connection.ask('sit', { table: table.id, seat: open, ...bytesFor(table.commitment) });
      go(`/t/${table.id}`);
    } catch (error) {
      setProblem((error as ServerError).message);
    }
  };
  return (
    <li class={`free-table cover game-${table.game}`}>
      <Art />
      <div>
        <h3>
          {table.title}
          {isChosen(table) && <span class="tag">chosen seed</span>}
        </h3>
        <p>{[clockWords(table.clock), ratedWords(table), ...optionWords(table)].join(' · ')}</p>
        <ul class="sitters">
          {table.seats.map((seat, index) => (
            <Sitter key={index} seat={seat} rating={ratingOf(seat)} />
          ))}
        </ul>
        <small class="quiet">{ageWords(table.created)}</small>
        {problem && (
          <small class="problem" role="alert">
            {problem}
          </small>
        )}
      </div>
      {open >= 0 && !mine ? (
        <button class="primary" aria-label={`Sit down at ${table.title}`} onClick={() => void sit()}>
          Sit down
        </button>
      ) : (
        <a class="button" href={`/t/${table.id}`} onClick={follow}>
          {mine ? 'To the table' : 'Look'}
        </a>
      )}
    </li>
  );
}

export function LobbyTables({ lobby, tables }: { lobby: Lobby; tables: Table[] }) {
  const [wanted, setWanted] = useState(lastWanted);
  const change = (some: Partial<Wanted>) => {
    const next = { ...wanted, ...some };
    setWanted(next);
    localStorage.setItem(remembered, JSON.stringify(next));
  };
  const shown = chosenTables(tables, wanted);
  const waiting = shown.filter((table) => table.status === 'waiting');
  const running = shown.filter((table) => table.status === 'running');
  if (!tables.length) return null;
  return (
    <>
      <Filters {...{ wanted, change }} />
      {!shown.length && (
        <p class="empty">
          No table is like that right now. <button onClick={() => change({ ...anything, order: wanted.order })}>Show all {tables.length}</button>
        </p>
      )}
      {waiting.length > 0 && <h2>Free seats</h2>}
      <ul class="free-tables">
        {waiting.map((table) => (
          <FreeTable key={table.id} table={table} ratings={lobby.ratings} />
        ))}
      </ul>
      {running.length > 0 && <h2>Games to watch</h2>}
      <TableList tables={running} games={lobby.games} />
    </>
  );
}
