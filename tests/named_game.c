/*
 * The game of examples/ as a shared object for test_visible.py, with functions that have the names of others: `advice` is one of the
 * program's, `send` one of the C library's that the program has too, `log` one of its mathematics. Nothing is hidden. If another's is called
 * in their place, the game stands still.
 */
#define flip_plugin model
#include "../examples/higherlower/game.c"
#undef flip_plugin

int advice(int asked);
int advice(int asked) { return asked + 1; }

/* A sanitizer does not let a game's own names come first: there these two are found in the C library. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(SANITIZED)
#define send own_send
#define log  own_log
#endif

int send(int asked);
int send(int asked) { return asked + 2; }

int log(int asked);
int log(int asked) { return asked + 3; }

static flip_set turn_of(const void *rules, const void *state)
{
    return advice(1) == 2 && send(1) == 3 && log(1) == 4 ? model.rules->turn(rules, state) : 0;
}

FLIP_API_BEGIN
struct flip_game flip_plugin;
FLIP_API_END

static struct flip_game_rules named_rules;

__attribute__((constructor)) static void begin(void)
{
    flip_plugin = model;
    named_rules = *model.rules;
    named_rules.turn = turn_of;
    flip_plugin.rules = &named_rules;
}
