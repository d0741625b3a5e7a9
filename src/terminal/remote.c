/* Scenes into a table. */
#include "terminal/remote_parts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LOOK_MS = 5,        /* between two looks for a scene */
    PATIENCE_MS = 30000 /* for the scene that shows what was done */
};

/* --- what the server pushes ------------------------------------------------------------------------------------------------ */

static void name_seats(struct flip_remote *remote)
{
    const json_t *seats = at(table_of(remote), "seats");
    const flip_set mine = flip_remote_mine(remote);
    remote->table.seats = (int)json_array_size(seats);
    if (remote->table.seats > FLIP_MAX_SEATS)
        remote->table.seats = FLIP_MAX_SEATS;
    for (int seat = 0; seat < remote->table.seats; seat++) {
        const char *name = string_of(json_array_get(seats, (size_t)seat), "name");
        const bool you = flip_set_has(mine, seat) && flip_set_count(mine) == 1;
        snprintf(remote->table.names[seat], sizeof remote->table.names[seat], "%.39s",
                 you       ? "You"
                 : name[0] ? name
                           : "a free seat");
    }
}

/* The log as steps: for the story, which tells them with the server's words. */
static void follow_log(struct flip_remote *remote)
{
    struct flip_table *table = &remote->table;
    const int count = (int)json_array_size(remote->log);
    if (count > table->step_room) {
        struct flip_step *grown = realloc(table->steps, 2 * (size_t)count * sizeof *grown);
        if (!grown)
            return;
        table->steps = grown;
        table->step_room = 2 * count;
    }
    for (int i = 0; i < count; i++) {
        const json_t *seat = at(json_array_get(remote->log, (size_t)i), "seat");
        table->steps[i] =
            (struct flip_step){.move = LOG_LINE | (flip_move)i,
                               .seat = json_is_integer(seat) ? (int)json_integer_value(seat) : FLIP_DEALER};
    }
    table->step_count = count;
}

/* "keep the first log_from entries of the log you have, drop the rest, append log" */
static void extend_log(struct flip_remote *remote, const json_t *scene)
{
    const json_t *from = at(scene, "log_from");
    const size_t kept = json_is_integer(from) ? (size_t)json_integer_value(from) : 0;
    if ((int)kept < remote->told_from)
        remote->told_from = (int)kept;
    while (json_array_size(remote->log) > kept)
        json_array_remove(remote->log, json_array_size(remote->log) - 1);
    json_array_extend(remote->log, (json_t *)at(scene, "log"));
    follow_log(remote);
}

static void take_push(void *context, json_t *message)
{
    struct flip_remote *remote = context;
    if (strcmp(string_of(message, "push"), "scene") != 0 ||
        strcmp(string_of(at(message, "table"), "id"), remote->id) != 0)
        return;
    json_decref(remote->scene);
    remote->scene = json_incref(message);
    remote->version++;
    remote->heard = true;
    extend_log(remote, message);
    name_seats(remote);
    snprintf(remote->title, sizeof remote->title, "%s", string_of(table_of(remote), "title"));
    snprintf(remote->game_id, sizeof remote->game_id, "%s", string_of(table_of(remote), "game"));
    const struct flip_game *game = flip_game_named(remote->game_id);
    remote->game.no_points = game && game->no_points;
    const char *seed = string_of(table_of(remote), "seed");
    size_t length;
    if (seed[0])
        sodium_hex2bin(remote->table.dealer.seed, sizeof remote->table.dealer.seed, seed, strlen(seed), NULL, &length,
                       NULL);
}

/* --- the outside ----------------------------------------------------------------------------------------------------------- */

struct flip_remote *flip_remote_open(struct flip_wire *wire, const char *table, struct flip_error *error)
{
    struct flip_remote *remote = calloc(1, sizeof *remote);
    if (!remote || !(remote->log = json_array())) {
        free(remote);
        flip_fail(error, "no_memory", "There is not enough memory for the table.");
        return NULL;
    }
    remote->wire = wire;
    remote->game = remote_game;
    remote->game.id = remote->game_id;
    remote->game.title = remote->title;
    remote->game.about = "";
    remote->game.min_seats = 1;
    remote->game.max_seats = FLIP_MAX_SEATS;
    remote->table.game = &remote->game;
    remote->table.rules = remote;
    remote->table.open = true;
    remote->table.now.state = &remote->now;
    remote->table.now.before = &remote->before;
    snprintf(remote->id, sizeof remote->id, "%s", table);
    json_t *answer = NULL;
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%.63s", table);
    if (flip_wire_request(wire, path, NULL, &answer, error) < 0)
        goto err;
    json_decref(answer);
    if (flip_wire_connect(wire, take_push, remote, error) < 0)
        goto err;
    flip_wire_always(wire, json_pack("{s:s, s:s}", "do", "watch", "table", remote->id));
    if (flip_wire_ask(wire, json_pack("{s:s, s:s}", "do", "watch", "table", remote->id), NULL, error) < 0)
        goto err;
    for (int tries = 0; !remote->scene && tries < 1000; tries++) {
        flip_wire_listen(wire);
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    if (remote->scene)
        return remote;
    flip_fail(error, "offline", "The server does not show the table.");
err:
    flip_remote_close(remote);
    return NULL;
}

void flip_remote_close(struct flip_remote *remote)
{
    if (!remote)
        return;
    for (int i = 0; i < SHEETS; i++)
        json_decref(remote->sheets[i].json);
    json_decref(remote->scene);
    json_decref(remote->log);
    free(remote->table.steps);
    free(remote);
}

const char *flip_remote_status(const struct flip_remote *remote) { return string_of(table_of(remote), "status"); }
flip_set flip_remote_mine(const struct flip_remote *remote) { return remote_seats(at(remote->scene, "mine")); }
struct flip_table *flip_remote_table(struct flip_remote *remote) { return &remote->table; }

int flip_remote_free_seat(const struct flip_remote *remote)
{
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)at(table_of(remote), "seats"), i, seat)
    {
        if (strcmp(string_of(seat, "kind"), "open") == 0)
            return (int)i;
    }
    return -1;
}

void flip_remote_missing(const struct flip_remote *remote, struct flip_text *out)
{
    int missing = 0;
    size_t i;
    json_t *seat;
    json_array_foreach((json_t *)at(table_of(remote), "seats"), i, seat)
    {
        const char *kind = string_of(seat, "kind");
        missing += strcmp(kind, "open") == 0 || strcmp(kind, "link") == 0;
    }
    flip_text_add(out, "%s waits for %d more player%s.", remote->title, missing, missing == 1 ? "" : "s");
}

uint64_t flip_remote_offer(const struct flip_remote *remote)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    size_t i;
    json_t *action;
    json_array_foreach((json_t *)remote_actions(remote), i, action)
    {
        for (const char *c = string_of(action, "text"); *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
        hash = (hash ^ '\n') * UINT64_C(1099511628211);
    }
    return hash;
}

bool flip_remote_listen(struct flip_remote *remote)
{
    flip_wire_listen(remote->wire);
    const bool heard = remote->heard;
    remote->heard = false;
    return heard;
}

int flip_remote_told_from(struct flip_remote *remote)
{
    const int from = remote->told_from;
    remote->told_from = (int)json_array_size(remote->log);
    return from;
}

const char *flip_remote_trouble(const struct flip_remote *remote)
{
    return flip_wire_up(remote->wire) ? "" : "The connection is lost. Nothing of the game is; we keep trying.";
}

static json_int_t steps_of(const struct flip_remote *remote)
{
    return json_integer_value(at(table_of(remote), "steps"));
}

/* The scene that shows what was done comes before the answer or right behind it. A new line brings a scene of its own, which may
   be older: a step has been seen when the steps are others. */
static int tell(struct flip_remote *remote, json_t *message, bool is_step, struct flip_error *error)
{
    const uint32_t version = remote->version;
    const json_int_t steps = steps_of(remote);
    if (flip_wire_ask(remote->wire, message, NULL, error) < 0)
        return -1;
    for (int waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
        if (remote->version != version && (!is_step || steps_of(remote) != steps))
            break;
        flip_wire_listen(remote->wire);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
    }
    return 0;
}

int flip_remote_sit(struct flip_remote *remote, int seat, const char *key, struct flip_error *error)
{
    return tell(remote, json_pack("{s:s, s:s, s:i, s:s}", "do", "sit", "table", remote->id, "seat", seat, "key", key),
                false, error);
}

static int say_move(struct flip_remote *remote, int seat, const char *text, struct flip_error *error)
{
    return tell(remote,
                json_pack("{s:s, s:s, s:i, s:s, s:I}", "do", "act", "table", remote->id, "seat", seat, "text", text,
                          "at", steps_of(remote)),
                true, error);
}

int flip_remote_act(struct flip_remote *remote, int seat, flip_move move, struct flip_error *error)
{
    const struct aim *aim = remote_aim(remote, move);
    return say_move(remote, seat, aim ? aim->text : string_of(remote_action(remote, move), "text"), error);
}

int flip_remote_undo(struct flip_remote *remote, int seat, struct flip_error *error)
{
    return tell(remote, json_pack("{s:s, s:s, s:i}", "do", "undo", "table", remote->id, "seat", seat), true, error);
}

int flip_remote_hint(struct flip_remote *remote, int seat, struct flip_thought *thought, struct flip_error *error)
{
    json_t *answer = NULL;
    if (flip_wire_ask(remote->wire, json_pack("{s:s, s:s, s:i}", "do", "hint", "table", remote->id, "seat", seat),
                      &answer, error) < 0)
        return -1;
    thought->count = 0;
    size_t i;
    json_t *choice;
    json_array_foreach((json_t *)at(answer, "choices"), i, choice)
    {
        for (int j = 0; j < remote->move_count; j++) {
            const json_t *action = json_array_get(remote_actions(remote), (size_t)j);
            if (strcmp(string_of(action, "text"), string_of(choice, "text")) != 0)
                continue;
            struct flip_choice *known = &thought->choice[thought->count++];
            *known = (struct flip_choice){
                .move = remote->moves[j],
                .value = json_number_value(at(choice, "value")),
                .visits = (uint64_t)json_integer_value(at(choice, "visits")),
            };
            snprintf(known->why, sizeof known->why, "%s", string_of(choice, "why"));
        }
    }
    json_decref(answer);
    return 0;
}

bool flip_remote_can_undo(const struct flip_remote *remote) { return json_is_true(at(remote->scene, "can_undo")); }

int flip_remote_record(struct flip_remote *remote, json_t **record, struct flip_error *error)
{
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%.63s/record", remote->id);
    return flip_wire_request(remote->wire, path, NULL, record, error);
}
