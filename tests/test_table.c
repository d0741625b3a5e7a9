/*
 * The table: turns, rigged and seeded dealing, undo, failed calls that change nothing, hidden simultaneous steps, finding
 * moves by text. Royal Flip serves as the game; its own rules are tested elsewhere.
 */
#include "support.h"
#include "table/table.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static const char *const nine_cards[] = {"10S", "8S", "QH", "2C", "3D", "4H", "5C", "6D", "7H"};

static struct flip_table *open_rigged(int seats, bool pvp, const char *const *rig, int count)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = seats;
    def.rig = rig;
    def.rig_count = count;
    must(flip_options_set(def.game, &def.options, "pvp", pvp ? "true" : "false", &problem));
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    return table;
}

CASE(a_rigged_deal_comes_in_the_order_given)
{
    struct flip_table *table = open_rigged(1, false, nine_cards, 9);
    assert_int_equal(table->step_count, 3);
    assert_non_null(strstr(view_of(table, 0), "[\"10S\",\"8S\",\"QH\"]"));
    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    play(table, 0, "track 2");
    assert_non_null(strstr(view_of(table, 0), "[\"2C\",\"3D\",\"4H\"]"));
    flip_table_close(table);
}

CASE(an_impossible_rigged_event_fails_the_act_that_needs_it_and_changes_nothing)
{
    static const char *const seen_twice[] = {"10S", "8S", "QH", "10S"};
    struct flip_table *table = open_rigged(1, false, seen_twice, 4);
    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    char before[FLIP_VIEW_SIZE];
    snprintf(before, sizeof before, "%s", view_of(table, FLIP_ALL));
    const int steps = table->step_count;

    assert_int_equal(try_play(table, 0, "track 2"), -1);
    assert_int_equal(problem.code, FLIP_ERROR_IMPOSSIBLE_EVENT);
    assert_string_equal(view_of(table, FLIP_ALL), before);
    assert_int_equal(table->step_count, steps);

    must(flip_table_rig(table, nine_cards + 3, 3, &problem));
    play(table, 0, "track 2");
    assert_non_null(strstr(view_of(table, 0), "[\"2C\",\"3D\",\"4H\"]"));
    flip_table_close(table);
}

CASE(an_impossible_card_at_set_up_opens_no_table)
{
    static const char *const twice[] = {"10S", "10S"};
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.rig = twice;
    def.rig_count = 2;
    assert_null(flip_table_open(&def, &problem));
    assert_int_equal(problem.code, FLIP_ERROR_IMPOSSIBLE_EVENT);
}

CASE(equal_seeds_deal_equal_games_and_others_do_not)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words("the same words", seed);
    def.seed = seed;
    struct flip_table *one = flip_table_open(&def, &problem);
    struct flip_table *same = flip_table_open(&def, &problem);
    flip_seed_from_words("other words", seed);
    struct flip_table *other = flip_table_open(&def, &problem);
    play_random_game(one, 1);
    play_random_game(same, 1);
    play_random_game(other, 1);
    char first[FLIP_VIEW_SIZE];
    snprintf(first, sizeof first, "%s", view_of(one, FLIP_ALL));
    assert_string_equal(view_of(same, FLIP_ALL), first);
    assert_string_not_equal(view_of(other, FLIP_ALL), first);
    flip_table_close(one);
    flip_table_close(same);
    flip_table_close(other);
}

CASE(undo_takes_back_small_steps_until_a_card_is_revealed)
{
    struct flip_table *table = open_rigged(1, false, nine_cards, 9);
    char at_start[FLIP_VIEW_SIZE];
    snprintf(at_start, sizeof at_start, "%s", view_of(table, FLIP_ALL));
    assert_false(flip_table_can_undo(table, 0));
    assert_int_equal(flip_table_undo(table, 0, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_CANNOT_UNDO);

    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    assert_true(flip_table_can_undo(table, 0));
    must(flip_table_undo(table, 0, &problem));
    must(flip_table_undo(table, 0, &problem));
    assert_string_equal(view_of(table, FLIP_ALL), at_start);

    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    play(table, 0, "track 2");
    assert_false(flip_table_can_undo(table, 0));
    flip_table_close(table);
}

CASE(undo_keeps_the_steps_of_other_seats)
{
    struct flip_table *table = open_rigged(2, false, nine_cards, 3);
    play(table, 0, "choose QH 8S 10S 8");
    play(table, 1, "choose 10S QH 8S 3");
    play(table, 1, "write c3");
    must(flip_table_undo(table, 0, &problem));
    assert_int_equal(flip_table_turn(table), 3);
    assert_non_null(strstr(view_of(table, 1), "\"c3\""));
    play(table, 0, "choose 8S 10S QH 10");
    flip_table_close(table);
}

CASE(undo_is_refused_once_somebody_acted_on_the_step)
{
    struct flip_table *table = open_rigged(2, true, nine_cards, 3);
    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    play(table, 0, "track 2");
    assert_true(flip_table_can_undo(table, 0));
    play(table, 1, "choose 10S 8S QH 8");
    assert_false(flip_table_can_undo(table, 0));
    assert_int_equal(flip_table_undo(table, 0, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_CANNOT_UNDO);
    must(flip_table_undo(table, 1, &problem));
    assert_true(flip_table_can_undo(table, 0));
    flip_table_close(table);
}

CASE(nothing_is_taken_back_after_the_end)
{
    struct flip_table *table = open_rigged(1, false, NULL, 0);
    play_random_game(table, 7);
    assert_int_equal(flip_table_undo(table, 0, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_OVER);
    flip_table_close(table);
}

CASE(simultaneous_steps_are_hidden_until_the_phase_ends)
{
    struct flip_table *table = open_rigged(2, false, nine_cards, 6);
    play(table, 1, "choose QH 8S 10S 8");
    play(table, 1, "write d4");
    assert_non_null(strstr(view_of(table, 1), "\"d4\""));
    assert_null(strstr(view_of(table, 0), "\"d4\":"));
    assert_null(strstr(view_of(table, FLIP_PUBLIC), "\"d4\":"));
    play(table, 1, "track 2");
    assert_null(strstr(view_of(table, 0), "\"d4\":"));
    play(table, 0, "choose QH 8S 10S 8");
    play(table, 0, "write b1");
    play(table, 0, "track 2");
    assert_non_null(strstr(view_of(table, 0), "\"d4\":"));
    assert_non_null(strstr(view_of(table, FLIP_PUBLIC), "\"d4\":"));
    flip_table_close(table);
}

CASE(an_open_table_shows_simultaneous_steps_at_once)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = 2;
    def.open = true;
    def.rig = nine_cards;
    def.rig_count = 3;
    struct flip_table *table = flip_table_open(&def, &problem);
    play(table, 1, "choose QH 8S 10S 8");
    play(table, 1, "write d4");
    assert_non_null(strstr(view_of(table, 0), "\"d4\":"));
    flip_table_close(table);
}

CASE(moves_are_found_by_text_whatever_case_and_spaces)
{
    struct flip_table *table = open_rigged(1, false, nine_cards, 3);
    flip_move move;
    must(flip_table_find(table, 0, "  CHOOSE qh   8s 10S 8 ", &move, &problem));
    must(flip_table_find(table, 0, "choose QH 8S", &move, &problem)); /* only one value: the beginning is enough */
    assert_int_equal(flip_table_find(table, 0, "choose QH", &move, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_AMBIGUOUS);
    assert_int_equal(flip_table_find(table, 0, "choose", &move, &problem), -1);
    assert_int_equal(flip_table_find(table, 0, "", &move, &problem), -1);
    assert_int_equal(flip_table_find(table, 0, "write b2", &move, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_ILLEGAL);
    flip_table_close(table);
}

CASE(half_a_number_is_not_a_beginning)
{
    static const char *const clubs[] = {"2C", "3S", "4H"};
    struct flip_table *table = open_rigged(1, false, clubs, 3);
    play(table, 0, "choose 4H 3S 2C");
    play(table, 0, "write b1");
    flip_move move;
    assert_int_equal(flip_table_find(table, 0, "track 1", &move, &problem), -1); /* space 1 is hearts */
    must(flip_table_find(table, 0, "track 12", &move, &problem));
    flip_table_close(table);
}

CASE(foreign_seats_and_moves_are_refused)
{
    struct flip_table *table = open_rigged(2, true, nine_cards, 3);
    flip_move move;
    must(flip_table_find(table, 0, "choose QH 8S 10S 8", &move, &problem));
    assert_int_equal(flip_table_act(table, 1, move, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_NOT_YOUR_TURN);
    assert_int_equal(flip_table_act(table, 2, move, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_BAD_SEAT);
    assert_int_equal(flip_table_act(table, -1, move, &problem), -1);
    assert_int_equal(flip_table_act(table, 0, ~move, &problem), -1);
    assert_int_equal(flip_table_moves(table, 1, &move, 1), 0);
    assert_int_equal(flip_table_moves(table, 99, &move, 1), 0);
    flip_table_close(table);
}

CASE(seats_and_options_that_do_not_fit_open_no_table)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = 7;
    assert_null(flip_table_open(&def, &problem));
    assert_non_null(strstr(problem.message, "1 to 6"));
    def.seats = 1;
    must(flip_options_set(def.game, &def.options, "pvp", "true", &problem));
    assert_null(flip_table_open(&def, &problem));
    assert_int_equal(flip_options_set(def.game, &def.options, "pvp", "maybe", &problem), -1);
    assert_int_equal(flip_options_set(def.game, &def.options, "colour", "red", &problem), -1);
    assert_non_null(strstr(problem.message, "pvp"));
}

CASE(undo_restores_the_state_bit_for_bit_in_random_games)
{
    for (uint64_t seed = 1; seed <= (uint64_t)games_of(300); seed++) {
        struct flip_random random;
        flip_random_seed(&random, seed);
        struct flip_table *table = open_rigged(1 + (int)(seed % 3), seed % 3 > 0 && seed % 2 == 0, NULL, 0);
        const size_t size = table->game->state_size;
        unsigned char state[4096];
        assert_true(size <= sizeof state);
        flip_set turn;
        while ((turn = flip_table_turn(table))) {
            int seat = flip_set_nth(turn, (int)flip_random_below(&random, (uint32_t)flip_set_count(turn)));
            memcpy(state, table->now.state, size);
            const bool blind = flip_blind(table->game, table->rules, state);
            const int steps = table->step_count;
            flip_move moves[FLIP_MAX_MOVES];
            int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
            flip_move move = moves[flip_random_below(&random, (uint32_t)count)];
            must(flip_table_act(table, seat, move, &problem));
            /* The last step of a phase shows the others' hidden ones; where hands are thrown no card follows. */
            const bool shows = flip_blind(table->game, table->rules, table->now.state) &&
                               (!blind || table->game->knowledge->phase(table->rules, state) !=
                                              table->game->knowledge->phase(table->rules, table->now.state));
            if (table->step_count == steps + 1 && flip_table_turn(table) && !shows) {
                must(flip_table_undo(table, seat, &problem));
                assert_memory_equal(table->now.state, state, size);
                must(flip_table_act(table, seat, move, &problem));
            }
        }
        flip_table_close(table);
    }
}

/* --- what is said, word for word ------------------------------------------------------------------------------------- */

static void says(const char *message) { assert_string_equal(problem.message, message); }

CASE(seats_are_numbered_unless_they_have_names_and_can_be_renamed)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = 3;
    def.names[1] = "Ann";
    struct flip_table *table = flip_table_open(&def, &problem);
    assert_string_equal(flip_table_name(table, 0), "Player 1");
    assert_string_equal(flip_table_name(table, 1), "Ann");
    assert_string_equal(flip_table_name(table, 2), "Player 3");
    flip_table_rename(table, 2, "Bo");
    assert_string_equal(flip_table_name(table, 1), "Ann");
    assert_string_equal(flip_table_name(table, 2), "Bo");
    flip_table_close(table);
}

CASE(what_is_refused_is_refused_with_a_sentence)
{
    static const char *const twice[] = {"10S", "8S", "QH", "10S"};
    struct flip_table *table = open_rigged(2, true, twice, 4);
    flip_move move = 0;
    assert_int_equal(flip_table_act(table, 2, move, &problem), -1);
    says("There is no seat 2 at this table: seats are 0 to 1.");
    assert_int_equal(flip_table_undo(table, 2, &problem), -1);
    says("There is no seat 2 at this table: seats are 0 to 1.");
    assert_int_equal(flip_table_undo(table, -1, &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_BAD_SEAT);
    assert_int_equal(flip_table_act(table, 1, move, &problem), -1);
    says("Player 2 has nothing to decide now.");
    assert_int_equal(flip_table_undo(table, 1, &problem), -1);
    says("There is no step to take back since the last card was revealed.");
    assert_int_equal(flip_table_find(table, 0, "choose QH", &move, &problem), -1);
    says("'choose QH' can mean 2 things: 'choose QH 10S 8S 10', 'choose QH 8S 10S 8'.");
    assert_int_equal(flip_table_find(table, 0, "write", &move, &problem), -1);
    says("'write' is not possible now. There are 24 moves: 'choose 10S 8S QH 8', 'choose 10S QH 8S 1', 'choose 10S QH "
         "8S 2', "
         "'choose 10S QH 8S 3', 'choose 10S QH 8S 4', 'choose 10S QH 8S 5', …");
    play(table, 0, "choose QH 8S 10S 8");
    assert_int_equal(flip_table_find(table, 0, "choose", &move, &problem), -1);
    says(
        "'choose' is not possible now. There are 27 moves: 'write b1', 'write c1', 'write d1', 'write e1', 'write a2', "
        "'write b2', …");
    assert_int_equal(flip_table_find(table, 0, "write", &move, &problem), -1);
    says("'write' can mean 27 things: 'write b1', 'write c1', 'write d1', 'write e1', 'write a2', 'write b2', 'write "
         "c2', "
         "'write d2', 'write e2', 'write f2', …");
    play(table, 0, "write b1");
    play(table, 0, "track 2");
    play(table, 1, "choose 10S 8S QH 8");
    play(table, 1, "write b1");
    flip_move moves[FLIP_MAX_MOVES];
    flip_table_moves(table, 1, moves, FLIP_MAX_MOVES);
    assert_int_equal(flip_table_act(table, 1, moves[0], &problem), -1);
    says("The event '10S' cannot happen now. Possible: AC, 2C, 3C, 4C, 5C, 6C, 7C, 8C, ….");
    flip_table_close(table);
}

CASE(a_choice_of_one_is_told_in_the_singular)
{
    const struct flip_table_def def = flip_table_defaults(flip_game_named("flipcity"));
    struct flip_table *table = flip_table_open(&def, &problem);
    flip_move move;
    must(table ? 0 : -1);
    assert_int_equal(flip_table_moves(table, 0, &move, 1), 1);
    assert_int_equal(flip_table_find(table, 0, "dance", &move, &problem), -1);
    says("'dance' is not possible now. The only move is 'play'.");
    flip_table_close(table);
}

/* --- what happens at a table --------------------------------------------------------------------------------------------- */

static int64_t wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

CASE(every_step_has_the_time_when_it_was_taken)
{
    const int64_t before = wall_clock();
    struct flip_table *table = open_rigged(1, false, nine_cards, 9);
    play(table, 0, "choose QH 8S 10S 8");
    const int64_t after = wall_clock();
    assert_int_equal(table->step_count, 4);
    for (int i = 0; i < table->step_count; i++)
        assert_true(before <= table->steps[i].time && table->steps[i].time <= after);
    flip_table_close(table);
}

/* The first card of the next round can be turned, the second cannot. */
CASE(an_act_that_fails_half_way_leaves_all_of_the_table_as_it_was)
{
    static const char *const half_way[] = {"10S", "8S", "QH", "2C", "2C"};
    struct flip_table *table = open_rigged(2, false, half_way, 5);
    for (int seat = 0; seat < 2; seat++) {
        play(table, seat, "choose QH 8S 10S 8");
        play(table, seat, "write b1");
    }
    play(table, 0, "track 2");
    const size_t size = table->game->state_size;
    const void *parts[] = {table->now.state, table->now.before, table->undo.from.state, table->undo.from.before};
    unsigned char kept[4][4096];
    assert_true(size <= sizeof kept[0]);
    for (int i = 0; i < 4; i++)
        memcpy(kept[i], parts[i], size);
    const struct flip_position now = table->now;
    const struct table_undo was = table->undo;
    assert_int_equal(try_play(table, 1, "track 2"), -1);
    for (int i = 0; i < 4; i++)
        assert_memory_equal(kept[i], parts[i], size);
    assert_int_equal(table->now.phase, now.phase);
    assert_int_equal(table->undo.from.phase, was.from.phase);
    assert_int_equal(table->undo.step, was.step);
    assert_int_equal(table->undo.apart, was.apart);
    assert_true(table->undo.unseen == was.unseen);
    assert_int_equal(table->step_count, 8);
    assert_int_equal(table->dealer.rig_next, 3);
    must(flip_table_rig(table, NULL, 0, &problem));
    play(table, 1, "track 2");
    assert_true(table->step_count > 9);
    flip_table_close(table);
}

CASE(an_edition_of_another_game_opens_no_table)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_edition *other = flip_edition_classic(flip_game_named("flipcity"), &problem);
    must(other ? 0 : -1);
    def.edition = other;
    assert_null(flip_table_open(&def, &problem));
    assert_int_equal(problem.code, FLIP_ERROR_BAD_EDITION);
    says("This edition belongs to Flip City, not to Royal Flip.");
    flip_edition_free(other);
}

/* --- what tables share ----------------------------------------------------------------------------------------------------- */

static struct flip_table *table_for(int seats)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = seats;
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    return table;
}

CASE(tables_that_are_played_alike_share_rules_and_edition)
{
    struct flip_table *one = table_for(2), *other = table_for(2), *larger = table_for(3);
    assert_ptr_equal(one->rules, other->rules);
    assert_ptr_equal(one->edition, other->edition);
    assert_ptr_not_equal(one->rules, larger->rules);
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    def.seats = 2;
    must(flip_options_set(def.game, &def.options, "pvp", "true", &problem));
    struct flip_table *harder = flip_table_open(&def, &problem);
    must(harder ? 0 : -1);
    assert_ptr_not_equal(one->rules, harder->rules);
    flip_table_close(harder);
    flip_table_close(one); /* the other one plays on */
    flip_move moves[FLIP_MAX_MOVES];
    assert_true(flip_table_moves(other, 0, moves, FLIP_MAX_MOVES) > 0);
    flip_table_close(other);
    flip_table_close(larger);
}

static void *open_and_close(void *context)
{
    (void)context;
    struct flip_table_def def = flip_table_defaults(flip_game_named("royalflip"));
    struct flip_error own;
    long opened = 0;
    for (int i = 0; i < 200; i++) {
        def.seats = 1 + i % 3;
        struct flip_table *table = flip_table_open(&def, &own);
        flip_move moves[FLIP_MAX_MOVES];
        opened += table && flip_table_moves(table, 0, moves, FLIP_MAX_MOVES) > 0;
        flip_table_close(table);
    }
    return (void *)opened; // NOLINT(performance-no-int-to-ptr)
}

CASE(threads_open_and_close_tables_at_the_same_time)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, NULL), 0);
    for (int i = 0; i < 4; i++) {
        void *opened;
        pthread_join(threads[i], &opened);
        assert_int_equal((long)opened, 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rigged_deal_comes_in_the_order_given),
        cmocka_unit_test(an_impossible_rigged_event_fails_the_act_that_needs_it_and_changes_nothing),
        cmocka_unit_test(an_impossible_card_at_set_up_opens_no_table),
        cmocka_unit_test(equal_seeds_deal_equal_games_and_others_do_not),
        cmocka_unit_test(undo_takes_back_small_steps_until_a_card_is_revealed),
        cmocka_unit_test(undo_keeps_the_steps_of_other_seats),
        cmocka_unit_test(undo_is_refused_once_somebody_acted_on_the_step),
        cmocka_unit_test(nothing_is_taken_back_after_the_end),
        cmocka_unit_test(simultaneous_steps_are_hidden_until_the_phase_ends),
        cmocka_unit_test(an_open_table_shows_simultaneous_steps_at_once),
        cmocka_unit_test(seats_are_numbered_unless_they_have_names_and_can_be_renamed),
        cmocka_unit_test(what_is_refused_is_refused_with_a_sentence),
        cmocka_unit_test(a_choice_of_one_is_told_in_the_singular),
        cmocka_unit_test(every_step_has_the_time_when_it_was_taken),
        cmocka_unit_test(an_act_that_fails_half_way_leaves_all_of_the_table_as_it_was),
        cmocka_unit_test(an_edition_of_another_game_opens_no_table),
        cmocka_unit_test(tables_that_are_played_alike_share_rules_and_edition),
        cmocka_unit_test(threads_open_and_close_tables_at_the_same_time),
        cmocka_unit_test(moves_are_found_by_text_whatever_case_and_spaces),
        cmocka_unit_test(half_a_number_is_not_a_beginning),
        cmocka_unit_test(foreign_seats_and_moves_are_refused),
        cmocka_unit_test(seats_and_options_that_do_not_fit_open_no_table),
        cmocka_unit_test(undo_restores_the_state_bit_for_bit_in_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
