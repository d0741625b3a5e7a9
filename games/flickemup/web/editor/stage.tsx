// The table of the editor: the same stage that is played on, on which pieces are dragged. What stands wrong is red while it is dragged.

import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { poseOf } from '../pose';
import type { Piece, Stage, Town } from '../stage';
import { Over, useStage, type Label, type StageState } from '../stagebox';
import { TeamMark } from '../symbols';
import { buildingWords, pieceWords, teamOf } from '../words';
import { piecesOf, type Scenario } from './scenario';

function townOf(scenario: Scenario): Town {
  const [width, height] = scenario.table;
  const pieces = piecesOf(scenario).map(({ name, kind, x, y, angle }): Piece => {
    const base = { name, kind, pose: poseOf(kind, [x, y, angle], false) };
    if (kind === 'building') return { ...base, sign: buildingWords[name], closed: (scenario.not_allowed?.[name] ?? 0) > scenario.start };
    const team = teamOf(name);
    return team ? { ...base, team, hat: scenario.start % 2 ? 'blue' : 'red' } : base;
  });
  const exits = Object.entries(scenario.exits ?? {}).map(([name, exit]) => ({ name, ...exit }));
  return { width, height, pieces, hour: scenario.start, exits, ground: [], whole: true };
}

const nameNode = (name: string) => {
  const team = teamOf(name);
  return (
    <>
      {team && <TeamMark team={team} />}
      {team ? name : `W${name.slice(-1)}`}
    </>
  );
};

function labelsOf(scenario: Scenario, chosen: string | null, wrong: Map<string, string>): Label[] {
  const pieces = piecesOf(scenario);
  const look = (name: string) => ['fu-name', teamOf(name) ?? 'witness', name === chosen && 'chosen'].filter(Boolean).join(' ');
  const standing = pieces
    .filter(({ kind }) => kind === 'cowboy' || kind === 'witness')
    .map(({ name, x, y }): Label => ({ key: name, x, y, z: 44, over: true, piece: name, class: look(name), node: nameNode(name) }));
  const rows: Record<string, number> = {};
  const indoors = Object.entries(scenario.cowboys).flatMap(([name, { in: place }]): Label[] => {
    const house = pieces.find((one) => one.name === place);
    if (!house) return [];
    const turn = (house.angle * Math.PI) / 180;
    const back = house.kind === 'building' ? 38 : 0;
    rows[place!] = (rows[place!] ?? -1) + 1;
    const at = { x: house.x - back * Math.cos(turn), y: house.y - back * Math.sin(turn) };
    return [{ key: name, ...at, z: 0, row: rows[place!], class: `${look(name)} indoors`, node: nameNode(name) }];
  });
  const faults = [...wrong].flatMap(([name, other]): Label[] => {
    const piece = pieces.find((one) => one.name === name);
    const words = other ? `in ${pieceWords(other)}` : 'off the table';
    return piece ? [{ key: `${name} wrong`, x: piece.x, y: piece.y, z: 20, row: 1.4, class: 'fu-ed-fault', node: words }] : [];
  });
  return [...standing, ...indoors, ...faults];
}

export interface FieldProps {
  scenario: Scenario;
  chosen: string | null;
  wrong: Map<string, string>;
  stage: RefObject<Stage>;
  field: RefObject<HTMLDivElement>;
  drawn: boolean;
  reducedMotion: boolean;
  /** What the keys do, for whoever cannot see it. */
  label: string;
  onDown?: (event: PointerEvent) => void;
  onKey?: (event: KeyboardEvent) => void;
}

/** Shows the town; what is done with the pointer on it is its owner's affair. */
export function Field({ scenario, chosen, wrong, stage, field, drawn, reducedMotion, label, onDown, onKey }: FieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const { state, lost } = useStage(host, stage, drawn, reducedMotion);
  const town = useMemo(() => townOf(scenario), [scenario]);
  const labels = useMemo(() => labelsOf(scenario, chosen, wrong), [scenario, chosen, wrong]);
  useShownTown(stage, state, town, chosen, wrong);
  // Before the stage's own gestures see it.
  useEffect(() => {
    const box = field.current!;
    if (!onDown) return;
    box.addEventListener('pointerdown', onDown, true);
    return () => box.removeEventListener('pointerdown', onDown, true);
  }, [onDown]);
  return (
    <div class="fu-stage" data-stage={state} data-lost={lost || undefined}>
      <div class="fu-field" ref={field} tabIndex={0} role="application" aria-label={label} onKeyDown={onKey}>
        <div class="fu-host" ref={host} />
        <Over stage={stage} state={state} labels={labels} ghost={null} words={words} />
      </div>
      {state === 'loading' && <p class="fu-loading">The town is being set up …</p>}
    </div>
  );
}

function useShownTown(stage: RefObject<Stage>, state: StageState, town: Town, chosen: string | null, wrong: Map<string, string>): void {
  useEffect(() => {
    if (state !== 'loading') stage.current?.show(town, true);
  }, [town, state]);
  useEffect(() => {
    if (state !== 'loading') stage.current?.light({ open: [], chosen, hinted: null, wrong: [...wrong.keys()] });
  }, [town, chosen, wrong, state]);
}
