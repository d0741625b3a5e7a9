// Is it fun, and is it fair? A game against a bot at once, and many games between equal bots, on this device, until the shares of wins
// are known well enough.

import { useEffect, useRef, useState } from 'preact/hooks';
import { app } from 'shell/app';
import { Trials } from 'shell/here/trials';
import { backend } from 'shell/backend';
import { levelOf, levels, levelWords, rememberLevel } from 'shell/parts/levels';
import { go } from 'shell/route';
import { teams, teamWords, type Team } from '../words';
import { Choose } from './goals';
import type { Choice } from './blocks';
import { game, type Scenario } from './scenario';

export async function playTown(scenario: Scenario, side: Team, level: number): Promise<void> {
  const other = side === 'lawmen' ? 'outlaws' : 'lawmen';
  const made = await app.makeTable({
    game,
    seats: [{ kind: 'me' }, { kind: 'bot', level }],
    options: { teams: [side, other] },
    edition: scenario,
    rated: false,
  });
  go(`/t/${made.table.id}`);
}

export function PlayTown({ scenario, good }: { scenario: Scenario; good: boolean }) {
  const [side, setSide] = useState<Team>('lawmen');
  const [level, setLevel] = useState(() => levelOf(game));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const play = async () => {
    setBusy(true);
    setProblem('');
    rememberLevel(game, level);
    try {
      await playTown(scenario, side, level);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <section aria-label="Play it">
      <h3>Play it</h3>
      <div class="fu-ed-row">
        <label class="field">
          <span>You play the</span>
          <Choose label="Your side" value={side} choices={teams.map((team): Choice => [team, teamWords[team]])} onChange={(team) => setSide(team as Team)} />
        </label>
        <label class="field">
          <span>against a bot that is</span>
          <Choose
            label="How strong the bot is"
            value={String(level)}
            choices={levels.map((one): Choice => [String(one), levelWords(one)])}
            onChange={(one) => setLevel(Number(one))}
          />
        </label>
      </div>
      <button type="button" class="primary" disabled={!good || busy} onClick={() => void play()}>
        Play against a bot
      </button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/* --- many games between bots -------------------------------------------------------------------------------------------- */

const long = 60_000; // ms
const enough = 100; // games
const bots = { seats: 2, level: 4, iterations: 3 }; // bot4:3i, as SCENARIOS.md has it

/** The share of successes, and where it lies with 95 % confidence (Wilson). */
export function share(wins: number, games: number): { share: number; low: number; high: number } {
  if (!games) return { share: 0, low: 0, high: 1 };
  const z = 1.96;
  const p = wins / games;
  const middle = (p + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z / (1 + (z * z) / games)) * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games));
  return { share: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

interface Tally {
  town: Scenario;
  wins: Record<Team, number>;
  games: number;
  part: number;
  running: boolean;
  problem: string;
}

const nothing = (town: Scenario): Tally => ({ town, wins: { lawmen: 0, outlaws: 0 }, games: 0, part: 0, running: true, problem: '' });

function useBalance(scenario: Scenario) {
  const [tally, setTally] = useState<Tally | null>(null);
  const trials = useRef<Trials | null>(null);
  const round = useRef(0); // bots that are still being called are sent away when they come
  const stop = () => {
    round.current++;
    trials.current?.stop();
    trials.current = null;
    setTally((old) => old && { ...old, running: false });
  };
  useEffect(() => stop, []);
  useEffect(() => {
    if (tally?.running && tally.town !== scenario) stop(); // it is another town by now
  }, [scenario]);
  const start = async () => {
    stop();
    const mine = round.current;
    const began = performance.now();
    setTally(nothing(scenario));
    try {
      const started = await Trials.start({ game, edition: scenario, ...bots }, (winners) => {
        const part = (performance.now() - began) / long;
        setTally((old) => {
          if (!old?.running) return old;
          const won = (team: Team) => old.wins[team] + (winners.length === 1 && winners[0] === teams.indexOf(team) ? 1 : 0);
          const games = old.games + 1;
          return { ...old, games, wins: { lawmen: won('lawmen'), outlaws: won('outlaws') }, part: Math.min(1, Math.max(part, games / enough)) };
        });
      });
      if (round.current === mine) trials.current = started;
      else started.stop();
    } catch (error) {
      if (round.current !== mine) return;
      setTally({ ...nothing(scenario), running: false, problem: (error as Error).message });
    }
  };
  useEffect(() => {
    if (tally?.running && tally.part >= 1) stop();
  }, [tally]);
  return { tally: tally?.town === scenario ? tally : null, start, stop };
}

const percent = (value: number) => `${Math.round(100 * value)} %`;

function Shares({ tally }: { tally: Tally }) {
  const draws = tally.games - tally.wins.lawmen - tally.wins.outlaws;
  const shares = teams.map((team) => ({ team, ...share(tally.wins[team], tally.games) }));
  const fair = tally.games >= 10 && shares.every(({ low, high }) => low <= 0.7 && high >= 0.3);
  return (
    <div class="fu-ed-shares">
      {shares.map(({ team, share: part, low, high }) => (
        <div key={team} class={`fu-ed-share-of ${team}`}>
          <span>
            <b>{teamWords[team]}</b> win {percent(part)}{' '}
            <small>
              (95 %: {Math.round(100 * low)} to {percent(high)})
            </small>
          </span>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect class="whole" width="100" height="6" />
            <rect class="interval" x={100 * low} width={100 * (high - low)} height="6" />
            <rect class="part" x={Math.max(0, 100 * part - 0.6)} width="1.2" height="6" />
          </svg>
        </div>
      ))}
      <p class="quiet">
        {tally.games} {tally.games === 1 ? 'game' : 'games'} between equal bots{draws > 0 && `, ${draws} without a winner`}.{' '}
        {tally.games < 10
          ? 'Too few to tell.'
          : fair
            ? 'Nothing says that it is unfair: each side should win 30 to 70 %.'
            : 'One side wins too often: each should win 30 to 70 %. Move something, or change hit points or numbers.'}
      </p>
    </div>
  );
}

export function Balance({ scenario, good }: { scenario: Scenario; good: boolean }) {
  const { tally, start, stop } = useBalance(scenario);
  if (!backend.canBeHere) return null;
  return (
    <section aria-label="Is it fair?">
      <h3>Is it fair?</h3>
      <p class="quiet">Equal bots play both sides on this device for up to a minute.</p>
      {tally?.running ? (
        <div class="fu-ed-row">
          <progress max={1} value={tally.part} aria-label="Games between bots" />
          <button type="button" onClick={stop}>
            Stop
          </button>
        </div>
      ) : (
        <button type="button" disabled={!good} onClick={() => void start()}>
          Let bots play
        </button>
      )}
      {tally && !tally.problem && <Shares tally={tally} />}
      {tally?.problem && (
        <p class="problem" role="alert">
          {tally.problem}
        </p>
      )}
    </section>
  );
}
