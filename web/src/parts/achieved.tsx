// What a game that has just ended brought: within its result, or, away from there, for a few seconds at the edge of the page.

import { useEffect } from 'preact/hooks';
import { app, useApp } from '../app';
import { backend } from '../backend';
import { useAnswer, type Achievement } from '../people';
import { follow, useRoute } from '../route';

export interface Reached {
  id: string;
  title: string;
  text: string;
}

interface At extends Reached {
  table: string;
  told: boolean;
}

/** What was reached since the page was opened. */
let reached: At[] = [];
app.connection.onAchieved(({ table, achievements }) => {
  reached = [...reached, ...achievements.map((one: Reached) => ({ ...one, table, told: false }))];
  app.changed();
});

function markTold(which: At[]): void {
  if (which.every((one) => one.told)) return;
  for (const one of which) one.told = true;
  app.changed();
}

/** What was told while the page was open, or what the server knows of a game that one comes back to. */
function useReached(table: string): Reached[] {
  const { person } = useApp();
  const told = reached.filter((one) => one.table === table);
  const { data } = useAnswer<{ games: { achievements: Achievement[] }[] }>(
    person && !backend.here && !told.length ? `/api/people/${person.id}/achievements` : null,
  );
  return told.length ? told : (data?.games ?? []).flatMap((game) => game.achievements.filter((one) => one.table === table));
}

export function ReachedList({ table }: { table: string }) {
  const list = useReached(table);
  const here = reached.filter((one) => one.table === table);
  useEffect(() => markTold(here), [here.length]);
  if (!list.length) return null;
  return (
    <ul class="reached" aria-label="Achievements">
      {list.map((one) => (
        <li key={one.id}>
          <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
            <path d="M7 3h10v3h4v3a4 4 0 01-4 4 5 5 0 01-4 3.500V19h4v2H7v-2h4v-2.500A5 5 0 017 13a4 4 0 01-4-4V6h4zM5 8v1a2 2 0 002 2V8zm12 0v3a2 2 0 002-2V8z" />
          </svg>
          <span>
            <strong>{one.title}</strong> {one.text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The table's own result tells it there; anywhere else, here. */
export function AchievedNote() {
  const { showing } = useApp();
  const path = useRoute();
  const due = showing ? [] : reached.filter((one) => !one.told && path !== `/t/${one.table}`);
  useEffect(() => {
    if (!due.length) return;
    const timer = setTimeout(() => markTold(due), 12000);
    return () => clearTimeout(timer);
  }, [due.length]);
  return (
    <div class="achieved" role="status">
      {due.length > 0 && (
        <div>
          {due.map((one) => (
            <a key={one.id} href="/profile" onClick={follow}>
              <strong>{one.title}</strong>
              <span>{one.text}</span>
            </a>
          ))}
          <button class="plain" aria-label="Close" onClick={() => markTold(due)}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}
