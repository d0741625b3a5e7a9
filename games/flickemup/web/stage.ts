// What the board asks of a stage, the thing that shows the town: in 3D where the browser can, else as a drawn top view.
// A stage shows and points; it knows no rules. Lengths are millimetres, angles degrees counter-clockwise from +x, the origin
// is the table's lower left corner, z is up.

/** Where a piece is: its middle (a building's: the middle of its door line, on the table) and a unit quaternion w, x, y, z. */
export interface Pose {
  x: number;
  y: number;
  z: number;
  q: [number, number, number, number];
}

export type PieceKind = 'cowboy' | 'witness' | 'building' | 'gallows' | 'barrel' | 'cactus' | 'fence' | 'tumbleweed' | 'block' | 'disc' | 'bullet' | 'dynamite';

export interface Piece {
  /** As the notation has it: L1, saloon, barrel3 … */
  name: string;
  kind: PieceKind;
  pose: Pose;
  team?: 'lawmen' | 'outlaws';
  hat?: 'red' | 'blue';
  /** Of a building: nobody may enter now. */
  closed?: boolean;
  /** What a building has written above its door. */
  sign?: string;
}

export interface Town {
  /** Of the table. */
  width: number;
  height: number;
  pieces: Piece[];
  /** The hour on the town hall's clock. */
  hour: number;
  exits: { name: string; edge: 'bottom' | 'top' | 'left' | 'right'; from: number; to: number }[];
  /** Tokens that lie in the open. */
  ground: { token: string; x: number; y: number }[];
  /** Two pieces are a town, not a duel: in the workshop. */
  whole?: boolean;
}

/** What is lit: pieces that can be chosen, the chosen one, the one a hint means. */
export interface Lights {
  open: string[];
  chosen: string | null;
  hinted: string | null;
  /** Pieces that cannot stand where they are: in the workshop. */
  wrong?: string[];
}

/** A flick that is being aimed. */
export interface Aim {
  kind: 'disc' | 'bullet' | 'dynamite';
  from: { x: number; y: number };
  angle: number;
  speed: number;
  /** How far it would slide on a free table. */
  reach: number;
  /** Power as a part of the whole, for the bar. */
  power: number;
  /** Where it may go with the hand that flicks, in 95 of 100 cases: degrees to each side, and the least and the most that it slides. */
  fan?: { beside: number; reach: [number, number] };
}

/** How a flick went: of each piece that moved its poses in the order of time. */
export interface Path {
  kind: 'disc' | 'bullet' | 'dynamite';
  ms: number;
  pieces: Map<string, { ms: number; pose: Pose }[]>;
  /** At its end something goes off there: so far it hits. */
  blast?: { x: number; y: number; reach: number };
}

/** The whole table, from above, over a shoulder, or as near as some points let one come. */
export type View = 'table' | 'top' | 'behind' | 'team';

/** From where one looks: the place and the direction of a shoulder; for a team the way it faces, where everybody is, and the other side. */
export interface Side {
  x: number;
  y: number;
  angle: number;
  points?: { x: number; y: number }[];
  others?: { x: number; y: number }[];
}

export interface Spot {
  /** On the table's plane. */
  x: number;
  y: number;
  piece: string | null;
}

export interface Stage {
  readonly kind: '3d' | 'drawn';
  /** Everything as it lies now. Pieces that moved since glide there unless `still`. */
  show(town: Town, still?: boolean): void;
  light(lights: Lights): void;
  aim(aim: Aim | null): void;
  /** Shows a flick; `speed` 1 is as it was, 0.25 slow motion. Done at its end or when it is skipped. */
  play(path: Path, speed: number): Promise<void>;
  skip(): void;
  /** 'behind' looks over the shoulder along the aim, or from the side of the given point. */
  look(view: View, from?: Side): void;
  /** Keeps a moving piece in the picture, seen along that direction, until one looks elsewhere. */
  follow(name: string, angle: number): void;
  /** Somebody has moved the camera by hand since it last looked somewhere. */
  readonly moved: boolean;
  /** Where a piece is at this moment, on its way or at rest; null: it is not to be seen. */
  where(name: string): { x: number; y: number; z: number; lies: boolean } | null;
  /** Turns (degrees) and zooms (factor) the camera; for keys and buttons. Gestures the stage minds itself, unless `held`. */
  turn(around: number, up: number, zoom: number): void;
  /** The board has the pointer: a drag aims and does not move the camera. */
  hold(held: boolean): void;
  /** What is under a point of the window. */
  at(clientX: number, clientY: number): Spot | null;
  /** Where a point of the table is in the stage's element, in CSS pixels: for labels. */
  place(x: number, y: number, z?: number): { left: number; top: number; visible: boolean };
  /** Tells when places of labels have changed: the camera or a piece has moved. */
  onMoved(listener: () => void): void;
  /** Tells that nothing can be shown any more (the browser took the graphics away): dispose, and make another stage. */
  onLost?(listener: () => void): void;
  dispose(): void;
}

/** Throws where it cannot be made (no WebGL, a lost context). */
export type MakeStage = (element: HTMLElement, options: { dark: boolean; reducedMotion: boolean }) => Stage;
