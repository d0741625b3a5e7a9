// What a game that has just ended brought: within its result, or, away from there, for a few seconds at the edge of the page.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { follow } from '../route';

export interface Reached {
  id: string;
  title: string;
  text: string;
}

/** What was reached since the page was opened, by table. */
const reachedAt = new Map<string, Reached[]>();
app.link.onAchieved(({ table, achievements }) => {
  reachedAt.set(table, [...(reachedAt.get(table) ?? []), ...achievements]);
  app.changed();
});

export function ReachedList({ table }: { table: string }) {
  useApp();
  const reached = reachedAt.get(table) ?? [];
  if (!reached.length) return null;
  return (
    <ul class="reached" aria-label="Achievements">
      {reached.map((one) => (
        <li key={one.id}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="M7 3h10v3h4v3a4 4 0 01-4 4 5 5 0 01-4 3.5V19h4v2H7v-2h4v-2.500A5 5 0 017 13a4 4 0 01-4-4V6h4zM5 8v1a2 2 0 002 2V8zm12 0v3a2 2 0 002-2V8z" />
          </svg>
          <span>
            <strong>{one.title}</strong> {one.text}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function AchievedNote() {
  const { showing, resultOf } = useApp();
  const [closed, setClosed] = useState(0);
  const due = showing ? [] : [...reachedAt].flatMap(([table, reached]) => (table === resultOf ? [] : reached));
  const told = due.slice(closed);
  useEffect(() => {
    if (!told.length) return;
    const timer = setTimeout(() => setClosed(due.length), 12000);
    return () => clearTimeout(timer);
  }, [told.length]);
  return (
    <div class="achieved" role="status">
      {told.length > 0 && (
        <div>
          {told.map((one) => (
            <a key={one.id} href="/profile" onClick={follow}>
              <strong>{one.title}</strong>
              <span>{one.text}</span>
            </a>
          ))}
          <button class="plain" aria-label="Close" onClick={() => setClosed(due.length)}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
