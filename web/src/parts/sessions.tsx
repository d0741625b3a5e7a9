// Where somebody is signed in, and signing out from here what was left open elsewhere.

import { useState } from 'preact/hooks';
import { type ServerError, request } from '../request';
import { dayOf, useAnswer } from '../people';

interface Session {
  id: string;
  created: number;
  seen: number;
  device: string;
  current: boolean;
}

export function Sessions() {
  const { data, problem, again } = useAnswer<{ sessions: Session[] }>('/api/sessions');
  const [failed, setFailed] = useState('');
  const end = (id: string) => {
    setFailed('');
    void request('POST', '/api/sessions/end', { id }).then(again, (error: ServerError) => setFailed(error.message));
  };
  if (!data && !problem) return null;
  return (
    <section class="sessions" aria-labelledby="sessions">
      <h3 id="sessions">Where you are signed in</h3>
      <ul>
        {data?.sessions.map((session) => {
          const device = session.device || 'Another program';
          return (
            <li key={session.id}>
              <span>
                <b>{device}</b>
                {session.current && <span class="tag">This device</span>}
                <small>
                  Signed in {dayOf(session.created)} · last used {dayOf(session.seen)}
                </small>
              </span>
              {!session.current && (
                <button aria-label={`Sign out ${device}, signed in ${dayOf(session.created)}`} onClick={() => end(session.id)}>
                  Sign out
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {(problem || failed) && (
        <p class="problem" role="alert">
          {problem || failed}
        </p>
      )}
      <p class="quiet">A device that has not been used for 90 days is signed out automatically.</p>
    </section>
  );
}
