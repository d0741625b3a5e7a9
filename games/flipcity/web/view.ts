// Made by web/types.mjs from VIEWS.md; a test plays random games and compares their views with that.

export interface View {
  /** `flipcity` */
  game: string;
  /** the turn that is being played, from 1 */
  turn: number;
  /** `start`, `play`, `build` or `over` */
  phase: 'start' | 'play' | 'build' | 'over';
  /** the seat whose turn it is */
  acting: number;
  /** the seat that began */
  first: number;
  /** the cities, by seat */
  seats: {
    /** how many cards are in the deck, by face */
    deck: Record<string, number>;
    /** how many cards are in the discard pile, by face */
    discard: Record<string, number>;
    /** the face-up top card of the deck; null: the deck is empty */
    top: string | null;
    /** cards played this turn, in order */
    played: string[];
    /** cash of this turn */
    cash: number;
    /** points of this turn */
    points: number;
    /** unhappy symbols of this turn */
    unhappy: number;
    /** the unhappiness that the city can take */
    limit: number;
    /** building actions left */
    actions: number;
    /** it may not stop now */
    must_play: boolean;
    /** the chance that the next card, with every card that it forces, breaks the limit */
    risk: number;
    /** null for a seat that cannot play a card */
    odds: {
      /** the face-up card alone breaks the limit */
      next: boolean;
      /** the chance that it or the one after it does; null: no second card can come up */
      two: number | null;
    } | null;
  }[];
  /** the market and the rules */
  shared: {
    /** cards for sale, by front face */
    supply: Record<string, number>;
    /** cards out of the game, by face */
    aside: Record<string, number>;
    /** how many turns each player has at most */
    turns: number;
    /** the points that win */
    win_points: number;
    /** the cards of the game as printed; members that are 0 or false are left out */
    cards: {
      /** its front */
      front: {
        /** its id */
        face: string;
        /** its name */
        title: string;
        /** what turning it over costs */
        fee: number;
        /** cash when played */
        cash: number;
        /** unhappy symbols */
        unhappy: number;
        /** true: it must be played when it is on top */
        forced: boolean;
        /** how many played cards win with it */
        wins_with: number;
        /** more cash per unhappy symbol so far */
        cash_per_unhappy: number;
        /** true: the deck's bottom card goes to the discard pile */
        drops_bottom: boolean;
        /** points when played */
        points: number;
        /** true: one more card must be played */
        forces_next: boolean;
        /** more building actions */
        actions: number;
      };
      /** its back */
      back: {
        /** its id */
        face: string;
        /** its name */
        title: string;
        /** what turning it over costs */
        fee: number;
        /** cash when played */
        cash: number;
        /** unhappy symbols */
        unhappy: number;
        /** true: turned over, it goes to another player's discard pile */
        gives: boolean;
        /** points when played */
        points: number;
        /** what recycling it gives */
        recycle: {
          /** cash */
          cash: number;
          /** how much more unhappiness the city can take */
          limit: number;
          /** building actions */
          actions: number;
        };
        /** how much more unhappiness the city can take */
        limit: number;
        /** true: one more card must be played */
        forces_next: boolean;
        /** more building actions */
        actions: number;
      };
      /** its price, if it is for sale */
      price: number;
    }[];
  };
  /** seats that have to decide */
  to_act: number[];
}
