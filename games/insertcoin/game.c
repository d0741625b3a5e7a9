/* Insert Coin to Play as the table sees it. */
#include "games/insertcoin/insertcoin.h"

static const struct flip_option options[] = {
    {.name = "draft",
     .kind = FLIP_OPTION_BOOL,
     .fallback = "false",
     .meaning = "Four cards each instead of five: pick one and pass the others to the left, then keep three of the "
                "four you picked."},
    {.name = NULL},
};

static const struct flip_game_rules rules = {
    .prepare = insertcoin_prepare,
    .start = insertcoin_start,
    .turn = insertcoin_turn,
    .moves = insertcoin_moves,
    .legal = insertcoin_legal,
#ifdef __NVPTX__
    .any = insertcoin_counted,
#else
    .any = insertcoin_any,
#endif
    .deal = insertcoin_deal,
    .proceed = insertcoin_proceed,
    .chances = insertcoin_chances,
    .apply = insertcoin_apply,
    .result = insertcoin_result,
};

static const struct flip_game_knowledge knowledge = {
    .phase = insertcoin_phase,
    .redeal = insertcoin_redeal,
    .secret = insertcoin_secret,
    .view = insertcoin_view,
};

static const struct flip_game_words words = {
    .text = insertcoin_text,
    .fields = insertcoin_fields,
    .tell = insertcoin_tell,
    .upshot = insertcoin_upshot,
    .breakdown = insertcoin_breakdown,
    .ending = insertcoin_ending,
    .draw = insertcoin_draw,
    .read = insertcoin_read,
};

const struct flip_game flip_insertcoin = {
    .abi = FLIP_GAME_ABI,
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
    .rules = &rules,
    .knowledge = &knowledge,
    .words = &words,
    .bot = &insertcoin_bot,
    .learn = &insertcoin_learn,
    .judge = &insertcoin_judge_data,
    .loader = &insertcoin_loader,
    .files = &insertcoin_files,
};
