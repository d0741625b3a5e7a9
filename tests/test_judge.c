/* The judge: what it says of positions, and weights that are not for it. */
#include "bots/search.h"
#include "in_part.h"
#include "judge/parts.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A game with its rules, and quick players who play it. */
struct play {
    const struct flip_game *game;
    void *rules;
    struct flip_position at;
    struct flip_judge *judge;
    struct flip_random random;
};

static void open_play(struct play *play, const char *name, int seats)
{
    struct flip_options options;
    play->game = flip_game_named(name);
    play->rules = calloc(1, play->game->rules_size);
    flip_options_default(play->game, &options);
    must(play->game->rules->prepare(play->rules, play->game->files->editions[0].data, &options, seats, &problem));
    must(flip_position_open(&play->at, play->game, play->rules, seats, &problem));
    play->judge = flip_judge_open(play->game, play->rules, seats, &problem);
    assert_non_null(play->judge);
}

static void close_play(struct play *play)
{
    flip_judge_close(play->judge);
    flip_position_close(&play->at);
    free(play->rules);
}

/* A step of the game by players of a level, 0 being the quick player; false: it is over. */
static bool step_of(struct play *play, int level)
{
    static struct flip_thought thought;
    const flip_set turn = flip_position_turn(&play->at);
    if (turn == 0)
        return false;
    const int seat = flip_set_first(turn);
    if (turn == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances;
        play->game->rules->chances(play->rules, play->at.state, &chances);
        flip_position_step(&play->at, FLIP_DEALER, flip_chances_pick(&chances, &play->random));
    } else if (level > 0) {
        const struct flip_think_def how = {.level = level, .seed = flip_random_next(&play->random)};
        must(flip_think_position(&play->at, seat, &how, &thought, &problem));
        flip_position_step(&play->at, seat, thought.choice[0].move);
    } else {
        flip_position_step(&play->at, seat,
                           flip_quick_move(play->game, play->rules, play->at.state, seat, &play->random));
    }
    return true;
}

static bool step(struct play *play) { return step_of(play, 0); }

static const char *const judged[] = {"royalflip", "flipcity", "fliptown", "insertcoin"};
enum { JUDGED = sizeof judged / sizeof *judged };

CASE(shares_of_the_win_make_a_whole_and_a_finished_game_is_judged_as_it_ended)
{
    for (int i = 0; i < JUDGED; i++)
        for (int seats = 2; seats <= 4; seats++) {
            struct play play;
            struct flip_verdict verdict;
            struct flip_result result;
            open_play(&play, judged[i], seats);
            flip_random_seed(&play.random, 3);
            for (int k = 0; step(&play); k++) {
                if (k % 16)
                    continue;
                double whole = 0;
                flip_judge_states(play.judge, play.at.state, 1, &verdict);
                for (int seat = 0; seat < seats; seat++) {
                    assert_true(verdict.share[seat] >= 0 && fabs(verdict.points[seat]) < 1000);
                    whole += verdict.share[seat];
                }
                assert_true(fabs(whole - 1) < 1e-9);
            }
            play.game->rules->result(play.rules, play.at.state, &result);
            flip_judge_states(play.judge, play.at.state, 1, &verdict);
            for (int seat = 0; seat < seats; seat++) {
                assert_true(verdict.points[seat] == result.score[seat]);
                assert_true(flip_set_has(result.winners, seat) == (verdict.share[seat] > 0));
            }
            close_play(&play);
        }
}

CASE(states_side_by_side_are_judged_as_each_alone)
{
    enum { COUNT = 5 };
    struct play play;
    struct flip_verdict all[COUNT], alone;
    open_play(&play, "royalflip", 2);
    flip_random_seed(&play.random, 4);
    const size_t size = play.game->state_size;
    char *states = malloc(COUNT * size);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < 7; k++)
            step(&play);
        memcpy(states + (size_t)i * size, play.at.state, size);
    }
    memset(all, 0, sizeof all);
    flip_judge_states(play.judge, states, COUNT, all);
    for (int i = 0; i < COUNT; i++) {
        memset(&alone, 0, sizeof alone);
        flip_judge_states(play.judge, states + (size_t)i * size, 1, &alone);
        assert_memory_equal(&alone, &all[i], sizeof alone);
    }
    free(states);
    close_play(&play);
}

/* How far the judge and the estimate that it corrects are from what comes, before every draw of games that quick players and levels 1 to 3
   play alone. */
CASE(the_judge_is_nearer_to_what_comes_than_the_estimate_that_it_corrects)
{
    enum { MOST = 64, LEVELS = 4 };
    static const char *const alone[] = {"royalflip", "fliptown", "insertcoin"};
    for (int i = 0; i < 3; i++) {
        struct play play;
        double of_judge = 0, of_guess = 0;
        open_play(&play, alone[i], 1);
        for (int game = 0; game < games_of(120); game++) {
            double said[MOST], guessed[MOST];
            int count = 0;
            struct flip_result result;
            flip_random_seed(&play.random, 1000 + (uint64_t)game);
            flip_position_start(&play.at);
            do {
                if (flip_position_turn(&play.at) != FLIP_BIT(FLIP_DEALER) || count == MOST)
                    continue;
                struct flip_verdict verdict;
                flip_judge_states(play.judge, play.at.state, 1, &verdict);
                said[count] = verdict.points[0];
                guessed[count++] = play.game->judge->guess(play.rules, play.at.state, 0);
            } while (step_of(&play, game % LEVELS));
            play.game->rules->result(play.rules, play.at.state, &result);
            for (int k = 0; k < count; k++) {
                of_judge += (said[k] - result.score[0]) * (said[k] - result.score[0]);
                of_guess += (guessed[k] - result.score[0]) * (guessed[k] - result.score[0]);
            }
        }
        assert_true(of_judge < of_guess);
        close_play(&play);
    }
}

/* With two seats, where equal shares are the plain guess. */
CASE(the_judge_of_flip_city_is_nearer_to_what_comes_than_equal_shares)
{
    enum { MOST = 400 };
    struct play play;
    double of_judge = 0, of_halves = 0;
    open_play(&play, "flipcity", 2);
    for (int game = 0; game < games_of(200); game++) {
        double said[MOST];
        int count = 0, steps = 0;
        struct flip_result result;
        flip_random_seed(&play.random, 2000 + (uint64_t)game);
        flip_position_start(&play.at);
        do {
            struct flip_verdict verdict;
            if (steps++ % 8 || count == MOST)
                continue;
            flip_judge_states(play.judge, play.at.state, 1, &verdict);
            said[count++] = verdict.share[0];
        } while (step(&play));
        play.game->rules->result(play.rules, play.at.state, &result);
        const double came = !result.winners ? 0.5 : flip_set_has(result.winners, 0);
        for (int k = 0; k < count; k++) {
            of_judge += (said[k] - came) * (said[k] - came);
            of_halves += 0.25;
        }
    }
    assert_true(of_judge < 0.85 * of_halves);
    close_play(&play);
}

CASE(traits_lie_below_their_number_and_no_more_are_listed_than_there_is_room_for)
{
    for (int i = 0; i < JUDGED; i++)
        for (int seats = 1; seats <= 4; seats++) {
            struct play play;
            open_play(&play, judged[i], seats);
            const struct flip_game_judge *judge = play.game->judge;
            flip_random_seed(&play.random, 6);
            while (judge->list && step(&play))
                for (int seat = 0; seat < seats; seat++) {
                    uint16_t traits[FLIP_MOST_TRAITS];
                    const int count = judge->list(play.rules, play.at.state, seat, traits);
                    assert_in_range(count, 1, FLIP_MOST_TRAITS);
                    for (int k = 0; k < count; k++)
                        assert_true(traits[k] < judge->traits);
                }
            close_play(&play);
        }
}

CASE(weights_from_before_a_game_named_its_traits_are_refused)
{
    struct play play;
    open_play(&play, "flipcity", 2);
    const size_t size = *play.game->judge->size;
    char *file = malloc(size);
    memcpy(file, play.game->judge->weights, size);
    char *line = memmem(file, size, "\ntraits ", 8);
    assert_non_null(line);
    line[8] = line[8] == '1' ? '2' : '1';
    assert_null(flip_judge_open_with(play.game, play.rules, 2, (const unsigned char *)file, size, &problem));
    assert_string_equal(problem.message, "These weights are not those of a judge of Flip City.");
    free(file);
    close_play(&play);
}

CASE(weights_that_are_cut_changed_or_of_another_game_are_refused)
{
    struct play play;
    open_play(&play, "royalflip", 2);
    const struct flip_game *other = flip_game_named("flipcity");
    const size_t size = *play.game->judge->size;
    unsigned char *file = malloc(size);
    memcpy(file, play.game->judge->weights, size);
    struct flip_judge *fits = flip_judge_open_with(play.game, play.rules, 2, file, size, &problem);
    assert_non_null(fits);
    flip_judge_close(fits);
    assert_null(flip_judge_open_with(play.game, play.rules, 2, file, size - 1, &problem));
    assert_null(flip_judge_open_with(play.game, play.rules, 2, file, 40, &problem));
    assert_null(flip_judge_open_with(play.game, play.rules, 2, other->judge->weights, *other->judge->size, &problem));
    assert_string_equal(problem.message, "These weights are not those of a judge of Royal Flip.");
    unsigned char *field = memmem(file, size, "own: red", 8);
    assert_non_null(field);
    field[5] = 'b'; /* it has learnt something else under that name */
    assert_null(flip_judge_open_with(play.game, play.rules, 2, file, size, &problem));
    assert_non_null(strstr(problem.message, "has not learnt what 'own: red' is"));
    free(file);
    close_play(&play);
}

/* "trust SEATS THOUSANDTHS" in the head of the weights. */
CASE(half_the_trust_halves_the_logarithms_of_shares)
{
    static const char half[] = "flipside judge 1\ntrust 2 500\n", whole[] = "flipside judge 1\ntrust 2 1000\n";
    struct play play;
    double odds[2];
    open_play(&play, "royalflip", 2);
    flip_random_seed(&play.random, 5);
    for (int k = 0; k < 60; k++)
        step(&play);
    const size_t size = *play.game->judge->size, first = strlen("flipside judge 1\n");
    char *file = malloc(size + sizeof whole);
    /* The last line of a kind counts, so what the file itself says of two seats is put out of the way. */
    for (int i = 0; i < 2; i++) {
        const char *head = i ? half : whole;
        memcpy(file, head, strlen(head));
        memcpy(file + strlen(head), play.game->judge->weights + first, size - first);
        const size_t length = size - first + strlen(head);
        char *own = memmem(file + strlen(head), length - strlen(head), "\ntrust 2", 8);
        if (own)
            own[1] = 'T';
        struct flip_verdict verdict;
        struct flip_judge *judge =
            flip_judge_open_with(play.game, play.rules, 2, (const unsigned char *)file, length, &problem);
        assert_non_null(judge);
        flip_judge_states(judge, play.at.state, 1, &verdict);
        odds[i] = log(verdict.share[0] / verdict.share[1]);
        flip_judge_close(judge);
    }
    assert_true(fabs(odds[0]) > 0.01 && fabs(odds[0] - 2 * odds[1]) < 1e-9);
    free(file);
    close_play(&play);
}

CASE(a_game_without_weights_has_no_judge_and_thinks_all_the_same)
{
    struct flip_table_def def = flip_table_defaults(flip_game_named("flickemup"));
    struct flip_table *table = flip_table_open(&def, &problem);
    static struct flip_thought thought;
    const struct flip_position at = flip_table_position(table);
    assert_null(flip_judge_open(at.game, at.rules, at.seats, &problem));
    const struct flip_think_def how = {.level = 1, .iterations = 4, .seed = 1, .judged = true};
    must(flip_think(table, flip_set_first(flip_table_turn(table)), &how, &thought, &problem));
    assert_true(thought.count > 0);
    flip_table_close(table);
}

CASE(a_search_with_the_judge_repeats_and_says_something_else_than_one_without)
{
    static struct flip_thought with, again, without;
    struct flip_think_def how = {.level = 5, .iterations = 60, .seed = 5, .judged = true};
    for (int i = 0; i < JUDGED; i++) {
        static const unsigned char seed[FLIP_SEED_BYTES] = {9};
        struct flip_table_def def = flip_table_defaults(flip_game_named(judged[i]));
        def.seats = 2;
        def.seed = seed;
        struct flip_table *table = flip_table_open(&def, &problem);
        flip_move moves[FLIP_MAX_MOVES];
        int seat = 0;
        for (flip_set turn; (turn = flip_table_turn(table)) != 0;) {
            seat = flip_set_first(turn);
            if (flip_table_moves(table, seat, moves, FLIP_MAX_MOVES) > 1)
                break;
            must(flip_table_act(table, seat, moves[0], &problem));
        }
        how.judged = true;
        must(flip_think(table, seat, &how, &with, &problem));
        must(flip_think(table, seat, &how, &again, &problem));
        how.judged = false;
        must(flip_think(table, seat, &how, &without, &problem));
        assert_int_equal(with.count, again.count);
        bool same = true;
        for (int k = 0; k < with.count; k++) {
            assert_true(with.choice[k].move == again.choice[k].move && with.choice[k].value == again.choice[k].value);
            same = same && with.choice[k].value == without.choice[k].value;
        }
        assert_false(same);
        flip_table_close(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_the_win_make_a_whole_and_a_finished_game_is_judged_as_it_ended),
        cmocka_unit_test(states_side_by_side_are_judged_as_each_alone),
        cmocka_unit_test(the_judge_is_nearer_to_what_comes_than_the_estimate_that_it_corrects),
        cmocka_unit_test(the_judge_of_flip_city_is_nearer_to_what_comes_than_equal_shares),
        cmocka_unit_test(traits_lie_below_their_number_and_no_more_are_listed_than_there_is_room_for),
        cmocka_unit_test(weights_from_before_a_game_named_its_traits_are_refused),
        cmocka_unit_test(weights_that_are_cut_changed_or_of_another_game_are_refused),
        cmocka_unit_test(half_the_trust_halves_the_logarithms_of_shares),
        cmocka_unit_test(a_game_without_weights_has_no_judge_and_thinks_all_the_same),
        cmocka_unit_test(a_search_with_the_judge_repeats_and_says_something_else_than_one_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
