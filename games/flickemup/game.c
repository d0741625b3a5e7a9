/* Flick 'em Up! as the table knows it. */
#include "games/flickemup/flickemup.h"

static const struct flip_option options[] = {
    [FLICKEMUP_OPTION_SCENARIO] = {.name = "scenario",
                                   .kind = FLIP_OPTION_CHOICE,
                                   .fallback = "1",
                                   .choices = "1 2 3 4 5 6 7 8 9 10",
                                   .meaning = "Which scenario is played: 1 to 10, or a file of your own."},
    [FLICKEMUP_OPTION_HAND] = {.name = "hand",
                               .kind = FLIP_OPTION_LIST,
                               .fallback = "exact",
                               .choices = "exact robot expert good fair novice beginner",
                               .meaning = "How steady the hands are: one word for all seats, or one for each."},
    [FLICKEMUP_OPTION_TEAMS] = {.name = "teams",
                                .kind = FLIP_OPTION_LIST,
                                .fallback = "alternating",
                                .choices = "alternating lawmen outlaws",
                                .meaning = "Which side each seat plays for: lawmen or outlaws for each, or "
                                           "alternating."},
    {0},
};

static const struct flip_game_rules rules = {
    .prepare = flickemup_prepare,
    .start = flickemup_start,
    .turn = flickemup_turn,
    .moves = flickemup_moves,
    .legal = flickemup_legal,
    .chances = flickemup_chances,
    .apply = flickemup_apply,
    .result = flickemup_result,
};

static const struct flip_game_knowledge knowledge = {
    .phase = flickemup_phase,
    .redeal = flickemup_redeal,
    .team = flickemup_team,
    .view = flickemup_view,
};

static const struct flip_game_words words = {
    .text = flickemup_text,
    .fields = flickemup_fields,
    .tell = flickemup_tell,
    .upshot = flickemup_upshot,
    .breakdown = flickemup_breakdown,
    .ending = flickemup_ending,
    .result_fields = flickemup_result_fields,
    .draw = flickemup_draw,
    .read = flickemup_read,
};

static const struct flip_game_flicks flicks = {
    .ranges = flickemup_ranges,
    .fill = flickemup_fill,
    .scene = flickemup_scene,
    .fields = flickemup_flick_fields,
    .settle = flickemup_settle,
    .ruling = flickemup_ruling,
    .piece = flickemup_piece,
    .piece_named = flickemup_piece_by_name,
};

const struct flip_game flip_flickemup = {
    .abi = FLIP_GAME_ABI,
    .id = "flickemup",
    .title = "Flick 'em Up!",
    .about = "Lawmen and outlaws flick discs through a town of the Wild West, hour by hour, until noon.",
    .min_seats = 2,
    .max_seats = 10,
    .no_points = true,
    .version = 2,
    .options = options,
    .edition_size = sizeof(struct flickemup_edition),
    .rules_size = sizeof(struct flickemup_rules),
    .state_size = sizeof(struct flickemup_state),
    .edition_option = "scenario",
    .rules = &rules,
    .knowledge = &knowledge,
    .words = &words,
    .flicks = &flicks,
    .bot = &flickemup_bot,
    .learn = &flickemup_learn,
    .loader = &flickemup_loader,
    .files = &flickemup_files,
};
