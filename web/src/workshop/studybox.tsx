// "What does this change?": bots play, and before and after stand beside each other with their intervals.

import { useEffect, useRef, useState } from 'preact/hooks';
import { backend } from '../backend';
import type { Game } from '../types';
import { measuresOf, Study, type Mean, type Measure, type Played } from './study';
import type { Members } from './values';

const digits = (value: number) => (Math.abs(value) < 9.95 ? value.toFixed(1) : String(Math.round(value)));
const meanWords = ({ mean, around }: Mean, unit: string) => `${digits(mean)}${unit} ± ${digits(around)}`;
const signed = (value: number) => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;
/** Does the change differ from none? */
const certain = ({ mean, around }: Mean) => Math.abs(mean) > around;
const doubt = (change: Mean) => (certain(change) ? '' : change.mean === 0 && change.around === 0 ? 'the same' : 'not certain');

/** Both means with their intervals on one scale. */
function IntervalPlot({ measure }: { measure: Measure }) {
  const { before, after } = measure;
  const low = Math.min(before.mean - before.around, after.mean - after.around);
  const top = Math.max(before.mean + before.around, after.mean + after.around);
  const x = (value: number) => 10 + (180 * (value - low)) / (top - low || 1);
  return (
    <svg
      class="plot interval-plot"
      viewBox="0 0 200 36"
      role="img"
      aria-label={`${measure.name}: before ${meanWords(before, measure.unit)}, after ${meanWords(after, measure.unit)}`}
    >
      {[before, after].map((one, i) => (
        <g key={i} class={i ? 'after' : 'before'}>
          <line x1={x(one.mean - one.around)} x2={x(one.mean + one.around)} y1={10 + 16 * i} y2={10 + 16 * i} />
          <circle cx={x(one.mean)} cy={10 + 16 * i} r="4" />
        </g>
      ))}
    </svg>
  );
}

/** How often each score came up, before as a line, after as bars. */
function ScorePlot({ before, after }: { before: Played[]; after: Played[] }) {
  const all = [before, after].map((games) => games.flatMap(({ scores }) => scores));
  const [low, top] = [Math.min(...all.flat()), Math.max(...all.flat())];
  const bins = Math.min(24, top - low + 1);
  const counts = all.map((values) => {
    const bars = new Array<number>(bins).fill(0);
    for (const value of values) bars[Math.min(bins - 1, Math.floor(((value - low) / (top - low + 1)) * bins))]++;
    return bars;
  });
  const most = Math.max(...counts.flat());
  const [width, height] = [400, 150];
  const y = (count: number) => 8 + (height - 30) * (1 - count / most);
  const step = width / bins;
  const line = counts[0].flatMap((count, i) => [`${i * step},${y(count)}`, `${(i + 1) * step},${y(count)}`]).join(' ');
  return (
    <svg
      class="plot score-plot"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`How often each score came up, from ${low} to ${top}: before and after`}
    >
      {counts[1].map((count, i) => (
        <rect key={i} class="bar after" x={i * step + 1} width={Math.max(1, step - 2)} y={y(count)} height={y(0) - y(count)} />
      ))}
      <polyline class="before" points={line} />
      <text x="0" y={height - 6}>
        {low}
      </text>
      <text x={width} y={height - 6} text-anchor="end">
        {top} points
      </text>
    </svg>
  );
}

function Findings({ before, after, withPoints }: { before: Played[]; after: Played[]; withPoints: boolean }) {
  const measures = measuresOf(before, after, withPoints);
  return (
    <>
      {withPoints && <ScorePlot before={before} after={after} />}
      <table class="findings">
        <thead>
          <tr>
            <th scope="col">after {before.length} pairs of games</th>
            <th scope="col">before</th>
            <th scope="col">after</th>
            <th scope="col">change</th>
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => (
            <tr key={measure.name}>
              <th scope="row">
                {measure.name}
                <IntervalPlot measure={measure} />
              </th>
              <td>{meanWords(measure.before, measure.unit)}</td>
              <td>{meanWords(measure.after, measure.unit)}</td>
              <td class={certain(measure.change) ? 'certain' : ''}>
                {signed(measure.change.mean)}
                {measure.unit} ± {digits(measure.change.around)}
                <small>{doubt(measure.change)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        {withPoints && 'The line is before, the bars are after. '}The same deals were played with both editions. A true mean lies within ± in 19 of 20 studies.
      </p>
    </>
  );
}

/** How many pairs are played: quick ones are cheap. */
const gamesOf = (level: number) => (level ? 60 : 400);

export function StudyBox({ game, before, after, playable }: { game: Game; before: Members | null; after: Members; playable: boolean }) {
  const [least, most] = game.seats;
  const [seats, setSeats] = useState(game.points ? least : Math.max(least, Math.min(2, most)));
  const [level, setLevel] = useState(0);
  const [study, setStudy] = useState<Study | null>(null);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const [, redraw] = useState(0);
  const current = useRef<Study | null>(null);
  useEffect(() => () => current.current?.stop(), []);
  if (!backend.canBeHere) return <p class="quiet">This page was built without the part that plays on your device, so it cannot compare editions.</p>;
  const start = () => {
    current.current?.stop();
    const next = new Study({ game: game.id, before, after, seats, level, games: gamesOf(level) }, () => redraw((n) => n + 1));
    current.current = next;
    setStudy(next);
    setProblem('');
    setRunning(true);
    next.run().then(
      () => setRunning(false),
      (error: Error) => {
        setProblem(error.message);
        setRunning(false);
      },
    );
  };
  const stop = () => {
    current.current?.stop();
    setRunning(false);
  };
  const done = study?.after.length ?? 0;
  return (
    <section class="study" aria-labelledby="study-title">
      <h2 id="study-title">What does this change?</h2>
      <p class="quiet">Bots play the same deals with the original and with yours, on this device.</p>
      <div class="buttons">
        {most > least && (
          <label class="field">
            <span>Seats</span>
            <select value={String(seats)} disabled={running} onChange={(event) => setSeats(Number(event.currentTarget.value))}>
              {Array.from({ length: most - least + 1 }, (_, i) => least + i).map((count) => (
                <option key={count} value={String(count)}>
                  {count}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="field">
          <span>Players</span>
          <select value={String(level)} disabled={running} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
            <option value="0">quick, many games</option>
            {[1, 2, 3].map((one) => (
              <option key={one} value={String(one)}>
                bots of level {one}
              </option>
            ))}
          </select>
        </label>
        {running ? (
          <button onClick={stop}>Stop</button>
        ) : (
          <button disabled={!playable} onClick={start}>
            Compare
          </button>
        )}
      </div>
      {running && <progress aria-label="Games played" max={gamesOf(level)} value={done} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {study && done > 1 && <Findings before={study.before} after={study.after} withPoints={game.points} />}
    </section>
  );
}
