// The edition on the bench: what the game's own editions are, what is being written, whether it can be played.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { editions } from 'games';
import { Kept } from '../here/database';
import { request } from '../request';
import { readDraft, writeDraft, type Draft } from './draft';
import { withoutDropped, type Marks } from './marks';
import { inOrder, isMembers, Known, same, type Json, type Members, type Path } from './values';

/** A game's own editions, by file, and the words about them. */
export interface Originals {
  game: string;
  files: { name: string; json: Members }[];
  marks: Marks;
  known: Known;
}

export interface Fault {
  /** "" where it is about the whole. */
  at: string;
  message: string;
}

/** What the server or the module says about an edition. */
export interface Checked {
  fingerprint?: string;
  position?: any;
  fault?: Fault;
}

/** As GET /api/editions/ID has it. */
export interface SharedEdition {
  id: string;
  game: string;
  name: string;
  fingerprint: string;
  shared: 'private' | 'shared' | 'taken_down';
  created: number;
  changed: number;
  by: string;
  mine: boolean;
  edition: Members;
}
export type EditionRow = Omit<SharedEdition, 'by' | 'mine' | 'edition'>;

/** Null: on its way; 'none': the page knows no editions of this game. */
export function useOriginals(game: string): Originals | null | 'none' {
  const [found, setFound] = useState<Originals | null | 'none'>(null);
  useEffect(() => {
    let gone = false;
    setFound(null);
    const load = editions[game];
    if (!load) return setFound('none');
    void load().then(({ files, marks }) => {
      if (!gone) {
        const copies = files.map(({ name, json }) => ({ name, json: withoutDropped(marks, json) as Members }));
        setFound({ game, files: copies, marks, known: new Known(copies.map((file) => file.json)) });
      }
    });
    return () => {
      gone = true;
    };
  }, [game]);
  return found;
}

export const checkEdition = (game: string, edition: Json) => request<Checked>('POST', '/api/editions/check', { game, edition });

/* --- what is being written ---------------------------------------------------------------------------------------------- */

export function copyOf(file: Members, name: string): Draft {
  return { edition: { ...file, name }, original: String(file.name), id: '', saved: null };
}

/** Somebody's edition, as a draft of one's own; with an id it goes on as that one. */
export function draftOf(originals: Originals, edition: Members, id = ''): Draft {
  const like = originals.files.find((file) => same(Object.keys(file.json).sort(), Object.keys(edition).sort())) ?? originals.files[0];
  const ordered = inOrder(edition, like.json) as Members;
  return { edition: ordered, original: String(like.json.name), id, saved: id ? ordered : null };
}

export const firstName = (title: string) => `My ${title}`.slice(0, 30);

/** The bench of a game. */
export function useBench(originals: Originals, title: string) {
  const { game } = originals;
  const [draft, setDraft] = useState<Draft>(() => readDraft(game) ?? copyOf(originals.files[0].json, firstName(title)));
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState('');
  const newest = useRef(0);
  const take = (next: Draft) => {
    writeDraft(game, next);
    setDraft(next);
  };
  useEffect(() => {
    const number = ++newest.current;
    const timer = setTimeout(
      () =>
        checkEdition(game, draft.edition).then(
          (answer) => {
            if (number !== newest.current) return;
            setProblem('');
            setChecked((before) => ({ position: before?.position, ...answer }));
          },
          (error: Error) => number === newest.current && setProblem(error.message),
        ),
      checked ? 300 : 0,
    );
    return () => clearTimeout(timer);
  }, [draft.edition]);
  const original = useMemo(() => (originals.files.find((file) => file.json.name === draft.original) ?? originals.files[0]).json, [originals, draft.original]);
  return { draft, take, original, checked, problem };
}

export type Bench = ReturnType<typeof useBench>;

/* --- saved on this device ------------------------------------------------------------------------------------------------ */

const shelf = () => Kept.open('flipside-editions');

/** By name: a second one of the same name takes the place of the first. */
export async function saveHere(game: string, edition: Members): Promise<void> {
  await (await shelf()).put([[`${game}/${String(edition.name)}`, JSON.stringify(edition)]]);
}

export async function savedHere(game: string): Promise<Members[]> {
  const all = await (await shelf()).all();
  return all.filter(([key]) => key.startsWith(`${game}/`)).map(([, text]) => JSON.parse(text));
}

export async function forgetHere(game: string, name: string): Promise<void> {
  await (await shelf()).put([[`${game}/${name}`, null]]);
}

/** What differs from the game's own, place by place. */
export interface Difference {
  path: Path;
  was: Json | undefined;
  is: Json | undefined;
}

export function differences(was: Json | undefined, is: Json | undefined, path: Path = []): Difference[] {
  if (same(was, is)) return [];
  if (isMembers(was) && isMembers(is)) return Object.keys({ ...was, ...is }).flatMap((key) => differences(was[key], is[key], [...path, key]));
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) return was.flatMap((one, i) => differences(one, is[i], [...path, i]));
  return [{ path, was, is }];
}
