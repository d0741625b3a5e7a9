/* Insert Coin to Play in many random games: what its own rules promise. What all games promise: tests/test_properties.c. */
#include "games/insertcoin/tests/fixture.h"

enum { GAMES = 300 };

static struct flip_random chance;

static int below(int n) { return (int)flip_random_below(&chance, (uint32_t)n); }

/* Deals or plays one random step of a random seat that may act. Returns the seat. Random players waste their Lives on
   single squares, so that games would be short: three times of four they draw if they can. */
static int random_step(struct fixture *at)
{
    const flip_set turn = fixture_turn(at);
    if (turn == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances;
        flip_insertcoin.rules->chances(&at->rules, &at->state, &chances);
        fixture_apply(at, FLIP_DEALER, flip_chances_pick(&chances, &chance));
        return FLIP_DEALER;
    }
    flip_move moves[FLIP_MAX_MOVES];
    const int seat = flip_set_nth(turn, below(flip_set_count(turn)));
    const int count = fixture_moves(at, seat, moves);
    assert_true(count > 0 && count <= INSERTCOIN_MOST_MOVES);
    flip_move move = moves[below(count)];
    if (insertcoin_kind(move) == INSERTCOIN_MOVE_FILL && below(4) > 0)
        move = moves[0];
    fixture_apply(at, seat, move);
    return seat;
}

static void open_random(struct fixture *at) { fixture_open(at, 1 + below(6), below(3) == 0); }

CASE(every_game_ends_within_32_flips_and_turns_every_card_once_at_most)
{
    flip_random_seed(&chance, 1);
    int long_games = 0;
    for (int game = 0; game < GAMES; game++) {
        open_random(&fixture);
        flip_set seen = 0;
        while (fixture_turn(&fixture)) {
            const int flips = fixture.state.flips;
            random_step(&fixture);
            if (fixture.state.flips == flips || fixture.state.over_shown)
                continue;
            assert_false(flip_set_has(seen, fixture.state.card));
            seen |= FLIP_BIT(fixture.state.card);
            assert_int_equal(seen & fixture.state.deck, 0);
            assert_int_equal(seen | fixture.state.deck, fixture.rules.all_cards);
        }
        assert_int_equal(fixture.state.stage, INSERTCOIN_OVER);
        assert_true(fixture.state.flips <= 32);
        assert_true(fixture.state.game_overs <= 2);
        assert_int_equal(flip_set_count(seen) + fixture.state.game_overs, fixture.state.flips);
        assert_true(fixture.state.game_overs >= (fixture.state.flips >= 16) + (fixture.state.flips == 32));
        long_games += fixture.state.flips > 20;
    }
    assert_true(long_games > 10);
}

CASE(pads_stay_within_their_shapes_and_their_limits)
{
    flip_random_seed(&chance, 2);
    for (int game = 0; game < GAMES; game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture)) {
            random_step(&fixture);
            for (int seat = 0; seat < fixture.rules.seats; seat++) {
                const struct insertcoin_pad *pad = &fixture.state.pad[seat];
                assert_true(pad->lives <= 3 && pad->coins <= 6);
                assert_true(pad->lives > 0 || pad->out);
                for (int level = 0; level < 3 && pad->shape[level]; level++) {
                    assert_int_equal(pad->free[level] & ~fixture.rules.shape[pad->shape[level] - 1], 0);
                    assert_int_equal(pad->free[level] == 0, pad->done >> level & 1);
                }
                assert_int_equal(pad->cherries > 0,
                                 pad->waiting_count > 0 && insertcoin_running(pad) == INSERTCOIN_ABILITY_CHERRIES);
            }
        }
        struct flip_result result;
        flip_insertcoin.rules->result(&fixture.rules, &fixture.state, &result);
        assert_true(result.over && result.winners != 0);
        for (int seat = 0; seat < fixture.rules.seats; seat++) {
            const struct insertcoin_parts parts = insertcoin_seat_parts(&fixture.rules, &fixture.state.pad[seat]);
            assert_int_equal(parts.levels + parts.coins + parts.lives, result.score[seat]);
        }
    }
}

/* In the draft and in the deal every card is in one place. */
CASE(cards_are_conserved_while_hands_are_dealt_and_passed)
{
    flip_random_seed(&chance, 3);
    for (int game = 0; game < GAMES; game++) {
        fixture_open(&fixture, 1 + below(6), below(3) > 0);
        while (fixture.state.stage <= INSERTCOIN_KEEPING) {
            flip_set hands = 0;
            int count = 0;
            for (int packet = 0; packet < fixture.rules.seats; packet++)
                for (int i = 0; i < INSERTCOIN_HAND; i++)
                    if (fixture.state.packet[packet][i]) {
                        hands |= FLIP_BIT(fixture.state.packet[packet][i]);
                        count++;
                    }
            assert_int_equal(flip_set_count(hands), count);
            assert_int_equal(hands & fixture.state.deck, 0);
            assert_int_equal(hands | fixture.state.deck, fixture.rules.all_cards);
            random_step(&fixture);
        }
        assert_int_equal(fixture.state.deck, fixture.rules.all_cards);
    }
}

/* Random squares, levels and symbols: what is legal is listed. */
static void check_legal_agrees_with_list(int seat, const flip_move *moves, int count)
{
    for (int i = 0; i < 60; i++) {
        const int symbol = below(16), level = below(4), square = below(64);
        const struct insertcoin_piece *piece = &fixture.rules.piece[symbol % 15][below(8)];
        const flip_move candidates[] = {
            insertcoin_fill(level, square),
            INSERTCOIN_MOVE_DECLINE,
            insertcoin_keep(below(31), below(31), below(31)),
            insertcoin_keep(below(31), 0, 0),
            (piece->move | (flip_move)level << INSERTCOIN_AT_LEVEL) +
                fixture.rules.step[symbol % 15] * (flip_move)square,
        };
        for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
            bool listed = false;
            for (int m = 0; m < count && !listed; m++)
                listed = moves[m] == candidates[k];
            assert_int_equal(
                listed, flip_insertcoin.rules->legal(&fixture.rules, &fixture.state, seat, candidates[k], &problem));
        }
    }
}

CASE(what_could_be_drawn_is_legal_only_if_it_is_listed)
{
    flip_random_seed(&chance, 4);
    for (int game = 0; game < 16; game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture)) {
            for (int seat = 0; seat < fixture.rules.seats; seat++) {
                flip_move moves[FLIP_MAX_MOVES];
                const int count = fixture_moves(&fixture, seat, moves);
                if (below(4) == 0)
                    check_legal_agrees_with_list(seat, moves, count);
            }
            random_step(&fixture);
        }
    }
}

/* A source of chance that says `number` when it is asked for a number below `bound`. */
struct chosen {
    struct flip_random random;
    uint64_t number, bound;
};

static uint64_t next_chosen(struct flip_random *self)
{
    const struct chosen *chosen = (const struct chosen *)self;
    return ((chosen->number << 32) / chosen->bound + 2) << 32;
}

/* Any move is found by counting alone: by its number it is the one that stands at that place in the list. */
CASE(any_move_is_the_one_at_the_drawn_place_in_the_list)
{
    flip_random_seed(&chance, 14);
    int asked[INSERTCOIN_ABILITIES] = {0}, stars = 0, picks = 0;
    for (int game = 0; game < GAMES; game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture)) {
            const flip_set turn = fixture_turn(&fixture);
            const int seat = flip_set_first(turn);
            if (turn == FLIP_BIT(FLIP_DEALER)) {
                random_step(&fixture);
                continue;
            }
            const struct insertcoin_pad *pad = &fixture.state.pad[seat];
            flip_move moves[FLIP_MAX_MOVES];
            const int count = fixture_moves(&fixture, seat, moves);
            const bool ability = pad->step == INSERTCOIN_ABILITY;
            for (int i = 0; i < count; i += ability || pad->star || below(8) == 0 ? 1 : 1 + below(count)) {
                struct chosen chosen = {{.next = next_chosen}, (uint64_t)i, (uint64_t)count};
                if (flip_insertcoin.rules->any(&fixture.rules, &fixture.state, seat, &chosen.random) != moves[i])
                    fail_msg("move %d of %d is another one", i, count);
                struct chosen again = {{.next = next_chosen}, (uint64_t)i, (uint64_t)count};
                if (insertcoin_counted(&fixture.rules, &fixture.state, seat, &again.random) != moves[i])
                    fail_msg("move %d of %d is another one on a card", i, count);
            }
            if (ability)
                asked[insertcoin_running(pad)]++;
            stars += pad->star;
            picks += fixture.rules.draft && pad->step == INSERTCOIN_CHOOSE;
            /* Good moves complete levels: that is where abilities are asked. */
            fixture_apply(&fixture, seat, flip_insertcoin.bot->quick(&fixture.rules, &fixture.state, seat, &chance));
        }
    }
    assert_true(asked[INSERTCOIN_ABILITY_CHERRIES] > 0 && asked[INSERTCOIN_ABILITY_BOMB] > 0);
    assert_true(asked[INSERTCOIN_ABILITY_POTION] > 0 && stars > 0 && picks > 0);
}

CASE(the_quick_player_plays_legal_moves_to_the_end)
{
    flip_random_seed(&chance, 5);
    int points = 0, seats = 0;
    for (int game = 0; game < 20; game++) {
        open_random(&fixture);
        for (flip_set turn; (turn = fixture_turn(&fixture));) {
            if (turn == FLIP_BIT(FLIP_DEALER)) {
                random_step(&fixture);
                continue;
            }
            const int seat = flip_set_first(turn);
            const flip_move move = flip_insertcoin.bot->quick(&fixture.rules, &fixture.state, seat, &chance);
            assert_true(flip_insertcoin.rules->legal(&fixture.rules, &fixture.state, seat, move, &problem));
            fixture_apply(&fixture, seat, move);
        }
        struct flip_result result;
        flip_insertcoin.rules->result(&fixture.rules, &fixture.state, &result);
        for (int seat = 0; seat < fixture.rules.seats; seat++)
            points += result.score[seat];
        seats += fixture.rules.seats;
    }
    assert_true(points > 40 * seats);
}

/* --- who knows what -------------------------------------------------------------------------------------------------- */

CASE(every_card_is_in_one_place_in_a_redealt_state)
{
    flip_random_seed(&chance, 7);
    int differed = 0;
    for (int game = 0; game < 60; game++) {
        fixture_open(&fixture, 2 + below(5), below(2) == 0);
        for (int step = 0; fixture_turn(&fixture) && step < 200; step++) {
            static struct fixture other;
            const int me = below(fixture.rules.seats);
            if (fixture.state.stage != INSERTCOIN_DEALING &&
                (fixture.state.stage == INSERTCOIN_KEEPING || below(8) == 0)) {
                other = fixture;
                flip_insertcoin.knowledge->redeal(&other.rules, &other.state, &other.before, me, &chance);
                differed += memcmp(&other.state, &fixture.state, sizeof fixture.state) != 0;
                flip_set all = other.state.deck;
                for (int packet = 0; packet < other.rules.seats; packet++)
                    for (int i = 0; i < INSERTCOIN_HAND; i++)
                        all |= FLIP_BIT(other.state.packet[packet][i]);
                if (fixture.state.stage == INSERTCOIN_KEEPING)
                    assert_int_equal(all & ~FLIP_BIT(0), other.rules.all_cards);
            }
            random_step(&fixture);
        }
    }
    assert_true(differed > 500);
}

/* Seat 0 passed cards 2, 3, 4 to seat 1 of three: it knows them, but not which one seat 1 took. */
CASE(a_drafter_remembers_what_it_passed_on_but_not_who_took_it)
{
    flip_random_seed(&chance, 9);
    fixture_open(&fixture, 3, true);
    fixture_turn_up(&fixture, "1 2 3 4 11 12 13 14 21 22 23 24");
    fixture_play(&fixture, 0, "keep 1");
    fixture_play(&fixture, 1, "keep 11");
    fixture_play(&fixture, 2, "keep 21");
    fixture_play(&fixture, 0, "keep 22");
    fixture_play(&fixture, 1, "keep 2");
    fixture_play(&fixture, 2, "keep 12");
    int took[31] = {0}, strangers = 0;
    for (int i = 0; i < 600; i++) {
        struct insertcoin_state state = fixture.state;
        flip_insertcoin.knowledge->redeal(&fixture.rules, &state, &fixture.before, 0, &chance);
        const flip_set mine = insertcoin_hand(&fixture.rules, &state, 0);
        assert_int_equal(mine, FLIP_BIT(13) | FLIP_BIT(14));
        assert_int_equal(insertcoin_picked(&fixture.rules, &state, 0), FLIP_BIT(1) | FLIP_BIT(22));
        const int second = state.packet[0][1]; /* what seat 1 took of my packet */
        assert_true(second >= 2 && second <= 4);
        took[second]++;
        const flip_set theirs = FLIP_BIT(state.packet[0][1]) | insertcoin_hand(&fixture.rules, &state, 2);
        assert_int_equal(theirs, FLIP_BIT(2) | FLIP_BIT(3) | FLIP_BIT(4));
        /* What seat 1 picked first I have never seen: any card that I do not know. */
        strangers += state.packet[1][0] != 11;
        assert_false(
            flip_set_has(FLIP_BIT(13) | FLIP_BIT(14) | FLIP_BIT(1) | FLIP_BIT(22) | theirs, state.packet[1][0]));
    }
    for (int card = 2; card <= 4; card++)
        assert_true(took[card] > 140 && took[card] < 260);
    assert_true(strangers > 500);
}

/* Whoever plays by clicking can reach every move: a spot belongs to it on a usual window. */
CASE(every_move_has_a_spot)
{
    flip_random_seed(&chance, 13);
    static struct flip_glyph cells[100 * 40];
    static struct flip_canvas canvas;
    for (int game = 0; game < 6; game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture)) {
            const flip_set turn = fixture_turn(&fixture);
            if (turn != FLIP_BIT(FLIP_DEALER) && below(4) == 0) {
                const int seat = flip_set_first(turn);
                flip_move moves[FLIP_MAX_MOVES];
                const int count = fixture_moves(&fixture, seat, moves);
                canvas = (struct flip_canvas){.width = 80, .height = 22, .cells = cells};
                flip_canvas_clear(&canvas);
                flip_insertcoin.words->draw(&fixture.rules, &fixture.state, &fixture.before, seat, seat, &canvas);
                for (int i = 0; i < count; i++) {
                    bool found = false;
                    for (int k = 0; k < canvas.spot_count && !found; k++)
                        found = (moves[i] & canvas.spots[k].mask) == canvas.spots[k].move;
                    char name[FLIP_MOVE_TEXT];
                    fixture_text(&fixture, seat, moves[i], name);
                    if (!found)
                        fail_msg("no spot for '%s'", name);
                }
            }
            random_step(&fixture);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends_within_32_flips_and_turns_every_card_once_at_most),
        cmocka_unit_test(pads_stay_within_their_shapes_and_their_limits),
        cmocka_unit_test(cards_are_conserved_while_hands_are_dealt_and_passed),
        cmocka_unit_test(what_could_be_drawn_is_legal_only_if_it_is_listed),
        cmocka_unit_test(any_move_is_the_one_at_the_drawn_place_in_the_list),
        cmocka_unit_test(the_quick_player_plays_legal_moves_to_the_end),
        cmocka_unit_test(every_card_is_in_one_place_in_a_redealt_state),
        cmocka_unit_test(a_drafter_remembers_what_it_passed_on_but_not_who_took_it),
        cmocka_unit_test(every_move_has_a_spot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
