/* The store's part for what happens at a table besides moves. */
#include "store/store_parts.h"

#define AT(statement) [(statement)-STATEMENTS_OF_FRIENDS]

const char *const store_notice_sql[STATEMENTS - STATEMENTS_OF_FRIENDS] = {
    AT(NOTICE_PUT) = "INSERT INTO notice(game_table, number, kind, what, seat, person, name, level, moves, time)"
                     " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    AT(NOTICE_SET_MOVES) = "UPDATE notice SET moves = ?3 WHERE game_table = ?1 AND number = ?2",
    /* somebody whose data is being deleted has no name any more */
    AT(NOTICES) = "SELECT number, kind, what, seat, notice.person, CASE WHEN notice.person = '' OR p.id IS NOT NULL"
                  " THEN notice.name ELSE '" STORE_FORMER "' END, level, moves, time FROM notice"
                  " LEFT JOIN person p ON p.id = notice.person WHERE game_table = ? ORDER BY number",
};

int store_notice_put(struct store *store, const char *table, const struct store_notice *notice,
                     struct flip_error *error)
{
    return store_change(store,
                        BIND(store, NOTICE_PUT, T(table), I(notice->index), T(notice->kind), T(notice->what),
                             I(notice->seat), T(notice->person), T(notice->name), I(notice->level), I(notice->moves),
                             I(notice->time)),
                        error);
}

int store_notice_set_moves(struct store *store, const char *table, int index, int moves, struct flip_error *error)
{
    return store_change(store, BIND(store, NOTICE_SET_MOVES, T(table), I(index), I(moves)), error);
}

int store_notices(struct store *store, const char *table, store_notice_visit *visit, void *context,
                  struct flip_error *error)
{
    struct query *query = BIND(store, NOTICES, T(table));
    struct rows rows = {.query = query};
    while (store_next(&rows)) {
        const struct store_notice notice = {.index = db_int(query, 0),
                                            .kind = store_column(query, 1),
                                            .what = store_column(query, 2),
                                            .seat = db_int(query, 3),
                                            .person = store_column(query, 4),
                                            .name = store_column(query, 5),
                                            .level = db_int(query, 6),
                                            .moves = db_int(query, 7),
                                            .time = db_int64(query, 8)};
        if (visit(context, &notice) < 0) {
            store_end(store, &rows, error);
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the table.");
        }
    }
    return store_end(store, &rows, error);
}
