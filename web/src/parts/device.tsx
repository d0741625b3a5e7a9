// What the page says about playing on this device: where the tables are, how to change that, how finished games get to the server.

import { useEffect, useState } from 'preact/hooks';
import { alongHere, bringBack } from '../movegame';
import { app } from '../app';
import { backend } from '../backend';
import { request } from '../request';
import { canInstall, install, onInstallOffer } from '../offline';
import type { Table } from '../types';

/** Is the server there again? It is asked after longer and longer pauses, and whenever the browser comes online. */
function useServerThere(): boolean {
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (!backend.here || backend.plain) return;
    let pause = 4000;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () =>
      void backend.askServer('GET', '/api/me').then(
        ({ ok }) => (ok ? setThere(true) : later()),
        () => later(),
      );
    const later = () => {
      timer = setTimeout(ask, pause);
      pause = Math.min(2 * pause, 60000);
    };
    ask();
    addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, []);
  return there;
}

/** For a game that began at the server and went on here: back it goes. */
function BringBack({ along }: { along: Parameters<typeof bringBack>[0] }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const back = () => {
    setBusy(true);
    bringBack(along).catch((error: Error) => {
      setProblem(error.message);
      setBusy(false);
    });
  };
  return (
    <div class="connection quiet-note" role="status">
      <span>{problem || 'The server is there again. This game can go on there.'}</span>
      <button class="primary" disabled={busy} onClick={back}>
        Back to the server with it
      </button>
    </div>
  );
}

/** Above every page while the tables are on this device though there is, or was, a server; at a table only when something can be done. */
export function HereNote({ path }: { path: string }) {
  const there = useServerThere();
  if (!backend.here || backend.plain) return null;
  const along = alongHere(/^\/t\/([^/]+)/.exec(path)?.[1]);
  if (/^\/([tr]|puzzles)\//.test(path)) return along && there ? <BringBack along={along} /> : null;
  return (
    <div class="connection quiet-note" role="status">
      <span>
        {there
          ? 'You play on this device. The server is there again.'
          : 'You play on this device: alone and against bots. Your games are kept in this browser.'}
      </span>
      <button class={there ? 'primary' : undefined} onClick={() => backend.move('server')}>
        Go online
      </button>
    </div>
  );
}

export function InstallButton() {
  const [offered, setOffered] = useState(canInstall);
  useEffect(() => onInstallOffer(() => setOffered(canInstall())), []);
  if (!offered) return null;
  return (
    <div class="buttons">
      <button onClick={() => void install()}>Install Flipside on this device</button>
    </div>
  );
}

/** A click on “Download the record”: a file that the server sends, or one that is made here. */
export function saveRecord(event: MouseEvent, table: Table): void {
  if (!backend.here) return;
  event.preventDefault();
  void backend.ask('GET', `/api/tables/${table.id}/record`).then(({ text }) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `${table.game}-${table.id.slice(0, 8)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

async function askDevice(path: string): Promise<any> {
  const { ok, text } = await backend.device.request(false, path, '');
  const data = JSON.parse(text);
  if (!ok) throw new Error(data.error.message);
  return data;
}

/** Finished games from this device, for the server: anybody can then look at them. They count for nothing: the dealer was one's own. */
export function HandOver({ onDone }: { onDone: () => void }) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  if (backend.here || !backend.used || !backend.canBeHere) return null;
  const handOver = async () => {
    setBusy(true);
    setSaid('');
    try {
      await app.ensurePerson();
      const { tables } = (await askDevice('/api/mine')) as { tables: Table[] };
      const finished = tables.filter(({ status, kind }) => (status === 'over' || status === 'ended') && (kind === 'game' || kind === 'fork'));
      for (const { id } of finished) {
        const record = await askDevice(`/api/tables/${id}/record`);
        await request('POST', '/api/records', { ...record, dealer: 'own' });
      }
      setSaid(finished.length === 1 ? 'One game was handed over.' : `${finished.length} games were handed over.`);
      onDone();
    } catch (error) {
      setSaid((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="device-games">
      <h2 id="device-games">Games on this device</h2>
      <p class="quiet">
        You have played without the server. It can take the finished games as replays; they are not rated, since your own device dealt the cards.
      </p>
      <div class="buttons">
        <button disabled={busy} onClick={() => void handOver()}>
          {busy ? 'One moment …' : 'Hand over finished games'}
        </button>
        <button onClick={() => backend.move('here')}>Play on this device</button>
      </div>
      {said && <p role="status">{said}</p>}
    </section>
  );
}
