// What a view says, as it stands: for moments of a game without a board of its own in which no table can draw the sheet, as in a replay.

import { seatLabel } from '../parts/seats';
import type { Scene } from '../types';

type Fact = [string, string];

const words = (name: string) => name.replaceAll('_', ' ');

/** The plain facts of an object, and those of the objects in it that are no lists. */
function factsOf(object: any, left: string[] = []): Fact[] {
  if (typeof object !== 'object' || object === null) return [];
  return Object.entries(object).flatMap(([name, value]): Fact[] => {
    if (left.includes(name) || value === null || value === '') return [];
    if (Array.isArray(value)) return value.length && value.every((one) => typeof one !== 'object') ? [[words(name), value.join(', ')]] : [];
    if (typeof value === 'object') return factsOf(value);
    return [[words(name), typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]];
  });
}

function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl>
      {facts.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The page's own frame says already what game it is and who decides. */
const known = ['game', 'edition', 'seat', 'seats', 'to_act', 'over', 'result', 'options'];

export function Facts({ scene }: { scene: Scene }) {
  const table = factsOf(scene.view, known);
  const seats: unknown[] = Array.isArray(scene.view?.seats) ? scene.view.seats : [];
  return (
    <div class="facts" role="group" aria-label="What the table shows" tabIndex={0}>
      {table.length > 0 && (
        <section aria-label="On the table">
          <h2>On the table</h2>
          <FactList facts={table} />
        </section>
      )}
      {seats.map((seat, index) => (
        <section key={index} aria-label={seatLabel(scene.table, index)}>
          <h2>{seatLabel(scene.table, index)}</h2>
          <FactList facts={factsOf(seat)} />
        </section>
      ))}
    </div>
  );
}
