/* Flick 'em Up!: what must hold in every game, tried in random games in a world whose outcomes are random too. */
#include "games/flickemup/tests/fixture.h"

/* --- a world of chance --------------------------------------------------------------------------------------------------- */

/* Any outcome that can be: some pieces are touched and pushed about, some figures fall, some leave the table. */
static int toss(void *context, const struct flip_scene *scene, struct flip_outcome *out, struct flip_error *error)
{
    struct flip_random *random = context;
    (void)error;
    memset(out, 0, sizeof *out);
    int there[FLIP_PIECES], count = 0;
    for (int i = 0; i < scene->count; i++)
        if (scene->body[i].shape != FLIP_BODY_NONE && i != scene->flicked)
            there[count++] = i;
    const int touched = (int)flip_random_below(random, 4);
    for (int i = 0; i < touched && count > 0; i++) {
        const int piece = there[flip_random_below(random, (uint32_t)count)];
        const bool building = scene->body[piece].shape == FLIP_BODY_BUILDING;
        const int part = building ? (int)flip_random_below(random, 4) : FLIP_PART_BODY;
        out->contact[out->contacts++] = (struct flip_contact){(uint8_t)piece, (uint8_t)part};
        if (part >= FLIP_PART_DOOR)
            continue;
        struct flip_pose pose = scene->body[piece].pose;
        pose.x += (int32_t)flip_random_below(random, 8001) - 4000;
        pose.y += (int32_t)flip_random_below(random, 8001) - 4000;
        if (scene->body[piece].figure && flip_random_below(random, 2)) {
            out->fell |= FLIP_BIT(piece);
            if (flip_random_below(random, 2))
                pose = flip_pose_lying(pose.x, pose.y, 900, (int32_t)flip_random_below(random, FLIP_TURN));
        }
        if (pose.x < 0 || pose.y < 0 || pose.x > scene->width || pose.y > scene->height)
            out->off |= FLIP_BIT(piece);
        out->moved |= FLIP_BIT(piece);
        out->pose[piece] = pose;
    }
    struct flip_pose rest = scene->body[scene->flicked].pose;
    const int64_t way = (int64_t)scene->speed * scene->speed / 60;
    rest.x += (int32_t)(way * flip_cos(scene->angle) / FLIP_ONE);
    rest.y += (int32_t)(way * flip_sin(scene->angle) / FLIP_ONE);
    if (rest.x < 0 || rest.y < 0 || rest.x > scene->width || rest.y > scene->height) {
        rest.x = rest.x < 0 ? 0 : rest.x > scene->width ? scene->width : rest.x;
        rest.y = rest.y < 0 ? 0 : rest.y > scene->height ? scene->height : rest.y;
        out->off |= FLIP_BIT(scene->flicked);
    }
    out->moved |= FLIP_BIT(scene->flicked);
    out->pose[scene->flicked] = rest;
    out->frozen = flip_random_below(random, 50) == 0;
    return 0;
}

static struct flip_random chance;

static void sit_in_chance(int scenario, int seats, uint64_t seed, const char *hand)
{
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    unsigned char bytes[FLIP_SEED_BYTES] = {(unsigned char)seed, (unsigned char)(seed >> 8), (unsigned char)scenario};
    def.seats = seats;
    def.seed = bytes;
    def.world = (struct flip_world){toss, &chance};
    flip_random_seed(&chance, seed + 77);
    snprintf(def.options.value[0], sizeof def.options.value[0], "%d", scenario);
    must(flip_options_set(&flip_flickemup, &def.options, "hand", hand, &problem));
    desk = flip_table_open(&def, &problem);
    if (!desk)
        fail_msg("%s", problem.message);
}

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
    if (flip_table_turn(desk))
        assert_true(flickemup_lives(&state->figure[state->initiative]));
}

/* Every text of the list is different, every template can be filled in, and what is filled in finds itself. */
static void check_moves(int seat, const flip_move *moves, int count)
{
    char texts[256][FLIP_MOVE_TEXT];
    assert_true(count > 0 && count < 256);
    for (int i = 0; i < count; i++) {
        struct flip_text out = flip_text_in(texts[i], sizeof texts[i]);
        flickemup_text(desk->rules, desk->now.state, seat, moves[i], &out);
        assert_true(flip_text_fits(&out));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(texts[i], texts[k]);
        const flip_move exact = flip_move_random(desk->game, desk->rules, desk->now.state, seat, moves[i], &chance);
        if (!flickemup_legal(desk->rules, desk->now.state, seat, exact, &problem))
            fail_msg("%s: %s", texts[i], problem.message);
        char name[FLIP_MOVE_TEXT];
        flip_move found;
        out = flip_text_in(name, sizeof name);
        flickemup_text(desk->rules, desk->now.state, seat, exact, &out);
        must(flip_table_find(desk, seat, name, &found, &problem));
        assert_true(found == exact);
        char phrase[300];
        out = flip_text_in(phrase, sizeof phrase);
        flickemup_tell(desk->rules, desk->now.state, seat, exact, &out);
        assert_true(out.length > 0 && flip_text_fits(&out));
    }
    flip_move few[1];
    assert_int_equal(flip_table_moves(desk, seat, few, 1), count);
}

static void check_undo(int seat, const struct flickemup_state *before)
{
    if (!flip_table_can_undo(desk, seat) || desk->steps[desk->step_count - 1].seat != seat)
        return;
    const struct flip_step step = desk->steps[desk->step_count - 1];
    const struct flickemup_state after = *at();
    must(flip_table_undo(desk, seat, &problem));
    assert_memory_equal(before, at(), sizeof *before);
    must(flip_table_act(desk, seat, step.move, &problem));
    assert_memory_equal(&after, at(), sizeof after);
}

static void play_one(uint64_t seed)
{
    const struct flickemup_state start = *at();
    struct flip_random random;
    flip_random_seed(&random, seed);
    int steps = 0;
    for (flip_set turn; (turn = flip_table_turn(desk)); steps++) {
        assert_true(steps < 20000);
        assert_int_equal(flip_set_count(turn), 1);
        const int seat = flip_set_first(turn);
        flip_move moves[FLIP_MAX_MOVES];
        const int count = flip_table_moves(desk, seat, moves, FLIP_MAX_MOVES);
        if (steps % 16 == 0)
            check_moves(seat, moves, count);
        const struct flickemup_state before = *at();
        const flip_move move = flip_move_random(desk->game, desk->rules, desk->now.state, seat,
                                                moves[flip_random_below(&random, (uint32_t)count)], &random);
        must(flip_table_act(desk, seat, move, &problem));
        check_counts(&start);
        check_undo(seat, &before);
    }
    struct flip_result result;
    flip_table_result(desk, &result);
    assert_true(result.over && result.winners);
    assert_true(at()->hour >= start.hour && at()->hour <= 12);
}

static void random_games_of_all_scenarios_end_and_nothing_is_lost(void **unused)
{
    (void)unused;
    for (int scenario = 1; scenario <= 10; scenario++)
        for (int game = 0; game < 30; game++) {
            sit_in_chance(scenario, 2 + (game + scenario) % 9, (uint64_t)(100 * scenario + game),
                          game % 3 ? "exact" : "beginner");
            play_one((uint64_t)game);
            stand_up();
        }
}

static void a_record_replays_to_the_same_state_without_a_world(void **unused)
{
    (void)unused;
    for (int scenario = 1; scenario <= 10; scenario++) {
        sit_in_chance(scenario, 2 + scenario % 5, (uint64_t)scenario, "fair");
        play_one((uint64_t)scenario);
        char *record = flip_record_save(desk, FLIP_RECORD_FULL, &problem);
        struct flip_table *again = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &problem);
        if (!again) {
            fail_msg("%s", problem.message);
            return;
        }
        assert_memory_equal(again->now.state, desk->now.state, sizeof(struct flickemup_state));
        char *second = flip_record_save(again, FLIP_RECORD_FULL, &problem);
        assert_string_equal(record, second);
        if (flip_record_verify(record, strlen(record), &problem) < 0)
            fail_msg("%s", problem.message);
        free(second);
        free(record);
        flip_table_close(again);
        stand_up();
    }
}

static void everybody_sees_the_same_and_nothing_of_what_lies_face_down(void **unused)
{
    (void)unused;
    sit_in_chance(4, 4, 5, "exact");
    char *public = strdup(view_of(desk, FLIP_PUBLIC));
    for (int seat = 0; seat < 4; seat++)
        assert_string_equal(view_of(desk, seat), public);
    free(public);
    /* The states of two futures are the same state until a token is turned up. */
    const struct flickemup_state before = *at();
    struct flickemup_state dealt;
    struct flip_random random;
    flip_random_seed(&random, 1);
    flip_table_redeal(desk, 0, &random, &dealt);
    assert_memory_equal(&before, &dealt, sizeof before);
    stand_up();
}

/* A face that draws the town knows from the view alone how large things are and how far they go. */
static void the_view_carries_the_measures_of_rules_and_physics(void **unused)
{
    (void)unused;
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
    sit_in_chance(2, 2, 1, "exact");
    const char *view = strstr(view_of(desk, FLIP_PUBLIC), "\"measures\":{\"sizes\":{");
    assert_non_null(view);
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (!strstr(view, measures[i]))
            fail_msg("The view does not say %s.", measures[i]);
    stand_up();
}

static void the_same_rigs_give_the_same_game_whatever_the_seed(void **unused)
{
    (void)unused;
    struct flickemup_state first;
    for (int i = 0; i < 2; i++) {
        struct flip_table_def def = flip_table_defaults(&flip_flickemup);
        unsigned char seed[FLIP_SEED_BYTES] = {(unsigned char)i};
        def.seed = seed;
        def.world = (struct flip_world){0};
        desk = flip_table_open(&def, &problem);
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

static void angles_and_directions_agree(void **unused)
{
    (void)unused;
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
        cmocka_unit_test(random_games_of_all_scenarios_end_and_nothing_is_lost),
        cmocka_unit_test(a_record_replays_to_the_same_state_without_a_world),
        cmocka_unit_test(everybody_sees_the_same_and_nothing_of_what_lies_face_down),
        cmocka_unit_test(the_view_carries_the_measures_of_rules_and_physics),
        cmocka_unit_test(the_same_rigs_give_the_same_game_whatever_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
