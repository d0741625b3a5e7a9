// Made by build.mjs from games/list: what each game's folder brings to the page.

declare module 'games' {
  import type { JSX } from 'preact';
  import type { BoardModule } from 'shell/types';
  export const boards: Record<string, () => Promise<BoardModule>>;
  export const covers: Record<string, () => JSX.Element>;
}
