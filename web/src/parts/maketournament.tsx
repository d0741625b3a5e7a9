// Making a tournament: its kind, its game, how long, how fast. Whoever makes it gets a link for everybody else.

import { useState } from 'preact/hooks';
import { app } from '../app';
import { request } from '../request';
import type { ServerError } from '../request';
import { go } from '../route';
import { kinds } from '../tournaments';
import type { Contest, Kind } from '../tournaments';
import type { Game } from '../types';
import { Dialog } from './dialog';

/** Live or by days: every table has to end. */
const clocks: Record<string, { words: string; clock: unknown }> = {
  bank5: { words: 'Live: 5 minutes each, plus 5 seconds per decision', clock: { kind: 'bank', seconds: 300, extra: 5 } },
  bank15: { words: 'Live: 15 minutes each, plus 10 seconds per decision', clock: { kind: 'bank', seconds: 900, extra: 10 } },
  day: { words: 'By days: a day for every decision', clock: { kind: 'move', seconds: 86400 } },
  days3: { words: 'By days: three days for every decision', clock: { kind: 'move', seconds: 259200 } },
};

interface Terms {
  name: string;
  kind: Kind;
  game: string;
  seats: number;
  rounds: number;
  minutes: number;
  clock: string;
  starts: string;
  rated: boolean;
  listed: boolean;
}

const seatsOf = (game: Game): number[] => {
  const least = Math.max(2, game.seats[0]);
  const most = Math.min(6, game.seats[1]);
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
};

function wishOf(terms: Terms): unknown {
  const { name, kind, game, seats, rounds, minutes, clock, starts, rated, listed } = terms;
  return {
    name,
    kind,
    game,
    seats,
    clock: clocks[clock].clock,
    rated,
    public: listed,
    ...(kind === 'swiss' && { rounds }),
    ...(kind === 'arena' && { minutes }),
    ...(starts && { starts: new Date(starts).getTime() }),
  };
}

interface FieldsProps {
  terms: Terms;
  change: (some: Partial<Terms>) => void;
}

interface ChoiceProps {
  label: string;
  text?: string;
  value: string | number;
  choices: [string | number, string][];
  onChange: (value: string) => void;
}

function Choice({ label, text, value, choices, onChange }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map(([one, words]) => (
          <option key={one} value={String(one)}>
            {words}
          </option>
        ))}
      </select>
      {text && <small class="quiet">{text}</small>}
    </label>
  );
}

function What({ terms, change }: FieldsProps) {
  const games = app.games.filter((game) => game.seats[1] > 1);
  const sizes = seatsOf(app.game(terms.game)!);
  const pick = (game: string) => change({ game, seats: seatsOf(app.game(game)!)[0] });
  return (
    <fieldset>
      <legend>What is played</legend>
      <label class="field">
        <span>Name of the tournament</span>
        <input required maxLength={48} value={terms.name} onInput={(event) => change({ name: event.currentTarget.value })} />
      </label>
      <Choice label="Game" value={terms.game} choices={games.map((game) => [game.id, game.title])} onChange={pick} />
      {sizes.length > 1 && (
        <Choice
          label="Players at a table"
          value={terms.seats}
          choices={sizes.map((size) => [size, String(size)])}
          onChange={(seats) => change({ seats: Number(seats) })}
        />
      )}
    </fieldset>
  );
}

const lengths: [number, string][] = [
  [30, 'half an hour'],
  [60, 'an hour'],
  [120, 'two hours'],
  [1440, 'a day'],
  [10080, 'a week'],
];

function How({ terms, change }: FieldsProps) {
  const all = Object.entries(kinds) as [Kind, (typeof kinds)[Kind]][];
  return (
    <fieldset>
      <legend>How</legend>
      <Choice
        label="Kind"
        text={kinds[terms.kind].text}
        value={terms.kind}
        choices={all.map(([kind, { words }]) => [kind, words])}
        onChange={(kind) => change({ kind: kind as Kind })}
      />
      {terms.kind === 'swiss' && (
        <Choice
          label="Rounds"
          value={terms.rounds}
          choices={[3, 4, 5, 6, 7, 9, 11].map((n) => [n, String(n)])}
          onChange={(rounds) => change({ rounds: Number(rounds) })}
        />
      )}
      {terms.kind === 'arena' && (
        <Choice label="It lasts" value={terms.minutes} choices={lengths} onChange={(minutes) => change({ minutes: Number(minutes) })} />
      )}
      <Choice
        label="Time to think; when it is up, the game is lost"
        value={terms.clock}
        choices={Object.entries(clocks).map(([name, { words }]) => [name, words])}
        onChange={(clock) => change({ clock })}
      />
      <label class="field">
        <span>Starts by itself at (leave empty to start it yourself)</span>
        <input type="datetime-local" value={terms.starts} onInput={(event) => change({ starts: event.currentTarget.value })} />
      </label>
      <label class="check">
        <input type="checkbox" checked={terms.rated} onChange={(event) => change({ rated: event.currentTarget.checked })} />
        <span>Rated</span>
      </label>
      <label class="check">
        <input type="checkbox" checked={terms.listed} onChange={(event) => change({ listed: event.currentTarget.checked })} />
        <span>
          Public
          <small>Anybody can find it in the list. Otherwise only those who have its link.</small>
        </span>
      </label>
    </fieldset>
  );
}

export function MakeTournament({ onClose }: { onClose: () => void }) {
  const first = app.games.find((game) => game.seats[1] > 1)!;
  const [terms, setTerms] = useState<Terms>({
    name: '',
    kind: 'swiss',
    game: first.id,
    seats: seatsOf(first)[0],
    rounds: 5,
    minutes: 60,
    clock: 'bank5',
    starts: '',
    rated: true,
    listed: false,
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const change = (some: Partial<Terms>) => setTerms({ ...terms, ...some });
  const make = async () => {
    setBusy(true);
    setProblem('');
    try {
      await app.ensurePerson();
      const { tournament } = await request<Contest>('POST', '/api/tournaments', wishOf(terms));
      go(`/tournaments/${tournament.id}`);
    } catch (error) {
      setProblem((error as ServerError).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title="A new tournament" onClose={onClose}>
      <form
        class="make"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <What terms={terms} change={change} />
        <How terms={terms} change={change} />
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          <button class="primary" disabled={busy}>
            Make the tournament
          </button>
        </div>
      </form>
    </Dialog>
  );
}
