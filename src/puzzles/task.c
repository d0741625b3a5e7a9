/*
 * What a puzzle asks for, as a sentence: "Which cell keeps the longest road open?" The sentences are the game's (data/tasks.json). The
 * first that fits is taken: its `kinds` include those of all legal moves, so that it does not tell which of them is the best; and what it
 * has in braces is known: a field that all moves share ({number}), something in the seat's own view ({own.cash}, {active}), or {goal},
 * the feature of positions (`reasons` in flipside/bot.h) in which the second best is most behind, if the solution is ahead of everything
 * else in it. A sentence with `best` is for solutions of these kinds alone: where a hand has to find the aim, the kind gives nothing away.
 */
#include "bots/search.h"
#include "core/texts.h"
#include "puzzles/puzzle.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, LONGEST = 60 /* own steps that are followed */, DEALT = 5 };

struct asking {
    const struct flip_puzzle *puzzle;
    const struct flip_table *table;
    json_t *words;  /* of the game */
    json_t *fields; /* those in which all moves agree */
    json_t *kinds;  /* of all moves, as keys */
    json_t *view;
    const char *kind; /* of the best, owned by `best` */
    json_t *best;     /* its fields */
    const char *goal; /* NULL: no feature stands out */
    int points;       /* what the feature is worth */
};

/* --- the position --------------------------------------------------------------------------------------------------------- */

/* What a move has otherwise than those before is struck out: null, so that a later one does not bring it back. */
static void agree(json_t *common, const json_t *fields)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)fields, name, value) {
        const json_t *known = json_object_get(common, name);
        if (!known)
            json_object_set(common, name, value);
        else if (!json_equal(known, value))
            json_object_set_new(common, name, json_null());
    }
}

static void look_at_moves(struct asking *asking, const struct flip_position *at)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int seat = asking->puzzle->seat;
    const int count = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count && i < FLIP_MAX_MOVES; i++) {
        json_t *fields = flip_puzzle_fields(at, seat, moves[i]);
        const char *kind = json_string_value(json_object_get(fields, "kind"));
        if (kind)
            json_object_set_new(asking->kinds, kind, json_true());
        agree(asking->fields, fields);
        json_decref(fields);
    }
}

static json_t *view_of(const struct flip_table *table, int seat)
{
    char *text = malloc(FLIP_VIEW_SIZE);
    json_t *view = NULL;
    if (text) {
        struct flip_json out = flip_json_in(text, FLIP_VIEW_SIZE);
        flip_json_open(&out, NULL, '{');
        table->game->knowledge->view(table->rules, table->now.state, flip_table_before(table), seat, &out);
        flip_json_close(&out);
        view = flip_text_fits(&out.text) ? json_loads(text, 0, NULL) : NULL;
    }
    free(text);
    return view;
}

/* --- the goal --------------------------------------------------------------------------------------------------------------- */

/* What the features are worth where a choice leads: to the end of the seat's own business. */
static int weigh(const struct flip_position *at, int seat, flip_move move, double *worth)
{
    struct flip_position after;
    struct flip_random random;
    if (flip_position_open(&after, at->game, at->rules, at->seats, NULL) < 0)
        return -1;
    flip_random_seed(&random, DEALT);
    flip_position_copy(&after, at);
    if (!flip_reviews_moves(at->game)) {
        flip_position_step(&after, seat, move);
        for (int i = 0; i < LONGEST && flip_set_has(flip_position_turn(&after), seat); i++)
            flip_position_step(&after, seat, flip_quick_move(at->game, at->rules, after.state, seat, &random));
    }
    const struct flip_led led = {at->rules, at->state, after.state, seat, move};
    flip_bot_of(at->game)->reasons->weigh(&led, worth);
    flip_position_close(&after);
    return 0;
}

/* Is the choice ahead of all others in this feature? Then the question has one answer. */
static bool first_of_all(const struct flip_position *at, int seat, flip_move best, int feature, double worth)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count && i < FLIP_MAX_MOVES; i++) {
        double other[FLIP_FEATURES] = {0};
        if (moves[i] != best && (weigh(at, seat, moves[i], other) < 0 || other[feature] > worth - 0.01))
            return false;
    }
    return true;
}

static void find_goal(struct asking *asking, const struct flip_position *at, flip_move best, flip_move second)
{
    const struct flip_game_reasons *reasons = flip_bot_of(at->game)->reasons;
    const json_t *goals = json_object_get(asking->words, "goals");
    const int seat = asking->puzzle->seat;
    double more[FLIP_FEATURES] = {0}, less[FLIP_FEATURES] = {0};
    int largest = 0;
    if (!reasons || !goals || weigh(at, seat, best, more) < 0 || weigh(at, seat, second, less) < 0)
        return;
    for (int i = 1; i < reasons->count; i++)
        if (more[i] - less[i] > more[largest] - less[largest])
            largest = i;
    if (!first_of_all(at, seat, best, largest, more[largest]))
        return;
    asking->goal = json_string_value(json_array_get(goals, (size_t)largest));
    asking->points = (int)lround(more[largest]);
}

/* --- a sentence ------------------------------------------------------------------------------------------------------------- */

static const json_t *at_path(const json_t *from, const char *path)
{
    char name[64];
    while (from && *path) {
        const size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        from = json_object_get(from, name);
        path += length + (path[length] == '.');
    }
    return from;
}

static bool fill(const struct asking *asking, const char *sentence, struct flip_text *out);

/* False: nobody knows it. */
static bool fill_one(const struct asking *asking, const char *name, struct flip_text *out)
{
    const json_t *own = json_array_get(json_object_get(asking->view, "seats"), (size_t)asking->puzzle->seat), *found;
    if (strcmp(name, "goal") == 0)
        return asking->goal && fill(asking, asking->goal, out);
    if (strcmp(name, "points") == 0)
        return asking->points > 1 && (flip_text_add(out, "%d", asking->points), true);
    found = json_object_get(asking->fields, name);
    if (!found || json_is_null(found))
        found = strncmp(name, "own.", 4) == 0 ? at_path(own, name + 4) : at_path(asking->view, name);
    if (json_is_string(found)) {
        const char *word = json_string_value(found),
                   *said = json_string_value(json_object_get(json_object_get(asking->words, "words"), word));
        flip_text_add(out, "%s", said ? said : word);
    } else if (json_is_integer(found)) {
        flip_text_add(out, "%d", (int)json_integer_value(found));
    }
    return json_is_string(found) || json_is_integer(found);
}

static bool fill(const struct asking *asking, const char *sentence, struct flip_text *out)
{
    for (const char *at = sentence; *at;) {
        char name[64];
        const size_t plain = strcspn(at, "{");
        flip_text_put(out, at, plain);
        at += plain;
        if (!*at)
            break;
        const size_t length = strcspn(++at, "}");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!fill_one(asking, name, out))
            return false;
        at += length + (at[length] == '}');
    }
    return true;
}

static bool has(const json_t *list, const char *word)
{
    json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
        if (word && strcmp(json_string_value(one), word) == 0)
            return true;
    return false;
}

static bool fits(const struct asking *asking, const json_t *entry)
{
    const json_t *kinds = json_object_get(entry, "kinds"), *best = json_object_get(entry, "best");
    const char *kind;
    json_t *unused;
    if (best && !has(best, asking->kind))
        return false;
    json_object_foreach(asking->kinds, kind, unused)
        if (kinds && !has(kinds, kind))
            return false;
    return true;
}

static bool find_sentence(const struct asking *asking, struct flip_text *out)
{
    json_t *entry, *sentence;
    size_t i, k;
    json_array_foreach(json_object_get(asking->words, "tasks"), i, entry) {
        if (!fits(asking, entry))
            continue;
        json_array_foreach(json_object_get(entry, "ask"), k, sentence) {
            char text[FLIP_PUZZLE_TASK];
            struct flip_text in = flip_text_in(text, sizeof text);
            if (fill(asking, json_string_value(sentence), &in) && flip_text_fits(&in)) {
                flip_text_add(out, "%s", text);
                return true;
            }
        }
    }
    return false;
}

void flip_puzzle_find_task(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_text *out)
{
    const struct flip_position at = flip_table_position(table);
    const char *words = flip_puzzle_tasks(puzzle->game);
    struct asking asking = {.puzzle = puzzle, .table = table, .fields = json_object(), .kinds = json_object()};
    struct flip_error error;
    flip_move best, second;
    asking.words = words ? json_loads(words, 0, NULL) : NULL;
    asking.view = view_of(table, puzzle->seat);
    look_at_moves(&asking, &at);
    if (flip_table_find(table, puzzle->seat, puzzle->best, &best, &error) == 0) {
        asking.best = flip_puzzle_fields(&at, puzzle->seat, best);
        asking.kind = json_string_value(json_object_get(asking.best, "kind"));
        if (flip_table_find(table, puzzle->seat, puzzle->second, &second, &error) == 0)
            find_goal(&asking, &at, best, second);
    }
    if (!find_sentence(&asking, out))
        flip_text_add(out, "One choice is clearly the best. Which?");
    json_decref(asking.words);
    json_decref(asking.fields);
    json_decref(asking.kinds);
    json_decref(asking.view);
    json_decref(asking.best);
}

void flip_puzzle_task(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_text *out)
{
    if (puzzle->task[0])
        flip_text_add(out, "%s", puzzle->task);
    else
        flip_puzzle_find_task(puzzle, table, out);
}
