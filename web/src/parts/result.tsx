// The end of a game: who won and why, what everybody's points are made of, and one tap to play again.

import { useEffect, useRef } from 'preact/hooks';
import { follow } from '../route';
import { useApp } from '../app';
import { measured, useAnswer } from '../people';
import type { Statistics } from '../people';
import type { Result, Scene } from '../types';
import { seatLabel } from './seats';

/** Why the game ended so: the reason without the headline it begins with. */
function why({ verdict = '', reason = '' }: Result): string {
  return reason.startsWith(`${verdict}. `) ? reason.slice(verdict.length + 2) : '';
}

const partWord = (key: string) => key[0].toUpperCase() + key.slice(1).replace(/_/g, ' ');

/** Alone one plays against the own best. */
function OwnBest({ scene }: { scene: Scene }) {
  const { person } = useApp();
  const { data } = useAnswer<Statistics>(person ? `/api/people/${person.id}/statistics/${scene.table.game}` : null);
  const alone = data?.games.filter((game) => game.seats === 1) ?? [];
  if (!data || data.best === null || alone.length < 2) return null;
  const reached = alone[alone.length - 1].value === data.best;
  return <p>{reached ? `${measured(data.best, data.measure)}: your best so far.` : `Your best: ${measured(data.best, data.measure)}.`}</p>;
}

interface ResultProps {
  scene: Scene;
  rematch: () => void;
  onClose: () => void;
}

export function ResultPanel({ scene, rematch, onClose }: ResultProps) {
  const { table } = scene;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const breakdown = table.result?.breakdown ?? [];
  const keys = [...new Set(breakdown.flatMap((parts) => Object.keys(parts)))].filter(
    (key) => key !== 'total' && breakdown.some((parts) => typeof parts[key] === 'number' || typeof parts[key] === 'string'),
  );
  return (
    <section class="result" ref={box} tabIndex={-1} aria-label="Result">
      <h2>{table.result?.verdict ?? 'Ended by agreement'}</h2>
      {table.result && <p>{why(table.result)}</p>}
      {table.status === 'over' && table.seats.length === 1 && scene.mine.length === 1 && <OwnBest scene={scene} />}
      {table.result && (
        <div class="scroll" tabIndex={0} role="region" aria-label={table.result.points ? 'Points by part' : 'How it stood'}>
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span class="sr">Part</span>
                </th>
                {table.seats.map((_, seat) => (
                  <th key={seat} scope="col" class={table.result!.winners.includes(seat) ? 'winner' : ''}>
                    {seatLabel(table, seat)}
                    {table.result!.winners.includes(seat) && table.seats.length > 1 && <span class="sr"> (won)</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr key={key}>
                  <th scope="row">{partWord(key)}</th>
                  {breakdown.map((parts, seat) => (
                    <td key={seat}>{parts[key] ?? '–'}</td>
                  ))}
                </tr>
              ))}
              {table.result.points && (
                <tr class="total">
                  <th scope="row">Total</th>
                  {table.result.scores.map((score, seat) => (
                    <td key={seat}>{score}</td>
                  ))}
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
      <div class="buttons">
        {scene.mine.length > 0 && (
          <button class="primary" onClick={rematch}>
            {table.rematch ? 'To the rematch' : 'Rematch'}
          </button>
        )}
        <a class="button" href={`/r/${table.id}`} onClick={follow}>
          Replay
        </a>
        <button onClick={onClose}>Look at the sheets</button>
      </div>
    </section>
  );
}
