/* Advice from what a seat knows (src/server/learning/advice.c), as the page's module gives it: the same moves as at the table, and what is
   no knowledge is refused in words. */
#include "server/learning/learning.h"
#include "server/rooms/rooms.h"
#include "support.h"
#include "table/table.h"

#include <flipside/record.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct flip_table *begun(const struct flip_game *game)
{
    static const unsigned char seed[FLIP_SEED_BYTES] = {9};
    struct flip_table_def def = flip_table_defaults(game);
    def.seats = game->min_seats > 2 ? game->min_seats : 2;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &problem);
    assert_non_null(table);
    return table;
}

/* The question of the seat that has to decide. */
static json_t *question_of(const struct flip_table *table)
{
    static char text[16384];
    const int seat = flip_set_first(flip_table_turn(table));
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    flip_json_int(&json, "seat", seat);
    write_knowledge(&json, table, seat);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    json_t *question = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(question);
    return question;
}

/* NULL: it was refused, and `problem` says why. */
static json_t *answer_to(const json_t *question)
{
    char *asked = json_dumps(question, 0), *text = advice(asked, strlen(asked), &problem);
    json_t *answer = text ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
    assert_true(!text || json_is_object(answer));
    free(asked);
    free(text);
    return answer;
}

static void refused(json_t *question, int code, const char *words)
{
    assert_null(answer_to(question));
    assert_int_equal(problem.code, code);
    if (!strstr(problem.message, words))
        fail_msg("'%s' was expected in: %s", words, problem.message);
    json_decref(question);
}

CASE(hints_and_verdicts_from_what_a_seat_knows_are_about_moves_of_the_table)
{
    for (int i = 0; flip_game_at(i); i++) {
        struct flip_table *table = begun(flip_game_at(i));
        json_t *question = question_of(table);
        json_t *hint = answer_to(question);
        const char *best =
            json_string_value(json_object_get(json_array_get(json_object_get(hint, "choices"), 0), "text"));
        flip_move move;
        assert_non_null(best);
        assert_int_equal(flip_table_find(table, flip_set_first(flip_table_turn(table)), best, &move, &problem), 0);
        json_object_set_new(question, "text", json_string(best));
        json_object_set_new(question, "warning", json_true());
        json_t *verdict = answer_to(question);
        assert_non_null(json_string_value(json_object_get(json_object_get(verdict, "verdict"), "sentence")));
        json_decref(verdict);
        json_decref(hint);
        json_decref(question);
        flip_table_close(table);
    }
}

CASE(a_bot_plays_the_deal_of_a_game_again_that_somebody_played_alone)
{
    static const unsigned char seed[FLIP_SEED_BYTES] = {9};
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = 1;
    def.seed = seed;
    struct flip_table *table = flip_table_open(&def, &problem);
    char *record = flip_record_save(table, FLIP_RECORD_FULL, &problem);
    json_int_t scores[2];
    for (int i = 0; i < 2; i++) {
        json_t *question = json_pack("{s:s, s:i, s:i}", "again", record, "level", 1, "number", 7);
        json_t *answer = answer_to(question);
        scores[i] = json_integer_value(json_object_get(answer, "score"));
        json_decref(answer);
        json_decref(question);
    }
    assert_true(scores[0] > 0 && scores[0] == scores[1]);
    refused(json_pack("{s:s, s:i}", "again", record, "level", 6), FLIP_ERROR_LEVEL, "from 1 to 5");
    refused(json_pack("{s:s, s:i}", "again", "{", "level", 1), FLIP_ERROR_BAD_RECORD, "not JSON");
    free(record);
    flip_table_close(table);
    table = begun(flip_game_named("royalflip"));
    record = flip_record_save(table, FLIP_RECORD_FULL, &problem);
    refused(json_pack("{s:s, s:i}", "again", record, "level", 1), FLIP_ERROR_BAD_SEAT, "played alone");
    free(record);
    flip_table_close(table);
}

CASE(what_is_no_knowledge_or_no_question_is_refused_in_words)
{
    struct flip_table *table = begun(flip_game_named("royalflip"));
    json_t *question = question_of(table);
    json_object_set_new(json_object_get(question, "knowledge"), "layout", json_string("another"));
    refused(question, FLIP_ERROR_BAD_RECORD, "another version");
    question = question_of(table);
    json_object_set_new(json_object_get(question, "knowledge"), "state", json_string("AAAA"));
    refused(question, FLIP_ERROR_BAD_RECORD, "not a state of this game");
    question = question_of(table);
    json_object_set_new(json_object_get(question, "knowledge"), "state", json_string("?"));
    refused(question, FLIP_ERROR_BAD_RECORD, "not a state of this game");
    question = question_of(table);
    json_object_del(json_object_get(question, "knowledge"), "setup");
    refused(question, FLIP_ERROR_BAD_RECORD, "no set-up");
    question = question_of(table);
    json_object_set_new(question, "seat", json_integer(5));
    refused(question, FLIP_ERROR_NOT_YOUR_TURN, "nothing to decide");
    question = question_of(table);
    json_object_set_new(question, "text", json_string("dance"));
    refused(question, FLIP_ERROR_ILLEGAL, "");
    refused(json_object(), FLIP_ERROR_BAD_RECORD, "another version");
    refused(json_array(), FLIP_ERROR_BAD_MESSAGE, "one JSON object");
    flip_table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_plays_the_deal_of_a_game_again_that_somebody_played_alone),
        cmocka_unit_test(hints_and_verdicts_from_what_a_seat_knows_are_about_moves_of_the_table),
        cmocka_unit_test(what_is_no_knowledge_or_no_question_is_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
