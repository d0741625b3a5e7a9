/* Options of the server, one table for flags, environment and file: --max-rate, FLIPSIDE_MAX_RATE, `max-rate = 20`. */
#include "server/loop/loop.h"

#include "core/file.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char config_help[] =
    "usage: flipside serve [OPTION]…\n\n"
    "Runs the table server with its page. Every option can also be set in the environment (--max-rate is\n"
    "FLIPSIDE_MAX_RATE) or in a file (`max-rate = 20`, one a line, # for remarks).\n\n"
    "  --listen ADDR:PORT      where to listen (127.0.0.1:7777; :7777 is every interface)\n"
    "  --data FILE             the SQLite file (flipside.db), or postgresql://USER@HOST/NAME\n"
    "  --config FILE           read options from a file\n"
    "  --certificate FILE      TLS certificate chain (PEM), with --key FILE; read again on SIGHUP\n"
    "  --origin URL            the address browsers use; without it a number or a name of this network\n"
    "  --metrics-listen ADDR:PORT  serve /metrics and /healthz there and nowhere else\n"
    "  --metrics-here BOOL     serve them to clients too (false)\n"
    "  --log FILE              write the log there (standard error); opened again on SIGHUP\n"
    "  --pages FOLDER          take the page from a folder, not from the program; read again on SIGHUP\n"
    "  --threads N             bots that think at the same time (one less than the processors)\n"
    "  --analysis WHERE        server: also here, for whoever asks for it; browser: only on the players' devices "
    "(server)\n"
    "  --lobby-chat BOOL       people may talk in the lobby; nothing of it is kept (false)\n"
    "  --trust-forwarded BOOL  believe X-Forwarded-For: only behind a proxy that sets it (false)\n"
    "  --max-message BYTES     of a client's message (16384)\n"
    "  --max-rate N            messages per second and connection (20)\n"
    "  --max-tables N          running tables per person (50)\n"
    "  --max-connections N     WebSockets per address (64)\n"
    "  --max-open N            connections of any kind per address (four times --max-connections)\n"
    "  --max-clients N         connections of any kind altogether (10000)\n"
    "  --header-seconds N      from connecting to the end of a request's headers (10)\n"
    "  --body-seconds N        from there to the end of its body (30)\n"
    "  --max-requests N        HTTP requests per second and address; four seconds' worth at once (50)\n"
    "  --max-guests N          new guests per hour and address (200)\n"
    "  --max-new-tables N      new tables per hour and address (500)\n"
    "  --max-sign-ins N        uses of a password per hour and address (200)\n"
    "  --puzzles N             mine puzzles until each game has so many, on a thread that takes what\n"
    "                          nobody else wants (0: none)\n"
    "  --contact URI           how push services reach you: mailto:… or https://… (--origin)\n"
    "  --webhook URL           tell what happens in public to this address, as JSON\n"
    "  --webhook-secret WORDS  and sign it with these\n"
    "  --smtp URL              send mail by this server: smtp://HOST:PORT or smtps://HOST\n"
    "  --smtp-user NAME        with --smtp-password; then only over TLS\n"
    "  --mail-from ADDRESS     who it comes from\n"
    "  --retry-seconds N       before something is sent again, each time twice as long (30)\n"
    "  --push-private BOOL     for tests only: push messages over http and to private addresses too (false)\n"
    "  --test-seed WORDS       for tests only: the cards of every table can be foretold\n"
    "  --help                  this text\n\n"
    "SIGTERM and SIGINT finish what is being done, tell the clients and end with status 0.\n";

enum kind { TEXT, NUMBER, BOOL, LISTEN };

static const struct option_entry {
    const char *name;
    enum kind kind;
    size_t offset, size;
    int min, max;
} entries[] = {
    {"listen", LISTEN, offsetof(struct config, listen), 0, 0, 0},
    {"metrics-listen", LISTEN, offsetof(struct config, metrics), 0, 0, 0},
    {"data", TEXT, offsetof(struct config, data), sizeof(((struct config *)0)->data), 0, 0},
    {"log", TEXT, offsetof(struct config, log), sizeof(((struct config *)0)->log), 0, 0},
    {"certificate", TEXT, offsetof(struct config, certificate), sizeof(((struct config *)0)->certificate), 0, 0},
    {"key", TEXT, offsetof(struct config, key), sizeof(((struct config *)0)->key), 0, 0},
    {"origin", TEXT, offsetof(struct config, origin), sizeof(((struct config *)0)->origin), 0, 0},
    {"pages", TEXT, offsetof(struct config, pages), sizeof(((struct config *)0)->pages), 0, 0},
    {"analysis", TEXT, offsetof(struct config, analysis), sizeof(((struct config *)0)->analysis), 0, 0},
    {"threads", NUMBER, offsetof(struct config, threads), 0, 1, 256},
    {"max-message", NUMBER, offsetof(struct config, max_message), 0, 1024, 1 << 20},
    {"max-rate", NUMBER, offsetof(struct config, max_rate), 0, 1, 100000},
    {"max-tables", NUMBER, offsetof(struct config, max_tables), 0, 1, 1000000},
    {"max-connections", NUMBER, offsetof(struct config, max_connections), 0, 1, 1000000},
    {"max-open", NUMBER, offsetof(struct config, max_open), 0, 1, 1000000},
    {"max-clients", NUMBER, offsetof(struct config, max_clients), 0, 1, 1000000},
    {"header-seconds", NUMBER, offsetof(struct config, header_seconds), 0, 1, 3600},
    {"body-seconds", NUMBER, offsetof(struct config, body_seconds), 0, 1, 3600},
    {"max-requests", NUMBER, offsetof(struct config, max_requests), 0, 1, 1000000},
    {"max-guests", NUMBER, offsetof(struct config, max_guests), 0, 1, 1000000},
    {"max-new-tables", NUMBER, offsetof(struct config, max_new_tables), 0, 1, 1000000},
    {"max-sign-ins", NUMBER, offsetof(struct config, max_sign_ins), 0, 1, 1000000},
    {"puzzles", NUMBER, offsetof(struct config, puzzles), 0, 0, 20000},
    {"test-seed", TEXT, offsetof(struct config, test_seed), sizeof(((struct config *)0)->test_seed), 0, 0},
    {"lobby-chat", BOOL, offsetof(struct config, lobby_chat), 0, 0, 0},
    {"contact", TEXT, offsetof(struct config, contact), sizeof(((struct config *)0)->contact), 0, 0},
    {"webhook", TEXT, offsetof(struct config, webhook), sizeof(((struct config *)0)->webhook), 0, 0},
    {"webhook-secret", TEXT, offsetof(struct config, webhook_secret), sizeof(((struct config *)0)->webhook_secret), 0,
     0},
    {"smtp", TEXT, offsetof(struct config, smtp), sizeof(((struct config *)0)->smtp), 0, 0},
    {"smtp-user", TEXT, offsetof(struct config, smtp_user), sizeof(((struct config *)0)->smtp_user), 0, 0},
    {"smtp-password", TEXT, offsetof(struct config, smtp_password), sizeof(((struct config *)0)->smtp_password), 0, 0},
    {"mail-from", TEXT, offsetof(struct config, mail_from), sizeof(((struct config *)0)->mail_from), 0, 0},
    {"retry-seconds", NUMBER, offsetof(struct config, retry_seconds), 0, 1, 3600},
    {"push-private", BOOL, offsetof(struct config, push_private), 0, 0, 0},
    {"metrics-here", BOOL, offsetof(struct config, metrics_here), 0, 0, 0},
    {"trust-forwarded", BOOL, offsetof(struct config, trust_forwarded), 0, 0, 0},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static int set_endpoint(struct endpoint *endpoint, const char *name, const char *value, struct flip_error *error)
{
    const char *colon = strrchr(value, ':');
    char *end = NULL;
    const long port = colon ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || end == colon + 1 || *end || port < 0 || port > 65535 ||
        (size_t)(colon - value) >= sizeof endpoint->address)
        return flip_fail(error, FLIP_ERROR_USAGE, "%s takes ADDR:PORT, such as 127.0.0.1:7777 or :7777, not '%.80s'.",
                         name, value);
    snprintf(endpoint->address, sizeof endpoint->address, "%.*s", (int)(colon - value), value);
    endpoint->port = (int)port;
    return 0;
}

bool config_analyses(const struct config *config) { return strcmp(config->analysis, "server") == 0; }

bool endpoint_is_local(const struct endpoint *endpoint)
{
    const char *address = endpoint->address;
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 || strcmp(address, "[::1]") == 0 ||
           strcmp(address, "localhost") == 0 || strcmp(address, "lo") == 0;
}

static int set_entry(struct config *config, const struct option_entry *entry, const char *value,
                     struct flip_error *error)
{
    char *place = (char *)config + entry->offset;
    if (entry->kind == LISTEN)
        return set_endpoint((struct endpoint *)(void *)place, entry->name, value, error);
    if (entry->kind == TEXT) {
        if (strlen(value) >= entry->size)
            return flip_fail(error, FLIP_ERROR_USAGE, "The value of %s is too long.", entry->name);
        memcpy(place, value, strlen(value) + 1);
        return 0;
    }
    if (entry->kind == BOOL) {
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            return flip_fail(error, FLIP_ERROR_USAGE, "%s is true or false, not '%.80s'.", entry->name, value);
        *(bool *)place = strcmp(value, "true") == 0;
        return 0;
    }
    char *end;
    const long number = strtol(value, &end, 10);
    if (*value == '\0' || *end != '\0' || number < entry->min || number > entry->max)
        return flip_fail(error, FLIP_ERROR_USAGE, "%s takes a whole number from %d to %d, not '%.80s'.", entry->name,
                         entry->min, entry->max, value);
    *(int *)(void *)place = (int)number;
    return 0;
}

static const struct option_entry *entry_named(const char *name, size_t length)
{
    for (int i = 0; i < ENTRIES; i++)
        if (strlen(entries[i].name) == length && memcmp(entries[i].name, name, length) == 0)
            return &entries[i];
    return NULL;
}

static int read_environment(struct config *config, struct flip_error *error)
{
    for (int i = 0; i < ENTRIES; i++) {
        char variable[64] = "FLIPSIDE_";
        size_t length = strlen(variable);
        for (const char *c = entries[i].name; *c; c++)
            variable[length++] = (char)(*c == '-' ? '_' : toupper((unsigned char)*c));
        variable[length] = '\0';
        const char *value = getenv(variable);
        if (value && set_entry(config, &entries[i], value, error) < 0)
            return -1;
    }
    return 0;
}

/* `name = value` lines; what stands in the way is named with its line. */
static int read_file(struct config *config, const char *path, struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        return -1;
    int number = 0, status = 0;
    for (char *line = text, *next; line && status == 0; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        line += strspn(line, " \t\r");
        if (*line == '\0' || *line == '#')
            continue;
        const size_t name = strcspn(line, " \t=");
        const struct option_entry *entry = entry_named(line, name);
        char *value = line + name + strspn(line + name, " \t");
        if (!entry || *value != '=') {
            status = flip_fail(error, FLIP_ERROR_USAGE, "%s, line %d: expected NAME = VALUE with a name from --help.",
                               path, number);
            break;
        }
        value += 1 + strspn(value + 1, " \t");
        for (size_t end = strlen(value); end > 0 && isspace((unsigned char)value[end - 1]); end--)
            value[end - 1] = '\0';
        struct flip_error why;
        if (set_entry(config, entry, value, &why) < 0)
            status = flip_fail(error, FLIP_ERROR_USAGE, "%s, line %d: %.300s", path, number, why.message);
    }
    free(text);
    return status;
}

static void set_defaults(struct config *config)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *config = (struct config){.listen = {"127.0.0.1", 7777},
                              .metrics = {"", -1},
                              .data = "flipside.db",
                              .analysis = "server",
                              .threads = processors > 2 ? (int)processors - 1 : 1,
                              .max_message = 16384,
                              .max_rate = 20,
                              .max_tables = 50,
                              .max_connections = 64,
                              .max_clients = 10000,
                              .header_seconds = 10,
                              .body_seconds = 30,
                              .max_requests = 50,
                              .max_guests = 200,
                              .max_new_tables = 500,
                              .max_sign_ins = 200,
                              .retry_seconds = 30};
}

/* The value of a flag: --name=value or --name value. NULL: it is missing. */
static const char *flag_value(const char *flag, int argc, char **argv, int *i)
{
    const char *equals = strchr(flag, '=');
    if (equals)
        return equals + 1;
    return *i + 1 < argc ? argv[++*i] : NULL;
}

int config_read(struct config *config, int argc, char **argv, struct flip_error *error)
{
    set_defaults(config);
    const char *file = getenv("FLIPSIDE_CONFIG");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return 1;
        if (strcmp(argv[i], "--config") == 0 || strncmp(argv[i], "--config=", 9) == 0)
            if (!(file = flag_value(argv[i], argc, argv, &i)))
                return flip_fail(error, FLIP_ERROR_USAGE, "--config needs a file.");
    }
    if ((file && read_file(config, file, error) < 0) || read_environment(config, error) < 0)
        return -1;
    for (int i = 1; i < argc; i++) {
        const char *flag = argv[i];
        const size_t length = strcspn(flag, "=");
        const struct option_entry *entry =
            length > 2 && strncmp(flag, "--", 2) == 0 ? entry_named(flag + 2, length - 2) : NULL;
        const bool is_config = length == 8 && strncmp(flag, "--config", 8) == 0;
        if (!entry && !is_config)
            return flip_fail(error, FLIP_ERROR_USAGE, "serve has no option '%.80s'; see flipside serve --help.", flag);
        const char *value = flag_value(flag, argc, argv, &i);
        if (!value)
            return flip_fail(error, FLIP_ERROR_USAGE, "%.80s needs a value.", flag);
        if (entry && set_entry(config, entry, value, error) < 0)
            return -1;
    }
    if (!config->certificate[0] != !config->key[0])
        return flip_fail(error, FLIP_ERROR_USAGE, "A certificate and its key go together: give both or neither.");
    if (strcmp(config->analysis, "server") != 0 && strcmp(config->analysis, "browser") != 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "analysis is server or browser, not '%.80s'.", config->analysis);
    if (config->smtp[0] && (!config->mail_from[0] || !config->origin[0]))
        return flip_fail(error, FLIP_ERROR_USAGE, "--smtp needs --mail-from, and --origin for the links in the mail.");
    if (config->max_open == 0)
        config->max_open = 4 * config->max_connections;
    return 0;
}
