// The view of Flick 'em Up! as the server sends it, and what the board tells from it. No rule is decided here.

import { numbersIn } from 'shell/parts/openmoves';
import type { Action, Scene, ScorePart } from 'shell/types';
import { poseFrom, poseOf, radians, turned } from './pose';
import type { Piece, Town } from './stage';
import type { View } from './view';
import { buildingWords, kindOf, teamOf, tokenWords } from './words';

export type { View };
export type Figure = View['shared']['cowboys'][string];
export type Building = View['shared']['buildings'][string];
/** How far a side is towards one of its goals: counted by the rules. */
export type Progress = View['progress']['outlaws'][number];

export const viewOf = (scene: Scene): View => scene.view as View;

/* --- the town ----------------------------------------------------------------------------------------------------------- */

function pieceOf(view: View, name: string, pose: Piece['pose']): Piece {
  const kind = kindOf(name);
  const building = view.shared.buildings[name];
  return {
    name,
    kind,
    pose,
    team: teamOf(name),
    hat: view.shared.cowboys[name]?.hat,
    ...(building ? { closed: building.closed, sign: buildingWords[name] } : {}),
  };
}

/** The table with the two of a duel, or with the whole town. */
export function townOf(view: View, duel = view.shared.duel !== null): Town {
  const { shared } = view;
  const places = duel && shared.duel ? shared.duel.pieces : shared.pieces;
  const tilted = (duel && shared.duel ? shared.duel.tilted : shared.tilted) ?? {};
  const pieces = Object.entries(places).map(([name, place]) =>
    pieceOf(view, name, tilted[name] ? poseFrom(tilted[name]) : poseOf(kindOf(name), place, !duel && shared.lying.includes(name))),
  );
  return { ...ground(view, duel), pieces };
}

function ground(view: View, duel: boolean): Omit<Town, 'pieces'> {
  const { shared } = view;
  const [width, height] = shared.table;
  return {
    width,
    height,
    hour: shared.clock.hour,
    exits: duel ? [] : Object.entries(shared.exits).map(([name, { edge, from, to }]) => ({ name, edge, from, to })),
    ground: duel ? [] : shared.ground,
  };
}

/** The table as it was before a flick, by the poses that came with it. */
export function townBefore(view: View, before: Record<string, number[]>, duel: boolean): Town {
  const flicked = ['disc', 'bullet', 'dynamite'];
  const pieces = Object.entries(before).filter(([name]) => !flicked.includes(name));
  return { ...ground(view, duel), pieces: pieces.map(([name, numbers]) => pieceOf(view, name, poseFrom(numbers))) };
}

/** The middle of the room behind a door. */
export function roomAt({ door: [x, y, facing] }: Building): { x: number; y: number } {
  const angle = radians(facing);
  return { x: x - 38 * Math.cos(angle), y: y - 38 * Math.sin(angle) };
}

/** Where somebody is for whom no piece stands on the table: in the room of his house, or at the gallows. */
export function indoorsAt(view: View, name: string): { x: number; y: number } | null {
  const { buildings, pieces } = view.shared;
  const figure = view.shared.cowboys[name];
  if (!figure) return null;
  if (figure.state === 'prisoner' && pieces.gallows) return { x: pieces.gallows[0], y: pieces.gallows[1] };
  const building = buildings[figure.place];
  return building ? roomAt(building) : null;
}

/** What is in a house stands in rows, one under the other: its tokens, then who is inside. */
export function rowOf(building: Building | undefined, name: string | null): number {
  if (!building) return 0;
  const stock = Object.keys(building.tokens).length + building.face_down > 0 ? 1 : 0;
  const row = name === null ? 0 : stock + building.inside.indexOf(name);
  return row - (stock + building.inside.length - 1) / 2;
}

/* --- actions ------------------------------------------------------------------------------------------------------------ */

export type FlickKind = 'disc' | 'bullet' | 'dynamite';

export function flickOf(action: Action): FlickKind | null {
  if (action.kind === 'move' || action.kind === 'walk') return 'disc';
  if (action.kind === 'shoot') return 'bullet';
  return action.kind === 'throw' ? 'dynamite' : null;
}

/** The open action that a text with numbers fills in, and its numbers in the order of `open`. */
export function aimIn(actions: Action[], text: string): { action: Action; numbers: number[] } | null {
  for (const action of actions) {
    const numbers = numbersIn(action, text);
    if (numbers) return { action, numbers };
  }
  return null;
}

export function rangeOf(action: Action, name: string): [number, number] {
  return (action[name] as [number, number] | undefined) ?? [0, 0];
}

/** The nearest angle that the action allows. */
export function allowedAngle(action: Action, angle: number): number {
  const [least, most] = rangeOf(action, 'angle');
  if (most - least >= 359) return turned(angle);
  const middle = (least + most) / 2;
  const off = ((((angle - middle) % 360) + 540) % 360) - 180;
  const half = (most - least) / 2;
  return turned(middle + Math.max(-half, Math.min(half, off)));
}

/* --- sentences ---------------------------------------------------------------------------------------------------------- */

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export function capital(words: string): string {
  return words ? words[0].toUpperCase() + words.slice(1) : words;
}

function playPrompt(view: View): string {
  const left = view.actions_left;
  if (!view.active) return 'Your turn.';
  if (!left) return `${view.active} is done: turn him, or end his turn.`;
  return `${view.active} has ${counted(left, 'action')} left: choose one.`;
}

/** What is to be decided now, in the second person. */
export function prompt(scene: Scene): string {
  const view = viewOf(scene);
  const { shared } = view;
  switch (view.phase) {
    case 'choose':
      return scene.actions.length === 1
        ? `${capital(String(scene.actions[0].cowboy ?? ''))} plays${shared.initiative === scene.actions[0].cowboy ? ': he has the initiative' : ''}. Tap him.`
        : `Choose a cowboy whose hat is ${shared.clock.colour}.`;
    case 'play':
      return playPrompt(view);
    case 'challenge':
      return 'Somebody is in there: whom do you duel with?';
    case 'duel':
      return shared.duel ? `Duel: shoot with ${shared.duel.shoots}, shot ${Math.floor(shared.duel.shots / 2) + 1} of 3.` : 'A duel.';
    case 'keep':
      return `You turned up ${view.turned_up ? `the ${tokenWords[view.turned_up]}` : 'a token'}: keep it or leave it.`;
    default:
      return 'Your turn.';
  }
}

/** What one reads who has nothing to decide: whom the town waits for. */
export function placeWords(view: View, name: string): string {
  const figure = view.shared.cowboys[name];
  if (!figure) return '';
  switch (figure.state) {
    case 'dead':
      return 'eliminated';
    case 'gone':
      return `gone by exit ${figure.place}`;
    case 'prisoner':
      return 'on the gallows';
    case 'inside':
      return `in the ${buildingWords[figure.place] ?? figure.place}`;
    case 'fallen':
      return 'lies on the ground';
    default:
      return 'on the table';
  }
}

/** The men whom a part of a seat's score counts: the own side's hit points, or those of the other side who are out. */
export function menOf({ seats, shared }: View, { seat, part }: ScorePart): string[] {
  const { team } = seats[seat];
  const men = Object.entries(shared.cowboys).filter(([name]) => (teamOf(name) === team) === (part === 'hit_points'));
  return men.filter(([name, figure]) => (part === 'hit_points' ? figure.hit_points > 0 : teamOf(name) && figure.state === 'dead')).map(([name]) => name);
}
