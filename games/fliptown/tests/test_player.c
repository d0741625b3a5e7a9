/* Fliptown's quick player: its valuation of maps, its chains of steps, and that it plays every kind of game by the rules. */
#include "games/fliptown/tests/fixture.h"
#include "in_part.h"

#include "games/fliptown/bot/worth.h"

#include <math.h>

static struct flip_random chance;

static flip_move any_event(const struct fixture *fixture)
{
    struct flip_chances chances;
    fliptown_chances(&fixture->rules, &fixture->state, &chances);
    return flip_chances_pick(&chances, &chance);
}

static flip_move any_move(struct fixture *fixture, int seat)
{
    const int count = fliptown_moves(&fixture->rules, &fixture->state, seat, fixture->moves, FLIP_MAX_MOVES);
    return fixture->moves[flip_random_below(&chance, (uint32_t)count)];
}

/* One step of a game: a card, or a move of the next seat; quick, or any. */
static bool step(struct fixture *fixture, bool quick)
{
    const flip_set turn = fliptown_turn(&fixture->rules, &fixture->state);
    if (turn == 0)
        return false;
    if (turn == FLIP_BIT(FLIP_DEALER)) {
        fliptown_apply(&fixture->rules, &fixture->state, FLIP_DEALER, any_event(fixture));
        return true;
    }
    const int seat = flip_set_first(turn);
    const flip_move move =
        quick ? fliptown_quick(&fixture->rules, &fixture->state, seat, &chance) : any_move(fixture, seat);
    fliptown_apply(&fixture->rules, &fixture->state, seat, move);
    return true;
}

static const char *const kinds[] = {"",
                                    "characters=true",
                                    "holdem=true",
                                    "cowbot=bart",
                                    "cowbot=earp strength=hard",
                                    "cowbot=jane strength=easy characters=true",
                                    "cowbot=kid holdem=true",
                                    "random_setup=true",
                                    "roof_first=true one_purchase=true",
                                    "characters=true marshal_all=true"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Kinds of games that a table of so many can play. */
static bool fits(int kind, int seats) { return seats == 1 || (!strstr(kinds[kind], "cowbot") && kind != 7); }

CASE(every_quick_move_is_legal_and_every_expectation_sensible_in_every_kind_of_game)
{
    static struct fixture fixture;
    flip_random_seed(&chance, 1);
    for (int seats = 1; seats <= FLIPTOWN_SEATS; seats++)
        for (int kind = 0; kind < KINDS; kind++) {
            if (!fits(kind, seats))
                continue;
            fixture_open(&fixture, seats, kinds[kind]);
            for (flip_set turn; (turn = fliptown_turn(&fixture.rules, &fixture.state)) != 0;) {
                for (int seat = 0; seat < seats; seat++) {
                    const double hope = fliptown_estimate(&fixture.rules, &fixture.state, seat);
                    assert_true(hope > -60 && hope < 220);
                }
                struct flip_error why;
                if (turn != FLIP_BIT(FLIP_DEALER)) {
                    const int seat = flip_set_first(turn);
                    const flip_move move = fliptown_quick(&fixture.rules, &fixture.state, seat, &chance);
                    assert_true(fliptown_legal(&fixture.rules, &fixture.state, seat, move, &why));
                }
                /* Any moves as well: the player has to cope with maps that it would not make. */
                step(&fixture, flip_random_below(&chance, 4) != 0);
            }
        }
}

CASE(what_is_expected_at_the_end_is_the_score)
{
    static struct fixture fixture;
    flip_random_seed(&chance, 2);
    for (int kind = 0; kind < KINDS; kind++) {
        fixture_open(&fixture, 1, kinds[kind]);
        while (step(&fixture, true))
            ;
        const int points = fliptown_points(&fixture.rules, &fixture.state.sheet[0]).total;
        /* A trace of Wanted breaks ties. */
        assert_true(fabs(fliptown_estimate(&fixture.rules, &fixture.state, 0) - points) < 0.5);
    }
}

CASE(a_map_that_differs_a_little_is_judged_like_the_whole_map_anew)
{
    static struct fixture fixture;
    flip_random_seed(&chance, 3);
    for (int game = 0; game < games_of(40); game++) {
        fixture_open(&fixture, game % 2 ? 1 : 3, kinds[game % 2 ? game % KINDS : game % 3]);
        struct fliptown_valuation old, anew;
        struct fliptown_moment now;
        struct fliptown_sheet before;
        bool judged = false;
        while (step(&fixture, game % 3 == 0)) {
            if (fixture.state.stage != FLIPTOWN_TURNS)
                continue;
            fliptown_moment_of(&now, &fixture.rules, &fixture.state, 0);
            const struct fliptown_sheet *sheet = &fixture.state.sheet[0];
            if (judged && before.poker_count != sheet->poker_count) {
                fliptown_value_sheet(&old, &fliptown_nets[0], &now, &before);
                assert_true(fabs(fliptown_value_again(&old, sheet) -
                                 fliptown_value_sheet(&anew, &fliptown_nets[0], &now, sheet)) < 0.01);
            }
            before = *sheet;
            judged = true;
        }
    }
}

CASE(every_trait_answers_its_own_question)
{
    static const int answers[] = {
#define ANSWERS(name, count) count,
        FLIPTOWN_QUESTIONS(ANSWERS)
#undef ANSWERS
    };
    static struct fixture fixture;
    flip_random_seed(&chance, 4);
    for (int game = 0; game < games_of(200); game++) {
        const int seats = 1 + game % 4, kind = game % KINDS;
        fixture_open(&fixture, seats, fits(kind, seats) ? kinds[kind] : "");
        while (step(&fixture, game % 5 == 0)) {
            if (fixture.state.stage < FLIPTOWN_DEAL || fixture.state.turn >= FLIPTOWN_HAND)
                continue;
            uint16_t trait[FLIPTOWN_ASKED];
            struct fliptown_moment now;
            fliptown_moment_of(&now, &fixture.rules, &fixture.state, 0);
            fliptown_traits(&now, &fixture.state.sheet[0], trait);
            for (int question = 0, place = 0; question < FLIPTOWN_ASK_bounty; place += answers[question++])
                assert_in_range(trait[question], place, place + answers[question] - 1);
            for (int i = 0; i < FLIPTOWN_POSTED; i++)
                assert_in_range(trait[FLIPTOWN_ASK_bounty + i], FLIPTOWN_TRAITS - FLIPTOWN_POSTERS,
                                FLIPTOWN_TRAITS - 1);
        }
    }
}

/* A fixture in the last arrest: no turn to come, so points alone decide. */
static void last_arrest(struct fixture *fixture, int wanted, int gold, int cash, int stars, const char *sheriff)
{
    fixture_open(fixture, 1, "");
    struct fliptown_state *state = &fixture->state;
    state->stage = FLIPTOWN_BRIBES;
    state->round = FLIPTOWN_ROUNDS - 1;
    state->turn = FLIPTOWN_HAND;
    state->lineup_count = 0;
    struct fliptown_sheet *sheet = &state->sheet[0];
    sheet->wanted = (uint16_t)wanted;
    sheet->gold = (uint16_t)gold;
    sheet->cash = (uint16_t)cash;
    sheet->stars = (uint16_t)stars;
    fliptown_ask(state, 0, FLIPTOWN_BRIBE);
    if (sheriff) {
        state->sheriff = (uint8_t)flip_card_named(sheriff);
        state->sheriff_seen = 1;
        state->deck &= ~FLIP_BIT(state->sheriff);
    }
}

CASE(a_bribe_is_paid_when_the_fine_would_cost_more)
{
    static struct fixture fixture;
    const struct {
        int wanted, gold;
        const char *sheriff;
        int answer;
    } cases[] = {
        {12, 12, NULL, FLIPTOWN_DO_BRIBE}, /* eleven in thirteen to lose 8 stars, or 6 points of gold */
        {2, 2, NULL, FLIPTOWN_DO_REFUSE},  /* one in thirteen to lose 8 stars, or 1 point */
        {9, 9, "9H", FLIPTOWN_DO_REFUSE},  /* the card is known, and 9 is not greater than 9 */
        {9, 9, "8H", FLIPTOWN_DO_BRIBE},
        {20, 20, NULL, FLIPTOWN_DO_REFUSE}, /* caught for certain, but 10 points of gold are more than 8 stars */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        last_arrest(&fixture, cases[i].wanted, cases[i].gold, 0, 30, cases[i].sheriff);
        assert_int_equal(fliptown_kind(fliptown_quick(&fixture.rules, &fixture.state, 0, &chance)), cases[i].answer);
    }
}

CASE(a_fine_is_paid_with_what_is_worth_less)
{
    static struct fixture fixture;
    /* $18 are four points, 8 stars eight. */
    last_arrest(&fixture, 9, 0, 20, 30, "2C");
    fliptown_apply(&fixture.rules, &fixture.state, 0, FLIPTOWN_DO_REFUSE);
    assert_int_equal(fixture.state.sheet[0].step, FLIPTOWN_PAY);
    assert_int_equal(fliptown_field(fliptown_quick(&fixture.rules, &fixture.state, 0, &chance), 0), FLIPTOWN_WITH_CASH);
    /* With no stars left there is nothing to lose. */
    last_arrest(&fixture, 9, 0, 20, 0, "2C");
    fliptown_apply(&fixture.rules, &fixture.state, 0, FLIPTOWN_DO_REFUSE);
    assert_int_equal(fliptown_field(fliptown_quick(&fixture.rules, &fixture.state, 0, &chance), 0),
                     FLIPTOWN_WITH_STARS);
}

/* The last arrest of a Marshal and a neighbour, the Sheriff card turned: a 9. */
static flip_move marshal_s_answer(int own, int neighbour, int round)
{
    static struct fixture fixture;
    fixture_open(&fixture, 2, "characters=marshal,bandit");
    fixture_deal(&fixture, "bounty 1,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    for (int seat = 0; seat < 2; seat++) {
        fixture_write_hand(&fixture, seat, "2H 4C 6S 8D 10C");
        fixture.state.sheet[seat].wanted = (uint16_t)(seat ? neighbour : own);
        fixture.state.sheet[seat].stars = 30;
    }
    fixture.state.round = (uint8_t)round;
    fixture_end_turns(&fixture);
    if (own)
        fixture_play(&fixture, 0, "refuse");
    if (neighbour)
        fixture_play(&fixture, 1, "refuse");
    fixture_deal(&fixture, "9D");
    assert_int_equal(fixture.state.sheet[0].step, FLIPTOWN_ALL_DRAW);
    return fliptown_quick(&fixture.rules, &fixture.state, 0, &chance);
}

CASE(the_marshal_draws_for_all_when_he_would_pay_or_only_his_neighbours_can)
{
    assert_int_equal(marshal_s_answer(10, 5, 0), FLIPTOWN_DO_ABILITY);
    assert_int_equal(marshal_s_answer(10, 12, 2), FLIPTOWN_DO_ABILITY);
    assert_int_equal(marshal_s_answer(5, 12, 2), FLIPTOWN_DO_LEAVE);  /* free, and the neighbour pays */
    assert_int_equal(marshal_s_answer(0, 5, 2), FLIPTOWN_DO_ABILITY); /* nothing to lose any more */
    assert_int_equal(marshal_s_answer(0, 5, 0), FLIPTOWN_DO_LEAVE);   /* kept for himself */
    assert_int_equal(marshal_s_answer(0, 12, 2), FLIPTOWN_DO_LEAVE);
    assert_int_equal(marshal_s_answer(14, 0, 2), FLIPTOWN_DO_LEAVE); /* no card helps */
}

/* What seat 0 expects in the last turn with everything done but poker, pan and work, and the arrest. */
static double hope_with_pans(const char *options)
{
    static struct fixture fixture;
    fixture_open(&fixture, 2, options);
    fixture_deal(&fixture, "bounty 9,bounty 2,bounty 3");
    fixture_deal(&fixture, "2H 7C KS");
    struct fliptown_sheet *sheet = fixture_sheet(&fixture, 0);
    fixture_write_hand(&fixture, 0, "2H 4C 6S 8D 10C");
    sheet->gold = 13;
    sheet->pans = 2;
    sheet->wanted = 13; /* a bribe is worth it */
    sheet->stars = 30;
    sheet->visited = 1;
    fixture.state.round = FLIPTOWN_ROUNDS - 1;
    fixture.state.turn = FLIPTOWN_HAND - 1;
    fliptown_ask(&fixture.state, 0, FLIPTOWN_IDLE);
    return fliptown_estimate(&fixture.rules, &fixture.state, 0);
}

CASE(gold_that_will_be_panned_is_known_to_meet_a_bounty_before_the_bribe)
{
    const double now = hope_with_pans(""), once = hope_with_pans("version=1");
    assert_true(now > once + 1); /* the bounty and the bribe: 39 points; before it was the bounty or the bribe */
}

/* The last turn of a game with these cards. */
static void last_turn(struct fixture *fixture, const char *const cards[FLIPTOWN_LINEUP])
{
    struct fliptown_state *state = &fixture->state;
    state->round = FLIPTOWN_ROUNDS - 1;
    state->turn = FLIPTOWN_HAND - 1;
    for (int i = 0; i < FLIPTOWN_LINEUP; i++)
        fliptown_apply(&fixture->rules, state, FLIP_DEALER, (flip_move)flip_card_named(cards[i]));
}

static void play_turn(struct fixture *fixture)
{
    while (fixture->state.stage == FLIPTOWN_TURNS)
        step(fixture, true);
}

CASE(the_last_room_is_taken_when_the_cards_lead_to_the_hotel)
{
    static struct fixture fixture;
    const char *const cards[] = {"2C", "7D", "KS"};
    flip_random_seed(&chance, 5);
    fixture_open(&fixture, 1, "");
    fixture.state.sheet[0].rooms = 3;
    fixture.state.sheet[0].circled[FLIPTOWN_TOWN] = 1u << 6;
    last_turn(&fixture, cards);
    play_turn(&fixture);
    assert_int_equal(fixture.state.sheet[0].rooms, 4); /* 14 silver stars become 23 */
}

CASE(the_poker_card_is_chosen_for_the_hand)
{
    static struct fixture fixture;
    const char *const cards[] = {"9C", "9S", "4H"}, *const hand[] = {"8H", "7H", "6H", "5H"};
    flip_random_seed(&chance, 6);
    fixture_open(&fixture, 1, "");
    for (int i = 0; i < 4; i++)
        fixture.state.sheet[0].poker[fixture.state.sheet[0].poker_count++] = (uint8_t)flip_card_named(hand[i]);
    last_turn(&fixture, cards);
    const flip_move move = fliptown_quick(&fixture.rules, &fixture.state, 0, &chance);
    assert_int_equal(fliptown_field(move, 2), flip_card_named("4H")); /* a straight flush, not a straight */
}

CASE(a_chain_of_bonus_actions_is_followed_to_its_end)
{
    static struct fixture fixture;
    /* A robbery that completes the trains brings a Trail bonus; the Trail has one stop left: K with 6 stars. */
    const char *const cards[] = {"KS", "QD", "2H"};
    flip_random_seed(&chance, 7);
    fixture_open(&fixture, 1, "");
    fixture.state.sheet[0].circled[FLIPTOWN_BADLANDS] = 1u << 10 | 1u << 12;
    fixture.state.sheet[0].circled[FLIPTOWN_TRAIL] = 1u << 11;
    last_turn(&fixture, cards);
    play_turn(&fixture);
    assert_true(fixture.state.sheet[0].circled[FLIPTOWN_BADLANDS] >> 11 & 1);
    assert_true(fixture.state.sheet[0].circled[FLIPTOWN_TRAIL] >> 12 & 1);
}

CASE(the_quick_player_is_legendary_on_average)
{
    static struct fixture fixture;
    int sum = 0;
    flip_random_seed(&chance, 8);
    const int games = games_of(60);
    for (int game = 0; game < games; game++) {
        fixture_open(&fixture, 1, "");
        while (step(&fixture, true))
            ;
        sum += fliptown_points(&fixture.rules, &fixture.state.sheet[0]).total;
    }
    assert_in_range(sum, games * 90, games * 103); /* about 96, with a standard error near 0.9 in all 60 */
}

CASE(before_the_first_card_the_valuation_knows_what_the_quick_player_reaches)
{
    static struct fixture fixture;
    fixture_open(&fixture, 1, "");
    const double hope = fliptown_estimate(&fixture.rules, &fixture.state, 0);
    assert_true(hope > 80 && hope < 95);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_quick_move_is_legal_and_every_expectation_sensible_in_every_kind_of_game),
        cmocka_unit_test(what_is_expected_at_the_end_is_the_score),
        cmocka_unit_test(a_map_that_differs_a_little_is_judged_like_the_whole_map_anew),
        cmocka_unit_test(every_trait_answers_its_own_question),
        cmocka_unit_test(a_bribe_is_paid_when_the_fine_would_cost_more),
        cmocka_unit_test(a_fine_is_paid_with_what_is_worth_less),
        cmocka_unit_test(the_marshal_draws_for_all_when_he_would_pay_or_only_his_neighbours_can),
        cmocka_unit_test(gold_that_will_be_panned_is_known_to_meet_a_bounty_before_the_bribe),
        cmocka_unit_test(the_last_room_is_taken_when_the_cards_lead_to_the_hotel),
        cmocka_unit_test(the_poker_card_is_chosen_for_the_hand),
        cmocka_unit_test(a_chain_of_bonus_actions_is_followed_to_its_end),
        cmocka_unit_test(the_quick_player_is_legendary_on_average),
        cmocka_unit_test(before_the_first_card_the_valuation_knows_what_the_quick_player_reaches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
