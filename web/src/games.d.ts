// Made by build.mjs from games/list: what each game's folder brings to the page.

declare module 'games' {
  import type { JSX } from 'preact';
  import type { BoardModule } from 'shell/types';
  export const boards: Record<string, () => Promise<BoardModule>>;
  /** What a game brings to the workshop besides its numbers; `path` is what follows /workshop/GAME. */
  export const editors: Record<string, () => Promise<{ Editor: (props: { path: string[] }) => JSX.Element }>>;
  /** Where the styles of a board are. */
  export const sheets: Record<string, string>;
  /** Styles that are not needed at once: of pages that are seldom opened, and of the frame that all boards have. */
  export const later: { workshop: string; frame: string };
  /** What the workshop begins with: a game's own editions, and where their values come from. */
  export const editions: Record<string, () => Promise<{ files: { name: string; json: any }[]; marks: import('shell/workshop/marks').Marks }>>;
  export const covers: Record<string, () => JSX.Element>;
}

declare module 'puzzles' {
  /** The text of a game's file of puzzles; none where the page has no module. */
  export const puzzles: Record<string, () => Promise<{ text: string }>>;
  /** Of those that are no longer chosen. */
  export const retired: Record<string, () => Promise<{ text: string }>>;
}
