/* Royal Flip in thousands of random games: what its own rules promise. What all games promise: tests/test_properties.c. */
#include "games/royalflip/tests/fixture.h"
#include "in_part.h"

enum { GAMES = 1500 };

static struct fixture fixture;
static struct flip_random chance;

/* Deals or plays one random step of a random seat that may act. Returns the seat. */
static int random_step(struct fixture *at)
{
    const flip_set turn = fixture_turn(at);
    if (turn == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances;
        flip_royalflip.rules->chances(&at->rules, &at->state, &chances);
        fixture_apply(at, FLIP_DEALER, flip_chances_pick(&chances, &chance));
        return FLIP_DEALER;
    }
    flip_move moves[FLIP_MAX_MOVES];
    const int seat = flip_set_nth(turn, (int)flip_random_below(&chance, (uint32_t)flip_set_count(turn)));
    const int count = fixture_moves(at, seat, moves);
    assert_true(count > 0);
    fixture_apply(at, seat, moves[flip_random_below(&chance, (uint32_t)count)]);
    return seat;
}

/* A table of random size, sometimes PvP. */
static void open_random(struct fixture *at)
{
    const int seats = 1 + (int)flip_random_below(&chance, 6);
    fixture_open(at, seats, seats > 1 && flip_random_below(&chance, 2));
}

CASE(every_game_ends_after_twelve_rounds_with_36_cards_each_seen_once)
{
    flip_random_seed(&chance, 1);
    for (int game = 0; game < games_of(GAMES); game++) {
        open_random(&fixture);
        flip_set seen = 0;
        int rounds = 0;
        while (fixture_turn(&fixture)) {
            const int round = fixture.state.round, revealed = fixture.state.revealed;
            if (random_step(&fixture) == FLIP_DEALER) {
                const int card = fixture.state.lineup[revealed];
                assert_false(flip_set_has(seen, card));
                seen |= FLIP_BIT(card);
            }
            rounds += fixture.state.round != round;
        }
        assert_int_equal(rounds, 12);
        assert_int_equal(flip_set_count(seen), 36);
        assert_int_equal(seen | fixture.state.deck, FLIP_DECK_52);
        assert_int_equal(fixture.state.revealed, 3);
    }
}

/* How many numbers a sheet has, how far it went and what it earned must follow from its steps. */
CASE(sheets_only_hold_what_was_written_and_circled)
{
    flip_random_seed(&chance, 2);
    for (int game = 0; game < games_of(GAMES); game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture))
            random_step(&fixture);
        for (int seat = 0; seat < fixture.rules.seats; seat++) {
            const struct royalflip_sheet *sheet = &fixture.state.sheet[seat];
            int gained[4] = {0}, points = 0;
            for (flip_set spaces = sheet->circled; spaces; spaces = flip_set_rest(spaces)) {
                const struct royalflip_space *space = &fixture.rules.edition.track[flip_set_first(spaces)];
                gained[space->bonus]++;
                points += space->bonus == ROYALFLIP_POINTS ? space->value : 0;
            }
            assert_int_equal(flip_set_count(sheet->written), 12 + gained[ROYALFLIP_NUMBER]);
            assert_int_equal(sheet->written & ~fixture.rules.cells, 0);
            assert_int_equal(sheet->red & ~sheet->written, 0);
            assert_int_equal(sheet->points, points);
            assert_int_equal(sheet->diamonds, gained[ROYALFLIP_DIAMOND]);
            assert_true(sheet->shift <= gained[ROYALFLIP_SHIFT]);
            for (flip_set cells = sheet->written; cells; cells = flip_set_rest(cells)) {
                const int number = royalflip_number_at(sheet, flip_set_first(cells));
                assert_true(number >= 1 && number <= 10);
            }
        }
    }
}

/* Every move that could be written down, listed or not. */
static void check_legal_agrees_with_list(int seat, const flip_move *moves, int count)
{
    flip_move candidates[2048];
    int size = 0;
    for (int place = 0; place < 70; place++) {
        candidates[size++] = royalflip_write(place);
        candidates[size++] = royalflip_track(place);
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++)
                for (int n = 0; n < 12; n++) {
                    const int cards[4] = {fixture.state.lineup[0], fixture.state.lineup[1], fixture.state.lineup[2], 7};
                    candidates[size++] = royalflip_choose(cards[a], cards[b], cards[c], n);
                }
    for (int i = 0; i < size; i++) {
        bool listed = false;
        for (int k = 0; k < count; k++)
            listed = listed || moves[k] == candidates[i];
        assert_int_equal(listed,
                         flip_royalflip.rules->legal(&fixture.rules, &fixture.state, seat, candidates[i], &problem));
        assert_false(
            flip_royalflip.rules->legal(&fixture.rules, &fixture.state, seat, candidates[i] | FLIP_BIT(60), &problem));
    }
}

CASE(what_could_be_written_down_is_legal_only_if_it_is_listed)
{
    flip_random_seed(&chance, 3);
    for (int game = 0; game < 4; game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture)) {
            for (int seat = 0; seat < fixture.rules.seats; seat++) {
                flip_move moves[FLIP_MAX_MOVES];
                check_legal_agrees_with_list(seat, moves, fixture_moves(&fixture, seat, moves));
            }
            random_step(&fixture);
        }
    }
}

/* --- choices against the book, read plainly -------------------------------------------------------------------------- */

struct plain_choice {
    int colour, number, suit, value; /* cards, and what the number is made */
};

static int rank_of(int card) { return card % 13 + 1; }
static int suit_of(int card) { return card / 13; } /* clubs, diamonds, hearts, spades */
static bool is_red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }
static int number_of(struct plain_choice one) { return rank_of(one.number) > 10 ? one.value : rank_of(one.number); }

static bool same_combination(struct plain_choice a, struct plain_choice b)
{
    return is_red(a.colour) == is_red(b.colour) && number_of(a) == number_of(b) && suit_of(a.suit) == suit_of(b.suit);
}

static bool leads_on(int seat, struct plain_choice one)
{
    const struct royalflip_sheet *sheet = &fixture.state.sheet[seat];
    for (int space = 1; space <= 28; space++)
        if (fixture.rules.edition.track[space].suit == suit_of(one.suit) && sheet->circled >> space == 0)
            return true;
    return false;
}

static int plain_choices(int seat, const struct plain_choice *first, struct plain_choice *out)
{
    int count = 0, on = 0;
    const uint8_t *cards = fixture.state.lineup;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            for (int value = 1; a != b && value <= 10; value++) {
                const struct plain_choice one = {cards[a], cards[b], cards[3 - a - b], value};
                const int steps = abs(value - rank_of(one.number));
                if (rank_of(one.number) <= 10 && steps > fixture.state.sheet[seat].shift)
                    continue;
                if (!first || !same_combination(one, *first))
                    out[count++] = one;
            }
    for (int i = 0; i < count; i++)
        if (leads_on(seat, out[i]))
            out[on++] = out[i];
    return on ? on : count;
}

CASE(choices_are_those_of_the_book_in_every_game)
{
    struct plain_choice first = {0};
    int closed = 0, without = 0;
    flip_random_seed(&chance, 5);
    for (int game = 0; game < games_of(GAMES) / 3; game++) {
        open_random(&fixture);
        while (fixture_turn(&fixture)) {
            const flip_set turn = fixture_turn(&fixture);
            for (flip_set rest = turn; turn != FLIP_BIT(FLIP_DEALER) && rest; rest = flip_set_rest(rest)) {
                const int seat = flip_set_first(rest);
                if (fixture.state.sheet[seat].step != ROYALFLIP_CHOOSE)
                    continue;
                const bool follows = fixture.rules.pvp && seat != fixture.state.first;
                struct plain_choice plain[60], all[60];
                const int count = plain_choices(seat, follows ? &first : NULL, plain);
                closed += count < plain_choices(seat, NULL, all) && follows;
                without += !leads_on(seat, plain[0]);
                assert_int_equal(fixture_count(&fixture, seat), count);
                for (int i = 0; i < count; i++)
                    assert_true(flip_royalflip.rules->legal(
                        &fixture.rules, &fixture.state, seat,
                        royalflip_choose(plain[i].colour, plain[i].number, plain[i].suit, plain[i].value), &problem));
            }
            random_step(&fixture);
            if (fixture.state.taken[0] != fixture.state.taken[1])
                first = (struct plain_choice){fixture.state.taken[0], fixture.state.taken[1], fixture.state.taken[2],
                                              fixture.state.taken_as};
        }
    }
    assert_true(closed > 0 && without > 0);
}

/* --- roads and areas against a slow, plain count --------------------------------------------------------------------- */

struct plain_map {
    int columns, rows;
    int number[64], red[64]; /* number 0: free */
    int casino[64];          /* 1 + which */
};

struct plain_road {
    uint64_t cells;
    int points;
};

static struct plain_road all_roads[200000];
static int road_count;

static int step_from(const struct plain_map *map, int cell, int direction)
{
    static const int right[] = {1, 0, -1, 0}, down[] = {0, 1, 0, -1};
    const int x = cell % 8 + right[direction], y = cell / 8 + down[direction];
    return x < 0 || y < 0 || x >= map->columns || y >= map->rows ? -1 : y * 8 + x;
}

static bool connects(const struct plain_map *map, int first, int last)
{
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            const int from = step_from(map, first, a), to = step_from(map, last, b);
            if (from >= 0 && to >= 0 && map->casino[from] && map->casino[to] && map->casino[from] != map->casino[to])
                return true;
        }
    return false;
}

static void list_roads(const struct royalflip_edition *edition, const struct plain_map *map, int first, int last,
                       uint64_t cells, int length)
{
    if (length >= edition->road_shortest)
        all_roads[road_count++] = (struct plain_road){
            cells, length * (edition->road_points + (connects(map, first, last) ? edition->road_casino_points : 0))};
    for (int d = 0; d < 4; d++) {
        const int next = step_from(map, last, d);
        if (next >= 0 && map->number[next] == map->number[last] + 1 && map->red[next] == map->red[last])
            list_roads(edition, map, first, next, cells | UINT64_C(1) << next, length + 1);
    }
}

static int best_of_roads(int from, uint64_t used)
{
    int best = 0;
    for (int i = from; i < road_count; i++)
        if (!(all_roads[i].cells & used)) {
            const int value = all_roads[i].points + best_of_roads(i + 1, used | all_roads[i].cells);
            best = value > best ? value : best;
        }
    return best;
}

static int plain_area(const struct plain_map *map, int cell, uint64_t *seen)
{
    int size = 1;
    *seen |= UINT64_C(1) << cell;
    for (int d = 0; d < 4; d++) {
        const int next = step_from(map, cell, d);
        if (next >= 0 && !(*seen >> next & 1) && map->number[next] == map->number[cell])
            size += plain_area(map, next, seen);
    }
    return size;
}

static int plain_areas(const struct royalflip_edition *edition, const struct plain_map *map)
{
    uint64_t seen = 0;
    int points = 0;
    for (int cell = 0; cell < 64; cell++)
        if (map->number[cell] && !(seen >> cell & 1)) {
            const int size = plain_area(map, cell, &seen);
            points += size >= edition->area_smallest ? size * edition->area_points : 0;
        }
    return points;
}

static int below(int n) { return (int)flip_random_below(&chance, (uint32_t)n); }

/* Narrow maps with few different numbers: full of branches, and still few enough roads for the plain count. */
static void random_map(struct royalflip_edition *edition, struct plain_map *map, struct royalflip_sheet *sheet)
{
    memset(map, 0, sizeof *map);
    memset(sheet, 0, sizeof *sheet);
    memcpy(edition, flip_royalflip.files->editions[0].data, sizeof *edition);
    edition->columns = (uint8_t)(map->columns = 2 + below(3));
    edition->rows = (uint8_t)(map->rows = 2 + below(3));
    edition->road_shortest = (uint8_t)(2 + below(3));
    edition->road_points = (uint8_t)below(4);
    edition->road_casino_points = (uint8_t)below(4);
    edition->area_smallest = (uint8_t)(2 + below(3));
    edition->casinos = 0;
    const int lowest = 1 + below(5), span = 3 + below(4), colours = 1 + below(2);
    for (int y = 0; y < map->rows; y++)
        for (int x = 0; x < map->columns; x++) {
            const int cell = y * 8 + x, what = below(12);
            if (what == 0 && edition->casinos < 4) {
                edition->casino[edition->casinos++] = (uint8_t)cell;
                map->casino[cell] = edition->casinos;
            } else if (what > 2) {
                map->number[cell] = lowest + below(span);
                map->red[cell] = below(colours);
                royalflip_put(sheet, cell, map->red[cell], map->number[cell]);
            }
        }
}

CASE(roads_and_areas_equal_a_plain_count_of_all_splits)
{
    flip_random_seed(&chance, 8);
    int with_roads = 0;
    for (int i = 0; i < games_of(6000); i++) {
        struct royalflip_edition edition;
        struct plain_map map;
        struct royalflip_sheet sheet;
        random_map(&edition, &map, &sheet);
        fixture_open_with(&fixture, &edition, 1, false);
        road_count = 0;
        for (int cell = 0; cell < 64; cell++)
            if (map.number[cell])
                list_roads(&edition, &map, cell, cell, UINT64_C(1) << cell, 1);
        if (road_count > 60)
            continue;
        const int roads = best_of_roads(0, 0);
        with_roads += roads > 0;
        assert_int_equal(royalflip_roads(&fixture.rules, &sheet), roads);
        assert_int_equal(royalflip_areas(&fixture.rules, &sheet), plain_areas(&edition, &map));

        struct royalflip_road split[ROYALFLIP_ROADS];
        const int count = royalflip_split(&fixture.rules, &sheet, split);
        uint64_t seen = 0;
        int points = 0;
        for (int k = 0; k < count; k++) {
            assert_int_equal(seen & split[k].cells, 0);
            seen |= split[k].cells;
            points += split[k].points;
        }
        assert_int_equal(points, roads);
    }
    assert_true(with_roads > games_of(6000) / 6);
}

/* The memory of the search only comes into play on large maps: there it must agree with the same map turned around. */
CASE(large_maps_score_the_same_when_mirrored_and_turned)
{
    flip_random_seed(&chance, 9);
    struct royalflip_edition edition;
    memcpy(&edition, flip_royalflip.files->editions[0].data, sizeof edition);
    edition.columns = edition.rows = 8;
    edition.casinos = 2;
    for (int i = 0; i < games_of(400); i++) {
        static struct fixture views[4];
        struct royalflip_sheet sheets[4];
        int score[4];
        memset(sheets, 0, sizeof sheets);
        const int first = below(64), second = (first + 1 + below(63)) % 64;
        const int slope = below(2), lowest = 1 + below(4), span = 3 + below(5);
        for (int way = 0; way < 4; way++) {
            const int casinos[2] = {first, second};
            for (int k = 0; k < 2; k++) {
                const int x = way & 1 ? 7 - casinos[k] % 8 : casinos[k] % 8, y = casinos[k] / 8;
                edition.casino[k] = (uint8_t)(way & 2 ? x * 8 + y : y * 8 + x);
            }
            fixture_open_with(&views[way], &edition, 1, false);
        }
        for (int cell = 0; cell < 64; cell++) {
            if (cell == first || cell == second)
                continue;
            const int number = slope && below(5) ? lowest + (cell / 8 + cell % 8) % span : lowest + below(span);
            for (int way = 0; way < 4; way++) {
                const int x = way & 1 ? 7 - cell % 8 : cell % 8, y = cell / 8;
                royalflip_put(&sheets[way], way & 2 ? x * 8 + y : y * 8 + x, false, number);
            }
        }
        for (int way = 0; way < 4; way++) {
            score[way] = royalflip_roads(&views[way].rules, &sheets[way]);
            assert_int_equal(score[way], score[0]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_ends_after_twelve_rounds_with_36_cards_each_seen_once),
        cmocka_unit_test(sheets_only_hold_what_was_written_and_circled),
        cmocka_unit_test(what_could_be_written_down_is_legal_only_if_it_is_listed),
        cmocka_unit_test(choices_are_those_of_the_book_in_every_game),
        cmocka_unit_test(roads_and_areas_equal_a_plain_count_of_all_splits),
        cmocka_unit_test(large_maps_score_the_same_when_mirrored_and_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
