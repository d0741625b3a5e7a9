// The parts of a score, as every face of the result names and adds them.

import type { BoardModule, Counted, Result, Scene } from '../types';

export type PartWords = Readonly<Record<string, string>>;

export const partWord = (key: string, words: PartWords = {}) => words[key] ?? key[0].toUpperCase() + key.slice(1).replace(/_/g, ' ');

/** The parts that somebody has, in the order of the game. */
export function partsOf({ breakdown }: Result): string[] {
  const keys = [...new Set(breakdown.flatMap((parts) => Object.keys(parts)))];
  // Who has reached the goal stands above.
  return keys.filter((key) => key !== 'total' && key !== 'goal' && breakdown.some((parts) => typeof parts[key] === 'number' || typeof parts[key] === 'string'));
}

/** Where all have won, nobody is ahead: no star, and nothing to celebrate. */
export const isDraw = ({ winners, scores }: Result) => scores.length > 1 && winners.length === scores.length;

/** What is counted when a game is over, in its order: nothing where no points count, or where the parts are not the whole score. */
export function countedParts(scene: Scene, board: BoardModule): Counted[] {
  const { result } = scene.table;
  if (!result?.points) return [];
  const counted =
    board.scoreParts?.(scene) ??
    partsOf(result).map((part) => ({ part, word: partWord(part, board.partWords), values: result.breakdown.map((parts) => Number(parts[part] ?? 0)) }));
  const whole = result.scores.every((score, seat) => counted.reduce((sum, { values }) => sum + values[seat], 0) === score);
  return whole ? counted.filter(({ values }) => values.some((value) => value !== 0)) : [];
}

/** A line of the result: a part by its name, with what each seat has of it; null: nothing that can be said. */
export interface Row {
  word: string;
  part?: string;
  values: (number | string | null)[];
}

/** The lines of the result: as finely as the game can tell them, else as its `breakdown` has them. */
export function rowsOf(scene: Scene, result: Result, board: BoardModule | null): Row[] {
  const fine = board?.scoreParts ? countedParts(scene, board) : [];
  if (fine.length) return fine;
  return partsOf(result).map((part) => ({ part, word: partWord(part, board?.partWords), values: result.breakdown.map((parts) => parts[part] ?? null) }));
}

/** What made the difference, in one sentence that the score proves. Empty where nothing stands out. */
export function decidedBy(result: Result, counted: readonly Counted[]): string {
  const { scores, winners } = result;
  if (counted.length < 2) return '';
  if (scores.length === 1) {
    const most = counted.reduce((best, part) => (part.values[0] > best.values[0] ? part : best));
    return most.values[0] > 0 ? `${most.word} brought most: ${most.values[0]} of ${scores[0]} points.` : '';
  }
  if (winners.length !== 1) return '';
  const [winner] = winners;
  const rest = scores.flatMap((score, seat) => (seat === winner ? [] : [{ score, seat }]));
  const second = rest.reduce((best, one) => (one.score > best.score ? one : best));
  const margin = scores[winner] - second.score;
  const lead = ({ values }: Counted) => values[winner] - values[second.seat];
  const most = counted.reduce((best, part) => (lead(part) > lead(best) ? part : best));
  if (margin <= 0 || lead(most) <= 0) return '';
  const figures = `${most.values[winner]} against ${rest.length > 1 ? "the runner-up's " : ''}${most.values[second.seat]}`;
  return lead(most) >= margin
    ? `${most.word} decided it: ${figures}.`
    : `The largest part of the lead: ${most.word[0].toLowerCase()}${most.word.slice(1)}, ${figures}.`;
}
