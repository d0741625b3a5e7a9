// Friends: who they are, who is here, what they play, and the requests between people.

import { useState } from 'preact/hooks';
import { app } from '../app';
import { type ServerError, request } from '../request';
import { useAnswer } from '../people';
import { follow } from '../route';
import { befriend, unfriend, useCircle } from '../social';
import type { Friend } from '../social';
import { ChallengeDialog, ChallengeRow } from './challenges';

const stateWords = (friend: Friend) =>
  friend.state === 'asked'
    ? 'has not answered yet'
    : friend.state === 'asks'
      ? 'would like to be your friend'
      : friend.playing
        ? `plays ${app.game(friend.playing.game)?.title ?? ''}`
        : friend.online
          ? 'here now'
          : 'away';

function FriendRow({ friend, onChallenge }: { friend: Friend; onChallenge: () => void }) {
  const [problem, setProblem] = useState('');
  const run = (deed: Promise<unknown>) => void deed.catch((error: ServerError) => setProblem(error.message));
  return (
    <li class={friend.online ? 'here' : ''}>
      <span>
        <a href={`/people/${friend.id}`} onClick={follow}>
          <b>{friend.name}</b>
        </a>
        {friend.program && <span class="tag">program</span>}
        <small>{stateWords(friend)}</small>
        {problem && (
          <small class="problem" role="alert">
            {problem}
          </small>
        )}
      </span>
      <span class="buttons">
        {friend.playing && (
          <a class="button" href={`/t/${friend.playing.table}`} onClick={follow}>
            Watch
          </a>
        )}
        {friend.state === 'friend' && <button onClick={onChallenge}>Challenge</button>}
        {friend.state === 'asks' && (
          <button class="primary" onClick={() => run(befriend(friend.id))}>
            Accept
          </button>
        )}
        <button class="plain" onClick={() => run(unfriend(friend.id))}>
          {friend.state === 'friend' ? 'Remove' : friend.state === 'asks' ? 'Decline' : 'Withdraw'}
        </button>
      </span>
    </li>
  );
}

function AddFriend() {
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const add = async () => {
    setSaid('');
    setProblem('');
    try {
      await app.ensurePerson();
      await request('POST', '/api/friends', { name });
      setSaid(`${name} has been asked.`);
      setName('');
    } catch (error) {
      setProblem((error as ServerError).message);
    }
  };
  return (
    <form
      class="add-friend"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label class="field">
        <span>Add a friend by name</span>
        <input value={name} required maxLength={24} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button>Ask</button>
      {said && <p role="status">{said}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

export function Friends() {
  const circle = useCircle();
  const [challenged, setChallenged] = useState<Friend | null>(null);
  const order = { asks: 0, friend: 1, asked: 2 };
  const friends = [...(circle?.friends ?? [])].sort((a, b) => order[a.state] - order[b.state] || Number(b.online) - Number(a.online));
  return (
    <section class="friends" aria-labelledby="friends">
      <h2 id="friends">Friends</h2>
      {circle && circle.challenges.length > 0 && (
        <ul class="people-list" aria-label="Challenges">
          {circle.challenges.map((challenge) => (
            <ChallengeRow key={challenge.id} challenge={challenge} />
          ))}
        </ul>
      )}
      {friends.length > 0 ? (
        <ul class="people-list">
          {friends.map((friend) => (
            <FriendRow key={friend.id} friend={friend} onChallenge={() => setChallenged(friend)} />
          ))}
        </ul>
      ) : (
        <p class="quiet">Add people you like to play with: you see when they are here, and can challenge them.</p>
      )}
      <AddFriend />
      {challenged && <ChallengeDialog person={challenged.id} name={challenged.name} onClose={() => setChallenged(null)} />}
    </section>
  );
}

/** How one's games with somebody went. */
export function Against({ id, name }: { id: string; name: string }) {
  const { data } = useAnswer<{ games: { game: string; title: string; played: number; won: number; lost: number }[] }>(
    app.person ? `/api/people/${id}/against` : null,
  );
  if (!data?.games.length) return null;
  return (
    <section aria-labelledby="against">
      <h2 id="against">You and {name}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Your games with ${name}`}>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Played</th>
              <th scope="col">You ahead</th>
              <th scope="col">{name} ahead</th>
            </tr>
          </thead>
          <tbody>
            {data.games.map((row) => (
              <tr key={row.game}>
                <th scope="row">{row.title}</th>
                <td>{row.played}</td>
                <td>{row.won}</td>
                <td>{row.lost}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
