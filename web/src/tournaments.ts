// Tournaments as the server tells of them, and the words for what it says. docs/tournaments.md states the rules.

export type Kind = 'swiss' | 'round-robin' | 'knock-out' | 'arena';

export interface Tournament {
  id: string;
  name: string;
  game: string;
  title: string;
  kind: Kind;
  seats: number;
  rounds: number;
  minutes: number | null;
  state: 'open' | 'running' | 'over' | 'called off';
  public: boolean;
  players: number;
  /** Did the asker make it? */
  yours: boolean;
  created: number;
  starts: number | null;
  began: number | null;
  ended: number | null;
  /** Of an arena. */
  ends: number | null;
}

export interface Entrant {
  player: number;
  name: string;
  person: string | null;
  level: number | null;
  you: boolean;
  gone: boolean;
}

export interface Standing extends Entrant {
  rank: number;
  points: number;
  tables: number;
  wins: number;
  byes: number;
  buchholz: number;
  sonnebornBerger: number;
  directEncounter: number;
  roundsSurvived: number;
  lastTable: number;
}

export interface Pairing {
  number: number;
  round: number;
  table: string | null;
  over: boolean;
  bye: boolean;
  seats: (Entrant & { place: number | null; points: number | null })[];
}

export type Measure = 'points' | 'buchholz' | 'sonnebornBerger' | 'directEncounter' | 'wins' | 'roundsSurvived' | 'lastTable';

export interface Contest {
  tournament: Tournament & {
    paired: number;
    pause: number;
    next: number | null;
    open: boolean;
    clock: { kind: string; seconds: number; extra?: number };
    rated: boolean;
    tieBreaks: Measure[];
  };
  standings: Standing[];
  round: number;
  pairings: Pairing[];
  mine: { player: number; gone: boolean; table: string | null } | null;
}

export interface TournamentNews {
  id: string;
  name: string;
  game: string;
  what: 'table' | 'bye' | 'begun' | 'over' | 'called off';
  table: string | null;
  round: number;
}

export const kinds: Record<Kind, { words: string; text: string }> = {
  swiss: { words: 'Swiss', text: 'A fixed number of rounds. You meet people with about as many points as you have; nobody is out.' },
  arena: { words: 'Arena', text: 'Until the time is up, whoever is free plays whoever else is free. Come and go as you like.' },
  'round-robin': { words: 'Round robin', text: 'Everybody meets everybody.' },
  'knock-out': { words: 'Knock-out', text: 'The losers are out, until one is left.' },
};

export const measures: Record<Measure, { words: string; text: string }> = {
  points: { words: 'Points', text: 'A table won is one point; at larger tables each place is a part of it' },
  buchholz: { words: 'Buchholz', text: 'The points of your opponents' },
  sonnebornBerger: { words: 'S.–B.', text: 'Sonneborn–Berger: the points of those you beat, and half of those you tied with' },
  directEncounter: { words: 'Direct', text: 'Points against those who are equal so far' },
  wins: { words: 'Wins', text: 'Tables won' },
  roundsSurvived: { words: 'Rounds', text: 'Rounds survived' },
  lastTable: { words: 'Last', text: 'The score at the last table' },
};

export const countWords = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

export const number = (value: number) => value.toLocaleString(undefined, { maximumFractionDigits: 2 });

/** "Swiss, 5 rounds, tables of 4". */
export function shape({ kind, rounds, minutes, seats }: Tournament): string {
  const length =
    kind === 'arena'
      ? minutes! >= 2880
        ? `${Math.round(minutes! / 1440)} days`
        : `${minutes} minutes`
      : rounds > 0
        ? `${rounds} ${rounds === 1 ? 'round' : 'rounds'}`
        : '';
  return [kinds[kind].words, length, seats > 2 && `tables of ${seats}`].filter(Boolean).join(', ');
}

const timeOf = (time: number) =>
  new Date(time).toLocaleString(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** How far it is: "open, starts Thu 7 May, 20:00". */
export function stateWords({ state, starts, ends, players }: Tournament): string {
  const people = players === 1 ? '1 player' : `${players} players`;
  if (state === 'open') return `${people}; ${starts ? `starts ${timeOf(starts)}` : 'open to enter'}`;
  if (state === 'running') return `${people}; running${ends ? ` until ${timeOf(ends)}` : ''}`;
  return state === 'over' ? `${people}; over` : 'called off';
}
