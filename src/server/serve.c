/*
 * `flipside serve`: the loop. Each turn handles what has come in, takes what bots have thought, makes all of it durable
 * with one commit, and only then lets answers and snapshots go out. While the store cannot do that, trouble.c has the word.
 */
#include "server/room.h"

#include "commands.h"
#include "server/admin.h"
#include "server/chores.h"
#include "server/clocks.h"
#include "server/listen.h"
#include "server/log.h"
#include "server/passwords.h"
#include "server/results.h"
#include "server/sessions.h"
#include "server/work.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SWEEP_MS = 60000, KEEPER_MS = 600, PATIENCE_MS = 1500, ANSWERS_MS = 7 * 86400 * 1000, FORGET_MS = 86400 * 1000 };

/* What signals ask for. The loop is woken by the same call that the workers uses.
 */
static volatile sig_atomic_t stop_asked, reload_asked;
static struct lws_context *volatile woken_by_signals;

static void on_signal(int number)
{
    if (number == SIGHUP)
        reload_asked = 1;
    else
        stop_asked = 1;
    if (woken_by_signals)
        lws_cancel_service(woken_by_signals);
}

static void wake(void *server) { lws_cancel_service(((struct server *)server)->lws); }

bool server_may_tell(const struct server *server, uint64_t turn)
{
    return turn < server->turn || !store_changed(server->store);
}

bool server_failure(const struct flip_error *error)
{
    return error->code == FLIP_ERROR_STORE || error->code == FLIP_ERROR_NO_MEMORY;
}

void server_note_error(struct server *server, const struct flip_error *error)
{
    if (!server_failure(error))
        return;
    log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    server->failed = true;
}

/* A lack of memory costs whoever asked for too much, unless a part of it has been written. */
void server_note_refusal(struct server *server, const struct flip_error *error, uint64_t written)
{
    if (error->code == FLIP_ERROR_NO_MEMORY && store_writes(server->store) == written)
        log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    else
        server_note_error(server, error);
}

static void come_round(lws_sorted_usec_list_t *nudge) { (void)nudge; }

void server_come_round(struct server *server, int ms)
{
    lws_sul_schedule(server->lws, 0, &server->nudge, come_round, (lws_usec_t)ms * 1000);
}

void server_commit(struct server *server)
{
    struct flip_error error;
    if ((server->failed || store_broken(server->store)) && !server->trouble.on)
        server_start_over(server);
    if (server->trouble.on)
        return;
    const bool changed = store_changed(server->store);
    const int64_t began = (int64_t)lws_now_usecs();
    if (store_commit(server->store, &error) < 0) {
        server->metrics.commit_failures++;
        trouble_begin(server, &error);
    } else if (changed) {
        server->metrics.commits++;
        durations_add(&server->metrics.commit, began);
    }
}

void server_turn(struct server *server)
{
    trouble_turn(server);
    if (server_ready(server)) {
        server_take_thoughts(server);
        passwords_take(server);
        work_take(server);
        chores_run(server);
    }
    server_commit(server);
    if (server->trouble.on)
        return; /* nothing is told, and what was told as done in this turn stays in it */
    server_send_bots(server);
    work_send(server);
    server_flush(server);
    server->turn++;
    tidy_turn(server);
}

/* --- starting ------------------------------------------------------------------------------------------------------ */

/* Collected first: a room is loaded with other statements of the same store. */
static int collect_running(void *context, const struct store_table *row)
{
    struct waking *waking = context;
    if (!strstr(row->head, "\"kind\":\"bot\"") && !strstr(row->head, "\"clock\":[0,0,true") &&
        !clock_ahead(row->head, steady_ms()))
        return 0; /* nobody there has to be woken: neither a bot, nor one that plays for somebody out of time, nor a clock that is wrong */
    if (waking->count == waking->room) {
        const int larger = waking->room ? 2 * waking->room : 64;
        void *grown = realloc(waking->id, (size_t)larger * sizeof *waking->id);
        if (!grown)
            return -1;
        waking->id = grown;
        waking->room = larger;
    }
    memcpy(waking->id[waking->count++], row->id, STORE_ID);
    return 0;
}

int server_wake_rooms(struct server *server, struct flip_error *error)
{
    server->waking.count = 0;
    return store_tables_running(server->store, collect_running, &server->waking, error) < 0 ? -1 : 0;
}

/* Bots that were thinking when the server went down go on: loading a room asks them. A few a turn, so that nobody
   waits. */
static void wake_some_rooms(struct server *server)
{
    enum { AT_ONCE = 8 };
    struct flip_error error;
    for (int i = 0; i < AT_ONCE && server->waking.count > 0; i++)
        if (!room_find(server, server->waking.id[--server->waking.count], &error))
            server_note_error(server, &error);
    if (server->waking.count > 0)
        server_come_round(server, 1);
}

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
    if (store_derived(server->store))
        return 0;
    return derive_all(server->store, &report, error) < 0 ? -1 : store_commit(server->store, error);
}

int server_open(struct server *server, struct flip_error *error)
{
    umask(077); /* the data file holds the key that signs cookies */
    if (log_open(server->config.log, error) < 0 || !(server->store = store_open(server->config.data, error)) ||
        store_secret(server->store, server->secret, error) < 0)
        return -1;
    if (!(server->buffer = malloc(BUFFER_SIZE)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to start.");
    if (names_bring_up_to_date(server->store, error) < 0 ||
        (server->sessions_since = store_sessions_since(server->store, error)) < 0)
        return -1;
    if (make_derived(server, error) < 0 || (server->last_finished = store_finished_last(server->store, error)) < 0)
        return -1;
    server->started = steady_ms();
    server->clocks_dirty = true;
    server->answers_forgotten = steady_ms();
    if (store_answers_forget(server->store, steady_ms() - ANSWERS_MS, error) < 0 ||
        rooms_clear_half_kept(server, error) < 0 || sessions_sweep(server, error) < 0 ||
        store_commit(server->store, error) < 0 || server_wake_rooms(server, error) < 0 ||
        store_serve(server->store, error) < 0)
        return -1;
    server->turn = 1; /* 0 is before all of them */
    if (erase_resume(server, error) < 0 || listen_open(server, error) < 0)
        return -1;
    if (!(server->bots = workers_start(server->config.threads, true, wake, server)) ||
        !(server->passwords = workers_start(1, false, wake, server)) ||
        !(server->tidying.workers = workers_start(1, false, wake, server)))
        return flip_fail(error, FLIP_ERROR_THREADS,
                         "Cannot start the threads on which bots think and passwords are checked.");
    return work_start(server, wake, error);
}

void server_close(struct server *server)
{
    woken_by_signals = NULL;
    workers_stop(server->bots);
    workers_stop(server->passwords);
    workers_stop(server->tidying.workers);
    server_drop_bots(server);
    work_stop(server);
    chores_drop(server);
    if (server->lws)
        lws_context_destroy(server->lws);
    rooms_sweep(server, true);
    present_sweep(server, true);
    visitors_sweep(&server->visitors, true);
    guards_sweep(server, true);
    trouble_close(server);
    store_close(server->store);
    free(server->waking.id);
    free(server->buffer);
    sodium_memzero(server->secret, sizeof server->secret);
}

/* --- running and stopping ------------------------------------------------------------------------------------------ */

static void look_again(lws_sorted_usec_list_t *glance)
{
    struct server *server = lws_container_of(glance, struct server, glance);
    if (server->glance_due)
        durations_add(&server->metrics.loop, server->glance_due);
    server->glance_due = (int64_t)lws_now_usecs() + (int64_t)KEEPER_MS * 1000;
    lws_sul_schedule(server->lws, 0, glance, look_again, (lws_usec_t)KEEPER_MS * 1000);
}

static void catch_signals(struct server *server)
{
    woken_by_signals = server->lws;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void reload(struct server *server)
{
    struct flip_error error;
    if (log_open(server->config.log, &error) < 0)
        log_event("error", "log", "why", error.message, NULL);
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
    server->stopping = true;
    for (struct websocket *link = server->links; link; link = link->next) {
        if (server->trouble.on) {
            websocket_drop_queue(link);
            websocket_tell(link, bye, sizeof bye - 1);
        } else {
            websocket_send(server, link, bye, sizeof bye - 1);
        }
        websocket_close(link);
    }
    for (const int64_t until = steady_ms() + PATIENCE_MS; server->links && steady_ms() < until;) {
        server_come_round(server, 50); /* somebody who does not read must not keep us */
        lws_service(server->lws, 0);
        server_turn(server);
    }
}

static void sweep(struct server *server)
{
    struct flip_error error;
    rooms_sweep(server, false);
    present_sweep(server, false);
    visitors_sweep(&server->visitors, false);
    guards_sweep(server, false);
    if (!server_ready(server))
        return;
    if (erase_resume(server, &error) < 0)
        server_note_error(server, &error);
    if (steady_ms() - server->answers_forgotten < FORGET_MS)
        return;
    server->answers_forgotten = steady_ms();
    if (store_answers_forget(server->store, steady_ms() - ANSWERS_MS, &error) < 0 || sessions_sweep(server, &error) < 0)
        server_note_error(server, &error);
}

static void run(struct server *server)
{
    int64_t swept = steady_ms();
    while (!stop_asked) {
        if (lws_service(server->lws, 0) < 0)
            break;
        if (server_ready(server) && !server->trouble.messages) { /* who has moved in time is not out of time */
            wake_some_rooms(server);
            admin_look(server);
            clocks_run(server);
        }
        server_turn(server);
        if (reload_asked) {
            reload_asked = 0;
            reload(server);
        }
        if (steady_ms() - swept > SWEEP_MS) {
            swept = steady_ms();
            sweep(server);
        }
    }
    say_goodbye(server);
}

int flip_command_serve(int argc, char **argv)
{
    struct flip_error error;
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return 1;
    const int read = config_read(&server->config, argc, argv, &error);
    if (read > 0) {
        fputs(config_help, stdout);
        free(server);
        return 0;
    }
    int status = 0;
    if (read < 0 || server_open(server, &error) < 0) {
        fprintf(stderr, "flipside serve: %s\n", error.message);
        status = read < 0 ? 2 : 1;
    } else {
        catch_signals(server);
        server_come_round(server, 1);
        look_again(&server->glance);
        const struct endpoint *listen = &server->config.listen;
        const int port = listen_announce(server);
        printf("Flipside is at %s://%s:%d/\n", server->config.certificate[0] ? "https" : "http",
               listen->address[0] ? listen->address : "localhost", port);
        fflush(stdout);
        run(server);
        log_event("info", "stopped", NULL);
    }
    server_close(server);
    free(server);
    return status;
}
