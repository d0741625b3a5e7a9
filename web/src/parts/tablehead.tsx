// The head of a table: the game, the round, who sits where, and whose turn it is.

import { isChosen } from '../deal';
import { asset, follow } from '../route';
import type { Scene } from '../types';
import type { Doing } from './doings';
import type { Someone } from './personcard';
import { SeatRow } from './seatrow';
import { SoundButton } from './soundbutton';

interface HeadProps {
  scene: Scene;
  title: string;
  shown: number;
  setShown: (seat: number) => void;
  /** What stands beside the round instead of what a table would say. */
  note?: string;
  onPerson?: (who: Someone) => void;
  /** What others just did: their chips say what it gained. */
  doings?: Doing[];
}

function roundWords(scene: Scene): string {
  const { view, table } = scene;
  if (scene.lesson?.finished) return 'the lesson is finished';
  if (table.status === 'waiting') return 'waits for players';
  if (table.status === 'over') return 'over';
  if (table.status === 'ended') return 'ended';
  if (typeof view?.when === 'string') return view.when; // what the game calls a round: "6 o'clock"
  if (typeof view?.round !== 'number') return typeof view?.turn === 'number' ? `turn ${view.turn}` : '';
  if (view.round === 0) return 'before round 1';
  const rounds = view.shared?.rounds;
  return typeof rounds === 'number' ? `round ${view.round} of ${rounds}` : `round ${view.round}`;
}

/** "rated", "2 watching": what everybody at the table should know. */
function termsWords({ table }: Scene): string {
  const words = [];
  if (table.kind === 'game' && table.seats.length > 1 && !table.daily) words.push(table.rated ? 'rated' : 'not rated');
  if (table.spectators) words.push(`${table.spectators} watching`);
  return words.map((word) => ` · ${word}`).join('');
}

export function TableHead({ scene, title, shown, setShown, note, onPerson, doings }: HeadProps) {
  const { table, view } = scene;
  const watching = note === undefined && scene.seat === 'public' && table.status !== 'waiting' ? 'watching · ' : '';
  return (
    <header class="table-head">
      <a class="home" href="/" onClick={follow} aria-label="Flipside, to the start page">
        <img src={asset('/icon.svg')} alt="" width="32" height="32" />
      </a>
      <div class="what">
        <h1 title={title}>{title}</h1>
        <p title={watching + roundWords(scene) + (note ?? termsWords(scene))}>
          {watching}
          {roundWords(scene)}
          {note === undefined && termsWords(scene)}
          {table.edition && (
            <span class="edition-note" title={`${table.edition.name}: an edition of somebody’s own, with the fingerprint ${table.edition.fingerprint}`}>
              {' · '}
              {table.edition.name && <span>{table.edition.name}, </span>}
              {table.edition.fingerprint.slice(0, 8)}
            </span>
          )}
          {note === undefined && isChosen(table) && <span class="chosen"> · chosen seed</span>}
          {note}
        </p>
      </div>
      {note === undefined && <SoundButton />}
      {view && <SeatRow scene={scene} shown={shown} setShown={setShown} past={note !== undefined} onPerson={onPerson} doings={doings} />}
    </header>
  );
}
