// What the server sends, and what boards are given. api.ts is made from docs/openapi.json; here are only those types that the page puts
// together itself, or that say more than a schema can.

import type { JSX } from 'preact';
import type * as api from './api';
import type { Tunes } from './sound';

export type { ChatLine, Deal, Lesson, Notice, Offer, Result, TableSeat as Seat } from './api';
export type SeatKind = api.TableSeat['kind'];
export type OfferKind = api.Offer['kind'];
export type Spectator = api.Scene['spectators'][number];
export type GameOption = api.Game['options'][number];
export type Tutorial = api.Lessons['tutorials'][number];
export type LessonState = Tutorial['lessons'][number];
/** One of a hint's choices. */
export type Choice = NonNullable<api.Hint['choices']>[number];

export interface Person {
  id: string;
  name: string;
  claimed?: boolean;
}

/** A choice of an option in words; `news` is what it adds to the ones before. */
export interface ChoiceWords {
  title: string;
  text?: string;
  news?: string;
}

/** An option in the game's own words: docs/add-a-game.md describes every field. */
export interface OptionWords {
  title: string;
  text?: string;
  choices?: Record<string, ChoiceWords>;
  states?: { false: string; true: string; named: string };
  each?: string;
  seats?: number;
  with?: string;
  house?: boolean;
}

/** What people read when they make a table, and how the bots are called and drawn. */
export interface Setup {
  minutes?: [number, number];
  difficulty?: 1 | 2 | 3;
  bots?: string[];
  faces?: { clothes: string[]; hats: string[] };
  options?: Record<string, OptionWords>;
  edition?: { title: string; text: string; instead_of?: string };
  puzzles?: { themes?: Record<string, string> };
}

export type Game = Omit<api.Game, 'setup'> & { setup?: Setup };

/** These a server from before does not say, and a moment of a replay or a puzzle does not have. */
type Unsaid = 'rated' | 'help' | 'owner' | 'spectators' | 'clock' | 'daily' | 'next' | 'deal';
export type Table = Omit<api.Table, Unsaid> & Partial<Pick<api.Table, Unsaid>>;

/** A legal move: the fields of its kind stand beside these. */
export interface Action {
  id: number;
  text: string;
  kind: string;
  tell: string;
  gain: number;
  [field: string]: unknown;
}

export type LogEntry = Omit<api.LogLine, 'seat' | 'phase'> & {
  seat: number | 'dealer';
  /** Entries with the same number belong to one phase. */
  phase?: number;
};

/** A scene with the whole log and chat: connection.ts puts together what the server sends in pieces. */
export interface Scene {
  table: Table;
  seat: number | 'public';
  mine: number[];
  view: any;
  actions: Action[];
  can_undo: boolean;
  /** The server's time. */
  now?: number;
  offer: { by: number; agreed: number[] } | null;
  offers?: api.Offer[];
  spectators?: Spectator[];
  notices?: api.Notice[];
  /** Whose chat one does not see. */
  muted_people?: string[];
  /** Muted for everybody by the owner of the table: what they said is hidden too. */
  silenced?: string[];
  /** The own seat, which the others have given to a bot. */
  take_back?: number;
  log: LogEntry[];
  log_from: number;
  chat: api.ChatLine[];
  /** There is more of the chat before the first line. */
  chat_older?: boolean;
  /** How many flicks there have been, in a game that has some, and where one asks how they went. */
  flicks?: number;
  flicks_at?: string;
  /** Only at the table of a lesson. */
  lesson?: api.Lesson;
  /** What the seat knows, for the module (adviser.ts): where it has to decide and may be helped. Nobody else looks into it. */
  knowledge?: unknown;
  /** A moment of a replay: no table stands behind it. */
  past?: boolean;
  /** In a replay: where the one who looks sat. */
  own?: number[];
}

/** A move that the tutor speaks of. */
export type Judged = api.JudgedMove;

/** What the tutor says about a move. */
export type Verdict = NonNullable<api.Verdict['verdict']>;

/** One thing that happened, shown for a while: a card that is turned, a bust, a theft. */
export interface Moment {
  /** The board's own word for it. */
  kind: string;
  /** How long, when animations are in full: 450 unless told. */
  ms?: number;
  /** What the board shows meanwhile, while the new scene is held back. Without it the moment is played over the new scene. */
  view?: any;
  /** How much of the new log is told by then, where there is a view; else the log stays as it was. */
  steps?: number;
  /** One of the module's tunes. */
  sound?: string;
  /** Whatever else the board needs to draw it. */
  [field: string]: unknown;
}

/** What lies between two scenes of one table, seen with the same eyes, of which the later has a longer log. */
export type MomentsBetween = (before: Scene, now: Scene) => Moment[];

/** A part of somebody's score, as the result's `breakdown` names it. */
export interface ScorePart {
  seat: number;
  part: string;
}

/** What a board gets: it shows the view, lights up the actions and calls `act` with one of them. */
export interface BoardProps {
  scene: Scene;
  /** Commits an action; done when the table has answered. */
  act: (action: Action) => void | Promise<void>;
  /** The action that is hovered, focused or selected anywhere on the page, or null. */
  preview: Action | null;
  setPreview: (action: Action | null) => void;
  /** What the hint lit up, best first. */
  hints: Choice[];
  /** The seat whose sheet stands in the middle: the viewer's own, or another one that was tapped. */
  shown: number;
  setShown: (seat: number) => void;
  reducedMotion: boolean;
  /** What is being shown now, one of those that the module's `moments` named. */
  moment: Moment | null;
  /** The part of the score that was tapped in the result: these roads, that area. It is lit on the board. */
  part: ScorePart | null;
  /** Told by a slow board: this scene is what is seen now, and nothing that led to it is still being shown. */
  onSeen?: (scene: Scene) => void;
}

/** A part of the score while it is counted: what everybody has of it, by seat. `part`: what the board lights meanwhile. */
export interface Counted {
  word: string;
  values: number[];
  part?: string;
}

export interface FinaleProps {
  scene: Scene;
  result: api.Result;
  /** The viewer has won, alone or with others. */
  won: boolean;
}

/** A mark of the first minute: a thing on the board, by its selector (of several the first that is seen), and what it is. */
export interface Mark {
  at: string;
  words: string;
}

/** What a game's folder gives to the page. */
export interface BoardModule {
  Board: (props: BoardProps) => JSX.Element;
  /** For somebody's first game of this kind: the goal, what scores, what to press. */
  marks?: (scene: Scene) => Mark[];
  /** Pictures for the rules, by how the heading begins beneath which they stand. */
  rulePictures?: Readonly<Record<string, () => JSX.Element>>;
  /** How far a move that brings no points gets one: "2 of 3 of an area". */
  progress?: (scene: Scene, action: Action) => string;
  /** What is to be decided now, as a sentence in the second person. */
  prompt: (scene: Scene) => string;
  /** A picture for the card of a choice when a table is made, as an SVG. */
  choicePicture?: (option: string, value: string) => JSX.Element | null;
  /** Nothing is hidden in this game: a device that goes round the table need not be covered. */
  open?: boolean;
  /** How the heading of the rules begins that tells of what is to be decided now: the drawer opens them there. Without it,
      the heading that has the view's `phase` as a word. */
  rule?: (scene: Scene) => string | undefined;
  /** What happened between two scenes, in its order: the shell shows one after the other. See web/src/README.md. */
  moments?: MomentsBetween;
  /** The board tells of the others' turns itself: the page adds no lines of its own. */
  tellsOthers?: boolean;
  /** Where a replay can go to next, beside rounds, turns and own decisions: what the button says, and how the log tells it. */
  jumps?: readonly (readonly [words: string, told: RegExp])[];
  /** The keys of this board, beside those of every table. */
  shortcuts?: readonly (readonly [keys: string, words: string])[];
  /** The sounds that moments name. */
  tunes?: Tunes;
  /** The parts of the result's `breakdown` that the board can light, by their names there. */
  parts?: readonly string[];
  /** What parts are called in the result, where their name there says too little. */
  partWords?: Readonly<Record<string, string>>;
  /** What is counted at the end, where that is finer than the `breakdown`. The values of each seat add up to its score. */
  scoreParts?: (scene: Scene) => Counted[];
  /** The end in the manner of this game, above the result: also for who has lost. */
  Finale?: (props: FinaleProps) => JSX.Element | null;
  /** It shows how a step went before it shows where that led, and says by `onSeen` when it is there. The page tells nothing sooner. */
  slow?: boolean;
}
