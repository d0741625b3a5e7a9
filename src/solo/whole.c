/*
 * On this device a scene is handed over, not sent: it is always whole, and nobody is told changes.
 */
#include "server/rooms/changes.h"
#include "server/rooms/packed.h"

#pragma clang diagnostic ignored "-Wunused-parameter"

const int changes_format = 0;

const char *change_write(struct watch *watch, struct shared_change *shared, char *scene, size_t *length)
{
    return NULL;
}

void shared_change_free(struct shared_change *shared) {}

void changes_forget(struct watch *watch) {}

struct packing packing_in(struct flip_json *json, int format) { return (struct packing){.json = json}; }

void packing_row_begins(struct packing *packing) {}

void packing_row_ends(struct packing *packing, const char *move, const char *next) {}

void packing_end(struct packing *packing) {}
