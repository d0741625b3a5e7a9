/*
 * What a game looks like: along every golden record of a game, all that is listed, shown, drawn, counted and said is mixed into
 * a few numbers and compared with golden/looks.txt. A number that differs says that something has changed which somebody sees;
 * where that is meant, the file is written anew:
 *
 *     FLIPSIDE_WRITE_GOLDEN=1 meson test -C BUILD --suite golden
 *
 *     test_golden GAME
 */
#include "support.h"
#include "table/table.h"

#include "core/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 140, HEIGHT = 50, NUMBERS = 4096, PATH = 2048 };

/* --- mixing ---------------------------------------------------------------------------------------------------------------- */

/* What is looked at, each for itself, so that a difference says where to look. */
enum look { MOVES, CHANCES, VIEWS, SECRETS, DRAWINGS, OBSERVED, WORDS, SCORES, LOOKS };

static const char *const look_names[LOOKS] = {"moves",    "chances", "views", "secrets",
                                              "drawings", "numbers", "words", "scores"};

static uint64_t looks[LOOKS];

static void mix(enum look look, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        looks[look] = (looks[look] ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

static void mix_text(enum look look, const char *text) { mix(look, text, strlen(text) + 1); }

static void mix_number(enum look look, int64_t number)
{
    for (int shift = 0; shift < 64; shift += 8)
        mix(look, &(unsigned char){(unsigned char)((uint64_t)number >> shift)}, 1);
}

/* --- a position ------------------------------------------------------------------------------------------------------------ */

struct position {
    const struct flip_table *table;
    const struct flip_game *game;
    void *state, *before, *redealt;
    int number;
};

static void mix_view(const struct position *at, const void *state, int viewer, enum look look)
{
    static char buffer[FLIP_VIEW_SIZE];
    struct flip_json json = flip_json_in(buffer, sizeof buffer);
    flip_json_open(&json, NULL, '{');
    at->game->knowledge->view(at->table->rules, state, at->before, viewer, &json);
    flip_json_close(&json);
    assert_true(flip_text_fits(&json.text));
    mix_text(look, buffer);
}

static void mix_moves(const struct position *at, int seat)
{
    static flip_move moves[FLIP_MAX_MOVES];
    const struct flip_game *game = at->game;
    const void *rules = at->table->rules;
    const int count = game->rules->moves(rules, at->state, seat, moves, FLIP_MAX_MOVES);
    mix_number(MOVES, count);
    for (int i = 0; i < count; i++) {
        char name[FLIP_MOVE_TEXT], phrase[300] = "", fields[2000];
        struct flip_text text = flip_text_in(name, sizeof name), tell = flip_text_in(phrase, sizeof phrase);
        game->words->text(rules, at->state, seat, moves[i], &text);
        mix_text(MOVES, name);
        if ((i + at->number) % 5 != 0)
            continue;
        game->words->tell(rules, at->state, seat, moves[i], &tell);
        mix_text(WORDS, phrase);
        struct flip_json json = flip_json_in(fields, sizeof fields);
        flip_json_open(&json, NULL, '{');
        game->words->fields(rules, at->state, seat, moves[i], &json);
        flip_json_close(&json);
        mix_text(WORDS, fields);
    }
}

/* Why a move is refused: one of a move that was possible once, and one that differs from a listed one in a bit. */
static void mix_refusals(const struct position *at, int seat)
{
    const struct flip_game *game = at->game;
    flip_move moves[1] = {0};
    if (!game->rules->legal || game->rules->moves(at->table->rules, at->state, seat, moves, 1) == 0)
        return;
    const flip_move others[] = {at->table->steps[at->number / 2].move, moves[0] ^ FLIP_BIT(at->number % 48),
                                moves[0] + (flip_move)(at->number % 7)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        problem.message[0] = '\0';
        const bool legal = game->rules->legal(at->table->rules, at->state, seat, others[i], &problem);
        mix_number(MOVES, legal);
        mix_text(WORDS, legal ? "" : problem.message);
    }
}

static void mix_chances(const struct position *at)
{
    struct flip_chances chances = {0};
    if (at->game->rules->turn(at->table->rules, at->state) != FLIP_BIT(FLIP_DEALER))
        return;
    at->game->rules->chances(at->table->rules, at->state, &chances);
    mix_number(CHANCES, chances.kind);
    if (chances.kind == FLIP_CHANCE_SET) {
        mix_number(CHANCES, (int64_t)chances.set);
        mix_number(CHANCES, (int64_t)chances.base);
    }
    for (int i = 0; chances.kind == FLIP_CHANCE_LIST && i < chances.count; i++) {
        mix_number(CHANCES, (int64_t)chances.list[i].event);
        mix_number(CHANCES, chances.list[i].weight);
    }
}

/* One drawing of a position, in turn of every size, viewer and sheet. */
static void mix_drawing(const struct position *at)
{
    static const int sizes[][2] = {{80, 24}, {WIDTH, HEIGHT}, {40, 14}, {100, 30}, {74, 14}, {92, 21}, {150, 22}};
    static struct flip_glyph cells[WIDTH * HEIGHT];
    const int *size = sizes[at->number % 7], seats = at->table->seats, viewer = at->number % (seats + 1);
    struct flip_canvas canvas = {.width = size[0], .height = size[1], .cells = cells};
    flip_canvas_clear(&canvas);
    at->game->words->draw(at->table->rules, at->state, at->before, viewer < seats ? viewer : FLIP_PUBLIC,
                          (at->number / 2) % seats, &canvas);
    for (int i = 0; i < size[0] * size[1]; i++) {
        mix_number(DRAWINGS, cells[i].code);
        mix_number(DRAWINGS, cells[i].style);
    }
    for (int i = 0; i < canvas.note_count; i++)
        mix_text(DRAWINGS, canvas.notes[i].text);
    for (int i = 0; i < canvas.spot_count; i++) {
        const struct flip_spot *spot = &canvas.spots[i];
        const int64_t parts[] = {spot->x, spot->y, spot->width, spot->height, (int64_t)spot->move, (int64_t)spot->mask};
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
            mix_number(DRAWINGS, parts[k]);
    }
}

static void mix_observed(const struct position *at, int seat)
{
    static float numbers[NUMBERS];
    if (!at->game->learn)
        return;
    const int count = (int)(at->game->learn->observe(at->table->rules, at->state, at->before, seat, numbers) - numbers);
    assert_in_range(count, 1, NUMBERS);
    for (int i = 0; i < count; i++)
        mix_number(OBSERVED, (int64_t)((double)numbers[i] * 10000 + (numbers[i] < 0 ? -0.5 : 0.5)));
}

/* What the seat's bot is given in place of what the seat cannot know. */
static void mix_redealt(const struct position *at, int seat)
{
    struct flip_random random;
    flip_random_seed(&random, (uint64_t)at->number);
    memcpy(at->redealt, at->state, at->game->state_size);
    at->game->knowledge->redeal(at->table->rules, at->redealt, at->before, seat, &random);
    mix_view(at, at->redealt, FLIP_ALL, SECRETS);
}

static void mix_scores(const struct position *at)
{
    struct flip_result result = {0};
    char buffer[2000];
    at->game->rules->result(at->table->rules, at->state, &result);
    mix_number(SCORES, result.over);
    mix_number(SCORES, (int64_t)result.winners);
    mix_number(SCORES, at->game->knowledge->phase(at->table->rules, at->state));
    for (int seat = 0; seat < at->table->seats; seat++) {
        struct flip_json json = flip_json_in(buffer, sizeof buffer);
        mix_number(SCORES, result.score[seat]);
        flip_json_open(&json, NULL, '{');
        at->game->words->breakdown(at->table->rules, at->state, seat, &json);
        flip_json_close(&json);
        mix_text(SCORES, buffer);
    }
}

static void mix_position(const struct position *at)
{
    const int seats = at->table->seats, seat = at->number % seats;
    for (int i = 0; i < seats; i++)
        mix_moves(at, i);
    mix_refusals(at, seat);
    mix_chances(at);
    mix_view(at, at->state, seat, VIEWS);
    mix_view(at, at->state, at->number % 2 ? FLIP_PUBLIC : FLIP_ALL, VIEWS);
    mix_redealt(at, seat);
    mix_drawing(at);
    mix_observed(at, seat);
    mix_scores(at);
}

static void mix_step(const struct position *at, const struct flip_step *step)
{
    char text[FLIP_MOVE_TEXT], phrase[600] = "", fields[8000];
    struct flip_text name = flip_text_in(text, sizeof text), tell = flip_text_in(phrase, sizeof phrase);
    struct flip_json json = flip_json_in(fields, sizeof fields);
    flip_table_step_text(at->table, at->state, step, &name);
    flip_table_step_tell(at->table, at->state, step, &tell);
    flip_json_open(&json, NULL, '{');
    flip_table_step_fields(at->table, at->state, step, &json);
    flip_json_close(&json);
    mix_text(WORDS, text);
    mix_text(WORDS, phrase);
    mix_text(WORDS, fields);
    for (int viewer = 0; at->game->knowledge->secret && viewer < at->table->seats; viewer++)
        mix_number(SECRETS, at->game->knowledge->secret(at->table->rules, at->state, step->seat, step->move, viewer));
}

/* --- a record -------------------------------------------------------------------------------------------------------------- */

static void walk(const struct flip_table *table)
{
    const size_t size = table->game->state_size;
    void *scratch = calloc(1, size);
    assert_non_null(scratch);
    struct flip_walk walk;
    must(flip_walk_open(&walk, table, &problem));
    struct position at = {table, table->game, walk.at.state, walk.at.before, scratch, 0};
    for (int i = 0; i < LOOKS; i++)
        looks[i] = UINT64_C(0xcbf29ce484222325);
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        at.number = walk.step;
        mix_position(&at);
        mix_step(&at, step);
    }
    mix_position(&at); /* with the last step's number: there is one more position than steps */
    flip_walk_close(&walk);
    free(scratch);
}

static void write_line(const char *name, char *out, size_t size)
{
    struct flip_text line = flip_text_in(out, size);
    flip_text_add(&line, "%s:", name);
    for (int i = 0; i < LOOKS; i++)
        flip_text_add(&line, " %s %08x", look_names[i], (unsigned)(looks[i] ^ looks[i] >> 32));
    flip_text_add(&line, "\n");
}

static const char *game_id;

static void golden_path(const char *name, char out[PATH])
{
    snprintf(out, PATH, "%s/games/%s/tests/golden/%s", getenv("FLIPSIDE_SOURCE_ROOT"), game_id, name);
}

static int is_record(const struct dirent *entry) { return strstr(entry->d_name, ".json") != NULL; }

static struct flip_table *record_named(const char *name)
{
    char path[PATH];
    size_t length;
    golden_path(name, path);
    char *text = flip_file_read(path, &length, &problem);
    must(text ? 0 : -1);
    struct flip_table *table = flip_record_load(text, length, FLIP_ALL_STEPS, &problem);
    must(table ? 0 : -1);
    free(text);
    return table;
}

/* All lines of the game, as they are today. To be freed. */
static char *lines_of_today(int *records)
{
    struct dirent **entries;
    char folder[PATH], *all = NULL;
    size_t size;
    golden_path("", folder);
    *records = scandir(folder, &entries, is_record, alphasort);
    FILE *out = open_memstream(&all, &size);
    assert_true(*records > 0 && out);
    for (int i = 0; i < *records; i++) {
        char line[400];
        struct flip_table *table = record_named(entries[i]->d_name);
        walk(table);
        write_line(entries[i]->d_name, line, sizeof line);
        fputs(line, out);
        flip_table_close(table);
        free(entries[i]);
    }
    free(entries);
    fclose(out);
    return all;
}

/* --- what is read aloud ------------------------------------------------------------------------------------------------------ */

enum { SPOKEN = 12000, WRITTEN = 2 /* records; of the others only secrets are looked for */ };

/* The sheet of `seat` as `viewer` hears it; whole, and in whole lines. */
static void hear(const struct position *at, const void *state, int viewer, int seat, const flip_move *aim,
                 char words[SPOKEN])
{
    struct flip_text out = flip_text_in(words, SPOKEN);
    at->game->words->read(at->table->rules, state, at->before, viewer, seat, aim, &out);
    assert_true(flip_text_fits(&out));
    assert_true(!words[0] || words[strlen(words) - 1] == '\n');
}

/* Whatever the seat cannot know, it hears the same. */
static void hear_all(const struct position *at)
{
    static char words[SPOKEN], redealt[SPOKEN];
    const int seats = at->table->seats, viewer = at->number % seats;
    struct flip_random random = {0};
    flip_random_seed(&random, (uint64_t)at->number);
    memcpy(at->redealt, at->state, at->game->state_size);
    at->game->knowledge->redeal(at->table->rules, at->redealt, at->before, viewer, &random);
    for (int seat = 0; seat < seats; seat++) {
        hear(at, at->state, viewer, seat, NULL, words);
        hear(at, at->redealt, viewer, seat, NULL, redealt);
        assert_string_equal(words, redealt);
    }
}

/* A moment of a record as its text: what whoever acts hears, and the targets of the first flick there is. */
static void write_heard(const struct position *at, int seat, FILE *out)
{
    static char words[SPOKEN];
    static flip_move moves[FLIP_MAX_MOVES];
    struct flip_range open[FLIP_MAX_RANGES];
    hear(at, at->state, seat, seat, NULL, words);
    fprintf(out, "Seat %d before step %d:\n%s", seat, at->number, words);
    const int count = at->game->rules->moves(at->table->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (flip_move_ranges(at->game, at->table->rules, at->state, seat, moves[i], open) > 0) {
            hear(at, at->state, seat, seat, &moves[i], words);
            fprintf(out, "To aim at:\n%s", words);
            break;
        }
    fprintf(out, "\n");
}

/* The first moment after three fifths of the record, whose moves can be aimed if the game has such. */
static void hear_record(const struct flip_table *table, FILE *out)
{
    struct flip_walk walk;
    void *scratch = calloc(1, table->game->state_size);
    flip_move move;
    struct flip_range open[FLIP_MAX_RANGES];
    bool written = !out;
    assert_non_null(scratch);
    must(flip_walk_open(&walk, table, &problem));
    struct position at = {table, table->game, walk.at.state, walk.at.before, scratch, 0};
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        at.number = walk.step;
        hear_all(&at);
        if (written || step->seat >= table->seats || 5 * walk.step < 3 * table->step_count ||
            table->game->rules->moves(table->rules, at.state, step->seat, &move, 1) == 0)
            continue;
        if (table->game->flicks && flip_move_ranges(table->game, table->rules, at.state, step->seat, move, open) == 0)
            continue;
        write_heard(&at, step->seat, out);
        written = true;
    }
    flip_walk_close(&walk);
    free(scratch);
}

static void write_anew(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Compares with what is kept in a file, or writes that anew. Frees the text. */
static void compare(const char *name, char *today)
{
    size_t length;
    char path[PATH];
    golden_path(name, path);
    if (getenv("FLIPSIDE_WRITE_GOLDEN"))
        write_anew(path, today);
    char *kept = flip_file_read(path, &length, &problem);
    must(kept ? 0 : -1);
    if (strcmp(kept, today) != 0)
        fail_msg("Something that is seen or heard has changed. In %s stands\n%sand today it is\n%sIf that is meant: "
                 "FLIPSIDE_WRITE_GOLDEN=1 meson test --suite golden",
                 path, kept, today);
    free(kept);
    free(today);
}

CASE(golden_games_look_as_they_did)
{
    int records;
    compare("looks.txt", lines_of_today(&records));
}

CASE(golden_games_are_read_aloud_as_they_were_and_tell_no_secret)
{
    struct dirent **entries;
    char folder[PATH], *all = NULL;
    size_t size;
    if (!flip_game_named(game_id)->words->read)
        return;
    golden_path("", folder);
    const int records = scandir(folder, &entries, is_record, alphasort);
    FILE *out = open_memstream(&all, &size);
    assert_true(records > 0 && out);
    for (int i = 0; i < records; i++) {
        struct flip_table *table = record_named(entries[i]->d_name);
        if (i < WRITTEN)
            fprintf(out, "%s\n", entries[i]->d_name);
        hear_record(table, i < WRITTEN ? out : NULL);
        flip_table_close(table);
        free(entries[i]);
    }
    free(entries);
    fclose(out);
    compare("spoken.txt", all);
}

int main(int count, char **arguments)
{
    game_id = count > 1 ? arguments[1] : "";
    if (!flip_game_named(game_id)) {
        fprintf(stderr, "There is no game '%s'.\n", game_id);
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_games_look_as_they_did),
                                       cmocka_unit_test(golden_games_are_read_aloud_as_they_were_and_tell_no_secret)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
