// The words of the town: what pieces, tokens and teams are called, and what each scenario asks for.

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

export interface Goals {
  lawmen: string;
  outlaws: string;
  noon: string;
}

const both = (words: string, noon: string): Goals => ({ lawmen: words, outlaws: words, noon });

/** What the ten scenarios ask for; one's own scenario tells it in its story. */
export const goalsOf: Record<string, Goals> = {
  'Main Street': both('Eliminate three.', 'More hit points win.'),
  'Saloon doors': both('Have more men in the Saloon at two strikes in a row, or eliminate three.', 'More men in the Saloon win, then more hit points.'),
  'The bank job': { lawmen: 'Eliminate three outlaws.', outlaws: 'Carry four sacks of gold out by the south.', noon: 'The lawmen win.' },
  'Iron in the store': both('Eliminate four.', 'More eliminations win, then more hit points.'),
  'Bad water': { lawmen: 'Eliminate four outlaws.', outlaws: 'Have three waters poisoned at a strike.', noon: 'Four clean: the lawmen win. Two poisoned: the outlaws. Else more hit points.' },
  'The witnesses': { lawmen: 'Bring both witnesses into the Town Hall.', outlaws: 'Eliminate both witnesses.', noon: 'One witness inside: the lawmen win. Else the outlaws.' },
  'The deed': both('Hold the Town Hall with a document at two strikes in a row.', 'More documents win, then more hit points.'),
  'Fire in the hole': { lawmen: 'Eliminate four outlaws.', outlaws: 'Blow up the doors of the Sheriff and of the Bank (within 60 mm).', noon: 'The lawmen win.' },
  'The hostage': { lawmen: 'Bring the hostage to the Sheriff.', outlaws: 'Eliminate four lawmen.', noon: 'The outlaws win.' },
  'High noon at the gallows': { lawmen: 'Eliminate O5, or four outlaws.', outlaws: 'Get O5 out by the east, or eliminate the sheriff (L1).', noon: 'The lawmen win.' },
};
