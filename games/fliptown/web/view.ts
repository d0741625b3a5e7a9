// Made by web/types.mjs from VIEWS.md; a test plays random games and compares their views with that.

export interface View {
  /** `fliptown` */
  game: string;
  /** 1 to `shared.rounds` */
  round: number;
  /** 1 to `shared.turns` */
  turn: number;
  /** `setup`, `deal`, `lineup`, `mayor`, `turn`, `theft`, `poker`, `bribe`, `sheriff`, `marshal`, `arrest` or `over` */
  phase: 'setup' | 'deal' | 'lineup' | 'mayor' | 'turn' | 'theft' | 'poker' | 'bribe' | 'sheriff' | 'marshal' | 'arrest' | 'over';
  /** the sheets, by seat */
  seats: {
    /** dollars */
    cash: number;
    /** gold */
    gold: number;
    /** stars */
    stars: number;
    /** its place on the Wanted track */
    wanted: number;
    /** gold pans */
    pans: number;
    /** hammers */
    hammers: number;
    /** silver stars so far */
    silver: number;
    /** where its stars came from; members that are 0 are left out */
    stars_from: {
      /** from the Trail */
      trail: number;
      /** from the Badlands */
      badlands: number;
      /** from the Mine */
      mine: number;
      /** from the Town, including what is bought and traded there */
      town: number;
      /** from the Cemetery */
      cemetery: number;
      /** what its character began with */
      start: number;
      /** for poker hands */
      poker: number;
      /** for bounties */
      bounties: number;
      /** stars paid to the Sheriff, no longer among `stars` */
      sheriff: number;
    };
    /** circled sites: `A` … `K` */
    trail: string[];
    /** circled sites: `A` … `K` */
    badlands: string[];
    /** circled chambers: `1a` … `4e` */
    mine: string[];
    /** circled buildings: `A` … `K` */
    town: string[];
    /** circled tombstones: `nw` … `se` */
    cemetery: string[];
    /** targets of successful robberies */
    robbed: string[];
    /** the poker cards of this round */
    poker: string[];
    /** the poker hands of the rounds so far, in words */
    hands: string[];
    /** what it has bought */
    items: string[];
    /** bank accounts, `red` and `black` */
    bank: string[];
    /** outlaws that it hunts: each pays when its rank is in the lineup */
    outlaws: string[];
    /** rooms taken */
    hotel: number;
    /** plots of land, 1 to 9, row by row */
    plots: number[];
    /** times arrested */
    arrests: number;
    /** null without characters */
    character: {
      /** as in the option `characters` */
      id: string;
      /** the name */
      name: string;
      /** what it can do, in words */
      ability: string;
      /** how often it still can */
      uses: number;
    } | null;
    /** what it decides: `arrange`, `visit`, `pick`, `roof`, `building`, `bonus`, `last`, `cheat`, `bribe`, `marshal`, `pay`, `robbery`, `look`, `draw`, `mayor`, `collect`, `done`, `over` */
    phase: string;
    /** how it uses this turn's cards; null before that */
    cards: {
      /** the card for the suit */
      suit: string;
      /** the card for the value */
      value: string;
      /** the suit it stands for, or `any` */
      as_suit: string;
      /** the value it stands for, or `any` */
      as_value: string;
    } | null;
    /** it has visited its site of this turn */
    visited: boolean;
    /** `trail`, `badlands`, `mine`, `town` or `cemetery`: regions of bonus actions that wait */
    bonuses: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
    /** the building it is in, by name; empty: none */
    building: string;
    /** robbery cards of this turn, and the Marshal's own */
    drawn: string[];
    /** for the viewer's own seat, when it decides: what each action changes, in the order of `actions` */
    changes: {
      /** `trail`, `badlands`, `mine`, `town` or `cemetery`: regions of bonus actions that it brings */
      bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
      /** stars */
      stars: number;
      /** true: a pan or a hammer may then be picked */
      pick: boolean;
      /** gold gained or spent, not counting the price of a visit */
      gold: number;
      /** hammers */
      hammers: number;
      /** gold pans */
      pans: number;
      /** dollars gained or, below 0, paid */
      cash: number;
      /** Wanted */
      wanted: number;
      /** silver stars */
      silver: number;
      /** numbers of the bounties that it earns */
      bounties: number[];
    }[];
    /** points so far */
    score: number;
    /** for the viewer's own seat: the sites that it could visit now */
    reach: {
      /** `trail`, `badlands`, `mine`, `town` or `cemetery`: its region */
      region: 'trail' | 'badlands' | 'mine' | 'town' | 'cemetery';
      /** its name */
      site: string;
      /** its price: with each way to arrange the cards, in the order of `actions`, or with the cards as they are */
      gold: number[];
      /** what visiting changes, not counting that gold */
      change: {
        /** stars */
        stars: number;
        /** true: a pan or a hammer may then be picked */
        pick: boolean;
        /** `trail`, `badlands`, `mine`, `town` or `cemetery`: regions of bonus actions that it brings */
        bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
        /** Wanted */
        wanted: number;
        /** dollars gained or, below 0, paid */
        cash: number;
        /** gold gained or spent, not counting the price of a visit */
        gold: number;
        /** gold pans */
        pans: number;
        /** hammers */
        hammers: number;
        /** silver stars */
        silver: number;
        /** numbers of the bounties that it earns */
        bounties: number[];
      };
      /** the price if gold changes the suit card so that the cowbot stays asleep */
      asleep: number[];
    }[];
    /** the seat's own cards in Hold 'em; only where the viewer may see them */
    holdem?: string[];
  }[];
  /** what lies in the middle, and the map */
  shared: {
    /** the three cards of this turn */
    lineup: string[];
    /** cards that can still be drawn without a shuffle */
    deck: number;
    /** the discard pile */
    discard: string[];
    /** the Sheriff's card; null for those who have not seen it */
    sheriff: string | null;
    /** everybody sees it */
    sheriff_turned: boolean;
    /** how many rounds there are */
    rounds: number;
    /** turns per round */
    turns: number;
    /** Hold 'em is played */
    holdem: boolean;
    /** the map as printed */
    map: {
      /** of the edition */
      name: string;
      /** its sites from ace to king, with what each gives */
      trail: {
        /** stars */
        stars: number;
        /** pans or hammers, whichever the player picks */
        either: number;
        /** `trail`, `badlands`, `mine`, `town` or `cemetery`: the regions of bonus actions */
        bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
        /** spaces on the Wanted track */
        wanted: number;
        /** dollars */
        cash: number;
        /** gold */
        gold: number;
        /** spaces off the Wanted track */
        remove: number;
      }[];
      /** its rows */
      badlands: {
        /** of the row */
        name: string;
        /** the sites in it */
        targets: string[];
        /** what each target has */
        cash: number[];
        /** Wanted that a robbery there gains */
        wanted: number;
        /** for the whole row */
        stars: number;
        /** `trail`, `badlands`, `mine`, `town` or `cemetery`: bonus actions for the whole row */
        bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
      }[];
      /** its chambers */
      mine: {
        /** its name */
        site: string;
        /** what it gives */
        reward: {
          /** gold */
          gold: number;
          /** hammers */
          hammers: number;
          /** gold pans */
          pans: number;
          /** `trail`, `badlands`, `mine`, `town` or `cemetery`: the regions of bonus actions */
          bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
          /** stars */
          stars: number;
          /** spaces on the Wanted track */
          wanted: number;
          /** `trail`, `badlands`, `mine`, `town` or `cemetery`: the region whose circled sites the chamber counts as silver at the end */
          silver: 'trail' | 'badlands' | 'mine' | 'town' | 'cemetery';
        };
        /** the ways that lead there */
        ways: {
          /** the chamber it starts from; null: from above */
          from: string | null;
          /** the lowest value that opens it */
          low: string;
          /** the highest */
          high: string;
        }[];
      }[];
      /** its buildings from ace to king */
      town: {
        /** the value that leads there */
        site: string;
        /** its name */
        name: string;
        /** `shop`, `ladder`, `hiding`, `trade`, `lodging`, `land`, `bail` or `look`: what is done inside */
        effect: 'shop' | 'ladder' | 'hiding' | 'trade' | 'lodging' | 'land' | 'bail' | 'look';
        /** what its roof gives */
        roof: {
          /** `trail`, `badlands`, `mine`, `town` or `cemetery`: the regions of bonus actions */
          bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
          /** stars */
          stars: number;
        };
        /** what a shop sells */
        sales: {
          /** as in `buy` */
          item: string;
          /** in dollars */
          price: number;
          /** what it gives at once */
          reward: {
            /** stars */
            stars: number;
            /** hammers */
            hammers: number;
            /** gold pans */
            pans: number;
          };
        }[];
        /** 1: one thing per visit */
        single: number;
        /** spaces off the Wanted track */
        remove: number;
        /** the price in dollars, where something is traded or let */
        cash: number;
        /** how often per visit */
        most: number;
        /** stars per trade, or what looking or hiding gives */
        stars: number;
        /** the price in gold, where something is traded */
        gold: number;
      }[];
      /** what lies between two tombstones */
      cemetery: {
        /** the two tombstones */
        between: string[];
        /** what it gives when both are circled */
        reward: {
          /** `trail`, `badlands`, `mine`, `town` or `cemetery`: the regions of bonus actions */
          bonus: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
          /** stars */
          stars: number;
          /** gold */
          gold: number;
          /** hammers */
          hammers: number;
          /** dollars */
          cash: number;
          /** gold pans */
          pans: number;
        };
      }[];
      /** stars of a bank account, by the round in which it is opened */
      bank: number[];
      /** silver stars of one, two, three or more rooms */
      hotel: number[];
      /** stars of the plots, in order */
      plots: number[];
      /** land for sale */
      land: {
        /** its shapes */
        shapes: {
          /** as in `plots` */
          shape: string;
          /** in dollars */
          price: number;
        }[];
        /** stars for all plots */
        all: number;
      };
      /** what a hunted outlaw pays */
      bail: {
        /** the outlaws */
        outlaws: string[];
        /** dollars for one */
        cash: number;
        /** or gold */
        gold: number;
        /** or spaces off the Wanted track */
        remove: number;
      };
      /** numbers from the corners of the map */
      margins: {
        /** gold to change the suit */
        suit_gold: number;
        /** gold to change the value by one */
        value_gold: number;
        /** how much further you may go with the trail horse */
        trail_horse: number;
        /** what the pistol adds to the robbery card */
        pistol: number;
        /** what the rifle adds to it */
        rifle: number;
        /** how much less Wanted a robbery gains with the bandana */
        bandana: number;
        /** how far outside the range of a tunnel the pickaxe reaches */
        pickaxe: number;
        /** Wanted for a tombstone */
        stone_wanted: number;
        /** stars for a tombstone with the shovel */
        shovel_stars: number;
        /** how many pans the map has room for */
        most_pans: number;
        /** how many hammers it has room for */
        most_hammers: number;
        /** gold that each pan finds */
        pan_gold: number;
        /** dollars that each hammer earns */
        hammer_cash: number;
        /** dollars for a point at the end */
        cash_per_point: number;
        /** gold for a point at the end */
        gold_per_point: number;
        /** the fine is paid in stars from this many Wanted on */
        stars_only: number;
      };
      /** the suit of each region */
      suits: {
        /** `clubs`, `diamonds`, `hearts` or `spades` */
        trail: 'clubs' | 'diamonds' | 'hearts' | 'spades';
        /** `clubs`, `diamonds`, `hearts` or `spades` */
        badlands: 'clubs' | 'diamonds' | 'hearts' | 'spades';
        /** `clubs`, `diamonds`, `hearts` or `spades` */
        mine: 'clubs' | 'diamonds' | 'hearts' | 'spades';
        /** `clubs`, `diamonds`, `hearts` or `spades` */
        town: 'clubs' | 'diamonds' | 'hearts' | 'spades';
      };
      /** what poker hands pay, from the lowest on */
      poker: {
        /** its name */
        hand: string;
        /** dollars */
        cash: number;
        /** stars */
        stars: number;
      }[];
      /** what an arrest costs, by round */
      fines: {
        /** dollars */
        cash: number;
        /** stars */
        stars: number;
      }[];
    };
    /** with several players: the bounties on show */
    bounties?: {
      /** of the card, from 1 */
      number: number;
      /** what it asks for */
      text: string;
      /** what it is worth now */
      stars: number;
      /** the seats that have earned it */
      seats: number[];
    }[];
    /** only if there is one: the automatic opponent */
    cowbot?: {
      /** as in the option `cowbot` */
      id: string;
      /** its name */
      name: string;
      /** `clubs`, `diamonds`, `hearts` or `spades`: its suit */
      suit: 'clubs' | 'diamonds' | 'hearts' | 'spades';
      /** what you must gain for it to steal a card: `gold`, `bonus`, `star` or `wanted` */
      steals: string;
      /** `trail`, `badlands`, `mine`, `town` or `cemetery`: the regions whose free sites score for it: the first 4 points each, the last 1 */
      regions: ('trail' | 'badlands' | 'mine' | 'town' | 'cemetery')[];
      /** `easy`, `normal` or `hard`: as in the option */
      strength: 'easy' | 'normal' | 'hard';
      /** how many cards it has */
      stolen: number;
      /** its points so far */
      score: number;
      /** its cards, when the game is over */
      cards: string[];
    };
  };
  /** seats that have to decide */
  to_act: number[];
  /** the discard pile and the deck to look through, all 52 cards in groups; only once there is something to see */
  search?: {
    /** its title */
    title: string;
    /** the groups, in the order in which they are shown */
    groups: {
      /** what the cards have in common: gone, in the line-up, left */
      title: string;
      /** the cards, suit by suit */
      cards: string[];
    }[];
    /** what the viewer cannot know about it */
    note: string;
  };
  /** with several players: how near each seat is to the bounties, in their order */
  near?: {
    /** by seat: how much of it is done; if there are two ways, the nearer one */
    have: number[];
    /** by seat: how much it takes */
    of: number[];
  }[];
}
