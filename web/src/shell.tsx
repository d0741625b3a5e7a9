// What stands around every page: the rail (a bar at the bottom on phones) and the word about a lost connection.

import type { ComponentChildren } from 'preact';
import { app, useApp, useConnectionState } from './app';
import { backend } from './backend';
import { GoOnHere } from './pages/serveraway';
import { AchievedNote } from './parts/achieved';
import { ChallengeNote } from './parts/challenges';
import { HereNote } from './parts/device';
import { NewsNote } from './parts/newsnote';
import { TournamentNote } from './parts/tournamentnote';
import { useTurns } from './parts/turns';
import { asset, follow, useRoute } from './route';

const places = [
  { path: '/', label: 'Play', icon: 'M6 4l14 8-14 8z' },
  { path: '/mine', label: 'Your games', icon: 'M4 5h12v14H4zM8 2h12v14h-2V4H8z' },
  { path: '/daily', label: 'Daily', icon: 'M5 4h3V2h2v2h4V2h2v2h3v17H5zM7 9h10v10H7zm5 1l1.2 2.6 2.8.3-2 2 .5 2.8L12 16.3l-2.5 1.4.5-2.8-2-2 2.8-.3z' },
  {
    path: '/lobby',
    label: 'Lobby',
    icon: 'M8 4a4 4 0 110 8 4 4 0 010-8zm9 2a3 3 0 110 6 3 3 0 010-6zM1 20c0-4 3-6 7-6s7 2 7 6zm15 0c0-2.300-.7-4-2-5.300a8 8 0 013-.7c3 0 6 2 6 6z',
  },
  { path: '/learn', label: 'Learn', icon: 'M4 4h7v16H4zM13 4h7v16h-7z' },
  { path: '/puzzles', label: 'Puzzles', icon: 'M4 8h4a3 3 0 116 0h6v5a3 3 0 100 6v2H4v-5a3 3 0 100-4z' },
  { path: '/profile', label: 'Profile', icon: 'M12 3a5 5 0 110 10 5 5 0 010-10zM3 21c0-5 4-7 9-7s9 2 9 7z' },
];
/** Others are where a server is. */
const withOthers = ['/daily', '/watch', '/lobby'];

function Rail({ path }: { path: string }) {
  const turns = useTurns().filter(({ table }) => path !== `/t/${table}`).length; // the one that is looked at is no news
  const here = /^\/(watch|tournaments|leagues)/.test(path)
    ? '/lobby'
    : (places.find((place) => place.path !== '/' && path.startsWith(place.path))?.path ?? (path === '/' ? '/' : ''));
  return (
    <nav class="rail" aria-label="Main">
      <a class="brand" href="/" onClick={follow}>
        <img src={asset('/icon.svg')} alt="" width="36" height="36" />
        <span>Flipside</span>
      </a>
      {places
        .filter(({ path: to }) => !(backend.here && withOthers.includes(to)))
        .map((place) => (
          <a key={place.path} href={place.path} onClick={follow} aria-current={place.path === here ? 'page' : undefined}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d={place.icon} />
            </svg>
            <span>{place.label}</span>
            {place.path === '/mine' && turns > 0 && (
              <b class="badge">
                {turns}
                <span class="sr"> {turns === 1 ? 'waits' : 'wait'} for you</span>
              </b>
            )}
          </a>
        ))}
    </nav>
  );
}

function ConnectionNote() {
  const { person } = useApp();
  const state = useConnectionState();
  const path = useRoute();
  if (person && state === 'unsaved')
    return (
      <div class="connection" role="status">
        <span>{app.connection.unsaved}</span>
      </div>
    );
  if (!person || state !== 'lost') return null;
  return (
    <div class="connection" role="status">
      <span>
        {app.connection.farewell || (backend.here ? 'One moment: the tables are restarting …' : 'Connection lost. Your game is safe. Reconnecting\u00a0…')}
      </span>
      <button onClick={() => app.connection.reconnect()}>Try now</button>
      <GoOnHere table={/^\/t\/([^/]+)/.exec(path)?.[1]} />
      {backend.canBeHere && !backend.here && <button onClick={() => backend.move('here')}>Play on this device</button>}
    </div>
  );
}

export function Shell({ children }: { children: ComponentChildren }) {
  const path = useRoute();
  return (
    <div class={/^\/([tr]|puzzles)\//.test(path) ? 'shell at-table' : 'shell'}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Rail path={path} />
      <main id="main" tabIndex={-1}>
        <ConnectionNote />
        <HereNote path={path} />
        {children}
      </main>
      <AchievedNote />
      <div class="site-notes">
        <NewsNote />
        <ChallengeNote />
        <TournamentNote />
      </div>
    </div>
  );
}
