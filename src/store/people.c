/* People: accounts, blocks and reports, friends and challenges, programs and tokens, sessions. */
#include "store/parts.h"

#include <stdio.h>
#include <string.h>

int store_person_put(struct store *store, const struct store_person *person, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "INSERT INTO person(id, name, folded, created, seen, looks) VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE "
        "SET name = excluded.name, folded = excluded.folded, seen = excluded.seen, looks = excluded.looks",
        T(person->id), T(person->name), T(person->folded), I(person->created), I(person->seen), T(person->looks));
}

int store_person_get(struct store *store, const char *id, struct store_person *out, struct flip_error *error)
{
    struct query *query = BIND(store, "SELECT " STORE_PERSON_COLUMNS " FROM person WHERE id = ?", T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW)
        store_read_person(query, out);
    return store_found(store, query, result, error);
}

/* --- accounts -------------------------------------------------------------------------------------------------------- */

static int copy_text(const char *text, char **out, struct flip_error *error)
{
    *out = strdup(text);
    return *out ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory.");
}

int store_person_named(struct store *store, const char *name, const char *folded, struct store_person *out, char **hash,
                       struct flip_error *error)
{
    struct query *query =
        BIND(store,
             "SELECT " STORE_PERSON_COLUMNS
             ", password FROM person WHERE (name = ?1 OR folded = ?2) AND claimed > 0 ORDER BY name = ?1 DESC LIMIT 1",
             T(name), T(folded));
    const enum db_result result = db_step(query);
    int found = result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
    if (found == 1) {
        store_read_person(query, out);
        if (hash && copy_text(store_column(query, STORE_PERSON_COLUMN_COUNT), hash, error) < 0)
            found = -1;
    }
    db_reset(query);
    return found;
}

int store_name_claimed(struct store *store, const struct store_person *person, struct flip_error *error)
{
    return store_exists(
        store,
        BIND(store,
             "SELECT 1 FROM person WHERE (folded = ?1 OR (looks = ?2 AND looks <> '')) AND claimed > 0 AND id <> ?3",
             T(person->folded), T(person->looks), T(person->id)),
        error);
}

int store_person_index(struct store *store, const struct store_person *person, struct flip_error *error)
{
    if (CHANGE(store, error, "UPDATE person SET looks = ?2 WHERE id = ?1", T(person->id), T(person->looks)) < 0)
        return -1;
    return CHANGE(store, error,
                  "UPDATE person SET folded = ?2 WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM person other WHERE "
                  "other.folded = ?2 AND other.claimed > 0 AND other.id <> ?1 AND person.claimed > 0)",
                  T(person->id), T(person->folded));
}

bool store_names_indexed(struct store *store)
{
    return store_exists(store, QUERY(store, "SELECT 1 FROM meta WHERE key = 'names'"), NULL) == 1;
}

int store_names_indexed_put(struct store *store, struct flip_error *error)
{
    return store_change(store, QUERY(store, "INSERT INTO meta(key, value) VALUES('names', '1') ON CONFLICT DO NOTHING"),
                        error);
}

int store_password_get(struct store *store, const char *id, char **hash, struct flip_error *error)
{
    return store_get_text(store, BIND(store, "SELECT password FROM person WHERE id = ? AND claimed > 0", T(id)), hash,
                          error);
}

int store_person_claim(struct store *store, const char *id, const char *hash, int64_t time, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "UPDATE person SET password = ?2, claimed = CASE WHEN claimed > ?3 THEN claimed ELSE ?3 END WHERE id = ?1",
        T(id), T(hash), I(time));
}

/* Also those of their programs. */
static int end_tokens(struct store *store, const char *person, struct flip_error *error)
{
    return CHANGE(
        store, error,
        "DELETE FROM token WHERE person = ?1 OR person IN (SELECT id FROM person WHERE owner = ?1 AND owner <> '')",
        T(person));
}

static int end_sessions(struct store *store, const char *person, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM session WHERE person = ?", T(person));
}

int store_person_sign_out(struct store *store, const char *id, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE person SET sessions = sessions + 1 WHERE id = ?", T(id)) < 0 ||
                   end_tokens(store, id, error) < 0
               ? -1
               : end_sessions(store, id, error);
}

int store_person_ban(struct store *store, const char *id, bool banned, struct flip_error *error)
{
    return CHANGE(store, error,
                  "UPDATE person SET banned = ?2, banned_until = 0, sessions = sessions + 1 WHERE id = ?1", T(id),
                  I(banned)) < 0
               ? -1
               : end_sessions(store, id, error);
}

int store_ban_until(struct store *store, const char *id, int64_t until, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE person SET banned_until = ?2 WHERE id = ?1", T(id), I(until));
}

int store_bans_end(struct store *store, int64_t time, struct flip_error *error)
{
    const int due = store_exists(
        store,
        BIND(store, "SELECT 1 FROM person WHERE banned <> 0 AND banned_until > 0 AND banned_until <= ?", I(time)),
        error);
    return due < 1 ? due
                   : CHANGE(store, error,
                            "UPDATE person SET banned = 0, banned_until = 0 WHERE banned <> 0 AND banned_until > 0 AND"
                            " banned_until <= ?",
                            I(time));
}

int store_administrator(struct store *store, const char *id, struct flip_error *error)
{
    return store_exists(store, BIND(store, "SELECT 1 FROM person WHERE id = ? AND administrator <> 0", T(id)), error);
}

int store_administrator_put(struct store *store, const char *id, bool on, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE person SET administrator = ?2 WHERE id = ?1", T(id), I(on));
}

int store_admin_log(struct store *store, const char *id, const char *author, const char *what, const char *person,
                    const char *text, int64_t time, struct flip_error *error)
{
    return CHANGE(store, error, "INSERT INTO admin_log(id, time, author, what, person, text) VALUES(?, ?, ?, ?, ?, ?)",
                  T(id), I(time), T(author), T(what), T(person), T(text));
}

/* --- blocks and reports ------------------------------------------------------------------------------------------------ */

int store_block(struct store *store, const char *person, const char *blocked, bool on, struct flip_error *error)
{
    struct query *statement =
        on ? BIND(store, "INSERT INTO block(person, blocked) VALUES(?, ?) ON CONFLICT DO NOTHING", T(person),
                  T(blocked))
           : BIND(store, "DELETE FROM block WHERE person = ? AND blocked = ?", T(person), T(blocked));
    return store_change(store, statement, error);
}

int store_blocks(struct store *store, const char *person, const char *other, struct flip_error *error)
{
    return store_exists(store, BIND(store, "SELECT 1 FROM block WHERE person = ? AND blocked = ?", T(person), T(other)),
                        error);
}

int store_report_put(struct store *store, const struct store_report *report, struct flip_error *error)
{
    const int taken = store_take_numbers(store, error);
    if (taken != 1)
        return taken < 0 ? -1 : flip_fail(error, FLIP_ERROR_BUSY, "The site is busy at the moment. Please try again.");
    return CHANGE(store, error,
                  "INSERT INTO report(number, person, about, game_table, text, time) SELECT coalesce(max(number), 0) + "
                  "1, ?1, ?2, ?3, ?4, ?5 FROM report",
                  T(report->person), T(report->about), T(report->table), T(report->text), I(report->time));
}

int store_report_delete(struct store *store, int64_t number, struct flip_error *error)
{
    return store_change_counted(store, BIND(store, "DELETE FROM report WHERE number = ?", I(number)), error);
}

/* --- friends ------------------------------------------------------------------------------------------------------------ */

int store_friendship(struct store *store, const char *person, const char *other, struct flip_error *error)
{
    struct query *query = BIND(store,
                               "SELECT since > 0, person = ?1 FROM friend WHERE (person = ?1 AND friend = ?2) OR "
                               "(person = ?2 AND friend = ?1) ORDER BY since DESC LIMIT 1",
                               T(person), T(other));
    const enum db_result result = db_step(query);
    int is = result == DB_DONE ? STORE_STRANGERS : -1;
    if (result == DB_ROW)
        is = db_int(query, 0) ? STORE_ARE_FRIENDS : db_int(query, 1) ? STORE_ASKED : STORE_ASKS;
    else if (result != DB_DONE)
        store_failed(store, error);
    db_reset(query);
    return is;
}

int store_friend_ask(struct store *store, const char *person, const char *other, int64_t time, struct flip_error *error)
{
    return CHANGE(store, error, "INSERT INTO friend(person, friend, asked) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
                  T(person), T(other), I(time));
}

int store_friend_accept(struct store *store, const char *person, const char *asker, int64_t time,
                        struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE friend SET since = ?3 WHERE person = ?1 AND friend = ?2", T(asker), T(person),
                  I(time));
}

int store_friend_delete(struct store *store, const char *person, const char *other, struct flip_error *error)
{
    return CHANGE(store, error,
                  "DELETE FROM friend WHERE (person = ?1 AND friend = ?2) OR (person = ?2 AND friend = ?1)", T(person),
                  T(other));
}

int64_t store_friend_count(struct store *store, const char *person, struct flip_error *error)
{
    return store_get_number(
        store, BIND(store, "SELECT count(*) FROM friend WHERE person = ?1 OR (friend = ?1 AND since > 0)", T(person)),
        error);
}

int store_visibility_put(struct store *store, const struct store_person *person, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE person SET presence = ?2, challenges = ?3, requests = ?4 WHERE id = ?1",
                  T(person->id), I(person->presence), I(person->challenges), I(person->requests));
}

/* --- challenges --------------------------------------------------------------------------------------------------------- */

int store_challenge_put(struct store *store, const struct store_challenge *challenge, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO challenge(id, person, other, game_table, game, time) VALUES(?, ?, ?, ?, ?, ?)",
                  T(challenge->id), T(challenge->person), T(challenge->other), T(challenge->table), T(challenge->game),
                  I(challenge->time));
}

int store_challenge_get(struct store *store, const char *id, struct store_challenge *out, struct flip_error *error)
{
    struct query *query = BIND(store, "SELECT id, person, other, game_table, time FROM challenge WHERE id = ?", T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_challenge){.time = db_int64(query, 4)};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->other, sizeof out->other, "%s", store_column(query, 2));
        snprintf(out->table, sizeof out->table, "%s", store_column(query, 3));
    }
    return store_found(store, query, result, error);
}

int store_challenged(struct store *store, const char *person, const char *other, const char *game,
                     struct flip_error *error)
{
    return store_exists(store,
                        BIND(store,
                             "SELECT 1 FROM challenge c JOIN game_table g ON g.id = c.game_table AND g.status = 0 "
                             "WHERE c.person = ? AND c.other = ? AND c.game = ?",
                             T(person), T(other), T(game)),
                        error);
}

int64_t store_challenge_count(struct store *store, const char *person, struct flip_error *error)
{
    return store_get_number(
        store,
        BIND(store,
             "SELECT count(*) FROM challenge c JOIN game_table g ON g.id = c.game_table AND g.status = 0 "
             "WHERE c.person = ?",
             T(person)),
        error);
}

int store_challenge_delete(struct store *store, const char *id, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM challenge WHERE id = ?", T(id));
}

int store_challenges_delete_between(struct store *store, const char *person, const char *other,
                                    struct flip_error *error)
{
    return CHANGE(store, error,
                  "DELETE FROM challenge WHERE (person = ?1 AND other = ?2) OR (person = ?2 AND other = ?1)", T(person),
                  T(other));
}

int store_challenges_forget(struct store *store, struct flip_error *error)
{
    return store_change(store,
                        QUERY(store, "DELETE FROM challenge WHERE game_table NOT IN (SELECT id FROM game_table WHERE "
                                     "status = 0 AND status < 2)"),
                        error);
}

/* --- recovery codes, programs ------------------------------------------------------------------------------------------- */

int store_recovery_get(struct store *store, const char *person, char **hash, struct flip_error *error)
{
    return store_get_text(store, BIND(store, "SELECT recovery FROM person WHERE id = ? AND claimed > 0", T(person)),
                          hash, error);
}

int store_recovery_put(struct store *store, const char *person, const char *hash, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE person SET recovery = ?2 WHERE id = ?1", T(person), T(hash));
}

int store_program_put(struct store *store, const char *program, const char *owner, int64_t time,
                      struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE person SET owner = ?2, claimed = ?3 WHERE id = ?1", T(program), T(owner),
                  I(time));
}

int64_t store_program_count(struct store *store, const char *owner, struct flip_error *error)
{
    return store_get_number(
        store, BIND(store, "SELECT count(*) FROM person WHERE owner = ?1 AND owner <> ''", T(owner)), error);
}

/* --- tokens ------------------------------------------------------------------------------------------------------------- */

int store_token_put(struct store *store, const struct store_token *token, const char *hash, struct flip_error *error)
{
    return CHANGE(
        store, error, "INSERT INTO token(id, person, hash, label, scopes, created, seen) VALUES(?, ?, ?, ?, ?, ?, ?)",
        T(token->id), T(token->person), T(hash), T(token->label), I(token->scopes), I(token->created), I(token->seen));
}

int store_token_get(struct store *store, const char *hash, struct store_token *out, struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT id, person, label, scopes, created, seen FROM token WHERE hash = ?", T(hash));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_token){
            .scopes = db_int64(query, 3), .created = db_int64(query, 4), .seen = db_int64(query, 5)};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->label, sizeof out->label, "%s", store_column(query, 2));
    }
    return store_found(store, query, result, error);
}

int store_token_seen(struct store *store, const char *id, int64_t seen, struct flip_error *error)
{
    return CHANGE(store, error, "UPDATE token SET seen = ?2 WHERE id = ?1", T(id), I(seen));
}

int store_token_delete(struct store *store, const char *id, const char *owner, struct flip_error *error)
{
    const int deleted =
        store_change_counted(store,
                             BIND(store,
                                  "DELETE FROM token WHERE id = ?1 AND (person = ?2 OR person IN (SELECT "
                                  "id FROM person WHERE owner = ?2 AND owner <> ''))",
                                  T(id), T(owner)),
                             error);
    return deleted < 0 ? -1 : deleted > 0;
}

int64_t store_token_count(struct store *store, const char *person, struct flip_error *error)
{
    return store_get_number(store, BIND(store, "SELECT count(*) FROM token WHERE person = ?", T(person)), error);
}

int store_session_put(struct store *store, const struct store_session *session, struct flip_error *error)
{
    return CHANGE(store, error,
                  "INSERT INTO session(id, person, created, seen, device, old) VALUES(?, ?, ?, ?, ?, ?) ON "
                  "CONFLICT(id) DO UPDATE SET seen = excluded.seen",
                  T(session->id), T(session->person), I(session->created), I(session->seen), T(session->device),
                  I(session->old));
}

int store_session_get(struct store *store, const char *id, struct store_session *out, struct flip_error *error)
{
    struct query *query =
        BIND(store, "SELECT id, person, created, seen, device, old, ended FROM session WHERE id = ?", T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_session){.created = db_int64(query, 2),
                                      .seen = db_int64(query, 3),
                                      .old = db_int(query, 5) != 0,
                                      .ended = db_int(query, 6) != 0};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->device, sizeof out->device, "%s", store_column(query, 4));
    }
    return store_found(store, query, result, error);
}

int store_session_end(struct store *store, const char *id, const char *person, struct flip_error *error)
{
    const int marked = store_change_counted(
        store,
        BIND(store, "UPDATE session SET ended = 1, device = '' WHERE id = ? AND person = ? AND old <> 0", T(id),
             T(person)),
        error);
    if (marked != 0)
        return marked < 0 ? -1 : 1;
    const int deleted = store_change_counted(
        store, BIND(store, "DELETE FROM session WHERE id = ? AND person = ? AND old = 0", T(id), T(person)), error);
    return deleted < 0 ? -1 : deleted > 0;
}

int store_sessions_limit(struct store *store, const char *person, int most, struct flip_error *error)
{
    return CHANGE(store, error,
                  "DELETE FROM session WHERE person = ?1 AND old = 0 AND id NOT IN (SELECT id FROM session WHERE "
                  "person = ?1 AND old = 0 ORDER BY seen DESC LIMIT ?2)",
                  T(person), I(most));
}

int store_sessions_forget(struct store *store, int64_t before, struct flip_error *error)
{
    return CHANGE(store, error, "DELETE FROM session WHERE seen < ?", I(before));
}

int64_t store_sessions_since(struct store *store, struct flip_error *error)
{
    struct query *query = QUERY(store, "SELECT value FROM meta WHERE key = 'sessions_since'");
    const enum db_result result = db_step(query);
    const int64_t since = result == DB_ROW ? store_number_in(query, 0) : 0;
    db_reset(query);
    return result == DB_FAILED ? store_failed(store, error) : since;
}
