/*
 * Listening: one address for clients, one that answers /metrics and /healthz alone, and the certificate. HTTP/2 is not
 * spoken: a request that takes another way than the others would also pass by a proxy's rules for them.
 *
 * libwebsockets waits with libev, that is with epoll: by itself it would go through all sockets with poll() at every turn of the loop,
 * and who is silent would cost as much as who plays.
 */

#include "server/loop/loop.h"
#include "server/net/connection.h"

#include <ev.h>
#include <stdio.h>
#include <sys/resource.h>

enum { SPARE_FILES = 256 };

/* For a host that nobody reaches by itself. */
static const struct endpoint nowhere = {"", CONTEXT_PORT_NO_LISTEN_SERVER};

static void quiet(int level, const char *line)
{
    if (level == LLL_ERR)
        log_event("error", "websockets", "what", line, NULL);
}

/* One file per connection: as many as the system lets us have. */
static void count_files(struct server *server)
{
    struct rlimit files;
    const rlim_t wanted = (rlim_t)server->loop.config.max_clients + SPARE_FILES;
    server->net->most_connections = server->loop.config.max_clients;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = wanted < files.rlim_max ? wanted : files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= wanted)
        return;
    log_event("warn", "few_files", "what", "the limit on open files allows fewer clients than max-clients", NULL);
    server->net->most_connections =
        files.rlim_cur > 2 * SPARE_FILES ? (int)(files.rlim_cur - SPARE_FILES) : SPARE_FILES / 2;
}

static struct lws_context_creation_info describe(struct server *server, const struct endpoint *endpoint)
{
    static const lws_retry_bo_t idle = {0}; /* websockets_heartbeat does it */
    return (struct lws_context_creation_info){
        .port = endpoint->port,
        .iface = endpoint->address[0] ? endpoint->address : NULL,
        .protocols = server->net->protocols,
        .user = server,
        .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_ADOPT_APPLY_LISTEN_ACCEPT_CONFIG,
        .listen_accept_role = "raw-skt",
        .listen_accept_protocol = stream_protocol.name,
        .foreign_loops = (void **)&server->net->events,
        .gid = -1,
        .uid = -1,
        .pt_serv_buf_size = 16384,
        .fd_limit_per_thread = (unsigned)server->net->most_connections + SPARE_FILES,
        .retry_and_idle_policy = &idle,
        .timeout_secs = 15,
        .ka_time = 60,
        .ka_probes = 3,
        .ka_interval = 10,
        .alpn = "http/1.1",
        .server_string = "flipside"};
}

/* A key of its own for each connection, and nothing that was ever padded: what needs more than TLS 1.2 with a modern cipher is older than
   any browser that shows the page. */
static const char ciphers[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

static void add_certificate(const struct config *config, struct lws_context_creation_info *info)
{
    if (!config->certificate[0])
        return;
    info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info->ssl_cert_filepath = config->certificate;
    info->ssl_private_key_filepath = config->key;
    info->ssl_cipher_list = ciphers;
}

static int cannot_listen(const struct endpoint *endpoint, const char *flag, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_LISTEN,
                     "Cannot listen on %s:%d. Is another server running there? %s sets another address.",
                     endpoint->address, endpoint->port, flag);
}

int listen_open(struct server *server, struct flip_error *error)
{
    const struct config *config = &server->loop.config;
    static struct lws_protocols protocols[2];
    protocols[0] = stream_protocol;
    server->net->protocols = protocols;
    count_files(server);
    if (!(server->net->batch = batch_new()) || !(server->net->compressor = compressor_new()) ||
        !(server->net->events = ev_loop_new(EVFLAG_AUTO)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    int socket;
    if (inherited_socket(&socket, error) < 0)
        return -1;
    server->net->inherited = socket >= 0;
    if (socket < 0 && (socket = listener_socket(&config->listen)) == -1)
        return cannot_listen(&config->listen, "--listen", error);
    struct lws_context_creation_info info = describe(server, socket < 0 ? &config->listen : &nowhere);
    add_certificate(config, &info);
    lws_set_log_level(LLL_ERR, quiet);
    if (!(server->lws = lws_create_context(&info)))
        return cannot_listen(&config->listen, "--listen", error);
    if (socket >= 0 && listener_open(server, socket, error) < 0)
        return -1;
    if (config->metrics.port < 0)
        return 0;
    info = describe(server, &config->metrics);
    info.vhost_name = private_host;
    return lws_create_vhost(server->lws, &info) ? 0 : cannot_listen(&config->metrics, "--metrics-listen", error);
}

void listen_close(struct server *server)
{
    listener_close(server);
    if (server->lws)
        lws_context_destroy(server->lws);
    if (server->net->events)
        ev_loop_destroy(server->net->events);
    server->lws = NULL;
    server->net->events = NULL;
    batch_free(server->net->batch);
    compressor_free(server->net->compressor);
    server->net->batch = NULL;
    server->net->compressor = NULL;
}

/* The turn that follows looks at what has come, or is due. */
static void wake(struct ev_loop *loop, ev_io *watcher, int events)
{
    (void)loop;
    (void)watcher;
    (void)events;
}

static void wake_in_time(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)timer;
    (void)events;
}

void listen_wake(struct server *server) { lws_cancel_service(server->lws); }

void listen_turn(struct server *server, bool wait)
{
    bool writing;
    const int store = store_socket(server->loop.store, &writing), notices = store_notice_socket(server->loop.store);
    ev_io watcher, listener;
    ev_io_init(&watcher, wake, store, writing ? EV_READ | EV_WRITE : EV_READ);
    ev_io_init(&listener, wake, notices, EV_READ);
    if (store >= 0)
        ev_io_start(server->net->events, &watcher);
    if (notices >= 0)
        ev_io_start(server->net->events, &listener);
    const double sleep = loop_sleep(&server->loop);
    ev_timer timer;
    ev_timer_init(&timer, wake_in_time, sleep, 0);
    if (sleep >= 0) {
        ev_now_update(server->net->events); /* the timer counts from there */
        ev_timer_start(server->net->events, &timer);
    }
    ev_run(server->net->events, wait ? EVRUN_ONCE : EVRUN_NOWAIT);
    if (sleep >= 0)
        ev_timer_stop(server->net->events, &timer);
    loop_woken(&server->loop);
    if (store >= 0)
        ev_io_stop(server->net->events, &watcher);
    if (notices >= 0)
        ev_io_stop(server->net->events, &listener);
}

static int say_where(const struct server *server, const char *event, const char *vhost, const struct endpoint *endpoint)
{
    const bool ours = server->net->listener && endpoint == &server->loop.config.listen;
    const int port =
        ours ? listener_port(server) : lws_get_vhost_listen_port(lws_get_vhost_by_name(server->lws, vhost));
    char text[16];
    snprintf(text, sizeof text, "%d", port);
    log_event("info", event, "address", endpoint->address, "port", text, NULL);
    return port;
}

int listen_announce(const struct server *server)
{
    if (server->loop.config.metrics.port >= 0)
        say_where(server, "metrics_listening", private_host, &server->loop.config.metrics);
    if (server->net->inherited) {
        log_event("info", "listening", "address", "inherited", NULL);
        return 0;
    }
    return say_where(server, "listening", "default", &server->loop.config.listen);
}

/* It is tried on a host that nobody reaches: a bad file would leave the one in use with half of it. */
int listen_reload(struct server *server, struct flip_error *error)
{
    const struct config *config = &server->loop.config;
    if (!config->certificate[0])
        return 0;
    struct lws_context_creation_info info = describe(server, &nowhere);
    add_certificate(config, &info);
    info.vhost_name = "certificate";
    struct lws_vhost *trial = lws_create_vhost(server->lws, &info);
    if (trial)
        lws_vhost_destroy(trial);
    if (!trial || lws_tls_cert_updated(server->lws, config->certificate, config->key, NULL, 0, NULL, 0))
        return flip_fail(error, FLIP_ERROR_CERTIFICATE,
                         "%.200s and %.200s are not a certificate with its key: the old one stays in use.",
                         config->certificate, config->key);
    return 0;
}
