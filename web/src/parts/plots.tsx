// Small pictures of numbers: games over time, how often each result came up, a rating with its doubt. Each says in words what it shows.

import type { ComponentChildren } from 'preact';

const [wide, high, left, foot] = [400, 190, 44, 26];
const inner = { width: wide - left - 8, height: high - foot - 10 };

/** Round numbers for an axis, about four of them. */
function ticks(low: number, top: number, whole: boolean): number[] {
  const span = top - low || 1;
  const rough = whole ? Math.max(1, span / 4) : span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((top - first) / step + 1e-9) + 1 }, (_, i) => first + i * step);
}

function Frame({
  words,
  low,
  top,
  whole = true,
  children,
}: {
  words: string;
  low: number;
  top: number;
  whole?: boolean;
  children: (y: (value: number) => number) => ComponentChildren;
}) {
  const y = (value: number) => 10 + inner.height * (1 - (value - low) / (top - low || 1));
  return (
    <svg class="plot" viewBox={`0 0 ${wide} ${high}`} role="img" aria-label={words}>
      {ticks(low, top, whole).map((value) => (
        <g key={value}>
          <line class="grid" x1={left} x2={wide - 8} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4} text-anchor="end">
            {Math.round(value * 100) / 100}
          </text>
        </g>
      ))}
      {children(y)}
    </svg>
  );
}

const range = (values: number[]): [number, number] => {
  const [low, top] = [Math.min(...values), Math.max(...values)];
  const margin = (top - low) * 0.08 || 1;
  return [low - margin, top + margin];
};

/** One dot a game, and the mean of the last ten as a line. */
export function GamesPlot({ values, name }: { values: { value: number; won: boolean }[]; name: string }) {
  const numbers = values.map((game) => game.value);
  const [low, top] = range(numbers);
  const x = (i: number) => left + 6 + (values.length > 1 ? (i / (values.length - 1)) * (inner.width - 12) : inner.width / 2);
  const mean = numbers.map((_, i) => {
    const last = numbers.slice(Math.max(0, i - 9), i + 1);
    return last.reduce((sum, value) => sum + value, 0) / last.length;
  });
  const words = `${values.length} games; ${name} of the last ones: ${numbers.slice(-10).join(', ')}`;
  return (
    <Frame words={words} low={low} top={top}>
      {(y) => (
        <>
          {values.length > 1 && <polyline class="trend" points={mean.map((value, i) => `${x(i)},${y(value)}`).join(' ')} />}
          {values.map((game, i) => (
            <circle key={i} class={game.won ? 'won' : 'lost'} cx={x(i)} cy={y(game.value)} r={values.length > 120 ? 2.5 : 4}>
              <title>
                {name} {game.value}
                {game.won ? ', won' : ''}
              </title>
            </circle>
          ))}
          <text x={left} y={high - 6}>
            first
          </text>
          <text x={wide - 8} y={high - 6} text-anchor="end">
            latest
          </text>
        </>
      )}
    </Frame>
  );
}

/** How often each value came up; `mark` is one's own. */
export function SpreadPlot({ spread, name, mark }: { spread: { value: number; count: number }[]; name: string; mark?: number | null }) {
  const sorted = [...spread].sort((a, b) => a.value - b.value);
  const [first, last] = [sorted[0].value, sorted[sorted.length - 1].value];
  const bins = Math.min(24, last - first + 1);
  const size = (last - first + 1) / bins;
  const bars = Array.from({ length: bins }, (_, i) => ({ from: first + i * size, count: 0 }));
  for (const { value, count } of sorted) bars[Math.min(bins - 1, Math.floor((value - first) / size))].count += count;
  const top = Math.max(...bars.map((bar) => bar.count));
  const step = Math.min(44, inner.width / bins);
  const words = `How often each ${name} came up: ${sorted.map(({ value, count }) => `${value} ${count} times`).join(', ')}`;
  const marked = (bar: { from: number }) => mark !== undefined && mark !== null && mark >= bar.from && mark < bar.from + size;
  return (
    <Frame words={words} low={0} top={top}>
      {(y) => (
        <>
          {bars.map((bar, i) => (
            <rect
              key={i}
              class={marked(bar) ? 'bar mine' : 'bar'}
              x={left + i * step + 1}
              width={Math.max(1, step - 2)}
              y={y(bar.count)}
              height={Math.max(0, y(0) - y(bar.count))}
            />
          ))}
          <text x={left} y={high - 6}>
            {first}
          </text>
          <text x={left + bins * step} y={high - 6} text-anchor="end">
            {bins > 2 ? last : ''}
          </text>
          <text x={wide - 8} y={high - 6} text-anchor="end">
            {bins * step < inner.width - 80 ? name : ''}
          </text>
        </>
      )}
    </Frame>
  );
}

/** The rating, in the band where it is with nineteen chances of twenty. */
export function RatingPlot({ ratings }: { ratings: { rating: number; deviation: number }[] }) {
  const doubt = (point: { deviation: number }) => Math.min(200, 2 * point.deviation);
  const [low, top] = range(ratings.flatMap((point) => [point.rating - doubt(point), point.rating + doubt(point)]));
  const x = (i: number) => left + (ratings.length > 1 ? (i / (ratings.length - 1)) * inner.width : inner.width / 2);
  const now = ratings[ratings.length - 1];
  return (
    <Frame words={`Rating over ${ratings.length} games, now ${Math.round(now.rating)}, give or take ${Math.round(2 * now.deviation)}`} low={low} top={top}>
      {(y) => {
        const upper = ratings.map((point, i) => `${x(i)},${y(point.rating + doubt(point))}`);
        const lower = ratings.map((point, i) => `${x(i)},${y(point.rating - doubt(point))}`).reverse();
        return (
          <>
            <polygon class="band" points={[...upper, ...lower].join(' ')} />
            <polyline class="trend" points={ratings.map((point, i) => `${x(i)},${y(point.rating)}`).join(' ')} />
            <circle class="won" cx={x(ratings.length - 1)} cy={y(now.rating)} r="4" />
          </>
        );
      }}
    </Frame>
  );
}
