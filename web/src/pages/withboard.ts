// The pages with a board, loaded together: a table, a replay, a puzzle.

export { PuzzlePage } from './puzzle';
export { ReplayPage } from './replay';
export { TablePage } from './table';
