// What stands around every page: the rail (a bar at the bottom on phones) and the word about a lost connection.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from './app';
import type { LinkState } from './net';
import { follow, useRoute } from './route';

const places = [
  { path: '/', label: 'Play', icon: 'M6 4l14 8-14 8z' },
  { path: '/mine', label: 'Your games', icon: 'M4 5h12v14H4zM8 2h12v14h-2V4H8z' },
  { path: '/watch', label: 'Watch', icon: 'M12 5c5 0 9 4 10 7-1 3-5 7-10 7S3 15 2 12c1-3 5-7 10-7zm0 3a4 4 0 100 8 4 4 0 000-8z' },
  { path: '/learn', label: 'Learn', icon: 'M4 4h7v16H4zM13 4h7v16h-7z' },
  { path: '/settings', label: 'Settings', icon: 'M4 7h10v2H4zm12-2h2v6h-2zM4 15h4v2H4zm6-2h2v6h-2zm4 2h6v2h-6z' },
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
  if (!person || state !== 'lost') return null;
  return (
    <div class="connection" role="status">
      <span>{app.link.farewell || 'The connection is lost. Nothing of your game is; we keep trying.'}</span>
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
    </div>
  );
}
