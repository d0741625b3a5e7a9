/*
 * Lists for pages and files, by their names in lists.h; ?1, ?2 and ?3 are what it calls `a`, `b` and `n`. The columns have the names that
 * the API uses, so that nobody has to write each down again.
 */
#include "store/parts.h"

/* A person's results count as played alone where nobody else sat there. Programs have a list of their own (?3). */
#define RATED                                                                                                          \
    "SELECT player, rating, deviation, games FROM rating WHERE game = ?1"                                              \
    " AND player NOT IN (SELECT id FROM person WHERE banned <> 0)"                                                     \
    " AND CASE WHEN player IN (SELECT id FROM person WHERE owner <> '') THEN 1 ELSE 0 END = ?3"
/* The list has those of whom enough is known; bots are in it from their first game. */
#define KNOWN                                                                                                          \
    "(player LIKE 'bot %' OR (deviation <= " TEXT_OF(STORE_PROVISIONAL) " AND games >= " TEXT_OF(STORE_FIRST_GAMES) "))"
#define RANKED                                                                                                         \
    "SELECT rank() OVER (ORDER BY rating DESC) AS rank, player, rating, deviation, games FROM (" RATED                 \
    ") AS rated WHERE " KNOWN

/* ?2 is who asks. */
#define GALLERY_COLUMNS                                                                                                \
    "w.id AS id, w.name AS name, p.name AS by, w.listed AS since, w.played AS played,"                                 \
    " (SELECT count(*) FROM star s WHERE s.work = w.id) AS stars,"                                                     \
    " CASE WHEN EXISTS (SELECT 1 FROM star s WHERE s.work = w.id AND s.person = ?2) THEN 1 ELSE 0 END AS starred"      \
    " FROM workshop w JOIN person p ON p.id = w.person"

/* Of games in which two have met. */
#define WON_AND_LOST                                                                                                   \
    " count(CASE WHEN we_left < they_left OR"                                                                          \
    " (we_left = they_left AND (won > lost OR (won = lost AND mine < theirs))) THEN 1 END) AS won,"                    \
    " count(CASE WHEN we_left > they_left OR"                                                                          \
    " (we_left = they_left AND (won < lost OR (won = lost AND mine > theirs))) THEN 1 END) AS lost"

static const char *const list_sql[STORE_LISTS] = {
    [LIST_PEOPLE] = "SELECT id, name, created, seen, claimed, banned,"
                    " (SELECT count(*) FROM seat WHERE seat.person = person.id) AS tables"
                    " FROM person WHERE ?1 = '' OR id = ?1 OR replace(lower(name), lower(?1), '') <> lower(name)"
                    " ORDER BY seen DESC LIMIT ?3",
    [LIST_NAMESAKES] = "SELECT id FROM person WHERE folded = ?1 OR (looks = ?2 AND looks <> '')"
                       " ORDER BY claimed DESC, seen DESC",
    [LIST_REPORTS] = "SELECT number, report.time AS time, report.about AS about, a.name AS about_name, report.person AS"
                     " person, p.name AS person_name, game_table AS \"table\", text FROM report"
                     " LEFT JOIN person a ON a.id = report.about LEFT JOIN person p ON p.id = report.person"
                     " ORDER BY number",
    [LIST_BLOCKED] = "SELECT person.id AS id, person.name AS name FROM block JOIN person ON person.id = block.blocked"
                     " WHERE block.person = ?1 ORDER BY person.folded",
    [LIST_GAMES_OF] = "SELECT game, count(DISTINCT game_table) AS played, count(DISTINCT CASE WHEN won <> 0 AND"
                      " seats > 1 THEN game_table END) AS won, count(CASE WHEN seats = 1 THEN 1 END) AS solo,"
                      " min(CASE WHEN seats = 1 THEN value END) AS lowest, max(CASE WHEN seats = 1 THEN value END) AS"
                      " highest, avg(CASE WHEN seats = 1 THEN value END) AS mean FROM result WHERE person = ?1"
                      " GROUP BY game",
    [LIST_RESULTS_OF] = "SELECT result.game_table AS \"table\", game, time, seat, score, won, gone, place,"
                        " CASE WHEN rating IS NULL THEN 0 ELSE 1 END AS rated,"
                        " CASE WHEN deviation <= " TEXT_OF(
                            STORE_PROVISIONAL) " THEN rating_after - rating END"
                                               " AS rating_change, nullif(daily, '') AS daily,"
                                               " (SELECT listed FROM game_table WHERE id = result.game_table) AS listed"
                                               " FROM result WHERE person = ?1 AND time < ?3 ORDER BY time DESC, "
                                               "game_table, seat LIMIT 51",
    [LIST_SEATS] = "SELECT CASE WHEN result.person IS NULL OR p.id IS NOT NULL THEN result.name ELSE '" STORE_FORMER
                   "' END AS name, p.id AS person, nullif(level, 0) AS level, score, won FROM result"
                   " LEFT JOIN person p ON p.id = result.person WHERE game_table = ?1 ORDER BY seat",
    [LIST_PEOPLE_AT] = "SELECT person FROM seat WHERE game_table = ?1",
    [LIST_SCORES] = "SELECT game_table AS \"table\", time, value, score, seat, seats, won, place FROM result"
                    " WHERE person = ?1 AND game = ?2 AND gone = 0 ORDER BY time DESC LIMIT 500",
    [LIST_HABITS] =
        "SELECT r.game_table AS \"table\", r.seat AS seat, r.seats AS seats, substr(a.json, 1, 8000) AS json"
        " FROM result r JOIN analysis a ON a.game_table = r.game_table WHERE r.person = ?1 AND r.game = ?2"
        " AND a.json LIKE '{\"habits\":%' ORDER BY r.time DESC LIMIT 100",
    [LIST_HABITS_BESIDE] = "SELECT r.seat AS seat, r.seats AS seats, substr(a.json, 1, 8000) AS json FROM rating own"
                           " JOIN rating other ON other.game = own.game AND other.player <> own.player"
                           " AND other.rating BETWEEN own.rating - 150 AND own.rating + 150"
                           " JOIN result r ON r.person = other.player AND r.game = own.game"
                           " JOIN analysis a ON a.game_table = r.game_table WHERE own.player = ?1 AND own.game = ?2"
                           " AND a.json LIKE '{\"habits\":%' LIMIT 300",
    [LIST_RATING_HISTORY] = "SELECT time, rating_after AS rating, deviation_after AS deviation FROM result"
                            " WHERE person = ?1 AND (?2 = '' OR game = ?2) AND rating IS NOT NULL ORDER BY time",
    [LIST_RATINGS] = "SELECT r.*, person.name AS name, person.id AS person FROM (" RANKED
                     ") r LEFT JOIN person ON person.id = r.player ORDER BY r.rank, r.player LIMIT 100",
    [LIST_RATING_OF] = "SELECT r.rank AS rank, o.player AS player, o.rating AS rating, o.deviation AS deviation,"
                       " o.games AS games, person.name AS name, person.id AS person FROM (" RATED
                       ") AS o LEFT JOIN (" RANKED ") AS r ON r.player = o.player"
                       " LEFT JOIN person ON person.id = o.player WHERE o.player = ?2",
    [LIST_RATINGS_OF] = "SELECT game, rating, deviation, volatility, games, time FROM rating WHERE player = ?1",
    [LIST_RATED_SEATS] = "SELECT seat, rating, deviation, volatility FROM result"
                         " WHERE game_table = ?2 AND person = ?1 AND rating IS NOT NULL",
    [LIST_TABLES_WITH] = "SELECT game_table AS \"table\" FROM seat WHERE person = ?1 LIMIT ?3",
    [LIST_ACHIEVEMENTS_OF] = "SELECT game, id, count(*) AS have, max(time) AS time FROM achievement WHERE person = ?1"
                             " GROUP BY game, id",
    [LIST_ACHIEVED_AT] = "SELECT game, id, part, game_table AS \"table\", time FROM achievement WHERE person = ?1"
                         " AND (?2 = '' OR game = ?2) ORDER BY time",
    [LIST_ACHIEVED_FIRST] =
        "SELECT game, id, game_table AS \"table\", time FROM (SELECT game, id, game_table, time,"
        " row_number() OVER (PARTITION BY game, id ORDER BY time, part) AS number FROM achievement"
        " WHERE person = ?1 AND (?2 = '' OR game = ?2)) AS parts WHERE number <= ?3 ORDER BY number",
    [LIST_DAILY_GAMES] = "SELECT game, count(*) AS tries, count(CASE WHEN counted <> 0 THEN 1 END) AS finished,"
                         " max(CASE WHEN counted <> 0 THEN value END) AS highest, min(CASE WHEN counted <> 0 THEN "
                         "value END) AS lowest FROM daily WHERE day = ?1"
                         " AND person NOT LIKE 'bot %' GROUP BY game",
    [LIST_DAILY_RESULTS] = "SELECT rank() OVER (ORDER BY value * ?3 DESC) AS rank, daily.person AS person, name, value,"
                           " score, time FROM daily JOIN person ON person.id = daily.person"
                           " WHERE day = ?1 AND game = ?2 AND counted <> 0 AND banned = 0 ORDER BY rank, time",
    [LIST_DAILY_DISTRIBUTION] =
        "SELECT value, count(*) AS count FROM daily WHERE day = ?1 AND game = ?2 AND counted <> 0"
        " AND person NOT LIKE 'bot %' GROUP BY value ORDER BY value",
    [LIST_DAILY_BOTS] =
        "SELECT CAST(substr(person, 5) AS INTEGER) AS level, value, score, game_table AS \"table\""
        " FROM daily WHERE day = ?1 AND game = ?2 AND counted <> 0 AND person LIKE 'bot %' ORDER BY person",
    [LIST_TRIES_OF] = "SELECT day, game, game_table AS \"table\", began, counted, why, score, value, time FROM daily"
                      " WHERE person = ?1 AND (?2 = '' OR day = ?2) ORDER BY day, game",
    [LIST_KEPT] =
        "SELECT kept.person AS id, coalesce(max(p.name), '') AS name, CAST(sum(tables) AS INTEGER) AS tables,"
        " CAST(sum(lines) AS INTEGER) AS lines, CAST(sum(answers) AS INTEGER) AS answers,"
        " CAST(sum(characters) AS INTEGER) AS characters FROM"
        " (SELECT person, 0 AS tables, count(*) AS lines, 0 AS answers, sum(length(text)) AS characters FROM chat"
        " WHERE person <> '' GROUP BY person"
        " UNION ALL SELECT substr(client, 1, 22), 0, 0, count(*), sum(length(json)) FROM answer"
        " GROUP BY substr(client, 1, 22)"
        " UNION ALL SELECT person, count(*), 0, 0, 0 FROM seat GROUP BY person) AS kept"
        " LEFT JOIN person p ON p.id = kept.person GROUP BY kept.person ORDER BY 6 DESC, 3 DESC, 1 LIMIT ?3",
    [LIST_CHAT_OF] = "SELECT game_table AS \"table\", time, text, team FROM chat WHERE person = ?1 ORDER BY time",
    [LIST_EXPORT_RESULTS] =
        "SELECT game_table AS \"table\", game, seat, seats, score, value, won, place, gone AS left, helped,"
        " nullif(daily, '') AS daily, time, rating, deviation, rating_after, deviation_after"
        " FROM result WHERE person = ?1 ORDER BY time",
    [LIST_NOTICES_OF] = "SELECT game_table AS \"table\", kind, what, time FROM notice WHERE person = ?1 ORDER BY time",
    [LIST_MUTED] = "SELECT game_table AS \"table\", muted AS person FROM mute WHERE person = ?1",
    [LIST_REPORTS_OF] = "SELECT about AS person, game_table AS \"table\", text, time FROM report WHERE person = ?1",
    [LIST_SESSIONS_OF] = "SELECT id, created, seen, device FROM session WHERE person = ?1 AND ended = 0 AND seen >= ?3"
                         " ORDER BY seen DESC, id",
    [LIST_FRIENDS] = "SELECT p.id AS id, p.name AS name, p.claimed > 0 AS claimed, p.owner <> '' AS program,"
                     " p.presence AS presence, CASE WHEN f.since > 0 THEN 'friend' WHEN f.person = ?1 THEN 'asked'"
                     " ELSE 'asks' END AS state, CASE WHEN f.since > 0 THEN f.since ELSE f.asked END AS time"
                     " FROM friend f JOIN person p ON p.id = CASE WHEN f.person = ?1 THEN f.friend ELSE f.person END"
                     " WHERE f.person = ?1 OR f.friend = ?1 ORDER BY p.folded, p.id",
    [LIST_CHALLENGES] = "SELECT c.id AS id, c.game_table AS \"table\", c.game AS game, c.time AS time, c.person AS by,"
                        " p.name AS by_name, p.owner <> '' AS by_program, c.other AS \"to\", o.name AS to_name,"
                        " o.owner <> '' AS to_program FROM challenge c"
                        " JOIN person p ON p.id = c.person JOIN person o ON o.id = c.other"
                        " JOIN game_table g ON g.id = c.game_table AND g.status = 0"
                        " WHERE c.person = ?1 OR c.other = ?1 ORDER BY c.time, c.id",
    [LIST_CHALLENGED] = "SELECT id, game_table FROM challenge WHERE other = ?1 ORDER BY id",
    /* Whoever left has lost, whatever the bot made of it. */
    [LIST_AGAINST] =
        "SELECT game, count(*) AS played," WON_AND_LOST ","
        " max(time) AS time FROM"
        " (SELECT m.game AS game, max(m.won) AS won, max(t.won) AS lost, min(m.place) AS mine,"
        " min(t.place) AS theirs, max(m.gone) AS we_left, max(t.gone) AS they_left, m.time AS time FROM result m"
        " JOIN result t ON t.game_table = m.game_table AND t.person = ?2 WHERE m.person = ?1"
        " GROUP BY m.game_table, m.game, m.time) AS met GROUP BY game",
    [LIST_OPPONENTS] =
        "SELECT p.id AS id, p.name AS name, count(*) AS played," WON_AND_LOST " FROM"
        " (SELECT t.person AS other, max(m.won) AS won, max(t.won) AS lost, min(m.place) AS mine,"
        " min(t.place) AS theirs, max(m.gone) AS we_left, max(t.gone) AS they_left FROM result m"
        " JOIN result t ON t.game_table = m.game_table AND t.person <> ?1 WHERE m.person = ?1 AND m.game = ?2"
        " GROUP BY m.game_table, t.person) AS met JOIN person p ON p.id = met.other GROUP BY p.id, p.name"
        " ORDER BY played DESC, p.name LIMIT 50",
    [LIST_SEAT_ORDER] = "SELECT seats, seat, count(*) AS played, count(CASE WHEN won <> 0 THEN 1 END) AS won,"
                        " avg(score) AS mean FROM result WHERE person = ?1 AND game = ?2 AND gone = 0 AND seats > 1"
                        " GROUP BY seats, seat ORDER BY seats, seat",
    /* Alone the game's measure counts, with others the score. */
    [LIST_LABELS] =
        "SELECT name, value, alone, count(*) AS played, count(CASE WHEN won <> 0 THEN 1 END) AS won,"
        " avg(x) AS mean, avg(x * x) AS squares FROM (SELECT l.name AS name, l.value AS value, r.won AS won,"
        " CASE WHEN seats = 1 THEN 1 ELSE 0 END AS alone,"
        " CASE WHEN seats = 1 THEN r.value ELSE score END AS x FROM result r"
        " JOIN label l ON l.game_table = r.game_table AND l.seat = r.seat"
        " WHERE person = ?1 AND game = ?2 AND gone = 0) AS labelled GROUP BY name, value, alone"
        " ORDER BY played DESC, value, alone",
    [LIST_LABELS_AT] = "SELECT r.game_table AS \"table\", r.seat AS seat, l.name AS name, l.value AS value FROM"
                       " (SELECT game_table, seat, time FROM result WHERE person = ?1 AND (?2 = '' OR game = ?2)"
                       " ORDER BY time DESC LIMIT CASE WHEN ?3 > 0 THEN ?3 ELSE 1000000000 END) AS r"
                       " JOIN label l ON l.game_table = r.game_table AND l.seat = r.seat"
                       " ORDER BY r.time DESC, r.game_table, r.seat, l.name, l.value",
    [LIST_PROGRAMS_OF] = "SELECT id, name, created, seen FROM person WHERE owner = ?1 AND owner <> '' ORDER BY folded",
    [LIST_TOKENS_OF] = "SELECT t.id AS id, t.person AS person, p.name AS name, p.owner <> '' AS program, label, scopes,"
                       " t.created AS created, t.seen AS seen FROM token t JOIN person p ON p.id = t.person"
                       " WHERE t.person = ?1 OR p.owner = ?1 ORDER BY t.created, t.id",
    [LIST_PUZZLES] = "SELECT id, rating, tries, solved, line FROM puzzle WHERE game = ?1 ORDER BY id",
    [LIST_PUZZLE_TRIES] =
        "SELECT puzzle, game, solved, time FROM puzzle_try WHERE person = ?1 AND (?2 = '' OR game = ?2)"
        " ORDER BY time, puzzle",
    [LIST_PUZZLE_RATINGS] = "SELECT game, rating, deviation, tries, solved, streak, longest, days, day, rush_best, time"
                            " FROM puzzle_solver WHERE person = ?1 ORDER BY game",
    [LIST_PUZZLE_CONSENT] = "SELECT time FROM puzzle_consent WHERE person = ?1",
    [LIST_TOURNAMENTS_OF] =
        "SELECT t.id AS tournament, t.name AS name, t.game AS game, t.kind AS kind, e.name AS \"as\","
        " t.created AS created FROM entrant e JOIN tournament t ON t.id = e.tournament"
        " WHERE e.person = ?1 ORDER BY t.created, t.id",
    [LIST_LEAGUES_OF] =
        "SELECT l.id AS id, l.name AS name, m.joined AS joined, nullif(l.closed, 0) AS closed,"
        " CASE WHEN l.owner = ?1 THEN 1 ELSE 0 END AS yours, (SELECT count(*) FROM league_member o"
        " WHERE o.league = l.id AND o.state = 0) AS members, (SELECT count(*) FROM game_table g WHERE g.league = l.id"
        " AND g.league <> '' AND g.finished > 0) AS games FROM league_member m JOIN league l ON l.id = m.league"
        " WHERE m.person = ?1 AND m.state = 0 ORDER BY CASE WHEN l.closed = 0 THEN 0 ELSE 1 END, l.created DESC, l.id",
    [LIST_WORKSHOP] = "SELECT id, kind, game, name, hash AS fingerprint, shared, created, changed FROM workshop"
                      " WHERE person = ?1 ORDER BY changed DESC, id",
    [LIST_WORKSHOP_EXPORT] = "SELECT kind, game, name, hash AS fingerprint, shared, created, changed, json FROM"
                             " workshop WHERE person = ?1 ORDER BY created, id",
    [LIST_GALLERY] =
        "SELECT * FROM (SELECT " GALLERY_COLUMNS " WHERE w.game = ?1 AND w.listed > 0 AND w.shared = 1) AS g"
        " ORDER BY CASE ?3 WHEN 1 THEN stars WHEN 2 THEN played ELSE 0 END DESC, since DESC, id LIMIT 100",
    [LIST_GALLERY_ENTRY] = "SELECT " GALLERY_COLUMNS " WHERE w.id = ?1 AND w.listed > 0 AND w.shared = 1",
    [LIST_STARS_OF] = "SELECT work AS edition, time FROM star WHERE person = ?1 ORDER BY time, work",
    [LIST_PUSH_ADDRESSES] = "SELECT id, endpoint, device, created FROM push_address WHERE person = ?1"
                            " ORDER BY created, id",
    [LIST_NOTIFICATION] = "SELECT push_kinds, mail_kinds, quiet_from, quiet_to, zone, mail, confirmed FROM notification"
                          " WHERE person = ?1",
    [LIST_CHAT_AROUND] = "SELECT time, person, name, text FROM chat WHERE game_table = ?1 AND time >= ?3 - 3600000"
                         " AND time <= ?3 + 600000 AND text <> '' ORDER BY number",
    [LIST_BANS] = "SELECT id, name, banned_until AS until FROM person WHERE banned <> 0 ORDER BY banned_until, folded",
    [LIST_TABLES_NOW] = "SELECT id, status, listed, changed, head FROM game_table WHERE status < 2"
                        " ORDER BY changed DESC, id LIMIT ?3",
    [LIST_ADMIN_LOG] = "SELECT time, author, what, person, text FROM admin_log ORDER BY time DESC, id LIMIT ?3",
    [LIST_ADMIN_REQUESTS] = "SELECT number, wish FROM wish WHERE answer IS NULL ORDER BY number",
};

static void read_row(const struct query *query, struct store_row *row)
{
    const struct db_kind *kind = query->db->kind;
    row->count = kind->columns(query);
    for (int i = 0; i < row->count && i < STORE_CELLS; i++) {
        struct store_cell *cell = &row->cell[i];
        *cell = (struct store_cell){.name = kind->name(query, i)};
        switch (kind->type(query, i)) {
        case DB_INTEGER:
            cell->kind = CELL_INTEGER;
            cell->integer = kind->integer(query, i);
            break;
        case DB_REAL:
            cell->kind = CELL_REAL;
            cell->real = kind->real(query, i);
            break;
        case DB_NULL:
            cell->kind = CELL_NULL;
            break;
        default:
            cell->kind = CELL_TEXT;
            cell->text = store_column(query, i);
        }
    }
}

int store_visit_rows(struct store *store, struct query *query, store_row_visit *visit, void *context,
                     struct flip_error *error)
{
    struct rows rows = {.query = query};
    while (store_next(&rows)) {
        struct store_row row;
        read_row(rows.query, &row);
        if (visit(context, &row) < 0)
            break;
    }
    return store_end(store, &rows, error);
}

int store_list(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
               store_row_visit *visit, void *context, struct flip_error *error)
{
    const struct value values[] = {T(a), T(b), I(n)};
    return store_visit_rows(store, store_bind(store, list_sql[which], values, 3), visit, context, error);
}
