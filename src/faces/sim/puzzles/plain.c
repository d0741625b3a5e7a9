/* Puzzles in plain text: a list, one of them, and solving them one after another. */
#include "faces/sim/puzzles/puzzles.h"

#include "table/spoken.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, HEIGHT = 60, LINE = 256 };

void flip_puzzles_list(const struct flip_puzzles *puzzles)
{
    for (int i = 0; i < puzzles->count; i++) {
        const struct flip_puzzle *puzzle = &puzzles->list[i];
        char theme[80];
        struct flip_text words = flip_text_in(theme, sizeof theme);
        flip_puzzle_theme(puzzle->game, puzzle->theme, &words);
        printf("%s  %4d  %2d choices  %s\n", puzzle->id, puzzle->rating, puzzle->choices, theme);
    }
}

/* --- a position --------------------------------------------------------------------------------------------------------------- */

static void print_canvas(const struct flip_canvas *canvas)
{
    for (int y = 0; y < canvas->height; y++) {
        char line[WIDTH * 4 + 1];
        size_t length = 0, used = 0;
        for (int x = 0; x < canvas->width; x++) {
            char bytes[5];
            const uint32_t code = canvas->cells[y * canvas->width + x].code;
            if (code == 0)
                continue;
            const int count = flip_glyph_bytes(code, bytes);
            memcpy(line + length, bytes, (size_t)count);
            length += (size_t)count;
            if (code != ' ')
                used = length;
        }
        line[used] = '\0';
        if (used)
            puts(line);
    }
}

static int draw(const struct flip_table *table, int seat, struct flip_error *error)
{
    struct flip_canvas *canvas = calloc(1, sizeof *canvas);
    struct flip_glyph *cells = calloc((size_t)WIDTH * HEIGHT, sizeof *cells);
    int status = -1;
    if (!canvas || !cells) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to draw.");
    } else {
        canvas->width = WIDTH;
        canvas->height = HEIGHT;
        canvas->cells = cells;
        if ((status = flip_table_draw(table, seat, seat, canvas, error)) == 0)
            print_canvas(canvas);
    }
    free(cells);
    free(canvas);
    return status;
}

/* Numbered, and said to whoever is to choose. */
static void print_choices(const struct flip_table *table, int seat)
{
    const struct flip_position at = flip_table_position(table);
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count && i < FLIP_MAX_MOVES; i++) {
        char text[FLIP_MOVE_TEXT], told[FLIP_STEP_TEXT], todo[FLIP_STEP_TEXT];
        struct flip_text in = flip_text_in(text, sizeof text), words = flip_text_in(told, sizeof told);
        at.game->words->text(at.rules, at.state, seat, moves[i], &in);
        at.game->words->tell(at.rules, at.state, seat, moves[i], &words);
        printf("%3d. %-28s %s\n", i + 1, text, flip_spoken_do(told, todo, sizeof todo));
    }
}

static int print_position(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_error *error)
{
    char theme[80];
    struct flip_text words = flip_text_in(theme, sizeof theme);
    flip_puzzle_theme(puzzle->game, puzzle->theme, &words);
    printf("\n%s, puzzle %s, %d: %s\n", puzzle->game->title, puzzle->id, puzzle->rating, theme);
    if (draw(table, puzzle->seat, error) < 0)
        return -1;
    printf("\nOne choice is clearly the best:\n");
    print_choices(table, puzzle->seat);
    return 0;
}

static void print_solution(const struct flip_puzzle *puzzle)
{
    const char *at = puzzle->after;
    char move[FLIP_MOVE_TEXT];
    printf("Best: %s", puzzle->best);
    while (flip_puzzle_after(&at, move))
        printf(", then %s", move);
    if (puzzle->seats == 1)
        printf(". The next best, %s, is %.1f ± %.1f points worse.\n", puzzle->second, puzzle->lead, puzzle->doubt);
    else
        printf(". The next best, %s, wins %.0f ± %.0f fewer games in 100.\n", puzzle->second, 100 * puzzle->lead,
               100 * puzzle->doubt);
}

int flip_puzzle_show(const struct flip_puzzle *puzzle, bool solution, struct flip_error *error)
{
    struct flip_table *table = flip_puzzle_table(puzzle, error);
    const int status = table ? print_position(puzzle, table, error) : -1;
    if (status == 0 && solution)
        print_solution(puzzle);
    flip_table_close(table);
    return status;
}

/* --- solving ------------------------------------------------------------------------------------------------------------------ */

/* "3" is the third choice of the list, in notation; anything else stays as it is. A flick still needs its aim. */
static void choice_of_number(const struct flip_table *table, int seat, char line[LINE])
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    char *end = line;
    const long number = isdigit((unsigned char)line[0]) ? strtol(line, &end, 10) : 0;
    if (number < 1 || number > count || number > FLIP_MAX_MOVES || *end != '\0')
        return;
    const struct flip_position at = flip_table_position(table);
    struct flip_text out = flip_text_in(line, LINE);
    at.game->words->text(at.rules, at.state, seat, moves[number - 1], &out);
}

/* 1: the input has ended, or nobody wants to go on. */
static int ask(const struct flip_puzzle *puzzle, const struct flip_table *table, int *solved)
{
    char line[LINE];
    for (;;) {
        struct flip_attempt attempt;
        struct flip_error error;
        printf("Your choice, by number or in notation (q ends)> ");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return 1;
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
            return 1;
        choice_of_number(table, puzzle->seat, line);
        if (flip_puzzle_try(puzzle, table, line, &attempt, &error) < 0) {
            printf("%s\n", error.message);
            continue;
        }
        printf("%s", attempt.solved ? "Solved. " : "Not the best. ");
        print_solution(puzzle);
        *solved += attempt.solved;
        return 0;
    }
}

static int easiest_first(const void *a, const void *b)
{
    const struct flip_puzzle *left = *(const struct flip_puzzle *const *)a,
                             *right = *(const struct flip_puzzle *const *)b;
    return left->rating != right->rating ? left->rating - right->rating : strcmp(left->id, right->id);
}

static int play_all(const struct flip_puzzle **order, int count, struct flip_error *error)
{
    int tried = 0, solved = 0, ended = 0;
    for (; tried < count && !ended; tried += !ended) {
        struct flip_table *table = flip_puzzle_table(order[tried], error);
        if (!table || print_position(order[tried], table, error) < 0) {
            flip_table_close(table);
            return -1;
        }
        ended = ask(order[tried], table, &solved);
        flip_table_close(table);
    }
    printf("%d of %d solved.\n", solved, tried);
    return 0;
}

int flip_puzzles_play(const struct flip_puzzles *puzzles, struct flip_error *error)
{
    const struct flip_puzzle **order = calloc((size_t)puzzles->count + 1, sizeof *order);
    if (!order)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the puzzles.");
    for (int i = 0; i < puzzles->count; i++)
        order[i] = &puzzles->list[i];
    qsort(order, (size_t)puzzles->count, sizeof *order, easiest_first);
    const int status = play_all(order, puzzles->count, error);
    free(order);
    return status;
}

int flip_puzzles_check(const struct flip_puzzles *puzzles, struct flip_error *error)
{
    for (int i = 0; i < puzzles->count; i++) {
        struct flip_error why;
        struct flip_table *table = flip_puzzle_table(&puzzles->list[i], &why);
        if (!table)
            return flip_fail(error, why.code, "Puzzle %s: %.300s", puzzles->list[i].id, why.message);
        flip_table_close(table);
    }
    printf("%d puzzles, all in order.\n", puzzles->count);
    return 0;
}
