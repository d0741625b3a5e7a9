// Sides: where seats play in teams, each seat has one, and whoever makes the table says which.

import type { Game, GameOption } from '../types';

/** The option that names a side for each seat, in games that have one. */
export function sidesOption(game: Game): GameOption | undefined {
  return game.options.find((option) => option.name === 'teams' && option.kind === 'list');
}

/** The sides that there are: the words of the option but for its default, which leaves the choice to the seats' order. */
export function sidesOf(option: GameOption): string[] {
  return option.choices.split(' ').filter((word) => word !== option.default);
}

/** The side of one more seat: the smaller one, or the first. */
export function nextSide(option: GameOption, sides: string[]): string {
  const count = (side: string) => sides.filter((other) => other === side).length;
  return sidesOf(option).reduce((least, side) => (count(side) < count(least) ? side : least));
}

/** What is wrong with these sides, in words; empty if they are even. */
export function sidesProblem(option: GameOption, sides: string[]): string {
  const counts = sidesOf(option).map((side) => sides.filter((other) => other === side).length);
  if (Math.max(...counts) - Math.min(...counts) <= 1) return '';
  const fair = sides.length % 2 ? `${(sides.length + 1) / 2} against ${(sides.length - 1) / 2}` : `${sides.length / 2} against ${sides.length / 2}`;
  return `${sides.length} seats play ${fair}, not ${counts.join(' against ')}.`;
}
