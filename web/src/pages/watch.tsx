// The lobby, live: tables that wait for players, and games to look on.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { TableList } from '../parts/tables';
import { follow } from '../route';
import type { Table } from '../types';

export function WatchPage() {
  const { person } = useApp();
  const [tables, setTables] = useState<Table[] | null>(null);
  useEffect(() => {
    if (!person) void app.ensurePerson();
  }, []);
  useEffect(() => app.link.lobby(setTables), []);
  const waiting = tables?.filter((table) => table.status === 'waiting') ?? [];
  const running = tables?.filter((table) => table.status === 'running') ?? [];
  return (
    <div class="page">
      <header class="page-head">
        <h1>The lobby</h1>
        <p>Take a free seat, or watch. The list updates automatically.</p>
      </header>
      {tables && tables.length === 0 && (
        <p class="empty">
          Nobody plays in public right now. <a href="/" onClick={follow}>Make a table</a> with a seat for "anybody from the lobby", and
          it stands here. Or <a href="/learn" onClick={follow}>learn a game</a> in the meantime.
        </p>
      )}
      {waiting.length > 0 && <h2>Free seats</h2>}
      <TableList tables={waiting} />
      {running.length > 0 && <h2>Games to watch</h2>}
      <TableList tables={running} />
    </div>
  );
}
