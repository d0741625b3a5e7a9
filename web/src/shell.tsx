// What stands around every page: the rail (a bar at the bottom on phones) and the word about a lost connection.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from './app';
import type { LinkState } from './net';
import { AchievedNote } from './parts/achieved';
import { follow, useRoute } from './route';

const places = [
  { path: '/', label: 'Play', icon: 'M6 4l14 8-14 8z' },
  { path: '/mine', label: 'Your games', icon: 'M4 5h12v14H4zM8 2h12v14h-2V4H8z' },
  { path: '/daily', label: 'Daily', icon: 'M5 4h3V2h2v2h4V2h2v2h3v17H5zM7 9h10v10H7zm5 1l1.2 2.6 2.8.3-2 2 .5 2.8L12 16.3l-2.5 1.4.5-2.8-2-2 2.8-.3z' },
  { path: '/watch', label: 'Watch', icon: 'M12 5c5 0 9 4 10 7-1 3-5 7-10 7S3 15 2 12c1-3 5-7 10-7zm0 3a4 4 0 100 8 4 4 0 000-8z' },
  { path: '/learn', label: 'Learn', icon: 'M4 4h7v16H4zM13 4h7v16h-7z' },
  { path: '/profile', label: 'Profile', icon: 'M12 3a5 5 0 110 10 5 5 0 010-10zM3 21c0-5 4-7 9-7s9 2 9 7z' },
];

function Rail({ path }: { path: string }) {
  const here = places.find((place) => place.path !== '/' && path.startsWith(place.path))?.path ?? (path === '/' ? '/' : '');
  return (
    <nav class="rail" aria-label="Main">
      <a class="brand" href="/" onClick={follow}>
        <img src="/icon.svg" alt="" width="36" height="36" />
        <span>Flipside</span>
      </a>
      {places.map((place) => (
        <a key={place.path} href={place.path} onClick={follow} aria-current={place.path === here ? 'page' : undefined}>
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d={place.icon} />
          </svg>
          <span>{place.label}</span>
        </a>
      ))}
    </nav>
  );
}

function ConnectionNote() {
  const { person } = useApp();
  const [state, setState] = useState<LinkState>(app.link.state);
  useEffect(() => app.link.onState(setState), []);
  if (person && state === 'unsaved')
    return (
      <div class="connection" role="status">
        <span>{app.link.unsaved}</span>
      </div>
    );
  if (!person || state !== 'lost') return null;
  return (
    <div class="connection" role="status">
      <span>{app.link.farewell || 'Connection lost. Your game is safe. Reconnecting …'}</span>
      <button onClick={() => app.link.retry()}>Try now</button>
    </div>
  );
}

export function Shell({ children }: { children: ComponentChildren }) {
  const path = useRoute();
  return (
    <div class={/^\/[tr]\//.test(path) ? 'shell at-table' : 'shell'}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Rail path={path} />
      <main id="main" tabIndex={-1}>
        <ConnectionNote />
        {children}
      </main>
      <AchievedNote />
    </div>
  );
}
