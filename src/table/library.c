/*
 * The library's version, and games from outside the tree. Such a game is a folder NAME with game.so (a shared object
 * that was built against the installed headers and exports `const struct flip_game flip_plugin`), data/classic.json,
 * and optionally RULES.md, data/tutorial.json, data/achievements.json and data/setup.json.
 *
 * A shared object can do whatever the program can, so only folders that somebody named are loaded. What can be checked
 * is checked; a game that fails is refused with a reason and leaves no trace.
 */
#include <flipside/library.h>

#include "core/file.h"
#include "edition/games.h"

#include <flipside/table.h>

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDER = 1024, PATH = FOLDER + 32, LARGEST = 1 << 20 };

const char *flip_version(void) { return FLIPSIDE_VERSION; }

/* A game from outside with its files; never freed. */
struct outside {
    struct flip_game game;
    struct flip_game_files files;
    struct flip_game_edition editions[2]; /* the second ends the list */
};

/* --- what a game must have ------------------------------------------------------------------------------------------- */

static int broken(struct flip_error *error, const char *name, const char *why)
{
    return flip_fail(error, FLIP_ERROR_BAD_GAME, "The game '%.60s' cannot be used: %s.", name, why);
}

/* What the faces rely on and this game lacks, or NULL. */
static const char *missing_in(const struct flip_game *game)
{
    const struct flip_game_rules *rules = game->rules;
    const struct flip_game_knowledge *knowledge = game->knowledge;
    const struct flip_game_words *words = game->words;
    if (!rules || !rules->prepare || !rules->start || !rules->turn || !rules->moves || !rules->chances ||
        !rules->apply || !rules->result)
        return "a function of its rules is missing";
    if (!knowledge || !knowledge->phase || !knowledge->redeal || !knowledge->view)
        return "it does not say who knows what: phase, redeal or view is missing";
    if (!words || !words->text || !words->fields || !words->tell || !words->breakdown || !words->draw)
        return "a function of its words is missing";
    if (game->flicks && (!game->flicks->ranges || !game->flicks->fill || !game->flicks->scene || !game->flicks->settle))
        return "a function of its flicks is missing";
    if (!game->loader)
        return "it cannot read its edition: the loader is missing";
    if (!game->title || !game->about || !game->options || game->version < 1)
        return "its title, its sentence about itself, its options or the version of its rules is missing";
    return NULL;
}

/* What is wrong with the struct, apart from its files. */
static const char *fault_of_struct(const struct flip_game *game)
{
    const char *id = game->id ? game->id : "";
    if (!*id || strlen(id) > 24 || strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") != strlen(id))
        return "a name has small letters and digits, 24 at most";
    if (game->min_seats < 1 || game->max_seats < game->min_seats || game->max_seats > FLIP_MAX_SEATS)
        return "its numbers of seats do not make sense";
    if (game->edition_size == 0 || game->state_size == 0 || game->rules_size == 0 || game->edition_size > LARGEST ||
        game->state_size > LARGEST || game->rules_size > LARGEST)
        return "its structs have no size, or too large a one";
    return missing_in(game);
}

static const char *wrong_in(const struct flip_game *game, const char *name)
{
    if (!game->id || strcmp(game->id, name) != 0)
        return "its folder does not have its name";
    return flip_game_named(name) ? "there is a game of this name already" : fault_of_struct(game);
}

/* A game in the tree names its files; one from outside has them in its folder. */
const char *flip_game_fault(const struct flip_game *game)
{
    const char *fault = fault_of_struct(game);
    if (!fault && (!game->files || !game->files->editions || !game->files->editions->hash))
        return "its files are not named: add `.files = &NAME_files` to its struct flip_game";
    return fault;
}

int flip_games_check(struct flip_error *error)
{
    for (int i = 0; built_in_games[i]; i++) {
        const struct flip_game *game = built_in_games[i];
        const char *fault = flip_game_fault(game);
        if (fault)
            return broken(error, game->id ? game->id : "?", fault);
    }
    return 0;
}

/* --- its files ------------------------------------------------------------------------------------------------------- */

/* NULL with `error` untouched if there is no such file. */
static char *optional_file(const char *folder, const char *file, struct flip_error *error, int *status)
{
    char path[PATH];
    size_t length;
    struct stat found;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (stat(path, &found) != 0)
        return NULL;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        *status = -1;
    return text;
}

/* Keeps the canonical text, the hash and the struct of data/classic.json. */
static int read_edition(struct outside *outside, const char *folder, struct flip_error *error)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/data/classic.json", folder);
    struct flip_edition *edition = flip_edition_load(&outside->game, path, error);
    if (!edition)
        return -1;
    void *data = malloc(outside->game.edition_size);
    char *json = strdup(edition->json), *hash = strdup(edition->hash);
    if (data)
        memcpy(data, edition->data, outside->game.edition_size);
    outside->editions[0] = (struct flip_game_edition){.hash = hash, .json = json, .data = data};
    flip_edition_free(edition);
    return data && json && hash ? 0
                                : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the game.");
}

static int read_files(struct outside *outside, const char *folder, struct flip_error *error)
{
    int status = read_edition(outside, folder, error);
    if (status < 0)
        return -1;
    outside->files = (struct flip_game_files){
        .editions = outside->editions,
        .rulebook = optional_file(folder, "RULES.md", error, &status),
        .tutorial = optional_file(folder, "data/tutorial.json", error, &status),
        .achievements = optional_file(folder, "data/achievements.json", error, &status),
        .setup = optional_file(folder, "data/setup.json", error, &status),
    };
    outside->game.files = &outside->files;
    return status;
}

static void forget(struct outside *outside)
{
    free((char *)outside->files.rulebook);
    free((char *)outside->files.tutorial);
    free((char *)outside->files.achievements);
    free((char *)outside->files.setup);
    free((char *)outside->editions[0].hash);
    free((char *)outside->editions[0].json);
    free((void *)outside->editions[0].data);
    free(outside);
}

/* --- loading --------------------------------------------------------------------------------------------------------- */

/* Opens a table to see whether that works. */
static int try_out(const struct flip_game *game, struct flip_error *error)
{
    const struct flip_table_def def = flip_table_defaults(game);
    struct flip_table *table = flip_table_open(&def, error);
    flip_table_close(table);
    return table ? 0 : -1;
}

static int add_game(const struct flip_game *game, const char *name, const char *folder, struct flip_error *error)
{
    const char *wrong = wrong_in(game, name);
    if (wrong)
        return broken(error, name, wrong);
    struct outside *outside = calloc(1, sizeof *outside);
    if (!outside)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the game.");
    outside->game = *game;
    if (read_files(outside, folder, error) < 0 || games_add(&outside->game, error) < 0) {
        forget(outside);
        return -1;
    }
    if (try_out(&outside->game, error) < 0) {
        games_remove_last();
        forget(outside);
        return -1;
    }
    return 0;
}

/* With RTLD_DEEPBIND a game may give its functions names that the program or the C library also has. Sanitizers do not
   allow it. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(RTLD_DEEPBIND) && !defined(SANITIZED) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { HOW_TO_OPEN = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#else
enum { HOW_TO_OPEN = RTLD_NOW | RTLD_LOCAL };
#endif

static int load_game(const char *folder, const char *name, struct flip_error *error)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/game.so", folder);
    void *object = dlopen(path, HOW_TO_OPEN);
    if (!object)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "The game '%.60s' cannot be loaded: %.300s.", name, dlerror());
    const struct flip_game *game = dlsym(object, "flip_plugin");
    int status = -1;
    if (!game)
        broken(error, name, "its game.so has no 'flip_plugin'");
    else if (game->abi != FLIP_GAME_ABI)
        flip_fail(error, FLIP_ERROR_BAD_GAME,
                  "The game '%.60s' was built for version %d of the interface for games, this program has %d: build it "
                  "again.",
                  name, game->abi, FLIP_GAME_ABI);
    else
        status = add_game(game, name, folder, error);
    if (status < 0)
        dlclose(object);
    return status;
}

static bool is_game(const char *folder)
{
    char path[PATH];
    struct stat found;
    snprintf(path, sizeof path, "%s/game.so", folder);
    return stat(path, &found) == 0;
}

int flip_games_load(const char *folder, struct flip_error *error)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "The folder of games %.200s cannot be read.", folder);
    int loaded = 0;
    for (int i = 0; i < count; i++) {
        char path[FOLDER];
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (loaded >= 0 && length < (int)sizeof path && entries[i]->d_name[0] != '.' && is_game(path))
            loaded = load_game(path, entries[i]->d_name, error) < 0 ? -1 : loaded + 1;
        free(entries[i]);
    }
    free(entries);
    if (loaded == 0)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "There is no game in %.200s: a game is a folder with a game.so.",
                         folder);
    return loaded < 0 ? -1 : 0;
}
