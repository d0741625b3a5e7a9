/* Records: round trips, full checking, what a public record leaves out, verification, golden records. */
#include "support.h"
#include "table/table.h"

#include "core/file.h"
#include <flipside/draw.h>

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct flip_table *open_seeded(int seats, bool pvp, const char *words)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words(words, seed);
    def.seats = seats;
    def.seed = seed;
    must(flip_options_set(def.game, &def.options, "pvp", pvp ? "true" : "false", &problem));
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    return table;
}

static char *saved(const struct flip_table *table, enum flip_record_scope scope)
{
    char *text = flip_record_save(table, scope, &problem);
    must(text ? 0 : -1);
    return text;
}

static struct flip_table *loaded(const char *text)
{
    struct flip_table *table = flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &problem);
    must(table ? 0 : -1);
    return table;
}

/* A copy of `text` with the first `old` after `from` replaced; to be freed. */
static char *edited(const char *text, const char *from, const char *old, const char *new)
{
    const char *start = strstr(text, from);
    assert_non_null(start);
    const char *at = strstr(start, old);
    assert_non_null(at);
    size_t head = (size_t)(at - text), size = strlen(text) + strlen(new) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    snprintf(copy, size, "%.*s%s%s", (int)head, text, new, at + strlen(old));
    return copy;
}

static void refused(const char *text, int code, const char *why)
{
    assert_null(flip_record_load(text, strlen(text), FLIP_ALL_STEPS, &problem));
    assert_int_equal(problem.code, code);
    if (!strstr(problem.message, why))
        fail_msg("'%s' does not say '%s'", problem.message, why);
}

CASE(a_record_replays_to_the_same_state_in_every_mode)
{
    for (int game = 0; game < games_of(200); game++) {
        char words[24];
        snprintf(words, sizeof words, "game %d", game);
        const int seats = 1 + game % 6;
        struct flip_table *table = open_seeded(seats, seats > 1 && game % 2, words);
        play_random_game(table, (uint64_t)game);
        char *text = saved(table, FLIP_RECORD_FULL);
        struct flip_table *again = loaded(text);
        assert_memory_equal(again->now.state, table->now.state, table->game->state_size);
        char *text_again = saved(again, FLIP_RECORD_FULL);
        assert_string_equal(text_again, text);
        must(flip_record_verify(text, strlen(text), &problem));
        free(text);
        free(text_again);
        flip_table_close(table);
        flip_table_close(again);
    }
}

CASE(a_loaded_game_goes_on_with_the_cards_it_would_have_had)
{
    struct flip_table *table = open_seeded(1, false, "go on");
    for (int i = 0; i < 10; i++) {
        flip_move moves[FLIP_MAX_MOVES];
        flip_table_moves(table, 0, moves, FLIP_MAX_MOVES);
        must(flip_table_act(table, 0, moves[0], &problem));
    }
    char *text = saved(table, FLIP_RECORD_FULL);
    struct flip_table *again = loaded(text);
    play_random_game(table, 5);
    play_random_game(again, 5);
    assert_memory_equal(again->now.state, table->now.state, table->game->state_size);
    char *whole = saved(again, FLIP_RECORD_FULL);
    must(flip_record_verify(whole, strlen(whole), &problem));
    free(text);
    free(whole);
    flip_table_close(table);
    flip_table_close(again);
}

CASE(a_replay_can_stop_at_any_step)
{
    struct flip_table *table = open_seeded(2, false, "stop");
    play_random_game(table, 3);
    char *text = saved(table, FLIP_RECORD_FULL);
    for (int steps = 0; steps <= table->step_count; steps++) {
        struct flip_table *part = flip_record_load(text, strlen(text), steps, &problem);
        must(part ? 0 : -1);
        assert_int_equal(part->step_count, steps);
        flip_table_close(part);
    }
    free(text);
    flip_table_close(table);
}

CASE(a_record_says_who_made_each_move_where_that_is_known)
{
    static const int makers[] = {FLIP_BY_PERSON, FLIP_BY_UNKNOWN, 3, FLIP_BY_PROGRAM, 5};
    static const char *const words[] = {"person", NULL, "bot 3", "program", "bot 5"};
    struct flip_table *table = open_seeded(1, false, "by");
    for (int i = 0; i < 5; i++) {
        flip_move moves[FLIP_MAX_MOVES];
        flip_table_moves(table, 0, moves, FLIP_MAX_MOVES);
        must(flip_table_act(table, 0, moves[0], &problem));
        flip_table_made_by(table, makers[i]);
        assert_int_equal(flip_by_named(words[i] ? words[i] : "nobody"), makers[i]);
        if (words[i])
            assert_string_equal(flip_by_word(makers[i]), words[i]);
    }
    assert_null(flip_by_word(FLIP_BY_UNKNOWN));
    char *text = saved(table, FLIP_RECORD_FULL);
    struct flip_table *again = loaded(text);
    int move = 0;
    for (int i = 0; i < again->step_count; i++)
        assert_int_equal(again->steps[i].by, again->steps[i].seat == FLIP_DEALER ? FLIP_BY_UNKNOWN : makers[move++]);
    assert_int_equal(move, 5);
    char *text_again = saved(again, FLIP_RECORD_FULL);
    assert_string_equal(text_again, text);
    char *wrong = edited(text, "\"by\"", "bot 3", "bot 6");
    refused(wrong, FLIP_ERROR_BAD_RECORD, "'by' is 'person', 'program' or 'bot 1' to 'bot 5'");
    char *number = edited(text, "\"by\"", "\"person\"", "7");
    refused(number, FLIP_ERROR_BAD_RECORD, "'by' is 'person'");
    free(text);
    free(text_again);
    free(wrong);
    free(number);
    flip_table_close(table);
    flip_table_close(again);
}

CASE(the_public_record_of_a_running_game_hides_seed_and_running_phase)
{
    struct flip_table *table = open_seeded(2, false, "hidden");
    flip_move moves[FLIP_MAX_MOVES];
    flip_table_moves(table, 1, moves, FLIP_MAX_MOVES);
    must(flip_table_act(table, 1, moves[0], &problem));
    char *text = saved(table, FLIP_RECORD_PUBLIC);
    assert_null(strstr(text, "\"seed\""));
    assert_null(strstr(text, "\"move\""));
    assert_non_null(strstr(text, "\"event\""));
    assert_non_null(strstr(text, "\"commitment\""));
    struct flip_table *seen = loaded(text);
    assert_int_equal(seen->step_count, 3);
    assert_int_equal(flip_record_verify(text, strlen(text), &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_NO_SEED);
    free(text);
    flip_table_close(seen);
    play_random_game(table, 4);
    text = saved(table, FLIP_RECORD_PUBLIC);
    assert_non_null(strstr(text, "\"seed\""));
    must(flip_record_verify(text, strlen(text), &problem));
    free(text);
    flip_table_close(table);
}

CASE(one_exchanged_event_fails_the_verification)
{
    struct flip_table *table = open_seeded(1, false, "exchange");
    play_random_game(table, 3);
    char *text = saved(table, FLIP_RECORD_FULL);
    /* The first two cards change places: a legal game still, but not the one that was dealt. */
    char first[16], second[16];
    snprintf(first, sizeof first, "\"%s\"", flip_card_name((int)(table->steps[0].move & 63)));
    snprintf(second, sizeof second, "\"%s\"", flip_card_name((int)(table->steps[1].move & 63)));
    char *half = edited(text, "\"steps\"", first, "\"first\"");
    char *other = edited(half, "\"steps\"", second, first);
    char *swapped = edited(other, "\"steps\"", "\"first\"", second);
    assert_int_equal(flip_record_verify(swapped, strlen(swapped), &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_NOT_DEALT);
    assert_non_null(strstr(problem.message, "step 1"));
    free(half);
    free(other);
    free(swapped);
    free(text);
    flip_table_close(table);
}

CASE(a_seed_that_was_not_committed_to_fails_the_verification)
{
    struct flip_table *table = open_seeded(1, false, "commitment");
    play_random_game(table, 3);
    char *text = saved(table, FLIP_RECORD_FULL);
    char *digit = strstr(text, "\"commitment\":\"") + strlen("\"commitment\":\"");
    *digit = *digit == '0' ? '1' : '0';
    assert_int_equal(flip_record_verify(text, strlen(text), &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_NOT_DEALT);
    free(text);
    flip_table_close(table);
}

/* As docs/record.md has it; examples/verify.py does the same without this program. */
CASE(a_seed_is_drawn_from_the_secret_and_the_bytes_of_every_seat_in_order)
{
    struct flip_seed_draw draw = {.how = FLIP_SEED_TOGETHER};
    unsigned char seed[FLIP_SEED_BYTES];
    char hex[FLIP_HEX_SIZE];
    for (int i = 0; i < FLIP_SEED_BYTES; i++)
        draw.secret[i] = (unsigned char)i;
    assert_true(flip_share_read("000102030405060708090a0b0c0d0e0f", &draw.share[1]));
    flip_seed_draw_seed(&draw, 3, seed);
    flip_seed_hex(seed, hex);
    assert_string_equal(hex, "fecf66a1720e11570b1f664af512dc0316e946fc47fef9297dc7c2ff5b983467");
    flip_seed_draw_seed(&draw, 2, seed);
    flip_seed_hex(seed, hex);
    assert_string_equal(hex, "03176611504c095693d4a739d94fa161bf0078d5656733f91f5dfc0042ea64db");
    struct flip_share none = {.given = false};
    assert_false(flip_share_read("000102030405060708090a0b0c0d0e", &none));
    assert_false(flip_share_read("000102030405060708090a0b0c0d0e0x", &none));
    assert_false(none.given);
}

CASE(the_former_names_of_the_draw_of_a_seed_still_work)
{
    struct flip_draw draw = flip_draw_fresh();
    unsigned char seed[FLIP_SEED_BYTES], same[FLIP_SEED_BYTES];
    char hex[FLIP_HEX_SIZE], same_hex[FLIP_HEX_SIZE], words[FLIP_DRAW_WORDS], same_words[FLIP_DRAW_WORDS];
    flip_draw_seed(&draw, 2, seed);
    flip_seed_draw_seed(&draw, 2, same);
    assert_memory_equal(seed, same, sizeof seed);
    flip_draw_commitment(&draw, seed, hex);
    flip_seed_draw_commitment(&draw, seed, same_hex);
    assert_string_equal(hex, same_hex);
    flip_draw_words(&draw, 2, words);
    flip_seed_draw_words(&draw, 2, same_words);
    assert_string_equal(words, same_words);
    assert_int_equal(flip_drawn_named(flip_drawn_word(FLIP_DRAWN_DAILY)), FLIP_SEED_DAILY);
    const struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_table *table = flip_table_open(&def, &problem);
    assert_ptr_equal(flip_table_drawn(table), flip_table_seed_draw(table));
    flip_table_close(table);
}

CASE(the_secret_of_a_running_game_is_in_no_public_record_and_a_finished_one_has_all_of_the_draw)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_seed_draw draw = flip_seed_draw_fresh();
    unsigned char seed[FLIP_SEED_BYTES];
    char hex[FLIP_HEX_SIZE], share[FLIP_SHARE_HEX];
    flip_share_fresh(&draw.share[1]);
    flip_seed_draw_seed(&draw, 2, seed);
    def.seats = 2;
    def.seed = seed;
    def.seed_draw = &draw;
    struct flip_table *table = flip_table_open(&def, &problem);
    char *text = saved(table, FLIP_RECORD_PUBLIC), *setup = saved(table, FLIP_RECORD_SETUP);
    flip_seed_hex(draw.secret, hex);
    flip_share_hex(&draw.share[1], share);
    assert_null(strstr(text, hex));
    assert_null(strstr(setup, hex));
    assert_non_null(strstr(text, share));
    flip_table_close(loaded(text));
    free(text);
    free(setup);
    play_random_game(table, 3);
    text = saved(table, FLIP_RECORD_PUBLIC);
    assert_non_null(strstr(text, hex));
    must(flip_record_verify(text, strlen(text), &problem));
    struct flip_table *again = loaded(text);
    char *twice = saved(again, FLIP_RECORD_FULL);
    assert_string_equal(twice, text);
    flip_table_close(again);
    free(twice);

    static const struct {
        const char *from, *old, *new;
        const char *why;
    } faults[] = {
        {"\"deal\"", "\"deal\":{", "\"deal\":{\"x\":[", "not JSON"},
        {"\"how\"", "together", "otherwise", "deal.how"},
        {"\"how\"", "\"together\"", "7", "deal.how"},
        {"\"secret\"", "\"secret\":\"", "\"secret\":\"x", "deal.secret"},
        {"\"bytes\"", "[null,\"", "[null,\"x", "deal.bytes"},
        {"\"bytes\"", "[null,", "[null,null,", "deal.bytes"},
        {"\"bytes\"", "[null,", "[7,", "deal.bytes"},
        {"\"how\"", "\"together\"", "\"daily\"", "deal.day"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char *broken = edited(text, faults[i].from, faults[i].old, faults[i].new);
        refused(broken, FLIP_ERROR_BAD_RECORD, faults[i].why);
        free(broken);
    }
    static const char *const lies[][3] = {{"\"how\"", "together", "named"},
                                          {"\"deal\"", "\"secret\"", "\"a_secret\""},
                                          {"\"bytes\"", "[null,", "[\"000102030405060708090a0b0c0d0e0f\","}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        char *lie = edited(text, lies[i][0], lies[i][1], lies[i][2]);
        assert_int_equal(flip_record_verify(lie, strlen(lie), &problem), -1);
        assert_int_equal(problem.code, FLIP_ERROR_NOT_DEALT);
        free(lie);
    }
    free(text);
    flip_table_close(table);
}

CASE(who_names_a_seed_has_chosen_the_deal_and_a_table_without_one_draws_it_alone)
{
    char words[FLIP_SEED_DRAW_WORDS];
    struct flip_table *named = open_seeded(1, false, "a name");
    assert_int_equal(flip_table_seed_draw(named)->how, FLIP_SEED_NAMED);
    flip_seed_draw_words(flip_table_seed_draw(named), 1, words);
    assert_non_null(strstr(words, "A person chose the seed"));
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_table *alone = flip_table_open(&def, &problem);
    assert_int_equal(flip_table_seed_draw(alone)->how, FLIP_SEED_TOGETHER);
    flip_seed_draw_words(flip_table_seed_draw(alone), 1, words);
    assert_non_null(strstr(words, "The dealer alone drew the seed"));
    flip_table_close(alone);
    flip_table_close(named);
}

CASE(rigged_events_are_no_fair_deal)
{
    static const char *const rig[] = {"10S", "8S", "QH"};
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.rig = rig;
    def.rig_count = 3;
    struct flip_table *table = flip_table_open(&def, &problem);
    play_random_game(table, 3);
    char *text = saved(table, FLIP_RECORD_FULL);
    assert_non_null(strstr(text, "\"rigged\":true"));
    assert_int_equal(flip_record_verify(text, strlen(text), &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_NOT_DEALT);
    struct flip_table *again = loaded(text);
    assert_memory_equal(again->now.state, table->now.state, table->game->state_size);
    free(text);
    flip_table_close(again);
    flip_table_close(table);
}

CASE(a_record_that_does_not_fit_says_where_and_why)
{
    static const char *const rig[] = {"10S", "8S", "QH", "2C", "3D", "4H"};
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.rig = rig;
    def.rig_count = 6;
    struct flip_table *table = flip_table_open(&def, &problem);
    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    play(table, 0, "track 2");
    play_random_game(table, 3);
    char *text = saved(table, FLIP_RECORD_FULL);
    static const struct {
        const char *from, *old, *new;
        int code;
        const char *why;
    } faults[] = {
        {"{", "\"flipside_record\":1", "\"flipside_record\":99", FLIP_ERROR_BAD_RECORD, "format"},
        {"{", "\"flipside_record\":1", "\"some_record\":1", FLIP_ERROR_BAD_RECORD, "flipside_record"},
        {"{", "\"royalflip\"", "\"chess\"", FLIP_ERROR_BAD_RECORD, "chess"},
        {"\"rules\"", "\"rules\":", "\"rules\":9", FLIP_ERROR_BAD_RECORD, "version"},
        {"\"hash\"", "\"hash\":\"", "\"hash\":\"0", FLIP_ERROR_BAD_RECORD, "hash"},
        {"\"hash\"", "\"hash\"", "\"hush\"", FLIP_ERROR_BAD_RECORD, "edition.hash"},
        {"\"options\"", "\"pvp\":false", "\"pvp\":7", FLIP_ERROR_BAD_OPTION, "pvp"},
        {"\"options\"", "\"pvp\":false", "\"pvp\":true", FLIP_ERROR_BAD_OPTION, ""},
        {"\"options\"", "\"pvp\"", "\"colour\"", FLIP_ERROR_BAD_OPTION, "colour"},
        {"\"seats\"", "[\"Player 1\"]", "[7]", FLIP_ERROR_BAD_RECORD, "seats"},
        {"\"seats\"", "[\"Player 1\"]", "[]", FLIP_ERROR_BAD_OPTION, "1 to 6"},
        {"\"seed\"", "\"seed\":\"", "\"seed\":\"xyz", FLIP_ERROR_BAD_RECORD, "seed"},
        {"\"steps\"", "\"8S\"", "\"10S\"", FLIP_ERROR_IMPOSSIBLE_EVENT, "step 2"},
        {"\"steps\"", "\"8S\"", "\"banana\"", FLIP_ERROR_IMPOSSIBLE_EVENT, "banana"},
        {"\"steps\"", "write b1", "write a1", FLIP_ERROR_ILLEGAL, "step 5"},
        {"\"steps\"", "choose QH 8S 10S 8", "choose QH 8S 10S 9", FLIP_ERROR_ILLEGAL, "step 4"},
        {"\"steps\"", "\"seat\":0", "\"seat\":3", FLIP_ERROR_BAD_RECORD, "step 4"},
        {"\"steps\"", "\"event\":\"10S\"", "\"move\":\"track 2\"", FLIP_ERROR_BAD_RECORD, "step 1"},
        {"\"steps\"", "\"event\":\"10S\"", "\"nothing\":1", FLIP_ERROR_BAD_RECORD, "step 1"},
        {"\"steps\"", "\"steps\"", "\"stops\"", FLIP_ERROR_BAD_RECORD, "steps"},
        {"\"result\"", "\"scores\":[", "\"scores\":[1", FLIP_ERROR_BAD_RECORD, "points"},
        {"\"steps\"", "[", "(", FLIP_ERROR_BAD_RECORD, "line 1"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char *broken = edited(text, faults[i].from, faults[i].old, faults[i].new);
        refused(broken, faults[i].code, faults[i].why);
        free(broken);
    }
    free(text);
    flip_table_close(table);
}

/* A record may end with a move after which an event is due: the server stops there when it is killed in between. */
CASE(a_record_that_stops_where_the_dealer_is_due_is_dealt_on)
{
    struct flip_table *table = open_seeded(1, false, "due");
    play_random_game(table, 3);
    char *text = saved(table, FLIP_RECORD_FULL);
    int last = 10; /* the last step that is kept: a move that the dealer answers */
    while (table->steps[last].seat == FLIP_DEALER || table->steps[last + 1].seat != FLIP_DEALER)
        last++;
    json_t *root = json_loads(text, 0, NULL);
    json_t *steps = json_object_get(root, "steps");
    json_object_del(root, "result");
    while (json_array_size(steps) > (size_t)last + 1)
        json_array_remove(steps, json_array_size(steps) - 1);
    char *cut = json_dumps(root, JSON_COMPACT);
    struct flip_table *again = loaded(cut);
    assert_int_equal(flip_table_turn(again), FLIP_BIT(0));
    assert_true(again->step_count > last + 1);
    for (int i = 0; i < again->step_count; i++) {
        assert_int_equal(again->steps[i].seat, table->steps[i].seat);
        assert_true(again->steps[i].move == table->steps[i].move);
    }
    struct flip_table *part = flip_record_load(cut, strlen(cut), last + 1, &problem);
    must(part ? 0 : -1);
    assert_int_equal(part->step_count, last + 1); /* who asks for so many steps gets no more */
    assert_int_equal(flip_table_turn(part), 0);
    flip_table_close(part);
    flip_table_close(again);
    flip_table_close(table);
    json_decref(root);
    free(cut);
    free(text);
}

/* Do points belong to the program that wrote the record, because only the win counts? */
static bool of_its_time(const struct flip_game *game, const char *key)
{
    return game->no_points && (strcmp(key, "scores") == 0 || strcmp(key, "breakdown") == 0);
}

/* The words for the end are those of golden/endings.txt: verdict and reason in one sentence after the file's name. */
static void same_words(const json_t *result, const char *endings, const char *name)
{
    char line[600];
    const char *verdict = json_string_value(json_object_get(result, "verdict"));
    const char *reason = json_string_value(json_object_get(result, "reason"));
    assert_true(verdict && reason);
    snprintf(line, sizeof line, "%s: %s\n", name, reason);
    if (!strstr(endings, line))
        fail_msg("endings.txt does not have: %s", line);
    assert_int_equal(strlen(verdict), strstr(reason, ". ") - reason);
    assert_memory_equal(verdict, reason, strlen(verdict));
}

/* All that the record's result says is so today. */
static void same_result(const struct flip_table *table, const char *record, size_t length, const char *path,
                        const char *endings)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json out = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&out, NULL, '{');
    flip_table_result_json(table, &out);
    flip_json_close(&out);
    json_t *root = json_loadb(record, length, 0, NULL), *now = json_loads(buffer, 0, NULL);
    json_t *told = json_object_get(root, "result");
    static const char *const always[] = {"scores", "winners"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!json_object_get(told, always[i]))
            fail_msg("%s: the result has no '%s'", path, always[i]);
    const char *key;
    json_t *value;
    json_object_foreach(told, key, value)
        if (!of_its_time(table->game, key) && !json_equal(value, json_object_get(now, key)))
            fail_msg("%s: '%s' of the result is %s", path, key, buffer);
    same_words(now, endings, strrchr(path, '/') + 1);
    json_decref(now);
    json_decref(root);
}

/* Replays every golden record of a game; returns how many there are. */
static int replay_golden_of(const struct flip_game *game)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/games/%s/tests/golden", getenv("FLIPSIDE_SOURCE_ROOT"), game->id);
    DIR *golden = opendir(folder);
    if (!golden)
        return 0;
    int count = 0;
    char path[2048];
    size_t length;
    snprintf(path, sizeof path, "%s/endings.txt", folder);
    char *endings = flip_file_read(path, &length, &problem);
    must(endings ? 0 : -1);
    for (struct dirent *entry; (entry = readdir(golden));) {
        if (!strstr(entry->d_name, ".json"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        char *text = flip_file_read(path, &length, &problem);
        must(text ? 0 : -1);
        struct flip_table *table = flip_record_load(text, length, FLIP_ALL_STEPS, &problem);
        if (!table)
            fail_msg("%s: %s", path, problem.message);
        assert_int_equal(flip_table_turn(table), 0);
        same_result(table, text, length, path, endings);
        flip_table_close(table);
        free(text);
        count++;
    }
    closedir(golden);
    free(endings);
    return count;
}

CASE(an_option_may_stand_in_a_record_as_a_number)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("flickemup"));
    must(flip_options_set(def.game, &def.options, "scenario", "8", &problem));
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    char *text = saved(table, FLIP_RECORD_FULL);
    char *number = edited(text, "\"options\"", "\"scenario\":\"8\"", "\"scenario\":8");
    struct flip_table *again = loaded(number);
    char *text_again = saved(again, FLIP_RECORD_FULL);
    assert_string_equal(text_again, text);
    free(text_again);
    flip_table_close(again);
    free(number);
    free(text);
    flip_table_close(table);
}

CASE(golden_records_of_every_game_still_replay_to_their_whole_result)
{
    for (int i = 0; flip_game_at(i); i++)
        assert_true(replay_golden_of(flip_game_at(i)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_replays_to_the_same_state_in_every_mode),
        cmocka_unit_test(a_loaded_game_goes_on_with_the_cards_it_would_have_had),
        cmocka_unit_test(a_replay_can_stop_at_any_step),
        cmocka_unit_test(a_record_says_who_made_each_move_where_that_is_known),
        cmocka_unit_test(the_public_record_of_a_running_game_hides_seed_and_running_phase),
        cmocka_unit_test(one_exchanged_event_fails_the_verification),
        cmocka_unit_test(a_seed_that_was_not_committed_to_fails_the_verification),
        cmocka_unit_test(a_seed_is_drawn_from_the_secret_and_the_bytes_of_every_seat_in_order),
        cmocka_unit_test(the_former_names_of_the_draw_of_a_seed_still_work),
        cmocka_unit_test(the_secret_of_a_running_game_is_in_no_public_record_and_a_finished_one_has_all_of_the_draw),
        cmocka_unit_test(who_names_a_seed_has_chosen_the_deal_and_a_table_without_one_draws_it_alone),
        cmocka_unit_test(rigged_events_are_no_fair_deal),
        cmocka_unit_test(a_record_that_does_not_fit_says_where_and_why),
        cmocka_unit_test(a_record_that_stops_where_the_dealer_is_due_is_dealt_on),
        cmocka_unit_test(an_option_may_stand_in_a_record_as_a_number),
        cmocka_unit_test(golden_records_of_every_game_still_replay_to_their_whole_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
