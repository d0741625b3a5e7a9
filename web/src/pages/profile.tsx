// A person: what they play, how well, what they have reached; one's own profile also has account and settings.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { backend } from '../backend';
import { request } from '../request';
import { dayOf, useAnswer } from '../people';
import type { Achievement, GameRow, Played, Profile, Rating, Statistics } from '../people';
import { Account } from '../parts/account';
import { ChallengeDialog } from '../parts/challenges';
import { Dialog } from '../parts/dialog';
import { Against, Friends } from '../parts/friends';
import { Habits } from '../parts/habits';
import { GamesPlot, RatingPlot, SpreadPlot } from '../parts/plots';
import { Records } from '../parts/records';
import { InstallButton } from '../parts/device';
import { follow } from '../route';
import { befriend, unfriend } from '../social';
import { Settings } from './settings';

export function RatingWords({ rating }: { rating: Rating | null }) {
  if (!rating) return <>–</>;
  if (rating.provisional)
    return (
      <span title={`shown after some more games; ${rating.games} so far`}>
        –<span class="sr"> (too few games so far)</span>
      </span>
    );
  return (
    <span title={`after ${rating.games} games; very likely from ${Math.round(rating.interval[0])} to ${Math.round(rating.interval[1])}`}>
      {Math.round(rating.rating)} <small class="quiet">± {Math.round(2 * rating.deviation)}</small>
    </span>
  );
}

function GameTable({ games }: { games: GameRow[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Games played">
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">Game</th>
            <th scope="col">Rating</th>
            <th scope="col">Played</th>
            <th scope="col">Won</th>
            <th scope="col">Best alone</th>
            <th scope="col">Mean alone</th>
            <th scope="col">Achieved</th>
          </tr>
        </thead>
        <tbody>
          {games.map((row) => (
            <tr key={row.game}>
              <th scope="row">
                <a href={`/ratings/${row.game}`} onClick={follow}>
                  {row.title}
                </a>
              </th>
              <td>
                <RatingWords rating={row.rating} />
              </td>
              <td>{row.played}</td>
              <td>{wonWords(row)}</td>
              <td>{row.solo?.best ?? '–'}</td>
              <td>{row.solo?.mean == null ? '–' : Math.round(row.solo.mean * 10) / 10}</td>
              <td>{row.achievements ? `${row.achieved} of ${row.achievements}` : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Who plays alone beats nobody: wins are counted among the games with others. */
function wonWords(row: { played: number; won: number; solo: { played: number } | null }): string {
  const together = row.played - (row.solo?.played ?? 0);
  return together ? `${row.won} of ${together}` : '–';
}

/** Those with a value: a game that counts nothing has none. */
const counted = <T extends { value: number | null }>(one: T): one is T & { value: number } => one.value !== null;

function Plots({ person, game }: { person: string; game: string }) {
  const { data } = useAnswer<Statistics>(`/api/people/${person}/statistics/${game}`);
  const [alone, setAlone] = useState<boolean | null>(null);
  if (!data || data.game !== game || !data.games.length) return null;
  const both = data.games.some((one) => one.seats === 1) && data.games.some((one) => one.seats > 1);
  const solo = alone ?? data.games[data.games.length - 1].seats === 1;
  const games = data.games.filter((one) => (one.seats === 1) === solo).filter(counted);
  const spread = data.distribution.filter((bar) => (bar.seats === 1) === solo).filter(counted);
  const name = solo ? data.measure.name : 'score';
  // One game is no curve. With others, a game without points is won or lost, and the rating tells.
  const shown = games.length > 1 && (solo || app.game(game)?.points);
  return (
    <section class={`plots game-${game}`} aria-label={`${data.title} in pictures`}>
      {both && (
        <div class="buttons" role="group" aria-label="Which games">
          <button aria-pressed={solo} onClick={() => setAlone(true)}>
            Alone
          </button>
          <button aria-pressed={!solo} onClick={() => setAlone(false)}>
            With others
          </button>
        </div>
      )}
      {shown && (
        <figure>
          <figcaption>Game after game: {name}, and the mean of the last ten</figcaption>
          <GamesPlot values={games} name={name} />
        </figure>
      )}
      {shown && spread.length > 0 && (
        <figure>
          <figcaption>How often each {name} came up</figcaption>
          <SpreadPlot spread={spread} name={name} />
        </figure>
      )}
      {!solo && data.ratings.length > 0 && (
        <figure>
          <figcaption>Rating</figcaption>
          <RatingPlot ratings={data.ratings} />
        </figure>
      )}
      <Records data={data} solo={solo} name={name} />
    </section>
  );
}

function Achievements({ person, game }: { person: string; game: string }) {
  const { data } = useAnswer<{ games: { game: string; achievements: Achievement[] }[] }>(`/api/people/${person}/achievements`);
  const list = data?.games.find((one) => one.game === game)?.achievements ?? [];
  if (!list.length) return null;
  return (
    <section class={`game-${game}`} aria-labelledby="achievements">
      <h3 id="achievements">Achievements</h3>
      <ul class="achievements">
        {list.map((one) => (
          <li key={one.id} class={one.reached ? 'reached' : ''}>
            <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
              <path d="M12 2l3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6 5.8 21.1l1.4-7L2 9.3l7-.8z" />
            </svg>
            <div>
              <strong>{one.title}</strong>
              <span>{one.text}</span>
              <small>{one.reached ? `reached ${dayOf(one.reached)}` : one.need && one.need > 1 ? `${one.have ?? 0} of ${one.need}` : 'not yet'}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function seatWords(game: Played): string {
  const points = app.game(game.game)?.points;
  return game.seats.map((seat) => (points ? `${seat.name} ${seat.score}` : seat.won ? `${seat.name} ★` : seat.name)).join(' · ');
}

function outcomeWords(game: Played): string {
  if (game.gone) return 'left or out of time';
  if (game.seats.length === 1 && app.game(game.game)?.points) return `${game.score} points`;
  if (game.won) return 'won';
  return game.seats.length === 1 ? 'lost' : `place ${game.place}`;
}

function Finished({ person }: { person: string }) {
  const first = useAnswer<{ games: Played[]; next: string | null }>(`/api/people/${person}/games`);
  const [more, setMore] = useState<{ games: Played[]; next: string | null } | null>(null);
  const games = [...(first.data?.games ?? []), ...(more?.games ?? [])];
  const next = more ? more.next : first.data?.next;
  const load = async () => {
    const answer = await request<{ games: Played[]; next: string | null }>('GET', `/api/people/${person}/games/${next}`);
    setMore({ games: [...(more?.games ?? []), ...answer.games], next: answer.next });
  };
  if (!games.length) return null;
  return (
    <section aria-labelledby="finished">
      <h2 id="finished">Finished games</h2>
      <ul class="tables">
        {games.map((game, i) => {
          const change = game.rating_change;
          const inside = (
            <>
              <strong>
                {game.title}
                {game.daily && <span class="tag">daily</span>}
              </strong>
              <span>{seatWords(game)}</span>
              <em>
                {outcomeWords(game)}
                {change !== null && <small>rating {change >= 0 ? `+${Math.round(change)}` : `−${Math.round(-change)}`}</small>}
                <small>{dayOf(game.time)}</small>
              </em>
            </>
          );
          return (
            <li key={i}>
              {game.table ? (
                <a href={`/r/${game.table}`} onClick={follow}>
                  {inside}
                </a>
              ) : (
                <div class="row">{inside}</div>
              )}
            </li>
          );
        })}
      </ul>
      {next && (
        <div class="buttons">
          <button onClick={() => void load()}>Older games</button>
        </div>
      )}
    </section>
  );
}

function ReportDialog({ person, name, onClose }: { person: string; name: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const send = () =>
    request('POST', '/api/report', { person, text }).then(
      () => setSaid('Thank you. The site’s administrator will read it.'),
      (error) => setProblem(error.message),
    );
  return (
    <Dialog title={`Report ${name} to the administrator`} onClose={onClose}>
      {said ? (
        <>
          <p role="status">{said}</p>
          <div class="buttons">
            <button onClick={onClose}>Close</button>
          </div>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label class="field">
            <span>What happened</span>
            <textarea required maxLength={500} rows={4} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <div class="buttons">
            <button class="primary">Send</button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Neighbourly({ profile, again }: { profile: Profile; again: () => void }) {
  const [reporting, setReporting] = useState(false);
  const [challenging, setChallenging] = useState(false);
  const [problem, setProblem] = useState('');
  const { id, name } = profile.person;
  const friends = { none: 'Add as friend', asked: 'Withdraw the request', asks: 'Accept as friend', friend: 'End the friendship' }[profile.friend];
  const toggle = async () => {
    setProblem('');
    try {
      await app.ensurePerson();
      await (profile.friend === 'none' || profile.friend === 'asks' ? befriend(id) : unfriend(id));
      again();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const block = async () => {
    await app.ensurePerson();
    await request('POST', '/api/block', { person: id, on: !profile.blocked });
    again();
  };
  return (
    <>
      {profile.blocked && <p role="status">You have blocked {name}: no invitations, no chat between you.</p>}
      <div class="buttons">
        {!profile.blocked && (
          <button class="primary" onClick={() => void app.ensurePerson().then(() => setChallenging(true))}>
            Challenge
          </button>
        )}
        {!profile.blocked && <button onClick={() => void toggle()}>{friends}</button>}
        <button onClick={() => void block()}>{profile.blocked ? 'Unblock' : 'Block'}</button>
        <button onClick={() => void app.ensurePerson().then(() => setReporting(true))}>Report</button>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {challenging && <ChallengeDialog person={id} name={name} onClose={() => setChallenging(false)} />}
      {reporting && <ReportDialog person={id} name={name} onClose={() => setReporting(false)} />}
    </>
  );
}

function Record({ id }: { id: string }) {
  const { data: profile, problem, again } = useAnswer<Profile>(`/api/people/${id}`);
  const { person: me } = useApp();
  const [picked, setPicked] = useState('');
  const known = useRef(me);
  useEffect(() => {
    if (me?.id === id && known.current !== me) again(); // another name, or a password
    known.current = me;
  }, [me]);
  if (problem) return <p class="problem">{problem}</p>;
  if (!profile) return <p class="quiet" aria-busy="true" />;
  const game = picked || profile.games[0]?.game;
  return (
    <>
      <header class="page-head">
        <h1>
          {profile.person.name}
          {profile.person.program && <span class="tag">program</span>}
        </h1>
        <p>
          {profile.person.claimed ? 'At this table' : 'A guest'} since {dayOf(profile.person.created)}
          {profile.person.online && !profile.you ? ' · here now' : ''}
        </p>
      </header>
      {!profile.you && <Neighbourly profile={profile} again={again} />}
      {!profile.you && <Against id={id} name={profile.person.name} />}
      {profile.games.length === 0 ? (
        <p class="empty">
          {profile.you ? (
            <>
              No finished game yet.{' '}
              <a href="/" onClick={follow}>
                Play one
              </a>
              , and your scores, ratings and achievements gather here.
            </>
          ) : (
            'No finished game yet.'
          )}
        </p>
      ) : (
        <>
          <GameTable games={profile.games} />
          <div class="tabs" role="group" aria-label="Game to look at">
            {profile.games.map((row) => (
              <button key={row.game} class="pill" aria-pressed={row.game === game} onClick={() => setPicked(row.game)}>
                {row.title}
              </button>
            ))}
          </div>
          <Plots key={`${game} plots`} person={id} game={game} />
          {profile.you && <Habits key={`${game} habits`} person={id} game={game} />}
          <Achievements key={game} person={id} game={game} />
        </>
      )}
      <Finished key={id} person={id} />
    </>
  );
}

/** `/people/ID`, and without an id one's own. */
export function ProfilePage({ id }: { id?: string }) {
  const { person } = useApp();
  const own = !id || id === person?.id;
  return (
    <div class="page profile">
      {id || (person && !backend.here) ? (
        <Record key={id ?? person!.id} id={id ?? person!.id} />
      ) : (
        <header class="page-head">
          <h1>You</h1>
          <p>
            {backend.here
              ? 'Ratings and achievements are kept by a server. On this device you have a name and your games.'
              : 'You have no name here yet. Play as a guest, or sign in.'}
          </p>
        </header>
      )}
      {own && person && !backend.here && <Friends />}
      {own && !backend.here && <Account />}
      {own && <InstallButton />}
      {own && <Settings />}
    </div>
  );
}
