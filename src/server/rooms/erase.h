/* Deleting a person with all data; in games with others, "a former player" remains. */
#ifndef FLIPSIDE_SERVER_ROOMS_ERASE_H
#define FLIPSIDE_SERVER_ROOMS_ERASE_H

#include <flipside/error.h>
#include <stdint.h>

struct server;

/// Removes the person at once and the data in slices; then the request with that ticket (0: none) is answered.
int person_erase(struct server *server, const char *id, uint64_t ticket, struct flip_error *error);
/// Continues with deletions that were not finished.
int erase_resume(struct server *server, struct flip_error *error);

#endif
