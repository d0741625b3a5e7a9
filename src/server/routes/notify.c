/* What happens at tables and between people, in a sentence for somebody whose page is closed: server/post sends it. */
#include "server/routes/routes.h"

#include "table/table.h"

#include <stdio.h>
#include <string.h>

enum { FRESH_MS = 60000 }; /* what is older was told before the server was started */

/* A game against bots, a lesson or somebody else's game tried out goes on when its player comes back. */
static bool among_people(const struct room *room)
{
    int count = 0;
    for (int i = 0; i < room->seat_count; i++)
        count += room->seats[i].kind == SEAT_PERSON && room->seats[i].person[0];
    return room->kind == ROOM_GAME && count > 1;
}

static bool is_recent(const struct room *room)
{
    const struct flip_table *table = room->table;
    const int64_t time = table && table->step_count ? table->steps[table->step_count - 1].time : room->changed;
    return age_ms(time) < FRESH_MS;
}

static void notify_absent(struct server *server, const char *person, struct post_news *news, const char *table)
{
    if (!person[0] || person_online(server->people, person))
        return;
    if (table) {
        snprintf(news->place, sizeof news->place, "/t/%s", table);
        snprintf(news->tag, sizeof news->tag, "table %s", table);
    }
    post_tell(server->post, person, news);
}

/* "Bo, Cy and others", without the seat itself; at most three names. */
static void write_others(const struct room *room, int seat, char *out, size_t size)
{
    struct flip_text text = flip_text_in(out, size);
    int count = 0;
    for (int i = 0; i < room->seat_count; i++)
        if (i != seat && strcmp(room->seats[i].person, room->seats[seat].person) != 0 && count++ < 3)
            flip_text_add(&text, "%s%s", count > 1 ? ", " : "", room->seats[i].name);
    if (count > 3)
        flip_text_add(&text, " and others");
}

/* Without a text it says with whom they play. */
static void notify_seats(struct server *server, const struct room *room, flip_set seats, enum post_kind kind,
                         const char *title, const char *text)
{
    char others[3 * STORE_NAME + 32];
    for (; seats; seats = flip_set_rest(seats)) {
        const int seat = flip_set_first(seats);
        struct post_news news = {.kind = kind};
        write_others(room, seat, others, sizeof others);
        snprintf(news.title, sizeof news.title, "%s", title);
        snprintf(news.text, sizeof news.text, text ? "%s" : "You play with %s.", text ? text : others);
        notify_absent(server, room->seats[seat].person, &news, room->id);
    }
}

/* The same where the title ends with the game's. */
static void notify_of_game(struct server *server, const struct room *room, flip_set seats, enum post_kind kind,
                           const char *what, const char *text)
{
    char title[POST_TITLE];
    snprintf(title, sizeof title, "%s: %s", what, room->game->title);
    notify_seats(server, room, seats, kind, title, text);
}

void notify_turns(struct server *server, const struct room *room, flip_set seats)
{
    if (seats && among_people(room) && is_recent(room))
        notify_of_game(server, room, seats, POST_TURN, "It is your turn", NULL);
}

/* Those who have to decide at once hear that instead. */
void notify_begun(struct server *server, const struct room *room)
{
    const flip_set turn = room->table ? flip_table_turn(room->table) : 0;
    if (among_people(room) && is_recent(room))
        notify_of_game(server, room, room_people(room) & ~turn, POST_START, "Your game has begun", NULL);
}

/* In public: a sentence with the game and who sits there. */
static void call_webhook(struct server *server, const struct room *room, const char *event, const char *format)
{
    char people[4 * STORE_NAME + 32], text[sizeof people + 200], place[POST_PLACE];
    struct flip_text names = flip_text_in(people, sizeof people);
    int count = 0;
    if (!room->listed || room->kind != ROOM_GAME)
        return;
    for (int i = 0; i < room->seat_count; i++)
        if (room->seats[i].kind == SEAT_PERSON && count++ < 4)
            flip_text_add(&names, "%s%s", count > 1 ? ", " : "", room->seats[i].name);
    snprintf(text, sizeof text, format, room->game->title, count ? people : "Bots");
    snprintf(place, sizeof place, "/t/%s", room->id);
    post_hook(server->post, event, text, place,
              json_pack("{s:s, s:s, s:i, s:i}", "table", room->id, "game", room->game->id, "seats", room->seat_count,
                        "people", count));
}

void notify_table(struct server *server, const struct room *room)
{
    if (room->status == STORE_WAITING)
        call_webhook(server, room, "table.waiting", "A table waits for players: %s. %s sits there.");
}

void notify_report(struct server *server, const struct store_report *report)
{
    post_hook(server->post, "report", "Somebody has reported something to the administrator.", "/admin",
              json_pack("{s:s, s:s}", "about", report->about, "table", report->table));
}

void notify_over(struct server *server, const struct room *room)
{
    call_webhook(server, room, "game.over", "A game of %s is over. %s played.");
    if (among_people(room))
        notify_of_game(server, room, room_people(room), POST_OVER, "Your game is over", "See how it ended.");
}

void notify_offer(struct server *server, const struct room *room, const struct store_person *by, enum offer_kind kind)
{
    static const char *const asks[OFFER_KINDS] = {"offers to end the game", "asks to take back a move",
                                                  "offers a rematch", "asks to allow hints and the tutor",
                                                  "asks for a seat"};
    char title[POST_TITLE];
    snprintf(title, sizeof title, "%s %s", by->name, asks[kind]);
    notify_seats(server, room, room_people(room) & ~room_seats_of(room, by->id), POST_OFFER, title, room->game->title);
}

void notify_challenge(struct server *server, const struct store_person *by, const char *person, const char *game)
{
    struct post_news news = {.kind = POST_CHALLENGE, .text = "Accept or decline.", .place = "/lobby"};
    snprintf(news.title, sizeof news.title, "%s challenges you: %s", by->name, game);
    snprintf(news.tag, sizeof news.tag, "challenge %s", by->id);
    notify_absent(server, person, &news, NULL);
}

void notify_friend(struct server *server, const struct store_person *by, const char *person, bool accepted)
{
    struct post_news news = {.kind = POST_FRIEND, .place = "/profile"};
    snprintf(news.title, sizeof news.title, "%s %s", by->name,
             accepted ? "is your friend now" : "would like to be your friend");
    snprintf(news.tag, sizeof news.tag, "friend %s", by->id);
    notify_absent(server, person, &news, NULL);
}
