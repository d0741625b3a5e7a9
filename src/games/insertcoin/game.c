/* Insert Coin to Play as the table sees it. */
#include "games/games.h"
#include "games/insertcoin/insertcoin.h"

static const struct flip_option options[] = {
    {.name = "draft",
     .kind = FLIP_OPTION_BOOL,
     .fallback = "false",
     .meaning = "Four cards each instead of five: pick one and pass the others to the left, then keep three of the "
                "four you picked."},
    {.name = NULL},
};

const struct flip_game flip_insertcoin = {
    .id = "insertcoin",
    .title = "Insert Coin to Play",
    .about = "Two symbols on a card: draw one into your pixel pictures, and insert a Coin when your Lives run out.",
    .min_seats = 1,
    .max_seats = INSERTCOIN_SEATS,
    .version = 1,
    .options = options,
    .edition_size = sizeof(struct insertcoin_edition),
    .rules_size = sizeof(struct insertcoin_rules),
    .state_size = sizeof(struct insertcoin_state),
    .classic = flip_classic_insertcoin,
    .prepare = insertcoin_prepare,
    .start = insertcoin_start,
    .turn = insertcoin_turn,
    .moves = insertcoin_moves,
    .legal = insertcoin_legal,
    .chances = insertcoin_chances,
    .apply = insertcoin_apply,
    .result = insertcoin_result,
    .phase = insertcoin_phase,
    .redeal = insertcoin_redeal,
    .secret = insertcoin_secret,
    .text = insertcoin_text,
    .fields = insertcoin_fields,
    .tell = insertcoin_tell,
    .view = insertcoin_view,
    .breakdown = insertcoin_breakdown,
    .ending = insertcoin_ending,
    .draw = insertcoin_draw,
    .any = insertcoin_any,
    .quick = insertcoin_quick,
    .estimate = insertcoin_estimate,
    .expert = insertcoin_expert,
    .observe = insertcoin_observe,
};
