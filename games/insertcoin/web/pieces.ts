// What can be put into a level, and where: symbols with their turned and mirrored forms, single squares, a bomb's block. The places
// come from the actions that the table offers; nothing here decides whether something fits.

import type { Action } from 'shell/types';
import type { SymbolRows } from './model';

export const side = 8;

/** Squares inside their smallest box, row by row from the left; the key tells two forms apart. */
export interface Form {
  key: string;
  width: number;
  height: number;
  cells: [number, number][];
}

export type PieceKind = 'draw' | 'life' | 'cherries' | 'bomb';

export interface Place {
  action: Action;
  /** Counted from 0. */
  level: number;
  /** The upper left corner of the form's box. */
  x: number;
  y: number;
  form: Form;
  /** The squares it covers, numbered row by row. */
  squares: number[];
}

export interface Piece {
  id: string;
  kind: PieceKind;
  /** As it is printed, and every form of it that fits somewhere. */
  printed: Form;
  places: Map<string, Place[]>;
  /** Places in all forms. */
  count: number;
}

function formOfCells(cells: [number, number][]): Form {
  const left = Math.min(...cells.map(([x]) => x));
  const top = Math.min(...cells.map(([, y]) => y));
  const moved = cells.map(([x, y]): [number, number] => [x - left, y - top]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  return {
    key: moved.map(([x, y]) => `${x}${y}`).join(' '),
    width: Math.max(...moved.map(([x]) => x)) + 1,
    height: Math.max(...moved.map(([, y]) => y)) + 1,
    cells: moved,
  };
}

export function formOf(rows: string[]): Form {
  return formOfCells(rows.flatMap((row, y) => [...row].flatMap((mark, x): [number, number][] => (mark === '#' ? [[x, y]] : []))));
}

/** A quarter turn clockwise, or back. */
export function turned(form: Form, back = false): Form {
  return formOfCells(form.cells.map(([x, y]): [number, number] => (back ? [y, -x] : [-y, x])));
}

export function mirrored(form: Form): Form {
  return formOfCells(form.cells.map(([x, y]): [number, number] => [-x, y]));
}

/** All that a form can be turned and mirrored into, itself first. */
export function formsOf(form: Form): Form[] {
  const found = new Map<string, Form>();
  for (let now = form, step = 0; step < 8; step++, now = step === 4 ? mirrored(form) : turned(now)) if (!found.has(now.key)) found.set(now.key, now);
  return [...found.values()];
}

export function squareOf(name: string): number {
  return name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * side;
}

export function nameOf(square: number): string {
  return `${String.fromCharCode(97 + (square % side))}${Math.floor(square / side) + 1}`;
}

const single = formOf(['#']);
const block = formOf(['##', '##']);

function pieceId(action: Action): { id: string; kind: PieceKind } | null {
  if (action.kind === 'draw') return { id: String(action.symbol), kind: 'draw' };
  if (action.kind !== 'fill') return null;
  const kind = action.with === 'bomb' || action.with === 'cherries' ? action.with : 'life';
  return { id: `+${kind}`, kind };
}

function placeOf(action: Action, kind: PieceKind): Place {
  const level = Number(action.level) - 1;
  const at = kind === 'draw' ? (action.squares as string[]).map(squareOf) : [squareOf(String(action.square))];
  const form =
    kind === 'draw' ? formOfCells(at.map((square): [number, number] => [square % side, Math.floor(square / side)])) : kind === 'bomb' ? block : single;
  const x = Math.min(...at.map((square) => square % side));
  const y = Math.floor(at[0] / side);
  return { action, level, x, y, form, squares: form.cells.map(([dx, dy]) => x + dx + (y + dy) * side) };
}

/** The pieces on offer: the symbols of the card first, others by size, a square for a Life last. Symbols of the card that fit
 *  nowhere are pieces without places. */
export function piecesOf(actions: Action[], card: string[], symbols: SymbolRows[]): Piece[] {
  const pieces = new Map<string, Piece>();
  const rowsOf = (id: string) => symbols.find((one) => one.symbol === id)?.rows;
  const add = (id: string, kind: PieceKind, form: Form) => {
    const fresh: Piece = { id, kind, printed: form, places: new Map(), count: 0 };
    pieces.set(id, fresh);
    return fresh;
  };
  const drawing = actions.some((action) => action.kind === 'draw' || (action.kind === 'fill' && action.with === 'life'));
  if (drawing) for (const id of card) if (rowsOf(id)) add(id, 'draw', formOf(rowsOf(id)!));
  for (const { symbol } of symbols) if (!pieces.has(symbol) && actions.some((action) => action.symbol === symbol)) add(symbol, 'draw', formOf(rowsOf(symbol)!));
  for (const action of actions) {
    const what = pieceId(action);
    if (!what) continue;
    const place = placeOf(action, what.kind);
    const piece = pieces.get(what.id) ?? add(what.id, what.kind, place.form);
    const list = piece.places.get(place.form.key);
    if (list) list.push(place);
    else piece.places.set(place.form.key, [place]);
    piece.count++;
  }
  return [...pieces.values()];
}

export function placesOf(piece: Piece | null, form: Form | null): Place[] {
  return (form && piece?.places.get(form.key)) || [];
}

/** A form that fits somewhere, when the one that is held does not: the least turning first. */
export function fittingForm(piece: Piece, form: Form): Form {
  if (piece.places.has(form.key)) return form;
  return formsOf(form).find((one) => piece.places.has(one.key)) ?? form;
}

/** How far a piece may be from a place and still snap to it, in squares. */
const reach = 1.3;

/** The place nearest to a box whose corner is at x, y of a level. */
export function nearest(places: Place[], level: number, x: number, y: number): { place: Place; far: number } | null {
  let best: { place: Place; far: number } | null = null;
  for (const place of places) {
    if (place.level !== level) continue;
    const far = Math.hypot(place.x - x, place.y - y);
    if (far <= reach && (!best || far < best.far)) best = { place, far };
  }
  return best;
}

/** For a tap: of the places that cover a square, the one whose middle is nearest to the finger. */
export function covering(places: Place[], level: number, x: number, y: number): Place | null {
  const square = Math.floor(x) + Math.floor(y) * side;
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    if (place.level !== level || !place.squares.includes(square)) continue;
    const far = Math.hypot(place.x + place.form.width / 2 - x, place.y + place.form.height / 2 - y);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

const across = (place: Place) => place.level * side + place.x;

/** The arrow keys. Left and right walk along a row through all levels and go on in the next row, so that they alone reach every
 *  place; up and down go to the nearest row that has one, in the same level if possible. */
export function step(places: Place[], from: Place, dx: number, dy: number): Place {
  if (!places.length) return from;
  if (dx) {
    const order = [...places].sort((a, b) => a.y - b.y || across(a) - across(b));
    const at = order.findIndex((place) => place.action.text === from.action.text);
    return order[(at + dx + order.length) % order.length];
  }
  const cost = (place: Place) => Math.abs(place.y - from.y) + (place.level === from.level ? 0 : side) + Math.abs(across(place) - across(from)) / 100;
  const ahead = places.filter((place) => (place.y - from.y) * dy > 0);
  return ahead.reduce<Place | null>((best, place) => (!best || cost(place) < cost(best) ? place : best), null) ?? from;
}

/** Where a ghost goes when its piece was turned: as near as possible to where it was. */
export function near(places: Place[], from: Place): Place | null {
  const middle = (place: Place) => [place.level * 20 + place.x + place.form.width / 2, place.y + place.form.height / 2];
  const [x, y] = middle(from);
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const [px, py] = middle(place);
    const far = Math.hypot(px - x, py - y);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
