/* Any legal move, each as likely as the others, without the list of them all: for random players. */
#include "games/fliptown/fliptown.h"

/* The place of the n-th site. */
static int nth_site(const struct fliptown_sites *sites, int suited, int n)
{
    return n < suited ? flip_set_nth(sites->suited, n)
                      : FLIPTOWN_CEMETERY * FLIPTOWN_SITES + flip_set_nth(sites->stones, n - suited);
}

/* No list of anything but sites is longer than that of a cheat: each written card as any other, or leave. With an ability the sites are
   listed too, and these are fewer. A graphics card has this memory for every thread. */
enum { LISTED = FLIPTOWN_HAND * 52 + 1 };

static flip_move any_of_all(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                            struct flip_random *random)
{
    flip_move moves[LISTED];
    const int count = fliptown_moves(rules, state, seat, moves, LISTED);
    return moves[flip_random_below(random, (uint32_t)count)];
}

/* The long lists are those of sites, and they are counted. An ability stands behind them: then all are listed. */
flip_move fliptown_any(const void *memory, const void *in, int seat, struct flip_random *random)
{
    const struct fliptown_rules *rules = memory;
    const struct fliptown_state *state = in;
    const struct fliptown_sheet *sheet = &state->sheet[seat];
    if (sheet->step == FLIPTOWN_ARRANGE)
        return fliptown_arrangement(state, (int)flip_random_below(random, FLIPTOWN_ARRANGEMENTS));
    if ((sheet->step != FLIPTOWN_VISIT && sheet->step != FLIPTOWN_BONUS) || sheet->uses > 0)
        return any_of_all(rules, state, seat, random);
    const bool bonus = sheet->step == FLIPTOWN_BONUS;
    const struct fliptown_sites sites =
        bonus ? fliptown_bonuses(rules, state, sheet) : fliptown_visits(rules, state, sheet);
    const int suited = flip_set_count(sites.suited), count = suited + flip_set_count(sites.stones);
    const int n = (int)flip_random_below(random, (uint32_t)(count + sites.pass));
    if (n == count)
        return FLIPTOWN_DO_PASS;
    const int place = nth_site(&sites, suited, n);
    return bonus ? fliptown_bonus_to(place) : fliptown_visit_to(rules, sheet, place);
}
