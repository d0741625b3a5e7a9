/*
 * What the module offers to a worker that thinks beside a table at a server: hints and verdicts from what the server has told the seat
 * (docs/offline.md).
 */
#pragma once

#include "solo/solo.h"

/// Replies with the advice (server/learning/learning.h), or returns -1 and has replied with the reason.
SOLO_EXPORT(adviser_ask) int adviser_ask(const char *question, size_t length);
