/* Friends, blocking and reporting by name, who may see what, and games against each other. */
#ifndef FLIPSIDE_SERVER_ROUTES_FRIENDS_H
#define FLIPSIDE_SERVER_ROUTES_FRIENDS_H

#include "server/net/request.h"

struct store_person;

api_get get_friends, get_visibility;
api_post post_friend, post_end_friend, post_block, post_report, post_visibility;

/// `{"games":[…]}`: the asker's games with somebody, for `GET /api/people/ID/against`.
int reply_against(struct request *request, const struct store_person *other, struct flip_error *error);
/// Who may see and ask what: {"presence","challenges","requests"}.
json_t *visibility_json(const struct store_person *person);

#endif
