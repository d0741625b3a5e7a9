// The words of the town: what pieces, tokens and teams are called.

import type { PieceKind } from './stage';

export type Team = 'lawmen' | 'outlaws';

export const teams: Team[] = ['lawmen', 'outlaws'];
export const teamWords: Record<Team, string> = { lawmen: 'Lawmen', outlaws: 'Outlaws' };

export const buildingWords: Record<string, string> = {
  sheriff: 'Sheriff',
  bank: 'Bank',
  saloon: 'Saloon',
  store: 'General Store',
  town_hall: 'Town Hall',
  undertaker: 'Undertaker',
};

/** Where there is little room: under a man's hearts. */
export const shortBuildings: Record<string, string> = { ...buildingWords, store: 'Store', town_hall: 'Hall', undertaker: 'Undertkr' };

export const tokenWords: Record<string, string> = {
  gold: 'sack of gold',
  colt: 'Colt',
  winchester: 'Winchester',
  clean_water: 'clean water',
  poisoned_water: 'poisoned water',
  dynamite: 'dynamite',
  document: 'document',
  hostage: 'hostage',
  face_down: 'face-down token',
};

/** By how much the hands of the option `hand` stray: degrees, and a part of the speed; standard deviations, as in `flickemup_hands` of the rules.
    Views do not have them, since puzzles are named by what their view says. Hands that are missing stray by nothing. */
export const handErrs: Record<string, [number, number]> = {
  expert: [2.5, 0.08],
  good: [3.2, 0.11],
  fair: [4, 0.14],
  novice: [5, 0.17],
  beginner: [6, 0.2],
};

export function teamOf(name: string): Team | undefined {
  return /^L\d/.test(name) ? 'lawmen' : /^O\d/.test(name) ? 'outlaws' : undefined;
}

export function kindOf(name: string): PieceKind {
  if (teamOf(name)) return 'cowboy';
  if (name in buildingWords) return 'building';
  return name.replace(/\d+$/, '') as PieceKind;
}

/** "barrel3" is the barrel 3, "town_hall" the Town Hall. */
export function pieceWords(name: string): string {
  if (teamOf(name)) return name;
  return buildingWords[name] ?? name.replace(/(\d+)$/, ' $1');
}
