// Made by build.mjs from games/list: what each game's folder brings to the page.

declare module 'games' {
  import type { JSX } from 'preact';
  import type { BoardModule } from 'shell/types';
  export const boards: Record<string, () => Promise<BoardModule>>;
  /** What a game brings to the workshop besides its numbers; `path` is what follows /workshop/GAME. */
  export const editors: Record<string, () => Promise<{ Editor: (props: { path: string[] }) => JSX.Element }>>;
  /** Where the styles of a board are. */
  export const sheets: Record<string, string>;
  export const covers: Record<string, () => JSX.Element>;
}
