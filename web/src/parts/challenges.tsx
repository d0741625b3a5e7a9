// Challenges: the note about those that came in, on every page, and the dialog that makes one.

import { useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { newDeal } from '../deal';
import { type ServerError, request } from '../request';
import { go, useRoute } from '../route';
import { answerChallenge, paceClocks, paces, useCircle } from '../social';
import type { Challenge, Pace } from '../social';
import type { Game, Table } from '../types';
import { Dialog } from './dialog';
import { OptionField, offered, optionWish, wordsOf } from './options';
import type { Values } from './options';
import { sidesOption } from './sides';

export function ChallengeRow({ challenge }: { challenge: Challenge }) {
  const [problem, setProblem] = useState('');
  const answer = (accept: boolean) =>
    answerChallenge(challenge, accept).then(
      (table) => table && go(`/t/${table}`),
      (error: ServerError) => setProblem(error.message),
    );
  return (
    <li>
      <span>
        <b>{challenge.title}</b> {challenge.mine ? `You have challenged ${challenge.to.name}.` : `${challenge.by.name} challenges you.`}
        {problem && (
          <small class="problem" role="alert">
            {problem}
          </small>
        )}
      </span>
      <span class="buttons">
        <a class="button" href={`/t/${challenge.table}`} aria-label={`See it: the table of ${challenge.title}`}>
          See it
        </a>
        {!challenge.mine && (
          <button class="primary" aria-label={`Accept the challenge of ${challenge.by.name}`} onClick={() => void answer(true)}>
            Accept
          </button>
        )}
        <button
          aria-label={challenge.mine ? `Withdraw the challenge to ${challenge.to.name}` : `Decline the challenge of ${challenge.by.name}`}
          onClick={() => void answer(false)}
        >
          {challenge.mine ? 'Withdraw' : 'Decline'}
        </button>
      </span>
    </li>
  );
}

/** Challenges that wait for an answer, wherever one is, except where the list of friends shows them. */
export function ChallengeNote() {
  const circle = useCircle();
  const shown = ['/lobby', '/profile'].includes(useRoute());
  const [later, setLater] = useState<string[]>([]);
  const waiting = circle?.challenges.filter((challenge) => !challenge.mine && !later.includes(challenge.id)) ?? [];
  if (!waiting.length || shown) return null;
  return (
    <section class="challenge-note" role="status" aria-label="Challenges">
      <ul class="people-list">
        {waiting.map((challenge) => (
          <ChallengeRow key={challenge.id} challenge={challenge} />
        ))}
      </ul>
      <button class="plain" aria-label="Answer later" onClick={() => setLater([...later, ...waiting.map(({ id }) => id)])}>
        ✕
      </button>
    </section>
  );
}

interface GameAndPaceProps {
  games: Game[];
  game: string;
  setGame: (id: string) => void;
  pace: Pace | 'none';
  setPace: (pace: Pace | 'none') => void;
}

function GameAndPace({ games, game, setGame, pace, setPace }: GameAndPaceProps) {
  return (
    <>
      <label class="field">
        <span>Game</span>
        <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          {games.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Time to think</span>
        <select value={pace} onChange={(event) => setPace(event.currentTarget.value as Pace)}>
          <option value="none">No clock</option>
          {Object.entries(paces).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

export function ChallengeDialog({ person, name, onClose }: { person: string; name: string; onClose: () => void }) {
  const games = app.games.filter((one) => one.seats[1] > 1);
  const [id, setId] = useState(games[0].id);
  const [values, setValues] = useState<Values>({});
  const [pace, setPace] = useState<Pace | 'none'>('none');
  const { person: me } = useApp();
  const [rated, setRated] = useState(Boolean(me?.claimed));
  const [problem, setProblem] = useState('');
  const game = app.game(id)!;
  const teams = sidesOption(game);
  const all = { ...Object.fromEntries(game.options.map((option) => [option.name, option.default])), ...values };
  const options = game.options.filter((option) => option !== teams && offered(game, option, all, 2));
  const send = async () => {
    const chosen = options.filter((option) => all[option.name] !== option.default).map((option) => [option.name, optionWish(option, all[option.name], 2)]);
    const wish = { person, game: id, rated, options: Object.fromEntries(chosen), clock: pace === 'none' ? null : paceClocks[pace], ready: true };
    return request<{ table: Table }>('POST', '/api/challenges', { ...wish, ...(await newDeal()) }).then(
      ({ table }) => go(`/t/${table.id}`),
      (error: ServerError) => setProblem(error.message),
    );
  };
  return (
    <Dialog title={`Challenge ${name}`} onClose={onClose}>
      <form
        class="make"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <GameAndPace
          {...{ games, pace, setPace }}
          game={id}
          setGame={(next) => {
            setId(next);
            setValues({});
          }}
        />
        <label class="check">
          <input type="checkbox" checked={rated} onChange={(event) => setRated(event.currentTarget.checked)} />
          <span>Rated</span>
        </label>
        {options.length > 0 && (
          <details>
            <summary>Options of the game</summary>
            {options.map((option) => (
              <OptionField
                key={`${id} ${option.name}`}
                option={option}
                words={wordsOf(game, option)}
                value={all[option.name]}
                seats={['You', name]}
                onChange={(value) => setValues({ ...values, [option.name]: value })}
              />
            ))}
          </details>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          <button class="primary">Send the challenge</button>
        </div>
      </form>
    </Dialog>
  );
}
