/* Games and tables: what there is, a new one, an invitation. */
#ifndef FLIPSIDE_SERVER_ROUTES_TABLES_H
#define FLIPSIDE_SERVER_ROUTES_TABLES_H

#include "server/net/request.h"

api_get get_games, get_printed, get_rules, get_table, get_join, get_deal;
api_post post_table;

#endif
