/*
 * Recovery codes: what lets somebody in who has lost the password. A code is shown once and kept as a hash. It has a hundred random
 * bits, so a fast hash (keyed with the server's secret) is as good as a slow one; wrong codes are slowed down as passwords are.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_RECOVERY_H
#define FLIPSIDE_SERVER_PEOPLE_RECOVERY_H

#include "store/store.h"

enum { RECOVERY_SIZE = 25, RECOVERY_HASH = 65 };

struct server;

/// Gives a person a new code; the one before is void.
int recovery_renew(struct server *server, const char *person, char code[RECOVERY_SIZE], struct flip_error *error);
/// The hash of a code as somebody has typed it: case, spaces and dashes do not matter.
void recovery_hash(const struct server *server, const char *code, char hash[RECOVERY_HASH]);
/// Is this the hash of the person's code? 1: yes, 0: no, or there is none.
int recovery_right(struct server *server, const char *person, const char hash[RECOVERY_HASH], struct flip_error *error);

#endif
