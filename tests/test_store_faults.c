/*
 * The store on a file system that fails: a script of every function of the store is run again and again, and each time another call
 * of the file system fails, until the script runs through untouched. However it ends: what was committed is there, what was not is
 * there wholly or not at all, the file is in order, every failure was told, and the store works again when the fault is gone.
 */
#include "case.h"
#include "faulty_vfs.h"
#include "folder.h"
#include "store/cluster.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/puzzles.h"
#include "store/results.h"
#include "store/tables.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROUNDS = 3 };

enum ending {
    ONCE,
    LASTING,
    ABANDONED,
    ENDINGS
}; /* after ABANDONED nothing is tried again: as if the program had died */

struct script {
    char folder[FOLDER_SIZE], path[96], template[96];
    enum ending ending;
    bool acknowledged[ROUNDS + 1];
    bool broken_off;
};

static const char *const victim = "VVVVVVVVVVVVVVVVVVVVVV";
static long injected, runs;
static char where[64]; /* the fault is, for messages */

/* A failure is told only where there was one. */
static void told_rightly(void)
{
    if (!faulty_vfs_hit())
        fail_msg("%s: an error without a fault", where);
}

/* --- what a round does ---------------------------------------------------------------------------------------------------- */

static void id_of(char out[STORE_ID], char kind, int round)
{
    memset(out, kind, STORE_ID - 1);
    out[1] = (char)('0' + round);
    out[STORE_ID - 1] = '\0';
}

static struct store_person person_of(int round)
{
    struct store_person person = {.created = round, .seen = round};
    id_of(person.id, 'P', round);
    snprintf(person.name, sizeof person.name, "Person %d", round);
    snprintf(person.folded, sizeof person.folded, "person %d", round);
    return person;
}

/* What people are to each other, and where they are signed in. */
static int change_between(struct store *store, const struct store_person *person, const char *table,
                          struct flip_error *error)
{
    struct store_challenge challenge = {.game = "g", .time = 1};
    struct store_session session = {.created = 1, .seen = 2};
    struct store_token token = {.scopes = 1, .created = 1};
    const struct store_notice notice = {
        .kind = "left", .what = "", .seat = 0, .person = person->id, .name = person->name, .time = 1};
    memcpy(challenge.id, person->id, STORE_ID);
    memcpy(challenge.person, person->id, STORE_ID);
    memcpy(challenge.other, victim, STORE_ID);
    memcpy(challenge.table, table, STORE_ID);
    memcpy(session.id, person->id, STORE_ID);
    memcpy(session.person, person->id, STORE_ID);
    memcpy(token.id, person->id, STORE_ID);
    memcpy(token.person, person->id, STORE_ID);
    const bool failed =
        store_friend_ask(store, person->id, victim, 1, error) < 0 ||
        store_friend_accept(store, victim, person->id, 2, error) < 0 ||
        store_visibility_put(store, person, error) < 0 || store_challenge_put(store, &challenge, error) < 0 ||
        store_recovery_put(store, person->id, "code", error) < 0 || store_session_put(store, &session, error) < 0 ||
        store_sessions_limit(store, person->id, 5, error) < 0 || store_sessions_forget(store, 1, error) < 0 ||
        store_token_put(store, &token, person->name, error) < 0 || store_token_seen(store, token.id, 3, error) < 0 ||
        store_notice_put(store, table, &notice, error) < 0 || store_notice_set_moves(store, table, 0, 4, error) < 0;
    return failed ? -1 : 0;
}

/* Analyses, puzzles, work that is left to do. */
static int change_about(struct store *store, const struct store_person *person, const char *table,
                        struct flip_error *error)
{
    const struct store_puzzle puzzle = {.rating = 1500, .deviation = 80, .volatility = 0.06, .tries = 1};
    const struct store_solver solver = {.rated = puzzle, .streak = 1, .day = "2026-01-01", .time = 1};
    const bool failed =
        store_analysis_put(store, table, "{\"wanted\":1}", error) < 0 ||
        store_puzzle_keep(store, table, "g", &puzzle, "line", error) < 0 ||
        store_puzzle_put(store, table, "g", &puzzle, error) < 0 ||
        store_puzzle_try_put(store, person->id, table, "g", true, 1, error) < 0 ||
        store_solver_put(store, person->id, "g", &solver, error) < 0 ||
        store_puzzle_consent_put(store, person->id, true, 1, error) < 0 ||
        store_puzzle_mined_put(store, table, error) < 0 || store_todo_put(store, "kind", table, error) < 0 ||
        store_todo_put(store, "gone", table, error) < 0 || store_todo_delete(store, "gone", table, error) < 0;
    return failed ? -1 : 0;
}

/* Everything that changes something; the first and the last change are looked for afterwards. */
static int change(struct store *store, int round, struct flip_error *error)
{
    struct store_person person = person_of(round);
    struct store_table table = {.status = STORE_RUNNING, .listed = true, .created = 1, .changed = 2, .head = "{}"};
    id_of(table.id, 'T', round);
    const struct store_chat chat = {.person = person.id, .name = person.name, .text = "hello", .time = 1};
    const struct store_report report = {
        .person = person.id, .about = victim, .table = table.id, .text = "x", .time = 1};
    const struct store_result result = {.table = table.id, .game = "g", .person = person.id, .name = "n", .daily = ""};
    const struct store_rating rating = {.rating = 1500 + round / 3.0, .deviation = 80, .volatility = 0.06};
    const struct store_try a_try = {.day = "d", .game = "g", .person = person.id, .table = table.id, .began = 1};
    char *steps = calloc(1, 9000); /* more than a page */
    memset(steps, 'x', 8999);
    const bool failed =
        store_begin(store, error) < 0 || store_person_put(store, &person, error) < 0 ||
        store_person_claim(store, person.id, "hash", round, error) < 0 ||
        store_person_sign_out(store, person.id, error) < 0 || store_person_ban(store, person.id, false, error) < 0 ||
        store_block(store, person.id, victim, true, error) < 0 || store_report_put(store, &report, error) < 0 ||
        store_report_delete(store, 100, error) < 0 || store_table_put(store, &table, error) < 0 ||
        store_table_touch(store, table.id, 3, error) < 0 || store_table_person(store, table.id, person.id, error) < 0 ||
        store_step_put(store, table.id, 0, "{}", error) < 0 || store_step_put(store, table.id, 1, steps, error) < 0 ||
        store_steps_truncate(store, table.id, 1, error) < 0 || store_step_put(store, table.id, 1, "{}", error) < 0 ||
        store_answer_put(store, person.id, 1, "{}", 1, error) < 0 || store_answers_forget(store, 0, error) < 0 ||
        store_chat_put(store, table.id, &chat, error) < 0 ||
        store_mute(store, table.id, person.id, victim, true, error) < 0 ||
        store_edition_put(store, table.id, "g", steps, error) < 0 || store_result_put(store, &result, error) < 0 ||
        store_result_rate(store, table.id, 0, &rating, &rating, error) < 0 ||
        store_rating_put(store, "g", person.id, &rating, error) < 0 ||
        store_achievement_put(store, person.id, "g", "a", "", table.id, 1, error) != 1 ||
        store_daily_try(store, &a_try, error) != 1 || store_daily_outcome(store, &a_try, error) < 0 ||
        store_table_finish(store, table.id, round, error) < 0 || store_deadline_clear(store, table.id, error) < 0 ||
        store_request_put(store, "{}", 1, error) < 0 || store_request_answer(store, 1, "{}", error) < 0 ||
        store_request_delete(store, 1, error) < 0 || store_derived_put(store, error) < 0 ||
        store_probe(store, round, error) < 0 || change_between(store, &person, table.id, error) < 0 ||
        change_about(store, &person, table.id, error) < 0 ||
        (round == 2 && store_person_erase(store, victim, "a former player", error) < 0) ||
        store_answer_put(store, "last", round, "{}", 1, error) < 0;
    free(steps);
    return failed ? -1 : 0;
}

/* --- reading: right, or an error -------------------------------------------------------------------------------------------- */

static int count_row(void *count, const struct store_row *row)
{
    (void)row;
    ++*(int *)count;
    return 0;
}

static int count_table(void *count, const struct store_table *table)
{
    (void)table;
    ++*(int *)count;
    return 0;
}

static int count_listed(void *count, const struct store_listed *table)
{
    (void)table;
    ++*(int *)count;
    return 0;
}

static int count_step(void *count, int index, const char *json)
{
    (void)index;
    (void)json;
    ++*(int *)count;
    return 0;
}

static int count_chat(void *count, const struct store_chat *chat)
{
    (void)chat;
    ++*(int *)count;
    return 0;
}

/* A failure is told as one; otherwise what comes must be what was put. */
static void expect(int64_t result, int64_t right)
{
    if (result != right && (result != -1 || !faulty_vfs_hit()))
        fail_msg("%s: %ld where %ld is right", where, (long)result, (long)right);
}

static int count_notice(void *count, const struct store_notice *notice)
{
    (void)notice;
    ++*(int *)count;
    return 0;
}

static int count_name(void *count, const char *name)
{
    (void)name;
    ++*(int *)count;
    return 0;
}

/* The victim is gone after the second round, and with it what was between the two. */
static void read_between(struct store *store, int round, const struct store_person *person, const char *table,
                         struct flip_error *error)
{
    struct store_challenge challenge;
    struct store_session session;
    struct store_token token;
    char *text = NULL;
    int count = 0;
    expect(store_friendship(store, person->id, victim, error), round == 2 ? STORE_STRANGERS : STORE_ARE_FRIENDS);
    expect(store_friend_count(store, person->id, error), round != 2);
    expect(store_challenge_get(store, person->id, &challenge, error), round != 2);
    expect(store_challenged(store, person->id, victim, "g", error), 0); /* the table does not wait */
    expect(store_challenge_count(store, person->id, error), 0);
    expect(store_session_get(store, person->id, &session, error), 1);
    expect(store_token_get(store, person->name, &token, error), 1);
    expect(store_token_count(store, person->id, error), 1);
    expect(store_program_count(store, person->id, error), 0);
    expect(store_notices(store, table, count_notice, &count, error), 1);
    if (store_recovery_get(store, person->id, &text, error) == 1)
        free(text);
    expect(store_mutes(store, table, person->id, count_name, &count, error), round != 2);
}

static void read_about(struct store *store, const struct store_person *person, const char *table,
                       struct flip_error *error)
{
    struct store_puzzle puzzle;
    struct store_solver solver;
    char *text = NULL;
    int count = 0;
    expect(store_puzzle_get(store, table, &puzzle, error), 1);
    expect(store_puzzle_tried(store, person->id, table, error), 1);
    expect(store_solver_get(store, person->id, "g", &solver, error), 1);
    expect(store_puzzle_consent(store, person->id, error), 1);
    if (store_analysis_get(store, table, &text, error) == 1)
        free(text);
    if (store_analysis_wanted(store, "", &text, error) == 1)
        free(text);
    if (store_daily_table(store, "d", "g", person->id, &text, error) == 1)
        free(text);
    if (store_puzzle_source(store, &text, error) == 1)
        free(text);
    expect(store_todos(store, "gone", count_name, &count, error), 0);
    expect(store_tables_all(store, count_table, &count, error), 0);
}

static void read_all(struct store *store, int round, struct flip_error *error)
{
    struct store_person person = person_of(round), found;
    struct store_rating rating;
    char table[STORE_ID], *text = NULL;
    int count = 0;
    id_of(table, 'T', round);
    expect(store_person_get(store, person.id, &found, error), 1);
    expect(store_person_named(store, person.name, person.folded, &found, NULL, error), 1);
    if (store_password_get(store, person.id, &text, error) == 1)
        free(text);
    expect(store_blocks(store, person.id, person.id, error), 0);
    expect(store_table_get(store, table, count_table, &count, error), 1);
    const struct store_listing wanted = {.share = 100, .newest = 100};
    expect(store_tables_listed(store, &wanted, count_listed, &count, error), round);
    expect(store_tables_of(store, person.id, -1, count_table, &count, error), 1);
    expect(store_tables_running(store, count_table, &count, error), round);
    expect(store_steps(store, table, count_step, &count, error), 2);
    expect(store_chat_all(store, table, count_chat, &count, error), 1);
    expect(store_answer_last(store, "last", error), round);
    if (store_answer_get(store, "last", round, &text, error) == 1)
        free(text);
    if (store_edition_get(store, table, &text, error) == 1)
        free(text);
    expect(store_result_count(store, error), round);
    expect(store_finished_last(store, error), round);
    expect(store_rating_get(store, "g", person.id, &rating, error), 1);
    read_between(store, round, &person, table, error);
    read_about(store, &person, table, error);
    for (int list = 0; list < STORE_LISTS; list++) {
        const int rows = store_list(store, (enum store_list)list, person.id, "g", 1, count_row, &count, error);
        if (rows < 0)
            told_rightly();
    }
}

/* --- the script --------------------------------------------------------------------------------------------------------------- */

/* The fault is gone. What follows must succeed. */
static void mend(void) { faulty_vfs_disarm(); }

static struct store *open_store(struct script *script, struct flip_error *error)
{
    struct store *store = store_open(script->path, error);
    if (store)
        return store;
    told_rightly();
    mend();
    store = store_open(script->path, error);
    if (!store)
        fail_msg("%s: after the fault the file cannot be opened: %s", where, error->message);
    return store;
}

/* Makes the round's changes; they are made, or the script is broken off. */
static bool make_changes(struct script *script, struct store *store, int round, struct flip_error *error)
{
    for (int attempt = 0; change(store, round, error) < 0; attempt++) {
        told_rightly();
        assert_int_equal(error->code, FLIP_ERROR_STORE);
        if (script->ending == ABANDONED)
            return false;
        store_roll_back(store);
        if (attempt == 1)
            mend();
        if (attempt == 2)
            fail_msg("%s: the store does not work after the fault is gone: %s", where, error->message);
    }
    return true;
}

static bool make_durable(struct script *script, struct store *store, struct flip_error *error)
{
    for (int attempt = 0; store_commit(store, error) < 0; attempt++) {
        told_rightly();
        assert_int_equal(error->code, FLIP_ERROR_STORE);
        assert_true(store_changed(store));
        if (script->ending == ABANDONED)
            return false;
        if (attempt == 1)
            mend();
        if (attempt == 2)
            fail_msg("%s: the commit does not succeed after the fault is gone: %s", where, error->message);
    }
    return true;
}

static void run_script(struct script *script)
{
    struct flip_error error;
    unsigned char secret[STORE_SECRET_BYTES];
    struct store *store = open_store(script, &error);
    if (!store_scrub_due(store))
        fail_msg("%s: what is left of somebody deleted is forgotten", where);
    if (store_secret(store, secret, &error) < 0 || store_serve(store, &error) < 0)
        told_rightly();
    store_roll_back(store);
    for (int round = 1; round <= ROUNDS && !script->broken_off; round++) {
        if (!make_changes(script, store, round, &error) || !make_durable(script, store, &error)) {
            script->broken_off = true;
            break;
        }
        script->acknowledged[round] = true;
        read_all(store, round, &error);
        if (store_checkpoint(script->path, &error) < 0 || store_empty_log(store, &error) < 0) {
            told_rightly();
            store_roll_back(store);
        }
        store_commit(store, &error);
        store_roll_back(store);
    }
    store_close(store);
}

/* --- afterwards ----------------------------------------------------------------------------------------------------------------- */

/* With SQLite itself, without a word of the store's. */
static int64_t ask(sqlite3 *db, const char *sql, const char *a, int n)
{
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &query, NULL), SQLITE_OK);
    sqlite3_bind_text(query, 1, a, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 2, n);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    const int64_t answer = sqlite3_column_type(query, 0) == SQLITE_TEXT
                               ? strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0
                               : sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return answer;
}

static void verify(struct script *script)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(script->path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    if (ask(db, "PRAGMA integrity_check(1)", NULL, 0) != 1)
        fail_msg("%s: the file is damaged", where);
    for (int round = 1; round <= ROUNDS; round++) {
        const struct store_person person = person_of(round);
        const bool acknowledged = script->acknowledged[round];
        const bool first = ask(db, "SELECT count(*) FROM person WHERE id = ?1", person.id, 0) == 1;
        const bool last = ask(db, "SELECT count(*) FROM answer WHERE client = ?1 AND number = ?2", "last", round) == 1;
        if (acknowledged ? !first || !last : first != last)
            fail_msg("%s: round %d: the first change is%s there, the last is%s, and it was%s acknowledged", where,
                     round, first ? "" : " not", last ? "" : " not", acknowledged ? "" : " not");
    }
    if (script->acknowledged[2])
        assert_int_equal(ask(db, "SELECT count(*) FROM person WHERE id = ?1", victim, 0), 0);
    sqlite3_close(db);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    const size_t length = fread(bytes, 1, sizeof bytes, in);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(in);
    fclose(out);
}

static void remove_files(const char *path)
{
    static const char *const ends[] = {
        "", "-wal", "-shm", "-journal", ".lock", ".copy", ".copy-journal", ".before-restore", ".restoring"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        remove(name);
    }
}

/* One after another, until the script runs through. With FLIPSIDE_LONG every call; else one of so many. */
static void inject_everywhere(struct script *script, void (*run)(struct script *), bool from_template, int one_of)
{
    if (getenv("FLIPSIDE_LONG"))
        one_of = 1;
    for (int fault = 0; fault < FAULTS; fault++)
        for (long n = 1 + ((int)script->ending + fault) % one_of;; n += one_of) {
            remove_files(script->path);
            if (from_template)
                copy_file(script->template, script->path);
            memset(script->acknowledged, 0, sizeof script->acknowledged);
            script->broken_off = false;
            snprintf(where, sizeof where, "%s, call %ld", fault_names[fault], n);
            faulty_vfs_arm((enum fault)fault, n, script->ending == LASTING);
            run(script);
            const bool hit = faulty_vfs_hit();
            mend();
            verify(script);
            runs++;
            if (!hit)
                break;
            injected++;
        }
}

/* --- the tests ------------------------------------------------------------------------------------------------------------------- */

static int set_up(void **state)
{
    struct script *script = calloc(1, sizeof *script);
    struct flip_error error;
    make_folder(script->folder);
    snprintf(script->path, sizeof script->path, "%s/a.db", script->folder);
    snprintf(script->template, sizeof script->template, "%s/template.db", script->folder);
    struct store *store = store_open(script->template, &error);
    assert_non_null(store);
    struct store_person person = {.created = 1};
    snprintf(person.id, sizeof person.id, "%s", victim);
    assert_int_equal(store_person_put(store, &person, &error), 0);
    assert_int_equal(store_person_erase(store, "somebody else", "a former player", &error), 0);
    assert_int_equal(store_commit(store, &error), 0);
    store_close(store);
    *state = script;
    return 0;
}

static int tear_down(void **state)
{
    struct script *script = *state;
    remove_files(script->path);
    remove_files(script->template);
    rmdir(script->folder);
    print_message("%ld faults injected in %ld runs\n", injected, runs);
    free(script);
    return 0;
}

static void a_fault_that_passes_loses_nothing_and_is_made_good_by_trying_again(void **state)
{
    ((struct script *)*state)->ending = ONCE;
    inject_everywhere(*state, run_script, true, 3 * ENDINGS); /* every third call has one of the endings */
}

static void a_fault_that_stays_loses_nothing_and_is_made_good_when_it_is_gone(void **state)
{
    ((struct script *)*state)->ending = LASTING;
    inject_everywhere(*state, run_script, true, 3 * ENDINGS);
}

static void a_program_that_dies_of_a_fault_leaves_what_was_committed_and_no_halves(void **state)
{
    ((struct script *)*state)->ending = ABANDONED;
    inject_everywhere(*state, run_script, true, 3 * ENDINGS);
}

/* A new file, a copy of it, and the copy put back. */
static void make_copy_restore(struct script *script)
{
    struct flip_error error;
    char copy[128];
    snprintf(copy, sizeof copy, "%s.copy", script->path);
    struct store *store = open_store(script, &error);
    script->acknowledged[1] = make_changes(script, store, 1, &error) && make_durable(script, store, &error);
    store_close(store);
    if (store_back_up(script->path, copy, &error) < 0) {
        told_rightly();
        return;
    }
    if (store_restore(script->path, copy, &error) < 0)
        told_rightly();
}

static void a_file_is_made_copied_and_restored_wholly_or_not_at_all(void **state)
{
    ((struct script *)*state)->ending = ONCE;
    inject_everywhere(*state, make_copy_restore, false, 30);
}

int main(int argc, char **argv)
{
    faulty_vfs_install();
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_fault_that_passes_loses_nothing_and_is_made_good_by_trying_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_fault_that_stays_loses_nothing_and_is_made_good_when_it_is_gone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_program_that_dies_of_a_fault_leaves_what_was_committed_and_no_halves, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_file_is_made_copied_and_restored_wholly_or_not_at_all, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
