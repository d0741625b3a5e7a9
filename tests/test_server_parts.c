/* Parts of the server that need no server: buckets, addresses, what fails again and again, habits, which puzzle
   is next, histograms, options that nobody gives, compressed messages. */
#include "server/learning/learning.h"
#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/net/parts.h"
#include "server/people/people.h"
#include "server/routes/routes.h"
#include "support.h"

#include <flipside/random.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { HOUR_MS = 3600 * 1000 };

static int make_server(void **state)
{
    struct server *server = *state = calloc(1, sizeof *server);
    assert_non_null(server);
    server->loop.config.max_requests = 10;
    return 0;
}

static int drop_server(void **state)
{
    free(*state);
    return 0;
}

/* --- buckets ----------------------------------------------------------------------------------------------------------------- */

static int taken(struct token_bucket *bucket, double burst)
{
    int count = 0;
    while (bucket_take(bucket, burst, 0))
        count++;
    return count;
}

static void a_bucket_holds_its_burst_and_no_more(void **state)
{
    (void)state;
    struct token_bucket bucket = {0};
    assert_int_equal(taken(&bucket, 8), 8);
    assert_true(bucket.tokens == 0 && bucket.spent == 8);
    bucket.at -= HOUR_MS;
    assert_true(bucket_take(&bucket, 8, 1));
    assert_true(bucket.tokens == 7); /* an hour would have filled it many times over */
}

static void it_fills_by_the_second_and_not_when_the_clock_goes_back(void **state)
{
    (void)state;
    struct token_bucket bucket = {.tokens = 0.5, .at = steady_ms() + HOUR_MS};
    assert_false(bucket_take(&bucket, 8, 1000));
    assert_true(bucket.tokens == 0.5 && bucket.at <= steady_ms());
    bucket = (struct token_bucket){.tokens = 0, .at = steady_ms() - 2000};
    assert_true(bucket_take(&bucket, 1000, 2)); /* four in two seconds, and a little for the time this took */
    assert_true(bucket.tokens >= 3 && bucket.tokens < 500);
}

static void what_was_spent_before_it_is_first_looked_at_counts(void **state)
{
    (void)state;
    struct token_bucket bucket = {0};
    bucket_charge(&bucket, 2);
    bucket_counted(&bucket, 3);
    assert_int_equal(taken(&bucket, 8), 3);
    assert_true(bucket.spent == 5); /* here: what was heard of is the others' */
}

static void work_is_refused_by_what_it_is_for(void **state)
{
    struct server *server = *state;
    const double burst = 600; /* 60 for each of ten requests a second */
    const struct {
        enum work_for purpose;
        double left;
        int wait; /* seconds, at 20 a second; 0: it may */
    } cases[] = {
        {WORK_TO_LOOK, 200, 0}, {WORK_TO_LOOK, 190, 1},   {WORK_TO_LOOK, 0, 11},
        {WORK_TO_PLAY, 1, 0},   {WORK_TO_PLAY, 0, 1},     {WORK_TO_PLAY, -100, 6},
        {WORK_TO_ASK, 0, 0},    {WORK_TO_ASK, -burst, 0}, {WORK_TO_ASK, -burst - 50, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct visitor visitor = {.work = {.tokens = cases[i].left, .at = steady_ms() + HOUR_MS}};
        int wait = 0;
        struct flip_error error = {0};
        const int status = check_work(server, &visitor, cases[i].purpose, &wait, &error);
        assert_int_equal(status, cases[i].wait ? -1 : 0);
        assert_int_equal(wait, cases[i].wait);
        if (!cases[i].wait)
            continue;
        char words[40];
        snprintf(words, sizeof words, "in %d second%s.", wait, wait == 1 ? "" : "s");
        assert_int_equal(error.code, FLIP_ERROR_LIMIT);
        assert_non_null(strstr(error.message, words));
    }
    assert_int_equal(server->loop.metrics.refused, 5);
    struct visitor fresh = {0};
    assert_int_equal(check_work(server, &fresh, WORK_TO_LOOK, NULL, &problem), 0);
    assert_int_equal(check_work(server, NULL, WORK_TO_PLAY, NULL, &problem), -1);
}

/* --- visitors -------------------------------------------------------------------------------------------------------------- */

static struct visitor *comes(struct visitors *visitors, const char *address)
{
    struct visitor *visitor = visitor_of(visitors, address);
    assert_non_null(visitor);
    assert_string_equal(visitor->address, address);
    return visitor;
}

static void whoever_was_here_within_the_hour_or_still_is_stays_known(void **state)
{
    (void)state;
    static struct visitors visitors;
    struct visitor *linked = comes(&visitors, "a"), *open = comes(&visitors, "b"), *closed = comes(&visitors, "c");
    struct visitor *recent = comes(&visitors, "d"), *old = comes(&visitors, "e");
    assert_ptr_equal(comes(&visitors, "a"), linked);
    linked->links = open->open = 1;
    closed->closed_until = steady_ms() + HOUR_MS;
    linked->seen = open->seen = closed->seen = old->seen -= HOUR_MS + 1;
    recent->seen -= HOUR_MS / 2;
    old->requests.spent = recent->requests.spent = 5;
    visitors_sweep(&visitors, false);
    assert_ptr_equal(comes(&visitors, "a"), linked);
    assert_ptr_equal(comes(&visitors, "b"), open);
    assert_ptr_equal(comes(&visitors, "c"), closed);
    assert_true(comes(&visitors, "d")->requests.spent == 5);
    assert_true(comes(&visitors, "e")->requests.spent == 0);
    visitors_sweep(&visitors, true);
    for (int i = 0; i < VISITOR_BUCKETS; i++)
        assert_null(visitors.bucket[i]);
}

static void an_address_is_counted_as_its_network_where_one_customer_has_all_of_it(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2::", "2001:db8:1:2::"},
        {"2001:db8:1:3:3:4:5:6", "2001:db8:1:3::"},
        {"::ffff:192.0.2.7", "::ffff:192.0.2.7"},
        {"nowhere", "nowhere"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char counted[ADDRESS_SIZE];
        address_to_count(pairs[i][0], counted);
        assert_string_equal(counted, pairs[i][1]);
    }
}

static void an_account_pays_for_itself_and_a_guest_with_the_address(void **state)
{
    (void)state;
    struct store_person guest = {.id = "abc"}, member = {.id = "abc", .claimed = true};
    char payer[FAIR_PAYER], zeros[FAIR_PAYER] = "192.0.2.7";
    memset(payer, 'x', sizeof payer);
    payer_of(&guest, "192.0.2.7", payer);
    assert_memory_equal(payer, zeros, FAIR_PAYER);
    payer_of(&member, "192.0.2.7", payer);
    assert_string_equal(payer, "person abc");
    payer_of(&guest, "", payer);
    assert_string_equal(payer, "person abc");
}

/* --- what fails -------------------------------------------------------------------------------------------------------------- */

static void what_fails_three_times_is_left_alone_and_sixteen_are_remembered(void **state)
{
    struct server *server = *state;
    char name[QUARANTINE_ID];
    for (int i = 0; i < 3; i++) {
        assert_false(quarantined(&server->loop, "first"));
        quarantine_note(&server->loop, "first");
    }
    assert_true(quarantined(&server->loop, "first"));
    for (int i = 0; i < QUARANTINE_SIZE; i++) {
        assert_true(quarantined(&server->loop, "first"));
        snprintf(name, sizeof name, "w %d", i);
        quarantine_note(&server->loop, name);
        assert_false(quarantined(&server->loop, name));
    }
    assert_false(quarantined(&server->loop, "first")); /* the oldest has gone */
    quarantine_note(&server->loop, name);
    quarantine_note(&server->loop, name);
    assert_true(quarantined(&server->loop, name));
    quarantine_note(&server->loop, "first");
    assert_false(quarantined(&server->loop, "first")); /* it begins anew */
}

/* --- habits ------------------------------------------------------------------------------------------------------------------ */

static void assert_json(const json_t *json, const char *wanted)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(6));
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
}

static const char two_seats[] =
    "{\"steps\": 30, \"players\": [{}, {}], \"decisions\": ["
    "{\"seat\": 0, \"step\": 0, \"theme\": \"the Mine\", \"loss\": 1.5}, {\"seat\": 0, \"step\": 9, \"loss\": 2},"
    "{\"seat\": 0, \"step\": 10, \"theme\": \"the Mine\", \"loss\": 0.25}, {\"seat\": 1, \"step\": 12},"
    "{\"seat\": 1, \"step\": 20, \"theme\": \"Town\", \"loss\": 4}, {\"seat\": 1, \"step\": 30, \"theme\": \"Town\", "
    "\"loss\": "
    "1}]}";

static const char first[] = "{\"parts\":{\"middle\":[1,0.25],\"opening\":[2,3.5]},\"themes\":{\"decisions\":[1,2.0],"
                            "\"the Mine\":[2,1.75]}}";
static const char second[] = "{\"parts\":{\"end\":[2,5.0]},\"themes\":{\"Town\":[2,5.0]}}";

static void habits_sum_up_what_was_lost_by_theme_and_by_part(void **state)
{
    (void)state;
    json_t *analysis = json_loads(two_seats, 0, NULL);
    assert_non_null(analysis);
    json_t *seats = habits_of(analysis);
    assert_int_equal(json_array_size(seats), 2);
    assert_json(json_array_get(seats, 0), first);
    assert_json(json_array_get(seats, 1), second);
    json_t *sums = json_object();
    habits_add(sums, json_array_get(seats, 1));
    habits_add(sums, json_array_get(seats, 1));
    habits_add(sums, json_array_get(seats, 0));
    assert_json(sums, "{\"parts\":{\"end\":[4,10.0],\"middle\":[1,0.25],\"opening\":[2,3.5]},"
                      "\"themes\":{\"Town\":[4,10.0],\"decisions\":[1,2.0],\"the Mine\":[2,1.75]}}");
    json_decref(sums);
    json_decref(seats);
    json_object_set_new(analysis, "steps", json_integer(0)); /* then all of it is the opening */
    seats = habits_of(analysis);
    assert_json(json_object_get(json_array_get(seats, 1), "parts"), "{\"opening\":[2,5.0]}");
    json_decref(seats);
    json_decref(analysis);
}

static void habits_are_read_from_the_beginning_of_a_text_that_is_cut_off(void **state)
{
    (void)state;
    char text[800];
    snprintf(text, sizeof text, "{\"habits\":[%s,%s],\"moments\":[[1,", first, second);
    json_t *own = habits_read(text, 1);
    assert_json(own, second);
    json_decref(own);
    assert_null(habits_read(text, 2));
    assert_null(habits_read("{\"wanted\":\"quick\"}", 0));
    text[40] = '\0';
    assert_null(habits_read(text, 0));
}

/* --- names -------------------------------------------------------------------------------------------------------------------- */

static void a_name_is_text_of_some_length(void **state)
{
    (void)state;
    static const struct {
        const char *said, *name, *why;
    } cases[] = {
        {"  Ada \t Lovelace ", "Ada Lovelace", NULL},
        {"\xff\xfe", NULL, "A name is text in UTF-8."},
        {"Ada\xc3", NULL, "A name is text in UTF-8."},
        {"", NULL, "A name has 1 to 24 characters."},
        {"abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx", NULL},
        {"abcdefghijklmnopqrstuvwxy", NULL, "A name has 1 to 24 characters."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[STORE_NAME];
        assert_int_equal(name_clean(cases[i].said, name, &problem), cases[i].name ? 0 : -1);
        assert_string_equal(cases[i].name ? name : problem.message, cases[i].name ? cases[i].name : cases[i].why);
    }
}

/* --- puzzles ----------------------------------------------------------------------------------------------------------------- */

enum { PUZZLES = 60 };

/* Sixty puzzles, the easiest in the middle of the list; two of each difficulty. */
static struct flip_puzzles some_puzzles(struct flip_puzzle list[PUZZLES])
{
    memset(list, 0, PUZZLES * sizeof *list);
    for (int i = 0; i < PUZZLES; i++) {
        snprintf(list[i].id, sizeof list[i].id, "p%02d", i);
        list[i].rating = (i + PUZZLES / 2) % PUZZLES / 2;
    }
    return (struct flip_puzzles){.list = list, .count = PUZZLES};
}

static void a_rush_goes_from_the_easiest_to_the_hardest_in_thirty_steps(void **state)
{
    (void)state;
    struct flip_puzzle list[PUZZLES];
    const struct flip_puzzles puzzles = some_puzzles(list), none = {0}, one = {.list = list, .count = 1};
    for (int number = 0; number < 40; number++) {
        int even = 0;
        for (int64_t began = 0; began < 100; began++) {
            const struct flip_puzzle *puzzle = puzzle_of_rush(&puzzles, began, number);
            assert_int_equal((int)puzzle->rating, number < 30 ? number : 29);
            assert_ptr_equal(puzzle_of_rush(&puzzles, began, number), puzzle);
            even += puzzle->id[2] % 2 == 0;
        }
        assert_true(even > 20 && even < 80);
    }
    assert_null(puzzle_of_rush(&none, 1, 0));
    assert_ptr_equal(puzzle_of_rush(&one, 1, 29), list);
}

/* --- histograms ------------------------------------------------------------------------------------------------------------ */

static void a_duration_is_counted_where_it_belongs(void **state)
{
    (void)state;
    struct histogram durations = {0};
    const int64_t now = now_us();
    histogram_add(&durations, now + 1000000); /* a clock that went back */
    histogram_add(&durations, now - 6 * 1000000);
    histogram_add(&durations, now - 3600 * (int64_t)1000000);
    assert_int_equal(durations.count, 3);
    assert_int_equal(durations.within[0], 1);
    assert_int_equal(durations.within[METRIC_BOUNDS - 1], 1); /* from 5 to 10 seconds */
    assert_int_equal(durations.within[METRIC_BOUNDS], 1);
    assert_true(durations.sum > 3604.9 && durations.sum < 3700);
}

/* --- options ------------------------------------------------------------------------------------------------------------------ */

/* What the help says in brackets behind an option. */
static int in_help(const char *option)
{
    const char *at = strstr(config_help, option);
    const char *bracket = at ? strchr(at, '(') : NULL;
    assert_non_null(bracket);
    return bracket ? atoi(bracket + 1) : -1;
}

static void what_nobody_says_is_as_the_help_has_it(void **state)
{
    (void)state;
    struct config config;
    struct flip_error error;
    char name[] = "serve", *argv[] = {name, NULL};
    unsetenv("FLIPSIDE_DATA");
    assert_int_equal(config_read(&config, 1, argv, &error), 0);
    const struct {
        const char *option;
        int value;
    } numbers[] = {
        {"--max-message BYTES", config.max_message}, {"--max-rate N", config.max_rate},
        {"--max-tables N", config.max_tables},       {"--max-connections N", config.max_connections},
        {"--max-clients N", config.max_clients},     {"--header-seconds N", config.header_seconds},
        {"--body-seconds N", config.body_seconds},   {"--max-requests N", config.max_requests},
        {"--max-guests N", config.max_guests},       {"--max-new-tables N", config.max_new_tables},
        {"--max-sign-ins N", config.max_sign_ins},   {"--puzzles N", config.puzzles},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_int_equal(numbers[i].value, in_help(numbers[i].option));
    assert_int_equal(config.max_open, 4 * config.max_connections);
    assert_non_null(strstr(config_help, "(127.0.0.1:7777; :7777 is every"));
    assert_string_equal(config.listen.address, "127.0.0.1");
    assert_int_equal(config.listen.port, 7777);
    assert_int_equal(config.metrics.port, -1);
    assert_string_equal(config.data, "flipside.db");
    assert_true(config_analyses(&config));
    assert_false(config.trust_forwarded);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    assert_int_equal(config.threads, processors > 2 ? processors - 1 : 1);
}

static void an_address_of_this_machine_is_known(void **state)
{
    (void)state;
    static const char *const here[] = {"127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost", "lo"},
                             *const there[] = {"",   "0.0.0.0", "128.0.0.1",         "1270.0.0.1",
                                               "::", "::11",    "localhost.example", "lo0"};
    struct endpoint endpoint = {.port = 1};
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        snprintf(endpoint.address, sizeof endpoint.address, "%s", here[i]);
        assert_true(endpoint_is_local(&endpoint));
    }
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        snprintf(endpoint.address, sizeof endpoint.address, "%s", there[i]);
        assert_false(endpoint_is_local(&endpoint));
    }
}

/* --- compressed messages --------------------------------------------------------------------------------------------------- */

enum { MOST_TEXT = 40 << 10 };

/* What a client reads, who remembers what it was sent before. */
static void assert_read(z_stream *client, const void *packed, size_t length, const char *text, size_t text_length)
{
    static unsigned char out[MOST_TEXT + 1], end[] = {0, 0, 0xff, 0xff};
    client->next_out = out;
    client->avail_out = sizeof out;
    client->next_in = (z_const Bytef *)packed;
    client->avail_in = (uInt)length;
    assert_int_equal(inflate(client, Z_SYNC_FLUSH), Z_OK);
    client->next_in = end;
    client->avail_in = sizeof end;
    assert_int_equal(inflate(client, Z_SYNC_FLUSH), Z_OK);
    assert_int_equal(sizeof out - client->avail_out, text_length);
    assert_memory_equal(out, text, text_length);
}

/* A list of numbers, some of which are others than before; now and then more of them, or a few letters, or bytes of all kinds. */
static size_t next_text(char *text, struct flip_random *random, int round)
{
    static int numbers[MOST_TEXT / 8];
    const unsigned count = round % 50 == 49 ? 6000 : 20 + flip_random_below(random, 300);
    size_t length = 0;
    for (unsigned i = 0; i < count && length < MOST_TEXT - 16; i++) {
        if (flip_random_below(random, 40) == 0)
            numbers[i % (MOST_TEXT / 8)] = (int)flip_random_below(random, 100000);
        length += (size_t)sprintf(text + length, "\"%u\":%d,", i % 10, numbers[i % (MOST_TEXT / 8)]);
    }
    if (round % 7 == 3)
        length = flip_random_below(random, 12) + 1;
    for (size_t i = 0; round % 11 == 5 && i < length; i++)
        text[i] = (char)flip_random_below(random, 256);
    return length;
}

static void a_compressed_message_is_read_as_it_was_written(void **state)
{
    (void)state;
    static char text[MOST_TEXT];
    struct flip_random random = {0};
    struct deflate_history history = {0};
    struct compressor *compressor = compressor_new();
    z_stream client = {0};
    assert_non_null(compressor);
    assert_int_equal(inflateInit2(&client, -15), Z_OK);
    flip_random_seed(&random, 1);
    for (int round = 0; round < 2000; round++) {
        size_t packed_length;
        const size_t length = next_text(text, &random, round);
        const void *packed = deflate_message(compressor, &history, text, length, &packed_length);
        if (packed) {
            assert_true(packed_length < length);
            assert_read(&client, packed, packed_length, text, length);
        }
    }
    inflateEnd(&client);
    deflate_forget(&history);
    compressor_free(compressor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_holds_its_burst_and_no_more),
        cmocka_unit_test(it_fills_by_the_second_and_not_when_the_clock_goes_back),
        cmocka_unit_test(what_was_spent_before_it_is_first_looked_at_counts),
        cmocka_unit_test_setup_teardown(work_is_refused_by_what_it_is_for, make_server, drop_server),
        cmocka_unit_test(whoever_was_here_within_the_hour_or_still_is_stays_known),
        cmocka_unit_test(an_address_is_counted_as_its_network_where_one_customer_has_all_of_it),
        cmocka_unit_test(an_account_pays_for_itself_and_a_guest_with_the_address),
        cmocka_unit_test_setup_teardown(what_fails_three_times_is_left_alone_and_sixteen_are_remembered, make_server,
                                        drop_server),
        cmocka_unit_test(habits_sum_up_what_was_lost_by_theme_and_by_part),
        cmocka_unit_test(habits_are_read_from_the_beginning_of_a_text_that_is_cut_off),
        cmocka_unit_test(a_name_is_text_of_some_length),
        cmocka_unit_test(a_rush_goes_from_the_easiest_to_the_hardest_in_thirty_steps),
        cmocka_unit_test(a_duration_is_counted_where_it_belongs),
        cmocka_unit_test(what_nobody_says_is_as_the_help_has_it),
        cmocka_unit_test(an_address_of_this_machine_is_known),
        cmocka_unit_test(a_compressed_message_is_read_as_it_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
