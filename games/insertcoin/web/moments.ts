// What happened between two views, as moments worth a short scene: a level complete, a Coin inserted, GAME OVER, an attack.

import type { Moment as Told, Scene } from 'shell/types';
import { abilityOf, bestScore, counted, isLost, type Pad, type View } from './model';
import type { Sound } from './sound';

export type MomentKind = 'complete' | 'coin' | 'over' | 'life' | 'skip' | 'end';

export interface Moment extends Told {
  kind: MomentKind;
  /** In big pixels. */
  title: string;
  /** In words beneath. */
  words: string;
  /** The shape whose little scene is played. */
  shape?: string;
}

/** They are read, and in nobody's way: longer than a step of the story. */
const lasting: Record<MomentKind, number> = { complete: 1500, coin: 1500, over: 2200, life: 1200, skip: 1200, end: 1500 };

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
  const add = (kind: MomentKind, title: string, words: string, shape?: string) => moments.push({ kind, title, words, shape, ms: lasting[kind], sound: kind });
  is.levels.forEach((level, index) => {
    if (!level.done || !was.levels[index] || was.levels[index].done) return;
    add('complete', level.shape, abilityOf(level.ability, now.seats.length)[1], level.shape);
  });
  const overs = now.shared.game_overs - before.shared.game_overs;
  const paidForOver = overs > 0 && !(was.key && !is.key) && is.levels.filter((level) => level.done).length < now.shared.game_overs ? 1 : 0;
  if (is.coins < was.coins - (was.coins > is.coins ? paidForOver : 0))
    add('coin', 'Insert coin', `A new row of ${now.shared.row} Lives. ${is.coins ? `${counted(is.coins, 'Coin')} left.` : 'It was your last Coin.'}`);
  else if (is.lives < was.lives && filled(is) === filled(was))
    add('life', 'Aliens', `An attack costs you ${counted(was.lives - is.lives, 'Life', 'Lives')}.`, 'alien');
  if (is.skip && !was.skip) add('skip', 'Skull', 'You skip the next flip.', 'skull');
  if (overs > 0) add('over', 'Game over', priceWords(was, is, now.shared.game_overs));
  else if (over && isLost(now)) add('over', 'Game over', `${counted(is.score.total, 'point')}.`);
  if (over && !isLost(now)) {
    const record = best > 0 && is.score.total > best;
    const title = record ? 'New best' : is.levels.every((level) => level.done) ? 'All clear' : 'The end';
    add('end', title, record ? `${counted(is.score.total, 'point')}. The best so far was ${best}.` : `${counted(is.score.total, 'point')}.`);
  }
  return moments;
}

/** What the shell asks for. Without one worth a scene, a new card is at least heard. */
export function moments(before: Scene, now: Scene): Told[] {
  const [was, is] = [before.view as View, now.view as View];
  const over = before.table.status === 'running' && now.table.status === 'over';
  const seat = typeof now.seat === 'number' ? now.seat : 0;
  const fresh = momentsBetween(was, is, seat, over, is.seats.length === 1 ? bestScore(is.shared.edition) : 0);
  // A spectator is told what concerns all.
  if (now.seat === 'public')
    return fresh.filter((moment) => moment.kind === 'over').map((moment) => ({ ...moment, words: 'A Coin from everybody with too few complete levels.' }));
  const flip: Sound = 'flip';
  return fresh.length || is.round === was.round ? fresh : [{ kind: 'flip', ms: 300, sound: flip }];
}
