/*
 * `flipside store`: looking after the data file. The record is the truth: `check` replays every one and compares,
 * `rebuild` makes everything that is derived from records anew, `backup` copies the file while a server may be running
 * on it.
 */
#include "commands.h"
#include "server/commands/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "usage: flipside store check   [--data FILE]\n"
    "       flipside store rebuild [--data FILE]\n"
    "       flipside store backup  [--data FILE] COPY\n"
    "       flipside store copy    FROM TO\n\n"
    "Looks after the data file of `flipside serve` (flipside.db, or what FLIPSIDE_DATA says).\n\n"
    "  check    is the file in order, and does every record replay step by step? Changes nothing; the server may run\n"
    "  rebuild  replays every record and makes anew what follows from them (results, ratings, achievements,\n"
    "           who sat where); stop the server first\n"
    "  backup   writes a copy of the file as it is at this moment; the server may run\n"
    "  copy     copies a whole site into an empty place and compares every row; stop the server first\n\n"
    "FILE, FROM and TO are files, or PostgreSQL databases: postgresql://USER@HOST/NAME.\n"
    "Ends with status 1 if something does not fit, and says what.\n";

struct keeping {
    struct store *store;
    bool rebuild;
    struct id_list all; /* tables */
    int tables, running, over, broken, mended;
};

static int collect(void *tables, const struct store_table *row) { return id_list_add(tables, row->id); }

static void show_progress(const struct keeping *keeping, int done)
{
    if (isatty(STDERR_FILENO) && (done % 100 == 0 || done == keeping->all.count))
        fprintf(stderr, "\r%d of %d tables%s", done, keeping->all.count, done == keeping->all.count ? "\n" : "");
}

static void complain(struct keeping *keeping, const char *id, const char *why)
{
    keeping->broken++;
    printf("table %s: %s\n", id, why);
}

/* A status that the record contradicts: the record is right. */
static int mend_status(struct keeping *keeping, struct room *room, struct flip_error *error)
{
    const bool over = room->table && flip_table_turn(room->table) == 0;
    const enum store_status right = over ? STORE_OVER : STORE_RUNNING;
    if (!room->table || room->status == STORE_ENDED || room->status == right)
        return 0;
    if (!keeping->rebuild)
        return flip_fail(error, FLIP_ERROR_BAD_RECORD,
                         "the record is %s and the table says otherwise: rebuild mends it",
                         over ? "of a finished game" : "of a running game");
    keeping->mended++;
    room->status = right;
    return room_save_status(keeping->store, room, error);
}

static int keep_table(struct keeping *keeping, const char *id, struct flip_error *error)
{
    struct room *room = NULL;
    const int found = room_load(keeping->store, id, &room, error);
    if (found <= 0)
        return found == 0 ? flip_fail(error, FLIP_ERROR_BAD_RECORD, "it has gone") : -1;
    int status = mend_status(keeping, room, error);
    keeping->running += room->status == STORE_RUNNING;
    keeping->over += room->status == STORE_OVER;
    if (status == 0 && keeping->rebuild)
        for (int seat = 0; status == 0 && seat < room->seat_count; seat++)
            if (room->seats[seat].kind == SEAT_PERSON)
                status = room->seats[seat].person[0]
                             ? store_table_person(keeping->store, room->id, room->seats[seat].person, error)
                             : 0;
    room_discard(room);
    return status;
}

/* Every table was looked at before: it is complained about already. */
static void known_broken(void *context, const char *table, const char *why)
{
    (void)context;
    (void)table;
    (void)why;
}

static int keep_all(struct keeping *keeping, struct flip_error *error)
{
    if (store_check(keeping->store, error) < 0)
        return -1;
    if (store_tables_all(keeping->store, collect, &keeping->all, error) < 0)
        return -1;
    for (int i = 0; i < keeping->all.count; i++) {
        keeping->tables++;
        if (keep_table(keeping, keeping->all.id[i], error) < 0) {
            if (server_failure(error))
                return -1;
            complain(keeping, keeping->all.id[i], error->message);
        }
        show_progress(keeping, i + 1);
    }
    struct derive_report report = {.broken = known_broken};
    if (keeping->rebuild && (derive_all(keeping->store, &report, error) < 0 || store_commit(keeping->store, error) < 0))
        return -1;
    printf("%d tables, %d running, %d played to the end; %d do not fit", keeping->tables, keeping->running,
           keeping->over, keeping->broken);
    if (keeping->rebuild)
        printf("; %d results, %d tables mended", store_result_count(keeping->store, error), keeping->mended);
    printf(".\n");
    if (store_scrub_due(keeping->store))
        printf("Somebody was deleted, and scrubbing is still due: the running server does it, or the next start.\n");
    return keeping->broken ? flip_fail(error, FLIP_ERROR_BAD_RECORD, "%d tables are wrong.", keeping->broken) : 0;
}

static int run(const char *what, const char *data, const char *copy, struct flip_error *error)
{
    struct keeping keeping = {.rebuild = strcmp(what, "rebuild") == 0};
    if (!store_is_url(data) && access(data, R_OK) != 0)
        return flip_fail(error, FLIP_ERROR_FILE, "The file %.300s cannot be read; --data names another.", data);
    if (copy)
        return store_back_up(data, copy, error);
    keeping.store = keeping.rebuild ? store_open(data, error) : store_open_to_read(data, error);
    if (!keeping.store)
        return -1;
    const int status = keep_all(&keeping, error);
    free(keeping.all.id);
    store_close(keeping.store);
    return status;
}

static int copy_site(const char *from, const char *to)
{
    struct flip_error error;
    struct store_transfer report;
    umask(077);
    if (store_transfer(from, to, &report, &error) < 0) {
        fprintf(stderr, "flipside store: %s\n", error.message);
        return 1;
    }
    printf("%lld rows of %d tables, copied and compared.\n", (long long)report.rows, report.tables);
    return 0;
}

void tell_usage(const char *command, const char *what, bool known, const char *help_text)
{
    if (known)
        fprintf(stderr, "flipside %s: The arguments of '%s' do not fit.\n\n", command, what);
    else if (what[0])
        fprintf(stderr, "flipside %s: There is no command '%s'.\n\n", command, what);
    else
        fprintf(stderr, "flipside %s: Say what to do.\n\n", command);
    fputs(help_text, stderr);
}

bool read_data_option(int argc, char **argv, int *i, const char **data)
{
    if (strcmp(argv[*i], "--data") == 0 && *i + 1 < argc)
        *data = argv[++*i];
    else if (strncmp(argv[*i], "--data=", 7) == 0)
        *data = argv[*i] + 7;
    else
        return false;
    return true;
}

int flip_command_store(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *copy = NULL;
    if (strcmp(what, "copy") == 0 && argc == 4 && argv[2][0] != '-' && argv[3][0] != '-')
        return copy_site(argv[2], argv[3]);
    const char *data = getenv("FLIPSIDE_DATA");
    struct flip_error error;
    bool good = strcmp(what, "check") == 0 || strcmp(what, "rebuild") == 0 || strcmp(what, "backup") == 0;
    if (strcmp(what, "--help") == 0 || strcmp(what, "-h") == 0) {
        fputs(help, stdout);
        return 0;
    }
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return 0;
        }
        if (read_data_option(argc, argv, &i, &data))
            continue;
        if (!copy && argv[i][0] != '-')
            copy = argv[i];
        else
            good = false;
    }
    if (!good || (strcmp(what, "backup") == 0) != (copy != NULL)) {
        static const char *const verbs[] = {"check", "rebuild", "backup", "copy"};
        tell_usage("store", what, word_index(what, verbs, sizeof verbs / sizeof *verbs) >= 0, help);
        return 2;
    }
    umask(077);
    if (run(what, data ? data : "flipside.db", copy, &error) == 0)
        return 0;
    fprintf(stderr, "flipside store: %s\n", error.message);
    return 1;
}
