/*
 * Logs are read by people: every step of random games, told to one of the players and about the others, and every move that is
 * offered, is looked through for mistakes that a machine can see. No test sees whether a sentence is a good one.
 *
 *     test_log [GAME]
 *
 * With FLIPSIDE_SHOW_LOG set it prints what it reads.
 */
#include "random_games.h"
#include "table/spoken.h"

#include <regex.h>

/* --- mistakes ------------------------------------------------------------------------------------------------------------ */

#define THINGS "star|point|card|site|square|hammer|plot|level|space|number|diamond|hit point|secret|strike|round|Coin"

static struct mistake {
    const char *pattern, *why;
    regex_t compiled;
} mistakes[] = {
    {"^ | $|  ", "a space too many", {0}},
    {"^$", "nothing is said", {0}},
    {" [,.;:)]|\\( ", "a space beside a sign", {0}},
    {"[,.;:][,.;:]", "two signs", {0}},
    {"[.,;:]$", "a sign at the end, where faces put their own", {0}},
    {"\\. [a-z]", "a sentence that begins with a small letter", {0}},
    {"\\ba (8|11|18|8[0-9])\\b", "a, not an, before a number", {0}},
    {"\\ban ([1-79]|10|1[2-79]|[2-79][0-9])\\b", "an, not a, before a number", {0}},
    {"\\ba [aeio]", "a, not an", {0}},
    {"\\ban [bcdfgjklmnpqrstvwxyz]", "an, not a", {0}},
    {"(^|[^[:alnum:]])1 (" THINGS "|Live)s\\b", "one of several", {0}},
    {"(^|[^[:alnum:]])([02-9]|[1-9][0-9]+) (" THINGS "|Life)($|[^[:alnum:]])", "several of one", {0}},
    {"(, | and | to | for | from | of | pays | with )You\\b", "a great You within a sentence", {0}},
    {"\\bseat [0-9]", "a seat without its name", {0}},
    {"(^|[^[:alnum:]])(10|[2-9AJQK])[SHDC]($|[^[:alnum:]])", "a suit as a letter", {0}},
    {"_|\\(null\\)|%|\\btrue\\b|\\bfalse\\b", "a word for programs", {0}},
};

enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

static void compile_mistakes(void)
{
    for (int i = 0; i < MISTAKES; i++)
        assert_int_equal(regcomp(&mistakes[i].compiled, mistakes[i].pattern, REG_EXTENDED | REG_NOSUB), 0);
}

static void free_mistakes(void)
{
    for (int i = 0; i < MISTAKES; i++)
        regfree(&mistakes[i].compiled);
}

/* "You plays", "you is". */
static bool third_person(const char *line)
{
    for (const char *at = line; (at = strstr(at, "ou ")); at += 3)
        if (at > line && (at[-1] == 'Y' || at[-1] == 'y') && flip_spoken_starts_with_verb(at + 3))
            return true;
    return false;
}

/* "the the". */
static bool stutters(const char *line)
{
    for (const char *space = strchr(line, ' '); space; space = strchr(space + 1, ' ')) {
        const char *word = space;
        while (word > line && word[-1] != ' ')
            word--;
        const size_t length = (size_t)(space - word);
        const char end = space[1 + strnlen(space + 1, length)];
        if (length > 1 && strncmp(word, space + 1, length) == 0 && (!end || strchr(" ,.;:", end)))
            return true;
    }
    return false;
}

static const char *mistake_in(const char *line)
{
    for (int i = 0; i < MISTAKES; i++)
        if (regexec(&mistakes[i].compiled, line, 0, NULL, 0) == 0)
            return mistakes[i].why;
    return third_person(line) ? "you, in the third person" : stutters(line) ? "a word twice" : NULL;
}

static void reads_well(const struct flip_table *table, const char *line)
{
    if (getenv("FLIPSIDE_SHOW_LOG"))
        puts(line);
    const char *why = mistake_in(line);
    if (why)
        fail_msg("%s, %s: %s", table->game->id, why, line);
}

/* --- the log ------------------------------------------------------------------------------------------------------------- */

static void name_seats(struct flip_table *table, int you)
{
    static const char *const names[] = {"Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"};
    for (int seat = 0; seat < table->seats; seat++)
        snprintf(table->names[seat], sizeof table->names[seat], "%s", seat == you ? "You" : names[seat]);
}

/* A card that comes after a seat's step in the same phase is told as that seat's. */
static void every_step_reads_well(struct flip_table *table, struct flip_random *random)
{
    struct flip_walk walk = {0};
    int owner = FLIP_DEALER;
    name_seats(table, below(random, table->seats + 1));
    must(flip_walk_open(&walk, table, &problem));
    for (const struct flip_step *step; (step = flip_walk_next(&walk));) {
        char line[2 * FLIP_STEP_TEXT];
        owner = step->seat == FLIP_DEALER ? owner : step->seat;
        const char *name = owner == FLIP_DEALER ? "Dealer" : table->names[owner];
        struct flip_text words = flip_text_in(line, sizeof line);
        flip_text_add(&words, "%s: ", name);
        const size_t at = words.length;
        flip_table_step_tell(table, walk.at.state, step, &words);
        assert_true(flip_text_fits(&words));
        assert_in_range(words.length - at, 1, FLIP_STEP_TEXT - 2); /* nothing was cut off */
        if (step->seat != FLIP_DEALER)
            flip_spoken_after_name(line, sizeof line, at, name);
        reads_well(table, line);
        if (flip_walk_on(&walk))
            owner = FLIP_DEALER;
    }
    flip_walk_close(&walk);
}

static void every_offer_reads_well(struct flip_table *table, int seat, struct flip_random *random)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    name_seats(table, seat);
    for (int i = below(random, 1 + count / 8); i < count; i += 1 + count / 8) {
        char told[FLIP_STEP_TEXT], offer[FLIP_STEP_TEXT];
        struct flip_text words = flip_text_in(told, sizeof told);
        flip_table_move_tell(table, table->now.state, seat, moves[i], &words);
        reads_well(table, flip_spoken_imperative(told, offer, sizeof offer));
    }
}

static void reads_well_to_the_end(struct flip_table *table, struct flip_random *random)
{
    every_step_reads_well(table, random);
    for (int viewer = -1; viewer < table->seats; viewer++) {
        char verdict[FLIP_ENDING_TEXT], why[FLIP_ENDING_TEXT];
        struct flip_text headline = flip_text_in(verdict, sizeof verdict), reasons = flip_text_in(why, sizeof why);
        name_seats(table, viewer);
        flip_table_ending(table, viewer < 0 ? FLIP_PUBLIC : viewer, &headline, &reasons);
        assert_true(table->game->words->ending ? reasons.length > 0 && why[reasons.length - 1] == '.'
                                               : !reasons.length);
        reads_well(table, verdict);
        if (!reasons.length)
            continue;
        why[reasons.length - 1] = '\0';
        reads_well(table, why);
    }
}

CASE(every_line_of_a_log_reads_well)
{
    compile_mistakes();
    holds(2, (struct property){.look = every_offer_reads_well, .end = reads_well_to_the_end, .one_in = 16});
    free_mistakes();
}

/* The list itself: what is wrong is seen, and what is right is let pass. */
CASE(mistakes_are_seen_where_they_are)
{
    static const char *const wrong[] = {
        "You plays Factory",    "Bob writes a 8 in b2", "you robs the coach", "Ada takes 1 stars", "Ada takes 2 star",
        "Ada takes 4S as suit", "Bounty 3 goes to You", "Ada and You win",    "it goes to seat 2", "Ada  plays",
        "Ada plays.",           "Wanted., 6♥",          "the the coach",      "a alien comes",     "an star",
        "Done. then what"};
    static const char *const right[] = {"You play Factory",
                                        "Bob writes an 8 in b2",
                                        "Ada takes 1 star",
                                        "Ada: L1 plays and stands up",
                                        "Dealer: card 5: I3 or L",
                                        "You: witness 1 walks 12 cm",
                                        "Poker hand: two pair ($3 and 2 stars)",
                                        "Ada and you win",
                                        "Ada draws the O in level 1 at a1 b1",
                                        "Dealer: 10♥, 8♠",
                                        "3 Wanted, 1 star"};
    compile_mistakes();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (!mistake_in(wrong[i]))
            fail_msg("not seen: %s", wrong[i]);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        if (mistake_in(right[i]))
            fail_msg("%s: %s", mistake_in(right[i]), right[i]);
    free_mistakes();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_seen_where_they_are),
        cmocka_unit_test(every_line_of_a_log_reads_well),
    };
    choose_game(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
