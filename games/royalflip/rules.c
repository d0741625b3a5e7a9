/*
 * The rules of Royal Flip, in the order of the rulebook: set-up, the three cards, the choice, the city map, the bonus track,
 * the end of a round. Scoring is in score.c, the tie-break in tie.c.
 *
 * Each round of a seat is a chain of small steps: choose, write, track, and write again after a number bonus. A step that is
 * impossible (a full map, no space with the suit) is skipped, so a seat that is asked always has a move.
 */
#include "games/royalflip/royalflip.h"

#include <flipside/say.h>

#include <string.h>

/* --- set-up ---------------------------------------------------------------------------------------------------------- */

/* The numbers that a card of this rank can become with so many ±1 boxes: 1 … 10, without wrapping around. */
static unsigned reachable_values(const struct royalflip_edition *edition, int rank, int boxes)
{
    unsigned values = 0;
    for (int n = 1; n <= ROYALFLIP_HIGHEST; n++)
        if (edition->wild >> rank & 1 || (n - rank <= boxes && rank - n <= boxes))
            values |= 1U << n;
    return values;
}

static void lay_out_map(struct royalflip_rules *rules)
{
    const struct royalflip_edition *edition = &rules->edition;
    for (int row = 0; row < edition->rows; row++)
        rules->cells |= (FLIP_BIT(edition->columns) - 1) << (row * ROYALFLIP_SIDE);
    for (int i = 0; i < edition->casinos; i++)
        rules->cells &= ~FLIP_BIT(edition->casino[i]);
    for (int i = 0; i < edition->casinos; i++) {
        const int row = edition->casino[i] / ROYALFLIP_SIDE, column = edition->casino[i] % ROYALFLIP_SIDE;
        for (int cell = 0; cell < ROYALFLIP_CELLS; cell++) {
            const int rows_off = cell / ROYALFLIP_SIDE - row, columns_off = cell % ROYALFLIP_SIDE - column;
            if (rows_off * rows_off + columns_off * columns_off != 1 || !flip_set_has(rules->cells, cell))
                continue;
            rules->casino_blocks[i] |= FLIP_BIT(cell);
            rules->touches[cell] |= (uint8_t)(1 << i);
        }
    }
}

int royalflip_prepare(void *rules_, const void *edition, const struct flip_options *options, int seats,
                      struct flip_error *error)
{
    struct royalflip_rules *rules = rules_;
    memcpy(&rules->edition, edition, sizeof rules->edition);
    if (seats < 1 || seats > ROYALFLIP_SEATS)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Royal Flip has room for 1 to %d seats here, not %d.",
                         ROYALFLIP_SEATS, seats);
    rules->seats = seats;
    rules->pvp = strcmp(options->value[ROYALFLIP_OPTION_PVP], "true") == 0;
    rules->tie_break = seats > 1 && strcmp(options->value[ROYALFLIP_OPTION_TIE_BREAK], "true") == 0;
    rules->attributes = rules->pvp && strcmp(options->value[ROYALFLIP_OPTION_COMBINATION], "attributes") == 0;
    rules->suits_ahead = options->version >= 3;
    if (rules->pvp && seats < 2)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION,
                         "Player versus player needs 2 seats or more: add a seat, or leave pvp out.");
    lay_out_map(rules);
    for (int space = 1; space <= rules->edition.spaces; space++)
        rules->suit_spaces[rules->edition.track[space].suit] |= FLIP_BIT(space);
    for (int rank = FLIP_ACE; rank <= FLIP_KING; rank++)
        for (int boxes = 0; boxes < ROYALFLIP_HIGHEST; boxes++)
            rules->values[rank][boxes] = (uint16_t)reachable_values(&rules->edition, rank, boxes);
    for (int card = 0; card < 52; card++) {
        rules->rank[card] = (uint8_t)flip_card_rank(card);
        rules->suit[card] = (uint8_t)flip_card_suit(card);
        rules->red[card] = flip_card_red(card);
    }
    return 0;
}

/* All seats choose at once; in PvP the first player does, and the others follow clockwise. */
static void begin_round(const struct royalflip_rules *rules, struct royalflip_state *state)
{
    state->revealed = 0;
    memset(state->lineup, 0, sizeof state->lineup);
    state->acting = (uint8_t)(rules->pvp ? 1 << state->first : (1 << rules->seats) - 1);
}

void royalflip_start(const void *rules, void *state_)
{
    struct royalflip_state *state = state_;
    memset(state, 0, sizeof *state);
    state->deck = FLIP_DECK_52;
    begin_round(rules, state);
}

flip_set royalflip_turn(const void *rules, const void *state_)
{
    (void)rules;
    const struct royalflip_state *state = state_;
    return state->revealed < ROYALFLIP_LINEUP ? FLIP_BIT(FLIP_DEALER) : state->acting;
}

/* --- the three cards ------------------------------------------------------------------------------------------------- */

void royalflip_chances(const void *rules, const void *state_, struct flip_chances *out)
{
    (void)rules;
    const struct royalflip_state *state = state_;
    out->kind = FLIP_CHANCE_SET;
    out->set = state->deck;
    out->base = 0;
    out->count = 0;
}

flip_move royalflip_deal(const void *rules, const void *state_, struct flip_random *random)
{
    (void)rules;
    const struct royalflip_state *state = state_;
    return (flip_move)flip_set_dealt(state->deck, random);
}

static void reveal(struct royalflip_state *state, int card)
{
    state->deck &= ~FLIP_BIT(card);
    state->lineup[state->revealed++] = (uint8_t)card;
}

/* --- the end of a seat's round, and of the round --------------------------------------------------------------------- */

static void end_round(const struct royalflip_rules *rules, struct royalflip_state *state)
{
    const bool over = ++state->round == rules->edition.rounds;
    for (int seat = 0; seat < rules->seats; seat++) {
        struct royalflip_sheet *sheet = &state->sheet[seat];
        sheet->step = over ? ROYALFLIP_DONE : ROYALFLIP_CHOOSE;
        sheet->ink = sheet->number = sheet->suit = 0;
    }
    memset(state->taken, 0, sizeof state->taken);
    state->taken_as = 0;
    if (over) { /* the last three cards stay on show */
        if (rules->tie_break)
            royalflip_begin_tie_break(rules, state);
        return;
    }
    if (rules->pvp)
        state->first = (uint8_t)(state->first + 1 == rules->seats ? 0 : state->first + 1);
    begin_round(rules, state);
}

static void finish_seat(const struct royalflip_rules *rules, struct royalflip_state *state, int seat)
{
    state->sheet[seat].step = ROYALFLIP_DONE;
    state->acting &= (uint8_t) ~(1 << seat);
    if (rules->pvp) {
        const int next = seat + 1 == rules->seats ? 0 : seat + 1;
        if (next != state->first)
            state->acting = (uint8_t)(1 << next);
    }
    if (state->acting == 0)
        end_round(rules, state);
}

/* --- the choice ------------------------------------------------------------------------------------------------------ */

/* The cards for colour, number and suit by their places in the lineup. */
static const uint8_t ways[ROYALFLIP_CARD_WAYS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

enum { ALL_VALUES = (1 << ROYALFLIP_HIGHEST) - 1 };

static flip_set at_way(int way, flip_set values) { return values << way * ROYALFLIP_HIGHEST; }

/* The numbers with which a way to use the cards is the first player's combination. Of a card with a number of its own these are
   all that boxes can make of it. */
static flip_set values_taken(const struct royalflip_rules *rules, const struct royalflip_state *state, int colour_card,
                             int number_card, int suit_card)
{
    const uint8_t *taken = state->taken;
    if (!rules->attributes)
        return colour_card == taken[0] && number_card == taken[1] && suit_card == taken[2] ? ALL_VALUES : 0;
    if (rules->red[colour_card] != rules->red[taken[0]] || rules->suit[suit_card] != rules->suit[taken[2]])
        return 0;
    const int number = royalflip_taken_number(rules, state);
    if (royalflip_wild(rules, number_card))
        return FLIP_BIT(number - 1);
    return rules->rank[number_card] == number ? ALL_VALUES : 0;
}

flip_set royalflip_closed(const struct royalflip_rules *rules, const struct royalflip_state *state)
{
    flip_set closed = 0;
    for (int way = 0; royalflip_taken(state) && way < ROYALFLIP_CARD_WAYS; way++)
        closed |= at_way(way, values_taken(rules, state, state->lineup[ways[way][0]], state->lineup[ways[way][1]],
                                           state->lineup[ways[way][2]]));
    return closed;
}

/* The choices whose suit has a space ahead; all of them if none has. */
static flip_set leading_on(const struct royalflip_rules *rules, const struct royalflip_state *state,
                           const struct royalflip_sheet *sheet, flip_set choices)
{
    static const uint8_t with_suit[ROYALFLIP_LINEUP][2] = {
        {3, 5}, {1, 4}, {0, 2}}; /* the ways, by the place of the suit */
    flip_set on = choices;
    for (int i = 0; i < ROYALFLIP_LINEUP; i++)
        if (!royalflip_spaces_ahead(rules, sheet, rules->suit[state->lineup[i]]))
            on &= ~(at_way(with_suit[i][0], ALL_VALUES) | at_way(with_suit[i][1], ALL_VALUES));
    return on ? on : choices;
}

static unsigned values_of(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int card)
{
    const int boxes = sheet->shift < ROYALFLIP_HIGHEST ? sheet->shift : ROYALFLIP_HIGHEST - 1;
    return rules->values[rules->rank[card]][boxes];
}

/* The ways to use the three cards, each with the values that its number can have: ten bits for each way. */
flip_set royalflip_choices(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat)
{
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    flip_set values[ROYALFLIP_LINEUP], choices = 0;
    for (int i = 0; i < ROYALFLIP_LINEUP; i++)
        values[i] = values_of(rules, sheet, state->lineup[i]) >> 1;
    for (int way = 0; way < ROYALFLIP_CARD_WAYS; way++)
        choices |= at_way(way, values[ways[way][1]]);
    if (rules->pvp && seat != state->first)
        choices &= ~royalflip_closed(rules, state);
    return rules->suits_ahead ? leading_on(rules, state, sheet, choices) : choices;
}

flip_move royalflip_choice(const struct royalflip_state *state, int choice)
{
    const uint8_t *way = ways[choice / ROYALFLIP_HIGHEST];
    return royalflip_choose(state->lineup[way[0]], state->lineup[way[1]], state->lineup[way[2]],
                            choice % ROYALFLIP_HIGHEST + 1);
}

int royalflip_choice_of(const struct royalflip_state *state, flip_move move)
{
    const int number = royalflip_value(move) - 1;
    int way = 0;
    while (royalflip_choice(state, way * ROYALFLIP_HIGHEST + number) != move)
        way++;
    return way * ROYALFLIP_HIGHEST + number;
}

static int list_choices(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat,
                        flip_move *out, int cap)
{
    int count = 0;
    for (flip_set set = royalflip_choices(rules, state, seat); set; set = flip_set_rest(set), count++)
        if (count < cap)
            out[count] = royalflip_choice(state, flip_set_first(set));
    return count;
}

/* After the map comes the track; without a space of the suit the seat's round ends here. */
static void go_on_to_track(const struct royalflip_rules *rules, struct royalflip_state *state, int seat)
{
    struct royalflip_sheet *sheet = &state->sheet[seat];
    if (royalflip_spaces_ahead(rules, sheet, sheet->suit))
        sheet->step = ROYALFLIP_TRACK;
    else
        finish_seat(rules, state, seat);
}

static void choose(const struct royalflip_rules *rules, struct royalflip_state *state, int seat, flip_move move)
{
    struct royalflip_sheet *sheet = &state->sheet[seat];
    const int colour_card = royalflip_colour_card(move);
    const int number_card = royalflip_number_card(move);
    const int suit_card = royalflip_suit_card(move);
    if (rules->pvp && seat == state->first) {
        state->taken[0] = (uint8_t)colour_card;
        state->taken[1] = (uint8_t)number_card;
        state->taken[2] = (uint8_t)suit_card;
        state->taken_as = (uint8_t)royalflip_value(move);
    }
    sheet->ink = rules->red[colour_card];
    sheet->number = (uint8_t)royalflip_value(move);
    sheet->suit = rules->suit[suit_card];
    sheet->shift = (uint8_t)(sheet->shift - royalflip_boxes_spent(rules, number_card, sheet->number));
    if (royalflip_free_cells(rules, sheet))
        sheet->step = ROYALFLIP_WRITE;
    else
        go_on_to_track(rules, state, seat);
}

/* --- the city map ---------------------------------------------------------------------------------------------------- */

static void write_number(const struct royalflip_rules *rules, struct royalflip_state *state, int seat, int cell)
{
    struct royalflip_sheet *sheet = &state->sheet[seat];
    royalflip_put(sheet, cell, sheet->ink, sheet->number);
    if (sheet->step == ROYALFLIP_WRITE)
        go_on_to_track(rules, state, seat);
    else
        finish_seat(rules, state, seat);
}

/* --- the bonus track ------------------------------------------------------------------------------------------------- */

static void circle_space(const struct royalflip_rules *rules, struct royalflip_state *state, int seat, int space)
{
    struct royalflip_sheet *sheet = &state->sheet[seat];
    const struct royalflip_space *reached = &rules->edition.track[space];
    sheet->circled |= FLIP_BIT(space);
    switch ((enum royalflip_bonus)reached->bonus) {
    case ROYALFLIP_SHIFT:
        sheet->shift++;
        break;
    case ROYALFLIP_DIAMOND:
        if (sheet->diamonds < rules->edition.diamonds)
            sheet->diamonds++;
        break;
    case ROYALFLIP_POINTS:
        sheet->points = (uint16_t)(sheet->points + reached->value);
        break;
    case ROYALFLIP_NUMBER:
        if (royalflip_free_cells(rules, sheet)) {
            sheet->number = reached->value;
            sheet->step = ROYALFLIP_BONUS;
            return;
        }
        break;
    }
    finish_seat(rules, state, seat);
}

/* --- moves ----------------------------------------------------------------------------------------------------------- */

flip_set royalflip_places(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet)
{
    return sheet->step == ROYALFLIP_TRACK ? royalflip_spaces_ahead(rules, sheet, sheet->suit)
                                          : royalflip_free_cells(rules, sheet);
}

static int list_places(flip_set places, flip_move kind, flip_move *out, int cap)
{
    int count = 0;
    for (; places; places = flip_set_rest(places), count++)
        if (count < cap)
            out[count] = kind | (flip_move)flip_set_first(places) << ROYALFLIP_AT_PLACE;
    return count;
}

int royalflip_moves(const void *rules_, const void *state_, int seat, flip_move *out, int cap)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    if (state->revealed < ROYALFLIP_LINEUP || !(state->acting >> seat & 1))
        return 0;
    switch ((enum royalflip_step)sheet->step) {
    case ROYALFLIP_CHOOSE:
        return list_choices(rules, state, seat, out, cap);
    case ROYALFLIP_WRITE:
    case ROYALFLIP_BONUS:
        return list_places(royalflip_places(rules, sheet), ROYALFLIP_MOVE_WRITE, out, cap);
    case ROYALFLIP_TRACK:
        return list_places(royalflip_places(rules, sheet), ROYALFLIP_MOVE_TRACK, out, cap);
    case ROYALFLIP_DONE: /* and yet to act: a tie-break */
        return royalflip_list_throws(out, cap);
    }
    return 0;
}

flip_move royalflip_any(const void *rules_, const void *state_, int seat, struct flip_random *random)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    switch ((enum royalflip_step)sheet->step) {
    case ROYALFLIP_CHOOSE:
        return royalflip_choice(state, flip_set_drawn(royalflip_choices(rules, state, seat), random));
    case ROYALFLIP_DONE: /* and yet to act: a tie-break */
        return royalflip_throw(ROYALFLIP_ROCK + (int)flip_random_below(random, ROYALFLIP_SCISSORS));
    case ROYALFLIP_TRACK:
        return royalflip_track(flip_set_drawn(royalflip_places(rules, sheet), random));
    default:
        return royalflip_write(flip_set_drawn(royalflip_places(rules, sheet), random));
    }
}

/* PvP counts the steps of its rounds. */
static inline bool counts_steps(const struct royalflip_rules *rules, const struct royalflip_state *state)
{
    return rules->pvp && state->round < rules->edition.rounds;
}

void royalflip_apply(const void *rules_, void *state_, int seat, flip_move move)
{
    const struct royalflip_rules *rules = rules_;
    struct royalflip_state *state = state_;
    if (counts_steps(rules, state))
        state->steps++;
    if (seat == FLIP_DEALER)
        reveal(state, (int)move);
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_CHOOSE)
        choose(rules, state, seat, move);
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_WRITE)
        write_number(rules, state, seat, royalflip_place(move));
    else if (royalflip_kind(move) == ROYALFLIP_MOVE_TRACK)
        circle_space(rules, state, seat, royalflip_place(move));
    else
        royalflip_throw_hand(state, seat, royalflip_place(move));
}

flip_set royalflip_proceed(const void *rules_, void *state_, struct flip_random *random)
{
    const struct royalflip_rules *rules = rules_;
    struct royalflip_state *state = state_;
    const int due = ROYALFLIP_LINEUP - state->revealed;
    if (due == 0)
        return state->acting;
    if (counts_steps(rules, state))
        state->steps = (uint16_t)(state->steps + due);
    state->deck = flip_set_deal(state->deck, due, random, &state->lineup[state->revealed]);
    state->revealed = ROYALFLIP_LINEUP;
    return state->acting;
}

/* --- why not --------------------------------------------------------------------------------------------------------- */

static bool no(struct flip_error *why, const char *sentence)
{
    flip_fail(why, FLIP_ERROR_ILLEGAL, "%s", sentence);
    return false;
}

static bool refuse_closed(const struct royalflip_rules *rules, const struct royalflip_state *state,
                          struct flip_error *why)
{
    char sentence[160];
    struct flip_text text = flip_text_in(sentence, sizeof sentence);
    royalflip_tell_taken(rules, state, &text);
    flip_fail(why, FLIP_ERROR_ILLEGAL, "The first player has taken %s; choose another combination.", sentence);
    return false;
}

/* Some other choice has a suit with a space ahead: of these suits the first. */
static bool refuse_suit(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat, int suit,
                        struct flip_error *why)
{
    const flip_move other = royalflip_choice(state, flip_set_first(royalflip_choices(rules, state, seat)));
    flip_fail(why, FLIP_ERROR_ILLEGAL,
              "No %s lies ahead of you on the track, and %s does: choose a suit that you can go to.",
              flip_suit_sign(suit), flip_suit_sign(rules->suit[royalflip_suit_card(other)]));
    return false;
}

static bool choice_legal(const struct royalflip_rules *rules, const struct royalflip_state *state, int seat,
                         flip_move move, struct flip_error *why)
{
    const int cards[3] = {royalflip_colour_card(move), royalflip_number_card(move), royalflip_suit_card(move)};
    for (int i = 0; i < 3; i++) {
        if (cards[i] != state->lineup[0] && cards[i] != state->lineup[1] && cards[i] != state->lineup[2])
            return no(why, "Colour, number and suit come from the three cards on show.");
        if (cards[i] == cards[(i + 1) % 3])
            return no(why, "Colour, number and suit come from three different cards.");
    }
    const int value = royalflip_value(move);
    if (value < 1 || value > ROYALFLIP_HIGHEST)
        return no(why, "Numbers go from 1 to 10.");
    const bool follows = rules->pvp && seat != state->first;
    if (follows && values_taken(rules, state, cards[0], cards[1], cards[2]) >> (value - 1) & 1)
        return refuse_closed(rules, state, why);
    if (!(values_of(rules, &state->sheet[seat], cards[1]) >> value & 1)) {
        flip_fail(why, FLIP_ERROR_ILLEGAL, "To make %d of %s you need %d ±1 boxes and have %d.", value,
                  flip_card_name(cards[1]), royalflip_boxes_spent(rules, cards[1], value), state->sheet[seat].shift);
        return false;
    }
    if (!flip_set_has(royalflip_choices(rules, state, seat), royalflip_choice_of(state, move)))
        return refuse_suit(rules, state, seat, rules->suit[cards[2]], why);
    return true;
}

static bool cell_legal(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int cell,
                       struct flip_error *why)
{
    char name[ROYALFLIP_CELL_TEXT];
    if (cell >= ROYALFLIP_CELLS || !flip_set_has(rules->cells, cell))
        return no(why, "Numbers are written into the cells of the map, not outside and not on casinos.");
    if (flip_set_has(sheet->written, cell)) {
        flip_fail(why, FLIP_ERROR_ILLEGAL, "Cell %s holds %s %d already.", royalflip_cell_name(cell, name),
                  flip_article(royalflip_number_at(sheet, cell)), royalflip_number_at(sheet, cell));
        return false;
    }
    return true;
}

static bool space_legal(const struct royalflip_rules *rules, const struct royalflip_sheet *sheet, int space,
                        struct flip_error *why)
{
    if (space < 1 || space > rules->edition.spaces)
        flip_fail(why, FLIP_ERROR_ILLEGAL, "The track has the spaces 1 to %d.", rules->edition.spaces);
    else if (space <= royalflip_position(sheet))
        flip_fail(why, FLIP_ERROR_ILLEGAL, "You stand on space %d, and the track only goes forward.",
                  royalflip_position(sheet));
    else if (rules->edition.track[space].suit != sheet->suit)
        flip_fail(why, FLIP_ERROR_ILLEGAL, "Space %d shows %s, and you chose %s.", space,
                  flip_suit_name(rules->edition.track[space].suit), flip_suit_name(sheet->suit));
    else
        return true;
    return false;
}

bool royalflip_legal(const void *rules_, const void *state_, int seat, flip_move move, struct flip_error *why)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    const struct royalflip_sheet *sheet = &state->sheet[seat];
    if (state->revealed < ROYALFLIP_LINEUP || !(state->acting >> seat & 1))
        return no(why, "It is not your turn.");
    switch ((enum royalflip_step)sheet->step) {
    case ROYALFLIP_CHOOSE:
        if (move != royalflip_choose(royalflip_colour_card(move), royalflip_number_card(move),
                                     royalflip_suit_card(move), royalflip_value(move)))
            return no(why, "Choose colour, number and suit first.");
        return choice_legal(rules, state, seat, move, why);
    case ROYALFLIP_WRITE:
    case ROYALFLIP_BONUS:
        if (move != royalflip_write(royalflip_place(move)))
            return no(why, "Write your number into the map now.");
        return cell_legal(rules, sheet, royalflip_place(move), why);
    case ROYALFLIP_TRACK:
        if (move != royalflip_track(royalflip_place(move)))
            return no(why, "Go forward on the track now.");
        return space_legal(rules, sheet, royalflip_place(move), why);
    case ROYALFLIP_DONE: /* and yet to act: a tie-break */
        return royalflip_throw_legal(move, why);
    }
    return no(why, "It is not your turn.");
}

/* --- who knows what -------------------------------------------------------------------------------------------------- */

/* Seats at the same table see each other's sheets when the round is over; in PvP they watch every step. Hands are shown when
   all have thrown. */
uint32_t royalflip_phase(const void *rules_, const void *state_)
{
    const struct royalflip_rules *rules = rules_;
    const struct royalflip_state *state = state_;
    return (uint32_t)(rules->pvp ? state->steps : state->round) + state->tie.times;
}

void royalflip_shown(const struct royalflip_rules *rules, const struct royalflip_state *state,
                     const struct royalflip_state *before, int viewer, struct royalflip_state *out)
{
    memcpy(out, state, sizeof *out);
    if (viewer == FLIP_ALL)
        return;
    const unsigned own = viewer < rules->seats ? 1U << viewer : 0;
    if (royalflip_throwing(rules, state)) {
        out->acting = (uint8_t)((state->acting & own) | (state->tie.in & ~own));
        out->tie.hands &= (uint16_t)(own ? 3U << 2 * viewer : 0);
        return;
    }
    if (rules->pvp)
        return;
    out->acting = (uint8_t)((state->acting & own) | (before->acting & ~own));
    for (int seat = 0; seat < rules->seats; seat++)
        if (!(own >> seat & 1))
            out->sheet[seat] = before->sheet[seat];
}

/* Cards that were not revealed are in nobody's hand and have no order: what others wrote this round, and the hands that they
   have thrown, are all that is hidden. A seat that has thrown is one that has yet to throw. */
void royalflip_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random)
{
    (void)random;
    struct royalflip_state shown;
    royalflip_shown(rules, state, before, seat, &shown);
    memcpy(state, &shown, sizeof shown);
}
