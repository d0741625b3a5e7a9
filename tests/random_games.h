/*
 * Random games of any game: every number of seats, every value of every option, mixtures of options. A flick comes out at
 * random too, so that no physics is needed. Properties of all games (test_properties.c, test_knowledge.c) and of single
 * games are tried on these.
 */
#ifndef FLIPSIDE_TESTS_RANDOM_GAMES_H
#define FLIPSIDE_TESTS_RANDOM_GAMES_H

#include "support.h"
#include "table/table.h"

#include <flipside/walk.h>

#include <stdlib.h>
#include <string.h>

enum { MIXTURES = 6, MOST_DECISIONS = 20000 };

static inline int below(struct flip_random *random, int n) { return (int)flip_random_below(random, (uint32_t)n); }

/* --- a world of chance --------------------------------------------------------------------------------------------------- */

/* One piece is touched and pushed about; a figure may fall, anything may leave the table. */
static inline void toss_piece(struct flip_random *random, const struct flip_scene *scene, int piece,
                              struct flip_outcome *out)
{
    const bool building = scene->body[piece].shape == FLIP_BODY_BUILDING;
    const int part = building ? below(random, 4) : FLIP_PART_BODY;
    out->contact[out->contacts++] = (struct flip_contact){(uint8_t)piece, (uint8_t)part};
    if (part >= FLIP_PART_DOOR)
        return;
    struct flip_pose pose = scene->body[piece].pose;
    pose.x += below(random, 8001) - 4000;
    pose.y += below(random, 8001) - 4000;
    if (scene->body[piece].figure && below(random, 2)) {
        out->fell |= FLIP_BIT(piece);
        if (below(random, 2))
            pose = flip_pose_lying(pose.x, pose.y, 900, below(random, FLIP_TURN));
    }
    if (pose.x < 0 || pose.y < 0 || pose.x > scene->width || pose.y > scene->height)
        out->off |= FLIP_BIT(piece);
    out->moved |= FLIP_BIT(piece);
    out->pose[piece] = pose;
}

/* The flicked piece goes as far as its speed takes it, at most to the edge. */
static inline void toss_flicked(const struct flip_scene *scene, struct flip_outcome *out)
{
    struct flip_pose rest = scene->body[scene->flicked].pose;
    const int64_t way = (int64_t)scene->speed * scene->speed / 60;
    rest.x += (int32_t)(way * flip_cos(scene->angle) / FLIP_ONE);
    rest.y += (int32_t)(way * flip_sin(scene->angle) / FLIP_ONE);
    if (rest.x < 0 || rest.y < 0 || rest.x > scene->width || rest.y > scene->height) {
        rest.x = rest.x < 0 ? 0 : rest.x > scene->width ? scene->width : rest.x;
        rest.y = rest.y < 0 ? 0 : rest.y > scene->height ? scene->height : rest.y;
        out->off |= FLIP_BIT(scene->flicked);
    }
    out->moved |= FLIP_BIT(scene->flicked);
    out->pose[scene->flicked] = rest;
}

/* Any outcome that can be. */
static inline int toss(void *context, const struct flip_scene *scene, struct flip_outcome *out,
                       struct flip_error *error)
{
    struct flip_random *random = context;
    (void)error;
    memset(out, 0, sizeof *out);
    int there[FLIP_PIECES], count = 0;
    for (int i = 0; i < scene->count; i++)
        if (scene->body[i].shape != FLIP_BODY_NONE && i != scene->flicked)
            there[count++] = i;
    const int touched = below(random, 4);
    for (int i = 0; i < touched && count > 0; i++)
        toss_piece(random, scene, there[below(random, count)], out);
    toss_flicked(scene, out);
    out->frozen = below(random, 50) == 0;
    return 0;
}

static struct flip_random tosses;

static inline struct flip_world world_of_chance(uint64_t seed)
{
    flip_random_seed(&tosses, seed);
    return (struct flip_world){toss, &tosses};
}

/* --- options ------------------------------------------------------------------------------------------------------------- */

static inline int words_in(const char *words)
{
    int count = 0;
    for (; *words; words += strspn(words, " "), count++)
        words += strcspn(words, " ");
    return count;
}

/* Word number n of a text; beyond the last it begins again. */
static inline void word_at(const char *words, int n, char *out, size_t size)
{
    for (n %= words_in(words); n > 0; n--) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    snprintf(out, size, "%.*s", (int)strcspn(words, " "), words);
}

/* How many values of this option are tried beside its default. */
static inline int values_of(const struct flip_option *option)
{
    switch (option->kind) {
    case FLIP_OPTION_BOOL:
        return 1;
    case FLIP_OPTION_LIST:
        return 1 + words_in(option->choices);
    default:
        return words_in(option->choices);
    }
}

/* Value number n. In a list every seat has a word of its own, and each word is first once. */
static inline void value_at(const struct flip_option *option, int n, int seats, char *out, size_t size)
{
    if (option->kind == FLIP_OPTION_BOOL || (option->kind == FLIP_OPTION_LIST && n == 0)) {
        snprintf(out, size, "%s", strcmp(option->fallback, "true") == 0 ? "false" : "true");
        return;
    }
    if (option->kind != FLIP_OPTION_LIST) {
        word_at(option->choices, n, out, size);
        return;
    }
    struct flip_text list = flip_text_in(out, size);
    for (int seat = 0; seat < seats; seat++) {
        char word[40];
        word_at(option->choices, n - 1 + seat, word, sizeof word);
        flip_text_add(&list, "%s%s", seat ? "," : "", word);
    }
}

/* --- tables -------------------------------------------------------------------------------------------------------------- */

/* A table with values of its options, by number (-1: the default). NULL: they do not fit together, and the error says why. */
static inline struct flip_table *open_with(const struct flip_game *game, int seats, const int *values, uint64_t seed)
{
    struct flip_table_def def = flip_table_defaults(game);
    unsigned char bytes[FLIP_SEED_BYTES] = {(unsigned char)seed, (unsigned char)(seed >> 8),
                                            (unsigned char)(seed >> 16)};
    def.seats = seats;
    def.seed = bytes;
    if (game->flicks)
        def.world = world_of_chance(seed);
    problem.message[0] = '\0';
    for (int i = 0; game->options[i].name; i++) {
        char value[96];
        if (values[i] < 0)
            continue;
        value_at(&game->options[i], values[i], seats, value, sizeof value);
        if (flip_options_set(game, &def.options, game->options[i].name, value, &problem) < 0)
            return NULL;
    }
    struct flip_table *table = flip_table_open(&def, &problem);
    assert_true(table || strlen(problem.message) > 10);
    return table;
}

/* --- games --------------------------------------------------------------------------------------------------------------- */

/* What a property looks at: a table at a decision of `seat`, and a table whose game is over. Either may be NULL. */
struct property {
    void (*look)(struct flip_table *table, int seat, struct flip_random *random);
    void (*end)(struct flip_table *table, struct flip_random *random);
    int one_in; /* of so many decisions one is looked at */
};

/* The game of this run, or NULL: all of them. */
static const struct flip_game *only_game;

/* A random move of a seat: any, or a sensible one where the game knows some. */
static inline flip_move random_move(const struct flip_table *table, int seat, bool sensible, struct flip_random *random)
{
    const struct flip_game_bot *bot = table->game->bot;
    if (sensible && bot && bot->quick)
        return bot->quick(table->rules, table->now.state, seat, random);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    assert_in_range(count, 1, FLIP_MAX_MOVES);
    return flip_move_random(table->game, table->rules, table->now.state, seat, moves[below(random, count)], random);
}

static inline int random_seat(const struct flip_table *table, struct flip_random *random)
{
    const flip_set turn = flip_table_turn(table);
    return flip_set_nth(turn, below(random, flip_set_count(turn)));
}

/* Plays a game to its end and closes the table. Every second game is played sensibly: it gets further. */
static inline void play_property(struct flip_table *table, const struct property *property, uint64_t seed)
{
    struct flip_random random;
    flip_random_seed(&random, seed);
    for (int decisions = 0; flip_table_turn(table); decisions++) {
        assert_in_range(decisions, 0, MOST_DECISIONS);
        const int seat = random_seat(table, &random);
        const int steps = table->step_count;
        if (property->look && below(&random, property->one_in) == 0)
            property->look(table, seat, &random);
        if (table->step_count != steps)
            continue; /* the look has taken a step */
        must(flip_table_act(table, seat, random_move(table, seat, seed % 2, &random), &problem));
    }
    if (property->end)
        property->end(table, &random);
    flip_table_close(table);
}

/* The smallest number of seats from `first` on, going round, at which the values fit. */
static inline struct flip_table *open_somehow(const struct flip_game *game, int first, const int *values, uint64_t seed)
{
    const int numbers = game->max_seats - game->min_seats + 1;
    for (int i = 0; i < numbers; i++) {
        struct flip_table *table = open_with(game, game->min_seats + (first + i) % numbers, values, seed);
        if (table)
            return table;
    }
    return NULL;
}

static inline void try_game(const struct flip_game *game, int rounds, const struct property *property)
{
    int values[FLIP_MAX_OPTIONS];
    uint64_t seed = 1;
    struct flip_random mixture;
    flip_random_seed(&mixture, (uint64_t)rounds);
    for (int round = 0; round < rounds; round++) {
        memset(values, -1, sizeof values);
        for (int seats = game->min_seats; seats <= game->max_seats; seats++, seed++) {
            struct flip_table *table = open_with(game, seats, values, seed);
            must(table ? 0 : -1);
            play_property(table, property, seed + (uint64_t)round);
        }
        for (int option = 0; game->options[option].name; option++)
            for (int value = 0; value < values_of(&game->options[option]); value++, seed++) {
                memset(values, -1, sizeof values);
                values[option] = value;
                struct flip_table *table = open_somehow(game, value, values, seed);
                if (table)
                    play_property(table, property, seed + (uint64_t)round);
            }
        for (int i = 0; i < MIXTURES; i++, seed++) {
            for (int option = 0; game->options[option].name; option++)
                values[option] = below(&mixture, 2) ? below(&mixture, values_of(&game->options[option])) : -1;
            struct flip_table *table = open_somehow(game, i, values, seed);
            if (table)
                play_property(table, property, seed + (uint64_t)round);
        }
    }
}

/* Tries a property in games of all kinds. */
static inline void holds(int rounds, struct property property)
{
    if (property.one_in == 0)
        property.one_in = 1;
    for (int i = 0; flip_game_at(i); i++)
        if (!only_game || only_game == flip_game_at(i))
            try_game(flip_game_at(i), games_of(rounds), &property);
}

/* The arguments of a program of properties: the id of a game, or nothing. */
static inline void choose_game(int count, char **arguments)
{
    if (count > 2) /* a game from outside the tree: the folder that it lies in */
        must(flip_games_load(arguments[2], &problem));
    if (count > 1 && !(only_game = flip_game_named(arguments[1]))) {
        fprintf(stderr, "There is no game '%s'.\n", arguments[1]);
        exit(2);
    }
}

#endif
