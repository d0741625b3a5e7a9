// A league of friends: a table for its members, who won how often, who beats whom, the last games. docs/tournaments.md states what counts.

import { useEffect, useState } from 'preact/hooks';
import { app } from '../app';
import type { League } from '../api';
import { useLive, type Act } from '../parts/livepage';
import { MakeTable } from '../parts/make';
import { setTitle } from '../parts/turns';
import { dayOf } from '../people';
import { CopyLink } from '../parts/copylink';
import { follow } from '../route';
import { countWords, number } from '../tournaments';
import type { Game } from '../types';

type Row = League['standings'][number]['rows'][number];

/** Which game, and then the table as anywhere else. */
function Play({ league }: { league: string }) {
  const games = app.games.filter((game) => game.seats[1] > 1);
  const [chosen, setChosen] = useState(games[0]?.id ?? '');
  const [making, setMaking] = useState<Game | null>(null);
  return (
    <>
      <select aria-label="Game" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
        {games.map((game) => (
          <option key={game.id} value={game.id}>
            {game.title}
          </option>
        ))}
      </select>
      <button class="primary" onClick={() => setMaking(app.game(chosen) ?? null)}>
        Play
      </button>
      {making && <MakeTable game={making} league={league} onClose={() => setMaking(null)} />}
    </>
  );
}

function whereIStand({ league, mine }: League): string {
  if (league.closed) return 'This league is closed. Its games stay.';
  if (mine === 'member') return 'Every finished game at a table of this league counts if at least two members played.';
  if (mine === 'removed') return 'You were removed from this league.';
  return 'Join to play at its tables and to be counted.';
}

function Doing({ data, act }: { data: League; act: Act }) {
  const { league, mine } = data;
  const member = mine === 'member';
  return (
    <section class="tournament-now" aria-label="What is next">
      <p role="status">{whereIStand(data)}</p>
      <div class="buttons">
        {member && !league.closed && <Play league={league.id} />}
        {!member && mine !== 'removed' && !league.closed && (
          <button class="primary" onClick={() => void act('join')}>
            Join
          </button>
        )}
        {member && !league.closed && <CopyLink path={`/leagues/${league.id}`} />}
        {member && (!league.yours || league.closed) && (
          <button onClick={() => confirm('Leave this league? Your games stay in it.') && void act('leave')}>Leave</button>
        )}
      </div>
      {data.tables.length > 0 && <Tables tables={data.tables} />}
    </section>
  );
}

function Tables({ tables }: { tables: League['tables'] }) {
  return (
    <ul class="people-list" aria-label="Tables going on">
      {tables.map((table) => {
        const names = table.seats.filter(Boolean).join(', ');
        const free = table.seats.filter((name) => !name).length;
        const way = table.here ? 'Go there' : table.path.startsWith('/join/') ? 'Join' : 'Watch';
        return (
          <li key={table.table}>
            <span>
              <b>{table.title}</b>
              <small>
                {names}
                {free > 0 && `; ${countWords(free, 'free seat')}`}
              </small>
            </span>
            <a class="button" href={table.path} onClick={follow}>
              {way}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Person({ row }: { row: Pick<Row, 'person' | 'name' | 'you' | 'gone'> }) {
  return (
    <>
      <a href={`/people/${row.person}`} onClick={follow}>
        {row.name}
      </a>
      {row.you && <span class="tag">you</span>}
      {row.gone && <span class="tag">left</span>}
    </>
  );
}

const columns: [keyof Row & string, string, string][] = [
  ['points', 'Points', 'A game won alone is one point; each opponent behind you is an equal part of it, each one level with you half of that'],
  ['won', 'Won', 'Games won'],
  ['games', 'Games', 'Games played'],
  ['place', 'Mean place', 'The mean of the places at the table'],
];

function Standings({ rows }: { rows: Row[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Standings">
      <table class="numbers ranks">
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            {columns.map(([key, words, text]) => (
              <th key={key} scope="col" title={text}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.person} class={row.you ? 'you' : ''}>
              <td>{row.rank}</td>
              <th scope="row">
                <Person row={row} />
              </th>
              {columns.map(([key]) => (
                <td key={key}>{number(row[key] as number)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which year and which game. */
function Choices({
  data,
  game,
  setGame,
  setSeason,
}: {
  data: League;
  game: string;
  setGame: (game: string) => void;
  setSeason: (season: number | null) => void;
}) {
  return (
    <nav class="buttons" aria-label="Which games">
      {data.standings.length > 2 &&
        data.standings.map((one) => (
          <button key={one.game} class="pill" aria-pressed={(one.game ?? '') === game} onClick={() => setGame(one.game ?? '')}>
            {one.title ?? 'All games'}
          </button>
        ))}
      {data.seasons.length > 1 && (
        <select aria-label="Season" value={String(data.season ?? '')} onChange={(event) => setSeason(Number(event.currentTarget.value) || null)}>
          <option value="">All years</option>
          {data.seasons.map((year) => (
            <option key={year} value={String(year)}>
              {year}
            </option>
          ))}
        </select>
      )}
    </nav>
  );
}

/** Row against column: how often ahead, and how often behind. */
function HeadToHead({ data }: { data: League }) {
  const people = data.standings[0].rows.filter(({ person }) => data.meetings.some((met) => met.person === person || met.other === person));
  const cell = (own: string, other: string) => {
    const met = data.meetings.find((one) => (one.person === own && one.other === other) || (one.person === other && one.other === own));
    if (!met) return '';
    const ties = met.games - met.ahead - met.behind;
    return (
      <>
        {met.person === own ? `${met.ahead}–${met.behind}` : `${met.behind}–${met.ahead}`}
        {ties > 0 && <small class="quiet"> {countWords(ties, 'tie')}</small>}
      </>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Head to head">
      <table class="numbers league-matrix">
        <thead>
          <tr>
            <th scope="col">ahead–behind</th>
            {people.map((one) => (
              <th key={one.person} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((row) => (
            <tr key={row.person} class={row.you ? 'you' : ''}>
              <th scope="row">{row.name}</th>
              {people.map((one) => (
                <td key={one.person}>{one === row ? '·' : cell(row.person, one.person)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LastGames({ games }: { games: League['games'] }) {
  return (
    <ul class="people-list">
      {games.map((game) => (
        <li key={game.table}>
          <span>
            <b>{game.title}</b>
            <small>
              {dayOf(game.time)} ·{' '}
              {[...game.seats]
                .sort((a, b) => a.place - b.place)
                .map((seat) => `${seat.place}. ${seat.name}`)
                .join(', ')}
            </small>
          </span>
          <a class="button" href={`/r/${game.table}`} onClick={follow}>
            Replay
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Who belongs to it; for the owner with what can be done about it. */
function Members({ data, act }: { data: League; act: Act }) {
  const { league, members } = data;
  const rule = league.yours && !league.closed;
  return (
    <ul class="people-list">
      {members
        .filter(({ state }) => state === 'member' || rule)
        .map((member) => (
          <li key={member.person}>
            <span>
              <Person row={{ ...member, gone: false }} />
              {member.owner && <span class="tag">owner</span>}
              <small>{member.state === 'removed' ? 'removed' : `since ${dayOf(member.joined)}`}</small>
            </span>
            {rule && !member.you && (
              <span class="buttons">
                {member.state === 'member' && (
                  <button onClick={() => confirm(`Make ${member.name} the owner of this league?`) && void act('change', { owner: member.person })}>
                    Hand over
                  </button>
                )}
                {member.state === 'member' ? (
                  <button onClick={() => confirm(`Remove ${member.name} from this league?`) && void act('remove', { person: member.person })}>Remove</button>
                ) : (
                  <button onClick={() => void act('remove', { person: member.person, back: true })}>Let join again</button>
                )}
              </span>
            )}
          </li>
        ))}
    </ul>
  );
}

/** For its owner. */
function Manage({ league, act }: { league: League['league']; act: Act }) {
  const [name, setName] = useState(league.name);
  return (
    <details>
      <summary>Rename or close this league</summary>
      <form
        class="league-form"
        onSubmit={(event) => {
          event.preventDefault();
          void act('change', { name });
        }}
      >
        <label class="field">
          <span>Name of the league</span>
          <input required maxLength={48} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button>Rename</button>
        <button type="button" class="danger" onClick={() => confirm('Close this league for good? Its games stay.') && void act('change', { closed: true })}>
          Close it
        </button>
      </form>
    </details>
  );
}

/** What was played: standings, meetings and games; or a word that there is nothing yet. */
function Played({ data, setSeason }: { data: League; setSeason: (season: number | null) => void }) {
  const [game, setGame] = useState('');
  const shown = data.standings.find((one) => (one.game ?? '') === game) ?? data.standings[0];
  if (!data.standings[0].games && !data.seasons.length)
    return <p class="empty">No games yet. Press Play, and the others find the table here; when it is finished, it counts.</p>;
  return (
    <>
      <section>
        <h2>Standings</h2>
        <Choices data={data} game={shown.game ?? ''} setGame={setGame} setSeason={setSeason} />
        <Standings rows={shown.rows} />
      </section>
      {data.meetings.length > 0 && (
        <section>
          <h2>Head to head</h2>
          <HeadToHead data={data} />
        </section>
      )}
      <section>
        <h2>Last games</h2>
        <LastGames games={data.games} />
      </section>
    </>
  );
}

export function LeaguePage({ id }: { id: string }) {
  const [season, setSeason] = useState<number | null>(null);
  const { data, problem, act } = useLive<League>('leagues', id, season);
  const name = data?.league.name;
  useEffect(() => {
    if (name) setTitle(`${name} · Flipside`);
  }, [name]);
  return (
    <div class="page tournament league" aria-busy={!data && !problem}>
      {data && (
        <header class="page-head">
          <h1>{data.league.name}</h1>
          <p>
            A league of {countWords(data.members.filter(({ state }) => state === 'member').length, 'member')} · {countWords(data.standings[0].games, 'game')}
            {season ? ` in ${season}` : ''}
          </p>
        </header>
      )}
      {data && <Doing data={data} act={act} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {data && <Played data={data} setSeason={setSeason} />}
      {data && (
        <section>
          <h2>Members</h2>
          <Members data={data} act={act} />
          {data.league.yours && !data.league.closed && <Manage key={data.league.name} league={data.league} act={act} />}
        </section>
      )}
    </div>
  );
}
