// The log in lines, as they are read: what the dealer flips at once in one of them, and what one did oneself told to "You".

import type { LogEntry, Notice, Scene } from '../types';
import { nameFor, nameList } from './seats';

export interface Line {
  key: number;
  dealer: boolean;
  who: string;
  words: string;
  /** The words go on from the name ("Ada robs the coach"); else they stand by themselves ("Ada: L1 moves 12 cm"). */
  verb: boolean;
}

/** What somebody does, as the games tell it: "robs", "passes", "is"; not "space", "witness" or "this". */
const deed = '(?!(?:this|its|his|as|plus|less)\\b)[a-z]*[a-rt-z]s(?=[ :;.,]|$)';
const atDeed = new RegExp(`^${deed}`);
/** The first deed, and those behind "and". */
const everyDeed = new RegExp(`(^| and )(${deed})`, 'g');

/** "robs" as it is said to the one who does it: "rob". */
function toYou(told: string): string {
  const odd: Record<string, string> = { is: 'are', has: 'have', goes: 'go', does: 'do' };
  if (odd[told]) return odd[told];
  if (/..ies$/.test(told)) return `${told.slice(0, -3)}y`;
  if (/(ss|sh|ch|x)es$/.test(told)) return told.slice(0, -2);
  return told.slice(0, -1);
}

/** "spends 1 gold and robs the coach" → "spend 1 gold and rob the coach": said to "you", and of what may be done. */
export function secondPerson(words: string): string {
  if (!atDeed.test(words)) return words;
  // What comes behind the first clause is told of things: "$3 and stars".
  const [clause] = /^[^:;.]*/.exec(words)!;
  return clause.replace(everyDeed, (_, before: string, one: string) => before + toYou(one)) + words.slice(clause.length);
}

/** "You rob the coach", "Ada robs the coach", "You: L1 moves 12 cm". */
export const saidOf = (who: string, words: string): string => `${who}${atDeed.test(words) ? '' : ':'} ${who === 'You' ? secondPerson(words) : words}`;

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** These names, alone or in a list ("Ada, Bo and Cy"), whole. A bot that plays on in a seat has a name of its own. */
function namesIn(names: string[]): RegExp {
  const one = `(?:Bot for )?(?:${names
    .map(escaped)
    .sort((a, b) => b.length - a.length)
    .join('|')})`;
  return new RegExp(`(?<![\\p{L}\\d])${one}(?:(?:, ${one})* and ${one})?(?![\\p{L}\\d])`, 'gu');
}

/** Whoever reads is "you" wherever their name stands, and comes first: "Bounty 3 goes to you", "Rock beats scissors: you and Bo stay in". */
export function toReader(scene: Pick<Scene, 'mine' | 'table'>, words: string): string {
  const own = scene.mine.length === 1 ? scene.table.seats[scene.mine[0]].name : undefined;
  if (!own) return words;
  const all = scene.table.seats.flatMap(({ name }) => name ?? []);
  const spoken = words.replace(namesIn(all), (said, at: number) => {
    const names = said.split(/, | and /).map((name) => (name === own ? 'You' : name));
    return names.includes('You') ? nameList(names, at > 0 && !words.slice(0, at).endsWith('. ')) : said;
  });
  return spoken.replace(new RegExp(`\\b([Yy]ou) (${deed})`, 'g'), (_, you: string, one: string) => `${you} ${toYou(one)}`);
}

/** "card 2 (heart) goes to you" and "card 7 (coin) goes to you": "card 2 (heart) and card 7 (coin) go to you". */
function givenTogether(first: string, second: string): string | undefined {
  const [, said = '', things, to] = /^(.*\. )?([^.]+) goe?s? to ([^.]+)$/.exec(first) ?? [];
  const [, next, same] = /^([^.]+) goes to ([^.]+)$/.exec(second) ?? [];
  return to && to === same ? `${said}${things.replace(' and ', ', ')} and ${next} go to ${to}` : undefined;
}

/** Cards in a row ("5♠, 6♦", "5♠ and 6♦ are flipped"), or one sentence after the other. */
function joined(first: string, second: string): string {
  const given = givenTogether(first, second);
  if (given) return given;
  const [, said = '', cards] = /^(.*\. )?(\S+(?:, \S+)*(?: and \S+)?) (?:is|are) flipped$/.exec(first) ?? [];
  const next = /^(\S+) is flipped$/.exec(second)?.[1];
  if (cards && next) return `${said}${cards.replace(' and ', ', ')} and ${next} are flipped`;
  return /\. |^[^ ]+ [^ ]+ /.test(first + second) ? `${first}. ${second[0].toUpperCase()}${second.slice(1)}` : `${first}, ${second}`;
}

const handsChange = ['left', 'replaced', 'returned'];

/** While the game goes on, who had the seat at the time follows from what happened to it next. */
function seatedThen({ notices = [] }: Scene, { seat, time }: LogEntry): string | undefined {
  const next = notices.find((notice) => notice.seat === seat && notice.time >= time && handsChange.includes(notice.kind));
  return next && (next.kind === 'returned' ? `Bot for ${next.name}` : next.name);
}

/** Who made the seat's move number `move`: the person until they left, the bot from then on. */
function playedBy(scene: Scene, entry: LogEntry, move: number): string {
  const seat = entry.seat as number;
  if (entry.by) return scene.mine.includes(seat) ? 'A bot for you' : `Bot for ${scene.table.seats[seat].name}`;
  const players = scene.table.seats[seat].players?.filter(({ from }) => from <= move);
  const name = players?.length ? players[players.length - 1].name : seatedThen(scene, entry);
  return name && name !== scene.table.seats[seat].name ? name : nameFor(scene, seat);
}

/** Lines between the moves, by their time: what happened at the table besides. */
export function noticesBetween(notices: Notice[], log: LogEntry[]): { before: number; notice: Notice }[] {
  return notices.map((notice) => {
    const later = log.find((entry) => entry.time > notice.time);
    return { before: later ? later.i : Infinity, notice };
  });
}

/** What the dealer flips at once stands in one line. A log that is told in parts counts the moves of the seats from `whole`. */
export function linesOf(scene: Scene, log: LogEntry[], whole: LogEntry[] = scene.log): Line[] {
  const lines: Line[] = [];
  const made = scene.table.seats.map(() => 0);
  for (const entry of whole) {
    if (log.length && entry.i >= log[0].i) break;
    if (entry.seat !== 'dealer') made[entry.seat]++;
  }
  for (const entry of log) {
    const dealer = entry.seat === 'dealer';
    const last = lines[lines.length - 1];
    const words = toReader(scene, entry.tell || entry.text);
    if (dealer && last?.dealer) last.words = joined(last.words, words);
    else if (dealer) lines.push({ key: entry.i, dealer, who: scene.flicks === undefined ? 'Dealer' : 'Ruling', words, verb: false });
    else {
      const who = playedBy(scene, entry, made[entry.seat as number]++);
      lines.push({ key: entry.i, dealer, who, words: who === 'You' ? secondPerson(words) : words, verb: atDeed.test(words) });
    }
  }
  return lines;
}

/** A line as text: "You rob the coach", "Ada: L1 moves 12 cm". */
export const lineWords = ({ who, words, verb }: Line) => `${who}${verb ? '' : ':'} ${words}`;
