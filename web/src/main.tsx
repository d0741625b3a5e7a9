// The page: finds out who is here, then shows what the address asks for.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import './style.css';
import { app, useApp } from './app';
import { setTitle, followTurns } from './parts/turns';
import { useRoute } from './route';
import { Shell } from './shell';
import { DailyBoardPage, DailyPage } from './pages/daily';
import { JoinPage } from './pages/join';
import { LearnPage } from './pages/learn';
import { MinePage } from './pages/mine';
import { NothingPage } from './pages/nothing';
import { PlayPage } from './pages/play';
import { ProfilePage } from './pages/profile';
import { RatingsPage } from './pages/ratings';
import { TablePage } from './pages/table';
import { WatchPage } from './pages/watch';
import { Later } from './parts/later';

const replayPage = () => import('./pages/replay').then((module) => module.ReplayPage);

// src/server/routes/dispatch.c knows the same addresses: everything else gets the status 404.
function Page() {
  const path = useRoute();
  const [, first, second, third] = path.split('/');
  if (first === 't' && second) return <TablePage key={second} id={second} />;
  if (first === 'r' && second) return <Later key={second} load={replayPage} id={second} />;
  if (first === 'join' && second) return <JoinPage key={second} invitation={second} />;
  if (first === 'mine') return <MinePage />;
  if (first === 'watch') return <WatchPage />;
  if (first === 'learn') return <LearnPage game={second || undefined} />;
  if (first === 'daily' && second && third) return <DailyBoardPage key={path} day={second} game={third} />;
  if (first === 'daily') return <DailyPage />;
  if (first === 'ratings') return <RatingsPage game={second || undefined} />;
  if (first === 'people' && second) return <ProfilePage key={second} id={second} />;
  if (first === 'profile' || first === 'settings') return <ProfilePage />;
  return !first || first === 'play' ? <PlayPage /> : <NothingPage />;
}

const pageNames: Record<string, string> = { mine: 'Your games', daily: 'Daily challenge', watch: 'Watch', learn: 'Learn', profile: 'Profile', people: 'Profile', ratings: 'Ratings' };

function App() {
  const { ready, problem } = useApp();
  const path = useRoute();
  useEffect(() => {
    const first = path.split('/')[1];
    if (first !== 't' && first !== 'r') setTitle(pageNames[first] ? `${pageNames[first]} · Flipside` : 'Flipside');
  }, [path]);
  const [, setTick] = useState(0);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && app.link.check();
    const lost = () => app.link.offline();
    addEventListener('online', look);
    addEventListener('offline', lost);
    document.addEventListener('visibilitychange', look);
    const stop = followTurns();
    return () => {
      stop();
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
