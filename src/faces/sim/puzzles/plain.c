/* Puzzles in plain text: a list, and one of them. */
#include "faces/sim/puzzles/puzzles.h"

#include "table/spoken.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, HEIGHT = 60 };

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

/* Numbered, as imperatives. */
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
        printf("%3d. %-28s %s\n", i + 1, text, flip_spoken_imperative(told, todo, sizeof todo));
    }
}

static int print_position(const struct flip_puzzle *puzzle, const struct flip_table *table, struct flip_error *error)
{
    char theme[80], asked[FLIP_PUZZLE_TASK];
    struct flip_text words = flip_text_in(theme, sizeof theme), task = flip_text_in(asked, sizeof asked);
    flip_puzzle_theme(puzzle->game, puzzle->theme, &words);
    flip_puzzle_task(puzzle, table, &task);
    printf("\n%s, puzzle %s, %d: %s\n", puzzle->game->title, puzzle->id, puzzle->rating, theme);
    if (draw(table, puzzle->seat, error) < 0)
        return -1;
    printf("\n%s\n", asked);
    print_choices(table, puzzle->seat);
    return 0;
}

static void print_solution(const struct flip_puzzle *puzzle, const struct flip_table *table)
{
    char words[1000];
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_puzzle_solution(puzzle, table, NULL, &out);
    puts(words);
}

int flip_puzzle_show(const struct flip_puzzle *puzzle, bool solution, struct flip_error *error)
{
    struct flip_table *table = flip_puzzle_table(puzzle, error);
    const int status = table ? print_position(puzzle, table, error) : -1;
    if (status == 0 && solution)
        print_solution(puzzle, table);
    flip_table_close(table);
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
