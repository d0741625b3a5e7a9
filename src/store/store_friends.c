/*
 * The store's part for people among each other: friends, challenges, who may see and ask what; and for what lets somebody in besides a
 * password and a cookie: recovery codes, and the tokens of programs.
 */
#include "store/store_parts.h"

#include <stdio.h>
#include <string.h>

#define AT(statement) [(statement)-STATEMENTS_OF_SESSIONS]

const char *const store_friends_sql[STATEMENTS_OF_FRIENDS - STATEMENTS_OF_SESSIONS] = {
    AT(FRIEND_ASK) = "INSERT INTO friend(person, friend, asked) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
    AT(FRIEND_ACCEPT) = "UPDATE friend SET since = ?3 WHERE person = ?1 AND friend = ?2",
    AT(FRIEND_CUT) = "DELETE FROM friend WHERE (person = ?1 AND friend = ?2) OR (person = ?2 AND friend = ?1)",
    AT(FRIEND_GET) = "SELECT since > 0, person = ?1 FROM friend WHERE (person = ?1 AND friend = ?2) OR"
                     " (person = ?2 AND friend = ?1) ORDER BY since DESC LIMIT 1",
    AT(FRIEND_COUNT) = "SELECT count(*) FROM friend WHERE person = ?1 OR (friend = ?1 AND since > 0)",
    AT(CHALLENGE_PUT) = "INSERT INTO challenge(id, person, other, game_table, game, time) VALUES(?, ?, ?, ?, ?, ?)",
    AT(CHALLENGE_GET) = "SELECT id, person, other, game_table, time FROM challenge WHERE id = ?",
    AT(CHALLENGE_BETWEEN) = "SELECT 1 FROM challenge c JOIN game_table g ON g.id = c.game_table AND g.status = 0"
                            " WHERE c.person = ? AND c.other = ? AND c.game = ?",
    AT(CHALLENGE_COUNT) = "SELECT count(*) FROM challenge c JOIN game_table g ON g.id = c.game_table AND g.status = 0"
                          " WHERE c.person = ?",
    AT(CHALLENGE_CUT) = "DELETE FROM challenge WHERE id = ?",
    AT(CHALLENGES_CUT_BETWEEN) =
        "DELETE FROM challenge WHERE (person = ?1 AND other = ?2) OR (person = ?2 AND other = ?1)",
    AT(CHALLENGES_FORGET) =
        "DELETE FROM challenge WHERE game_table NOT IN (SELECT id FROM game_table WHERE status = 0 AND status < 2)",
    AT(PERSON_SET_VISIBILITY) = "UPDATE person SET presence = ?2, challenges = ?3, requests = ?4 WHERE id = ?1",
    AT(PERSON_SET_RECOVERY) = "UPDATE person SET recovery = ?2 WHERE id = ?1",
    AT(PERSON_RECOVERY) = "SELECT recovery FROM person WHERE id = ? AND claimed > 0",
    AT(PERSON_SET_OWNER) = "UPDATE person SET owner = ?2, claimed = ?3 WHERE id = ?1",
    AT(PROGRAM_COUNT) = "SELECT count(*) FROM person WHERE owner = ?1 AND owner <> ''",
    AT(TOKEN_PUT) = "INSERT INTO token(id, person, hash, label, scopes, created, seen) VALUES(?, ?, ?, ?, ?, ?, ?)",
    AT(TOKEN_GET) = "SELECT id, person, label, scopes, created, seen FROM token WHERE hash = ?",
    AT(TOKEN_SEEN) = "UPDATE token SET seen = ?2 WHERE id = ?1",
    AT(TOKEN_CUT) = "DELETE FROM token WHERE id = ?1 AND (person = ?2 OR person IN"
                    " (SELECT id FROM person WHERE owner = ?2 AND owner <> ''))",
    AT(TOKENS_END_ALL) = "DELETE FROM token WHERE person = ?1 OR person IN"
                         " (SELECT id FROM person WHERE owner = ?1 AND owner <> '')",
    AT(TOKEN_COUNT) = "SELECT count(*) FROM token WHERE person = ?",
};

static int64_t count(struct store *store, struct query *query, struct flip_error *error)
{
    int64_t number;
    return store_get_integer(store, query, &number, error) < 0 ? -1 : number;
}

/* --- friends ------------------------------------------------------------------------------------------------------------ */

int store_friendship(struct store *store, const char *person, const char *other, struct flip_error *error)
{
    struct query *query = BIND(store, FRIEND_GET, T(person), T(other));
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
    return store_change(store, BIND(store, FRIEND_ASK, T(person), T(other), I(time)), error);
}

int store_friend_accept(struct store *store, const char *person, const char *asker, int64_t time,
                        struct flip_error *error)
{
    return store_change(store, BIND(store, FRIEND_ACCEPT, T(asker), T(person), I(time)), error);
}

int store_friend_cut(struct store *store, const char *person, const char *other, struct flip_error *error)
{
    return store_change(store, BIND(store, FRIEND_CUT, T(person), T(other)), error);
}

int64_t store_friend_count(struct store *store, const char *person, struct flip_error *error)
{
    return count(store, BIND(store, FRIEND_COUNT, T(person)), error);
}

int store_visibility_put(struct store *store, const struct store_person *person, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, PERSON_SET_VISIBILITY, T(person->id), I(person->presence), I(person->challenges),
                             I(person->requests)),
                        error);
}

/* --- challenges --------------------------------------------------------------------------------------------------------- */

int store_challenge_put(struct store *store, const struct store_challenge *challenge, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, CHALLENGE_PUT, T(challenge->id), T(challenge->person), T(challenge->other),
                             T(challenge->table), T(challenge->game), I(challenge->time)),
                        error);
}

int store_challenge_get(struct store *store, const char *id, struct store_challenge *out, struct flip_error *error)
{
    struct query *query = BIND(store, CHALLENGE_GET, T(id));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_challenge){.time = db_int64(query, 4)};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->other, sizeof out->other, "%s", store_column(query, 2));
        snprintf(out->table, sizeof out->table, "%s", store_column(query, 3));
    }
    db_reset(query);
    return result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
}

int store_challenged(struct store *store, const char *person, const char *other, const char *game,
                     struct flip_error *error)
{
    int64_t there;
    return store_get_integer(store, BIND(store, CHALLENGE_BETWEEN, T(person), T(other), T(game)), &there, error);
}

int64_t store_challenge_count(struct store *store, const char *person, struct flip_error *error)
{
    return count(store, BIND(store, CHALLENGE_COUNT, T(person)), error);
}

int store_challenge_cut(struct store *store, const char *id, struct flip_error *error)
{
    return store_change(store, BIND(store, CHALLENGE_CUT, T(id)), error);
}

int store_challenges_cut_between(struct store *store, const char *person, const char *other, struct flip_error *error)
{
    return store_change(store, BIND(store, CHALLENGES_CUT_BETWEEN, T(person), T(other)), error);
}

int store_challenges_forget(struct store *store, struct flip_error *error)
{
    db_reset(store->statement[CHALLENGES_FORGET]);
    return store_change(store, store->statement[CHALLENGES_FORGET], error);
}

/* --- recovery codes, programs ------------------------------------------------------------------------------------------- */

int store_recovery_get(struct store *store, const char *person, char **hash, struct flip_error *error)
{
    return store_get_text(store, BIND(store, PERSON_RECOVERY, T(person)), hash, error);
}

int store_recovery_put(struct store *store, const char *person, const char *hash, struct flip_error *error)
{
    return store_change(store, BIND(store, PERSON_SET_RECOVERY, T(person), T(hash)), error);
}

int store_program_put(struct store *store, const char *program, const char *owner, int64_t time,
                      struct flip_error *error)
{
    return store_change(store, BIND(store, PERSON_SET_OWNER, T(program), T(owner), I(time)), error);
}

int64_t store_program_count(struct store *store, const char *owner, struct flip_error *error)
{
    return count(store, BIND(store, PROGRAM_COUNT, T(owner)), error);
}

/* --- tokens ------------------------------------------------------------------------------------------------------------- */

int store_token_put(struct store *store, const struct store_token *token, const char *hash, struct flip_error *error)
{
    return store_change(store,
                        BIND(store, TOKEN_PUT, T(token->id), T(token->person), T(hash), T(token->label),
                             I(token->scopes), I(token->created), I(token->seen)),
                        error);
}

int store_token_get(struct store *store, const char *hash, struct store_token *out, struct flip_error *error)
{
    struct query *query = BIND(store, TOKEN_GET, T(hash));
    const enum db_result result = db_step(query);
    if (result == DB_ROW) {
        *out = (struct store_token){
            .scopes = db_int64(query, 3), .created = db_int64(query, 4), .seen = db_int64(query, 5)};
        snprintf(out->id, sizeof out->id, "%s", store_column(query, 0));
        snprintf(out->person, sizeof out->person, "%s", store_column(query, 1));
        snprintf(out->label, sizeof out->label, "%s", store_column(query, 2));
    }
    db_reset(query);
    return result == DB_ROW ? 1 : result == DB_DONE ? 0 : store_failed(store, error);
}

int store_token_seen(struct store *store, const char *id, int64_t seen, struct flip_error *error)
{
    return store_change(store, BIND(store, TOKEN_SEEN, T(id), I(seen)), error);
}

int store_token_cut(struct store *store, const char *id, const char *owner, struct flip_error *error)
{
    const int cut = store_change_counted(store, BIND(store, TOKEN_CUT, T(id), T(owner)), error);
    return cut < 0 ? -1 : cut > 0;
}

int store_tokens_end_all(struct store *store, const char *person, struct flip_error *error)
{
    return store_change(store, BIND(store, TOKENS_END_ALL, T(person)), error);
}

int64_t store_token_count(struct store *store, const char *person, struct flip_error *error)
{
    return count(store, BIND(store, TOKEN_COUNT, T(person)), error);
}
