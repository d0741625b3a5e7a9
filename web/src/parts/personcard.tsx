// The card of somebody at the table or in the chat: the profile, a challenge, friendship, and what helps against trouble. What the
// server does not allow it says in a sentence.

import { useState } from 'preact/hooks';
import { useApp } from '../app';
import { newDeal } from '../deal';
import { request } from '../request';
import { follow } from '../route';
import type { Scene } from '../types';
import { Dialog } from './dialog';
import type { Tell } from './drawer';

/** Somebody with a name: in a seat, in the chat, or looking on. */
export interface Someone {
  person: string;
  name: string;
}

interface CardProps {
  who: Someone;
  scene: Scene;
  tell: Tell;
  onClose: () => void;
}

function Report({ send }: { send: (why: string) => void }) {
  const [why, setWhy] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (why.trim()) send(why.trim());
      }}
    >
      <label class="field">
        <span>What happened? The site’s administrator reads it.</span>
        <textarea maxLength={500} required value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
      </label>
      <button>Send the report</button>
    </form>
  );
}

export function PersonCard({ who, scene, tell, onClose }: CardProps) {
  const { person: me } = useApp();
  const [said, setSaid] = useState('');
  const [reporting, setReporting] = useState(false);
  const { table } = scene;
  const muted = scene.muted_people?.includes(who.person) ?? false;
  const looksOn = scene.spectators?.find((one) => one.person === who.person);
  const owns = table.owner !== null && table.owner !== undefined && scene.mine.includes(table.owner);
  const post = async (path: string, fields: Record<string, unknown>, done: string) => {
    try {
      await request('POST', path, { name: who.name, person: who.person, ...fields });
      setSaid(done);
    } catch (error) {
      setSaid((error as Error).message);
    }
  };
  const mute = async (fields: Record<string, unknown>, done: string) => {
    if (await tell('mute', { person: who.person, ...fields })) setSaid(done);
  };
  return (
    <Dialog title={who.name} onClose={onClose}>
      <div class="person-card">
        <p class="buttons">
          <a class="button" href={`/people/${who.person}`} onClick={follow}>
            Profile
          </a>
          {me && (
            <>
              <button
                onClick={() =>
                  void newDeal().then((deal) =>
                    post('/api/challenges', { game: table.game, options: table.options, ...deal }, `${who.name} has been asked to play ${table.title}.`),
                  )
                }
              >
                Challenge to {table.title}
              </button>
              <button onClick={() => void post('/api/friends', {}, `${who.name} has been asked to be your friend.`)}>Add as friend</button>
            </>
          )}
        </p>
        {me && (
          <p class="buttons">
            <button
              onClick={() =>
                void mute({ on: !muted }, muted ? `You see messages from ${who.name} again.` : `You no longer see messages from ${who.name} at this table.`)
              }
            >
              {muted ? 'Unmute' : 'Mute'}
            </button>
            {owns && looksOn && (
              <button
                onClick={() =>
                  void mute(
                    { all: true, on: !looksOn.muted },
                    looksOn.muted ? `${who.name} may write again.` : `Nobody at this table sees messages from ${who.name} any more.`,
                  )
                }
              >
                {looksOn.muted ? 'Unmute for everyone' : 'Mute for everyone'}
              </button>
            )}
            <button onClick={() => void post('/api/blocks', {}, `You have blocked ${who.name}.`)}>Block</button>
            <button aria-expanded={reporting} onClick={() => setReporting(!reporting)}>
              Report
            </button>
          </p>
        )}
        {reporting && (
          <Report
            send={(why) => void post('/api/reports', { table: table.id, why }, 'Thank you. The administrator will look at it.').then(() => setReporting(false))}
          />
        )}
        <p role="status">{said}</p>
      </div>
    </Dialog>
  );
}
