/* A listening socket that was opened before the program started, by systemd for instance: a restart then refuses nobody. */
#ifndef FLIPSIDE_SERVER_NET_INHERITED_H
#define FLIPSIDE_SERVER_NET_INHERITED_H

#include "core/codes.h"

#include <flipside/error.h>

/// The socket that LISTEN_FDS hands to this process, or -1 if there is none. It fails if what was handed over is not one listening
/// socket.
int inherited_socket(int *out, struct flip_error *error);

#endif
