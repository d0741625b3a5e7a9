/* What the game says while it is played: how far each side is towards its goals, and what a flick is aimed at. */
#include "fixture.h"

/* --- progress --------------------------------------------------------------------------------------------------------- */

/* The n-th goal of a team in the view. */
static json_t *goal_of(json_t *view, const char *team, size_t number)
{
    return json_array_get(json_object_get(json_object_get(view, "progress"), team), number);
}

static json_t *view_now(void)
{
    char text[65536];
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    flickemup_view(book(), at(), at(), 0, &json);
    flip_json_close(&json);
    json_t *view = json_loads(text, 0, NULL);
    assert_non_null(view);
    return view;
}

static void assert_goal(const char *team, size_t number, const char *words, int done, int of)
{
    json_t *view = view_now();
    json_t *goal = goal_of(view, team, number);
    assert_non_null(goal);
    assert_string_equal(json_string_value(json_object_get(goal, "words")), words);
    assert_int_equal(json_integer_value(json_object_get(goal, "done")), done);
    assert_int_equal(json_integer_value(json_object_get(goal, "of")), of);
    json_decref(view);
}

static void kill(int figure)
{
    at()->figure[figure].where = FLICKEMUP_DEAD;
    at()->figure[figure].hit_points = 0;
}

CASE(eliminations_are_counted_for_each_side)
{
    sit("1", 2);
    assert_goal("lawmen", 0, "outlaws eliminated: 0 of 3", 0, 3);
    kill(O2);
    kill(O4);
    kill(L1);
    assert_goal("lawmen", 0, "outlaws eliminated: 2 of 3", 2, 3);
    assert_goal("outlaws", 0, "lawmen eliminated: 1 of 3", 1, 3);
    stand_up();
}

CASE(of_two_doors_the_one_that_is_blown_and_the_one_still_to_do_are_named)
{
    sit("8", 2);
    assert_goal("outlaws", 0, "doors blown: 0 of 2", 0, 2);
    for (int index = 0; index < book()->edition.tests; index++)
        if (book()->edition.test[index].kind == FLICKEMUP_TEST_EXPLODED && book()->edition.test[index].place == BANK)
            at()->exploded |= FLIP_BIT(index);
    assert_goal("outlaws", 0, "doors blown: 1 of 2", 1, 2);
    json_t *view = view_now();
    json_t *parts = json_object_get(goal_of(view, "outlaws", 0), "parts");
    static const char *const words[] = {"the Sheriff's door still to do", "the Bank's door blown"};
    assert_int_equal(json_array_size(parts), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(json_string_value(json_object_get(json_array_get(parts, i), "words")), words[i]);
        assert_int_equal(json_is_true(json_object_get(json_array_get(parts, i), "done")), i == 1);
    }
    json_decref(view);
    stand_up();
}

CASE(goals_of_which_one_is_enough_stand_side_by_side)
{
    sit("10", 2);
    assert_goal("outlaws", 0, "O5 out by exit E: still to do", 0, 1);
    assert_goal("outlaws", 1, "L1 eliminated: still to do", 0, 1);
    assert_goal("lawmen", 0, "O5 eliminated: still to do", 0, 1);
    assert_goal("lawmen", 1, "outlaws eliminated: 0 of 4", 0, 4);
    kill(O1);
    assert_goal("lawmen", 1, "outlaws eliminated: 1 of 4", 1, 4);
    stand_up();
}

CASE(gold_water_witnesses_and_strikes_are_counted_in_their_own_words)
{
    sit("3", 2);
    at()->out[0][FLICKEMUP_OUT][FLICKEMUP_GOLD] = 1;
    assert_goal("outlaws", 0, "sacks of gold out by exit S: 1 of 2", 1, 2);
    stand_up();
    sit("5", 2);
    at()->up[BANK][FLICKEMUP_CLEAN] = 0;
    at()->up[BANK][FLICKEMUP_POISONED] = 1;
    assert_goal("outlaws", 0, "poisoned waters in town: 1 of 3", 1, 3);
    stand_up();
    sit("6", 2);
    put_inside(W1, HALL);
    assert_goal("lawmen", 0, "witnesses in the Town Hall: 1 of 2", 1, 2);
    kill(W2); /* all who live are asked for */
    assert_goal("lawmen", 0, "witnesses in the Town Hall: done", 1, 1);
    stand_up();
    sit("2", 2);
    at()->held[book()->edition.win[0].test] = 1;
    assert_goal("lawmen", 0, "strikes in a row with the Saloon held: 1 of 2", 1, 2);
    stand_up();
    sit("9", 2);
    assert_goal("lawmen", 0, "the hostage in the Sheriff's office: still to do", 0, 1);
    stand_up();
}

CASE(what_noon_would_decide_now_is_said_with_its_numbers)
{
    char words[128];
    sit("1", 2);
    struct flip_text text = flip_text_in(words, sizeof words);
    flickemup_add_noon_now(&text, book(), at());
    assert_string_equal(words, "it would be a draw");
    at()->figure[L2].hit_points = 2;
    text = flip_text_in(words, sizeof words);
    flickemup_add_noon_now(&text, book(), at());
    assert_string_equal(words, "the outlaws would win: more hit points, 15 to 14");
    stand_up();
    sit("3", 2);
    text = flip_text_in(words, sizeof words);
    flickemup_add_noon_now(&text, book(), at());
    assert_string_equal(words, "the lawmen would win");
    stand_up();
}

/* --- what a flick is aimed at ----------------------------------------------------------------------------------------- */

static const char *told(const char *text)
{
    static char words[200];
    flip_move move;
    must(flip_table_find(fixture, deciding(), text, &move, &problem));
    struct flip_text out = flip_text_in(words, sizeof words);
    flickemup_tell(book(), at(), deciding(), move, &out);
    return words;
}

CASE(a_shot_names_who_is_first_in_its_line_and_how_hard_it_is)
{
    sit("1", 2);
    act("play L1"); /* at 60, 140, looking right */
    put(O1, 200, 176, 180);
    assert_string_equal(told("shoot left 0 3000"), "L1 fires a strong left-hand shot at O1");
    assert_string_equal(told("shoot left 0 1800"), "L1 fires a firm left-hand shot at O1");
    put(O2, 150, 176, 180);
    assert_string_equal(told("shoot left 0 800"), "L1 fires a gentle left-hand shot at O2");
    assert_string_equal(told("shoot right 180 3000"), "L1 fires a strong right-hand shot into the open");
    stand_up();
}

CASE(a_cube_is_met_at_its_corner_where_a_circle_would_let_pass)
{
    sit("1", 2);
    act("play L1");
    for (int piece = FLICKEMUP_TUMBLEWEEDS; piece < FLICKEMUP_BLOCK; piece++)
        at()->pose[piece].y = 50000;
    /* The bullet's middle goes along y = 176. A tumbleweed is a cube of 14 mm: turned by 45 degrees its corner reaches 9.9 mm. */
    at()->pose[FLICKEMUP_TUMBLEWEEDS] = flickemup_standing(FLICKEMUP_TUMBLEWEEDS, 20000, 17600 + 1850, 4500);
    assert_string_equal(told("shoot left 0 3000"), "L1 fires a strong left-hand shot at a tumbleweed");
    at()->pose[FLICKEMUP_TUMBLEWEEDS] = flickemup_standing(FLICKEMUP_TUMBLEWEEDS, 20000, 17600 + 1850, 0);
    assert_string_equal(told("shoot left 0 3000"), "L1 fires a strong left-hand shot at a cactus");
    stand_up();
}

CASE(a_move_says_how_far_it_goes_and_to_whose_door)
{
    sit("2", 2);
    act("play O1");
    put(O1, 450, 400, 90); /* before the Saloon, whose barrel is put aside */
    at()->pose[FLICKEMUP_BARRELS + 3] = flickemup_standing(FLICKEMUP_BARRELS + 3, 30000, 40000, 0);
    assert_string_equal(told("move 90 900"), "O1 moves 14 cm, to the Saloon's door");
    assert_string_equal(told("move 270 400"), "O1 moves 3 cm");
    assert_string_equal(told("move 270 900"), "O1 moves 14 cm, toward a cactus");
    stand_up();
}

CASE(who_turns_or_ends_is_named_and_degrees_are_not)
{
    sit("1", 2);
    act("play L1");
    assert_string_equal(told("end"), "L1 ends his turn");
    at()->may_face = 1;
    assert_string_equal(told("face 180"), "L1 turns to face the left");
    assert_string_equal(told("face 359"), "L1 turns to face the right");
    stand_up();
}

/* --- tokens ------------------------------------------------------------------------------------------------------------- */

/* What a move is called, and what a program reads of it; apostrophes stand for quotation marks. */
static void assert_said(const char *text, const char *words, const char *fields)
{
    char json[400], expected[400];
    flip_move move;
    must(flip_table_find(fixture, deciding(), text, &move, &problem));
    assert_string_equal(told(text), words);
    struct flip_json out = flip_json_in(json, sizeof json);
    flip_json_open(&out, NULL, '{');
    flickemup_fields(book(), at(), deciding(), move, &out);
    flip_json_close(&out);
    snprintf(expected, sizeof expected, "%s", fields);
    for (char *c = expected; *c; c++)
        if (*c == '\'')
            *c = '"';
    assert_string_equal(json, expected);
}

CASE(what_is_done_with_tokens_is_said_in_words_and_in_fields)
{
    sit("4", 2);
    put_inside(L1, STORE);
    act("play L1");
    assert_said("take face_down", "L1 takes a face-down token", "{'kind':'take','token':'face_down'}");
    at()->up[STORE][FLICKEMUP_GOLD] = 1;
    assert_said("take gold", "L1 takes a sack of gold", "{'kind':'take','token':'gold'}");
    at()->figure[L1].hand[0] = FLICKEMUP_COLT;
    assert_said("drop colt", "L1 lays down a Colt", "{'kind':'drop','token':'colt'}");
    at()->figure[L1].hand[1] = FLICKEMUP_DOCUMENT;
    assert_said("exchange gold colt", "L1 takes a sack of gold and lays down a Colt",
                "{'kind':'exchange','take':'gold','drop':'colt'}");
    static const char *const rig[] = {"winchester"};
    must(flip_table_rig(fixture, rig, 1, &problem));
    act("take face_down");
    assert_said("keep document", "L1 keeps a Winchester and lays down a document",
                "{'kind':'keep','token':'winchester','drop':'document'}");
    assert_said("leave", "L1 leaves a Winchester there", "{'kind':'leave','token':'winchester'}");
    json_t *view = view_now();
    assert_string_equal(json_string_value(json_object_get(view, "turned_up")), "winchester");
    json_decref(view);
    at()->figure[L1].hand[0] = at()->figure[L1].hand[1] = FLICKEMUP_NOTHING;
    assert_said("keep", "L1 keeps a Winchester", "{'kind':'keep','token':'winchester'}");
    act("keep");
    view = view_now();
    assert_null(json_object_get(view, "turned_up"));
    json_decref(view);
    stand_up();
}

CASE(the_token_that_is_turned_up_is_told_by_the_dealer)
{
    char words[100];
    sit("4", 2);
    put_inside(L1, STORE);
    act("play L1");
    static const char *const rig[] = {"gold"};
    must(flip_table_rig(fixture, rig, 1, &problem));
    act("take face_down");
    const struct flip_step *step = &fixture->steps[fixture->step_count - 1];
    assert_int_equal(step->seat, FLIP_DEALER);
    struct flip_text text = flip_text_in(words, sizeof words);
    flickemup_tell(book(), at(), FLIP_DEALER, step->move, &text);
    assert_string_equal(words, "a sack of gold turned up");
    struct flip_json json = flip_json_in(words, sizeof words);
    flip_json_open(&json, NULL, '{');
    flickemup_fields(book(), at(), FLIP_DEALER, step->move, &json);
    flip_json_close(&json);
    assert_string_equal(words, "{\"kind\":\"token\",\"token\":\"gold\"}");
    stand_up();
}

CASE(who_has_the_hostage_gives_all_for_it_and_it_for_another)
{
    sit("9", 2);
    put_inside(L1, BANK);
    act("play L1");
    at()->figure[L1].hand[0] = at()->figure[L1].hand[1] = FLICKEMUP_GOLD;
    static const char *const rig[] = {"hostage"};
    must(flip_table_rig(fixture, rig, 1, &problem));
    act("take face_down");
    assert_said("keep all", "L1 keeps the hostage and lays down all he had",
                "{'kind':'keep','token':'hostage','drop':'all'}");
    act("leave");
    assert_said("exchange hostage all", "L1 takes the hostage and lays down all he had",
                "{'kind':'exchange','take':'hostage','drop':'all'}");
    stand_up();
}

CASE(water_duels_and_the_winchester_have_their_words)
{
    sit("5", 2);
    put_inside(L1, BANK);
    at()->up[BANK][FLICKEMUP_CLEAN] = 0;
    at()->up[BANK][FLICKEMUP_POISONED] = 1;
    act("play L1");
    assert_said("purify", "L1 makes the water clean", "{'kind':'purify'}");
    stand_up();
    sit("4", 2);
    at()->figure[L1].hand[0] = FLICKEMUP_WINCHESTER;
    act("play L1"); /* at 60, 140 */
    assert_said("shoot around 90 10.5 2000", "L1 fires a firm Winchester shot at a fence",
                "{'kind':'shoot','side':'around','from':{'x':60,'y':176},'around':90,'angle':10.5,'speed':2000}");
    stand_up();
    sit("3", 2);
    act("play O1");
    act("end");
    put(L1, 450, 430, 90);
    put_inside(O3, BANK);
    put_inside(O5, BANK);
    act("play L1");
    flick("move 90 600", "{'touched':[],'final':{'disc':[450,520,0]}}");
    assert_said("duel O5", "L1 duels with O5", "{'kind':'duel','cowboy':'O5'}");
    stand_up();
}

static void lay(int token, int32_t x, int32_t y)
{
    at()->ground[at()->grounded].token = (uint8_t)token;
    at()->ground[at()->grounded].x = x;
    at()->ground[at()->grounded++].y = y;
}

static int drawn(uint32_t code)
{
    static struct flip_glyph cells[120 * 40];
    struct flip_canvas *canvas = calloc(1, sizeof *canvas);
    assert_non_null(canvas);
    *canvas = (struct flip_canvas){.width = 120, .height = 40, .cells = cells};
    must(flip_table_draw(fixture, 0, 0, canvas, &problem));
    free(canvas);
    int count = 0;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        count += cells[i].code == code;
    return count;
}

CASE(what_lies_on_the_ground_is_seen_where_it_lies)
{
    enum { DIAMOND = 0x25c6, PLACE = 2 + FLICKEMUP_TOKENS };
    static float before[10000], after[10000];
    sit("3", 2); /* 900 mm by 600 mm */
    const long size = flickemup_learn.observe(book(), at(), at(), 0, before) - before;
    const int diamonds = drawn(DIAMOND);
    lay(FLICKEMUP_GOLD, 12350, 20000);
    lay(FLICKEMUP_COLT, 30000, 10050);
    json_t *view = view_now();
    char *text =
        json_dumps(json_object_get(json_object_get(view, "shared"), "ground"), JSON_COMPACT | JSON_REAL_PRECISION(6));
    assert_string_equal(text,
                        "[{\"token\":\"gold\",\"x\":123.5,\"y\":200},{\"token\":\"colt\",\"x\":300,\"y\":100.5}]");
    free(text);
    json_decref(view);
    assert_int_equal(drawn(DIAMOND), diamonds + 2);
    assert_int_equal(flickemup_learn.observe(book(), at(), at(), 0, after) - after, size);
    const float *ground = after;
    while (ground < after + size && *ground == before[ground - after])
        ground++;
    assert_float_equal(ground[0], 123.5 / 900, 1e-4);
    assert_float_equal(ground[1], 200.0 / 600, 1e-4);
    assert_float_equal(ground[2 + FLICKEMUP_GOLD], 1, 0);
    assert_float_equal(ground[PLACE], 300.0 / 900, 1e-4);
    assert_float_equal(ground[PLACE + 1], 100.5 / 600, 1e-4);
    assert_float_equal(ground[PLACE + 2 + FLICKEMUP_COLT], 1, 0);
    assert_memory_equal(ground + 2 * PLACE, before + (ground - after) + 2 * PLACE,
                        (size_t)(after + size - ground - 2 * PLACE) * sizeof *ground);
    stand_up();
}

/* A flick is what the game is about: at least half of the puzzles are one, and there are a hundred of them. */
CASE(half_of_the_puzzles_are_flicks)
{
    char path[400];
    snprintf(path, sizeof path, "%s/games/flickemup/data/puzzles.txt", getenv("FLIPSIDE_SOURCE_ROOT"));
    FILE *file = fopen(path, "r");
    char *line = NULL, theme[20];
    size_t room = 0;
    int count = 0, flicks = 0;
    assert_non_null(file);
    while (getline(&line, &room, file) > 0)
        if (sscanf(line, "%*12s\t%*d\t%19[a-z]\t", theme) == 1) {
            count++;
            flicks += strcmp(theme, "move") == 0 || strcmp(theme, "shoot") == 0 || strcmp(theme, "walk") == 0 ||
                      strcmp(theme, "throw") == 0;
        }
    free(line);
    fclose(file);
    assert_true(count >= 100);
    assert_true(2 * flicks >= count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eliminations_are_counted_for_each_side),
        cmocka_unit_test(of_two_doors_the_one_that_is_blown_and_the_one_still_to_do_are_named),
        cmocka_unit_test(goals_of_which_one_is_enough_stand_side_by_side),
        cmocka_unit_test(gold_water_witnesses_and_strikes_are_counted_in_their_own_words),
        cmocka_unit_test(what_noon_would_decide_now_is_said_with_its_numbers),
        cmocka_unit_test(a_shot_names_who_is_first_in_its_line_and_how_hard_it_is),
        cmocka_unit_test(a_cube_is_met_at_its_corner_where_a_circle_would_let_pass),
        cmocka_unit_test(a_move_says_how_far_it_goes_and_to_whose_door),
        cmocka_unit_test(who_turns_or_ends_is_named_and_degrees_are_not),
        cmocka_unit_test(what_is_done_with_tokens_is_said_in_words_and_in_fields),
        cmocka_unit_test(the_token_that_is_turned_up_is_told_by_the_dealer),
        cmocka_unit_test(who_has_the_hostage_gives_all_for_it_and_it_for_another),
        cmocka_unit_test(water_duels_and_the_winchester_have_their_words),
        cmocka_unit_test(what_lies_on_the_ground_is_seen_where_it_lies),
        cmocka_unit_test(half_of_the_puzzles_are_flicks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
