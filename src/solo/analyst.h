/*
 * What the module offers to a worker that analyses a finished game: docs/analysis.md. Several workers share a game, each with a
 * module of its own: the units of an analysis do not depend on each other, so nothing has to be shared but what came out.
 *
 * The worker calls analyst_open with the game's record, analyst_resume if there is an earlier analysis, and analyst_work until it
 * returns ANALYST_DONE. analyst_tell replies with the analysis as it stands. Whatever returns -1 has replied with the reason.
 */
#pragma once

#include "solo/solo.h"

enum { ANALYST_DONE = 1000 };

SOLO_EXPORT(analyst_open) int analyst_open(const char *record, size_t length);
SOLO_EXPORT(analyst_resume) int analyst_resume(const char *saved, size_t length);
/// Works for some tenths of a second on the units `part`, `part + parts`, … Returns how many thousandths of them are done.
SOLO_EXPORT(analyst_work) int analyst_work(int precision, int part, int parts);
/// The same for the decisions that are too close to call, down to deep. Returns how many thousandths of all decisions that leaves nothing to do for.
SOLO_EXPORT(analyst_settle) int analyst_settle(void);
SOLO_EXPORT(analyst_tell) int analyst_tell(int precision);
/// For exercises: all legal moves of a decision that was analysed, as `actions` of a scene, and what one of them would have been worth.
SOLO_EXPORT(analyst_moves) int analyst_moves(int step);
SOLO_EXPORT(analyst_try) int analyst_try(int step, const char *text);
