/*
 * What the end of a flip, or GAME OVER, does to everybody: Coins that are inserted, keys that save one, Lives that aliens take,
 * the flip that skulls cost. It is nobody's move, so without these sentences no log would know of it. They are found by trying
 * the step on a copy.
 */
#include "games/insertcoin/insertcoin.h"

#include <flipside/say.h>

#include <stdio.h>
#include <string.h>

struct telling {
    const struct insertcoin_rules *rules;
    const struct insertcoin_state *before, *after; /* before and after what happens to all */
    struct flip_names names;
    struct flip_text *out;
};

static void call_seats(struct telling *t, const char (*names)[FLIP_NAME])
{
    t->names.you = -1;
    for (int seat = 0; seat < t->rules->seats; seat++) {
        snprintf(t->names.name[seat], sizeof t->names.name[seat], "%s", names[seat]);
        if (strcmp(names[seat], "You") == 0)
            t->names.you = seat;
    }
}

/* "Ada and Bob insert a Coin", "Everybody inserts a Coin". */
static bool say(struct telling *t, flip_set seats, const char *one, const char *several, const char *rest)
{
    if (!seats)
        return false;
    flip_text_add(t->out, t->out->length ? ". " : "");
    if (t->rules->seats > 2 && flip_set_count(seats) == t->rules->seats)
        flip_text_add(t->out, "Everybody %s", one);
    else
        flip_say_seats(&t->names, seats, one, several, t->out);
    flip_text_add(t->out, " %s", rest);
    return true;
}

enum change { COINS, OUT, KEYS, SKIPS };

/* The seats that lost a Coin, are out, used a key or must skip. */
static flip_set changed(const struct telling *t, enum change change)
{
    flip_set seats = 0;
    for (int seat = 0; seat < t->rules->seats; seat++) {
        const struct insertcoin_pad *was = &t->before->pad[seat], *is = &t->after->pad[seat];
        const bool found = change == COINS  ? is->coins < was->coins
                           : change == OUT  ? is->out > was->out
                           : change == KEYS ? is->key < was->key
                                            : is->skip > was->skip;
        seats |= found ? FLIP_BIT(seat) : 0;
    }
    return seats;
}

static bool tell_coins(struct telling *t)
{
    const bool inserted = say(t, changed(t, COINS), "inserts", "insert", "a Coin");
    const bool saved = say(t, changed(t, KEYS), "uses", "use", "the key");
    const bool out = say(t, changed(t, OUT), "has", "have", "no Coin left");
    return inserted || saved || out;
}

/* Whom the skulls and aliens of the others reach, as far as their shields are up or down. */
static flip_set reached(const struct telling *t, bool shield, int aliens, int skulls)
{
    flip_set seats = 0;
    for (int seat = 0; seat < t->rules->seats; seat++) {
        const struct insertcoin_pad *pad = &t->before->pad[seat];
        const bool meant = aliens > pad->aliens || skulls > pad->skulls;
        seats |= meant && pad->shield == shield ? FLIP_BIT(seat) : 0;
    }
    return seats;
}

static void tell_strike(struct telling *t)
{
    int skulls = 0, aliens = 0;
    for (int seat = 0; seat < t->rules->seats; seat++) {
        skulls += t->before->pad[seat].skulls;
        aliens += t->before->pad[seat].aliens;
    }
    say(t, reached(t, true, aliens, skulls), "has", "have", "a shield");
    for (int lost = 1; lost <= aliens; lost++) {
        char lives[32];
        flip_set seats = reached(t, false, aliens, 0);
        for (int seat = 0; seat < t->rules->seats; seat++)
            if (aliens - t->before->pad[seat].aliens != lost)
                seats &= ~FLIP_BIT(seat);
        snprintf(lives, sizeof lives, lost == 1 ? "a Life to the alien" : "%d Lives to the aliens", lost);
        say(t, seats, "loses", "lose", lives);
    }
    tell_coins(t);
    if (t->after->stage != INSERTCOIN_OVER)
        say(t, changed(t, SKIPS), "skips", "skip", "the next flip");
}

void insertcoin_upshot(const void *rules_, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                       struct flip_text *out)
{
    enum { STILL_DRAWING = 1 << INSERTCOIN_SEATS }; /* nobody: what he holds up is the end of the flip */
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state before = *(const struct insertcoin_state *)state, after = before;
    struct telling t = {.rules = rules, .before = &before, .after = &after, .out = out};
    const bool dealer = seat == FLIP_DEALER;
    if (before.stage != INSERTCOIN_FLIPPING || (dealer && move != INSERTCOIN_GAME_OVER))
        return;
    call_seats(&t, names);
    insertcoin_apply(rules, &after, seat, move);
    if (!dealer) {
        before.acting |= STILL_DRAWING;
        insertcoin_apply(rules, &before, seat, move);
        if (after.phase != before.phase)
            tell_strike(&t);
    } else if (!tell_coins(&t)) {
        flip_text_add(out, "Nobody loses one");
    }
}
