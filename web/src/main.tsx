// The page: finds out who is here, then shows what the address asks for.

import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { app, useApp } from './app';
import { keepPage } from './offline';
import { setTitle, followTurns } from './parts/turns';
import { useRoute } from './route';
import { Shell } from './shell';
import { AwayPage } from './pages/serveraway';
import { NothingPage } from './pages/notfound';
import { PlayPage } from './pages/play';
import { later } from './parts/lazy';

// The start page is all that comes at once.
const tables = () => import('./pages/withboard');
const pagesWithoutBoard = () => import('./pages/withoutboard');
const TablePage = later(() => tables().then((module) => module.TablePage));
const ReplayPage = later(() => tables().then((module) => module.ReplayPage));
const PuzzlePage = later(() => tables().then((module) => module.PuzzlePage));
const AnalysisPage = later(() => import('./pages/analysis').then((module) => module.AnalysisPage));
const DailyPage = later(() => pagesWithoutBoard().then((module) => module.DailyPage));
const DailyBoardPage = later(() => pagesWithoutBoard().then((module) => module.DailyBoardPage));
const JoinPage = later(() => pagesWithoutBoard().then((module) => module.JoinPage));
const LearnPage = later(() => pagesWithoutBoard().then((module) => module.LearnPage));
const LobbyPage = later(() => pagesWithoutBoard().then((module) => module.LobbyPage));
const MinePage = later(() => pagesWithoutBoard().then((module) => module.MinePage));
const MonthPage = later<{ month: string; game?: string }>(() => pagesWithoutBoard().then((module) => module.MonthPage));
const ProfilePage = later<{ id?: string }>(() => pagesWithoutBoard().then((module) => module.ProfilePage));
const PuzzlesPage = later(() => pagesWithoutBoard().then((module) => module.PuzzlesPage));
const TournamentsPage = later(() => import('./pages/tournaments').then((module) => module.TournamentsPage));
const TournamentPage = later<{ id: string }>(() => import('./pages/tournaments').then((module) => module.TournamentPage));
const LeaguesPage = later(() => import('./pages/leagues').then((module) => module.LeaguesPage));
const LeaguePage = later<{ id: string }>(() => import('./pages/leagues').then((module) => module.LeaguePage));
const AdminPage = later(() => import('./pages/admin').then((module) => module.AdminPage));
const WorkshopPage = later<{ game?: string; what?: string }>(() => import('./pages/workshop').then((module) => module.WorkshopPage));
const EditorPage = later<{ game: string; path: string[] }>(() => import('./pages/editor').then((module) => module.EditorPage));
const RatingsPage = later(() => pagesWithoutBoard().then((module) => module.RatingsPage));

// src/server/routes/dispatch.c knows the same addresses: everything else gets the status 404.
function Page() {
  const path = useRoute();
  const [, first, second, third] = path.split('/');
  if (first === 't' && second) return <TablePage key={second} id={second} />;
  if (first === 'r' && second) return <ReplayPage key={second} id={second} />;
  if (first === 'a' && second) return <AnalysisPage key={path} id={second} />;
  if (first === 'join' && second) return <JoinPage key={second} invitation={second} />;
  if (first === 'mine') return <MinePage />;
  if (first === 'lobby' || first === 'watch') return <LobbyPage />;
  if (first === 'learn') return <LearnPage game={second || undefined} />;
  if (first === 'daily' && /^\d{4}-\d\d$/.test(second ?? '')) return <MonthPage key={path} month={second} game={third || undefined} />;
  if (first === 'daily' && second && third) return <DailyBoardPage key={path} day={second} game={third} />;
  if (first === 'daily') return <DailyPage />;
  if (first === 'puzzles' && second) return <PuzzlePage key={path} id={path.slice('/puzzles/'.length)} />;
  if (first === 'puzzles') return <PuzzlesPage key={path} />;
  if (first === 'tournaments' && second) return <TournamentPage key={second} id={second} />;
  if (first === 'tournaments') return <TournamentsPage />;
  if (first === 'leagues' && second) return <LeaguePage key={second} id={second} />;
  if (first === 'leagues') return <LeaguesPage />;
  if (first === 'workshop' && /^(town|gallery)$/.test(third ?? '')) return <EditorPage game={second} path={path.split('/').slice(3)} />;
  if (first === 'workshop') return <WorkshopPage key={path} game={second || undefined} what={third || undefined} />;
  if (first === 'ratings') return <RatingsPage game={second || undefined} />;
  if (first === 'admin') return <AdminPage />;
  if (first === 'people' && second) return <ProfilePage key={second} id={second} />;
  if (first === 'profile' || first === 'settings') return <ProfilePage />;
  return !first || first === 'play' ? <PlayPage /> : <NothingPage />;
}

const pageNames: Record<string, string> = {
  mine: 'Your games',
  daily: 'Daily challenge',
  lobby: 'Lobby',
  watch: 'Lobby',
  learn: 'Learn',
  puzzles: 'Puzzles',
  profile: 'Profile',
  people: 'Profile',
  ratings: 'Ratings',
  tournaments: 'Tournaments',
  leagues: 'Leagues',
  admin: 'Keeping order',
  workshop: 'Workshop',
};

function App() {
  const { ready, waiting } = useApp();
  const path = useRoute();
  useEffect(() => {
    const first = path.split('/')[1];
    if (first !== 't' && first !== 'r' && first !== 'a') setTitle(pageNames[first] ? `${pageNames[first]} · Flipside` : 'Flipside');
  }, [path]);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && (app.waiting ? void app.start() : app.connection.beat());
    const lost = () => app.connection.offline();
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
  if (waiting) return <AwayPage path={path} />;
  if (!ready) return <main class="lonely" aria-busy="true" />;
  return (
    <Shell>
      <Page />
    </Shell>
  );
}

void app.start().then(keepPage);
render(<App />, document.getElementById('app')!);
