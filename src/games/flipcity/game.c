/* Flip City as the table sees it. */
#include "games/flipcity/flipcity.h"
#include "games/games.h"

static const struct flip_option options[] = {
    {.name = "office",
     .kind = FLIP_OPTION_BOOL,
     .fallback = "true",
     .meaning = "Play with the Office, the card that brings more building actions."},
    {.name = NULL},
};

const struct flip_game flip_flipcity = {
    .id = "flipcity",
    .title = "Flip City",
    .about = "Push your luck with a deck of two-sided cards: build, turn over, and reach 8 points in one turn.",
    .min_seats = 1,
    .max_seats = FLIPCITY_SEATS,
    .no_points = true,
    .version = 1,
    .options = options,
    .edition_size = sizeof(struct flipcity_edition),
    .rules_size = sizeof(struct flipcity_rules),
    .state_size = sizeof(struct flipcity_state),
    .classic = flip_classic_flipcity,
    .prepare = flipcity_prepare,
    .start = flipcity_start,
    .turn = flipcity_turn,
    .moves = flipcity_moves,
    .legal = flipcity_legal,
    .chances = flipcity_chances,
    .apply = flipcity_apply,
    .result = flipcity_result,
    .phase = flipcity_phase,
    .redeal = flipcity_redeal,
    .text = flipcity_text,
    .fields = flipcity_fields,
    .tell = flipcity_tell,
    .view = flipcity_view,
    .breakdown = flipcity_breakdown,
    .ending = flipcity_ending,
    .draw = flipcity_draw,
    .quick = flipcity_quick,
    .expert = flipcity_expert,
    .observe = flipcity_observe,
};
