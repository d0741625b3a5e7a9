// For the administrator of a site: reports with what was said around them, people, tables, bans with their end, and what was done.

import { useState } from 'preact/hooks';
import { request } from '../request';
import { useAnswer } from '../people';

interface Report {
  number: number;
  time: number;
  about: string;
  about_name: string | null;
  person: string;
  person_name: string | null;
  table: string;
  text: string;
}
interface Known {
  id: string;
  name: string;
  seen: number;
  claimed: number;
  banned: number;
  tables: number;
}
interface Ban {
  id: string;
  name: string;
  until: number;
}
interface Done {
  time: number;
  author: string;
  what: string;
  text: string;
}
interface Line {
  time: number;
  person: string;
  name: string;
  text: string;
}
interface TableRow {
  id: string;
  game: string;
  status: number;
  listed: number;
  changed: number;
  names: string[];
}

const when = (time: number) => new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
type Act = (wish: Record<string, unknown>) => void;

function Around({ number }: { number: number }) {
  const { data, problem } = useAnswer<{ report: Report; chat: Line[] }>(`/api/admin/report/${number}`);
  if (!data) return <p class="quiet">{problem}</p>;
  if (!data.chat.length) return <p class="quiet">Nothing was said at that table around this time.</p>;
  return (
    <ol class="admin-chat">
      {data.chat.map((line) => (
        <li key={`${line.time} ${line.text}`} class={line.person === data.report.about ? 'admin-about' : ''}>
          <small>{when(line.time)}</small> <b>{line.name}</b>: {line.text}
        </li>
      ))}
    </ol>
  );
}

function BanButtons({ id, name, act }: { id: string; name: string; act: Act }) {
  return (
    <>
      {[
        ['a day', 1],
        ['a week', 7],
        ['good', 0],
      ].map(([words, days]) => (
        <button key={words} aria-label={`Ban for ${words}: ${name}`} onClick={() => act({ do: 'ban', person: id, days })}>
          Ban for {words}
        </button>
      ))}
    </>
  );
}

function Reports({ reports, act }: { reports: Report[]; act: Act }) {
  if (!reports.length) return <p class="quiet">There are no reports.</p>;
  return (
    <ul class="admin-list">
      {reports.map((report) => (
        <li key={report.number}>
          <p>
            <b>{report.about_name ?? 'a former player'}</b>, reported by {report.person_name ?? 'a former player'}, {when(report.time)}
            {report.table && (
              <>
                , <a href={`/t/${report.table}`}>at a table</a>
              </>
            )}
          </p>
          <blockquote>{report.text}</blockquote>
          {report.table && (
            <details>
              <summary>What was said around it</summary>
              <Around number={report.number} />
            </details>
          )}
          <div class="buttons">
            <button aria-label={`Close the report about ${report.about_name}`} onClick={() => act({ do: 'close-report', number: report.number })}>
              Close
            </button>
            {report.about_name && <BanButtons id={report.about} name={report.about_name} act={act} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function People({ act }: { act: Act }) {
  const [text, setText] = useState('');
  const { data } = useAnswer<{ people: Known[] }>(`/api/admin/people/${encodeURIComponent(text)}`);
  return (
    <section aria-labelledby="admin-people">
      <h3 id="admin-people">People</h3>
      <label class="field">
        <span>Part of a name</span>
        <input value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <ul class="admin-list">
        {data?.people.map((one) => (
          <li key={one.id}>
            <p>
              <a href={`/people/${one.id}`}>{one.name}</a>{' '}
              <small>
                {one.banned ? 'banned' : one.claimed ? 'account' : 'guest'} · {one.tables} tables · seen {when(one.seen)}
              </small>
            </p>
            {text && (
              <div class="buttons">
                <button onClick={() => act({ do: 'sign-out', person: one.id })}>Sign out everywhere</button>
                {!one.banned && <BanButtons id={one.id} name={one.name} act={act} />}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bans({ bans, act }: { bans: Ban[]; act: Act }) {
  if (!bans.length) return <p class="quiet">Nobody is banned.</p>;
  return (
    <ul class="admin-list">
      {bans.map((ban) => (
        <li key={ban.id}>
          <p>
            <b>{ban.name}</b> {ban.until ? `until ${when(ban.until)}` : 'for good'}
          </p>
          <div class="buttons">
            <button aria-label={`Unban ${ban.name}`} onClick={() => act({ do: 'unban', person: ban.id })}>
              Unban
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Tables({ tables }: { tables: TableRow[] }) {
  return (
    <ul class="admin-list">
      {tables.map((table) => (
        <li key={table.id}>
          <a href={`/t/${table.id}`}>{table.game}</a> {table.names.join(', ')}{' '}
          <small>
            {['waiting', 'running', 'over', 'ended'][table.status]} · {table.listed ? 'public' : 'private'} · {when(table.changed)}
          </small>
        </li>
      ))}
    </ul>
  );
}

export function AdminPage() {
  const [count, setCount] = useState(0);
  const reports = useAnswer<{ reports: Report[] }>('/api/admin/reports');
  const bans = useAnswer<{ bans: Ban[] }>('/api/admin/bans');
  const tables = useAnswer<{ tables: TableRow[] }>('/api/admin/tables');
  const log = useAnswer<{ log: Done[] }>('/api/admin/log');
  const [said, setSaid] = useState('');
  const act: Act = (wish) =>
    void request<{ said: string }>('POST', '/api/admin', wish).then(
      (answer) => {
        setSaid(answer.said);
        for (const list of [reports, bans, log]) list.again();
        setCount(count + 1);
      },
      (error: Error) => setSaid(error.message),
    );
  if (reports.problem) return <p class="page narrow problem">{reports.problem}</p>;
  if (!reports.data) return <div class="page narrow" aria-busy="true" />;
  return (
    <div class="page narrow admin">
      <h2>Keeping order</h2>
      <p role="status">{said}</p>
      <section aria-labelledby="admin-reports">
        <h3 id="admin-reports">Reports</h3>
        <Reports reports={reports.data.reports} act={act} />
      </section>
      <section aria-labelledby="admin-bans">
        <h3 id="admin-bans">Bans</h3>
        <Bans bans={bans.data?.bans ?? []} act={act} />
      </section>
      <People key={count} act={act} />
      <section aria-labelledby="admin-tables">
        <h3 id="admin-tables">Tables</h3>
        <Tables tables={tables.data?.tables ?? []} />
      </section>
      <section aria-labelledby="admin-log">
        <h3 id="admin-log">What was done</h3>
        <ul class="admin-list">
          {log.data?.log.map((done) => (
            <li key={`${done.time} ${done.text}`}>
              <small>{when(done.time)}</small> {done.author || 'the command line'}: {done.text}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
