/* What an error means for the server: see failure.h. */
#include "server/loop/failure.h"

#include "server/loop/log.h"
#include "server/loop/server.h"

#include <assert.h>

bool server_failure(const struct flip_error *error)
{
    return error->code == FLIP_ERROR_STORE || error->code == FLIP_ERROR_NO_MEMORY;
}

void server_word_error(struct flip_error *error)
{
    if (error->code == FLIP_ERROR_NONE)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to answer.");
}

void server_note_error(struct server *server, const struct flip_error *error)
{
    assert(error->code != FLIP_ERROR_NONE); /* who calls this without one has misread an answer */
    if (!server_failure(error))
        return;
    log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    server->failed = true;
}

/* A lack of memory costs whoever asked for too much, unless a part of it has been written. */
void server_note_refusal(struct server *server, const struct flip_error *error, uint64_t written)
{
    if (error->code == FLIP_ERROR_NO_MEMORY && store_writes(server->store) == written)
        log_event("error", flip_error_word(error->code), "why", error->message, NULL);
    else
        server_note_error(server, error);
}
