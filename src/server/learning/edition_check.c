/* Editions of people's own: read, checked, and shown as a table that has just been laid. */
#include "server/learning/learning.h"

#include "edition/read.h"
#include "table/table.h"

enum { COST_MS = 5, PLACE = 120 };

static const char source[] = "Your edition";

static void write_fault(struct flip_json *json, const struct flip_error *why)
{
    char at[PLACE];
    const char *reason = edition_fault(why->message, source, at, sizeof at);
    flip_json_open(json, "fault", '{');
    flip_json_string(json, "at", at);
    flip_json_string(json, "message", reason);
    flip_json_close(json);
}

/* What a board needs to draw it, as a puzzle has it. */
static void write_position(struct flip_json *json, const struct flip_table *table)
{
    flip_json_open(json, "position", '{');
    flip_json_int(json, "seat", 0);
    flip_json_int(json, "seats", table->seats);
    write_options(json, table->game, &table->options);
    const struct flip_position at = flip_table_position(table);
    write_view(json, "view", &at, 0);
    flip_json_close(json);
}

struct shown {
    const struct edition_work *work;
    const struct flip_table *table;
};

static void write_shown(struct flip_json *json, void *context)
{
    const struct shown *shown = context;
    flip_json_open(json, NULL, '{');
    if (shown->table) {
        flip_json_string(json, "fingerprint", shown->work->edition->hash);
        write_position(json, shown->table);
    } else {
        write_fault(json, &shown->work->why);
    }
    flip_json_close(json);
}

/* Always the same cards, so that only what was changed looks different. */
static struct flip_table *lay_table(struct edition_work *work)
{
    struct flip_table_def def = flip_table_defaults(work->game);
    unsigned char seed[FLIP_SEED_BYTES];
    flip_seed_from_words("the workshop", seed);
    def.seats = work->seats;
    def.edition = work->edition;
    def.seed = seed;
    return flip_table_open(&def, &work->why);
}

static int run(struct work *work, struct flip_error *error)
{
    struct edition_work *reading = (struct edition_work *)work;
    reading->edition = edition_from(reading->game, json_object_get(reading->body, "edition"), source, &reading->why);
    struct flip_table *table = reading->edition ? lay_table(reading) : NULL;
    if (!table) {
        flip_edition_free(reading->edition);
        reading->edition = NULL;
    }
    struct shown shown = {reading, table};
    const int status = reading->why.code == FLIP_ERROR_NO_MEMORY
                           ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "%s", reading->why.message)
                           : work_write(work, FLIP_VIEW_SIZE, write_shown, &shown, error);
    flip_table_close(table);
    return status;
}

static void release(struct work *work)
{
    struct edition_work *reading = (struct edition_work *)work;
    flip_edition_free(reading->edition);
    json_decref(reading->body);
}

int edition_read_later(const struct call *call,
                       int (*then)(struct request *request, struct work *work, struct flip_error *error),
                       struct flip_error *error)
{
    const json_t *body = call->body;
    const struct flip_game *game = read_game(body, error);
    const json_t *seats = json_object_get(body, "seats");
    if (!game)
        return -1;
    if (!json_is_object(json_object_get(body, "edition")))
        return flip_fail(error, FLIP_ERROR_BAD_EDITION, "An edition is a JSON object.");
    if (seats && (!json_is_integer(seats) || json_integer_value(seats) < game->min_seats ||
                  json_integer_value(seats) > game->max_seats))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "%s is for %d to %d players.", game->title, game->min_seats,
                         game->max_seats);
    struct edition_work *reading = work_new(call->request, sizeof *reading, COST_MS, WORK_TO_LOOK, error);
    if (!reading)
        return -1;
    reading->work.run = run;
    reading->work.then = then;
    reading->work.release = release;
    reading->game = game;
    reading->body = json_incref((json_t *)body);
    reading->seats = seats ? (int)json_integer_value(seats) : game->min_seats;
    return work_start_for(call->request, &reading->work);
}

int post_check_edition(struct call *call, struct flip_error *error) { return edition_read_later(call, NULL, error); }
