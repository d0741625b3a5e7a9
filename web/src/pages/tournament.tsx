// A tournament, live: what to do next, the standings, the tables of a round.

import { useEffect, useState } from 'preact/hooks';
import { levelWords, levels } from '../parts/levels';
import { useLive, type Act } from '../parts/livepage';
import { setTitle } from '../parts/turns';
import { timeLeft } from '../people';
import { CopyLink } from '../parts/copylink';
import { follow } from '../route';
import { kinds, measures, number, shape, stateWords } from '../tournaments';
import type { Contest, Entrant, Pairing } from '../tournaments';

function Left({ until }: { until: number }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{timeLeft(until - Date.now())}</>;
}

function Name({ entrant }: { entrant: Entrant }) {
  return (
    <>
      {entrant.person ? (
        <a href={`/people/${entrant.person}`} onClick={follow}>
          {entrant.name}
        </a>
      ) : (
        entrant.name
      )}
      {entrant.level !== null && <span class="tag">bot</span>}
      {entrant.you && <span class="tag">you</span>}
      {entrant.gone && <span class="tag">left</span>}
    </>
  );
}

/** For whoever made it, until it begins. */
function Bots({ act }: { act: Act }) {
  const [level, setLevel] = useState(2);
  return (
    <span class="buttons">
      <select aria-label="Level of the bots" value={String(level)} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
        {levels.map((one) => (
          <option key={one} value={String(one)}>
            Bot, {levelWords(one)}
          </option>
        ))}
      </select>
      <button onClick={() => void act('bots', { level, count: 1 })}>Add a bot</button>
    </span>
  );
}

function whereIStand({ tournament, mine }: Contest): preact.JSX.Element | string {
  const { state, next, ends, kind } = tournament;
  if (state === 'over') return mine ? 'It is over. Thank you for playing.' : 'It is over.';
  if (state === 'called off') return 'It was called off.';
  if (state === 'open') return mine ? 'You have entered. Keep this page or any other open: you are told when your table is ready.' : kinds[kind].text;
  if (mine?.table) return 'Your table is ready.';
  if (next)
    return (
      <>
        The next round starts in <Left until={next} />.
      </>
    );
  if (ends && ends > Date.now() && mine && !mine.gone) return 'You are paired as soon as somebody is free.';
  return mine && !mine.gone ? 'The next round starts when all tables of this one have ended.' : 'It is being played.';
}

/** What one can do now; the most important thing first. */
function Doing({ contest, act }: { contest: Contest; act: Act }) {
  const { tournament, mine } = contest;
  const going = tournament.state === 'open' || tournament.state === 'running';
  return (
    <section class="tournament-now" aria-label="What is next">
      <p role="status">{whereIStand(contest)}</p>
      <div class="buttons">
        {mine?.table && tournament.state === 'running' && (
          <a class="button primary" href={`/t/${mine.table}`} onClick={follow}>
            Go to your table
          </a>
        )}
        {tournament.open && (!mine || mine.gone) && (
          <button class="primary" onClick={() => void act('enter')}>
            {mine ? 'Come back' : 'Enter'}
          </button>
        )}
        {tournament.yours && tournament.state === 'open' && (
          <button class={mine ? 'primary' : ''} disabled={tournament.players < 2} onClick={() => void act('start')}>
            Start it
          </button>
        )}
        {tournament.yours && tournament.state === 'open' && <Bots act={act} />}
        {going && <CopyLink path={`/tournaments/${tournament.id}`} />}
        {going && mine && !mine.gone && <button onClick={() => void act('leave')}>Leave</button>}
        {going && tournament.yours && (
          <button class="danger" onClick={() => confirm('End this tournament for everybody?') && void act('end')}>
            {tournament.state === 'open' ? 'Call it off' : 'End it'}
          </button>
        )}
      </div>
    </section>
  );
}

function Standings({ contest }: { contest: Contest }) {
  const { standings, tournament } = contest;
  if (!standings.length) return <p class="empty">Nobody has entered yet.</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Standings">
      <table class="numbers ranks">
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            <th scope="col">Played</th>
            {tournament.tieBreaks.map((one) => (
              <th key={one} scope="col" title={measures[one].text}>
                {measures[one].words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map((row) => (
            <tr key={row.player} class={row.you ? 'you' : ''}>
              <td>{row.rank}</td>
              <th scope="row">
                <Name entrant={row} />
              </th>
              <td>
                {row.tables}
                {row.byes > 0 && <small class="quiet"> +{row.byes} bye</small>}
              </td>
              {tournament.tieBreaks.map((one) => (
                <td key={one}>{number(row[one])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** "1st", or what else became of a seat. */
function placeWords(place: number | null, seats: number): string {
  if (place === null) return '';
  if (place === 0) return 'forfeited';
  if (seats === 2) return place === 1 ? 'won' : 'lost';
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][place - 1];
}

function outcome({ over, seats }: Pairing, place: number | null): string {
  const tie = over && seats.length > 1 && seats.every((seat) => seat.place === 1);
  return tie ? 'tie' : placeWords(place, seats.length);
}

function Table({ pairing }: { pairing: Pairing }) {
  return (
    <li class={pairing.seats.some(({ you }) => you) ? 'here' : ''}>
      <span class="tournament-seats">
        {pairing.seats.map((seat) => (
          <span key={seat.player}>
            <Name entrant={seat} /> <small>{pairing.bye ? 'bye' : outcome(pairing, seat.place)}</small>
          </span>
        ))}
      </span>
      {pairing.table && (
        <a class="button" href={`${pairing.over ? '/r/' : '/t/'}${pairing.table}`} onClick={follow}>
          {pairing.over ? 'Replay' : pairing.seats.some(({ you }) => you) ? 'Play' : 'Watch'}
        </a>
      )}
    </li>
  );
}

function Rounds({ contest, choose }: { contest: Contest; choose: (round: number) => void }) {
  const { paired, kind } = contest.tournament;
  if (kind === 'arena' || paired < 2) return null;
  return (
    <nav class="buttons" aria-label="Rounds">
      {Array.from({ length: paired }, (_, i) => i + 1).map((round) => (
        <button key={round} class="pill" aria-pressed={round === contest.round} onClick={() => choose(round)}>
          {round}
        </button>
      ))}
    </nav>
  );
}

export function TournamentPage({ id }: { id: string }) {
  const [round, setRound] = useState<number | null>(null);
  const { data: contest, problem, act } = useLive<Contest>('tournaments', id, round, 'tournament');
  const name = contest?.tournament.name;
  useEffect(() => {
    if (name) setTitle(`${name} · Flipside`);
  }, [name]);
  if (!contest)
    return (
      <div class="page narrow" aria-busy={!problem}>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    );
  const { tournament, pairings } = contest;
  return (
    <div class={`page tournament game-${tournament.game}`}>
      <header class="page-head">
        <h1>{tournament.name}</h1>
        <p>
          {tournament.title} · {shape(tournament)}
          {tournament.rated ? ' · rated' : ''} · {stateWords(tournament)}
        </p>
      </header>
      <Doing contest={contest} act={act} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <section>
        <h2>{tournament.state === 'open' ? 'Who has entered' : 'Standings'}</h2>
        <Standings contest={contest} />
      </section>
      {pairings.length > 0 && (
        <section>
          <h2>{tournament.kind === 'arena' ? 'Tables, newest first' : `Round ${contest.round}${tournament.rounds ? ` of ${tournament.rounds}` : ''}`}</h2>
          <Rounds contest={contest} choose={(chosen) => setRound(chosen === tournament.paired ? null : chosen)} />
          <ul class="people-list">
            {pairings.map((pairing) => (
              <Table key={pairing.number} pairing={pairing} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
