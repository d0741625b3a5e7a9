// A page about something that others change, too: a tournament, a league.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { request } from '../request';
import type { ServerError } from '../request';

const lookEvery = 5000;

/** Asks the server for something about it, and shows what comes of it. */
export type Act = (what: string, more?: object) => Promise<void>;

/**
 * What /api/KIND/ID (and /PART) says, kept up to date while it can be seen: every few seconds, and whenever the server tells of `news` about
 * it.
 */
export function useLive<T>(kind: string, id: string, part: number | null, news?: string): { data: T | null; problem: string; act: Act } {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState('');
  const { person } = useApp();
  useEffect(() => {
    let gone = false;
    const look = () =>
      request<T>('GET', `/api/${kind}/${id}${part ? `/${part}` : ''}`).then(
        (answer) => !gone && (setData(answer), setProblem('')),
        (error: ServerError) => !gone && setProblem(error.message),
      );
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), lookEvery);
    const stop = news && app.connection.hear(news, (one: { id: string }) => one.id === id && void look());
    return () => {
      gone = true;
      clearInterval(timer);
      if (stop) stop();
    };
  }, [id, part, person?.id]);
  const act: Act = async (what, more = {}) => {
    try {
      await app.ensurePerson();
      setData(await request<T>('POST', `/api/${kind}/${what}`, { id, ...more }));
      setProblem('');
    } catch (error) {
      setProblem((error as ServerError).message);
    }
  };
  return { data, problem, act };
}
