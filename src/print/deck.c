/*
 * Lists the cards of a seed, for people who play on paper what others play on the screen. A deck is a set, so it has an
 * order only if that does not depend on what a player does. To find out, the same seed deals to several players who
 * choose differently. If their cards are the same, they are the list. If not, as in a game with draws that players
 * decide on, the list is the first shuffle, from which all draws come until the next one.
 */
#include "core/file.h"
#include "print/parts.h"

#include <flipside/cards.h>
#include <flipside/record.h>
#include <flipside/walk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVENTS = 240, NAME = 48, PLAYERS = 12, STEPS = 4000, IN_LINE = 6 /* of the list */ };

struct dealt {
    int count;
    char name[EVENTS][NAME];
    int group[EVENTS]; /* how many decisions came before */
};

/* --- what a seed deals ----------------------------------------------------------------------------------------------- */

static int list_events(const struct flip_table *table, struct dealt *out, struct flip_error *error)
{
    struct flip_walk walk;
    int group = 0, last = FLIP_DEALER;
    *out = (struct dealt){0};
    if (flip_walk_open(&walk, table, error) < 0)
        return -1;
    for (const struct flip_step *step; (step = flip_walk_next(&walk)); flip_walk_on(&walk)) {
        group += last != FLIP_DEALER && step->seat == FLIP_DEALER;
        last = step->seat;
        if (step->seat != FLIP_DEALER || out->count == EVENTS)
            continue;
        struct flip_text text = flip_text_in(out->name[out->count], NAME);
        flip_table_step_text(table, walk.at.state, step, &text);
        out->group[out->count++] = group;
    }
    flip_walk_close(&walk);
    return 0;
}

/* Plays a game as one of several players who choose differently; the first one takes whatever is listed first. */
static int play(const struct flip_table_def *def, int player, struct dealt *out, struct flip_error *error)
{
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    struct flip_table *table = moves ? flip_table_open(def, error) : NULL;
    struct flip_random random;
    int status = table ? 0 : -1;
    flip_random_seed(&random, (uint64_t)player);
    for (int step = 0; status == 0 && step < STEPS && flip_table_turn(table); step++) {
        const int seat = flip_set_first(flip_table_turn(table));
        const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
        status = flip_table_act(table, seat, moves[player ? flip_random_below(&random, (uint32_t)count) : 0], error);
    }
    if (status == 0)
        status = list_events(table, out, error);
    flip_table_close(table);
    free(moves);
    return status;
}

static int same_beginning(const struct dealt *a, const struct dealt *b)
{
    int count = 0;
    while (count < a->count && count < b->count && strcmp(a->name[count], b->name[count]) == 0)
        count++;
    return count;
}

/* All cards of the first shuffle in the order in which the seed draws them. */
static int drain(const struct flip_table_def *def, struct dealt *out, struct flip_error *error)
{
    const struct flip_game *game = def->game;
    struct flip_table *table = flip_table_open(def, error);
    struct flip_position start = {0};
    struct flip_chances chances = {.kind = FLIP_CHANCE_LIST};
    struct flip_dealer dealer;
    *out = (struct dealt){0};
    if (!table || flip_position_open(&start, game, flip_table_position(table).rules, def->seats, error) < 0) {
        flip_table_close(table);
        return -1;
    }
    flip_dealer_open(&dealer, def->seed);
    if (flip_position_turn(&start) == FLIP_BIT(FLIP_DEALER))
        game->rules->chances(start.rules, start.state, &chances);
    while (chances.kind == FLIP_CHANCE_SET && chances.set && out->count < EVENTS) {
        const flip_move event = flip_chances_pick(&chances, &dealer.random);
        struct flip_text text = flip_text_in(out->name[out->count], NAME);
        out->group[out->count] = out->count / IN_LINE;
        out->count++;
        game->words->text(start.rules, start.state, FLIP_DEALER, event, &text);
        chances.set &= ~FLIP_BIT(event - chances.base);
    }
    flip_dealer_close(&dealer);
    flip_position_close(&start);
    flip_table_close(table);
    return 0;
}

/* --- whose cards ----------------------------------------------------------------------------------------------------- */

struct deck {
    struct dealt dealt;
    char about[480]; /* what the list holds good for */
};

static int seeded(const struct flip_table_def *def, const char *words, struct deck *deck, struct flip_error *error)
{
    struct dealt *others = calloc(2, sizeof *others);
    int status = others ? play(def, 0, &deck->dealt, error) : -1;
    bool fixed = true;
    for (int player = 1; status == 0 && player < PLAYERS; player++) {
        status = play(def, player, &others[0], error);
        const int same = same_beginning(&deck->dealt, &others[0]);
        fixed &= same == deck->dealt.count || same == others[0].count;
        if (same == deck->dealt.count)
            deck->dealt = others[0]; /* a longer game */
    }
    if (status == 0 && fixed) {
        snprintf(deck->about, sizeof deck->about,
                 "Whatever you choose, these cards come in this order to everybody who plays alone with these words: "
                 "flipside play %s --seats you --seed '%.60s'. Cover the list and uncover a line at a time.",
                 def->game->id, words);
    } else if (status == 0 && (status = drain(def, &others[1], error)) == 0 && others[1].count > 0) {
        deck->dealt = others[1];
        snprintf(
            deck->about, sizeof deck->about,
            "How many cards you draw depends on what you do. Take every card from the top of this list, whatever it is "
            "for, and you have what the screen deals, until the deck is shuffled again; then shuffle your own.");
    } else if (status == 0) {
        status = flip_fail(error, FLIP_ERROR_USAGE,
                           "In %s the cards depend on what you do, so there is no list to print.", def->game->title);
    }
    free(others);
    return status;
}

static int recorded(const char *path, const struct flip_game *game, struct deck *deck, struct flip_error *error)
{
    size_t length;
    char *text = flip_file_read(path, &length, error);
    struct flip_table *table = text ? flip_record_load(text, length, FLIP_ALL_STEPS, error) : NULL;
    int status = -1;
    if (table && flip_table_game(table) != game)
        flip_fail(error, FLIP_ERROR_USAGE, "'%s' is a game of %s.", path, flip_table_game(table)->title);
    else if (table)
        status = list_events(table, &deck->dealt, error);
    snprintf(deck->about, sizeof deck->about, "The cards as they came in this game.");
    flip_table_close(table);
    free(text);
    return status;
}

/* --- the sheet ------------------------------------------------------------------------------------------------------- */

static void draw_event(struct paper *paper, const char *name, double x, double y, double wide)
{
    const int card = flip_card_named(name);
    paper_ink(paper, 0xffffff, 0x5d5547, 0.3);
    paper_box(paper, x, y, wide - 1.5, 8, 1.2);
    if (card < 0 || card >= FLIP_JOKER_1) {
        paper_text(paper, x + wide / 2 - 0.75, y + 5.6, wide - 3.5, 4, PAPER_MIDDLE | PAPER_BOLD, 0x25211b, "%s",
                   card >= 0 ? "Joker" : name);
        return;
    }
    paper_text(paper, x + wide / 2 - 1, y + 5.8, 0, 4.6, PAPER_RIGHT | PAPER_BOLD,
               flip_card_red(card) ? 0xb3261e : 0x25211b, "%.*s", (int)strlen(flip_card_name(card)) - 1,
               flip_card_name(card));
    paper_suit(paper, flip_suit_name(flip_card_suit(card)), x + wide / 2 + 3, y + 4, 4.6);
}

/* Columns of lines; up to six cards dealt together share a line. */
static void draw_list(struct paper *paper, const struct dealt *dealt, double top)
{
    int longest = 1, line = 0, place = 0;
    for (int i = 1, length = 1; i < dealt->count; i++) {
        length = dealt->group[i] == dealt->group[i - 1] && length < IN_LINE ? length + 1 : 1;
        longest = length > longest ? length : longest;
    }
    const double wide = 15, pitch = 9.6, column = longest * wide + 12;
    const int lines = (int)((paper_high(paper) - top) / pitch), columns = (int)(paper_wide(paper) / column);
    for (int i = 0; i < dealt->count; i++) {
        if (i > 0 && (dealt->group[i] != dealt->group[i - 1] || place == IN_LINE)) {
            line++;
            place = 0;
        }
        if (line / lines >= columns) {
            paper_sheet(paper, false);
            line = 0;
            top = 2;
        }
        const int across = line / lines;
        const double x = across * column, y = top + line % lines * pitch;
        if (place == 0)
            paper_text(paper, x + 8, y + 5.4, 0, 3, PAPER_RIGHT, 0x5d5547, "%d",
                       longest > 1 ? dealt->group[i] + 1 : i + 1);
        draw_event(paper, dealt->name[i], x + 10 + place++ * wide, y, wide);
    }
}

static void draw_deck(struct paper *paper, const char *title, const char *words, const struct deck *deck)
{
    char about[64];
    snprintf(about, sizeof about, "Deck: %.50s", words);
    paper_subject(paper, "%s · %s · Flipside", title, about);
    paper_sheet(paper, false);
    const double y =
        paper_words(paper, 0, paper_title(paper, title, about) + 3, paper_wide(paper), 2.8, 0x5d5547, deck->about);
    draw_list(paper, &deck->dealt, y + 2);
}

int paper_deck(struct paper *paper, const struct flip_edition *edition, const struct flip_options *options,
               const char *words, struct flip_error *error)
{
    const struct flip_game *game = edition->game;
    const size_t length = strlen(words);
    unsigned char seed[FLIP_SEED_BYTES];
    char today[16];
    struct deck *deck = calloc(1, sizeof *deck);
    int status = -1;
    if (!deck)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to print.");
    if (strcmp(words, "daily") == 0) {
        const time_t now = time(NULL);
        strftime(today, sizeof today, "%Y-%m-%d", gmtime(&now));
        words = today;
    }
    struct flip_table_def def = flip_table_defaults(game);
    def.options = *options;
    def.edition = edition;
    def.seed = seed;
    flip_seed_from_words(words, seed);
    if (length > 5 && strcmp(words + length - 5, ".json") == 0)
        status = recorded(words, game, deck, error);
    else if (game->flicks)
        flip_fail(error, FLIP_ERROR_USAGE, "%s has no deck.", game->title);
    else
        status = seeded(&def, words, deck, error);
    if (status == 0)
        draw_deck(paper, game->title, words, deck);
    free(deck);
    return status;
}
