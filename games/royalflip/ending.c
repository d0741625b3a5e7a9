/* Who has won and why, in words. */
#include "games/royalflip/royalflip.h"

#include <flipside/say.h>

void royalflip_ending(const void *rules_, const void *state, const struct flip_names *names, struct flip_text *verdict,
                      struct flip_text *why)
{
    const struct royalflip_rules *rules = rules_;
    struct flip_result result = {0};
    royalflip_result(rules, state, &result);
    flip_say_verdict(names, &result, rules->seats, true, verdict);
    flip_text_add(why, "All ");
    flip_say_number(rules->edition.rounds, why);
    flip_text_add(why, " rounds are played.");
    if (rules->seats == 1) {
        if (result.score[0] >= rules->edition.jackpot)
            flip_text_add(verdict, ", the jackpot");
        else
            flip_text_add(why, " The jackpot is at %d points.", rules->edition.jackpot);
        return;
    }
    const flip_set tied = flip_tied_losers(&result, rules->seats);
    if (!tied)
        return;
    flip_text_add(why, " ");
    flip_say_seats(names, tied, "has", "have", why);
    flip_text_add(why, " as many, but ");
    flip_say_seats(names, result.winners, "wins", "win", why);
    flip_text_add(why, " at rock, paper, scissors.");
}
