/*
 * Analyses of finished games on the server. A thread of their own works on all that were asked for, a slice at a time, shared fairly
 * among those who asked; games in progress never wait for it. What is finished is kept with the table.
 */
#ifndef FLIPSIDE_SERVER_LEARNING_ANALYSIS_H
#define FLIPSIDE_SERVER_LEARNING_ANALYSIS_H

#include "analysis/analysis.h"
#include "server/loop/fair.h"
#include "store/store.h"

struct server;

int analyses_start(struct server *server, void (*wake)(void *context), struct flip_error *error);
/// What is not finished is begun again by the next analyses_start.
void analyses_stop(struct server *server);
/// Keeps what is finished; called once per turn of the loop, before the commit.
void analyses_take(struct server *server);

/// Asks for a table's analysis. It is an error to ask for too many at once.
int analysis_ask(struct server *server, const char *table, enum flip_precision precision, const char payer[FAIR_PAYER],
                 struct flip_error *error);
/// The precision that is being worked on, with how much of it is done (0 … 1); -1: nothing is.
int analysis_running(const struct server *server, const char *table, double *progress);

#endif
