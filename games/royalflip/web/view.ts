// Made by web/types.mjs from VIEWS.md; a test plays random games and compares their views with that.

export interface View {
  /** `royalflip` */
  game: string;
  /** 1 to `shared.rounds` */
  round: number;
  /** of the viewer, or of the seat that acts first; `reveal` while cards are turned */
  phase: string;
  /** player versus player */
  pvp: boolean;
  /** the sheets, by seat */
  seats: {
    /** what is written, by cell: `a1` … `f5`, column and row */
    map: Record<string, {
      /** `red` or `black` */
      colour: 'red' | 'black';
      /** 1 to 10 */
      number: number;
    }>;
    /** `choose`, `write`, `track`, `bonus` (a number from the track is to be written), `done`, `wait` (player versus player), `throw`, `thrown`, `over` */
    phase: 'choose' | 'write' | 'track' | 'bonus' | 'done' | 'wait' | 'throw' | 'thrown' | 'over';
    /** what the seat took this round; null before that */
    choice: {
      /** `red` or `black` */
      colour: 'red' | 'black';
      /** the number it stands for */
      number: number;
      /** `clubs`, `diamonds`, `hearts` or `spades` */
      suit: 'clubs' | 'diamonds' | 'hearts' | 'spades';
    } | null;
    /** circled spaces, in order */
    track: number[];
    /** ±1 boxes left */
    shift: number;
    /** diamonds filled */
    diamonds: number;
    /** points from the track */
    points: number;
    /** the roads that score, in the best split */
    roads: {
      /** its cells */
      cells: string[];
      /** its points */
      points: number;
    }[];
    /** the areas that score */
    areas: {
      /** its cells */
      cells: string[];
      /** its points */
      points: number;
    }[];
    /** points so far */
    score: {
      /** points for roads */
      roads: number;
      /** points for areas */
      areas: number;
      /** points for diamonds */
      diamonds: number;
      /** points from the track */
      points: number;
      /** all together */
      total: number;
    };
  }[];
  /** what lies in the middle */
  shared: {
    /** the cards of this round */
    lineup: string[];
    /** the seat that chooses first; null unless `pvp` */
    first: number | null;
    /** the first player's combination, which nobody may repeat; null: none */
    taken: {
      /** the card that gave the colour */
      colour: string;
      /** … the number */
      number: string;
      /** … the suit */
      suit: string;
      /** the number of the combination: the card's own, or the one chosen for a wild card */
      value: number;
      /** what may not be repeated: `attributes` (colour, number and suit) or `cards` */
      by: string;
      /** the ways to take the three cards that the others may not choose */
      closed: {
        /** the card for the colour */
        colour: string;
        /** … for the number */
        number: string;
        /** … for the suit */
        suit: string;
        /** the one number that a wild card may not stand for; null: any number is closed */
        value: number | null;
      }[];
    } | null;
    /** rock, paper, scissors for a shared win; null: none */
    tie_break: {
      /** which throw this is */
      time: number;
      /** the largest number of throws */
      most: number;
      /** the seats that are still in it */
      in: number[];
      /** `rock`, `paper` or `scissors`: by seat, the viewer's own hand, if it has thrown; null for all others */
      hands: ('rock' | 'paper' | 'scissors' | null)[];
      /** `rock`, `paper` or `scissors`: throw by throw, by seat, the hands that were shown together */
      shown: (('rock' | 'paper' | 'scissors' | null)[])[];
    } | null;
    /** how many rounds there are */
    rounds: number;
    /** the points that a solo player aims for */
    jackpot: number;
    /** cards that have not been shown */
    unseen: number;
    /** the sheet as printed */
    sheet: {
      /** name of the edition */
      name: string;
      /** columns of the map */
      columns: number;
      /** rows of the map */
      rows: number;
      /** their cells */
      casinos: string[];
      /** the spaces of the track, in order */
      track: {
        /** its number, from 1 */
        space: number;
        /** `clubs`, `diamonds`, `hearts` or `spades`: the suit that leads there */
        suit: 'clubs' | 'diamonds' | 'hearts' | 'spades';
        /** `shift`, `number`, `diamond` or `points` */
        bonus: 'shift' | 'number' | 'diamond' | 'points';
        /** with `points`: how many */
        points?: number;
        /** with `number`: which */
        number?: number;
      }[];
      /** points for each number of filled diamonds, from one on */
      diamonds: number[];
      /** ranks that stand for any number */
      wild: string[];
      /** how roads score */
      roads: {
        /** how many numbers a road needs at least */
        shortest: number;
        /** points per number */
        points: number;
        /** extra points per number between two casinos */
        casino_points: number;
      };
      /** how areas score */
      areas: {
        /** how many numbers an area needs at least */
        smallest: number;
        /** points per number */
        points: number;
      };
      /** diamonds in player versus player */
      majority: {
        /** points for the most */
        most: number;
        /** points for the second most */
        second: number;
      };
    };
  };
  /** seats that have to decide */
  to_act: number[];
}
