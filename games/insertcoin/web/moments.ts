// What happened between two views, as moments worth a short scene: a level complete, a Coin inserted, GAME OVER, an attack.

import type { Scene } from 'shell/types';
import { abilityWords, counted, type Pad, type View } from './model';

export type MomentKind = 'complete' | 'coin' | 'over' | 'life' | 'skip' | 'end';

export interface Moment {
  key: string;
  kind: MomentKind;
  /** In big pixels. */
  title: string;
  /** In words beneath. */
  words: string;
  /** The shape whose little scene is played. */
  shape?: string;
}

function filled(pad: Pad): number {
  return pad.levels.reduce((sum, level) => sum + level.rows.join('').split('x').length - 1, 0);
}

function priceWords(before: Pad, now: Pad, wanted: number): string {
  const done = now.levels.filter((level) => level.done).length;
  if (before.key && !now.key) return 'The key opens the way: it costs you nothing.';
  if (done >= wanted) return `${counted(done, 'level')} complete: you play on.`;
  if (before.coins > now.coins) return `${done ? 'Only 1 level' : 'No level'} complete: 1 Coin, and you play on.`;
  return `${done ? 'Only 1 level' : 'No level'} complete, and no Coin left.`;
}

/** The moments of one seat, in the order in which they are shown. `best`: the score to beat, alone. */
export function momentsBetween(before: View, now: View, seat: number, over: boolean, best = 0): Moment[] {
  const was = before.seats[seat];
  const is = now.seats[seat];
  if (!was || !is) return [];
  const moments: Moment[] = [];
  const add = (kind: MomentKind, title: string, words: string, shape?: string) =>
    moments.push({ key: `${now.round} ${now.shared.left} ${filled(is)} ${moments.length} ${kind}`, kind, title, words, shape });
  is.levels.forEach((level, index) => {
    if (!level.done || !was.levels[index] || was.levels[index].done) return;
    add('complete', level.shape, abilityWords[level.ability]?.[1] ?? '', level.shape);
  });
  const overs = now.shared.game_overs - before.shared.game_overs;
  const paidForOver = overs > 0 && !(was.key && !is.key) && is.levels.filter((level) => level.done).length < now.shared.game_overs ? 1 : 0;
  if (is.coins < was.coins - (was.coins > is.coins ? paidForOver : 0)) add('coin', 'Insert coin', `A new row of ${now.shared.row} Lives. ${is.coins ? `${counted(is.coins, 'Coin')} left.` : 'It was your last Coin.'}`);
  else if (is.lives < was.lives && filled(is) === filled(was)) add('life', 'Aliens', `An attack costs you ${counted(was.lives - is.lives, 'Life', 'Lives')}.`, 'alien');
  if (is.skip && !was.skip) add('skip', 'Skull', 'You skip the next flip.', 'skull');
  if (overs > 0) add('over', 'Game over', priceWords(was, is, now.shared.game_overs));
  if (over) {
    const record = best > 0 && is.score.total > best;
    const title = record ? 'New best' : is.levels.every((level) => level.done) ? 'All clear' : 'The end';
    add('end', title, record ? `${counted(is.score.total, 'point')}. The best so far was ${best}.` : `${counted(is.score.total, 'point')}.`);
  }
  return moments;
}

/** True when the later scene goes on from the earlier one: after an undo or a jump nothing is played. */
export function goesOn(before: Scene, now: Scene): boolean {
  return before.table.id === now.table.id && before.seat === now.seat && now.log.length > before.log.length && now.view.round >= before.view.round;
}
