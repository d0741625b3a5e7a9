/* Creating tables: on request, for a daily challenge, as a rematch, or for a game that was set up elsewhere. */
#include "server/rooms/rooms.h"

#include "edition/read.h"
#include "edition/setup.h"
#include "store/workshop.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_REPLACE_AFTER = 120, LONGEST_REPLACE_AFTER = 30 * 86400, FIRST_TABLES = 3 };

/* A list of words, one a seat, is kept as the rules read it: with commas. */
static bool add_words(const json_t *list, struct flip_text *words)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word)
            return false;
        flip_text_add(words, "%s%s", i ? "," : "", word);
    }
    return true;
}

static int read_option(struct room *room, const char *name, const json_t *value, struct flip_error *error)
{
    char text[96] = "";
    struct flip_text words = flip_text_in(text, sizeof text);
    if (json_is_string(value))
        flip_text_add(&words, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        flip_text_add(&words, "%s", json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        flip_text_add(&words, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (!json_is_array(value) || !add_words(value, &words))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "Option %.60s takes a word, a list of words, a number, true or false.", name);
    return flip_options_set(room->game, &room->options, name, flip_text_fits(&words) ? text : "?", error);
}

int room_take_options(struct room *room, const json_t *options, struct flip_error *error)
{
    if (options && !json_is_object(options) && !json_is_null(options))
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "options is an object with a value for each option, by its name.");
    for (void *at = json_object_iter((json_t *)options); at; at = json_object_iter_next((json_t *)options, at))
        if (read_option(room, json_object_iter_key(at), json_object_iter_value(at), error) < 0)
            return -1;
    return 0;
}

/* Where one device goes round the table each seat may have a name, but not another person's, since others read it. */
static int name_seat(const struct rooms *rooms, struct seat *seat, const json_t *spec,
                     const struct store_person *person, struct flip_error *error)
{
    if (!spec || json_is_null(spec))
        return 0;
    char name[STORE_NAME];
    if (name_clean(json_is_string(spec) ? json_string_value(spec) : "", name, error) < 0)
        return -1;
    if (strcmp(name, person->name) == 0)
        return 0;
    if (name_is_taken(rooms->people, name, person->id))
        return flip_fail(error, FLIP_ERROR_NAME_TAKEN, "%.80s is the name of somebody else here.", name);
    memset(seat->name, 0, sizeof seat->name);
    snprintf(seat->name, sizeof seat->name, "%s", name);
    seat->named = true;
    return 0;
}

static int read_seat(const struct rooms *rooms, struct room *room, const json_t *spec,
                     const struct store_person *person, struct flip_error *error)
{
    struct seat *seat = &room->seats[room->seat_count];
    const char *kind = json_string_value(json_object_get(spec, "kind"));
    if (kind && strcmp(kind, "me") == 0) {
        seat->kind = SEAT_PERSON;
        memcpy(seat->person, person->id, sizeof seat->person);
        memcpy(seat->name, person->name, sizeof seat->name);
        if (name_seat(rooms, seat, json_object_get(spec, "name"), person, error) < 0)
            return -1;
    } else if (kind && strcmp(kind, "bot") == 0) {
        const json_t *level = json_object_get(spec, "level");
        seat->kind = SEAT_BOT;
        seat->level = (int)json_integer_value(level);
        if (!json_is_integer(level) || seat->level < 1 || seat->level > FLIP_LEVELS)
            return flip_fail(error, FLIP_ERROR_BAD_SEAT, "A bot has a level from 1 to %d.", FLIP_LEVELS);
    } else if (kind && strcmp(kind, "open") == 0) {
        seat->kind = SEAT_OPEN;
    } else if (kind && strcmp(kind, "link") == 0) {
        seat->kind = SEAT_LINK;
        fresh_id(seat->key);
    } else {
        return flip_fail(error, FLIP_ERROR_BAD_SEAT,
                         "A seat is an object whose kind is me, bot, open or link, such as {\"kind\":\"me\"} or "
                         "{\"kind\":\"bot\",\"level\":3}.");
    }
    room->seat_count++;
    return 0;
}

static bool name_sits_here(const struct room *room, const char *name)
{
    for (int i = 0; i < room->seat_count; i++)
        if (strcmp(room->seats[i].name, name) == 0)
            return true;
    return false;
}

/* Which names they get follows from the commitment, which everybody may know, and so tells nothing about the seed. */
void room_name_bots(struct room *room)
{
    char hex[FLIP_HEX_SIZE], names[FLIP_BOT_NAMES][FLIP_NAME];
    int next = 0;
    flip_seed_draw_commitment(&room->draw, room->seed, hex);
    hex[16] = '\0';
    flip_bot_names(room->game, strtoull(hex, NULL, 16), names);
    for (int i = 0; i < room->seat_count; i++) {
        struct seat *seat = &room->seats[i];
        if (seat->kind != SEAT_BOT || seat->name[0])
            continue;
        while (next < FLIP_BOT_NAMES - 1 && name_sits_here(room, names[next]))
            next++;
        snprintf(seat->name, sizeof seat->name, "%s", names[next]);
    }
}

static int count_table(void *count, const struct store_table *table)
{
    (void)table;
    ++*(int *)count;
    return 0;
}

/* A guest's first tables are not rated unless that is asked for. And a game is either rated, or may be helped. */
static int read_rated(const struct rooms *rooms, struct room *room, const struct store_person *person,
                      const json_t *spec, struct flip_error *error)
{
    int tables = FIRST_TABLES;
    if (room->tutor || json_is_boolean(spec)) {
        room->unrated = room->tutor || json_is_false(spec);
        return 0;
    }
    if (person->claimed == 0 && !person->owner[0]) {
        tables = 0;
        if (store_tables_of(rooms->loop->store, person->id, FIRST_TABLES, count_table, &tables, error) < 0)
            return -1;
    }
    room->unrated = tables < FIRST_TABLES;
    return 0;
}

/* Reads everything but the seats and whether it is rated. */
static int read_setup(struct room *room, const json_t *spec, struct flip_error *error)
{
    const char *id = json_string_value(json_object_get(spec, "game"));
    if (!id)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "game is the id of a game; GET /api/games lists them.");
    if (!(room->game = flip_game_named(id)))
        return flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%.40s' here.", id);
    flip_options_default(room->game, &room->options);
    if (room_take_options(room, json_object_get(spec, "options"), error) < 0)
        return -1;
    room->listed = true_in(spec, "public");
    room->open = true_in(spec, "open");
    room->tutor = true_in(spec, "tutor");
    room->ready_check = true_in(spec, "ready");
    const json_t *after = json_object_get(spec, "replace_after");
    const json_int_t seconds = after ? json_integer_value(after) : DEFAULT_REPLACE_AFTER;
    if (seconds < 1 || seconds > LONGEST_REPLACE_AFTER)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "replace_after is a number of seconds from 1 to %d.",
                         LONGEST_REPLACE_AFTER);
    room->replace_after = (int)seconds;
    return clock_read(&room->clock, json_object_get(spec, "clock"), error);
}

static int read_spec(const struct rooms *rooms, struct room *room, const json_t *spec,
                     const struct store_person *person, struct flip_error *error)
{
    if (read_setup(room, spec, error) < 0 || read_rated(rooms, room, person, json_object_get(spec, "rated"), error) < 0)
        return -1;
    const json_t *seats = json_object_get(spec, "seats");
    const size_t count = json_array_size(seats);
    if (!json_is_array(seats))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT,
                         "seats is a list with an object for each seat, such as "
                         "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":3}].");
    if (count < (size_t)room->game->min_seats || count > (size_t)room->game->max_seats)
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "%s is for %d to %d players, not %zu.", room->game->title,
                         room->game->min_seats, room->game->max_seats, count);
    for (size_t i = 0; i < count; i++)
        if (read_seat(rooms, room, json_array_get(seats, i), person, error) < 0)
            return -1;
    if (!room_seats_of(room, person->id))
        return flip_fail(error, FLIP_ERROR_BAD_SEAT, "Keep a seat for yourself: one of them is {\"kind\":\"me\"}.");
    memcpy(room->owner, person->id, sizeof room->owner);
    const char *league = json_string_value(json_object_get(spec, "league"));
    snprintf(room->league, sizeof room->league, "%s", league && id_looks_right(league) ? league : "");
    if (room_seat_by_link(room) >= 0)
        fresh_id(room->key);
    room_name_bots(room);
    return 0;
}

/* A custom edition; NULL with 0: none, with -1: it is not valid. */
static int read_edition(struct room *room, const json_t *spec, struct flip_edition **out, struct flip_error *error)
{
    const json_t *edition = json_object_get(spec, "edition");
    *out = NULL;
    if (!edition || json_is_null(edition))
        return 0;
    *out = edition_from(room->game, edition, "Your file", error);
    room->own_edition = *out != NULL;
    const char *name = json_string_value(json_object_get(edition, "name"));
    if (*out && name)
        name_fit(name, room->edition_name, sizeof room->edition_name);
    return *out ? 0 : -1;
}

/* Would the game accept this set-up? Opening it once and closing it is the surest answer. The edition is the callee's. */
static int try_edition(struct rooms *rooms, struct room *room, struct flip_edition *own, struct flip_error *error)
{
    struct flip_table_def def = flip_table_defaults(room->game);
    def.seats = room->seat_count;
    def.options = room->options;
    def.edition = own;
    struct flip_table *table = flip_table_open(&def, error);
    int status = table ? 0 : -1;
    if (table)
        memcpy(room->edition, table->edition->hash, sizeof room->edition);
    if (table && own)
        status = store_edition_put(rooms->loop->store, own->hash, room->game->id, own->json, error) < 0
                     ? -1
                     : store_work_played(rooms->loop->store, own->hash, error);
    flip_table_close(table);
    flip_edition_free(own);
    return status;
}

static int try_out(struct rooms *rooms, struct room *room, const json_t *spec, struct flip_error *error)
{
    struct flip_edition *own;
    return read_edition(room, spec, &own, error) < 0 ? -1 : try_edition(rooms, room, own, error);
}

/* The edition that came with the request for this table; NULL with status 0 where it is one of the game's own. */
static int own_edition(struct rooms *rooms, const struct room *room, struct flip_edition **out,
                       struct flip_error *error)
{
    *out = room->own_edition ? edition_stored(rooms->loop->store, room->game, room->edition, error) : NULL;
    return room->own_edition && !*out ? -1 : 0;
}

int room_try_out(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    struct flip_edition *own;
    return own_edition(rooms, room, &own, error) < 0 ? -1 : try_edition(rooms, room, own, error);
}

static int save_game(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    memcpy(room->edition, room->table->edition->hash, sizeof room->edition);
    if (store_edition_put(rooms->loop->store, room->edition, room->game->id, room->table->edition->json, error) < 0 ||
        room_follow(room, true, error) < 0)
        return -1;
    return room_save_steps(rooms, room, 0, room->log_count, error);
}

/* Whose the player in that seat is: a person's own, or the program's owner's. Empty: nobody's. */
static int owner_in(struct store *store, const struct seat *seat, char out[STORE_ID], struct flip_error *error)
{
    struct store_person person;
    const char *id = seat->kind == SEAT_PERSON ? seat->person : seat->left;
    out[0] = '\0';
    const int found = id[0] ? store_person_get(store, id, &person, error) : 0;
    if (found == 1)
        memcpy(out, person.owner[0] ? person.owner : person.id, STORE_ID);
    return found < 0 ? -1 : 0;
}

int room_has_own_programs(struct store *store, const struct room *room, bool *out, struct flip_error *error)
{
    char owners[FLIP_MAX_SEATS][STORE_ID];
    *out = false;
    for (int i = 0; i < room->seat_count; i++) {
        if (owner_in(store, &room->seats[i], owners[i], error) < 0)
            return -1;
        for (int k = 0; k < i; k++)
            *out |= owners[i][0] && strcmp(owners[i], owners[k]) == 0;
    }
    return 0;
}

/* All seats are taken: the first card. */
static int start_game(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    struct flip_table_def def = flip_table_defaults(room->game);
    char names[FLIP_MAX_SEATS][sizeof room->table->names[0]];
    struct flip_edition *edition;
    bool own;
    if (room_has_own_programs(rooms->loop->store, room, &own, error) < 0 ||
        own_edition(rooms, room, &edition, error) < 0)
        return -1;
    room->unrated |= own;
    def.seats = room->seat_count;
    def.options = room->options;
    def.edition = edition;
    room_draw(room);
    def.seed = room->seed;
    def.seed_draw = &room->draw;
    def.open = room->open;
    for (int i = 0; i < room->seat_count; i++) {
        name_fit(room->seats[i].name, names[i], sizeof names[i]);
        def.names[i] = names[i];
    }
    room->table = flip_table_open(&def, error);
    flip_edition_free(edition);
    if (!room->table) {
        room->seeded = room->draw.how != FLIP_SEED_TOGETHER; /* somebody else may add other bytes */
        return -1;
    }
    room->status = STORE_RUNNING;
    room->announced.just_begun = true;
    room->offers[OFFER_SEAT] = (struct offer){0};
    clock_set(room);
    if (save_game(rooms, room, error) < 0)
        return roll_back_to_store(rooms->loop); /* the room has begun already: back to what is durable */
    return 0;
}

int room_save_seats(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    if (room_save_head(rooms, room, error) < 0)
        return -1;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON &&
            store_table_person(rooms->loop->store, room->id, room->seats[i].person, error) < 0)
            return -1;
    return 0;
}

int room_seats_changed(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    if (room_is_full(room) && !room_not_ready(rooms, room) && start_game(rooms, room, error) < 0)
        return -1;
    return room_save_seats(rooms, room, error);
}

int room_begin(struct rooms *rooms, struct room *room, struct flip_error *error)
{
    return save_game(rooms, room, error) < 0 ? -1 : room_save_seats(rooms, room, error);
}

static int count_going_on(void *count, const struct store_table *table)
{
    *(int *)count += table->status < STORE_OVER;
    return 0;
}

int room_check_limit(struct rooms *rooms, const char *person, struct flip_error *error)
{
    int count = 0;
    const int limit = rooms->loop->config.max_tables;
    if (store_tables_of(rooms->loop->store, person, limit + 1, count_going_on, &count, error) < 0)
        return -1;
    if (count >= limit)
        return flip_fail(error, FLIP_ERROR_LIMIT, "You have %d unfinished tables. Finish or leave one first.", count);
    return 0;
}

/* Where tests want to see the same cards twice, every table has a seed that they can foretell; else nobody can. */
static void begin_draw(struct rooms *rooms, struct room *room)
{
    room->draw = flip_seed_draw_fresh();
    flip_seed_fresh(room->next_secret);
    room->has_next = true;
    if (!rooms->loop->config.test_seed[0])
        return;
    char words[sizeof rooms->loop->config.test_seed + 24];
    snprintf(words, sizeof words, "%s %llu", rooms->loop->config.test_seed, (unsigned long long)++rooms->tables_seeded);
    flip_seed_from_words(words, room->seed);
    room->draw = (struct flip_seed_draw){.how = FLIP_SEED_NAMED};
    room->seeded = true;
}

struct room *room_new(struct rooms *rooms, enum room_kind kind, struct flip_error *error)
{
    struct room *room = calloc(1, sizeof *room);
    if (!room)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a table."));
    fresh_id(room->id);
    begin_draw(rooms, room);
    memcpy(room->payer, rooms->people->payer, sizeof room->payer);
    room->created = room->changed = wall_ms();
    room->kind = kind;
    return room;
}

void room_abandon(struct rooms *rooms, struct room *room)
{
    room_clear_dirty(rooms, room);
    room_discard(room);
}

static struct room *made(struct rooms *rooms, struct room *room)
{
    rooms->loop->metrics.tables_made++;
    room_insert(rooms, room);
    return room;
}

struct room *room_make(struct rooms *rooms, const struct store_person *person, const json_t *spec,
                       struct flip_error *error)
{
    if (room_check_limit(rooms, person->id, error) < 0)
        return NULL;
    struct room *room = room_new(rooms, ROOM_GAME, error);
    if (!room)
        return NULL;
    struct flip_share share;
    if (room_take_ticket(rooms, room, spec, person->id, &share, error) == 0 &&
        read_spec(rooms, room, spec, person, error) == 0 && try_out(rooms, room, spec, error) == 0) {
        room_share(room, person->id, &share);
        if (room_seats_changed(rooms, room, error) == 0)
            return made(rooms, room);
    }
    room_abandon(rooms, room);
    return NULL;
}

struct room *room_make_seated(struct rooms *rooms, const json_t *spec, const struct seat *seats, int count,
                              const char *payer, struct flip_error *error)
{
    struct room *room = room_new(rooms, ROOM_GAME, error);
    if (!room)
        return NULL;
    memset(room->payer, 0, sizeof room->payer);
    snprintf(room->payer, sizeof room->payer, "%s", payer);
    if (read_setup(room, spec, error) == 0) {
        room->unrated = json_is_false(json_object_get(spec, "rated"));
        room->seat_count = count;
        memcpy(room->seats, seats, (size_t)count * sizeof *seats);
        room_name_bots(room);
        if (try_out(rooms, room, spec, error) == 0 && room_seats_changed(rooms, room, error) == 0)
            return made(rooms, room);
    }
    room_abandon(rooms, room);
    return NULL;
}

int room_check_setup(struct rooms *rooms, const json_t *spec, int seats, struct flip_error *error)
{
    struct room *room = room_new(rooms, ROOM_GAME, error);
    if (!room)
        return -1;
    int status = read_setup(room, spec, error);
    if (status == 0 && (seats < room->game->min_seats || seats > room->game->max_seats))
        status = flip_fail(error, FLIP_ERROR_BAD_SEAT, "%s is for %d to %d players, not %d.", room->game->title,
                           room->game->min_seats, room->game->max_seats, seats);
    if (status == 0 && room->clock.kind == CLOCK_NONE)
        status = flip_fail(error, FLIP_ERROR_BAD_OPTION, "A tournament needs a clock, so that every table ends.");
    room->seat_count = seats;
    if (status == 0)
        status = try_out(rooms, room, spec, error);
    room_abandon(rooms, room);
    return status;
}

/* The player in the first seat, and as many bots as the game needs. */
static void seat_daily(struct room *room, const struct daily_player *player)
{
    room->seat_count = room->game->min_seats;
    for (int i = 0; i < room->seat_count; i++)
        room->seats[i] = (struct seat){.kind = SEAT_BOT, .level = STAND_IN_LEVEL};
    if (player->person) {
        room->seats[0] = (struct seat){.kind = SEAT_PERSON};
        memcpy(room->seats[0].person, player->person->id, sizeof room->seats[0].person);
        memcpy(room->seats[0].name, player->person->name, sizeof room->seats[0].name);
    } else {
        room->seats[0].level = player->level;
        snprintf(room->payer, sizeof room->payer, "daily"); /* nobody's own bots wait for it */
    }
    room_name_bots(room);
}

struct room *room_make_daily(struct rooms *rooms, const struct daily_player *player, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], struct flip_error *error)
{
    if (player->person && room_check_limit(rooms, player->person->id, error) < 0)
        return NULL;
    struct room *room = room_new(rooms, player->archive ? ROOM_ARCHIVE : ROOM_GAME, error);
    if (!room)
        return NULL;
    room->game = game;
    room->replace_after = DEFAULT_REPLACE_AFTER;
    flip_options_default(game, &room->options);
    memcpy(room->seed, seed, sizeof room->seed);
    room->seeded = true;
    room->draw = (struct flip_seed_draw){.how = FLIP_SEED_DAILY};
    memcpy(room->draw.day, day, sizeof room->draw.day);
    memcpy(room->daily, day, sizeof room->daily);
    room->cards_known = player->cards_known;
    seat_daily(room, player);
    if (room_seats_changed(rooms, room, error) < 0) {
        room_abandon(rooms, room);
        return NULL;
    }
    rooms->loop->metrics.tables_made++;
    return room;
}

/* The same people and bots. Bots get the seats that were never taken, and those of people who do not want to play
   with the asker. */
static int same_seats(struct rooms *rooms, struct room *again, const struct room *room, const char *asker,
                      struct flip_error *error)
{
    again->seat_count = room->seat_count;
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *old = &room->seats[i];
        struct seat *seat = &again->seats[i];
        struct store_person now;
        const bool person = old->kind == SEAT_PERSON && old->person[0];
        const int blocked = person ? either_blocks(rooms->loop->store, old->person, asker, error) : 0;
        if (blocked < 0)
            return -1;
        if (person && !blocked) {
            seat->kind = SEAT_PERSON;
            seat->named = old->named;
            seat->share = old->again;
            memcpy(seat->person, old->person, sizeof seat->person);
            memcpy(seat->name, old->name, sizeof seat->name);
            if (!old->named && store_person_get(rooms->loop->store, old->person, &now, error) == 1)
                memcpy(seat->name, now.name, sizeof seat->name); /* they may be called otherwise since then */
        } else {
            seat->kind = SEAT_BOT;
            seat->level = old->kind == SEAT_BOT ? old->level : STAND_IN_LEVEL;
            if (old->kind == SEAT_BOT && !old->left[0] && !old->former)
                memcpy(seat->name, old->name, sizeof seat->name);
        }
    }
    room_name_bots(again);
    return 0;
}

struct room *room_rematch(struct rooms *rooms, struct room *room, const struct store_person *person,
                          struct flip_error *error)
{
    if (room_check_limit(rooms, person->id, error) < 0)
        return NULL;
    struct room *again = room_new(rooms, ROOM_GAME, error);
    if (!again)
        return NULL;
    if (again->draw.how == FLIP_SEED_TOGETHER && room->has_next)
        memcpy(again->draw.secret, room->next_secret, sizeof room->next_secret);
    again->game = room->game;
    again->options = room->options;
    again->options.version = room->game->version;
    again->listed = room->listed;
    again->open = room->open;
    again->tutor = room->tutor;
    again->unrated = room->unrated && !room->help; /* help was agreed on for the game before alone */
    again->own_edition = room->own_edition;
    memcpy(again->edition_name, room->edition_name, sizeof again->edition_name);
    memcpy(again->edition, room->edition, sizeof again->edition);
    again->replace_after = room->replace_after;
    again->clock = room->clock;
    memcpy(again->owner, person->id, sizeof again->owner);
    memcpy(again->league, room->league, sizeof again->league);
    if (same_seats(rooms, again, room, person->id, error) == 0 && room_seats_changed(rooms, again, error) == 0) {
        memcpy(room->rematch, again->id, sizeof room->rematch);
        if (room_save_head(rooms, room, error) == 0)
            return made(rooms, again);
    }
    room_abandon(rooms, again);
    return NULL;
}
