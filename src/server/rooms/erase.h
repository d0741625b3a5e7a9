/* Deleting a person with all data; in others' games "a former player" is left. */
#ifndef FLIPSIDE_SERVER_ROOMS_ERASE_H
#define FLIPSIDE_SERVER_ROOMS_ERASE_H

#include <flipside/error.h>
#include <stdint.h>

struct server;

/// The person is gone at once, the data in slices; then the request of that ticket (0: none) is answered.
int person_erase(struct server *server, const char *id, uint64_t ticket, struct flip_error *error);
/// Goes on with what was not deleted to the end.
int erase_resume(struct server *server, struct flip_error *error);

#endif
