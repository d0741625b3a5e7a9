// The end in Flick 'em Up!: the clock as it stood, both sides beside it, what everybody's shots came to, and what is next.

import { useState } from 'preact/hooks';
import { app } from 'shell/app';
import { go } from 'shell/route';
import type { FinaleProps, Scene } from 'shell/types';
import { useSmall } from 'shell/parts/screen';
import { counted, viewOf, type View } from './model';
import { TeamMark } from './symbols';
import { teamOf, teams, teamWords, type Team } from './words';

/** The clock strikes its hour; both hands point up at noon. */
function Clock({ hour }: { hour: number }) {
  const hand = (turn: number, long: number) => {
    const angle = (turn * Math.PI) / 6;
    return `M0 0L${(long * Math.sin(angle)).toFixed(1)} ${(-long * Math.cos(angle)).toFixed(1)}`;
  };
  return (
    <svg class="fu-dial" viewBox="-32 -32 64 64" width="96" height="96" aria-hidden="true">
      <circle r="30" />
      {Array.from({ length: 12 }, (_, i) => (
        <path key={i} class="tick" d="M0-27v4" transform={`rotate(${i * 30})`} />
      ))}
      <path class="hand" d={hand(hour, 14)} />
      <path class="hand long" d={hand(0, 21)} />
    </svg>
  );
}

function Standing({ view, team, won }: { view: View; team: Team; won: boolean }) {
  const men = Object.entries(view.shared.cowboys).filter(([name]) => teamOf(name) === team);
  const left = men.filter(([, man]) => man.state !== 'dead').length;
  const points = men.reduce((sum, [, man]) => sum + man.hit_points, 0);
  return (
    <p class={won ? `fu-standing ${team} won` : `fu-standing ${team}`}>
      <TeamMark team={team} /> <b>{teamWords[team]}</b>
      <span>
        {left} of {men.length} left, {points} hit {points === 1 ? 'point' : 'points'}
      </span>
    </p>
  );
}

const percent = (hits: number, shots: number): string => (shots ? `${Math.round((100 * hits) / shots)} %` : '–');

/** Whoever has fired, and both sides; on a phone folded to one line. */
function Shots({ view }: { view: View }) {
  const small = useSmall();
  const rows = teams.flatMap((team) => {
    const men = Object.entries(view.shared.cowboys).filter(([name, man]) => teamOf(name) === team && man.shots);
    const sum = (key: 'shots' | 'hits') => men.reduce((all, [, man]) => all + (man[key] ?? 0), 0);
    const longest = Math.max(0, ...men.map(([, man]) => man.longest ?? 0));
    return [
      { name: teamWords[team], team, whole: true, shots: sum('shots'), hits: sum('hits'), longest },
      ...men.map(([name, man]) => ({ name, team, whole: false, shots: man.shots ?? 0, hits: man.hits ?? 0, longest: man.longest ?? 0 })),
    ];
  });
  const all = rows.filter(({ whole }) => whole);
  const [shots, hits] = [all.reduce((sum, row) => sum + row.shots, 0), all.reduce((sum, row) => sum + row.hits, 0)];
  if (!shots) return null;
  return (
    <details class="fu-tally" open={!small}>
      <summary>
        {counted(shots, 'shot')}, {counted(hits, 'hit')} ({percent(hits, shots)})
      </summary>
      <ShotTable rows={rows} />
    </details>
  );
}

interface ShotRow {
  name: string;
  team: Team;
  whole: boolean;
  shots: number;
  hits: number;
  longest: number;
}

function ShotTable({ rows }: { rows: ShotRow[] }) {
  return (
    <table class="fu-shots">
      <thead>
        <tr>
          <th scope="col">
            <span class="sr">Who</span>
          </th>
          <th scope="col">Shots</th>
          <th scope="col">Hits</th>
          <th scope="col">Share</th>
          <th scope="col">Longest</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, team, whole, shots, hits, longest }) => (
          <tr key={name} class={whole ? `whole team-${team}` : ''}>
            <th scope="row">{name}</th>
            <td>{shots}</td>
            <td>{hits}</td>
            <td>{percent(hits, shots)}</td>
            <td>{longest ? `${Math.round(longest / 10)} cm` : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who plays alone against bots can go on at once; with others there is the rematch. */
function againstBots({ table, mine }: Scene): boolean {
  return table.kind === 'game' && !table.daily && mine.length === 1 && table.seats.every((seat, i) => i === mine[0] || seat.kind === 'bot');
}

function Next({ scene }: { scene: Scene }) {
  const [problem, setProblem] = useState('');
  const { table } = scene;
  const view = viewOf(scene);
  const scenario = Number(table.options.scenario ?? NaN);
  const open = (options: Record<string, unknown>) => {
    const seats = table.seats.map((seat, i) => (i === scene.mine[0] ? { kind: 'me' } : { kind: 'bot', level: seat.level }));
    app.makeTable({ game: table.game, seats, options: { ...table.options, ...options } }).then(
      (made) => go(`/t/${made.table.id}`),
      (error: Error) => setProblem(error.message),
    );
  };
  const swapped = view.seats.map(({ team }) => (team === 'lawmen' ? 'outlaws' : 'lawmen'));
  return (
    <div class="fu-next">
      {scenario >= 1 && scenario < 10 && <button onClick={() => open({ scenario: String(scenario + 1) })}>Next scenario</button>}
      <button onClick={() => open({ teams: swapped })}>Swap sides</button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

export function Finale({ scene, result }: FinaleProps) {
  const view = viewOf(scene);
  if (view.phase !== 'over') return null;
  const winners = new Set(result.winners.map((seat) => view.seats[seat]?.team));
  const won = (team: Team) => winners.size === 1 && winners.has(team);
  return (
    <div class="fu-finale">
      <div class="fu-noon">
        <Clock hour={view.shared.clock.hour} />
        <div>
          <p class="quiet">{view.shared.clock.hour} o’clock</p>
          {teams.map((team) => (
            <Standing key={team} view={view} team={team} won={won(team)} />
          ))}
        </div>
      </div>
      <Shots view={view} />
      {againstBots(scene) && <Next scene={scene} />}
    </div>
  );
}
