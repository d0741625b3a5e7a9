/*
 * The head of a request, byte by byte as it came, for two things that libwebsockets (4.1) hides.
 *
 * It decodes `%6d`, joins `//` and resolves `/x/..` before it shows an address, and a proxy in front does the same in another way or not
 * at all: what the two see as different addresses could be one here. So an address has one form, and any other leads nowhere.
 *
 * And it skips the line after a header whose name is the beginning of one that it knows, such as `X-Forwarded: y`, or that has no colon. If a
 * client ends with such a line, that is the one in which the proxy says who the client is. So a head with a line like that is refused.
 */
#ifndef FLIPSIDE_SERVER_NET_HEAD_H
#define FLIPSIDE_SERVER_NET_HEAD_H

#include <stdbool.h>
#include <stdint.h>

enum { HEAD_NAME = 40 }; /* longer than any name that libwebsockets knows */

/// All zero: nothing has come yet.
struct head {
    enum { HEAD_METHOD, HEAD_FIRST, HEAD_PATH, HEAD_QUERY, HEAD_REST, HEAD_LINE, HEAD_OVER } stage;
    bool address; /* it is a path of plain parts, with or without a query after it */
    bool skips;   /* a line would be skipped */
    int length;   /* of the part of the path after the last slash, or of a header's name */
    int dots;     /* that part has so many */
    char name[HEAD_NAME];
};

void head_follow(struct head *head, uint8_t byte);

#endif
