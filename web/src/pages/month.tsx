// The daily challenge as a tournament without end: the table of a month, of one game or of all together. docs/tournaments.md states the rules.

import { useEffect } from 'preact/hooks';
import { app, useApp } from '../app';
import type { Month } from '../api';
import { thisMonth, useAnswer } from '../people';
import { follow, go } from '../route';

const lookEvery = 20000;

const monthWords = (month: string) => new Date(`${month}-15T12:00:00Z`).toLocaleDateString(undefined, { month: 'long', year: 'numeric' });
const dayWords = (day: string) => new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

function monthBeside(month: string, by: number): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

const columns = [
  ['Points', 'The first of a day has 10 points, the second 9, and so on; everybody who finished has at least 1'],
  ['Firsts', 'First places'],
  ['Days', 'Days with a try that counts'],
  ['Best day', 'The points of the best day, and when that was'],
  ['Streak', 'Days in a row, also from the month before'],
];

function Rows({ table }: { table: Month }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of the month">
      <table class="numbers ranks">
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            {columns.map(([words, text]) => (
              <th key={words} scope="col" title={text}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.person} class={row.you ? 'you' : ''}>
              <td>{row.rank}</td>
              <th scope="row">
                <a href={`/people/${row.person}`} onClick={follow}>
                  {row.name}
                </a>
                {row.you && <span class="tag">you</span>}
              </th>
              <td>{row.points}</td>
              <td>{row.firsts}</td>
              <td>{row.days}</td>
              <td>
                {row.best.points} <small class="quiet">{dayWords(row.best.day)}</small>
              </td>
              <td>{row.streak}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which games, and the months before and after. */
function Ways({ month, game, first }: { month: string; game?: string; first: string | null }) {
  const tail = game ? `/${game}` : '';
  return (
    <nav class="buttons" aria-label="Games and months">
      <select aria-label="Game" value={game ?? ''} onChange={(event) => go(`/daily/${month}${event.currentTarget.value && `/${event.currentTarget.value}`}`)}>
        <option value="">All games</option>
        {app.games.map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
      {first && first < month && (
        <a class="button" href={`/daily/${monthBeside(month, -1)}${tail}`} onClick={follow}>
          ← {monthWords(monthBeside(month, -1))}
        </a>
      )}
      {month < thisMonth() && (
        <a class="button" href={`/daily/${monthBeside(month, 1)}${tail}`} onClick={follow}>
          {monthWords(monthBeside(month, 1))} →
        </a>
      )}
      <a class="button" href="/daily" onClick={follow}>
        Today's games
      </a>
    </nav>
  );
}

/** What is said above the table: how far it is, and where one stands if one is not in it. */
function where(table: Month): string {
  const count = table.players === 1 ? 'One player' : `${table.players} players`;
  if (!table.rows.length) return table.over ? 'Nobody finished a challenge in this month.' : 'Nobody has finished a challenge this month. Be the first.';
  if (table.over || table.rows.some(({ you }) => you)) return `${count}.`;
  return `${count} so far. You are in it as soon as you have finished a challenge.`;
}

export function MonthPage({ month, game }: { month: string; game?: string }) {
  const { person } = useApp();
  const { data, problem, again } = useAnswer<Month>(`/api/months/${month}${game ? `/${game}` : ''}`);
  const over = data?.over;
  useEffect(() => {
    const timer = setInterval(() => !over && document.visibilityState === 'visible' && again(), lookEvery);
    return () => clearInterval(timer);
  }, [over, person?.id]);
  return (
    <div class={`page${game ? ` game-${game}` : ''}`}>
      <header class="page-head">
        <h1>
          {monthWords(month)}
          {game ? `, ${app.game(game)?.title ?? game}` : ''}
        </h1>
        <p>Every day the first place is worth 10 points, the second 9, and so on, at least 1. Ties: first places, days played, the best day.</p>
      </header>
      <Ways month={month} game={game} first={data?.first ?? null} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {data && (
        <p role="status" class={data.rows.length ? '' : 'empty'}>
          {where(data)}
        </p>
      )}
      {data && data.rows.length > 0 && <Rows table={data} />}
    </div>
  );
}
