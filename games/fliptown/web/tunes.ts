// The sounds of Fliptown: cards, coins, a banjo's pluck for what goes well, a low one for what does not.

import type { Tunes } from 'shell/sound';

export const tunes: Tunes = {
  card: {
    wave: 'noise',
    loud: 0.09,
    notes: [
      [2600, 0, 0.05, 1400],
      [1800, 0.06, 0.04],
    ],
  },
  coins: {
    wave: 'triangle',
    loud: 0.07,
    notes: [
      [1568, 0, 0.08],
      [2093, 0.07, 0.1],
      [2637, 0.15, 0.14],
    ],
  },
  win: {
    wave: 'triangle',
    loud: 0.08,
    notes: [
      [392, 0, 0.1],
      [494, 0.09, 0.1],
      [587, 0.18, 0.1],
      [784, 0.27, 0.22],
    ],
  },
  lose: {
    wave: 'sawtooth',
    loud: 0.05,
    notes: [
      [220, 0, 0.16, 196],
      [165, 0.17, 0.34, 147],
    ],
  },
  theft: {
    wave: 'sawtooth',
    loud: 0.045,
    notes: [
      [330, 0, 0.09],
      [311, 0.1, 0.09],
      [294, 0.2, 0.09],
      [247, 0.3, 0.26],
    ],
  },
  bounty: {
    wave: 'triangle',
    loud: 0.08,
    notes: [
      [523, 0, 0.09],
      [659, 0.08, 0.09],
      [784, 0.16, 0.09],
      [1047, 0.26, 0.3],
    ],
  },
  sheriff: {
    wave: 'square',
    loud: 0.04,
    notes: [
      [131, 0, 0.18],
      [131, 0.24, 0.18],
      [117, 0.48, 0.34],
    ],
  },
};
