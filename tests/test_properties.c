/*
 * What must hold in every game, whatever the cards and the players do: games end, lists of moves and their texts are sound,
 * chances can be dealt, steps can be taken back and replayed. test_knowledge.c is about who knows what.
 *
 *     test_properties [GAME]
 */
#include "random_games.h"
#include "table/table.h"

#include <jansson.h>
#include <math.h>

/* An object that the caller has filled into `json`, read back; to be given back. */
static json_t *read_object(struct flip_json *json, const char *buffer)
{
    flip_json_close(json);
    assert_true(flip_text_fits(&json->text));
    assert_int_equal(json->depth, 0);
    json_error_t where;
    json_t *object = json_loads(buffer, JSON_REJECT_DUPLICATES, &where);
    if (!object)
        fail_msg("not JSON: %s in %s", where.text, buffer);
    return object;
}

static void text_of(const struct flip_table *table, const void *state, int seat, flip_move move,
                    char out[FLIP_MOVE_TEXT])
{
    struct flip_text text = flip_text_in(out, FLIP_MOVE_TEXT);
    table->game->words->text(table->rules, state, seat, move, &text);
    assert_true(flip_text_fits(&text));
    assert_true(text.length > 0 && out[0] != ' ' && out[text.length - 1] != ' ');
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void all_differ(char (*texts)[FLIP_MOVE_TEXT], int count)
{
    qsort(texts, (size_t)count, sizeof *texts, compare_texts);
    for (int i = 1; i < count; i++)
        assert_string_not_equal(texts[i - 1], texts[i]);
}

/* --- options ------------------------------------------------------------------------------------------------------------- */

CASE(every_value_of_every_option_can_be_played)
{
    for (int i = 0; flip_game_at(i); i++) {
        const struct flip_game *game = flip_game_at(i);
        for (int option = 0; game->options[option].name; option++)
            for (int value = 0; value < values_of(&game->options[option]); value++) {
                int values[FLIP_MAX_OPTIONS];
                memset(values, -1, sizeof values);
                values[option] = value;
                struct flip_table *table = open_somehow(game, 0, values, 1);
                /* Not every list of words makes sense. */
                if (!table && game->options[option].kind != FLIP_OPTION_LIST)
                    fail_msg("%s, value %d of %s: %s", game->id, value, game->options[option].name, problem.message);
                flip_table_close(table);
            }
    }
}

/* --- the end ------------------------------------------------------------------------------------------------------------- */

static void nobody_has_won_yet(struct flip_table *table, int seat, struct flip_random *random)
{
    (void)seat;
    (void)random;
    struct flip_result result;
    flip_table_result(table, &result);
    assert_false(result.over);
    assert_int_equal(result.winners, 0);
    char verdict[FLIP_ENDING_TEXT], why[FLIP_ENDING_TEXT];
    struct flip_text headline = flip_text_in(verdict, sizeof verdict), reason = flip_text_in(why, sizeof why);
    flip_table_ending(table, FLIP_PUBLIC, &headline, &reason);
    assert_int_equal(headline.length + reason.length, 0);
}

static void it_is_told_how_it_ended(const struct flip_table *table)
{
    for (int seat = -1; seat < table->seats; seat++) {
        char verdict[FLIP_ENDING_TEXT], why[FLIP_ENDING_TEXT];
        struct flip_text headline = flip_text_in(verdict, sizeof verdict), reason = flip_text_in(why, sizeof why);
        flip_table_ending(table, seat < 0 ? FLIP_PUBLIC : seat, &headline, &reason);
        assert_true(flip_text_fits(&headline) && flip_text_fits(&reason));
        assert_true(headline.length > 5 && verdict[headline.length - 1] != '.');
        if (table->game->words->ending)
            assert_true(reason.length > 5 && why[reason.length - 1] == '.');
    }
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_table_result_json(table, &json);
    json_t *object = read_object(&json, buffer);
    assert_true(json_is_true(json_object_get(object, "over")));
    assert_int_equal(json_array_size(json_object_get(object, "scores")), table->seats);
    assert_int_equal(json_array_size(json_object_get(object, "breakdown")), table->seats);
    json_decref(object);
}

static void the_end_is_the_end(struct flip_table *table, struct flip_random *random)
{
    (void)random;
    struct flip_result result, again;
    flip_table_result(table, &result);
    assert_true(result.over);
    assert_int_equal(result.winners & ~(FLIP_BIT(table->seats) - 1), 0);
    it_is_told_how_it_ended(table);
    for (int seat = 0; seat < table->seats; seat++) {
        flip_move moves[1];
        assert_int_equal(table->game->rules->moves(table->rules, table->now.state, seat, moves, 1), 0);
        assert_int_equal(flip_table_act(table, seat, table->steps[table->step_count - 1].move, &problem), -1);
        assert_int_equal(problem.code, FLIP_ERROR_OVER);
        assert_false(flip_table_can_undo(table, seat));
    }
    flip_table_result(table, &again);
    assert_memory_equal(&result, &again, sizeof result);
}

CASE(random_games_end_and_the_result_stands)
{
    holds(3, (struct property){.look = nobody_has_won_yet, .end = the_end_is_the_end, .one_in = 4});
}

/* --- moves --------------------------------------------------------------------------------------------------------------- */

static void only_who_may_act_has_moves(struct flip_table *table, int seat, struct flip_random *random)
{
    (void)random;
    const struct flip_game_rules *rules = table->game->rules;
    flip_move moves[FLIP_MAX_MOVES], few[3];
    const flip_set turn = rules->turn(table->rules, table->now.state);
    assert_int_equal(turn & ~(FLIP_BIT(table->seats) - 1), 0);
    for (int other = 0; other < table->seats; other++)
        assert_int_equal(rules->moves(table->rules, table->now.state, other, NULL, 0) > 0, flip_set_has(turn, other));
    const int count = rules->moves(table->rules, table->now.state, seat, moves, FLIP_MAX_MOVES);
    assert_in_range(count, 1, FLIP_MAX_MOVES);
    assert_int_equal(rules->moves(table->rules, table->now.state, seat, few, 3), count);
    assert_memory_equal(few, moves, sizeof *few * (size_t)(count < 3 ? count : 3));
}

static void the_text_finds_the_move(const struct flip_table *table, int seat, flip_move move,
                                    struct flip_random *random)
{
    const flip_move exact = flip_move_random(table->game, table->rules, table->now.state, seat, move, random);
    char text[FLIP_MOVE_TEXT];
    text_of(table, table->now.state, seat, exact, text);
    flip_move found;
    if (flip_table_find(table, seat, text, &found, &problem) < 0)
        fail_msg("'%s': %s", text, problem.message);
    assert_true(found == exact);
}

static void it_can_be_told(const struct flip_table *table, int seat, flip_move move, const char *text)
{
    static char buffer[4096];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    table->game->words->fields(table->rules, table->now.state, seat, move, &json);
    json_t *fields = read_object(&json, buffer);
    const char *kind = json_string_value(json_object_get(fields, "kind"));
    if (!kind || kind[0] == '\0' || strncmp(kind, text, strlen(kind)) != 0)
        fail_msg("'%s' does not begin with its kind: %s", text, buffer);
    json_decref(fields);
    char phrase[300];
    struct flip_text tell = flip_text_in(phrase, sizeof phrase);
    table->game->words->tell(table->rules, table->now.state, seat, move, &tell);
    assert_true(flip_text_fits(&tell) && tell.length > 3);
}

static void moves_and_words_agree(struct flip_table *table, int seat, struct flip_random *random)
{
    static char texts[FLIP_MAX_MOVES][FLIP_MOVE_TEXT];
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        text_of(table, table->now.state, seat, moves[i], texts[i]);
    for (int i = below(random, 1 + count / 4); i < count; i += 1 + count / 4) {
        it_can_be_told(table, seat, moves[i], texts[i]);
        the_text_finds_the_move(table, seat, moves[i], random);
    }
    all_differ(texts, count);
}

CASE(different_moves_have_different_texts_that_find_them_and_each_can_be_told)
{
    holds(3, (struct property){.look = moves_and_words_agree, .one_in = 8});
}

/* Every listed move is legal. What differs from one in a bit is legal only if it is listed too; a filled-in template is its
   own list. */
static void legality_and_list_agree(struct flip_table *table, int seat, struct flip_random *random)
{
    const struct flip_game *game = table->game;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        const flip_move exact = flip_move_random(game, table->rules, table->now.state, seat, moves[i], random);
        if (game->rules->legal && !game->rules->legal(table->rules, table->now.state, seat, exact, &problem))
            fail_msg("move %d of %d is listed, but: %s", i, count, problem.message);
        if (!game->rules->legal || exact != moves[i])
            continue;
        const flip_move other = moves[i] ^ FLIP_BIT(below(random, 64));
        bool listed = false;
        for (int k = 0; k < count && !listed; k++)
            listed = moves[k] == other;
        problem.message[0] = '\0';
        assert_int_equal(game->rules->legal(table->rules, table->now.state, seat, other, &problem), listed);
        assert_true(listed || strlen(problem.message) > 10);
    }
    if (game->rules->any) {
        struct flip_random drawn = *random;
        const flip_move any = game->rules->any(table->rules, table->now.state, seat, random);
        assert_true(any == moves[below(&drawn, count)]);
        assert_memory_equal(&drawn, random, sizeof drawn); /* the same numbers were used */
    }
}

CASE(what_is_listed_is_legal_and_another_move_is_refused_with_a_reason)
{
    holds(3, (struct property){.look = legality_and_list_agree, .one_in = 8});
}

/* --- chance -------------------------------------------------------------------------------------------------------------- */

/* The events that can be dealt have weights and different texts, and the one that was dealt is among them. */
static void chances_are_sound(const struct flip_table *table, const void *state, const struct flip_step *dealt)
{
    static char texts[FLIP_MAX_CHANCES][FLIP_MOVE_TEXT];
    struct flip_chances chances = {0};
    table->game->rules->chances(table->rules, state, &chances);
    assert_int_equal(chances.kind == FLIP_CHANCE_OUTSIDE, dealt->outcome > 0);
    if (chances.kind == FLIP_CHANCE_OUTSIDE)
        return;
    int count = 0;
    if (chances.kind == FLIP_CHANCE_SET) {
        assert_true(chances.set != 0);
        for (flip_set rest = chances.set; rest; rest = flip_set_rest(rest))
            text_of(table, state, FLIP_DEALER, chances.base + (flip_move)flip_set_first(rest), texts[count++]);
    } else {
        assert_in_range(chances.count, 1, FLIP_MAX_CHANCES);
        for (; count < chances.count; count++) {
            assert_true(chances.list[count].weight > 0);
            text_of(table, state, FLIP_DEALER, chances.list[count].event, texts[count]);
        }
    }
    all_differ(texts, count);
    assert_true(flip_chances_has(&chances, dealt->move));
    struct flip_random random;
    flip_random_seed(&random, dealt->move);
    struct flip_random drawn = random;
    const flip_move picked = flip_chances_pick(&chances, &random);
    assert_true(flip_chances_has(&chances, picked));
    if (table->game->rules->deal) {
        assert_true(table->game->rules->deal(table->rules, state, &drawn) == picked);
        assert_memory_equal(&drawn, &random, sizeof drawn);
    }
}

/* Dealing on at once is dealing event by event. */
static void proceeding_is_dealing(const struct flip_table *table, const void *state, uint64_t seed)
{
    const struct flip_game_rules *play = table->game->rules;
    const size_t size = table->game->state_size;
    char *copies = malloc(2 * size);
    assert_non_null(copies);
    char *const at_once = copies, *const one_by_one = copies + size;
    memcpy(at_once, state, size);
    memcpy(one_by_one, state, size);
    struct flip_random random, same;
    flip_random_seed(&random, seed);
    same = random;
    const flip_set turn = play->proceed(table->rules, at_once, &random);
    while (play->turn(table->rules, one_by_one) == FLIP_BIT(FLIP_DEALER))
        play->apply(table->rules, one_by_one, FLIP_DEALER, play->deal(table->rules, one_by_one, &same));
    assert_true(turn == play->turn(table->rules, one_by_one));
    assert_memory_equal(at_once, one_by_one, size);
    assert_memory_equal(&random, &same, sizeof same);
    free(copies);
}

static void the_history_was_possible(struct flip_table *table, struct flip_random *random)
{
    (void)random;
    const struct flip_game *game = table->game;
    struct flip_walk walk;
    must(flip_walk_open(&walk, table, &problem));
    const void *state = walk.at.state;
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        const flip_set turn = flip_position_turn(&walk.at);
        if (step->seat == FLIP_DEALER) {
            assert_int_equal(turn, FLIP_BIT(FLIP_DEALER));
            chances_are_sound(table, state, step);
            if (game->rules->proceed)
                proceeding_is_dealing(table, state, step->move);
            for (int seat = 0; seat < table->seats; seat++)
                assert_int_equal(game->rules->moves(table->rules, state, seat, NULL, 0), 0);
        } else {
            assert_true(flip_set_has(turn, step->seat) && !flip_set_has(turn, FLIP_DEALER));
        }
    }
    assert_memory_equal(state, table->now.state, game->state_size);
    assert_memory_equal(walk.at.before, table->now.before, game->state_size);
    flip_walk_close(&walk);
}

CASE(whoever_is_due_has_moves_or_events_and_nobody_else)
{
    holds(3, (struct property){.look = only_who_may_act_has_moves, .end = the_history_was_possible, .one_in = 3});
}

/* --- back and again ------------------------------------------------------------------------------------------------------ */

static void undo_and_act_again(struct flip_table *table, int seat, struct flip_random *random)
{
    const size_t size = table->game->state_size;
    char *copies = malloc(3 * size);
    assert_non_null(copies);
    char *const state = copies, *const before = copies + size, *const after = copies + 2 * size;
    memcpy(state, table->now.state, size);
    memcpy(before, table->now.before, size);
    const flip_move move = random_move(table, seat, false, random);
    const int steps = table->step_count;
    must(flip_table_act(table, seat, move, &problem));
    if (table->step_count == steps + 1 && flip_table_can_undo(table, seat)) {
        memcpy(after, table->now.state, size);
        must(flip_table_undo(table, seat, &problem));
        assert_memory_equal(state, table->now.state, size);
        assert_memory_equal(before, table->now.before, size);
        must(flip_table_act(table, seat, move, &problem));
        assert_memory_equal(after, table->now.state, size);
    }
    free(copies);
}

/* Saves, loads and compares, also in the middle of a game. */
static void the_record_replays(struct flip_table *table, struct flip_random *random)
{
    (void)random;
    char *record = flip_record_save(table, FLIP_RECORD_FULL, &problem);
    must(record ? 0 : -1);
    struct flip_table *again = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &problem);
    must(again ? 0 : -1);
    assert_int_equal(again->step_count, table->step_count);
    assert_memory_equal(again->now.state, table->now.state, table->game->state_size);
    assert_memory_equal(again->now.before, table->now.before, table->game->state_size);
    struct flip_result result, same;
    flip_table_result(table, &result);
    flip_table_result(again, &same);
    assert_memory_equal(&result, &same, sizeof result);
    char *second = flip_record_save(again, FLIP_RECORD_FULL, &problem);
    must(second ? 0 : -1);
    assert_string_equal(record, second);
    must(flip_record_verify(record, strlen(record), &problem));
    free(second);
    free(record);
    flip_table_close(again);
}

static void the_public_record_can_be_read(struct flip_table *table, int seat, struct flip_random *random)
{
    (void)seat;
    the_record_replays(table, random);
    char *record = flip_record_save(table, FLIP_RECORD_PUBLIC, &problem);
    must(record ? 0 : -1);
    json_error_t where;
    json_t *root = json_loads(record, JSON_REJECT_DUPLICATES, &where);
    assert_non_null(root);
    assert_null(json_object_get(root, "seed"));
    assert_true(json_array_size(json_object_get(root, "steps")) <= (size_t)table->step_count);
    json_decref(root);
    free(record);
}

CASE(undo_restores_the_state_bit_for_bit) { holds(3, (struct property){.look = undo_and_act_again, .one_in = 2}); }

CASE(a_record_replays_to_the_same_state_and_result)
{
    holds(3, (struct property){.look = the_public_record_can_be_read, .end = the_record_replays, .one_in = 400});
}

int main(int count, char **arguments)
{
    choose_game(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_every_option_can_be_played),
        cmocka_unit_test(random_games_end_and_the_result_stands),
        cmocka_unit_test(different_moves_have_different_texts_that_find_them_and_each_can_be_told),
        cmocka_unit_test(what_is_listed_is_legal_and_another_move_is_refused_with_a_reason),
        cmocka_unit_test(whoever_is_due_has_moves_or_events_and_nobody_else),
        cmocka_unit_test(undo_restores_the_state_bit_for_bit),
        cmocka_unit_test(a_record_replays_to_the_same_state_and_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
