/* Fliptown as the table sees it. */
#include "games/fliptown/bot/worth.h"
#include "games/fliptown/fliptown.h"

static const struct flip_option options[] = {
    [FLIPTOWN_OPTION_CHARACTERS] = {.name = "characters",
                                    .kind = FLIP_OPTION_LIST,
                                    .fallback = "false",
                                    .choices = "trailblazer cheat prospector settler bandit marshal preacher miner "
                                               "ranch_hand grave_robber man_in_black baroness mayor wild_card",
                                    .meaning = "Everybody plays a character with goods and an ability of their own, "
                                               "drawn at random or chosen for each seat."},
    [FLIPTOWN_OPTION_COWBOT] = {.name = "cowbot",
                                .kind = FLIP_OPTION_CHOICE,
                                .fallback = "none",
                                .choices = "bart earp jane kid",
                                .meaning =
                                    "Play alone against Black Bart, Wyatt Earp, Calamity Jane or Billy the Kid."},
    [FLIPTOWN_OPTION_STRENGTH] = {.name = "strength",
                                  .kind = FLIP_OPTION_CHOICE,
                                  .fallback = "normal",
                                  .choices = "easy normal hard",
                                  .meaning = "How strong the cowbot is."},
    [FLIPTOWN_OPTION_HOLDEM] = {.name = "holdem",
                                .kind = FLIP_OPTION_BOOL,
                                .fallback = "false",
                                .meaning = "Texas Hold 'em: two extra cards for each player; the best five of seven "
                                           "make the poker hand."},
    [FLIPTOWN_OPTION_RANDOM_SETUP] = {.name = "random_setup",
                                      .kind = FLIP_OPTION_BOOL,
                                      .fallback = "false",
                                      .meaning =
                                          "Alone: one card drawn at the start decides the cowbot and the character."},
    [FLIPTOWN_OPTION_ROOF_FIRST] = {.name = "roof_first",
                                    .kind = FLIP_OPTION_BOOL,
                                    .fallback = "false",
                                    .meaning = "A building's roof icon comes before its effect, not after it."},
    [FLIPTOWN_OPTION_ONE_PURCHASE] = {.name = "one_purchase",
                                      .kind = FLIP_OPTION_BOOL,
                                      .fallback = "false",
                                      .meaning = "Stables and General Store sell one thing per visit."},
    [FLIPTOWN_OPTION_MARSHAL_ALL] = {.name = "marshal_all",
                                     .kind = FLIP_OPTION_BOOL,
                                     .fallback = "true",
                                     .meaning = "The Marshal's new Sheriff card counts for everybody, not for the "
                                                "Marshal alone.",
                                     .former = "false",
                                     .changed = 2},
    {.name = NULL},
};

static const struct flip_game_rules rules = {
    .prepare = fliptown_prepare,
    .start = fliptown_start,
    .turn = fliptown_turn,
    .moves = fliptown_moves,
    .legal = fliptown_legal,
    .any = fliptown_any,
    .deal = fliptown_deal,
    .proceed = fliptown_proceed,
    .chances = fliptown_chances,
    .apply = fliptown_apply,
    .result = fliptown_result,
};

static const struct flip_game_knowledge knowledge = {
    .phase = fliptown_phase,
    .redeal = fliptown_redeal,
    .secret = fliptown_secret,
    .view = fliptown_view,
};

static const struct flip_game_words words = {
    .text = fliptown_text,
    .fields = fliptown_fields,
    .tell = fliptown_tell,
    .upshot = fliptown_upshot,
    .breakdown = fliptown_breakdown,
    .ending = fliptown_ending,
    .result_fields = fliptown_result_fields,
    .draw = fliptown_draw,
    .read = fliptown_read,
};

const struct flip_game flip_fliptown = {
    .abi = FLIP_GAME_ABI,
    .id = "fliptown",
    .title = "Fliptown",
    .about = "Three cards a turn: a suit says where, a value says which site, and the third makes your poker hand.",
    .min_seats = 1,
    .max_seats = FLIPTOWN_SEATS,
    .version = 3,
    .options = options,
    .edition_size = sizeof(struct fliptown_edition),
    .rules_size = sizeof(struct fliptown_rules),
    .state_size = sizeof(struct fliptown_state),
    .rules = &rules,
    .knowledge = &knowledge,
    .words = &words,
    .bot = &fliptown_bot,
    .learn = &fliptown_learn,
    .judge = &fliptown_judge_data,
    .loader = &fliptown_loader,
    .files = &fliptown_files,
};
