// What "Undo" does now: the last step is taken back while nothing came of it; at a table with nobody but bots, that is not rated, the last
// move is, whatever came after it. Among people the others are asked (the drawer).

import type { Scene } from '../types';

export type Undoing = 'step' | 'move' | null;

const othersPlay = ({ table }: Scene) => table.seats.some((seat) => seat.kind === 'person' && !seat.you);

export function undoing(scene: Scene): Undoing {
  const { table, mine, lesson, log } = scene;
  if (lesson) return lesson.back ? 'step' : null;
  if (scene.can_undo) return 'step';
  const free = table.status === 'running' && mine.length > 0 && !table.daily && table.help !== false && !othersPlay(scene);
  return free && log.some((entry) => mine.includes(entry.seat as number)) ? 'move' : null;
}
