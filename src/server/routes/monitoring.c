/* What an administrator's monitoring asks: is the server well (/healthz), and how is it doing (/metrics, Prometheus' text format). */
#include "server/routes/routes.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- durations ------------------------------------------------------------------------------------------------------------ */

static void write_head(struct flip_text *text, const char *name, const char *kind, const char *help)
{
    flip_text_add(text, "# HELP flipside_%s %s\n# TYPE flipside_%s %s\n", name, help, name, kind);
}

static void write_durations(struct flip_text *text, const char *name, const char *help,
                            const struct histogram *durations)
{
    uint64_t within = 0;
    write_head(text, name, "histogram", help);
    for (int i = 0; i < METRIC_BOUNDS; i++) {
        within += durations->within[i];
        flip_text_add(text, "flipside_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, metric_bounds[i], within);
    }
    flip_text_add(text,
                  "flipside_%s_bucket{le=\"+Inf\"} %" PRIu64 "\nflipside_%s_sum %.6f\nflipside_%s_count %" PRIu64 "\n",
                  name, durations->count, name, durations->sum, name, durations->count);
}

static void write_metric(struct flip_text *text, const char *name, const char *kind, const char *help, uint64_t value)
{
    write_head(text, name, kind, help);
    flip_text_add(text, "flipside_%s %" PRIu64 "\n", name, value);
}

/* --- what is measured ------------------------------------------------------------------------------------------------------ */

/* Resident memory in bytes; 0: the system does not say. */
static uint64_t memory(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    unsigned long pages = 0;
    if (file && fscanf(file, "%*u %lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t file_size(const struct server *server, const char *end)
{
    char path[sizeof server->loop.config.data + 8];
    struct stat file;
    snprintf(path, sizeof path, "%s%s", server->loop.config.data, end);
    return stat(path, &file) == 0 ? (uint64_t)file.st_size : 0;
}

static void write_state(struct flip_text *text, const struct server *server)
{
    write_metric(text, "clients", "gauge", "Connected clients.", (uint64_t)server->net->websocket_count);
    write_metric(text, "rooms", "gauge", "Tables in memory.", (uint64_t)server->rooms->memory.count);
    write_metric(text, "thoughts", "gauge", "Bots that think or wait for a processor.",
                 (uint64_t)workers_load(server->rooms->bots.workers));
    write_metric(text, "passwords", "gauge", "Passwords that are checked or wait for it.",
                 (uint64_t)workers_load(server->people->passwords));
    write_metric(text, "work", "gauge", "Replays, exports and imports that a worker does or that wait for one.",
                 (uint64_t)workers_load(server->rooms->work.workers));
    write_metric(text, "held_messages", "gauge", "Messages that wait until the store works again.",
                 (uint64_t)server->net->pending.message_count);
    write_metric(text, "held_requests", "gauge", "Requests that wait until the store works again.",
                 (uint64_t)server->net->pending.request_count);
    write_metric(text, "store_trouble", "gauge", "1 while the store cannot save anything.",
                 server->loop.outage.on && !outage_is_commit(&server->loop));
    write_metric(text, "scrub_due", "gauge", "1 while something deleted still stands in the log of changes.",
                 store_scrub_due(server->loop.store));
    write_metric(text, "resident_memory_bytes", "gauge", "Memory in use.", memory());
    write_metric(text, "store_bytes", "gauge", "Size of the data file.", file_size(server, ""));
    write_metric(text, "store_log_bytes", "gauge", "Size of the data file's log of changes.",
                 file_size(server, "-wal"));
}

static void write_counts(struct flip_text *text, const struct metrics *m)
{
    write_metric(text, "refused_total", "counter", "Requests and connections over a limit.", m->refused);
    write_metric(text, "connections_total", "counter", "Connections opened.", m->connections);
    write_metric(text, "requests_total", "counter", "HTTP requests.", m->requests);
    write_metric(text, "messages_total", "counter", "Messages received.", m->messages);
    write_metric(text, "errors_total", "counter", "Messages answered with an error.", m->errors);
    write_metric(text, "moves_total", "counter", "Moves of people.", m->moves);
    write_metric(text, "bot_moves_total", "counter", "Moves of bots.", m->bot_moves);
    write_metric(text, "commits_total", "counter", "Durable commits of the store.", m->commits);
    write_metric(text, "commit_failures_total", "counter", "Commits that failed and were tried again.",
                 m->commit_failures);
    write_metric(text, "store_troubles_total", "counter", "Times that the store could not save anything for a while.",
                 m->outages);
    write_metric(text, "tables_made_total", "counter", "Tables made.", m->tables_made);
    write_metric(text, "tables_reread_total", "counter", "Tables read because another server had changed them.",
                 m->tables_reread);
    write_metric(text, "tables_replayed_total", "counter", "Those of them that were replayed from their first step.",
                 m->tables_replayed);
    write_metric(text, "loop_most_accepted", "gauge", "Connections accepted in one turn of the loop, at most.",
                 m->most_accepted);
    write_metric(text, "loop_most_steps", "gauge", "Steps of games made in one turn of the loop, at most.",
                 m->most_steps);
    write_metric(text, "loop_most_rows", "gauge", "Rows read in one turn of the loop, at most.", m->most_rows);
    write_metric(text, "loop_most_scenes", "gauge", "Scenes written in one turn of the loop, at most.",
                 m->most_snapshots);
    write_metric(text, "games_over_total", "counter", "Games played to the end.", m->games_over);
}

int get_metrics(struct call *call, struct flip_error *error)
{
    (void)error;
    const struct metrics *m = &call->server->loop.metrics;
    struct flip_text text = flip_text_in(call->server->loop.buffer, BUFFER_SIZE);
    write_state(&text, call->server);
    write_counts(&text, m);
    write_durations(&text, "commit_seconds", "How long a commit takes.", &m->commit);
    write_durations(&text, "loop_delay_seconds", "How late the event loop comes to what is due.", &m->loop);
    write_durations(&text, "message_seconds", "From a message's arrival to its durable answer.", &m->message);
    write_durations(&text, "request_seconds", "From an HTTP request's arrival to its durable answer.", &m->request);
    reply(call->request, 200, "text/plain; version=0.0.4", call->server->loop.buffer, text.length);
    call->request->turn = 0;
    return 0;
}

/* --- health ---------------------------------------------------------------------------------------------------------------- */

/* A durable write, at most once per second; more frequent requests get the result of the last one. */
static void probe(struct server *server)
{
    struct flip_error error = {0};
    const int64_t now = now_us();
    if (server->loop.outage.on || now - server->loop.metrics.probed < 1000000)
        return;
    server->loop.metrics.probed = now;
    if (!server_ready(&server->loop))
        return;
    if (store_probe(server->loop.store, wall_ms(), &error) < 0)
        server_note_error(&server->loop, &error);
    server_commit(&server->loop);
}

int get_health(struct call *call, struct flip_error *error)
{
    probe(call->server);
    const bool outage = call->server->loop.outage.on && !outage_is_commit(&call->server->loop);
    const char *reason = call->server->loop.stopping ? "The server is stopping."
                         : outage                    ? call->server->loop.outage.why
                                                     : NULL;
    json_t *body = reason ? json_pack("{s:b, s:s}", "ok", 0, "reason", reason) : json_pack("{s:b}", "ok", 1);
    if (!body)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
    reply_json(call->request, reason ? 503 : 200, body);
    if (!outage_is_commit(&call->server->loop)) /* else it waits for the commit */
        call->request->turn = 0;                /* it is true already */
    json_decref(body);
    return 0;
}
