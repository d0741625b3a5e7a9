// The strip under the board: one line about what is to do, pointed at or hinted, and the buttons for it.

import { hintWords } from '../decided';
import { secondPerson } from '../parts/lines';
import { offered } from '../parts/openmoves';
import { nameList, seatLabel } from '../parts/seats';
import { useTurns } from '../parts/turns';
import { helpCosts, helpCostsHere, isAlone } from '../parts/tutor';
import { go } from '../route';
import type { Action, Choice, Scene } from '../types';
import type { Hints } from './acting';
import { undoing } from './undoing';

const waitsForServer = 'This waits for the server: it is done as soon as the connection is back.';

function points(gain: number): string {
  if (!gain) return '';
  return `: ${gain > 0 ? '+' : '−'}${Math.abs(gain)} point${Math.abs(gain) === 1 ? '' : 's'}`;
}

function sentence(action: Action, progress = ''): string {
  const words = secondPerson(action.tell || action.text);
  return words[0].toUpperCase() + words.slice(1) + (points(action.gain) || (progress && `: ${progress}`));
}

function waitWords({ table }: Scene): string {
  if (table.status !== 'running') return '';
  const names = table.to_act.map((seat) => seatLabel(table, seat));
  return names.length ? `${nameList(names)} ${names.length === 1 ? 'decides' : 'decide'} …` : '';
}

interface LineProps {
  scene: Scene;
  preview: Action | null;
  best?: Choice;
  prompt?: (scene: Scene) => string;
  progress?: (scene: Scene, action: Action) => string;
  myTurn: boolean;
  showing: boolean;
  /** The device goes to somebody else: nothing is said before they have it. */
  handOver: boolean;
  away: boolean;
}

export function StripLine({ scene, preview, best, prompt, progress, myTurn, showing, handOver, away }: LineProps) {
  const line = preview
    ? sentence(preview, progress?.(scene, preview))
    : best
      ? hintWords(best, scene.actions.length === 1)
      : myTurn
        ? prompt?.(scene)
        : waitWords(scene);
  const classes = ['line', myTurn && !showing && 'your-turn', !preview && !best && 'prompt'].filter(Boolean).join(' ');
  return (
    <p class={classes} role={away ? 'status' : undefined}>
      {away ? waitsForServer : handOver || (showing && !preview && !best) ? '' : (line ?? '')}
    </p>
  );
}

interface HintButtonProps {
  scene: Scene;
  hints: Hints;
  disabled: boolean;
}

function HintButton({ scene, hints: { hint, thinking, mayAsk }, disabled }: HintButtonProps) {
  const { table } = scene;
  const costs = helpCostsHere(scene);
  if (table.daily || (table.help === false && !isAlone(table))) return null;
  return (
    <button class="costly" onClick={() => void hint()} disabled={disabled || !mayAsk} aria-keyshortcuts="h" title={costs ? helpCosts : undefined}>
      {thinking ? 'Thinking …' : 'Hint'}
      {costs && !thinking && table.help !== false && <span class="sr">, then no achievements</span>}
      {table.help === false && (
        <small>
          then no rating<span class="sr"> and no achievements</span>
        </small>
      )}
    </button>
  );
}

const nothingToUndo = 'Nothing to undo. What has been turned up or shown to others stays.';
const undoesMore = 'Takes back your last move and all that came after it. Then there are no achievements.';

interface ButtonsProps {
  scene: Scene;
  hints: Hints;
  myTurn: boolean;
  handOver: boolean;
  undo: () => void;
  onMoves: () => void;
}

/** What somebody who plays here can ask for while the game runs. */
export function PlayButtons({ scene, hints, myTurn, handOver, undo, onMoves }: ButtonsProps) {
  const { best } = hints;
  const kind = undoing(scene);
  if (!scene.mine.length || scene.table.status !== 'running') return null;
  return (
    <>
      {best && offered(scene.actions, best.text) && (
        <button class="primary" onClick={() => void hints.follow(best)}>
          Do that
        </button>
      )}
      {!scene.lesson && (
        <>
          <button
            onClick={undo}
            disabled={!kind || handOver}
            aria-keyshortcuts="u"
            title={kind === 'step' ? undefined : kind === 'move' ? undoesMore : nothingToUndo}
          >
            Undo
          </button>
          <HintButton scene={scene} hints={hints} disabled={!myTurn || handOver} />
          <button onClick={onMoves} disabled={!myTurn || handOver} aria-keyshortcuts=":">
            Moves
          </button>
        </>
      )}
    </>
  );
}

/** The rules, one press away; on a phone as an open book. */
export function RulesButton({ onClick }: { onClick: () => void }) {
  return (
    <button class="rules-button" aria-label="Rules" title="Rules" onClick={onClick}>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d="M12 6C9 4 6 4 3 4.500V19c3-.5 6-.5 9 1.500 3-2 6-2 9-1.500V4.500C18 4 15 4 12 6zM12 6v14" />
      </svg>
      <span>Rules</span>
    </button>
  );
}

/** Another game waits, the one with the least time first. */
export function NextGame({ id }: { id: string }) {
  const others = useTurns().filter(({ table }) => table !== id);
  if (!others.length) return null;
  const [next] = [...others].sort((a, b) => (a.deadline ?? Infinity) - (b.deadline ?? Infinity));
  return (
    <button class="next-game" onClick={() => go(`/t/${next.table}`)} title={`${next.title}${next.others.length ? ` with ${next.others.join(', ')}` : ''}`}>
      Next game{others.length > 1 ? ` (${others.length})` : ''}
    </button>
  );
}

/** Opens the drawer; a dot says that something new was said. */
export function DrawerButton({ open, wide, unread, onClick }: { open: boolean; wide: boolean; unread: boolean; onClick: () => void }) {
  return (
    <button aria-expanded={open} title="Log, chat, rules, table" onClick={onClick}>
      {wide ? 'Log and more' : 'More'}
      {unread && (
        <span class="dot">
          <span class="sr">, something was said</span>
        </span>
      )}
    </button>
  );
}
