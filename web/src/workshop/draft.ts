// The edition that is being written, kept on this device with every key, so that neither a reload nor a lost connection loses it.

import { isMembers, type Members } from './values';

export interface Draft {
  edition: Members;
  /** Which of the game's own editions it began as. */
  original: string;
  /** Where it is saved: an id in the profile, or "" if nowhere yet. */
  id: string;
  /** As it was saved last. */
  saved: Members | null;
}

const keyOf = (game: string) => `flipside.workshop.${game}`;

export function readDraft(game: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null');
    return isMembers(draft?.edition) ? draft : null;
  } catch {
    return null;
  }
}

export function writeDraft(game: string, draft: Draft): void {
  localStorage.setItem(keyOf(game), JSON.stringify(draft));
}
