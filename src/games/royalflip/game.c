/* Royal Flip as the table sees it. */
#include "games/games.h"
#include "games/royalflip/royalflip.h"

static const struct flip_option options[] = {
    {.name = "pvp",
     .kind = FLIP_OPTION_BOOL,
     .fallback = "false",
     .meaning = "Player versus player: choose one after the other, never what the first player chose; diamonds score "
                "by majority."},
    {.name = "tie_break",
     .kind = FLIP_OPTION_BOOL,
     .fallback = "true",
     .former = "false",
     .changed = 2,
     .meaning = "Rock, paper, scissors among those who share the highest total. Without it they share the win."},
    {.name = NULL},
};

const struct flip_game flip_royalflip = {
    .id = "royalflip",
    .title = "Royal Flip",
    .about = "Three cards, one colour, one number, one suit: write roads and areas into your city between the casinos.",
    .min_seats = 1,
    .max_seats = ROYALFLIP_SEATS,
    .version = 2,
    .options = options,
    .edition_size = sizeof(struct royalflip_edition),
    .rules_size = sizeof(struct royalflip_rules),
    .state_size = sizeof(struct royalflip_state),
    .classic = flip_classic_royalflip,
    .prepare = royalflip_prepare,
    .start = royalflip_start,
    .turn = royalflip_turn,
    .moves = royalflip_moves,
    .legal = royalflip_legal,
    .chances = royalflip_chances,
    .apply = royalflip_apply,
    .result = royalflip_result,
    .phase = royalflip_phase,
    .redeal = royalflip_redeal,
    .blind = royalflip_blind,
    .text = royalflip_text,
    .fields = royalflip_fields,
    .tell = royalflip_tell,
    .upshot = royalflip_upshot,
    .view = royalflip_view,
    .breakdown = royalflip_breakdown,
    .ending = royalflip_ending,
    .draw = royalflip_draw,
    .quick = royalflip_quick,
    .estimate = royalflip_estimate,
    .observe = royalflip_observe,
};
