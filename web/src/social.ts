// Friends, challenges and the lobby as the server tells of them; docs/api.md describes every field.

import { useEffect, useState } from 'preact/hooks';
import type { Lobby as Answered, Challenge, Friends, PushSeek } from './api';
import { app, useApp } from './app';
import { bytesFor } from './deal';
import { request } from './request';
import type { Table } from './types';

export type { Challenge, Friend, Playing } from './api';
export type Lobby = Omit<Answered, 'tables'> & { tables: Table[] };
export type Circle = Friends;
export type PersonHere = Answered['people'][number];
/** How a search for an opponent stands. */
export type Seeking = PushSeek;
export type Pace = PushSeek['pace'];

/** The paces of quick match; the clocks are those of the server. */
export const paces: Record<Pace, string> = {
  quick: 'Quick: 5 minutes each',
  steady: 'Steady: 15 minutes each',
  days: 'A day for every decision',
};

export const paceClocks: Record<Pace, unknown> = {
  quick: { kind: 'bank', seconds: 300, extra: 5 },
  steady: { kind: 'bank', seconds: 900, extra: 10 },
  days: { kind: 'move', seconds: 86400 },
};

/** Friends, requests and challenges, kept up to date; null until they are known. */
export function useCircle(): Circle | null {
  const { person } = useApp();
  const [circle, setCircle] = useState<Circle | null>(null);
  useEffect(() => {
    setCircle(null);
    return person ? app.connection.follow<Circle>('friends', setCircle) : undefined;
  }, [person?.id]);
  return circle;
}

export const befriend = (person: string) => request('POST', '/api/friends', { person });
export const unfriend = (person: string) => request('POST', '/api/friends/end', { person });

/** Accepts, declines or withdraws; the table, if there is a game now. */
export async function answerChallenge({ id, table }: Challenge, accept: boolean): Promise<string | null> {
  const deal = accept ? bytesFor((await request<{ table: Table }>('GET', `/api/tables/${table}`)).table.commitment) : {};
  const answer = await request<{ table?: Table }>('POST', '/api/challenges/answer', { id, accept, ...deal });
  return answer.table?.id ?? null;
}
