// The lobby, live: quick match, tables that wait for players, games to watch, friends, and who is here.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp, useName } from '../app';
import { Friends } from '../parts/friends';
import { QuickMatch } from '../parts/quickmatch';
import { LobbyChat } from '../parts/lobbychat';
import { LobbyTables } from '../parts/lobbytables';
import { MakeTable } from '../parts/make';
import { localTimes } from '../parts/tables';
import { follow } from '../route';
import type { Lobby, PersonHere } from '../social';
import type { Game } from '../types';

function Here({ people, here }: { people: PersonHere[]; here: number }) {
  const { person } = useApp();
  const others = people.filter(({ id }) => id !== person?.id).sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section aria-labelledby="here">
      <h2 id="here">Who is here</h2>
      {others.length > 0 && (
        <ul class="people-here">
          {others.map((one) => (
            <li key={one.id}>
              <a href={`/people/${one.id}`} onClick={follow}>
                {one.name}
              </a>
              {one.program && <span class="tag">program</span>}
              {one.playing && (
                <a class="quiet" href={`/t/${one.playing.table}`} onClick={follow}>
                  plays {app.game(one.playing.game)?.title}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">{here === 1 ? 'Nobody but you is here right now.' : `${here} people are here, you among them.`}</p>
    </section>
  );
}

/** More tables than one list has: the pages, forward and back. */
function Pages({ lobby }: { lobby: Lobby }) {
  const turn = (page: number) => void app.connection.ask('lobby', { on: true, page }).catch(() => undefined);
  if (!(lobby.pages > 1)) return null;
  return (
    <nav class="buttons pages" aria-label="Pages of the list">
      <button disabled={lobby.page === 0} onClick={() => turn(lobby.page - 1)}>
        Back
      </button>
      <span class="quiet">
        Page {lobby.page + 1} of {lobby.pages}
      </span>
      <button disabled={lobby.page + 1 >= lobby.pages} onClick={() => turn(lobby.page + 1)}>
        More tables
      </button>
    </nav>
  );
}

/** A table of one's own: which game, and then the dialog. */
function NewTable() {
  const [game, setGame] = useState<Game | null>(null);
  const games = app.games.filter((one) => one.seats[1] > 1);
  return (
    <>
      <select aria-label="Make a table" value="" onChange={(event) => setGame(app.game(event.currentTarget.value) ?? null)}>
        <option value="">Make a table …</option>
        {games.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {game && <MakeTable game={game} from="open" onClose={() => setGame(null)} />}
    </>
  );
}

export function LobbyPage() {
  const problem = useName();
  const [lobby, setLobby] = useState<Lobby | null>(null);
  useEffect(() => app.connection.follow<Lobby>('lobby', setLobby), []);
  const tables = localTimes(lobby?.tables ?? [], lobby?.now);
  return (
    <div class="page lobby">
      <header class="page-head">
        <h1>The lobby</h1>
        <p>
          Take a free seat, find an opponent, or watch. The lists update automatically. There are also{' '}
          <a href="/tournaments" onClick={follow}>
            tournaments
          </a>
          ,{' '}
          <a href="/leagues" onClick={follow}>
            leagues
          </a>{' '}
          and{' '}
          <a href="/ratings" onClick={follow}>
            ratings
          </a>
          .
        </p>
        <NewTable />
      </header>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="lobby-columns">
        <div>
          <QuickMatch />
          {lobby && lobby.tables.length === 0 && (
            <p class="empty">
              Nobody plays in public right now. Make a table with a seat for "anybody from the lobby", and it will appear here. Or{' '}
              <a href="/learn" onClick={follow}>
                learn a game
              </a>{' '}
              in the meantime.
            </p>
          )}
          {lobby && <LobbyTables lobby={lobby} tables={tables} />}
          {lobby && <Pages lobby={lobby} />}
        </div>
        <div>
          <LobbyChat />
          <Friends />
          {lobby && <Here people={lobby.people} here={lobby.here} />}
        </div>
      </div>
    </div>
  );
}
