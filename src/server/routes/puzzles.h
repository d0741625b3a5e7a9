/* Puzzles over the JSON API: docs/api.md. */
#ifndef FLIPSIDE_SERVER_ROUTES_PUZZLES_H
#define FLIPSIDE_SERVER_ROUTES_PUZZLES_H

#include "server/net/request.h"

api_get get_puzzles; /* all games: how many, themes, today's, one's own ratings */
api_get get_puzzle;  /* GAME/next, GAME/next/THEME, GAME/daily, GAME/rush, GAME/ID */
api_post post_puzzle_try;
api_post post_puzzle_rush;
api_post post_puzzle_consent; /* may one's finished games become puzzles? */

#endif
