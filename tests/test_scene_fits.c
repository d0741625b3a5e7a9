/*
 * A scene fits, whatever has happened at the table: chat, notices, offers, people who look on, people who are muted, the log and all names are
 * as many and as long as they can be, all at once, in random games of every kind. What does not come with the first scene comes with the
 * next ones.
 */
#include "random_games.h"
#include "server/loop/loop.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"

#include <jansson.h>

enum {
    LINES = 2600,
    CHARACTERS = 500, /* of a line of the chat */
    NOTICES = 2600,
    LOOKING_ON = 70,
    MUTED = 3000,
    ENTRIES = 4000,
    LOG_ROOM = 64 << 10 /* that is left for the log at least */
};

static struct loop loop;
static struct people people = {.loop = &loop};
static struct rooms rooms = {.loop = &loop, .people = &people};
static struct room room;
static struct client clients[LOOKING_ON + 1];
static struct presence presents[LOOKING_ON + 1];
static struct watch watches[LOOKING_ON + 1];
static char longest_name[STORE_NAME], longest_line[4 * CHARACTERS + 1];
static char longest_text[FLIP_MOVE_TEXT], longest_tell[FLIP_STEP_TEXT];
static char muted[MUTED][STORE_ID];
static struct chat lines[LINES];
static struct notice notices[NOTICES];
static struct log_entry entries[ENTRIES];

/* --- everything at its limit ---------------------------------------------------------------------------------------------- */

/* Characters of four bytes. */
static void fill_text(char *out, int characters)
{
    for (int i = 0; i < characters; i++)
        memcpy(out + 4 * i, "\U00010330", 4);
    out[4 * characters] = '\0';
}

static void name_person(char id[STORE_ID], int number) { snprintf(id, STORE_ID, "person%016d", number); }

static void fill_chat(void)
{
    for (int i = 0; i < LINES; i++) {
        lines[i] = (struct chat){.seat = -1, .name = longest_name, .text = longest_line, .time = INT64_MAX};
        name_person(lines[i].person, 100 + i % 50);
    }
    room.chat = lines;
    room.chat_count = LINES;
}

/* Every seat has changed hands more often than it can. */
static void fill_notices(void)
{
    static const enum notice_kind kinds[] = {NOTICE_REPLACED, NOTICE_RETURNED, NOTICE_DECLINED};
    for (int i = 0; i < NOTICES; i++) {
        notices[i] = (struct notice){.kind = kinds[i % 3],
                                     .what = OFFER_HELP,
                                     .seat = i / 3 % FLIP_MAX_SEATS,
                                     .name = longest_name,
                                     .level = 3,
                                     .moves = 100000,
                                     .time = INT64_MAX};
        name_person(notices[i].person, i);
    }
    room.notices = notices;
    room.notice_count = NOTICES;
    for (int kind = 0; kind < OFFER_KINDS; kind++)
        room.offers[kind] = (struct offer){.stands = true, .notice = kind, .agreed = (1u << FLIP_MAX_SEATS) - 1};
}

static void fill_log(void)
{
    memset(longest_text, '"', sizeof longest_text - 1);
    memset(longest_tell, '"', sizeof longest_tell - 1);
    for (int i = 0; i < ENTRIES; i++)
        entries[i] = (struct log_entry){.seat = FLIP_DEALER,
                                        .phase = UINT32_MAX,
                                        .check = (uint32_t)i,
                                        .time = INT64_MAX,
                                        .text = longest_text,
                                        .tell = longest_tell};
    room.log = entries;
    room.log_count = ENTRIES;
}

static void fill_watches(void)
{
    for (int i = 0; i < MUTED; i++)
        name_person(muted[i], 50000 + i);
    for (int i = 0; i <= LOOKING_ON; i++) {
        name_person(presents[i].person.id, i);
        memcpy(presents[i].person.name, longest_name, sizeof longest_name);
        clients[i].presence = &presents[i];
        watches[i] = (struct watch){.link = &clients[i], .room = &room, .options = {.seat = -1}};
        watches[i].next_in_room = i < LOOKING_ON ? &watches[i + 1] : NULL;
    }
    room.watches = watches;
}

static void fill_seats(int count)
{
    room.seat_count = count;
    for (int i = 0; i < count; i++) {
        struct seat *seat = &room.seats[i];
        *seat = (struct seat){.kind = SEAT_PERSON,
                              .absent_since = INT64_MAX,
                              .votes = (1u << FLIP_MAX_SEATS) - 1,
                              .helped = true,
                              .clock = {.left = INT64_MAX, .since = 1}};
        name_person(seat->person, i == 0 ? 0 : 1000 + i);
        memcpy(seat->name, longest_name, sizeof longest_name);
    }
}

static void fill_room(void)
{
    loop.buffer = malloc(BUFFER_SIZE);
    fill_text(longest_name, 24);
    fill_text(longest_line, CHARACTERS);
    room = (struct room){.kind = ROOM_GAME,
                         .listed = true,
                         .unrated = true, /* so that the seat is told what it knows */
                         .replace_after = INT_MAX,
                         .created = INT64_MAX,
                         .clock = {.kind = CLOCK_BANK, .seconds = INT_MAX, .extra = INT_MAX}};
    name_person(room.id, 9);
    name_person(room.rematch, 8);
    fill_chat();
    fill_notices();
    fill_log();
    fill_watches();
}

/* --- looking at it --------------------------------------------------------------------------------------------------------- */

static void begin_watch(int seat)
{
    free(watches[0].sent);
    watches[0] = (struct watch){.link = &clients[0],
                                .room = &room,
                                .options = {.seat = seat, .knowledge = true},
                                .muted = muted,
                                .muted_count = MUTED,
                                .next_in_room = &watches[1]};
    for (int i = 0; i < ENTRIES; i++)
        entries[i].owner = seat;
    for (int i = 0; i < room.seat_count; i++) /* the viewer has all seats, and looks from that one */
        memcpy(room.seats[i].person, presents[0].person.id, STORE_ID);
}

static size_t write_once(void)
{
    struct shared_snapshot shared = {0};
    const size_t length = write_snapshot(&rooms, &watches[0], &shared);
    free(shared.text);
    assert_false(watches[0].too_large);
    assert_in_range(length, 1000, BUFFER_SIZE - 1);
    return length;
}

static size_t count_of(const json_t *scene, const char *key) { return json_array_size(json_object_get(scene, key)); }

/* All scenes until nothing is missing. */
static void hear_everything(void)
{
    size_t log = 0, notes = 0, scenes = 0;
    do {
        watches[0].behind = false;
        const size_t length = write_once();
        json_t *scene = json_loadb(loop.buffer, length, 0, NULL);
        assert_non_null(scene);
        assert_int_equal(json_integer_value(json_object_get(scene, "log_from")), log);
        assert_int_equal(count_of(scene, "chat"), scenes == 0 ? CHAT_PAGE : 0);
        if (scenes == 0) {
            assert_true(json_is_true(json_object_get(scene, "chat_older")));
            assert_int_equal(count_of(scene, "spectators"), SPECTATORS_LISTED);
            assert_int_equal(count_of(scene, "offers"), OFFER_KINDS);
            assert_int_equal(count_of(scene, "muted_people"), MUTED_LISTED);
        }
        log += count_of(scene, "log");
        notes += count_of(scene, "notices");
        scenes++;
        json_decref(scene);
    } while (watches[0].behind);
    assert_int_equal(log, ENTRIES);
    assert_int_equal(notes, NOTICES);
}

static size_t largest;

/* The log takes what is left, and something always is. */
static void leaves_room_for_the_log(struct flip_table *table, int seat)
{
    room.table = table;
    room.game = table->game;
    room.options = table->options;
    for (int i = 0; i < table->seats; i++)
        memset(table->names[i], 'W', sizeof table->names[i] - 1);
    fill_seats(table->seats);
    begin_watch(seat);
    room.log_count = 0;
    const size_t length = write_once();
    assert_in_range(length, 1, BUFFER_SIZE - LOG_ROOM);
    if (length > largest)
        largest = length;
    room.log_count = ENTRIES;
}

static void look(struct flip_table *table, int seat, struct flip_random *random)
{
    room.status = STORE_RUNNING;
    leaves_room_for_the_log(table, seat);
    if (below(random, 100) == 0) {
        begin_watch(seat);
        hear_everything();
    }
}

static void end(struct flip_table *table, struct flip_random *random)
{
    room.status = STORE_OVER;
    leaves_room_for_the_log(table, 0);
    if (below(random, 10) == 0) {
        begin_watch(0);
        hear_everything();
    }
}

static void every_scene_fits_when_every_list_is_full(void **state)
{
    (void)state;
    fill_room();
    holds(1, (struct property){.look = look, .end = end, .one_in = 60});
    if (getenv("FLIPSIDE_SHOW_LARGEST"))
        print_message("the largest scene without its log: %zu bytes\n", largest);
    free(watches[0].sent);
    watches[0].sent = NULL;
    free(loop.buffer);
}

/* A page has so many lines for these ears; what others have said to their team or were muted for does not count. */
static void older_pages_go_back_to_the_first_line(void **state)
{
    (void)state;
    static char text[BUFFER_SIZE];
    fill_room();
    fill_seats(2);
    begin_watch(0);
    for (int i = 0; i < 120; i++)
        lines[i].text = i % 2 ? longest_line : (char *)"";
    room.chat_count = 121;
    int before = 1000, pages[3], firsts[3];
    for (int page = 0; page < 3; page++) {
        struct flip_json json = flip_json_in(text, sizeof text);
        flip_json_open(&json, NULL, '{');
        write_chat_before(&json, &watches[0], before);
        flip_json_close(&json);
        json_t *told = json_loads(text, 0, NULL);
        assert_non_null(told);
        const json_t *chat = json_object_get(told, "chat");
        pages[page] = (int)json_array_size(chat);
        firsts[page] = before = (int)json_integer_value(json_object_get(json_array_get(chat, 0), "i"));
        assert_int_equal(json_is_true(json_object_get(told, "older")), page == 0);
        json_decref(told);
    }
    assert_int_equal(pages[0], CHAT_PAGE);
    assert_int_equal(firsts[0], 23); /* 120, and the odd ones from 119 down */
    assert_int_equal(pages[1], 11);
    assert_int_equal(firsts[1], 1);
    assert_int_equal(pages[2], 0);
    free(loop.buffer);
    room.chat_count = LINES;
    fill_chat();
}

/* Whoever was away for long hears everything that was said meanwhile, a page with each scene. */
static void what_was_said_since_the_last_scene_comes_page_by_page(void **state)
{
    (void)state;
    fill_room();
    fill_seats(2);
    room.game = flip_game_at(0);
    room.status = STORE_WAITING;
    room.log_count = room.notice_count = 0;
    memset(room.offers, 0, sizeof room.offers);
    begin_watch(0);
    room.chat_count = 7;
    write_once();
    assert_false(watches[0].behind);
    assert_int_equal(watches[0].has.chat, 7);
    room.chat_count = 7 + 2 * CHAT_PAGE + 1;
    for (int page = 1; page <= 3; page++) {
        watches[0].behind = false;
        write_once();
        assert_int_equal(watches[0].has.chat, page < 3 ? 7 + page * CHAT_PAGE : room.chat_count);
        assert_int_equal(watches[0].behind, page < 3);
    }
    struct shared_snapshot shared = {0};
    assert_int_equal(write_snapshot(&rooms, &watches[0], &shared), 0);
    free(shared.text);
    free(watches[0].sent);
    watches[0].sent = NULL;
    free(loop.buffer);
}

int main(int count, char **arguments)
{
    choose_game(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_fits_when_every_list_is_full),
        cmocka_unit_test(what_was_said_since_the_last_scene_comes_page_by_page),
        cmocka_unit_test(older_pages_go_back_to_the_first_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
