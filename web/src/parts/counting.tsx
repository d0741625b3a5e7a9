// Counts the score before the result is shown: part by part, all players side by side, while the board highlights the part. One press
// skips it; opening a finished table shows the result at once.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { app } from '../app';
import { play, type Tune } from '../sound';
import type { BoardModule, Counted, Scene, ScorePart } from '../types';
import { countedParts } from './score';
import { nameFor } from './seats';
import { ShortName } from './shortname';

const lasts = { full: 1700, quick: 600, none: 0 };
const coin: Tune = {
  wave: 'triangle',
  loud: 0.06,
  notes: [
    [988, 0, 0.09],
    [1319, 0.08, 0.22],
  ],
};
const noParts: Counted[] = [];

export interface Counting {
  parts: Counted[];
  /** The part that is counted now. */
  at: number;
  skip: () => void;
}

/** Whose sheet is seen: one's own, or the winner's. */
const shownSeat = (scene: Scene) => (scene.mine.length === 1 ? scene.mine[0] : (scene.table.result?.winners[0] ?? 0));

/** `ready`: the game is over, and its last moments have been told. Null when nothing is counted, or no more. */
export function useCounting(scene: Scene | null, board: BoardModule | null, ready: boolean, showPart: (part: ScorePart | null) => void): Counting | null {
  const seenRunning = useRef('');
  const [at, setAt] = useState(-1);
  const id = scene?.table.id ?? '';
  if (scene?.table.status === 'running' && seenRunning.current !== id) seenRunning.current = id;
  const begins = ready && seenRunning.current === id && app.animation !== 'none' && !document.hidden;
  const parts = useMemo(() => (scene && board && ready ? countedParts(scene, board) : noParts), [id, board, ready]);
  const on = ready && parts.length > 1 && (begins || at >= 0) && at < parts.length;
  const skip = () => {
    seenRunning.current = '';
    setAt(-1);
    showPart(null);
  };
  useEffect(() => {
    if (!on) return;
    if (at < 0) {
      seenRunning.current = '';
      setAt(0);
      return;
    }
    const { part } = parts[at];
    showPart(part && board?.parts?.includes(part) ? { seat: shownSeat(scene!), part } : null);
    play(coin);
    const timer = setTimeout(() => (at + 1 < parts.length ? setAt(at + 1) : skip()), lasts[app.animation] || lasts.full);
    return () => clearTimeout(timer);
  }, [on, at]);
  useEffect(() => {
    if (!on) return;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      skip();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [on]);
  return on ? { parts, at: Math.max(at, 0), skip } : null;
}

export function CountingBar({ scene, counting: { parts, at, skip } }: { scene: Scene; counting: Counting }) {
  const { word, values } = parts[at];
  const sum = (seat: number) => parts.slice(0, at + 1).reduce((total, part) => total + part.values[seat], 0);
  const seats = values.map((_, seat) => seat);
  return (
    <section class="tally" aria-label="The score is counted" data-part={word} onClick={skip}>
      <p role="status">
        <b key={word}>{word}</b>
        <span class="sr">{seats.map((seat) => `${nameFor(scene, seat)} ${values[seat]}, in all ${sum(seat)}`).join('; ')}</span>
        <small aria-hidden="true">
          {at + 1} of {parts.length}
        </small>
      </p>
      <ol aria-hidden="true" style={{ '--seats': seats.length }}>
        {seats.map((seat) => (
          <li key={seat} class={scene.mine.includes(seat) ? 'own' : ''}>
            <span class="who">
              <ShortName scene={scene} seat={seat} />
            </span>
            <span class="add" key={word}>
              {values[seat] < 0 ? `−${-values[seat]}` : `+${values[seat]}`}
            </span>
            <b>{sum(seat)}</b>
          </li>
        ))}
      </ol>
      <button onClick={skip}>Skip</button>
    </section>
  );
}
