// What a person's games come to besides the plots: records, opponents, seats, and what the game tells apart (a character, a scenario); and all
// of it as a file for a spreadsheet.

import type { Statistics } from '../people';
import { dayOf, measured } from '../people';

type One = Statistics['games'][number];
type Label = Statistics['labels'][number];

/** The longest run of games won one after the other. */
export function longestRun(games: Pick<One, 'won'>[]): number {
  let [run, longest] = [0, 0];
  for (const game of games) {
    run = game.won ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line a game, oldest first, with a head; several values of a label stand in one cell. */
export function csvOf(games: One[]): string {
  const names = [...new Set(games.flatMap((one) => one.labels.map((label) => label.name)))];
  const valueOf = (one: One, name: string) =>
    one.labels
      .filter((label) => label.name === name)
      .map((label) => label.value)
      .join('; ');
  const lines = games.map((one) => [
    new Date(one.time).toISOString(),
    one.seats,
    one.seat + 1,
    one.place,
    one.won ? 1 : 0,
    one.score ?? '',
    one.value ?? '',
    ...names.map((name) => quoted(valueOf(one, name))),
  ]);
  return [['time', 'seats', 'seat', 'place', 'won', 'score', 'value', ...names.map(quoted)], ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
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
  const alone = data.games.filter((one) => one.seats === 1 && one.value === data.best)[0];
  const out: [string, string][] = [];
  if (alone && data.best !== null) out.push(['Best alone', `${measured(data.best, data.measure)}, ${dayOf(alone.time)}`]);
  if (best) out.push(['Most points with others', `${best.score}, ${dayOf(best.time)}`]);
  if (longestRun(others) > 1) out.push(['Longest run of wins', `${longestRun(others)} games`]);
  return out;
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/** How it went with each value of a label: a bar for the mean with its interval, or where nothing is counted for the share of games won. */
function LabelTable({ label, solo, name }: { label: Label; solo: boolean; name: string }) {
  const rows = label.values.filter((one) => one.alone === solo);
  if (rows.length < 2) return null;
  const counted = rows.every((one) => one.mean !== null);
  const bars = rows.map((one) => (counted ? one.mean! : one.won / one.played));
  const top = Math.max(...bars, ...rows.map((one) => one.interval?.[1] ?? 0), counted ? 1e-9 : 1);
  const part = (value: number) => `${(100 * Math.min(1, Math.max(0, value / top))).toFixed(1)}%`;
  return (
    <table class="records labelled">
      <caption>{label.name}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="sr">{label.name}</span>
          </th>
          <th scope="col">Games</th>
          {counted && <th scope="col">Mean {name}</th>}
          {!solo && <th scope="col">Won</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((one, i) => (
          <tr key={one.value}>
            <th scope="row">
              {one.value[0].toUpperCase() + one.value.slice(1)}
              <svg class="labelled-bar" width="100%" height="8" aria-hidden="true">
                <rect width={part(bars[i])} height="8" rx="2" />
                {one.interval && <line x1={part(one.interval[0])} x2={part(one.interval[1])} y1="4" y2="4" />}
              </svg>
            </th>
            <td>{one.played}</td>
            {counted && (
              <td>
                {tenth(one.mean!)}
                {one.interval && <small class="quiet"> ± {tenth((one.interval[1] - one.interval[0]) / 2)}</small>}
              </td>
            )}
            {!solo && (
              <td>
                {one.won} of {one.played}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Records({ data, solo, name }: { data: Statistics; solo: boolean; name: string }) {
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
          rows={data.seat_order.map((one) => [`${one.seat + 1} of ${one.seats}`, one.played, `${one.won} of ${one.played}`])}
        />
      )}
      {data.labels.map((label) => (
        <LabelTable key={label.name} label={label} solo={solo} name={name} />
      ))}
      <p>
        <a href={file} download={`flipside-${data.game}.csv`}>
          All games as CSV
        </a>
      </p>
    </div>
  );
}
