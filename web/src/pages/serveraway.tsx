// The server does not answer: what the page does about it, and what can be done meanwhile.

import { useEffect, useState } from 'preact/hooks';
import { alongAt, goOnHere } from '../movegame';
import { app } from '../app';
import { backend } from '../backend';

/** Seconds until the server is asked again; 0 while it is being asked. */
function useCountdown(): number {
  const left = () => Math.max(0, Math.ceil(((app.waiting?.until ?? 0) - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/** A button that goes on with a game on this device, and says what went wrong if that cannot be. */
export function GoOnHere({ table, primary }: { table: string | undefined; primary?: boolean }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const along = alongAt(table);
  if (!along) return null;
  const goOn = () => {
    setBusy(true);
    goOnHere(along).catch((error: Error) => {
      setProblem(error.message);
      setBusy(false);
    });
  };
  if (problem) return <span role="alert">This game cannot go on here: it waits for the server. ({problem})</span>;
  return (
    <button class={primary ? 'primary' : undefined} disabled={busy} onClick={goOn}>
      Go on with this game here
    </button>
  );
}

export function AwayPage({ path }: { path: string }) {
  const seconds = useCountdown();
  const [, first, table] = path.split('/');
  const along = first === 't' ? alongAt(table) : undefined;
  return (
    <main class="lonely away">
      <h1>Flipside</h1>
      <p role="alert">
        {app.waiting!.why} {first === 't' ? 'Your game is safe there.' : ''}
      </p>
      <p class="quiet" data-asks="again">
        {seconds ? `Trying again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'} …` : 'Trying again …'}
      </p>
      {along && <p>Your game against bots can go on here meanwhile, and return to the server later. It then counts for no rating.</p>}
      <div class="buttons">
        <GoOnHere table={along?.table} primary />
        <button class={along ? undefined : 'primary'} onClick={() => void app.start()}>
          Try now
        </button>
        {backend.canBeHere && <button onClick={() => backend.move('here')}>Play on this device</button>}
      </div>
    </main>
  );
}
