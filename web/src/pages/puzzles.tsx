// Puzzles: all games with today's puzzle, themes, the rush, and how one does.

import { useEffect, useState } from 'preact/hooks';
import { app } from '../app';
import { backend } from '../backend';
import { request } from '../request';
import { follow } from '../route';
import { askPuzzles, type PuzzleGame } from '../puzzles';

function Own({ game }: { game: PuzzleGame }) {
  const { mine } = game;
  if (!mine.tries && !mine.rush_best) return <p class="quiet">{game.count === 1 ? '1 puzzle' : `${game.count} puzzles`}. You have not tried any yet.</p>;
  return (
    <p class="quiet">
      {!backend.here && (
        <>
          Rating <b>{mine.rating}</b> ± {2 * mine.deviation} ·{' '}
        </>
      )}
      {mine.solved} of {mine.tries} solved · {mine.streak} in a row (best {mine.longest})
      {mine.days > 0 && ` · daily: ${mine.days} ${mine.days === 1 ? 'day' : 'days'}`}
      {mine.rush_best > 0 && ` · best rush: ${mine.rush_best}`}
    </p>
  );
}

function GameCard({ game }: { game: PuzzleGame }) {
  const at = `/puzzles/${game.game}`;
  return (
    <section class={`puzzle-game game-${game.game}`} aria-label={game.title}>
      <h2>{game.title}</h2>
      {game.count === 0 ? (
        <p class="quiet">This game has no puzzles yet.</p>
      ) : (
        <>
          <Own game={game} />
          <div class="buttons">
            <a class="button primary" href={at} onClick={follow}>
              Solve
            </a>
            <a class="button" href={`${at}/daily`} onClick={follow}>
              {game.daily_tried ? 'Today’s puzzle (done)' : 'Today’s puzzle'}
            </a>
            <a class="button" href={`${at}/rush`} onClick={follow}>
              Rush, 3 minutes
            </a>
          </div>
          <ul class="puzzle-themes" aria-label="Themes">
            {game.themes.map((theme) => (
              <li key={theme.id}>
                <a href={`${at}/next/${theme.id}`} onClick={follow}>
                  {theme.title}
                </a>{' '}
                <small>{theme.count}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Where the server looks for puzzles: may it look at one's own games? */
function Consent({ given }: { given: boolean }) {
  const [on, setOn] = useState(given);
  const [problem, setProblem] = useState('');
  const change = async (next: boolean) => {
    try {
      await app.ensurePerson();
      setOn((await request<{ consent: boolean }>('POST', '/api/puzzles/consent', { on: next })).consent);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <p>
      <label>
        <input type="checkbox" checked={on} onChange={(event) => void change(event.currentTarget.checked)} /> My finished games may become puzzles, without
        names, if everybody who played agrees.
      </label>{' '}
      {problem && <span role="alert">{problem}</span>}
    </p>
  );
}

export function PuzzlesPage() {
  const [data, setData] = useState<{ mining: boolean; consent: boolean; games: PuzzleGame[] } | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    askPuzzles<typeof data>('GET', '/api/puzzles').then(setData, (error: Error) => setProblem(error.message));
  }, []);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Puzzles</h1>
        <p>Positions in which exactly one choice is clearly the best. Find it.</p>
      </header>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="puzzle-games">
        {data?.games.map((game) => (
          <GameCard key={game.game} game={game} />
        ))}
      </div>
      {data?.mining && <Consent given={data.consent} />}
    </div>
  );
}
