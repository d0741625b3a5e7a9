/*
 * `flipside serve`: the loop. Each turn handles what has come in, takes what bots have thought, makes all of it durable with one
 * commit, and only then lets answers and scenes go out.
 */
#include "server/room.h"

#include "commands.h"
#include "server/log.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_MS = 60000, PATIENCE_MS = 1500 };

/* What signals ask for. The loop is woken by the same call that the crew uses. */
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

bool hub_uncommitted(const struct hub *hub) { return store_changed(hub->store); }

/* The store failed: what is in memory may be ahead of it. Everybody comes back to what is durable. */
static void start_over(struct hub *hub)
{
    static const char bye[] = "{\"push\":\"bye\",\"message\":\"The server had to look up what it knows. One moment.\"}";
    log_event("error", "store_failed", NULL);
    store_roll_back(hub->store);
    for (struct link *link = hub->links; link; link = link->next) {
        link_drop_queue(link);
        link_send(link, bye, sizeof bye - 1);
        link_close(link);
        link_forget_rooms(link);
    }
    rooms_sweep(hub, true);
    hub->failed = false;
}

static void commit(struct hub *hub)
{
    struct flip_error error;
    if (!store_changed(hub->store))
        return;
    if (store_commit(hub->store, &error) < 0) {
        log_event("error", "commit", "why", error.message, NULL);
        hub->failed = true;
        return;
    }
    hub->metrics.commits++;
}

static void one_turn(struct hub *hub)
{
    hub_take_thoughts(hub);
    if (!hub->failed)
        commit(hub);
    if (hub->failed)
        start_over(hub);
    hub_flush(hub);
}

/* --- starting ------------------------------------------------------------------------------------------------------------- */

struct waking {
    char (*id)[STORE_ID];
    int count, room;
};

/* Collected first: a room is loaded with other statements of the same store. */
static int collect_running(void *context, const struct store_table *row)
{
    struct waking *waking = context;
    if (row->status != STORE_RUNNING)
        return 0;
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

/* Bots that were thinking when the server went down go on: loading a room asks them. */
static void wake_rooms(struct hub *hub)
{
    struct waking waking = {0};
    struct flip_error error;
    store_tables_all(hub->store, collect_running, &waking, &error);
    for (int i = 0; i < waking.count; i++)
        room_find(hub, waking.id[i], &error);
    free(waking.id);
}

static void quiet(int level, const char *line)
{
    if (level == LLL_ERR)
        log_event("error", "websockets", "what", line, NULL);
}

static int open_socket(struct hub *hub, struct flip_error *error)
{
    static struct lws_protocols protocols[3];
    protocols[0] = http_protocol;
    protocols[1] = link_protocol;
    struct config *config = &hub->config;
    struct lws_context_creation_info info = {.port = config->port,
                                             .iface = config->address[0] ? config->address : NULL,
                                             .protocols = protocols,
                                             .user = hub,
                                             .gid = -1,
                                             .uid = -1,
                                             .pt_serv_buf_size = 16384,
                                             .keepalive_timeout = 30,
                                             .ka_time = 60,
                                             .ka_probes = 3,
                                             .ka_interval = 10,
                                             .server_string = "flipside"};
    if (config->certificate[0]) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->certificate;
        info.ssl_private_key_filepath = config->key;
    }
    lws_set_log_level(LLL_ERR, quiet);
    hub->lws = lws_create_context(&info);
    if (!hub->lws)
        return flip_fail(error, "listen",
                         "Cannot listen on %s:%d. Is another server running there? --listen takes another.",
                         config->address, config->port);
    return 0;
}

static int open_hub(struct hub *hub, struct flip_error *error)
{
    if (log_open(hub->config.log, error) < 0 || !(hub->store = store_open(hub->config.data, error)) ||
        store_secret(hub->store, hub->secret, error) < 0)
        return -1;
    if (!(hub->buffer = malloc(BUFFER_SIZE)))
        return flip_fail(error, "no_memory", "There is not enough memory to start.");
    if (open_socket(hub, error) < 0)
        return -1;
    if (!(hub->crew = crew_start(hub->config.threads, wake, hub)))
        return flip_fail(error, "threads", "Cannot start the threads on which bots think.");
    return 0;
}

static void close_hub(struct hub *hub)
{
    woken_by_signals = NULL;
    crew_stop(hub->crew);
    if (hub->lws)
        lws_context_destroy(hub->lws);
    rooms_sweep(hub, true);
    store_close(hub->store);
    free(hub->buffer);
}

/* --- running and stopping -------------------------------------------------------------------------------------------------- */

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
    if (hub->config.certificate[0])
        lws_tls_cert_updated(hub->lws, hub->config.certificate, hub->config.key, NULL, 0, NULL, 0);
    log_event("info", "reloaded", NULL);
}

/* Everything acknowledged is durable already; what is left is to say goodbye and let it reach the clients. */
static void say_goodbye(struct hub *hub)
{
    static const char bye[] = "{\"push\":\"bye\",\"message\":\"The server stops for a moment. Nothing is lost.\"}";
    hub->stopping = true;
    for (struct link *link = hub->links; link; link = link->next) {
        link_send(link, bye, sizeof bye - 1);
        link_close(link);
    }
    for (const int64_t until = now_ms() + PATIENCE_MS; hub->links && now_ms() < until;) {
        lws_service(hub->lws, 0);
        one_turn(hub);
    }
}

static void run(struct hub *hub)
{
    int64_t swept = now_ms();
    while (!stop_asked) {
        if (lws_service(hub->lws, 0) < 0)
            break;
        one_turn(hub);
        if (reload_asked) {
            reload_asked = 0;
            reload(hub);
        }
        if (now_ms() - swept > SWEEP_MS) {
            swept = now_ms();
            rooms_sweep(hub, false);
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
    if (read < 0 || open_hub(hub, &error) < 0) {
        fprintf(stderr, "flipside serve: %s\n", error.message);
        status = read < 0 ? 2 : 1;
    } else {
        catch_signals(hub);
        wake_rooms(hub);
        const int port = lws_get_vhost_listen_port(lws_get_vhost_by_name(hub->lws, "default"));
        char text[16];
        snprintf(text, sizeof text, "%d", port);
        log_event("info", "listening", "address", hub->config.address, "port", text, NULL);
        printf("Flipside is at %s://%s:%d/\n", hub->config.certificate[0] ? "https" : "http",
               hub->config.address[0] ? hub->config.address : "localhost", port);
        fflush(stdout);
        run(hub);
        log_event("info", "stopped", NULL);
    }
    close_hub(hub);
    free(hub);
    return status;
}
