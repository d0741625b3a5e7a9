/* Ids of people, tables, sessions and invitations. */
#ifndef FLIPSIDE_SERVER_PEOPLE_IDS_H
#define FLIPSIDE_SERVER_PEOPLE_IDS_H

#include "store/store.h"

/// A fresh id of 128 random bits, as 22 characters that fit into a URL.
void fresh_id(char id[STORE_ID]);
bool id_looks_right(const char *id);

#endif
