// What a table page shows beside the game: no such table, pass the device on, a message at the edge.

import { backend } from '../backend';
import { seatLabel } from '../parts/seats';
import { follow } from '../route';
import type { Scene } from '../types';
import type { Toast } from './talk';
import type { Refusal } from './watching';

export function NoTable({ message, tooLarge }: Refusal) {
  return (
    <div class="page narrow">
      <header class="page-head">
        <h1>{tooLarge ? 'This table cannot be shown' : 'No such table'}</h1>
        <p role="alert">
          {backend.here ? 'This table is not on this device.' : message}
          {backend.here && !backend.plain && ' If it is at the server, go online first.'}
        </p>
      </header>
      <div class="buttons">
        <a class="button" href="/" onClick={follow}>
          To the games
        </a>
        {!backend.here && (
          <a class="button" href="/watch" onClick={follow}>
            To the lobby
          </a>
        )}
        {backend.here && !backend.plain && <button onClick={() => backend.move('server', location.pathname)}>Go online</button>}
      </div>
    </div>
  );
}

export function LoadingTable({ words }: { words: string }) {
  return (
    <div class="page narrow" aria-busy="true">
      <p class="quiet" role="status">
        {words || 'Loading the table …'}
      </p>
    </div>
  );
}

export function HandOver({ scene, onReady }: { scene: Scene; onReady: () => void }) {
  const name = seatLabel(scene.table, scene.seat as number);
  return (
    <section class="handover">
      <h2>Pass the device to {name}</h2>
      <p>The previous player’s moves stay hidden until you are ready.</p>
      <button class="primary" autofocus onClick={onReady}>
        I am {name}
      </button>
    </section>
  );
}

export function Toasts({ toast, close }: { toast: Toast | null; close: () => void }) {
  return (
    <div class="toasts" aria-live="assertive">
      {toast && (
        <p key={toast.key} role="alert">
          <span>{toast.text}</span>
          <button aria-label="Close the message" onClick={close}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}

export function BoardProblem({ words }: { words: string }) {
  return (
    <p class="problem" role="alert">
      {words} <button onClick={() => location.reload()}>Load again</button>
    </p>
  );
}
