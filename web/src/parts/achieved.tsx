// What a game that has just ended brought, for a few seconds at the edge of the page.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { follow } from '../route';

interface Reached {
  id: string;
  title: string;
  text: string;
}

export function AchievedNote() {
  const { showing } = useApp();
  const [reached, setReached] = useState<Reached[]>([]);
  useEffect(() => app.link.onAchieved((message) => setReached((old) => [...old, ...message.achievements])), []);
  useEffect(() => {
    if (!reached.length || showing) return;
    const timer = setTimeout(() => setReached([]), 12000);
    return () => clearTimeout(timer);
  }, [reached, showing]);
  const told = showing ? [] : reached;
  return (
    <div class="achieved" role="status">
      {told.map((one) => (
        <a key={one.id} href="/profile" onClick={follow}>
          <strong>{one.title}</strong>
          <span>{one.text}</span>
        </a>
      ))}
      {told.length > 0 && (
        <button class="plain" aria-label="Close" onClick={() => setReached([])}>
          ✕
        </button>
      )}
    </div>
  );
}
