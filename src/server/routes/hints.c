/* What bots have thought: a hint or a verdict for whoever asked, or their own move. */
#include "server/routes/hints.h"

#include "server/learning/advice.h"
#include "server/loop/failure.h"
#include "server/loop/server.h"
#include "server/loop/workers.h"
#include "server/net/limits.h"
#include "server/net/net.h"
#include "server/net/outbox.h"
#include "server/people/client.h"
#include "server/rooms/job.h"
#include "server/rooms/room_play.h"
#include "server/rooms/rooms.h"

#include <stddef.h>

static void give_hint(struct server *server, const struct job *job)
{
    struct client *link = client_with(server, job->link);
    if (!link)
        return;
    link->hints--;
    if (job->status < 0) {
        websocket_refuse(server, &link->socket, job->number, &job->error);
        return;
    }
    struct flip_json json = flip_json_in(server->buffer, BUFFER_SIZE);
    flip_json_open(&json, NULL, '{');
    flip_json_int(&json, "re", job->number);
    flip_json_bool(&json, "ok", true);
    advice_write(&json, job);
    flip_json_close(&json);
    websocket_answer(server, &link->socket, job->number, server->buffer, json.text.length);
}

void server_take_thoughts(struct server *server)
{
    for (struct task *task; (task = workers_done(server->rooms->bots)); task->free(task)) {
        const struct job *job = (const struct job *)task;
        struct flip_error error = {0};
        struct room *room;
        struct visitor *visitor = job->address[0] ? visitor_of(&server->net->visitors, job->address) : NULL;
        if (visitor) /* whoever asked may have gone: the address pays */
            bucket_charge(&visitor->work, job->task.busy - job->paid);
        if (job->link)
            give_hint(server, job);
        else if ((room = room_find(server, job->table, &error)))
            room_bot_acts(server, room, job);
        else
            server_note_error(server, &error);
    }
}
