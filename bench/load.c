/*
 * The load generator: starts a server on a fresh file, or several on one database, sits clients at tables and lets them play legal moves.
 *
 *     load [--clients 2000] [--idle 0] [--seats 4] [--pace 2000] [--seconds 20] [--spread S] [--folder /tmp] [--whole]
 *          [--data postgresql://… [--servers 1] [--together] [--postgres PID]] build/flipside
 *
 * One thread, plain sockets and epoll, so that it costs less than what it measures; the servers get one core and the generator
 * another, where there are two. The seats of a table are dealt out to the servers in turn, as a load balancer does it; with `--together`
 * all of a table are connected to the same one. `--idle` clients are connected besides and say nothing. Each client thinks for `pace` milliseconds on average (evenly from half to one and a half) and then
 * plays a random move from its newest scene, which comes compressed, without what is printed and without sentences (docs/api.md) unless `--whole`
 * is given. A move counts as acknowledged when its answer arrives: then it is durable.
 *
 * Tables begin one after the other within `spread` seconds before the figures are taken, by themselves within the time of a game, as people's tables do;
 * with `--spread 0` all begin at once, and so all games end together.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum {
    BATCH = 64,
    REQUEST = 4096,
    MAX_SAMPLES = 10000000,
    MAX_SERVERS = 16,
    DECISIONS = 45, /* of a seat in a game */
    GREETING = 60,  /* seconds to wait for it */
};

struct server {
    pid_t process;
    int port;
};

struct client {
    int socket;
    int port; /* of its server */
    int seat;
    struct party *party;
    char cookie[256];
    char table[32]; /* at which it looks: its party may have gone on to the next */
    char *in;
    size_t in_length, in_room;
    int number;
    bool hello, watching;
    int act_number; /* of the move under way; 0: none */
    double act_sent;
    bool unseen;      /* the last move does not stand in a scene yet */
    double next_move; /* when it will play; 0: nothing to decide */
    char move[160];
    int steps, acted_at;
    z_stream inflate; /* what the server compresses; begun with the connection */
};

struct party {
    char table[32];
    bool moving;
};

static struct client *clients;
static struct party *parties;
static int client_count = 2000, idle_count, seats = 4, pace = 2000, seconds = 20, spread = -1;
static struct server servers[MAX_SERVERS];
static int server_count = 1;
static bool together;
static uint64_t moves, refused, games, scenes, scene_bytes, bytes_in;
static bool whole_scenes;
static struct samples {
    float *ms;
    size_t count;
} answers, sights;
static bool measuring;
static int poll_set;

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double now(void) { return seconds_of(CLOCK_MONOTONIC); }

static void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* --- HTTP, some requests at a time ------------------------------------------------------------------------------------------ */

static int dial(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    const int one = 1, socket_ = socket(AF_INET, SOCK_STREAM, 0);
    if (socket_ < 0 || connect(socket_, (struct sockaddr *)&address, sizeof address) < 0)
        die("connect");
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return socket_;
}

static void send_all(int socket_, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(socket_, text, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EAGAIN)
            continue;
        if (sent <= 0)
            die("send");
        text += sent;
        length -= (size_t)sent;
    }
}

static void post(int socket_, const char *path, const struct client *client, const char *body)
{
    char text[REQUEST];
    const int length =
        snprintf(text, sizeof text,
                 "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nCookie: %s\r\n"
                 "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                 path, client->port, client->cookie, strlen(body), body);
    send_all(socket_, text, (size_t)length);
}

static void read_reply(int socket_, char *out, size_t size)
{
    size_t length = 0;
    for (ssize_t got; length + 1 < size && (got = recv(socket_, out + length, size - 1 - length, 0)) > 0;)
        length += (size_t)got;
    out[length] = '\0';
    close(socket_);
    if (strncmp(out, "HTTP/1.1 200", 12) != 0 && strncmp(out, "HTTP/1.0 200", 12) != 0) {
        fprintf(stderr, "load: %s\n", out);
        exit(1);
    }
}

static void copy_between(const char *text, const char *before, char stop, char *out, size_t size)
{
    const char *start = strstr(text, before);
    if (!start) {
        fprintf(stderr, "load: no %s in %.200s\n", before, text);
        exit(1);
    }
    start += strlen(before);
    snprintf(out, size, "%.*s", (int)(strchr(start, stop) - start), start);
}

static void make_guests(void)
{
    char reply[8192], body[64];
    int socket_[BATCH];
    const int all = client_count + idle_count;
    for (int from = 0; from < all; from += BATCH) {
        for (int i = 0; i < BATCH && from + i < all; i++) {
            snprintf(body, sizeof body, "{\"name\":\"guest %d\"}", from + i);
            post(socket_[i] = dial(clients[from + i].port), "/api/guest", &clients[from + i], body);
        }
        for (int i = 0; i < BATCH && from + i < all; i++) {
            read_reply(socket_[i], reply, sizeof reply);
            copy_between(strcasestr(reply, "set-cookie:"), "flipside=", ';', reply + 4096, 200);
            snprintf(clients[from + i].cookie, sizeof clients[0].cookie, "flipside=%.200s", reply + 4096);
        }
    }
}

static void make_tables(int tables)
{
    char reply[16384], body[512] = "{\"game\":\"royalflip\",\"seats\":[{\"kind\":\"me\"}";
    int socket_[BATCH];
    for (int seat = 1; seat < seats; seat++)
        strcat(body, ",{\"kind\":\"open\"}");
    strcat(body, "]}");
    for (int from = 0; from < tables; from += BATCH) {
        for (int i = 0; i < BATCH && from + i < tables; i++)
            post(socket_[i] = dial(clients[(from + i) * seats].port), "/api/tables", &clients[(from + i) * seats],
                 body);
        for (int i = 0; i < BATCH && from + i < tables; i++) {
            read_reply(socket_[i], reply, sizeof reply);
            copy_between(reply, "\"table\":{\"id\":\"", '"', parties[from + i].table, sizeof parties[0].table);
        }
    }
}

/* --- the socket ---------------------------------------------------------------------------------------------------------------- */

/* A masked text frame; the mask is zero, which the protocol allows. */
static int say(struct client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int say(struct client *client, const char *format, ...)
{
    char frame[1024], *text = frame + 8;
    va_list arguments;
    int length = snprintf(text, 64, "{\"n\":%d,", ++client->number);
    va_start(arguments, format);
    length += vsnprintf(text + length, sizeof frame - 72, format, arguments);
    va_end(arguments);
    char *start;
    if (length < 126) {
        start = text - 6;
        start[1] = (char)(0x80 | length);
    } else {
        start = text - 8;
        start[1] = (char)(0x80 | 126);
        start[2] = (char)(length >> 8);
        start[3] = (char)length;
    }
    start[0] = (char)0x81;
    memset(text - 4, 0, 4);
    send_all(client->socket, start, (size_t)(text - start) + (size_t)length);
    return client->number;
}

static void open_socket(struct client *client)
{
    char text[1024];
    client->socket = dial(client->port);
    const int length =
        snprintf(text, sizeof text,
                 "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Protocol: flipside\r\n%sCookie: %s\r\n\r\n",
                 client->port, whole_scenes ? "" : "Sec-WebSocket-Extensions: permessage-deflate\r\n", client->cookie);
    if (inflateInit2(&client->inflate, -15) != Z_OK)
        die("zlib");
    send_all(client->socket, text, (size_t)length);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    epoll_ctl(poll_set, EPOLL_CTL_ADD, client->socket, &event);
}

/* A random action of the scene, or none. The list stands before "can_undo". */
static bool choose(struct client *client, const char *scene)
{
    const char *key = whole_scenes ? "\"text\":\"" : "\"";
    const char *list = strstr(scene, "\"actions\":["), *end = list ? strstr(list, "],\"can_undo\"") : NULL;
    if (!list || !end)
        return false;
    int count = 0;
    for (const char *at = list + 11; (at = strstr(at, key)) && at < end;) {
        const char *text = at + strlen(key);
        at = strchr(text, '"') + 1;
        if (rand() % ++count == 0)
            snprintf(client->move, sizeof client->move, "%.*s", (int)(at - 1 - text), text);
    }
    return count > 0;
}

/* --- playing ------------------------------------------------------------------------------------------------------------ */

static void sample(struct samples *samples, double since)
{
    if (measuring && samples->count < MAX_SAMPLES)
        samples->ms[samples->count++] = (float)((now() - since) * 1e3);
}

static void hear_scene(struct client *client, const char *scene)
{
    client->steps = atoi(strstr(scene, "\"steps\":") + 8);
    if (client->unseen && client->steps != client->acted_at) {
        client->unseen = false;
        sample(&sights, client->act_sent);
    }
    client->party->moving = true;
    if (strstr(scene, "\"status\":\"over\"")) {
        client->next_move = 0;
        say(client, "\"do\":\"rematch\",\"table\":\"%s\"}", client->party->table);
        return;
    }
    if (client->steps == client->acted_at || !choose(client, scene)) /* that move is under way, or there is none */
        client->next_move = 0;
    else if (client->next_move == 0)
        client->next_move = now() + pace * 1e-3 * (0.5 + (double)rand() / RAND_MAX);
}

static void watch(struct client *client)
{
    memcpy(client->table, client->party->table, sizeof client->table);
    client->acted_at = 0;
    games += client->seat == 0;
    say(client, "\"do\":\"watch\",\"table\":\"%s\",\"without\":[%s]}", client->party->table,
        whole_scenes ? "" : "\"printed\",\"sentences\"");
}

static void hear_answer(struct client *client, const char *answer)
{
    const int number = atoi(strstr(answer, "\"re\":") + 5);
    const bool good = strstr(answer, "\"ok\":true") != NULL;
    if (!client->hello) {
        client->hello = good;
    } else if (number == client->act_number) {
        client->act_number = 0;
        if (good)
            sample(&answers, client->act_sent);
        *(measuring && good ? &moves : &refused) += measuring;
        if (!good)
            fprintf(stderr, "load: %s\n", answer);
    } else if (strstr(answer, "\"table\":\"")) { /* a rematch */
        char table[32];
        copy_between(answer, "\"table\":\"", '"', table, sizeof table);
        memcpy(client->party->table, table, sizeof table);
        if (strcmp(client->table, table) != 0)
            watch(client);
    } else if (!good) {
        fprintf(stderr, "load: %s\n", answer);
    }
}

static void play_due(struct client *client, double time)
{
    if (client->next_move == 0 || client->next_move > time || client->act_number)
        return;
    client->next_move = 0;
    client->act_sent = time;
    client->unseen = true;
    client->acted_at = client->steps;
    client->act_number = say(client, "\"do\":\"act\",\"table\":\"%s\",\"seat\":%d,\"text\":\"%s\",\"at\":%d}",
                             client->party->table, client->seat, client->move, client->steps);
}

static bool hear_push(struct client *client, const char *text, size_t sent)
{
    if (strncmp(text, "{\"push\":\"scene\"", 15) != 0)
        return false;
    scenes++;
    scene_bytes += sent;
    if (strcmp(client->table, client->party->table) != 0) { /* another seat was told of the rematch first */
        watch(client);
        return true;
    }
    const char *id = strstr(text, "\"id\":\"");
    if (id && strncmp(id + 6, client->party->table, strlen(client->party->table)) == 0)
        hear_scene(client, text); /* else it is of the table before the rematch */
    return true;
}

/* A message that the server compressed, as text. */
static const char *unpacked(struct client *client, const char *bytes, size_t length)
{
    static unsigned char out[1 << 20], end[] = {0, 0, 0xff, 0xff};
    z_stream *in = &client->inflate;
    in->next_out = out;
    in->avail_out = sizeof out - 1;
    in->next_in = (unsigned char *)bytes;
    in->avail_in = (unsigned)length;
    const int first = inflate(in, Z_SYNC_FLUSH);
    in->next_in = end;
    in->avail_in = sizeof end;
    if (first != Z_OK || inflate(in, Z_SYNC_FLUSH) != Z_OK || in->avail_in > 0)
        die("a message cannot be decompressed");
    *in->next_out = '\0';
    return (const char *)out;
}

static void hear_text(struct client *client, const char *text, size_t sent)
{
    if (!hear_push(client, text, sent) && strncmp(text, "{\"re\":", 6) == 0)
        hear_answer(client, text);
}

/* Takes whole frames out of the buffer. */
static void take_frames(struct client *client)
{
    size_t used = 0;
    for (;;) {
        const unsigned char *at = (unsigned char *)client->in + used;
        const size_t left = client->in_length - used;
        if (left < 2)
            break;
        size_t length = at[1] & 127, head = length == 126 ? 4 : length == 127 ? 10 : 2;
        if (left < head)
            break;
        if (length >= 126) {
            const size_t digits = length == 126 ? 2 : 8;
            length = 0;
            for (size_t i = 0; i < digits; i++)
                length = length << 8 | at[2 + i];
        }
        if (left < head + length)
            break;
        char *text = (char *)client->in + used + head, kept = text[length];
        text[length] = '\0';
        if ((at[0] & 15) == 1)
            hear_text(client, at[0] & 0x40 ? unpacked(client, text, length) : text, length);
        else if ((at[0] & 15) == 9)
            send_all(client->socket, "\x8a\x80\0\0\0\0", 6);
        else if ((at[0] & 15) == 8)
            die("the server closed a connection");
        text[length] = kept;
        used += head + length;
    }
    memmove(client->in, client->in + used, client->in_length - used);
    client->in_length -= used;
}

static void hear(struct client *client)
{
    if (client->in_room - client->in_length < 65536)
        client->in = realloc(client->in, client->in_room += 131072);
    const ssize_t got =
        recv(client->socket, client->in + client->in_length, client->in_room - client->in_length - 1, 0);
    if (got <= 0)
        die("recv");
    bytes_in += (uint64_t)got;
    client->in_length += (size_t)got;
    if (!client->number) { /* the answer to the upgrade */
        client->in[client->in_length] = '\0';
        char *end = strstr(client->in, "\r\n\r\n");
        if (!end)
            return;
        if (!strstr(client->in, " 101 ")) {
            fprintf(stderr, "load: %s\n", client->in);
            exit(1);
        }
        client->in_length = 0;
        say(client, "\"do\":\"hello\",\"client\":\"load-client-%08d\"}", (int)(client - clients));
        return;
    }
    take_frames(client);
}

static void run_until(double end)
{
    struct epoll_event events[256];
    for (double time = now(); time < end; time = now()) {
        const int count = epoll_wait(poll_set, events, 256, 1);
        for (int i = 0; i < count; i++)
            hear(events[i].data.ptr);
        time = now();
        for (int i = 0; i < client_count; i++)
            play_due(&clients[i], time);
    }
}

/* --- the server ------------------------------------------------------------------------------------------------------------------ */

static void pin(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1)
        sched_setaffinity(0, sizeof set, &set);
}

static void start_server(struct server *server, const char *program, const char *data)
{
    char line[256] = "";
    int ends[2];
    if (pipe(ends) < 0)
        die("pipe");
    server->process = fork();
    if (server->process == 0) {
        pin(0);
        dup2(ends[1], STDOUT_FILENO);
        execl(program, program, "serve", "--listen", "127.0.0.1:0", "--data", data, "--max-connections", "1000000",
              "--max-guests", "1000000", "--max-requests", "100000", "--max-new-tables", "1000000", "--max-rate",
              "1000", "--max-clients", "20000", (char *)NULL);
        die(program);
    }
    FILE *out = fdopen(ends[0], "r");
    close(ends[1]);
    if (!out || !fgets(line, sizeof line, out) || !strrchr(line, ':'))
        die("the server did not start");
    server->port = atoi(strrchr(line, ':') + 1);
}

static void stop_servers(void)
{
    for (int i = 0; i < server_count; i++)
        kill(servers[i].process, SIGTERM);
    for (int i = 0; i < server_count; i++)
        waitpid(servers[i].process, NULL, 0);
}

static void remove_file(const char *data)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    char path[600];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", data, ends[i]);
        remove(path);
    }
}

static double memory_of(pid_t process)
{
    char path[64], line[256];
    double kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %lf", &kib);
    if (file)
        fclose(file);
    return kib;
}

/* Seconds that a process has had; with those that it has waited for, if `all`. */
static double cpu_of(pid_t process, bool all)
{
    char path[64], line[1024] = "";
    unsigned long own[2] = {0}, waited[2] = {0};
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file))
        sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &own[0], &own[1],
               &waited[0], &waited[1]);
    if (file)
        fclose(file);
    return (double)(own[0] + own[1] + (all ? waited[0] + waited[1] : 0)) / (double)sysconf(_SC_CLK_TCK);
}

/* Of this process: where it has no core of its own, or needs all of one, it measures itself. */
static double own_cpu(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

static double servers_cpu(void)
{
    double sum = 0;
    for (int i = 0; i < server_count; i++)
        sum += cpu_of(servers[i].process, false);
    return sum;
}

static double servers_memory(void)
{
    double sum = 0;
    for (int i = 0; i < server_count; i++)
        sum += memory_of(servers[i].process);
    return sum;
}

/* The database's processes: the one that was named and its children. */
static double postgres_cpu(int process)
{
    char path[64];
    int child;
    double sum = process ? cpu_of(process, true) : 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
    FILE *file = process ? fopen(path, "r") : NULL;
    while (file && fscanf(file, "%d", &child) == 1)
        sum += cpu_of(child, true);
    if (file)
        fclose(file);
    return sum;
}

static int compare(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double percentile(const struct samples *samples, double p)
{
    return samples->count ? samples->ms[(size_t)(p * (double)(samples->count - 1))] : 0;
}

/* --- the whole ----------------------------------------------------------------------------------------------------------------- */

struct wish {
    const char *program, *folder, *data;
    int postgres;
};

static bool number_option(const char *name, const char *value, struct wish *wish)
{
    const struct {
        const char *name;
        int *number;
    } options[] = {{"--clients", &client_count}, {"--idle", &idle_count},
                   {"--seats", &seats},          {"--pace", &pace},
                   {"--seconds", &seconds},      {"--spread", &spread},
                   {"--servers", &server_count}, {"--postgres", &wish->postgres}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(name, options[i].name) == 0) {
            *options[i].number = atoi(value);
            return true;
        }
    return false;
}

static bool read_options(int argc, char **argv, struct wish *wish)
{
    for (int i = 1; i < argc; i++) {
        const bool more = i + 1 < argc;
        if (strcmp(argv[i], "--whole") == 0)
            whole_scenes = true;
        else if (strcmp(argv[i], "--together") == 0)
            together = true;
        else if (more && strcmp(argv[i], "--folder") == 0)
            wish->folder = argv[++i];
        else if (more && strcmp(argv[i], "--data") == 0)
            wish->data = argv[++i];
        else if (more && number_option(argv[i], argv[i + 1], wish))
            i++;
        else
            wish->program = argv[i];
    }
    return wish->program && seats >= 1 && seats <= 6 && client_count >= seats && idle_count >= 0 && server_count >= 1 &&
           server_count <= MAX_SERVERS && (server_count == 1 || wish->data);
}

static void prepare(int tables)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    clients = calloc((size_t)(client_count + idle_count), sizeof *clients);
    parties = calloc((size_t)tables, sizeof *parties);
    answers.ms = calloc(MAX_SAMPLES, sizeof *answers.ms);
    sights.ms = calloc(MAX_SAMPLES, sizeof *sights.ms);
    poll_set = epoll_create1(0);
    if (!clients || !parties || !answers.ms || !sights.ms || poll_set < 0)
        die("no memory");
}

static void place_clients(void)
{
    for (int i = 0; i < client_count + idle_count; i++) {
        struct client *client = &clients[i];
        client->seat = i % seats;
        client->party = i < client_count ? &parties[i / seats] : NULL;
        client->port = servers[(together ? i / seats : i) % server_count].port;
    }
}

static void wait_for_greeting(int number)
{
    for (const double limit = now() + GREETING; !clients[number].hello; run_until(now() + 0.005))
        if (now() > limit) {
            fprintf(stderr, "load: the server did not greet client %d of %d within %d seconds\n", number + 1,
                    client_count + idle_count, GREETING);
            exit(1);
        }
}

/* Some at a time: the next ones come when these have been greeted. */
static void connect_all(void)
{
    for (int i = 0, greeted = 0; i < client_count + idle_count; i++) {
        open_socket(&clients[i]);
        if ((i + 1) % BATCH == 0)
            for (; greeted <= i; greeted++)
                wait_for_greeting(greeted);
    }
    run_until(now() + 3);
}

static void sit_down(struct client *client)
{
    if (client->seat > 0)
        say(client, "\"do\":\"sit\",\"table\":\"%s\",\"seat\":%d}", client->party->table, client->seat);
    watch(client);
}

/* A game begins when its last seat is taken: table by table, or some at a time if all are to begin at once. */
static void begin_games(int tables)
{
    make_tables(tables);
    const double begin = now(), each = (double)spread / tables;
    for (int i = 0; i < client_count; i++) {
        sit_down(&clients[i]);
        if (spread == 0 && i % BATCH == 0)
            run_until(now() + 0.02);
        else if (clients[i].seat == seats - 1)
            run_until(begin + each * (i / seats + 1));
    }
    run_until(now() + 3);
}

static int tables_moving(int tables)
{
    int moving = 0;
    for (int i = 0; i < tables; i++)
        moving += parties[i].moving;
    return moving;
}

static double per_1000_moves(double amount) { return moves ? 1e3 * amount / (double)moves : 0; }

static void tell_figures(double time, double used, double own, double database)
{
    qsort(answers.ms, answers.count, sizeof *answers.ms, compare);
    qsort(sights.ms, sights.count, sizeof *sights.ms, compare);
    printf("moves_per_second %.0f\nscenes_per_second %.0f\nmegabytes_per_second %.1f\n", (double)moves / time,
           (double)scenes / time, (double)bytes_in / time / 1e6);
    printf("ack_ms_p50 %.1f\nack_ms_p99 %.1f\nack_ms_max %.1f\n", percentile(&answers, 0.5), percentile(&answers, 0.99),
           percentile(&answers, 1));
    printf("scene_ms_p50 %.1f\nscene_ms_p99 %.1f\n", percentile(&sights, 0.5), percentile(&sights, 0.99));
    printf("refused %llu\ngames %llu\n", (unsigned long long)refused, (unsigned long long)games);
    printf("server_mib %.1f\nserver_cpu_percent %.0f\nserver_cpu_seconds_per_1000_moves %.3f\n",
           servers_memory() / 1024, 100 * used / time, per_1000_moves(used));
    printf("clients_cpu_percent %.0f\n", 100 * own / time);
    if (database > 0)
        printf("database_cpu_seconds_per_1000_moves %.3f\n", per_1000_moves(database));
    printf("bytes_per_scene %.0f\n", scenes ? (double)scene_bytes / (double)scenes : 0);
}

static void measure(int postgres)
{
    moves = refused = games = scenes = scene_bytes = bytes_in = 0;
    measuring = true;
    const double cpu = servers_cpu(), own = own_cpu(), database = postgres_cpu(postgres), begin = now();
    run_until(begin + seconds);
    measuring = false;
    tell_figures(now() - begin, servers_cpu() - cpu, own_cpu() - own, postgres_cpu(postgres) - database);
}

int main(int argc, char **argv)
{
    struct wish wish = {.folder = "/tmp"};
    char file[512];
    if (!read_options(argc, argv, &wish)) {
        fprintf(stderr, "usage: load [--clients N] [--idle N] [--seats 1-6] [--pace MS] [--seconds S] [--spread S] "
                        "[--folder F] [--whole]\n"
                        "            [--data URL [--servers 1-16] [--together] [--postgres PID]] PROGRAM\n");
        return 2;
    }
    const int tables = client_count / seats;
    client_count = tables * seats;
    if (spread < 0)
        spread = 1 + pace * DECISIONS / 1000;
    prepare(tables);
    snprintf(file, sizeof file, "%s/flipside-load-%d.db", wish.folder, (int)getpid());
    for (int i = 0; i < server_count; i++)
        start_server(&servers[i], wish.program, wish.data ? wish.data : file);
    pin(1);
    place_clients();
    make_guests();
    const double before = servers_memory();
    connect_all();
    const double idle = servers_memory();
    begin_games(tables);
    printf("clients %d\nidle_clients %d\nservers %d\ntables_moving %d\n", client_count, idle_count, server_count,
           tables_moving(tables));
    printf("idle_kib_per_client %.1f\nkib_per_table %.1f\n", (idle - before) / (client_count + idle_count),
           (servers_memory() - idle) / tables);
    measure(wish.postgres);
    stop_servers();
    if (!wish.data)
        remove_file(file);
    return refused ? 1 : 0;
}
