// Habits: where the points are lost over one's analysed games of one kind, beside others of about the same rating.

import { useEffect, useState } from 'preact/hooks';
import { partOrder, withOwn, type HabitsAnswer, type Line, type Sums } from '../habits';
import { useAnswer } from '../people';

/** Points, or hundredths of a win: the headings say which. */
const unitOf = (points: boolean) => (points ? 'points' : 'wins in 100');
const amount = (value: number, points: boolean) => (points ? value : 100 * value).toFixed(1);
const rate = (value: number | null, points: boolean) => (value === null ? '–' : (points ? value : 100 * value).toFixed(2));

function LossTable({ title, lines, sums, points }: { title: string; lines: Line[]; sums: Sums; points: boolean }) {
  const most = Math.max(...lines.map((line) => line.loss), 1e-9);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="numbers habits">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Lost per game, {unitOf(points)}</th>
            <th scope="col">Decisions</th>
            <th scope="col">Per decision, {unitOf(points)}</th>
            {sums.others > 0 && <th scope="col">Others like you, {unitOf(points)}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <th scope="row">
                {line.name}
                <span class="habit-bar" aria-hidden="true" style={{ width: `${(100 * line.loss) / most}%` }} />
              </th>
              <td>{amount(line.loss / sums.games, points)}</td>
              <td>{line.decisions}</td>
              <td>{rate(line.each, points)}</td>
              {sums.others > 0 && <td>{rate(line.others, points)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Tables({ title, sums, points }: { title: string; sums: Sums; points: boolean }) {
  if (!sums.games) return null;
  const themes = [...sums.themes].sort((a, b) => b.loss - a.loss);
  const parts = [...sums.parts].sort((a, b) => partOrder.indexOf(a.name) - partOrder.indexOf(b.name));
  const worst = themes[0];
  return (
    <>
      <p>
        {title}, {sums.games === 1 ? 'one game' : `${sums.games} games`}:{' '}
        {worst && Number.parseFloat(amount(worst.loss / sums.games, points)) ? (
          <>
            most is lost in <b>{worst.name}</b>: {amount(worst.loss / sums.games, points)} {unitOf(points)} per game.
          </>
        ) : (
          'nothing was clearly lost.'
        )}
        {sums.here
          ? ` ${sums.here === 1 ? 'One of them was' : `${sums.here} of them were`} analysed on this device; the server does not count ${sums.here === 1 ? 'it' : 'them'}.`
          : ''}
        {sums.others > 0 && ` Compared with ${sums.others} games of players within 150 rating points.`}
      </p>
      <LossTable title={`${title}: by kind of decision`} lines={themes} sums={sums} points={points} />
      <LossTable title={`${title}: by part of the game`} lines={parts} sums={sums} points={points} />
    </>
  );
}

export function Habits({ person, game }: { person: string; game: string }) {
  const { data: known, problem } = useAnswer<HabitsAnswer>(`/api/people/${person}/habits/${game}`);
  const [data, setData] = useState<HabitsAnswer | null>(null);
  useEffect(() => {
    let gone = false;
    if (known)
      withOwn(person, game, known).then(
        (all) => gone || setData(all),
        () => gone || setData(known),
      );
    return () => {
      gone = true;
    };
  }, [known, person, game]);
  if (problem)
    return (
      <p class="problem" role="alert">
        {problem}
      </p>
    );
  if (!data) return null;
  const none = data.alone.games + data.with_others.games === 0;
  return (
    <section class="habits-part">
      <h2>Where you lose</h2>
      {none ? (
        <p class="empty">None of your games has been analysed yet. Open a finished game and choose Analyse; after a few of them your habits show here.</p>
      ) : (
        <>
          <Tables title="Alone" sums={data.alone} points={data.points} />
          <Tables title="With others" sums={data.with_others} points={false} />
        </>
      )}
    </section>
  );
}
