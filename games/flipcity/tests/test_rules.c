/*
 * Flip City against the referee's book: each test names the rule it checks. Piles are laid out by hand, cards come up as the
 * test says; `act` takes a move in notation and the events that must follow it, no more and no fewer.
 */
#include "case.h"
#include "games/flipcity/bot/taste.h"
#include "table/table.h"
#include <flipside/flipside.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct play {
    union {
        struct flipcity_rules rules;
        struct flipcity_mind mind;
    };
    struct flipcity_state state;
};

static const struct flip_game *const game = &flip_flipcity;

/* --- laying out a game ------------------------------------------------------------------------------------------------ */

static int face_named(const struct play *p, const char *name, size_t length)
{
    for (int face = 0; face < p->rules.faces; face++)
        if (strlen(p->rules.edition.face[face].id) == length &&
            memcmp(p->rules.edition.face[face].id, name, length) == 0)
            return face;
    fail_msg("no face %.*s", (int)length, name);
    return -1;
}

static int face(const struct play *p, const char *name) { return face_named(p, name, strlen(name)); }

/* Faces separated by spaces; in a deck the first is the known top. */
static void lay(const struct play *p, struct flipcity_pile *pile, const char *names)
{
    memset(pile, 0, sizeof *pile);
    pile->top = FLIPCITY_NONE;
    for (const char *name = names; *name;) {
        const size_t length = strcspn(name, " ");
        const int f = face_named(p, name, length);
        if (pile->size == 0)
            pile->top = (uint8_t)f;
        pile->count[f]++;
        pile->faces |= (flipcity_faces)(1 << f);
        pile->size++;
        name += length + strspn(name + length, " ");
    }
}

static void lay_city(struct play *p, int seat, const char *deck, const char *discard)
{
    lay(p, &p->state.seat[seat].deck, deck);
    lay(p, &p->state.seat[seat].discard, discard);
    p->state.seat[seat].discard.top = FLIPCITY_NONE;
}

static void open_edition(struct play *p, const void *edition, int seats, bool office)
{
    struct flip_options options;
    struct flip_error error;
    memset(p, 0, sizeof *p);
    flip_options_default(game, &options);
    assert_int_equal(flip_options_set(game, &options, "office", office ? "true" : "false", &error), 0);
    assert_int_equal(game->rules->prepare(&p->rules, edition, &options, seats, &error), 0);
    game->rules->start(&p->rules, &p->state);
}

/* A game at the beginning of seat 0's first turn; its city and the next one's as given. */
static struct play begin(int seats, const char *deck, const char *discard)
{
    struct play p;
    open_edition(&p, game->files->editions[0].data, seats, true);
    for (int seat = 0; seat < seats; seat++)
        lay_city(&p, seat, "convenience_store", "");
    lay_city(&p, 0, deck, discard);
    p.state.step = FLIPCITY_PLAY;
    return p;
}

/* --- acting ------------------------------------------------------------------------------------------------------------ */

static const char *text_of(const struct play *p, int seat, flip_move move)
{
    static char text[FLIP_MOVE_TEXT];
    struct flip_text out = flip_text_in(text, sizeof text);
    game->words->text(&p->rules, &p->state, seat, move, &out);
    return text;
}

static bool offered(const struct play *p, const char *text, flip_move *out)
{
    flip_move moves[256];
    const int count = game->rules->moves(&p->rules, &p->state, p->state.acting, moves, 256);
    for (int i = 0; i < count; i++)
        if (strcmp(text_of(p, p->state.acting, moves[i]), text) == 0) {
            if (out)
                *out = moves[i];
            return true;
        }
    return false;
}

static void assert_offered(const struct play *p, const char *text)
{
    if (!offered(p, text, NULL))
        fail_msg("'%s' should be offered", text);
}

static void assert_not_offered(const struct play *p, const char *text)
{
    if (offered(p, text, NULL))
        fail_msg("'%s' should not be offered", text);
}

static void deal(struct play *p, const char *name)
{
    struct flip_chances chances;
    if (game->rules->turn(&p->rules, &p->state) != FLIP_BIT(FLIP_DEALER))
        fail_msg("no event is due, but '%s' was expected", name);
    game->rules->chances(&p->rules, &p->state, &chances);
    for (int i = 0; i < chances.count; i++)
        if (strcmp(text_of(p, FLIP_DEALER, chances.list[i].event), name) == 0) {
            game->rules->apply(&p->rules, &p->state, FLIP_DEALER, chances.list[i].event);
            return;
        }
    fail_msg("the event '%s' should be possible", name);
}

/* `events`: separated by ", "; afterwards a seat must be to decide, or the game over. */
static void act(struct play *p, const char *text, const char *events)
{
    flip_move move = 0;
    if (!offered(p, text, &move))
        fail_msg("'%s' should be offered", text);
    assert_true(game->rules->legal(&p->rules, &p->state, p->state.acting, move, NULL));
    game->rules->apply(&p->rules, &p->state, p->state.acting, move);
    for (const char *event = events; *event;) {
        char name[64];
        const size_t length = strcspn(event, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, event);
        deal(p, name);
        event += length + strspn(event + length, ", ");
    }
    if (game->rules->turn(&p->rules, &p->state) == FLIP_BIT(FLIP_DEALER))
        fail_msg("after '%s' one more event is due than expected", text);
}

static int in_discard(const struct play *p, int seat, const char *name)
{
    return p->state.seat[seat].discard.count[face(p, name)];
}

static int in_deck(const struct play *p, int seat, const char *name)
{
    return p->state.seat[seat].deck.count[face(p, name)];
}

static struct flip_result result_of(const struct play *p)
{
    struct flip_result result = {0};
    game->rules->result(&p->rules, &p->state, &result);
    return result;
}

/* --- set-up ------------------------------------------------------------------------------------------------------------ */

CASE(start_player_then_each_top)
{
    struct play p;
    open_edition(&p, game->files->editions[0].data, 3, true);
    struct flip_chances chances;
    game->rules->chances(&p.rules, &p.state, &chances);
    assert_int_equal(chances.count, 3);
    deal(&p, "seat 1");
    deal(&p, "hospital");
    deal(&p, "apartment");
    deal(&p, "residential_area");
    assert_int_equal(game->rules->turn(&p.rules, &p.state), FLIP_BIT(1));
    assert_int_equal(p.state.seat[0].deck.top, face(&p, "hospital"));
    assert_int_equal(p.state.seat[1].deck.top, face(&p, "apartment"));
    assert_int_equal(p.state.seat[2].deck.top, face(&p, "residential_area"));
}

CASE(solo_has_no_start_event)
{
    struct play p;
    open_edition(&p, game->files->editions[0].data, 1, true);
    deal(&p, "central_park");
    assert_int_equal(game->rules->turn(&p.rules, &p.state), FLIP_BIT(0));
}

CASE(first_deck_and_supply)
{
    static const struct {
        const char *name;
        int start, supply, solo;
    } book[] = {{"residential_area", 4, 0, 0}, {"apartment", 1, 0, 0},   {"convenience_store", 1, 12, 4},
                {"shopping_mall", 0, 0, 0},    {"hospital", 1, 12, 4},   {"church", 0, 0, 0},
                {"factory", 1, 8, 4},          {"power_plant", 0, 0, 0}, {"central_park", 1, 8, 4},
                {"station", 0, 0, 0},          {"office", 0, 10, 4},     {"trade_center", 0, 0, 0}};
    static const struct {
        int seats, total;
        bool office;
    } totals[] = {{4, 86, true}, {4, 76, false}, {2, 68, true}, {1, 29, true}, {1, 25, false}};
    struct play many, solo;
    open_edition(&many, game->files->editions[0].data, 4, true);
    open_edition(&solo, game->files->editions[0].data, 1, true);
    assert_int_equal(many.rules.faces, 12);
    for (size_t i = 0; i < sizeof book / sizeof *book; i++) {
        const int f = face(&many, book[i].name);
        assert_int_equal(many.state.seat[3].deck.count[f], book[i].start);
        assert_int_equal(many.state.supply[f], book[i].supply);
        assert_int_equal(solo.state.supply[f], book[i].solo);
    }
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        struct play p;
        open_edition(&p, game->files->editions[0].data, totals[i].seats, totals[i].office);
        assert_int_equal(p.rules.total, totals[i].total);
    }
}

CASE(faces_as_in_the_book)
{
    static const struct {
        const char *name;
        int price, fee, cash, points, unhappy, recycle_cash, recycle_limit, recycle_actions;
    } book[] = {{"residential_area", 255, 1, 1, 0, 1, 0, 0, 0},
                {"apartment", 255, 8, 1, 0, 1, 0, 0, 0},
                {"convenience_store", 2, 3, 1, 0, 0, 0, 0, 0},
                {"shopping_mall", 2, 255, 2, 1, 0, 1, 0, 0},
                {"hospital", 4, 4, 1, 0, 1, 0, 0, 0},
                {"church", 4, 255, 0, 0, 0, 0, 1, 0},
                {"factory", 5, 6, 2, 0, 0, 0, 0, 0},
                {"power_plant", 5, 255, 2, 3, 0, 2, 0, 0},
                {"central_park", 7, 5, 0, 2, 0, 0, 0, 0},
                {"station", 7, 255, 0, 3, 0, 0, 0, 0},
                {"office", 5, 3, 1, 0, 0, 0, 0, 0},
                {"trade_center", 5, 255, 2, 2, 0, 0, 0, 1}};
    struct play p;
    open_edition(&p, game->files->editions[0].data, 2, true);
    for (size_t i = 0; i < sizeof book / sizeof *book; i++) {
        const int f = face(&p, book[i].name);
        const struct flipcity_face *printed = &p.rules.edition.face[f];
        assert_int_equal(p.rules.edition.card[f / 2].price, book[i].price);
        assert_int_equal(printed->fee, book[i].fee);
        assert_int_equal(printed->cash, book[i].cash);
        assert_int_equal(printed->points, book[i].points);
        assert_int_equal(printed->unhappy, book[i].unhappy);
        assert_int_equal(printed->recycle_cash, book[i].recycle_cash);
        assert_int_equal(printed->recycle_limit, book[i].recycle_limit);
        assert_int_equal(printed->recycle_actions, book[i].recycle_actions);
    }
}

/* --- playing cards ----------------------------------------------------------------------------------------------------- */

CASE(first_card_must_be_played)
{
    struct play p = begin(2, "convenience_store factory", "");
    assert_not_offered(&p, "stop");
    act(&p, "play", "factory");
    assert_offered(&p, "stop");
    assert_offered(&p, "play");
    struct flip_error why;
    assert_false(game->rules->legal(&p.rules, &p.state, 0, flipcity_bare(FLIPCITY_MOVE_SHUFFLE), &why));
    assert_non_null(strstr(why.message, "deck is empty"));
}

CASE(hospitals_count_unhappy_symbols)
{
    struct play p = begin(2, "hospital hospital factory", "");
    act(&p, "play", "hospital");
    assert_int_equal(p.state.cash, 2);
    act(&p, "play", "factory");
    assert_int_equal(p.state.cash, 5);
}

CASE(residential_on_top_must_be_played)
{
    struct play p = begin(2, "factory residential_area apartment convenience_store", "");
    act(&p, "play", "residential_area, convenience_store");
    assert_not_offered(&p, "stop");
    act(&p, "play", "apartment");
    assert_offered(&p, "stop");
}

CASE(third_unhappy_symbol_ends_the_turn_at_once)
{
    struct play p = begin(2, "hospital apartment apartment residential_area", "factory");
    act(&p, "play", "apartment");
    act(&p, "play", "apartment");
    act(&p, "play", "residential_area");
    assert_int_equal(p.state.acting, 1);
    assert_int_equal(p.state.step, FLIPCITY_PLAY);
    assert_int_equal(in_discard(&p, 0, "apartment"), 2);
    assert_int_equal(in_discard(&p, 0, "hospital"), 1);
    assert_int_equal(in_deck(&p, 0, "residential_area"), 1);
    assert_int_equal(p.state.seat[0].deck.top, face(&p, "residential_area"));
    assert_int_equal(p.state.cash, 0);
}

CASE(a_broken_turn_drops_no_bottom_card)
{
    struct play p = begin(2, "factory church church", "");
    p.state.unhappy = 2;
    p.rules.edition.face[face(&p, "factory")].unhappy = 1;
    act(&p, "play", "church");
    assert_int_equal(p.state.acting, 1);
    assert_int_equal(p.state.seat[0].deck.size, 2);
}

CASE(park_makes_play_the_next_card)
{
    struct play p = begin(2, "central_park convenience_store factory", "");
    act(&p, "play", "convenience_store");
    assert_not_offered(&p, "stop");
    act(&p, "play", "factory");
    assert_offered(&p, "stop");
    assert_int_equal(p.state.points, 2);
}

CASE(obligation_with_an_empty_deck_may_stop_or_shuffle_and_then_binds)
{
    struct play p = begin(2, "station", "convenience_store factory");
    act(&p, "play", "");
    assert_offered(&p, "stop");
    act(&p, "shuffle", "convenience_store");
    assert_not_offered(&p, "stop");
    act(&p, "play", "factory");
    assert_offered(&p, "stop");
}

CASE(obligation_ends_with_the_turn)
{
    struct play p = begin(1, "station", "factory");
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    act(&p, "shuffle office", "factory");
    act(&p, "play", "station");
    assert_offered(&p, "stop");
}

CASE(factory_drops_the_bottom_after_the_new_top)
{
    struct play p = begin(2, "factory hospital church station", "");
    act(&p, "play", "church, station");
    assert_int_equal(p.state.seat[0].deck.top, face(&p, "church"));
    assert_int_equal(in_discard(&p, 0, "station"), 1);
    assert_int_equal(p.state.seat[0].deck.size, 2);
}

CASE(bottom_card_is_never_the_known_top)
{
    struct play p = begin(2, "factory hospital church church", "");
    flip_move play = flipcity_bare(FLIPCITY_MOVE_PLAY);
    game->rules->apply(&p.rules, &p.state, 0, play);
    deal(&p, "hospital");
    struct flip_chances chances;
    game->rules->chances(&p.rules, &p.state, &chances);
    assert_int_equal(chances.count, 1);
    assert_int_equal(chances.list[0].weight, 2);
    assert_string_equal(text_of(&p, FLIP_DEALER, chances.list[0].event), "church");
}

CASE(factory_with_one_card_left_moves_it_without_an_event)
{
    struct play p = begin(2, "factory residential_area", "");
    act(&p, "play", "residential_area");
    assert_int_equal(p.state.seat[0].deck.size, 0);
    assert_int_equal(in_discard(&p, 0, "residential_area"), 1);
    assert_offered(&p, "stop");
    assert_offered(&p, "shuffle");
    assert_not_offered(&p, "play");
}

CASE(factory_as_last_card_moves_nothing)
{
    struct play p = begin(2, "factory", "church");
    act(&p, "play", "");
    assert_int_equal(p.state.seat[0].discard.size, 1);
    assert_int_equal(p.state.cash, 2);
}

CASE(nothing_shuffles_by_itself)
{
    struct play p = begin(2, "", "hospital church");
    assert_offered(&p, "stop");
    assert_offered(&p, "shuffle");
    assert_not_offered(&p, "play");
    act(&p, "shuffle", "hospital");
    assert_int_equal(p.state.seat[0].discard.size, 0);
    assert_int_equal(p.state.seat[0].deck.size, 2);
}

CASE(a_turn_that_begins_with_an_empty_deck_may_stop_at_once)
{
    struct play p = begin(2, "", "hospital church");
    act(&p, "stop", "");
    assert_int_equal(p.state.step, FLIPCITY_BUILD);
}

CASE(a_turn_that_begins_with_an_empty_deck_may_play_or_stop_after_the_shuffle)
{
    for (int seats = 1; seats <= 2; seats++) {
        struct play p = begin(seats, "", "hospital church");
        act(&p, seats == 1 ? "shuffle office" : "shuffle", "hospital");
        assert_offered(&p, "play");
        act(&p, "stop", "");
        act(&p, "done", "");
        assert_int_equal(p.state.seat[0].deck.top, face(&p, "hospital"));
        assert_int_equal(p.state.played_count, 0);
    }
    /* The next turn finds a deck: its first card must be played. */
    struct play p = begin(1, "", "hospital church");
    act(&p, "shuffle office", "hospital");
    act(&p, "stop", "");
    act(&p, "done", "");
    assert_not_offered(&p, "stop");
    act(&p, "play", "church");
    assert_offered(&p, "stop");
}

CASE(a_residential_area_on_top_after_such_a_shuffle_must_be_played_all_the_same)
{
    struct play p = begin(2, "", "residential_area church");
    act(&p, "shuffle", "residential_area");
    assert_not_offered(&p, "stop");
    act(&p, "play", "church");
    assert_offered(&p, "stop");
}

CASE(games_of_version_1_must_play_the_first_card_after_a_shuffle)
{
    struct flip_options options;
    struct flip_error error;
    struct play p = begin(2, "", "hospital church");
    flip_options_of_version(game, 1, &options);
    memset(&p.mind, 0, sizeof p.mind);
    assert_int_equal(game->rules->prepare(&p.rules, game->files->editions[0].data, &options, 2, &error), 0);
    assert_offered(&p, "stop");
    act(&p, "shuffle", "hospital");
    assert_not_offered(&p, "stop");
    assert_false(game->rules->legal(&p.rules, &p.state, 0, flipcity_bare(FLIPCITY_MOVE_STOP), &error));
    assert_non_null(strstr(error.message, "at least one card"));
}

CASE(played_cards_stay_out_of_a_shuffle)
{
    struct play p = begin(2, "hospital", "church");
    act(&p, "play", "");
    act(&p, "shuffle", "church");
    assert_int_equal(in_deck(&p, 0, "hospital"), 0);
    act(&p, "play", "");
    assert_not_offered(&p, "shuffle");
    assert_offered(&p, "stop");
}

/* --- recycling --------------------------------------------------------------------------------------------------------- */

CASE(recycled_church_saves_a_turn)
{
    struct play p = begin(2, "apartment apartment residential_area factory", "church");
    act(&p, "play", "apartment");
    act(&p, "play", "residential_area");
    assert_not_offered(&p, "stop");
    act(&p, "recycle church", "");
    assert_int_equal(in_discard(&p, 0, "hospital"), 1);
    assert_int_equal(in_discard(&p, 0, "church"), 0);
    act(&p, "play", "factory");
    assert_int_equal(p.state.acting, 0);
    assert_int_equal(p.state.unhappy, 3);
    assert_int_equal(p.state.limit, 3);
}

CASE(played_church_raises_the_limit)
{
    struct play p = begin(2, "church factory", "");
    act(&p, "play", "factory");
    assert_int_equal(p.state.limit, 3);
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    assert_int_equal(p.state.limit, 2);
}

CASE(recycle_at_every_decision_of_the_play_phase)
{
    struct play p = begin(2, "factory", "shopping_mall power_plant trade_center church");
    act(&p, "recycle shopping_mall", "");
    assert_int_equal(p.state.cash, 1);
    act(&p, "play", "");
    act(&p, "recycle power_plant", "");
    assert_int_equal(p.state.cash, 5);
    act(&p, "recycle trade_center", "");
    assert_int_equal(p.state.actions, 2);
    act(&p, "stop", "");
    assert_not_offered(&p, "recycle church");
    assert_int_equal(in_discard(&p, 0, "convenience_store"), 1);
    assert_int_equal(in_discard(&p, 0, "factory"), 1);
    assert_int_equal(in_discard(&p, 0, "office"), 1);
}

CASE(stations_and_apartments_cannot_be_recycled)
{
    struct play p = begin(2, "factory", "station apartment hospital");
    assert_not_offered(&p, "recycle station");
    assert_not_offered(&p, "recycle apartment");
    assert_not_offered(&p, "recycle hospital");
}

/* --- building ---------------------------------------------------------------------------------------------------------- */

static struct play building(int seats, int cash, int actions, const char *discard)
{
    struct play p = begin(seats, "convenience_store", discard);
    act(&p, "play", "");
    p.state.cash = cash;
    p.state.actions = (uint16_t)actions;
    act(&p, "stop", "");
    return p;
}

CASE(one_action_and_the_turn_is_over)
{
    struct play p = building(2, 4, 1, "");
    assert_not_offered(&p, "buy factory");
    assert_offered(&p, "buy convenience_store");
    act(&p, "buy hospital", "");
    assert_int_equal(in_discard(&p, 0, "hospital"), 1);
    assert_int_equal(p.state.supply[face(&p, "hospital")], 11);
    assert_int_equal(p.state.acting, 1);
    assert_int_equal(in_discard(&p, 0, "convenience_store"), 1);
}

CASE(building_is_asked_without_cash)
{
    struct play p = building(2, 0, 1, "residential_area");
    flip_move moves[8];
    assert_int_equal(game->rules->moves(&p.rules, &p.state, 0, moves, 8), 1);
    act(&p, "done", "");
    assert_int_equal(p.state.acting, 1);
}

CASE(flip_a_card_of_the_discard_pile_only)
{
    struct play p = building(2, 6, 1, "factory");
    assert_not_offered(&p, "flip convenience_store"); /* it was played this turn */
    act(&p, "flip factory", "");
    assert_int_equal(in_discard(&p, 0, "power_plant"), 1);
    assert_int_equal(in_discard(&p, 0, "factory"), 0);
}

CASE(backs_but_the_apartment_have_no_fee)
{
    struct play p = building(2, 50, 1, "shopping_mall church power_plant station trade_center apartment");
    assert_not_offered(&p, "flip shopping_mall");
    assert_not_offered(&p, "flip church");
    assert_not_offered(&p, "flip power_plant");
    assert_not_offered(&p, "flip station");
    assert_not_offered(&p, "flip trade_center");
    assert_offered(&p, "flip apartment 1");
}

CASE(develop_costs_price_and_fee)
{
    struct play p = building(2, 10, 1, "");
    assert_not_offered(&p, "develop factory"); /* 5 + 6 */
    assert_offered(&p, "develop convenience_store");
    p.state.cash = 11;
    act(&p, "develop factory", "");
    assert_int_equal(in_discard(&p, 0, "power_plant"), 1);
    assert_int_equal(p.state.supply[face(&p, "factory")], 7);
}

CASE(what_was_bought_this_turn_may_be_flipped)
{
    struct play p = building(2, 8, 2, "");
    act(&p, "buy office", "");
    assert_int_equal(p.state.acting, 0);
    assert_int_equal(p.state.actions, 1);
    act(&p, "flip office", "");
    assert_int_equal(in_discard(&p, 0, "trade_center"), 1);
    assert_int_equal(p.state.acting, 1);
}

CASE(office_and_trade_center_bring_actions)
{
    struct play p = begin(2, "office trade_center", "");
    act(&p, "play", "trade_center");
    assert_int_equal(p.state.actions, 2);
    act(&p, "play", "");
    assert_int_equal(p.state.actions, 3);
    assert_int_equal(p.state.points, 2);
    assert_int_equal(p.state.cash, 3);
}

CASE(empty_supply_pile_sells_nothing)
{
    struct play p = building(2, 20, 2, "");
    p.state.supply[face(&p, "factory")] = 1;
    p.state.supply_size = (uint16_t)(p.state.supply_size - 7);
    act(&p, "buy factory", "");
    assert_not_offered(&p, "buy factory");
    assert_not_offered(&p, "develop factory");
    struct flip_error why;
    assert_false(
        game->rules->legal(&p.rules, &p.state, 0, flipcity_with(FLIPCITY_MOVE_BUY, face(&p, "factory")), &why));
    assert_non_null(strstr(why.message, "no more"));
}

CASE(flipped_apartment_is_a_residential_area_of_a_chosen_player)
{
    struct play p = building(3, 8, 1, "apartment");
    assert_not_offered(&p, "flip apartment");
    assert_not_offered(&p, "flip apartment 0");
    assert_offered(&p, "flip apartment 1");
    act(&p, "flip apartment 2", "");
    assert_int_equal(in_discard(&p, 2, "residential_area"), 1);
    assert_int_equal(in_discard(&p, 1, "residential_area"), 0);
    assert_int_equal(in_discard(&p, 0, "apartment"), 0);
    assert_int_equal(in_discard(&p, 0, "residential_area"), 0);
}

CASE(solo_a_flipped_apartment_leaves_the_game)
{
    struct play p = building(1, 8, 1, "apartment");
    act(&p, "flip apartment", "");
    assert_int_equal(p.state.aside[face(&p, "residential_area")], 1);
    assert_int_equal(in_discard(&p, 0, "apartment"), 0);
}

CASE(reasons_name_price_and_cash)
{
    struct play p = building(2, 3, 1, "factory");
    struct flip_error why;
    assert_false(
        game->rules->legal(&p.rules, &p.state, 0, flipcity_with(FLIPCITY_MOVE_FLIP, face(&p, "factory")), &why));
    assert_string_equal(why.message, "That costs 6 cash and you have 3.");
    assert_false(
        game->rules->legal(&p.rules, &p.state, 0, flipcity_with(FLIPCITY_MOVE_DEVELOP, face(&p, "factory")), &why));
    assert_string_equal(why.message, "That costs 11 cash and you have 3.");
    assert_false(game->rules->legal(&p.rules, &p.state, 0, flipcity_bare(FLIPCITY_MOVE_PLAY), &why));
    assert_false(game->rules->legal(&p.rules, &p.state, 1, flipcity_bare(FLIPCITY_MOVE_DONE), &why));
}

/* --- the end ------------------------------------------------------------------------------------------------------------ */

CASE(eight_points_win_after_building)
{
    struct play p = begin(2, "power_plant power_plant trade_center", "");
    act(&p, "play", "power_plant");
    act(&p, "play", "trade_center");
    act(&p, "play", "");
    assert_int_equal(p.state.points, 8);
    assert_false(result_of(&p).over);
    act(&p, "stop", "");
    assert_false(result_of(&p).over);
    act(&p, "done", "");
    const struct flip_result result = result_of(&p);
    assert_true(result.over);
    assert_int_equal(result.winners, 1);
    assert_int_equal(result.score[0], 1);
    assert_int_equal(result.score[1], 0);
    assert_string_equal(flipcity_won_by(&p.state, 0), "points");
    assert_null(flipcity_won_by(&p.state, 1));
}

CASE(seven_points_do_not_win)
{
    struct play p = begin(2, "power_plant power_plant shopping_mall", "");
    act(&p, "play", "power_plant");
    act(&p, "play", "shopping_mall");
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    assert_false(result_of(&p).over);
    assert_int_equal(p.state.acting, 1);
}

static const char eighteen[] = "convenience_store church church church church church church church church "
                               "church church church church church church church church church";

static struct play play_all(const char *deck, int count)
{
    struct play p = begin(2, deck, "");
    for (int i = 1; i < count; i++)
        act(&p, "play", "church");
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    return p;
}

CASE(eighteen_cards_with_a_store_win)
{
    struct play p = play_all(eighteen, 18);
    assert_int_equal(result_of(&p).winners, 1);
    assert_string_equal(flipcity_won_by(&p.state, 0), "cards");
}

CASE(seventeen_cards_do_not_win)
{
    char deck[sizeof eighteen];
    snprintf(deck, sizeof deck, "%.*s", (int)(strlen(eighteen) - strlen(" church")), eighteen);
    struct play p = play_all(deck, 17);
    assert_false(result_of(&p).over);
}

CASE(eighteen_cards_without_a_store_do_not_win)
{
    char deck[sizeof eighteen];
    snprintf(deck, sizeof deck, "church%s", eighteen + strlen("convenience_store"));
    struct play p = play_all(deck, 18);
    assert_false(result_of(&p).over);
}

CASE(both_conditions_are_a_win_by_points)
{
    struct play p = begin(2, eighteen, "");
    p.state.points = 8;
    for (int i = 1; i < 18; i++)
        act(&p, "play", "church");
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    assert_string_equal(flipcity_won_by(&p.state, 0), "points");
}

CASE(eight_points_and_a_forced_third_symbol_do_not_win)
{
    struct play p = begin(2, "trade_center residential_area residential_area residential_area", "");
    p.state.points = 6;
    p.state.played_count = 1;
    p.state.played[0] = (uint8_t)face(&p, "station");
    act(&p, "play", "residential_area");
    assert_int_equal(p.state.points, 8);
    act(&p, "play", "residential_area");
    act(&p, "play", "residential_area");
    act(&p, "play", "");
    assert_false(result_of(&p).over);
    assert_int_equal(p.state.acting, 1);
}

/* The rulebook's second question: limit and eight points by the same card, which needs a face of an own edition. */
CASE(limit_and_points_by_one_card_do_not_win)
{
    struct flipcity_edition edition;
    memcpy(&edition, game->files->editions[0].data, sizeof edition);
    struct play p;
    open_edition(&p, &edition, 2, true);
    edition.face[face(&p, "station")].unhappy = 1;
    open_edition(&p, &edition, 2, true);
    lay_city(&p, 0, "apartment hospital station", "");
    lay_city(&p, 1, "factory", "");
    p.state.step = FLIPCITY_PLAY;
    p.state.points = 5;
    act(&p, "play", "hospital");
    act(&p, "play", "station");
    act(&p, "play", "");
    assert_int_equal(p.state.seat[0].last_points, 8);
    assert_false(result_of(&p).over);
    assert_int_equal(p.state.acting, 1);
}

CASE(a_hundred_turns_each_are_a_draw)
{
    struct play p = begin(2, "", "");
    lay_city(&p, 1, "", "");
    p.state.first = 1;
    p.state.acting = 1;
    for (int i = 0; i < 200; i++) {
        assert_false(result_of(&p).over);
        act(&p, "stop", "");
        act(&p, "done", "");
    }
    assert_true(result_of(&p).over);
    assert_int_equal(result_of(&p).winners, 0);
    assert_int_equal(p.state.end, FLIPCITY_DRAW);
}

CASE(solo_is_lost_after_a_hundred_turns)
{
    struct play p = begin(1, "", "");
    for (int i = 0; i < 100; i++) {
        act(&p, "stop", "");
        act(&p, "done", "");
    }
    assert_true(result_of(&p).over);
    assert_int_equal(result_of(&p).winners, 0);
    assert_int_equal(p.state.end, FLIPCITY_LOST);
}

/* --- solo --------------------------------------------------------------------------------------------------------------- */

static void leave_in_supply(struct play *p, const char *name)
{
    memset(p->state.supply, 0, sizeof p->state.supply);
    p->state.supply[face(p, name)] = 1;
    p->state.supply_faces = (flipcity_faces)(1 << face(p, name));
    p->state.supply_size = 1;
}

CASE(solo_each_shuffle_removes_a_card_of_the_supply)
{
    struct play p = begin(1, "", "hospital");
    assert_not_offered(&p, "shuffle");
    assert_offered(&p, "shuffle office");
    act(&p, "shuffle central_park", "hospital");
    assert_int_equal(p.state.supply[face(&p, "central_park")], 3);
    assert_int_equal(p.state.aside[face(&p, "central_park")], 1);
}

CASE(solo_is_lost_when_a_removal_empties_the_supply)
{
    struct play p = begin(1, "", "hospital");
    leave_in_supply(&p, "factory");
    p.state.points = 8;
    act(&p, "shuffle factory", ""); /* nothing is revealed */
    assert_true(result_of(&p).over);
    assert_int_equal(result_of(&p).winners, 0);
    assert_int_equal(p.state.end, FLIPCITY_LOST);
}

CASE(solo_is_lost_when_a_purchase_empties_the_supply)
{
    static const char *const purchases[] = {"buy factory", "develop factory"};
    for (int i = 0; i < 2; i++) {
        struct play p = building(1, 11, 1, "");
        leave_in_supply(&p, "factory");
        p.state.points = 8;
        act(&p, purchases[i], "");
        assert_true(result_of(&p).over);
        assert_int_equal(result_of(&p).winners, 0);
    }
}

CASE(with_more_seats_an_empty_supply_ends_nothing)
{
    struct play p = building(2, 11, 1, "");
    leave_in_supply(&p, "factory");
    act(&p, "buy factory", "");
    assert_false(result_of(&p).over);
    assert_int_equal(p.state.acting, 1);
}

/* --- what faces are told ------------------------------------------------------------------------------------------------ */

static json_t *view_of(const struct play *p)
{
    char text[16384];
    struct flip_json out = flip_json_in(text, sizeof text);
    flip_json_open(&out, NULL, '{');
    game->knowledge->view(&p->rules, &p->state, &p->state, FLIP_PUBLIC, &out);
    flip_json_close(&out);
    assert_true(flip_text_fits(&out.text));
    json_t *view = json_loads(text, 0, NULL);
    assert_non_null(view);
    return view;
}

static int number_at(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    assert_true(json_is_integer(value));
    return (int)json_integer_value(value);
}

CASE(views_have_the_fields_of_the_book)
{
    struct play p = begin(2, "hospital factory factory", "church");
    act(&p, "play", "factory");
    json_t *view = view_of(&p);
    assert_string_equal(json_string_value(json_object_get(view, "game")), "flipcity");
    assert_string_equal(json_string_value(json_object_get(view, "phase")), "play");
    assert_int_equal(number_at(view, "turn"), 1);
    json_t *own = json_array_get(json_object_get(view, "seats"), 0);
    json_t *idle = json_array_get(json_object_get(view, "seats"), 1);
    assert_int_equal(json_object_size(json_object_get(own, "deck")), 1);
    assert_int_equal(number_at(json_object_get(own, "deck"), "factory"), 2);
    assert_string_equal(json_string_value(json_object_get(own, "top")), "factory");
    assert_int_equal(number_at(json_object_get(own, "discard"), "church"), 1);
    assert_int_equal(json_array_size(json_object_get(own, "played")), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(own, "played"), 0)), "hospital");
    assert_int_equal(number_at(own, "cash"), 2);
    assert_int_equal(number_at(own, "unhappy"), 1);
    static const struct {
        const char *key;
        int value;
    } at_rest[] = {{"cash", 0}, {"points", 0}, {"unhappy", 0}, {"limit", 2}, {"actions", 1}};
    for (size_t i = 0; i < sizeof at_rest / sizeof *at_rest; i++)
        assert_int_equal(number_at(idle, at_rest[i].key), at_rest[i].value);
    json_t *shared = json_object_get(view, "shared");
    assert_int_equal(json_object_size(json_object_get(shared, "supply")), 5);
    assert_int_equal(number_at(json_object_get(shared, "supply"), "office"), 10);
    assert_int_equal(json_object_size(json_object_get(shared, "aside")), 0);
    json_decref(view);
}

CASE(view_keeps_an_empty_supply_pile_and_no_top)
{
    struct play p = begin(1, "", "hospital");
    leave_in_supply(&p, "factory");
    json_t *view = view_of(&p);
    json_t *supply = json_object_get(json_object_get(view, "shared"), "supply");
    assert_int_equal(number_at(supply, "office"), 0);
    assert_int_equal(number_at(supply, "factory"), 1);
    assert_true(json_is_null(json_object_get(json_array_get(json_object_get(view, "seats"), 0), "top")));
    json_decref(view);
}

CASE(breakdown_shows_the_last_turn)
{
    struct play p = begin(2, "power_plant power_plant trade_center", "");
    p.state.seat[1].last_points = 3;
    p.state.seat[1].last_played = 4;
    act(&p, "play", "power_plant");
    act(&p, "play", "trade_center");
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    static const char *const expected[] = {"{\"points\":8,\"played\":3,\"won_by\":\"points\"}",
                                           "{\"points\":3,\"played\":4,\"won_by\":null}"};
    for (int seat = 0; seat < 2; seat++) {
        char text[256];
        struct flip_json out = flip_json_in(text, sizeof text);
        flip_json_open(&out, NULL, '{');
        game->words->breakdown(&p.rules, &p.state, seat, &out);
        flip_json_close(&out);
        assert_string_equal(text, expected[seat]);
    }
}

CASE(a_shuffle_says_what_is_shuffled)
{
    struct play p = begin(1, "", "factory");
    flip_move move = 0;
    char words[128];
    struct flip_text out = flip_text_in(words, sizeof words);
    assert_true(offered(&p, "shuffle hospital", &move));
    game->words->tell(&p.rules, &p.state, 0, move, &out);
    assert_string_equal(words, "shuffles the discard pile; one Hospital leaves the market");
}

CASE(fields_of_actions)
{
    static const struct {
        const char *text, *fields;
    } expected[] = {
        {"done", "{\"kind\":\"done\"}"},
        {"buy hospital", "{\"kind\":\"buy\",\"face\":\"hospital\"}"},
        {"flip apartment 1", "{\"kind\":\"flip\",\"face\":\"apartment\",\"to\":1}"},
        {"flip residential_area", "{\"kind\":\"flip\",\"face\":\"residential_area\"}"},
        {"develop factory", "{\"kind\":\"develop\",\"face\":\"factory\"}"},
        {"shuffle hospital", "{\"kind\":\"shuffle\",\"remove\":\"hospital\"}"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const bool solo = strncmp(expected[i].text, "shuffle", 7) == 0;
        struct play p = solo ? begin(1, "", "factory") : building(2, 20, 1, "apartment residential_area");
        flip_move move = 0;
        assert_true(offered(&p, expected[i].text, &move));
        char text[256];
        struct flip_json out = flip_json_in(text, sizeof text);
        flip_json_open(&out, NULL, '{');
        game->words->fields(&p.rules, &p.state, 0, move, &out);
        flip_json_close(&out);
        assert_string_equal(text, expected[i].fields);
    }
}

CASE(risk_of_the_next_card)
{
    /* One symbol lies there, the Hospital brings the second; a Residential Area behind it, 2 of 4, must be played. */
    struct play p = begin(2, "hospital residential_area residential_area factory factory", "");
    p.state.unhappy = 1;
    p.state.played_count = 1;
    assert_true(flipcity_risk(&p.rules, &p.state) == 0.5);
    p.state.limit = 3; /* now both must follow: 2/4 * 1/3 */
    const double both = flipcity_risk(&p.rules, &p.state);
    assert_true(both > 1.0 / 6 - 1e-12 && both < 1.0 / 6 + 1e-12);
    p.state.unhappy = 3;
    assert_true(flipcity_risk(&p.rules, &p.state) == 1);
    /* A Factory leaves one of the two cards behind it: the new top, which then is not at the bottom. */
    p = begin(2, "factory residential_area apartment", "");
    p.state.unhappy = 2;
    p.state.played_count = 1;
    assert_true(flipcity_risk(&p.rules, &p.state) == 0.5);
    /* Of two cards the Factory is the first, and the second goes to the discard pile. */
    p = begin(2, "factory residential_area", "");
    p.state.unhappy = 2;
    p.state.played_count = 1;
    assert_true(flipcity_risk(&p.rules, &p.state) == 0);
}

/* The chance of the next two cards; -1: no second card can come up, -2: no card can be played. */
static double odds_of_two(const char *deck, int unhappy)
{
    struct play p = begin(2, deck, "");
    struct flipcity_odds odds;
    p.state.unhappy = (uint16_t)unhappy;
    p.state.played_count = 1;
    if (!flipcity_odds(&p.rules, &p.state, &odds))
        return -2;
    assert_true(odds.next == (unhappy + p.rules.edition.face[p.state.seat[0].deck.top].unhappy > p.state.limit));
    return odds.two;
}

CASE(odds_of_the_next_two_cards)
{
    /* The open card does not count among those that may follow it. */
    assert_true(odds_of_two("hospital hospital residential_area apartment factory", 1) == 0.75);
    assert_true(odds_of_two("hospital factory factory", 2) == 1); /* the open one is one too many */
    assert_true(odds_of_two("factory hospital hospital", 1) == 0);
    assert_true(odds_of_two("church hospital hospital", 2) == 0); /* it raises the limit for the card after it */
    /* No second card: an empty deck, a last card, a Factory over the last card. */
    assert_true(odds_of_two("", 0) == -2);
    assert_true(odds_of_two("hospital", 0) == -1);
    assert_true(odds_of_two("factory hospital", 2) == -1);
}

CASE(views_carry_the_odds_of_the_acting_seat)
{
    struct play p = begin(2, "hospital residential_area residential_area factory factory", "");
    p.state.unhappy = 1;
    json_t *view = view_of(&p);
    json_t *seats = json_object_get(view, "seats");
    json_t *odds = json_object_get(json_array_get(seats, 0), "odds");
    assert_true(json_is_false(json_object_get(odds, "next")));
    assert_true(json_number_value(json_object_get(odds, "two")) == 0.5);
    assert_true(json_is_null(json_object_get(json_array_get(seats, 1), "odds")));
    json_decref(view);
    p = begin(2, "hospital", "");
    view = view_of(&p);
    odds = json_object_get(json_array_get(json_object_get(view, "seats"), 0), "odds");
    assert_true(json_is_null(json_object_get(odds, "two")));
    json_decref(view);
}

/* --- at a table ---------------------------------------------------------------------------------------------------------- */

CASE(rigged_cards_records_and_undo)
{
    static const char *const rig[] = {"seat 1", "hospital", "factory", "convenience_store", "apartment"};
    struct flip_table_def def = flip_table_defaults(game);
    struct flip_error error;
    def.seats = 2;
    def.rig = rig;
    def.rig_count = 5;
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    assert_int_equal(flip_table_turn(table), FLIP_BIT(1));
    flip_move move;
    assert_int_equal(flip_table_find(table, 1, "play", &move, &error), 0);
    assert_int_equal(flip_table_act(table, 1, move, &error),
                     0); /* the Factory: store on top, an Apartment at the bottom */
    assert_int_equal(flip_table_find(table, 1, "stop", &move, &error), 0);
    assert_int_equal(flip_table_act(table, 1, move, &error), 0);
    assert_int_equal(flip_table_undo(table, 1, &error), 0);
    assert_int_equal(flip_table_undo(table, 1, &error), -1); /* a card was turned up */
    assert_int_equal(flip_table_act(table, 1, move, &error), 0);
    assert_int_equal(flip_table_find(table, 1, "buy convenience", &move, &error), -1);
    assert_int_equal(flip_table_find(table, 1, "Buy  Convenience_Store", &move, &error), 0);
    assert_int_equal(flip_table_act(table, 1, move, &error), 0);
    assert_int_equal(flip_table_turn(table), FLIP_BIT(0));
    char *record = flip_record_save(table, FLIP_RECORD_FULL, &error);
    assert_non_null(record);
    struct flip_table *again = flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &error);
    assert_non_null(again);
    assert_int_equal(again->step_count, table->step_count);
    assert_memory_equal(again->now.state, table->now.state, sizeof(struct flipcity_state));
    free(record);
    flip_table_close(again);
    flip_table_close(table);
}

CASE(the_story_of_a_table_names_whoever_sits_in_a_seat)
{
    static const char *const rig[] = {"seat 1", "hospital", "factory"};
    static const char *const told[] = {"the first turn goes to Bo", "Hospital comes up for Al",
                                       "Factory comes up for Bo"};
    struct flip_table_def def = flip_table_defaults(game);
    struct flip_error error;
    def.seats = 2;
    def.rig = rig;
    def.rig_count = 3;
    def.names[0] = "Al";
    def.names[1] = "Bo";
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    struct flip_walk walk = {0};
    assert_int_equal(flip_walk_open(&walk, table, &error), 0);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        char words[FLIP_STEP_TEXT];
        struct flip_text out = flip_text_in(words, sizeof words);
        flip_table_step_tell(table, walk.at.state, flip_walk_next(&walk), &out);
        assert_string_equal(words, told[i]);
        flip_walk_on(&walk);
    }
    flip_walk_close(&walk);
    flip_table_close(table);
}

CASE(an_impossible_rigged_card_is_refused)
{
    static const char *const rig[] = {"hospital", "hospital"};
    struct flip_table_def def = flip_table_defaults(game);
    struct flip_error error;
    def.seats = 1;
    def.rig = rig;
    def.rig_count = 2;
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    const int steps = table->step_count;
    assert_int_equal(flip_table_act(table, 0, flipcity_bare(FLIPCITY_MOVE_PLAY), &error), -1);
    assert_int_equal(table->step_count, steps);
    flip_table_close(table);
}

/* --- own editions --------------------------------------------------------------------------------------------------------- */

/* A change to the classic edition's JSON must be refused with a message that contains `reason`. */
static void refused(const char *from, const char *to, const char *reason)
{
    struct flip_error error;
    struct flip_edition *classic = flip_edition_classic(game, &error);
    assert_non_null(classic);
    const char *at = strstr(classic->json, from);
    if (!at)
        fail_msg("the classic edition has no %s", from);
    static char text[16384];
    const int length =
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - classic->json), classic->json, to, at + strlen(from));
    assert_in_range(length, 1, sizeof text - 1);
    struct flip_edition *edition = flip_edition_parse(game, text, strlen(text), "own.json", &error);
    assert_null(edition);
    if (!strstr(error.message, reason) || !strstr(error.message, "own.json"))
        fail_msg("the reason should name '%s': %s", reason, error.message);
    flip_edition_free(classic);
}

CASE(broken_editions_are_refused_with_a_reason)
{
    refused("\"face\":\"church\"", "\"face\":\"hospital\"", "already");
    refused("\"face\":\"church\"", "\"face\":\"Church!\"", "small letters");
    refused("\"limit\":2", "\"limit\":\"two\"", "whole number");
    refused("\"price\":4,", "", "price");
    refused("\"fee\":8,", "", "fee");
    refused("\"forced\":true", "\"forced\":1", "true or false");
    refused("\"marks\":{\"all\":\"J\"}", "\"marks\":{\"all\":\"X\"}", "one of");
    refused("\"marks\":{\"all\":\"J\"}", "\"marks\":{\"bonus\":\"J\"}", "bonus");
    refused("\"supply\":12", "\"supply\":120", "too many");
    refused("\"drops_bottom\":true", "\"recycle\":{\"cash\":1}", "only a back");
}

CASE(an_own_edition_plays_by_its_own_numbers)
{
    struct flip_error error;
    struct flip_edition *classic = flip_edition_classic(game, &error);
    assert_non_null(classic);
    char *at = strstr(classic->json, "\"win_points\":8");
    assert_non_null(at);
    at[strlen("\"win_points\":")] = '3';
    struct flip_edition *edition = flip_edition_parse(game, classic->json, strlen(classic->json), "own", &error);
    assert_non_null(edition);
    struct play p;
    open_edition(&p, edition->data, 2, true);
    lay_city(&p, 0, "power_plant", "");
    p.state.step = FLIPCITY_PLAY;
    act(&p, "play", "");
    act(&p, "stop", "");
    act(&p, "done", "");
    assert_int_equal(result_of(&p).winners, 1);
    flip_edition_free(edition);
    flip_edition_free(classic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_player_then_each_top),
        cmocka_unit_test(solo_has_no_start_event),
        cmocka_unit_test(first_deck_and_supply),
        cmocka_unit_test(faces_as_in_the_book),
        cmocka_unit_test(first_card_must_be_played),
        cmocka_unit_test(hospitals_count_unhappy_symbols),
        cmocka_unit_test(residential_on_top_must_be_played),
        cmocka_unit_test(third_unhappy_symbol_ends_the_turn_at_once),
        cmocka_unit_test(a_broken_turn_drops_no_bottom_card),
        cmocka_unit_test(park_makes_play_the_next_card),
        cmocka_unit_test(obligation_with_an_empty_deck_may_stop_or_shuffle_and_then_binds),
        cmocka_unit_test(obligation_ends_with_the_turn),
        cmocka_unit_test(factory_drops_the_bottom_after_the_new_top),
        cmocka_unit_test(bottom_card_is_never_the_known_top),
        cmocka_unit_test(factory_with_one_card_left_moves_it_without_an_event),
        cmocka_unit_test(factory_as_last_card_moves_nothing),
        cmocka_unit_test(nothing_shuffles_by_itself),
        cmocka_unit_test(a_turn_that_begins_with_an_empty_deck_may_stop_at_once),
        cmocka_unit_test(a_turn_that_begins_with_an_empty_deck_may_play_or_stop_after_the_shuffle),
        cmocka_unit_test(a_residential_area_on_top_after_such_a_shuffle_must_be_played_all_the_same),
        cmocka_unit_test(games_of_version_1_must_play_the_first_card_after_a_shuffle),
        cmocka_unit_test(played_cards_stay_out_of_a_shuffle),
        cmocka_unit_test(recycled_church_saves_a_turn),
        cmocka_unit_test(played_church_raises_the_limit),
        cmocka_unit_test(recycle_at_every_decision_of_the_play_phase),
        cmocka_unit_test(stations_and_apartments_cannot_be_recycled),
        cmocka_unit_test(one_action_and_the_turn_is_over),
        cmocka_unit_test(building_is_asked_without_cash),
        cmocka_unit_test(flip_a_card_of_the_discard_pile_only),
        cmocka_unit_test(backs_but_the_apartment_have_no_fee),
        cmocka_unit_test(develop_costs_price_and_fee),
        cmocka_unit_test(what_was_bought_this_turn_may_be_flipped),
        cmocka_unit_test(office_and_trade_center_bring_actions),
        cmocka_unit_test(empty_supply_pile_sells_nothing),
        cmocka_unit_test(flipped_apartment_is_a_residential_area_of_a_chosen_player),
        cmocka_unit_test(solo_a_flipped_apartment_leaves_the_game),
        cmocka_unit_test(reasons_name_price_and_cash),
        cmocka_unit_test(eight_points_win_after_building),
        cmocka_unit_test(seven_points_do_not_win),
        cmocka_unit_test(eighteen_cards_with_a_store_win),
        cmocka_unit_test(seventeen_cards_do_not_win),
        cmocka_unit_test(eighteen_cards_without_a_store_do_not_win),
        cmocka_unit_test(both_conditions_are_a_win_by_points),
        cmocka_unit_test(eight_points_and_a_forced_third_symbol_do_not_win),
        cmocka_unit_test(limit_and_points_by_one_card_do_not_win),
        cmocka_unit_test(a_hundred_turns_each_are_a_draw),
        cmocka_unit_test(solo_is_lost_after_a_hundred_turns),
        cmocka_unit_test(solo_each_shuffle_removes_a_card_of_the_supply),
        cmocka_unit_test(solo_is_lost_when_a_removal_empties_the_supply),
        cmocka_unit_test(solo_is_lost_when_a_purchase_empties_the_supply),
        cmocka_unit_test(with_more_seats_an_empty_supply_ends_nothing),
        cmocka_unit_test(views_have_the_fields_of_the_book),
        cmocka_unit_test(view_keeps_an_empty_supply_pile_and_no_top),
        cmocka_unit_test(breakdown_shows_the_last_turn),
        cmocka_unit_test(a_shuffle_says_what_is_shuffled),
        cmocka_unit_test(fields_of_actions),
        cmocka_unit_test(risk_of_the_next_card),
        cmocka_unit_test(odds_of_the_next_two_cards),
        cmocka_unit_test(views_carry_the_odds_of_the_acting_seat),
        cmocka_unit_test(rigged_cards_records_and_undo),
        cmocka_unit_test(the_story_of_a_table_names_whoever_sits_in_a_seat),
        cmocka_unit_test(an_impossible_rigged_card_is_refused),
        cmocka_unit_test(broken_editions_are_refused_with_a_reason),
        cmocka_unit_test(an_own_edition_plays_by_its_own_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
