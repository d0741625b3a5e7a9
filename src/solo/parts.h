/* Shared by the files of this room. */
#pragma once

#include "server/people/people.h"
#include "store/cluster.h"
#include "store/lists.h"
#include "store/people.h"
#include "store/results.h"
#include "store/tables.h"

/// A new turn of the loop: the workers may do one more task.
void solo_workers_rest(struct workers *workers);

/// A puzzle's position, or with `move` the verdict on a try: {game, rules, line[, move]}, the line as in the game's
/// file.
api_call post_puzzle;

/* --- store.c: the store of a page, in memory, and written out as texts under keys, which the page saves in the browser's
   database --- */

/// The one person here. The store knows nobody else.
struct store_person *solo_person(struct store *store);
void solo_person_changed(struct store *store);
/// Reads what was kept under this key. -1: it is nothing that this store has kept.
int solo_store_restore(struct store *store, const char *key, const char *text);
