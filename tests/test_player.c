/* Seats and who plays them: the words for a player, and programs as guests that must never hurt the game. */
#include "bots/player.h"
#include "case.h"
#include "table/table.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static struct flip_thought thought;

static struct flip_player player(const char *text)
{
    struct flip_player parsed;
    struct flip_error error;
    if (flip_player_parse(text, &parsed, &error) != 0)
        fail_msg("'%s': %s", text, error.message);
    parsed.quiet = true;
    return parsed;
}

static struct flip_table *table(void)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words("a table for guests", seed);
    def.seed = seed;
    struct flip_error error;
    struct flip_table *opened = flip_table_open(&def, &error);
    if (!opened)
        fail_msg("%s", error.message);
    return opened;
}

/* The id of the chosen move; it must be a legal one. */
static int choose(struct flip_player *who, const struct flip_table *at)
{
    struct flip_error error;
    flip_move move;
    if (flip_player_choose(who, at, 0, &thought, &move, &error) != 0)
        fail_msg("%s", error.message);
    static flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(at, 0, moves, FLIP_MAX_MOVES);
    for (int id = 0; id < count; id++)
        if (moves[id] == move)
            return id;
    fail_msg("an illegal move was chosen");
    return -1;
}

CASE(words_say_who_plays)
{
    assert_int_equal(player("you").kind, FLIP_PLAYER_YOU);
    assert_int_equal(player("random").kind, FLIP_PLAYER_RANDOM);
    assert_int_equal(player("bot3").kind, FLIP_PLAYER_BOT);
    assert_int_equal(player("bot3").think.level, 3);
    assert_int_equal(player("bot5:200ms").think.ms, 200);
    assert_int_equal(player("bot5:200ms").think.iterations, 0);
    assert_int_equal(player("bot4:2000i").think.iterations, 2000);
    assert_int_equal(player("bot4:2000i").think.ms, 0);
    assert_string_equal(player("exec:python3 a.py").program, "python3 a.py");
    assert_int_equal(player("exec:a").limit_ms, 5000);
    assert_int_equal(player("exec@800ms:a:b").limit_ms, 800);
    assert_string_equal(player("exec@800ms:a:b").program, "a:b");
}

CASE(a_bot_may_be_as_it_was_or_ask_the_judge)
{
    struct flip_player parsed;
    struct flip_error error;
    assert_true(player("bot5@0.1:300i").think.former && !player("bot5@0.1:300i").think.judged);
    assert_int_equal(player("bot5@0.1:300i").think.iterations, 300);
    assert_true(player("bot4:20i:judge").think.judged && !player("bot4:20i:judge").think.former);
    assert_int_equal(flip_player_parse("bot5@0.3", &parsed, &error), -1);
    assert_int_equal(flip_player_parse("bot5:judge:judge", &parsed, &error), -1);
}

CASE(wrong_words_are_refused_with_what_is_allowed)
{
    static const char *const wrong[] = {
        "",
        "me",
        "bot",
        "bot0",
        "bot6",
        "bot3:",
        "bot3:10",
        "bot3:0i",
        "bot3:-5i",
        "bot3:10s",
        "bot3x",
        "bot 3",
        "exec",
        "exec:",
        "exec@ms:a",
        "exec@0ms:a",
        "exec@10s:a",
        "you ",
        "random1",
        "bot3:1e3i",
        "bot3:99999999999999999999i",
        "bot5:3600001ms",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct flip_player out;
        struct flip_error error = {0};
        if (flip_player_parse(wrong[i], &out, &error) == 0)
            fail_msg("'%s' was accepted", wrong[i]);
        assert_int_equal(error.code, FLIP_ERROR_BAD_PLAYER);
        assert_true(strlen(error.message) > 20);
    }
}

CASE(a_list_is_parted_by_commas)
{
    struct flip_player out[3];
    struct flip_error error;
    assert_int_equal(flip_players_parse("you,bot3,exec:a\\,b c", out, 3, &error), 3);
    assert_int_equal(out[1].kind, FLIP_PLAYER_BOT);
    assert_string_equal(out[2].program, "a,b c");
    assert_int_equal(flip_players_parse("you,,bot3", out, 3, &error), -1);
    assert_int_equal(flip_players_parse("you,bot3,", out, 3, &error), -1);
    assert_int_equal(flip_players_parse("", out, 3, &error), -1);
    assert_int_equal(flip_players_parse("you,you,you,you", out, 3, &error), -1);
    assert_non_null(strstr(error.message, "more than 3"));
}

CASE(equal_seeds_choose_equally)
{
    struct flip_table *at = table();
    static const char *const kinds[] = {"random", "bot1", "bot3:50i"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct flip_player one = player(kinds[k]), two = player(kinds[k]);
        int different = 0, first = -1;
        for (uint64_t seed = 0; seed < 20; seed++) {
            flip_player_seed(&one, seed);
            flip_player_seed(&two, seed);
            const int chosen = choose(&one, at);
            assert_int_equal(chosen, choose(&two, at));
            first = first < 0 ? chosen : first;
            different += chosen != first;
        }
        if (k == 0)
            assert_true(different > 0);
    }
    flip_table_close(at);
}

CASE(a_person_cannot_be_asked)
{
    struct flip_table *at = table();
    struct flip_player you = player("you");
    flip_move move;
    struct flip_error error;
    assert_int_equal(flip_player_choose(&you, at, 0, &thought, &move, &error), -1);
    flip_table_close(at);
}

/* --- programs ------------------------------------------------------------------------------------------------------- */

static void no_child_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

CASE(the_example_bot_plays_a_whole_game)
{
    char words[FLIP_PLAYER_TEXT];
    snprintf(words, sizeof words, "exec@60000ms:python3 '%s/examples/bot.py'", getenv("FLIPSIDE_SOURCE_ROOT"));
    struct flip_player guest = player(words);
    struct flip_table *at = table();
    while (flip_table_turn(at)) {
        flip_move move;
        struct flip_error error;
        assert_int_equal(flip_player_choose(&guest, at, 0, &thought, &move, &error), 0);
        assert_int_equal(flip_table_act(at, 0, move, &error), 0);
    }
    assert_int_equal(guest.faults, 0);
    struct flip_result result;
    flip_table_result(at, &result);
    assert_true(result.over);
    flip_player_close(&guest);
    flip_table_close(at);
    no_child_is_left();
}

CASE(the_example_bot_names_the_numbers_of_a_flick)
{
    char words[FLIP_PLAYER_TEXT];
    snprintf(words, sizeof words, "exec@60000ms:python3 '%s/examples/bot.py'", getenv("FLIPSIDE_SOURCE_ROOT"));
    struct flip_player guest = player(words);
    struct flip_table_def def = flip_table_defaults(flip_game_named("flickemup"));
    unsigned char seed[FLIP_SEED_BYTES];
    struct flip_error error;
    flip_seed_from_words("a table for guests", seed);
    def.seed = seed;
    def.seats = 2;
    struct flip_table *at = flip_table_open(&def, &error);
    assert_non_null(at);
    for (int i = 0; i < 20 && flip_table_turn(at); i++) {
        const int seat = flip_set_first(flip_table_turn(at));
        flip_move move;
        assert_int_equal(flip_player_choose(&guest, at, seat, &thought, &move, &error), 0);
        assert_int_equal(flip_table_act(at, seat, move, &error), 0);
    }
    assert_int_equal(guest.faults, 0);
    flip_player_close(&guest);
    flip_table_close(at);
    no_child_is_left();
}

CASE(the_question_shows_what_the_seat_may_know_and_do)
{
    /* The program answers 1 only if the line has view and actions in this order and shows its own id 1. */
    struct flip_player guest =
        player("exec@60000ms:read -r q; case \"$q\" in '{\"view\":{'*'\"to_act\":[0]},\"actions\":[{\"id\":0,'*"
               "'{\"id\":1,'*) echo '{\"n\":1}';; *) echo no;; esac");
    struct flip_table *at = table();
    assert_int_equal(choose(&guest, at), 1);
    assert_int_equal(guest.faults, 0);
    flip_player_close(&guest);
    flip_table_close(at);
}

/* Plays until seat 1 has to decide, and lets the program choose there; it answers 1 only if the line is as it should be. */
static void second_seat_reads(const char *options, const char *words)
{
    struct flip_player guest = player(words), other = player("quick");
    struct flip_table_def def = flip_table_defaults(flip_game_named("flipcity"));
    struct flip_error error;
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words("a table for guests", seed);
    def.seed = seed;
    def.seats = 2;
    def.names[0] = "Ann";
    def.names[1] = "B\"o";
    if (options)
        assert_int_equal(flip_options_set(def.game, &def.options, "office", options, &error), 0);
    struct flip_table *at = flip_table_open(&def, &error);
    flip_move move;
    while (!flip_set_has(flip_table_turn(at), 1)) {
        assert_int_equal(flip_player_choose(&other, at, 0, &thought, &move, &error), 0);
        assert_int_equal(flip_table_act(at, 0, move, &error), 0);
    }
    for (int question = 0; question < 2; question++)
        assert_int_equal(flip_player_choose(&guest, at, 1, &thought, &move, &error), 0);
    if (guest.faults)
        fail_msg("%s", guest.complaint);
    flip_player_close(&guest);
    flip_table_close(at);
}

CASE(the_question_says_who_is_asked_and_what_is_played)
{
    static const char line[] =
        "exec@60000ms:read -r q; case \"$q\" in '{\"view\":{'*'],\"seat\":1,\"game\":\"flipcity\",'*"
        "'\"names\":[\"Ann\",\"B\\\"o\"],\"ms\":60000,'*) echo '{\"n\":0}'; read -r q; "
        "echo '{\"n\":0}';; esac";
    second_seat_reads(NULL, line);
    second_seat_reads("true", "exec@60000ms:while read -r q; do case \"$q\" in "
                              "*'\"game\":\"flipcity\",\"options\":{\"office\":true'*) echo '{\"n\":0}';; esac; done");
    second_seat_reads("false",
                      "exec@60000ms:while read -r q; do case \"$q\" in "
                      "*'\"game\":\"flipcity\",\"options\":{\"office\":false'*) echo '{\"n\":0}';; esac; done");
}

CASE(the_first_line_greets_and_the_second_does_not)
{
    second_seat_reads(
        NULL,
        "exec@60000ms:read -r q; case \"$q\" in *',\"hello\":{\"name\":\"flipside\",\"version\":\"" FLIPSIDE_VERSION
        "\",\"protocol\":1}}') echo '{\"n\":0}'; read -r q; case \"$q\" in *hello*) ;; *) echo '{\"n\":0}';; esac;; "
        "esac");
}

/* Would the program be let in, on each of two seats? "": yes; otherwise why not. */
static const char *tried(const char *words)
{
    static struct flip_error error;
    struct flip_table_def def = flip_table_defaults(flip_game_named("flipcity"));
    const struct flip_player guest = player(words);
    error = (struct flip_error){0};
    def.seats = 2;
    for (int seat = 0; seat < 2; seat++)
        if (flip_player_try(&guest, &def, seat, &error) == 0)
            assert_int_equal(error.code, FLIP_ERROR_NONE);
    no_child_is_left();
    return error.message;
}

CASE(a_program_that_cannot_be_started_is_refused)
{
    assert_non_null(
        strstr(tried("exec:/no/such/program 2>/dev/null"), "'exec:/no/such/program 2>/dev/null' cannot play"));
    assert_non_null(strstr(tried("exec:/no/such/program 2>/dev/null"), "could not run it (status 127)"));
    assert_non_null(strstr(tried("exec:exit 2"), "status 2"));
    assert_non_null(strstr(tried("exec:read -r q; exit 1"), "status 1"));
}

CASE(a_program_that_plays_badly_is_let_in)
{
    assert_string_equal(tried("bot1"), "");
    assert_string_equal(tried("exec:while read -r q; do echo nonsense; done"), "");
    assert_string_equal(tried("exec@50ms:cat >/dev/null"), ""); /* it may be quicker the next time */
}

CASE(an_answer_in_notation_counts)
{
    struct flip_table *at = table();
    flip_move moves[FLIP_MAX_MOVES];
    flip_table_moves(at, 0, moves, FLIP_MAX_MOVES);
    char text[FLIP_MOVE_TEXT], words[FLIP_PLAYER_TEXT];
    struct flip_text in = flip_text_in(text, sizeof text);
    at->game->words->text(at->rules, at->now.state, 0, moves[4], &in);
    snprintf(words, sizeof words, "exec@60000ms:read -r q; echo '{\"text\":\"%s\"}'", text);
    struct flip_player guest = player(words);
    assert_int_equal(choose(&guest, at), 4);
    assert_int_equal(guest.faults, 0);
    flip_player_close(&guest);
    flip_table_close(at);
}

/* Asks twice; each time a legal move must come, and each fault must be counted with the reason. */
static void misbehaves(const char *words, const char *reason)
{
    struct flip_player guest = player(words);
    struct flip_table *at = table();
    choose(&guest, at);
    if (!strstr(guest.complaint, reason))
        fail_msg("'%s': the complaint '%s' does not say '%s'", words, guest.complaint, reason);
    choose(&guest, at);
    assert_int_equal(guest.faults, 2);
    flip_player_close(&guest);
    assert_null(guest.exec);
    flip_table_close(at);
    no_child_is_left();
}

#define FOR_EACH_QUESTION "exec@60000ms:while read -r q; do case \"$q\" in '{\"view\"'*) "

CASE(wrong_answers_are_replaced_and_counted)
{
    misbehaves(FOR_EACH_QUESTION "echo '{\"n\":99999}';; esac; done", "99999");
    misbehaves(FOR_EACH_QUESTION "echo '{\"n\":-1}';; esac; done", "-1");
    misbehaves(FOR_EACH_QUESTION "echo '{\"n\":1.5}';; esac; done", "neither");
    misbehaves(FOR_EACH_QUESTION "echo 'hello';; esac; done", "not JSON");
    misbehaves(FOR_EACH_QUESTION "echo '[]';; esac; done", "neither");
    misbehaves(FOR_EACH_QUESTION "echo '{\"text\":\"fly\"}';; esac; done", "fly");
    misbehaves(FOR_EACH_QUESTION "echo '{\"n\":null,\"text\":\"fly\"}';; esac; done",
               "fly"); /* a program's word for none */
    misbehaves(FOR_EACH_QUESTION "echo '{\"n\":-1,\"text\":\"fly\"}';; esac; done", "fly");
    misbehaves(FOR_EACH_QUESTION "printf '\\377\\376\\n';; esac; done", "not JSON");
    misbehaves(FOR_EACH_QUESTION "head -c 1200000 /dev/zero | tr '\\0' x; echo;; esac; done", "longer");
}

CASE(a_program_that_ends_is_replaced)
{
    misbehaves("exec@60000ms:exit 3", "status 3");
    misbehaves("exec@60000ms:/no/such/program 2>/dev/null", "could not run");
    misbehaves("exec@60000ms:kill -9 $$", "signal 9");
    misbehaves("exec@60000ms:exec >&-; cat >/dev/null", "closed its pipe");
    misbehaves("exec@60000ms:read -r q; exit 0", "status 0");
}

CASE(a_program_that_says_nothing_is_late)
{
    misbehaves("exec@30ms:cat >/dev/null", "30 ms");
    misbehaves("exec@30ms:trap '' TERM; sleep 1000", "30 ms"); /* and does not even read */
}

CASE(a_late_answer_is_not_taken_for_the_next_one)
{
    /* Answers the first question only after it was told to be late, the second one rightly. */
    struct flip_player guest =
        player("exec@200ms:read -r q; read -r e; echo '{\"n\":5}'; read -r q; echo '{\"n\":2}'; cat");
    struct flip_table *at = table();
    choose(&guest, at);
    assert_int_equal(guest.faults, 1);
    guest.limit_ms = 60000;
    assert_int_equal(choose(&guest, at), 2);
    assert_int_equal(guest.faults, 1);
    flip_player_close(&guest);
    flip_table_close(at);
    no_child_is_left();
}

CASE(a_wrong_answer_is_told_to_the_program)
{
    struct flip_player guest = player("exec@60000ms:read -r q; echo '{}'; read -r e; read -r q; case \"$e\" in "
                                      "'{\"error\":\"'*) echo '{\"n\":3}';; esac");
    struct flip_table *at = table();
    choose(&guest, at);
    assert_int_equal(guest.faults, 1);
    assert_int_equal(choose(&guest, at), 3);
    assert_int_equal(guest.faults, 1);
    flip_player_close(&guest);
    flip_table_close(at);
}

CASE(a_new_game_starts_the_program_again)
{
    struct flip_player guest = player("exec@60000ms:read -r q; echo '{\"n\":3}'");
    struct flip_table *at = table();
    for (int game = 0; game < 3; game++) {
        assert_int_equal(choose(&guest, at), 3);
        flip_player_close(&guest);
    }
    assert_int_equal(guest.faults, 0);
    flip_table_close(at);
    no_child_is_left();
}

static bool after_a_few_looks(const void *asker)
{
    static int looks;
    (void)asker;
    return ++looks > 3;
}

CASE(nobody_waits_for_a_program_whose_move_is_not_wanted)
{
    struct flip_player guest = player("exec@600000ms:read -r q; sleep 600");
    guest.think.given_up = after_a_few_looks;
    struct flip_table *at = table();
    struct flip_error error;
    flip_move move;
    assert_int_equal(flip_player_choose(&guest, at, 0, &thought, &move, &error), -1);
    assert_int_equal(guest.faults, 0);
    flip_player_close(&guest);
    flip_table_close(at);
    no_child_is_left();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_say_who_plays),
        cmocka_unit_test(a_bot_may_be_as_it_was_or_ask_the_judge),
        cmocka_unit_test(wrong_words_are_refused_with_what_is_allowed),
        cmocka_unit_test(a_list_is_parted_by_commas),
        cmocka_unit_test(equal_seeds_choose_equally),
        cmocka_unit_test(a_person_cannot_be_asked),
        cmocka_unit_test(the_example_bot_plays_a_whole_game),
        cmocka_unit_test(the_example_bot_names_the_numbers_of_a_flick),
        cmocka_unit_test(the_question_shows_what_the_seat_may_know_and_do),
        cmocka_unit_test(the_question_says_who_is_asked_and_what_is_played),
        cmocka_unit_test(the_first_line_greets_and_the_second_does_not),
        cmocka_unit_test(a_program_that_cannot_be_started_is_refused),
        cmocka_unit_test(a_program_that_plays_badly_is_let_in),
        cmocka_unit_test(an_answer_in_notation_counts),
        cmocka_unit_test(wrong_answers_are_replaced_and_counted),
        cmocka_unit_test(a_program_that_ends_is_replaced),
        cmocka_unit_test(a_program_that_says_nothing_is_late),
        cmocka_unit_test(a_late_answer_is_not_taken_for_the_next_one),
        cmocka_unit_test(a_wrong_answer_is_told_to_the_program),
        cmocka_unit_test(a_new_game_starts_the_program_again),
        cmocka_unit_test(nobody_waits_for_a_program_whose_move_is_not_wanted),
    };
    return cmocka_run_group_tests_name("players", tests, NULL, NULL);
}
