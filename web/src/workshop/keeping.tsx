// What can be done with an edition: saved, shared, played, taken away as a file, brought back from one.

import { useEffect, useState } from 'preact/hooks';
import { app, useApp } from '../app';
import { backend } from '../backend';
import { request } from '../request';
import { download, JsonFile } from '../parts/jsonfile';
import { CopyLink } from '../parts/links';
import { MakeTable } from '../parts/make';
import { follow, go } from '../route';
import type { Game } from '../types';
import { copyOf, draftOf, firstName, forgetHere, saveHere, savedHere, type Bench, type EditionRow, type Originals } from './bench';
import { writeDraft, type Draft } from './draft';
import { isMembers, same, type Json, type Members } from './values';

/** A table with this edition: the second press makes it. */
export function PlayButton({ game, edition, disabled, primary }: { game: Game; edition: Members; disabled?: boolean; primary?: boolean }) {
  const [making, setMaking] = useState(false);
  return (
    <>
      <button class={primary ? 'primary' : ''} disabled={disabled} onClick={() => setMaking(true)}>
        Play it
      </button>
      {making && <MakeTable game={game} own={{ file: 'from the workshop', name: String(edition.name), json: edition }} onClose={() => setMaking(false)} />}
    </>
  );
}

/** The game's lessons with this edition: a draft on the bench, or a shared one by its id. */
export function LessonsLink({ game, edition }: { game: Game; edition: Draft | string }) {
  const open = (event: MouseEvent) => {
    if (typeof edition !== 'string') writeDraft(game.id, edition);
    follow(event);
  };
  return (
    <a class="button" href={`/learn/${game.id}?edition=${typeof edition === 'string' ? edition : 'bench'}`} onClick={open}>
      Learn it
    </a>
  );
}

/** Saving and sharing, with what came of it. */
function useSaving(game: Game, bench: Bench) {
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const [row, setRow] = useState<EditionRow | null>(null);
  const { draft, take } = bench;
  const run = async (work: () => Promise<string>) => {
    setProblem('');
    setSaid('');
    try {
      setSaid(await work());
    } catch (error) {
      setProblem(`${(error as Error).message} What you typed is kept on this device.`);
    }
  };
  const save = (shared?: boolean) =>
    run(async () => {
      if (backend.here) {
        await saveHere(game.id, draft.edition);
        take({ ...draft, saved: draft.edition });
        return 'Saved on this device.';
      }
      await app.ensurePerson();
      const wish = { game: game.id, edition: draft.edition, ...(draft.id && { id: draft.id }), ...(shared !== undefined && { shared }) };
      const kept = await request<EditionRow>('POST', '/api/editions', wish);
      setRow(kept);
      take({ ...draft, id: kept.id, saved: draft.edition });
      return shared ? 'Everyone with the link can look at it, copy it and play it.' : 'Saved in your profile.';
    });
  return { said, problem, setProblem, row, save };
}

export function Keeping({ game, bench }: { game: Game; bench: Bench }) {
  const { draft, take, checked, original } = bench;
  const { said, problem, setProblem, row, save } = useSaving(game, bench);
  const playable = !!checked?.fingerprint && !checked.fault;
  const saved = draft.saved && same(draft.saved, draft.edition);
  const upload = (edition: unknown) => {
    if (!isMembers(edition as Json) || (edition as Members).game !== game.id) throw new Error('This is not an edition of this game.');
    take({ ...draft, edition: edition as Members, id: '', saved: null });
  };
  const start = () => take(copyOf(original, firstName(game.title)));
  return (
    <section class="keeping" aria-label="Save, share and play">
      <div class="buttons">
        <PlayButton game={game} edition={draft.edition} disabled={!playable} primary />
        {playable && <LessonsLink game={game} edition={draft} />}
        <button disabled={!playable} onClick={() => void save()}>
          {backend.here ? 'Save on this device' : 'Save'}
        </button>
        {!backend.here && (
          <button disabled={!playable} onClick={() => void save(true)}>
            Share
          </button>
        )}
        <button onClick={() => download(`${game.id} ${draft.edition.name}`, draft.edition)}>Download</button>
        <JsonFile label="Upload a file" onFile={upload} onProblem={setProblem} />
        <button onClick={start}>Begin anew</button>
      </div>
      <p class="quiet" role="status">
        {said || (saved ? 'Saved.' : 'Not saved yet; what you type is kept on this device.')}
      </p>
      {row?.shared === 'shared' && <CopyLink label="The link to this edition" path={`/workshop/${game.id}/${row.id}`} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/* --- what is there already ----------------------------------------------------------------------------------------------- */

function useSaved(game: string, changed: unknown) {
  const { person } = useApp();
  const [rows, setRows] = useState<EditionRow[]>([]);
  const [here, setHere] = useState<Members[]>([]);
  const look = () => {
    if (person && !backend.here)
      request<{ editions: EditionRow[] }>('GET', '/api/editions').then(
        ({ editions }) => setRows(editions.filter((row) => row.game === game)),
        () => undefined,
      );
    savedHere(game).then(setHere, () => undefined);
  };
  useEffect(look, [game, person?.id, changed]);
  return { rows, here, look };
}

/** Editions to go on with: in the profile, on this device, and the game's own to copy. */
export function Shelf({ game, originals, bench }: { game: Game; originals: Originals; bench: Bench }) {
  const { rows, here, look } = useSaved(game.id, bench.draft.saved);
  const remove = (row: EditionRow) =>
    void request('POST', '/api/editions/delete', { id: row.id }).then(() => {
      if (bench.draft.id === row.id) bench.take({ ...bench.draft, id: '', saved: null });
      look();
    });
  return (
    <details class="shelf">
      <summary>Your editions, and others to copy</summary>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <a href={`/workshop/${game.id}/${row.id}`} onClick={follow}>
              {row.name}
            </a>{' '}
            <small>
              {row.shared === 'taken_down' ? 'taken down by an administrator' : row.shared} · {row.fingerprint.slice(0, 8)}
            </small>
            <button class="plain" aria-label={`Delete ${row.name}`} onClick={() => remove(row)}>
              ✕
            </button>
          </li>
        ))}
        {here.map((edition) => (
          <li key={`here ${edition.name}`}>
            <button class="plain" onClick={() => bench.take(draftOf(originals, edition))}>
              {String(edition.name)}
            </button>{' '}
            <small>on this device</small>
            <button class="plain" aria-label={`Delete ${edition.name}`} onClick={() => void forgetHere(game.id, String(edition.name)).then(look)}>
              ✕
            </button>
          </li>
        ))}
        {originals.files.map(({ json }) => (
          <li key={String(json.name)}>
            <button class="plain" onClick={() => bench.take(copyOf(json, originals.files.length > 1 ? `My ${json.name}`.slice(0, 40) : firstName(game.title)))}>
              Copy {String(json.name)}
            </button>{' '}
            <small>the game’s own</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

export const toBench = (game: string) => go(`/workshop/${game}`);
