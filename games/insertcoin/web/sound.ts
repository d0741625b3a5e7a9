// The sounds of the arcade: a few notes of an oscillator each. They are off until somebody switches them on, and stay as they were left.

const storeKey = 'flipside.insertcoin.sound';

export type Sound = 'pick' | 'turn' | 'drop' | 'no' | 'flip' | 'life' | 'coin' | 'complete' | 'over' | 'skip' | 'end';

/** Frequency in Hz, start and length in seconds. */
type Note = [frequency: number, at: number, length: number];

interface Tune {
  wave: OscillatorType;
  loud: number;
  notes: Note[];
}

const tunes: Record<Sound, Tune> = {
  pick: { wave: 'square', loud: 0.05, notes: [[523, 0, 0.05], [784, 0.05, 0.06]] },
  turn: { wave: 'triangle', loud: 0.09, notes: [[440, 0, 0.04]] },
  drop: { wave: 'square', loud: 0.07, notes: [[196, 0, 0.06], [131, 0.05, 0.09]] },
  no: { wave: 'square', loud: 0.05, notes: [[110, 0, 0.12]] },
  flip: { wave: 'triangle', loud: 0.08, notes: [[330, 0, 0.05], [392, 0.06, 0.05]] },
  life: { wave: 'sawtooth', loud: 0.05, notes: [[392, 0, 0.08], [311, 0.08, 0.08], [233, 0.16, 0.14]] },
  coin: { wave: 'square', loud: 0.06, notes: [[988, 0, 0.08], [1319, 0.08, 0.34]] },
  complete: { wave: 'square', loud: 0.06, notes: [[523, 0, 0.09], [659, 0.09, 0.09], [784, 0.18, 0.09], [1047, 0.27, 0.3]] },
  over: { wave: 'square', loud: 0.07, notes: [[392, 0, 0.18], [370, 0.2, 0.18], [349, 0.4, 0.18], [330, 0.6, 0.5], [165, 0.6, 0.7]] },
  skip: { wave: 'sawtooth', loud: 0.05, notes: [[147, 0, 0.16], [139, 0.18, 0.28]] },
  end: { wave: 'triangle', loud: 0.1, notes: [[523, 0, 0.14], [392, 0.15, 0.14], [440, 0.3, 0.14], [523, 0.45, 0.4]] },
};

let context: AudioContext | null = null;

export function soundWanted(): boolean {
  return localStorage.getItem(storeKey) === 'on';
}

export function wantSound(on: boolean): void {
  localStorage.setItem(storeKey, on ? 'on' : 'off');
  if (on) play('coin');
  else void context?.suspend();
}

export function play(sound: Sound): void {
  if (!soundWanted() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const { wave, loud, notes } = tunes[sound];
  for (const [frequency, at, length] of notes) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + at;
    oscillator.type = wave;
    oscillator.frequency.value = frequency;
    // A short rise and fall: a square wave that is cut off clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0008, start + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + length + 0.02);
  }
}
