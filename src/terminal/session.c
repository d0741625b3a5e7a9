/* Opening, keeping and resuming games. */
#include "terminal/session.h"

#include "core/file.h"

#include <errno.h>
#include <flipside/record.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- files --------------------------------------------------------------------------------------------------------- */

static int make_folders(char *path, struct flip_error *error)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool failed = mkdir(path, 0700) < 0 && errno != EEXIST;
        const int reason = errno;
        if (failed)
            flip_fail(error, "no_file", "The folder '%.300s' cannot be made: %s. Keep the game elsewhere with --save.",
                      path, strerror(reason));
        *slash = '/';
        if (failed)
            return -1;
    }
    return 0;
}

/* $XDG_DATA_HOME/flipside/NAME, or ~/.local/share/flipside/NAME; the folder exists afterwards. */
int flip_session_data_path(const char *name, char path[FLIP_PATH_SIZE], struct flip_error *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length;
    if (data && data[0] == '/')
        length = snprintf(path, FLIP_PATH_SIZE, "%s/flipside/%s", data, name);
    else if (home && home[0] == '/')
        length = snprintf(path, FLIP_PATH_SIZE, "%s/.local/share/flipside/%s", home, name);
    else
        return flip_fail(error, "no_home", "HOME is not set, so there is no place to keep the game: use --save FILE.");
    if (length >= FLIP_PATH_SIZE)
        return flip_fail(error, "no_home", "The path of your data folder is too long: use --save FILE.");
    return make_folders(path, error);
}

int flip_session_place(const struct flip_settings *settings, char path[FLIP_PATH_SIZE], struct flip_error *error)
{
    if (settings->save) {
        if (strlen(settings->save) >= FLIP_PATH_SIZE)
            return flip_fail(error, "no_file", "The path after --save is too long.");
        snprintf(path, FLIP_PATH_SIZE, "%s", settings->save);
        return 0;
    }
    char name[64];
    snprintf(name, sizeof name, "%s.json", settings->game->id);
    return flip_session_data_path(name, path, error);
}

bool flip_session_kept(const char *path) { return access(path, R_OK) == 0; }

/* --- seats ----------------------------------------------------------------------------------------------------------- */

static void name_seats(const struct flip_player *players, int count, char names[][40])
{
    int people = 0, person = 0;
    for (int seat = 0; seat < count; seat++)
        people += players[seat].kind == FLIP_PLAYER_YOU;
    for (int seat = 0; seat < count; seat++) {
        switch (players[seat].kind) {
        case FLIP_PLAYER_YOU:
            if (people == 1)
                snprintf(names[seat], 40, "You");
            else
                snprintf(names[seat], 40, "Player %d", ++person);
            break;
        case FLIP_PLAYER_EXEC:
            snprintf(names[seat], 40, "Program %d", seat + 1);
            break;
        default:
            snprintf(names[seat], 40, "Bot %d", seat + 1);
        }
    }
}

static int parse_seats(const char *list, struct flip_player *players, struct flip_error *error)
{
    return flip_players_parse(list, players, FLIP_MAX_SEATS, error);
}

static void default_seats(const struct flip_game *game, char *out, size_t size)
{
    const int wanted = game->max_seats < 3 ? game->max_seats : game->min_seats > 3 ? game->min_seats : 3;
    struct flip_text text = flip_text_in(out, size);
    flip_text_add(&text, "you");
    for (int seat = 1; seat < wanted; seat++)
        flip_text_add(&text, ",bot3");
}

/* --- a new game ------------------------------------------------------------------------------------------------------ */

int flip_deal_prepare(struct flip_deal *deal, const struct flip_settings *settings, struct flip_error *error)
{
    memset(deal, 0, sizeof *deal);
    deal->def = flip_table_defaults(settings->game);
    if (settings->seats[0])
        snprintf(deal->seats, sizeof deal->seats, "%s", settings->seats);
    else
        default_seats(settings->game, deal->seats, sizeof deal->seats);
    const int count = parse_seats(deal->seats, deal->players, error);
    if (count < 0)
        return -1;
    const struct flip_game *game = settings->game;
    if (count < game->min_seats || count > game->max_seats)
        return flip_fail(error, "bad_option", "%s is played by %d to %d, and --seats names %d.", game->title,
                         game->min_seats, game->max_seats, count);
    deal->def.seats = count;
    const char *edition = settings->edition;
    for (int i = 0; i < settings->given_count; i++) {
        const char *name = settings->given[i].name, *value = settings->given[i].value;
        if (flip_edition_option(game, name, value))
            edition = value;
        else if (flip_options_set(game, &deal->def.options, name, value, error) < 0)
            return -1;
    }
    if (edition) {
        deal->edition = flip_edition_load(game, edition, error);
        if (!deal->edition)
            return -1;
        deal->def.edition = deal->edition;
    }
    if (settings->seed)
        flip_seed_from_words(settings->seed, deal->seed);
    else
        flip_seed_fresh(deal->seed);
    deal->def.seed = deal->seed;
    flip_seed_commitment(deal->seed, deal->commitment);
    name_seats(deal->players, count, deal->names);
    for (int seat = 0; seat < count; seat++)
        deal->def.names[seat] = deal->names[seat];
    return 0;
}

void flip_deal_free(struct flip_deal *deal)
{
    flip_edition_free(deal->edition);
    deal->edition = NULL;
}

/* A bot's own chance comes from the commitment, which everybody knows, never from the seed, which is the dealer's secret:
   the same words after --seed give the same game, and nothing of the cards to come is in it. */
static void seat_players(struct flip_session *session, const struct flip_player *players)
{
    char hex[FLIP_HEX_SIZE];
    flip_seed_commitment(session->table->dealer.seed, hex);
    hex[16] = '\0';
    const uint64_t common = strtoull(hex, NULL, 16);
    for (int seat = 0; seat < session->table->seats; seat++) {
        session->players[seat] = players[seat];
        flip_player_seed(&session->players[seat],
                         common + (uint64_t)seat + ((uint64_t)session->table->step_count << 8));
        if (players[seat].kind == FLIP_PLAYER_YOU)
            session->people |= FLIP_BIT(seat);
    }
}

static char *distant_record_text(const struct flip_session *session, struct flip_error *error)
{
    json_t *record = NULL;
    if (flip_remote_record(session->remote, &record, error) < 0)
        return NULL;
    char *text = json_dumps(record, JSON_INDENT(1));
    if (!text)
        flip_fail(error, "no_memory", "There is not enough memory to write the record.");
    json_decref(record);
    return text;
}

static char *record_text(const struct flip_session *session, struct flip_error *error)
{
    if (session->remote)
        return distant_record_text(session, error);
    char *plain = flip_record_save(session->table, FLIP_RECORD_FULL, error);
    json_t *root = plain ? json_loads(plain, 0, NULL) : NULL;
    char *text = NULL;
    if (root && json_object_set_new(root, "players", json_string(session->seats)) == 0)
        text = json_dumps(root, JSON_INDENT(1));
    if (plain && !text)
        flip_fail(error, "no_memory", "There is not enough memory to write the record.");
    json_decref(root);
    free(plain);
    return text;
}

int flip_session_save(const struct flip_session *session, const char *path, struct flip_error *error)
{
    char *text = record_text(session, error);
    const int result = text ? flip_file_write(path, text, strlen(text), error) : -1;
    free(text);
    return result;
}

/* A finished game goes into a file of its own, named by the time. */
static int finished_place(struct flip_session *session, struct flip_error *error)
{
    if (session->fixed_place) {
        memcpy(session->finished, session->running, sizeof session->finished);
        return 0;
    }
    char when[32], name[96], path[FLIP_PATH_SIZE];
    const time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", &local);
    for (int again = 1;; again++) {
        snprintf(name, sizeof name, again == 1 ? "%s-%s.json" : "%s-%s-%d.json", session->table->game->id, when, again);
        if (flip_session_data_path(name, path, error) < 0)
            return -1;
        if (access(path, F_OK) != 0)
            break;
    }
    memcpy(session->finished, path, sizeof path);
    return 0;
}

static void keep(struct flip_session *session)
{
    struct flip_error error = {0};
    session->trouble[0] = '\0';
    int failed;
    if (session->remote && (flip_table_turn(session->table) || session->finished[0])) {
        return; /* the server keeps it */
    } else if (flip_table_turn(session->table)) {
        failed = flip_session_save(session, session->running, &error);
    } else {
        failed = finished_place(session, &error) < 0 || flip_session_save(session, session->finished, &error) < 0;
        if (failed)
            session->finished[0] = '\0';
        else if (!session->fixed_place && !session->remote)
            remove(session->running);
    }
    if (failed)
        snprintf(session->trouble, sizeof session->trouble, "%s", error.message);
}

void flip_session_forget(struct flip_session *session)
{
    if (!session->finished[0] && !session->remote)
        remove(session->running);
}

int flip_session_begin(struct flip_session *session, const struct flip_deal *deal, const struct flip_settings *settings,
                       struct flip_error *error)
{
    memset(session, 0, sizeof *session);
    if (flip_session_place(settings, session->running, error) < 0)
        return -1;
    session->fixed_place = settings->save != NULL;
    session->table = flip_table_open(&deal->def, error);
    if (!session->table)
        return -1;
    memcpy(session->seats, deal->seats, sizeof session->seats);
    seat_players(session, deal->players);
    keep(session);
    return 0;
}

/* Who sat where: the record says so; a record from elsewhere has only names, then seat 0 is yours and bots take the rest,
   unless --seats says otherwise. */
static int resumed_seats(struct flip_session *session, const char *text, size_t length,
                         const struct flip_settings *settings, struct flip_player *players, struct flip_error *error)
{
    json_t *root = json_loadb(text, length, 0, NULL);
    const char *kept = json_string_value(json_object_get(root, "players"));
    if (settings->seats[0]) {
        snprintf(session->seats, sizeof session->seats, "%s", settings->seats);
    } else if (kept && strlen(kept) < sizeof session->seats) {
        snprintf(session->seats, sizeof session->seats, "%s", kept);
    } else {
        struct flip_text out = flip_text_in(session->seats, sizeof session->seats);
        flip_text_add(&out, "you");
        for (int seat = 1; seat < session->table->seats; seat++)
            flip_text_add(&out, ",bot3");
    }
    json_decref(root);
    const int count = parse_seats(session->seats, players, error);
    if (count < 0)
        return -1;
    if (count != session->table->seats)
        return flip_fail(error, "bad_option", "The kept game has %d seats and '%.100s' names %d: say --seats anew.",
                         session->table->seats, session->seats, count);
    return 0;
}

int flip_session_resume(struct flip_session *session, const char *path, const struct flip_settings *settings,
                        struct flip_error *error)
{
    memset(session, 0, sizeof *session);
    size_t length;
    char *text = flip_file_read(path, &length, error);
    if (!text)
        return -1;
    struct flip_player players[FLIP_MAX_SEATS];
    session->table = flip_record_load(text, length, FLIP_ALL_STEPS, error);
    if (!session->table || resumed_seats(session, text, length, settings, players, error) < 0)
        goto err;
    /* It stays where it came from, unless --save says otherwise. */
    snprintf(session->running, sizeof session->running, "%s", settings->save ? settings->save : path);
    session->fixed_place = settings->save || settings->load;
    seat_players(session, players);
    if (flip_table_turn(session->table))
        keep(session);
    else
        snprintf(session->finished, sizeof session->finished, "%s", path);
    free(text);
    return 0;
err:
    free(text);
    flip_table_close(session->table);
    session->table = NULL;
    return -1;
}

void flip_session_close(struct flip_session *session)
{
    if (session->remote)
        session->table = NULL; /* part of it */
    flip_remote_close(session->remote);
    flip_wire_close(session->wire);
    session->remote = NULL;
    session->wire = NULL;
    if (session->table)
        for (int seat = 0; seat < session->table->seats; seat++)
            flip_player_close(&session->players[seat]);
    flip_table_close(session->table);
    session->table = NULL;
}

int flip_session_act(struct flip_session *session, int seat, flip_move move, struct flip_error *error)
{
    if ((session->remote ? flip_remote_act(session->remote, seat, move, error)
                         : flip_table_act(session->table, seat, move, error)) < 0)
        return -1;
    keep(session);
    return 0;
}

bool flip_session_can_undo(const struct flip_session *session, int seat)
{
    return session->remote ? flip_remote_can_undo(session->remote) : flip_table_can_undo(session->table, seat);
}

bool flip_session_listen(struct flip_session *session)
{
    if (!session->remote || !flip_remote_listen(session->remote))
        return false;
    session->people = flip_remote_mine(session->remote);
    keep(session);
    return true;
}

int flip_session_undo(struct flip_session *session, int seat, struct flip_error *error)
{
    if ((session->remote ? flip_remote_undo(session->remote, seat, error)
                         : flip_table_undo(session->table, seat, error)) < 0)
        return -1;
    keep(session);
    return 0;
}

bool flip_session_hides(const struct flip_session *session, int seat)
{
    char *own = malloc(FLIP_VIEW_SIZE), *all = malloc(FLIP_VIEW_SIZE);
    bool hides = !session->remote;
    if (hides && own && all) {
        struct flip_json a = flip_json_in(own, FLIP_VIEW_SIZE), b = flip_json_in(all, FLIP_VIEW_SIZE);
        flip_table_view(session->table, seat, &a);
        flip_table_view(session->table, FLIP_ALL, &b);
        hides = strcmp(own, all) != 0;
    }
    free(own);
    free(all);
    return hides;
}
