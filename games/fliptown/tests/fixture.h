/*
 * A fixture for Fliptown's tests: the rules without a table, cards laid by hand, moves made and looked for by their
 * text. A test may write into the state to begin in the middle of a game; fixture_settle() finds the next question after
 * that.
 */
#ifndef FLIPSIDE_TESTS_FLIPTOWN_FIXTURE_H
#define FLIPSIDE_TESTS_FLIPTOWN_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "case.h"
#include "games/fliptown/fliptown.h"

#include <flipside/flipside.h>
#include <stdio.h>
#include <string.h>

struct fixture {
    struct fliptown_rules rules;
    struct fliptown_state state;
    struct fliptown_state before; /* at the beginning of the phase, as a table keeps it */
    flip_move moves[FLIP_MAX_MOVES];
};

/* Options are words like "holdem=true cowbot=bart"; "version=1" comes first. Returns 0, or -1 with the reason. */
static inline int fixture_try_open(struct fixture *fixture, int seats, const char *options, struct flip_error *error)
{
    struct flip_options values;
    char text[256];
    flip_options_default(&flip_fliptown, &values);
    snprintf(text, sizeof text, "%s", options);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (strcmp(word, "version") == 0)
            flip_options_of_version(&flip_fliptown, *value - '0', &values);
        else if (flip_options_set(&flip_fliptown, &values, word, value, error) < 0)
            return -1;
    }
    memset(fixture, 0, sizeof *fixture);
    if (fliptown_prepare(&fixture->rules, fliptown_files.editions[0].data, &values, seats, error) < 0)
        return -1;
    fliptown_start(&fixture->rules, &fixture->state);
    fixture->before = fixture->state;
    return 0;
}

static inline void fixture_open(struct fixture *fixture, int seats, const char *options)
{
    struct flip_error error = {.message = ""};
    const int outcome = fixture_try_open(fixture, seats, options, &error);
    if (outcome < 0)
        print_error("%s\n", error.message);
    assert_int_equal(outcome, 0);
}

static inline struct fliptown_sheet *fixture_sheet(struct fixture *fixture, int seat)
{
    return &fixture->state.sheet[seat];
}

/* All 52 cards lie in exactly one place. */
static inline void fixture_check_cards(const struct fixture *fixture)
{
    const struct fliptown_state *state = &fixture->state;
    flip_set seen = 0;
    int count = 0;
    if (state->stage <= FLIPTOWN_SETUP_CARD)
        return;
    for (int i = 0; i < state->lineup_count; i++, count++)
        seen |= FLIP_BIT(state->lineup[i]);
    for (int i = 0; i < state->stolen_count; i++, count++)
        seen |= FLIP_BIT(state->stolen[i]);
    if (state->sheriff != FLIPTOWN_NONE) {
        seen |= FLIP_BIT(state->sheriff);
        count++;
    }
    for (int seat = 0; seat < fixture->rules.seats && state->stage <= FLIPTOWN_POKER; seat++)
        for (int i = 0; i < FLIPTOWN_HOLDEM; i++)
            if (state->sheet[seat].holdem[i] != FLIPTOWN_NONE) {
                seen |= FLIP_BIT(state->sheet[seat].holdem[i]);
                count++;
            }
    assert_int_equal(state->deck & state->discard, 0);
    count += flip_set_count(state->deck | state->discard);
    assert_true((seen | state->deck | state->discard) == FLIP_DECK_52);
    assert_int_equal(count, 52);
}

static inline void fixture_apply(struct fixture *fixture, int seat, flip_move move)
{
    const uint32_t phase = fliptown_phase(&fixture->rules, &fixture->state);
    fliptown_apply(&fixture->rules, &fixture->state, seat, move);
    if (fliptown_phase(&fixture->rules, &fixture->state) != phase)
        fixture->before = fixture->state;
}

static inline const char *fixture_text(const struct fixture *fixture, int seat, flip_move move)
{
    static char buffer[FLIP_MOVE_TEXT];
    struct flip_text text = flip_text_in(buffer, sizeof buffer);
    fliptown_text(&fixture->rules, &fixture->state, seat, move, &text);
    assert_true(flip_text_fits(&text));
    return buffer;
}

/* The event of that text, which must be possible now. */
static inline flip_move fixture_event(const struct fixture *fixture, const char *name)
{
    struct flip_chances chances;
    assert_true(fliptown_turn(&fixture->rules, &fixture->state) == FLIP_BIT(FLIP_DEALER));
    fliptown_chances(&fixture->rules, &fixture->state, &chances);
    for (flip_set set = chances.set; set; set = flip_set_rest(set)) {
        const flip_move event = chances.base + (flip_move)flip_set_first(set);
        if (strcmp(fixture_text(fixture, FLIP_DEALER, event), name) == 0)
            return event;
    }
    print_error("the event '%s' cannot happen now\n", name);
    assert_true(false);
    return 0;
}

/* Events, separated by commas or spaces where they are single words: "4H 7C KS", "bounty 4,bounty 5". */
static inline void fixture_deal(struct fixture *fixture, const char *events)
{
    char text[512];
    snprintf(text, sizeof text, "%s", events);
    const char *separator = strchr(text, ',') ? "," : " ";
    const bool single = strncmp(text, "bounty", 6) == 0 || strncmp(text, "character", 9) == 0;
    char *rest = text;
    for (char *word = strtok_r(text, single ? "," : separator, &rest); word;
         word = strtok_r(NULL, single ? "," : separator, &rest)) {
        fixture_apply(fixture, FLIP_DEALER, fixture_event(fixture, word));
        fixture_check_cards(fixture);
    }
}

static inline int fixture_count(struct fixture *fixture, int seat)
{
    return fliptown_moves(&fixture->rules, &fixture->state, seat, fixture->moves, FLIP_MAX_MOVES);
}

static inline bool fixture_find(struct fixture *fixture, int seat, const char *name, flip_move *out)
{
    const int count = fixture_count(fixture, seat);
    for (int i = 0; i < count; i++)
        if (strcmp(fixture_text(fixture, seat, fixture->moves[i]), name) == 0) {
            *out = fixture->moves[i];
            return true;
        }
    return false;
}

static inline bool fixture_offers(struct fixture *fixture, int seat, const char *name)
{
    flip_move move;
    return fixture_find(fixture, seat, name, &move);
}

/* Moves that begin with these letters. */
static inline int fixture_count_like(struct fixture *fixture, int seat, const char *beginning)
{
    int found = 0;
    const int count = fixture_count(fixture, seat);
    for (int i = 0; i < count; i++)
        found += strncmp(fixture_text(fixture, seat, fixture->moves[i]), beginning, strlen(beginning)) == 0;
    return found;
}

/* One move, or several with commas between them. */
static inline void fixture_play(struct fixture *fixture, int seat, const char *names)
{
    char text[512];
    snprintf(text, sizeof text, "%s", names);
    char *rest = text;
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        flip_move move = 0;
        name += strspn(name, " ");
        const bool found = fixture_find(fixture, seat, name, &move);
        if (!found) {
            print_error("'%s' is not possible; there are:\n", name);
            const int count = fixture_count(fixture, seat);
            for (int i = 0; i < count && i < 80; i++)
                print_error("  %s\n", fixture_text(fixture, seat, fixture->moves[i]));
        }
        assert_true(found);
        fixture_apply(fixture, seat, move);
        fixture_check_cards(fixture);
    }
}

/* Begins anywhere: after writing into the sheet of a seat that is in its turn. */
static inline void fixture_settle(struct fixture *fixture, int seat)
{
    fliptown_settle(&fixture->rules, &fixture->state, seat);
    fixture->before = fixture->state;
}

/* A solo game at its first arrangement: suit card, value card, poker card. */
static inline void fixture_open_with(struct fixture *fixture, const char *options, const char *lineup,
                                     const char *arrange)
{
    fixture_open(fixture, 1, options);
    fixture_deal(fixture, lineup);
    if (arrange)
        fixture_play(fixture, 0, arrange);
}

/* A solo game whose player is about to visit: the cards stand for this suit and value. */
static inline struct fliptown_sheet *fixture_at_visit(struct fixture *fixture, const char *options, int suit, int value)
{
    fixture_open_with(fixture, options, "2H 7C KS", "arrange 2H 7C KS");
    fixture->state.sheet[0].suit = (uint8_t)suit;
    fixture->state.sheet[0].value = (uint8_t)value;
    return &fixture->state.sheet[0];
}

/* The same, with a bonus action in a region. */
static inline struct fliptown_sheet *fixture_at_bonus(struct fixture *fixture, int region)
{
    struct fliptown_sheet *sheet = fixture_at_visit(fixture, "", FLIP_HEARTS, 7);
    sheet->visited = 1;
    sheet->pending[region] = 1;
    fixture_settle(fixture, 0);
    return sheet;
}

/* Circles chambers, "1a 2b", and opens what they lead to. */
static inline void fixture_circle_chambers(struct fixture *fixture, struct fliptown_sheet *sheet, const char *names)
{
    unsigned circled = 0, open = fixture->rules.entrance;
    for (int c = 0; c < FLIPTOWN_CHAMBERS; c++)
        if (strstr(names, fixture->rules.edition.chamber[c].name)) {
            circled |= 1u << c;
            open |= fixture->rules.below[c];
        }
    sheet->circled[FLIPTOWN_MINE] = (uint16_t)circled;
    sheet->mine_open = (uint16_t)(open & ~circled);
}

/* The written cards of a seat: "QS 8H QD 4C 8C". */
static inline void fixture_write_hand(struct fixture *fixture, int seat, const char *cards)
{
    char text[64], *rest = text;
    struct fliptown_sheet *sheet = &fixture->state.sheet[seat];
    snprintf(text, sizeof text, "%s", cards);
    sheet->poker_count = 0;
    for (char *card = strtok_r(text, " ", &rest); card; card = strtok_r(NULL, " ", &rest))
        sheet->poker[sheet->poker_count++] = (uint8_t)flip_card_named(card);
}

/* The last turn of the round is over: on to poker, pan and work, arrest. The lineup must be out. */
static inline void fixture_end_turns(struct fixture *fixture)
{
    for (int seat = 0; seat < fixture->rules.seats; seat++)
        fliptown_ask(&fixture->state, seat, FLIPTOWN_IDLE);
    fixture->state.turn = (uint8_t)(fixture->rules.edition.turns - 1);
    fliptown_after_theft(&fixture->rules, &fixture->state);
    fixture->before = fixture->state;
}

static inline int fixture_site(const struct fixture *fixture, int region, const char *name)
{
    const int sites = region == FLIPTOWN_MINE ? FLIPTOWN_CHAMBERS : region == FLIPTOWN_CEMETERY ? FLIPTOWN_STONES : 13;
    for (int site = 0; site < sites; site++)
        if (strcmp(fliptown_site_name(&fixture->rules, region, site), name) == 0)
            return site;
    assert_true(false);
    return -1;
}

static inline bool fixture_circled(const struct fixture *fixture, int seat, int region, const char *name)
{
    return fixture->state.sheet[seat].circled[region] >> fixture_site(fixture, region, name) & 1;
}

#endif
