/* The store of a page: in memory, and written out as texts under keys, which the page saves in the browser's
   database. */
#ifndef FLIPSIDE_SOLO_STORE_H
#define FLIPSIDE_SOLO_STORE_H

#include "store/cluster.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/results.h"
#include "store/tables.h"

/// The one person here. The store knows nobody else.
struct store_person *solo_person(struct store *store);
void solo_person_changed(struct store *store);
/// Reads what was kept under this key. -1: it is nothing that this store has kept.
int solo_store_restore(struct store *store, const char *key, const char *text);

#endif
