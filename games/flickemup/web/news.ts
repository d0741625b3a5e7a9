// What each scenario adds to the ones before it, in a few sentences; and the lesson that lets one try it.

interface News {
  words: string[];
  /** The title of a lesson in data/tutorial.json. */
  lesson: string;
}

const initiative = 'The one marked ① has the initiative: he plays first in every hour. If he is put out of the game, it passes on.';

const news: Record<string, News> = {
  'Main Street': {
    words: [
      'Every cowboy plays once an hour. When all hats are turned over, the clock strikes and the next hour begins.',
      initiative,
      'At noon the game ends, and the clock decides if nobody has won before.',
    ],
    lesson: 'Goals, the clock and the initiative',
  },
  'Saloon doors': {
    words: [
      'Houses can be entered: flick your disc through the door. Inside, nobody outside can hit you.',
      'Whoever enters a house with an enemy in it fights a duel with him.',
      'Only the strikes of the clock count: have more men inside than they have when the hour ends, twice in a row.',
    ],
    lesson: 'Hold a house when the clock strikes',
  },
  'The bank job': {
    words: [
      'Gold lies in the Bank: taking a sack is one action, and a man can carry two things.',
      'Flick your disc over the edge at the exit, and he is gone with all he carries. That counts.',
      'What a man had who is put out of the game lies at the Undertaker’s.',
    ],
    lesson: 'Gold, and out by an exit',
  },
  'Iron in the store': {
    words: [
      'Tokens lie face down in four houses. Turn one up as an action, then keep it or leave it there.',
      'A Winchester’s bullet may lie anywhere around the man, and his hand does not shake.',
      'A Colt beside the pistol that every cowboy has makes two: two bullets in one action.',
    ],
    lesson: 'Turn a token up',
  },
  'Bad water': {
    words: [
      'Inside a house with water, an outlaw poisons it with one action, and a lawman makes it clean with one action.',
      'When the clock strikes, everybody inside a house with poisoned water loses a hit point.',
      'The outlaws win at a strike with three poisoned.',
    ],
    lesson: 'Poison and clean water',
  },
  'The witnesses': {
    words: [
      'Two witnesses walk with the lawmen: in a lawman’s turn, before or after his actions, each may make one move an hour.',
      'They can be hit like anybody else, and they shoot at nobody.',
    ],
    lesson: 'Walk with a witness',
  },
  'The deed': {
    words: [
      'Two of six face-down tokens are documents. Bring one into the Town Hall and hold the house there at two strikes in a row.',
      'Bank and Saloon are closed until 9 o’clock: a sign hangs in the door.',
    ],
    lesson: 'Hold a house when the clock strikes',
  },
  'Fire in the hole': {
    words: [
      'Take dynamite in the Store, then throw it with a flick. It goes off where it comes to rest; off the table it does nothing.',
      'Everybody who stands within 60 mm is hit, friend or enemy. A door counts as blown within 90 mm.',
      'Used sticks come back to the Store when the clock strikes.',
    ],
    lesson: 'Dynamite',
  },
  'The hostage': {
    words: ['One of three face-down tokens is the hostage. She fills both hands: who leads her carries nothing else.', 'Bring her into the Sheriff’s office.'],
    lesson: 'Lead the hostage',
  },
  'High noon at the gallows': {
    words: [
      'O5 stands on the gallows. An outlaw within 60 mm of it frees him with one action; then he plays again, with one hit point.',
      'He must get out by the exit in the east.',
      'If L1, the sheriff, is put out of the game, the outlaws win as well.',
    ],
    lesson: 'Free the prisoner',
  },
};

export function newRules(scenario: string): News | null {
  return news[scenario] ?? null;
}
