// Who is how strong at a game, bots among them.

import { app } from '../app';
import { useAnswer } from '../people';
import type { RatedPlayer } from '../people';
import { follow } from '../route';
import { RatingWords } from './profile';

export function RatingsPage({ game }: { game?: string }) {
  const games = app.games.filter((one) => one.seats[1] > 1);
  const shown = game || games[0]?.id;
  const { data, problem } = useAnswer<{ game: string; players: RatedPlayer[] }>(shown ? `/api/ratings/${shown}` : null);
  return (
    <div class={`page game-${shown}`}>
      <header class="page-head">
        <h1>Ratings</h1>
        <p>From rated games with two or more players. A rating is shown once enough games say something about it.</p>
      </header>
      <nav class="tabs" aria-label="Games">
        {games.map((one) => (
          <a key={one.id} href={`/ratings/${one.id}`} onClick={follow} aria-current={one.id === shown ? 'page' : undefined}>
            {one.title}
          </a>
        ))}
      </nav>
      {problem && <p class="problem">{problem}</p>}
      {data && data.game === shown && data.players.length === 0 && (
        <p class="empty">Nobody has a rating yet. It takes a few rated games with two or more players.</p>
      )}
      {data && data.game === shown && data.players.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Ratings">
          <table class="numbers ranks">
            <thead>
              <tr>
                <th scope="col">Rank</th>
                <th scope="col">Player</th>
                <th scope="col">Rating</th>
                <th scope="col">Games</th>
              </tr>
            </thead>
            <tbody>
              {data.players.map((player, i) => (
                <tr key={i} class={player.you ? 'you' : ''}>
                  <td>{player.rank ?? '–'}</td>
                  <th scope="row">
                    {player.person ? (
                      <a href={`/people/${player.person}`} onClick={follow}>
                        {player.name}
                      </a>
                    ) : (
                      player.name
                    )}
                    {player.level !== null && !/^bot\b/i.test(player.name) && <span class="tag">bot</span>}
                    {player.you && <span class="tag">you</span>}
                  </th>
                  <td>
                    <RatingWords rating={player.rating} />
                  </td>
                  <td>{player.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
