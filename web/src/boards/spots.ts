// What is on a sheet of characters, and the way from its spots to the moves of the scene.

import type { Action } from '../types';

/** [column, style, text] */
export type Run = [number, number, string];

/** What the server answers: docs/api.md. */
export interface Sheet {
  width: number;
  rows: Run[][];
  /** x, y, width, height, move, mask */
  spots: [number, number, number, number, string, string][];
  moves: string[];
  texts: string[];
}

export interface Size {
  columns: number;
  rows: number;
}

/** A place on the sheet and the moves one can name by pointing at it. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
  actions: Action[];
}

/** The spots that narrow the choice, as on every text face: one for all moves alike says nothing. */
export function spotsOf(sheet: Sheet, actions: Action[]): Spot[] {
  const byText = new Map(actions.map((action) => [action.text, action]));
  const moves = sheet.moves.map((bits, i) => ({ bits: BigInt(`0x${bits}`), action: byText.get(sheet.texts[i]) }));
  return sheet.spots
    .map(([x, y, width, height, move, mask]) => ({
      x,
      y,
      width,
      height,
      actions: moves.flatMap(({ bits, action }) => (action && (bits & BigInt(`0x${mask}`)) === BigInt(`0x${move}`) ? [action] : [])),
    }))
    .filter((spot) => spot.actions.length === 1 || (spot.actions.length > 1 && spot.actions.length < actions.length));
}

const endsOf = (sheet: Sheet) => sheet.rows.flatMap((runs) => runs.map(([column, , text]) => column + [...text].length));

/** Something reaches the right edge: most likely there was more to draw. */
export function isCut(sheet: Sheet): boolean {
  return Math.max(0, ...endsOf(sheet), ...sheet.spots.map(([x, , width]) => x + width)) >= sheet.width;
}

/** How much of the sheet is used: games draw into a corner of the room they get. */
export function usedSize(sheet: Sheet): Size {
  const lastRow = sheet.rows.reduce((last, runs, row) => (runs.length ? row + 1 : last), 0);
  return {
    columns: Math.min(sheet.width, Math.max(1, ...endsOf(sheet), ...sheet.spots.map(([x, , width]) => x + width))),
    rows: Math.max(lastRow, ...sheet.spots.map(([, y, , height]) => y + height)),
  };
}
