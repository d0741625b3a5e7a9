// The workshop: an edition of one's own, written in a form, seen on the board, compared, saved, shared and played.

import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app';
import { editors, later as sheets } from 'games';
import { style } from '../boards';
import { backend } from '../backend';
import { useAnswer } from '../people';
import { download } from '../parts/jsonfile';
import { follow } from '../route';
import type { Game } from '../types';
import { checkEdition, differences, draftOf, useBench, useOriginals, type Bench, type Checked, type Originals, type SharedEdition } from '../workshop/bench';
import { writeDraft } from '../workshop/draft';
import { EditionForm, Leaf, longTitle, shortWords, type Writing } from '../workshop/form';
import { Keeping, LessonsLink, PlayButton, Shelf, toBench } from '../workshop/keeping';
import { isHidden, unproved } from '../workshop/marks';
import { Preview } from '../workshop/preview';
import { Report } from '../workshop/report';
import { StudyBox } from '../workshop/studybox';
import { placeOf, same, valueAt, withValue, type Json, type Members, type Path } from '../workshop/values';

function writingOf(originals: Originals, bench: Bench): Writing {
  const { draft, take, original, checked } = bench;
  const change = (path: Path, value: Json | undefined) => take({ ...draft, edition: withValue(draft.edition, path, value) as Members });
  return { originals, edition: draft.edition, original, fault: checked?.fault, change };
}

function State({ checked, problem }: { checked: Checked | null; problem: string }) {
  if (problem)
    return (
      <p class="problem" role="alert">
        {problem} What you type is kept on this device.
      </p>
    );
  if (!checked) return <p class="quiet">Looking at it …</p>;
  if (checked.fault) return <p class="problem edition-state">It cannot be played yet{checked.fault.at ? `: look at ${checked.fault.at}.` : '.'}</p>;
  return (
    <p class="quiet edition-state" role="status">
      It can be played. Fingerprint <code>{checked.fingerprint!.slice(0, 12)}</code>
    </p>
  );
}

function Side({ game, originals, bench }: { game: Game; originals: Originals; bench: Bench }) {
  const { draft, original, checked, problem } = bench;
  return (
    <div class="bench-side">
      <Preview game={game.id} title={game.title} position={checked?.position} />
      <State checked={checked} problem={problem} />
      <Keeping game={game} bench={bench} />
      <StudyBox game={game} before={original} after={draft.edition} playable={!!checked?.fingerprint && !checked.fault} />
      <Shelf game={game} originals={originals} bench={bench} />
    </div>
  );
}

function BenchPage({ game, originals }: { game: Game; originals: Originals }) {
  const bench = useBench(originals, game.title);
  return (
    <div class="bench">
      <EditionForm writing={writingOf(originals, bench)} />
      <Side game={game} originals={originals} bench={bench} />
    </div>
  );
}

/* --- the printed numbers --------------------------------------------------------------------------------------------------- */

/** Values under one heading, as they stand together on the sheet. */
function grouped(paths: Path[]): [string, Path[]][] {
  const groups = new Map<string, Path[]>();
  for (const path of paths) {
    const key = placeOf(path.slice(0, Math.max(1, path.length - 1)));
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups];
}

function FidelityPage({ game, originals }: { game: Game; originals: Originals }) {
  const bench = useBench(originals, game.title);
  const writing = writingOf(originals, bench);
  const paths = unproved(originals.marks, bench.original).filter((path) => valueAt(bench.draft.edition, path) !== undefined);
  const changed = paths.filter((path) => !same(valueAt(bench.original, path), valueAt(bench.draft.edition, path))).length;
  return (
    <div class="bench">
      <div class="edition-form">
        <p>
          {paths.length === 0
            ? 'Every value of this game is printed somewhere we could read it.'
            : `${paths.length} values of this game were reconstructed, or read by our ruling. If you own the box, put in what your copy says: the order is that of the printed sheet. ${changed} of them differ so far.`}
        </p>
        <Leaf path={['name']} value={bench.draft.edition.name} writing={writing} label="Name of your edition" />
        {grouped(paths).map(([place, members]) => (
          <fieldset key={place} class="printed-group">
            <legend>{longTitle(writing, members[0].slice(0, Math.max(1, members[0].length - 1)))}</legend>
            {members.map((path) => (
              <Leaf key={placeOf(path)} path={path} value={valueAt(bench.draft.edition, path)!} writing={writing} />
            ))}
          </fieldset>
        ))}
      </div>
      <Side game={game} originals={originals} bench={bench} />
    </div>
  );
}

/* --- somebody's edition ------------------------------------------------------------------------------------------------------ */

function Differences({ originals, edition, original }: { originals: Originals; edition: Members; original: Members }) {
  const writing = { originals, edition, original } as Writing;
  const rows = differences(original, edition).filter(({ path }) => path[0] !== 'name' && !isHidden(originals.marks, path));
  if (!rows.length) return <p>All its values are those of {String(original.name)}.</p>;
  return (
    <table class="findings">
      <caption>
        What differs from {String(original.name)}: {rows.length} {rows.length === 1 ? 'value' : 'values'}
      </caption>
      <tbody>
        {rows.slice(0, 200).map(({ path, was, is }) => (
          <tr key={placeOf(path)}>
            <th scope="row">{longTitle(writing, path)}</th>
            <td>{shortWords(was)}</td>
            <td>{shortWords(is)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SharedPage({ game, originals, id }: { game: Game; originals: Originals; id: string }) {
  const { data, problem } = useAnswer<SharedEdition>(`/api/editions/${id}`);
  const [checked, setChecked] = useState<Checked | null>(null);
  useEffect(() => {
    if (data) checkEdition(game.id, data.edition).then(setChecked, () => undefined);
  }, [data]);
  if (problem)
    return (
      <p class="problem" role="alert">
        {problem}
      </p>
    );
  if (!data) return <p aria-busy="true">Looking for it …</p>;
  const draft = draftOf(originals, data.edition, data.mine ? id : '');
  const original = originals.files.find(({ json }) => json.name === draft.original)!.json;
  const take = () => {
    writeDraft(game.id, data.mine ? draft : { ...draft, edition: { ...draft.edition, name: `${data.name} 2`.slice(0, 40) } });
    toBench(game.id);
  };
  return (
    <div class="bench">
      <div class="edition-form">
        <h2>{data.name}</h2>
        <p>
          {data.mine ? 'Yours' : `By ${data.by}`}, changed {new Date(data.changed).toLocaleDateString()}. Fingerprint{' '}
          <code title={data.fingerprint}>{data.fingerprint.slice(0, 12)}</code>
        </p>
        <div class="buttons">
          <PlayButton game={game} edition={data.edition} primary />
          <LessonsLink game={game} edition={id} />
          <button onClick={take}>{data.mine ? 'Change it' : 'Copy it'}</button>
          <button onClick={() => download(`${game.id} ${draft.edition.name}`, draft.edition)}>Download</button>
        </div>
        <Differences originals={originals} edition={draft.edition} original={original} />
        {!data.mine && <Report id={id} what="edition" />}
      </div>
      <div class="bench-side">
        <Preview game={game.id} title={game.title} position={checked?.position} />
        <StudyBox game={game} before={original} after={data.edition} playable={!!checked?.fingerprint} />
      </div>
    </div>
  );
}

/* --- the page ---------------------------------------------------------------------------------------------------------------- */

function Tabs({ games, game, what }: { games: Game[]; game: string; what?: string }) {
  return (
    <>
      <nav class="tabs" aria-label="Games">
        {games.map((one) => (
          <a key={one.id} href={`/workshop/${one.id}`} onClick={follow} aria-current={one.id === game ? 'page' : undefined}>
            {one.title}
          </a>
        ))}
      </nav>
      <nav class="tabs workshop-tabs" aria-label="Workshop">
        <a href={`/workshop/${game}`} onClick={follow} aria-current={what === undefined ? 'page' : undefined}>
          Your edition
        </a>
        <a href={`/workshop/${game}/printed`} onClick={follow} aria-current={what === 'printed' ? 'page' : undefined}>
          Printed numbers
        </a>
        {game in editors && (
          <>
            <a href={`/workshop/${game}/town`} onClick={follow}>
              Build a scenario
            </a>
            {!backend.here && (
              <a href={`/workshop/${game}/gallery`} onClick={follow}>
                Gallery
              </a>
            )}
          </>
        )}
      </nav>
    </>
  );
}

function Inside({ game, originals, what }: { game: Game; originals: Originals; what?: string }) {
  if (what === 'printed') return <FidelityPage game={game} originals={originals} />;
  return what ? <SharedPage game={game} originals={originals} id={what} /> : <BenchPage game={game} originals={originals} />;
}

export function WorkshopPage({ game: id, what }: { game?: string; what?: string }) {
  const { games } = useApp();
  const game = games.find((one) => one.id === id) ?? games[0];
  const originals = useOriginals(game?.id ?? '');
  const [styled, setStyled] = useState(false);
  useEffect(() => {
    document.title = `Workshop${game ? ` · ${game.title}` : ''} · Flipside`;
    void style(sheets.workshop).then(
      () => setStyled(true),
      () => setStyled(true),
    );
  }, [game?.id]);
  if (!game) return null;
  return (
    <div class="page workshop">
      <header class="page-head">
        <h1>Workshop</h1>
        <p>Copy an edition, change its numbers, cards, map and tables, see what that does, and play it.</p>
        <Tabs games={games} game={game.id} what={what} />
      </header>
      {originals === 'none' && <p class="empty">This game brings no edition that the page could open.</p>}
      {styled && originals && originals !== 'none' && originals.game === game.id && <Inside key={`${game.id} ${what}`} {...{ game, originals, what }} />}
    </div>
  );
}
