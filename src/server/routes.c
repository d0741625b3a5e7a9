/* All routes of the JSON API: a subject brings its lists, and here they are put together. */
#include "server/api.h"

#include "server/lesson.h"
#include "server/replay.h"

#include <stddef.h>

const struct api_get_route learn_gets[] = {{"/api/replays/", get_replay}, {"/api/lessons", get_lessons}, {NULL, NULL}};
const struct api_post_route learn_posts[] = {
    {"/api/forks", post_fork}, {"/api/records", post_record}, {"/api/lessons", post_lesson}, {NULL, NULL}};

const struct api_get_route *const api_gets[] = {table_gets, account_gets, session_gets, profile_gets,
                                                daily_gets, learn_gets,   NULL};
const struct api_post_route *const api_posts[] = {table_posts, account_posts, session_posts, profile_posts,
                                                  daily_posts, learn_posts,   NULL};
