/*
 * The rules of Insert Coin to Play, in the order of the rulebook: set-up, the flip, Lives and Coins, complete levels and
 * their abilities, GAME OVER, the end. What a seat may do is listed in choices.c, who knows what is in hidden.c.
 *
 * A flip of a seat is one step, and one more for every choice that an ability asks for. Abilities that touch others wait
 * until all have finished the flip, so the pads of a flip do not depend on each other.
 */
#include "games/insertcoin/insertcoin.h"

#include <string.h>

/* --- set-up ---------------------------------------------------------------------------------------------------------- */

int insertcoin_prepare(void *rules_, const void *edition, const struct flip_options *options, int seats,
                       struct flip_error *error)
{
    struct insertcoin_rules *rules = rules_;
    memcpy(&rules->edition, edition, sizeof rules->edition);
    if (seats < 1 || seats > INSERTCOIN_SEATS)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Insert Coin to Play has room for 1 to %d seats, not %d.",
                         INSERTCOIN_SEATS, seats);
    const bool draft = strcmp(options->value[0], "true") == 0;
    rules->seats = seats;
    rules->draft = draft && seats > 1; /* alone nobody passes cards on */
    rules->hand = draft ? INSERTCOIN_DRAFT : INSERTCOIN_HAND;
    if (seats * rules->hand > rules->edition.cards)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "%d seats need %d cards, and this edition has %d.", seats,
                         seats * rules->hand, rules->edition.cards);
    rules->all_cards = (FLIP_BIT(rules->edition.cards) - 1) << 1;
    for (int i = 0; i < rules->edition.shapes; i++)
        for (int y = 0; y < INSERTCOIN_SIDE; y++)
            rules->shape[i] |= (flip_set)rules->edition.shape[i].row[y] << (y * INSERTCOIN_SIDE);
    insertcoin_cut_pieces(rules);
    for (int card = 1; card <= rules->edition.cards; card++)
        for (int i = 0; i < INSERTCOIN_CARD_SYMBOLS; i++) {
            rules->card_symbols[card] |= 1U << rules->edition.card[card].symbol[i];
            rules->symbol_cards[rules->edition.card[card].symbol[i]] |= FLIP_BIT(card);
        }
    for (int symbol = 0; symbol < rules->edition.symbols; symbol++)
        if (rules->size[symbol] <= INSERTCOIN_STAR_SIZE)
            rules->star_symbols |= 1U << symbol;
    return 0;
}

void insertcoin_start(const void *rules_, void *state_)
{
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state *state = state_;
    memset(state, 0, sizeof *state);
    state->deck = rules->all_cards;
    for (int seat = 0; seat < rules->seats; seat++) {
        state->pad[seat].lives = rules->edition.lives;
        state->pad[seat].coins = rules->edition.coins;
    }
}

flip_set insertcoin_turn(const void *rules, const void *state_)
{
    (void)rules;
    const struct insertcoin_state *state = state_;
    if (state->stage == INSERTCOIN_OVER)
        return 0;
    return state->acting ? state->acting : FLIP_BIT(FLIP_DEALER);
}

/* --- chance ---------------------------------------------------------------------------------------------------------- */

/* GAME OVER is any of the cards left in its pile; the other cards of both piles are equally likely to be the next one. */
void insertcoin_chances(const void *rules_, const void *state_, struct flip_chances *out)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    out->kind = FLIP_CHANCE_SET;
    out->set = state->deck;
    out->base = 0;
    out->count = 0;
    if (state->stage != INSERTCOIN_FLIPPING || !insertcoin_over_left(rules, state))
        return;
    const int left = insertcoin_pile_left(rules, state);
    out->kind = FLIP_CHANCE_LIST;
    out->list[out->count++] = (struct flip_chance){.event = INSERTCOIN_GAME_OVER,
                                                   .weight = left > 1 ? (uint32_t)flip_set_count(state->deck) : 1};
    for (flip_set cards = left > 1 ? state->deck : 0; cards; cards = flip_set_rest(cards))
        out->list[out->count++] =
            (struct flip_chance){.event = (flip_move)flip_set_first(cards), .weight = (uint32_t)left - 1};
}

/* Without a list: GAME OVER has the deck's number of chances, each card as many as cards are left in the pile besides it. */
flip_move insertcoin_deal(const void *rules_, const void *state_, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    const struct insertcoin_state *state = state_;
    if (state->stage != INSERTCOIN_FLIPPING || !insertcoin_over_left(rules, state))
        return (flip_move)flip_set_dealt(state->deck, random);
    const uint32_t left = (uint32_t)insertcoin_pile_left(rules, state);
    const uint32_t cards = (uint32_t)flip_set_count(state->deck);
    if (left == 1 || cards == 0)
        return INSERTCOIN_GAME_OVER;
    const uint32_t n = flip_random_below(random, cards * left);
    return n < cards ? INSERTCOIN_GAME_OVER : (flip_move)flip_set_nth(state->deck, (int)((n - cards) / (left - 1)));
}

/* --- the hands ------------------------------------------------------------------------------------------------------- */

static void everybody_chooses(const struct insertcoin_rules *rules, struct insertcoin_state *state)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        state->pad[seat].step = INSERTCOIN_CHOOSE;
        state->pad[seat].pick = 0;
    }
    state->acting = (uint8_t)((1 << rules->seats) - 1);
}

static void hands_are_dealt(const struct insertcoin_rules *rules, struct insertcoin_state *state)
{
    state->stage = INSERTCOIN_KEEPING;
    everybody_chooses(rules, state);
}

static void deal(const struct insertcoin_rules *rules, struct insertcoin_state *state, int card)
{
    uint8_t *packet = state->packet[state->dealt / rules->hand];
    int i = state->dealt % rules->hand;
    for (; i > 0 && packet[i - 1] > card; i--)
        packet[i] = packet[i - 1];
    packet[i] = (uint8_t)card;
    state->deck &= ~FLIP_BIT(card);
    if (++state->dealt == rules->seats * rules->hand)
        hands_are_dealt(rules, state);
}

/* A whole hand at once, which need not be sorted card by card. */
static void deal_hand(const struct insertcoin_rules *rules, struct insertcoin_state *state, struct flip_random *random)
{
    uint8_t *packet = state->packet[state->dealt / rules->hand];
    const flip_set left = flip_set_deal(state->deck, rules->hand, random, packet);
    for (flip_set cards = state->deck & ~left; cards; cards = flip_set_rest(cards))
        *packet++ = (uint8_t)flip_set_first(cards);
    state->deck = left;
    state->dealt = (uint8_t)(state->dealt + rules->hand);
    state->phase = (uint16_t)(state->phase + rules->hand);
    if (state->dealt == rules->seats * rules->hand)
        hands_are_dealt(rules, state);
}

/* Everybody has picked: the picked card goes to its place in the packet, and the rest to the next seat. */
static void pass_on(const struct insertcoin_rules *rules, struct insertcoin_state *state)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        uint8_t *packet = state->packet[(seat + INSERTCOIN_DRAFT * rules->seats - state->round) % rules->seats];
        int i = state->round;
        while (packet[i] != state->pad[seat].pick)
            i++;
        for (; i > state->round; i--)
            packet[i] = packet[i - 1];
        packet[i] = state->pad[seat].pick;
    }
    state->round++;
    if (state->round == INSERTCOIN_DRAFT - 1)
        state->round++; /* the last card of a hand is taken by itself */
    everybody_chooses(rules, state);
}

/* All thirty cards go back and make the two piles. */
static void begin_flips(struct insertcoin_state *state, flip_set cards)
{
    memset(state->packet, 0, sizeof state->packet);
    state->round = state->dealt = 0;
    state->deck = cards;
    state->stage = INSERTCOIN_FLIPPING;
}

static void keep(const struct insertcoin_rules *rules, struct insertcoin_state *state, int seat, flip_move move)
{
    struct insertcoin_pad *pad = &state->pad[seat];
    const bool picks = insertcoin_kept(move, 1) == 0;
    if (picks)
        pad->pick = (uint8_t)insertcoin_kept(move, 0);
    for (int level = 0; level < INSERTCOIN_LEVELS && !picks; level++) {
        const int shape = rules->edition.card[insertcoin_kept(move, level)].shape;
        pad->shape[level] = (uint8_t)(shape + 1);
        pad->free[level] = rules->shape[shape];
    }
    pad->step = INSERTCOIN_DONE;
    state->acting &= (uint8_t) ~(1 << seat);
    if (state->acting)
        return;
    state->phase++;
    if (picks)
        pass_on(rules, state);
    else
        begin_flips(state, rules->all_cards);
}

/* --- Lives and Coins --------------------------------------------------------------------------------------------------- */

/* The last Life of a row costs a Coin and opens the next row. Who has none is out, whatever comes after that. */
void insertcoin_lose_life(const struct insertcoin_rules *rules, struct insertcoin_pad *pad)
{
    if (pad->lives == 0 || --pad->lives > 0)
        return;
    if (pad->coins > 0) {
        pad->coins--;
        pad->lives = rules->edition.lives;
    } else {
        pad->out = 1;
    }
}

/* --- the end of a flip ------------------------------------------------------------------------------------------------- */

/* Skulls and aliens of all seats strike together, past the shields that are up by now. */
static void strike(const struct insertcoin_rules *rules, struct insertcoin_state *state)
{
    int skulls = 0, aliens = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        skulls += state->pad[seat].skulls;
        aliens += state->pad[seat].aliens;
    }
    if (skulls + aliens == 0)
        return;
    for (int seat = 0; seat < rules->seats; seat++) {
        struct insertcoin_pad *pad = &state->pad[seat];
        const bool struck = !pad->shield;
        if (struck && skulls > pad->skulls)
            pad->skip = 1;
        for (int i = pad->aliens; i < aliens && struck; i++)
            insertcoin_lose_life(rules, pad);
        pad->skulls = pad->aliens = 0;
    }
}

static void end_flip(const struct insertcoin_rules *rules, struct insertcoin_state *state)
{
    strike(rules, state);
    state->phase++;
    bool over = state->flips == insertcoin_flips(rules);
    for (int seat = 0; seat < rules->seats; seat++) {
        state->pad[seat].drawn = 0;
        over |= state->pad[seat].out || state->pad[seat].done == (1 << INSERTCOIN_LEVELS) - 1;
    }
    if (over)
        state->stage = INSERTCOIN_OVER;
}

/* --- turning a card ------------------------------------------------------------------------------------------------------ */

/* GAME OVER asks for a level when it is turned first and for two when it is turned again. */
static void game_over_card(const struct insertcoin_rules *rules, struct insertcoin_state *state)
{
    state->card = 0;
    state->over_shown = 1;
    state->game_overs++;
    bool over = state->flips == insertcoin_flips(rules);
    for (int seat = 0; seat < rules->seats; seat++) {
        struct insertcoin_pad *pad = &state->pad[seat];
        if (flip_set_count(pad->done) >= state->game_overs)
            continue;
        if (pad->key)
            pad->key = 0;
        else if (pad->coins > 0)
            pad->coins--;
        else
            pad->out = over = true;
    }
    if (over)
        state->stage = INSERTCOIN_OVER;
}

static void numbered_card(const struct insertcoin_rules *rules, struct insertcoin_state *state, int card)
{
    state->card = (uint8_t)card;
    state->over_shown = 0;
    state->deck &= ~FLIP_BIT(card);
    for (int seat = 0; seat < rules->seats; seat++) {
        struct insertcoin_pad *pad = &state->pad[seat];
        pad->step = pad->skip ? INSERTCOIN_DONE : INSERTCOIN_PLAY;
        state->acting |= (uint8_t)((pad->skip ? 0 : 1) << seat);
        pad->skip = 0;
    }
    if (state->acting == 0)
        end_flip(rules, state);
}

static void turn_card(const struct insertcoin_rules *rules, struct insertcoin_state *state, flip_move event)
{
    state->flips++;
    if (event == INSERTCOIN_GAME_OVER)
        game_over_card(rules, state);
    else
        numbered_card(rules, state, (int)event);
}

/* --- complete levels ------------------------------------------------------------------------------------------------- */

static void complete(const struct insertcoin_rules *rules, struct insertcoin_pad *pad, int level)
{
    const int ability = insertcoin_level_shape(rules, pad, level)->ability;
    pad->done |= (uint8_t)(1 << level);
    switch ((enum insertcoin_ability)ability) {
    case INSERTCOIN_ABILITY_HEART:
        pad->lives = (uint8_t)(pad->lives + INSERTCOIN_HEART);
        if (pad->lives > rules->edition.lives)
            pad->lives = rules->edition.lives;
        break;
    case INSERTCOIN_ABILITY_COIN:
        pad->coins++;
        break;
    case INSERTCOIN_ABILITY_SHIELD:
        pad->shield = 1;
        break;
    case INSERTCOIN_ABILITY_STAR:
        pad->star = 1;
        break;
    case INSERTCOIN_ABILITY_KEY:
        pad->key = 1;
        break;
    case INSERTCOIN_ABILITY_SKULL:
        pad->skulls++;
        break;
    case INSERTCOIN_ABILITY_ALIEN:
        pad->aliens++;
        break;
    case INSERTCOIN_ABILITY_CHERRIES:
    case INSERTCOIN_ABILITY_BOMB:
    case INSERTCOIN_ABILITY_POTION:
        pad->waiting[pad->waiting_count++] = (uint8_t)ability;
        break;
    case INSERTCOIN_ABILITIES:
        break;
    }
}

static void fill_squares(const struct insertcoin_rules *rules, struct insertcoin_pad *pad, int level, flip_set squares)
{
    pad->free[level] &= ~squares;
    if (pad->free[level] == 0)
        complete(rules, pad, level);
}

static void end_ability(struct insertcoin_pad *pad)
{
    pad->cherries = 0;
    pad->waiting_count--;
    for (int i = 0; i < INSERTCOIN_LEVELS - 1; i++)
        pad->waiting[i] = pad->waiting[i + 1];
    pad->waiting[INSERTCOIN_LEVELS - 1] = 0;
}

/* The next ability that can be used is asked; those that cannot lapse. Then the seat has finished its flip. */
static void go_on(const struct insertcoin_rules *rules, struct insertcoin_state *state, int seat)
{
    struct insertcoin_pad *pad = &state->pad[seat];
    while (pad->waiting_count > 0) {
        const int ability = insertcoin_running(pad);
        if (insertcoin_usable(rules, state, pad, ability)) {
            pad->step = INSERTCOIN_ABILITY;
            if (ability == INSERTCOIN_ABILITY_CHERRIES && pad->cherries == 0)
                pad->cherries = INSERTCOIN_CHERRIES;
            return;
        }
        end_ability(pad);
    }
    pad->step = INSERTCOIN_DONE;
    state->acting &= (uint8_t) ~(1 << seat);
    if (state->acting == 0)
        end_flip(rules, state);
}

/* --- what a seat does ---------------------------------------------------------------------------------------------------- */

static void draw(const struct insertcoin_rules *rules, struct insertcoin_state *state, int seat, flip_move move)
{
    struct insertcoin_pad *pad = &state->pad[seat];
    if (pad->step == INSERTCOIN_ABILITY)
        end_ability(pad); /* a potion */
    else
        pad->star = 0;
    pad->drawn |= 1U << insertcoin_symbol(move);
    fill_squares(rules, pad, insertcoin_level(move), insertcoin_squares(rules, move));
    go_on(rules, state, seat);
}

/* With a Life, which is lost first; or one of the cherries' squares; or a bomb's block. */
static void fill(const struct insertcoin_rules *rules, struct insertcoin_state *state, int seat, flip_move move)
{
    struct insertcoin_pad *pad = &state->pad[seat];
    const int square = insertcoin_square(move, 0);
    flip_set squares = FLIP_BIT(square);
    if (pad->step == INSERTCOIN_PLAY) {
        pad->star = 0;
        insertcoin_lose_life(rules, pad);
    } else if (insertcoin_running(pad) == INSERTCOIN_ABILITY_BOMB) {
        squares = insertcoin_block(square);
        end_ability(pad);
    } else if (--pad->cherries == 0) {
        end_ability(pad);
    }
    fill_squares(rules, pad, insertcoin_level(move), squares);
    go_on(rules, state, seat);
}

static inline void apply_event(const struct insertcoin_rules *rules, struct insertcoin_state *state, flip_move event)
{
    state->phase++;
    if (state->stage == INSERTCOIN_DEALING)
        deal(rules, state, (int)event);
    else
        turn_card(rules, state, event);
}

void insertcoin_apply(const void *rules_, void *state_, int seat, flip_move move)
{
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state *state = state_;
    if (seat == FLIP_DEALER) {
        apply_event(rules, state, move);
        return;
    }
    switch ((enum insertcoin_kind)insertcoin_kind(move)) {
    case INSERTCOIN_MOVE_KEEP:
        keep(rules, state, seat, move);
        break;
    case INSERTCOIN_MOVE_DRAW:
        draw(rules, state, seat, move);
        break;
    case INSERTCOIN_MOVE_FILL:
        fill(rules, state, seat, move);
        break;
    case INSERTCOIN_MOVE_DECLINE:
        end_ability(&state->pad[seat]);
        go_on(rules, state, seat);
        break;
    }
}

flip_set insertcoin_proceed(const void *rules_, void *state_, struct flip_random *random)
{
    const struct insertcoin_rules *rules = rules_;
    struct insertcoin_state *state = state_;
    while (state->acting == 0 && state->stage != INSERTCOIN_OVER)
        if (state->stage == INSERTCOIN_DEALING && state->dealt % rules->hand == 0)
            deal_hand(rules, state, random);
        else
            apply_event(rules, state, insertcoin_deal(rules, state, random));
    return insertcoin_turn(rules, state);
}

/* Everything a seat did is known when all have picked, kept or finished the flip; and every card turned is known at once. */
uint32_t insertcoin_phase(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct insertcoin_state *)state)->phase;
}
