/* The ground floor: cards, sets, chance, text, JSON, canvas, options. */
#include "case.h"
#include "core/codes.h"
#include "core/file.h"

#include <fcntl.h>
#include <flipside/canvas.h>
#include <flipside/cards.h>
#include <flipside/error.h>
#include <flipside/game.h>
#include <flipside/json.h>
#include <flipside/random.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- cards --------------------------------------------------------------------------------------------------------------- */

CASE(every_card_has_a_name_that_finds_it_again)
{
    for (int card = 0; card < 54; card++) {
        assert_int_equal(flip_card_named(flip_card_name(card)), card);
        for (int other = 0; other < card; other++)
            assert_string_not_equal(flip_card_name(card), flip_card_name(other));
    }
    assert_string_equal(flip_card_name(flip_card(FLIP_ACE, FLIP_SPADES)), "AS");
    assert_string_equal(flip_card_name(flip_card(10, FLIP_DIAMONDS)), "10D");
    assert_string_equal(flip_card_name(flip_card(FLIP_KING, FLIP_HEARTS)), "KH");
    assert_string_equal(flip_card_name(flip_card(FLIP_QUEEN, FLIP_CLUBS)), "QC");
    assert_string_equal(flip_card_name(FLIP_JOKER_2), "*2");
    assert_int_equal(flip_card_named("qh"), flip_card(FLIP_QUEEN, FLIP_HEARTS));
}

CASE(what_is_no_card_has_no_number)
{
    static const char *const wrong[] = {"", "1S", "11H", "AX", "A", "S", "AS ", " AS", "10", "*3", "*0", "joker"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(flip_card_named(wrong[i]), -1);
    assert_string_equal(flip_card_name(54), "?");
    assert_string_equal(flip_card_name(-1), "?");
}

CASE(rank_and_suit_make_the_card)
{
    flip_set deck = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int rank = FLIP_ACE; rank <= FLIP_KING; rank++) {
            const int card = flip_card(rank, suit);
            assert_int_equal(flip_card_rank(card), rank);
            assert_int_equal(flip_card_suit(card), suit);
            assert_int_equal(flip_card_red(card), suit == FLIP_DIAMONDS || suit == FLIP_HEARTS);
            deck |= FLIP_BIT(card);
        }
    assert_true(deck == FLIP_DECK_52);
    assert_true((FLIP_DECK_54 & ~FLIP_DECK_52) == (FLIP_BIT(FLIP_JOKER_1) | FLIP_BIT(FLIP_JOKER_2)));
}

CASE(suits_have_names_and_signs)
{
    assert_string_equal(flip_suit_name(FLIP_CLUBS), "clubs");
    assert_string_equal(flip_suit_name(FLIP_SPADES), "spades");
    assert_string_equal(flip_suit_sign(FLIP_DIAMONDS), "♦");
    assert_string_equal(flip_suit_sign(FLIP_HEARTS), "♥");
}

/* --- sets ---------------------------------------------------------------------------------------------------------------- */

static void check_all_members(flip_set set)
{
    int n = 0;
    for (int member = 0; member < 64; member++)
        if (set >> member & 1) {
            if (flip_set_nth(set, n) != member)
                fail_msg("member %d of %#llx is %d", n, (unsigned long long)set, flip_set_nth(set, n));
            n++;
        }
    assert_int_equal(flip_set_count(set), n);
}

CASE(the_nth_member_is_what_a_loop_finds)
{
    struct flip_random random;
    flip_random_seed(&random, 1);
    for (int i = 0; i < 20000; i++) {
        const flip_set dense = flip_random_next(&random),
                       sparse = dense & flip_random_next(&random) & flip_random_next(&random);
        check_all_members(dense);
        check_all_members(sparse);
        check_all_members(~sparse);
    }
    check_all_members(~(flip_set)0);
    check_all_members(0);
    for (int member = 0; member < 64; member++)
        check_all_members(FLIP_BIT(member));
}

CASE(many_sets_are_counted_together)
{
    enum { MOST = 140 };
    static flip_set sets[MOST];
    struct flip_random random;
    flip_random_seed(&random, 2);
    for (int i = 0; i < MOST; i++)
        sets[i] = i % 5 ? flip_random_next(&random) : ~(flip_set)0;
    for (int count = 0, expected = 0; count <= MOST; count++) {
        assert_int_equal(flip_sets_count(sets, count), expected);
        expected += count < MOST ? flip_set_count(sets[count]) : 0;
    }
}

CASE(one_of_few_is_the_one_that_is_drawn_of_many)
{
    struct flip_random random, same;
    flip_random_seed(&random, 3);
    for (int round = 0; round < 20000; round++) {
        flip_set set = 0;
        for (int members = 1 + round % 12; members > 0; members--)
            set |= FLIP_BIT(flip_random_below(&random, 64));
        same = random;
        const int drawn = flip_set_drawn(set, &random);
        assert_true(flip_set_has(set, drawn));
        assert_int_equal(flip_set_drawn_of_few(set, &same), drawn);
        assert_memory_equal(same.s, random.s, sizeof random.s);
    }
}

CASE(members_dealt_in_a_row_are_those_dealt_one_by_one)
{
    struct flip_random random, same;
    flip_random_seed(&random, 4);
    for (int round = 0; round < 20000; round++) {
        uint8_t row[64];
        flip_set set = flip_random_next(&random) & (round % 2 ? flip_random_next(&random) : ~(flip_set)0);
        const int count = round % 3 ? round % 5 : flip_set_count(set); /* all of them: the last one is certain */
        same = random;
        const flip_set left = flip_set_deal(set, count, &random, row);
        for (int i = 0; i < count; i++) {
            assert_int_equal(row[i], flip_set_dealt(set, &same));
            set &= ~FLIP_BIT(row[i]);
        }
        assert_true(left == set);
        assert_memory_equal(same.s, random.s, sizeof random.s);
    }
}

CASE(first_and_rest_walk_through_a_set)
{
    const flip_set set = FLIP_BIT(0) | FLIP_BIT(31) | FLIP_BIT(32) | FLIP_BIT(63);
    int members[4], count = 0;
    for (flip_set rest = set; rest; rest = flip_set_rest(rest))
        members[count++] = flip_set_first(rest);
    assert_int_equal(count, 4);
    assert_int_equal(members[0], 0);
    assert_int_equal(members[1], 31);
    assert_int_equal(members[2], 32);
    assert_int_equal(members[3], 63);
    assert_true(flip_set_has(set, 63));
    assert_false(flip_set_has(set, 62));
}

/* --- chance -------------------------------------------------------------------------------------------------------------- */

/* The first numbers that the authors' own programs print; state 1 2 3 4 for xoshiro256**, seed 0 for splitmix64. */
CASE(the_stream_is_xoshiro256_starstar_seeded_by_splitmix64)
{
    static const uint64_t expected[] = {
        UINT64_C(11520),
        UINT64_C(0),
        UINT64_C(1509978240),
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
        UINT64_C(16172922978634559625),
        UINT64_C(8476171486693032832),
        UINT64_C(10595114339597558777),
        UINT64_C(2904607092377533576),
    };
    struct flip_random random = {.s = {1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(flip_random_next(&random) == expected[i]);

    flip_random_seed(&random, 0);
    assert_true(random.s[0] == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(random.s[1] == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(random.s[2] == UINT64_C(0x06c45d188009454f));
    assert_true(random.s[3] == UINT64_C(0xf88bb8a8724c81ec));
    assert_null(random.next);
}

/* Chi-squared with n-1 degrees of freedom: mean n-1, deviation sqrt(2(n-1)). Six deviations never happen by chance, and the
   seed is fixed anyway. */
CASE(below_is_uniform)
{
    static const uint32_t sizes[] = {2, 3, 6, 10, 52, 54};
    struct flip_random random;
    flip_random_seed(&random, 2024);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        enum { DRAWS = 200000 };
        const uint32_t n = sizes[i];
        int counts[54] = {0};
        for (int k = 0; k < DRAWS; k++) {
            const uint32_t drawn = flip_random_below(&random, n);
            assert_true(drawn < n);
            counts[drawn]++;
        }
        double chi = 0;
        const double expected = (double)DRAWS / n;
        for (uint32_t k = 0; k < n; k++)
            chi += (counts[k] - expected) * (counts[k] - expected) / expected;
        assert_true(chi < (n - 1) + 6 * sqrt(2.0 * (n - 1)));
    }
}

/* A source whose draws are given: what `below` makes of the extremes, and what it throws away. */
struct scripted {
    struct flip_random random;
    const uint64_t *draws;
    int used;
};

static uint64_t scripted_next(struct flip_random *self)
{
    struct scripted *scripted = (struct scripted *)self;
    return scripted->draws[scripted->used++];
}

CASE(below_throws_away_what_would_bias_it)
{
    /* 2^32 = 3 * 1431655765 + 1: with n = 3 exactly one of the 2^32 draws, the lowest, is one too many. */
    static const uint64_t draws[] = {0, UINT64_C(1) << 32, UINT64_MAX};
    struct scripted scripted = {.random = {.next = scripted_next}, .draws = draws};
    assert_int_equal(flip_random_below(&scripted.random, 3), 0);
    assert_int_equal(scripted.used, 2);
    assert_int_equal(flip_random_below(&scripted.random, 3), 2);
    assert_int_equal(scripted.used, 3);
    scripted.used = 0;
    assert_int_equal(flip_random_below(&scripted.random, 1), 0);
}

CASE(unit_is_in_0_to_1_without_1)
{
    static const uint64_t draws[] = {0, UINT64_MAX};
    struct scripted scripted = {.random = {.next = scripted_next}, .draws = draws};
    assert_true(flip_random_unit(&scripted.random) == 0.0);
    assert_true(flip_random_unit(&scripted.random) < 1.0);
    struct flip_random random;
    flip_random_seed(&random, 3);
    double sum = 0;
    for (int i = 0; i < 100000; i++)
        sum += flip_random_unit(&random);
    assert_true(fabs(sum / 100000 - 0.5) < 0.005);
}

CASE(a_set_of_chances_is_picked_uniformly)
{
    static struct flip_chances chances = {.kind = FLIP_CHANCE_SET, .base = 100};
    chances.set = FLIP_BIT(3) | FLIP_BIT(40) | FLIP_BIT(63);
    struct flip_random random;
    flip_random_seed(&random, 4);
    int counts[64] = {0};
    for (int i = 0; i < 30000; i++) {
        const flip_move event = flip_chances_pick(&chances, &random);
        assert_true(flip_chances_has(&chances, event));
        counts[event - 100]++;
    }
    assert_int_equal(counts[3] + counts[40] + counts[63], 30000);
    assert_in_range(counts[3], 9600, 10400);
    assert_in_range(counts[40], 9600, 10400);
    assert_false(flip_chances_has(&chances, 104));
    assert_false(flip_chances_has(&chances, 3));
    assert_false(flip_chances_has(&chances, 100 + 64));
}

CASE(a_list_of_chances_is_picked_by_weight)
{
    static const struct flip_chances chances = {
        .kind = FLIP_CHANCE_LIST, .count = 4, .list = {{7, 1}, {8, 0}, {9, 3}, {10, 4}}};
    struct flip_random random;
    flip_random_seed(&random, 5);
    int counts[11] = {0};
    for (int i = 0; i < 80000; i++)
        counts[flip_chances_pick(&chances, &random)]++;
    assert_in_range(counts[7], 9600, 10400);
    assert_int_equal(counts[8], 0);
    assert_in_range(counts[9], 29400, 30600);
    assert_in_range(counts[10], 39400, 40600);
    assert_true(flip_chances_has(&chances, 7));
    assert_false(flip_chances_has(&chances, 8));
    assert_false(flip_chances_has(&chances, 11));
}

/* --- errors and text ------------------------------------------------------------------------------------------------------ */

CASE(an_error_carries_code_and_sentence_and_is_cut_to_size)
{
    struct flip_error error;
    char endless[2 * FLIP_ERROR_SIZE];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(flip_fail(&error, FLIP_ERROR_ILLEGAL, "Seat %d may not.", 3), -1);
    assert_int_equal(error.code, FLIP_ERROR_ILLEGAL);
    assert_string_equal(error.message, "Seat 3 may not.");
    assert_int_equal(flip_fail(&error, FLIP_ERROR_BAD_SEAT, "%s", endless), -1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(flip_fail(NULL, FLIP_ERROR_ILLEGAL, "nobody listens"), -1);
}

#define NUMBER(number, NAME, word, sentence) number,
static const int codes[] = {FLIP_ERROR_CODES(NUMBER) FLIP_PROGRAM_CODES(NUMBER) FLIP_SERVER_CODES(NUMBER)};
#undef NUMBER

/* A checksum of all numbers and words up to the last one there is now: whoever changes one breaks programs that know it. New ones are
   added behind, with a new line here. */
CASE(the_number_of_an_error_never_changes)
{
    static const struct {
        int last;
        uint64_t sum;
    } lists[] = {{40, UINT64_C(9194931755952897086)},
                 {1015, UINT64_C(10108364544998618275)},
                 {2037, UINT64_C(6363493665107357268)}};
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        uint64_t sum = UINT64_C(14695981039346656037);
        for (int code = lists[list].last / 1000 * 1000; code <= lists[list].last; code++)
            for (const char *at = flip_error_word(code); *at; at++)
                sum = (sum ^ (uint64_t)(unsigned char)*at ^ (uint64_t)code << 8) * UINT64_C(1099511628211);
        assert_true(sum == lists[list].sum);
    }
    assert_int_equal(FLIP_ERROR_AMBIGUOUS, 1);
    assert_int_equal(FLIP_ERROR_USAGE, 40);
    assert_string_equal(flip_error_word(999), "");
}

CASE(every_error_has_a_word_of_its_own)
{
    assert_string_equal(flip_error_word(FLIP_ERROR_BAD_SEAT), "bad_seat");
    assert_string_equal(flip_error_word(FLIP_ERROR_NONE), "");
    assert_int_equal(flip_error_named("no such word"), FLIP_ERROR_NONE);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        assert_int_equal(flip_error_named(flip_error_word(codes[i])), codes[i]);
}

CASE(every_error_says_what_it_means)
{
    assert_string_equal(flip_error_sentence(FLIP_ERROR_BAD_SEAT), "There is no such seat.");
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const char *sentence = flip_error_sentence(codes[i]);
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
    }
}

CASE(an_error_quotes_whole_characters_whatever_it_is_given)
{
    struct flip_error error;
    flip_fail(&error, FLIP_ERROR_ILLEGAL, "'%.4s' is not possible.", "x\xe2\x82\xac\xe2\x82\xac");
    assert_string_equal(error.message, "'x\xe2\x82\xac' is not possible.");
    flip_fail(&error, FLIP_ERROR_ILLEGAL, "'%.3s' is not possible.", "x\xe2\x82\xac");
    assert_string_equal(error.message, "'x' is not possible.");
    flip_fail(&error, FLIP_ERROR_ILLEGAL, "%s",
              "\xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xf0\x8f\x80\x80\xe0\x80\x80\x80");
    assert_string_equal(error.message, "");
    flip_fail(&error, FLIP_ERROR_ILLEGAL, "%s", "\xf0\x9f\x98\x80\xed\x9f\xbf\xc2\x80");
    assert_string_equal(error.message, "\xf0\x9f\x98\x80\xed\x9f\xbf\xc2\x80");
}

CASE(text_counts_on_when_its_buffer_is_full)
{
    char buffer[8];
    struct flip_text text = flip_text_in(buffer, sizeof buffer);
    assert_string_equal(buffer, "");
    flip_text_add(&text, "%d-%s", 12, "ab");
    assert_string_equal(buffer, "12-ab");
    assert_true(flip_text_fits(&text));
    flip_text_put(&text, "cd", 2);
    assert_string_equal(buffer, "12-abcd");
    assert_true(flip_text_fits(&text));
    flip_text_put(&text, "e", 1);
    assert_string_equal(buffer, "12-abcd");
    assert_false(flip_text_fits(&text));
    flip_text_add(&text, "%s", "fgh");
    assert_string_equal(buffer, "12-abcd");
    assert_int_equal(text.length, 11);

    text = flip_text_in(buffer, sizeof buffer);
    flip_text_add(&text, "%s", "123456789");
    assert_string_equal(buffer, "1234567");
    assert_int_equal(text.length, 9);

    text = flip_text_in(NULL, 0);
    flip_text_add(&text, "abc");
    flip_text_put(&text, "def", 3);
    assert_int_equal(text.length, 6);
    assert_false(flip_text_fits(&text));
}

#define SAME_AS_PRINTF(...)                                                                                            \
    do {                                                                                                               \
        char expected[80], got[80];                                                                                    \
        struct flip_text words = flip_text_in(got, sizeof got);                                                        \
        flip_text_add(&words, __VA_ARGS__);                                                                            \
        assert_int_equal(words.length, snprintf(expected, sizeof expected, __VA_ARGS__));                              \
        assert_string_equal(got, expected);                                                                            \
    } while (0)

CASE(text_is_what_printf_writes)
{
    SAME_AS_PRINTF("%s", "");
    SAME_AS_PRINTF("plain");
    SAME_AS_PRINTF("%d %d %d", INT_MIN, 0, INT_MAX);
    SAME_AS_PRINTF("%s: %d of %c%c", "some", -7, 'x', '-');
    SAME_AS_PRINTF("%d %% of %s", 50, "all");
    SAME_AS_PRINTF("%s %5.2f|%-4s|%s %d", "a", 1.25, "bc", "after", 9);
    SAME_AS_PRINTF("%c%04x %.*s %zu", '#', 0x2bU, 3, "abcdef", (size_t)77);
    SAME_AS_PRINTF("%d %lld %u %s", 1, -9000000000LL, 4000000000U, "end");
}

/* --- JSON ----------------------------------------------------------------------------------------------------------------- */

/* Strings are copied eight bytes at a time: an escape can stand at any place, and so can the end of the buffer. */
CASE(json_escapes_are_found_wherever_they_stand)
{
    static const struct {
        const char *byte, *written;
    } escapes[] = {{"\"", "\\\""},   {"\\", "\\\\"}, {"\n", "\\u000a"}, {"\x1f", "\\u001f"}, {" ", " "},
                   {"\x7f", "\x7f"}, {"é", "é"},     {"!", "!"},        {"]", "]"}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        for (int before = 0; before < 20; before++)
            for (int after = 0; after < 20; after += 3) {
                char value[64], expected[80], out[80];
                snprintf(value, sizeof value, "%.*s%s%.*s", before, "abcdefghijklmnopqrst", escapes[i].byte, after,
                         "üvwxyzabcdefghijklmn");
                snprintf(expected, sizeof expected, "\"%.*s%s%.*s\"", before, "abcdefghijklmnopqrst",
                         escapes[i].written, after, "üvwxyzabcdefghijklmn");
                struct flip_json json = flip_json_in(out, sizeof out);
                flip_json_string(&json, NULL, value);
                assert_string_equal(out, expected);
                for (size_t size = 1; size <= strlen(expected); size++) {
                    memset(out, '#', sizeof out);
                    json = flip_json_in(out, size);
                    flip_json_string(&json, NULL, value);
                    assert_int_equal(json.text.length, strlen(expected));
                    assert_int_equal(out[size], '#');
                }
            }
}

CASE(json_has_commas_brackets_and_escapes_in_place)
{
    char buffer[512];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    flip_json_int(&json, "round", INT64_MIN);
    flip_json_open(&json, "lineup", '[');
    flip_json_string(&json, NULL, "QH");
    flip_json_string(&json, NULL, "a\"b\\c\n\t\x01ö♥");
    flip_json_open(&json, NULL, '[');
    flip_json_close(&json);
    flip_json_open(&json, NULL, '{');
    flip_json_close(&json);
    flip_json_close(&json);
    flip_json_bool(&json, "yes", true);
    flip_json_bool(&json, "no", false);
    flip_json_null(&json, "none");
    flip_json_number(&json, "half", 0.5);
    flip_json_number(&json, "infinite", INFINITY);
    flip_json_raw(&json, "raw\"key", "[1,2]");
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    assert_string_equal(
        buffer, "{\"round\":-9223372036854775808,\"lineup\":[\"QH\",\"a\\\"b\\\\c\\u000a\\u0009\\u0001ö♥\",[],{}],"
                "\"yes\":true,\"no\":false,\"none\":null,\"half\":0.5,\"infinite\":null,\"raw\\\"key\":[1,2]}");
}

/* What the writer writes, a reader that we did not write understands, whatever the text is. */
CASE(every_text_survives_a_foreign_json_reader)
{
    struct flip_random random;
    flip_random_seed(&random, 6);
    for (int trial = 0; trial < 2000; trial++) {
        char text[40], buffer[512];
        const size_t length = flip_random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(1 + flip_random_below(&random, 126));
        text[length] = '\0';
        struct flip_json json = flip_json_in(buffer, sizeof buffer);
        flip_json_open(&json, NULL, '{');
        flip_json_string(&json, text, text);
        flip_json_close(&json);
        json_error_t error;
        json_t *read = json_loads(buffer, 0, &error);
        if (!read)
            fail_msg("%s: %s", buffer, error.text);
        assert_string_equal(json_string_value(json_object_get(read, text)), text);
        json_decref(read);
    }
}

CASE(json_that_does_not_fit_says_so)
{
    char buffer[10];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '[');
    for (int i = 0; i < 10; i++)
        flip_json_int(&json, NULL, i);
    flip_json_close(&json);
    assert_false(flip_text_fits(&json.text));
    assert_int_equal(json.text.length, 21);
    assert_string_equal(buffer, "[0,1,2,3,");
}

/* --- canvas --------------------------------------------------------------------------------------------------------------- */

enum { WIDTH = 6, HEIGHT = 4 };

static struct flip_canvas *clean_canvas(void)
{
    static struct flip_glyph cells[WIDTH * HEIGHT];
    static struct flip_canvas canvas;
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    canvas.cells = cells;
    flip_canvas_clear(&canvas);
    return &canvas;
}

static uint32_t code_at(const struct flip_canvas *canvas, int x, int y) { return canvas->cells[y * WIDTH + x].code; }

CASE(text_on_the_canvas_is_cut_at_its_edges)
{
    struct flip_canvas *canvas = clean_canvas();
    assert_int_equal(flip_canvas_put(canvas, 4, 1, FLIP_RED, "%s♥%d", "a", 12), 8);
    assert_int_equal(code_at(canvas, 4, 1), 'a');
    assert_int_equal(code_at(canvas, 5, 1), 0x2665);
    assert_int_equal(canvas->cells[WIDTH + 5].style, FLIP_RED);
    assert_int_equal(code_at(canvas, 0, 2), ' '); /* not wrapped into the next row */
    assert_int_equal(flip_canvas_put(canvas, -2, 0, FLIP_PLAIN, "xyz"), 1);
    assert_int_equal(code_at(canvas, 0, 0), 'z');
    flip_canvas_put(canvas, 0, -1, FLIP_PLAIN, "above");
    flip_canvas_put(canvas, 0, HEIGHT, FLIP_PLAIN, "below");
    assert_int_equal(code_at(canvas, 1, 0), ' ');
    assert_int_equal(code_at(canvas, 0, HEIGHT - 1), ' ');
}

CASE(broken_utf8_becomes_question_marks)
{
    struct flip_canvas *canvas = clean_canvas();
    assert_int_equal(flip_canvas_put(canvas, 0, 0, FLIP_PLAIN, "%s", "\xffz\xe2\x99"), 3);
    assert_int_equal(code_at(canvas, 0, 0), '?');
    assert_int_equal(code_at(canvas, 1, 0), 'z');
    assert_int_equal(code_at(canvas, 2, 0), '?');
    assert_int_equal(flip_canvas_put(canvas, 0, 1, FLIP_PLAIN, "%s", "\xf0\x9f\x83\x81"), 1);
    assert_int_equal(code_at(canvas, 0, 1), 0x1f0c1);
}

CASE(a_box_has_corners_and_edges)
{
    struct flip_canvas *canvas = clean_canvas();
    flip_canvas_box(canvas, 1, 0, 4, 3, FLIP_DIM);
    assert_int_equal(code_at(canvas, 1, 0), 0x250c);
    assert_int_equal(code_at(canvas, 4, 0), 0x2510);
    assert_int_equal(code_at(canvas, 1, 2), 0x2514);
    assert_int_equal(code_at(canvas, 4, 2), 0x2518);
    assert_int_equal(code_at(canvas, 2, 0), 0x2500);
    assert_int_equal(code_at(canvas, 3, 2), 0x2500);
    assert_int_equal(code_at(canvas, 1, 1), 0x2502);
    assert_int_equal(code_at(canvas, 4, 1), 0x2502);
    assert_int_equal(code_at(canvas, 2, 1), ' ');
    flip_canvas_box(canvas, -3, -3, 20, 20, FLIP_DIM); /* wholly outside: nothing is written, nowhere */
    assert_int_equal(code_at(canvas, 0, 0), ' ');
}

CASE(spots_are_kept_and_cleared)
{
    struct flip_canvas *canvas = clean_canvas();
    flip_canvas_spot(canvas, 1, 2, 3, 1, 0x50, 0xf0);
    assert_int_equal(canvas->spot_count, 1);
    assert_int_equal(canvas->spots[0].x, 1);
    assert_int_equal(canvas->spots[0].y, 2);
    assert_int_equal(canvas->spots[0].width, 3);
    assert_int_equal(canvas->spots[0].move, 0x50);
    assert_int_equal(canvas->spots[0].mask, 0xf0);
    flip_canvas_clear(canvas);
    assert_int_equal(canvas->spot_count, 0);
}

/* --- options -------------------------------------------------------------------------------------------------------------- */

static const struct flip_option example_options[] = {
    {.name = "pvp", .kind = FLIP_OPTION_BOOL, .fallback = "false", .choices = "", .meaning = "players meet"},
    {.name = "rounds", .kind = FLIP_OPTION_INT, .fallback = "3", .choices = "1 9", .meaning = "how long"},
    {.name = "cowbot",
     .kind = FLIP_OPTION_CHOICE,
     .fallback = "none",
     .choices = "bart earp jane",
     .meaning = "who rides along"},
    {.name = "characters",
     .kind = FLIP_OPTION_LIST,
     .fallback = "false",
     .choices = "mayor cheat marshal",
     .meaning = "who is who"},
    {0},
};
static const struct flip_game example_game = {.id = "example", .title = "Example", .options = example_options};

static int set_option(struct flip_options *options, const char *name, const char *value, struct flip_error *error)
{
    return flip_options_set(&example_game, options, name, value, error);
}

CASE(options_start_at_their_defaults_and_take_allowed_values)
{
    struct flip_options options;
    flip_options_default(&example_game, &options);
    assert_string_equal(options.value[0], "false");
    assert_string_equal(options.value[1], "3");
    assert_string_equal(options.value[2], "none");
    static const char *const allowed[][2] = {
        {"pvp", "true"},    {"pvp", "false"},       {"rounds", "1"},         {"rounds", "9"},
        {"cowbot", "jane"}, {"cowbot", "none"},     {"characters", "mayor"}, {"characters", "cheat,mayor,cheat"},
        {"characters", ""}, {"characters", "true"},
    };
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        assert_int_equal(set_option(&options, allowed[i][0], allowed[i][1], NULL), 0);
    assert_string_equal(options.value[1], "9");
    assert_string_equal(options.value[3], "true");
}

CASE(a_bad_option_is_refused_and_the_error_says_what_is_allowed)
{
    static const char *const refused[][3] = {
        {"pvp", "yes", "true or false"},
        {"pvp", "", "true or false"},
        {"rounds", "0", "from 1 to 9"},
        {"rounds", "10", "from 1 to 9"},
        {"rounds", "", "from 1 to 9"},
        {"rounds", "3x", "from 1 to 9"},
        {"rounds", "99999999999999999999", "from 1 to 9"},
        {"cowbot", "billy", "is bart, earp or jane, not"},
        {"cowbot", "bart earp", "is bart, earp or jane, not"},
        {"cowbot", "bar", "is bart, earp or jane, not"},
        {"characters", "mayor,billy", "'billy'"},
        {"characters", "mayor,", "mayor, cheat or marshal"},
        {"speed", "3", "pvp, rounds, cowbot, characters"},
    };
    struct flip_options options, before;
    flip_options_default(&example_game, &options);
    before = options;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct flip_error error = {0};
        if (set_option(&options, refused[i][0], refused[i][1], &error) != -1 || !strstr(error.message, refused[i][2]))
            fail_msg("%s=%s: '%s'", refused[i][0], refused[i][1], error.message);
        assert_int_equal(error.code, FLIP_ERROR_BAD_OPTION);
    }
    char endless[300];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(set_option(&options, "characters", endless, NULL), -1);
    assert_int_equal(set_option(&options, endless, "1", NULL), -1);
    assert_memory_equal(&options, &before, sizeof options);
}

CASE(a_file_is_replaced_whole_and_a_pipe_stays_one)
{
    char folder[] = "/tmp/flipside-file-XXXXXX", path[64], pipe[64], got[8] = "";
    struct flip_error error = {.message = ""};
    struct stat about;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(pipe, sizeof pipe, "%s/pipe", folder);
    assert_int_equal(flip_file_write(path, "first", 5, &error), 0);
    assert_int_equal(flip_file_write(path, "next", 4, &error), 0);
    size_t length = 0;
    char *text = flip_file_read(path, &length, &error);
    assert_string_equal(text, "next");
    free(text);

    assert_int_equal(mkfifo(pipe, 0600), 0);
    const int end = open(pipe, O_RDWR);
    assert_int_equal(flip_file_write(pipe, "first", 5, &error), 0);
    assert_int_equal(read(end, got, sizeof got), 5);
    assert_string_equal(got, "first");
    assert_int_equal(stat(pipe, &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    close(end);
    assert_int_equal(unlink(pipe) | unlink(path) | rmdir(folder), 0); /* and nothing else is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_has_a_name_that_finds_it_again),
        cmocka_unit_test(what_is_no_card_has_no_number),
        cmocka_unit_test(rank_and_suit_make_the_card),
        cmocka_unit_test(suits_have_names_and_signs),
        cmocka_unit_test(the_nth_member_is_what_a_loop_finds),
        cmocka_unit_test(many_sets_are_counted_together),
        cmocka_unit_test(one_of_few_is_the_one_that_is_drawn_of_many),
        cmocka_unit_test(members_dealt_in_a_row_are_those_dealt_one_by_one),
        cmocka_unit_test(first_and_rest_walk_through_a_set),
        cmocka_unit_test(the_stream_is_xoshiro256_starstar_seeded_by_splitmix64),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_throws_away_what_would_bias_it),
        cmocka_unit_test(unit_is_in_0_to_1_without_1),
        cmocka_unit_test(a_set_of_chances_is_picked_uniformly),
        cmocka_unit_test(a_list_of_chances_is_picked_by_weight),
        cmocka_unit_test(an_error_carries_code_and_sentence_and_is_cut_to_size),
        cmocka_unit_test(the_number_of_an_error_never_changes),
        cmocka_unit_test(every_error_has_a_word_of_its_own),
        cmocka_unit_test(every_error_says_what_it_means),
        cmocka_unit_test(a_file_is_replaced_whole_and_a_pipe_stays_one),
        cmocka_unit_test(an_error_quotes_whole_characters_whatever_it_is_given),
        cmocka_unit_test(text_counts_on_when_its_buffer_is_full),
        cmocka_unit_test(text_is_what_printf_writes),
        cmocka_unit_test(json_escapes_are_found_wherever_they_stand),
        cmocka_unit_test(json_has_commas_brackets_and_escapes_in_place),
        cmocka_unit_test(every_text_survives_a_foreign_json_reader),
        cmocka_unit_test(json_that_does_not_fit_says_so),
        cmocka_unit_test(text_on_the_canvas_is_cut_at_its_edges),
        cmocka_unit_test(broken_utf8_becomes_question_marks),
        cmocka_unit_test(a_box_has_corners_and_edges),
        cmocka_unit_test(spots_are_kept_and_cleared),
        cmocka_unit_test(options_start_at_their_defaults_and_take_allowed_values),
        cmocka_unit_test(a_bad_option_is_refused_and_the_error_says_what_is_allowed),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
