/*
 * `flipside enter GAME`: turns a game played on paper into a record, for replay and analysis. People type in the game's
 * notation which cards came and who did what. After every line the game is replayed from these entries, with rigged
 * events, so undo just drops the last entry. When the table has to draw a card that has not been entered yet, it asks
 * for that card. The record is saved after every line.
 */
#include "commands.h"
#include "core/file.h"
#include "faces/sim/games/games.h"

#include <ctype.h>
#include <flipside/record.h>
#include <flipside/walk.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 4096, SHOWN = 60 };

struct entry {
    int seat; /* FLIP_DEALER: a card */
    char text[FLIP_MOVE_TEXT];
};

struct paper_game_entry {
    struct flip_table_def def;
    struct flip_table *table; /* dealt from all entries */
    struct entry *entries;
    int count;
    int known; /* steps that follow from the entries; the table has guessed the later ones */
    int told;  /* steps that were printed */
    const char *path;
};

/* --- from entries to a table ----------------------------------------------------------------------------------------- */

/* The index of the first event that was not entered, or the number of steps. */
static int count_known(const struct flip_table *table)
{
    int step = 0;
    while (step < flip_table_step_count(table)) {
        const struct flip_step *one = flip_table_step(table, step);
        if (one->seat == FLIP_DEALER && !one->rigged)
            break;
        step++;
    }
    return step;
}

static int act_all(struct flip_table *table, const struct entry *entries, int count, struct flip_error *error)
{
    for (int i = 0; i < count; i++) {
        flip_move move;
        if (entries[i].seat == FLIP_DEALER)
            continue;
        if (flip_table_find(table, entries[i].seat, entries[i].text, &move, error) < 0 ||
            flip_table_act(table, entries[i].seat, move, error) < 0)
            return -1;
        flip_table_made_by(table, FLIP_BY_PERSON);
    }
    return 0;
}

/* Replays the game from the entries. A failure leaves it as it was. */
static int deal(struct paper_game_entry *game, struct flip_error *error)
{
    const char **events = calloc((size_t)game->count + 1, sizeof *events);
    struct flip_table_def def = game->def;
    if (!events)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    for (int i = 0; i < game->count; i++)
        if (game->entries[i].seat == FLIP_DEALER)
            events[def.rig_count++] = game->entries[i].text;
    def.rig = events;
    struct flip_table *table = flip_table_open(&def, error);
    free(events);
    if (!table || act_all(table, game->entries, game->count, error) < 0) {
        flip_table_close(table);
        return -1;
    }
    flip_table_close(game->table);
    game->table = table;
    game->known = count_known(table);
    return 0;
}

/* A table with only the entries, to be closed by the caller. */
static struct flip_table *known_part(const struct paper_game_entry *game, struct flip_error *error)
{
    char *text = flip_record_save(game->table, FLIP_RECORD_FULL, error);
    struct flip_table *part = text ? flip_record_load(text, strlen(text), game->known, error) : NULL;
    free(text);
    return part;
}

static int save(const struct paper_game_entry *game, struct flip_error *error)
{
    struct flip_table *part = known_part(game, error);
    char *text = part ? flip_record_save(part, FLIP_RECORD_FULL, error) : NULL;
    const int status = text ? flip_file_write(game->path, text, strlen(text), error) : -1;
    free(text);
    flip_table_close(part);
    return status;
}

/* --- telling --------------------------------------------------------------------------------------------------------- */

static int tell_news(struct paper_game_entry *game, struct flip_error *error)
{
    struct flip_walk walk;
    if (flip_walk_open(&walk, game->table, error) < 0)
        return -1;
    flip_walk_to(&walk, game->told);
    for (const struct flip_step *step; walk.step < game->known && (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        char words[FLIP_STEP_TEXT];
        struct flip_text text = flip_text_in(words, sizeof words);
        flip_table_step_tell(game->table, walk.at.state, step, &text);
        printf("  %s: %s\n", step->seat == FLIP_DEALER ? "Cards" : flip_table_name(game->table, step->seat), words);
    }
    game->told = game->known;
    flip_walk_close(&walk);
    return 0;
}

static bool asks_for_card(const struct paper_game_entry *game)
{
    return game->known < flip_table_step_count(game->table);
}

static int list_cards(const struct paper_game_entry *game, struct flip_error *error)
{
    const struct flip_game *rules = flip_table_game(game->table);
    struct flip_walk walk;
    struct flip_chances chances;
    if (flip_walk_open(&walk, game->table, error) < 0)
        return -1;
    flip_walk_to(&walk, game->known);
    rules->rules->chances(walk.at.rules, walk.at.state, &chances);
    for (int i = 0; i < (chances.kind == FLIP_CHANCE_SET ? 64 : chances.count); i++) {
        char words[FLIP_MOVE_TEXT];
        struct flip_text text = flip_text_in(words, sizeof words);
        if (chances.kind == FLIP_CHANCE_SET && !flip_set_has(chances.set, i))
            continue;
        rules->words->text(walk.at.rules, walk.at.state, FLIP_DEALER,
                           chances.kind == FLIP_CHANCE_SET ? chances.base + (flip_move)i : chances.list[i].event,
                           &text);
        printf(" %s", words);
    }
    printf("\n");
    flip_walk_close(&walk);
    return 0;
}

static int list_moves(const struct paper_game_entry *game, struct flip_error *error)
{
    const struct flip_position at = flip_table_position(game->table);
    const int seat = flip_set_first(flip_table_turn(game->table));
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    if (!moves)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    const int count = flip_table_moves(game->table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count && i < SHOWN; i++) {
        char words[FLIP_MOVE_TEXT];
        struct flip_text text = flip_text_in(words, sizeof words);
        at.game->words->text(at.rules, at.state, seat, moves[i], &text);
        printf("  %s\n", words);
    }
    if (count > SHOWN)
        printf("  … and %d more\n", count - SHOWN);
    free(moves);
    return 0;
}

/* False: the game is over. */
static bool ask(const struct paper_game_entry *game)
{
    const flip_set turn = flip_table_turn(game->table);
    if (asks_for_card(game)) {
        printf("Which card came? ");
    } else if (turn) {
        const int seat = flip_set_first(turn);
        printf("What did %s do (seat %d)? ", flip_table_name(game->table, seat), seat + 1);
    } else {
        return false;
    }
    fflush(stdout);
    return true;
}

/* --- answers --------------------------------------------------------------------------------------------------------- */

static int undo(struct paper_game_entry *game, struct flip_error *error)
{
    if (game->count == 0)
        return flip_fail(error, FLIP_ERROR_CANNOT_UNDO, "Nothing has been entered yet.");
    printf("  Taken back: %s\n", game->entries[--game->count].text);
    if (deal(game, error) < 0)
        return -1;
    game->told = game->known;
    return save(game, error);
}

/* "2: write b2" names the seat; without one it is the first that may act. */
static int seat_of(const struct paper_game_entry *game, char **text, int *seat, struct flip_error *error)
{
    char *end;
    const long named = strtol(*text, &end, 10);
    *seat = asks_for_card(game) ? FLIP_DEALER : flip_set_first(flip_table_turn(game->table));
    if (end == *text || *end != ':' || asks_for_card(game))
        return 0;
    if (named < 1 || named > flip_table_seats(game->table))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "There is no seat %ld.", named);
    *seat = (int)named - 1;
    *text = end + 1 + strspn(end + 1, " ");
    return 0;
}

static int add(struct paper_game_entry *game, char *text, struct flip_error *error)
{
    struct entry *entry = &game->entries[game->count];
    if (game->count == ENTRIES)
        return flip_fail(error, FLIP_ERROR_LIMIT, "A game has at most %d answers.", ENTRIES);
    if (!asks_for_card(game) && !flip_table_turn(game->table))
        return flip_fail(error, FLIP_ERROR_OVER, "The game is over.");
    if (seat_of(game, &text, &entry->seat, error) < 0)
        return -1;
    snprintf(entry->text, sizeof entry->text, "%s", text);
    game->count++;
    if (deal(game, error) < 0) {
        game->count--;
        return -1;
    }
    return tell_news(game, error) < 0 ? -1 : save(game, error);
}

static int answer(struct paper_game_entry *game, char *text, struct flip_error *error)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    text += strspn(text, " \t");
    if (*text == '\0')
        return 0;
    if (strcmp(text, "?") == 0)
        return asks_for_card(game)            ? list_cards(game, error)
               : flip_table_turn(game->table) ? list_moves(game, error)
                                              : 0;
    return strcmp(text, "undo") == 0 ? undo(game, error) : add(game, text, error);
}

/* After an error the rest of the line is ignored. */
static void answer_line(struct paper_game_entry *game, char *line)
{
    struct flip_error error;
    char *rest = NULL;
    for (char *part = strtok_r(line, ",\n", &rest); part; part = strtok_r(NULL, ",\n", &rest))
        if (answer(game, part, &error) < 0) {
            printf("  %s\n", error.message);
            return;
        }
}

static void converse(struct paper_game_entry *game)
{
    char *line = NULL;
    size_t size = 0;
    while (ask(game) && getline(&line, &size, stdin) >= 0 && strcmp(line, "quit\n") != 0)
        answer_line(game, line);
    free(line);
}

static void conclude(const struct paper_game_entry *game)
{
    char verdict[FLIP_ENDING_TEXT], why[FLIP_ENDING_TEXT];
    struct flip_text told = flip_text_in(verdict, sizeof verdict), reason = flip_text_in(why, sizeof why);
    if (!asks_for_card(game) && !flip_table_turn(game->table)) {
        flip_table_ending(game->table, FLIP_PUBLIC, &told, &reason);
        printf("%s. %s\n", verdict, why);
    } else {
        printf("\nThe game is not over yet; go on with --load %s.\n", game->path);
    }
    printf("The record is in %s: 'flipside replay' and 'flipside analyze' read it.\n", game->path);
}

/* --- the command line ------------------------------------------------------------------------------------------------ */

static int read_names(char *names, struct flip_table_def *def, struct flip_error *error)
{
    char *rest = NULL;
    def->seats = 0;
    for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (def->seats == def->game->max_seats)
            return flip_fail(error, FLIP_ERROR_SEATS, "%s has at most %d seats.", def->game->title,
                             def->game->max_seats);
        def->names[def->seats++] = name;
    }
    return 0;
}

/* The entries from the steps of a record. */
static int read_entries(struct paper_game_entry *game, const json_t *record, struct flip_error *error)
{
    const json_t *step;
    size_t i;
    json_array_foreach(json_object_get(record, "steps"), i, step) {
        const char *event = json_string_value(json_object_get(step, "event"));
        const char *text = event ? event : json_string_value(json_object_get(step, "move"));
        struct entry *entry = &game->entries[game->count];
        if (!text || game->count++ == ENTRIES)
            return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record has steps that cannot be entered here.");
        entry->seat = event ? FLIP_DEALER : (int)json_integer_value(json_object_get(step, "seat"));
        snprintf(entry->text, sizeof entry->text, "%s", text);
    }
    return 0;
}

/* Continues a record, with its set-up. */
static int load(struct paper_game_entry *game, struct flip_table **from, struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(game->path, &length, error);
    json_t *record = text ? json_loadb(text, length, 0, NULL) : NULL;
    *from = text ? flip_record_load(text, length, FLIP_ALL_STEPS, error) : NULL;
    int status = *from ? read_entries(game, record, error) : -1;
    if (status == 0 && flip_table_game(*from) != game->def.game)
        status = flip_fail(error, FLIP_ERROR_BAD_RECORD, "That is a game of %s.", flip_table_game(*from)->title);
    if (status == 0) {
        game->def.seats = flip_table_seats(*from);
        game->def.options = *flip_table_options(*from);
        game->def.edition = flip_table_edition(*from);
        for (int seat = 0; seat < game->def.seats; seat++)
            game->def.names[seat] = flip_table_name(*from, seat);
    }
    json_decref(record);
    free(text);
    return status;
}

struct arguments {
    struct flip_setup_args setup;
    const char *names; /* of the command line: may be written to */
    const char *save, *load;
};

/* 0: go on; else 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct arguments *out)
{
    const struct flip_argument table[] = {
        {"save", .text = &out->save},
        {"load", .text = &out->load},
        {"seats", .text = &out->names},
        FLIP_SETUP_ARGUMENTS(out),
        {0},
    };
    const int status = flip_arguments_read(argc, argv, flip_help("enter"), table);
    out->setup.game = argv[optind];
    return status;
}

static int enter(const struct arguments *arguments, const struct flip_setup *setup, struct flip_error *error)
{
    char name[96];
    struct flip_table *before = NULL;
    struct paper_game_entry game = {.def = flip_table_defaults(setup->game)};
    if (setup->game->flicks)
        return flip_fail(error, FLIP_ERROR_USAGE, "How a flick went cannot be written down: %s cannot be entered.",
                         setup->game->title);
    snprintf(name, sizeof name, "%s-paper.json", setup->game->id);
    game.path = arguments->load ? arguments->load : arguments->save ? arguments->save : name;
    game.def.options = setup->options;
    game.def.edition = setup->edition;
    game.entries = calloc(ENTRIES + 1, sizeof *game.entries);
    int status = game.entries ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    if (status == 0 && arguments->names)
        status = read_names((char *)arguments->names, &game.def, error);
    if (status == 0 && arguments->load)
        status = load(&game, &before, error);
    if (status == 0 && (status = deal(&game, error)) == 0 && (status = tell_news(&game, error)) == 0) {
        converse(&game);
        conclude(&game);
    }
    flip_table_close(game.table);
    flip_table_close(before);
    free(game.entries);
    return status;
}

int flip_command_enter(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct flip_setup setup = {0};
    struct flip_error error;
    const int wrong = read_arguments(argc, argv, &arguments);
    if (wrong)
        return wrong - 1;
    int status = flip_setup_read(&setup, &arguments.setup, &error);
    if (status == 0)
        status = enter(&arguments, &setup, &error);
    flip_setup_close(&setup);
    return status == 0 ? 0 : flip_tell_error("enter", &error);
}
