/*
 * `flipside admin`: the administrator's tool. Looking works beside a running server. A change is made at once if no server runs on the file;
 * else it is left as a request for the server, which carries it out within a second, so that nobody has to be interrupted.
 */
#include "commands.h"
#include "server/commands/serve.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: flipside admin [--data FILE] COMMAND [ARGUMENT]…\n\n"
    "For a server's administrator. FILE is its data file (flipside.db, or FLIPSIDE_DATA); the server may be running.\n"
    "PERSON is an id as `list` shows it, a claimed name, or the name of a guest if only one has it.\n\n"
    "  list [TEXT]              people whose name contains TEXT, most recently seen first\n"
    "  kept [COUNT]             who has the most kept here (tables, lines of chat, answers to messages); 20 or COUNT\n"
    "  ban PERSON [HOURS]       signs a person out and locks the account; with HOURS (1 to 72), no new guest is\n"
    "                           admitted from the person's current address for so long\n"
    "  ban PERSON DAYSd         the same for so many days (such as 7d), after which the account is open again\n"
    "  unban PERSON             also opens the address that was closed with the ban\n"
    "  open-addresses           admits new guests again from all addresses that were closed\n"
    "  rename PERSON NAME       gives another name\n"
    "  give-back PERSON NAME    the same, also where somebody else has that name by now: they get a number\n"
    "  reset-password PERSON    makes a new password and prints it once\n"
    "  sign-out PERSON          on all devices\n"
    "  delete PERSON            with all data; games with others show \"a former player\"\n"
    "  reports                  what people have reported\n"
    "  report NUMBER            one of them, with what was said at the table around it\n"
    "  close-report NUMBER      closes a report that has been dealt with\n"
    "  grant PERSON             makes an account an administrator, who has the page /admin; revoke PERSON ends that\n"
    "  log [COUNT]              what administrators have done, newest first; 20 or COUNT\n"
    "  take-down EDITION        nobody but its owner sees a shared edition any more; reports name its id\n"
    "  backup COPY              writes a copy of the file as it is now\n"
    "  restore COPY             replaces the file with a copy; stop the server first\n";

enum { WAIT_MS = 15000, STEP_MS = 50 };

/* --- looking --------------------------------------------------------------------------------------------------------------- */

static void write_time(int64_t time, char out[20])
{
    const time_t seconds = (time_t)(time / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(out, 20, "%Y-%m-%d %H:%M", &parts);
}

static int64_t integer_of(const struct store_row *row, const char *name)
{
    for (int i = 0; i < row->count; i++)
        if (strcmp(row->cell[i].name, name) == 0)
            return row->cell[i].integer;
    return 0;
}

static const char *text_of(const struct store_row *row, const char *name)
{
    for (int i = 0; i < row->count; i++)
        if (strcmp(row->cell[i].name, name) == 0 && row->cell[i].text)
            return row->cell[i].text;
    return "";
}

static int print_person(void *context, const struct store_row *row)
{
    char seen[20];
    (void)context;
    write_time(integer_of(row, "seen"), seen);
    printf("%s  %s  %-8s %6" PRId64 " tables  %s\n", text_of(row, "id"), seen,
           integer_of(row, "banned")    ? "banned"
           : integer_of(row, "claimed") ? "account"
                                        : "guest",
           integer_of(row, "tables"), text_of(row, "name"));
    return 0;
}

static int print_report(void *context, const struct store_row *row)
{
    char time[20];
    (void)context;
    write_time(integer_of(row, "time"), time);
    printf("%" PRId64 "  %s  about %s (%s), by %s (%s)%s%s\n    %s\n", integer_of(row, "number"), time,
           text_of(row, "about_name"), text_of(row, "about"), text_of(row, "person_name"), text_of(row, "person"),
           *text_of(row, "table") ? ", table " : "", text_of(row, "table"), text_of(row, "text"));
    return 0;
}

static int print_kept(void *context, const struct store_row *row)
{
    (void)context;
    printf("%s %10" PRId64 " characters %6" PRId64 " lines %6" PRId64 " answers %6" PRId64 " tables  %s\n",
           text_of(row, "id"), integer_of(row, "characters"), integer_of(row, "lines"), integer_of(row, "answers"),
           integer_of(row, "tables"), text_of(row, "name"));
    return 0;
}

static int print_log(void *context, const struct store_row *row)
{
    char time[20];
    (void)context;
    write_time(integer_of(row, "time"), time);
    printf("%s  %s: %s\n", time, *text_of(row, "author") ? text_of(row, "author") : "the command line",
           *text_of(row, "text") ? text_of(row, "text") : text_of(row, "what"));
    return 0;
}

struct one_report {
    int64_t number, time;
    char table[STORE_ID];
};

static int find_report(void *context, const struct store_row *row)
{
    struct one_report *wanted = context;
    if (integer_of(row, "number") != wanted->number)
        return 0;
    wanted->time = integer_of(row, "time");
    snprintf(wanted->table, sizeof wanted->table, "%s", text_of(row, "table"));
    print_report(NULL, row);
    return -1;
}

static int print_line(void *context, const struct store_row *row)
{
    char time[20];
    (void)context;
    write_time(integer_of(row, "time"), time);
    printf("    %s  %s: %s\n", time, text_of(row, "name"), text_of(row, "text"));
    return 0;
}

static int look_report(const char *data, const char *number, struct flip_error *error)
{
    struct one_report wanted = {.number = strtoll(number, NULL, 10)};
    struct store *store = store_open_to_read(data, error);
    if (!store)
        return -1;
    int status = store_list(store, LIST_REPORTS, "", "", 0, find_report, &wanted, error) < 0 ? -1 : 0;
    if (status == 0 && !wanted.time)
        status = flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no report with that number.");
    if (status == 0 && wanted.table[0]) {
        puts("Said at the table, from an hour before to ten minutes after:");
        const int lines = store_list(store, LIST_CHAT_AROUND, wanted.table, "", wanted.time, print_line, NULL, error);
        if (lines == 0)
            puts("    nothing");
        status = lines < 0 ? -1 : 0;
    }
    store_close(store);
    return status;
}

/* `most`: as many as are asked for; "": the first 20; NULL: all. */
static int look(const char *data, enum store_list which, const char *text, const char *most, store_row_visit *print,
                struct flip_error *error)
{
    const long count = !most ? LONG_MAX : most[0] ? strtol(most, NULL, 10) : 20;
    if (count < 1)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "COUNT is a number from 1 on.");
    struct store *store = store_open_to_read(data, error);
    const int rows = store ? store_list(store, which, text, "", count, print, NULL, error) : -1;
    store_close(store);
    return rows;
}

static int look_people(const char *data, const char *text, struct flip_error *error)
{
    const int count = look(data, LIST_PEOPLE, text, NULL, print_person, error);
    return count < 0 ? -1 : printf("%d %s.\n", count, count == 1 ? "person" : "people");
}

static int look_reports(const char *data, const char *nothing, struct flip_error *error)
{
    const int count = look(data, LIST_REPORTS, nothing, NULL, print_report, error);
    return count < 0 ? -1 : printf("%d %s.\n", count, count == 1 ? "report" : "reports");
}

static int look_kept(const char *data, const char *most, struct flip_error *error)
{
    return look(data, LIST_KEPT, "", most, print_kept, error);
}

static int look_log(const char *data, const char *most, struct flip_error *error)
{
    return look(data, LIST_ADMIN_LOG, "", most, print_log, error);
}

/* --- changing ---------------------------------------------------------------------------------------------------------------- */

/* No server runs: what it would do is done here. */
static int do_alone(struct store *store, const json_t *order, struct flip_error *error)
{
    char *said = NULL;
    struct server *server = server_new();
    int status = server && (server->loop.buffer = malloc(BUFFER_SIZE))
                     ? 0
                     : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
    if (status == 0) {
        server->loop.store = store;
        server->loop.stopping = true; /* bots need not think here */
        server->loop.started = steady_ms();
        status = admin_do(server, order, &said, error) < 0 ? -1 : background_finish(&server->loop, error);
    }
    if (status == 0)
        status = store_commit(store, error);
    if (status == 0 && store_scrub_due(store)) /* if somebody reads just now, the next start does it */
        status = store_empty_log(store, error) < 0 ? -1 : store_commit(store, error);
    if (status == 0)
        puts(said);
    free(said);
    if (server) {
        background_drop(&server->loop);
        rooms_sweep(server->rooms, true);
        presence_sweep(server->people, true);
        free(server->loop.buffer);
    }
    server_free(server);
    return status;
}

static int hear_answer(struct store *store, int64_t number, struct flip_error *error)
{
    for (int waited = 0; waited < WAIT_MS; waited += STEP_MS) {
        char *text = NULL;
        const int found = store_request_answered(store, number, &text, error);
        if (found < 0)
            return -1;
        if (found == 1) {
            json_t *answer = json_loads(text, 0, NULL);
            const char *said = json_string_value(json_object_get(answer, "said"));
            const bool done = json_is_true(json_object_get(answer, "ok"));
            const int status =
                done ? 0 : flip_fail(error, FLIP_ERROR_REFUSED, "%.400s", said ? said : "It was refused.");
            if (done)
                puts(said ? said : "Done.");
            json_decref(answer);
            free(text);
            return status;
        }
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
    return flip_fail(error, FLIP_ERROR_IN_USE,
                     "The server on this file did not answer within %d seconds: nothing was done. Is it hanging?",
                     WAIT_MS / 1000);
}

static int do_beside(const char *data, const json_t *order, struct flip_error *error)
{
    struct store *store = store_open_beside(data, error);
    if (!store)
        return -1;
    struct flip_error ignored;
    char *text = json_dumps(order, JSON_COMPACT);
    const int64_t number = store_request_put(store, text ? text : "{}", wall_ms(), error);
    const int status = number < 0 || store_commit(store, error) < 0 ? -1 : hear_answer(store, number, error);
    if (number >= 0 && store_request_delete(store, number, &ignored) == 0)
        store_commit(store, &ignored);
    free(text);
    store_close(store);
    return status;
}

static int change(const char *data, const json_t *order, struct flip_error *error)
{
    struct store *store = store_open(data, error);
    if (!store)
        return error->code == FLIP_ERROR_IN_USE ? do_beside(data, order, error) : -1;
    const int status = do_alone(store, order, error);
    store_close(store);
    return status;
}

static int new_password(json_t *order, char password[RECOVERY_SIZE], struct flip_error *error)
{
    char hash[crypto_pwhash_STRBYTES];
    code_make("abcdefghjkmnpqrstuvwxyz23456789", 5, password);
    if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to hash a password.");
    json_object_set_new(order, "hash", json_string(hash));
    return 0;
}

/* --- the command ---------------------------------------------------------------------------------------------------------------- */

static const struct command {
    const char *name;
    int least, most; /* arguments */
    int (*look)(const char *data, const char *argument,
                struct flip_error *error); /* NULL: it is a request to the server */
} commands[] = {
    {"list", 0, 1, look_people},
    {"kept", 0, 1, look_kept},
    {"reports", 0, 0, look_reports},
    {"report", 1, 1, look_report},
    {"log", 0, 1, look_log},
    {"backup", 1, 1, store_back_up},
    {"ban", 1, 2, NULL},
    {"unban", 1, 1, NULL},
    {"open-addresses", 0, 0, NULL},
    {"rename", 2, 2, NULL},
    {"give-back", 2, 2, NULL},
    {"reset-password", 1, 1, NULL},
    {"sign-out", 1, 1, NULL},
    {"delete", 1, 1, NULL},
    {"close-report", 1, 1, NULL},
    {"take-down", 1, 1, NULL},
    {"restore", 1, 1, store_restore},
    {"grant", 1, 1, NULL},
    {"revoke", 1, 1, NULL},
};

static const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* Of `ban`: hours, 1 to 72, or days, 1d to 3650d; 0 if it is none. */
static long hours_of(const char *word)
{
    char *end;
    const long hours = strtol(word, &end, 10);
    return *end == '\0' && hours >= 1 && hours <= 72 ? hours : 0;
}

static long days_of(const char *word)
{
    char *end;
    const long days = strtol(word, &end, 10);
    return strcmp(end, "d") == 0 && days >= 1 && days <= 3650 ? days : 0;
}

static int run(const char *data, const struct command *command, char **arguments, int count, struct flip_error *error)
{
    const char *what = command->name, *first = count > 0 ? arguments[0] : "";
    if (command->look != store_restore && !store_is_url(data) && access(data, R_OK) != 0)
        return flip_fail(error, FLIP_ERROR_FILE, "The file %.300s cannot be read; --data names another.", data);
    if (command->look)
        return command->look(data, first, error) < 0 ? -1 : 0;
    char password[RECOVERY_SIZE] = "";
    json_t *order = json_pack("{s:s, s:s, s:s}", "do", what, "person", first, "name", count > 1 ? arguments[1] : "");
    if (!order)
        return flip_fail(error, FLIP_ERROR_USAGE, "A name is text in UTF-8.");
    if (strcmp(what, "ban") == 0 && count > 1) {
        json_object_set_new(order, "hours", json_integer(hours_of(arguments[1])));
        json_object_set_new(order, "days", json_integer(days_of(arguments[1])));
    }
    if (strcmp(what, "close-report") == 0)
        json_object_set_new(order, "number", json_integer(strtoll(first, NULL, 10)));
    int status = strcmp(what, "reset-password") == 0 ? new_password(order, password, error) : 0;
    if (status == 0)
        status = change(data, order, error);
    if (status == 0 && password[0])
        printf("The new password, shown once: %s\n", password);
    json_decref(order);
    sodium_memzero(password, sizeof password);
    return status;
}

static bool usage_right(const struct command *command, char *const *words, int count)
{
    const bool hours = count == 3 && command && strcmp(command->name, "ban") == 0;
    return command && count - 1 >= command->least && count - 1 <= command->most &&
           (!hours || hours_of(words[2]) > 0 || days_of(words[2]) > 0);
}

int flip_command_admin(int argc, char **argv)
{
    enum { MOST_WORDS = 4 };
    const char *data = getenv("FLIPSIDE_DATA");
    char *words[MOST_WORDS];
    int count = 0;
    struct flip_error error = {0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return 0;
        }
        if (!read_data_option(argc, argv, &i, &data) && count < MOST_WORDS)
            words[count++] = argv[i];
    }
    const struct command *command = count > 0 ? command_named(words[0]) : NULL;
    if (!usage_right(command, words, count)) {
        tell_usage("admin", count > 0 ? words[0] : "", command, help);
        return 2;
    }
    umask(077);
    if (run(data ? data : "flipside.db", command, words + 1, count - 1, &error) == 0)
        return 0;
    fprintf(stderr, "flipside admin: %s\n", error.message);
    return 1;
}
