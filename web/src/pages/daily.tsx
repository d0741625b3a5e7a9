// The daily challenge: the same cards for everybody, one try that counts; and the leaderboard of a day and game.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { coverOf } from '../boards';
import { request } from '../request';
import { measured, thisMonth, timeLeft, useAnswer } from '../people';
import type { Daily, DailyBoard, DailyGame, Measure, Try } from '../people';
import { levelWords } from '../parts/levels';
import { SpreadPlot } from '../parts/plots';
import { ShareButton } from '../parts/share';
import { follow, go } from '../route';
import type { Table } from '../types';

/** The time until midnight, minute by minute. */
function Countdown({ ends }: { ends: number }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{timeLeft(ends - Date.now())}</>;
}

function mineWords(mine: Try, measure: Measure): string {
  if (mine.status === 'running') return mine.why ? `Your try is in progress. It will not count: ${mine.why}` : 'Your try is in progress.';
  if (!mine.counted) return mine.why ?? 'Your try does not count.';
  return `You: ${measured(mine.value, measure)}${mine.rank ? `, rank ${mine.rank}` : ''}.`;
}

function DailyCover({ day, daily }: { day: string; daily: DailyGame }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const Art = coverOf(daily.game);
  const play = async () => {
    setBusy(true);
    setProblem('');
    try {
      await app.ensurePerson();
      const { table } = await request<{ table: Table }>('POST', '/api/daily', { game: daily.game });
      go(`/t/${table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  const { mine } = daily;
  const running = mine?.status === 'running';
  return (
    <article class={`cover game-${daily.game}`}>
      <Art />
      <h2>{daily.title}</h2>
      <p>
        {!mine && daily.taken_here && 'The try on this device has been used. You can play again, but it will not count. '}
        {mine
          ? mineWords(mine, daily.measure)
          : daily.finished
            ? `${daily.finished} ${daily.finished === 1 ? 'has' : 'have'} finished; best: ${measured(daily.best, daily.measure)}.`
            : 'Nobody has finished yet: be the first.'}
      </p>
      <div class="buttons">
        {(!mine || running) && (
          <button class="primary" disabled={busy} onClick={() => void play()}>
            {running ? 'Go on' : 'Take your try'}
          </button>
        )}
        <a class="button" href={`/daily/${day}/${daily.game}`} onClick={follow}>
          Leaderboard
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

/** "4 days in a row." */
function streakWords({ days, longest, today }: NonNullable<Daily['streak']>): string {
  if (!days) return longest > 1 ? `Your longest run is ${longest} days. Start a new one today.` : '';
  const run = days === 1 ? 'One day so far' : `${days} days in a row`;
  return `${run}${longest > days ? `, ${longest} at most` : ''}.${today ? '' : ' Take a try today to go on.'}`;
}

/** What one may tell others: the result, and nothing about the cards. */
function shareText(board: DailyBoard, streak?: Daily['streak']): string {
  const { mine, measure, day, finished } = board;
  const parts = [`${measured(mine!.value, measure)}`, `rank ${mine!.rank} of ${finished}`];
  if (streak && streak.days > 1) parts.push(`${streak.days} days in a row`);
  return `Flipside daily, ${board.title}, ${day}: ${parts.join(', ')}. ${location.origin}/daily/${day}/${board.game}`;
}

/** A text for friends, without spoilers. */
function Share({ board }: { board: DailyBoard }) {
  const { data } = useAnswer<Daily>('/api/daily');
  return data && <ShareButton label="Share your result" text={shareText(board, board.over ? undefined : data.streak)} />;
}

/** The cards of a day that is over, for pleasure. */
function PlayArchive({ day, game }: { day: string; game: string }) {
  const [problem, setProblem] = useState('');
  const play = async () => {
    try {
      await app.ensurePerson();
      const { table } = await request<{ table: Table }>('POST', '/api/daily', { game, day });
      go(`/t/${table.id}`);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <button onClick={() => void play()}>Play these cards</button>
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

/** How the bots did with the same cards. */
function BotsToo({ board }: { board: DailyBoard }) {
  if (!board.bots?.length) return null;
  return (
    <section class="daily-bots">
      <h2>The bots, with the same cards</h2>
      <ul>
        {board.bots.map((bot) => (
          <li key={bot.level}>
            A {levelWords(bot.level)} bot: <b>{measured(bot.value, board.measure)}</b>{' '}
            {bot.table && (
              <a href={`/r/${bot.table}`} onClick={follow}>
                How it played
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function DailyPage() {
  const { person } = useApp();
  const { data, problem } = useAnswer<Daily>(person ? `/api/daily` : '/api/daily');
  return (
    <div class="page">
      <header class="page-head">
        <h1>Today's challenge</h1>
        <p>
          The same cards for everybody, and one try that counts. No hints.{' '}
          {data && (
            <>
              New cards in <Countdown ends={data.ends} />.
            </>
          )}
        </p>
        <p class="quiet">The server alone draws them, from its own secret and the day: no player can choose them.</p>
        {data?.streak && streakWords(data.streak) && <p class="streak">{streakWords(data.streak)}</p>}
        <div class="buttons">
          <a class="button" href={`/daily/${data?.day.slice(0, 7) ?? thisMonth()}`} onClick={follow}>
            This month's leaderboard
          </a>
        </div>
      </header>
      {problem && <p class="problem">{problem}</p>}
      <div class="covers">
        {data?.games.map((daily) => (
          <DailyCover key={daily.game} day={data.day} daily={daily} />
        ))}
      </div>
    </div>
  );
}

function dayBefore(day: string, by: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + by * 86400000).toISOString().slice(0, 10);
}

/** Everybody who has finished, the best first. */
function Ranks({ board }: { board: DailyBoard }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Leaderboard">
      <table class="numbers ranks">
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            <th scope="col">{board.measure.name}</th>
          </tr>
        </thead>
        <tbody>
          {board.results.map((row, i) => (
            <tr key={i} class={row.you ? 'you' : ''}>
              <td>{row.rank}</td>
              <th scope="row">
                {row.person ? (
                  <a href={`/people/${row.person}`} onClick={follow}>
                    {row.name}
                  </a>
                ) : (
                  row.name
                )}
                {row.you && <span class="tag">you</span>}
              </th>
              <td>{row.value === board.measure.lost ? 'lost' : row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function DailyBoardPage({ day, game }: { day: string; game: string }) {
  const { data, problem } = useAnswer<DailyBoard>(`/api/daily/${day}/${game}`);
  const words = data ? data.measure.name : '';
  return (
    <div class={`page game-${game}`}>
      <header class="page-head">
        <h1>
          {app.game(game)?.title ?? data?.title}, {day}
        </h1>
        <p>
          {data &&
            (data.over ? (
              `${data.finished} finished that day.`
            ) : (
              <>
                {data.finished} of {data.tries} have finished; <Countdown ends={data.ends} /> left.
              </>
            ))}
        </p>
      </header>
      <nav class="buttons" aria-label="Days">
        <a class="button" href={`/daily/${dayBefore(day, -1)}/${game}`} onClick={follow}>
          ← the day before
        </a>
        {data?.over && (
          <a class="button" href={`/daily/${dayBefore(day, 1)}/${game}`} onClick={follow}>
            the day after →
          </a>
        )}
        <a class="button" href="/daily" onClick={follow}>
          Today's games
        </a>
        <a class="button" href={`/daily/${day.slice(0, 7)}/${game}`} onClick={follow}>
          Table of the month
        </a>
      </nav>
      {problem && <p class="problem">{problem}</p>}
      {data && (data.over || data.mine?.counted) && (
        <p class="buttons">
          {data.over && <PlayArchive day={day} game={game} />}
          {data.mine?.counted && <Share board={data} />}
        </p>
      )}
      {data?.mine && (
        <p role="status">
          {mineWords(data.mine, data.measure)}{' '}
          {data.over && data.mine.status === 'over' && (
            <a href={`/r/${data.mine.table}`} onClick={follow}>
              Look at it again
            </a>
          )}
        </p>
      )}
      {data && data.results.length === 0 && <p class="empty">{data.over ? 'Nobody finished that day.' : 'Nobody has finished yet. Be the first.'}</p>}
      {data && data.results.length > 0 && (
        <>
          <Ranks board={data} />
          {data.distribution.length > 1 && (
            <figure>
              <figcaption>
                Everybody's {words}
                {data.mine?.counted ? ', yours marked' : ''}
              </figcaption>
              <SpreadPlot spread={data.distribution} name={words} mark={data.mine?.value} />
            </figure>
          )}
        </>
      )}
      {data && <BotsToo board={data} />}
    </div>
  );
}
