// What the program's own loader says of the town: it reads it as it reads a file, and names the place of the first mistake.

import { useEffect, useState } from 'preact/hooks';
import { request } from 'shell/request';
import type { View } from '../model';
import { game, sorts, type Scenario } from './scenario';

export interface Verdict {
  state: 'asking' | 'good' | 'wrong' | 'unknown';
  /** Of what is wrong: where, as "win[0].if.eliminated.min", and why. */
  path: string;
  words: string;
  /** The first view of a table that plays it. */
  view: View | null;
}

interface Checked {
  position?: { view: unknown };
  fault?: { at: string; message: string };
}

export async function checkTown(edition: Scenario): Promise<Verdict> {
  const { position, fault } = await request<Checked>('POST', '/api/editions/check', { game, edition });
  if (fault) return { state: 'wrong', path: fault.at, words: fault.message, view: null };
  return { state: 'good', path: '', words: '', view: (position?.view as View | undefined) ?? null };
}

/** The pieces that a complaint is about: by its place, or by the names in it. */
export function piecesAt({ path, words }: { path: string; words: string }): string[] {
  const [, part, name, index] = /^(\w+)\.(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
  if (part === 'objects') return [sorts.find(({ list }) => list === name)?.names[Number(index ?? -1)] ?? []].flat();
  if (['buildings', 'cowboys', 'tokens', 'not_allowed'].includes(part)) return [name];
  if (path) return [];
  const met = /^(\w+) at -?\d+, -?\d+ and (\w+) at -?\d+, -?\d+ stand in each other/.exec(words);
  return met ? [met[1], met[2]] : [];
}

/** Asked anew a moment after the last change. */
export function useVerdict(scenario: Scenario): Verdict {
  const [verdict, setVerdict] = useState<Verdict>({ state: 'asking', path: '', words: '', view: null });
  useEffect(() => {
    let current = true;
    const tell = (next: Verdict) => current && setVerdict(next);
    const timer = setTimeout(() => {
      checkTown(scenario).then(tell, (error: Error) => tell({ state: 'unknown', path: '', words: error.message, view: null }));
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [scenario]);
  return verdict;
}
