// The own games, with whose turn it is.

import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import { request } from '../request';
import { HandOver } from '../parts/device';
import { FinishedList } from '../parts/finished';
import { ImportRecord } from '../parts/import';
import { neverBegan } from '../parts/outcome';
import { TableList, localTimes, myTurn } from '../parts/tables';
import { useTurns } from '../parts/turns';
import { follow } from '../route';
import type { Table } from '../types';

export function MinePage() {
  const { person } = useApp();
  const [tables, setTables] = useState<Table[] | null>(null);
  const [problem, setProblem] = useState('');
  const [handed, setHanded] = useState(0);
  const turns = useTurns();
  useEffect(() => {
    if (!person) return setTables([]);
    const load = () =>
      request<{ tables: Table[]; now?: number }>('GET', '/api/mine').then(
        (answer) => {
          setTables(localTimes(answer.tables, answer.now).filter((table) => table.kind !== 'lesson')); // lessons are taken up under Learn
          setProblem('');
        },
        (error) => setProblem(error.message),
      );
    void load();
    const timer = setInterval(load, 10000);
    return () => clearInterval(timer);
  }, [person, handed, turns]);
  const going = tables?.filter((table) => table.status === 'waiting' || table.status === 'running') ?? [];
  const done = tables?.filter((table) => (table.status === 'over' || table.status === 'ended') && !neverBegan(table)) ?? [];
  going.sort((a, b) => Number(myTurn(b)) - Number(myTurn(a)));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Your games</h1>
      </header>
      {problem && <p class="problem">{problem}</p>}
      {tables && going.length + done.length === 0 && (
        <p class="empty">
          Nothing here yet.{' '}
          <a href="/" onClick={follow}>
            Start a game
          </a>
          : it waits for you here for as long as you like. Or{' '}
          <a href="/learn" onClick={follow}>
            learn one first
          </a>
          , in small steps.
        </p>
      )}
      {going.length > 0 && <h2>Going on</h2>}
      <TableList tables={going} />
      {done.length > 0 && <h2>Finished</h2>}
      <FinishedList tables={done} />
      <HandOver onDone={() => setHanded(handed + 1)} />
      <ImportRecord />
    </div>
  );
}
