/* A whole server in this process, for fuzz targets. */
#include "server_under_test.h"

#include "core/file.h"
#include "server/commands/serve.h"
#include "server/loop/loop.h"
#include "server/net/parts.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"

#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct server_under_test the_server;

enum { AT_REST = 4 }; /* so many turns without a byte, and the server has said all */

void require(bool holds)
{
    if (!holds)
        abort();
}

/* --- connections --------------------------------------------------------------------------------------------------- */

static bool listen_to(struct peer *peer)
{
    char more[16384];
    const ssize_t got = peer->closed ? -1 : recv(peer->fd, more, sizeof more, MSG_DONTWAIT);
    if (got == 0 || (got < 0 && errno != EAGAIN))
        peer->closed = true;
    if (got <= 0)
        return false;
    const size_t room = sizeof peer->heard - 1 - peer->length, kept = (size_t)got < room ? (size_t)got : room;
    memcpy(peer->heard + peer->length, more, kept);
    peer->length += kept;
    peer->heard[peer->length] = '\0';
    return true;
}

/* Does a worker still have something to do? Many answers come from there. */
static bool at_work(const struct server *server)
{
    return workers_load(server->rooms->bots.workers) + workers_load(server->rooms->work.workers) +
               workers_load(server->people->passwords) >
           0;
}

static bool turn(struct server_under_test *tested, struct peer *peer)
{
    listen_turn(tested->server, false);
    server_turn(tested->server);
    return listen_to(peer);
}

void peer_settle(struct server_under_test *tested, struct peer *peer)
{
    for (int quiet = 0; quiet < AT_REST && !peer->closed; quiet++)
        if (turn(tested, peer) || at_work(tested->server))
            quiet = 0;
}

void peer_open(struct server_under_test *tested, struct peer *peer)
{
    int ends[2];
    peer->closed = false;
    peer->length = 0;
    peer->heard[0] = '\0';
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    peer->fd = ends[1];
    require(connection_adopt(tested->server, ends[0]) != NULL);
}

void peer_send(struct server_under_test *tested, struct peer *peer, const void *bytes, size_t length, size_t piece)
{
    const char *at = bytes;
    while (length > 0 && !peer->closed) {
        const ssize_t sent = send(peer->fd, at, length < piece ? length : piece, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN)
            break; /* the server has hung up; what it said comes below */
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        }
        turn(tested, peer);
    }
    peer_settle(tested, peer);
}

void peer_close(struct server_under_test *tested, struct peer *peer)
{
    close(peer->fd);
    peer->closed = true;
    for (int i = 0; i < AT_REST || tested->server->net->connections > 0; i++) {
        turn(tested, peer);
        require(i < 10000); /* a connection that was closed is forgotten */
    }
}

/* --- the server ---------------------------------------------------------------------------------------------------- */

/* Asks as somebody would; the answer is in peer->heard. */
static void ask(struct server_under_test *tested, struct peer *peer, const char *method, const char *path,
                const char *cookie, const char *body)
{
    char request[2048];
    snprintf(request, sizeof request,
             "%s %s HTTP/1.1\r\nHost: x\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: "
             "%zu\r\n\r\n%s",
             method, path, cookie, strlen(body), body);
    peer_open(tested, peer);
    peer_send(tested, peer, request, strlen(request), sizeof request);
    peer_close(tested, peer);
}

static void post(struct server_under_test *tested, struct peer *peer, const char *path, const char *body)
{
    ask(tested, peer, "POST", path, tested->cookie, body);
}

static void find(const struct peer *peer, const char *before, const char *end, char *out, size_t size)
{
    const char *at = strstr(peer->heard, before);
    require(at != NULL);
    at += strlen(before);
    snprintf(out, size, "%.*s", (int)strcspn(at, end), at);
}

static void path_of(const struct server_under_test *tested, const char *name, char out[128])
{
    snprintf(out, 128, "%s/%s", tested->folder, name);
}

static void copy(const struct server_under_test *tested, const char *from, const char *to)
{
    char path[128], *bytes;
    size_t length;
    struct flip_error error;
    path_of(tested, from, path);
    require((bytes = flip_file_read(path, &length, &error)) != NULL);
    path_of(tested, to, path);
    FILE *file = fopen(path, "wb");
    require(file && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
    free(bytes);
}

static void open_hub(struct server_under_test *tested)
{
    struct flip_error error;
    char program[] = "serve", seed[] = "--test-seed=fuzz", threads[] = "--threads=1", log[] = "--log=/dev/null";
    char data[144] = "--data=";
    path_of(tested, "flipside.db", data + strlen(data));
    char *arguments[] = {program, seed, threads, log, data};
    require((tested->server = server_new()) != NULL);
    struct config *config = &tested->server->loop.config;
    require(config_read(config, sizeof arguments / sizeof *arguments, arguments, &error) == 0);
    config->listen.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    config->metrics_here = true;
    config->max_rate = config->max_requests = config->max_guests = config->max_new_tables = 100000;
    require(server_open(tested->server, &error) == 0);
}

static void remove_files(void)
{
    static const char *const files[] = {"flipside.db", "flipside.db-wal", "flipside.db-shm", "flipside.db.lock",
                                        "pristine.db"};
    char path[128];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        path_of(&the_server, files[i], path);
        unlink(path);
    }
    rmdir(the_server.folder);
}

static void come(struct server_under_test *tested, struct peer *peer, const char *name, char *cookie, size_t size)
{
    char value[480], body[64];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    ask(tested, peer, "POST", "/api/guest", "", body);
    find(peer, "flipside=", ";", value, sizeof value);
    snprintf(cookie, size, "flipside=%s", value);
}

/* Somebody with an account, a program with a token, and two tables. */
static void furnish(struct server_under_test *tested)
{
    static struct peer peer;
    char second[512], program[STORE_ID], body[256];
    come(tested, &peer, "Fuzz", tested->cookie, sizeof tested->cookie);
    come(tested, &peer, "Fuzz too", second, sizeof second);
    post(tested, &peer, "/api/tables", "{\"game\":\"royalflip\",\"seats\":[{\"kind\":\"me\"}]}");
    find(&peer, "\"id\":\"", "\"", tested->table, sizeof tested->table);
    ask(tested, &peer, "POST", "/api/tables", second,
        "{\"game\":\"royalflip\",\"public\":true,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}");
    find(&peer, "\"id\":\"", "\"", tested->other, sizeof tested->other);
    post(tested, &peer, "/api/claim", "{\"password\":\"correct horse\"}");
    post(tested, &peer, "/api/programs", "{\"name\":\"Machine\"}");
    find(&peer, "\"programs\":[{\"id\":\"", "\"", program, sizeof program);
    snprintf(body, sizeof body, "{\"person\":\"%s\",\"label\":\"x\",\"scopes\":[\"read\",\"play\",\"chat\"]}", program);
    post(tested, &peer, "/api/tokens", body);
    find(&peer, "\"token\":\"", "\"", tested->token, sizeof tested->token);
    ask(tested, &peer, "GET", "/api/puzzles/royalflip/next", tested->cookie, "");
    find(&peer, "\"puzzle\":{\"id\":\"", "\"", tested->puzzle, sizeof tested->puzzle);
}

static void start(struct server_under_test *tested)
{
    const char *memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(tested->folder, sizeof tested->folder, "%s/flipside-fuzz-XXXXXX", memory);
    require(mkdtemp(tested->folder) != NULL);
    atexit(remove_files);
    open_hub(tested);
    furnish(tested);
    server_close(tested->server);
    server_free(tested->server);
    copy(tested, "flipside.db", "pristine.db");
    open_hub(tested);
}

/* A server takes longer to start than an input takes to run, so it keeps running, and only forgets what was said to it. */
struct server_under_test *server_fresh(void)
{
    struct server_under_test *tested = &the_server;
    struct server *server = tested->server;
    struct flip_error error;
    if (!server) {
        start(tested);
        return tested;
    }
    while (at_work(server)) { /* it belongs to the input before */
        listen_turn(server, false);
        server_turn(server);
    }
    rooms_sweep(server->rooms, true);
    presence_sweep(server->people, true);
    visitors_sweep(&server->net->visitors, true);
    login_throttles_sweep(server->people, true);
    store_close(server->loop.store);
    copy(tested, "pristine.db", "flipside.db");
    require((server->loop.store = store_open(server->loop.config.data, &error)) != NULL);
    server->rooms->tables_seeded = 0;
    server->rooms->clocks.dirty = true;
    return tested;
}

/* --- inputs -------------------------------------------------------------------------------------------------------- */

char *fill_in(const struct server_under_test *tested, const uint8_t *data, size_t size, size_t *length)
{
    const struct {
        const char *name, *value;
    } words[] = {{"COOKIE", tested->cookie},
                 {"TABLE", tested->table},
                 {"OTHER", tested->other},
                 {"TOKEN", tested->token},
                 {"PUZZLE", tested->puzzle}};
    char *text = malloc(size * sizeof tested->cookie / 4 + 1);
    size_t to = 0;
    require(text != NULL);
    for (size_t from = 0; from < size;) {
        const char *value = NULL;
        for (size_t i = 0; i < sizeof words / sizeof *words && !value; i++)
            if (size - from >= strlen(words[i].name) &&
                memcmp(data + from, words[i].name, strlen(words[i].name)) == 0) {
                value = words[i].value;
                from += strlen(words[i].name);
            }
        if (value) {
            memcpy(text + to, value, strlen(value));
            to += strlen(value);
        } else {
            text[to++] = (char)data[from++];
        }
    }
    *length = to;
    return text;
}
