/*
 * What goes out over a connection together goes in one packet: an answer, and the scene that follows from it. libwebsockets sends each
 * message with a call of its own, and each of them would be a packet of its own, which costs more than all of its bytes.
 */
#ifndef FLIPSIDE_SERVER_NET_JOINED_H
#define FLIPSIDE_SERVER_NET_JOINED_H

#include <stdbool.h>

/// What this thread sends from now on is followed by more: it waits for that.
void joined_more(bool follows);

#endif
