/*
 * Asks bots of the five levels. The highest has to agree with the miner, which thinks differently; a choice that all
 * find is no puzzle; how many miss it is the first difficulty. The lower levels are quick, so they are asked before a
 * decision is weighed at length.
 */
#include "puzzles/weigher.h"

#include <string.h>

enum {
    AGREES = 400,        /* iterations of the highest level … */
    AGREES_FLICKS = 180, /* … or flicks */
    BRIEF = 3            /* levels that think for a moment only */
};

struct flip_think_def flip_opinion_def(const struct flip_game *game, int level)
{
    struct flip_think_def def = flip_think_defaults(level);
    if (level == FLIP_LEVELS && !flip_bot_of(game)->expert) /* an expert does not search */
        def.iterations = game->flicks ? AGREES_FLICKS : AGREES;
    return def;
}

void flip_opinions_begin(struct flip_opinions *opinions, const struct flip_position *at, int seat)
{
    opinions->at = at;
    opinions->seat = seat;
    memset(opinions->asked, 0, sizeof opinions->asked);
}

int flip_opinion(struct flip_opinions *opinions, int level, const char *choice, struct flip_error *error)
{
    char *own = opinions->choice[level - 1];
    if (!opinions->asked[level - 1]) {
        const struct flip_think_def def = flip_opinion_def(opinions->at->game, level);
        if (flip_think_position(opinions->at, opinions->seat, &def, opinions->thought, error) < 0)
            return -1;
        flip_puzzle_choice(opinions->at, opinions->seat, opinions->thought->choice[0].move, own);
        opinions->asked[level - 1] = true;
    }
    return strcmp(own, choice) == 0;
}

int flip_opinion_of_move(struct flip_opinions *opinions, int level, flip_move move, struct flip_error *error)
{
    char choice[FLIP_MOVE_TEXT];
    flip_puzzle_choice(opinions->at, opinions->seat, move, choice);
    return flip_opinion(opinions, level, choice, error);
}

static int missed(struct flip_opinions *opinions, const char *choice, struct flip_error *error)
{
    for (int level = 1; level <= BRIEF; level++) {
        const int finds = flip_opinion(opinions, level, choice, error);
        if (finds != 1)
            return finds < 0 ? -1 : 1;
    }
    return 0;
}

int flip_opinions_missed(struct flip_opinions *opinions, flip_move move, struct flip_error *error)
{
    char choice[FLIP_MOVE_TEXT];
    flip_puzzle_choice(opinions->at, opinions->seat, move, choice);
    return missed(opinions, choice, error);
}

int flip_opinions_differ(struct flip_opinions *opinions, struct flip_error *error)
{
    if (!flip_bot_of(opinions->at->game)->expert)
        return 1;
    return flip_opinion(opinions, FLIP_LEVELS, "", error) < 0
               ? -1
               : missed(opinions, opinions->choice[FLIP_LEVELS - 1], error);
}
