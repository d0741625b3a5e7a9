// The log in lines, as they are read: what the dealer flips at once in one of them, and what one did oneself told to "You".

import type { LogEntry, Scene } from '../types';
import { nameFor } from './seats';

export interface Line {
  key: number;
  dealer: boolean;
  who: string;
  words: string;
  /** The words go on from the name ("Ada robs the coach"); else they stand by themselves ("Ada: a red 8 in b2"). */
  verb: boolean;
}

/** What players do, as the games tell it of somebody else. */
const deeds =
  'aims|banks|befriends|blows|bribes|builds|buys|calls|challenges|chooses|collects|decides|declines|develops|digs|draws|drops|enters|exchanges|fails|fills|flicks|flips|follows|gains|gives|goes|hands|has|hits|hunts|is|keeps|leaves|loads|looks|loses|misses|moves|opens|pans|passes|pays|picks|plays|puts|recycles|rests|rides|robs|sells|shoots|shows|shuffles|skips|spends|stands|stays|starts|steals|stops|takes|throws|turns|uses|visits|walks|wins|works|writes|does';
const atDeed = new RegExp(`^((?:with a bonus action )?)(${deeds})\\b`);
const everyDeed = new RegExp(`(^|\\band |\\bthen |^with a bonus action )(${deeds})\\b`, 'g');

/** "robs" as it is said to the one who does it: "rob". */
function toYou(deed: string): string {
  const odd: Record<string, string> = { is: 'are', has: 'have', goes: 'go', does: 'do' };
  if (odd[deed]) return odd[deed];
  if (/(ss|sh|ch|x)es$/.test(deed)) return deed.slice(0, -2);
  return deed.slice(0, -1);
}

/** "spends 1 gold and robs the coach" → "spend 1 gold and rob the coach". */
export function secondPerson(words: string): string {
  return words.replace(everyDeed, (_, before: string, deed: string) => before + toYou(deed));
}

/** What the dealer flips at once stands in one line. */
export function linesOf(scene: Scene, log: LogEntry[]): Line[] {
  const lines: Line[] = [];
  for (const entry of log) {
    const dealer = entry.seat === 'dealer';
    const last = lines[lines.length - 1];
    const words = entry.tell || entry.text;
    if (dealer && last?.dealer) last.words += `, ${words}`;
    else if (dealer) lines.push({ key: entry.i, dealer, who: 'Dealer', words, verb: false });
    else {
      const who = nameFor(scene, entry.seat as number);
      lines.push({ key: entry.i, dealer, who, words: who === 'You' ? secondPerson(words) : words, verb: atDeed.test(words) });
    }
  }
  return lines;
}

/** A line as text: "You rob the coach", "Ada: a red 8 in b2". */
export const lineWords = ({ who, words, verb }: Line) => `${who}${verb ? '' : ':'} ${words}`;
