// What stands over the town: names, stocks of the houses, pieces that stay, and the spots that flicks begin from.

import type { Action } from 'shell/types';
import { flicksOf } from './bar';
import { flickOf, indoorsAt, roomAt, rowOf, type View } from './model';
import type { Town } from './stage';
import type { Label } from './stagebox';
import { TeamMark, TokenMark } from './symbols';
import { teamOf } from './words';

export interface LabelsOf {
  view: View;
  town: Town;
  actions: Action[];
  /** Who may be chosen. */
  open: string[];
  chosen: string | null;
  /** A flick is shown: whether it belongs to a duel. */
  playing: { duel?: unknown } | null;
  aiming: boolean;
  tap: (name: string) => void;
  pick: (action: Action) => void;
}

/** The house of him who plays: his disc lies where the names of the others would stand. */
const busyHouse = ({ view, chosen, playing }: LabelsOf): string | null =>
  chosen && !playing && view.shared.cowboys[chosen]?.state === 'inside' ? view.shared.cowboys[chosen].place : null;

function nameLabel(of: LabelsOf, name: string): Label[] {
  const { view, town, actions, open, chosen, playing, aiming, tap } = of;
  const cowboy = view.shared.cowboys[name];
  const covered = name === chosen && !playing && (aiming || flicksOf(actions).length);
  if (covered || cowboy.state === 'dead' || (playing && Boolean(playing.duel) !== Boolean(view.shared.duel))) return [];
  const piece = town.pieces.find((one) => one.name === name);
  const indoors = piece || view.shared.duel ? null : indoorsAt(view, name);
  const at = piece ? piece.pose : indoors;
  if (!at) return [];
  if (indoors && busyHouse(of) === cowboy.place) return [];
  const team = teamOf(name);
  const classes = ['fu-name', team ?? 'witness', indoors && 'indoors', open.includes(name) && 'legal', chosen === name && !playing && 'chosen'];
  const node = (
    <>
      {team && <TeamMark team={team} />}
      {team ? name : `W${name.slice(-1)}`}
    </>
  );
  return [
    {
      key: name,
      x: at.x,
      y: at.y,
      z: indoors ? 0 : 44,
      over: !indoors,
      ...(indoors ? {} : { piece: name }),
      row: indoors ? rowOf(view.shared.buildings[cowboy.place], name) : 0,
      class: classes.filter(Boolean).join(' '),
      node,
      onClick: () => tap(name),
    },
  ];
}

function stockLabels(of: LabelsOf): Label[] {
  const { view, playing, tap } = of;
  if (view.shared.duel || playing?.duel) return [];
  return Object.entries(view.shared.buildings).flatMap(([name, building]): Label[] => {
    const tokens = [...Object.entries(building.tokens), ...(building.face_down ? [['face_down', building.face_down] as [string, number]] : [])];
    if (!tokens.length) return [];
    const node = tokens.map(([token, count]) => (
      <i key={token}>
        <TokenMark token={token} />
        {count > 1 ? count : ''}
      </i>
    ));
    const row = busyHouse(of) === name ? -1.7 : rowOf(building, null);
    return [{ key: `${name}-stock`, ...roomAt(building), z: 0, row, class: 'fu-stock', node, onClick: () => tap(name) }];
  });
}

/** Pieces that cannot be put aside now, with the reason. */
export const staysOf = ({ view, actions }: Pick<LabelsOf, 'view' | 'actions'>): [string, string][] =>
  actions.length > 0 ? Object.entries(view.shared.stays ?? {}) : [];

function stayLabels(of: LabelsOf): Label[] {
  if (of.aiming) return [];
  return staysOf(of).map(([name]) => {
    const [x, y] = of.view.shared.pieces[name];
    const onClick = (event: MouseEvent) => (event.stopPropagation(), of.tap(name)); // not also on the house around it
    return { key: `${name}-stays`, x, y, z: 13, class: 'fu-stays', node: null, onClick };
  });
}

function spotLabels({ aiming, playing, actions, pick }: LabelsOf): Label[] {
  if (aiming || playing) return [];
  return flicksOf(actions).map((action) => {
    const from = action.from as { x: number; y: number };
    return { key: action.text, x: from.x, y: from.y, z: 0, class: `fu-spot legal ${flickOf(action)}`, node: null, onClick: () => pick(action) };
  });
}

export function labelsOf(of: LabelsOf): Label[] {
  const names = Object.keys(of.view.shared.cowboys).flatMap((name) => nameLabel(of, name));
  return [...stockLabels(of), ...stayLabels(of), ...names, ...spotLabels(of)];
}
