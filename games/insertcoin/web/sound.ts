// The sounds of the arcade: a few notes each.

import { app } from 'shell/app';
import { play as playTune, type Tunes } from 'shell/sound';

/** Where older pages kept the wish for sound; now it is one for all games. */
const oldKey = 'flipside.insertcoin.sound';
const oldWish = localStorage.getItem(oldKey);
if (oldWish) {
  localStorage.removeItem(oldKey);
  if (oldWish === 'on') app.setSettings({ sound: 'on' });
}

export type Sound = 'pick' | 'turn' | 'drop' | 'no' | 'flip' | 'life' | 'coin' | 'complete' | 'over' | 'skip' | 'end';

export const tunes: Tunes<Sound> = {
  pick: {
    wave: 'square',
    loud: 0.05,
    notes: [
      [523, 0, 0.05],
      [784, 0.05, 0.06],
    ],
  },
  turn: { wave: 'triangle', loud: 0.09, notes: [[440, 0, 0.04]] },
  drop: {
    wave: 'square',
    loud: 0.07,
    notes: [
      [196, 0, 0.06],
      [131, 0.05, 0.09],
    ],
  },
  no: { wave: 'square', loud: 0.05, notes: [[110, 0, 0.12]] },
  flip: {
    wave: 'triangle',
    loud: 0.08,
    notes: [
      [330, 0, 0.05],
      [392, 0.06, 0.05],
    ],
  },
  life: {
    wave: 'sawtooth',
    loud: 0.05,
    notes: [
      [392, 0, 0.08],
      [311, 0.08, 0.08],
      [233, 0.16, 0.14],
    ],
  },
  coin: {
    wave: 'square',
    loud: 0.06,
    notes: [
      [988, 0, 0.08],
      [1319, 0.08, 0.34],
    ],
  },
  complete: {
    wave: 'square',
    loud: 0.06,
    notes: [
      [523, 0, 0.09],
      [659, 0.09, 0.09],
      [784, 0.18, 0.09],
      [1047, 0.27, 0.3],
    ],
  },
  over: {
    wave: 'square',
    loud: 0.07,
    notes: [
      [392, 0, 0.18],
      [370, 0.2, 0.18],
      [349, 0.4, 0.18],
      [330, 0.6, 0.5],
      [165, 0.6, 0.7],
    ],
  },
  skip: {
    wave: 'sawtooth',
    loud: 0.05,
    notes: [
      [147, 0, 0.16],
      [139, 0.18, 0.28],
    ],
  },
  end: {
    wave: 'triangle',
    loud: 0.1,
    notes: [
      [523, 0, 0.14],
      [392, 0.15, 0.14],
      [440, 0.3, 0.14],
      [523, 0.45, 0.4],
    ],
  },
};

export function play(sound: Sound): void {
  playTune(tunes[sound]);
}
