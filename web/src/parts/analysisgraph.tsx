// The graphs of an analysis: what each seat could expect as the game went on, and luck and skill adding up. Also as a picture to share.

import { amount, costly, expectations, levelOf, sums, type Analysis, type Decision, type Played } from '../analysis';
import { beyond, lossWords, sumFigure, sumFigureWords, unitWords } from '../decided';

const wide = 1000;
const frame = { left: 62, right: 12, top: 14, bottom: 26 };
/** Lines are told apart by their strokes too, not by hue alone. */
const dashes = ['', '14 7', '3 6', '18 6 3 6', '9 5', '3 4 3 10', '24 6', '12 4 3 4 3 4', '2 10', '30 10'];

interface Scale {
  x: (step: number) => number;
  y: (value: number) => number;
  ticks: number[];
  high: number;
}

function scaleOf(steps: number, values: number[], high: number): Scale {
  const [low, top] = [Math.min(...values), Math.max(...values)];
  const margin = (top - low || 1) * 0.06;
  const [from, to] = [low - margin, top + margin];
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!;
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return {
    high,
    ticks,
    x: (at) => frame.left + (at / Math.max(1, steps)) * (wide - frame.left - frame.right),
    y: (value) => frame.top + (1 - (value - from) / (to - from)) * (high - frame.top - frame.bottom),
  };
}

const points = (scale: Scale, line: { step: number; value: number }[]) =>
  line.map((one) => `${scale.x(one.step).toFixed(1)},${scale.y(one.value).toFixed(1)}`).join(' ');

const signed = (number: number) => String(number).replace('-', '−');

/** What stands beside a line of the grid. No share is more than a whole win; sums of them are, and are counted in wins then. */
export function tickWords({ unit }: Pick<Analysis, 'unit'>, tick: number, ticks: number[]): string {
  const number = Math.round(tick * 10) / 10;
  if (unit === 'points') return signed(number);
  if (ticks.every((one) => Math.abs(one) < 1.01)) return `${signed(Math.round(tick * 100))} %`;
  return number === 0 ? '0' : `${signed(number)} ${Math.abs(number) <= 1 ? 'win' : 'wins'}`;
}

function Axes({ analysis, scale }: { analysis: Analysis; scale: Scale }) {
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={frame.left} x2={wide - frame.right} y1={scale.y(tick)} y2={scale.y(tick)} />
          <text x={frame.left - 8} y={scale.y(tick) + 5} text-anchor="end">
            {tickWords(analysis, tick, scale.ticks)}
          </text>
        </g>
      ))}
      <text x={frame.left} y={scale.high - 6}>
        start
      </text>
      <text x={wide - frame.right} y={scale.high - 6} text-anchor="end">
        end
      </text>
    </>
  );
}

/** The value of a seat's line where a decision was made. */
function heightAt(line: { step: number; value: number }[], step: number): number {
  let found = line[0];
  for (const one of line) if (one.step <= step) found = one;
  return found?.value ?? 0;
}

interface GraphProps {
  analysis: Analysis;
  names: string[];
  seat: number;
  selected: Decision | null;
  select: (decision: Decision) => void;
}

export function ExpectationGraph({ analysis, names, seat, selected, select }: GraphProps) {
  const seats = analysis.players.map((player) => player.seat);
  const lines = seats.map((one) => expectations(analysis, one));
  const steps = analysis.moments[analysis.moments.length - 1].step;
  const scale = scaleOf(
    steps,
    lines.flat().map((one) => one.value),
    320,
  );
  const ends = seats.map((one) => `${names[one]} from ${amount(analysis, lines[one][0]?.value ?? 0)} to ${amount(analysis, analysis.players[one].result)}`);
  return (
    <figure class="analysis-graph">
      <figcaption>
        {analysis.unit === 'points' ? 'Expected final score' : 'Chance to win'}
        {seats.length > 1 &&
          seats.map((one) => (
            <span key={one} class={one === seat ? 'own' : ''}>
              <svg viewBox="0 0 32 8" width="32" height="8" aria-hidden="true">
                <line class={`seat-${one % 6}`} x1="1" x2="31" y1="4" y2="4" stroke-dasharray={dashes[one]} />
              </svg>
              {names[one]}
            </span>
          ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${wide} ${scale.high}`}
        role="img"
        aria-label={`${analysis.unit === 'points' ? 'Expected final score' : 'Chance to win'} over the game: ${ends.join('; ')}`}
      >
        <Axes analysis={analysis} scale={scale} />
        {selected && <line class="now" x1={scale.x(selected.step)} x2={scale.x(selected.step)} y1={frame.top} y2={scale.high - frame.bottom} />}
        {lines.map((line, one) => (
          <polyline key={one} class={`line seat-${one % 6}`} points={points(scale, line)} stroke-dasharray={dashes[one]} />
        ))}
        {costly(analysis, seat).map((decision) => (
          <g key={decision.step} class={`point ${decision.grade} ${decision === selected ? 'selected' : ''}`} onClick={() => select(decision)}>
            <circle class="reach" cx={scale.x(decision.step)} cy={scale.y(heightAt(lines[seat], decision.step))} r="24" />
            <circle
              cx={scale.x(decision.step)}
              cy={scale.y(heightAt(lines[seat], decision.step))}
              r={decision.grade === 'blunder' ? 11 : decision.grade === 'mistake' ? 9 : 7}
            />
            <title>
              {decision.grade}, {lossWords(analysis, decision.loss ?? 0)}
            </title>
          </g>
        ))}
      </svg>
    </figure>
  );
}

export function SumsGraph({ analysis, seat, selected }: { analysis: Analysis; seat: number; selected: Decision | null }) {
  const line = sums(analysis, seat);
  const last = line[line.length - 1];
  const player = analysis.players[seat];
  const [luck, skill] = [sumFigureWords(analysis, player.luck, player.luck_interval), sumFigureWords(analysis, player.skill, player.skill_interval)];
  const scale = scaleOf(
    last.step,
    line.flatMap((one) => [one.luck, one.skill, 0]),
    220,
  );
  return (
    <figure class="analysis-graph">
      <figcaption>
        Added up
        <span class="luck-key">
          <i />
          luck: {luck}
        </span>
        <span class="skill-key">
          <i />
          skill: {skill}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${wide} ${scale.high}`} role="img" aria-label={`Luck and skill, added up over the game. In the end luck: ${luck}; skill: ${skill}`}>
        <Axes analysis={analysis} scale={scale} />
        <line class="zero" x1={frame.left} x2={wide - frame.right} y1={scale.y(0)} y2={scale.y(0)} />
        {selected && <line class="now" x1={scale.x(selected.step)} x2={scale.x(selected.step)} y1={frame.top} y2={scale.high - frame.bottom} />}
        <polyline
          class="line luck"
          points={points(
            scale,
            line.map((one) => ({ step: one.step, value: one.luck })),
          )}
        />
        <polyline
          class="line skill"
          points={points(
            scale,
            line.map((one) => ({ step: one.step, value: one.skill })),
          )}
        />
      </svg>
    </figure>
  );
}

/* --- a picture to share ------------------------------------------------------------------------------------------------ */

const ink = {
  paper: '#fcf8ee',
  ink: '#25211b',
  soft: '#5d5547',
  line: '#d6cab1',
  seats: ['#1c6b50', '#b3261e', '#25211b', '#5d5547', '#8a5fb0', '#3e87a8'],
  slip: '#c78a12',
  mistake: '#b3261e',
  blunder: '#96190f',
};
const escaped = (words: string) => words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Where the columns beneath the graph end, but for the last, which begins there. */
const columns = { luck: 460, skill: 610, lost: 690, accuracy: 780, like: 800 };

/** What a player's line says, from the second column on. */
function figuresOf(analysis: Analysis, player: Played): Partial<Record<keyof typeof columns, string>> {
  const more = beyond(analysis, player, player.loss);
  const figures = {
    luck: sumFigure(analysis, player.luck, player.luck_interval),
    skill: sumFigure(analysis, player.skill, player.skill_interval),
    lost: more ? `> ${more}` : ((analysis.unit === 'share' ? 100 : 1) * player.loss).toFixed(1),
  };
  const like = levelOf(player);
  return like ? { ...figures, accuracy: `${Math.round(player.accuracy!)} %`, like } : figures;
}

/** The graph with its title and a line per player, as an SVG file of its own. */
export function pictureOf(analysis: Analysis, title: string, names: string[], seat: number): string {
  const lines = analysis.players.map((player) => expectations(analysis, player.seat));
  const scale = scaleOf(
    analysis.moments[analysis.moments.length - 1].step,
    lines.flat().map((one) => one.value),
    380,
  );
  const text = (x: number, y: number, size: number, words: string, colour = ink.ink, anchor = 'start') =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escaped(words)}</text>`;
  const high = 510 + 28 * analysis.players.length;
  const grid = scale.ticks.map(
    (tick) =>
      `<line x1="${frame.left}" x2="${wide - frame.right}" y1="${scale.y(tick)}" y2="${scale.y(tick)}" stroke="${ink.line}"/>` +
      text(frame.left - 8, scale.y(tick) + 5, 15, tickWords(analysis, tick, scale.ticks), ink.soft, 'end'),
  );
  const curves = lines.map(
    (line, one) => `<polyline points="${points(scale, line)}" fill="none" stroke-width="3" stroke="${ink.seats[one % 6]}" stroke-dasharray="${dashes[one]}"/>`,
  );
  const dots = costly(analysis, seat).map(
    (one) =>
      `<circle cx="${scale.x(one.step)}" cy="${scale.y(heightAt(lines[seat], one.step))}" r="8" fill="${ink[one.grade as 'slip' | 'mistake' | 'blunder']}"/>`,
  );
  const cells = (y: number, size: number, words: Partial<Record<string, string>>, colour: string) =>
    Object.entries(columns).map(([name, x]) => text(x, y, size, words[name] ?? '', colour, name === 'like' ? 'start' : 'end'));
  const head = cells(
    490,
    15,
    {
      luck: 'luck',
      skill: 'skill',
      lost: 'lost',
      ...(analysis.players.some((one) => levelOf(one)) && { accuracy: 'accuracy', like: 'played like' }),
    },
    ink.soft,
  );
  const counted = text(frame.left, 490, 15, `luck, skill, lost: ${unitWords(analysis)}`, ink.soft);
  const players = analysis.players.flatMap((one, i) => {
    const colour = ink.seats[one.seat % 6];
    return [text(frame.left, 518 + 28 * i, 18, names[one.seat], colour), ...cells(518 + 28 * i, 17, figuresOf(analysis, one), colour)];
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" font-family="Georgia, serif">` +
    `<rect width="100%" height="100%" fill="${ink.paper}"/>${text(frame.left, 44, 28, title)}` +
    `<g transform="translate(0 70)">${grid.join('')}${curves.join('')}${dots.join('')}</g>${counted}${head.join('')}${players.join('')}</svg>`
  );
}
