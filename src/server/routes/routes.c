/* All routes of the JSON API (docs/api.md), in the order in which they are tried. */
#include "server/routes/routes.h"

#include "server/learning/lessons.h"
#include "server/learning/look.h"
#include "server/learning/replay_fork.h"
#include "server/learning/replay_import.h"
#include "server/routes/account.h"
#include "server/routes/analysis.h"
#include "server/routes/challenges.h"
#include "server/routes/daily.h"
#include "server/routes/export.h"
#include "server/routes/friends.h"
#include "server/routes/guests.h"
#include "server/routes/lobby.h"
#include "server/routes/mine.h"
#include "server/routes/monitoring.h"
#include "server/routes/profile.h"
#include "server/routes/puzzles.h"
#include "server/routes/ratings.h"
#include "server/routes/sessions.h"
#include "server/routes/tables.h"
#include "server/routes/tokens.h"
#include "server/routes/tournaments.h"

#include <stddef.h>

const struct api_get_route api_gets[] = {
    {"/api/me", get_me, SCOPE_READ},
    {"/api/games", get_games, SCOPE_READ},
    {"/api/rules/", get_rules, SCOPE_READ},
    {"/api/tables", get_lobby, SCOPE_READ},
    {"/api/lobby", get_lobby, SCOPE_READ},
    {"/api/lobby/", get_lobby, SCOPE_READ},
    {"/api/mine", get_mine, SCOPE_READ},
    {"/api/tables/", get_table, SCOPE_READ},
    {"/api/join/", get_join, SCOPE_READ},
    {"/api/deal", get_deal, SCOPE_READ},
    {"/healthz", get_health, SCOPE_NONE},
    {"/metrics", get_metrics, SCOPE_NONE},
    {"/api/export", get_export, SCOPE_NONE},
    {"/api/sessions", get_sessions, SCOPE_NONE},
    {"/api/people/", get_people, SCOPE_READ},
    {"/api/blocked", get_blocked, SCOPE_READ},
    {"/api/tokens", get_tokens, SCOPE_NONE},
    {"/api/friends", get_friends, SCOPE_READ},
    {"/api/visibility", get_visibility, SCOPE_READ},
    {"/api/ratings/", get_ratings, SCOPE_READ},
    {"/api/daily", get_daily, SCOPE_READ},
    {"/api/daily/", get_leaderboard, SCOPE_READ},
    {"/api/replays/", get_replay, SCOPE_READ},
    {"/api/lessons", get_lessons, SCOPE_READ},
    {"/api/analyses/", get_analysis, SCOPE_READ},
    {"/api/tournaments", get_tournaments, SCOPE_READ},
    {"/api/tournaments/", get_tournament, SCOPE_READ},
    {"/api/puzzles", get_puzzles, SCOPE_READ},
    {"/api/puzzles/", get_puzzle, SCOPE_READ},
    {NULL, NULL, SCOPE_NONE},
};

const struct api_post_route api_posts[] = {
    {"/api/guest", post_guest, SCOPE_NONE},
    {"/api/rename", post_rename, SCOPE_NONE},
    {"/api/tables", post_table, SCOPE_PLAY},
    {"/api/claim", post_claim, SCOPE_NONE},
    {"/api/sign-in", post_sign_in, SCOPE_NONE},
    {"/api/sign-out", post_sign_out, SCOPE_NONE},
    {"/api/password", post_password, SCOPE_NONE},
    {"/api/recovery", post_recovery, SCOPE_NONE},
    {"/api/recover", post_recover, SCOPE_NONE},
    {"/api/delete", post_delete, SCOPE_NONE},
    {"/api/sessions/end", post_end_session, SCOPE_NONE},
    {"/api/block", post_block, SCOPE_NONE},
    {"/api/blocks", post_block, SCOPE_NONE},
    {"/api/report", post_report, SCOPE_NONE},
    {"/api/reports", post_report, SCOPE_NONE},
    {"/api/friends", post_friend, SCOPE_CHALLENGE},
    {"/api/friends/end", post_end_friend, SCOPE_CHALLENGE},
    {"/api/challenges", post_challenge, SCOPE_CHALLENGE},
    {"/api/challenges/answer", post_answer_challenge, SCOPE_CHALLENGE},
    {"/api/visibility", post_visibility, SCOPE_NONE},
    {"/api/programs", post_program, SCOPE_NONE},
    {"/api/tokens", post_token, SCOPE_NONE},
    {"/api/tokens/end", post_end_token, SCOPE_NONE},
    {"/api/daily", post_daily, SCOPE_NONE},
    {"/api/forks", post_fork, SCOPE_NONE},
    {"/api/records", post_record, SCOPE_NONE},
    {"/api/lessons", post_lesson, SCOPE_NONE},
    {"/api/analyses", post_analysis, SCOPE_NONE},
    {"/api/tournaments", post_tournament, SCOPE_NONE},
    {"/api/tournaments/enter", post_enter_tournament, SCOPE_PLAY},
    {"/api/tournaments/leave", post_leave_tournament, SCOPE_PLAY},
    {"/api/tournaments/start", post_start_tournament, SCOPE_NONE},
    {"/api/tournaments/end", post_end_tournament, SCOPE_NONE},
    {"/api/tournaments/bots", post_tournament_bots, SCOPE_NONE},
    {"/api/puzzles", post_puzzle_try, SCOPE_NONE},
    {"/api/puzzles/rush", post_puzzle_rush, SCOPE_NONE},
    {"/api/puzzles/consent", post_puzzle_consent, SCOPE_NONE},
    {NULL, NULL, SCOPE_NONE},
};
