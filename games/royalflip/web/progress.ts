// How far a number that brings no points gets one: "2 of 3 of an area".

import type { Action, Scene } from 'shell/types';
import { neighbours, type Sheet, type View, type Written } from './model';

/** The written cells that hang together with `cell` by `joins`, itself included. */
function joined(cell: string, map: Sheet['map'], joins: (one: Written, other: Written) => boolean): number {
  const found = [cell];
  for (const one of found)
    for (const other of Object.keys(map)) if (!found.includes(other) && neighbours(one, other) && joins(map[one], map[other])) found.push(other);
  return found.length;
}

/** The longest way from `cell` on which the numbers go `step` by step. */
function along(cell: string, map: Sheet['map'], step: 1 | -1): number {
  const { colour, number } = map[cell];
  const next = Object.keys(map).filter((other) => neighbours(cell, other) && map[other].colour === colour && map[other].number === number + step);
  return 1 + Math.max(0, ...next.map((other) => along(other, map, step)));
}

export function progress(scene: Scene, action: Action): string {
  const view = scene.view as View;
  if (action.kind !== 'write' || typeof scene.seat !== 'number') return '';
  const cell = String(action.cell);
  const map: Sheet['map'] = { ...view.seats[scene.seat].map, [cell]: { colour: action.colour, number: action.number } as Written };
  const { roads, areas } = view.shared.sheet;
  const road = along(cell, map, 1) + along(cell, map, -1) - 1;
  const area = joined(cell, map, (one, other) => one.number === other.number);
  const ways: [number, number, string][] = [
    [road, roads.shortest, 'a road'],
    [area, areas.smallest, 'an area'],
  ];
  const begun = ways.filter(([count, least]) => count > 1 && count < least);
  return begun.map(([count, least, what]) => `${count} of ${least} of ${what}`).join(', ');
}
