/* The store's part for people: accounts, deletion, deadlines, lists, the administrator's requests, and the upgrade from version 3 of the file. */
#include "site.h"
#include "store/cluster.h"
#include "store/db.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/puzzles.h"
#include "store/results.h"
#include "store/tables.h"
#include "support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
    char folder[FOLDER_SIZE], path[160];
    struct store *store;
};

static const char *const ada = "AAAAAAAAAAAAAAAAAAAAAA", *const bo = "BBBBBBBBBBBBBBBBBBBBBB";
static const char *const table_a = "aaaaaaaaaaaaaaaaaaaaaa", *const table_b = "bbbbbbbbbbbbbbbbbbbbbb";

#define DONE(call) assert_int_equal((call), 0)

static int set_up_empty(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    make_folder(fixture->folder);
    make_place(fixture->folder, "a", fixture->path, sizeof fixture->path);
    *state = fixture;
    return 0;
}

static int set_up(void **state)
{
    struct flip_error error;
    set_up_empty(state);
    struct fixture *fixture = *state;
    assert_non_null(fixture->store = store_open(fixture->path, &error));
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", ".copy", ".backup-v3", ".before-restore"};
    store_close(fixture->store);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/a.db%s", fixture->folder, ends[i]);
        remove(path);
    }
    rmdir(fixture->folder);
    free(fixture);
    return 0;
}

static void put_person(struct store *store, const char *id, const char *name, const char *folded)
{
    struct flip_error error;
    struct store_person person = {.created = 1, .seen = 2};
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "%s", name);
    snprintf(person.folded, sizeof person.folded, "%s", folded);
    DONE(store_person_put(store, &person, &error));
}

static void put_table(struct store *store, const char *id, int64_t deadline)
{
    struct flip_error error;
    struct store_table table = {
        .status = STORE_RUNNING, .created = 1, .changed = 1, .deadline = deadline, .head = "{}"};
    snprintf(table.id, sizeof table.id, "%s", id);
    DONE(store_table_put(store, &table, &error));
}

/* --- the way from version 3 -------------------------------------------------------------------------------------------- */

static int chat_for_all(void *context, const struct store_chat *chat)
{
    assert_string_equal(chat->text, "hi");
    assert_string_equal(chat->team, "");
    ++*(int *)context;
    return 0;
}

static void a_file_of_version_3_keeps_everything_and_is_copied_before(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_person person;
    if (on_postgres())
        skip(); /* PostgreSQL has begun with a later version */
    sqlite3 *old;
    assert_int_equal(sqlite3_open(fixture->path, &old), SQLITE_OK);
    for (int version = 0; version < 3; version++)
        assert_int_equal(sqlite3_exec(old, store_schema[version], NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            old,
            "PRAGMA user_version = 3;"
            "INSERT INTO person(id, name, created, seen) VALUES('AAAAAAAAAAAAAAAAAAAAAA', 'Ada', 5, 6);"
            "INSERT INTO game_table VALUES('aaaaaaaaaaaaaaaaaaaaaa', 2, 1, 3, 4, '{\"a\":1}');"
            "INSERT INTO seat VALUES('AAAAAAAAAAAAAAAAAAAAAA', 'aaaaaaaaaaaaaaaaaaaaaa');"
            "INSERT INTO chat VALUES('aaaaaaaaaaaaaaaaaaaaaa', 0, 0, 'AAAAAAAAAAAAAAAAAAAAAA', 'Ada', 'hi', 7);"
            "INSERT INTO answer VALUES('client', 1, '{}', 8);"
            "INSERT INTO result VALUES('aaaaaaaaaaaaaaaaaaaaaa', 0, 'royalflip', 'AAAAAAAAAAAAAAAAAAAAAA', 9, 1, 9)",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(old);
    assert_non_null(fixture->store = store_open(fixture->path, &error));
    assert_int_equal(store_person_get(fixture->store, ada, &person, &error), 1);
    assert_string_equal(person.name, "Ada");
    assert_int_equal(person.created, 5);
    assert_int_equal(person.claimed, 0);
    assert_int_equal(person.sessions, 0);
    assert_false(person.banned);
    assert_false(store_derived(fixture->store)); /* results are made anew, with what they lacked */
    assert_int_equal(store_result_count(fixture->store, &error), 0);
    char *answer = NULL, copy[128];
    assert_int_equal(store_answer_get(fixture->store, "client", 1, &answer, &error), 1);
    free(answer);
    int lines = 0;
    assert_int_equal(store_chat_all(fixture->store, "aaaaaaaaaaaaaaaaaaaaaa", chat_for_all, &lines, &error), 1);
    assert_int_equal(lines, 1);
    snprintf(copy, sizeof copy, "%s/a.db.backup-v3", fixture->folder);
    assert_int_equal(access(copy, R_OK), 0);
    DONE(store_check(fixture->store, &error));
}

/* --- accounts ------------------------------------------------------------------------------------------------------------ */

static void a_claimed_name_is_found_whatever_its_case_and_belongs_to_one(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_person found;
    char *hash = NULL;
    put_person(fixture->store, ada, "Ada", "ada");
    put_person(fixture->store, bo, "ADA", "ada"); /* guests may share a name */
    assert_int_equal(store_person_named(fixture->store, "ada", "ada", &found, NULL, &error), 0);
    DONE(store_person_claim(fixture->store, ada, "hash", 77, &error));
    assert_int_equal(store_person_named(fixture->store, "ada", "ada", &found, &hash, &error), 1);
    assert_string_equal(found.id, ada);
    assert_int_equal(found.claimed, 77);
    assert_string_equal(hash, "hash");
    free(hash);
    DONE(store_person_claim(fixture->store, ada, "other", 0,
                            &error)); /* a new password does not change when it was claimed */
    assert_int_equal(store_password_get(fixture->store, ada, &hash, &error), 1);
    assert_string_equal(hash, "other");
    free(hash);
    assert_int_equal(store_password_get(fixture->store, bo, &hash, &error), 0);
    assert_int_equal(store_person_named(fixture->store, "ada", "ada", &found, NULL, &error), 1);
    assert_int_equal(found.claimed, 77);
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_person_claim(fixture->store, bo, "theirs", 78, &error), -1);
    store_roll_back(fixture->store);
}

static void sessions_and_bans_are_kept_and_a_new_name_does_not_touch_them(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_person found;
    put_person(fixture->store, ada, "Ada", "ada");
    DONE(store_person_sign_out(fixture->store, ada, &error));
    DONE(store_person_ban(fixture->store, ada, true, &error)); /* signs out as well */
    put_person(fixture->store, ada, "Eve", "eve");
    assert_int_equal(store_person_get(fixture->store, ada, &found, &error), 1);
    assert_int_equal(found.sessions, 2);
    assert_true(found.banned);
    assert_string_equal(found.name, "Eve");
    DONE(store_person_ban(fixture->store, ada, false, &error));
    assert_int_equal(store_person_get(fixture->store, ada, &found, &error), 1);
    assert_false(found.banned);
}

static void put_session(struct store *store, const char *id, const char *person, int64_t seen, bool old)
{
    struct flip_error error;
    struct store_session session = {.created = 1, .seen = seen, .device = "Firefox on Linux", .old = old};
    snprintf(session.id, sizeof session.id, "%s", id);
    snprintf(session.person, sizeof session.person, "%s", person);
    DONE(store_session_put(store, &session, &error));
}

static void a_session_ends_for_its_owner_alone_and_an_old_one_leaves_a_trace(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_session found;
    put_session(fixture->store, "new", ada, 10, false);
    put_session(fixture->store, "old", ada, 11, true);
    put_session(fixture->store, "new", ada, 12, false); /* used again */
    assert_int_equal(store_session_get(fixture->store, "new", &found, &error), 1);
    assert_int_equal(found.seen, 12);
    assert_string_equal(found.device, "Firefox on Linux");
    assert_int_equal(store_session_end(fixture->store, "new", bo, &error), 0);
    assert_int_equal(store_session_end(fixture->store, "new", ada, &error), 1);
    assert_int_equal(store_session_get(fixture->store, "new", &found, &error), 0);
    assert_int_equal(store_session_end(fixture->store, "old", ada, &error), 1);
    assert_int_equal(store_session_get(fixture->store, "old", &found, &error), 1);
    assert_true(found.ended);
    assert_string_equal(found.device, "");
}

static void sessions_are_limited_forgotten_and_ended_with_their_person(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_session found;
    put_person(fixture->store, ada, "Ada", "ada");
    for (int i = 0; i < 5; i++)
        put_session(fixture->store, (const char *[]){"a", "b", "c", "d", "e"}[i], ada, 10 + i, false);
    put_session(fixture->store, "other", bo, 1, false);
    DONE(store_sessions_limit(fixture->store, ada, 3, &error));
    assert_int_equal(store_session_get(fixture->store, "b", &found, &error), 0);
    assert_int_equal(store_session_get(fixture->store, "c", &found, &error), 1);
    DONE(store_sessions_forget(fixture->store, 13, &error));
    assert_int_equal(store_session_get(fixture->store, "c", &found, &error), 0);
    assert_int_equal(store_session_get(fixture->store, "other", &found, &error), 0);
    DONE(store_person_sign_out(fixture->store, ada, &error));
    assert_int_equal(store_session_get(fixture->store, "d", &found, &error), 0);
    put_session(fixture->store, "f", ada, 20, false);
    DONE(store_person_ban(fixture->store, ada, true, &error));
    assert_int_equal(store_session_get(fixture->store, "f", &found, &error), 0);
    assert_true(store_sessions_since(fixture->store, &error) > 0);
}

static void a_name_indexed_anew_takes_nobody_elses_place(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_person found, person;
    put_person(fixture->store, ada, "Ada", "ada");
    put_person(fixture->store, bo, "\uff21da", "\uff41da");
    DONE(store_person_claim(fixture->store, ada, "hash", 1, &error));
    DONE(store_person_claim(fixture->store, bo, "hash", 1, &error));
    assert_int_equal(store_person_get(fixture->store, bo, &person, &error), 1);
    snprintf(person.folded, sizeof person.folded, "ada");
    snprintf(person.looks, sizeof person.looks, "ada");
    DONE(store_person_index(fixture->store, &person, &error));
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_person_get(fixture->store, bo, &found, &error), 1);
    assert_string_equal(found.folded, "\uff41da");
    assert_string_equal(found.looks, "ada");
    assert_int_equal(store_person_named(fixture->store, "\uff21da", "ada", &found, NULL, &error), 1);
    assert_string_equal(found.id, bo); /* exactly that name comes first */
    assert_int_equal(store_person_named(fixture->store, "ADA", "ada", &found, NULL, &error), 1);
    assert_string_equal(found.id, ada);
    snprintf(person.id, sizeof person.id, "somebody else");
    assert_int_equal(store_name_claimed(fixture->store, &person, &error), 1);
}

static void a_block_has_a_direction(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    DONE(store_block(fixture->store, ada, bo, true, &error));
    DONE(store_block(fixture->store, ada, bo, true, &error));
    assert_int_equal(store_blocks(fixture->store, ada, bo, &error), 1);
    assert_int_equal(store_blocks(fixture->store, bo, ada, &error), 0);
    DONE(store_block(fixture->store, ada, bo, false, &error));
    assert_int_equal(store_blocks(fixture->store, ada, bo, &error), 0);
}

/* --- deletion --------------------------------------------------------------------------------------------------------------- */

static bool file_has(const char *path, const char *words)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    static char text[1 << 20];
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    return memmem(text, length, words, strlen(words)) != NULL;
}

static void of_an_erased_person_nothing_is_left_in_the_files(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    const char *words[] = {"Xanthippe", "a peculiar remark", ada};
    put_person(fixture->store, ada, "Xanthippe", "xanthippe");
    DONE(store_person_claim(fixture->store, ada, "hash", 1, &error));
    put_table(fixture->store, table_a, 0);
    DONE(store_table_person(fixture->store, table_a, ada, &error));
    const struct store_chat chat = {
        .index = 0, .person = ada, .name = "Xanthippe", .text = "a peculiar remark", .time = 1};
    DONE(store_chat_put(fixture->store, table_a, &chat, &error));
    const struct store_result result = {
        .table = table_a, .game = "g", .person = ada, .name = "Xanthippe", .daily = "", .seats = 2, .score = 4};
    DONE(store_result_put(fixture->store, &result, &error));
    const struct store_rating rating = {.rating = 1600, .deviation = 80, .volatility = 0.06, .games = 3};
    DONE(store_rating_put(fixture->store, "g", ada, &rating, &error));
    DONE(store_block(fixture->store, bo, ada, true, &error));
    const struct store_report report = {.person = bo, .about = ada, .table = "", .text = "of Xanthippe", .time = 1};
    DONE(store_report_put(fixture->store, &report, &error));
    for (int i = 0; i < 2000;
         i++) { /* enough for rows to be moved from page to page, which leaves copies in the gaps */
        char client[96];
        snprintf(client, sizeof client, "%s.%d", i % 2 ? ada : bo, i * 7919 % 2003);
        DONE(store_answer_put(fixture->store, client, i + 1, "{\"re\":1,\"ok\":true}", 1, &error));
    }
    assert_int_equal(store_achievement_put(fixture->store, ada, "g", "first", "", table_a, 1, &error), 1);
    assert_int_equal(store_achievement_put(fixture->store, ada, "g", "first", "", table_a, 1, &error), 0);
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_empty_log(fixture->store, &error), 1);
    for (int i = 0; i < 3 && !on_postgres(); i++)
        assert_true(file_has(fixture->path, words[i]));
    DONE(store_person_erase(fixture->store, ada, "a former player", &error));
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_scrub_due(fixture->store), !on_postgres());
    assert_int_equal(store_empty_log(fixture->store, &error), 1);
    assert_false(store_scrub_due(fixture->store));
    char wal[128];
    snprintf(wal, sizeof wal, "%s/a.db-wal", fixture->folder);
    for (int i = 0; i < 3 && !on_postgres(); i++) {
        assert_false(file_has(fixture->path, words[i]));
        assert_false(file_has(wal, words[i]));
    }
    assert_int_equal(store_result_count(fixture->store, &error), 1); /* the other one's game stays */
    assert_true(on_postgres() || file_has(fixture->path, "a former player"));
    DONE(store_table_erase(fixture->store, table_a, &error));
    assert_int_equal(store_result_count(fixture->store, &error), 0);
}

/* --- deadlines, tries, lists, requests ---------------------------------------------------------------------------------------- */

struct seen {
    char letters[8];
    int count;
};

static int see_due(void *context, const char *table, int64_t deadline)
{
    struct seen *seen = context;
    assert_true(deadline > 0);
    seen->letters[seen->count++] = table[0];
    return 0;
}

static void the_nearest_deadline_comes_first(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct seen seen = {0};
    put_table(fixture->store, table_a, 900);
    put_table(fixture->store, table_b, 500);
    put_table(fixture->store, "cccccccccccccccccccccc", 0);
    assert_int_equal(store_tables_due(fixture->store, 10, see_due, &seen, &error), 2);
    assert_string_equal(seen.letters, "ba");
    put_table(fixture->store, table_b, 0);
    DONE(store_deadline_clear(fixture->store, table_a, &error));
    assert_int_equal(store_tables_due(fixture->store, 10, see_due, &seen, &error), 0);
}

static void games_end_in_an_order(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    assert_int_equal(store_finished_last(fixture->store, &error), 0);
    put_table(fixture->store, table_a, 0);
    DONE(store_table_finish(fixture->store, table_a, 1234, &error));
    put_table(fixture->store, table_a, 0); /* keeps its place */
    assert_int_equal(store_finished_last(fixture->store, &error), 1234);
}

static void a_person_has_one_try_a_day_and_its_outcome_is_that_tables(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char *table = NULL;
    struct store_try a_try = {.day = "2026-11-15", .game = "g", .person = ada, .table = table_a, .began = 1};
    assert_int_equal(store_daily_try(fixture->store, &a_try, &error), 1);
    a_try.table = table_b;
    assert_int_equal(store_daily_try(fixture->store, &a_try, &error), 0);
    a_try.counted = true;
    DONE(store_daily_outcome(fixture->store, &a_try, &error)); /* of another table: nothing happens */
    assert_int_equal(store_daily_table(fixture->store, "2026-11-15", "g", ada, &table, &error), 1);
    assert_string_equal(table, table_a);
    free(table);
    assert_int_equal(store_daily_table(fixture->store, "2026-11-16", "g", ada, &table, &error), 0);
}

static char first_name[16];

static int see_row(void *context, const struct store_row *row)
{
    struct store_row *last = context;
    *last = *row;
    snprintf(first_name, sizeof first_name, "%s", row->cell[0].name); /* names last as long as the row */
    for (int i = 0; i < row->count; i++)
        assert_non_null(row->cell[i].name);
    return 0;
}

static void every_list_can_be_asked_for(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_row row;
    put_person(fixture->store, ada, "Ada", "ada");
    for (int list = 0; list < STORE_LISTS; list++)
        assert_true(store_list(fixture->store, (enum store_list)list, ada, "", 1, see_row, &row, &error) >= 0);
    assert_int_equal(store_list(fixture->store, LIST_PEOPLE, "AD", "", 10, see_row, &row, &error), 1);
    assert_string_equal(first_name, "id");
    assert_int_equal(row.cell[0].kind, CELL_TEXT);
    assert_int_equal(row.cell[2].integer, 1);
}

static void a_request_is_left_beside_a_server_answered_and_deleted(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char *answer = NULL;
    const int64_t before = store_data_version(fixture->store);
    struct store *beside = store_open_beside(fixture->path, &error);
    assert_non_null(beside);
    const int64_t number = store_request_put(beside, "{\"do\":\"ban\"}", 5, &error);
    assert_true(number > 0);
    DONE(store_commit(beside, &error));
    assert_true(store_data_version(fixture->store) != before);
    struct store_row row;
    assert_int_equal(store_list(fixture->store, LIST_ADMIN_REQUESTS, "", "", 0, see_row, &row, &error), 1);
    assert_int_equal(row.cell[0].integer, number);
    assert_int_equal(store_request_answered(beside, number, &answer, &error), 0);
    DONE(store_request_answer(fixture->store, number, "done", &error));
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_request_answered(beside, number, &answer, &error), 1);
    assert_string_equal(answer, "done");
    free(answer);
    assert_int_equal(store_list(fixture->store, LIST_ADMIN_REQUESTS, "", "", 0, see_row, &row, &error), 0);
    DONE(store_request_delete(beside, number, &error));
    DONE(store_commit(beside, &error));
    store_close(beside);
}

static void a_copy_is_restored_only_when_nobody_has_the_file_open(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char copy[128];
    struct store_person person;
    snprintf(copy, sizeof copy, "%s/a.db.copy", fixture->folder);
    put_person(fixture->store, ada, "Ada", "ada");
    DONE(store_commit(fixture->store, &error));
    DONE(store_back_up(fixture->path, copy, &error));
    put_person(fixture->store, bo, "Bo", "bo");
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_restore(fixture->path, copy, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_IN_USE);
    store_close(fixture->store);
    fixture->store = NULL;
    DONE(store_restore(fixture->path, copy, &error));
    assert_non_null(fixture->store = store_open(fixture->path, &error));
    assert_int_equal(store_person_get(fixture->store, ada, &person, &error), 1);
    assert_int_equal(store_person_get(fixture->store, bo, &person, &error), 0);
}

#define WITH_STORE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_of_version_3_keeps_everything_and_is_copied_before, set_up_empty,
                                        tear_down),
        WITH_STORE(a_claimed_name_is_found_whatever_its_case_and_belongs_to_one),
        WITH_STORE(sessions_and_bans_are_kept_and_a_new_name_does_not_touch_them),
        WITH_STORE(a_session_ends_for_its_owner_alone_and_an_old_one_leaves_a_trace),
        WITH_STORE(sessions_are_limited_forgotten_and_ended_with_their_person),
        WITH_STORE(a_name_indexed_anew_takes_nobody_elses_place),
        WITH_STORE(a_block_has_a_direction),
        WITH_STORE(of_an_erased_person_nothing_is_left_in_the_files),
        WITH_STORE(the_nearest_deadline_comes_first),
        WITH_STORE(games_end_in_an_order),
        WITH_STORE(a_person_has_one_try_a_day_and_its_outcome_is_that_tables),
        WITH_STORE(every_list_can_be_asked_for),
        WITH_STORE(a_request_is_left_beside_a_server_answered_and_deleted),
        WITH_STORE(a_copy_is_restored_only_when_nobody_has_the_file_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
