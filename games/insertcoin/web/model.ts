// The view of Insert Coin to Play as the server sends it, and what the board tells from it. No rule is decided here.

import type { Action, Scene } from 'shell/types';
import { squareOf } from './pieces';
import type { View } from './view';

export type { View };

export type Pad = View['seats'][number];
export type Level = Pad['levels'][number];
export type SymbolRows = View['shared']['symbol_list'][number];
export type Shape = View['shared']['shape_list'][number];
export type Card = View['shared']['card_list'][number];

/** What an ability does, in a few words and in a sentence. */
export const abilityWords: Record<string, [string, string]> = {
  cherries: ['3 squares', 'Fill any three free squares.'],
  bomb: ['2×2 block', 'Fill a block of 2 by 2 squares, as far as it is free.'],
  potion: ['Other symbol', 'Draw the other symbol of the card too.'],
  heart: ['Lives back', 'Up to two lost Lives of the row come back.'],
  coin: ['+1 Coin', 'One Coin more.'],
  key: ['Saves a Coin', 'The next time GAME OVER would cost you a Coin, it does not.'],
  star: ['Any symbol', 'At your next flip draw any symbol of up to four squares.'],
  shield: ['Protects', 'Skulls and aliens of the others do not touch you any more.'],
  skull: ['Others skip', 'Every opponent skips the next flip.'],
  alien: ['Others −1 Life', 'Every opponent loses a Life.'],
};

/** Who plays alone attacks nobody and is attacked by nobody. */
const needCompany = new Set(['shield', 'skull', 'alien']);

export function doesNothing(ability: string, seats: number): boolean {
  return seats === 1 && needCompany.has(ability);
}

/** What an ability does at this table, in short and in a sentence. */
export function abilityOf(ability: string, seats: number): [string, string] {
  if (doesNothing(ability, seats)) return ['Only points', 'Alone it does nothing: it brings its points and counts for GAME OVER.'];
  return abilityWords[ability] ?? ['', ''];
}

export function titled(word: string): string {
  return word ? word[0].toUpperCase() + word.slice(1) : word;
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function freeIn(level: Level): number {
  return level.rows.join('').split('#').length - 1;
}

export function squaresIn(level: Level): number {
  return level.rows.join('').replace(/\./g, '').length;
}

/** A level before its shape is known. */
export function shapeOfCard(view: View, card: number): Shape | undefined {
  const name = view.shared.card_list.find((one) => one.card === card)?.shape;
  return view.shared.shape_list.find((one) => one.shape === name);
}

export function cardOf(view: View, card: number): Card | undefined {
  return view.shared.card_list.find((one) => one.card === card);
}

/** The keep that stands for these cards, if there is one. */
export function keepOf(actions: Action[], cards: number[]): Action | undefined {
  const wanted = [...cards].sort((a, b) => a - b).join();
  return actions.find((action) => action.kind === 'keep' && (action.cards as number[]).join() === wanted);
}

export function keepSize(actions: Action[]): number {
  return (actions.find((action) => action.kind === 'keep')?.cards as number[] | undefined)?.length ?? 0;
}

/* --- what is still in the deck -------------------------------------------------------------------------------------------- */

/** How many of the unseen cards show each symbol, in the order in which the edition lists them. */
export function toCome(view: View): { symbol: string; rows: string[]; count: number; of: number }[] {
  const { unseen, card_list, symbol_list } = view.shared;
  const left = new Set(unseen);
  return symbol_list.map(({ symbol, rows }) => {
    const cards = card_list.filter((card) => card.symbols.includes(symbol));
    return { symbol, rows, count: cards.filter((card) => left.has(card.card)).length, of: cards.length };
  });
}

export function seenCards(view: View): Card[] {
  const left = new Set(view.shared.unseen);
  return view.shared.card_list.filter((card) => !left.has(card.card));
}

/** The next GAME OVER: how many cards are safe before it, and among how many it lies then. Each of the two piles has one. */
export function overAhead(view: View): { safe: number; among: number } | null {
  const pile = view.shared.card_list.length / 2 + 1;
  const { left, game_overs } = view.shared;
  if (left > pile) return game_overs === 0 ? { safe: 0, among: left - pile } : { safe: left - pile, among: pile };
  return game_overs < 2 && left > 0 ? { safe: 0, among: left } : null;
}

export function overWords(view: View): string {
  const ahead = overAhead(view);
  if (!ahead) return 'no more';
  if (ahead.safe) return `not for ${counted(ahead.safe, 'card')}`;
  return ahead.among === 1 ? 'is next' : `1 in ${ahead.among}`;
}

/* --- which squares were filled together ---------------------------------------------------------------------------------- */

/** For each level a number per square: squares of the same step have the same one. Read from the log, so that a level shows the
 *  symbols it is made of. Dealt cards before the levels exist do not matter. */
export function strokesOf(scene: Scene, seat: number): number[][] {
  const strokes: number[][] = [[], [], []];
  scene.log.forEach((entry, index) => {
    if (entry.seat !== seat) return;
    const [kind, ...words] = entry.text.split(' ');
    const [level, squares] = kind === 'draw' ? [Number(words[1]), words.slice(2)] : kind === 'fill' ? [Number(words[0]), words.slice(1)] : [0, []];
    for (const name of squares) if (strokes[level - 1]) strokes[level - 1][squareOf(name)] = index + 1;
  });
  return strokes;
}

/** What a seat did last, in words. */
export function lastTell(scene: Scene, seat: number): string {
  for (let index = scene.log.length - 1; index >= 0; index--) if (scene.log[index].seat === seat) return scene.log[index].tell;
  return '';
}

/* --- words ---------------------------------------------------------------------------------------------------------------- */

export function prompt(scene: Scene): string {
  const view = scene.view as View;
  const pad = typeof scene.seat === 'number' ? view.seats[scene.seat] : null;
  if (!pad || !scene.actions.length) return '';
  if (pad.phase === 'pick') return 'Pick a card; the others go to the next player.';
  if (pad.phase === 'keep') return 'Keep three cards: their shapes are your levels.';
  if (pad.phase === 'cherries') return `Cherries: fill ${counted(pad.cherries, 'free square')} of your choice.`;
  if (pad.phase === 'bomb') return 'Bomb: choose a block of 2 by 2 squares.';
  if (pad.phase === 'potion') return 'Potion: draw the other symbol too.';
  if (!scene.actions.some((action) => action.kind === 'draw')) return 'No symbol fits: fill a square with a Life.';
  return pad.star ? 'Star: draw any symbol of up to four squares, or one of the card.' : 'Draw one of the two symbols, or fill a square with a Life.';
}

/** A level for those who listen: each row says what is free. */
export function rowWords(level: Level): string {
  if (level.done) return 'complete';
  const words = level.rows.flatMap((row, y) => {
    const free = [...row].flatMap((mark, x) => (mark === '#' ? [`${String.fromCharCode(97 + x)}${y + 1}`] : []));
    return free.length ? [free.join(' ')] : [];
  });
  return `free: ${words.join('; ')}`;
}

/* --- the own best score, alone ------------------------------------------------------------------------------------------------ */

const bestKey = 'flipside.insertcoin.best';

function bests(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(bestKey) ?? '{}');
  } catch {
    return {};
  }
}

export function bestScore(edition: string): number {
  return bests()[edition] ?? 0;
}

export function keepBest(edition: string, score: number): void {
  if (score > bestScore(edition)) localStorage.setItem(bestKey, JSON.stringify({ ...bests(), [edition]: score }));
}

/** Where the rules tell of what is to be decided; at a table that waits nobody has a pad yet. */
export function rule(scene: Scene): string {
  const pad = (scene.view as View | null)?.seats[typeof scene.seat === 'number' ? scene.seat : 0];
  if (!pad?.levels.length) return 'Setting up';
  return pad.phase === 'cherries' || pad.phase === 'bomb' || pad.phase === 'potion' ? 'Complete levels' : scene.table.status === 'over' ? 'The end' : 'A flip';
}

/** Alone without a Life, or without a point for a picture: the machine has won. */
export const isLost = ({ seats }: View) => seats.length === 1 && seats.some((pad) => pad.lives <= 0 || pad.score.levels <= 0);
