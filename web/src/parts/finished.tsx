// The own finished games: a picture, when it was, the place and the points, and the ways to the replay and the analysis.

import { app } from '../app';
import { coverOf } from '../boards';
import { dayOf } from '../people';
import { follow } from '../route';
import type { Table } from '../types';
import { outcomeWords } from './outcome';
import { playersWords } from './tables';

function Row({ table }: { table: Table }) {
  const Cover = coverOf(table.game);
  const seen = table.steps > 0;
  return (
    <li class={`past-game game-${table.game}`}>
      <Cover />
      <div>
        <strong>
          {app.game(table.game)?.title ?? table.title}
          {table.kind === 'fork' && <span class="tag">played on</span>}
        </strong>
        <span>{playersWords(table)}</span>
        <em>
          {outcomeWords(table)} <small>{dayOf(table.created)}</small>
        </em>
      </div>
      <div class="ways">
        <a class="button" href={seen ? `/r/${table.id}` : `/t/${table.id}`} onClick={follow}>
          {seen ? 'Replay' : 'Table'}
        </a>
        {table.status === 'over' && (
          <a class="button" href={`/a/${table.id}`} onClick={follow}>
            Analysis
          </a>
        )}
      </div>
    </li>
  );
}

export function FinishedList({ tables }: { tables: Table[] }) {
  return (
    <ul class="tables">
      {tables.map((table) => (
        <Row key={table.id} table={table} />
      ))}
    </ul>
  );
}
