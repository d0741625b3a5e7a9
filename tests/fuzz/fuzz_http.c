/*
 * libFuzzer target of the HTTP side: the bytes of an input are one connection to a whole server. Whatever they are, at most
 * one answer comes, it has the length that it names, and the connection is closed and forgotten. The first byte says in
 * which pieces the rest arrives.
 */
#include "server_under_test.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An answer that was not cut off has as many bytes as it says, and nothing follows. */
static void check_answer(const struct peer *peer, bool head)
{
    if (peer->length == 0 || strncmp(peer->heard, "HTTP/1.1 101", 12) == 0)
        return;
    const char *end = strstr(peer->heard, "\r\n\r\n"), *length = strstr(peer->heard, "content-length: ");
    require(strncmp(peer->heard, "HTTP/1.", 7) == 0 && end != NULL && length != NULL && length < end);
    const size_t body = peer->length - (size_t)(end + 4 - peer->heard);
    const bool whole = body == strtoul(length + 16, NULL, 10);
    /* What cannot be read has no method either. */
    const bool may_be_whole = !head || strncmp(peer->heard, "HTTP/1.1 400", 12) == 0;
    require((head && body == 0) || (may_be_whole && whole));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct peer peer;
    if (size < 2)
        return 0;
    struct server_under_test *server = server_fresh();
    size_t length;
    char *bytes = fill_in(server, data + 1, size - 1, &length);
    peer_open(server, &peer);
    peer_send(server, &peer, bytes, length, 1 + 16 * (size_t)data[0]);
    check_answer(&peer, length > 4 && strncasecmp(bytes, "HEAD", 4) == 0);
    peer_close(server, &peer);
    free(bytes);
    return 0;
}
