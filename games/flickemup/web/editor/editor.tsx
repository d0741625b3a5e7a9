// The workshop for towns: the table, the shelf, and what is said of pieces, town and goals. The address decides: the editor, a town that
// was shared, or the gallery.

import { useMemo, useRef, useState } from 'preact/hooks';
import { useApp } from 'shell/app';
import { backend } from 'shell/backend';
import { Dialog } from 'shell/parts/dialog';
import { follow } from 'shell/route';
import { usePrefs } from '../prefs';
import type { Stage } from '../stage';
import { pieceWords } from '../words';
import { piecesAt, useVerdict, type Verdict } from './check';
import { added, pressed, useHands } from './dragging';
import { Gallery } from './gallery';
import { Goals } from './goals';
import { begin, keptTown, townBefore, useHistory, type History } from './history';
import { editorPath, packedHere } from './link';
import { useMeasures } from './measures';
import { misplaced } from './overlap';
import { PiecePanel } from './pieces';
import { Balance, PlayTown } from './play';
import { game, nextName, piecesOf, sorts, type Scenario, type Sort } from './scenario';
import { SharePanel } from './share';
import { Field } from './stage';
import { emptyTown, starts } from './starts';
import { TownPanel } from './town';
import { Visit } from './visit';

type Tab = 'piece' | 'town' | 'goals' | 'play' | 'share';
const tabs: [Tab, string][] = [
  ['piece', 'Piece'],
  ['town', 'Town'],
  ['goals', 'Goals'],
  ['play', 'Play'],
  ['share', 'Share'],
];

const keysLabel =
  'The town. N and P choose the next and the previous piece, arrow keys move it, with Shift by a millimetre, comma and full stop turn it, Delete takes it away.';

/** Which part of the editor a complaint belongs to. */
function tabOf({ path, words }: Verdict): Tab {
  if (piecesAt({ path, words }).length) return 'piece';
  return /^(win|at12)/.test(path) || (path === '' && /'win'/.test(words)) ? 'goals' : 'town';
}

function Shelf({ scenario, onPress, onPick }: { scenario: Scenario; onPress: (sort: Sort, event: PointerEvent) => void; onPick: (sort: Sort) => void }) {
  return (
    <ul class="fu-ed-shelf" aria-label="Shelf: drag a piece onto the table">
      {sorts.map((sort) => {
        const left =
          sort.names.filter((name) => !scenario.cowboys[name] && !scenario.buildings?.[name]).length -
          (sort.list ? (scenario.objects?.[sort.list]?.length ?? 0) : 0);
        return (
          <li key={sort.key}>
            <button
              type="button"
              data-sort={sort.key}
              disabled={!nextName(scenario, sort)}
              aria-label={`${sort.label}, ${left} left`}
              onPointerDown={(event) => onPress(sort, event)}
              onClick={() => onPick(sort)}
            >
              {sort.label}
              {sort.names.length > 1 && <small> {left}</small>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The ten of the box, an empty table, what was being built before. */
function NewTown({ onChoose, onClose }: { onChoose: (town: Scenario) => void; onClose: () => void }) {
  const before = townBefore();
  const choose = (town: Scenario) => {
    onChoose(town);
    onClose();
  };
  return (
    <Dialog title="Begin with" onClose={onClose}>
      <p class="quiet">The town that you are building now is kept as “before”.</p>
      <div class="buttons fu-ed-starts">
        <button type="button" onClick={() => choose(emptyTown())}>
          An empty table
        </button>
        {before && (
          <button type="button" onClick={() => choose(before)}>
            Before: {before.name}
          </button>
        )}
        {starts.map(({ name, town }) => (
          <button key={name} type="button" onClick={() => choose(town())}>
            {name}
          </button>
        ))}
        {!backend.here && (
          <a class="button" href={`/workshop/${game}/gallery`} onClick={follow}>
            From the gallery
          </a>
        )}
      </div>
    </Dialog>
  );
}

interface BarProps {
  history: History;
  flat: boolean;
  setFlat: (flat: boolean) => void;
  onNew: () => void;
}

function Bar({ history, flat, setFlat, onNew }: BarProps) {
  return (
    <div class="fu-ed-bar buttons">
      <button type="button" onClick={onNew}>
        New …
      </button>
      <button type="button" disabled={!history.undo} onClick={() => history.undo?.()} aria-keyshortcuts="Control+Z">
        Undo
      </button>
      <button type="button" disabled={!history.redo} onClick={() => history.redo?.()} aria-keyshortcuts="Control+Y">
        Redo
      </button>
      <button type="button" aria-pressed={flat} onClick={() => setFlat(!flat)}>
        From above
      </button>
      {!backend.here && (
        <a class="button" href={`/workshop/${game}/gallery`} onClick={follow}>
          Gallery
        </a>
      )}
    </div>
  );
}

/** What the loader says, in a line; a press shows where. */
function VerdictLine({ verdict, misplacedCount, onShow }: { verdict: Verdict; misplacedCount: number; onShow: () => void }) {
  if (misplacedCount > 0)
    return (
      <p class="fu-ed-verdict wrong" role="status">
        {misplacedCount === 1 ? 'A piece stands' : `${misplacedCount} pieces stand`} where nothing can: look for the red.
      </p>
    );
  if (verdict.state === 'wrong')
    return (
      <p class="fu-ed-verdict wrong" role="status">
        {verdict.words}{' '}
        <button type="button" onClick={onShow}>
          Show
        </button>
      </p>
    );
  const words = { asking: 'Looking it over …', good: 'This town can be played.', unknown: verdict.words, wrong: '' };
  return (
    <p class={`fu-ed-verdict ${verdict.state}`} role="status">
      {words[verdict.state]}
    </p>
  );
}

function useEditor() {
  const history = useHistory(() => keptTown() ?? emptyTown());
  const [chosen, setChosen] = useState<string | null>(null);
  const [tab, setTab] = useState<Tab>('piece');
  const stage = useRef<Stage>(null);
  const field = useRef<HTMLDivElement>(null);
  const scenario = history.now;
  const wrong = useMemo(() => misplaced(piecesOf(scenario), scenario.table), [scenario]);
  const verdict = useVerdict(scenario);
  const hands = useHands({ history, chosen, setChosen, stage, field });
  const choose = (name: string | null) => {
    setChosen(name);
    if (name) setTab('piece');
  };
  const replace = (town: Scenario) => {
    begin(town);
    setChosen(null);
    history.change(() => town);
  };
  const pick = (sort: Sort) => {
    const [width, height] = scenario.table;
    const made = added(scenario, sort, width / 2, height / 2, false);
    if (!made) return;
    history.change(() => made.town);
    choose(made.name);
  };
  const problem = (name: string): string => {
    const other = wrong.get(name);
    if (other !== undefined) return other ? `It stands in ${pieceWords(other)}.` : 'It is off the table.';
    return verdict.state === 'wrong' && piecesAt(verdict).includes(name) ? verdict.words : '';
  };
  return { history, scenario, chosen, choose, tab, setTab, stage, field, wrong, verdict, hands, replace, pick, problem };
}

type InHand = ReturnType<typeof useEditor>;

function Panel({ history, scenario, chosen, choose, tab, verdict, wrong, replace, problem }: InHand) {
  const complaint = verdict.state === 'wrong' ? { path: verdict.path, words: verdict.words } : null;
  const good = verdict.state === 'good' && wrong.size === 0;
  const change = history.change;
  switch (tab) {
    case 'piece':
      return <PiecePanel {...{ scenario, chosen, problem, change }} setChosen={choose} wrong={complaint} />;
    case 'town':
      return <TownPanel {...{ scenario, change }} wrong={complaint} />;
    case 'goals':
      return <Goals {...{ scenario, change }} wrong={complaint} told={verdict.view?.goals ?? null} />;
    case 'play':
      return (
        <div class="fu-ed-play">
          <PlayTown {...{ scenario, good }} />
          <Balance {...{ scenario, good }} />
        </div>
      );
    default:
      return <SharePanel {...{ scenario, good, replace }} />;
  }
}

function Tabs({ tab, setTab }: { tab: Tab; setTab: (tab: Tab) => void }) {
  return (
    <div class="fu-ed-tabs" role="tablist" aria-label="What you say of the town">
      {tabs.map(([word, words]) => (
        <button
          key={word}
          type="button"
          role="tab"
          id={`fu-ed-tab-${word}`}
          aria-selected={tab === word}
          aria-controls="fu-ed-panel"
          onClick={() => setTab(word)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

function TownEditor() {
  const at = useEditor();
  const { history, scenario, chosen, choose, tab, setTab, stage, field, wrong, verdict, hands, replace, pick } = at;
  const [prefs] = usePrefs();
  const { reducedMotion } = useApp();
  const [flat, setFlat] = useState(false);
  const [making, setMaking] = useState(false);
  const lookFlat = (on: boolean) => {
    setFlat(on);
    stage.current?.look(on ? 'top' : 'table');
  };
  const onKey = (event: KeyboardEvent) => pressed(event, { history, chosen, setChosen: choose, stage }) && event.preventDefault();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !/^[zy]$/i.test(event.key) || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    (/y/i.test(event.key) || event.shiftKey ? history.redo : history.undo)?.();
  };
  const show = () => {
    setTab(tabOf(verdict));
    choose(piecesAt(verdict)[0] ?? chosen);
    if (!piecesAt(verdict).length) setTab(tabOf(verdict));
  };
  return (
    <div class="fu fu-ed" onKeyDown={onKeyDown}>
      <header class="fu-ed-head">
        <h1>{scenario.name || 'A town without a name'}</h1>
        <Bar {...{ history, flat }} setFlat={lookFlat} onNew={() => setMaking(true)} />
      </header>
      <Shelf scenario={scenario} onPress={hands.fromShelf} onPick={pick} />
      <Field {...{ scenario, chosen, wrong, stage, field, reducedMotion }} drawn={prefs.drawn} label={keysLabel} onDown={hands.onDown} onKey={onKey} />
      <VerdictLine verdict={verdict} misplacedCount={wrong.size} onShow={show} />
      <div class="fu-ed-side">
        <Tabs {...{ tab, setTab }} />
        <div class="fu-ed-panel" role="tabpanel" id="fu-ed-panel" aria-labelledby={`fu-ed-tab-${tab}`}>
          <Panel {...at} />
        </div>
      </div>
      {making && <NewTown onChoose={replace} onClose={() => setMaking(false)} />}
    </div>
  );
}

/** `path`: what follows /workshop/GAME. */
export function Editor({ path }: { path: string[] }) {
  const [screen, id] = path;
  const { ready, problem } = useMeasures();
  const [, setBuilt] = useState(0); // the address without its packed town is the same path
  if (screen === 'gallery') return <Gallery />;
  if (problem)
    return (
      <div class="page narrow">
        <p class="problem" role="alert">
          {problem}
        </p>
      </div>
    );
  if (!ready) return <div class="page narrow" aria-busy="true" />;
  return id || packedHere() ? <Visit key={id ?? location.href} id={id} onBuild={() => setBuilt((count) => count + 1)} /> : <TownEditor />;
}

export { editorPath };
