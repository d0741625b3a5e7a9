// One's own account: claiming the name, signing in and out, the password, taking everything along, deleting it.

import { useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { type ServerError, request } from '../request';
import { useAnswer } from '../people';
import type { Person } from '../types';
import { Dialog } from './dialog';
import { ProgramsAndTokens } from './programs';
import { Sessions } from './sessions';

/** A form that sends something and says what came of it. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const send = async (deed: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await deed();
    } catch (error) {
      setProblem((error as ServerError).message);
    }
    setBusy(false);
  };
  return { busy, problem, send };
}

function Problem({ words }: { words: string }) {
  return words ? (
    <p class="problem" role="alert">
      {words}
    </p>
  ) : null;
}

interface SecretProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  fresh?: boolean;
}

/** A password; a new one is asked for by its rules. */
function Secret({ label, value, onInput, fresh }: SecretProps) {
  const [shown, setShown] = useState(false);
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        <input
          type={shown ? 'text' : 'password'}
          value={value}
          required
          minLength={fresh ? 8 : undefined}
          maxLength={256}
          autocomplete={fresh ? 'new-password' : 'current-password'}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </label>
      <label class="check">
        <input type="checkbox" checked={shown} onChange={(event) => setShown(event.currentTarget.checked)} />
        <span>Show it</span>
      </label>
    </div>
  );
}

/** Shown once: the server has only a hash of it. */
function RecoveryCode({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <Dialog title="Your recovery code" onClose={onClose}>
      <p>Write it down and keep it somewhere safe. If you lose your password, this code sets a new one. It is shown only now.</p>
      <p class="recovery-code">{code}</p>
      <div class="buttons">
        <button onClick={() => void navigator.clipboard?.writeText(code)}>Copy</button>
        <button class="primary" onClick={onClose}>
          I have written it down
        </button>
      </div>
    </Dialog>
  );
}

function NewCode({ onCode }: { onCode: (code: string) => void }) {
  const [password, setPassword] = useState('');
  const { busy, problem, send } = useSending();
  const renew = () =>
    send(async () => {
      const answer = await request<{ recovery: string }>('POST', '/api/recovery', { password });
      setPassword('');
      onCode(answer.recovery);
    });
  return (
    <details>
      <summary>Get a new recovery code</summary>
      <form
        class="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void renew();
        }}
      >
        <p class="quiet">The code sets a new password if you lose yours. A new code replaces the one you have.</p>
        <Secret label="Your password" value={password} onInput={setPassword} />
        <Problem words={problem} />
        <div class="buttons">
          <button disabled={busy}>Show a new code</button>
        </div>
      </form>
    </details>
  );
}

function LostPassword({ onCode }: { onCode: (code: string) => void }) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, send } = useSending();
  const recover = () =>
    send(async () => {
      const answer = await request<{ person: Person; recovery: string }>('POST', '/api/recover', { name, code, password });
      onCode(answer.recovery);
      app.become(answer.person);
    });
  const [mailed, setMailed] = useState(false);
  const sendCode = () => send(() => request('POST', '/api/mail/forgotten', { name }).then(() => setMailed(true)));
  return (
    <details>
      <summary>Lost your password?</summary>
      <form
        class="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void recover();
        }}
      >
        <p class="quiet">
          Use the recovery code that you were shown when you claimed your name. If you have lost that too, the administrator of this site can give you a new
          password; nobody can look up the old one. A new password signs out all devices and ends all tokens.
        </p>
        <label class="field">
          <span>Your name</span>
          <input value={name} required maxLength={24} autocomplete="username" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>Recovery code</span>
          <input value={code} required maxLength={40} autocomplete="off" spellcheck={false} onInput={(event) => setCode(event.currentTarget.value)} />
        </label>
        <Secret label="A new password, 8 characters or more" value={password} onInput={setPassword} fresh />
        <Problem words={problem} />
        <div class="buttons">
          <button disabled={busy}>Set the new password</button>
          <button type="button" disabled={busy || !name} onClick={() => void sendCode()}>
            Mail me a code
          </button>
        </div>
        {mailed && (
          <p class="quiet" role="status">
            If {name} has a confirmed mail address here, a code is on its way. It counts for an hour, in place of the recovery code.
          </p>
        )}
      </form>
    </details>
  );
}

function Claim({ onCode }: { onCode: (code: string) => void }) {
  const { person } = useApp();
  const [password, setPassword] = useState('');
  const { busy, problem, send } = useSending();
  const claim = () =>
    send(async () => {
      const answer = await request<{ person: Person; recovery: string }>('POST', '/api/claim', { password });
      onCode(answer.recovery);
      app.become(answer.person);
    });
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void claim();
      }}
    >
      <h3>Keep your name</h3>
      <p class="quiet">
        With a password “{person!.name}” is yours alone, and you can sign in on any other device with your games, ratings and records. No e-mail is needed. You
        also get a recovery code, for the day you lose the password.
      </p>
      <input type="text" class="sr" value={person!.name} autocomplete="username" readOnly tabIndex={-1} aria-hidden="true" />
      <Secret label="A password of 8 characters or more" value={password} onInput={setPassword} fresh />
      <Problem words={problem} />
      <div class="buttons">
        <button class="primary" disabled={busy}>
          Claim the name
        </button>
      </div>
    </form>
  );
}

export function SignIn({ onDone }: { onDone?: () => void }) {
  const { person } = useApp();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, send } = useSending();
  const signIn = () =>
    send(async () => {
      const answer = await request<{ person: Person }>('POST', '/api/sign-in', { name, password });
      app.become(answer.person);
      onDone?.();
    });
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void signIn();
      }}
    >
      <h3>Sign in</h3>
      {person && !person.claimed && (
        <p class="quiet">The guest “{person.name}” is left behind on this device: claim that name first if you want to keep its games.</p>
      )}
      <label class="field">
        <span>Name</span>
        <input value={name} required maxLength={24} autocomplete="username" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <Secret label="Password" value={password} onInput={setPassword} />
      <Problem words={problem} />
      <div class="buttons">
        <button class={person ? '' : 'primary'} disabled={busy}>
          Sign in
        </button>
      </div>
    </form>
  );
}

function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [said, setSaid] = useState('');
  const { busy, problem, send } = useSending();
  const change = () =>
    send(async () => {
      setSaid('');
      app.connection.stop(); // the server closes every connection that the old password opened, this one too
      try {
        app.become((await request<{ person: Person }>('POST', '/api/password', { old, new: fresh })).person);
      } finally {
        app.connection.start();
      }
      setOld('');
      setFresh('');
      setSaid('Your password has been changed. All other devices have been signed out, and all tokens have ended.');
      onChanged();
    });
  return (
    <details>
      <summary>Change the password</summary>
      <form
        class="account-form"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <p class="quiet">All your other devices are signed out, and the tokens of your programs end.</p>
        <Secret label="The one you have" value={old} onInput={setOld} />
        <Secret label="The new one, 8 characters or more" value={fresh} onInput={setFresh} fresh />
        <Problem words={problem} />
        {said && <p role="status">{said}</p>}
        <div class="buttons">
          <button disabled={busy}>Change it</button>
        </div>
      </form>
    </details>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { person } = useApp();
  const [word, setWord] = useState('');
  const { busy, problem, send } = useSending();
  const remove = () =>
    send(async () => {
      await request('POST', '/api/delete', person!.claimed ? { password: word } : { name: word });
      app.become(null);
      onClose();
    });
  return (
    <Dialog title="Delete everything" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>
          Your name, password, chat, ratings, results and achievements are deleted, and so are games that nobody else played. In other people's games your seat
          is called “a former player” from then on. This cannot be undone.
        </p>
        {person!.claimed ? (
          <Secret label="Your password" value={word} onInput={setWord} />
        ) : (
          <label class="field">
            <span>Write your name, {person!.name}, to say that you mean it</span>
            <input value={word} required autocomplete="off" onInput={(event) => setWord(event.currentTarget.value)} />
          </label>
        )}
        <Problem words={problem} />
        <div class="buttons">
          <button class="danger" disabled={busy || (!person!.claimed && word !== person!.name)}>
            Delete all of it
          </button>
          <button type="button" onClick={onClose}>
            Keep it
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function SignOut() {
  const { person } = useApp();
  const [asking, setAsking] = useState(false);
  const { busy, problem, send } = useSending();
  const leave = (everywhere: boolean) =>
    send(async () => {
      await request('POST', '/api/sign-out', { everywhere });
      app.become(null);
    });
  if (!person!.claimed && !asking) return <button onClick={() => setAsking(true)}>Sign out</button>;
  return (
    <div class="sign-out">
      {!person!.claimed && <p>A guest who signs out cannot come back. Claim the name first, or confirm that you want to sign out.</p>}
      <div class="buttons">
        <button disabled={busy} onClick={() => void leave(false)}>
          {person!.claimed ? 'Sign out here' : 'Sign out for good'}
        </button>
        {person!.claimed && (
          <button disabled={busy} onClick={() => void leave(true)}>
            Sign out everywhere
          </button>
        )}
      </div>
      {person!.claimed && <p class="quiet">“Everywhere” also ends the tokens of your programs.</p>}
      <Problem words={problem} />
    </div>
  );
}

function Blocked() {
  const { data, again } = useAnswer<{ people: { id: string; name: string }[] }>('/api/blocked');
  if (!data?.people.length) return null;
  return (
    <section class="blocked">
      <h3>Blocked</h3>
      <ul>
        {data.people.map((person) => (
          <li key={person.id}>
            <span>{person.name}</span>
            <button onClick={() => void request('POST', '/api/block', { person: person.id, on: false }).then(again)}>Unblock</button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Account() {
  const { person } = useApp();
  const [deleting, setDeleting] = useState(false);
  const [code, setCode] = useState('');
  const [round, setRound] = useState(0);
  const shown = code && <RecoveryCode code={code} onClose={() => setCode('')} />;
  if (!person)
    return (
      <>
        <SignIn />
        <LostPassword onCode={setCode} />
      </>
    );
  return (
    <section class="account" aria-labelledby="account">
      <h2 id="account">Your account</h2>
      {person.claimed ? (
        <>
          <p>“{person.name}” is yours. Sign in with it wherever you like.</p>
          <ChangePassword onChanged={() => setRound(round + 1)} />
          <NewCode onCode={setCode} />
          <ProgramsAndTokens key={`tokens ${round}`} />
          <Sessions key={`sessions ${round}`} />
        </>
      ) : (
        <div class="account-pair">
          <Claim onCode={setCode} />
          <div>
            <SignIn />
            <LostPassword onCode={setCode} />
          </div>
        </div>
      )}
      <SignOut />
      <Blocked />
      <div class="buttons">
        <a class="button" href="/api/export" download="flipside-export.json">
          Download everything
        </a>
        <button class="danger" onClick={() => setDeleting(true)}>
          Delete everything
        </button>
      </div>
      {shown}
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </section>
  );
}
