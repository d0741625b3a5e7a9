// Names of seats, as they are said at the table.

import type { Scene, Table } from '../types';

/** Which one of several seats of the same name it is: 1, 2, …; 0 where nobody else has the name. */
export function seatCount({ seats }: Table, seat: number): number {
  const same = seats.flatMap(({ name }, index) => (name && name === seats[seat].name ? [index] : []));
  return same.length > 1 ? same.indexOf(seat) + 1 : 0;
}

/** The name in a seat; when one person sits in several, they are counted. */
export function seatLabel(table: Table, seat: number): string {
  const { kind, name = '' } = table.seats[seat];
  if (kind === 'open') return 'a free seat';
  if (kind === 'link') return 'an invited friend';
  const count = seatCount(table, seat);
  return count ? `${name} (${count})` : name;
}

/** As it is said to whoever looks: the one own seat is "You". */
export function nameFor(scene: Scene, seat: number): string {
  const own = scene.own ?? scene.mine;
  return own.length === 1 && own[0] === seat ? 'You' : seatLabel(scene.table, seat);
}

/** An answer about moves, made without knowing who plays: where it tells of "seat 2", the name of whoever sits there. */
export function withNames<T>(answer: T, nameOf: (seat: number) => string | undefined): T {
  const told = (words: string) =>
    words.replace(/\bseat (\d+)\b/g, (said, number) => {
      const name = nameOf(number - 1) ?? said;
      return name === 'You' ? 'you' : name;
    });
  return JSON.parse(JSON.stringify(answer), (key, value) => (key === 'tell' && typeof value === 'string' ? told(value) : value)) as T;
}

/** "your" or "Ada’s". */
export function ownerFor(scene: Scene, seat: number): string {
  const name = nameFor(scene, seat);
  return name === 'You' ? 'your' : `${name}’s`;
}

/** "You, Ada and Bo": whoever reads comes first, and within a sentence is "you". */
export function nameList(names: string[], within = false): string {
  const first = names.filter((name) => name === 'You').map((name) => (within ? name.toLowerCase() : name));
  const said = [...first, ...names.filter((name) => name !== 'You')];
  if (said.length < 2) return said.join('');
  return `${said.slice(0, -1).join(', ')} and ${said[said.length - 1]}`;
}
