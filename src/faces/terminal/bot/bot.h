/*
 * `flipside bot`: bot.c starts games, and game.c plays each in a thread of its own, with its own connection and
 * program, so that games do not wait for each other.
 */
#pragma once

#include "bots/player.h"
#include "faces/terminal/wire/wire.h"

#include <pthread.h>
#include <signal.h>

enum { BOT_LOOK_MS = 20, BOT_ID = 64, BOT_TOKEN = 128 };

struct bot {
    const char *server;
    char token[BOT_TOKEN];
    struct flip_player player;
    int at_once;
};

/// The result of a game.
struct bot_tally {
    int over, won;
    int replaced; /* answers that were replaced by another move */
};

struct bot_game {
    const struct bot *bot;
    pthread_t thread;
    char table[BOT_ID];
    bool used;
    pthread_mutex_t lock; /* for what follows, which the thread writes */
    bool ended;
    bool waiting; /* for somebody to sit down */
    struct bot_tally tally;
};

extern volatile sig_atomic_t bot_stop;

void bot_wait_a_moment(void);
struct flip_wire *bot_call(const struct bot *bot, struct flip_error *error);
/// The thread of a game: from the first scene to the end, or until the program has lost its seat.
void *bot_play(void *game);
