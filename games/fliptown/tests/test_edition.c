/* Fliptown's edition: a broken table is refused with file, place and reason; a changed one changes the game. */
#include "games/fliptown/tests/fixture.h"
#include "table/table.h"

#include "core/file.h"

#include <stdlib.h>

static char *classic_text(void)
{
    char path[512];
    const char *root = getenv("FLIPSIDE_SOURCE_ROOT");
    struct flip_error error = {.message = ""};
    size_t length;
    snprintf(path, sizeof path, "%s/games/fliptown/data/classic.json", root ? root : ".");
    char *text = flip_file_read(path, &length, &error);
    if (!text)
        fail_msg("%s", error.message);
    return text;
}

/* The classic edition with the first `from` replaced by `to`. */
static struct flip_edition *changed(const char *from, const char *to, struct flip_error *error)
{
    char *text = classic_text();
    char *at = strstr(text, from);
    if (!at)
        fail_msg("the classic edition has no '%s'", from);
    const size_t size = strlen(text) + strlen(to) + 1;
    char *other = malloc(size);
    assert_non_null(other);
    snprintf(other, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    struct flip_edition *edition = flip_edition_parse(&flip_fliptown, other, strlen(other), "mine.json", error);
    free(other);
    free(text);
    return edition;
}

CASE(the_file_is_the_compiled_in_edition)
{
    struct flip_error error = {.message = ""};
    struct flip_edition *file = changed("classic", "classic", &error);
    struct flip_edition *compiled = flip_edition_classic(&flip_fliptown, &error);
    assert_non_null(file);
    assert_non_null(compiled);
    assert_string_equal(file->hash, compiled->hash);
    assert_memory_equal(file->data, compiled->data, sizeof(struct fliptown_edition));
    flip_edition_free(file);
    flip_edition_free(compiled);
}

CASE(a_broken_table_is_refused_with_place_and_reason)
{
    static const struct {
        const char *from, *to, *place, *reason;
    } table[] = {
        {"\"rounds\": 3", "\"rounds\": 9", "course.rounds", "1 to 3"},
        {"\"mark\": \"R\"", "\"mark\": \"X\"", "course.mark", "R, M, J"},
        {"\"trail\": \"hearts\"", "\"trail\": \"spades\"", "suits", "two regions"},
        {"\"trail\": \"hearts\"", "\"trail\": \"stars\"", "suits.trail", "one of clubs"},
        {"{\"hand\": \"flush\"", "{\"hand\": \"blush\"", "poker.pay[4].hand", "flush"},
        {"{\"stop\": \"A\", \"reward\": {\"stars\": 2}}", "{\"stop\": \"2\", \"reward\": {\"stars\": 2}}",
         "trail.stops[0].stop", "one of A"},
        {"\"reward\": {\"stars\": 2}", "\"reward\": {\"starz\": 2}", "trail.stops[0].reward.starz", "unknown"},
        {"\"reward\": {\"stars\": 2}", "\"reward\": {\"stars\": 200}", "trail.stops[0].reward.stars", "0 to 60"},
        {"\"targets\": [\"2\", \"3\", \"4\"]", "\"targets\": [\"2\", \"3\", \"3\"]", "badlands.rows[0].targets[2]",
         "target already"},
        {"\"from\": \"1a\"", "\"from\": \"9z\"", "mine.chambers[2].ways[0].from", "chamber named before"},
        {"\"low\": \"A\", \"high\": \"7\"", "\"low\": \"8\", \"high\": \"7\"", "mine.chambers[0].ways[0]",
         "ends before it begins"},
        {"\"stones\": [\"nw\", \"n\"]", "\"stones\": [\"nw\", \"se\"]", "cemetery.between[0].stones", "not neighbours"},
        {"\"item\": \"shovel\"", "\"item\": \"befriend\"", "town.buildings[0].sales[1]", "sold elsewhere"},
        {"\"site\": \"3\"", "\"site\": \"4\"", "town.buildings[2].site", "one of 3"},
        {"\"effect\": \"hiding\"", "\"effect\": \"flying\"", "town.buildings[2].effect", "one of shop"},
        {"\"roof\": {\"bonus\": [\"mine\"]}", "\"roof\": {\"bonus\": [\"town\"]}", "town.buildings[0].roof",
         "Town bonus"},
        {"\"rows\": [\"##\"]", "\"rows\": [\"..\"]", "town.land.shapes[0].rows[0]", "empty"},
        {"\"goal\": \"tools\"", "\"goal\": \"fools\"", "bounties.cards[1].goal", "one of"},
        {"\"suit\": \"diamonds\"", "\"suit\": \"clubs\"", "cowbots.cards[1]", "has a cowbot already"},
        {"\"value\": \"2\"", "\"value\": \"A\"", "characters.cards[1].value", "another character"},
        {"\"from\": 50", "\"from\": 0", "titles.score[1]", "higher"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct flip_error error = {.message = ""};
        struct flip_edition *edition = changed(table[i].from, table[i].to, &error);
        if (edition)
            fail_msg("'%s' was accepted", table[i].to);
        if (!strstr(error.message, table[i].place) || !strstr(error.message, table[i].reason))
            fail_msg("'%s' does not name %s and %s", error.message, table[i].place, table[i].reason);
        assert_ptr_equal(strstr(error.message, "mine.json"), error.message);
    }
}

CASE(the_engine_works_from_the_data)
{
    struct flip_error error = {.message = ""};
    struct flip_edition *edition = changed("{\"stop\": \"5\", \"reward\": {\"cash\": 12}}",
                                           "{\"stop\": \"5\", \"reward\": {\"cash\": 13}}", &error);
    if (!edition)
        fail_msg("%s", error.message);
    const char *const rig[] = {"2H", "7C", "KS"};
    struct flip_table_def def = flip_table_defaults(&flip_fliptown);
    def.edition = edition;
    def.rig = rig;
    def.rig_count = 3;
    struct flip_table *table = flip_table_open(&def, &error);
    assert_non_null(table);
    flip_move move;
    assert_int_equal(flip_table_find(table, 0, "arrange 2H 7C KS", &move, &error), 0);
    assert_int_equal(flip_table_act(table, 0, move, &error), 0);
    assert_int_equal(flip_table_find(table, 0, "visit trail 5", &move, &error), 0);
    assert_int_equal(flip_table_act(table, 0, move, &error), 0);
    assert_int_equal(((struct fliptown_state *)table->now.state)->sheet[0].cash, 4 + 13);
    flip_table_close(table);
    flip_edition_free(edition);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_the_compiled_in_edition),
        cmocka_unit_test(a_broken_table_is_refused_with_place_and_reason),
        cmocka_unit_test(the_engine_works_from_the_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
