/*
 * Empty versions of what only a server stores: other people, public lists, answers for returning clients, deadlines.
 * Here one person owns all tables, and clocks never run out.
 */
#include "store/cluster.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/results.h"
#include "store/tables.h"
#include "store/workshop.h"

#pragma clang diagnostic ignored "-Wunused-parameter"

int store_name_claimed(struct store *store, const struct store_person *person, struct flip_error *error) { return 0; }

int store_work_played(struct store *store, const char *hash, struct flip_error *error) { return 0; }

int store_blocks(struct store *store, const char *person, const char *other, struct flip_error *error) { return 0; }

/* All tables here are this person's. */
int store_table_person(struct store *store, const char *table, const char *person, struct flip_error *error)
{
    return 0;
}

/* Nobody else could come to them. */
int store_tables_listed(struct store *store, const struct store_listing *wanted, store_listed_visit *visit,
                        void *context, struct flip_error *error)
{
    return 0;
}

int store_mute(struct store *store, const char *table, const char *person, const char *muted, bool on,
               struct flip_error *error)
{
    return 0;
}

int store_mutes(struct store *store, const char *table, const char *person, store_mute_visit *visit, void *context,
                struct flip_error *error)
{
    return 0;
}

/* Things between people: alone one makes no offers, and nobody leaves. */
int store_notice_put(struct store *store, const char *table, const struct store_notice *notice,
                     struct flip_error *error)
{
    return 0;
}

int store_notice_set_moves(struct store *store, const char *table, int index, int moves, struct flip_error *error)
{
    return 0;
}

int store_notices(struct store *store, const char *table, store_notice_visit *visit, void *context,
                  struct flip_error *error)
{
    return 0;
}

/* A page that lost its worker asks again under new numbers. */
int store_answer_put(struct store *store, const char *client, int64_t number, const char *answer, int64_t time,
                     struct flip_error *error)
{
    return 0;
}

int store_answers_prune(struct store *store, const char *client, int64_t last, struct flip_error *error) { return 0; }

int store_answers_bound(struct store *store, const char *person, int clients, struct flip_error *error) { return 0; }

int store_answer_get(struct store *store, const char *client, int64_t number, char **out, struct flip_error *error)
{
    *out = NULL;
    return 0;
}

int64_t store_answer_last(struct store *store, const char *client, struct flip_error *error) { return 0; }

int store_list(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
               store_row_visit *visit, void *context, struct flip_error *error)
{
    return 0;
}

/* Nothing is saved before a commit, so nothing can be half saved. */
int store_todo_put(struct store *store, const char *kind, const char *id, struct flip_error *error) { return 0; }

int store_todo_delete(struct store *store, const char *kind, const char *id, struct flip_error *error) { return 0; }

int store_todos(struct store *store, const char *kind, store_todo_visit *visit, void *context, struct flip_error *error)
{
    return 0;
}

int store_deadline_clear(struct store *store, const char *table, struct flip_error *error) { return 0; }

int store_tables_due(struct store *store, int limit, store_due_visit *visit, void *context, struct flip_error *error)
{
    return 0;
}

/* There is no connection that could be lost. */
bool store_lost(const struct store *store) { return false; }

/* One program alone. */
bool store_shared(const struct store *store) { return false; }

bool store_first(const struct store *store) { return true; }

int store_process(const struct store *store) { return 0; }

int store_claim(struct store *store, const char *table, int64_t version, const char *about, bool wait,
                struct flip_error *error)
{
    return 1;
}

int64_t store_version(struct store *store, const char *table, int64_t *lease_holder, struct flip_error *error)
{
    return 0;
}

int store_release_lease(struct store *store, const char *table, struct flip_error *error) { return 0; }

int store_take_order(struct store *store, struct flip_error *error) { return 1; }

bool store_was_busy(struct store *store) { return false; }

int64_t store_finished_last(struct store *store, struct flip_error *error) { return 0; }
