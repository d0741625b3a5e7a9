/* Continuing from a position of a replay against bots. */
#ifndef FLIPSIDE_SERVER_LEARNING_REPLAY_FORK_H
#define FLIPSIDE_SERVER_LEARNING_REPLAY_FORK_H

#include "server/net/request.h"

api_post post_fork;

#endif
