/*
 * Requests to the bots: think (what would you do, and what is each choice worth) and play (to the end, all seats by
 * bots). With a budget of iterations and a seed both are repeatable.
 */
#include "faces/engine/parts.h"

#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the budget ----------------------------------------------------------------------------------------------------- */

/* The bots' own source: from the request's seed, or from the system. */
static int read_source(const json_t *request, struct flip_random *source, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    bool given;
    if (field_seed(request, seed, &given, error) != 0)
        return -1;
    if (!given)
        flip_seed_fresh(seed);
    uint64_t number;
    memcpy(&number, seed, sizeof number);
    flip_random_seed(source, number);
    return 0;
}

/* `iterations` and `ms` of a request, within the engine's limits; neither: the level's own budget. */
static int read_budget(const struct engine *engine, const json_t *request, struct flip_think_def *def,
                       struct flip_error *error)
{
    json_int_t iterations = 0, ms = 0;
    if (field_int(request, "iterations", 1, (json_int_t)engine->limits.iterations, &iterations, error) != 0 ||
        field_int(request, "ms", 1, engine->limits.ms, &ms, error) != 0)
        return -1;
    def->iterations = (uint64_t)iterations;
    def->ms = (int)ms;
    return 0;
}

/* --- think ---------------------------------------------------------------------------------------------------------- */

/* The move's index in the list; for a flick that of its template, with whose text its own begins. */
static int id_of(const struct engine *engine, int seat, flip_move move)
{
    const struct flip_table *table = engine->table;
    char text[FLIP_MOVE_TEXT], open[FLIP_MOVE_TEXT];
    for (int id = 0; id < engine->move_count; id++)
        if (engine->moves[id] == move)
            return id;
    struct flip_text words = flip_text_in(text, sizeof text);
    table->game->words->text(table->rules, table->now.state, seat, move, &words);
    for (int id = 0; id < engine->move_count; id++) {
        words = flip_text_in(open, sizeof open);
        table->game->words->text(table->rules, table->now.state, seat, engine->moves[id], &words);
        const size_t length = strlen(open);
        if (strncmp(text, open, length) == 0 && text[length] == ' ')
            return id;
    }
    return -1;
}

/* The action is an object of its own, since its fields may have the same names as ours. Six decimals are more than a
   search can know. */
static json_t *choice_json(struct engine *engine, int seat, const struct flip_choice *choice)
{
    const int id = id_of(engine, seat, choice->move);
    json_t *action = move_json(engine, seat, choice->move, id);
    json_t *value = isfinite(choice->value) ? json_real(round(choice->value * 1e6) / 1e6) : json_null();
    json_t *out = json_pack("{s:i,s:O,s:o,s:o,s:I}", "id", id, "text", json_object_get(action, "text"), "action",
                            action, "value", value, "visits", (json_int_t)choice->visits);
    if (choice->why[0] != '\0')
        json_object_set_new(out, "why", json_string(choice->why));
    return out;
}

int engine_think(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    int seat;
    json_int_t level = engine->limits.level;
    struct flip_random source;
    if (field_deciding_seat(engine, request, &seat, error) != 0 ||
        field_int(request, "level", 1, engine->limits.level, &level, error) != 0 ||
        read_source(request, &source, error) != 0)
        return -1;
    struct flip_think_def def = flip_think_defaults((int)level);
    def.explain = true;
    if (read_budget(engine, request, &def, error) != 0)
        return -1;
    def.seed = flip_random_next(&source);
    struct flip_thought *thought = &engine->thought;
    if (flip_think(engine->table, seat, &def, thought, error) != 0)
        return -1;
    engine->digits = 15;
    list_moves(engine, seat);
    json_t *choices = json_array();
    for (int i = 0; i < thought->count; i++)
        json_array_append_new(choices, choice_json(engine, seat, &thought->choice[i]));
    json_object_set(answer, "action", json_object_get(json_array_get(choices, 0), "action"));
    json_object_set_new(answer, "choices", choices);
    json_object_set_new(answer, "iterations", json_integer((json_int_t)thought->iterations));
    return 0;
}

/* --- play ----------------------------------------------------------------------------------------------------------- */

static int read_levels(const struct engine *engine, const json_t *request, int levels[FLIP_MAX_SEATS],
                       struct flip_error *error)
{
    const int seats = engine->table->seats;
    const int highest = engine->limits.level;
    json_int_t level = highest < 3 ? highest : 3;
    const json_t *list = NULL;
    if (field_int(request, "level", 1, engine->limits.level, &level, error) != 0 ||
        field_tree(request, "levels", JSON_ARRAY, &list, error) != 0)
        return -1;
    if (list && json_object_get(request, "level"))
        return flip_fail(error, FLIP_ERROR_TYPE, "'play' takes 'level' for all seats or 'levels' by seat, not both.");
    if (list && json_array_size(list) != (size_t)seats)
        return flip_fail(error, FLIP_ERROR_TYPE, "'levels' must name a level for each of %d seats; it names %zu.",
                         seats, json_array_size(list));
    for (int seat = 0; seat < seats; seat++) {
        const json_t *own = json_array_get(list, (size_t)seat);
        const json_int_t number = list ? json_integer_value(own) : level;
        if (number < 1 || number > highest)
            return flip_fail(error, FLIP_ERROR_TYPE, "Levels are whole numbers from 1 to %d.", highest);
        levels[seat] = (int)number;
    }
    return 0;
}

static int play_on(struct engine *engine, const struct flip_think_def *defs, struct flip_random *source,
                   struct flip_error *error)
{
    flip_set turn;
    while ((turn = flip_table_turn(engine->table)) != 0) {
        const int seat = flip_set_first(turn);
        struct flip_think_def def = defs[seat];
        def.seed = flip_random_next(source);
        if (flip_think(engine->table, seat, &def, &engine->thought, error) != 0 ||
            flip_table_act(engine->table, seat, engine->thought.choice[0].move, error) != 0)
            return -1;
    }
    return 0;
}

/* A copy of the table, from its record and the events still rigged. */
static struct flip_table *table_again(const char *record, char *const *rig, int rig_count)
{
    struct flip_table *table = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, NULL);
    if (table && flip_table_rig(table, (const char *const *)rig, rig_count, NULL) != 0) {
        flip_table_close(table);
        return NULL;
    }
    return table;
}

int engine_play(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    int levels[FLIP_MAX_SEATS];
    struct flip_think_def defs[FLIP_MAX_SEATS];
    struct flip_random source;
    if (read_levels(engine, request, levels, error) != 0 || read_source(request, &source, error) != 0)
        return -1;
    for (int seat = 0; seat < engine->table->seats; seat++) {
        defs[seat] = flip_think_defaults(levels[seat]);
        if (read_budget(engine, request, &defs[seat], error) != 0)
            return -1;
    }
    /* A rigged event may prove impossible late in the game, and an error must change nothing: so the bots play at a
       second table, which replaces the first when they are done. */
    struct flip_table *kept = engine->table;
    const struct flip_dealer *dealer = &kept->dealer;
    char **rig = dealer->rig ? dealer->rig + dealer->rig_next : NULL;
    char *record = flip_record_save(kept, FLIP_RECORD_FULL, error);
    if (!record)
        return -1;
    engine->table = table_again(record, rig, dealer->rig_count - dealer->rig_next);
    free(record);
    if (!engine->table) {
        engine->table = kept;
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to play on.");
    }
    const int status = play_on(engine, defs, &source, error);
    if (status != 0) {
        flip_table_close(engine->table);
        engine->table = kept;
        return -1;
    }
    flip_table_close(kept);
    json_object_set_new(answer, "result", result_json(engine));
    return 0;
}
