/*
 * The game of examples/ as a shared object for test_library.c, with one thing wrong that the environment names (ODD_GAME): whatever
 * else is in the program's hands is as it should be.
 */
#define flip_plugin model
#include "../examples/higherlower/game.c"
#undef flip_plugin

#include <stdlib.h>

FLIP_API_BEGIN
struct flip_game flip_plugin;
FLIP_API_END

static struct flip_game_rules odd_rules;
static struct flip_game_knowledge odd_knowledge;
static struct flip_game_words odd_words;
static struct flip_game_flicks odd_flicks;

static int refuses(void *memory, const void *data, const struct flip_options *wanted, int seats,
                   struct flip_error *error)
{
    (void)memory, (void)data, (void)wanted, (void)seats;
    return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Not today.");
}

static void set_abi(void) { flip_plugin.abi++; }
static void set_id(void) { flip_plugin.id = "lowerhigher"; }
static void set_no_id(void) { flip_plugin.id = NULL; }
static void set_longest_name(void)
{
    flip_plugin.id = "abcdefghijklmnopqrstuvw9";
    flip_plugin.min_seats = 0; /* so that it is not loaded for good */
}
static void set_long_name(void) { flip_plugin.id = "abcdefghijklmnopqrstuvwx9"; }
static void set_odd_name(void) { flip_plugin.id = "higher-lower"; }
static void set_no_seats(void) { flip_plugin.min_seats = 0; }
static void set_few_seats(void) { flip_plugin.min_seats = flip_plugin.max_seats + 1; }
static void set_many_seats(void) { flip_plugin.max_seats = FLIP_MAX_SEATS + 1; }
static void set_no_edition_size(void) { flip_plugin.edition_size = 0; }
static void set_no_state_size(void) { flip_plugin.state_size = 0; }
static void set_no_rules_size(void) { flip_plugin.rules_size = 0; }
static void set_edition_size(void) { flip_plugin.edition_size = (1 << 20) + 1; }
static void set_state_size(void) { flip_plugin.state_size = (1 << 20) + 1; }
static void set_rules_size(void) { flip_plugin.rules_size = (1 << 20) + 1; }
static void set_no_rules(void) { flip_plugin.rules = NULL; }
static void set_no_prepare(void) { odd_rules.prepare = NULL; }
static void set_no_start(void) { odd_rules.start = NULL; }
static void set_no_turn(void) { odd_rules.turn = NULL; }
static void set_no_moves(void) { odd_rules.moves = NULL; }
static void set_no_chances(void) { odd_rules.chances = NULL; }
static void set_no_apply(void) { odd_rules.apply = NULL; }
static void set_no_result(void) { odd_rules.result = NULL; }
static void set_no_knowledge(void) { flip_plugin.knowledge = NULL; }
static void set_no_phase(void) { odd_knowledge.phase = NULL; }
static void set_no_redeal(void) { odd_knowledge.redeal = NULL; }
static void set_no_view(void) { odd_knowledge.view = NULL; }
static void set_no_words(void) { flip_plugin.words = NULL; }
static void set_no_text(void) { odd_words.text = NULL; }
static void set_no_fields(void) { odd_words.fields = NULL; }
static void set_no_tell(void) { odd_words.tell = NULL; }
static void set_no_breakdown(void) { odd_words.breakdown = NULL; }
static void set_no_draw(void) { odd_words.draw = NULL; }
static void set_no_flicks(void) { flip_plugin.flicks = &odd_flicks; }
static void set_no_loader(void) { flip_plugin.loader = NULL; }
static void set_no_title(void) { flip_plugin.title = NULL; }
static void set_no_about(void) { flip_plugin.about = NULL; }
static void set_no_options(void) { flip_plugin.options = NULL; }
static void set_no_version(void) { flip_plugin.version = 0; }
static void set_refuses(void) { odd_rules.prepare = refuses; }

/* More than any buffer for a scene holds. */
static void view_too_much(const void *rules, const void *state, const void *before, int viewer, struct flip_json *json)
{
    model.knowledge->view(rules, state, before, viewer, json);
    flip_json_open(json, "much", '[');
    for (int i = 0; i < 1 << 18; i++)
        flip_json_int(json, NULL, 1000 + i);
    flip_json_close(json);
}

static void set_huge_view(void) { odd_knowledge.view = view_too_much; }

static const struct {
    const char *name;
    void (*set)(void);
} odds[] = {
    {"abi", set_abi},
    {"id", set_id},
    {"no_id", set_no_id},
    {"longest_name", set_longest_name},
    {"long_name", set_long_name},
    {"odd_name", set_odd_name},
    {"no_seats", set_no_seats},
    {"few_seats", set_few_seats},
    {"many_seats", set_many_seats},
    {"no_edition_size", set_no_edition_size},
    {"no_state_size", set_no_state_size},
    {"no_rules_size", set_no_rules_size},
    {"edition_size", set_edition_size},
    {"state_size", set_state_size},
    {"rules_size", set_rules_size},
    {"no_rules", set_no_rules},
    {"no_prepare", set_no_prepare},
    {"no_start", set_no_start},
    {"no_turn", set_no_turn},
    {"no_moves", set_no_moves},
    {"no_chances", set_no_chances},
    {"no_apply", set_no_apply},
    {"no_result", set_no_result},
    {"no_knowledge", set_no_knowledge},
    {"no_phase", set_no_phase},
    {"no_redeal", set_no_redeal},
    {"no_view", set_no_view},
    {"no_words", set_no_words},
    {"no_text", set_no_text},
    {"no_fields", set_no_fields},
    {"no_tell", set_no_tell},
    {"no_breakdown", set_no_breakdown},
    {"no_draw", set_no_draw},
    {"no_flicks", set_no_flicks},
    {"no_loader", set_no_loader},
    {"no_title", set_no_title},
    {"no_about", set_no_about},
    {"no_options", set_no_options},
    {"no_version", set_no_version},
    {"refuses", set_refuses},
    {"huge_view", set_huge_view},
};

__attribute__((constructor)) static void begin(void)
{
    const char *odd = getenv("ODD_GAME");
    flip_plugin = model;
    odd_rules = *model.rules;
    odd_knowledge = *model.knowledge;
    odd_words = *model.words;
    flip_plugin.rules = &odd_rules;
    flip_plugin.knowledge = &odd_knowledge;
    flip_plugin.words = &odd_words;
    for (size_t i = 0; odd && i < sizeof odds / sizeof *odds; i++)
        if (strcmp(odds[i].name, odd) == 0)
            odds[i].set();
}
