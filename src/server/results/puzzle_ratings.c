/* Puzzle ratings: see puzzle_ratings.h. The rating of a puzzle begins where the bots put it, with some doubt. */
#include "server/results/puzzle_ratings.h"

#include "server/results/glicko.h"

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
