/* Puzzles one after the other, the easiest first, on the screen or line by line. */
#include "faces/terminal/commands/parts.h"

#include "faces/terminal/play/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- which one ------------------------------------------------------------------------------------------------------------ */

static int easiest_first(const void *a, const void *b)
{
    const struct flip_puzzle *left = a, *right = b;
    return left->rating != right->rating ? left->rating - right->rating : strcmp(left->id, right->id);
}

static int read_puzzles(const struct flip_solving *solving, struct flip_puzzles *out, struct flip_error *error)
{
    const int status = flip_puzzles_open(solving->game, solving->file, solving->which, out, error);
    if (status == 0 && out->count == 0)
        return flip_fail(error, FLIP_ERROR_EMPTY, "There are no puzzles of %s.", solving->game->title);
    if (status == 0)
        qsort(out->list, (size_t)out->count, sizeof *out->list, easiest_first);
    return status;
}

static const struct flip_puzzle *today(const struct flip_puzzles *puzzles)
{
    char day[16];
    const time_t now = time(NULL);
    struct tm date;
    strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&now, &date));
    return flip_puzzles_of_day(puzzles, day);
}

/* From here on the first puzzle that was not tried, or else not solved, or else the next. */
static const struct flip_puzzle *next_from(const struct flip_puzzles *puzzles, int from)
{
    for (int solved = 0; solved < 2; solved++)
        for (int i = 0; i < puzzles->count; i++) {
            const struct flip_puzzle *puzzle = &puzzles->list[(from + i) % puzzles->count];
            const struct flip_learnt known = flip_learnt_read(FLIP_PUZZLES_FILE, puzzle->game->id, puzzle->id);
            if (solved ? !known.learnt : !known.moves)
                return puzzle;
        }
    return &puzzles->list[from % puzzles->count];
}

static const char *ask_which(const struct flip_solving *solving)
{
    static const char *const words[] = {"next", "today"};
    const struct flip_menu menu = {
        .words = {words[0], words[1]},
        .titles = {"The next puzzle", "Today's puzzle"},
        .about = {"The easiest one that you have not tried yet.", "The same for everybody, a new one every day."},
        .count = 2};
    const int item = flip_home_choose(solving->paint, solving->ascii, solving->game->title, &menu);
    return item < 0 ? NULL : words[item];
}

/* NULL if there is none. */
static const struct flip_puzzle *find(const struct flip_puzzles *puzzles, const char *which, struct flip_error *error)
{
    if (strcmp(which, "next") == 0)
        return next_from(puzzles, 0);
    const struct flip_puzzle *found = strcmp(which, "today") == 0 ? today(puzzles) : flip_puzzles_find(puzzles, which);
    if (!found)
        flip_fail(error, FLIP_ERROR_NOT_FOUND,
                  "There is no puzzle '%.40s'; 'flipside puzzles list GAME' has them. Or say next or today.", which);
    return found;
}

/* --- one after the other ---------------------------------------------------------------------------------------------------- */

/* Saves the game from here on in a file of its own. */
static int keep_on(struct flip_solving *solving, const struct flip_puzzle *puzzle, const struct flip_match *match,
                   struct flip_error *error)
{
    char name[32];
    snprintf(name, sizeof name, "puzzle-%s.json", puzzle->id);
    return flip_files_data(name, solving->played_on, error) < 0 ? -1
                                                                : flip_match_save(match, solving->played_on, error);
}

/* Counts the tries. */
static int play_one(struct flip_solving *solving, const struct flip_puzzle *puzzle, int *tried, int *solved,
                    struct flip_error *error)
{
    struct flip_match *match = flip_puzzle_match(puzzle, error);
    if (!match)
        return -1;
    if (!solving->paint)
        flip_plain_say(solving->ascii, "%s, puzzle %s. 'help' says what you can say.\n", match->title, puzzle->id);
    int end = solving->paint ? flip_screen_play(match, solving->paint, 0, error)
                             : flip_plain_play(match, solving->ascii, error);
    *tried += match->lesson->view.finished;
    *solved += match->lesson->solved;
    if (end == FLIP_MATCH_PLAY && keep_on(solving, puzzle, match, error) < 0)
        end = -1;
    match->calls->close(match);
    return end;
}

static int play_all(struct flip_solving *solving, const struct flip_puzzles *puzzles, struct flip_error *error)
{
    const char *which = solving->which ? solving->which : ask_which(solving);
    const struct flip_puzzle *puzzle = which ? find(puzzles, which, error) : NULL;
    int end = FLIP_MATCH_AGAIN, tried = 0, solved = 0;
    if (!which || !puzzle)
        return which ? -1 : FLIP_MATCH_QUIT;
    while (end == FLIP_MATCH_AGAIN || end == FLIP_MATCH_NEXT) {
        if (end == FLIP_MATCH_NEXT)
            puzzle = next_from(puzzles, (int)(puzzle - puzzles->list) + 1);
        end = play_one(solving, puzzle, &tried, &solved, error);
    }
    if (!solving->paint && end >= 0)
        flip_plain_say(solving->ascii, "%d of %d solved.\n", solved, tried);
    return end;
}

int flip_solving_play(struct flip_solving *solving, struct flip_error *error)
{
    struct flip_puzzles puzzles = {0};
    const int status = read_puzzles(solving, &puzzles, error);
    const int end = status < 0 ? -1 : play_all(solving, &puzzles, error);
    flip_puzzles_free(&puzzles);
    return end;
}
