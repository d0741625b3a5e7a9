/*
 * What a messenger shows of an invitation: the page with Open Graph tags that name host, game and terms, and a picture of the game that
 * the program draws itself. Whoever opens the link gets the same page; the tags say nothing that the invitation does not.
 */
#include "server/routes/routes.h"

#include "print/paper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 64 << 10, TAGS = 4096, PICTURE_MS = 200 };

/* --- pictures ------------------------------------------------------------------------------------------------------ */

struct picture_work {
    struct work work;
    const struct flip_game *game;
    char *png;
    size_t length;
};

static int draw(struct work *work, struct flip_error *error)
{
    struct picture_work *picture = (struct picture_work *)work;
    (void)error;
    picture->png = flip_game_picture(picture->game, &picture->length, NULL);
    return 0;
}

static int show(struct request *request, struct work *work, struct flip_error *error)
{
    const struct picture_work *picture = (struct picture_work *)work;
    const struct page *icon = page_at(request->server->net->pages, "/icon-512.png");
    if (picture->png)
        reply(request, 200, "image/png", picture->png, picture->length);
    else if (icon) /* built without Cairo */
        reply(request, 200, icon->type, (const char *)icon->bytes, icon->length);
    else
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no picture of that game here.");
    request->lasting = true;
    return 0;
}

static void release(struct work *work) { free(((struct picture_work *)work)->png); }

int get_picture(struct call *call, struct flip_error *error)
{
    const struct flip_game *game = flip_game_named(call->rest);
    if (!game)
        return flip_fail(error, FLIP_ERROR_NOT_FOUND, "There is no picture of that game here.");
    struct picture_work *picture = work_new(call->request, sizeof *picture, PICTURE_MS, WORK_TO_ASK, error);
    if (!picture)
        return -1;
    picture->work.run = draw;
    picture->work.then = show;
    picture->work.release = release;
    picture->game = game;
    return work_start_for(call->request, &picture->work);
}

/* --- the tags ------------------------------------------------------------------------------------------------------ */

static void add_escaped(struct flip_text *out, const char *words)
{
    for (; *words; words++) {
        const char *escaped = *words == '&' ? "&amp;" : *words == '<' ? "&lt;" : *words == '"' ? "&quot;" : NULL;
        flip_text_add(out, escaped ? "%s" : "%.1s", escaped ? escaped : words);
    }
}

static void add_tag(struct flip_text *out, const char *property, const char *words)
{
    flip_text_add(out, "<meta property=\"og:%s\" content=\"", property);
    add_escaped(out, words);
    flip_text_add(out, "\">\n");
}

static void add_duration(struct flip_text *out, int seconds)
{
    const struct {
        int seconds;
        const char *name;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    int unit = 0;
    while (seconds % units[unit].seconds != 0 || seconds < units[unit].seconds)
        unit++;
    const int count = seconds / units[unit].seconds;
    flip_text_add(out, "%d %s%s", count, units[unit].name, count == 1 ? "" : "s");
}

/* "5 minutes each · rated · Ada, Bo and 2 free seats" */
static void add_terms(struct flip_text *out, const struct room *room)
{
    int open = 0;
    if (room->clock.kind != CLOCK_NONE)
        add_duration(out, room->clock.seconds);
    flip_text_add(out, "%s · %s",
                  room->clock.kind == CLOCK_BANK   ? " each"
                  : room->clock.kind == CLOCK_MOVE ? " for every decision"
                                                   : "no clock",
                  room_rated(room) ? "rated" : "not rated");
    for (int i = 0; i < room->seat_count; i++) {
        const struct seat *seat = &room->seats[i];
        const bool taken = seat->kind == SEAT_PERSON || seat->kind == SEAT_BOT;
        open += !taken;
        if (taken)
            flip_text_add(out, " · %s", seat->name);
    }
    flip_text_add(out, " · %d %s free", open, open == 1 ? "seat" : "seats");
}

static void add_origin(struct flip_text *out, const struct request *request)
{
    char host[256] = "";
    if (request->server->loop.config.origin[0]) {
        flip_text_add(out, "%s", request->server->loop.config.origin);
    } else if (header_of(request->wsi, "host", host, sizeof host) > 0) {
        flip_text_add(out, "%s://%s", over_tls(request) ? "https" : "http", host);
    }
}

static void add_tags(struct flip_text *out, const struct request *request, const struct room *room)
{
    char words[TAGS];
    struct flip_text text = flip_text_in(words, sizeof words);
    const char *owner = room_owner(room);
    const flip_set seats = owner ? room_seats_of(room, owner) : 0;
    flip_text_add(&text, "%s invites you to %s", seats ? room->seats[flip_set_first(seats)].name : "Somebody",
                  room->game->title);
    add_tag(out, "title", words);
    text = flip_text_in(words, sizeof words);
    add_terms(&text, room);
    add_tag(out, "description", words);
    text = flip_text_in(words, sizeof words);
    add_origin(&text, request);
    flip_text_add(&text, "/api/pictures/%s", room->game->id);
    add_tag(out, "image", words);
    add_tag(out, "image:width", "1200");
    add_tag(out, "image:height", "630");
    add_tag(out, "type", "website");
    add_tag(out, "site_name", "Flipside");
    flip_text_add(out, "<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
}

/* --- the page ------------------------------------------------------------------------------------------------------ */

/* The page as it is, to be freed. */
static char *plain_page(const struct page *page, size_t *length)
{
    if (page->zipped)
        return unzip(page->bytes, page->length, PAGE_BYTES, length);
    char *copy = malloc(page->length);
    if (copy)
        memcpy(copy, page->bytes, page->length);
    *length = page->length;
    return copy;
}

/* False: there is no place for tags in it. */
static bool reply_tagged(struct request *request, const struct page *page, const struct room *room)
{
    static const char end[] = "</head>";
    char tags[TAGS];
    struct flip_text text = flip_text_in(tags, sizeof tags);
    size_t length;
    char *plain = plain_page(page, &length), *place = plain ? memmem(plain, length, end, sizeof end - 1) : NULL;
    add_tags(&text, request, room);
    char *out = place && flip_text_fits(&text) ? malloc(OUT_PRE + length + text.length) : NULL;
    if (out) {
        const size_t before = (size_t)(place - plain);
        memcpy(out + OUT_PRE, plain, before);
        memcpy(out + OUT_PRE + before, tags, text.length);
        memcpy(out + OUT_PRE + before + text.length, place, length - before);
        reply_owned(request, 200, page->type, out, length + text.length);
    }
    free(plain);
    return out;
}

static int reply_page(struct request *request, const struct room *room)
{
    const struct page *page = page_at(request->server->net->pages, "/index.html");
    if (room && room_invitation(room, strrchr(request->path, '/') + 1 + STORE_ID, "") >= 0 &&
        reply_tagged(request, page, room))
        return 0;
    request->page = page;
    reply(request, 200, page->type, (const char *)page->bytes, page->length);
    return 0;
}

static int found(struct request *request, struct work *work, struct flip_error *error)
{
    (void)error;
    struct fetch *fetch = (struct fetch *)work;
    fetch_take_over(request->server->rooms, fetch);
    return reply_page(request, room_in_memory(request->server->rooms, fetch->found[0].id));
}

bool reply_preview(struct request *request, struct flip_error *error)
{
    static const char join[] = "/join/";
    struct table_ids ids = {.count = 1};
    const char *rest = request->path + sizeof join - 1;
    if (strncmp(request->path, join, sizeof join - 1) != 0 || strlen(rest) != 2 * STORE_ID - 1 ||
        rest[STORE_ID - 1] != '.' || !page_at(request->server->net->pages, "/index.html") ||
        !server_ready(&request->server->loop))
        return false;
    snprintf(ids.id[0], STORE_ID, "%.*s", STORE_ID - 1, rest);
    if (!id_looks_right(ids.id[0]))
        return false;
    const struct room *room = room_in_memory(request->server->rooms, ids.id[0]);
    if (room) {
        reply_page(request, room);
        return true;
    }
    return fetch_for_request(request, &ids, found, error) == 0;
}
