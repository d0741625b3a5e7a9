/*
 * Looking at a stored table: its replay, its record, one of its flicks. The loop looks at the head alone, to see whether the asker may;
 * a worker loads the game and writes the answer.
 */
#include "server/learning/look.h"

#include "server/learning/flick.h"
#include "server/learning/replay.h"
#include "server/loop/failure.h"
#include "server/net/limits.h"
#include "server/net/request.h"
#include "server/people/identity.h"
#include "server/people/ids.h"
#include "server/people/present.h"
#include "server/rooms/drawing.h"
#include "server/rooms/reader.h"
#include "server/rooms/room.h"
#include "server/rooms/room_store.h"
#include "server/rooms/snapshot.h"
#include "server/rooms/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct look {
    struct work work;
    enum look_kind { LOOK_STORY, LOOK_FRAMES, LOOK_FLICK, LOOK_RECORD, LOOK_TABLE } kind;
    char id[STORE_ID];
    flip_set online;
    int viewer, from;                         /* of frames */
    int number;                               /* of a flick */
    unsigned char secret[STORE_SECRET_BYTES]; /* of the server */
};

/* What each is expected to cost, in ms, and for whom it is: a flick is shown to those who play. */
static const struct {
    double cost;
    enum work_for purpose;
} kinds[] = {
    [LOOK_STORY] = {20, WORK_TO_LOOK},  [LOOK_FRAMES] = {5, WORK_TO_LOOK}, [LOOK_FLICK] = {2, WORK_TO_PLAY},
    [LOOK_RECORD] = {10, WORK_TO_LOOK}, [LOOK_TABLE] = {5, WORK_TO_PLAY},
};

/* --- on the worker ------------------------------------------------------------------------------------------------------ */

struct kept_game *replay_game(struct work *work, const char *id, struct flip_error *error)
{
    struct kept_game *game = reader_game(work->reader, id, error);
    if (!game && !server_failure(error) && error->code != FLIP_ERROR_NO_TABLE)
        memcpy(work->broken, id, strlen(id) + 1);
    return game;
}

int check_finished(const struct room *room, struct flip_error *error)
{
    if (room->status < STORE_OVER) /* its last move was not kept after all */
        return flip_fail(error, FLIP_ERROR_RUNNING, "This game still goes on: its replay is there when it is over.");
    if (!room->table)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND,
                         "This game was abandoned before the first card, so there is nothing to replay.");
    return 0;
}

/* A finished record says that it was dealt here, so that it is known when it comes back. */
static void add_mark(const struct look *look, const struct room *room, char *text, size_t *length)
{
    char mark[MARK_SIZE];
    if (!room_marked(room))
        return;
    deal_mark(look->secret, room->seed, mark);
    *length += (size_t)sprintf(text + *length - 1, ",\"mark\":\"%s\"}", mark) - 1;
}

static int write_record(struct work *work, const struct room *room, struct flip_error *error)
{
    if (!room->table)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "The game has not begun: there is no record yet.");
    char *text =
        flip_record_save(room->table, room->status >= STORE_OVER ? FLIP_RECORD_FULL : FLIP_RECORD_PUBLIC, error);
    size_t length = text ? strlen(text) : 0;
    if (text && (work->out = malloc(LWS_PRE + length + MARK_SIZE + 16))) {
        memcpy(work->out + LWS_PRE, text, length);
        add_mark((const struct look *)work, room, work->out + LWS_PRE, &length);
        work->length = length;
    }
    free(text);
    return work->out ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the record.");
}

struct table_shown {
    const struct room *room;
    const char *person;
};

static void write_shown(struct flip_json *json, void *context)
{
    const struct table_shown *shown = context;
    flip_json_open(json, NULL, '{');
    write_table(json, "table", NULL, shown->room, shown->person);
    flip_json_close(json);
}

static int run_look(struct work *work, struct flip_error *error)
{
    const struct look *look = (const struct look *)work;
    struct kept_game *game = replay_game(work, look->id, error);
    if (!game)
        return -1;
    struct room *room = game->room;
    room->online = look->online;
    if (look->kind == LOOK_RECORD)
        return write_record(work, room, error);
    if (look->kind == LOOK_TABLE)
        return work_write(work, 16384, write_shown, &(struct table_shown){room, work->person}, error);
    if (look->kind == LOOK_FLICK)
        return write_flick_of(work, room, look->number, error);
    if (check_finished(room, error) < 0)
        return -1;
    return look->kind == LOOK_STORY ? write_story(work, game, error)
                                    : write_frames(work, room, look->viewer, look->from, error);
}

/* --- on the loop -------------------------------------------------------------------------------------------------------- */

/* The head of a table as a copy of its own, with who is here. */
static struct room *head_of(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = NULL;
    const int found = id_looks_right(id) ? room_load_head(request->server->store, id, &head, error) : 0;
    if (found <= 0) {
        if (found == 0)
            room_unknown(error);
        else if (!server_failure(error))
            room_broken(id, error);
        return NULL;
    }
    struct store_person asker = {0};
    person_asking(request->server, request->wsi, &asker);
    const bool at_it = asker.id[0] && room_seats_of(head, asker.id) != 0;
    for (int i = 0; i < head->seat_count; i++)
        if (head->seats[i].kind == SEAT_PERSON &&
            (at_it ? server_person_present : server_person_shown)(request->server, head->seats[i].person))
            head->online |= FLIP_BIT(i);
    return head;
}

/* A challenge is for those who play it alone until its day is over. */
static bool hidden_from(struct request *request, const struct room *head)
{
    struct store_person person = {0};
    person_asking(request->server, request->wsi, &person);
    return room_daily_hidden(head) && !room_seats_of(head, person.id);
}

struct room *replay_head(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return NULL;
    const bool running = head->status < STORE_OVER;
    if (!running && !hidden_from(request, head))
        return head;
    room_discard(head);
    if (running)
        flip_fail(error, FLIP_ERROR_RUNNING, "This game still goes on: its replay is there when it is over.");
    else
        flip_fail(error, FLIP_ERROR_DAILY, "Others can see the challenge's replay when the day is over.");
    return NULL;
}

static struct look *look_new(struct request *request, enum look_kind kind, const struct room *head,
                             struct flip_error *error)
{
    struct look *look = (struct look *)work_new(request, sizeof *look, kinds[kind].cost, kinds[kind].purpose, error);
    if (!look)
        return NULL;
    look->work.run = run_look;
    look->kind = kind;
    look->online = head->online;
    memcpy(look->id, head->id, sizeof look->id);
    memcpy(look->secret, request->server->secret, sizeof look->secret);
    return look;
}

static int look_go(struct request *request, struct look *look) { return look ? work_go(request, &look->work) : -1; }

int reply_record(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    const int status = room_daily_hidden(head) ? flip_fail(error, FLIP_ERROR_DAILY,
                                                           "The record of the challenge is shown when the day is over.")
                                               : look_go(request, look_new(request, LOOK_RECORD, head, error));
    room_discard(head);
    return status;
}

static int go_flick(struct request *request, const struct room *head, const char *digits, struct flip_error *error)
{
    struct look *look = look_new(request, LOOK_FLICK, head, error);
    if (look)
        look->number = flick_number(digits);
    return look_go(request, look);
}

/* For whom a snapshot is, this is too. */
int reply_table_flick(struct request *request, const char *id, const char *digits, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    const int status =
        hidden_from(request, head)
            ? flip_fail(error, FLIP_ERROR_DAILY, "Nobody can watch the daily challenge before the day is over.")
            : go_flick(request, head, digits, error);
    room_discard(head);
    return status;
}

int reply_stored_table(struct request *request, const char *id, struct flip_error *error)
{
    struct room *head = head_of(request, id, error);
    if (!head)
        return -1;
    const int status = head->status < STORE_OVER ? 1 : look_go(request, look_new(request, LOOK_TABLE, head, error));
    room_discard(head);
    return status;
}

/* EYES/FROM */
static int go_frames(struct request *request, const struct room *head, const char *eyes, struct flip_error *error)
{
    const char *slash = strchr(eyes, '/');
    int viewer = -1, from = -1;
    if (slash && strncmp(eyes, "all/", 4) == 0)
        viewer = FLIP_ALL;
    else if (slash && slash == eyes + 1 && *eyes >= '0' && *eyes <= '9' && *eyes - '0' < head->seat_count)
        viewer = *eyes - '0';
    if (slash && strspn(slash + 1, "0123456789") == strlen(slash + 1) && slash[1] && strlen(slash + 1) < 7)
        from = atoi(slash + 1);
    if (viewer < 0 || from < 0)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is nothing at this address.");
    struct look *look = look_new(request, LOOK_FRAMES, head, error);
    if (look) {
        look->viewer = viewer;
        look->from = from;
    }
    return look_go(request, look);
}

/* ID, ID/flick/K or ID/EYES/FROM. */
int get_replay(struct request *request, const char *rest, struct flip_error *error)
{
    char id[STORE_ID];
    const size_t length = strcspn(rest, "/");
    snprintf(id, sizeof id, "%.*s", length < STORE_ID ? (int)length : 0, rest);
    struct room *head = replay_head(request, id, error);
    if (!head)
        return -1;
    const int status = !rest[length] ? look_go(request, look_new(request, LOOK_STORY, head, error))
                       : strncmp(rest + length, "/flick/", 7) == 0 ? go_flick(request, head, rest + length + 7, error)
                                                                   : go_frames(request, head, rest + length + 1, error);
    room_discard(head);
    return status;
}
