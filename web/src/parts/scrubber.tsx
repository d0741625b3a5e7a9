// The scrubber: one slider over the whole game, the turns marked, and above it everybody's points as they grew.

import { useMemo } from 'preact/hooks';
import { ownSeats, type Story, type Turn } from '../replay';
import type { Scene } from '../types';
import { nameFor } from './seats';

const width = 1000;
const height = 100;

/** Lines are told apart by their strokes, not by hue. */
const dashes = ['', '14 7', '3 7', '18 6 3 6', '9 5', '3 4 3 10', '24 6', '12 4 3 4 3 4', '2 10', '30 10'];

function useLines(story: Story): { lines: string[]; least: number; most: number } | null {
  return useMemo(() => {
    const all = story.positions.map((position) => position.scores);
    const before = all.slice(0, -1).flat();
    if (all.length < 3 || !before.some((score) => score !== before[0])) return null; // where only the win counts there is no curve
    const most = Math.max(...all.flat());
    const least = Math.min(0, ...all.flat());
    const span = Math.max(1, most - least);
    const x = (index: number) => (index / (all.length - 1)) * width;
    const y = (score: number) => height - 6 - ((score - least) / span) * (height - 12);
    const lines = all[0].map((_, seat) => all.map((scores, index) => `${x(index).toFixed(1)},${y(scores[seat]).toFixed(1)}`).join(' '));
    return { lines, least, most };
  }, [story]);
}

interface ScrubberProps {
  story: Story;
  turns: Turn[];
  index: number;
  words: string;
  go: (index: number) => void;
}

export function Scrubber({ story, turns, index, words, go }: ScrubberProps) {
  const last = story.positions.length - 1;
  const curves = useLines(story);
  const at = (position: number) => (last ? (position / last) * 100 : 0);
  // Turns that would stand closer than the eye can tell are thinned out.
  const marks = turns.filter((_, i) => i % Math.ceil(turns.length / 60) === 0);
  return (
    <div class={curves ? 'scrubber plotted' : 'scrubber'}>
      {curves && (
        <figure>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={plotWords(story)}>
            {marks.map((turn) => (
              <line key={turn.position} class="mark" x1={at(turn.position) * 10} x2={at(turn.position) * 10} y1="0" y2={height} />
            ))}
            {curves.lines.map((points, seat) => (
              <polyline key={seat} class={`seat-${seat % 6}`} points={points} stroke-dasharray={dashes[seat]} />
            ))}
            <line class="now" x1={at(index) * 10} x2={at(index) * 10} y1="0" y2={height} />
          </svg>
          <figcaption>
            <strong>{curveTitle(story)}</strong>
            {story.table.seats.map((_, seat) => (
              <span key={seat}>
                <svg viewBox="0 0 32 8" width="32" height="8" aria-hidden="true">
                  <line
                    class={`seat-${seat % 6}`}
                    x1="1"
                    x2="31"
                    y1="4"
                    y2="4"
                    stroke-dasharray={dashes[seat]
                      ?.split(' ')
                      .map((n) => Number(n) / 2)
                      .join(' ')}
                  />
                </svg>
                {nameOf(story, seat)} <b>{story.positions[index].scores[seat]}</b>
              </span>
            ))}
          </figcaption>
        </figure>
      )}
      <div class="slide">
        <div class="ticks" aria-hidden="true">
          {marks.map((turn) => (
            <i key={turn.position} style={{ left: `${at(turn.position)}%` }} />
          ))}
        </div>
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={index}
          aria-label="Position in the game"
          aria-valuetext={words}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
      </div>
    </div>
  );
}

const nameOf = (story: Story, seat: number) => nameFor({ table: story.table, mine: ownSeats(story) } as Scene, seat);

const curveTitle = (story: Story) => (story.result.points ? 'Points, step by step' : 'Score, step by step');

function plotWords(story: Story): string {
  const ends = story.positions[story.positions.length - 1].scores.map((score, seat) => `${nameOf(story, seat)} ends with ${score}`);
  return `${curveTitle(story)}: ${ends.join(', ')}`;
}
