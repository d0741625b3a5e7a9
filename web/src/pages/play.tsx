// The start page: the games as covers, one tap to play, one to make a table.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { coverOf } from '../boards';
import { request } from '../net';
import { MakeTable } from '../parts/make';
import { useAnswer } from '../people';
import type { Profile } from '../people';
import { TableList, myTurn } from '../parts/tables';
import { follow, go } from '../route';
import type { Game, Table } from '../types';

/** Against bots of a middling level, as many as make a good table. */
function quickSeats(game: Game): unknown[] {
  const count = Math.max(game.seats[0], Math.min(game.seats[1], 3));
  return [{ kind: 'me' }, ...Array.from({ length: count - 1 }, () => ({ kind: 'bot', level: 3 }))];
}

function Cover({ game, best, onMake }: { game: Game; best?: number | null; onMake: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const Art = coverOf(game.id);
  const play = async (seats: unknown[]) => {
    setBusy(true);
    setProblem('');
    try {
      const made = await app.makeTable({ game: game.id, seats });
      go(`/t/${made.table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <article class={`cover game-${game.id}`}>
      <Art />
      <h2>{game.title}</h2>
      <p>{game.about}</p>
      <div class="buttons">
        <button class="primary" disabled={busy} onClick={() => void play(quickSeats(game))}>
          Play now
        </button>
        <button disabled={busy} onClick={onMake}>
          Make a table
        </button>
        {game.seats[0] === 1 && (
          <button disabled={busy} onClick={() => void play([{ kind: 'me' }])}>
            {best == null ? 'Alone' : `Alone: beat ${best}`}
          </button>
        )}
        <a class="button" href={`/learn/${game.id}`} onClick={follow}>
          Learn
        </a>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </article>
  );
}

export function PlayPage() {
  const { games, person } = useApp();
  const [making, setMaking] = useState<Game | null>(null);
  const [waiting, setWaiting] = useState<Table[]>([]);
  const { data: profile } = useAnswer<Profile>(person ? `/api/people/${person.id}` : null);
  useEffect(() => {
    if (!person) return;
    request<{ tables: Table[] }>('GET', '/api/mine').then(
      ({ tables }) => setWaiting(tables.filter(myTurn).slice(0, 3)),
      () => undefined, // the page says by itself when the server is not there
    );
  }, [person?.id]);
  return (
    <div class="page">
      <header class="page-head">
        <h1>{person ? `Good to see you, ${person.name}.` : 'A table for games that turn on a flip.'}</h1>
        <p>Play against bots at once, or make a table and send a friend the link.</p>
      </header>
      <div class="covers">
        {games.map((game) => (
          <Cover key={game.id} game={game} best={profile?.games.find((row) => row.game === game.id)?.solo?.best} onMake={() => setMaking(game)} />
        ))}
      </div>
      {waiting.length > 0 && (
        <section class="waiting-games" aria-labelledby="waiting-games">
          <h2 id="waiting-games">It is your turn</h2>
          <TableList tables={waiting} />
        </section>
      )}
      {making && <MakeTable game={making} onClose={() => setMaking(null)} />}
    </div>
  );
}
