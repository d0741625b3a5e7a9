/*
 * Records: writing, loading with full checking, verifying. docs/record.md describes the format.
 *
 * Writing replays the game from its start, because a move's notation may depend on the state it was made in. Loading
 * replays it through the same checks that a player's move passes; nothing in a record is trusted. If the record has the
 * seed, loading also advances the dealer's stream, so that the game goes on with the cards it would have had.
 */
#include "edition/read.h"
#include "table/table.h"

#include <flipside/record.h>
#include <flipside/walk.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 100000 };

/* --- who made a move -------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    int by;
} makers[] = {{"bot 1", 1},
              {"bot 2", 2},
              {"bot 3", 3},
              {"bot 4", 4},
              {"bot 5", 5},
              {"person", FLIP_BY_PERSON},
              {"program", FLIP_BY_PROGRAM}};

const char *flip_by_word(int by)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (makers[i].by == by)
            return makers[i].word;
    return NULL;
}

int flip_by_named(const char *word)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i].word, word) == 0)
            return makers[i].by;
    return FLIP_BY_UNKNOWN;
}

/* --- saving -------------------------------------------------------------------------------------------------------- */

void table_write_options(const struct flip_table *table, struct flip_json *out)
{
    flip_json_open(out, "options", '{');
    for (int i = 0; table->game->options[i].name; i++) {
        const struct flip_option *option = &table->game->options[i];
        const char *value = table->options.value[i];
        const bool word =
            option->kind == FLIP_OPTION_CHOICE ||
            (option->kind == FLIP_OPTION_LIST && strcmp(value, "true") != 0 && strcmp(value, "false") != 0);
        if (word)
            flip_json_string(out, option->name, value);
        else
            flip_json_raw(out, option->name, value);
    }
    flip_json_close(out);
}

static void write_step(const struct flip_table *table, const void *state, const struct flip_step *step,
                       struct flip_json *out)
{
    char name[FLIP_MOVE_TEXT];
    struct flip_text in = flip_text_in(name, sizeof name);
    flip_table_step_text(table, state, step, &in);
    flip_json_open(out, NULL, '{');
    if (step->seat == FLIP_DEALER) {
        if (step->outcome)
            flip_table_outcome_json(table, state, &table->outcomes[step->outcome - 1], "event", out);
        else
            flip_json_string(out, "event", name);
        if (step->rigged)
            flip_json_bool(out, "rigged", true);
    } else {
        flip_json_int(out, "seat", step->seat);
        flip_json_string(out, "move", name);
        if (flip_by_word(step->by))
            flip_json_string(out, "by", flip_by_word(step->by));
    }
    if (step->time)
        flip_json_int(out, "time", step->time);
    flip_json_close(out);
}

/* How many steps everybody may see: those before the first step of a seat in the current phase. */
static int public_steps(struct flip_walk *walk)
{
    int shown = 0;
    flip_walk_restart(walk);
    while (flip_walk_next(walk)) {
        flip_walk_on(walk);
        if (flip_walk_known(walk))
            shown = walk->step;
    }
    return shown;
}

static void write_steps(struct flip_walk *walk, bool hide, struct flip_json *out)
{
    const struct flip_table *table = walk->table;
    const struct flip_game *game = table->game;
    const int count = hide ? public_steps(walk) : table->step_count;
    flip_json_open(out, "steps", '[');
    flip_walk_restart(walk);
    for (; walk->step < count; flip_walk_on(walk)) {
        const struct flip_step *step = flip_walk_next(walk);
        if (hide && game->knowledge->secret &&
            game->knowledge->secret(table->rules, walk->at.state, step->seat, step->move, FLIP_PUBLIC)) {
            flip_json_open(out, NULL, '{');
            flip_json_bool(out, "hidden", true);
            flip_json_close(out);
        } else {
            write_step(table, walk->at.state, step, out);
        }
    }
    flip_json_close(out);
}

/* Writes how the seed was drawn, with or without the dealer's secret. */
static void write_deal(const struct flip_table *table, bool secret, struct flip_json *out)
{
    const struct flip_seed_draw *draw = &table->seed_draw;
    char hex[FLIP_HEX_SIZE];
    if (draw->how == FLIP_SEED_UNTOLD)
        return;
    flip_json_open(out, "deal", '{');
    flip_json_string(out, "how", flip_seed_how_word(draw->how));
    if (draw->how == FLIP_SEED_DAILY)
        flip_json_string(out, "day", draw->day);
    if (draw->how == FLIP_SEED_TOGETHER) {
        if (secret) {
            flip_seed_hex(draw->secret, hex);
            flip_json_string(out, "secret", hex);
        }
        flip_json_open(out, "bytes", '[');
        for (int seat = 0; seat < table->seats; seat++) {
            flip_share_hex(&draw->share[seat], hex);
            flip_json_string(out, NULL, draw->share[seat].given ? hex : NULL);
        }
        flip_json_close(out);
    }
    flip_json_close(out);
}

static void write_record(struct flip_walk *walk, enum flip_record_scope scope, struct flip_json *out)
{
    const struct flip_table *table = walk->table;
    struct flip_result result;
    flip_table_result(table, &result);
    const bool setup = scope == FLIP_RECORD_SETUP, hide = setup || (scope == FLIP_RECORD_PUBLIC && !result.over);
    char hex[FLIP_HEX_SIZE];

    flip_json_open(out, NULL, '{');
    flip_json_int(out, "flipside_record", FLIP_RECORD_FORMAT);
    flip_json_string(out, "program", "flipside " FLIPSIDE_VERSION);
    flip_json_string(out, "game", table->game->id);
    flip_json_int(out, "rules", table->options.version);
    flip_json_open(out, "edition", '{');
    flip_json_string(out, "hash", table->edition->hash);
    if (!setup)
        flip_json_raw(out, "data", table->edition->json);
    flip_json_close(out);
    table_write_options(table, out);
    if (table->open)
        flip_json_bool(out, "open", true);
    flip_json_open(out, "seats", '[');
    for (int seat = 0; seat < table->seats; seat++)
        flip_json_string(out, NULL, table->names[seat]);
    flip_json_close(out);
    flip_seed_draw_commitment(&table->seed_draw, table->dealer.seed, hex);
    flip_json_string(out, "commitment", hex);
    if (!setup)
        write_deal(table, !hide, out);
    if (!hide) {
        flip_seed_hex(table->dealer.seed, hex);
        flip_json_string(out, "seed", hex);
    }
    if (setup)
        flip_json_raw(out, "steps", "[]");
    else
        write_steps(walk, hide, out);
    if (result.over && !setup) {
        flip_json_open(out, "result", '{');
        flip_table_result_json(table, out);
        flip_json_close(out);
    }
    flip_json_close(out);
}

char *flip_record_save(const struct flip_table *table, enum flip_record_scope scope, struct flip_error *error)
{
    struct flip_walk walk;
    char *text = NULL;
    if (flip_walk_open(&walk, table, NULL) == 0) {
        struct flip_json measure = flip_json_in(NULL, 0);
        write_record(&walk, scope, &measure);
        const size_t size = measure.text.length + 1;
        if ((text = malloc(size))) {
            struct flip_json out = flip_json_in(text, size);
            write_record(&walk, scope, &out);
        }
    }
    flip_walk_close(&walk);
    if (!text)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to write the record.");
    return text;
}

/* --- loading ------------------------------------------------------------------------------------------------------- */

static int bad(struct flip_error *error, const char *where, const char *why)
{
    return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record does not fit at '%s': %s.", where, why);
}

static int read_options(const json_t *root, struct flip_table_def *def, struct flip_error *error)
{
    json_t *options = json_object_get(root, "options");
    if (!options)
        return 0;
    if (!json_is_object(options))
        return bad(error, "options", "an object is expected");
    const char *name;
    json_t *value;
    json_object_foreach(options, name, value) {
        char number[32];
        const char *text = number;
        if (json_is_string(value))
            text = json_string_value(value);
        else if (json_is_boolean(value))
            text = json_is_true(value) ? "true" : "false";
        else if (json_is_integer(value))
            snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        else
            return bad(error, "options", "values are texts, numbers, true or false");
        if (flip_options_set(def->game, &def->options, name, text, error) < 0)
            return -1;
    }
    return 0;
}

static int read_seats(const json_t *root, struct flip_table_def *def, struct flip_error *error)
{
    const json_t *seats = json_object_get(root, "seats");
    if (!json_is_array(seats) || json_array_size(seats) > FLIP_MAX_SEATS)
        return bad(error, "seats", "a list of the players' names is expected");
    def->seats = (int)json_array_size(seats);
    for (int seat = 0; seat < def->seats; seat++)
        if (!(def->names[seat] = json_string_value(json_array_get(seats, (size_t)seat))))
            return bad(error, "seats", "every seat has a name");
    return 0;
}

/* The edition the game was played with: the one inside the record, or the classic one if the hash says so. */
static struct flip_edition *read_edition(const json_t *root, const struct flip_game *game, struct flip_error *error)
{
    const json_t *edition = json_object_get(root, "edition");
    const char *hash = json_string_value(json_object_get(edition, "hash"));
    const json_t *data = json_object_get(edition, "data");
    if (!hash) {
        bad(error, "edition.hash", "it names the edition the game was played with, and is missing");
        return NULL;
    }
    struct flip_edition *found;
    if (data && !json_is_object(data)) {
        bad(error, "edition.data", "an object is expected");
        return NULL;
    }
    if (data) {
        found = edition_from(game, data, "edition in the record", error);
    } else {
        found = flip_edition_hashed(game, hash, error);
        if (!found)
            found = flip_edition_classic(game, error);
    }
    if (found && strcmp(found->hash, hash) != 0) {
        flip_fail(error, FLIP_ERROR_BAD_RECORD,
                  data ? "The edition in the record does not have the hash that the record names (%.64s)."
                       : "The record was played with another edition (%.64s) and does not contain it.",
                  hash);
        flip_edition_free(found);
        return NULL;
    }
    return found;
}

static int read_head(const json_t *root, struct flip_table_def *def, struct flip_error *error)
{
    if (!json_is_object(root) || !json_object_get(root, "flipside_record"))
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "This is not a Flipside record: 'flipside_record' is missing.");
    const json_t *format = json_object_get(root, "flipside_record");
    if (!json_is_integer(format) || json_integer_value(format) != FLIP_RECORD_FORMAT)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD,
                         "The record has a format that this program does not know (it knows %d).", FLIP_RECORD_FORMAT);
    const char *id = json_string_value(json_object_get(root, "game"));
    const struct flip_game *game = id ? flip_game_named(id) : NULL;
    if (!game)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record is of a game that is not here: '%.60s'.",
                         id ? id : "");
    *def = flip_table_defaults(game);
    const json_t *version = json_object_get(root, "rules");
    const json_int_t number = json_integer_value(version);
    if (!json_is_integer(version) || number < 1 || number > game->version)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD,
                         "The record was played by a version of the rules that this program does not know: it knows 1 "
                         "to %d.",
                         game->version);
    flip_options_of_version(game, (int)number, &def->options);
    def->open = json_is_true(json_object_get(root, "open"));
    if (read_seats(root, def, error) < 0)
        return -1;
    return read_options(root, def, error);
}

enum stream {
    STREAM_UNKNOWN, /* no seed in the record: its events count as rigged */
    STREAM_FOLLOWS, /* the dealer's stream advances with the events */
    STREAM_STRICT   /* and must deal exactly these events, for flipside verify */
};

static int replay_event(struct flip_table *table, const json_t *entry, const char *text, enum stream stream,
                        struct flip_step *step, struct flip_error *error)
{
    if (table->game->rules->turn(table->rules, table->now.state) != FLIP_BIT(FLIP_DEALER))
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "no event is due");
    if (table_find_event(table, text, &step->move, error) < 0)
        return -1;
    step->seat = FLIP_DEALER;
    step->rigged = stream == STREAM_UNKNOWN || json_is_true(json_object_get(entry, "rigged"));
    if (step->rigged)
        return stream == STREAM_STRICT
                   ? flip_fail(error, FLIP_ERROR_NOT_DEALT, "this event was fixed by hand, not dealt")
                   : 0;
    struct flip_chances chances;
    table->game->rules->chances(table->rules, table->now.state, &chances);
    if (chances.kind != FLIP_CHANCE_OUTSIDE && flip_chances_pick(&chances, &table->dealer.random) != step->move &&
        stream == STREAM_STRICT)
        return flip_fail(error, FLIP_ERROR_NOT_DEALT, "the seed deals another event than '%.60s'", text);
    return 0;
}

/* Any possible outcome of a flick is accepted, since a record has to replay without the physics. */
static int replay_outcome(struct flip_table *table, const json_t *entry, const json_t *event, enum stream stream,
                          struct flip_step *step, struct flip_error *error)
{
    if (table->game->rules->turn(table->rules, table->now.state) != FLIP_BIT(FLIP_DEALER) ||
        !table_waits_outside(table))
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "no outcome of a flick is due");
    char *text = json_dumps(event, JSON_COMPACT);
    if (!text)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to read the record.");
    struct flip_outcome outcome;
    int status = flip_table_outcome_read(table, text, &outcome, error);
    free(text);
    step->seat = FLIP_DEALER;
    step->rigged = stream == STREAM_UNKNOWN || json_is_true(json_object_get(entry, "rigged"));
    if (status == 0 && step->rigged && stream == STREAM_STRICT)
        status = flip_fail(error, FLIP_ERROR_NOT_DEALT, "this outcome was fixed by hand, not flicked");
    return status < 0 ? -1 : table_step_outcome(table, *step, &outcome, error);
}

static int replay_move(struct flip_table *table, const json_t *entry, const char *text, struct flip_step *step,
                       struct flip_error *error)
{
    const json_t *seat = json_object_get(entry, "seat");
    if (!json_is_integer(seat) || json_integer_value(seat) < 0 || json_integer_value(seat) >= table->seats)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "'seat' is not a seat of this table");
    step->seat = (int)json_integer_value(seat);
    const json_t *by = json_object_get(entry, "by");
    step->by = json_is_string(by) ? flip_by_named(json_string_value(by)) : FLIP_BY_UNKNOWN;
    if (by && !step->by)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "'by' is 'person', 'program' or 'bot 1' to 'bot 5'");
    return flip_table_find(table, step->seat, text, &step->move, error);
}

static int replay_step(struct flip_table *table, const json_t *entry, enum stream stream, struct flip_error *error)
{
    struct flip_step step = {0};
    const json_t *time = json_object_get(entry, "time");
    if (json_is_integer(time))
        step.time = json_integer_value(time);
    const json_t *outside = json_object_get(entry, "event");
    const char *event = json_string_value(outside);
    const char *move = json_string_value(json_object_get(entry, "move"));
    if (json_is_object(outside) && !move)
        return replay_outcome(table, entry, outside, stream, &step, error);
    if (!event == !move)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "a step is either a move of a seat or an event");
    if (event ? replay_event(table, entry, event, stream, &step, error) < 0
              : replay_move(table, entry, move, &step, error) < 0)
        return -1;
    return table_step(table, step, error);
}

static int replay_steps(struct flip_table *table, const json_t *root, int limit, enum stream stream,
                        struct flip_error *error)
{
    const json_t *steps = json_object_get(root, "steps");
    if (!json_is_array(steps) || json_array_size(steps) > MAX_STEPS)
        return bad(error, "steps", "a list of at most 100000 steps is expected");
    size_t index;
    json_t *entry;
    json_array_foreach(steps, index, entry) {
        if (limit != FLIP_ALL_STEPS && (int)index >= limit)
            break;
        struct flip_error reason;
        if (replay_step(table, entry, stream, &reason) < 0)
            return flip_fail(error, reason.code, "The record does not fit at step %zu: %.300s", index + 1,
                             reason.message);
    }
    return 0;
}

/* Where only winning counts, the scores in a record are not checked. */
static int check_winners(const struct flip_table *table, const json_t *winners, const struct flip_result *result,
                         struct flip_error *error)
{
    flip_set named = 0;
    for (size_t i = 0; i < json_array_size(winners); i++) {
        const json_t *seat = json_array_get(winners, i);
        const bool there =
            json_is_integer(seat) && json_integer_value(seat) >= 0 && json_integer_value(seat) < table->seats;
        named |= FLIP_BIT(there ? json_integer_value(seat) : FLIP_DEALER);
    }
    if (winners && named != result->winners)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record's result does not fit: others have won.");
    return 0;
}

static int check_result(const struct flip_table *table, const json_t *root, struct flip_error *error)
{
    const json_t *told = json_object_get(root, "result"), *scores = json_object_get(told, "scores");
    struct flip_result result;
    flip_table_result(table, &result);
    if (table->game->no_points)
        return check_winners(table, json_object_get(told, "winners"), &result, error);
    if (!scores)
        return 0;
    for (int seat = 0; seat < table->seats; seat++) {
        const json_t *score = json_array_get(scores, (size_t)seat);
        if (!json_is_integer(score) || json_integer_value(score) != result.score[seat])
            return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record's result does not fit: %s has %d points.",
                             table->names[seat], result.score[seat]);
    }
    return 0;
}

/* Reads 32 optional bytes. */
static int read_hex(const json_t *object, const char *key, const char *where, unsigned char out[FLIP_SEED_BYTES],
                    bool *known, struct flip_error *error)
{
    const json_t *value = json_object_get(object, key);
    const char *words = json_string_value(value);
    *known = words != NULL;
    if (!words)
        return value ? bad(error, where, "64 hexadecimal digits are expected") : 0;
    if (strlen(words) != FLIP_HEX_SIZE - 1 || strspn(words, "0123456789abcdefABCDEF") != FLIP_HEX_SIZE - 1)
        return bad(error, where, "64 hexadecimal digits are expected");
    flip_seed_from_words(words, out);
    return 0;
}

static int read_shares(const json_t *deal, struct flip_seed_draw *draw, int seats, struct flip_error *error)
{
    const json_t *bytes = json_object_get(deal, "bytes");
    if (!json_is_array(bytes) || json_array_size(bytes) != (size_t)seats)
        return bad(error, "deal.bytes", "a list with the bytes of each seat, or null, is expected");
    for (int seat = 0; seat < seats; seat++) {
        const json_t *share = json_array_get(bytes, (size_t)seat);
        if (!json_is_null(share) &&
            !(json_is_string(share) && flip_share_read(json_string_value(share), &draw->share[seat])))
            return bad(error, "deal.bytes", "32 hexadecimal digits are expected, or null");
    }
    return 0;
}

/* Old records do not say how their seed was drawn. */
static int read_deal(const json_t *root, int seats, struct flip_seed_draw *draw, bool *secret, struct flip_error *error)
{
    const json_t *deal = json_object_get(root, "deal");
    const char *how = json_string_value(json_object_get(deal, "how"));
    *draw = (struct flip_seed_draw){.how = how ? flip_seed_how_named(how) : FLIP_SEED_UNTOLD};
    *secret = false;
    if (!deal)
        return 0;
    if (draw->how == FLIP_SEED_UNTOLD)
        return bad(error, "deal.how", "'together', 'named' or 'daily' is expected");
    if (draw->how == FLIP_SEED_DAILY) {
        const char *day = json_string_value(json_object_get(deal, "day"));
        if (!day || strlen(day) != FLIP_SEED_DRAW_DAY - 1 || strspn(day, "0123456789-") != FLIP_SEED_DRAW_DAY - 1)
            return bad(error, "deal.day", "a day such as '2026-05-01' is expected");
        memcpy(draw->day, day, sizeof draw->day);
    }
    if (draw->how != FLIP_SEED_TOGETHER)
        return 0;
    return read_hex(deal, "secret", "deal.secret", draw->secret, secret, error) < 0
               ? -1
               : read_shares(deal, draw, seats, error);
}

/* Is the seed the hash of the secret and the shares? */
static bool seed_matches(const struct flip_seed_draw *draw, int seats, const unsigned char seed[FLIP_SEED_BYTES])
{
    unsigned char expected[FLIP_SEED_BYTES];
    flip_seed_draw_seed(draw, seats, expected);
    return memcmp(seed, expected, sizeof expected) == 0;
}

/* Drops what a record says about its deal if it does not match the seed. */
static int load_deal(struct flip_table *table, const json_t *root, struct flip_error *error)
{
    struct flip_seed_draw draw;
    bool secret;
    if (read_deal(root, table->seats, &draw, &secret, error) < 0)
        return -1;
    const bool matches =
        draw.how != FLIP_SEED_TOGETHER || (secret && seed_matches(&draw, table->seats, table->dealer.seed));
    table->seed_draw = matches ? draw : (struct flip_seed_draw){.how = FLIP_SEED_UNTOLD};
    return 0;
}

static struct flip_table *load(const json_t *root, int steps, bool strict, struct flip_error *error)
{
    struct flip_table_def def;
    unsigned char seed[FLIP_SEED_BYTES];
    bool seeded;
    if (read_head(root, &def, error) < 0 || read_hex(root, "seed", "seed", seed, &seeded, error) < 0)
        return NULL;
    if (seeded)
        def.seed = seed;
    struct flip_edition *edition = read_edition(root, def.game, error);
    if (!edition)
        return NULL;
    def.edition = edition;
    struct flip_table *table = table_open_undealt(&def, error);
    flip_edition_free(edition);
    if (!table)
        return NULL;
    if (seeded && load_deal(table, root, error) < 0)
        goto err;
    const enum stream stream = !seeded ? STREAM_UNKNOWN : strict ? STREAM_STRICT : STREAM_FOLLOWS;
    if (replay_steps(table, root, steps, stream, error) < 0)
        goto err;
    if (steps == FLIP_ALL_STEPS && (check_result(table, root, error) < 0 || (!strict && table_deal(table, error) < 0)))
        goto err;
    return table;
err:
    flip_table_close(table);
    return NULL;
}

static json_t *parse(const char *json, size_t length, struct flip_error *error)
{
    json_error_t where;
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &where);
    if (!root)
        flip_fail(error, FLIP_ERROR_BAD_RECORD, "The record is not JSON: line %d, column %d: %s.", where.line,
                  where.column, where.text);
    return root;
}

struct flip_table *flip_record_load(const char *json, size_t length, int steps, struct flip_error *error)
{
    json_t *root = parse(json, length, error);
    struct flip_table *table = root ? load(root, steps, false, error) : NULL;
    json_decref(root);
    return table;
}

struct flip_table *table_from_json(const json_t *record, int steps, struct flip_error *error)
{
    return load(record, steps, false, error);
}

struct flip_table *table_copy(const struct flip_table *table, struct flip_error *error)
{
    char *text = flip_record_save(table, FLIP_RECORD_FULL, error);
    struct flip_table *copy = text ? flip_record_load(text, strlen(text), FLIP_ALL_STEPS, error) : NULL;
    free(text);
    return copy;
}

int table_replay_step(struct flip_table *table, const char *json, struct flip_error *error)
{
    json_t *step = parse(json, strlen(json), error);
    const int status = step ? replay_step(table, step, STREAM_FOLLOWS, error) : -1;
    json_decref(step);
    return status;
}

/* --- verifying ----------------------------------------------------------------------------------------------------- */

/* Checks that a seed drawn together is the hash of its parts. */
static int verify_draw(const json_t *root, const unsigned char seed[FLIP_SEED_BYTES], struct flip_seed_draw *draw,
                       struct flip_error *error)
{
    const json_t *seats = json_object_get(root, "seats");
    const int count = json_array_size(seats) > FLIP_MAX_SEATS ? 0 : (int)json_array_size(seats);
    bool secret;
    if (read_deal(root, count, draw, &secret, error) < 0)
        return -1;
    if (draw->how != FLIP_SEED_TOGETHER)
        return 0;
    if (!secret)
        return flip_fail(error, FLIP_ERROR_NOT_DEALT,
                         "The dealer's secret, from which the seed was drawn, is missing.");
    if (!seed_matches(draw, count, seed))
        return flip_fail(error, FLIP_ERROR_NOT_DEALT,
                         "The seed is not the hash of the dealer's secret and the players' bytes.");
    return 0;
}

static int verify(const json_t *root, struct flip_error *error)
{
    unsigned char seed[FLIP_SEED_BYTES];
    struct flip_seed_draw draw;
    bool seeded;
    if (read_hex(root, "seed", "seed", seed, &seeded, error) < 0)
        return -1;
    if (!seeded)
        return flip_fail(error, FLIP_ERROR_NO_SEED, "The record has no seed yet: it is shown when the game is over.");
    const char *commitment = json_string_value(json_object_get(root, "commitment"));
    char expected[FLIP_HEX_SIZE];
    if (verify_draw(root, seed, &draw, error) < 0)
        return -1;
    flip_seed_draw_commitment(&draw, seed, expected);
    if (!commitment || strcmp(commitment, expected) != 0)
        return flip_fail(error, FLIP_ERROR_NOT_DEALT,
                         "The %s is not the one that was committed to before the first card.",
                         draw.how == FLIP_SEED_TOGETHER ? "secret" : "seed");
    struct flip_table *table = load(root, FLIP_ALL_STEPS, true, error);
    if (!table)
        return -1;
    flip_table_close(table);
    return 0;
}

int flip_record_verify(const char *json, size_t length, struct flip_error *error)
{
    json_t *root = parse(json, length, error);
    int result = root ? verify(root, error) : -1;
    json_decref(root);
    return result;
}
