// The terms of a table in words: its clock, whether it is rated, the options that are not the usual ones, how long it has been there.

import { app } from '../app';
import type { Game, GameOption, Table } from '../types';
import { choiceTitle, wordsOf } from './options';

const units: [number, string][] = [
  [86400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** "5 minutes", "a day": in the largest unit that fits exactly. */
function duration(seconds: number): string {
  const [size, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? units[3];
  const count = seconds / size;
  return count === 1 ? `${name === 'hour' ? 'an' : 'a'} ${name}` : `${count} ${name}s`;
}

export function clockWords(clock: Table['clock']): string {
  if (!clock) return 'no clock';
  if (clock.kind === 'move') return `${duration(clock.seconds)} for every decision`;
  return `${duration(clock.seconds)} each${clock.extra ? ` + ${clock.extra} s` : ''}`;
}

/** Minutes, not days: everybody should be there. */
export const isLive = (clock: Table['clock']) => Boolean(clock && (clock.kind === 'bank' || clock.seconds <= 3600));

export const ratedWords = (table: Table) => (table.rated ? 'rated' : 'not rated');

/** An option that is not as it usually is, in the game's words. */
function oneOption(game: Game, option: GameOption, value: string): string {
  const { title } = wordsOf(game, option);
  if (value === 'true') return title;
  if (value === 'false') return `${title}: no`;
  return `${title}: ${value
    .split(',')
    .map((one) => choiceTitle(game, option, one))
    .join(', ')}`;
}

/** What is played otherwise than usual; the scenario, where there is one, in any case. */
export function optionWords({ game: id, options, edition }: Table): string[] {
  const game = app.game(id);
  const scenario = !edition && game?.setup?.edition?.instead_of;
  const words = (game?.options ?? []).flatMap((option) => {
    const value = String(options[option.name] ?? option.default);
    return value === option.default && option.name !== scenario ? [] : [oneOption(game!, option, value)];
  });
  return edition ? [edition.name, ...words] : words;
}

/** "just now", "5 min", "3 h", "2 days". */
export function ageWords(since: number, now = Date.now()): string {
  const minutes = Math.floor(Math.max(0, now - since) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
