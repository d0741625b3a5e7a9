// The director: where the camera looks. Over the shoulder of the one who is chosen, after what is flicked, a moment longer where
// somebody was hit, then back to where everybody who may act is seen. Whoever moves the camera keeps it until the next man's turn.

import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Flick } from './flicks';
import { indoorsAt, type View } from './model';
import { poseFrom, turned } from './pose';
import type { Aim, Side, Stage, Town } from './stage';
import type { StageState } from './stagebox';
import { teamOf, type Team } from './words';

const degrees = 180 / Math.PI;
const turnsAway = 35; // degrees beside the picture's middle: then the camera turns after the aim

const middleOf = (points: { x: number; y: number }[]) => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / Math.max(1, points.length),
  y: points.reduce((sum, { y }) => sum + y, 0) / Math.max(1, points.length),
});

const apart = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180);

/** Where the living of a team are, on the table or in a house. */
function placesOf(view: View, town: Town, team: Team): { x: number; y: number }[] {
  return Object.entries(view.shared.cowboys).flatMap(([name, figure]) => {
    if (teamOf(name) !== team || figure.state === 'dead' || figure.state === 'gone') return [];
    const at = town.pieces.find((piece) => piece.name === name)?.pose ?? (view.shared.duel ? null : indoorsAt(view, name));
    return at ? [{ x: at.x, y: at.y }] : [];
  });
}

/** Everybody of the side that plays, as they look across to the others. */
export function teamSide(view: View, town: Town): Side | null {
  const points = placesOf(view, town, view.team);
  if (!points.length) return null;
  const others = placesOf(view, town, view.team === 'lawmen' ? 'outlaws' : 'lawmen');
  const from = middleOf(points);
  const to = others.length ? middleOf(others) : { x: town.width / 2, y: town.height / 2 };
  return { ...from, angle: turned(Math.atan2(to.y - from.y, to.x - from.x) * degrees), points, others };
}

/** Where a flick begins and where it goes. */
function startOf(flick: Flick): { x: number; y: number; angle: number } | null {
  const poses = flick.paths[flick.kind];
  if (!poses?.length) return null;
  const from = poseFrom(poses[0].slice(1));
  const far = poses.map(([, ...numbers]) => poseFrom(numbers)).find((pose) => Math.hypot(pose.x - from.x, pose.y - from.y) > 4);
  return far ? { x: from.x, y: from.y, angle: turned(Math.atan2(far.y - from.y, far.x - from.x) * degrees) } : null;
}

interface Scene {
  stage: RefObject<Stage>;
  state: StageState;
  on: boolean;
  view: View;
  town: Town;
  /** Who is chosen, where he is and looks. */
  chosen: string | null;
  figure: { x: number; y: number; facing: number } | null;
  aim: Aim | null;
  pulled: boolean;
  playing: boolean;
}

export interface Director {
  /** Before a flick: how many ms the camera needs to be where it is seen from. */
  before: (flick: Flick) => number;
  during: (flick: Flick) => void;
  /** After it: how many ms one looks on. */
  after: (flick: Flick) => number;
}

/** Turns the camera to whoever plays, and gives what the showing of flicks asks for. */
export function useDirector(scene: Scene): Director {
  const { stage, state, on, view, town, chosen, figure, aim, pulled, playing } = scene;
  const looked = useRef<{ key: string; angle: number; x: number; y: number } | null>(null);
  const active = on && state === '3d';
  const key = chosen ? `man ${chosen}` : `team ${view.team} ${view.phase === 'over'}`;
  const behind = (side: { x: number; y: number; angle: number }) => {
    looked.current = { key, angle: side.angle, x: side.x, y: side.y };
    stage.current?.look('behind', side);
  };
  useEffect(() => {
    if (!active || playing) return;
    if (stage.current?.moved && looked.current?.key === key) return;
    if (chosen && figure) return behind({ x: figure.x, y: figure.y, angle: aim?.angle ?? figure.facing });
    const side = teamSide(view, town);
    looked.current = { key, angle: 0, x: 0, y: 0 };
    if (side) stage.current?.look('team', side);
  }, [active, key, playing, town]);
  useEffect(() => {
    const last = looked.current;
    if (!active || playing || pulled || !aim || !figure || !last || stage.current?.moved) return;
    if (apart(last.angle, aim.angle) > turnsAway) behind({ x: figure.x, y: figure.y, angle: aim.angle });
  }, [active, pulled, aim?.angle]);
  const now = useRef(active);
  now.current = active;
  return useMemo(
    () => ({
      before: (flick) => {
        const from = startOf(flick);
        if (!now.current || !from || stage.current?.moved) return 0;
        const last = looked.current;
        if (last && Math.hypot(last.x - from.x, last.y - from.y) < 60 && apart(last.angle, from.angle) < 60) return 0; // it is seen already
        looked.current = { key: '', ...from };
        stage.current?.look('behind', from);
        return 800;
      },
      during: (flick) => {
        const from = startOf(flick);
        if (now.current && from && !stage.current?.moved) stage.current?.follow(flick.kind, from.angle);
      },
      after: (flick) => {
        if (!now.current || stage.current?.moved) return 0;
        looked.current = null;
        return flick.fell.length || flick.kind === 'dynamite' ? 1100 : 450;
      },
    }),
    [],
  );
}
