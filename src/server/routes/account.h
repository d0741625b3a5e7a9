/* Accounts: claiming a name, signing in and out, a new password, deleting. */
#ifndef FLIPSIDE_SERVER_ROUTES_ACCOUNT_H
#define FLIPSIDE_SERVER_ROUTES_ACCOUNT_H

#include "server/net/request.h"

api_post post_claim, post_sign_in, post_sign_out, post_password, post_delete, post_recovery, post_recover;

#endif
