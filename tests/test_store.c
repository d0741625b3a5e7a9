/*
 * The store's interface: what is put comes back, what was not committed does not, and what one person's client was answered is not
 * another's. Each test has a file of its own, which is opened again to see what lasts.
 */
#include "site.h"
#include "store/cluster.h"
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
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
    char folder[FOLDER_SIZE], path[160];
    struct store *store;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct flip_error error;
    make_folder(fixture->folder);
    make_place(fixture->folder, "a", fixture->path, sizeof fixture->path);
    assert_non_null(fixture->store = store_open(fixture->path, &error));
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", ".copy"};
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

static void open_again(struct fixture *fixture)
{
    struct flip_error error;
    store_close(fixture->store);
    assert_non_null(fixture->store = store_open(fixture->path, &error));
}

#define DONE(call) assert_int_equal((call), 0)

static const char *const id_a = "AAAAAAAAAAAAAAAAAAAAAA", *const id_b = "BBBBBBBBBBBBBBBBBBBBBB";

static void put_table(struct store *store, const char *id, enum store_status status, bool listed, int64_t changed)
{
    struct flip_error error;
    struct store_table table = {
        .status = status, .listed = listed, .created = 1, .changed = changed, .head = "{\"a\":\"ü\"}"};
    snprintf(table.id, sizeof table.id, "%s", id);
    DONE(store_table_put(store, &table, &error));
}

/* Collects the first letters of ids. */
struct seen {
    char letters[16];
    int count;
    struct store_table last;
    char head[64];
};

static int see(void *context, const struct store_table *table)
{
    struct seen *seen = context;
    seen->letters[seen->count++] = table->id[0];
    seen->last = *table;
    snprintf(seen->head, sizeof seen->head, "%s", table->head);
    return 0;
}

static int see_listed(void *context, const struct store_listed *table)
{
    flip_text_add(context, "%c%d%s ", table->id[0], table->share, table->person);
    return 0;
}

/* The public tables, each with its people and which of theirs it is. */
static const char *listed(struct store *store, int64_t since, int share, int newest)
{
    static char text[200];
    struct flip_text words = flip_text_in(text, sizeof text);
    struct flip_error error;
    const struct store_listing wanted = {.since = since, .share = share, .newest = newest};
    assert_true(store_tables_listed(store, &wanted, see_listed, &words, &error) >= 0);
    return text;
}

static void a_secret_is_made_once(void **state)
{
    struct fixture *fixture = *state;
    unsigned char first[STORE_SECRET_BYTES], second[STORE_SECRET_BYTES];
    struct flip_error error;
    DONE(store_secret(fixture->store, first, &error));
    open_again(fixture);
    DONE(store_secret(fixture->store, second, &error));
    assert_memory_equal(first, second, sizeof first);
}

/* Without a word of the store's. */
static void beside(const struct fixture *fixture, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void a_secret_that_cannot_be_read_is_not_replaced(void **state)
{
    struct fixture *fixture = *state;
    unsigned char first[STORE_SECRET_BYTES], second[STORE_SECRET_BYTES];
    struct flip_error error = {0};
    if (on_postgres())
        skip(); /* what is done to the file cannot be done there */
    DONE(store_secret(fixture->store, first, &error));
    beside(fixture, "ALTER TABLE meta RENAME TO away");
    assert_int_equal(store_secret(fixture->store, second, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_STORE);
    beside(fixture, "ALTER TABLE away RENAME TO meta; UPDATE meta SET value = substr(value, 2) WHERE key = 'secret'");
    assert_int_equal(store_secret(fixture->store, second, &error), -1);
    assert_string_equal(error.message, "The secret in the store is damaged.");
    beside(fixture, "UPDATE meta SET value = value || value WHERE key = 'secret'");
    assert_int_equal(store_secret(fixture->store, second, &error), -1);
    beside(fixture, "DELETE FROM meta WHERE key = 'secret'"); /* somebody wants a new one */
    DONE(store_secret(fixture->store, second, &error));
    assert_memory_not_equal(first, second, sizeof first);
}

static void what_is_committed_lasts_and_the_rest_does_not(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_person person = {.created = 5, .seen = 6}, found;
    strcpy(person.id, id_a);
    strcpy(person.name, "Ada");
    assert_false(store_changed(fixture->store));
    DONE(store_person_put(fixture->store, &person, &error));
    assert_true(store_changed(fixture->store));
    DONE(store_commit(fixture->store, &error));
    assert_false(store_changed(fixture->store));
    strcpy(person.name, "Changed");
    DONE(store_person_put(fixture->store, &person, &error));
    open_again(fixture); /* without a commit: as after a crash */
    assert_int_equal(store_person_get(fixture->store, id_a, &found, &error), 1);
    assert_string_equal(found.name, "Ada");
    assert_int_equal(found.seen, 6);
    DONE(store_person_put(fixture->store, &person, &error));
    store_roll_back(fixture->store);
    assert_int_equal(store_person_get(fixture->store, id_a, &found, &error), 1);
    assert_string_equal(found.name, "Ada");
    assert_int_equal(store_person_get(fixture->store, id_b, &found, &error), 0);
}

static void tables_are_found_by_id_lobby_and_person(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    struct flip_error error;
    put_table(store, id_a, STORE_WAITING, true, 10);
    put_table(store, id_b, STORE_RUNNING, true, 20);
    put_table(store, "CCCCCCCCCCCCCCCCCCCCCC", STORE_RUNNING, false, 30);
    put_table(store, "DDDDDDDDDDDDDDDDDDDDDD", STORE_OVER, true, 40);
    DONE(store_table_person(store, id_a, "me", &error));
    DONE(store_table_person(store, id_a, "me", &error)); /* twice is once */
    DONE(store_table_person(store, "DDDDDDDDDDDDDDDDDDDDDD", "me", &error));
    struct seen seen = {0};
    assert_int_equal(store_table_get(store, id_a, see, &seen, &error), 1);
    assert_string_equal(seen.head, "{\"a\":\"ü\"}");
    assert_int_equal(seen.last.status, STORE_WAITING);
    assert_int_equal(store_table_get(store, "nobody", see, &seen, &error), 0);
    seen = (struct seen){0};
    assert_string_equal(listed(store, 0, 5, 10), "A1me "); /* neither private nor over, nor without people */
    DONE(store_table_person(store, id_b, "you", &error));
    assert_string_equal(listed(store, 0, 5, 10), "B1you A1me "); /* newest first */
    assert_string_equal(listed(store, 0, 5, 1), "B1you ");
    assert_string_equal(listed(store, 10, 5, 10), "B1you ");
    DONE(store_table_touch(store, id_a, 50, &error));
    DONE(store_table_person(store, id_a, "you", &error));
    assert_string_equal(listed(store, 0, 5, 10), "A1me A1you B1you "); /* one that waits, one that runs */
    put_table(store, "EEEEEEEEEEEEEEEEEEEEEE", STORE_WAITING, true, 60);
    DONE(store_table_person(store, "EEEEEEEEEEEEEEEEEEEEEE", "you", &error));
    assert_string_equal(listed(store, 0, 5, 10), "E1you A1me A2you B1you ");
    assert_string_equal(listed(store, 0, 1, 10), "E1you A1me B1you "); /* a share for each person */
    seen = (struct seen){0};
    store_tables_of(store, "me", 10, see, &seen, &error);
    assert_string_equal(seen.letters, "AD"); /* what goes on comes first */
    seen = (struct seen){0};
    store_tables_running(store, see, &seen, &error);
    assert_int_equal(seen.count, 2);
    seen = (struct seen){0};
    store_tables_all(store, see, &seen, &error);
    assert_int_equal(seen.count, 5);
}

static int join_step(void *context, int index, const char *json)
{
    char *text = context;
    snprintf(text + strlen(text), 64, "%d%s ", index, json);
    return 0;
}

static void steps_come_back_in_order_and_can_be_truncated(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char text[256] = "";
    for (int i = 0; i < 12; i++) {
        char json[16];
        snprintf(json, sizeof json, "s%d", i);
        DONE(store_step_put(fixture->store, id_a, i, json, &error));
    }
    DONE(store_step_put(fixture->store, id_b, 0, "other", &error));
    DONE(store_steps_truncate(fixture->store, id_a, 3, &error));
    assert_int_equal(store_steps(fixture->store, id_a, join_step, text, &error), 3);
    assert_string_equal(text, "0s0 1s1 2s2 ");
}

static void a_step_is_never_written_twice_and_a_failure_stops_everything(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error = {0};
    char text[256] = "";
    DONE(store_step_put(fixture->store, id_a, 0, "first", &error));
    DONE(store_commit(fixture->store, &error));
    DONE(store_step_put(fixture->store, id_a, 1, "lost", &error));
    assert_int_equal(store_step_put(fixture->store, id_a, 0, "again", &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_STORE);
    assert_int_equal(store_step_put(fixture->store, id_a, 2, "after", &error), -1);
    assert_int_equal(store_commit(fixture->store, &error), -1);
    store_roll_back(fixture->store);
    assert_int_equal(store_steps(fixture->store, id_a, join_step, text, &error), 1);
    DONE(store_step_put(fixture->store, id_a, 1, "now", &error));
    DONE(store_commit(fixture->store, &error));
    assert_int_equal(store_steps(fixture->store, id_a, join_step, text, &error), 2);
}

/* SQLite then ends the transaction by itself, and what is changed next would be durable alone. */
static void a_change_after_a_read_without_memory_is_not_made_alone(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char text[256] = "", long_step[100000];
    if (on_postgres())
        skip(); /* whose memory is its own */
    memset(long_step, 'x', sizeof long_step - 1);
    long_step[sizeof long_step - 1] = '\0';
    DONE(store_step_put(fixture->store, id_b, 0, long_step, &error));
    DONE(store_commit(fixture->store, &error));
    DONE(store_step_put(fixture->store, id_a, 0, "first", &error));
    sqlite3_hard_heap_limit64(sqlite3_memory_used() + 50000);
    assert_int_equal(store_steps(fixture->store, id_b, join_step, text, &error), -1);
    sqlite3_hard_heap_limit64(0);
    assert_int_equal(store_step_put(fixture->store, id_a, 1, "second", &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_STORE);
    assert_true(store_broken(fixture->store));
    store_roll_back(fixture->store);
    assert_int_equal(store_steps(fixture->store, id_a, join_step, text, &error), 0);
    DONE(store_step_put(fixture->store, id_a, 0, "first", &error));
    DONE(store_commit(fixture->store, &error));
}

static void answers_are_kept_for_their_client_and_pruned(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char *text = NULL;
    assert_int_equal(store_answer_last(fixture->store, "me", &error), 0);
    for (int64_t n = 1; n <= 100; n++)
        DONE(store_answer_put(fixture->store, "me", n, "{\"ok\":true}", n, &error));
    assert_int_equal(store_answer_last(fixture->store, "me", &error), 100);
    assert_int_equal(store_answer_get(fixture->store, "me", 100, &text, &error), 1);
    assert_string_equal(text, "{\"ok\":true}");
    free(text);
    DONE(store_answer_put(fixture->store, "you", 1, "{}", 100, &error));
    DONE(store_answers_prune(fixture->store, "me", 100, &error));
    assert_int_equal(store_answer_get(fixture->store, "you", 1, &text, &error), 1);
    free(text);
    assert_int_equal(store_answer_get(fixture->store, "me", 100 - STORE_ANSWERS_KEPT, &text, &error), 1);
    free(text);
    assert_int_equal(store_answer_get(fixture->store, "me", 99 - STORE_ANSWERS_KEPT, &text, &error), 0);
    assert_int_equal(store_answer_get(fixture->store, "you", 100, &text, &error), 0);
    DONE(store_answers_forget(fixture->store, 90, &error));
    assert_int_equal(store_answer_get(fixture->store, "me", 89, &text, &error), 0);
    assert_int_equal(store_answer_get(fixture->store, "me", 90, &text, &error), 1);
    free(text);
}

static void done(struct fixture *fixture, int64_t number)
{
    struct flip_error error;
    char text[48];
    snprintf(text, sizeof text, "{\"re\":%lld,\"ok\":true}", (long long)number);
    DONE(store_answer_put(fixture->store, "me", number, text, number, &error));
}

/* What the client was told of that number: the same again, or nothing. */
static bool knows(struct fixture *fixture, int64_t number)
{
    struct flip_error error;
    char text[48], *found = NULL;
    const int status = store_answer_get(fixture->store, "me", number, &found, &error);
    snprintf(text, sizeof text, "{\"re\":%lld,\"ok\":true}", (long long)number);
    if (status == 1)
        assert_string_equal(found, text);
    free(found);
    assert_true(status >= 0);
    return status == 1;
}

static void what_was_done_is_known_of_each_number(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    done(fixture, 3);
    done(fixture, 5);
    done(fixture, 4); /* over another connection */
    done(fixture, 8);
    done(fixture, 8);
    DONE(store_answer_put(fixture->store, "me", 9, "{\"re\":9,\"ok\":true,\"table\":\"t\"}", 9, &error));
    assert_int_equal(store_answer_last(fixture->store, "me", &error), 9);
    for (int64_t n = 1; n <= 8; n++)
        assert_int_equal(knows(fixture, n), n == 3 || n == 4 || n == 5 || n == 8);
    done(fixture, 3 + STORE_ANSWERS_KEPT);
    assert_int_equal(store_answer_last(fixture->store, "me", &error), 3 + STORE_ANSWERS_KEPT);
    DONE(store_answers_prune(fixture->store, "me", 3 + STORE_ANSWERS_KEPT, &error));
    assert_true(knows(fixture, 3) && knows(fixture, 4) && knows(fixture, 8) && !knows(fixture, 7));
    assert_true(knows(fixture, 3 + STORE_ANSWERS_KEPT) && !knows(fixture, 4 + STORE_ANSWERS_KEPT));
    done(fixture, 4 + STORE_ANSWERS_KEPT);
    DONE(store_answers_prune(fixture->store, "me", 4 + STORE_ANSWERS_KEPT, &error));
    assert_true(!knows(fixture, 3) && knows(fixture, 4) && knows(fixture, 3 + STORE_ANSWERS_KEPT));
    done(fixture, 9 + 2 * STORE_ANSWERS_KEPT);
    DONE(store_answers_prune(fixture->store, "me", 9 + 2 * STORE_ANSWERS_KEPT, &error));
    assert_true(!knows(fixture, 8 + STORE_ANSWERS_KEPT) && !knows(fixture, 4 + STORE_ANSWERS_KEPT));
    DONE(store_answers_forget(fixture->store, 10 + 2 * STORE_ANSWERS_KEPT, &error));
    assert_int_equal(store_answer_last(fixture->store, "me", &error), 0);
}

static int join_chat(void *context, const struct store_chat *chat)
{
    char *text = context;
    snprintf(text + strlen(text), 64, "%d:%d:%s:%s ", chat->index, chat->seat, chat->name, chat->text);
    return 0;
}

static int join_mute(void *context, const char *muted)
{
    strcat(context, muted);
    return 0;
}

static void chat_and_mutes_belong_to_their_table(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char text[256] = "";
    const struct store_chat first = {
        .index = 0, .seat = 2, .person = "p", .name = "Ada", .text = "'; DROP TABLE chat;"};
    const struct store_chat second = {.index = 1, .seat = -1, .person = "q", .name = "Bo", .text = "hm"};
    DONE(store_person_put(fixture->store, &(struct store_person){.id = "p", .name = "Ada"}, &error));
    DONE(store_person_put(fixture->store, &(struct store_person){.id = "q", .name = "Bo"}, &error));
    DONE(store_chat_put(fixture->store, id_a, &first, &error));
    DONE(store_chat_put(fixture->store, id_a, &second, &error));
    assert_int_equal(store_chat_all(fixture->store, id_a, join_chat, text, &error), 2);
    assert_string_equal(text, "0:2:Ada:'; DROP TABLE chat; 1:-1:Bo:hm ");
    assert_int_equal(store_chat_all(fixture->store, id_b, join_chat, text, &error), 0);
    DONE(store_person_vanish(fixture->store, "q", &error)); /* at once, though the line is still there */
    text[0] = '\0';
    assert_int_equal(store_chat_all(fixture->store, id_a, join_chat, text, &error), 2);
    assert_string_equal(text, "0:2:Ada:'; DROP TABLE chat; 1:-1:a former player: ");
    text[0] = '\0';
    DONE(store_mute(fixture->store, id_a, "me", "p", true, &error));
    DONE(store_mute(fixture->store, id_a, "me", "p", true, &error));
    DONE(store_mute(fixture->store, id_a, "me", "q", true, &error));
    assert_int_equal(store_mutes(fixture->store, id_a, "me", join_mute, text, &error), 2);
    assert_true(strchr(text, 'p') && strchr(text, 'q'));
    text[0] = '\0';
    DONE(store_mute(fixture->store, id_a, "me", "p", false, &error));
    assert_int_equal(store_mutes(fixture->store, id_a, "me", join_mute, text, &error), 1);
    assert_string_equal(text, "q");
    assert_int_equal(store_mutes(fixture->store, id_b, "me", join_mute, text, &error), 0);
}

static int count_step(void *context, int index, const char *json)
{
    (void)index;
    (void)json;
    ++*(int *)context;
    return 0;
}

static void a_table_is_deleted_in_pieces_and_is_gone_with_the_first(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_table table = {.status = STORE_OVER, .head = "{}"};
    int steps = 0;
    memcpy(table.id, id_a, sizeof table.id);
    DONE(store_table_put(fixture->store, &table, &error));
    for (int i = 0; i < 25; i++)
        DONE(store_step_put(fixture->store, id_a, i, "{}", &error));
    assert_int_equal(store_table_erase_some(fixture->store, id_a, 10, &error), 1);
    assert_int_equal(store_table_get(fixture->store, id_a, NULL, NULL, &error), 0);
    assert_int_equal(store_steps(fixture->store, id_a, count_step, &steps, &error), 15);
    assert_int_equal(steps, 15);
    assert_int_equal(store_table_erase_some(fixture->store, id_a, 10, &error), 1);
    assert_int_equal(store_table_erase_some(fixture->store, id_a, 10, &error), 1);
    assert_int_equal(store_table_erase_some(fixture->store, id_a, 10, &error), 0);
    assert_int_equal(store_steps(fixture->store, id_a, count_step, &steps, &error), 0);
}

static int join_id(void *context, const char *id)
{
    strcat(context, id);
    strcat(context, " ");
    return 0;
}

static void what_is_half_done_is_known_until_it_is_struck_out(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char ids[100] = "";
    DONE(store_todo_put(fixture->store, TODO_TABLE, id_a, &error));
    DONE(store_todo_put(fixture->store, TODO_PERSON, id_b, &error));
    DONE(store_todo_put(fixture->store, TODO_PERSON, id_b, &error));
    assert_int_equal(store_todos(fixture->store, TODO_PERSON, join_id, ids, &error), 1);
    assert_memory_equal(ids, id_b, strlen(id_b));
    DONE(store_todo_delete(fixture->store, TODO_PERSON, id_b, &error));
    assert_int_equal(store_todos(fixture->store, TODO_PERSON, join_id, ids, &error), 0);
    assert_int_equal(store_todos(fixture->store, TODO_TABLE, join_id, ids, &error), 1);
}

static void an_edition_is_kept_for_ever_under_its_hash(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char *text = NULL;
    DONE(store_edition_put(fixture->store, "hash", "royalflip", "{}", &error));
    DONE(store_edition_put(fixture->store, "hash", "royalflip", "{\"other\":1}", &error)); /* the first one stays */
    assert_int_equal(store_edition_get(fixture->store, "hash", &text, &error), 1);
    assert_string_equal(text, "{}");
    free(text);
    assert_int_equal(store_edition_get(fixture->store, "unknown", &text, &error), 0);
}

static void results_can_be_cleared_and_put_again(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_result row = {.table = id_a,
                               .game = "royalflip",
                               .name = "Ada",
                               .daily = "",
                               .seats = 2,
                               .score = -3,
                               .won = true,
                               .time = 9};
    DONE(store_result_put(fixture->store, &row, &error));
    DONE(store_result_put(fixture->store, &row, &error));
    row.seat = 1;
    row.person = id_b;
    DONE(store_result_put(fixture->store, &row, &error));
    assert_int_equal(store_result_count(fixture->store, &error), 2);
    DONE(store_derived_clear(fixture->store, &error));
    assert_int_equal(store_result_count(fixture->store, &error), 0);
}

static int note_label(void *context, const struct store_row *row)
{
    struct flip_text *text = context;
    for (int i = 0; i < row->count; i++)
        switch (row->cell[i].kind) {
        case CELL_TEXT:
            flip_text_add(text, "%s ", row->cell[i].text);
            break;
        case CELL_REAL:
            flip_text_add(text, "%g ", row->cell[i].real);
            break;
        default:
            flip_text_add(text, "%d ", (int)row->cell[i].integer);
        }
    flip_text_add(text, "| ");
    return 0;
}

static void labels_say_how_it_went_with_each(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    struct store_result row = {.game = "chess", .person = id_b, .name = "Ada", .daily = ""};
    static const struct {
        const char *table;
        int seats, score;
        bool won, gone;
    } games[] = {
        {"a", 2, 10, true, false}, {"b", 2, 13, false, false}, {"c", 1, 7, true, false}, {"d", 2, 99, true, true}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        row.table = games[i].table;
        row.seats = games[i].seats;
        row.score = games[i].score;
        row.value = 2 * games[i].score; /* what counts alone */
        row.won = games[i].won;
        row.gone = games[i].gone;
        row.time = (int64_t)i;
        DONE(store_result_put(fixture->store, &row, &error));
        DONE(store_label_put(fixture->store, row.table, 0, "Side", "white", &error));
        DONE(store_label_put(fixture->store, row.table, 0, "Side", "white", &error));
        DONE(store_label_put(fixture->store, row.table, 1, "Side", "black", &error)); /* of somebody else */
    }
    char text[400], *table = NULL;
    struct flip_text words = flip_text_in(text, sizeof text);
    assert_int_equal(store_list(fixture->store, LIST_LABELS, id_b, "chess", 0, note_label, &words, &error), 2);
    assert_string_equal(text, "Side white 0 2 1 11.5 134.5 | Side white 1 1 1 14 196 | ");
    words = flip_text_in(text, sizeof text);
    assert_int_equal(store_list(fixture->store, LIST_LABELS_AT, id_b, "", 2, note_label, &words, &error), 2);
    assert_string_equal(text, "d 0 Side white | c 0 Side white | ");
    assert_int_equal(store_list(fixture->store, LIST_LABELS_AT, id_b, "chess", 0, note_label, &words, &error), 4);
    for (int left = 4; left > 0; left--) {
        assert_int_equal(store_unlabelled(fixture->store, &table, &error), 1);
        DONE(store_labelled(fixture->store, table, &error));
        free(table);
    }
    assert_int_equal(store_unlabelled(fixture->store, &table, &error), 0);
    DONE(store_table_erase(fixture->store, "a", &error));
    assert_int_equal(store_list(fixture->store, LIST_LABELS_AT, id_b, "", 0, note_label, &words, &error), 3);
    DONE(store_derived_clear(fixture->store, &error));
    DONE(store_result_put(fixture->store, &row, &error));
    assert_int_equal(store_list(fixture->store, LIST_LABELS_AT, id_b, "", 0, note_label, &words, &error), 0);
    assert_int_equal(store_unlabelled(fixture->store, &table, &error), 1);
    free(table);
}

static void only_one_may_write_but_others_may_look_and_copy(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error = {0};
    char copy[128];
    snprintf(copy, sizeof copy, "%s/a.db.copy", fixture->folder);
    put_table(fixture->store, id_a, STORE_WAITING, true, 1);
    DONE(store_commit(fixture->store, &error));
    assert_null(store_open(fixture->path, &error));
    assert_int_equal(error.code, FLIP_ERROR_IN_USE);
    struct store *reader = store_open_to_read(fixture->path, &error);
    assert_non_null(reader);
    DONE(store_check(reader, &error));
    DONE(store_copy(reader, copy, &error));
    assert_int_equal(store_copy(reader, copy, &error), -1); /* never over another file */
    assert_int_equal(store_person_put(reader, &(struct store_person){.id = "x"}, &error), -1);
    store_close(reader);
    reader = store_open_to_read(copy, &error);
    assert_non_null(reader);
    struct seen seen = {0};
    assert_int_equal(store_table_get(reader, id_a, see, &seen, &error), 1);
    store_close(reader);
}

static void a_commit_counts_only_if_the_file_still_has_its_name(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    if (on_postgres())
        skip(); /* it is about a file */
    char away[200];
    snprintf(away, sizeof away, "%s.away", fixture->path);
    put_table(fixture->store, id_a, STORE_WAITING, true, 1);
    assert_int_equal(rename(fixture->path, away), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_commit(fixture->store, &error), -1);
        assert_int_equal(error.code, FLIP_ERROR_STORE);
        assert_true(store_changed(fixture->store));
    }
    FILE *another = fopen(fixture->path, "w");
    fclose(another);
    assert_int_equal(store_commit(fixture->store, &error), -1); /* another file of that name is not the one */
    assert_int_equal(rename(away, fixture->path), 0);
    DONE(store_commit(fixture->store, &error));
    open_again(fixture);
    struct seen seen = {0};
    assert_int_equal(store_table_get(fixture->store, id_a, see, &seen, &error), 1);
}

static int64_t size_of(const char *path)
{
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    return file.st_size;
}

/* As a thread beside the server does it, with a connection of its own. */
static void what_is_in_the_log_is_brought_into_the_file(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char id[23];
    if (on_postgres())
        skip(); /* which does so by itself */
    DONE(store_serve(fixture->store, &error));
    for (int i = 0; i < 2000; i++) {
        snprintf(id, sizeof id, "T%021d", i);
        put_table(fixture->store, id, STORE_RUNNING, true, i);
    }
    DONE(store_commit(fixture->store, &error));
    const int64_t before = size_of(fixture->path);
    DONE(store_checkpoint(fixture->path, &error));
    assert_true(size_of(fixture->path) > before + 100000);
    assert_int_equal(store_checkpoint("/nowhere/a.db", &error), -1);
    assert_int_equal(store_empty_log(fixture->store, &error), 1);
}

static void a_lock_of_another_program_is_met_before_anything_is_changed(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    if (on_postgres())
        skip(); /* PostgreSQL lets both write */
    DONE(store_serve(fixture->store, &error));
    struct store *beside = store_open_beside(fixture->path, &error);
    assert_non_null(beside);
    assert_true(store_request_put(beside, "{}", 1, &error) > 0); /* and does not commit */
    assert_int_equal(store_begin(fixture->store, &error), -1);
    assert_int_equal(error.code, FLIP_ERROR_STORE);
    assert_false(store_changed(fixture->store));
    store_roll_back(beside);
    store_close(beside);
    DONE(store_begin(fixture->store, &error));
    put_table(fixture->store, id_a, STORE_WAITING, true, 1);
    DONE(store_commit(fixture->store, &error));
}

/* --- places ------------------------------------------------------------------------------------------------------------- */

static void refused(int status, const struct flip_error *error, const char *words)
{
    assert_int_equal(status, -1);
    if (!strstr(error->message, words))
        fail_msg("'%s' does not say '%s'", error->message, words);
}

static int try_to_open(const char *path, struct flip_error *error)
{
    struct store *store = store_open(path, error);
    store_close(store);
    return store ? 0 : -1;
}

static void a_place_that_cannot_be_is_refused_with_the_reason(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[0] = '/';
    longest[sizeof longest - 1] = '\0';
    refused(try_to_open(longest, &error), &error, "The name of the data file is too long.");
    refused(store_restore(longest, fixture->path, &error), &error, "The name of the data file is too long.");
    refused(try_to_open("/nowhere/a.db", &error), &error, "/nowhere/a.db.lock: No such file or directory.");
    refused(store_restore(fixture->path, "/nowhere/copy", &error), &error,
            on_postgres() ? "There is no copy /nowhere/copy" : "is in use by another server");
}

/* What is beside the store's own file in its folder, by its end. */
static const char *in_folder(const struct fixture *fixture, const char *name)
{
    static char path[2][200];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", fixture->folder, name);
    return path[turn];
}

static void clear_away(const struct fixture *fixture)
{
    static const char *const names[] = {"b.db",           "b.db-wal",  "b.db-shm",           "b.db.lock",
                                        "b.db.restoring", "b.db.copy", "b.db.before-restore"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(in_folder(fixture, names[i]));
}

static void what_cannot_be_restored_leaves_everything_as_it_was(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    if (on_postgres())
        skip();
    put_table(fixture->store, id_a, STORE_RUNNING, true, 1);
    DONE(store_commit(fixture->store, &error));
    DONE(store_back_up(fixture->path, in_folder(fixture, "b.db.copy"), &error));
    DONE(store_restore(in_folder(fixture, "b.db"), in_folder(fixture, "b.db.copy"), &error)); /* where nothing was */
    refused(store_restore(in_folder(fixture, "b.db"), "/nowhere/copy", &error), &error,
            "There is no copy /nowhere/copy");
    assert_int_equal(mkdir(in_folder(fixture, "b.db.before-restore"), 0700), 0); /* stands in the way */
    refused(store_restore(in_folder(fixture, "b.db"), in_folder(fixture, "b.db.copy"), &error), &error,
            "before-restore: ");
    struct store *store = store_open(in_folder(fixture, "b.db"), &error);
    struct seen seen = {0};
    assert_non_null(store);
    DONE(store_tables_all(store, see, &seen, &error));
    assert_int_equal(seen.count, 1);
    store_close(store);
    clear_away(fixture);
}

static void an_older_file_is_not_changed_by_who_only_reads(void **state)
{
    struct fixture *fixture = *state;
    struct flip_error error;
    if (on_postgres())
        skip();
    beside(fixture, "PRAGMA user_version = 3");
    assert_null(store_open_to_read(fixture->path, &error));
    refused(-1, &error, "is of version 3; starting the server once brings it to");
    beside(fixture, "PRAGMA user_version = 30000");
    assert_null(store_open_to_read(fixture->path, &error));
    refused(-1, &error, "was written by a newer Flipside (version 30000 of the file");
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest cases[] = {
        WITH_STORE(a_secret_is_made_once),
        WITH_STORE(a_secret_that_cannot_be_read_is_not_replaced),
        WITH_STORE(what_is_committed_lasts_and_the_rest_does_not),
        WITH_STORE(a_place_that_cannot_be_is_refused_with_the_reason),
        WITH_STORE(what_cannot_be_restored_leaves_everything_as_it_was),
        WITH_STORE(an_older_file_is_not_changed_by_who_only_reads),
        WITH_STORE(tables_are_found_by_id_lobby_and_person),
        WITH_STORE(steps_come_back_in_order_and_can_be_truncated),
        WITH_STORE(a_step_is_never_written_twice_and_a_failure_stops_everything),
        WITH_STORE(a_change_after_a_read_without_memory_is_not_made_alone),
        WITH_STORE(answers_are_kept_for_their_client_and_pruned),
        WITH_STORE(what_was_done_is_known_of_each_number),
        WITH_STORE(chat_and_mutes_belong_to_their_table),
        WITH_STORE(a_table_is_deleted_in_pieces_and_is_gone_with_the_first),
        WITH_STORE(what_is_half_done_is_known_until_it_is_struck_out),
        WITH_STORE(an_edition_is_kept_for_ever_under_its_hash),
        WITH_STORE(results_can_be_cleared_and_put_again),
        WITH_STORE(labels_say_how_it_went_with_each),
        WITH_STORE(only_one_may_write_but_others_may_look_and_copy),
        WITH_STORE(a_commit_counts_only_if_the_file_still_has_its_name),
        WITH_STORE(what_is_in_the_log_is_brought_into_the_file),
        WITH_STORE(a_lock_of_another_program_is_met_before_anything_is_changed),
    };
    sqlite3_initialize(); /* first of all: then it counts its memory, and can be given less of it */
    return cmocka_run_group_tests(cases, NULL, NULL);
}
