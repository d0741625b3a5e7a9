/*
 * The tie-break on a grid of characters: the three hands to throw, each a spot, and below or beside them the hands that were
 * shown last, seat by seat, with what they came to. Where there is no room for drawn hands, words do.
 */
#include "games/royalflip/royalflip.h"

enum { HAND_WIDTH = 12, HAND_HEIGHT = 5, PICK_WIDTH = 16, PICK_HEIGHT = HAND_HEIGHT + 3 };

static const char *const pictures[][HAND_HEIGHT] = {
    {"", "", "", "", ""},
    {
        "  _______   ",
        " (_|_|_|_|_ ",
        " | | | | | )",
        " |       |/ ",
        "  \\_____/   ",
    },
    {
        "  _ _ _ _   ",
        " | | | | |  ",
        " | | | | |_ ",
        " |       / )",
        "  \\_____/_/ ",
    },
    {
        "  _     _   ",
        "  \\ \\  / /  ",
        "  _\\ \\/ /_  ",
        " |_|_|  | ) ",
        "  \\_____/   ",
    },
};

static void draw_hand(struct flip_canvas *canvas, int x, int y, enum flip_style style, int hand)
{
    for (int line = 0; line < HAND_HEIGHT; line++)
        flip_canvas_put(canvas, x, y + line, style, "%s", pictures[hand][line]);
}

/* The three hands side by side; the one that the viewer has thrown stands out. */
static void draw_picks(const struct royalflip_state *shown, int viewer, int y, struct flip_canvas *canvas)
{
    const int thrown = viewer < ROYALFLIP_SEATS ? royalflip_hand_of(shown->tie.hands, viewer) : ROYALFLIP_NO_HAND;
    const bool mine = viewer < ROYALFLIP_SEATS && shown->acting >> viewer & 1;
    for (int hand = ROYALFLIP_ROCK; hand <= ROYALFLIP_SCISSORS; hand++) {
        const int x = 1 + (hand - ROYALFLIP_ROCK) * PICK_WIDTH;
        const enum flip_style style = hand == thrown ? FLIP_ACCENT : mine ? FLIP_PLAIN : FLIP_DIM;
        flip_canvas_box(canvas, x, y, PICK_WIDTH - 1, PICK_HEIGHT, style);
        draw_hand(canvas, x + 2, y + 1, style, hand);
        flip_canvas_put(canvas, x + 2, y + PICK_HEIGHT - 2, hand == thrown ? FLIP_ACCENT : FLIP_STRONG, "%s%s",
                        hand == thrown ? "▸ " : "", royalflip_hand_words[hand]);
        flip_canvas_spot(canvas, x + 1, y + 1, PICK_WIDTH - 3, PICK_HEIGHT - 2, royalflip_throw(hand), ~(flip_move)0);
    }
}

static int put_seats(struct flip_canvas *canvas, int x, int y, unsigned seats)
{
    for (flip_set rest = seats; rest; rest = flip_set_rest(rest))
        x = flip_canvas_put(canvas, x, y, FLIP_STRONG, "%sseat %d", rest == seats ? "" : ", ",
                            flip_set_first(rest) + 1);
    return x;
}

/* "2. seat 1 rock, seat 3 paper: seat 3 stays in" */
static void put_time(const struct royalflip_tie_break *tie, int time, int x, int y, struct flip_canvas *canvas)
{
    enum royalflip_hand won;
    const unsigned hands = tie->shown[time], left = royalflip_staying_in(hands, &won);
    x = flip_canvas_put(canvas, x, y, FLIP_DIM, "%d.", time + 1);
    for (int seat = 0, count = 0; seat < ROYALFLIP_SEATS; seat++)
        if (royalflip_hand_of(hands, seat))
            x = flip_canvas_put(canvas, x, y, FLIP_PLAIN, "%s seat %d %s", count++ ? "," : "", seat + 1,
                                royalflip_hand_words[royalflip_hand_of(hands, seat)]);
    if (won == ROYALFLIP_NO_HAND) {
        flip_canvas_put(canvas, x, y, FLIP_DIM, ": all stay in");
        return;
    }
    x = flip_canvas_put(canvas, x, y, FLIP_DIM, ": ");
    x = put_seats(canvas, x, y, left);
    flip_canvas_put(canvas, x, y, FLIP_STRONG, flip_set_count(left) == 1 ? " stays in" : " stay in");
}

static int hands_shown(unsigned hands)
{
    int count = 0;
    for (int seat = 0; seat < ROYALFLIP_SEATS; seat++)
        count += royalflip_hand_of(hands, seat) != ROYALFLIP_NO_HAND;
    return count;
}

/* The hands of one time, drawn; the winning ones stand out. */
static void draw_shown(const struct royalflip_tie_break *tie, int time, int x, int y, struct flip_canvas *canvas)
{
    enum royalflip_hand won;
    const unsigned hands = tie->shown[time], left = royalflip_staying_in(hands, &won);
    for (int seat = 0; seat < ROYALFLIP_SEATS; seat++) {
        if (!royalflip_hand_of(hands, seat))
            continue;
        const enum flip_style style = left >> seat & 1 ? FLIP_ACCENT : FLIP_DIM;
        flip_canvas_put(canvas, x + 1, y, style, "seat %d", seat + 1);
        draw_hand(canvas, x, y + 1, style, royalflip_hand_of(hands, seat));
        x += HAND_WIDTH + 1;
    }
}

void royalflip_draw_tie_break(const struct royalflip_state *shown, int viewer, struct flip_canvas *canvas)
{
    const struct royalflip_tie_break *tie = &shown->tie;
    const int x =
        flip_canvas_put(canvas, 1, 0, FLIP_STRONG, "A tie! Rock, paper, scissors. Throw %d: ", tie->times + 1);
    const int beside = 2 + 3 * PICK_WIDTH;
    int y = 1 + PICK_HEIGHT;
    put_seats(canvas, x, 0, tie->in);
    draw_picks(shown, viewer, 1, canvas);
    if (tie->times && y + HAND_HEIGHT + 2 <= canvas->height) {
        draw_shown(tie, tie->times - 1, 1, y, canvas);
        y += HAND_HEIGHT + 1;
    } else if (tie->times && beside + hands_shown(tie->shown[tie->times - 1]) * (HAND_WIDTH + 1) <= canvas->width) {
        draw_shown(tie, tie->times - 1, beside, 1, canvas);
    }
    for (int time = tie->times - 1; time >= 0 && y < canvas->height; time--)
        put_time(tie, time, 1, y++, canvas);
}

void royalflip_draw_tie_result(const struct royalflip_tie_break *tie, int x, int y, struct flip_canvas *canvas)
{
    enum royalflip_hand won;
    const unsigned left = royalflip_staying_in(tie->shown[tie->times - 1], &won);
    x = flip_canvas_put(canvas, x, y, FLIP_DIM, "tie     ");
    if (won != ROYALFLIP_NO_HAND)
        x = flip_canvas_put(canvas, x, y, FLIP_PLAIN, "%s: ", royalflip_beats_words[won]);
    x = put_seats(canvas, x, y, left);
    if (flip_set_count(left) == 1)
        flip_canvas_put(canvas, x, y, FLIP_PLAIN, " wins");
}
