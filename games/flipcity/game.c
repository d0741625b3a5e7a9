/* Flip City as the table sees it. */
#include "games/flipcity/bot/taste.h"

static const struct flip_option options[] = {
    {.name = "office",
     .kind = FLIP_OPTION_BOOL,
     .fallback = "true",
     .meaning = "Play with the Office, the card that brings more building actions."},
    {.name = NULL},
};

/* The tastes of the bot follow from the rules. */
static int prepare(void *memory, const void *edition, const struct flip_options *values, int seats,
                   struct flip_error *error)
{
    struct flipcity_mind *mind = memory;
    if (flipcity_prepare(&mind->rules, edition, values, seats, error) < 0)
        return -1;
    flipcity_make_up_mind(mind);
    return 0;
}

static const struct flip_game_rules rules = {
    .prepare = prepare,
    .start = flipcity_start,
    .turn = flipcity_turn,
    .moves = flipcity_moves,
    .legal = flipcity_legal,
    .any = flipcity_any,
    .deal = flipcity_deal,
    .proceed = flipcity_proceed,
    .chances = flipcity_chances,
    .apply = flipcity_apply,
    .result = flipcity_result,
};

static const struct flip_game_knowledge knowledge = {
    .phase = flipcity_phase,
    .redeal = flipcity_redeal,
    .view = flipcity_view,
};

static const struct flip_game_words words = {
    .text = flipcity_text,
    .fields = flipcity_fields,
    .tell = flipcity_tell,
    .breakdown = flipcity_breakdown,
    .ending = flipcity_ending,
    .draw = flipcity_draw,
    .read = flipcity_read,
};

const struct flip_game flip_flipcity = {
    .abi = FLIP_GAME_ABI,
    .id = "flipcity",
    .title = "Flip City",
    .about = "Push your luck with a deck of two-sided cards: build, turn over, and reach 8 points in one turn.",
    .min_seats = 1,
    .max_seats = FLIPCITY_SEATS,
    .no_points = true,
    .version = 2,
    .options = options,
    .edition_size = sizeof(struct flipcity_edition),
    .rules_size = sizeof(struct flipcity_mind),
    .state_size = sizeof(struct flipcity_state),
    .rules = &rules,
    .knowledge = &knowledge,
    .words = &words,
    .bot = &flipcity_bot,
    .learn = &flipcity_learn,
    .judge = &flipcity_judge_data,
    .loader = &flipcity_loader,
    .files = &flipcity_files,
};
