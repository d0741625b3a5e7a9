/* Flick 'em Up!: the ten scenarios as the book has them, every kind of condition, and every refusal of the loader. */
#include "games/flickemup/tests/fixture.h"

static const char *const files[10] = {"01-main-street",  "02-saloon-doors",
                                      "03-the-bank-job", "04-iron-in-the-store",
                                      "05-bad-water",    "06-the-witnesses",
                                      "07-the-deed",     "08-fire-in-the-hole",
                                      "09-the-hostage",  "10-high-noon-at-the-gallows"};

static json_t *read_scenario(int number)
{
    char path[400];
    snprintf(path, sizeof path, "%s/games/flickemup/data/%s.json", getenv("FLIPSIDE_SOURCE_ROOT"), files[number - 1]);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    return root;
}

static struct flip_edition *parse(json_t *root)
{
    char *text = json_dumps(root, 0);
    struct flip_edition *edition = flip_edition_parse(&flip_flickemup, text, strlen(text), "my.json", &problem);
    free(text);
    json_decref(root);
    return edition;
}

static json_t *j(const char *text)
{
    char copy[1000];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_t *value = json_loads(copy, JSON_DECODE_ANY, NULL);
    if (!value)
        fail_msg("bad test: %s", text);
    return value;
}

/* --- the ten ------------------------------------------------------------------------------------------------------------- */

CASE(the_ten_start_at_their_hours_with_their_initiative)
{
    static const struct {
        const char *name;
        int hour, initiative;
    } expected[10] = {{"Main Street", 6, L1},  {"Saloon doors", 7, O1},
                      {"The bank job", 6, O1}, {"Iron in the store", 6, L1},
                      {"Bad water", 6, L1},    {"The witnesses", 7, O1},
                      {"The deed", 6, L1},     {"Fire in the hole", 6, O1},
                      {"The hostage", 6, L1},  {"High noon at the gallows", 7, O1}};
    for (int i = 0; i < 10; i++) {
        char number[12];
        snprintf(number, sizeof number, "%d", i + 1);
        sit(number, 2);
        assert_string_equal(book()->edition.name, expected[i].name);
        assert_int_equal(at()->hour, expected[i].hour);
        assert_int_equal(at()->initiative, expected[i].initiative);
        assert_int_equal(who(L2)->blue, expected[i].hour % 2);
        stand_up();
    }
}

CASE(the_town_of_all_scenarios)
{
    sit("1", 2);
    static const struct {
        int piece;
        double x, y;
        int degrees;
    } town[] = {{FLICKEMUP_BUILDINGS_AT + SHERIFF, 200, 500, 270},
                {FLICKEMUP_BUILDINGS_AT + BANK, 450, 500, 270},
                {FLICKEMUP_BUILDINGS_AT + SALOON, 700, 500, 270},
                {FLICKEMUP_BUILDINGS_AT + STORE, 200, 100, 90},
                {FLICKEMUP_BUILDINGS_AT + HALL, 450, 100, 90},
                {FLICKEMUP_BUILDINGS_AT + UNDERTAKER, 700, 100, 90},
                {L1, 60, 140, 0},
                {L5, 60, 460, 0},
                {O1, 840, 460, 180},
                {O5, 840, 140, 180},
                {FLICKEMUP_BARRELS, 300, 330, 0},
                {FLICKEMUP_BARRELS + 3, 450, 400, 0},
                {FLICKEMUP_CACTUSES + 2, 450, 300, 0},
                {FLICKEMUP_FENCES + 1, 650, 220, 0},
                {FLICKEMUP_TUMBLEWEEDS + 3, 600, 440, 0}};
    for (size_t i = 0; i < sizeof town / sizeof *town; i++) {
        assert_place(town[i].piece, town[i].x, town[i].y);
        assert_int_equal(flip_pose_facing(&at()->pose[town[i].piece]), town[i].degrees * 100);
    }
    assert_int_equal(flip_set_count(book()->edition.here), 10 + 6 + 4 + 3 + 4 + 4);
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        assert_int_equal(who(cowboy)->hit_points, 3);
    stand_up();
}

CASE(from_scenario_two_on_buildings_duel_and_two_pistols)
{
    for (int i = 1; i <= 10; i++) {
        char number[12];
        snprintf(number, sizeof number, "%d", i);
        sit(number, 2);
        assert_int_equal(flickemup_rule(book(), FLICKEMUP_RULE_BUILDINGS), i > 1);
        assert_int_equal(flickemup_rule(book(), FLICKEMUP_RULE_DUEL), i > 1);
        assert_int_equal(flickemup_rule(book(), FLICKEMUP_RULE_TWO_PISTOLS), i > 1);
        assert_int_equal(flickemup_rule(book(), FLICKEMUP_RULE_WINCHESTER), i == 4);
        assert_int_equal(flickemup_rule(book(), FLICKEMUP_RULE_WATER), i == 5);
        assert_int_equal(flickemup_rule(book(), FLICKEMUP_RULE_DYNAMITE), i == 8);
        stand_up();
    }
}

CASE(what_each_scenario_adds)
{
    sit("2", 2);
    assert_place(FLICKEMUP_BUILDINGS_AT + SALOON, 450, 500);
    assert_place(FLICKEMUP_BUILDINGS_AT + BANK, 700, 500);
    stand_up();
    sit("3", 2);
    assert_int_equal(at()->up[BANK][FLICKEMUP_GOLD], 6);
    assert_int_equal(book()->edition.exit[0].edge, FLICKEMUP_BOTTOM);
    assert_int_equal(book()->edition.exit[0].from, 60000);
    assert_int_equal(book()->edition.exit[0].to, 80000);
    stand_up();
    sit("4", 2);
    for (int building = SHERIFF; building <= STORE; building++)
        assert_int_equal(at()->down[building], 2);
    assert_int_equal(at()->down[HALL] + at()->down[UNDERTAKER], 0);
    assert_int_equal(at()->pool[FLICKEMUP_COLT], 4);
    assert_int_equal(at()->pool[FLICKEMUP_WINCHESTER], 1);
    assert_int_equal(at()->pool[FLICKEMUP_GOLD], 3);
    stand_up();
    sit("5", 2);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        assert_int_equal(at()->up[building][FLICKEMUP_CLEAN], building != SALOON && building != UNDERTAKER);
    stand_up();
    sit("6", 2);
    assert_place(W1, 330, 200);
    assert_place(W2, 330, 270);
    assert_int_equal(who(W1)->hit_points, 3);
    stand_up();
    sit("7", 2);
    for (int building = 0; building < FLICKEMUP_BUILDINGS; building++)
        assert_int_equal(at()->down[building], 1);
    assert_int_equal(at()->pool[FLICKEMUP_DOCUMENT], 2);
    assert_int_equal(at()->pool[FLICKEMUP_GOLD], 4);
    assert_int_equal(book()->edition.closed_until[BANK], 9);
    assert_int_equal(book()->edition.closed_until[SALOON], 9);
    stand_up();
    sit("8", 2);
    assert_place(FLICKEMUP_BUILDINGS_AT + STORE, 700, 100);
    assert_place(FLICKEMUP_BUILDINGS_AT + UNDERTAKER, 200, 100);
    assert_int_equal(at()->up[STORE][FLICKEMUP_DYNAMITE], 2);
    assert_int_equal(book()->edition.returns, 1 + STORE);
    stand_up();
    sit("9", 2);
    assert_int_equal(at()->down[BANK] + at()->down[SALOON] + at()->down[UNDERTAKER], 3);
    assert_int_equal(at()->pool[FLICKEMUP_HOSTAGE], 1);
    assert_int_equal(at()->pool[FLICKEMUP_GOLD], 2);
    stand_up();
    sit("10", 2);
    assert_place(FLICKEMUP_GALLOWS, 450, 300);
    assert_false(flip_set_has(book()->edition.here, FLICKEMUP_CACTUSES + 2));
    assert_int_equal(who(L1)->hit_points, 5);
    assert_int_equal(who(O5)->where, FLICKEMUP_ON_GALLOWS);
    assert_int_equal(book()->edition.exit[0].edge, FLICKEMUP_RIGHT);
    assert_int_equal(book()->edition.exit[0].from, 20000);
    stand_up();
}

CASE(the_files_say_the_same_as_what_is_compiled_in)
{
    for (int i = 1; i <= 10; i++) {
        struct flip_table_def def = flip_table_defaults(&flip_flickemup);
        snprintf(def.options.value[0], sizeof def.options.value[0], "%d", i);
        struct flip_edition *compiled = flip_edition_chosen(&flip_flickemup, &def.options, &problem);
        struct flip_edition *loaded = parse(read_scenario(i));
        if (!loaded) {
            fail_msg("%s", problem.message);
            return;
        }
        assert_string_equal(compiled->hash, loaded->hash);
        assert_memory_equal(compiled->data, loaded->data, sizeof(struct flickemup_edition));
        struct flip_edition *hashed = flip_edition_hashed(&flip_flickemup, loaded->hash, &problem);
        assert_non_null(hashed);
        flip_edition_free(hashed);
        flip_edition_free(compiled);
        flip_edition_free(loaded);
    }
}

/* --- conditions ---------------------------------------------------------------------------------------------------------- */

static bool holds(int team, bool at12, int index)
{
    const struct flickemup_goal *goal = at12 ? &book()->edition.at12[index] : &book()->edition.win[index];
    assert_int_equal(goal->team, team);
    return flickemup_true(book(), at(), team, goal->test);
}

static void kill(int figure)
{
    at()->figure[figure].where = FLICKEMUP_DEAD;
    at()->figure[figure].hit_points = 0;
}

/* Ends turns until the hour is over; returns whether the game goes on. */
static bool strike(void)
{
    const int hour = at()->hour;
    while (flip_table_turn(fixture) && at()->hour == hour) {
        if (at()->stage == FLICKEMUP_CHOOSING) {
            flip_move moves[16];
            flip_table_moves(fixture, deciding(), moves, 16);
            must(flip_table_act(fixture, deciding(), moves[0], &problem));
        }
        if (at()->stage == FLICKEMUP_PLAYING)
            act("end");
    }
    return flip_table_turn(fixture) != 0;
}

static int winner_at_12(void)
{
    at()->hour = 11;
    for (int cowboy = 0; cowboy < FLICKEMUP_COWBOYS; cowboy++)
        at()->figure[cowboy].blue = 1;
    while (strike())
        continue;
    assert_int_equal(at()->hour, 12);
    return at()->winner;
}

CASE(eliminated_counts_a_team_or_figures)
{
    sit("1", 2);
    kill(O1);
    kill(O4);
    assert_false(holds(FLICKEMUP_LAW, false, 0));
    kill(O5);
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    assert_false(holds(FLICKEMUP_OUT, false, 1));
    stand_up();
    sit("6", 2);
    kill(W1);
    assert_false(holds(FLICKEMUP_OUT, false, 1));
    kill(W2);
    assert_true(holds(FLICKEMUP_OUT, false, 1));
    stand_up();
}

CASE(who_holds_the_saloon_at_two_strikes_in_a_row_wins)
{
    sit("2", 2);
    put_inside(L1, SALOON);
    put_inside(L2, SALOON);
    put_inside(O1, SALOON);
    assert_true(strike());
    assert_false(strike());
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    assert_int_equal(at()->hour, 8);
    stand_up();
    sit("2", 2);
    put_inside(L1, SALOON);
    assert_true(strike());
    put_inside(O1, SALOON); /* as many as the enemy: the row is broken */
    assert_true(strike());
    at()->figure[O1].where = FLICKEMUP_ON_TABLE;
    assert_true(strike());
    assert_false(strike());
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    stand_up();
}

CASE(at_12_more_inside_the_saloon_then_more_hit_points)
{
    sit("2", 2);
    put_inside(O1, SALOON);
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
    sit("2", 2);
    at()->figure[O1].hit_points = 1;
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_LAW);
    stand_up();
    sit("2", 2);
    assert_int_equal(winner_at_12(), 3); /* none true at 12: a draw */
    struct flip_result result;
    flip_table_result(fixture, &result);
    assert_int_equal(result.winners, FLIP_BIT(0) | FLIP_BIT(1));
    stand_up();
}

CASE(two_sacks_out_by_the_south_win_the_bank_job)
{
    sit("3", 2); /* the book's four, made two for the balance */
    put(O1, 700, 60, 270);
    at()->figure[O1].hand[0] = FLICKEMUP_GOLD;
    act("play O1");
    flick("move 270 1500", "{'touched':[],'off':['disc']}");
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER); /* one */
    at()->figure[O2].hand[0] = FLICKEMUP_GOLD;
    turn_of("O2");
    put(O2, 500, 60, 270);
    flick("move 270 1500", "{'touched':[],'off':['disc']}"); /* not by the exit */
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    put(O2, 700, 60, 270);
    flick("move 270 1500", "{'touched':[],'off':['disc']}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_OUT); /* two */
    stand_up();
    sit("3", 2); /* a lawman who carries gold out delivers nothing for the outlaws */
    at()->out[0][FLICKEMUP_LAW][FLICKEMUP_GOLD] = 6;
    act("play O1");
    flick("shoot left 180 1500", "{'touched':[]}");
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    stand_up();
    sit("3", 2);
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_LAW);
    stand_up();
}

CASE(at_12_more_eliminations_then_hit_points_in_iron_in_the_store)
{
    sit("4", 2);
    kill(L1);
    at()->initiative = L2;
    kill(O1);
    kill(O2);
    for (int cowboy = L2; cowboy <= L5; cowboy++)
        at()->figure[cowboy].hit_points = 1;
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_LAW);
    stand_up();
    sit("4", 2);
    at()->figure[L3].hit_points = 2;
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(three_poisoned_win_at_a_strike_not_before)
{
    sit("5", 2);
    for (int building = SHERIFF; building <= STORE; building++)
        if (building != SALOON) {
            at()->up[building][FLICKEMUP_CLEAN] = 0;
            at()->up[building][FLICKEMUP_POISONED] = 1;
        }
    act("play L1");
    flick("shoot left 0 1000", "{'touched':[]}");
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    assert_false(strike());
    assert_int_equal(at()->winner, 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(at_12_four_clean_or_two_poisoned_or_hit_points_in_bad_water)
{
    for (int poisoned = 0; poisoned <= 2; poisoned++) {
        sit("5", 2);
        at()->figure[L5].hit_points = 2;
        static const int places[] = {SHERIFF, STORE};
        for (int i = 0; i < poisoned; i++) {
            at()->up[places[i]][FLICKEMUP_CLEAN] = 0;
            at()->up[places[i]][FLICKEMUP_POISONED] = 1;
        }
        if (poisoned == 2)
            at()->figure[O5].hit_points = 1; /* hit points would be the lawmen's */
        assert_int_equal(winner_at_12(), 1 + (poisoned == 0 ? FLICKEMUP_LAW : FLICKEMUP_OUT));
        stand_up();
    }
}

CASE(both_witnesses_inside_the_town_hall_win_and_one_is_enough_at_12)
{
    sit("6", 2);
    act("play O1");
    act("end");
    put_inside(W1, HALL);
    put(W2, 450, 170, 270);
    act("play L1");
    flick("walk witness2 270 600", "{'touched':['town_hall:door']}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    stand_up();
    sit("6", 2);
    put_inside(W1, HALL);
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_LAW);
    stand_up();
    sit("6", 2);
    put_inside(W1, BANK);
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(two_of_a_kind_in_one_hand_count_twice)
{
    sit("7", 2);
    at()->figure[O1].hand[0] = at()->figure[O1].hand[1] = FLICKEMUP_DOCUMENT;
    at()->figure[L1].hand[1] = FLICKEMUP_DOCUMENT;
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(the_town_hall_is_held_with_a_document_only)
{
    sit("7", 2);
    put_inside(L1, HALL);
    assert_true(strike());
    assert_true(strike());
    at()->figure[L1].hand[0] = FLICKEMUP_DOCUMENT;
    at()->pool[FLICKEMUP_DOCUMENT]--;
    assert_true(strike());
    assert_false(strike());
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    stand_up();
    sit("7", 2); /* lying there will do, but not with an enemy inside who has the other */
    put_inside(L1, HALL);
    put_inside(L2, HALL);
    put_inside(O1, HALL);
    at()->up[HALL][FLICKEMUP_DOCUMENT] = 1;
    at()->figure[O1].hand[0] = FLICKEMUP_DOCUMENT;
    assert_true(strike());
    assert_true(strike());
    at()->figure[O1].hand[0] = FLICKEMUP_NOTHING;
    assert_true(strike());
    assert_false(strike());
    stand_up();
    sit("7", 2);
    at()->figure[O1].hand[0] = FLICKEMUP_DOCUMENT;
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
    sit("7", 2); /* one each is not more: hit points decide */
    at()->figure[O1].hand[0] = at()->figure[L1].hand[0] = FLICKEMUP_DOCUMENT;
    at()->figure[L2].hit_points = 1;
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(explosions_near_both_doors_win_and_stay_true)
{
    sit("8", 2);
    at()->figure[O1].hand[0] = at()->figure[O1].hand[1] = FLICKEMUP_DYNAMITE;
    put(O1, 330, 400, 0);
    act("play O1");
    flick("throw 0 900", "{'final':{'dynamite':[450,411,0]}}"); /* 89 mm from the Sheriff's door */
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    flick("throw 0 900", "{'final':{'dynamite':[700,409,0]}}"); /* 91 mm from the Bank's */
    assert_int_not_equal(at()->stage, FLICKEMUP_OVER);
    at()->figure[O2].hand[0] = FLICKEMUP_DYNAMITE;
    turn_of("O2");
    flick("throw 0 900", "{'final':{'dynamite':[700,411,0]}}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(the_hostage_is_delivered_in_hand_inside_or_lying_there)
{
    sit("9", 2);
    at()->figure[L1].hand[0] = FLICKEMUP_HOSTAGE;
    assert_false(holds(FLICKEMUP_LAW, false, 0));
    put_inside(L1, SHERIFF);
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    at()->figure[L1].hand[0] = FLICKEMUP_NOTHING;
    at()->up[SHERIFF][FLICKEMUP_HOSTAGE] = 1;
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    at()->up[SHERIFF][FLICKEMUP_HOSTAGE] = 0;
    at()->figure[O1].hand[0] = FLICKEMUP_HOSTAGE; /* in an enemy's hand it is not */
    put_inside(O1, SHERIFF);
    assert_false(holds(FLICKEMUP_LAW, false, 0));
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_OUT);
    stand_up();
}

CASE(o5_out_by_the_east_or_the_sheriff_dead_wins_at_the_gallows)
{
    sit("10", 2);
    put(O5, 860, 300, 0);
    turn_of("O5");
    flick("move 0 1500", "{'touched':[],'off':['disc']}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_OUT);
    stand_up();
    sit("10", 2);
    at()->figure[L1].hit_points = 1;
    act("play O1");
    flick("shoot left 180 1500", "{'touched':['L1'],'fell':['L1']}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_OUT);
    stand_up();
    sit("10", 2);
    put(O5, 500, 300, 0);
    turn_of("L1");
    flick("shoot left 0 1500", "{'touched':['O5'],'fell':['O5']}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    stand_up();
    sit("10", 2);
    assert_int_equal(winner_at_12(), 1 + FLICKEMUP_LAW);
    stand_up();
}

CASE(a_team_with_no_living_cowboy_on_the_table_loses)
{
    sit("3", 2);
    for (int cowboy = O2; cowboy <= O5; cowboy++)
        at()->figure[cowboy].where = FLICKEMUP_GONE; /* gone out, but without enough gold */
    put(O1, 700, 60, 270);
    act("play O1");
    flick("move 270 1500", "{'touched':[],'off':['disc']}");
    assert_int_equal(at()->winner, 1 + FLICKEMUP_LAW);
    stand_up();
}

CASE(the_last_of_a_team_is_shot_and_the_other_team_wins)
{
    for (int team = 0; team < 2; team++) { /* the deed: eliminations are no goal there */
        sit("7", 2);
        const int first = team == FLICKEMUP_LAW ? O1 : L1;
        for (int cowboy = first + 1; cowboy < first + 5; cowboy++)
            kill(cowboy);
        at()->figure[first].hit_points = 1;
        turn_of(team == FLICKEMUP_LAW ? "L1" : "O1");
        flick("shoot left 0 1500",
              team == FLICKEMUP_LAW ? "{'touched':['O1'],'fell':['O1']}" : "{'touched':['L1'],'fell':['L1']}");
        assert_int_equal(at()->stage, FLICKEMUP_OVER);
        assert_int_equal(at()->winner, 1 + team);
        stand_up();
    }
    for (int team = 0; team < 2; team++) { /* by his own hand: the others win */
        sit("7", 2);
        const int first = team == FLICKEMUP_LAW ? L1 : O1;
        for (int cowboy = first + 1; cowboy < first + 5; cowboy++)
            kill(cowboy);
        at()->figure[first].hit_points = 1;
        turn_of(team == FLICKEMUP_LAW ? "L1" : "O1");
        flick("shoot left 0 1500",
              team == FLICKEMUP_LAW ? "{'touched':['L1'],'fell':['L1']}" : "{'touched':['O1'],'fell':['O1']}");
        assert_int_equal(at()->winner, 1 + !team);
        stand_up();
    }
}

CASE(the_acting_team_is_asked_first)
{
    sit("8", 2);
    /* One blast kills the last enemies that both sides need: it is the outlaws' turn, so they are asked first. */
    for (int cowboy = O2; cowboy <= O4; cowboy++)
        kill(cowboy);
    at()->figure[O1].hand[0] = FLICKEMUP_DYNAMITE;
    at()->exploded = 0;
    for (int i = 0; i < book()->edition.tests; i++)
        if (book()->edition.test[i].kind == FLICKEMUP_TEST_EXPLODED && book()->edition.test[i].place == SHERIFF)
            at()->exploded |= FLIP_BIT(i);
    put(O1, 700, 420, 0);
    at()->figure[O1].hit_points = 1;
    act("play O1");
    flick("throw 90 300", "{'final':{'dynamite':[700,445,0]}}");
    assert_int_equal(flickemup_dead_of(at(), FLICKEMUP_OUT), 4);
    assert_int_equal(at()->winner, 1 + FLICKEMUP_OUT);
    stand_up();
}

/* all, any, not, true and the faces of tokens, in a scenario of our own. */
CASE(conditions_are_put_together_with_all_any_not_true)
{
    json_t *root = read_scenario(4);
    json_object_set_new(
        root, "win",
        j("[{'team':'lawmen','if':{'all':[{'not':{'eliminated':{'figures':['L1'],'min':1}}},"
          "{'any':[{'inside':{'team':'lawmen','place':'bank'}},"
          "{'tokens':{'kind':'colt','face':'down','min':5}}]}]}},"
          "{'team':'outlaws','when':'strike','if':{'inside':{'figures':['O1','O2'],'place':'bank','min':1}}}]"));
    json_object_set_new(root, "at12", j("[{'team':'outlaws','if':{'true':true}}]"));
    assert_null(parse(root)); /* five Colts face down: there are four */
    assert_non_null(strstr(problem.message, "win[0].if.all[1].any[1].tokens.min: 5 is more than there are: 4 tokens"));
    root = read_scenario(4);
    json_object_set_new(
        root, "win",
        j("[{'team':'lawmen','if':{'all':[{'not':{'eliminated':{'figures':['L1'],'min':1}}},"
          "{'any':[{'inside':{'team':'lawmen','place':'bank'}},"
          "{'tokens':{'kind':'colt','face':'up','min':1}}]}]}},"
          "{'team':'outlaws','when':'strike','if':{'inside':{'figures':['O1','O2'],'place':'bank','min':1}}}]"));
    json_object_set_new(root, "at12", j("[{'team':'outlaws','if':{'true':true}}]"));
    struct flip_edition *edition = parse(root);
    if (!edition) {
        fail_msg("%s", problem.message);
        return;
    }
    sit_with("1", 2, "exact", edition);
    flip_edition_free(edition);
    assert_false(holds(FLICKEMUP_LAW, false, 0));
    for (int cowboy = L1; cowboy <= L4; cowboy++)
        put_inside(cowboy, BANK);
    assert_false(holds(FLICKEMUP_LAW, false, 0)); /* default: all living */
    kill(L5);
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    kill(L1);
    assert_false(holds(FLICKEMUP_LAW, false, 0)); /* not */
    at()->figure[L1].where = FLICKEMUP_ON_TABLE;
    assert_false(holds(FLICKEMUP_LAW, false, 0));
    at()->up[STORE][FLICKEMUP_COLT] = 1; /* any */
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    at()->up[STORE][FLICKEMUP_COLT] = 0;
    assert_false(holds(FLICKEMUP_LAW, false, 0));
    at()->ground[0].token = FLICKEMUP_COLT; /* on the ground is face up too, and in a hand */
    at()->grounded = 1;
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    at()->grounded = 0;
    at()->figure[O4].hand[1] = FLICKEMUP_COLT;
    assert_true(holds(FLICKEMUP_LAW, false, 0));
    at()->figure[O4].hand[1] = FLICKEMUP_NOTHING;
    at()->up[STORE][FLICKEMUP_COLT] = 1;
    assert_false(holds(FLICKEMUP_OUT, false, 1));
    put_inside(O2, BANK);
    assert_true(holds(FLICKEMUP_OUT, false, 1));
    stand_up();
}

/* --- conditions in words ----------------------------------------------------------------------------------------------------- */

CASE(every_kind_of_condition_is_told_in_words)
{
    static const struct {
        int scenario;
        const char *condition, *words;
    } cases[] = {
        {1, "{'eliminated':{'team':'outlaws','min':3}}", "eliminate three outlaws"},
        {1, "{'eliminated':{'team':'outlaws','min':5}}", "eliminate all outlaws"},
        {1, "{'eliminated':{'figures':['O5'],'min':1}}", "eliminate O5"},
        {1, "{'eliminated':{'figures':['O1','O2','O5'],'min':2}}", "eliminate two of O1, O2 and O5"},
        {3, "{'delivered':{'token':'gold','to':'S','min':4}}", "bring four sacks of gold out by exit S"},
        {9, "{'delivered':{'token':'hostage','to':'sheriff','min':1}}", "bring the hostage to the Sheriff's office"},
        {6, "{'inside':{'figures':['witness1','witness2'],'place':'town_hall','min':2}}",
         "have both witnesses inside the Town Hall"},
        {6, "{'inside':{'figures':['witness1','witness2'],'place':'town_hall'}}",
         "have all living witnesses inside the Town Hall"},
        {6, "{'eliminated':{'figures':['witness2'],'min':1}}", "eliminate witness 2"},
        {2, "{'holds':{'place':'saloon','strikes':1}}", "have more men in the Saloon than the enemy at one strike"},
        {7, "{'holds':{'place':'town_hall','token':'document','strikes':2}}",
         "have more men in the Town Hall than the enemy, with a document there that the enemy lacks, at two strikes in "
         "a "
         "row"},
        {5, "{'tokens':{'kind':'water','face':'poisoned','min':3}}", "see three poisoned waters in town"},
        {8, "{'exploded_near':{'place':'bank','mm':60}}", "blow up dynamite within 60 mm of the Bank's door"},
        {8, "{'all':[{'exploded_near':{'place':'bank','mm':60}},{'exploded_near':{'place':'sheriff','mm':60}}]}",
         "blow up dynamite within 60 mm of the Bank's door and of the Sheriff's door"},
        {10, "{'left':{'figure':'O5','exit':'E'}}", "get O5 out by exit E"},
        {2, "{'more':{'inside':'saloon'}}", "have more men in the Saloon"},
        {7, "{'all':[{'more':{'token':'document'}},{'not':{'more':'eliminations'}}]}",
         "have more documents in hand and not have more eliminations"},
        {1, "{'any':[{'more':'hit_points'},{'true':true}]}", "have more hit points, or be there"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *root = read_scenario(cases[i].scenario);
        json_t *win = json_pack("[{s:s, s:o}]", "team", "lawmen", "if", j(cases[i].condition));
        json_object_set_new(root, "win", win);
        json_object_set_new(root, "at12", j("[{'team':'outlaws','if':{'true':true}}]"));
        struct flip_edition *edition = parse(root);
        if (!edition)
            fail_msg("%s: %s", cases[i].condition, problem.message);
        char words[300];
        struct flip_text text = flip_text_in(words, sizeof words);
        flickemup_goals_of(edition->data, FLICKEMUP_LAW, &text);
        assert_string_equal(words, cases[i].words);
        text = flip_text_in(words, sizeof words);
        flickemup_goals_of(edition->data, FLICKEMUP_OUT, &text);
        assert_string_equal(words, "hold out until 12");
        flip_edition_free(edition);
    }
}

CASE(what_decides_at_12_is_told_in_its_order)
{
    static const struct {
        int scenario;
        const char *words;
    } cases[] = {
        {1, "more hit points win; else it is a draw"},
        {2, "more men in the Saloon win; else more hit points win; else it is a draw"},
        {3, "the lawmen win"},
        {6, "the lawmen win if they have one of the witnesses inside the Town Hall; else the outlaws win"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flip_edition *edition = parse(read_scenario(cases[i].scenario));
        assert_non_null(edition);
        char words[300];
        struct flip_text text = flip_text_in(words, sizeof words);
        flickemup_noon_of(edition->data, &text);
        assert_string_equal(words, cases[i].words);
        flip_edition_free(edition);
    }
}

/* --- the loader's refusals ------------------------------------------------------------------------------------------------- */

struct refusal {
    int scenario;
    const char *path; /* a key, or two with a dot */
    const char *value;
    const char *reason;
};

/* `without`: a key that the scenario has not, or NULL. */
static void refuses_without(const struct refusal *cases, size_t count, const char *without)
{
    for (size_t i = 0; i < count; i++) {
        json_t *root = read_scenario(cases[i].scenario), *object = root;
        char key[60];
        if (without)
            json_object_del(root, without);
        snprintf(key, sizeof key, "%s", cases[i].path);
        char *dot = strchr(key, '.');
        if (dot) {
            *dot = '\0';
            object = json_object_get(root, key);
        }
        json_object_set_new(object, dot ? dot + 1 : key, j(cases[i].value));
        struct flip_edition *edition = parse(root);
        if (edition)
            fail_msg("%s = %s should have been refused", cases[i].path, cases[i].value);
        if (!strstr(problem.message, cases[i].reason) || strncmp(problem.message, "my.json: ", 9) != 0)
            fail_msg("%s = %s: '%s'", cases[i].path, cases[i].value, problem.message);
    }
}

static void refuses(const struct refusal *cases, size_t count) { refuses_without(cases, count, NULL); }

CASE(unknown_names_are_refused_with_their_place)
{
    static const struct refusal cases[] = {
        {1, "weather", "'fine'", "weather: this key is unknown here"},
        {1, "buildings.church", "[1,1]", "buildings.church: this key is unknown here"},
        {1, "objects.rocks", "[]", "objects.rocks: this key is unknown here"},
        {1, "cowboys.L6", "{'at':[1,1]}", "cowboys.L6: there is no figure of this name"},
        {1, "cowboys.L1", "{'at':[60,140],'speed':3}", "cowboys.L1.speed: this key is unknown here"},
        {1, "rules", "['flying']", "rules[0]: expected one of buildings, duel"},
        {3, "tokens.church", "{'gold':1}", "tokens.church: this key is unknown here"},
        {3, "tokens.bank", "{'silver':1}", "tokens.bank.silver: this key is unknown here"},
        {3, "exits.S", "{'edge':'south','from':1,'to':50}", "exits.S.edge: expected one of bottom, top, left, right"},
        {1, "initiative", "'L9'", "initiative: expected a cowboy of this scenario"},
        {1, "initiative", "'witness1'", "initiative: expected a cowboy of this scenario"},
        {1, "win", "[{'team':'sheriffs','if':{'true':true}}]", "win[0].team: expected one of lawmen, outlaws"},
        {1, "win", "[{'team':'lawmen','when':'noon','if':{'true':true}}]",
         "win[0].when: expected one of action, strike"},
        {1, "win", "[{'team':'lawmen','if':{'luck':1}}]", "win[0].if.luck: this key is unknown here"},
        {1, "win", "[{'team':'lawmen','if':{'eliminated':{'figures':['witness1']}}}]",
         "win[0].if.eliminated.figures[0]: expected a figure of this scenario"},
        {1, "win", "[{'team':'lawmen','if':{'inside':{'team':'lawmen','place':'church'}}}]",
         "win[0].if.inside.place: expected one of sheriff"},
        {1, "win", "[{'team':'lawmen','if':{'left':{'figure':'L1','exit':'S'}}}]",
         "win[0].if.left.exit: expected an exit of this scenario"},
        {1, "win", "[{'team':'lawmen','if':{'delivered':{'token':'gold','to':'bank'}}}]",
         "win[0].if.delivered.token: no such token is in the scenario"},
        {3, "win", "[{'team':'lawmen','if':{'delivered':{'token':'gold','to':'N'}}}]",
         "win[0].if.delivered.to: expected a building or an exit of this scenario"},
        {3, "win", "[{'team':'lawmen','if':{'delivered':{'token':'gold','to':7}}}]",
         "win[0].if.delivered.to: expected a building or an exit of this scenario"},
        {1, "win", "[{'team':'lawmen','if':{'exploded_near':{'place':'bank','mm':60}}}]",
         "win[0].if.exploded_near: there is no dynamite in the scenario"},
        {1, "win", "[{'team':'lawmen','if':{'more':'luck'}}]",
         "win[0].if.more: expected one of hit_points, eliminations"},
        {1, "at12", "[{'team':'lawmen','when':'action','if':{'true':true}}]", "at12[0].when: this key is unknown here"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

CASE(a_min_above_what_exists_is_refused)
{
    static const struct refusal cases[] = {
        {1, "win", "[{'team':'lawmen','if':{'eliminated':{'team':'outlaws','min':6}}}]",
         "win[0].if.eliminated.min: 6 is more than there are: 5 figures"},
        {6, "win", "[{'team':'lawmen','if':{'eliminated':{'figures':['witness1'],'min':2}}}]",
         "win[0].if.eliminated.min: 2 is more than there are: 1 figures"},
        {6, "win", "[{'team':'lawmen','if':{'inside':{'figures':['witness1','witness2'],'place':'bank','min':3}}}]",
         "win[0].if.inside.min: 3 is more than there are: 2 figures"},
        {3, "win", "[{'team':'outlaws','if':{'delivered':{'token':'gold','to':'S','min':7}}}]",
         "win[0].if.delivered.min: 7 is more than there are: 6 tokens"},
        {5, "win", "[{'team':'outlaws','if':{'tokens':{'kind':'water','face':'poisoned','min':5}}}]",
         "win[0].if.tokens.min: 5 is more than there are: 4 tokens"},
        {4, "win", "[{'team':'outlaws','if':{'tokens':{'kind':'gold','face':'down','min':4}}}]",
         "win[0].if.tokens.min: 4 is more than there are: 3 tokens face down"},
        {3, "win", "[{'team':'outlaws','if':{'tokens':{'kind':'gold','face':'down','min':1}}}]",
         "win[0].if.tokens.min: 1 is more than there are: 0 tokens face down"},
        {2, "win", "[{'team':'outlaws','if':{'holds':{'place':'saloon','strikes':6}}}]",
         "win[0].if.holds.strikes: expected a whole number from 1 to 5"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

CASE(more_pieces_than_the_box_has_are_refused)
{
    static const struct refusal cases[] = {
        {1, "objects.barrels", "[[300,330],[600,270],[450,200],[450,400],[100,50],[120,90]]",
         "objects.barrels: the box has 5 of these, not 6"},
        {1, "objects.cactuses", "[[340,420],[560,180],[450,300],[100,50]]", "objects.cactuses: the box has 3"},
        {1, "objects.fences", "[[1,1],[1,9],[1,9],[1,9],[1,9]]", "objects.fences: the box has 4"},
        {1, "objects.tumbleweeds", "[[1,1],[1,9],[1,9],[1,9],[1,9],[1,9]]", "objects.tumbleweeds: the box has 5"},
        {1, "objects.gallows", "[[100,50],[200,250]]", "objects.gallows: the box has 1"},
        {3, "tokens.bank", "{'gold':12}", "tokens.bank.gold: expected a whole number from 1 to 11"},
        {3, "tokens", "{'bank':{'gold':6},'saloon':{'gold':6}}", "the box has 11 sacks of gold, not 12"},
        {4, "face_down", "{'tokens':{'colt':6},'places':{'bank':6}}", "the box has 5 Colts, not 6"},
        {8, "tokens", "{'store':{'dynamite':3}}", "the box has 2 dynamites, not 3"},
        {5, "tokens", "{'bank':{'clean_water':3},'store':{'poisoned_water':2}}", "the box has 4 water tokens, not 5"},
        {7, "face_down", "{'tokens':{'document':3},'places':{'bank':3}}", "the box has 2 documents, not 3"},
        {9, "face_down", "{'tokens':{'hostage':2},'places':{'bank':2}}", "the box has 1 hostages, not 2"},
        {4, "face_down", "{'tokens':{'winchester':3},'places':{'bank':3}}", "the box has 2 Winchesters, not 3"},
        {1, "cowboys",
         "{'L1':{'at':[60,140],'hit_points':9},'L2':{'at':[60,200],'hit_points':9},'L3':{'at':[60,260],"
         "'hit_points':9},'L4':{'at':[60,340],'hit_points':9},'O1':{'at':[840,140],'hit_points':9}}",
         "cowboys: the box has 38 hit points, not 45"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

CASE(a_figure_may_begin_in_a_building_and_with_tokens_which_it_holds_in_their_order)
{
    json_t *root = read_scenario(3), *cowboys = json_object_get(root, "cowboys");
    json_object_set_new(cowboys, "L2", j("{'in':'saloon','tokens':['colt','gold']}"));
    json_object_set_new(cowboys, "L3", j("{'in':'bank','tokens':['gold','colt']}"));
    json_object_set_new(cowboys, "L4", j("{'in':'bank','tokens':['document']}"));
    struct flip_edition *edition = parse(root);
    if (!edition)
        fail_msg("%s", problem.message);
    sit_with("1", 2, "exact", edition);
    flip_edition_free(edition);
    assert_true(inside(L2, SALOON) && inside(L3, BANK) && inside(L4, BANK));
    for (int figure = L2; figure <= L3; figure++) {
        assert_int_equal(who(figure)->hand[0], FLICKEMUP_GOLD);
        assert_int_equal(who(figure)->hand[1], FLICKEMUP_COLT);
    }
    assert_int_equal(who(L4)->hand[0], FLICKEMUP_DOCUMENT);
    assert_int_equal(who(L4)->hand[1], 0);
    assert_int_equal(at()->up[BANK][FLICKEMUP_GOLD], 6);
    stand_up();
}

CASE(tokens_and_figures_in_places_that_are_not_theirs_are_refused)
{
    static const struct refusal cases[] = {
        {5, "cowboys.L1", "{'in':'bank','tokens':['clean_water']}",
         "cowboys.L1.tokens[0]: water stays in its building"},
        {5, "cowboys.L1", "{'in':'bank','tokens':['poisoned_water']}",
         "cowboys.L1.tokens[0]: water stays in its building"},
        {3, "cowboys.L1", "{'in':'bank','tokens':['gold','hostage']}",
         "cowboys.L1.tokens: the hostage fills both spaces"},
        {3, "cowboys.L1", "{'in':'bank','tokens':['gold','gold','gold']}", "cowboys.L1.tokens: expected"},
        {3, "cowboys.L1", "{'in':'bank','tokens':['silver']}", "cowboys.L1.tokens[0]: expected one of gold, colt"},
        {10, "cowboys.witness1", "{'in':'gallows'}", "cowboys.witness1.in: only a cowboy can be on the gallows"},
        {1, "cowboys.L1", "{'in':'church'}", "cowboys.L1.in: expected one of sheriff"},
        {3, "buildings", "{'saloon':[700,500,270]}", "tokens.bank: this building is not in the scenario"},
        {4, "buildings", "{'saloon':[700,500,270]}", "face_down.places: the building 'sheriff' is not in the scenario"},
        {5, "face_down", "{'tokens':{'clean_water':1},'places':{'bank':1}}", "face_down.tokens: water lies face up"},
        {5, "face_down", "{'tokens':{'poisoned_water':1},'places':{'bank':1}}", "face_down.tokens: water lies face up"},
        {1, "cowboys.L1", "{'at':[60,140,400]}", "cowboys.L1.at[2]: expected a number from -360 to 360"},
        {3, "exits", "{'':{'edge':'bottom','from':600,'to':800}}", "the name of an exit has 1 to"},
        {3, "exits", "{'far away in the south':{'edge':'bottom','from':600,'to':800}}", "the name of an exit has 1 to"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

CASE(a_place_that_is_not_in_the_scenario_is_refused_wherever_it_is_named)
{
    static const struct refusal cases[] = {
        {1, "cowboys.L1", "{'in':'bank'}", "cowboys.L1.in: this building is not in the scenario"},
        {1, "not_allowed", "{'bank':9}", "not_allowed: the building 'bank' is not in the scenario"},
        {1, "win", "[{'team':'lawmen','if':{'inside':{'team':'lawmen','place':'bank'}}}]",
         "win[0].if.inside.place: this building is not in the scenario"},
    };
    refuses_without(cases, sizeof cases / sizeof *cases, "buildings");
}

CASE(overlapping_pieces_are_refused)
{
    static const struct refusal cases[] = {
        {1, "objects.barrels", "[[300,330],[310,330]]",
         "barrel1 at 300, 330 and barrel2 at 310, 330 stand in each other"},
        {1, "objects.fences", "[[250,380,0],[250,380,90]]",
         "fence1 at 250, 380 and fence2 at 250, 380 stand in each other"},
        {1, "objects.fences", "[[250,380,0],[270,373,45]]",
         "fence1 at 250, 380 and fence2 at 270, 373 stand in each other"},
        {1, "cowboys.L1", "{'at':[66,215]}", "L1 at 66, 215 and L2 at 60, 220 stand in each other"},
        {1, "cowboys.L1", "{'at':[232,500]}", "L1 at 232, 500 and sheriff at 200, 500 stand in each other"},
        {1, "objects.tumbleweeds", "[[232,496]]",
         "sheriff at 200, 500 and tumbleweed1 at 232, 496 stand in each other"},
        {1, "buildings.bank", "[200,500,0]", "sheriff at 200, 500 and bank at 200, 500 stand in each other"},
        {1, "objects.cactuses", "[[200,489]]", "sheriff at 200, 500 and cactus1 at 200, 489 stand in each other"},
        {1, "objects.gallows", "[[200,475]]", "sheriff at 200, 500 and gallows at 200, 475 stand in each other"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

CASE(low_things_stand_under_a_front)
{
    json_t *root = read_scenario(1);
    json_object_set_new(json_object_get(root, "objects"), "barrels", j("[[200,489]]")); /* 26 mm, the front is at 30 */
    /* Side by side, along a side and at an angle, is not in each other. */
    json_object_set_new(json_object_get(root, "objects"), "fences", j("[[250,380,0],[250,388,0],[300,415,45]]"));
    json_object_set_new(json_object_get(root, "objects"), "cactuses", j("[[340,420],[354,420]]"));
    struct flip_edition *edition = parse(root);
    if (!edition)
        fail_msg("%s", problem.message);
    flip_edition_free(edition);
}

CASE(a_team_with_neither_win_nor_at12_is_refused)
{
    static const struct refusal cases[] = {
        {3, "win", "[{'team':'lawmen','if':{'true':true}}]", "the outlaws have neither 'win' nor 'at12'"},
        {9, "win", "[{'team':'outlaws','if':{'true':true}}]", "the lawmen have neither 'win' nor 'at12'"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

CASE(whatever_else_does_not_fit_is_refused)
{
    static const struct refusal cases[] = {
        {1, "table", "[100,600]", "table[0]: expected a number from 300 to 3000"},
        {1, "start", "12", "start: expected a whole number from 1 to 11"},
        {1, "cowboys.L1", "{'at':[901,140]}", "cowboys.L1.at[0]: expected a number from 0 to 900"},
        {1, "cowboys.L1", "{}", "cowboys.L1: a figure is either at a place"},
        {1, "cowboys.L1", "{'in':'gallows'}", "cowboys.L1.in: the gallows is not in the scenario"},
        {1, "cowboys", "{'L1':{'at':[60,140]}}", "cowboys: the outlaws have no cowboy"},
        {3, "tokens.bank", "{'dynamite':1}", "there are dynamites, but 'rules' does not name 'dynamite'"},
        {4, "face_down", "{'tokens':{'colt':3},'places':{'bank':2}}", "face_down: there are 3 tokens for 2 places"},
        {3, "exits.S", "{'edge':'bottom','from':600,'to':610}", "exits.S: an exit is at least as wide"},
        {3, "exits", "{'bank':{'edge':'bottom','from':600,'to':800}}",
         "exits.bank: an exit cannot be called like a building"},
        {1, "win", "[{'team':'lawmen','if':{'true':true,'not':{'true':true}}}]", "win[0].if: a condition has one key"},
        {1, "win", "[{'team':'lawmen','if':{'eliminated':{'min':1}}}]", "either a 'team' or 'figures'"},
        {5, "win", "[{'team':'lawmen','if':{'tokens':{'kind':'water','min':1}}}]", "water has the face"},
        {1, "win",
         "[{'team':'lawmen','if':{'not':{'not':{'not':{'not':{'not':{'not':{'not':{'not':{'true':true}}}}}}}}}}]",
         "conditions are at most 8 deep"},
        {7, "not_allowed", "{'bank':13}", "not_allowed.bank: expected a whole number from 2 to 12"},
        {1, "name", "''", "name: expected a text"},
    };
    refuses(cases, sizeof cases / sizeof *cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ten_start_at_their_hours_with_their_initiative),
        cmocka_unit_test(the_town_of_all_scenarios),
        cmocka_unit_test(from_scenario_two_on_buildings_duel_and_two_pistols),
        cmocka_unit_test(what_each_scenario_adds),
        cmocka_unit_test(the_files_say_the_same_as_what_is_compiled_in),
        cmocka_unit_test(eliminated_counts_a_team_or_figures),
        cmocka_unit_test(who_holds_the_saloon_at_two_strikes_in_a_row_wins),
        cmocka_unit_test(at_12_more_inside_the_saloon_then_more_hit_points),
        cmocka_unit_test(two_sacks_out_by_the_south_win_the_bank_job),
        cmocka_unit_test(at_12_more_eliminations_then_hit_points_in_iron_in_the_store),
        cmocka_unit_test(three_poisoned_win_at_a_strike_not_before),
        cmocka_unit_test(at_12_four_clean_or_two_poisoned_or_hit_points_in_bad_water),
        cmocka_unit_test(both_witnesses_inside_the_town_hall_win_and_one_is_enough_at_12),
        cmocka_unit_test(two_of_a_kind_in_one_hand_count_twice),
        cmocka_unit_test(the_town_hall_is_held_with_a_document_only),
        cmocka_unit_test(explosions_near_both_doors_win_and_stay_true),
        cmocka_unit_test(the_hostage_is_delivered_in_hand_inside_or_lying_there),
        cmocka_unit_test(o5_out_by_the_east_or_the_sheriff_dead_wins_at_the_gallows),
        cmocka_unit_test(a_team_with_no_living_cowboy_on_the_table_loses),
        cmocka_unit_test(the_last_of_a_team_is_shot_and_the_other_team_wins),
        cmocka_unit_test(the_acting_team_is_asked_first),
        cmocka_unit_test(conditions_are_put_together_with_all_any_not_true),
        cmocka_unit_test(every_kind_of_condition_is_told_in_words),
        cmocka_unit_test(what_decides_at_12_is_told_in_its_order),
        cmocka_unit_test(unknown_names_are_refused_with_their_place),
        cmocka_unit_test(a_min_above_what_exists_is_refused),
        cmocka_unit_test(more_pieces_than_the_box_has_are_refused),
        cmocka_unit_test(a_figure_may_begin_in_a_building_and_with_tokens_which_it_holds_in_their_order),
        cmocka_unit_test(tokens_and_figures_in_places_that_are_not_theirs_are_refused),
        cmocka_unit_test(a_place_that_is_not_in_the_scenario_is_refused_wherever_it_is_named),
        cmocka_unit_test(overlapping_pieces_are_refused),
        cmocka_unit_test(low_things_stand_under_a_front),
        cmocka_unit_test(a_team_with_neither_win_nor_at12_is_refused),
        cmocka_unit_test(whatever_else_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
