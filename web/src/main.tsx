// The page: finds out who is here, then shows what the address asks for.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import './style.css';
import { app, useApp } from './app';
import { useRoute } from './route';
import { Shell } from './shell';
import { JoinPage } from './pages/join';
import { LearnPage } from './pages/learn';
import { MinePage } from './pages/mine';
import { PlayPage } from './pages/play';
import { SettingsPage } from './pages/settings';
import { TablePage } from './pages/table';
import { WatchPage } from './pages/watch';
import { Later } from './parts/later';

const replayPage = () => import('./pages/replay').then((module) => module.ReplayPage);

function Page() {
  const path = useRoute();
  const [, first, second] = path.split('/');
  if (first === 't' && second) return <TablePage key={second} id={second} />;
  if (first === 'r' && second) return <Later key={second} load={replayPage} id={second} />;
  if (first === 'join' && second) return <JoinPage key={second} invitation={second} />;
  if (first === 'mine') return <MinePage />;
  if (first === 'watch') return <WatchPage />;
  if (first === 'learn') return <LearnPage game={second || undefined} />;
  if (first === 'settings') return <SettingsPage />;
  return <PlayPage />;
}

function App() {
  const { ready, problem } = useApp();
  const [, setTick] = useState(0);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && app.link.check();
    const lost = () => app.link.offline();
    addEventListener('online', look);
    addEventListener('offline', lost);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  if (problem)
    return (
      <main class="lonely">
        <h1>Flipside</h1>
        <p role="alert">{problem}</p>
        <button class="primary" onClick={() => void app.start().then(() => setTick((n) => n + 1))}>
          Try again
        </button>
      </main>
    );
  if (!ready) return <main class="lonely" aria-busy="true" />;
  return (
    <Shell>
      <Page />
    </Shell>
  );
}

void app.start();
render(<App />, document.getElementById('app')!);
