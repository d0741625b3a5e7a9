/*
 * Who knows what, in every game: views, drawings, words and numbers tell a seat what it may know and nothing else, and what the bots
 * are given is as good as the real thing to the seat they play for.
 *
 *     test_knowledge [GAME]
 */
#include "random_games.h"
#include "table/table.h"

#include <jansson.h>
#include <math.h>

enum { WIDTH = 100, HEIGHT = 40, NUMBERS = 4096, MASK = FLIP_MOST_ACTIONS / 64 };

/* All that a viewer can see of a state. */
struct sight {
    char view[FLIP_VIEW_SIZE];
    struct flip_glyph cells[2][WIDTH * HEIGHT]; /* the viewer's own sheet, and another */
    struct flip_canvas canvas[2];
    char words[2][TABLE_WORDS];
    float number[NUMBERS];
    int numbers;
    flip_set mask[MASK]; /* of the actions */
    flip_move moves[FLIP_MAX_MOVES];
    int count;
};

static void draw(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                 struct flip_canvas *canvas)
{
    flip_canvas_clear(canvas);
    table->game->words->draw(table->rules, state, before, viewer, seat, canvas);
    assert_true(canvas->spot_count < FLIP_MAX_SPOTS);
    for (int i = 0; i < canvas->spot_count; i++)
        assert_true(canvas->spots[i].width > 0 && canvas->spots[i].height > 0);
}

static void look_at(const struct flip_table *table, const void *state, const void *before, int viewer,
                    struct sight *out)
{
    const struct flip_game *game = table->game;
    memset(out, 0, sizeof *out);
    struct flip_json json = flip_json_in(out->view, sizeof out->view);
    flip_json_open(&json, NULL, '{');
    game->knowledge->view(table->rules, state, before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    const int own = viewer < table->seats ? viewer : 0;
    for (int i = 0; i < 2; i++) {
        out->canvas[i] = (struct flip_canvas){.width = WIDTH, .height = HEIGHT, .cells = out->cells[i]};
        draw(table, state, before, viewer, (own + i) % table->seats, &out->canvas[i]);
        struct flip_text words = flip_text_in(out->words[i], sizeof out->words[i]);
        if (game->words->read)
            game->words->read(table->rules, state, before, viewer, (own + i) % table->seats, NULL, &words);
        assert_true(flip_text_fits(&words));
    }
    if (viewer >= table->seats)
        return;
    if (game->learn) {
        out->numbers = (int)(game->learn->observe(table->rules, state, before, viewer, out->number) - out->number);
        assert_in_range(out->numbers, 1, NUMBERS);
        game->learn->mask(table->rules, state, viewer, out->mask);
    }
    out->count = game->rules->moves(table->rules, state, viewer, out->moves, FLIP_MAX_MOVES);
}

static void same_drawing(const struct flip_canvas *a, const struct flip_canvas *b)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        if (a->cells[i].code != b->cells[i].code || a->cells[i].style != b->cells[i].style)
            fail_msg("the drawings differ in column %d of line %d", i % WIDTH, i / WIDTH);
    assert_int_equal(a->spot_count, b->spot_count);
    assert_memory_equal(a->spots, b->spots, sizeof *a->spots * (size_t)a->spot_count);
}

static void same_sight(const struct sight *a, const struct sight *b)
{
    if (strcmp(a->view, b->view) != 0) {
        size_t i = 0;
        while (a->view[i] == b->view[i])
            i++;
        i = i > 60 ? i - 60 : 0;
        fail_msg("a viewer sees what it cannot know:\n…%.160s\n…%.160s", a->view + i, b->view + i);
    }
    for (int i = 0; i < 2; i++) {
        same_drawing(&a->canvas[i], &b->canvas[i]);
        assert_string_equal(a->words[i], b->words[i]);
    }
    assert_int_equal(a->numbers, b->numbers);
    assert_memory_equal(a->number, b->number, sizeof *a->number * (size_t)a->numbers);
    assert_memory_equal(a->mask, b->mask, sizeof a->mask);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->moves, b->moves, sizeof *a->moves * (size_t)a->count);
}

/* --- views and drawings -------------------------------------------------------------------------------------------------- */

static void everybody_can_look(struct flip_table *table, int seat, struct flip_random *random)
{
    static const int sizes[][2] = {{1, 1}, {8, 3}, {30, 6}, {80, 14}, {80, 24}, {140, 50}};
    static struct flip_glyph cells[140 * 50];
    const int viewers[] = {seat, below(random, table->seats), FLIP_PUBLIC, FLIP_ALL};
    for (size_t i = 0; i < sizeof viewers / sizeof *viewers; i++) {
        json_error_t where;
        json_t *view = json_loads(view_of(table, viewers[i]), JSON_REJECT_DUPLICATES, &where);
        if (!view)
            fail_msg("the view is not JSON: %s", where.text);
        assert_string_equal(json_string_value(json_object_get(view, "game")), table->game->id);
        assert_int_equal(json_array_size(json_object_get(view, "to_act")), flip_set_count(flip_table_turn(table)));
        json_decref(view);
    }
    const int size = below(random, (int)(sizeof sizes / sizeof *sizes));
    struct flip_canvas canvas = {.width = sizes[size][0], .height = sizes[size][1], .cells = cells};
    draw(table, table->now.state, table->now.before, viewers[below(random, 3)], below(random, table->seats), &canvas);
}

/* Also in between, when the dealer is about to act, and at the end. */
static void every_state_can_be_looked_at(struct flip_table *table, struct flip_random *random)
{
    static struct sight sight;
    struct flip_walk walk;
    must(flip_walk_open(&walk, table, &problem));
    const void *state = walk.at.state;
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk))
        if (step->seat == FLIP_DEALER && below(random, 24) == 0)
            look_at(table, state, state, below(random, 2) ? FLIP_PUBLIC : below(random, table->seats), &sight);
    flip_walk_close(&walk);
    everybody_can_look(table, 0, random);
}

CASE(views_are_json_that_fits_and_drawings_keep_to_any_canvas)
{
    holds(3, (struct property){.look = everybody_can_look, .end = every_state_can_be_looked_at, .one_in = 24});
}

/* --- what is hidden ------------------------------------------------------------------------------------------------------ */

/* Plays a state to its end without a table. Flicks need a world: such games are left where they are. */
static void plays_on(const struct flip_table *table, void *state, struct flip_random *random)
{
    const struct flip_game_rules *rules = table->game->rules;
    int steps = 0;
    for (flip_set turn; !table->game->flicks && (turn = rules->turn(table->rules, state)); steps++) {
        assert_in_range(steps, 0, 100000);
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            struct flip_chances chances = {0};
            rules->chances(table->rules, state, &chances);
            rules->apply(table->rules, state, FLIP_DEALER, flip_chances_pick(&chances, random));
            continue;
        }
        flip_move moves[FLIP_MAX_MOVES];
        const int seat = flip_set_nth(turn, below(random, flip_set_count(turn)));
        const int count = rules->moves(table->rules, state, seat, moves, FLIP_MAX_MOVES);
        assert_in_range(count, 1, FLIP_MAX_MOVES);
        rules->apply(table->rules, state, seat, moves[below(random, count)]);
    }
}

static struct sight real, other;

static void a_redeal_keeps_what_is_known(struct flip_table *table, int seat, struct flip_random *random)
{
    const int me = below(random, 2) ? seat : below(random, table->seats);
    void *anew = malloc(table->game->state_size);
    assert_non_null(anew);
    flip_table_redeal(table, me, random, anew);
    look_at(table, table->now.state, table->now.before, me, &real);
    look_at(table, anew, anew, me, &other); /* in the other world nobody has done anything in secret */
    same_sight(&real, &other);
    if (below(random, 10) == 0)
        plays_on(table, anew, random);
    free(anew);
}

CASE(a_seat_cannot_tell_a_redealt_state_from_the_real_one_and_it_plays_to_its_end)
{
    holds(3, (struct property){.look = a_redeal_keeps_what_is_known, .one_in = 10});
}

/* What leaves the server for a client that thinks itself (src/server/rooms/knowledge.c) is such a state: with the same numbers it is the
   same, bit for bit, whatever is really hidden. */
static void a_redeal_tells_nothing_hidden(struct flip_table *table, int seat, struct flip_random *random)
{
    const size_t size = table->game->state_size;
    const int me = below(random, 2) ? seat : below(random, table->seats);
    char *world = malloc(3 * size), *once = world + size, *again = once + size;
    assert_non_null(world);
    struct flip_random one, two;
    flip_table_redeal(table, me, random, world); /* as well possible as the real one */
    flip_random_seed(&one, 7);
    flip_random_seed(&two, 7);
    flip_table_redeal(table, me, &one, once);
    memcpy(again, world, size);
    table->game->knowledge->redeal(table->rules, again, world, me, &two);
    for (size_t i = 0; i < size; i++)
        if (once[i] != again[i])
            fail_msg("%s: byte %zu of a redealt state depends on what seat %d cannot know", table->game->id, i, me);
    free(world);
}

CASE(a_redealt_state_does_not_depend_on_what_is_hidden)
{
    holds(3, (struct property){.look = a_redeal_tells_nothing_hidden, .one_in = 6});
}

/* Lets all but `me` act in `state` while the phase lasts; returns how many steps were taken, -1: the phase ended. `dealt`
   says whether the dealer had to act for them. */
static int others_act(const struct flip_table *table, void *state, int me, bool *dealt, struct flip_random *random)
{
    const struct flip_game *game = table->game;
    const uint32_t phase = game->knowledge->phase(table->rules, state);
    int steps = 0;
    *dealt = false;
    while (steps < 8) {
        const flip_set turn = game->rules->turn(table->rules, state);
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            struct flip_chances chances = {0};
            game->rules->chances(table->rules, state, &chances);
            if (chances.kind == FLIP_CHANCE_OUTSIDE)
                return -1;
            game->rules->apply(table->rules, state, FLIP_DEALER, flip_chances_pick(&chances, random));
            *dealt = true;
        } else {
            const flip_set others = turn & ~FLIP_BIT(me);
            if (!others)
                return steps;
            flip_move moves[FLIP_MAX_MOVES];
            const int seat = flip_set_nth(others, below(random, flip_set_count(others)));
            const int count = game->rules->moves(table->rules, state, seat, moves, FLIP_MAX_MOVES);
            game->rules->apply(table->rules, state, seat, moves[below(random, count)]);
            steps++;
        }
        if (game->knowledge->phase(table->rules, state) != phase)
            return -1;
    }
    return game->rules->turn(table->rules, state) == FLIP_BIT(FLIP_DEALER) ? -1 : steps;
}

static int shared, unseen_steps, reordered; /* decisions of several seats at once, and what was tried there */

static void others_steps_are_unseen(struct flip_table *table, int seat, struct flip_random *random)
{
    (void)seat;
    const size_t size = table->game->state_size;
    const int me = below(random, table->seats);
    if (table->game->flicks) /* one seat after the other, in the sight of all */
        return;
    shared += flip_set_count(flip_table_turn(table)) > 1;
    char *world = malloc(2 * size), *redealt = world + size;
    assert_non_null(world);
    memcpy(world, table->now.state, size);
    bool dealt;
    const int steps = others_act(table, world, me, &dealt, random);
    if (steps > 0) {
        unseen_steps += steps;
        look_at(table, table->now.state, table->now.before, me, &real);
        look_at(table, world, table->now.before, me, &other);
        same_sight(&real, &other);
        look_at(table, table->now.state, table->now.before, FLIP_PUBLIC, &real);
        look_at(table, world, table->now.before, FLIP_PUBLIC, &other);
        same_sight(&real, &other);
        struct flip_random one, two;
        flip_random_seed(&one, 99);
        flip_random_seed(&two, 99);
        flip_table_redeal(table, me, &one, redealt);
        table->game->knowledge->redeal(table->rules, world, table->now.before, me, &two);
        if (!dealt)
            assert_memory_equal(redealt, world, size);
    }
    free(world);
}

/* --- the order of arrival ------------------------------------------------------------------------------------------------ */

/* Takes the steps of a phase once more, seat by seat, the last one first. False: the dealer acted in between, or a seat had to
   wait for another. */
static bool regroup(const struct flip_table *table, void *state, const struct flip_step *steps, int count)
{
    const struct flip_game_rules *rules = table->game->rules;
    for (int seat = table->seats - 1; seat >= 0; seat--)
        for (int i = 0; i < count; i++) {
            if (steps[i].seat == FLIP_DEALER)
                return false;
            if (steps[i].seat != seat)
                continue;
            if (!flip_set_has(rules->turn(table->rules, state), seat))
                return false;
            rules->apply(table->rules, state, seat, steps[i].move);
        }
    return true;
}

static void phases_can_be_regrouped(struct flip_table *table, struct flip_random *random)
{
    (void)random;
    const size_t size = table->game->state_size;
    if (table->seats < 2 || table->game->flicks)
        return;
    struct flip_walk walk;
    void *again = malloc(size);
    assert_non_null(again);
    must(flip_walk_open(&walk, table, &problem));
    while (flip_walk_next(&walk)) {
        const int first = walk.step;
        const bool together = flip_set_count(flip_position_turn(&walk.at)) > 1;
        memcpy(again, walk.at.state, size);
        for (bool ended = false; !ended && flip_walk_next(&walk);)
            ended = flip_walk_on(&walk);
        if (together && regroup(table, again, table->steps + first, walk.step - first)) {
            assert_memory_equal(again, walk.at.state, size);
            reordered++;
        }
    }
    flip_walk_close(&walk);
    free(again);
}

CASE(what_others_do_at_the_same_time_shows_nowhere_and_the_order_does_not_matter)
{
    const struct flip_game *const named = only_game;
    for (int i = 0; flip_game_at(i); i++) {
        if (named && named != flip_game_at(i))
            continue;
        only_game = flip_game_at(i);
        shared = unseen_steps = reordered = 0;
        holds(3, (struct property){.look = others_steps_are_unseen, .end = phases_can_be_regrouped, .one_in = 4});
        assert_true(shared ? unseen_steps >= 100 && reordered >= 5 : unseen_steps + reordered == 0);
    }
    only_game = named;
}

/* --- what bots are given ------------------------------------------------------------------------------------------------- */

/* As the table asks: of a game that does not say it, the list of moves does. */
static bool is_legal(const struct flip_table *table, const void *state, int seat, flip_move move)
{
    const struct flip_game_rules *rules = table->game->rules;
    if (rules->legal)
        return rules->legal(table->rules, state, seat, move, &problem);
    static flip_move moves[FLIP_MAX_MOVES];
    const int count = rules->moves(table->rules, state, seat, moves, FLIP_MAX_MOVES);
    int i = 0;
    while (i < count && moves[i] != move)
        i++;
    return i < count;
}

static void the_bot_answers(struct flip_table *table, int seat, struct flip_random *random)
{
    const struct flip_game *game = table->game;
    const struct flip_game_bot *bot = flip_bot_of(game);
    void *known = malloc(game->state_size);
    assert_non_null(known);
    flip_table_redeal(table, seat, random, known);
    if (bot->quick)
        assert_true(is_legal(table, known, seat, bot->quick(table->rules, known, seat, random)));
    for (int other_seat = 0; bot->estimate && other_seat < table->seats; other_seat++)
        assert_true(isfinite(bot->estimate(table->rules, known, other_seat)));
    if (bot->rival && table->seats == 1)
        assert_true(fabs(bot->rival(table->rules, known)) < HUGE_VAL || isnan(bot->rival(table->rules, known)));
    for (int level = 1; bot->expert && level <= FLIP_LEVELS; level++) {
        struct flip_random one = *random, two = *random;
        const flip_move move = bot->expert(table->rules, known, seat, level, &one);
        assert_true(is_legal(table, known, seat, move));
        assert_true(move == bot->expert(table->rules, known, seat, level, &two));
    }
    free(known);
}

CASE(quick_moves_and_experts_moves_are_legal_and_estimates_are_numbers)
{
    holds(3, (struct property){.look = the_bot_answers, .one_in = 50});
}

int main(int count, char **arguments)
{
    choose_game(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_are_json_that_fits_and_drawings_keep_to_any_canvas),
        cmocka_unit_test(a_seat_cannot_tell_a_redealt_state_from_the_real_one_and_it_plays_to_its_end),
        cmocka_unit_test(a_redealt_state_does_not_depend_on_what_is_hidden),
        cmocka_unit_test(what_others_do_at_the_same_time_shows_nowhere_and_the_order_does_not_matter),
        cmocka_unit_test(quick_moves_and_experts_moves_are_legal_and_estimates_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
