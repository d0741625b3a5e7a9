/* HTTP and WebSocket by libwebsockets' client. */
#include "faces/terminal/wire/wire.h"

#include "core/clock.h"

#include <flipside/seed_draw.h>
#include <libwebsockets.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ANSWER_TIMEOUT_MS = 30000,
    PAUSE_MS = 10,   /* between two looks at the connection */
    AGAIN_MS = 1000, /* between two attempts to connect */
    HEADER = 4096,
    QUESTIONS = 8, /* that are on their way at once */
};

struct text {
    char *bytes;
    size_t length, room;
};

/* A message that waits for its answer. */
struct question {
    json_int_t number; /* 0: none */
    char *text;        /* sent again over a new connection */
    json_t *answer;
};

/* A request on its way. */
struct exchange {
    const char *body;
    struct text answer;
    int status;
    bool done, failed, closed;
};

struct flip_wire {
    struct lws_context *context;
    bool secure;
    char host[256], authority[280], place[280];
    int port;
    char cookie[1024];
    char bearer[160]; /* "Bearer …", or empty */

    struct exchange *exchange; /* NULL for the socket */
    struct lws *socket;
    bool trying, up, greeted;
    int64_t tried_at;
    char client[33];
    json_int_t number; /* of the last message */
    struct question questions[QUESTIONS];
    json_t *always;    /* messages for every new connection */
    struct text heard; /* a message, as far as it has come */
    json_t *queue;     /* texts to be sent */
    flip_wire_push push;
    void *push_context;
};

static void pause_a_moment(void) { nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL); }

static bool text_add(struct text *text, const void *bytes, size_t length)
{
    if (text->length + length + 1 > text->room) {
        const size_t room = 2 * (text->length + length + 512);
        char *grown = realloc(text->bytes, room);
        if (!grown)
            return false;
        text->bytes = grown;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    return true;
}

/* --- what the library calls ------------------------------------------------------------------------------------------ */

static int add_headers(struct flip_wire *wire, struct lws *wsi, unsigned char **at, unsigned char *end)
{
    if (wire->cookie[0] && lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_COOKIE, (unsigned char *)wire->cookie,
                                                        (int)strlen(wire->cookie), at, end))
        return -1;
    if (wire->bearer[0] &&
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, (unsigned char *)wire->bearer,
                                     (int)strlen(wire->bearer), at, end))
        return -1;
    const struct exchange *exchange = wire->exchange;
    if (!exchange || !exchange->body)
        return 0;
    char length[24];
    const int digits = snprintf(length, sizeof length, "%zu", strlen(exchange->body));
    if (lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, (unsigned char *)"application/json", 16, at,
                                     end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, (unsigned char *)length, digits, at, end))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static void take_cookie(struct flip_wire *wire, struct lws *wsi)
{
    char cookie[1024];
    if (lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_SET_COOKIE) <= 0)
        return;
    cookie[strcspn(cookie, ";")] = '\0';
    snprintf(wire->cookie, sizeof wire->cookie, "%s", cookie);
}

/* Text with the room before it that the library needs. */
static int write_text(struct lws *wsi, const char *text, enum lws_write_protocol how)
{
    const size_t length = strlen(text);
    unsigned char *buffer = malloc(LWS_PRE + length);
    if (!buffer)
        return -1;
    memcpy(buffer + LWS_PRE, text, length);
    const int written = lws_write(wsi, buffer + LWS_PRE, length, how);
    free(buffer);
    return written < 0 ? -1 : 0;
}

static void say(struct flip_wire *wire, const char *text)
{
    json_array_append_new(wire->queue, json_string(text));
    if (wire->up)
        lws_callback_on_writable(wire->socket);
}

/* The next number, and the message under it. */
static char *numbered(struct flip_wire *wire, json_t *message)
{
    json_object_set_new(message, "n", json_integer(++wire->number));
    return json_dumps(message, JSON_COMPACT);
}

static void say_numbered(struct flip_wire *wire, json_t *message)
{
    char *text = numbered(wire, message);
    if (text)
        say(wire, text);
    free(text);
}

static void say_always(struct flip_wire *wire)
{
    size_t i;
    json_t *message;
    json_array_foreach(wire->always, i, message)
        say_numbered(wire, message);
}

static void greet(struct flip_wire *wire)
{
    json_t *hello = json_pack("{s:s, s:s}", "do", "hello", "client", wire->client);
    wire->up = true;
    wire->trying = false;
    json_array_clear(wire->queue);
    say_numbered(wire, hello);
    json_decref(hello);
    say_always(wire);
    for (int i = 0; i < QUESTIONS; i++)
        if (wire->questions[i].text && !wire->questions[i].answer)
            say(wire, wire->questions[i].text);
}

static struct question *question_of(struct flip_wire *wire, json_int_t number)
{
    for (int i = 0; i < QUESTIONS; i++)
        if (wire->questions[i].number == number)
            return &wire->questions[i];
    return NULL;
}

static void forget_question(struct question *question)
{
    free(question->text);
    json_decref(question->answer);
    *question = (struct question){0};
}

static void hear_answer(struct flip_wire *wire, json_t *message)
{
    const json_int_t number = json_integer_value(json_object_get(message, "re"));
    struct question *question = number ? question_of(wire, number) : NULL;
    if (question && !question->answer)
        question->answer = json_incref(message);
}

static void hear(struct flip_wire *wire)
{
    json_t *message = json_loadb(wire->heard.bytes, wire->heard.length, 0, NULL);
    wire->heard.length = 0;
    if (!message)
        return;
    if (json_object_get(message, "re"))
        hear_answer(wire, message);
    else if (wire->push)
        wire->push(wire->push_context, message);
    json_decref(message);
}

static void line_down(struct flip_wire *wire)
{
    wire->up = wire->trying = false;
    wire->socket = NULL;
    wire->heard.length = 0;
}

static int on_socket(struct flip_wire *wire, struct lws *wsi, enum lws_callback_reasons reason, void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        greet(wire);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (!text_add(&wire->heard, in, length))
            return -1;
        if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0)
            hear(wire);
        break;
    case LWS_CALLBACK_CLIENT_WRITEABLE: {
        const char *text = json_string_value(json_array_get(wire->queue, 0));
        if (text && write_text(wsi, text, LWS_WRITE_TEXT) < 0)
            return -1;
        if (text)
            json_array_remove(wire->queue, 0);
        if (json_array_size(wire->queue))
            lws_callback_on_writable(wsi);
        break;
    }
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        line_down(wire);
        break;
    default:
        break;
    }
    return 0;
}

static int on_exchange(struct exchange *exchange, struct lws *wsi, enum lws_callback_reasons reason, void *in,
                       size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        exchange->status = (int)lws_http_client_http_response(wsi);
        break;
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        lws_client_http_body_pending(wsi, 0);
        return exchange->body ? write_text(wsi, exchange->body, LWS_WRITE_HTTP_FINAL) : 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: {
        char buffer[LWS_PRE + HEADER], *at = buffer + LWS_PRE;
        int room = HEADER;
        return lws_http_client_read(wsi, &at, &room) < 0 ? -1 : 0;
    }
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        return text_add(&exchange->answer, in, length) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        exchange->failed = exchange->done = exchange->closed = true;
        lws_set_opaque_user_data(wsi, NULL);
        break;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        exchange->done = true;
        return -1; /* one request per connection: nothing of it may outlive the exchange */
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        exchange->done = exchange->closed = true;
        lws_set_opaque_user_data(wsi, NULL);
        break;
    default:
        break;
    }
    return 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct flip_wire *wire = lws_context_user(lws_get_context(wsi));
    (void)user;
    if (reason == LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER)
        return add_headers(wire, wsi, in, *(unsigned char **)in + length);
    if (reason == LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP)
        take_cookie(wire, wsi);
    struct exchange *exchange = lws_get_opaque_user_data(wsi);
    if (exchange)
        return on_exchange(exchange, wsi, reason, in, length);
    return wsi == wire->socket ? on_socket(wire, wsi, reason, in, length) : 0;
}

static const struct lws_protocols protocols[] = {{.name = "flipside", .callback = callback, .rx_buffer_size = 65536},
                                                 {.name = NULL}};

/* --- opening --------------------------------------------------------------------------------------------------------- */

static int read_address(struct flip_wire *wire, const char *url, struct flip_error *error)
{
    wire->secure = strncmp(url, "https://", 8) == 0;
    if (!wire->secure && strncmp(url, "http://", 7) != 0)
        return flip_fail(error, FLIP_ERROR_USAGE,
                         "'%.80s' is not the address of a table: it begins with http:// or https://.", url);
    const char *host = url + (wire->secure ? 8 : 7), *end = host + strcspn(host, "/?#");
    const char *colon = host[0] == '[' ? strchr(host, ']') : host;
    colon = colon ? memchr(colon, ':', (size_t)(end - colon)) : NULL;
    const size_t length = (size_t)((colon ? colon : end) - host);
    if (length == 0 || length >= sizeof wire->host || memchr(host, '@', (size_t)(end - host)))
        return flip_fail(error, FLIP_ERROR_USAGE, "'%.80s' names no server.", url);
    memcpy(wire->host, host, length);
    wire->port = colon ? atoi(colon + 1) : wire->secure ? 443 : 80;
    if (wire->port < 1 || wire->port > 65535)
        return flip_fail(error, FLIP_ERROR_USAGE, "'%.80s' has no good port: it is a number from 1 to 65535.", url);
    snprintf(wire->authority, sizeof wire->authority, "%.*s", (int)(end - host), host);
    snprintf(wire->place, sizeof wire->place, "%.200s-%d", wire->host, wire->port);
    for (char *c = wire->place; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", *c))
            *c = '_';
    return 0;
}

struct flip_wire *flip_wire_open(const char *url, struct flip_error *error)
{
    struct flip_wire *wire = calloc(1, sizeof *wire);
    unsigned char bytes[16];
    if (!wire || sodium_init() < 0)
        goto no_memory;
    if (read_address(wire, url, error) < 0)
        goto err;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(wire->client, sizeof wire->client, bytes, sizeof bytes);
    lws_set_log_level(0, NULL);
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = wire->secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .user = wire,
        .gid = -1,
        .uid = -1,
    };
    wire->context = lws_create_context(&info);
    wire->queue = json_array();
    wire->always = json_array();
    if (!wire->context || !wire->queue || !wire->always)
        goto no_memory;
    return wire;

no_memory:
    flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to call the server.");
err:
    flip_wire_close(wire);
    return NULL;
}

void flip_wire_close(struct flip_wire *wire)
{
    if (!wire)
        return;
    wire->push = NULL;
    if (wire->context)
        lws_context_destroy(wire->context);
    json_decref(wire->queue);
    json_decref(wire->always);
    for (int i = 0; i < QUESTIONS; i++)
        forget_question(&wire->questions[i]);
    free(wire->heard.bytes);
    free(wire);
}

const char *flip_wire_place(const struct flip_wire *wire) { return wire->place; }
const char *flip_wire_cookie(const struct flip_wire *wire) { return wire->cookie; }

void flip_wire_set_token(struct flip_wire *wire, const char *token)
{
    snprintf(wire->bearer, sizeof wire->bearer, "Bearer %.150s", token);
}

void flip_wire_set_cookie(struct flip_wire *wire, const char *cookie)
{
    snprintf(wire->cookie, sizeof wire->cookie, "%s", cookie);
    wire->cookie[strcspn(wire->cookie, "\r\n")] = '\0';
}

bool flip_wire_up(const struct flip_wire *wire) { return wire->up; }

static struct lws_client_connect_info connection(struct flip_wire *wire, const char *path)
{
    return (struct lws_client_connect_info){
        .context = wire->context,
        .address = wire->host,
        .port = wire->port,
        .path = path,
        .host = wire->authority,
        .local_protocol_name = "flipside",
        .ssl_connection = wire->secure ? LCCSCF_USE_SSL : 0,
        .alpn = "http/1.1",
    };
}

/* --- requests -------------------------------------------------------------------------------------------------------- */

static int no_answer(const struct flip_wire *wire, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_OFFLINE, "%.100s does not answer. Check the address and the connection.",
                     wire->authority);
}

static int server_error(const json_t *answer, struct flip_error *error)
{
    const json_t *problem = json_object_get(answer, "error");
    const char *word = json_string_value(json_object_get(problem, "code"));
    const char *message = json_string_value(json_object_get(problem, "message"));
    const int known = word ? flip_error_named(word) : FLIP_ERROR_NONE, code = known ? known : FLIP_ERROR_REFUSED;
    return flip_fail(error, code, "%s", message ? message : flip_error_sentence(code));
}

static int call(struct flip_wire *wire, const char *path, struct exchange *exchange)
{
    struct lws_client_connect_info info = connection(wire, path);
    struct lws *wsi = NULL;
    info.method = exchange->body ? "POST" : "GET";
    info.opaque_user_data = exchange;
    info.pwsi = &wsi;
    wire->exchange = exchange;
    if (!lws_client_connect_via_info(&info))
        exchange->failed = exchange->done = exchange->closed = true;
    const int64_t until = flip_milliseconds() + ANSWER_TIMEOUT_MS;
    while (!exchange->closed && flip_milliseconds() < until) {
        lws_service(wire->context, -1);
        pause_a_moment();
    }
    wire->exchange = NULL;
    if (!exchange->closed && wsi) {
        lws_set_opaque_user_data(wsi, NULL);
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    }
    return exchange->done && !exchange->failed ? 0 : -1;
}

int flip_wire_request(struct flip_wire *wire, const char *path, const json_t *body, json_t **answer,
                      struct flip_error *error)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    struct exchange exchange = {.body = text};
    int result = call(wire, path, &exchange);
    *answer = result == 0
                  ? json_loadb(exchange.answer.bytes ? exchange.answer.bytes : "", exchange.answer.length, 0, NULL)
                  : NULL;
    if (!*answer)
        result = no_answer(wire, error);
    else if (exchange.status < 200 || exchange.status > 299)
        result = server_error(*answer, error);
    if (result < 0) {
        json_decref(*answer);
        *answer = NULL;
    }
    free(exchange.answer.bytes);
    free(text);
    return result;
}

void flip_wire_share(json_t *message)
{
    struct flip_share share;
    char hex[FLIP_SHARE_HEX];
    flip_share_fresh(&share);
    flip_share_hex(&share, hex);
    json_object_set_new(message, "bytes", json_string(hex));
}

void flip_wire_share_new(struct flip_wire *wire, json_t *message)
{
    struct flip_error error;
    json_t *promised = NULL;
    if (flip_wire_request(wire, "/api/deal", NULL, &promised, &error) == 0) {
        json_object_set(message, "ticket", json_object_get(promised, "ticket"));
        flip_wire_share(message);
    }
    json_decref(promised);
}

/* --- the socket ------------------------------------------------------------------------------------------------------ */

static void try_again(struct flip_wire *wire)
{
    if (wire->up || wire->trying || flip_milliseconds() - wire->tried_at < AGAIN_MS)
        return;
    struct lws_client_connect_info info = connection(wire, "/ws");
    info.protocol = "flipside";
    info.pwsi = &wire->socket;
    wire->tried_at = flip_milliseconds();
    wire->trying = true;
    if (!lws_client_connect_via_info(&info))
        line_down(wire);
}

void flip_wire_listen(struct flip_wire *wire)
{
    try_again(wire);
    lws_service(wire->context, -1);
}

void flip_wire_always(struct flip_wire *wire, json_t *message) { json_array_append_new(wire->always, message); }

int flip_wire_connect(struct flip_wire *wire, flip_wire_push push, void *context, struct flip_error *error)
{
    wire->push = push;
    wire->push_context = context;
    wire->tried_at = -AGAIN_MS;
    const int64_t until = flip_milliseconds() + ANSWER_TIMEOUT_MS;
    while (!wire->up && flip_milliseconds() < until) {
        flip_wire_listen(wire);
        pause_a_moment();
    }
    return wire->up ? 0 : no_answer(wire, error);
}

int flip_wire_send(struct flip_wire *wire, json_t *message, struct flip_error *error)
{
    struct question *question = question_of(wire, 0);
    if (question && (question->text = numbered(wire, message)))
        question->number = wire->number;
    json_decref(message);
    if (!question || !question->number)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to ask the server.");
    if (wire->up)
        say(wire, question->text);
    return (int)question->number;
}

int flip_wire_answer(struct flip_wire *wire, int number, json_t **answer, struct flip_error *error)
{
    struct question *question = question_of(wire, number);
    if (!question)
        return flip_fail(error, FLIP_ERROR_EMPTY, "Nothing was asked.");
    if (!question->answer)
        return 0;
    const bool good = json_is_true(json_object_get(question->answer, "ok"));
    const int result = good ? 1 : server_error(question->answer, error);
    if (answer)
        *answer = good ? json_incref(question->answer) : NULL;
    forget_question(question);
    return result;
}

void flip_wire_forget(struct flip_wire *wire, int number)
{
    struct question *question = number ? question_of(wire, number) : NULL;
    if (question)
        forget_question(question);
}

int flip_wire_await(struct flip_wire *wire, int number, json_t **answer, struct flip_error *error)
{
    const int64_t until = flip_milliseconds() + ANSWER_TIMEOUT_MS;
    int result;
    while ((result = flip_wire_answer(wire, number, answer, error)) == 0 && flip_milliseconds() < until) {
        flip_wire_listen(wire);
        if (!question_of(wire, number)->answer)
            pause_a_moment();
    }
    if (result != 0)
        return result;
    flip_wire_forget(wire, number);
    return no_answer(wire, error);
}

int flip_wire_ask(struct flip_wire *wire, json_t *message, json_t **answer, struct flip_error *error)
{
    const int number = flip_wire_send(wire, message, error);
    return number < 0 || flip_wire_await(wire, number, answer, error) < 0 ? -1 : 0;
}

int flip_wire_watch(struct flip_wire *wire, const char *table, bool printed, struct flip_error *error)
{
    json_t *message = json_pack("{s:s, s:s}", "do", "watch", "table", table);
    if (!printed)
        json_object_set_new(message, "without", json_pack("[s]", "printed"));
    const int result = flip_wire_ask(wire, json_deep_copy(message), NULL, error);
    if (result == 0)
        flip_wire_always(wire, message);
    else
        json_decref(message);
    return result;
}
