/*
 * The schema, one step a version. A file at version n is brought up to date by the steps after n, in one transaction, after a
 * copy of it was made. Steps are never changed once released: a new version is a new step.
 *
 * In PostgreSQL a new release starts while servers of the one before still run (docs/scaling.md). So a step only adds: tables, indexes, columns
 * with a default. What a release no longer uses goes with a later one, and then `store_schema_oldest` rises.
 */
#include "store/db.h"

const char *const store_schema[] = {
    /* 1 */
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE person(id TEXT PRIMARY KEY, name TEXT NOT NULL, password TEXT, created INTEGER NOT NULL,"
    " seen INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE game_table(id TEXT PRIMARY KEY, status INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, head TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX game_table_lobby ON game_table(changed) WHERE listed AND status < 2;"
    "CREATE INDEX game_table_open ON game_table(status) WHERE status < 2;"
    "CREATE TABLE seat(person TEXT NOT NULL, game_table TEXT NOT NULL, PRIMARY KEY(person, game_table)) WITHOUT ROWID;"
    "CREATE TABLE step(game_table TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY(game_table, number)) WITHOUT ROWID;"
    "CREATE TABLE answer(client TEXT NOT NULL, number INTEGER NOT NULL, json TEXT NOT NULL,"
    " PRIMARY KEY(client, number)) WITHOUT ROWID;"
    "CREATE TABLE chat(game_table TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,"
    " name TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game_table, number)) WITHOUT ROWID;"
    "CREATE TABLE edition(hash TEXT PRIMARY KEY, game TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;",
    /* 2: results, made from records */
    "CREATE TABLE result(game_table TEXT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, person TEXT,"
    " score INTEGER NOT NULL, won INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game_table, seat)) WITHOUT "
    "ROWID;"
    "CREATE INDEX result_person ON result(person, game);",
    /* 3: answers grow old; mutes */
    "ALTER TABLE answer ADD COLUMN time INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE mute(game_table TEXT NOT NULL, person TEXT NOT NULL, muted TEXT NOT NULL,"
    " PRIMARY KEY(game_table, person, muted)) WITHOUT ROWID;",
    /* 4: accounts, ratings, clocks, the daily challenge. What is made from records (result, rating, achievement) is made anew:
       without 'derived' in meta the server does it at its start. */
    "ALTER TABLE person ADD COLUMN folded TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE person ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE person ADD COLUMN sessions INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE person ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;"
    "CREATE UNIQUE INDEX person_claimed ON person(folded) WHERE claimed > 0;"
    "ALTER TABLE game_table ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game_table ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX game_table_finished ON game_table(finished) WHERE finished > 0;"
    "CREATE INDEX game_table_deadline ON game_table(deadline) WHERE deadline > 0;"
    "DROP TABLE result;"
    "CREATE TABLE result(game_table TEXT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL, person TEXT,"
    " name TEXT NOT NULL, level INTEGER NOT NULL, seats INTEGER NOT NULL, score INTEGER NOT NULL,"
    " value INTEGER NOT NULL, won INTEGER NOT NULL, place INTEGER NOT NULL, gone INTEGER NOT NULL,"
    " helped INTEGER NOT NULL, daily TEXT NOT NULL, time INTEGER NOT NULL,"
    " rating REAL, deviation REAL, volatility REAL, rating_after REAL, deviation_after REAL,"
    " PRIMARY KEY(game_table, seat)) WITHOUT ROWID;"
    "CREATE INDEX result_person ON result(person, game, time);"
    "CREATE TABLE rating(game TEXT NOT NULL, player TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,"
    " volatility REAL NOT NULL, games INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game, player)) WITHOUT "
    "ROWID;"
    "CREATE INDEX rating_order ON rating(game, rating);"
    "CREATE TABLE achievement(person TEXT NOT NULL, game TEXT NOT NULL, id TEXT NOT NULL, part TEXT NOT NULL,"
    " game_table TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(person, game, id, part)) WITHOUT ROWID;"
    "CREATE TABLE daily(day TEXT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, game_table TEXT NOT NULL,"
    " began INTEGER NOT NULL, counted INTEGER NOT NULL DEFAULT 0, why TEXT NOT NULL DEFAULT '',"
    " score INTEGER NOT NULL DEFAULT 0, value INTEGER NOT NULL DEFAULT 0, time INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY(day, game, person)) WITHOUT ROWID;"
    "CREATE INDEX daily_person ON daily(person);"
    "CREATE INDEX chat_person ON chat(person);"
    "CREATE TABLE block(person TEXT NOT NULL, blocked TEXT NOT NULL, PRIMARY KEY(person, blocked)) WITHOUT ROWID;"
    "CREATE TABLE report(number INTEGER PRIMARY KEY, person TEXT NOT NULL, about TEXT NOT NULL,"
    " game_table TEXT NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL);"
    "CREATE TABLE wish(number INTEGER PRIMARY KEY, wish TEXT NOT NULL, answer TEXT, time INTEGER NOT NULL);",
    /* 5: what is said among the seats of a team */
    "ALTER TABLE chat ADD COLUMN team TEXT NOT NULL DEFAULT '';",
    /* 6: what belongs to one table, or to one person, is found without looking at all the others */
    "CREATE INDEX seat_table ON seat(game_table);"
    "CREATE INDEX achievement_table ON achievement(game_table);"
    "CREATE INDEX daily_table ON daily(game_table);"
    "CREATE INDEX rating_player ON rating(player);"
    "CREATE INDEX mute_person ON mute(person);"
    "CREATE INDEX mute_muted ON mute(muted);"
    "CREATE INDEX block_blocked ON block(blocked);",
    /* 7: sessions, and names by their looks. Cookies from before are good until a while after 'sessions_since'; `old` are the
       sessions that they stand for, which leave a trace when they end. Without 'names' in meta the server indexes all names anew at
       its start; two that were told apart before stay so, therefore `looks` need not be unique. */
    "CREATE TABLE session(id TEXT PRIMARY KEY, person TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL,"
    " device TEXT NOT NULL, old INTEGER NOT NULL DEFAULT 0, ended INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
    "CREATE INDEX session_person ON session(person);"
    "INSERT OR REPLACE INTO meta(key, value) VALUES('sessions_since', CAST(strftime('%s', 'now') * 1000 AS TEXT));"
    "ALTER TABLE person ADD COLUMN looks TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX person_name ON person(name) WHERE claimed > 0;"
    "CREATE INDEX person_looks ON person(looks) WHERE claimed > 0;",
    /* 8: friends, challenges, who may see and ask what (0: everyone, 1: friends, 2: nobody), recovery codes, programs as players and
       the tokens by which programs sign in; codes and tokens are kept as hashes */
    "CREATE TABLE friend(person TEXT NOT NULL, friend TEXT NOT NULL, asked INTEGER NOT NULL,"
    " since INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(person, friend)) WITHOUT ROWID;"
    "CREATE INDEX friend_friend ON friend(friend);"
    "CREATE TABLE challenge(id TEXT PRIMARY KEY, person TEXT NOT NULL, other TEXT NOT NULL, game_table TEXT NOT NULL,"
    " game TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX challenge_person ON challenge(person);"
    "CREATE INDEX challenge_other ON challenge(other);"
    "CREATE INDEX challenge_table ON challenge(game_table);"
    "ALTER TABLE person ADD COLUMN presence INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE person ADD COLUMN challenges INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE person ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE person ADD COLUMN recovery TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE person ADD COLUMN owner TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX person_owner ON person(owner) WHERE owner <> '';"
    "CREATE TABLE token(id TEXT PRIMARY KEY, person TEXT NOT NULL, hash TEXT NOT NULL, label TEXT NOT NULL,"
    " scopes INTEGER NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE UNIQUE INDEX token_hash ON token(hash);"
    "CREATE INDEX token_person ON token(person);",
    /* 9: what happens at a table besides moves (offers and their answers, who left and who came back). The place in a result
       is the table's, no longer that of the ratings, so what follows from records is made anew. */
    "CREATE TABLE notice(game_table TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, what TEXT NOT NULL,"
    " seat INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL, level INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(game_table, number)) WITHOUT ROWID;"
    "CREATE INDEX notice_person ON notice(person);"
    "DELETE FROM meta WHERE key = 'derived';",
    /* 10: analyses of finished games, kept with their tables */
    "CREATE TABLE analysis(game_table TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;",
    /* 11: puzzles: how hard they are, those mined here (`line`), who has tried which, how people do, whose games may be mined and
       which have been */
    "CREATE TABLE puzzle(id TEXT PRIMARY KEY, game TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,"
    " volatility REAL NOT NULL, tries INTEGER NOT NULL, solved INTEGER NOT NULL, line TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX puzzle_game ON puzzle(game);"
    "CREATE TABLE puzzle_try(person TEXT NOT NULL, puzzle TEXT NOT NULL, game TEXT NOT NULL, solved INTEGER NOT NULL,"
    " time INTEGER NOT NULL, PRIMARY KEY(person, puzzle)) WITHOUT ROWID;"
    "CREATE TABLE puzzle_solver(person TEXT NOT NULL, game TEXT NOT NULL, rating REAL NOT NULL, deviation REAL NOT "
    "NULL,"
    " volatility REAL NOT NULL, tries INTEGER NOT NULL, solved INTEGER NOT NULL, streak INTEGER NOT NULL,"
    " longest INTEGER NOT NULL, days INTEGER NOT NULL, day TEXT NOT NULL, rush_began INTEGER NOT NULL,"
    " rush_solved INTEGER NOT NULL, rush_missed INTEGER NOT NULL, rush_best INTEGER NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY(person, game)) WITHOUT ROWID;"
    "CREATE TABLE puzzle_consent(person TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE puzzle_mined(game_table TEXT PRIMARY KEY) WITHOUT ROWID;",
    /* 12: tournaments: who has entered (`gone`: the first round without them, -1: none) and who met whom. `due`: when the server has
       something to do about it; `version`: so that of several servers one does it. Of a pairing without a table (game_table = '') it is
       still to be made; a bye needs none. */
    "CREATE TABLE tournament(id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL,"
    " kind TEXT NOT NULL, seats INTEGER NOT NULL, rounds INTEGER NOT NULL, length INTEGER NOT NULL,"
    " pause INTEGER NOT NULL, listed INTEGER NOT NULL, state INTEGER NOT NULL, created INTEGER NOT NULL,"
    " starts INTEGER NOT NULL, began INTEGER NOT NULL, ended INTEGER NOT NULL, due INTEGER NOT NULL,"
    " version INTEGER NOT NULL, setup TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX tournament_due ON tournament(due) WHERE due > 0;"
    "CREATE INDEX tournament_created ON tournament(created);"
    "CREATE INDEX tournament_owner ON tournament(owner);"
    "CREATE TABLE entrant(tournament TEXT NOT NULL, number INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,"
    " level INTEGER NOT NULL, seed INTEGER NOT NULL, entered INTEGER NOT NULL, gone INTEGER NOT NULL,"
    " PRIMARY KEY(tournament, number)) WITHOUT ROWID;"
    "CREATE INDEX entrant_person ON entrant(person);"
    "CREATE TABLE pairing(tournament TEXT NOT NULL, number INTEGER NOT NULL, round INTEGER NOT NULL,"
    " game_table TEXT NOT NULL, players TEXT NOT NULL, places TEXT NOT NULL, finished INTEGER NOT NULL,"
    " PRIMARY KEY(tournament, number)) WITHOUT ROWID;"
    "CREATE INDEX pairing_open ON pairing(tournament) WHERE finished = 0;",
    /* 13: what people make in the workshop; `shared` is an enum store_shared */
    "CREATE TABLE workshop(id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, game TEXT NOT NULL,"
    " name TEXT NOT NULL, hash TEXT NOT NULL, shared INTEGER NOT NULL, created INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX workshop_person ON workshop(person);",
    /* 14: the gallery: what everybody can find (`listed`: since when), how often it was played, and who gave it a star */
    "ALTER TABLE workshop ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE workshop ADD COLUMN played INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX workshop_listed ON workshop(game) WHERE listed > 0;"
    "CREATE INDEX workshop_hash ON workshop(hash);"
    "CREATE TABLE star(work TEXT NOT NULL, person TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY(work, person))"
    " WITHOUT ROWID;"
    "CREATE INDEX star_person ON star(person);",
    /* 15: what is told when the page is closed: what a person wants to hear of and when (minutes of the day, `zone` minutes east of
       Greenwich, -1: no quiet hours), their mail address and the hash of the code that confirms it or replaces a password, the browsers
       that take push messages, and what is still to be sent (`due`: when to try, also if the server that has it is no more) */
    "CREATE TABLE notification(person TEXT PRIMARY KEY, push_kinds INTEGER NOT NULL, mail_kinds INTEGER NOT NULL,"
    " quiet_from INTEGER NOT NULL, quiet_to INTEGER NOT NULL, zone INTEGER NOT NULL, mail TEXT NOT NULL,"
    " confirmed INTEGER NOT NULL, code TEXT NOT NULL, code_until INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX notification_mail ON notification(mail) WHERE mail <> '';"
    "CREATE TABLE push_address(endpoint TEXT PRIMARY KEY, id TEXT NOT NULL, person TEXT NOT NULL, session TEXT NOT "
    "NULL,"
    " public TEXT NOT NULL, auth TEXT NOT NULL, device TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX push_address_person ON push_address(person);"
    "CREATE TABLE outbox(id TEXT PRIMARY KEY, channel TEXT NOT NULL, person TEXT NOT NULL, address TEXT NOT NULL,"
    " body TEXT NOT NULL, created INTEGER NOT NULL, due INTEGER NOT NULL, tries INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX outbox_due ON outbox(due);"
    "CREATE INDEX outbox_person ON outbox(person);",
    /* 16: administrators, bans that end, and what administrators have done */
    "ALTER TABLE person ADD COLUMN administrator INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE person ADD COLUMN banned_until INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX person_banned ON person(banned_until) WHERE banned <> 0;"
    "CREATE TABLE admin_log(id TEXT PRIMARY KEY, time INTEGER NOT NULL, author TEXT NOT NULL, what TEXT NOT NULL,"
    " person TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX admin_log_time ON admin_log(time);"
    "CREATE INDEX admin_log_person ON admin_log(person);",
    /* 17: what is counted of a seat's game (its character, the scenario …), as the game says. Of results from before, and of those that
       an older server writes meanwhile, it is still to be found out (`labelled` = 0). */
    "CREATE TABLE label(game_table TEXT NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
    " PRIMARY KEY(game_table, seat, name, value)) WITHOUT ROWID;"
    "ALTER TABLE result ADD COLUMN labelled INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX result_unlabelled ON result(game_table) WHERE labelled = 0;",
    /* 18: leagues of friends: whose they are, who belongs to them (`state` is an enum store_membership), and which tables do */
    "CREATE TABLE league(id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, created INTEGER NOT NULL,"
    " closed INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX league_owner ON league(owner);"
    "CREATE TABLE league_member(league TEXT NOT NULL, person TEXT NOT NULL, joined INTEGER NOT NULL,"
    " state INTEGER NOT NULL, PRIMARY KEY(league, person)) WITHOUT ROWID;"
    "CREATE INDEX league_member_person ON league_member(person);"
    "ALTER TABLE game_table ADD COLUMN league TEXT NOT NULL DEFAULT '';"
    "CREATE INDEX game_table_league ON game_table(league) WHERE league <> '';",
    /* 19: what a client was told is done, in one row (number = 0) instead of one each: see tables.c */
    ("ALTER TABLE answer ADD COLUMN last INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE answer ADD COLUMN before INTEGER NOT NULL DEFAULT 0;"),
#ifdef NEXT_STEP /* of the tests: a release that does not exist yet */
    NEXT_STEP,
#endif
};

const int store_schema_version = (int)(sizeof store_schema / sizeof *store_schema);
const int store_schema_oldest = 11;
