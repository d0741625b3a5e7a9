// What a town can begin with: one of the scenarios that come with the game, or an empty table with a man on either side.

import main from '../../data/01-main-street.json';
import saloon from '../../data/02-saloon-doors.json';
import bank from '../../data/03-the-bank-job.json';
import store from '../../data/04-iron-in-the-store.json';
import water from '../../data/05-bad-water.json';
import witnesses from '../../data/06-the-witnesses.json';
import deed from '../../data/07-the-deed.json';
import fire from '../../data/08-fire-in-the-hole.json';
import hostage from '../../data/09-the-hostage.json';
import gallows from '../../data/10-high-noon-at-the-gallows.json';
import { copyOf, game, type Scenario } from './scenario';

export const emptyTown = (): Scenario => ({
  game,
  name: 'My town',
  story: 'A street, two men, and the clock.',
  table: [900, 600],
  start: 6,
  initiative: 'L1',
  rules: ['buildings', 'duel', 'two_pistols'],
  cowboys: { L1: { at: [60, 300, 0] }, O1: { at: [840, 300, 180] } },
  win: [
    { team: 'lawmen', when: 'action', if: { eliminated: { team: 'outlaws', min: 1 } } },
    { team: 'outlaws', when: 'action', if: { eliminated: { team: 'lawmen', min: 1 } } },
  ],
  at12: [
    { team: 'lawmen', if: { more: 'hit_points' } },
    { team: 'outlaws', if: { more: 'hit_points' } },
  ],
});

/** The ten of the box: a copy is its maker's own, and so is its name. */
export const starts: { name: string; town: () => Scenario }[] = [main, saloon, bank, store, water, witnesses, deed, fire, hostage, gallows].map((file) => ({
  name: file.name,
  town: () => ({ ...copyOf(file), name: `${file.name}, my way` }),
}));
