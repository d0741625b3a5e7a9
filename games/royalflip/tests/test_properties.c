/* Royal Flip in thousands of random games: what must hold in every one of them, whatever the cards and the players do. */
#include "games/royalflip/tests/fixture.h"
#include "in_part.h"

enum { GAMES = 1500 };

static struct desk desk;
static struct flip_random chance;

/* Deals or plays one random step of a random seat that may act. Returns the seat. */
static int random_step(struct desk *at)
{
    const flip_set turn = desk_turn(at);
    if (turn == FLIP_BIT(FLIP_DEALER)) {
        struct flip_chances chances;
        flip_royalflip.rules->chances(&at->rules, &at->state, &chances);
        desk_apply(at, FLIP_DEALER, flip_chances_pick(&chances, &chance));
        return FLIP_DEALER;
    }
    flip_move moves[FLIP_MAX_MOVES];
    const int seat = flip_set_nth(turn, (int)flip_random_below(&chance, (uint32_t)flip_set_count(turn)));
    const int count = desk_moves(at, seat, moves);
    assert_true(count > 0);
    desk_apply(at, seat, moves[flip_random_below(&chance, (uint32_t)count)]);
    return seat;
}

/* A table of random size, sometimes PvP. */
static void open_random(struct desk *at)
{
    const int seats = 1 + (int)flip_random_below(&chance, 6);
    desk_open(at, seats, seats > 1 && flip_random_below(&chance, 2));
}

static void every_game_ends_after_twelve_rounds_with_36_cards_each_seen_once(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 1);
    for (int game = 0; game < games_of(GAMES); game++) {
        open_random(&desk);
        flip_set seen = 0;
        int rounds = 0;
        while (desk_turn(&desk)) {
            const int round = desk.state.round, revealed = desk.state.revealed;
            if (random_step(&desk) == FLIP_DEALER) {
                const int card = desk.state.lineup[revealed];
                assert_false(flip_set_has(seen, card));
                seen |= FLIP_BIT(card);
            }
            rounds += desk.state.round != round;
        }
        assert_int_equal(rounds, 12);
        assert_int_equal(flip_set_count(seen), 36);
        assert_int_equal(seen | desk.state.deck, FLIP_DECK_52);
        assert_int_equal(desk.state.revealed, 3);
    }
}

/* How many numbers a sheet has, how far it went and what it earned must follow from its steps. */
static void sheets_only_hold_what_was_written_and_circled(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 2);
    for (int game = 0; game < games_of(GAMES); game++) {
        open_random(&desk);
        while (desk_turn(&desk))
            random_step(&desk);
        for (int seat = 0; seat < desk.rules.seats; seat++) {
            const struct royalflip_sheet *sheet = &desk.state.sheet[seat];
            int gained[4] = {0}, points = 0;
            for (flip_set spaces = sheet->circled; spaces; spaces = flip_set_rest(spaces)) {
                const struct royalflip_space *space = &desk.rules.edition.track[flip_set_first(spaces)];
                gained[space->bonus]++;
                points += space->bonus == ROYALFLIP_POINTS ? space->value : 0;
            }
            assert_int_equal(flip_set_count(sheet->written), 12 + gained[ROYALFLIP_NUMBER]);
            assert_int_equal(sheet->written & ~desk.rules.cells, 0);
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

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void check_words(int seat, const flip_move *moves, int count)
{
    static char texts[FLIP_MAX_MOVES][FLIP_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        struct flip_text text = flip_text_in(texts[i], FLIP_MOVE_TEXT);
        flip_royalflip.words->text(&desk.rules, &desk.state, seat, moves[i], &text);
        assert_true(flip_text_fits(&text));
        assert_true(flip_royalflip.rules->legal(&desk.rules, &desk.state, seat, moves[i], &problem));

        char buffer[512];
        struct flip_json json = flip_json_in(buffer, sizeof buffer);
        flip_json_open(&json, NULL, '{');
        flip_royalflip.words->fields(&desk.rules, &desk.state, seat, moves[i], &json);
        flip_json_close(&json);
        json_t *fields = json_loads(buffer, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(fields);
        const char *kind = json_string_value(json_object_get(fields, "kind"));
        assert_non_null(kind);
        assert_int_equal(strncmp(kind, texts[i], strlen(kind)), 0);
        json_decref(fields);
    }
    qsort(texts, (size_t)count, FLIP_MOVE_TEXT, compare_texts);
    for (int i = 1; i < count; i++)
        assert_string_not_equal(texts[i - 1], texts[i]);
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
                    const int cards[4] = {desk.state.lineup[0], desk.state.lineup[1], desk.state.lineup[2], 7};
                    candidates[size++] = royalflip_choose(cards[a], cards[b], cards[c], n);
                }
    for (int i = 0; i < size; i++) {
        bool listed = false;
        for (int k = 0; k < count; k++)
            listed = listed || moves[k] == candidates[i];
        assert_int_equal(listed, flip_royalflip.rules->legal(&desk.rules, &desk.state, seat, candidates[i], &problem));
        assert_false(
            flip_royalflip.rules->legal(&desk.rules, &desk.state, seat, candidates[i] | FLIP_BIT(60), &problem));
    }
}

static void moves_texts_fields_and_legality_agree(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 3);
    for (int game = 0; game < 40; game++) {
        open_random(&desk);
        while (desk_turn(&desk)) {
            const flip_set turn = desk_turn(&desk);
            for (int seat = 0; seat < desk.rules.seats; seat++) {
                flip_move moves[FLIP_MAX_MOVES], few[3];
                const int count = desk_moves(&desk, seat, moves);
                assert_int_equal(count > 0, turn != FLIP_BIT(FLIP_DEALER) && flip_set_has(turn, seat));
                assert_int_equal(flip_royalflip.rules->moves(&desk.rules, &desk.state, seat, few, 3), count);
                for (int i = 0; i < 3 && i < count; i++)
                    assert_int_equal(few[i], moves[i]);
                check_words(seat, moves, count);
                if (game % 10 == 0)
                    check_legal_agrees_with_list(seat, moves, count);
            }
            random_step(&desk);
        }
    }
}

static void a_copied_state_plays_on_the_same(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 4);
    for (int game = 0; game < games_of(300); game++) {
        open_random(&desk);
        for (int i = 0; i < 40 && desk_turn(&desk); i++)
            random_step(&desk);
        static struct desk copy;
        memcpy(&copy, &desk, sizeof copy);
        const struct flip_random same = chance;
        while (desk_turn(&desk))
            random_step(&desk);
        chance = same;
        while (desk_turn(&copy))
            random_step(&copy);
        assert_memory_equal(&copy.state, &desk.state, sizeof desk.state);
    }
}

static void the_order_of_arrival_does_not_matter(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 5);
    for (int game = 0; game < games_of(300); game++) {
        desk_open(&desk, 3, false);
        static struct desk other;
        flip_move played[3][8];
        int count[3] = {0};
        while (desk_turn(&desk) == FLIP_BIT(FLIP_DEALER))
            random_step(&desk);
        other = desk;
        while (desk.state.round == 0) {
            flip_move moves[FLIP_MAX_MOVES];
            const flip_set turn = desk_turn(&desk);
            const int seat = flip_set_nth(turn, (int)flip_random_below(&chance, (uint32_t)flip_set_count(turn)));
            const int n = desk_moves(&desk, seat, moves);
            played[seat][count[seat]] = moves[flip_random_below(&chance, (uint32_t)n)];
            desk_apply(&desk, seat, played[seat][count[seat]++]);
        }
        for (int seat = 2; seat >= 0; seat--)
            for (int i = 0; i < count[seat]; i++)
                desk_apply(&other, seat, played[seat][i]);
        assert_memory_equal(&other.state, &desk.state, sizeof desk.state);
    }
}

static void same_for_seat(const struct desk *a, const struct desk *b, int seat)
{
    json_t *left = desk_view(a, seat), *right = desk_view(b, seat);
    assert_true(json_equal(left, right));
    json_decref(left);
    json_decref(right);
    float left_numbers[1024], right_numbers[1024];
    const int count = flip_royalflip.knowledge->observe(&a->rules, &a->state, &a->before, seat, left_numbers, 1024);
    assert_true(count > 0 && count <= 1024);
    assert_int_equal(flip_royalflip.knowledge->observe(&b->rules, &b->state, &b->before, seat, right_numbers, 1024),
                     count);
    assert_memory_equal(left_numbers, right_numbers, (size_t)count * sizeof(float));

    struct royalflip_state left_state = a->state, right_state = b->state;
    struct flip_random random;
    flip_random_seed(&random, 99);
    flip_royalflip.knowledge->redeal(&a->rules, &left_state, &a->before, seat, &random);
    flip_random_seed(&random, 99);
    flip_royalflip.knowledge->redeal(&b->rules, &right_state, &b->before, seat, &random);
    assert_memory_equal(&left_state, &right_state, sizeof left_state);
    assert_memory_equal(&left_state.sheet[seat], &a->state.sheet[seat], sizeof left_state.sheet[seat]);
}

static void a_seat_cannot_tell_apart_what_others_do_in_the_running_round(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 6);
    int differed = 0;
    for (int game = 0; game < 30; game++) {
        const int seats = 2 + (int)flip_random_below(&chance, 5);
        desk_open(&desk, seats, false);
        while (desk_turn(&desk)) {
            const int me = (int)flip_random_below(&chance, (uint32_t)seats);
            static struct desk other;
            other = desk;
            /* In the other world everybody but me takes some steps, without ending the round. */
            for (int i = 0; i < 12 && desk_turn(&other) != FLIP_BIT(FLIP_DEALER); i++) {
                const flip_set others = desk_turn(&other) & ~FLIP_BIT(me);
                if (!others || (flip_set_count(others) == 1 && !flip_set_has(desk_turn(&other), me)))
                    break;
                const int seat =
                    flip_set_nth(others, (int)flip_random_below(&chance, (uint32_t)flip_set_count(others)));
                flip_move moves[FLIP_MAX_MOVES];
                const int count = desk_moves(&other, seat, moves);
                desk_apply(&other, seat, moves[flip_random_below(&chance, (uint32_t)count)]);
            }
            differed += memcmp(&other.state, &desk.state, sizeof desk.state) != 0;
            same_for_seat(&desk, &other, me);
            random_step(&desk);
        }
    }
    assert_true(differed > 500);
}

static void a_redealt_state_plays_to_its_end(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 7);
    for (int game = 0; game < games_of(500); game++) {
        open_random(&desk);
        const int steps = (int)flip_random_below(&chance, 80);
        for (int i = 0; i < steps && desk_turn(&desk); i++)
            random_step(&desk);
        const int seat = (int)flip_random_below(&chance, (uint32_t)desk.rules.seats);
        flip_royalflip.knowledge->redeal(&desk.rules, &desk.state, &desk.before, seat, &chance);
        while (desk_turn(&desk))
            random_step(&desk);
        assert_int_equal(desk.state.round, 12);
    }
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

static void roads_and_areas_equal_a_plain_count_of_all_splits(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 8);
    int with_roads = 0;
    for (int i = 0; i < 6000; i++) {
        struct royalflip_edition edition;
        struct plain_map map;
        struct royalflip_sheet sheet;
        random_map(&edition, &map, &sheet);
        desk_open_with(&desk, &edition, 1, false);
        road_count = 0;
        for (int cell = 0; cell < 64; cell++)
            if (map.number[cell])
                list_roads(&edition, &map, cell, cell, UINT64_C(1) << cell, 1);
        if (road_count > 60)
            continue;
        const int roads = best_of_roads(0, 0);
        with_roads += roads > 0;
        assert_int_equal(royalflip_roads(&desk.rules, &sheet), roads);
        assert_int_equal(royalflip_areas(&desk.rules, &sheet), plain_areas(&edition, &map));

        struct royalflip_road split[ROYALFLIP_ROADS];
        const int count = royalflip_split(&desk.rules, &sheet, split);
        uint64_t seen = 0;
        int points = 0;
        for (int k = 0; k < count; k++) {
            assert_int_equal(seen & split[k].cells, 0);
            seen |= split[k].cells;
            points += split[k].points;
        }
        assert_int_equal(points, roads);
    }
    assert_true(with_roads > 1000);
}

/* The memory of the search only comes into play on large maps: there it must agree with the same map turned around. */
static void large_maps_score_the_same_when_mirrored_and_turned(void **unused)
{
    (void)unused;
    flip_random_seed(&chance, 9);
    struct royalflip_edition edition;
    memcpy(&edition, flip_royalflip.files->editions[0].data, sizeof edition);
    edition.columns = edition.rows = 8;
    edition.casinos = 2;
    for (int i = 0; i < 400; i++) {
        static struct desk views[4];
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
            desk_open_with(&views[way], &edition, 1, false);
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
        cmocka_unit_test(moves_texts_fields_and_legality_agree),
        cmocka_unit_test(a_copied_state_plays_on_the_same),
        cmocka_unit_test(the_order_of_arrival_does_not_matter),
        cmocka_unit_test(a_seat_cannot_tell_apart_what_others_do_in_the_running_round),
        cmocka_unit_test(a_redealt_state_plays_to_its_end),
        cmocka_unit_test(roads_and_areas_equal_a_plain_count_of_all_splits),
        cmocka_unit_test(large_maps_score_the_same_when_mirrored_and_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
