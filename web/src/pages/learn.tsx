// The rules of a game, in our own words.

import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import { Rules } from '../parts/rules';
import { follow } from '../route';

export function LearnPage({ game }: { game?: string }) {
  const { games } = useApp();
  const [shown, setShown] = useState(game ?? games[0]?.id);
  useEffect(() => setShown(game ?? games[0]?.id), [game]);
  return (
    <div class="page">
      <header class="page-head">
        <h1>Learn</h1>
        <nav class="tabs" aria-label="Games">
          {games.map((one) => (
            <a key={one.id} href={`/learn/${one.id}`} onClick={follow} aria-current={one.id === shown ? 'page' : undefined}>
              {one.title}
            </a>
          ))}
        </nav>
      </header>
      {shown && <Rules game={shown} />}
    </div>
  );
}
