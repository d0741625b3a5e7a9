/* Answers that tell of tables. */
#include "server/rooms/table_reply.h"

#include "server/loop/loop.h"
#include "server/net/reply.h"
#include "server/net/request.h"
#include "server/rooms/snapshot.h"

enum { LIST_END = 16 /* bytes that close a list */ };

void reply_table(struct request *request, const struct room *room, const char *person)
{
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_table(&json, "table", request->server, room, person);
    flip_json_close(&json);
    reply_written(request, &json);
}

void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person)
{
    struct flip_json json = flip_json_in(request->server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    write_tables(&json, request->server, rooms, count, person, BUFFER_SIZE - LIST_END);
    flip_json_close(&json);
    reply_written(request, &json);
}
