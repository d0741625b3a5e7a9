/*
 * Games from outside the tree: what is there is loaded and played, whatever is wrong is refused with a sentence and leaves no
 * trace. ODD_GAME names what is wrong with the shared object of odd_game.c.
 */
#include "support.h"
#include "table/table.h"

#include <flipside/library.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[64], folder[128]; /* of games, and of the one game in it */

static void path_of(const char *file, char out[256]) { snprintf(out, 256, "%s/%s", folder, file); }

static void write_file(const char *name, const char *text)
{
    char path[256];
    path_of(name, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_file(const char *name)
{
    char path[256];
    path_of(name, path);
    unlink(path);
}

static void link_file(const char *from, const char *name)
{
    char path[256];
    path_of(name, path);
    assert_int_equal(symlink(from, path), 0);
}

static int set_up(void **state)
{
    (void)state;
    char data[256], edition[600];
    snprintf(home, sizeof home, "/tmp/flipside-games-XXXXXX");
    assert_non_null(mkdtemp(home));
    snprintf(folder, sizeof folder, "%s/higherlower", home);
    mkdir(folder, 0700);
    path_of("data", data);
    mkdir(data, 0700);
    link_file(getenv("FLIPSIDE_ODD_GAME"), "game.so");
    snprintf(edition, sizeof edition, "%s/examples/higherlower/data/classic.json", getenv("FLIPSIDE_SOURCE_ROOT"));
    link_file(edition, "data/classic.json");
    unsetenv("ODD_GAME");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    static const char *const files[] = {
        "game.so", "data/classic.json", "data/tutorial.json", "data/achievements.json", "RULES.md", "data"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[256];
        path_of(files[i], path);
        remove(path);
    }
    rmdir(folder);
    rmdir(home);
    return 0;
}

static int count_games(void)
{
    int count = 0;
    while (flip_game_at(count))
        count++;
    return count;
}

static void refused(const char *message)
{
    const int games = count_games();
    assert_int_equal(flip_games_load(home, &problem), -1);
    if (!strstr(problem.message, message))
        fail_msg("'%s' does not say '%s'", problem.message, message);
    assert_int_equal(count_games(), games);
    assert_null(flip_game_named("higherlower"));
}

CASE(a_game_with_something_wrong_is_refused_with_a_sentence)
{
    static const char *const rules = "a function of its rules is missing",
                             *const words = "a function of its words is missing",
                             *const knows = "it does not say who knows what: phase, redeal or view is missing",
                             *const seats = "its numbers of seats do not make sense",
                             *const sizes = "its structs have no size, or too large a one",
                             *const head =
                                 "its title, its sentence about itself, its options or the version of its rules is "
                                 "missing";
    const struct {
        const char *odd, *why;
    } cases[] = {
        {"id", "its folder does not have its name"},
        {"no_id", "its folder does not have its name"},
        {"no_seats", seats},
        {"few_seats", seats},
        {"many_seats", seats},
        {"no_edition_size", sizes},
        {"no_state_size", sizes},
        {"no_rules_size", sizes},
        {"edition_size", sizes},
        {"state_size", sizes},
        {"rules_size", sizes},
        {"no_rules", rules},
        {"no_prepare", rules},
        {"no_start", rules},
        {"no_turn", rules},
        {"no_moves", rules},
        {"no_chances", rules},
        {"no_apply", rules},
        {"no_result", rules},
        {"no_knowledge", knows},
        {"no_phase", knows},
        {"no_redeal", knows},
        {"no_view", knows},
        {"no_words", words},
        {"no_text", words},
        {"no_fields", words},
        {"no_tell", words},
        {"no_breakdown", words},
        {"no_draw", words},
        {"no_flicks", "a function of its flicks is missing"},
        {"no_loader", "it cannot read its edition: the loader is missing"},
        {"no_title", head},
        {"no_about", head},
        {"no_options", head},
        {"no_version", head},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char whole[300];
        setenv("ODD_GAME", cases[i].odd, 1);
        snprintf(whole, sizeof whole, "The game 'higherlower' cannot be used: %s.", cases[i].why);
        refused(whole);
        assert_int_equal(problem.code, FLIP_ERROR_BAD_GAME);
    }
    setenv("ODD_GAME", "abi", 1);
    refused("was built for version");
    setenv("ODD_GAME", "refuses", 1); /* all is there, but no table opens */
    refused("Not today.");
}

CASE(files_that_are_missing_or_broken_are_named)
{
    char rules[256];
    path_of("RULES.md", rules);
    assert_int_equal(mkdir(rules, 0700), 0); /* it is there, and cannot be read */
    refused("RULES.md");
    assert_int_equal(rmdir(rules), 0);
    remove_file("data/classic.json");
    refused("classic.json");
    write_file("data/classic.json", "{");
    refused("classic.json");
    remove_file("game.so");
    write_file("game.so", "no shared object");
    refused("The game 'higherlower' cannot be loaded: ");
    remove_file("game.so");
    refused("There is no game in ");
    assert_int_equal(flip_games_load("/nonexistent/games", &problem), -1);
    assert_string_equal(problem.message, "The folder of games /nonexistent/games cannot be read.");
}

CASE(the_folder_has_the_name_of_the_game)
{
    char renamed[128];
    snprintf(renamed, sizeof renamed, "%s/Higher", home);
    assert_int_equal(rename(folder, renamed), 0);
    assert_int_equal(flip_games_load(home, &problem), -1);
    assert_string_equal(problem.message, "The game 'Higher' cannot be used: its folder does not have its name.");
    assert_int_equal(rename(renamed, folder), 0);
}

CASE(a_name_has_small_letters_and_digits_24_at_most)
{
    static const char *const names = "a name has small letters and digits, 24 at most";
    const struct {
        const char *odd, *name, *why;
    } cases[] = {
        {"long_name", "abcdefghijklmnopqrstuvwx9", names},
        {"odd_name", "higher-lower", names},
        {"longest_name", "abcdefghijklmnopqrstuvw9", "its numbers of seats do not make sense"}, /* the name is good */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char renamed[128], whole[300];
        snprintf(renamed, sizeof renamed, "%s/%s", home, cases[i].name);
        assert_int_equal(rename(folder, renamed), 0);
        setenv("ODD_GAME", cases[i].odd, 1);
        snprintf(whole, sizeof whole, "The game '%s' cannot be used: %s.", cases[i].name, cases[i].why);
        refused(whole);
        assert_int_equal(rename(renamed, folder), 0);
    }
}

CASE(a_game_of_the_tree_that_is_not_whole_is_told_so_too)
{
    const struct flip_game whole = *flip_game_at(0);
    struct flip_game game = whole;
    assert_int_equal(flip_games_check(&problem), 0);
    assert_null(flip_game_fault(&game));
    game.files = NULL;
    assert_string_equal(flip_game_fault(&game),
                        "its files are not named: add `.files = &NAME_files` to its struct flip_game");
    game.words = NULL;
    assert_string_equal(flip_game_fault(&game), "a function of its words is missing");
    game = whole;
    game.id = NULL;
    assert_string_equal(flip_game_fault(&game), "a name has small letters and digits, 24 at most");
}

CASE(hidden_folders_are_left_alone)
{
    char hidden[128];
    snprintf(hidden, sizeof hidden, "%s/.higherlower", home);
    assert_int_equal(rename(folder, hidden), 0);
    assert_int_equal(flip_games_load(home, &problem), -1);
    assert_non_null(strstr(problem.message, "There is no game in "));
    assert_int_equal(rename(hidden, folder), 0);
}

/* The last one: a game that was loaded stays. */
CASE(a_game_is_loaded_with_its_files_and_played_and_not_loaded_twice)
{
    const int games = count_games();
    write_file("RULES.md", "The rules");
    write_file("data/tutorial.json", "{\"lessons\":[]}");
    must(flip_games_load(home, &problem));
    assert_int_equal(count_games(), games + 1);
    const struct flip_game *game = flip_game_named("higherlower");
    assert_non_null(game);
    assert_ptr_equal(flip_game_at(games), game);
    assert_string_equal(game->files->rulebook, "The rules");
    assert_string_equal(game->files->tutorial, "{\"lessons\":[]}");
    assert_null(game->files->achievements);
    assert_int_equal(strlen(game->files->editions[0].hash), 64);
    assert_null(game->files->editions[1].hash);
    const struct flip_table_def def = flip_table_defaults(game);
    struct flip_table *table = flip_table_open(&def, &problem);
    must(table ? 0 : -1);
    play_random_game(table, 1);
    char *record = flip_record_save(table, FLIP_RECORD_FULL, &problem);
    must(flip_record_verify(record, strlen(record), &problem));
    free(record);
    flip_table_close(table);
    assert_int_equal(flip_games_load(home, &problem), -1);
    assert_string_equal(problem.message,
                        "The game 'higherlower' cannot be used: there is a game of this name already.");
    assert_int_equal(count_games(), games + 1);
    assert_string_equal(flip_version(), FLIPSIDE_VERSION);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_FOLDER(a_game_with_something_wrong_is_refused_with_a_sentence),
        WITH_FOLDER(files_that_are_missing_or_broken_are_named),
        WITH_FOLDER(the_folder_has_the_name_of_the_game),
        WITH_FOLDER(a_name_has_small_letters_and_digits_24_at_most),
        cmocka_unit_test(a_game_of_the_tree_that_is_not_whole_is_told_so_too),
        WITH_FOLDER(hidden_folders_are_left_alone),
        WITH_FOLDER(a_game_is_loaded_with_its_files_and_played_and_not_loaded_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
