// A list of tables, for the lobby and for "your games".

import { app } from '../app';
import { isChosen } from '../deal';
import { follow } from '../route';
import { timeLeft } from '../people';
import type { Seat, Table } from '../types';

export function seatName(seat: Seat): string {
  const side = seat.team ? ` for the ${seat.team}` : '';
  if (seat.kind === 'open') return `free seat${side}`;
  if (seat.kind === 'link') return `invited friend${side}`;
  return seat.name ?? '';
}

export function myTurn(table: Table): boolean {
  return table.status === 'running' && table.to_act.some((seat) => table.seats[seat].you);
}

const finished = (table: Table) => table.status === 'over' || table.status === 'ended';

/** A finished game is looked at again; one that was given up before the first card has only its table. */
function addressOf(table: Table): string {
  return finished(table) && table.steps > 0 ? `/r/${table.id}` : `/t/${table.id}`;
}

function statusWords(table: Table): string {
  if (table.status === 'waiting') {
    const free = table.seats.filter((seat) => seat.kind === 'open' || seat.kind === 'link').length;
    return free ? `waits for ${free === 1 ? 'one player' : `${free} players`}` : 'is everybody ready?';
  }
  if (table.status === 'over') {
    const winners = (table.result?.winners ?? []).map((seat) => (table.seats[seat].you ? 'you' : seatName(table.seats[seat])));
    if (table.seats.length === 1) return table.result?.points ? `over: ${table.result.scores[0]} points` : winners.length ? 'won' : 'lost';
    return winners.length ? `over: ${winners.join(' and ')} won` : 'over';
  }
  if (table.kind === 'import') return 'imported';
  if (table.status === 'ended') return 'ended by agreement';
  if (table.paused) return 'pauses: nobody is there';
  return myTurn(table) ? 'your turn' : `${table.to_act.map((seat) => seatName(table.seats[seat])).join(', ')} to decide`;
}

/** How long whoever decides still has; clocks run by the device's time (localTimes). */
export function leftWords(table: Table): string {
  if (table.status !== 'running' || !table.clock) return '';
  const left = table.to_act.flatMap((seat) => {
    const { clock } = table.seats[seat];
    return clock?.since ? [clock.left - (Date.now() - clock.since)] : [];
  });
  return left.length ? `${timeLeft(Math.min(...left))} left` : '';
}

/** Clocks as this device tells the time; `now` is the server's. */
export function localTimes(tables: Table[], now?: number): Table[] {
  const ahead = now ? Date.now() - now : 0;
  return tables.map((table) =>
    table.clock
      ? { ...table, seats: table.seats.map((seat) => (seat.clock?.since ? { ...seat, clock: { ...seat.clock, since: seat.clock.since + ahead } } : seat)) }
      : table,
  );
}

interface Watched {
  table: string;
  spectators: number;
  scores: number[] | null;
}

/** "Ada 12 · Bo 9", with who watches. */
function standWords(table: Table, game: Watched | undefined): string {
  if (!game) return '';
  const scores = game.scores?.map((score, seat) => `${seatName(table.seats[seat])} ${score}`).join(' · ') ?? '';
  const eyes = game.spectators ? `${game.spectators} ${game.spectators === 1 ? 'watches' : 'watch'}` : '';
  return [scores, eyes].filter(Boolean).join(' · ');
}

const playerWords = (seat: Seat) => (seat.you ? 'you' : seat.kind === 'bot' && seat.level ? `${seatName(seat)} (bot ${seat.level})` : seatName(seat));

/** Who sits there; of many the first ones. */
export function playersWords({ seats }: Table): string {
  const shown = seats.length > 4 ? 3 : seats.length;
  const more = seats.length > shown ? [`${seats.length - shown} more`] : [];
  return [...seats.slice(0, shown).map(playerWords), ...more].join(' · ');
}

export function TableList({ tables, games }: { tables: Table[]; games?: Watched[] }) {
  return (
    <ul class="tables">
      {tables.map((table) => (
        <li key={table.id} class={myTurn(table) ? 'yours' : ''}>
          <a href={addressOf(table)} onClick={follow}>
            <strong>
              {app.game(table.game)?.title ?? table.title}
              {table.kind === 'fork' && <span class="tag">played on</span>}
              {isChosen(table) && <span class="tag">chosen seed</span>}
            </strong>
            <span>{playersWords(table)}</span>
            <em>
              {statusWords(table)}
              {leftWords(table) && <small class="left">{leftWords(table)}</small>}
              {games && (
                <small class="stand">
                  {standWords(
                    table,
                    games.find((game) => game.table === table.id),
                  )}
                </small>
              )}
              {finished(table) && table.steps > 0 && <small>replay</small>}
            </em>
          </a>
        </li>
      ))}
    </ul>
  );
}
