/* Flick 'em Up! as the table knows it. */
#include "games/flickemup/flickemup.h"
#include "games/games.h"

static const struct flip_option options[] = {
    {"scenario", FLIP_OPTION_CHOICE, "1", "1 2 3 4 5 6 7 8 9 10",
     "Which scenario is played: 1 to 10, or a file of your own."},
    {"hand", FLIP_OPTION_LIST, "exact", "exact robot expert good fair novice beginner",
     "How steady the hands are: one word for all seats, or one for each."},
    {0},
};

const struct flip_game flip_flickemup = {
    .id = "flickemup",
    .title = "Flick 'em Up!",
    .about = "Lawmen and outlaws flick discs through a town of the Wild West, hour by hour, until noon.",
    .min_seats = 2,
    .max_seats = 10,
    .version = 1,
    .options = options,
    .edition_size = sizeof(struct flickemup_edition),
    .rules_size = sizeof(struct flickemup_rules),
    .state_size = sizeof(struct flickemup_state),
    .classic = flip_classic_flickemup,
    .edition_option = "scenario",
    .prepare = flickemup_prepare,
    .start = flickemup_start,
    .turn = flickemup_turn,
    .moves = flickemup_moves,
    .legal = flickemup_legal,
    .chances = flickemup_chances,
    .apply = flickemup_apply,
    .result = flickemup_result,
    .phase = flickemup_phase,
    .redeal = flickemup_redeal,
    .text = flickemup_text,
    .fields = flickemup_fields,
    .tell = flickemup_tell,
    .view = flickemup_view,
    .breakdown = flickemup_breakdown,
    .result_fields = flickemup_result_fields,
    .ranges = flickemup_ranges,
    .fill = flickemup_fill,
    .scene = flickemup_scene,
    .settle = flickemup_settle,
    .ruling = flickemup_ruling,
    .piece = flickemup_piece,
    .piece_named = flickemup_piece_by_name,
};
