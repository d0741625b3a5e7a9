// Made by web/types.mjs from VIEWS.md; a test plays random games and compares their views with that.

export interface View {
  /** `flickemup` */
  game: string;
  /** the hour */
  round: number;
  /** the round's name: "6 o’clock" */
  when: string;
  /** its name */
  scenario: string;
  /** its story */
  story: string;
  /** what each side must do */
  goals: {
    /** in words */
    lawmen: string;
    /** in words */
    outlaws: string;
    /** what decides at noon */
    noon: string;
  };
  /** how far each side is */
  progress: {
    /** its goals */
    lawmen: {
      /** what is counted: `eliminated`, `delivered`, `inside`, `holds`, `tokens`, `exploded`, `left` … */
      kind: string;
      /** "outlaws eliminated: 1 of 3" */
      words: string;
      /** how many are done */
      done: number;
      /** how many it takes */
      of: number;
      /** only if the goal is about a token: its kind */
      token?: string;
    }[];
    /** its goals */
    outlaws: {
      /** what is counted: `eliminated`, `delivered`, `inside`, `holds`, `tokens`, `exploded`, `left` … */
      kind: string;
      /** "outlaws eliminated: 1 of 3" */
      words: string;
      /** how many are done */
      done: number;
      /** how many it takes */
      of: number;
      /** only if the goal is about a token: its kind */
      token?: string;
      /** only if several things must all be done: each of them */
      parts?: {
        /** in words */
        words: string;
        /** it is done */
        done: boolean;
      }[];
    }[];
    /** what noon would decide now */
    noon: string;
  };
  /** `choose`, `play`, `challenge`, `duel`, `turn_up`, `keep`, `hand`, `flick` or `over` */
  phase: 'choose' | 'play' | 'challenge' | 'duel' | 'turn_up' | 'keep' | 'hand' | 'flick' | 'over';
  /** `lawmen` or `outlaws`: the side whose turn it is */
  team: 'lawmen' | 'outlaws';
  /** the cowboy who plays; null: nobody */
  active: string | null;
  /** his actions left */
  actions_left: number;
  /** only while somebody decides about it: the token that was just turned up */
  turned_up?: string;
  /** what came of the last flick */
  ruling: string;
  /** the players */
  seats: {
    /** `lawmen` or `outlaws` */
    team: 'lawmen' | 'outlaws';
    /** this seat plays next for its side */
    next: boolean;
    /** how steady its hand is: the option `hand` */
    hand: string;
    /** hit points that its side has left */
    hit_points: number;
    /** enemies that its side has eliminated */
    eliminated: number;
    /** cowboys that its side has lost */
    lost: number;
  }[];
  /** the town */
  shared: {
    /** sizes that rules and physics use, in mm */
    measures: {
      /** of each kind of piece and of what is flicked: width or length, depth, height; of a building: a block's side, the width of the door, a block's height */
      sizes: Record<string, number[]>;
      /** a building's front */
      front: {
        /** mm */
        wide: number;
        /** mm */
        thick: number;
        /** mm */
        high: number;
      };
      /** distance from the middle of a figure to that of the bullet beside it */
      beside: number;
      /** how far dynamite hits */
      blast: number;
      /** how the table slows a sliding piece, in mm/s²: at *v* mm/s it slides *v*² / 2 `slowing` mm */
      slowing: number;
    };
    /** by piece: x and y in mm, and degrees */
    pieces: Record<string, number[]>;
    /** pieces that do not stand upright: the seven integers of a record's pose */
    tilted: Record<string, number[]>;
    /** the figures, by name: `L1` … `O5`, `witness1` … */
    cowboys: Record<string, {
      /** left */
      hit_points: number;
      /** at the start */
      most_hit_points: number;
      /** `table`, a building, `gallows`, the exit it left by, or `box` */
      place: string;
      /** `standing`, `fallen`, `inside`, `prisoner`, `gone` or `dead` */
      state: 'standing' | 'fallen' | 'inside' | 'prisoner' | 'gone' | 'dead';
      /** `red` or `blue`; only cowboys have one */
      hat?: 'red' | 'blue';
      /** it may still be played this hour; only of cowboys */
      available?: boolean;
      /** what it carries; only of cowboys */
      tokens?: string[];
      /** only when the game is over: how often he has fired */
      shots?: number;
      /** only when the game is over: how often he hit an enemy */
      hits?: number;
      /** only when the game is over: the farthest hit, in mm */
      longest?: number;
      /** only on the table: x, y, degrees */
      pose?: number[];
      /** only of a witness: whether it has moved this hour */
      walked?: boolean;
    }>;
    /** by name */
    buildings: Record<string, {
      /** tokens that lie there face up, by kind */
      tokens: Record<string, number>;
      /** the middle of the door line: x, y, degrees */
      door: number[];
      /** the figures in it */
      inside: string[];
      /** how many tokens lie there face down */
      face_down: number;
      /** nobody may enter */
      closed: boolean;
      /** only if it is closed: the hour when it opens */
      closed_until?: number;
    }>;
    /** all tokens that lie face down, by kind */
    face_down: Record<string, number>;
    /** by name */
    exits: Record<string, {
      /** `bottom`, `top`, `left` or `right` */
      edge: 'bottom' | 'top' | 'left' | 'right';
      /** along the edge, in mm */
      from: number;
      /** along the edge, in mm */
      to: number;
      /** tokens that lawmen have carried out there, by kind. Rare. */
      lawmen: Record<string, number>;
      /** tokens that outlaws have carried out there, by kind. Rare. */
      outlaws: Record<string, number>;
    }>;
    /** width and height in mm */
    table: number[];
    /** the clock */
    clock: {
      /** the hour */
      hour: number;
      /** `red` or `blue`: hats of this colour may be played */
      colour: 'red' | 'blue';
    };
    /** the cowboy who began this hour, or begins the next */
    initiative: string;
    /** pieces on their side */
    lying: string[];
    /** tokens on the ground. Rare. */
    ground: {
      /** its kind. Rare. */
      token: string;
      /** mm. Rare. */
      x: number;
      /** mm. Rare. */
      y: number;
    }[];
    /** a duel; null: none. Rare. */
    duel: {
      /** where it is. Rare. */
      building: string;
      /** who came in. Rare. */
      entered: string;
      /** who was there. Rare. */
      defends: string;
      /** whose shot it is. Rare. */
      shoots: string;
      /** shots so far. Rare. */
      shots: number;
      /** the two duellists: x, y, degrees. Rare. */
      pieces: Record<string, number[]>;
      /** only if one of them does not stand upright: the seven integers of a record's pose. Rare. */
      tilted?: Record<string, number[]>;
    } | null;
    /** objects in an entrance that may not be put aside now, each with the reason; only if there are any. Rare. */
    stays?: Record<string, string>;
  };
  /** seats that have to decide */
  to_act: number[];
}
