// What an action is called on its button, and what it does, in words for those who have not read the rules.

import type { Action } from 'shell/types';
import type { View } from './model';
import { blastReach } from './measures';
import { pieceWords, tokenWords } from './words';

/** What stands on its button: short, the picture says the rest. */
export function buttonWords(action: Action, view: View): string {
  const token = (name: unknown) => tokenWords[name as string] ?? String(name);
  switch (action.kind) {
    case 'play':
      return String(action.cowboy);
    case 'duel':
      return `Duel with ${action.cowboy}`;
    case 'move':
      return 'Move';
    case 'walk':
      return `Walk ${pieceWords(String(action.figure))}`;
    case 'shoot':
      return { left: 'Left-hand shot', right: 'Right-hand shot', door: 'Shoot out', around: 'Winchester' }[action.side as string] ?? 'Shoot';
    case 'throw':
      return 'Throw';
    case 'face':
      return 'Turn';
    case 'take':
      return action.token === 'face_down' ? 'Turn one up' : `Take ${token(action.token)}`;
    case 'drop':
      return `Drop ${token(action.token)}`;
    case 'exchange':
      return `${token(action.take)} for ${action.drop === 'all' ? 'all' : token(action.drop)}`;
    case 'keep':
      return action.drop ? `Keep for ${action.drop === 'all' ? 'all' : token(action.drop)}` : 'Keep it';
    case 'leave':
      return 'Leave it';
    case 'clear':
      return `${pieceWords(String(action.object))} ${action.side}`; // as one comes out of the door: no arrow can show that from everywhere
    case 'poison':
      return 'Poison';
    case 'purify':
      return 'Purify';
    case 'free':
      return 'Free him';
    case 'end':
      return view.phase === 'play' ? 'End turn' : 'End';
    default:
      return action.tell;
  }
}

const does = (): Record<string, string> => ({
  move: 'he goes where the disc comes to rest, if it touches nothing',
  walk: 'once an hour, like a move of a cowboy',
  shoot: 'the first one touched is hit if he falls',
  throw: `it goes off where it rests and hits all within ${blastReach} mm`,
  face: 'turns him; this is free',
  take: 'one action; two tokens at most in hand',
  drop: 'it stays here; one action',
  exchange: 'one action',
  keep: 'he carries it',
  leave: 'it lies here, face up',
  clear: 'to that side of whoever comes out of the door; this is free',
  poison: 'the water here, one action; when the clock strikes, everyone inside loses a hit point',
  purify: 'the water here, one action',
  free: 'the prisoner is down and plays again; one action',
  end: 'his hat is turned over',
});

/** What it does; empty where the button says all. */
export function deedWords(action: Action): string {
  if (action.kind === 'shoot' && action.side === 'around') return 'the bullet lies anywhere around him, and his hand does not shake';
  if (action.kind === 'take' && action.token === 'face_down') return 'a face-down token, then keep it or leave it; one action';
  return does()[action.kind] ?? '';
}

/** For the line under the board. */
export function lineWords(action: Action, view: View): string {
  const deed = deedWords(action);
  return deed ? `${buttonWords(action, view)}: ${deed}` : action.tell;
}
