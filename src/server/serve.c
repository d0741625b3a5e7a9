/*
 * `flipside serve`: the loop. Each turn handles what has come in, takes what bots have thought, makes all of it durable
 * with one commit, and only then lets answers and scenes go out. While the store cannot do that, trouble.c has the word.
 */
#include "server/room.h"

#include "commands.h"
#include "server/chores.h"
#include "server/clocks.h"
#include "server/derive.h"
#include "server/keeper.h"
#include "server/listen.h"
#include "server/log.h"
#include "server/sessions.h"
#include "server/vault.h"
#include "server/work.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SWEEP_MS = 60000, KEEPER_MS = 600, PATIENCE_MS = 1500, ANSWERS_MS = 7 * 86400 * 1000, FORGET_MS = 86400 * 1000 };

/* What signals ask for. The loop is woken by the same call that the crew uses.
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

static void wake(void *hub) { lws_cancel_service(((struct hub *)hub)->lws); }

bool hub_may_tell(const struct hub *hub, uint64_t turn) { return turn < hub->turn || !store_changed(hub->store); }

bool hub_failure(const struct flip_error *error)
{
    return strcmp(error->code, "store") == 0 || strcmp(error->code, "no_memory") == 0;
}

void hub_note_error(struct hub *hub, const struct flip_error *error)
{
    if (!hub_failure(error))
        return;
    log_event("error", error->code, "why", error->message, NULL);
    hub->failed = true;
}

/* A lack of memory costs whoever asked for too much, unless a part of it has been written. */
void hub_note_refusal(struct hub *hub, const struct flip_error *error, uint64_t written)
{
    if (strcmp(error->code, "no_memory") == 0 && store_writes(hub->store) == written)
        log_event("error", error->code, "why", error->message, NULL);
    else
        hub_note_error(hub, error);
}

static void come_round(lws_sorted_usec_list_t *nudge) { (void)nudge; }

void hub_come_round(struct hub *hub, int ms)
{
    lws_sul_schedule(hub->lws, 0, &hub->nudge, come_round, (lws_usec_t)ms * 1000);
}

void hub_commit(struct hub *hub)
{
    struct flip_error error;
    if ((hub->failed || store_broken(hub->store)) && !hub->trouble.on)
        hub_start_over(hub);
    if (hub->trouble.on)
        return;
    const bool changed = store_changed(hub->store);
    const int64_t began = (int64_t)lws_now_usecs();
    if (store_commit(hub->store, &error) < 0) {
        hub->metrics.commit_failures++;
        trouble_begin(hub, &error);
    } else if (changed) {
        hub->metrics.commits++;
        durations_add(&hub->metrics.commit, began);
    }
}

void hub_turn(struct hub *hub)
{
    trouble_turn(hub);
    if (hub_ready(hub)) {
        hub_take_thoughts(hub);
        vault_take(hub);
        work_take(hub);
        chores_run(hub);
    }
    hub_commit(hub);
    if (hub->trouble.on)
        return; /* nothing is told, and what was told as done in this turn stays in it */
    hub_send_bots(hub);
    work_send(hub);
    hub_flush(hub);
    hub->turn++;
    tidy_turn(hub);
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

int hub_wake_rooms(struct hub *hub, struct flip_error *error)
{
    hub->waking.count = 0;
    return store_tables_running(hub->store, collect_running, &hub->waking, error) < 0 ? -1 : 0;
}

/* Bots that were thinking when the server went down go on: loading a room asks them. A few a turn, so that nobody
   waits. */
static void wake_some_rooms(struct hub *hub)
{
    enum { AT_ONCE = 8 };
    struct flip_error error;
    for (int i = 0; i < AT_ONCE && hub->waking.count > 0; i++)
        if (!room_find(hub, hub->waking.id[--hub->waking.count], &error))
            hub_note_error(hub, &error);
    if (hub->waking.count > 0)
        hub_come_round(hub, 1);
}

static void note_broken(void *context, const char *table, const char *why)
{
    char beginning[9];
    (void)context;
    snprintf(beginning, sizeof beginning, "%s", table);
    log_event("error", "table_broken", "table", beginning, "why", why, NULL);
}

/* A file that was just brought up to date gets its results and ratings from its records. */
static int make_derived(struct hub *hub, struct flip_error *error)
{
    struct derive_report report = {.broken = note_broken};
    if (store_derived(hub->store))
        return 0;
    return derive_all(hub->store, &report, error) < 0 ? -1 : store_commit(hub->store, error);
}

int hub_open(struct hub *hub, struct flip_error *error)
{
    umask(077); /* the data file holds the key that signs cookies */
    if (log_open(hub->config.log, error) < 0 || !(hub->store = store_open(hub->config.data, error)) ||
        store_secret(hub->store, hub->secret, error) < 0)
        return -1;
    if (!(hub->buffer = malloc(BUFFER_SIZE)))
        return flip_fail(error, "no_memory", "There is not enough memory to start.");
    if (names_bring_up_to_date(hub->store, error) < 0 ||
        (hub->sessions_since = store_sessions_since(hub->store, error)) < 0)
        return -1;
    if (make_derived(hub, error) < 0 || (hub->last_finished = store_finished_last(hub->store, error)) < 0)
        return -1;
    hub->started = steady_ms();
    hub->clocks_dirty = true;
    hub->answers_forgotten = steady_ms();
    if (store_answers_forget(hub->store, steady_ms() - ANSWERS_MS, error) < 0 ||
        rooms_clear_half_kept(hub, error) < 0 || sessions_sweep(hub, error) < 0 ||
        store_commit(hub->store, error) < 0 || hub_wake_rooms(hub, error) < 0 || store_serve(hub->store, error) < 0)
        return -1;
    hub->turn = 1; /* 0 is before all of them */
    if (erase_resume(hub, error) < 0 || listen_open(hub, error) < 0)
        return -1;
    if (!(hub->crew = crew_start(hub->config.threads, true, wake, hub)) ||
        !(hub->vault = crew_start(1, false, wake, hub)) || !(hub->tidying.crew = crew_start(1, false, wake, hub)))
        return flip_fail(error, "threads", "Cannot start the threads on which bots think and passwords are checked.");
    return work_start(hub, wake, error);
}

void hub_close(struct hub *hub)
{
    woken_by_signals = NULL;
    crew_stop(hub->crew);
    crew_stop(hub->vault);
    crew_stop(hub->tidying.crew);
    hub_drop_bots(hub);
    work_stop(hub);
    chores_drop(hub);
    if (hub->lws)
        lws_context_destroy(hub->lws);
    rooms_sweep(hub, true);
    present_sweep(hub, true);
    visitors_sweep(&hub->visitors, true);
    guards_sweep(hub, true);
    trouble_close(hub);
    store_close(hub->store);
    free(hub->waking.id);
    free(hub->buffer);
    sodium_memzero(hub->secret, sizeof hub->secret);
}

/* --- running and stopping ------------------------------------------------------------------------------------------ */

static void look_again(lws_sorted_usec_list_t *glance)
{
    struct hub *hub = lws_container_of(glance, struct hub, glance);
    if (hub->glance_due)
        durations_add(&hub->metrics.loop, hub->glance_due);
    hub->glance_due = (int64_t)lws_now_usecs() + (int64_t)KEEPER_MS * 1000;
    lws_sul_schedule(hub->lws, 0, glance, look_again, (lws_usec_t)KEEPER_MS * 1000);
}

static void catch_signals(struct hub *hub)
{
    woken_by_signals = hub->lws;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void reload(struct hub *hub)
{
    struct flip_error error;
    if (log_open(hub->config.log, &error) < 0)
        log_event("error", "log", "why", error.message, NULL);
    if (listen_reload(hub, &error) < 0)
        log_event("error", "certificate", "why", error.message, NULL);
    else
        log_event("info", "reloaded", NULL);
}

/* Everything acknowledged is durable already; what is left is to say goodbye and let it reach the clients. */
static void say_goodbye(struct hub *hub)
{
    static const char bye[] = "{\"push\":\"bye\",\"message\":\"The server stops "
                              "for a moment. Nothing is lost.\"}";
    hub->stopping = true;
    for (struct link *link = hub->links; link; link = link->next) {
        if (hub->trouble.on) {
            link_drop_queue(link);
            link_tell(link, bye, sizeof bye - 1);
        } else {
            link_send(hub, link, bye, sizeof bye - 1);
        }
        link_close(link);
    }
    for (const int64_t until = steady_ms() + PATIENCE_MS; hub->links && steady_ms() < until;) {
        hub_come_round(hub, 50); /* somebody who does not read must not keep us */
        lws_service(hub->lws, 0);
        hub_turn(hub);
    }
}

static void sweep(struct hub *hub)
{
    struct flip_error error;
    rooms_sweep(hub, false);
    present_sweep(hub, false);
    visitors_sweep(&hub->visitors, false);
    guards_sweep(hub, false);
    if (!hub_ready(hub))
        return;
    if (erase_resume(hub, &error) < 0)
        hub_note_error(hub, &error);
    if (steady_ms() - hub->answers_forgotten < FORGET_MS)
        return;
    hub->answers_forgotten = steady_ms();
    if (store_answers_forget(hub->store, steady_ms() - ANSWERS_MS, &error) < 0 || sessions_sweep(hub, &error) < 0)
        hub_note_error(hub, &error);
}

static void run(struct hub *hub)
{
    int64_t swept = steady_ms();
    while (!stop_asked) {
        if (lws_service(hub->lws, 0) < 0)
            break;
        if (hub_ready(hub) && !hub->trouble.messages) { /* who has moved in time is not out of time */
            wake_some_rooms(hub);
            keeper_look(hub);
            clocks_run(hub);
        }
        hub_turn(hub);
        if (reload_asked) {
            reload_asked = 0;
            reload(hub);
        }
        if (steady_ms() - swept > SWEEP_MS) {
            swept = steady_ms();
            sweep(hub);
        }
    }
    say_goodbye(hub);
}

int flip_command_serve(int argc, char **argv)
{
    struct flip_error error;
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        return 1;
    const int read = config_read(&hub->config, argc, argv, &error);
    if (read > 0) {
        fputs(config_help, stdout);
        free(hub);
        return 0;
    }
    int status = 0;
    if (read < 0 || hub_open(hub, &error) < 0) {
        fprintf(stderr, "flipside serve: %s\n", error.message);
        status = read < 0 ? 2 : 1;
    } else {
        catch_signals(hub);
        hub_come_round(hub, 1);
        look_again(&hub->glance);
        const struct endpoint *listen = &hub->config.listen;
        const int port = listen_announce(hub);
        printf("Flipside is at %s://%s:%d/\n", hub->config.certificate[0] ? "https" : "http",
               listen->address[0] ? listen->address : "localhost", port);
        fflush(stdout);
        run(hub);
        log_event("info", "stopped", NULL);
    }
    hub_close(hub);
    free(hub);
    return status;
}
