/*
 * `flipside serve`: the loop. Each turn handles what has come in, takes what bots have thought, makes all of it durable
 * with one commit, and only then lets answers and snapshots go out. While the store cannot do that, loop/commit.c has the word.
 */
#include "server/commands/serve.h"

#include "commands.h"
#include "table/table.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { GRACE_AFTER_MS = 2000 };

static struct server *server_of(struct loop *loop) { return (struct server *)loop; }

/* --- starting over from what is durable -------------------------------------------------------------------------------- */

static void forget(struct loop *loop)
{
    struct server *server = server_of(loop);
    for (struct client *client = first_client(server->people); client; client = next_client(client)) {
        websocket_take_back(server, &client->socket, client->name);
        watches_lose(client);
        client->answered = 0; /* perhaps it was not */
    }
    rooms_sweep(server->rooms, true);
    seeks_forget_tables(server->rooms);
    bots_drop(server->rooms);
    server->rooms->clocks.dirty = true;
    deferred_results_check(server->rooms);
    whole_of(server)->tournaments.next = 1;
    post_forget(server->post);
    whole_of(server)->data_version = -1;
}

/* Watchers see their tables again, bots are asked again. */
static int reload(struct loop *loop, struct flip_error *error)
{
    struct server *server = server_of(loop);
    if (presence_reload(server->people, error) < 0 || bots_queue_resume(server->rooms, error) < 0)
        return -1;
    for (struct client *client = first_client(server->people); client; client = next_client(client))
        if (watch_lost(server, client, error) < 0)
            return -1;
    return 0;
}

/* The time was nobody's fault. */
static void recovered(struct loop *loop, int64_t lasted)
{
    struct server *server = server_of(loop);
    if (lasted >= GRACE_AFTER_MS)
        rooms_give_grace(server->rooms);
    notify_recovered(server);
}

static const struct rollback_hooks rollback = {.forget = forget, .reload = reload, .recovered = recovered};

/* --- beginning and end ------------------------------------------------------------------------------------------------ */

struct server *server_new(void)
{
    struct whole_server *whole = calloc(1, sizeof *whole);
    if (!whole)
        return NULL;
    whole->net.http = &request_dispatch;
    whole->net.messages = &client_messages;
    whole->people.hooks = &room_presence_hooks;
    whole->rooms.game_over = game_over;
    whole->pushes.administer = admin_do;
    struct server *server = &whole->server;
    *server = (struct server){.loop = {.rollback = &rollback},
                              .net = &whole->net,
                              .people = &whole->people,
                              .post = &whole->post,
                              .rooms = &whole->rooms,
                              .pushes = &whole->pushes,
                              .tournaments = &whole->tournaments};
    whole->people.server = whole->rooms.server = server;
    whole->people.loop = whole->rooms.loop = whole->post.loop = &server->loop;
    whole->post.people = server->people;
    whole->people.rooms = server->rooms;
    whole->rooms.people = server->people;
    whole->tournaments = (struct tournaments){.loop = &server->loop,
                                              .people = server->people,
                                              .rooms = server->rooms,
                                              .next = 1 /* the first look finds out */};
    return server;
}

void server_free(struct server *server)
{
    if (server)
        printed_free(server->rooms);
    free(server);
}

/* --- a turn of the loop ------------------------------------------------------------------------------------------- */

enum {
    SWEEP_MS = 60000,
    SWEEP_ROOMS_MS = 10000,
    LOOK_MS = 5000,
    GLANCE_MS = 600,
    PATIENCE_MS = 1500,
    ANSWERS_MS = 7 * 86400 * 1000,
    FORGET_MS = 86400 * 1000
};

/* What signals ask for. The loop is woken by the same call that the workers use. */
static volatile sig_atomic_t stop_asked, reload_asked;
static struct server *volatile woken_by_signals;

static void on_signal(int number)
{
    if (number == SIGHUP)
        reload_asked = 1;
    else
        stop_asked = 1;
    if (woken_by_signals)
        listen_wake(woken_by_signals);
}

/* Called by workers' threads. */
static void wake(void *server)
{
    atomic_store(&whole_of(server)->woken, true);
    listen_wake(server);
}

static const struct throttle_handlers arrived = {.message = message_arrived, .request = request_arrived};

static void handle_waiting(struct server *server)
{
    if (!server->loop.outage.on) {
        pending_run(server);
        throttle_run(server, &arrived);
        return;
    }
    notify_outage_all(server);
    pending_expire(server);
}

/* Everything is durable: it may be told. */
static void tell(struct server *server)
{
    bots_send(server->rooms);
    push_all(server);
    work_send(server->rooms);
    post_send(server->post);
    server->loop.turn++;
    checkpoint_turn(&server->loop);
}

/* A turn in which answers only go out begins no transaction. */
static bool work_is_done(struct server *server)
{
    return store_begun(server->loop.store) || server->loop.background_jobs || atomic_load(&whole_of(server)->woken);
}

void server_turn(struct server *server)
{
    if (outage_retry(&server->loop))
        tell(server); /* before anything else changes */
    handle_waiting(server);
    if (work_is_done(server) && server_ready(&server->loop)) {
        atomic_store(&whole_of(server)->woken, false);
        bots_collect(server);
        passwords_take(server->people);
        work_take(server->rooms);
        post_take(server->post);
        analyses_take(server->analyses);
        puzzles_take(server->puzzles);
        background_run(&server->loop);
    }
    server_commit(&server->loop);
    if (!server->loop.outage.on) /* else nothing is told, and what was told as done in this turn stays in it */
        tell(server);
    websockets_send(server);
}

/* --- starting ------------------------------------------------------------------------------------------------------ */

static void note_broken(void *context, const char *table, const char *why)
{
    char beginning[9];
    (void)context;
    snprintf(beginning, sizeof beginning, "%s", table);
    log_event("error", "table_broken", "table", beginning, "why", why, NULL);
}

/* A file that was just brought up to date gets its results and ratings from its records. */
static int make_derived(struct server *server, struct flip_error *error)
{
    struct derive_report report = {.broken = note_broken};
    if (store_derived(server->loop.store))
        return 0;
    return derive_all(server->loop.store, &report, error) < 0 ? -1 : store_commit(server->loop.store, error);
}

int server_open(struct server *server, struct flip_error *error)
{
    umask(077); /* the data file holds the key that signs cookies */
    if (log_open(server->loop.config.log, error) < 0 ||
        !(server->loop.store = store_open_shared(server->loop.config.data, error)) ||
        store_secret(server->loop.store, server->loop.secret, error) < 0 || post_open(server->post, error) < 0)
        return -1;
    if (server->loop.config.pages[0] && pages_read(&server->net->pages, server->loop.config.pages, error) < 0)
        return -1;
    if (!(server->loop.buffer = malloc(BUFFER_SIZE)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start.");
    if (names_reindex(server->loop.store, error) < 0 ||
        (server->people->sessions_since = store_sessions_since(server->loop.store, error)) < 0)
        return -1;
    if (make_derived(server, error) < 0 ||
        (server->rooms->results.last_finished = store_finished_last(server->loop.store, error)) < 0)
        return -1;
    server->loop.started = steady_ms();
    server->rooms->clocks.dirty = true;
    whole_of(server)->answers_forgotten = steady_ms();
    if (store_answers_forget(server->loop.store, steady_ms() - ANSWERS_MS, error) < 0 ||
        rooms_delete_half_saved(server->rooms, error) < 0 || sessions_sweep(server->people, error) < 0 ||
        store_commit(server->loop.store, error) < 0 || bots_queue_resume(server->rooms, error) < 0 ||
        store_serve(server->loop.store, error) < 0)
        return -1;
    server->loop.turn = 1; /* 0 is before all of them */
    if (store_shared(server->loop.store) && cluster_read(server->people, error) < 0)
        return -1;
    deferred_results_check(server->rooms);
    if (erase_resume(server->rooms, error) < 0 || labels_fill(&server->loop, error) < 0 ||
        listen_open(server, error) < 0)
        return -1;
    if (!(server->rooms->bots.workers = workers_start(server->loop.config.threads, true, wake, server)) ||
        !(server->people->passwords = workers_start(1, false, wake, server)) ||
        !(server->loop.checkpointing.workers = workers_start(1, false, wake, server)))
        return flip_fail(error, FLIP_ERROR_THREADS, "Cannot start the threads for bots and passwords.");
    if (post_start(server->post, wake, error) < 0 || work_start(server->rooms, wake, error) < 0 ||
        analyses_start(&server->analyses, &server->loop, wake, server, error) < 0)
        return -1;
    return puzzles_start(&server->puzzles, &server->loop, wake, server, error);
}

void server_close(struct server *server)
{
    woken_by_signals = NULL;
    workers_stop(server->rooms->bots.workers);
    workers_stop(server->people->passwords);
    workers_stop(server->loop.checkpointing.workers);
    bots_drop(server->rooms);
    post_stop(server->post);
    work_stop(server->rooms);
    analyses_stop(server->analyses);
    puzzles_stop(server->puzzles);
    server->analyses = NULL;
    server->puzzles = NULL;
    background_drop(&server->loop);
    listen_close(server);
    rooms_sweep(server->rooms, true);
    presence_sweep(server->people, true);
    cluster_forget(server->people);
    visitors_sweep(&server->net->visitors, true);
    login_throttles_sweep(server->people, true);
    pending_close(server);
    pages_free(server->net->pages);
    store_close(server->loop.store);
    free(server->rooms->bots.resuming.id);
    free(server->loop.buffer);
    sodium_memzero(server->loop.secret, sizeof server->loop.secret);
}

/* --- running and stopping ------------------------------------------------------------------------------------------ */

/* Comes round now and then though nobody asks for anything, and measures how late that is. */
static void look_now_and_then(struct server *server)
{
    int64_t *due = &whole_of(server)->look_due;
    if (now_us() < *due)
        return;
    if (*due)
        histogram_add(&server->loop.metrics.loop, *due);
    *due = now_us() + (int64_t)GLANCE_MS * 1000;
    loop_wake(&server->loop, WAKE_LOOK, GLANCE_MS);
}

static void catch_signals(struct server *server)
{
    woken_by_signals = server;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* On SIGHUP. */
static void reload_files(struct server *server)
{
    struct flip_error error;
    if (log_open(server->loop.config.log, &error) < 0)
        log_event("error", "log", "why", error.message, NULL);
    if (server->loop.config.pages[0] && pages_read(&server->net->pages, server->loop.config.pages, &error) < 0)
        log_event("error", "pages", "why", error.message, NULL);
    if (listen_reload(server, &error) < 0)
        log_event("error", "certificate", "why", error.message, NULL);
    else
        log_event("info", "reloaded", NULL);
}

/* Everything acknowledged is durable already; what is left is to say goodbye and let it reach the clients. */
static void say_goodbye(struct server *server)
{
    static const char bye[] = "{\"push\":\"bye\",\"message\":\"The server stops "
                              "for a moment. Nothing is lost.\"}";
    server->loop.stopping = true;
    for (const int64_t until = steady_ms() + PATIENCE_MS; outage_is_commit(&server->loop) && steady_ms() < until;) {
        loop_wake(&server->loop, WAKE_SOON, 10);
        listen_turn(server, true);
        server_turn(server);
    }
    for (struct websocket *link = server->net->links; link; link = link->next) {
        if (server->loop.outage.on) {
            websocket_drop_queue(link);
            websocket_tell(link, bye, sizeof bye - 1);
        } else {
            websocket_send(server, link, bye, sizeof bye - 1);
        }
        websocket_close(link);
    }
    for (const int64_t until = steady_ms() + PATIENCE_MS; server->net->links && steady_ms() < until;) {
        loop_wake(&server->loop, WAKE_SOON, 50); /* somebody who does not read must not keep us */
        listen_turn(server, true);
        server_turn(server);
    }
}

static void sweep(struct server *server)
{
    struct flip_error error = {0};
    presence_sweep(server->people, false);
    visitors_sweep(&server->net->visitors, false);
    login_throttles_sweep(server->people, false);
    if (!server_ready(&server->loop))
        return;
    if (erase_resume(server->rooms, &error) < 0 || store_bans_end(server->loop.store, wall_ms(), &error) < 0)
        server_note_error(&server->loop, &error);
    if (steady_ms() - whole_of(server)->answers_forgotten < FORGET_MS)
        return;
    whole_of(server)->answers_forgotten = steady_ms();
    if (store_answers_forget(server->loop.store, steady_ms() - ANSWERS_MS, &error) < 0 ||
        sessions_sweep(server->people, &error) < 0 || store_challenges_forget(server->loop.store, &error) < 0)
        server_note_error(&server->loop, &error);
}

/* What a turn of the loop has done, in what takes long: none of it may grow with the site. */
static void note_turn(struct metrics *metrics, uint64_t steps, uint64_t rows)
{
    steps = table_steps_made - steps;
    rows = store_rows_read() - rows;
    metrics->most_steps = steps > metrics->most_steps ? steps : metrics->most_steps;
    metrics->most_rows = rows > metrics->most_rows ? rows : metrics->most_rows;
}

/* Something that nobody asked for. */
static bool something_due(struct server *server)
{
    const struct rooms *rooms = server->rooms;
    const int64_t now = steady_ms();
    return store_begun(server->loop.store) || rooms->bots.resuming.count > 0 || admin_due(server, now) ||
           rooms->clocks.dirty || now >= rooms->clocks.next || rooms->seeks.count > 0 || rooms->seeks.gone ||
           deferred_results_due(server->rooms) || tournaments_due(server->tournaments) || post_due(server->post);
}

static void run(struct server *server)
{
    int64_t swept = steady_ms(), rooms_swept = swept, looked = swept;
    while (!stop_asked) {
        const uint64_t steps = table_steps_made, rows = store_rows_read();
        listen_turn(server, true);
        look_now_and_then(server);
        cluster_follow(server->rooms);
        if (something_due(server) && server_ready(&server->loop) &&
            !server->net->pending.messages) { /* who has moved in time is not out of time */
            bots_resume_some(server->rooms);
            admin_look(server);
            clocks_run(server->rooms);
            deferred_results_run(server->rooms);
            seeks_pair(server->rooms);
            tournaments_run(server->tournaments);
            post_run(server->post);
        }
        server_turn(server);
        if (reload_asked) {
            reload_asked = 0;
            reload_files(server);
        }
        if (steady_ms() - looked > LOOK_MS) {
            looked = steady_ms();
            websockets_heartbeat(server);
        }
        if (steady_ms() - rooms_swept > SWEEP_ROOMS_MS) {
            rooms_swept = steady_ms();
            rooms_sweep(server->rooms, false);
        }
        if (steady_ms() - swept > SWEEP_MS) {
            swept = steady_ms();
            sweep(server);
        }
        note_turn(&server->loop.metrics, steps, rows);
    }
    say_goodbye(server);
}

int flip_command_serve(int argc, char **argv)
{
    struct flip_error error;
    struct server *server = server_new();
    if (!server)
        return 1;
    const int read = config_read(&server->loop.config, argc, argv, &error);
    if (read > 0) {
        fputs(config_help, stdout);
        server_free(server);
        return 0;
    }
    int status = 0;
    if (read < 0 || server_open(server, &error) < 0) {
        fprintf(stderr, "flipside serve: %s\n", error.message);
        status = read < 0 ? 2 : 1;
    } else {
        catch_signals(server);
        loop_wake(&server->loop, WAKE_SOON, 1);
        const struct endpoint *listen = &server->loop.config.listen;
        const int port = listen_announce(server);
        if (port)
            printf("Flipside is at %s://%s:%d/\n", server->loop.config.certificate[0] ? "https" : "http",
                   listen->address[0] ? listen->address : "localhost", port);
        else
            puts("Flipside is at the address of the socket that it was given.");
        fflush(stdout);
        run(server);
        log_event("info", "stopped", NULL);
    }
    server_close(server);
    server_free(server);
    return status;
}
