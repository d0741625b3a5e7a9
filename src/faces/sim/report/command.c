/* `flipside report`: a balance study as one page of HTML. */
#include "faces/sim/report/report.h"

#include "commands.h"
#include "edition/read.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* --- another edition from one changed value: its JSON is changed, and read and checked like any edition ----------------- */

/* The value under a name: a member of an object, or an item of a list by its index. */
static json_t *inside(json_t *value, const char *name)
{
    if (json_is_object(value))
        return json_object_get(value, name);
    char *end;
    const unsigned long place = strtoul(name, &end, 10);
    return json_is_array(value) && end != name && *end == '\0' ? json_array_get(value, place) : NULL;
}

static int replace(json_t *value, const char *name, json_t *fresh)
{
    return json_is_object(value) ? json_object_set_new(value, name, fresh)
                                 : json_array_set_new(value, strtoul(name, NULL, 10), fresh);
}

/* `path` is cut into its names. */
static int change_json(json_t *edition, char *path, const char *value, struct flip_error *error)
{
    json_t *at = edition;
    char *name = path;
    for (char *dot; (dot = strchr(name, '.')) != NULL; name = dot + 1) {
        *dot = '\0';
        if (!(at = inside(at, name)))
            return flip_fail(error, FLIP_ERROR_OPTION, "The edition has no '%.80s' there.", name);
    }
    const json_t *old = inside(at, name);
    if (!old)
        return flip_fail(error, FLIP_ERROR_OPTION, "The edition has no '%.80s' there.", name);
    json_t *fresh = json_loads(value, JSON_DECODE_ANY, NULL);
    if (!fresh)
        fresh = json_string(value);
    if (!fresh || json_is_object(old) || json_is_array(old)) {
        json_decref(fresh);
        return flip_fail(error, FLIP_ERROR_OPTION, "'%.80s' is no single value, so it cannot be replaced by '%.80s'.",
                         name, value);
    }
    return replace(at, name, fresh) == 0 ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
}

struct flip_edition *flip_edition_what_if(const struct flip_setup *setup, const char *change, struct flip_error *error)
{
    const char *equals = strchr(change, '=');
    struct flip_edition *old =
        setup->edition ? flip_edition_copy(setup->edition) : flip_edition_chosen(setup->game, &setup->options, error);
    struct flip_edition *found = NULL;
    char *path = equals ? strndup(change, (size_t)(equals - change)) : NULL;
    json_t *json = old ? json_loads(old->json, 0, NULL) : NULL;
    if (!equals)
        flip_fail(error, FLIP_ERROR_USAGE, "--what-if takes PATH=VALUE, as in rounds=12, not '%.80s'.", change);
    else if (!old || !path || !json)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for another edition.");
    else if (change_json(json, path, equals + 1, error) == 0)
        found = edition_from(setup->game, json, change, error);
    json_decref(json);
    free(path);
    flip_edition_free(old);
    return found;
}

enum { MOST_VARIED = 4 };

struct own {
    const char *out, *players;
    const char *vary[MOST_VARIED], *what_if[FLIP_STUDY_CHANGES];
    int vary_count, what_if_count;
    uint64_t games, seats;
};

/* Returns 0 to go on, or 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct own *own, struct flip_arguments *arguments)
{
    const struct flip_argument table[] = {
        {"out", .text = &own->out},
        {"games", .whole = &own->games, .low = 2, .high = 1e9},
        {"seats", .whole = &own->seats, .low = 1, .high = FLIP_MAX_SEATS},
        {"players", .text = &own->players},
        {"what-if", .texts = own->what_if, .high = FLIP_STUDY_CHANGES, .text_count = &own->what_if_count},
        {"vary", .texts = own->vary, .high = MOST_VARIED, .text_count = &own->vary_count},
        FLIP_RUN_ARGUMENTS(arguments),
        FLIP_SETUP_ARGUMENTS(arguments),
        {0},
    };
    return flip_arguments_read_game(argc, argv, flip_help("report"), table, &arguments->setup.game);
}

static void close_run(struct flip_study_run *run)
{
    if (run)
        flip_simulation_close(&run->simulation);
    free(run);
}

/* A prepared run with `player` in every seat; `change` is another edition ("rounds=12"), `option` another option
   ("scenario=3"), or NULL. */
static struct flip_study_run *open_run(const struct own *own, const struct flip_arguments *arguments,
                                       const struct flip_player *player, const char *change, const char *option,
                                       struct flip_error *error)
{
    struct flip_setup_args args = arguments->setup;
    struct flip_study_run *run = calloc(1, sizeof *run);
    if (!run) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
        return NULL;
    }
    struct flip_simulation *simulation = &run->simulation;
    flip_simulation_open(simulation);
    simulation->games = own->games;
    simulation->seed = arguments->seed;
    simulation->threads = arguments->threads;
    for (int seat = 0; seat < FLIP_MAX_SEATS; seat++)
        simulation->players[seat] = *player;
    snprintf(run->title, sizeof run->title, "%.80s", change ? change : option ? option : player->text);
    if (option && args.option_count < FLIP_SETUP_TEXTS)
        args.options[args.option_count++] = option;
    if (flip_setup_read(&simulation->setup, &args, error) == 0) {
        const int seats = own->seats ? (int)own->seats : flip_setup_pair(simulation->setup.game);
        struct flip_edition *edition = change ? flip_edition_what_if(&simulation->setup, change, error) : NULL;
        if (edition) {
            flip_edition_free(simulation->setup.edition);
            simulation->setup.edition = edition;
        }
        /* An option that does not allow this number of seats is played with as few as possible. */
        if ((edition || !change) && (flip_setup_seat(&simulation->setup, seats, error) == 0 ||
                                     (option && flip_setup_seat(&simulation->setup, 0, error) == 0)))
            return run;
    }
    close_run(run);
    return NULL;
}

/* The runs of one option, a value each. */
static int open_varied(const struct own *own, const struct flip_arguments *arguments, const struct flip_player *player,
                       const char *name, struct flip_study *study, struct flip_error *error)
{
    const struct flip_option *option = study->base->simulation.setup.game->options;
    while (option->name && strcmp(option->name, name) != 0)
        option++;
    if (!option->name || (option->kind != FLIP_OPTION_BOOL && option->kind != FLIP_OPTION_CHOICE))
        return flip_fail(error, FLIP_ERROR_OPTION, "--vary takes an option with a few values, not '%.40s'.", name);
    const char *values = option->kind == FLIP_OPTION_BOOL ? "false true" : option->choices;
    while (*values) {
        const size_t length = strcspn(values, " ");
        char text[96];
        if (study->varied_count == FLIP_STUDY_VARIED)
            return flip_fail(error, FLIP_ERROR_USAGE, "That would be more than %d runs.", FLIP_STUDY_VARIED);
        snprintf(text, sizeof text, "%.40s=%.*s", name, (int)(length < 40 ? length : 40), values);
        struct flip_study_run *run = open_run(own, arguments, player, NULL, text, error);
        if (!run)
            return -1;
        study->varied[study->varied_count++] = run;
        values += length + strspn(values + length, " ");
    }
    return 0;
}

static int open_study(const struct own *own, const struct flip_arguments *arguments, struct flip_study *study,
                      struct flip_error *error)
{
    struct flip_player players[FLIP_STUDY_RUNS];
    const int count = flip_players_parse(own->players, players, FLIP_STUDY_RUNS, error);
    if (count < 1)
        return -1;
    const struct flip_player *last = &players[count - 1];
    for (int i = 0; i < count; i++) {
        struct flip_study_run *run = open_run(own, arguments, &players[i], NULL, NULL, error);
        if (!run)
            return -1;
        study->run[study->count++] = run;
        study->base = run;
    }
    study->base->simulation.items = true;
    study->base->simulation.paired = own->what_if_count > 0;
    for (int i = 0; i < own->what_if_count; i++) {
        struct flip_study_run *run = open_run(own, arguments, last, own->what_if[i], NULL, error);
        if (!run)
            return -1;
        run->simulation.items = run->simulation.paired = true;
        study->changed[study->changed_count++] = run;
    }
    for (int i = 0; i < own->vary_count; i++)
        if (open_varied(own, arguments, last, own->vary[i], study, error) != 0)
            return -1;
    return 0;
}

static void close_study(struct flip_study *study)
{
    for (int i = 0; i < study->count; i++)
        close_run(study->run[i]);
    for (int i = 0; i < study->varied_count; i++)
        close_run(study->varied[i]);
    for (int i = 0; i < study->changed_count; i++)
        close_run(study->changed[i]);
}

static int play_run(struct flip_study_run *run, struct flip_error *error)
{
    return flip_interrupted() ? 0 : flip_simulation_run(&run->simulation, error);
}

/* Leaves out runs without a finished game after an interruption. */
static int keep_played(struct flip_study_run **runs, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (runs[i]->simulation.done > 0)
            runs[kept++] = runs[i];
        else
            close_run(runs[i]);
    }
    return kept;
}

static int play(struct flip_study *study, struct flip_error *error)
{
    for (int i = 0; i < study->count; i++)
        if (play_run(study->run[i], error) != 0)
            return -1;
    for (int i = 0; i < study->varied_count; i++)
        if (play_run(study->varied[i], error) != 0)
            return -1;
    for (int i = 0; i < study->changed_count; i++)
        if (play_run(study->changed[i], error) != 0)
            return -1;
    if (!flip_ranks_first())
        return 0;
    study->count = keep_played(study->run, study->count);
    study->varied_count = keep_played(study->varied, study->varied_count);
    study->changed_count = keep_played(study->changed, study->changed_count);
    if (study->count == 0)
        return flip_fail(error, FLIP_ERROR_EMPTY, "Interrupted before the first game was over.");
    study->base = study->run[study->count - 1];
    return 0;
}

static int write_page(const struct flip_study *study, const char *path, struct flip_error *error)
{
    if (!flip_ranks_first())
        return 0;
    FILE *out = fopen(path, "w");
    if (!out)
        return flip_fail(error, FLIP_ERROR_FILE, "Cannot write '%s': %s.", path, strerror(errno));
    flip_study_write(out, study);
    const bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad)
        return flip_fail(error, FLIP_ERROR_FILE, "Writing '%s' failed; is the disk full?", path);
    return 0;
}

/* The command that makes the same page again, without output and threads. */
static void tell_command(int argc, char **argv, const char *game, char *out, size_t size)
{
    struct flip_text text = flip_text_in(out, size);
    flip_text_add(&text, "flipside report");
    for (int i = 1; i < argc; i++) {
        if ((strcmp(argv[i], "--out") == 0 || strcmp(argv[i], "--threads") == 0) && i + 1 < argc)
            i++;
        else if (strcmp(argv[i], game) != 0)
            flip_text_add(&text, " %s", argv[i]);
    }
    flip_text_add(&text, " %s", game);
}

static int study_game(int argc, char **argv)
{
    struct flip_error error;
    struct flip_arguments arguments = flip_arguments_defaults();
    struct own own = {.players = "random,bot1,bot2", .games = 400};
    struct flip_study study = {0};
    char command[1024], path[160];
    int status = read_arguments(argc, argv, &own, &arguments) - 1;
    if (status >= 0)
        return status;
    if (open_study(&own, &arguments, &study, &error) != 0) {
        close_study(&study);
        return flip_arguments_wrong(argv, &error) - 1;
    }
    const char *game = study.run[0]->simulation.setup.game->id;
    tell_command(argc, argv, game, command, sizeof command);
    study.command = command;
    snprintf(path, sizeof path, "%.100s.html", game);
    flip_interrupt_watch();
    status = 0;
    if (play(&study, &error) != 0 || write_page(&study, own.out ? own.out : path, &error) != 0)
        status = flip_tell_error(argv[0], &error);
    else
        printf("%s\n", own.out ? own.out : path);
    close_study(&study);
    return status;
}

int flip_command_report(int argc, char **argv) { return flip_ranks_command(study_game, argc, argv); }
