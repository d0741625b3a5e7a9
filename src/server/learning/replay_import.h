/* Importing records, to be replayed. */
#ifndef FLIPSIDE_SERVER_LEARNING_REPLAY_IMPORT_H
#define FLIPSIDE_SERVER_LEARNING_REPLAY_IMPORT_H

#include "server/net/request.h"

enum { IMPORT_BYTES = 256 * 1024, IMPORT_STEPS = 4000 };

api_post post_record;

#endif
