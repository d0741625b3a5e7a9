// What a person's games come to besides the plots: records, opponents, seats; and all of it as a file for a spreadsheet.

import type { Statistics } from '../people';
import { dayOf } from '../people';

type One = Statistics['games'][number];

/** The longest run of games won one after the other. */
export function longestRun(games: Pick<One, 'won'>[]): number {
  let [run, longest] = [0, 0];
  for (const game of games) {
    run = game.won ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** One line a game, oldest first, with a head. */
export function csvOf(games: One[]): string {
  const lines = games.map((one) => [new Date(one.time).toISOString(), one.seats, one.seat + 1, one.place, one.won ? 1 : 0, one.score ?? '', one.value ?? '']);
  return [['time', 'seats', 'seat', 'place', 'won', 'score', 'value'], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function Table({ caption, head, rows }: { caption: string; head: string[]; rows: (string | number)[][] }) {
  return (
    <table class="records">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, i) => (
              <td key={head[i]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function recordsOf(data: Statistics): [string, string][] {
  const others = data.games.filter((one) => one.seats > 1);
  const best = others.filter((one) => one.score !== null).sort((a, b) => b.score! - a.score!)[0];
  const out: [string, string][] = [];
  if (best) out.push(['Most points with others', `${best.score}, ${dayOf(best.time)}`]);
  if (longestRun(others) > 1) out.push(['Longest run of wins', `${longestRun(others)} games`]);
  return out;
}

export function Records({ data }: { data: Statistics }) {
  const share = (won: number, played: number) => `${Math.round((100 * won) / played)} %`;
  const file = `data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(data.games))}`;
  return (
    <div class="records-all">
      {recordsOf(data).map(([what, value]) => (
        <p key={what}>
          {what}: <b>{value}</b>
        </p>
      ))}
      {data.opponents.length > 0 && (
        <Table
          caption="Against whom"
          head={['Opponent', 'Games', 'Won', 'Lost']}
          rows={data.opponents.map((one) => [one.name, one.played, one.won, one.lost])}
        />
      )}
      {data.seat_order.length > 1 && (
        <Table
          caption="From which seat"
          head={['Seat', 'Games', 'Won']}
          rows={data.seat_order.map((one) => [`${one.seat + 1} of ${one.seats}`, one.played, share(one.won, one.played)])}
        />
      )}
      <p>
        <a href={file} download={`flipside-${data.game}.csv`}>
          All games as CSV
        </a>
      </p>
    </div>
  );
}
