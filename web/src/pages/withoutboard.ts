// The pages beside the start page that have no board, loaded together.

export { DailyBoardPage, DailyPage } from './daily';
export { JoinPage } from './join';
export { LearnPage } from './learn';
export { LobbyPage } from './lobby';
export { MinePage } from './mine';
export { MonthPage } from './month';
export { ProfilePage } from './profile';
export { PuzzlesPage } from './puzzles';
export { RatingsPage } from './ratings';
