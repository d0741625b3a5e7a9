// What is heard: the finger, wood on wood, somebody who falls, dynamite, and the clock that strikes. Small and of our own making.

import { play, type Tune, type Tunes } from 'shell/sound';
import type { Flick } from './flicks';

export const tunes: Tunes<'flick' | 'knock' | 'fall' | 'blast' | 'strike' | 'door'> = {
  flick: { wave: 'noise', loud: 0.09, notes: [[900, 0, 0.07, 300]] },
  knock: {
    wave: 'triangle',
    loud: 0.1,
    notes: [
      [420, 0, 0.06, 240],
      [830, 0, 0.03, 500],
    ],
  },
  fall: {
    wave: 'triangle',
    loud: 0.1,
    notes: [
      [300, 0, 0.08, 150],
      [220, 0.12, 0.09, 110],
      [180, 0.24, 0.14, 80],
    ],
  },
  blast: {
    wave: 'noise',
    loud: 0.16,
    notes: [
      [420, 0, 0.22, 120],
      [140, 0.04, 0.8, 50],
    ],
  },
  strike: {
    wave: 'sine',
    loud: 0.09,
    notes: [
      [587, 0, 0.9],
      [1174, 0, 0.5],
      [1480, 0, 0.25],
    ],
  },
  door: {
    wave: 'noise',
    loud: 0.05,
    notes: [
      [500, 0, 0.12, 900],
      [650, 0.16, 0.1, 450],
    ],
  },
};

function later({ notes, ...tune }: Tune, seconds: number): Tune {
  return { ...tune, notes: notes.map(([frequency, at, length, to]) => [frequency, at + seconds, length, to]) };
}

/** When a flick begins: the finger, and what it knocks against on its way. */
export function hearFlick(flick: Flick, speed: number): void {
  play(tunes.flick);
  const touched = Object.entries(flick.paths).filter(([name, poses]) => name !== flick.kind && poses.length);
  for (const [, poses] of touched.slice(0, 4)) play(later(tunes.knock, poses[0][0] / speed / 1000));
  if (flick.touched.some((name) => name.includes(':'))) play(later(tunes.door, flick.ms / speed / 1000));
}

/** When it is over. */
export function hearEnd(flick: Flick): void {
  if (flick.kind === 'dynamite' && !flick.off.includes('dynamite')) play(tunes.blast);
  if (flick.fell.length) play(tunes.fall);
}

export function hearHour(): void {
  play(tunes.strike);
}
