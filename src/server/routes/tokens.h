/* A person's programs, and the tokens by which programs sign in. */
#ifndef FLIPSIDE_SERVER_ROUTES_TOKENS_H
#define FLIPSIDE_SERVER_ROUTES_TOKENS_H

#include "server/net/request.h"

api_get get_tokens;
api_post post_program, post_token, post_end_token;

#endif
