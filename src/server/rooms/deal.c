/* How the deal of a table is drawn: see deal.h. */
#include "server/rooms/rooms.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKET_MS = 60 * 60 * 1000, WORDS = 160 };

/* --- tickets: ID.UNTIL.SIGNATURE ------------------------------------------------------------------------------------------ */

/* Derives bytes from the server's secret and these words, which nobody else can do. */
static void derive(const unsigned char key[STORE_SECRET_BYTES], const char *words, unsigned char out[FLIP_SEED_BYTES])
{
    crypto_generichash(out, FLIP_SEED_BYTES, (const unsigned char *)words, strlen(words), key, STORE_SECRET_BYTES);
}

static void secret_of(const struct rooms *rooms, const char *id, unsigned char out[FLIP_SEED_BYTES])
{
    char words[WORDS];
    snprintf(words, sizeof words, "flipside secret of table %s", id);
    derive(rooms->loop->secret, words, out);
}

static void sign(const struct rooms *rooms, const char *id, int64_t until, const char *person, char ticket[TICKET_SIZE])
{
    char words[WORDS], hex[FLIP_HEX_SIZE];
    unsigned char digest[FLIP_SEED_BYTES];
    snprintf(words, sizeof words, "flipside ticket %s %lld %s", id, (long long)until, person);
    derive(rooms->loop->secret, words, digest);
    sodium_bin2hex(hex, sizeof hex, digest, sizeof digest / 2);
    snprintf(ticket, TICKET_SIZE, "%s.%lld.%s", id, (long long)until, hex);
}

void ticket_make(const struct rooms *rooms, const char *person, char ticket[TICKET_SIZE],
                 char commitment[FLIP_HEX_SIZE])
{
    char id[STORE_ID];
    unsigned char secret[FLIP_SEED_BYTES];
    fresh_id(id);
    secret_of(rooms, id, secret);
    flip_seed_commitment(secret, commitment);
    sign(rooms, id, wall_ms() + TICKET_MS, person, ticket);
}

static bool ticket_read(const struct rooms *rooms, const char *ticket, const char *person, char id[STORE_ID])
{
    char expected[TICKET_SIZE];
    if (strlen(ticket) < STORE_ID || strlen(ticket) >= TICKET_SIZE || ticket[STORE_ID - 1] != '.')
        return false;
    snprintf(id, STORE_ID, "%s", ticket);
    const int64_t until = strtoll(ticket + STORE_ID, NULL, 10);
    sign(rooms, id, until, person, expected);
    return id_looks_right(id) && strlen(expected) == strlen(ticket) &&
           sodium_memcmp(expected, ticket, strlen(ticket)) == 0 && wall_ms() < until;
}

bool ticket_good(const struct rooms *rooms, const char *ticket, const char *person)
{
    char id[STORE_ID];
    return ticket_read(rooms, ticket, person, id);
}

static int no_row(void *context, const struct store_table *row)
{
    (void)context;
    (void)row;
    return 0;
}

struct id_search {
    const char *id;
    bool found;
};

static int is_same_id(void *context, const char *id)
{
    struct id_search *search = context;
    search->found |= strcmp(id, search->id) == 0;
    return 0;
}

int room_check_id(struct rooms *rooms, const char *id, struct flip_error *error)
{
    const int found = room_in_memory(rooms, id) ? 1 : store_table_get(rooms->loop->store, id, no_row, NULL, error);
    return found == 1 ? flip_fail(error, FLIP_ERROR_LATE, "This ticket has been used. Please try again.") : found;
}

/* Also refuses an id whose table is still being saved. */
static int check_unused(struct rooms *rooms, const char *id, struct flip_error *error)
{
    struct id_search search = {.id = id};
    if (room_check_id(rooms, id, error) < 0 ||
        store_todos(rooms->loop->store, TODO_TABLE, is_same_id, &search, error) < 0)
        return -1;
    return search.found ? flip_fail(error, FLIP_ERROR_LATE, "This ticket has been used. Please try again.") : 0;
}

int share_read(const json_t *body, struct flip_share *share, struct flip_error *error)
{
    const json_t *bytes = json_object_get(body, "bytes");
    *share = (struct flip_share){.given = false};
    if (!bytes || json_is_null(bytes) || (json_is_string(bytes) && flip_share_read(json_string_value(bytes), share)))
        return 0;
    return flip_fail(error, FLIP_ERROR_BAD_MESSAGE, "'bytes' are 16 random bytes as 32 hexadecimal digits.");
}

int room_take_ticket(struct rooms *rooms, struct room *room, const json_t *body, const char *person,
                     struct flip_share *share, struct flip_error *error)
{
    const json_t *ticket = json_object_get(body, "ticket");
    char id[STORE_ID];
    if (share_read(body, share, error) < 0)
        return -1;
    if (!ticket || json_is_null(ticket))
        return share->given ? flip_fail(error, FLIP_ERROR_BAD_MESSAGE,
                                        "'bytes' for a new table come with a 'ticket', which GET /api/deal gives.")
                            : 0;
    if (!json_is_string(ticket) || !ticket_read(rooms, json_string_value(ticket), person, id))
        return flip_fail(error, FLIP_ERROR_LATE, "This ticket is too old, or not yours. Please try again.");
    if (check_unused(rooms, id, error) < 0)
        return -1;
    memcpy(room->id, id, sizeof room->id);
    if (room->draw.how == FLIP_SEED_TOGETHER)
        secret_of(rooms, id, room->draw.secret);
    return 0;
}

/* --- drawing ----------------------------------------------------------------------------------------------------------------- */

void room_share(struct room *room, const char *person, const struct flip_share *share)
{
    for (flip_set seats = room_seats_of(room, person); seats; seats = flip_set_rest(seats))
        room->seats[flip_set_first(seats)].share = *share;
}

/* The draw as it was, or would be now. */
static struct flip_seed_draw room_drawn(const struct room *room)
{
    struct flip_seed_draw draw = room->draw;
    for (int i = 0; !room->seeded && i < room->seat_count; i++)
        draw.share[i] = room->seats[i].kind == SEAT_PERSON ? room->seats[i].share : (struct flip_share){.given = false};
    return draw;
}

void room_draw(struct room *room)
{
    if (room->seeded)
        return;
    room->draw = room_drawn(room);
    flip_seed_draw_seed(&room->draw, room->seat_count, room->seed);
    room->seeded = true;
}

/* --- showing it ---------------------------------------------------------------------------------------------------------- */

static void write_hex(struct flip_json *json, const char *key, bool shown, const unsigned char bytes[FLIP_SEED_BYTES])
{
    char hex[FLIP_HEX_SIZE];
    flip_seed_hex(bytes, hex);
    write_text_or_null(json, key, shown ? hex : NULL);
}

static void write_draw(struct flip_json *json, const struct room *room, const struct flip_seed_draw *draw, bool shown)
{
    char hex[FLIP_SHARE_HEX], words[FLIP_SEED_DRAW_WORDS];
    flip_json_open(json, "deal", '{');
    flip_json_string(json, "how", draw->how == FLIP_SEED_UNTOLD ? "untold" : flip_seed_how_word(draw->how));
    write_hex(json, "secret", shown && draw->how == FLIP_SEED_TOGETHER, draw->secret);
    flip_json_open(json, "bytes", '[');
    for (int i = 0; i < room->seat_count; i++) {
        flip_share_hex(&draw->share[i], hex);
        write_text_or_null(json, NULL, draw->share[i].given ? hex : NULL);
    }
    flip_json_close(json);
    flip_seed_draw_words(draw, room->seat_count, words);
    flip_json_string(json, "words",
                     room->kind == ROOM_IMPORT && !room->dealt_here
                         ? "This server did not deal this game: whoever wrote the record may have chosen the seed."
                         : words);
    flip_json_close(json);
}

void room_commit(struct room *room)
{
    if (room->seeded && !room->commitment[0])
        flip_seed_draw_commitment(&room->draw, room->seed, room->commitment);
}

void write_deal(struct flip_json *json, const struct room *room)
{
    const struct flip_seed_draw draw = room_drawn(room);
    const bool over = room->status >= STORE_OVER && room->seeded && !room_daily_hidden(room);
    char hex[FLIP_HEX_SIZE];
    if (!room->commitment[0])
        flip_seed_draw_commitment(&draw, room->seed, hex);
    flip_json_string(json, "commitment", room->commitment[0] ? room->commitment : hex);
    write_hex(json, "seed", over, room->seed);
    const bool next = room->status >= STORE_OVER && room->has_next && !room->rematch[0] && !room->daily[0];
    if (next)
        flip_seed_commitment(room->next_secret, hex);
    write_text_or_null(json, "next", next ? hex : NULL);
    write_draw(json, room, &draw, over);
}

bool room_marked(const struct room *room)
{
    return room->status >= STORE_OVER && room->seeded && room_proved(room) && !room_daily_hidden(room);
}

void deal_mark(const unsigned char secret[STORE_SECRET_BYTES], const unsigned char seed[FLIP_SEED_BYTES],
               char mark[MARK_SIZE])
{
    char words[WORDS], hex[FLIP_HEX_SIZE];
    unsigned char digest[FLIP_SEED_BYTES];
    flip_seed_hex(seed, hex);
    snprintf(words, sizeof words, "flipside dealt %s", hex);
    derive(secret, words, digest);
    sodium_bin2hex(mark, MARK_SIZE, digest, sizeof digest);
}
