/*
 * One packet: see joined.h. libwebsockets calls `send` of the C library; the one below is found before that and does the same, but tells the
 * system when more follows. Without that word everything is sent as always.
 */
#undef _FORTIFY_SOURCE /* as in masks.c */
#include "server/net/joined.h"

#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>

static _Thread_local bool more;

void joined_more(bool follows) { more = follows; }

__attribute__((visibility("default"))) ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    return sendto(fd, bytes, size, more ? flags | MSG_MORE : flags, NULL, 0);
}
