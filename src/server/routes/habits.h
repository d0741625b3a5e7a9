/* Where somebody's points are lost. */
#ifndef FLIPSIDE_SERVER_ROUTES_HABITS_H
#define FLIPSIDE_SERVER_ROUTES_HABITS_H

#include "server/net/request.h"
#include "store/store.h"

/// Answers with the habits of a person in a game; an error for anybody but that person.
int reply_habits(struct request *request, const struct store_person *person, const struct store_person *asker,
                 const char *id, struct flip_error *error);

#endif
