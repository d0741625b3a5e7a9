/* Royal Flip as the table sees it. */
#include "games/royalflip/bot/worth.h"

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
    {.name = "pvp_combination",
     .kind = FLIP_OPTION_CHOICE,
     .fallback = "attributes",
     .choices = "attributes cards",
     .former = "cards",
     .changed = 3,
     .meaning =
         "Player versus player: what nobody may repeat of the first player. attributes: the same colour, number and "
         "suit, whichever cards they come from; cards: the same three cards."},
    {.name = NULL},
};

/* The hopes of the bot follow from the rules. */
static int prepare(void *memory, const void *edition, const struct flip_options *values, int seats,
                   struct flip_error *error)
{
    struct royalflip_mind *mind = memory;
    if (royalflip_prepare(&mind->rules, edition, values, seats, error) < 0)
        return -1;
    royalflip_make_up_mind(mind);
    return 0;
}

static const struct flip_game_rules rules = {
    .prepare = prepare,
    .start = royalflip_start,
    .turn = royalflip_turn,
    .moves = royalflip_moves,
    .legal = royalflip_legal,
    .any = royalflip_any,
    .deal = royalflip_deal,
    .proceed = royalflip_proceed,
    .chances = royalflip_chances,
    .apply = royalflip_apply,
    .result = royalflip_result,
};

static const struct flip_game_knowledge knowledge = {
    .phase = royalflip_phase,
    .redeal = royalflip_redeal,
    .blind = royalflip_blind,
    .view = royalflip_view,
};

static const struct flip_game_words words = {
    .text = royalflip_text,
    .fields = royalflip_fields,
    .tell = royalflip_tell,
    .upshot = royalflip_upshot,
    .breakdown = royalflip_breakdown,
    .ending = royalflip_ending,
    .draw = royalflip_draw,
    .read = royalflip_read,
};

const struct flip_game flip_royalflip = {
    .abi = FLIP_GAME_ABI,
    .id = "royalflip",
    .title = "Royal Flip",
    .about = "Three cards, one colour, one number, one suit: write roads and areas into your city between the casinos.",
    .min_seats = 1,
    .max_seats = ROYALFLIP_SEATS,
    .version = 3,
    .options = options,
    .edition_size = sizeof(struct royalflip_edition),
    .rules_size = sizeof(struct royalflip_mind),
    .state_size = sizeof(struct royalflip_state),
    .rules = &rules,
    .knowledge = &knowledge,
    .words = &words,
    .bot = &royalflip_bot,
    .learn = &royalflip_learn,
    .judge = &royalflip_judge_data,
    .loader = &royalflip_loader,
    .files = &royalflip_files,
};
