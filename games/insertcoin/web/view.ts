// Made by web/types.mjs from VIEWS.md; a test plays random games and compares their views with that.

export interface View {
  /** `insertcoin` */
  game: string;
  /** cards flipped so far */
  round: number;
  /** of the viewer, or of the seat that acts first: `deal`, `pick`, `keep`, `flip`, `draw`, an ability that asks something, `wait` or `over` */
  phase: string;
  /** the draft is played */
  draft: boolean;
  /** the GamePads, by seat */
  seats: {
    /** as `phase`, of this seat */
    phase: string;
    /** the three levels, once they are chosen */
    levels: {
      /** its shape */
      shape: string;
      /** eight rows: `#` free, `x` filled, `.` outside */
      rows: string[];
      /** points when complete */
      value: number;
      /** it is complete */
      done: boolean;
      /** what completing it brings */
      ability: string;
      /** points so far */
      points: number;
    }[];
    /** Lives that are highlighted and not crossed out */
    lives: number;
    /** coins */
    coins: number;
    /** others' skulls and aliens do not affect it */
    shield: boolean;
    /** the next GAME OVER costs it no Coin */
    key: boolean;
    /** at the next flip it may draw any symbol of up to four squares */
    star: boolean;
    /** sits out the next flip */
    skip: boolean;
    /** pending abilities; the first is in use */
    pending: string[];
    /** squares that the cherries in use can still fill */
    cherries: number;
    /** for the viewer's own seat: the cards to choose from */
    hand: number[];
    /** for the viewer's own seat: the cards picked in the draft */
    picked: number[];
    /** points so far */
    score: {
      /** points for levels */
      levels: number;
      /** points for Coins */
      coins: number;
      /** points for Lives */
      lives: number;
      /** all together */
      total: number;
    };
  }[];
  /** what lies in the middle, and the cards as printed */
  shared: {
    /** the flipped card: its number, `over` for GAME OVER, or null */
    card: number | string | null;
    /** its two symbols */
    symbols: string[];
    /** cards still to be flipped */
    left: number;
    /** how many GAME OVERs were shown */
    game_overs: number;
    /** numbers of the cards still to come, without their order */
    unseen: number[];
    /** its name */
    edition: string;
    /** Lives in the row of a GamePad */
    row: number;
    /** all symbols */
    symbol_list: {
      /** its name */
      symbol: string;
      /** its squares: `#` is one */
      rows: string[];
    }[];
    /** all shapes */
    shape_list: {
      /** its name */
      shape: string;
      /** points when complete */
      value: number;
      /** what completing it brings */
      ability: string;
      /** its squares: `#` is one */
      rows: string[];
    }[];
    /** all cards */
    card_list: {
      /** its number */
      card: number;
      /** its shape */
      shape: string;
      /** its two symbols */
      symbols: string[];
    }[];
  };
  /** seats that have to decide */
  to_act: number[];
}
