/* Tournaments: making one, entering, leaving, starting, looking at it. */
#ifndef FLIPSIDE_SERVER_ROUTES_TOURNAMENTS_H
#define FLIPSIDE_SERVER_ROUTES_TOURNAMENTS_H

#include "server/net/request.h"

struct contest;

api_get get_tournaments, get_tournament;
api_post post_tournament, post_enter_tournament, post_leave_tournament, post_start_tournament, post_end_tournament,
    post_tournament_bots;

/// Answers with a tournament as this person sees it: standings, and the tables of a round (-1: of the last one).
int reply_contest(struct request *request, const struct contest *contest, const char *person, int round,
                  struct flip_error *error);

#endif
