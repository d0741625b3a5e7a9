// People as the server tells of them: profiles, ratings, statistics, the daily challenge. docs/api.md describes every field.

import { useEffect, useState } from 'preact/hooks';
import { request } from './net';

export interface Rating {
  rating: number;
  deviation: number;
  /** Where it is with nineteen chances of twenty. */
  interval: [number, number];
  games: number;
  /** Too little is known yet: it is not shown. */
  provisional: boolean;
}

export interface GameRow {
  game: string;
  title: string;
  played: number;
  won: number;
  solo: { played: number; best: number | null; mean: number } | null;
  rating: Rating | null;
  achieved: number;
  achievements: number;
}

export interface Profile {
  person: { id: string; name: string; claimed: boolean; program: boolean; created: number; online: boolean };
  you: boolean;
  blocked: boolean;
  friend: 'none' | 'asked' | 'asks' | 'friend';
  games: GameRow[];
}

export interface PlayedSeat {
  name: string;
  person: string | null;
  level: number | null;
  score: number;
  won: boolean;
}

export interface Played {
  table: string | null;
  game: string;
  title: string;
  time: number;
  seats: PlayedSeat[];
  seat: number;
  score: number;
  won: boolean;
  /** Left, replaced or out of time: a bot played in that seat. */
  gone?: boolean;
  place: number;
  /** It counted for ratings; by how much is said once the rating is shown. */
  rated: boolean;
  rating_change: number | null;
  daily: string | null;
}

/** What a game counts when it is played alone, and whether more of it is better. */
export interface Measure {
  name: string;
  best: 'most' | 'least';
  /** What a lost game counts, where that says nothing else. */
  lost: number | null;
}

/** "17 points", "12 turns", "lost". */
export function measured(value: number | null, { name, lost }: Measure): string {
  return value === lost ? 'lost' : `${value} ${name === 'score' ? (value === 1 ? 'point' : 'points') : name}`;
}

export interface Statistics {
  game: string;
  title: string;
  measure: Measure;
  played: number;
  won: number;
  best: number | null;
  mean: number | null;
  games: { time: number; value: number; score: number; seats: number; won: boolean; place: number }[];
  distribution: { value: number; seats: number; count: number }[];
  ratings: { time: number; rating: number; deviation: number }[];
}

export interface Achievement {
  id: string;
  title: string;
  text: string;
  reached: number | null;
  /** The game in which it was reached: only for oneself. */
  table?: string | null;
  have?: number;
  need?: number;
}

export interface Try {
  table: string;
  status: 'running' | 'over' | 'ended';
  counted: boolean;
  why: string | null;
  value: number | null;
  score: number | null;
  rank: number | null;
  time: number | null;
}

export interface DailyGame {
  game: string;
  title: string;
  /** A try was begun in this browser today, by whomever. */
  taken_here: boolean;
  measure: Measure;
  tries: number;
  finished: number;
  best: number | null;
  mine: Try | null;
}

export interface Daily {
  day: string;
  ends: number;
  /** Days in a row with a try that counts. */
  streak?: { days: number; longest: number; today: boolean };
  games: DailyGame[];
}

export interface DailyBoard {
  day: string;
  game: string;
  title: string;
  ends: number;
  over: boolean;
  measure: Measure;
  tries: number;
  finished: number;
  results: { rank: number; person: string | null; name: string; you: boolean; value: number; score: number; time: number }[];
  distribution: { value: number; count: number }[];
  /** How the bots did with the same cards; their table can be looked at when the day is over. */
  bots?: { level: number; value: number; score: number; table: string | null }[];
  mine: Try | null;
}

export interface RatedPlayer {
  /** Null: too little is known of the player yet. */
  rank: number | null;
  person: string | null;
  name: string;
  level: number | null;
  you: boolean;
  games: number;
  rating: Rating;
}

export interface Turn {
  table: string;
  game: string;
  title: string;
  seat: number;
  since: number;
  deadline: number | null;
  others: string[];
}

/** Something from the server for as long as `path` stays; null while it is on its way, with the problem if there is one. */
export function useAnswer<T>(path: string | null): { data: T | null; problem: string; again: () => void } {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState('');
  const [round, setRound] = useState(0);
  useEffect(() => {
    let gone = false;
    setProblem('');
    if (!path) return setData(null);
    request<T>('GET', path).then(
      (answer) => !gone && setData(answer),
      (error) => !gone && setProblem(error.message),
    );
    return () => {
      gone = true;
    };
  }, [path, round]);
  return { data, problem, again: () => setRound((n) => n + 1) };
}

export const dayOf = (time: number) => new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** "3 h 20 min", "4:05": coarse when there is time, to the second when there is little. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86400)];
  if (days > 1) return `${days} days`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
