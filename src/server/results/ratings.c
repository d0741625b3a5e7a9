/* Ratings: Glicko-2 over a finished game's seats, and over a person and a puzzle. */
#include "server/results/results.h"

#include "server/rooms/rooms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- glicko ------------------------------------------------------------------------------------------------------- */

/* Between the scale that people see and the one that is reckoned in. */
static const double scale = 173.7178, middle = 1500;
/* How much the volatility may change, and how exactly it is found. */
static const double constraint = 0.5, tolerance = 0.000001;

struct glicko glicko_new(void)
{
    return (struct glicko){.rating = middle, .deviation = GLICKO_DEVIATION, .volatility = 0.06};
}

struct glicko glicko_idle(struct glicko player, int periods)
{
    const double phi = player.deviation / scale;
    const double wider = sqrt(phi * phi + periods * player.volatility * player.volatility) * scale;
    player.deviation = wider < GLICKO_DEVIATION ? wider : GLICKO_DEVIATION;
    return player;
}

static double weight(double phi) { return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI)); }

static double expected(double mu, double other_mu, double other_phi)
{
    return 1 / (1 + exp(-weight(other_phi) * (mu - other_mu)));
}

/* What the new volatility makes zero, over x = ln(volatility²). */
struct balance {
    double delta, phi, v, a;
};

static double balance_at(const struct balance *b, double x)
{
    const double square = exp(x), sum = b->phi * b->phi + b->v + square;
    return square * (b->delta * b->delta - sum) / (2 * sum * sum) - (x - b->a) / (constraint * constraint);
}

static double new_volatility(const struct balance *b)
{
    double low = b->a, high;
    if (b->delta * b->delta > b->phi * b->phi + b->v) {
        high = log(b->delta * b->delta - b->phi * b->phi - b->v);
    } else {
        int k = 1;
        while (balance_at(b, b->a - k * constraint) < 0)
            k++;
        high = b->a - k * constraint;
    }
    double at_low = balance_at(b, low), at_high = balance_at(b, high);
    for (int i = 0; i < 1000 && fabs(high - low) > tolerance; i++) {
        const double next = low + (low - high) * at_low / (at_high - at_low), at_next = balance_at(b, next);
        if (at_next * at_high <= 0) {
            low = high;
            at_low = at_high;
        } else {
            at_low /= 2;
        }
        high = next;
        at_high = at_next;
    }
    return exp(low / 2);
}

struct glicko glicko_after(struct glicko player, const struct glicko_meeting *meetings, int count)
{
    if (count == 0)
        return player;
    const double mu = (player.rating - middle) / scale, phi = player.deviation / scale;
    double information = 0, surprise = 0;
    for (int i = 0; i < count; i++) {
        const double other_mu = (meetings[i].other.rating - middle) / scale;
        const double other_phi = meetings[i].other.deviation / scale;
        const double g = weight(other_phi), e = expected(mu, other_mu, other_phi);
        information += g * g * e * (1 - e);
        surprise += g * (meetings[i].score - e);
    }
    const double v = 1 / information;
    const struct balance balance = {
        .delta = v * surprise, .phi = phi, .v = v, .a = log(player.volatility * player.volatility)};
    const double volatility = new_volatility(&balance);
    const double before = sqrt(phi * phi + volatility * volatility);
    const double after = 1 / sqrt(1 / (before * before) + 1 / v);
    const double deviation = after * scale;
    return (struct glicko){.rating = (mu + after * after * surprise) * scale + middle,
                           .deviation = deviation < GLICKO_DEVIATION ? deviation : GLICKO_DEVIATION,
                           .volatility = volatility};
}

/*
 * Ratings: a finished game is one rating period, in which everybody met everybody. A bot is a player, one a level; so is whoever
 * left the table or ran out of time: they have lost to all who played to the end. A seat that took a hint can lose by it but not win.
 */

enum { PLAYER_SIZE = 32, WEEK_MS = 7 * 86400 * 1000 };

/* --- who met whom ---------------------------------------------------------------------------------------------------- */

struct player {
    char id[PLAYER_SIZE]; /* a person's, or "bot 3"; empty: somebody whose account was deleted */
    bool gone;
    struct store_rating before;
    struct glicko now;
};

static bool has_gone(const struct seat *seat) { return seat->kind == SEAT_BOT && (seat->left[0] || seat->former); }

static void name_player(const struct seat *seat, struct player *player)
{
    player->gone = has_gone(seat);
    if (seat->former)
        player->id[0] = '\0';
    else if (player->gone)
        snprintf(player->id, sizeof player->id, "%s", seat->left);
    else if (seat->kind == SEAT_PERSON)
        snprintf(player->id, sizeof player->id, "%s", seat->person);
    else
        snprintf(player->id, sizeof player->id, "bot %d", seat->level);
}

int compare_seats(const struct outcome *outcome, int a, int b)
{
    const bool a_gone = seat_given_up(&outcome->room->seats[a]), b_gone = seat_given_up(&outcome->room->seats[b]);
    const bool a_won = flip_set_has(outcome->result.winners, a), b_won = flip_set_has(outcome->result.winners, b);
    if (a_gone || b_gone)
        return b_gone - a_gone;
    if (a_won || b_won)
        return a_won - b_won;
    return outcome->result.score[a] - outcome->result.score[b];
}

static bool same_player(const struct player *a, const struct player *b)
{
    return a->id[0] && strcmp(a->id, b->id) == 0;
}

/* One person at two seats plays for nobody's rating. */
static bool is_rated(const struct room *room, const struct player *players)
{
    if (room->seat_count < 2 || room->daily[0] || room->unrated)
        return false;
    bool different = false;
    for (int a = 0; a < room->seat_count; a++)
        for (int b = a + 1; b < room->seat_count; b++) {
            const bool same = same_player(&players[a], &players[b]);
            if (same && strncmp(players[a].id, "bot ", 4) != 0)
                return false;
            different |= !same;
        }
    return different;
}

static int read_player(struct store *store, const struct outcome *outcome, int seat, struct player *player,
                       struct flip_error *error)
{
    const struct glicko fresh = glicko_new();
    player->before = (struct store_rating){.rating = fresh.rating,
                                           .deviation = fresh.deviation,
                                           .volatility = fresh.volatility,
                                           .time = outcome->finished};
    if (!player->id[0])
        player->before = outcome->room->seats[seat].was;
    else if (store_rating_get(store, outcome->room->game->id, player->id, &player->before, error) < 0)
        return -1;
    player->now = (struct glicko){player->before.rating, player->before.deviation, player->before.volatility};
    const int64_t weeks = (outcome->finished - player->before.time) / WEEK_MS;
    if (player->id[0] && weeks > 0)
        player->now = glicko_idle(player->now, weeks < 1000 ? (int)weeks : 1000);
    return 0;
}

/* Does this meeting count for anybody? Not if a hint may have decided it. */
static bool counts(const struct outcome *outcome, int a, int b)
{
    const struct seat *seats = outcome->room->seats;
    const int better = compare_seats(outcome, a, b);
    if (seat_given_up(&seats[a]) && seat_given_up(&seats[b]))
        return false;
    return !(seats[a].helped && better >= 0) && !(seats[b].helped && better <= 0);
}

static int rate_player(struct store *store, const struct outcome *outcome, const struct player *players, int seat,
                       struct flip_error *error)
{
    const struct room *room = outcome->room;
    const struct player *player = &players[seat];
    struct glicko_meeting meetings[FLIP_MAX_SEATS * FLIP_MAX_SEATS];
    int count = 0;
    for (int own = 0; own < room->seat_count; own++)
        for (int other = 0; same_player(&players[own], player) && other < room->seat_count; other++) {
            if (same_player(&players[other], player) || !counts(outcome, own, other))
                continue;
            const int better = compare_seats(outcome, own, other);
            meetings[count++] = (struct glicko_meeting){.other = players[other].now,
                                                        .score = better > 0   ? 1
                                                                 : better < 0 ? 0
                                                                              : 0.5};
        }
    if (count == 0)
        return 0;
    const struct glicko after = glicko_after(player->now, meetings, count);
    const struct store_rating kept = {.rating = after.rating,
                                      .deviation = after.deviation,
                                      .volatility = after.volatility,
                                      .games = player->before.games + 1,
                                      .time = outcome->finished};
    for (int own = 0; own < room->seat_count; own++)
        if (same_player(&players[own], player) &&
            store_result_rate(store, room->id, own, &player->before, &kept, error) < 0)
            return -1;
    return store_rating_put(store, room->game->id, player->id, &kept, error);
}

int derive_ratings(struct store *store, const struct outcome *outcome, struct flip_error *error)
{
    const struct room *room = outcome->room;
    struct player players[FLIP_MAX_SEATS] = {0};
    bool own;
    for (int seat = 0; seat < room->seat_count; seat++)
        name_player(&room->seats[seat], &players[seat]);
    if (!is_rated(room, players))
        return 0;
    if (room_has_own_programs(store, room, &own, error) < 0 || own)
        return own ? 0 : -1;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (read_player(store, outcome, seat, &players[seat], error) < 0)
            return -1;
    for (int seat = 0; seat < room->seat_count; seat++) {
        bool first = players[seat].id[0] != '\0';
        for (int before = 0; before < seat; before++)
            first &= !same_player(&players[before], &players[seat]);
        if (first && rate_player(store, outcome, players, seat, error) < 0)
            return -1;
    }
    return 0;
}

/* --- puzzle ratings ----------------------------------------------------------------------------------------------- */

enum { DOUBT = 200 };

static struct glicko glicko_of(const struct store_puzzle *rated)
{
    return (struct glicko){rated->rating, rated->deviation, rated->volatility};
}

static void count(struct store_puzzle *rated, struct glicko after, bool solved)
{
    rated->rating = after.rating;
    rated->deviation = after.deviation;
    rated->volatility = after.volatility;
    rated->tries++;
    rated->solved += solved;
}

int solver_of(struct store *store, const char *person, const char *game, struct store_solver *out,
              struct flip_error *error)
{
    const struct glicko fresh = glicko_new();
    *out = (struct store_solver){
        .rated = {.rating = fresh.rating, .deviation = fresh.deviation, .volatility = fresh.volatility}};
    return store_solver_get(store, person, game, out, error);
}

int puzzle_rated(struct store *store, const struct flip_puzzle *puzzle, struct store_puzzle *out,
                 struct flip_error *error)
{
    *out = (struct store_puzzle){.rating = puzzle->rating, .deviation = DOUBT, .volatility = glicko_new().volatility};
    return store_puzzle_get(store, puzzle->id, out, error);
}

int puzzle_rate(struct store *store, const struct flip_puzzle *puzzle, const char *person, bool solved, int64_t time,
                struct store_solver *solver, struct flip_error *error)
{
    struct store_puzzle rated;
    if (puzzle_rated(store, puzzle, &rated, error) < 0)
        return -1;
    const struct glicko one = glicko_of(&solver->rated), other = glicko_of(&rated);
    count(&solver->rated, glicko_after(one, &(struct glicko_meeting){other, solved}, 1), solved);
    count(&rated, glicko_after(other, &(struct glicko_meeting){one, !solved}, 1), solved);
    solver->streak = solved ? solver->streak + 1 : 0;
    if (solver->streak > solver->longest)
        solver->longest = solver->streak;
    solver->time = time;
    return store_puzzle_try_put(store, person, puzzle->id, puzzle->game->id, solved, time, error) < 0
               ? -1
               : store_puzzle_put(store, puzzle->id, puzzle->game->id, &rated, error);
}
