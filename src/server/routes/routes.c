/* All routes of the JSON API (docs/api.md), in the order in which they are tried. */
#include "server/routes/routes.h"

#include "server/learning/lessons.h"
#include "server/learning/look.h"
#include "server/learning/replay_fork.h"
#include "server/learning/replay_import.h"
#include "server/routes/account.h"
#include "server/routes/daily.h"
#include "server/routes/export.h"
#include "server/routes/guests.h"
#include "server/routes/mine.h"
#include "server/routes/monitoring.h"
#include "server/routes/profile.h"
#include "server/routes/ratings.h"
#include "server/routes/sessions.h"
#include "server/routes/tables.h"

#include <stddef.h>

const struct api_get_route api_gets[] = {
    {"/api/me", get_me},
    {"/api/games", get_games},
    {"/api/rules/", get_rules},
    {"/api/tables", get_tables},
    {"/api/mine", get_mine},
    {"/api/tables/", get_table},
    {"/api/join/", get_join},
    {"/healthz", get_health},
    {"/metrics", get_metrics},
    {"/api/export", get_export},
    {"/api/sessions", get_sessions},
    {"/api/people/", get_people},
    {"/api/blocked", get_blocked},
    {"/api/ratings/", get_ratings},
    {"/api/daily", get_daily},
    {"/api/daily/", get_leaderboard},
    {"/api/replays/", get_replay},
    {"/api/lessons", get_lessons},
    {NULL, NULL},
};

const struct api_post_route api_posts[] = {
    {"/api/guest", post_guest},
    {"/api/tables", post_table},
    {"/api/claim", post_claim},
    {"/api/sign-in", post_sign_in},
    {"/api/sign-out", post_sign_out},
    {"/api/password", post_password},
    {"/api/delete", post_delete},
    {"/api/sessions/end", post_end_session},
    {"/api/block", post_block},
    {"/api/report", post_report},
    {"/api/daily", post_daily},
    {"/api/forks", post_fork},
    {"/api/records", post_record},
    {"/api/lessons", post_lesson},
    {NULL, NULL},
};
