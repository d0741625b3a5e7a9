/*
 * What only a database at the end of a connection can do to a store: a commit takes its time, the connection is lost before or after it,
 * another server comes. Whatever happens, nothing is written twice, and two never write the same step.
 */
#include "site.h"
#include "store/store.h"
#include "support.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const id = "AAAAAAAAAAAAAAAAAAAAAA";

#define DONE(call) assert_int_equal((call), 0)

struct fixture {
    char path[160];
    struct store *store;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct flip_error error;
    make_place("", "trouble", fixture->path, sizeof fixture->path);
    assert_non_null(fixture->store = store_open(fixture->path, &error));
    DONE(store_serve(fixture->store, &error));
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    free(fixture);
    return 0;
}

/* As the loop does it: waits for the socket, then goes on. */
static int wait_for_commit(struct store *store, struct flip_error *error)
{
    int status = 1;
    while (status == 1) {
        bool writing;
        struct pollfd socket = {.fd = store_socket(store, &writing), .events = POLLIN};
        if (socket.fd >= 0)
            assert_true(poll(&socket, 1, 20000) > 0);
        status = store_commit_go_on(store, error);
    }
    return status;
}

static int commit(struct store *store, struct flip_error *error)
{
    const int status = store_commit_begin(store, error);
    return status == 1 ? wait_for_commit(store, error) : status;
}

/* The trouble's timer would do this. */
static void commit_at_last(struct store *store)
{
    struct flip_error error;
    for (int i = 0; i < 200; i++) {
        if (commit(store, &error) == 0)
            return;
        poll(NULL, 0, 20);
    }
    fail_msg("it never became durable: %s", error.message);
}

static int join_step(void *context, int index, const char *json)
{
    char *text = context;
    snprintf(text + strlen(text), 32, "%d%s ", index, json);
    return 0;
}

static void expect_steps(const struct fixture *fixture, const char *expected)
{
    char text[128] = "";
    struct flip_error error;
    struct store *reader = store_open_to_read(fixture->path, &error);
    assert_non_null(reader);
    assert_true(store_steps(reader, id, join_step, text, &error) >= 0);
    assert_string_equal(text, expected);
    store_close(reader);
}

static void end_connections(void)
{
    psql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'trouble'");
}

/* Until this connection is closed, no commit of a server comes to its end. */
static PGconn *hold_commits_up(const struct fixture *fixture)
{
    PGconn *conn = PQconnectdb(fixture->path);
    PGresult *result = PQexec(conn, "BEGIN; SELECT token FROM flipside.site FOR UPDATE");
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    PQclear(result);
    return conn;
}

static void a_commit_is_under_way_until_it_is_durable(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    DONE(store_begin(fixture->store, &error));
    DONE(store_step_put(fixture->store, id, 0, "a", &error));
    expect_steps(fixture, "");
    assert_int_equal(store_commit_begin(fixture->store, &error), 1);
    assert_true(store_changed(fixture->store));
    char text[64] = "";
    assert_true(store_steps(fixture->store, id, join_step, text, &error) >= 0); /* reading does not wait for it */
    DONE(wait_for_commit(fixture->store, &error));
    assert_false(store_changed(fixture->store));
    expect_steps(fixture, "0a ");
}

static void what_was_read_within_a_turn_has_its_changes(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char text[64] = "";
    DONE(store_step_put(fixture->store, id, 0, "a", &error));
    DONE(store_step_put(fixture->store, id, 1, "b", &error));
    assert_int_equal(store_steps(fixture->store, id, join_step, text, &error), 2);
    assert_string_equal(text, "0a 1b ");
    store_roll_back(fixture->store);
    expect_steps(fixture, "");
}

static void changes_are_made_again_when_the_connection_was_lost_before_the_commit(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    DONE(store_step_put(fixture->store, id, 0, "a", &error));
    DONE(commit(fixture->store, &error));
    DONE(store_step_put(fixture->store, id, 1, "b", &error));
    end_connections();
    DONE(store_step_put(fixture->store, id, 2, "c", &error));
    assert_int_equal(commit(fixture->store, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_STORE);
    assert_int_equal(store_begin(fixture->store, &error), -1);
    commit_at_last(fixture->store);
    expect_steps(fixture, "0a 1b 2c ");
    DONE(store_begin(fixture->store, &error));
    DONE(store_step_put(fixture->store, id, 3, "d", &error));
    DONE(commit(fixture->store, &error));
    expect_steps(fixture, "0a 1b 2c 3d ");
}

static void a_commit_whose_answer_was_lost_is_not_made_twice(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    bool writing;
    PGconn *other = hold_commits_up(fixture);
    DONE(store_step_put(fixture->store, id, 0, "a", &error));
    assert_int_equal(store_commit_begin(fixture->store, &error), 1);
    const int socket = store_socket(fixture->store, &writing);
    assert_false(writing);
    shutdown(socket, SHUT_RD); /* it is sent, and nobody will hear what became of it */
    assert_int_equal(wait_for_commit(fixture->store, &error), -1);
    assert_true(store_changed(fixture->store));
    assert_int_equal(commit(fixture->store, &error), -1); /* nobody can tell yet */
    assert_false(store_broken(fixture->store));
    PQfinish(other);
    commit_at_last(fixture->store);
    expect_steps(fixture, "0a ");
}

static void a_change_that_can_never_be_made_breaks_the_store_until_it_is_given_up(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    DONE(store_step_put(fixture->store, id, 0, "a", &error));
    DONE(commit(fixture->store, &error));
    DONE(store_step_put(fixture->store, id, 0, "again", &error)); /* not known yet */
    assert_int_equal(commit(fixture->store, &error), -1);
    assert_true(store_broken(fixture->store));
    store_roll_back(fixture->store);
    DONE(store_step_put(fixture->store, id, 1, "b", &error));
    DONE(commit(fixture->store, &error));
    expect_steps(fixture, "0a 1b ");
}

/* Both have judged a move to be step 1, one of them without knowing that the other has taken over. */
static void two_servers_never_write_the_same_step(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    for (int round = 0; round < 8; round++) {
        char text[128] = "", table[STORE_ID];
        snprintf(table, sizeof table, "table %d", round);
        DONE(store_step_put(fixture->store, table, 0, "first", &error));
        if (round % 2)
            DONE(store_step_put(fixture->store, table, 1, "first", &error));
        end_connections();
        struct store *second = store_open(fixture->path, &error);
        assert_non_null(second);
        DONE(store_step_put(second, table, 0, "second", &error));
        DONE(store_commit(second, &error));
        for (int i = 0; i < 3; i++)
            assert_int_equal(commit(fixture->store, &error), -1);
        assert_int_equal(store_steps(second, table, join_step, text, &error), 1);
        assert_string_equal(text, "0second ");
        store_close(second);
        for (int i = 0; i < 3; i++) /* now it could, but it would be beside what the other has done */
            assert_int_equal(commit(fixture->store, &error), -1);
        store_close(fixture->store);
        assert_non_null(fixture->store = store_open(fixture->path, &error));
        DONE(store_serve(fixture->store, &error));
    }
}

static void a_site_goes_into_a_file_and_back_with_every_row(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char folder[FOLDER_SIZE], file[96], back[160];
    struct store_transfer there, again;
    struct store_person person = {.id = "p", .name = "Ünïcode ☃", .created = INT64_MAX};
    unsigned char secret[STORE_SECRET_BYTES];
    DONE(store_secret(fixture->store, secret, &error));
    DONE(store_person_put(fixture->store, &person, &error));
    const struct store_result result = {.table = id, .game = "g", .name = "", .daily = "", .score = -1};
    const struct store_rating rating = {.rating = 1500.0 / 7, .deviation = 1e-9, .volatility = 0.06};
    DONE(store_result_put(fixture->store, &result, &error)); /* with a NULL for the person */
    DONE(store_rating_put(fixture->store, "g", "p", &rating, &error));
    for (int i = 0; i < 1203; i++)
        DONE(store_step_put(fixture->store, id, i, "{}", &error));
    DONE(commit(fixture->store, &error));
    make_folder(folder);
    snprintf(file, sizeof file, "%s/a.db", folder);
    DONE(store_transfer(fixture->path, file, &there, &error));
    assert_true(there.rows > 1206);
    make_place("", "back", back, sizeof back);
    DONE(store_transfer(file, back, &again, &error));
    assert_int_equal(again.rows, there.rows);
    assert_int_equal(store_transfer(file, back, &again, &error), -1); /* never over another site */
    assert_int_equal(error.code, FLIP_ERROR_REFUSED);
    struct store *store = store_open_to_read(back, &error);
    struct store_rating found;
    assert_int_equal(store_rating_get(store, "g", "p", &found, &error), 1);
    assert_true(found.rating == rating.rating && found.deviation == rating.deviation);
    store_close(store);
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", file, ends[i]);
        remove(path);
    }
    rmdir(folder);
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest cases[] = {
        WITH_STORE(a_commit_is_under_way_until_it_is_durable),
        WITH_STORE(what_was_read_within_a_turn_has_its_changes),
        WITH_STORE(changes_are_made_again_when_the_connection_was_lost_before_the_commit),
        WITH_STORE(a_commit_whose_answer_was_lost_is_not_made_twice),
        WITH_STORE(a_change_that_can_never_be_made_breaks_the_store_until_it_is_given_up),
        WITH_STORE(two_servers_never_write_the_same_step),
        WITH_STORE(a_site_goes_into_a_file_and_back_with_every_row),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
