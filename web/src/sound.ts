// Small sounds of our own: a few notes of an oscillator, or a breath of noise. One switch for all games, off until it is wanted.
// Every game brings its tunes.

import { app } from './app';

/** Frequency in Hz, start and length in seconds, and the frequency that it slides to. */
export type Note = [frequency: number, at: number, length: number, to?: number];

export interface Tune {
  /** Noise is heard around the frequency of its notes: low is a thud, high is a hiss. */
  wave: OscillatorType | 'noise';
  /** 0.05 is soft, 0.1 is as loud as it should be. */
  loud: number;
  notes: Note[];
}

export type Tunes<Name extends string = string> = Record<Name, Tune>;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function noise(audio: AudioContext, frequency: AudioParam[]): AudioScheduledSourceNode & { out: AudioNode } {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = hiss;
  source.loop = true;
  filter.type = 'bandpass';
  frequency.push(filter.frequency);
  source.connect(filter);
  return Object.assign(source, { out: filter });
}

function tone(audio: AudioContext, wave: OscillatorType, frequency: AudioParam[]): AudioScheduledSourceNode & { out: AudioNode } {
  const source = audio.createOscillator();
  source.type = wave;
  frequency.push(source.frequency);
  return Object.assign(source, { out: source });
}

/** Nothing is heard, and nothing made, while the switch is off. */
export function play(tune: Tune | undefined): void {
  if (!tune || app.settings.sound !== 'on' || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const [from, at, length, to] of tune.notes) {
    const frequency: AudioParam[] = [];
    const source = tune.wave === 'noise' ? noise(context, frequency) : tone(context, tune.wave, frequency);
    const volume = context.createGain();
    const start = context.currentTime + at;
    frequency[0].setValueAtTime(from, start);
    if (to) frequency[0].exponentialRampToValueAtTime(to, start + length);
    // A short rise and fall: a wave that is cut off clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(tune.loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0008, start + length);
    source.out.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + length + 0.02);
  }
}

const hello: Tune = {
  wave: 'triangle',
  loud: 0.08,
  notes: [
    [659, 0, 0.1],
    [988, 0.1, 0.22],
  ],
};

export function wantSound(on: boolean): void {
  app.setSettings({ sound: on ? 'on' : 'off' });
  if (on) play(hello);
  else void context?.suspend();
}
