/*
 * A puzzle as a line of text and back. The seed deals the cards, as in a record; only outcomes of flicks are among the
 * moves. Neighbours in a file often come from one game; then a line says how many steps it shares with the previous one
 * ("^12") instead of repeating them.
 */
#include "puzzles/puzzle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 10, ALL_FIELDS = 12, LONGEST = 200000 };

enum field { ID, RATING, THEME, SETUP, SEED, SEAT, STEPS, BEST, AFTER, VALUES, MISSED, TASK };

static int bad(struct flip_error *error, const char *what)
{
    return flip_fail(error, FLIP_ERROR_SYNTAX, "This is not a puzzle: %s.", what);
}

/* --- steps ------------------------------------------------------------------------------------------------------------------ */

/* Where step number `count` of a list begins, or NULL. */
static const char *step_at(const char *steps, long count)
{
    for (; count > 0 && steps; count--) {
        steps = strchr(steps, ';');
        if (steps)
            steps++;
    }
    return steps;
}

/* How many steps two lists share, and where the second continues. */
static int shared_steps(const char *a, const char *b, const char **rest)
{
    int count = 0;
    *rest = b;
    for (size_t i = 0; a[i] == b[i] && b[i]; i++)
        if (b[i] == ';') {
            count++;
            *rest = b + i + 1;
        }
    return count;
}

static int read_steps(const char *text, const struct flip_puzzle *previous, char **out, struct flip_error *error)
{
    size_t head = 0;
    const char *shared = "";
    if (text[0] == '^') {
        char *end;
        const long count = strtol(text + 1, &end, 10);
        const char *rest = previous && count > 0 ? step_at(previous->steps, count) : NULL;
        if (!rest || *end != ';')
            return bad(error, "it shares steps with a puzzle that does not stand before it");
        shared = previous->steps;
        head = (size_t)(rest - shared);
        text = end + 1;
    }
    const size_t size = head + strlen(text) + 1;
    if (size > LONGEST)
        return bad(error, "it has too many steps");
    if (!(*out = malloc(size)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a puzzle.");
    memcpy(*out, shared, head);
    memcpy(*out + head, text, size - head);
    return 0;
}

/* --- reading ---------------------------------------------------------------------------------------------------------------- */

static bool whole(const char *text, long low, long high, int *out)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (end == text || *end || value < low || value > high)
        return false;
    *out = (int)value;
    return true;
}

static bool copied(char *out, size_t size, const char *text)
{
    const size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

/* "2 characters=true @9f86d081": seats, options that are not at their defaults, edition. */
static int read_setup(char *text, struct flip_puzzle *out, struct flip_error *error)
{
    char *rest, *word = strtok_r(text, " ", &rest);
    if (!word || !whole(word, 1, FLIP_MAX_SEATS, &out->seats))
        return bad(error, "how many seats does the table have?");
    flip_options_of_version(out->game, out->rules, &out->options);
    while ((word = strtok_r(NULL, " ", &rest))) {
        char *equals = strchr(word, '=');
        if (word[0] == '@') {
            if (!copied(out->edition, sizeof out->edition, word + 1))
                return bad(error, "eight digits name the edition");
            continue;
        }
        if (!equals)
            return bad(error, "an option has a name and a value");
        *equals = '\0';
        if (flip_options_set(out->game, &out->options, word, equals + 1, error) < 0)
            return -1;
    }
    return out->edition[0] ? 0 : bad(error, "which edition was it made for?");
}

/* "61.2 2.4 0.3 12 visit mine": value, lead, doubt, number of choices, the second best. */
static int read_values(const char *text, struct flip_puzzle *out, struct flip_error *error)
{
    int used = 0;
    if (sscanf(text, "%lf %lf %lf %d %n", &out->value, &out->lead, &out->doubt, &out->choices, &used) != 4 || !used ||
        !isfinite(out->value) || !isfinite(out->lead) || !isfinite(out->doubt) || out->choices < 2 ||
        out->choices > FLIP_MAX_MOVES || !copied(out->second, sizeof out->second, text + used))
        return bad(error, "its values are not numbers");
    return 0;
}

static int read_fields(char **field, const struct flip_puzzle *previous, struct flip_puzzle *out,
                       struct flip_error *error)
{
    if (strlen(field[ID]) != FLIP_PUZZLE_ID - 1 || !copied(out->id, sizeof out->id, field[ID]))
        return bad(error, "a name has twelve letters and digits");
    if (!whole(field[RATING], FLIP_PUZZLE_EASIEST, FLIP_PUZZLE_HARDEST, &out->rating))
        return bad(error, "its rating is out of range");
    if (read_setup(field[SETUP], out, error) < 0)
        return -1;
    if (!whole(field[SEAT], 0, out->seats - 1, &out->seat))
        return bad(error, "no such seat decides");
    if (!field[BEST][0] || !field[SEED][0] || !copied(out->best, sizeof out->best, field[BEST]) ||
        !copied(out->seed, sizeof out->seed, field[SEED]) || !copied(out->theme, sizeof out->theme, field[THEME]) ||
        !copied(out->after, sizeof out->after, field[AFTER]))
        return bad(error, "something in it is missing or too long");
    if (read_values(field[VALUES], out, error) < 0)
        return -1;
    if (field[MISSED][0] &&
        (sscanf(field[MISSED], "%d/%d", &out->missed, &out->tries) != 2 || out->missed < 0 || out->tries < out->missed))
        return bad(error, "how many bots have missed it?");
    if (!copied(out->task, sizeof out->task, field[TASK]))
        return bad(error, "its task is too long");
    return read_steps(field[STEPS], previous, &out->steps, error);
}

int flip_puzzle_read(const struct flip_game *game, int rules, const char *line, const struct flip_puzzle *previous,
                     struct flip_puzzle *out, struct flip_error *error)
{
    char *field[ALL_FIELDS] = {[MISSED] = "", [TASK] = ""}, *copy = strdup(line);
    int count = 0;
    *out = (struct flip_puzzle){.game = game, .rules = rules};
    if (!copy)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a puzzle.");
    for (char *at = copy; at && count < ALL_FIELDS; count++) {
        field[count] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    const int status = count >= FIELDS ? read_fields(field, previous, out, error) : bad(error, "fields are missing");
    free(copy);
    if (status < 0)
        flip_puzzle_free(out);
    return status;
}

bool flip_puzzle_after(const char **at, char move[FLIP_MOVE_TEXT])
{
    const size_t length = strcspn(*at, ";"), kept = length < FLIP_MOVE_TEXT ? length : FLIP_MOVE_TEXT - 1;
    memcpy(move, *at, kept);
    move[kept] = '\0';
    *at += length + ((*at)[length] == ';');
    return length > 0;
}

void flip_puzzle_free(struct flip_puzzle *puzzle)
{
    free(puzzle->steps);
    puzzle->steps = NULL;
}

/* --- writing ---------------------------------------------------------------------------------------------------------------- */

static void write_setup(const struct flip_puzzle *puzzle, struct flip_text *out)
{
    struct flip_options usual;
    flip_options_of_version(puzzle->game, puzzle->rules, &usual);
    flip_text_add(out, "%d", puzzle->seats);
    for (int i = 0; puzzle->game->options[i].name; i++)
        if (strcmp(puzzle->options.value[i], usual.value[i]) != 0)
            flip_text_add(out, " %s=%s", puzzle->game->options[i].name, puzzle->options.value[i]);
    flip_text_add(out, " @%s", puzzle->edition);
}

static void write_line(const struct flip_puzzle *puzzle, const struct flip_puzzle *previous, struct flip_text *out)
{
    const char *steps = puzzle->steps;
    const int shared = previous && previous->seats == puzzle->seats && strcmp(previous->seed, puzzle->seed) == 0
                           ? shared_steps(previous->steps, puzzle->steps, &steps)
                           : 0;
    flip_text_add(out, "%s\t%d\t%s\t", puzzle->id, puzzle->rating, puzzle->theme);
    write_setup(puzzle, out);
    flip_text_add(out, "\t%s\t%d\t", puzzle->seed, puzzle->seat);
    if (shared)
        flip_text_add(out, "^%d;", shared);
    flip_text_put(out, steps, strlen(steps));
    flip_text_add(out, "\t%s\t%s\t%.5g %.3g %.2g %d %s", puzzle->best, puzzle->after, puzzle->value, puzzle->lead,
                  puzzle->doubt, puzzle->choices, puzzle->second);
    if (puzzle->tries || puzzle->task[0])
        flip_text_add(out, "\t");
    if (puzzle->tries)
        flip_text_add(out, "%d/%d", puzzle->missed, puzzle->tries);
    if (puzzle->task[0])
        flip_text_add(out, "\t%s", puzzle->task);
}

char *flip_puzzle_line(const struct flip_puzzle *puzzle, const struct flip_puzzle *previous)
{
    struct flip_text measure = flip_text_in(NULL, 0);
    write_line(puzzle, previous, &measure);
    char *line = malloc(measure.length + 1);
    if (line) {
        struct flip_text out = flip_text_in(line, measure.length + 1);
        write_line(puzzle, previous, &out);
    }
    return line;
}
