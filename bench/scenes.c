/*
 * What a scene costs, without a network and without a store: games of four (or of as many as fit) are played at random in one process, and whoever has
 * to be told something is written a scene, which is compressed, as the server does it.
 *
 *     scenes [--games 20] [--without 3] [--seats 4] [GAME…]
 *
 * `--without` is 1 for what is printed, 2 for sentences, 3 for both, 0 for whole scenes.
 *
 * For each game: processor time of a scene, how long they are as sent, and how many have more than a kilobyte. Moves and cards are the same every
 * time, so under `valgrind --tool=callgrind` the instructions of two programs can be compared on a busy machine.
 */
#include "core/clock.h"
#include "server/commands/serve.h"
#include "server/net/net.h"
#include "server/net/parts.h"
#include "server/rooms/room.h"
#include "server/rooms/rooms.h"
#include "table/table.h"

#include <flipside/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL = 1024, MOST_SEATS = 6, MOST_SNAPSHOTS = 1 << 20 };

static int games = 20, seats = 4;
static unsigned without = WITHOUT_PRINTED | WITHOUT_SENTENCES;
static struct compressor *compressor;
static int sizes[MOST_SNAPSHOTS], scenes;
static size_t whole;
static double busy;

struct people_here {
    struct presence presence[MOST_SEATS + 1];
    struct client link[MOST_SEATS + 1];
};

static double now(void) { return flip_seconds_of(CLOCK_THREAD_CPUTIME_ID); }

/* The last one has no seat. */
static void come_in(struct people_here *people, struct room *room)
{
    for (int i = 0; i <= room->seat_count; i++) {
        struct store_person *person = &people->presence[i].person;
        snprintf(person->id, sizeof person->id, "person%016d", i);
        snprintf(person->name, sizeof person->name, "guest %d", i);
        people->link[i].presence = &people->presence[i];
        struct watch *watch = watch_add(&people->link[i], room);
        watch->options.seat = -1;
        watch->options.without = without;
        if (i == room->seat_count)
            continue;
        memcpy(room->seats[i].person, person->id, sizeof person->id);
        snprintf(room->seats[i].name, sizeof room->seats[i].name, "%s", person->name);
    }
}

static void push(struct server *server, struct room *room, flip_set seen_by)
{
    struct shared_snapshot shared = {0};
    for (struct watch *watch = room->watches; watch; watch = watch->next_in_room) {
        if (seen_by != ~(flip_set)0 && !(seen_by & room_seats_of(room, watch->link->presence->person.id)))
            continue;
        struct deflate_history *history = &watch->link->socket.history;
        const bool first = !history->last[1];
        size_t length = write_snapshot(server->rooms, watch, &shared);
        whole += first ? 0 : length;
        if (length == 0)
            continue;
        deflate_message(compressor, history, server->loop.buffer, length, &length);
        if (!first && scenes < MOST_SNAPSHOTS)
            sizes[scenes++] = (int)length;
    }
    free(shared.text);
}

static void push_measured(struct server *server, struct room *room, flip_set seen_by)
{
    const double begin = now();
    push(server, room, seen_by);
    busy += now() - begin;
}

/* As room_take_move does it: a step that is hidden from the others changes nothing for them. */
static bool move(struct server *server, struct room *room, struct flip_random *random)
{
    struct flip_table *table = room->table;
    struct flip_error error;
    flip_move moves[FLIP_MAX_MOVES];
    const flip_set turn = flip_table_turn(table);
    int nth = turn ? (int)flip_random_below(random, (uint32_t)flip_set_count(turn)) : 0;
    flip_set rest = turn;
    for (; nth > 0; nth--)
        rest = flip_set_rest(rest);
    const int seat = turn ? flip_set_first(rest) : -1, public_count = room->public_count;
    const uint32_t phase = table->now.phase;
    const int count = turn ? flip_table_moves(table, seat, moves, FLIP_MAX_MOVES) : 0;
    if (count == 0 || flip_table_act(table, seat, moves[flip_random_below(random, (uint32_t)count)], &error) < 0 ||
        room_follow(room, false, &error) < 0)
        return false;
    const bool hidden =
        table->now.phase == phase && flip_table_turn(table) == turn && room->public_count == public_count;
    push_measured(server, room, hidden ? FLIP_BIT(seat) : ~(flip_set)0);
    return true;
}

static void play(struct server *server, const struct flip_game *game, int number)
{
    static struct people_here people;
    unsigned char seed[FLIP_SEED_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8)};
    struct flip_random random = {0};
    struct flip_error error;
    struct flip_table_def def = flip_table_defaults(game);
    def.seats = seats < game->min_seats ? game->min_seats : seats > game->max_seats ? game->max_seats : seats;
    def.seed = seed;
    struct room *room = calloc(1, sizeof *room);
    if (!room || !(room->table = flip_table_open(&def, &error)))
        exit(1);
    strcpy(room->id, "tabletabletabletable00");
    room->game = game;
    room->options = def.options;
    room->status = STORE_RUNNING;
    room->seat_count = def.seats;
    memset(&people, 0, sizeof people);
    flip_random_seed(&random, (uint64_t)number);
    come_in(&people, room);
    if (room_follow(room, true, &error) < 0)
        exit(1);
    push(server, room, ~(flip_set)0);
    while (move(server, room, &random))
        ;
    while (room->watches) {
        deflate_forget(&room->watches->link->socket.history);
        unwatch(room->watches);
    }
    room_discard(room);
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void tell(const struct flip_game *game)
{
    int over = 0;
    double bytes = 0;
    for (int i = 0; i < scenes; i++) {
        over += sizes[i] > USUAL;
        bytes += sizes[i];
    }
    qsort(sizes, (size_t)scenes, sizeof *sizes, ascending);
    printf("%-10s %6d scenes %6.1f us, of %5.0f bytes %4.0f: median %4d, nine of ten %4d, longest %5d, over 1 KB "
           "%4.1f %%\n",
           game->id, scenes, 1e6 * busy / scenes, (double)whole / scenes, bytes / scenes, sizes[scenes / 2],
           sizes[scenes * 9 / 10], sizes[scenes - 1], 100.0 * over / scenes);
}

int main(int argc, char **argv)
{
    struct server *server = server_new();
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        const int number = atoi(argv[first + 1]);
        if (strcmp(argv[first], "--without") == 0)
            without = (unsigned)number;
        else
            *(strcmp(argv[first], "--games") == 0 ? &games : &seats) = number;
    }
    if (!server || !(compressor = compressor_new()) || !(server->loop.buffer = malloc(BUFFER_SIZE)))
        return 1;
    for (int i = 0; flip_game_at(i); i++) {
        bool wanted = first == argc;
        for (int j = first; j < argc; j++)
            wanted |= strcmp(argv[j], flip_game_at(i)->id) == 0;
        scenes = 0, whole = 0, busy = 0;
        for (int number = 0; wanted && number < games; number++)
            play(server, flip_game_at(i), number);
        if (scenes)
            tell(flip_game_at(i));
    }
    compressor_free(compressor);
    free(server->loop.buffer);
    server_free(server);
    return 0;
}
