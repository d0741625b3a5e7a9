/* What is new in a snapshot: see watch.h. */
#include "server/rooms/rooms.h"

#include <string.h>

/* --- whose chat is not wanted ------------------------------------------------------------------------------------------- */

static bool is_among(const struct watch *watch, int count, const char *person)
{
    for (int i = 0; i < count; i++)
        if (strcmp(watch->muted[i], person) == 0)
            return true;
    return false;
}

bool muted_for_all(const struct watch *watch, const char *person)
{
    return is_among(watch, watch->muted_for_all, person);
}

flip_set muted_seats(const struct watch *watch)
{
    flip_set seats = 0;
    for (int i = 0; i < watch->muted_count; i++)
        seats |= room_seats_of(watch->room, watch->muted[i]);
    return seats;
}

/* The people the viewer has muted or blocked, with or without a seat; and those the table's owner has muted for
   everybody. */
void write_muted_people(struct flip_json *json, const struct watch *watch)
{
    const int last = watch->muted_for_all + MUTED_LISTED;
    flip_json_open(json, "muted_people", '[');
    for (int i = watch->muted_for_all; i < watch->muted_count && i < last; i++)
        flip_json_string(json, NULL, watch->muted[i]);
    flip_json_close(json);
    if (watch->muted_for_all == 0)
        return;
    flip_json_open(json, "silenced", '[');
    for (int i = 0; i < watch->muted_for_all && i < MUTED_LISTED; i++)
        flip_json_string(json, NULL, watch->muted[i]);
    flip_json_close(json);
}

/* --- chat ------------------------------------------------------------------------------------------------------------------ */

static bool is_heard(const struct watch *watch, const struct chat *chat)
{
    return chat->text[0] && /* empty: of somebody who is no more */
           !is_among(watch, watch->muted_count, chat->person) &&
           room_hears(watch->room, watch->link->presence->person.id, chat);
}

/* Where the last page before that line begins. */
static int page_before(const struct watch *watch, int before)
{
    int first = before;
    for (int i = before - 1, lines = 0; i >= 0 && lines < CHAT_PAGE; i--)
        if (is_heard(watch, &watch->room->chat[i])) {
            first = i;
            lines++;
        }
    return first;
}

static bool heard_before(const struct watch *watch, int line)
{
    while (line > 0 && !is_heard(watch, &watch->room->chat[line - 1]))
        line--;
    return line > 0;
}

static void write_line(struct flip_json *json, int number, const struct chat *chat)
{
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "i", number);
    write_int_or_null(json, "seat", chat->seat >= 0, chat->seat);
    flip_json_string(json, "person", chat->person);
    flip_json_string(json, "name", chat->name);
    flip_json_string(json, "text", chat->text);
    if (chat->team)
        flip_json_string(json, "team", chat->team);
    flip_json_int(json, "time", chat->time);
    flip_json_close(json);
}

/* At most a page of the lines from `from` on that are before `end`. Returns how many, and how far it came. */
static int write_page(struct flip_json *json, const struct watch *watch, int from, int end, int *to)
{
    int lines = 0, i = from;
    flip_json_open(json, "chat", '[');
    for (; i < end && lines < CHAT_PAGE; i++)
        if (is_heard(watch, &watch->room->chat[i])) {
            write_line(json, i, &watch->room->chat[i]);
            lines++;
        }
    flip_json_close(json);
    *to = i;
    return lines;
}

static int write_chat(struct flip_json *json, const struct watch *watch, int *to)
{
    const int count = watch->room->chat_count;
    if (watch->has.begun)
        return write_page(json, watch, watch->has.chat, count, to);
    const int first = page_before(watch, count);
    flip_json_bool(json, "chat_older", heard_before(watch, first));
    const int lines = write_page(json, watch, first, count, to);
    *to = count;
    return lines;
}

void write_chat_before(struct flip_json *json, const struct watch *watch, int before)
{
    const int end = before < watch->room->chat_count ? before : watch->room->chat_count;
    const int first = page_before(watch, end);
    int to;
    write_page(json, watch, first, end, &to);
    flip_json_bool(json, "older", heard_before(watch, first));
}

/* --- the log --------------------------------------------------------------------------------------------------------------- */

static void write_entry(struct flip_json *json, const struct room *room, int index, const struct log_entry *entry)
{
    const char *by = room_stand_in(room, entry);
    flip_json_open(json, NULL, '{');
    flip_json_int(json, "i", index);
    write_actor(json, "seat", entry->seat);
    if (entry->owner != entry->seat)
        flip_json_int(json, "of", entry->owner);
    if (by)
        flip_json_string(json, "by", by);
    flip_json_int(json, "phase", entry->phase);
    flip_json_string(json, "text", entry->text);
    flip_json_string(json, "tell", entry->tell);
    flip_json_int(json, "time", entry->time);
    flip_json_close(json);
}

/* The entries that the client does not have yet, as far as there is room; `from` is where it has to drop its own. */
static void write_log(struct flip_json *json, const struct watch *watch, const int *visible, int count,
                      struct snapshot_news *news)
{
    const struct room *room = watch->room;
    int same = 0;
    while (same < count && same < watch->sent_count && room->log[visible[same]].check == watch->sent[same])
        same++;
    news->from = news->to = same;
    flip_json_int(json, "log_from", same);
    flip_json_open(json, "log", '[');
    for (; news->to < count; news->to++) {
        const struct flip_json before = *json;
        write_entry(json, room, news->to, &room->log[visible[news->to]]);
        if (json->text.length + SNAPSHOT_END < json->text.size)
            continue;
        *json = before;
        break;
    }
    flip_json_close(json);
}

/* --- all of it ------------------------------------------------------------------------------------------------------------- */

/* The log comes last: it takes what the rest has left. */
bool write_news(struct flip_json *json, const struct watch *watch, const int *visible, int count,
                struct snapshot_news *news)
{
    const struct room *room = watch->room;
    *news = (struct snapshot_news){0};
    news->heard = write_chat(json, watch, &news->chat);
    news->notices = write_notices(json, room, watch->has.notices, NOTICES_ROOM);
    news->heard += news->notices - watch->has.notices;
    write_log(json, watch, visible, count, news);
    news->more = news->chat < room->chat_count || news->notices < room->notice_count || news->to < count;
    return news->to > news->from || news->from == count;
}
