/* What people make in the workshop and keep in their profile. */
#pragma once

#include "store/store.h"

enum { STORE_WORK_NAME = 128, STORE_WORK_KIND = 16, STORE_WORK_GAME = 32, STORE_WORK_HASH = 65 };

/// Who may look at it. What an administrator has taken down is its owner's alone, and stays so.
enum store_shared { STORE_PRIVATE, STORE_SHARED, STORE_TAKEN_DOWN };

/// One of them: of which kind ("edition"), for which game, and the fingerprint of its JSON.
struct store_own_work {
    char id[STORE_ID], person[STORE_ID];
    char kind[STORE_WORK_KIND], game[STORE_WORK_GAME], name[STORE_WORK_NAME], hash[STORE_WORK_HASH];
    int64_t shared, created, changed;
};

/// Keeps it, in place of what has the same id.
int store_work_put(struct store *store, const struct store_own_work *work, const char *json, struct flip_error *error);
/// 1: found, with its JSON (to be freed), 0: there is none.
int store_work_get(struct store *store, const char *id, struct store_own_work *out, char **json,
                   struct flip_error *error);
int64_t store_work_count(struct store *store, const char *person, struct flip_error *error);
/// 1: it was this person's, and is gone.
int store_work_delete(struct store *store, const char *id, const char *person, struct flip_error *error);
/// Puts the person's own one, if it is shared, into the gallery (`since`: now) or takes it out (0). 1: done, 0: it cannot be.
int store_work_list(struct store *store, const char *id, const char *person, int64_t since, struct flip_error *error);
/// A table plays what has this fingerprint.
int store_work_played(struct store *store, const char *hash, struct flip_error *error);
/// Gives a star to what is in the gallery, or takes it back: one for each person.
int store_star(struct store *store, const char *work, const char *person, int64_t time, bool on,
               struct flip_error *error);
/// 1: nobody but its owner sees it any more.
int store_work_take_down(struct store *store, const char *id, struct flip_error *error);
