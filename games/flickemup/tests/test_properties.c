/* Flick 'em Up!: what its random games keep beside what all games do (tests/test_properties.c), in a world of chance. */
#include "games/flickemup/tests/fixture.h"
#include "random_games.h"
#include "table/table.h"

/* --- what is counted ------------------------------------------------------------------------------------------------------- */

/* Tokens of a kind, wherever they are. Water counts under one kind. */
static int tokens_of(const struct flickemup_state *state, int token)
{
    int count = state->pool[token] + (token == FLICKEMUP_DYNAMITE ? state->used : 0) + (state->turned_up == token);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        count += state->up[building][token];
    for (int i = 0; i < state->grounded; i++)
        count += state->ground[i].token == token;
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++)
        if (state->figure[figure].where != FLICKEMUP_GONE)
            count += (state->figure[figure].hand[0] == token) + (state->figure[figure].hand[1] == token);
    for (int exit = 0; exit < FLICKEMUP_EXITS; exit++)
        for (int team = 0; team < FLICKEMUP_TEAMS; team++)
            count += state->out[exit][team][token];
    return count;
}

static void check_counts(const struct flickemup_state *start)
{
    const struct flickemup_state *state = at();
    for (int token = FLICKEMUP_GOLD; token < FLICKEMUP_TOKENS; token++)
        if (token != FLICKEMUP_CLEAN && token != FLICKEMUP_POISONED)
            assert_int_equal(tokens_of(state, token), tokens_of(start, token));
    assert_int_equal(tokens_of(state, FLICKEMUP_CLEAN) + tokens_of(state, FLICKEMUP_POISONED),
                     tokens_of(start, FLICKEMUP_CLEAN) + tokens_of(start, FLICKEMUP_POISONED));
    assert_true(state->here == start->here);
    for (int figure = 0; figure < FLICKEMUP_FIGURES; figure++) {
        const struct flickemup_figure *now = &state->figure[figure];
        assert_true(now->hit_points <= start->figure[figure].hit_points);
        assert_int_equal(now->where == FLICKEMUP_DEAD, now->hit_points == 0 && now->where != FLICKEMUP_AWAY);
        assert_int_equal(now->where == FLICKEMUP_AWAY, start->figure[figure].where == FLICKEMUP_AWAY);
        if (now->hand[0] == FLICKEMUP_HOSTAGE || now->hand[1] == FLICKEMUP_HOSTAGE)
            assert_int_equal(now->hand[1], FLICKEMUP_NOTHING);
    }
    for (int piece = 0; piece < FLICKEMUP_PIECES; piece++)
        if (flickemup_has_body(state, piece)) {
            const struct flip_pose *pose = &state->pose[piece];
            assert_true(pose->x >= 0 && pose->y >= 0 && pose->x <= book()->edition.width &&
                        pose->y <= book()->edition.height);
        }
    if (flip_table_turn(fixture))
        assert_true(flickemup_lives(&state->figure[state->initiative]));
}

static void look_at_counts(struct flip_table *table, int seat, struct flip_random *random)
{
    (void)seat;
    (void)random;
    struct flickemup_state start;
    memset(&start, 0, sizeof start);
    fixture = table;
    assert_int_equal(flip_set_count(flip_table_turn(table)), 1);
    flickemup_start(table->rules, &start);
    check_counts(&start);
    assert_true(at()->hour >= start.hour && at()->hour <= 12);
}

static void look_at_the_end(struct flip_table *table, struct flip_random *random)
{
    struct flip_result result;
    fixture = table;
    flip_table_result(table, &result);
    assert_true(result.winners != 0);
    (void)random;
}

CASE(in_random_games_nothing_is_lost_and_somebody_wins)
{
    only_game = &flip_flickemup;
    holds(9, (struct property){.look = look_at_counts, .end = look_at_the_end});
}

CASE(everybody_sees_the_same_and_nothing_of_what_lies_face_down)
{
    sit("4", 4);
    char *public = strdup(view_of(fixture, FLIP_PUBLIC));
    for (int seat = 0; seat < 4; seat++)
        assert_string_equal(view_of(fixture, seat), public);
    free(public);
    /* The states of two futures are the same state until a token is turned up. */
    const struct flickemup_state before = *at();
    struct flickemup_state dealt;
    struct flip_random random;
    flip_random_seed(&random, 1);
    flip_table_redeal(fixture, 0, &random, &dealt);
    assert_memory_equal(&before, &dealt, sizeof before);
    stand_up();
}

/* A face that draws the town knows from the view alone how large things are and how far they go. */
CASE(the_view_carries_the_measures_of_rules_and_physics)
{
    static const char *const measures[] = {
        "\"cowboy\":[18,18,40]",   "\"witness\":[18,18,40]",
        "\"building\":[20,44,30]", "\"gallows\":[40,40,60]",
        "\"barrel\":[20,20,26]",   "\"cactus\":[14,14,34]",
        "\"fence\":[60,8,18]",     "\"tumbleweed\":[14,14,14]",
        "\"block\":[20,20,30]",    "\"disc\":[24,24,8]",
        "\"bullet\":[18,18,8]",    "\"dynamite\":[20,20,8]",
        "\"beside\":36",           "\"blast\":60",
        "\"slowing\":2943",        "\"front\":{\"wide\":100,\"thick\":2,\"high\":60}",
    };
    const struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    fixture = flip_table_open(&def, &problem);
    assert_non_null(fixture);
    const char *view = strstr(view_of(fixture, FLIP_PUBLIC), "\"measures\":{\"sizes\":{");
    assert_non_null(view);
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (!strstr(view, measures[i]))
            fail_msg("The view does not say %s.", measures[i]);
    stand_up();
}

CASE(the_same_rigs_give_the_same_game_whatever_the_seed)
{
    struct flickemup_state first;
    for (int i = 0; i < 2; i++) {
        struct flip_table_def def = flip_table_defaults(&flip_flickemup);
        unsigned char seed[FLIP_SEED_BYTES] = {(unsigned char)i};
        def.seed = seed;
        def.world = (struct flip_world){0};
        fixture = flip_table_open(&def, &problem);
        act("play L1");
        flick("shoot left 0 1500", "{'touched':['O1'],'fell':['O1']}");
        if (i == 0)
            first = *at();
        else
            assert_memory_equal(&first, at(), sizeof first);
        stand_up();
    }
}

/* --- angles in integers ---------------------------------------------------------------------------------------------------- */

CASE(angles_and_directions_agree)
{
    for (int32_t angle = 0; angle < FLIP_TURN; angle += 7) {
        const int64_t c = flip_cos(angle), s = flip_sin(angle);
        const int64_t square = c * c + s * s, one = (int64_t)FLIP_ONE * FLIP_ONE;
        assert_true(llabs(square - one) < one / 1000000);
        assert_int_equal(flip_direction(c, s), angle);
        const struct flip_pose upright = flip_pose_upright(1, 2, 3, angle), lying = flip_pose_lying(1, 2, 3, angle);
        assert_false(flip_pose_down(&upright));
        assert_true(flip_pose_down(&lying));
        assert_true(abs(flip_pose_facing(&upright) - angle) <= 1);
        assert_true(abs(flip_pose_facing(&lying) - angle) <= 1 ||
                    abs(flip_pose_facing(&lying) - angle) == FLIP_TURN - 1);
    }
    assert_int_equal(flip_cos(6000), FLIP_ONE / 2);
    assert_int_equal(flip_sin(27000), -FLIP_ONE);
    assert_int_equal(flip_direction(0, 0), 0);
    assert_int_equal(flip_direction(-5, 0), 18000);
    assert_int_equal(flip_square_root(24), 4);
    assert_int_equal(flip_square_root(25), 5);
    assert_int_equal(flip_square_root(UINT64_MAX), UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_and_directions_agree),
        cmocka_unit_test(in_random_games_nothing_is_lost_and_somebody_wins),
        cmocka_unit_test(everybody_sees_the_same_and_nothing_of_what_lies_face_down),
        cmocka_unit_test(the_view_carries_the_measures_of_rules_and_physics),
        cmocka_unit_test(the_same_rigs_give_the_same_game_whatever_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
