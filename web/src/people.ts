// People as the server tells of them: profiles, ratings, statistics, the daily challenge. docs/api.md describes every field.

import { useEffect, useState } from 'preact/hooks';
import type { Achievements, Daily, Measure, Played, Profile, PushTurns, RatingList } from './api';
import { request } from './request';

export type { Daily, DailyBoard, Measure, Played, Profile, Rating, Statistics, Try } from './api';
export type GameRow = Profile['games'][number];
export type PlayedSeat = Played['seats'][number];
export type Achievement = Achievements['games'][number]['achievements'][number];
export type DailyGame = Daily['games'][number];
export type RatedPlayer = RatingList['players'][number];
export type Turn = PushTurns['tables'][number];

/** "17 points", "12 turns", "lost". */
export function measured(value: number | null, { name, lost }: Measure): string {
  return value === lost ? 'lost' : `${value} ${name === 'score' ? (value === 1 ? 'point' : 'points') : name}`;
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

/** Months are those of UTC, as days of the daily challenge are. */
export const thisMonth = () => new Date().toISOString().slice(0, 7);

export const dayOf = (time: number) => new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** "3 h 20 min", "4:05": coarse when there is time, to the second when there is little. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours >= 24) {
    const all = Math.ceil(seconds / 3600);
    const [days, rest] = [Math.floor(all / 24), all % 24];
    return `${days} ${days === 1 ? 'day' : 'days'}${rest ? ` ${rest} h` : ''}`;
  }
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
