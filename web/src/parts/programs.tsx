// One's programs and the tokens by which programs sign in: made, shown once, revoked.

import { useState } from 'preact/hooks';
import { type ServerError, request } from '../request';
import { dayOf, useAnswer } from '../people';
import { follow } from '../route';
import { Dialog } from './dialog';

interface Token {
  id: string;
  person: string;
  name: string;
  program: boolean;
  label: string;
  scopes: string[];
  created: number;
  seen: number;
}

interface Programs {
  programs: { id: string; name: string }[];
  tokens: Token[];
  token?: string;
}

const scopes: [string, string][] = [
  ['read', 'see what you may see'],
  ['play', 'sit down and move (programs only)'],
  ['challenge', 'challenge and answer challenges'],
  ['chat', 'write in the chat'],
];

function NewToken({ programs, send }: { programs: Programs['programs']; send: (path: string, body: unknown) => void }) {
  const [person, setPerson] = useState(programs[0]?.id ?? '');
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState(['read', 'play', 'challenge']);
  const allowed = chosen.filter((scope) => scope !== 'play' || person);
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        send('/api/tokens', { ...(person && { person }), label, scopes: allowed });
        setLabel('');
      }}
    >
      <label class="field">
        <span>A token for</span>
        <select value={person} onChange={(event) => setPerson(event.currentTarget.value)}>
          {programs.map((program) => (
            <option key={program.id} value={program.id}>
              {program.name}
            </option>
          ))}
          <option value="">yourself</option>
        </select>
      </label>
      <label class="field">
        <span>What it is for, in a word or two</span>
        <input value={label} required maxLength={24} autocomplete="off" onInput={(event) => setLabel(event.currentTarget.value)} />
      </label>
      {scopes.map(([scope, words]) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={allowed.includes(scope)}
            disabled={scope === 'play' && !person}
            onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
          />
          <span>It may {words}</span>
        </label>
      ))}
      <div class="buttons">
        <button disabled={!allowed.length}>Make a token</button>
      </div>
    </form>
  );
}

export function ProgramsAndTokens() {
  const { data } = useAnswer<Programs>('/api/tokens');
  const [changed, setChanged] = useState<Programs | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const now = changed ?? data;
  const send = (path: string, body: unknown) => {
    setProblem('');
    void request<Programs>('POST', path, body).then(setChanged, (error: ServerError) => setProblem(error.message));
  };
  if (!now) return null;
  return (
    <details class="programs">
      <summary>Programs that play for you</summary>
      <p class="quiet">
        A program has a name and ratings of its own, and everybody sees that it is one. <code>flipside bot</code> plays its games with a token. A new password
        and “Sign out everywhere” end all tokens.
      </p>
      <ul class="people-list">
        {now.programs.map((program) => (
          <li key={program.id}>
            <a href={`/people/${program.id}`} onClick={follow}>
              {program.name}
            </a>
          </li>
        ))}
        {now.tokens.map((token) => (
          <li key={token.id}>
            <span>
              <b>{token.label}</b>
              <small>
                Token for {token.program ? token.name : 'yourself'}: {token.scopes.join(', ')} · made {dayOf(token.created)},{' '}
                {token.seen ? `last used ${dayOf(token.seen)}` : 'never used'}
              </small>
            </span>
            <button aria-label={`Revoke the token ${token.label}`} onClick={() => send('/api/tokens/end', { id: token.id })}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <form
        class="add-friend"
        onSubmit={(event) => {
          event.preventDefault();
          send('/api/programs', { name });
          setName('');
        }}
      >
        <label class="field">
          <span>Name of a new program</span>
          <input value={name} required maxLength={24} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button>Make a program</button>
      </form>
      <NewToken key={now.programs.length} programs={now.programs} send={send} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {now.token && (
        <Dialog title="Your token" onClose={() => setChanged({ ...now, token: undefined })}>
          <p>Save it in a file that only you can read. It is shown only now.</p>
          <p class="recovery-code">{now.token}</p>
          <div class="buttons">
            <button onClick={() => void navigator.clipboard?.writeText(now.token!)}>Copy</button>
            <button class="primary" onClick={() => setChanged({ ...now, token: undefined })}>
              I have saved it
            </button>
          </div>
        </Dialog>
      )}
    </details>
  );
}
