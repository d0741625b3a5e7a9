/* Why a move is not legal, in a sentence. What is legal, the list of moves says: a search in it is the whole test. */
#include "games/flipcity/flipcity.h"

static bool no(struct flip_error *why, const char *sentence)
{
    flip_fail(why, FLIP_ERROR_ILLEGAL, "%s", sentence);
    return false;
}

static bool listed(const struct flipcity_rules *rules, const struct flipcity_state *state, int seat, flip_move move)
{
    flip_move moves[8 * FLIPCITY_FACES];
    const int count = flipcity_moves(rules, state, seat, moves, 8 * FLIPCITY_FACES);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static bool play_refused(const struct flipcity_rules *rules, const struct flipcity_state *state, flip_move move,
                         struct flip_error *why)
{
    const struct flipcity_seat *own = &state->seat[state->acting];
    switch (flipcity_kind(move)) {
    case FLIPCITY_MOVE_PLAY:
        return no(why, own->deck.size > 0 ? "To play takes no card: the top of your deck is played."
                                          : "Your deck is empty: shuffle your discard pile, or stop.");
    case FLIPCITY_MOVE_STOP:
        if (state->played_count == 0 && !state->free)
            return no(why, "A turn begins with at least one card: play the top of your deck.");
        if (state->obliged)
            return no(why, "The card you played last makes you play one more.");
        if (own->deck.top == FLIPCITY_NONE || !(rules->forced >> own->deck.top & 1))
            return no(why, "To stop takes no card.");
        flip_fail(why, FLIP_ERROR_ILLEGAL, "%s on top of your deck must be played.",
                  rules->edition.face[own->deck.top].title);
        return false;
    case FLIPCITY_MOVE_SHUFFLE:
        if (own->deck.size > 0)
            return no(why, "You shuffle when your deck is empty; it still has cards.");
        if (own->discard.size == 0)
            return no(why, "Your discard pile is empty: there is nothing to shuffle.");
        return no(why, rules->seats > 1 ? "Only a solo game removes a card when you shuffle."
                                        : "Name a card that the supply still has: it leaves the game.");
    case FLIPCITY_MOVE_RECYCLE:
        return no(why, "Only a face with a recycle symbol that lies in your discard pile can be recycled.");
    default:
        return no(why, "You build when you have stopped playing cards.");
    }
}

static bool too_dear(const struct flipcity_state *state, int price, struct flip_error *why)
{
    flip_fail(why, FLIP_ERROR_ILLEGAL, "That costs %d cash and you have %d.", price, state->cash);
    return false;
}

static bool build_refused(const struct flipcity_rules *rules, const struct flipcity_state *state, flip_move move,
                          struct flip_error *why)
{
    const int kind = flipcity_kind(move), face = flipcity_face_of(move);
    if (kind < FLIPCITY_MOVE_BUY || kind > FLIPCITY_MOVE_DONE)
        return no(why, "You have stopped playing cards; now you build, or say done.");
    if (face >= rules->faces)
        return no(why, "Name the card.");
    if (kind == FLIPCITY_MOVE_FLIP) {
        if (state->seat[state->acting].discard.count[face] == 0)
            return no(why, "You flip a card that lies in your discard pile; what you played this turn is not there.");
        const int fee = rules->edition.face[face].fee;
        if (fee == FLIPCITY_NONE)
            return no(why, "That side has no flip fee: it cannot be turned back.");
        if (fee > state->cash)
            return too_dear(state, fee, why);
        return no(why, "Say which other player gets the card.");
    }
    if (!(rules->for_sale >> face & 1))
        return no(why, "That card is not for sale; name the front of a card of the supply.");
    if (state->supply[face] == 0)
        return no(why, "The supply has no more of these.");
    const int price = kind == FLIPCITY_MOVE_BUY ? rules->edition.card[face / 2].price : rules->develop_price[face];
    return price == FLIPCITY_NONE ? no(why, "That card has no flip fee: it cannot be developed.")
                                  : too_dear(state, price, why);
}

bool flipcity_legal(const void *rules, const void *state_, int seat, flip_move move, struct flip_error *why)
{
    const struct flipcity_state *state = state_;
    if (listed(rules, state, seat, move))
        return true;
    if (state->step == FLIPCITY_OVER)
        return no(why, "The game is over.");
    if (seat != state->acting || (state->step != FLIPCITY_PLAY && state->step != FLIPCITY_BUILD))
        return no(why, "It is not your turn.");
    return state->step == FLIPCITY_PLAY ? play_refused(rules, state, move, why)
                                        : build_refused(rules, state, move, why);
}
