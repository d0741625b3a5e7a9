// The head of a table: the game, the round, who sits where, and whose turn it is.

import { follow } from '../route';
import type { Scene } from '../types';
import { SeatClock } from './clock';
import { Face } from './face';
import { levelWords } from './levels';
import { seatLabel } from './seats';

interface HeadProps {
  scene: Scene;
  title: string;
  shown: number;
  setShown: (seat: number) => void;
  /** What stands beside the round instead of what a table would say. */
  note?: string;
}

function roundWords(scene: Scene): string {
  const { view, table } = scene;
  if (table.status === 'waiting') return 'waits for players';
  if (table.status === 'over') return 'over';
  if (table.status === 'ended') return 'ended';
  if (typeof view?.round !== 'number') return typeof view?.turn === 'number' ? `turn ${view.turn}` : '';
  const rounds = view.shared?.rounds;
  return typeof rounds === 'number' ? `round ${view.round} of ${rounds}` : `round ${view.round}`;
}

export function TableHead({ scene, title, shown, setShown, note }: HeadProps) {
  const { table, view } = scene;
  return (
    <header class="table-head">
      <a class="home" href="/" onClick={follow} aria-label="Flipside, to the start page">
        <img src="/icon.svg" alt="" width="32" height="32" />
      </a>
      <div class="what">
        <h1>{title}</h1>
        <p>
          {roundWords(scene)}
          {note ?? (scene.seat === 'public' && table.status !== 'waiting' ? ' · you look on' : '')}
        </p>
      </div>
      {view && (
        <ul class="seats" aria-label="Seats">
          {table.seats.map((seat, index) => {
            const turn = table.status === 'running' && table.to_act.includes(index);
            const total = view.seats?.[index]?.score?.total;
            const own = scene.mine.includes(index);
            const gone = seat.kind === 'person' && !seat.online && note === undefined;
            const name = index === scene.seat && scene.mine.length === 1 ? 'You' : seatLabel(table, index);
            return (
              <li key={index}>
                <button
                  class={['seat', turn && 'turn', own && 'own', gone && 'gone'].filter(Boolean).join(' ')}
                  aria-pressed={index === shown}
                  title={turn ? `${name} to decide` : 'Look at this sheet'}
                  onClick={() => setShown(index)}
                >
                  {seat.kind === 'bot' && <Face game={table.game} name={seat.name ?? ''} />}
                  <span class="name">{name}</span>
                  {seat.kind === 'bot' && <span class="tag" title={`a bot: ${levelWords(seat.level ?? 0)}`}>bot {seat.level}</span>}
                  {gone && <span class="tag">away</span>}
                  {typeof total === 'number' && <b>{total}</b>}
                  <SeatClock scene={scene} seat={seat} />
                  {turn && <span class="sr"> to decide</span>}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </header>
  );
}
