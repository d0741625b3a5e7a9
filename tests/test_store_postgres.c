/*
 * What only a database at the end of a connection can do to a store: a commit takes its time, the connection is lost before or after it,
 * another server comes. Whatever happens, nothing is written twice, and two never write the same step.
 */
#include "site.h"
#include "store/cluster.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/puzzles.h"
#include "store/results.h"
#include "store/tables.h"
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

CASE(an_address_that_leads_nowhere_is_refused_with_the_reason)
{
    struct flip_error error;
    assert_null(store_open("postgresql:///site?nonsense=1", &error));
    assert_int_equal(error.code, FLIP_ERROR_STORE);
    assert_non_null(strstr(error.message, "nonsense"));
    assert_null(store_open("postgresql:///site?host=/nowhere", &error));
    assert_non_null(strstr(error.message, "/nowhere"));
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

/* --- several servers ----------------------------------------------------------------------------------------------------- */

enum { SERVERS = 3 };

static void open_servers(struct fixture *fixture, struct store *servers[SERVERS])
{
    struct flip_error error;
    store_close(fixture->store);
    fixture->store = NULL;
    for (int i = 0; i < SERVERS; i++) {
        assert_non_null(servers[i] = store_open_shared(fixture->path, &error));
        assert_int_equal(store_first(servers[i]), i == 0);
        DONE(store_serve(servers[i], &error));
    }
}

static void close_servers(struct store *servers[SERVERS])
{
    for (int i = 0; i < SERVERS; i++)
        store_close(servers[i]);
}

static int count_step(void *context, int index, const char *json)
{
    (void)json;
    assert_int_equal(index, (*(int *)context)++);
    return 0;
}

/* What is true of the table, and what each server knows of it. */
struct claims {
    struct store *servers[SERVERS];
    int64_t version, known[SERVERS];
    int holder; /* whose transaction is open; -1: nobody's */
};

static void try_to_claim(struct claims *claims, int server)
{
    struct flip_error error;
    const bool can = claims->holder < 0 && claims->known[server] == claims->version;
    assert_int_equal(store_claim(claims->servers[server], id, claims->known[server], "1", false, &error), can);
    if (!can) {
        store_roll_back(claims->servers[server]);
        return;
    }
    DONE(store_step_put(claims->servers[server], id, (int)claims->version - 1, "{}", &error));
    claims->known[server]++;
    claims->holder = server;
}

/* A random order of claims, commits and looks: a claim succeeds exactly when nobody else was first. */
static void of_several_servers_only_one_writes_a_step(void **state)
{
    struct flip_error error;
    struct claims claims = {.holder = -1};
    uint32_t random = 2463534242;
    int64_t lease_holder;
    int steps = 0;
    open_servers(*state, claims.servers);
    assert_int_equal(store_claim(claims.servers[0], id, 0, "1", false, &error), 1);
    DONE(commit(claims.servers[0], &error));
    claims.version = 1;
    for (int i = 0; i < 400; i++) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        const int server = (int)(random % SERVERS), what = (int)(random / SERVERS % 4);
        if (claims.holder >= 0 && (what == 0 || claims.holder == server)) {
            DONE(commit(claims.servers[claims.holder], &error));
            claims.version++;
            claims.holder = -1;
        } else if (what == 1) {
            claims.known[server] = store_version(claims.servers[server], id, &lease_holder, &error);
            assert_int_equal(claims.known[server], claims.version);
        } else {
            try_to_claim(&claims, server);
        }
    }
    if (claims.holder >= 0)
        DONE(commit(claims.servers[claims.holder], &error));
    claims.version += claims.holder >= 0;
    assert_true(claims.version > 20);
    assert_int_equal(store_steps(claims.servers[0], id, count_step, &steps, &error), claims.version - 1);
    close_servers(claims.servers);
}

/* Without a claim, as if that were wrong: the key of a step lets one of two be first, whoever that is. */
static void of_two_servers_that_write_the_same_number_one_fails(void **state)
{
    struct flip_error error;
    struct store *servers[SERVERS];
    uint32_t random = 362436069;
    int steps = 0;
    open_servers(*state, servers);
    for (int number = 0; number < 40; number++) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        struct store *pair[] = {servers[random % SERVERS], servers[(random + 1 + random / 8 % 2) % SERVERS]};
        int status[2];
        for (int i = 0; i < 2; i++)
            DONE(store_step_put(pair[i], id, number, "{}", &error));
        for (int i = 0; i < 2; i++)
            status[i] = store_commit_begin(pair[i], &error);
        for (int i = 0; i < 2; i++) {
            if (status[i] == 1)
                status[i] = wait_for_commit(pair[i], &error);
            if (status[i] < 0)
                store_roll_back(pair[i]);
        }
        assert_int_equal(status[0] + status[1], -1);
    }
    assert_int_equal(store_steps(servers[0], id, count_step, &steps, &error), 40);
    close_servers(servers);
}

static void end_connection_of(const struct store *server)
{
    char command[160];
    snprintf(command, sizeof command,
             "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 731059"
             " AND objid = %d",
             store_process(server));
    psql("trouble", command);
}

static void what_was_claimed_is_given_up_if_another_server_was_there_meanwhile(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store *servers[SERVERS];
    open_servers(fixture, servers);
    assert_int_equal(store_claim(servers[0], id, 0, "0", false, &error), 1);
    DONE(commit(servers[0], &error));
    assert_int_equal(store_claim(servers[0], id, 1, "0", false, &error), 1);
    DONE(store_step_put(servers[0], id, 0, "late", &error));
    end_connection_of(servers[0]);
    int claimed = 0;
    for (int i = 0; i < 200 && claimed == 0; i++, poll(NULL, 0, 20)) { /* until its transaction has ended */
        claimed = store_claim(servers[1], id, 1, "0", false, &error);
        if (claimed == 0)
            store_roll_back(servers[1]);
    }
    assert_int_equal(claimed, 1);
    DONE(store_step_put(servers[1], id, 0, "early", &error));
    DONE(commit(servers[1], &error));
    for (int i = 0; i < 200 && !store_broken(servers[0]); i++) {
        assert_int_equal(commit(servers[0], &error), -1);
        poll(NULL, 0, 20);
    }
    assert_true(store_broken(servers[0]));
    expect_steps(fixture, "0early ");
    close_servers(servers);
}

static int see_todo(void *context, const char *what)
{
    snprintf(context, 32, "%s", what);
    return 0;
}

static void what_a_server_leaves_behind_is_taken_over_once(void **state)
{
    struct flip_error error;
    struct store *servers[SERVERS];
    char todo[32] = "";
    int64_t lease_holder;
    open_servers(*state, servers);
    assert_int_equal(store_claim(servers[1], id, 0, "0", false, &error), 1);
    DONE(store_todo_put(servers[1], TODO_PERSON, "somebody", &error));
    DONE(commit(servers[1], &error));
    for (int i = 0; i < SERVERS; i++) {
        assert_int_equal(store_adopt(servers[i], &error), 0);
        assert_int_equal(store_todos(servers[i], TODO_PERSON, see_todo, todo, &error), i == 1);
    }
    store_close(servers[1]);
    for (int i = 0, adopted = 0; i < 200 && !adopted; i++, poll(NULL, 0, 20))
        assert_int_not_equal(adopted = store_adopt(servers[2], &error), -1);
    DONE(commit(servers[2], &error));
    assert_int_equal(store_adopt(servers[0], &error), 0);
    assert_int_equal(store_version(servers[0], id, &lease_holder, &error), 1);
    assert_int_equal(lease_holder, store_process(servers[2]));
    assert_int_equal(store_todos(servers[0], TODO_PERSON, see_todo, todo, &error), 0);
    assert_int_equal(store_todos(servers[2], TODO_PERSON, see_todo, todo, &error), 1);
    assert_string_equal(todo, "somebody");
    store_close(servers[0]);
    store_close(servers[2]);
}

static int count_seek(void *context, const struct store_seek *seek)
{
    assert_string_equal(seek->game, "g");
    ++*(int *)context;
    return 0;
}

static void put_seek(struct store *server, const char *seeker)
{
    struct flip_error error;
    struct store_seek seek = {.person = "p", .game = "g", .pace = "quick", .rating = 1500, .since = 1};
    snprintf(seek.id, sizeof seek.id, "%s", seeker);
    DONE(store_seek_put(server, &seek, &error));
    DONE(commit(server, &error));
}

static void who_looks_for_an_opponent_is_taken_once_and_only_from_a_server_that_lives(void **state)
{
    struct flip_error error;
    struct store *servers[SERVERS];
    int seen = 0;
    open_servers(*state, servers);
    for (int i = 0; i < SERVERS; i++)
        put_seek(servers[i], (const char *[]){"a", "b", "c"}[i]);
    assert_int_equal(store_seeks(servers[2], count_seek, &seen, &error), 3);
    assert_int_equal(store_seeks_take(servers[0], "a", "b", &error), 1);
    assert_int_equal(store_seeks_take(servers[2], "b", "c", &error), 0); /* while the other has not committed */
    store_roll_back(servers[2]);
    DONE(store_seeks_tell(servers[0], "a", "b", "a table", &error));
    DONE(commit(servers[0], &error));
    assert_int_equal(store_seeks_take(servers[2], "b", "c", &error), 0);
    store_roll_back(servers[2]);
    assert_int_equal(store_seek_stop(servers[1], "b", &error), 0); /* too late: there is a table */
    assert_int_equal(store_seek_stop(servers[1], "nobody", &error), 1);
    store_roll_back(servers[1]);
    put_seek(servers[1], "d");
    store_close(servers[1]);
    for (int i = 0, there = 2; i < 200 && there == 2; i++, poll(NULL, 0, 20))
        there = store_seeks(servers[2], count_seek, &seen, &error);
    assert_int_equal(store_seeks_take(servers[2], "c", "d", &error), 0);
    store_close(servers[0]);
    store_close(servers[2]);
}

static void hear_one(void *context, const char *notice) { snprintf(context, 64, "%s", notice ? notice : "missed"); }

static void servers_hear_of_what_the_others_have_saved(void **state)
{
    struct flip_error error;
    struct store *servers[SERVERS];
    char heard[SERVERS][64] = {"", "", ""};
    open_servers(*state, servers);
    assert_int_equal(store_claim(servers[1], id, 0, "1", false, &error), 1);
    DONE(commit(servers[1], &error));
    for (int i = 0; i < SERVERS; i += 2) {
        struct pollfd ear = {.fd = store_notice_socket(servers[i]), .events = POLLIN};
        while (!heard[i][0] && poll(&ear, 1, 20000) > 0)
            store_take_notices(servers[i], hear_one, heard[i]);
        assert_string_equal(heard[i], "t AAAAAAAAAAAAAAAAAAAAAA 1 1");
    }
    store_take_notices(servers[1], hear_one, heard[1]);
    assert_string_equal(heard[1], ""); /* not of what it did itself */
    close_servers(servers);
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
        cmocka_unit_test(an_address_that_leads_nowhere_is_refused_with_the_reason),
        WITH_STORE(a_commit_is_under_way_until_it_is_durable),
        WITH_STORE(what_was_read_within_a_turn_has_its_changes),
        WITH_STORE(changes_are_made_again_when_the_connection_was_lost_before_the_commit),
        WITH_STORE(a_commit_whose_answer_was_lost_is_not_made_twice),
        WITH_STORE(a_change_that_can_never_be_made_breaks_the_store_until_it_is_given_up),
        WITH_STORE(two_servers_never_write_the_same_step),
        WITH_STORE(of_several_servers_only_one_writes_a_step),
        WITH_STORE(of_two_servers_that_write_the_same_number_one_fails),
        WITH_STORE(what_was_claimed_is_given_up_if_another_server_was_there_meanwhile),
        WITH_STORE(what_a_server_leaves_behind_is_taken_over_once),
        WITH_STORE(who_looks_for_an_opponent_is_taken_once_and_only_from_a_server_that_lives),
        WITH_STORE(servers_hear_of_what_the_others_have_saved),
        WITH_STORE(a_site_goes_into_a_file_and_back_with_every_row),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
