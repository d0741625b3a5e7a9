// The start page: all games at a glance, one tap to play, one to make a table. On a phone each is a row that opens.

import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { coverOf } from '../boards';
import { backend } from '../backend';
import { request } from '../request';
import { InstallButton } from '../parts/device';
import { botWords, levelOf, levels, rememberLevel } from '../parts/levels';
import { MakeTable } from '../parts/make';
import { sidesOption } from '../parts/sides';
import { useAnswer } from '../people';
import type { GameRow, Profile } from '../people';
import { TableList, localTimes, myTurn } from '../parts/tables';
import { useTurns } from '../parts/turns';
import { follow, go } from '../route';
import type { Game, Table } from '../types';

/** As many bots as make a good table: two, or one on the other side. */
function quickSeats(game: Game, level: number): unknown[] {
  const count = Math.max(game.seats[0], Math.min(game.seats[1], sidesOption(game) ? 2 : 3));
  return [{ kind: 'me' }, ...Array.from({ length: count - 1 }, () => ({ kind: 'bot', level }))];
}

const difficulties = ['easy to learn', 'a few rules', 'many rules'];

export function Facts({ game }: { game: Game }) {
  const [least, most] = game.seats;
  const { minutes, difficulty } = game.setup ?? {};
  return (
    <ul class="facts">
      <li>{least === most ? `${least} players` : `${least}–${most} players`}</li>
      {minutes && <li>{`${minutes[0]}–${minutes[1]} min`}</li>}
      {difficulty && <li>{difficulties[difficulty - 1]}</li>}
    </ul>
  );
}

interface CoverProps {
  game: Game;
  /** The person's games of it; undefined until that is known. */
  row?: GameRow | null;
  onMake: () => void;
}

function Cover({ game, row, onMake }: CoverProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [open, setOpen] = useState(false);
  const [level, setLevel] = useState(() => levelOf(game.id));
  const Art = coverOf(game.id);
  const newcomer = !row?.played;
  const best = row?.solo?.best;
  const choose = (chosen: number) => {
    setLevel(chosen);
    rememberLevel(game.id, chosen);
  };
  // Without a word the server decides: a guest's first tables are not rated.
  const play = async (seats: unknown[], rated?: boolean) => {
    setBusy(true);
    setProblem('');
    try {
      const made = await app.makeTable({ game: game.id, seats, rated: backend.here ? false : rated });
      go(`/t/${made.table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <article class={`cover game-${game.id} ${open ? 'open' : ''}`}>
      <Art />
      <h2>{game.title}</h2>
      <p class="cover-about">{game.about}</p>
      <Facts game={game} />
      <button class="primary play-now" disabled={busy} onClick={() => void play(quickSeats(game, level), newcomer && level === 1 ? false : undefined)}>
        Play now
      </button>
      <button class="more" aria-expanded={open} aria-label={`${open ? 'Less' : 'More'} of ${game.title}`} onClick={() => setOpen(!open)}>
        {open ? 'Less' : 'More'}
      </button>
      <select value={level} aria-label={`How strong the bots are in ${game.title}`} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {levels.map((one) => (
          <option key={one} value={one}>
            {botWords(one)}
          </option>
        ))}
      </select>
      {row !== undefined && newcomer && (
        <p class="newcomer">
          {level === 1 ? 'The first game is not rated. ' : ''}
          <a href={`/learn/${game.id}`} onClick={follow}>
            Never played? Take the lesson
          </a>
        </p>
      )}
      <div class="buttons">
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
        <a class="button" href="/puzzles" onClick={follow}>
          Puzzles
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
  const turns = useTurns();
  const { data: profile } = useAnswer<Profile>(person && !backend.here ? `/api/people/${person.id}` : null);
  useEffect(() => {
    if (!person) return;
    request<{ tables: Table[]; now?: number }>('GET', '/api/mine').then(
      ({ tables, now }) => setWaiting(localTimes(tables, now).filter(myTurn)),
      () => undefined, // the page says by itself when the server is not there
    );
  }, [person?.id, turns]);
  return (
    <div class="page">
      <header class="page-head">
        <h1>{person ? `Good to see you, ${person.name}.` : 'A table for games that turn on a flip.'}</h1>
        {backend.here ? (
          <p>Play against bots right away, or alone. No network is needed.</p>
        ) : (
          <p>
            Play against bots right away, create a table and send a friend the link, or{' '}
            <a href="/lobby" onClick={follow}>
              find an opponent in the lobby
            </a>
            .
          </p>
        )}
        <InstallButton />
      </header>
      {waiting.length > 0 && (
        <section class="waiting-games" aria-labelledby="waiting-games">
          <h2 id="waiting-games">{waiting.length === 1 ? 'A game waits for you' : `${waiting.length} games wait for you`}</h2>
          <TableList tables={waiting.slice(0, 3)} />
          {waiting.length > 3 && (
            <a href="/mine" onClick={follow}>
              All your games
            </a>
          )}
        </section>
      )}
      <div class="covers glance">
        {games.map((game) => (
          <Cover
            key={game.id}
            game={game}
            row={person && !profile ? undefined : (profile?.games.find((row) => row.game === game.id) ?? null)}
            onMake={() => setMaking(game)}
          />
        ))}
      </div>
      <p class="todays-puzzles">
        Puzzle of the day:{' '}
        {games.map(({ id, title }, i) => (
          <Fragment key={id}>
            {i > 0 && ' · '}
            <a href={`/puzzles/${id}/daily`} onClick={follow}>
              {title}
            </a>
          </Fragment>
        ))}
      </p>
      <p class="quiet">
        <a href="/workshop" onClick={follow}>
          The workshop
        </a>
        : editions of your own, and the numbers of your printed copy.
      </p>
      {making && <MakeTable game={making} onClose={() => setMaking(null)} />}
    </div>
  );
}
