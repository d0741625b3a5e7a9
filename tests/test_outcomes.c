/*
 * Flicks at a table: aims by text, outcomes as people write them and as records keep them, a world that fails, and flicks that are
 * made again. Flick 'em Up! serves as the game; its own rules are tested elsewhere.
 */
#include "games/flickemup/tests/fixture.h"

#include "physics/physics.h"

#include <time.h>

static void says(const char *message) { assert_string_equal(problem.message, message); }

/* --- aims ---------------------------------------------------------------------------------------------------------------- */

static void aimed(const char *text, const char *plain)
{
    flip_move move;
    char found[FLIP_MOVE_TEXT];
    struct flip_text out = flip_text_in(found, sizeof found);
    must(flip_table_find(fixture, deciding(), text, &move, &problem));
    fixture->game->words->text(fixture->rules, fixture->now.state, deciding(), move, &out);
    assert_string_equal(found, plain);
}

static void not_aimed(const char *text, int code, const char *message)
{
    flip_move move;
    assert_int_equal(flip_table_find(fixture, deciding(), text, &move, &problem), -1);
    assert_int_equal(problem.code, code);
    says(message);
}

CASE(numbers_of_an_aim_are_written_as_people_write_them)
{
    sit("1", 2);
    act("play L1");
    aimed("move 20 700", "move 20 700");
    aimed("  MOVE  20.25   +700 ", "move 20.25 700");
    aimed("move 020.5 700.0", "move 20.5 700");
    aimed("move -20 700", "move 340 700"); /* angles go round */
    aimed("shoot left .5 2600.", "shoot left 0.5 2600");
    static const char *const open = "'move' is followed by 2 numbers: angle (0 to 359.99), speed (100 to 4000).";
    not_aimed("move", FLIP_ERROR_OPEN, open);
    not_aimed("move 20", FLIP_ERROR_OPEN, open);
    not_aimed("move 20 700 1", FLIP_ERROR_OPEN, open);
    static const char *const none[] = {"move 20 seven", "move 1e2 700",        "move - 700",  "move . 700",
                                       "move 20 70O",   "move 1234567890 700", "mover 20 700"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        flip_move move;
        assert_int_equal(flip_table_find(fixture, 0, none[i], &move, &problem), -1);
        if (problem.code != FLIP_ERROR_ILLEGAL)
            fail_msg("'%s': %s", none[i], problem.message);
    }
    flip_move move;
    assert_int_equal(flip_table_find(fixture, 0, "move 20 4001", &move, &problem), -1);
    assert_non_null(strstr(problem.message, "100 to 4000"));
    flick("move 90 400", "{'final':{'disc':[60,170,0]}}");
    aimed("face 359.99", "face 359.99");
    not_aimed("face", FLIP_ERROR_OPEN, "'face' is followed by 1 number: angle (0 to 359.99).");
    stand_up();
}

CASE(a_move_that_is_aimed_tells_its_ranges_and_cannot_be_taken_without_numbers)
{
    sit("1", 2);
    act("play L1");
    flip_move moves[FLIP_MAX_MOVES];
    flip_table_moves(fixture, 0, moves, FLIP_MAX_MOVES);
    char buffer[1000];
    struct flip_json out = flip_json_in(buffer, sizeof buffer);
    flip_table_action(fixture, 0, moves[0], 3, &out);
    assert_string_equal(buffer, "{\"id\":3,\"text\":\"move\",\"kind\":\"move\",\"from\":{\"x\":60,\"y\":140},"
                                "\"angle\":[0,359.99],\"speed\":[100,4000],\"open\":[\"angle\",\"speed\"]}");
    assert_int_equal(flip_table_act(fixture, 0, moves[0], &problem), -1);
    assert_int_equal(problem.code, FLIP_ERROR_OPEN);
    says("This move needs its numbers: say the angle and what else it leaves open.");
    stand_up();
}

/* --- outcomes by hand ---------------------------------------------------------------------------------------------------- */

static struct flip_outcome reading;

/* Reads an outcome of a flick of L1's disc that is due; apostrophes stand for quotation marks. */
static int read_outcome(const char *text)
{
    char json[2000];
    snprintf(json, sizeof json, "%s", text);
    for (char *c = json; *c; c++)
        if (*c == '\'')
            *c = '"';
    return flip_table_outcome_read(fixture, json, &reading, &problem);
}

static void impossible(const char *text, const char *message)
{
    assert_int_equal(read_outcome(text), -1);
    assert_int_equal(problem.code, FLIP_ERROR_IMPOSSIBLE_EVENT);
    says(message);
}

/* A table where the outcome of a flick is due; nobody tells it. */
static void flick_is_due(const char *text)
{
    sit("1", 2);
    act("play L1");
    flip_move move;
    must(flip_table_find(fixture, 0, text, &move, &problem));
    must(table_step(fixture, (struct flip_step){.move = move, .seat = 0}, &problem));
    assert_true(table_waits_outside(fixture));
}

static int piece(const char *name) { return flip_flickemup.flicks->piece_named(book(), at(), name); }

static const struct flip_pose *pose_before(int of)
{
    static struct flip_scene scene;
    memset(&scene, 0, sizeof scene);
    flip_flickemup.flicks->scene(book(), at(), &scene);
    return &scene.body[of].pose;
}

CASE(an_outcome_that_cannot_be_is_refused_with_the_reason)
{
    flick_is_due("move 20 700");
    impossible("[]", "The event '[]' cannot happen now: the outcome of a flick is due, which is an object.");
    impossible("{'touched':1}", "This outcome cannot be: 'touched' must be a list of names.");
    impossible("{'fell':[1]}", "This outcome cannot be: 'fell' must be a list of names.");
    impossible("{'final':[]}", "This outcome cannot be: 'final' must be an object of poses by piece.");
    impossible("{'bent':[]}",
               "This outcome cannot be: it has 'touched', 'fell', 'off', 'final', 'frozen' and 'doors', but "
               "no 'bent'.");
    impossible("{'touched':['moon']}", "This outcome cannot be: there is no piece 'moon'.");
    impossible("{'off':['moon']}", "This outcome cannot be: there is no piece 'moon'.");
    impossible("{'final':{'moon':[1,2,3]}}", "This outcome cannot be: there is no piece 'moon'.");
    put_inside(O5, BANK);
    impossible("{'touched':['O5']}", "This outcome cannot be: 'O5' is not on the table.");
    impossible("{'touched':['bank:roof']}",
               "This outcome cannot be: 'bank:roof' has no part ':roof'; there are :inner, :door "
               "and :back.");
    impossible("{'final':{'O1':[1,2]}}",
               "This outcome cannot be: the pose of 'O1' must be [x, y, degrees] in mm, or seven "
               "integers.");
    impossible("{'final':{'O1':[1,2,3,4]}}",
               "This outcome cannot be: the pose of 'O1' must be [x, y, degrees] in mm, or "
               "seven integers.");
    impossible("{'final':{'O1':[1,'2',3]}}",
               "This outcome cannot be: the pose of 'O1' is not made of numbers that fit.");
    impossible("{'final':{'O1':[1,1e8,3]}}",
               "This outcome cannot be: the pose of 'O1' is not made of numbers that fit.");
    impossible("{'final':{'O1':[-1e8,1,3]}}",
               "This outcome cannot be: the pose of 'O1' is not made of numbers that fit.");
    impossible("{'final':{'O1':[1,2,3,32767,0,0,0.5]}}",
               "This outcome cannot be: the pose of 'O1' is not made of numbers that fit.");
    impossible("{'final':{'O1':[1,2,3,32768,0,0,0]}}",
               "This outcome cannot be: the turn of 'O1' is not a unit quaternion.");
    impossible("{'final':{'O1':[1,2,3,0,0,0,-32768]}}",
               "This outcome cannot be: the turn of 'O1' is not a unit quaternion.");
    impossible("{'fell':['bank']}",
               "This outcome cannot be: Only figures fall; what becomes of other pieces is in their "
               "poses.");
    char many[1000] = "{'touched':['bank'";
    for (int i = 1; i < FLIP_CONTACTS; i++)
        strcat(many, ",'bank'");
    strcat(many, "]}");
    must(read_outcome(many));
    assert_int_equal(reading.contacts, FLIP_CONTACTS);
    strcpy(many + strlen(many) - 2, ",'bank']}");
    impossible(many, "This outcome cannot be: 'touched' is too long.");
    stand_up();
}

CASE(an_outcome_says_what_was_touched_fell_left_and_moved)
{
    flick_is_due("move 20 700");
    must(read_outcome("{'touched':['bank','bank:inner','bank:door','bank:back'],'fell':['O1'],'off':['O2'],"
                      "'final':{'disc':[200,330.25,90],'O3':[123,456,789,32767,0,0,0]},'frozen':true,'doors':true}"));
    const int bank = piece("bank"), disc = piece("disc"), o1 = piece("O1"), o2 = piece("O2"), o3 = piece("O3");
    assert_int_equal(reading.contacts, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(reading.contact[i].piece, bank);
        assert_int_equal(reading.contact[i].part, FLIP_PART_BODY + i);
    }
    assert_true(reading.fell == FLIP_BIT(o1) && reading.off == FLIP_BIT(o2));
    assert_true(reading.moved == (FLIP_BIT(disc) | FLIP_BIT(o2) | FLIP_BIT(o3)));
    assert_true(reading.frozen && reading.doors);
    assert_int_equal(reading.pose[disc].x, 20000);
    assert_int_equal(reading.pose[disc].y, 33025);
    assert_int_equal(reading.pose[disc].z, pose_before(disc)->z);
    assert_int_equal(flip_pose_facing(&reading.pose[disc]), 9000);
    assert_int_equal(reading.pose[o3].x, 123);
    assert_int_equal(reading.pose[o3].y, 456);
    assert_int_equal(reading.pose[o3].z, 789);
    assert_int_equal(reading.pose[o3].q[0], 32767);
    must(read_outcome("{}"));
    assert_true(reading.contacts == 0 && reading.moved == 0 && reading.off == 0 && !reading.frozen && !reading.doors);
    stand_up();
}

CASE(what_lies_stays_as_it_lies_when_only_its_place_is_told)
{
    flick_is_due("move 20 700");
    const int o1 = piece("O1");
    at()->pose[O1] = flip_pose_lying(30000, 20000, 900, 4500);
    must(read_outcome("{'final':{'O1':[310,210,0]}}"));
    struct flip_pose lying = *pose_before(o1);
    assert_true(flip_pose_down(&lying));
    lying.x = 31000;
    lying.y = 21000;
    assert_memory_equal(&reading.pose[o1], &lying, sizeof lying);
    stand_up();
}

/* Where O1 leaves the table from here if nobody says it. */
static void leaves(int x, int y, int out_x, int out_y)
{
    put(O1, x, y, 0);
    must(read_outcome("{'off':['O1']}"));
    assert_int_equal(reading.pose[piece("O1")].x, out_x);
    assert_int_equal(reading.pose[piece("O1")].y, out_y);
}

CASE(a_piece_leaves_over_the_nearest_edge_and_the_flicked_one_straight_ahead)
{
    static const struct {
        const char *aim;
        int dx, dy;
    } ways[] = {{"move 0 700", 1, 0}, {"move 90 700", 0, 1}, {"move 180 700", -1, 0}, {"move 270 700", 0, -1}};
    static struct flip_scene scene;
    for (int i = 0; i < 4; i++) {
        flick_is_due(ways[i].aim);
        const int disc = piece("disc");
        must(read_outcome("{'off':['disc']}"));
        memset(&scene, 0, sizeof scene);
        flip_flickemup.flicks->scene(book(), at(), &scene);
        const struct flip_pose *from = &scene.body[disc].pose;
        assert_int_equal(reading.pose[disc].x, ways[i].dx > 0 ? scene.width : ways[i].dx < 0 ? 0 : from->x);
        assert_int_equal(reading.pose[disc].y, ways[i].dy > 0 ? scene.height : ways[i].dy < 0 ? 0 : from->y);
        stand_up();
    }
    flick_is_due("move 20 700");
    const int width = scene.width, height = scene.height;
    leaves(100, 300, 0, 30000);
    leaves(300, 100, 30000, 0);
    leaves(width / 100 - 100, 300, width, 30000);
    leaves(300, height / 100 - 100, 30000, height);
    leaves(100, 100, 10000, 0); /* as near to both */
    stand_up();
}

/* --- as records keep them ------------------------------------------------------------------------------------------------ */

CASE(an_outcome_is_written_as_it_can_be_read)
{
    static const char *const whole =
        "{\"outcome\":{\"touched\":[\"bank\",\"bank:inner\",\"bank:door\",\"bank:back\"],\"fell\":[\"O1\"],\"off\":["
        "\"O2\"],"
        "\"final\":{\"O2\":[1,0,3,32767,0,0,0],\"O3\":[123,456,789,32767,0,0,0]},\"frozen\":true,\"doors\":true}}";
    flick_is_due("move 20 700");
    must(read_outcome("{'touched':['bank','bank:inner','bank:door','bank:back'],'fell':['O1'],'off':['O2'],"
                      "'final':{'O2':[1,0,3,32767,0,0,0],'O3':[123,456,789,32767,0,0,0]},'frozen':true,'doors':true}"));
    char buffer[1000];
    struct flip_json out = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&out, NULL, '{');
    flip_table_outcome_json(fixture, at(), &reading, "outcome", &out);
    flip_json_close(&out);
    assert_string_equal(buffer, whole);
    stand_up();
}

/* --- the world ------------------------------------------------------------------------------------------------------------ */

static int failures;

static int failing(void *context, const struct flip_scene *scene, struct flip_outcome *out, struct flip_error *error)
{
    (void)context;
    if (failures-- > 0)
        return flip_fail(error, FLIP_ERROR_LATE, "The table shook.");
    memset(out, 0, sizeof *out);
    out->moved = FLIP_BIT(scene->flicked);
    out->pose[scene->flicked] = scene->body[scene->flicked].pose;
    return 0;
}

/* The hands tremble by the dealer's dice: what a flick that failed has drawn is drawn again. */
static struct flip_table *trembling(void)
{
    static const unsigned char seed[FLIP_SEED_BYTES] = {7};
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    def.seats = 2;
    def.seed = seed;
    def.world = (struct flip_world){.flick = failing};
    must(flip_options_set(def.game, &def.options, "hand", "beginner", &problem));
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    play(table, 0, "play L1");
    return table;
}

CASE(a_flick_that_fails_changes_nothing_and_comes_out_the_same_when_it_is_tried_again)
{
    struct flip_table *once = trembling(), *twice = trembling();
    const int steps = once->step_count;
    failures = 0;
    play(once, 0, "move 20 700");
    failures = 1;
    assert_int_equal(try_play(twice, 0, "move 20 700"), -1);
    says("The table shook.");
    assert_int_equal(twice->step_count, steps);
    assert_int_equal(twice->outcome_count, 0);
    play(twice, 0, "move 20 700");
    assert_int_equal(twice->outcome_count, 1);
    assert_int_equal(twice->step_count, once->step_count);
    assert_true(once->step_count >= steps + 3); /* the flick, how the hand trembled, what came of it */
    for (int i = 0; i < once->step_count; i++)
        assert_true(once->steps[i].move == twice->steps[i].move && once->steps[i].seat == twice->steps[i].seat &&
                    once->steps[i].outcome == twice->steps[i].outcome);
    assert_memory_equal(once->now.state, twice->now.state, once->game->state_size);
    flip_table_close(once);
    flip_table_close(twice);
}

CASE(a_table_without_a_world_waits_for_outcomes_by_hand)
{
    sit("1", 2);
    act("play L1");
    assert_int_equal(try_play(fixture, 0, "move 20 700"), -1);
    assert_int_equal(problem.code, FLIP_ERROR_OUTSIDE);
    says("Flick 'em Up! waits for an outcome that this table cannot produce.");
    assert_int_equal(try_flick("move 20 700", "10S"), -1);
    says("The event '10S' cannot happen now: the outcome of a flick is due, which is an object.");
    stand_up();
}

/* --- made again ----------------------------------------------------------------------------------------------------------- */

static int otherwise[8], others;

static void note(void *context, int step)
{
    (void)context;
    otherwise[others++] = step;
}

static const struct flip_path_pose *last_of(const struct flip_path *path, int of)
{
    const struct flip_path_pose *last = NULL;
    for (int i = 0; i < path->count; i++)
        if (path->pose[i].piece == of)
            last = &path->pose[i];
    return last;
}

/* A game of two flicks by the physics, and a third that was written by hand. */
static void three_flicks(void)
{
    sit("1", 2);
    fixture->world = flip_physics_world();
    act("play L1");
    act("move 20 700");
    act("move 0 300");
    act("end");
    act("play O1");
    flick("move 180 700", "{'final':{'disc':[640,300,0],'L2':[250,250,0]}}");
}

static const struct flip_step *step_with(int outcome)
{
    for (int i = 0; i < fixture->step_count; i++)
        if (fixture->steps[i].outcome == outcome)
            return &fixture->steps[i];
    fail_msg("no step has outcome %d", outcome);
    return NULL;
}

CASE(flicks_of_the_physics_come_out_the_same_and_one_by_hand_otherwise)
{
    three_flicks();
    others = 0;
    assert_int_equal(flip_table_check_flicks(fixture, note, NULL, &problem), 3);
    assert_int_equal(others, 1);
    assert_ptr_equal(&fixture->steps[otherwise[0] - 1], step_with(3));
    stand_up();
}

CASE(every_difference_between_outcomes_is_seen)
{
    three_flicks();
    const struct flip_outcome one = fixture->outcomes[0];
    struct flip_outcome other = one;
    assert_true(flip_outcome_same(&one, &other));
    other.doors = !other.doors; /* was not told in old records */
    assert_true(flip_outcome_same(&one, &other));
#define DIFFERS(change) (other = one, change, assert_false(flip_outcome_same(&one, &other)))
    DIFFERS(other.contacts++);
    DIFFERS(other.moved ^= 1);
    DIFFERS(other.fell ^= 1);
    DIFFERS(other.off ^= 1);
    DIFFERS(other.frozen = !other.frozen);
    DIFFERS(other.pose[flip_set_first(other.moved)].q[3]++);
    const struct flip_outcome touching = {.contacts = 1, .contact = {{3, 0}}};
    other = touching;
    assert_true(flip_outcome_same(&touching, &other));
    other.contact[0].piece++;
    assert_false(flip_outcome_same(&touching, &other));
    other = touching;
    other.contact[0].part++;
    assert_false(flip_outcome_same(&touching, &other));
#undef DIFFERS
    stand_up();
}

/* The state before a step. */
static void *state_before(const struct flip_step *until)
{
    struct flip_walk walk;
    must(flip_walk_open(&walk, fixture, &problem));
    flip_walk_to(&walk, (int)(until - fixture->steps));
    void *state = malloc(fixture->game->state_size);
    assert_non_null(state);
    memcpy(state, walk.at.state, fixture->game->state_size);
    flip_walk_close(&walk);
    return state;
}

CASE(a_path_that_comes_out_otherwise_is_bent_to_where_the_record_has_the_pieces)
{
    three_flicks();
    struct flip_again again, now;
    void *state = state_before(step_with(3));
    must(flip_table_flick_again(fixture, state, step_with(3), &again, &problem));
    assert_false(again.same);
    const int disc = again.scene.flicked, l2 = piece("L2");
    const struct flip_outcome *recorded = &fixture->outcomes[2];
    assert_memory_equal(&last_of(&again.path, disc)->pose, &recorded->pose[disc], sizeof(struct flip_pose));
    assert_memory_equal(&last_of(&again.path, l2)->pose, &recorded->pose[l2], sizeof(struct flip_pose));
    assert_true(last_of(&again.path, l2)->ms >= 300); /* it was not in the way: it goes there in so many ms */
    for (int i = 0; i < again.path.count; i++)
        assert_true(again.path.pose[i].piece == disc || again.path.pose[i].piece == l2);

    /* Beside the way of today by as much as time has passed: half-way by half. */
    struct flip_outcome today;
    now = (struct flip_again){.path = {.room = 16384, .pose = malloc(16384 * sizeof *now.path.pose)}};
    struct flip_physics *physics = flip_physics_open(&problem);
    assert_true(now.path.pose && physics);
    must(flip_physics_flick(physics, &again.scene, &today, &now.path, &problem));
    flip_physics_close(physics);
    const struct flip_path_pose *end = last_of(&now.path, disc);
    int seen = 0;
    for (int i = 0, k = 0; i < now.path.count && k < again.path.count; i++) {
        if (now.path.pose[i].piece != disc)
            continue;
        while (again.path.pose[k].piece != disc)
            k++;
        const struct flip_path_pose *plain = &now.path.pose[i], *bent = &again.path.pose[k++];
        assert_int_equal(plain->ms, bent->ms);
        if (plain == end)
            break;
        const int64_t x = (int64_t)(recorded->pose[disc].x - end->pose.x) * plain->ms / end->ms;
        const int64_t y = (int64_t)(recorded->pose[disc].y - end->pose.y) * plain->ms / end->ms;
        const int64_t z = (int64_t)(recorded->pose[disc].z - end->pose.z) * plain->ms / end->ms;
        assert_int_equal(bent->pose.x, plain->pose.x + x);
        assert_int_equal(bent->pose.y, plain->pose.y + y);
        assert_int_equal(bent->pose.z, plain->pose.z + z);
        seen++;
    }
    assert_true(seen > 10);
    flip_again_free(&now);
    flip_again_free(&again);
    assert_null(again.path.pose);
    free(state);
    stand_up();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_an_aim_are_written_as_people_write_them),
        cmocka_unit_test(a_move_that_is_aimed_tells_its_ranges_and_cannot_be_taken_without_numbers),
        cmocka_unit_test(an_outcome_that_cannot_be_is_refused_with_the_reason),
        cmocka_unit_test(an_outcome_says_what_was_touched_fell_left_and_moved),
        cmocka_unit_test(what_lies_stays_as_it_lies_when_only_its_place_is_told),
        cmocka_unit_test(a_piece_leaves_over_the_nearest_edge_and_the_flicked_one_straight_ahead),
        cmocka_unit_test(an_outcome_is_written_as_it_can_be_read),
        cmocka_unit_test(a_flick_that_fails_changes_nothing_and_comes_out_the_same_when_it_is_tried_again),
        cmocka_unit_test(a_table_without_a_world_waits_for_outcomes_by_hand),
        cmocka_unit_test(flicks_of_the_physics_come_out_the_same_and_one_by_hand_otherwise),
        cmocka_unit_test(every_difference_between_outcomes_is_seen),
        cmocka_unit_test(a_path_that_comes_out_otherwise_is_bent_to_where_the_record_has_the_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
