/* The dialogue. */
#include "terminal/plain.h"

#include "terminal/actions.h"
#include "terminal/board.h"
#include "terminal/help.h"
#include "terminal/outcome.h"
#include "terminal/story.h"
#include "terminal/words.h"

#include <ctype.h>
#include <flipside/record.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LISTED = 24, SHEET_WIDTH = 80, SHEET_HEIGHT = 26 };

static const char commands[] = "You can say:\n"
                               "  a number        do that move of the list\n"
                               "  a move          in notation, as the list shows it; a unique beginning is enough\n"
                               "  list            what you may do, all of it\n"
                               "  find WORDS      only the moves with these words\n"
                               "  view [SEAT]     your sheet, or that of seat 1, 2, …\n"
                               "  aim MOVE        where a flick would go, without flicking\n"
                               "  scores          how everybody stands\n"
                               "  undo            take your last step back\n"
                               "  hint            what the strongest bot would do\n"
                               "  rules           the rules of the game\n"
                               "  save FILE       write the record of the game to a file\n"
                               "  quit            leave; the game is kept\n"
                               "  forget          leave and forget the game\n";

/* --- lines in and out ------------------------------------------------------------------------------------------------ */

void flip_plain_say(bool ascii, const char *format, ...)
{
    char text[8192], spelled[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct flip_text out = flip_text_in(spelled, sizeof spelled);
    flip_words_spell(text, ascii, &out);
    fputs(spelled, stdout);
}

bool flip_plain_read(const char *prompt, char *line, size_t size)
{
    fputs(prompt, stdout);
    fflush(stdout);
    size_t length = 0;
    int c = getchar();
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getchar())
        if (length + 1 < size && c != '\r' && c != '\0')
            line[length++] = (char)c;
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = '\0';
    memmove(line, line + strspn(line, " \t"), strlen(line + strspn(line, " \t")) + 1);
    return true;
}

int flip_plain_sheet(const struct flip_table *table, const void *state, const void *before, int viewer, int seat,
                     bool ascii, struct flip_error *error)
{
    struct flip_board *board = calloc(1, sizeof *board);
    if (!board)
        return flip_fail(error, "no_memory", "There is not enough memory to draw the sheet.");
    const int result = flip_board_draw(board, table, state, before, viewer, seat, SHEET_WIDTH, SHEET_HEIGHT, error);
    int last = result < 0 ? 0 : SHEET_HEIGHT;
    while (last > 0) {
        char row[4 * SHEET_WIDTH + 1];
        struct flip_text out = flip_text_in(row, sizeof row);
        flip_board_row(board, last - 1, ascii, &out);
        if (row[0])
            break;
        last--;
    }
    for (int i = 0; i < last; i++) {
        char row[4 * SHEET_WIDTH + 1];
        struct flip_text out = flip_text_in(row, sizeof row);
        flip_board_row(board, i, ascii, &out);
        puts(row);
    }
    flip_board_free(board);
    free(board);
    return result;
}

void flip_plain_rules(bool ascii, const char *markdown)
{
    while (markdown && *markdown) {
        char line[1024];
        int level;
        markdown = flip_help_line(markdown, line, sizeof line, &level);
        flip_plain_say(ascii, "%s\n", line);
    }
}

/* --- the dialogue ---------------------------------------------------------------------------------------------------- */

struct dialogue {
    struct flip_session *session;
    struct flip_table *table;
    bool ascii;
    int viewer;
    struct flip_actions actions;
    struct flip_story story;
    struct flip_thought *thought;
    bool *told; /* by step: somebody at this keyboard has heard it */
    int told_room;
    uint64_t offer; /* of a distant table, when the list was made */
};

/* Tells the lines that became visible since the last time. */
static int tell_news(struct dialogue *d, struct flip_error *error)
{
    if (flip_story_tell(&d->story, d->table, d->viewer, FLIP_ALL_STEPS, FLIP_STORY_STEPS, error) < 0)
        return -1;
    if (d->story.steps > d->told_room) {
        const int room = 2 * d->story.steps;
        bool *grown = realloc(d->told, (size_t)room * sizeof *grown);
        if (!grown)
            return flip_fail(error, "no_memory", "There is not enough memory to tell the story of this game.");
        memset(grown + d->told_room, 0, (size_t)(room - d->told_room) * sizeof *grown);
        d->told = grown;
        d->told_room = room;
    }
    for (int i = d->session->remote ? flip_remote_told_from(d->session->remote) : d->told_room; i < d->told_room; i++)
        d->told[i] = false;
    for (int i = 0; i < d->story.count; i++) {
        const struct flip_story_line *line = &d->story.lines[i];
        if (d->told[line->first_step] || !flip_story_visible(&d->story, d->table, line))
            continue;
        d->told[line->first_step] = true;
        flip_plain_say(d->ascii, "%s.\n", line->text);
    }
    return 0;
}

static bool undo(struct dialogue *d)
{
    struct flip_error why;
    int step = d->table->step_count - 1;
    while (step > 0 && d->table->steps[step].seat != d->viewer)
        step--;
    if (flip_session_undo(d->session, d->viewer, &why) < 0) {
        flip_plain_say(d->ascii, "%s\n", why.message);
        return false;
    }
    memmove(d->told + step, d->told + step + 1, (size_t)(d->table->step_count - step) * sizeof *d->told);
    d->told[d->table->step_count] = false;
    flip_plain_say(d->ascii, "Taken back.\n");
    return true;
}

static void list_action(const struct dialogue *d, int index)
{
    const struct flip_action *action = &d->actions.list[index];
    char gain[16] = "";
    if (action->gain)
        snprintf(gain, sizeof gain, " (%+d)", action->gain);
    char open[160];
    struct flip_text out = flip_text_in(open, sizeof open);
    struct flip_range range[FLIP_MAX_RANGES];
    const int ranges =
        flip_move_ranges(d->table->game, d->table->rules, d->table->now.state, d->viewer, action->move, range);
    for (int i = 0; i < ranges; i++) {
        flip_text_add(&out, "%s%s ", i ? ", " : " with ", range[i].name);
        flip_range_text(&range[i], range[i].min, &out);
        flip_text_add(&out, " to ");
        flip_range_text(&range[i], range[i].max, &out);
    }
    flip_plain_say(d->ascii, "%d. %s: %s%s%s\n", index + 1, action->text, action->tell, open, gain);
}

static void list_actions(const struct dialogue *d, const char *filter, int limit)
{
    int shown = 0, matching = 0;
    for (int i = 0; i < d->actions.count; i++) {
        if (!flip_action_matches(&d->actions.list[i], filter))
            continue;
        if (matching++ < limit) {
            list_action(d, i);
            shown++;
        }
    }
    if (matching == 0)
        flip_plain_say(d->ascii, "No move has the words '%s': 'list' shows all %d.\n", filter, d->actions.count);
    else if (shown < matching)
        flip_plain_say(d->ascii, "And %d more: 'list' shows all, 'find WORDS' the ones with these words.\n",
                       matching - shown);
}

static void ask(const struct dialogue *d)
{
    char stage[128];
    struct flip_text out = flip_text_in(stage, sizeof stage);
    flip_outcome_stage(d->table, d->table->now.state, flip_table_before(d->table), d->viewer, ", ", &out);
    const int score = d->actions.result.score[d->viewer];
    flip_plain_say(d->ascii, "\n%s: %s. ", d->table->names[d->viewer], stage);
    if (!d->table->game->no_points)
        flip_plain_say(d->ascii, "%s %d point%s. ",
                       strcmp(d->table->names[d->viewer], "You") == 0 ? "You have" : "That seat has", score,
                       score == 1 ? "" : "s");
    flip_plain_say(d->ascii, d->actions.count == 1 ? "You may do one thing:\n" : "You may do one of %d things:\n",
                   d->actions.count);
    list_actions(d, "", LISTED);
}

/* Until somebody at this keyboard has to decide at a distant table, or it is over. */
static int wait_for_turn(struct dialogue *d, struct flip_error *error)
{
    bool lost = false;
    while (flip_table_turn(d->table) && !(flip_table_turn(d->table) & d->session->people)) {
        const bool down = flip_remote_trouble(d->session->remote)[0] != '\0';
        if (down && !lost)
            flip_plain_say(d->ascii, "%s\n", flip_remote_trouble(d->session->remote));
        lost = down;
        if (flip_session_listen(d->session) && tell_news(d, error) < 0)
            return -1;
        fflush(stdout);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return 0;
}

static int play_bots(struct dialogue *d, struct flip_error *error)
{
    if (d->session->remote)
        return wait_for_turn(d, error);
    for (;;) {
        const flip_set bots = flip_table_turn(d->table) & ~d->session->people;
        if (!bots)
            return 0;
        const int seat = flip_set_first(bots);
        flip_move move;
        if (flip_player_choose(&d->session->players[seat], d->table, seat, d->thought, &move, error) < 0 ||
            flip_session_act(d->session, seat, move, error) < 0)
            return -1;
    }
}

static void hint(struct dialogue *d)
{
    enum { SHOWN = 5 };
    struct flip_error why;
    struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
    def.explain = true;
    if ((d->session->remote ? flip_remote_hint(d->session->remote, d->viewer, d->thought, &why)
                            : flip_think(d->table, d->viewer, &def, d->thought, &why)) < 0) {
        flip_plain_say(d->ascii, "%s\n", why.message);
        return;
    }
    flip_plain_say(d->ascii, "Best first, with %s:\n",
                   d->table->seats == 1 ? "the points to expect at the end" : "the chance to win");
    for (int i = 0; i < d->thought->count && i < SHOWN; i++) {
        const struct flip_choice *choice = &d->thought->choice[i];
        int number = 0; /* in the list; a flick has none */
        while (number < d->actions.count && d->actions.list[number].move != choice->move)
            number++;
        struct flip_action action = flip_action_of(&d->actions, d->table, choice->move);
        char value[16];
        action.valued = choice->visits > 0;
        action.value = choice->value;
        flip_actions_value_text(&action, d->table->seats, value, sizeof value);
        const char *comma = choice->why[0] != '\0' ? ", " : "";
        if (number < d->actions.count)
            flip_plain_say(d->ascii, "%d. %s: %s%s%s, %s\n", number + 1, action.text, action.tell, comma, choice->why,
                           value);
        else
            flip_plain_say(d->ascii, "%s: %s%s%s, %s\n", action.text, action.tell, comma, choice->why, value);
    }
}

static void view(struct dialogue *d, const char *which)
{
    struct flip_error why;
    int seat = d->viewer;
    if (*which) {
        seat = atoi(which) - 1;
        if (seat < 0 || seat >= d->table->seats) {
            flip_plain_say(d->ascii, "There are the seats 1 to %d: say 'view 1'.\n", d->table->seats);
            return;
        }
    }
    flip_plain_say(d->ascii, "The sheet of seat %d, %s:\n", seat + 1, d->table->names[seat]);
    if (flip_plain_sheet(d->table, d->table->now.state, flip_table_before(d->table), d->viewer, seat, d->ascii, &why) <
        0)
        flip_plain_say(d->ascii, "%s\n", why.message);
}

static void scores(const struct dialogue *d)
{
    if (d->table->game->no_points) {
        char text[6000];
        struct flip_text out = flip_text_in(text, sizeof text);
        flip_outcome_scores(d->table, &out);
        flip_plain_say(d->ascii, "%s", text);
        return;
    }
    for (int seat = 0; seat < d->table->seats; seat++)
        flip_plain_say(d->ascii, "Seat %d, %s: %d points\n", seat + 1, d->table->names[seat],
                       d->actions.result.score[seat]);
}

static void save(const struct dialogue *d, const char *path)
{
    struct flip_error why;
    if (!*path)
        flip_plain_say(d->ascii, "Say where: save FILE\n");
    else if (flip_session_save(d->session, path, &why) < 0)
        flip_plain_say(d->ascii, "%s\n", why.message);
    else
        flip_plain_say(d->ascii, "Saved to %s. 'flipside play --load %s' goes on with it.\n", path, path);
}

static int do_move(struct dialogue *d, flip_move move)
{
    struct flip_error why;
    if (flip_session_act(d->session, d->viewer, move, &why) < 0) {
        flip_plain_say(d->ascii, "%s\n", why.message);
        return 0;
    }
    if (d->session->trouble[0])
        flip_plain_say(d->ascii, "The game could not be kept: %s\n", d->session->trouble);
    return 1;
}

/* A move by its number in the list, which its open numbers may follow, or by its text. */
static int find_move(const struct dialogue *d, const char *line, flip_move *move)
{
    struct flip_error why;
    char *end, whole[2 * FLIP_MOVE_TEXT];
    const long number = strtol(line, &end, 10);
    if (end != line && (*end == '\0' || *end == ' ')) {
        if (number < 1 || number > d->actions.count) {
            flip_plain_say(d->ascii, "The list goes from 1 to %d; 'list' shows it.\n", d->actions.count);
            return -1;
        }
        *move = d->actions.list[number - 1].move;
        struct flip_range open[FLIP_MAX_RANGES];
        if (*end == '\0' &&
            flip_move_ranges(d->table->game, d->table->rules, d->table->now.state, d->viewer, *move, open) == 0)
            return 0;
        snprintf(whole, sizeof whole, "%s%.100s", d->actions.list[number - 1].text, end);
        line = whole;
    }
    if (flip_table_find(d->table, d->viewer, line, move, &why) < 0) {
        flip_plain_say(d->ascii, "%s Or say 'help'.\n", why.message);
        return -1;
    }
    return 0;
}

/* Has a distant table offered something else since the list was made? The person's time may have run out meanwhile. */
static bool moved_on(struct dialogue *d)
{
    flip_session_listen(d->session);
    return d->session->remote && flip_remote_offer(d->session->remote) != d->offer;
}

/* Not 0: the list has to be made anew. A number means a line of the list that was shown, and of no other. */
static int do_text(struct dialogue *d, const char *line)
{
    flip_move move;
    if (moved_on(d)) {
        flip_plain_say(d->ascii, "The table has moved on: '%.60s' was not done.\n", line);
        return 1;
    }
    return (find_move(d, line, &move) == 0 && do_move(d, move)) || moved_on(d);
}

/* The sheet as it is while the flick is in the air: with the line it would follow. */
static void aim(struct dialogue *d, const char *line)
{
    struct flip_error why;
    flip_move move;
    if (find_move(d, line, &move) < 0)
        return;
    memcpy(d->actions.tried, d->actions.known, d->table->game->state_size);
    d->table->game->rules->apply(d->table->rules, d->actions.tried, d->viewer, move);
    if (flip_plain_sheet(d->table, d->actions.tried, d->actions.tried, d->viewer, d->viewer, d->ascii, &why) < 0)
        flip_plain_say(d->ascii, "%s\n", why.message);
}

static const char *after(const char *line, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}

enum answer { ANSWER_AGAIN, ANSWER_MOVED, ANSWER_LEFT };

static void say_where(const struct dialogue *d)
{
    if (d->session->remote)
        flip_plain_say(d->ascii, "The server keeps your seat: the same address brings you back.\n");
    else
        flip_plain_say(d->ascii, "The game is kept in %s.\n", d->session->running);
}

static enum answer obey(struct dialogue *d, const char *line)
{
    const char *rest;
    if (!*line || after(line, "list")) {
        list_actions(d, "", FLIP_MAX_MOVES);
    } else if (after(line, "undo")) {
        return undo(d) ? ANSWER_MOVED : ANSWER_AGAIN;
    } else if (after(line, "hint")) {
        hint(d);
    } else if (after(line, "help") || after(line, "?")) {
        flip_plain_say(d->ascii, "%s", commands);
    } else if (after(line, "rules")) {
        flip_plain_rules(d->ascii, flip_rulebook_of(d->table->game->id));
    } else if ((rest = after(line, "find"))) {
        list_actions(d, rest, FLIP_MAX_MOVES);
    } else if ((rest = after(line, "view"))) {
        view(d, rest);
    } else if ((rest = after(line, "aim"))) {
        aim(d, rest);
    } else if (after(line, "scores")) {
        scores(d);
    } else if ((rest = after(line, "save"))) {
        save(d, rest);
    } else if (after(line, "quit")) {
        say_where(d);
        return ANSWER_LEFT;
    } else if (after(line, "forget")) {
        flip_session_forget(d->session);
        flip_plain_say(d->ascii, "The game is forgotten.\n");
        return ANSWER_LEFT;
    } else {
        return do_text(d, line) ? ANSWER_MOVED : ANSWER_AGAIN;
    }
    return ANSWER_AGAIN;
}

static bool next_person(struct dialogue *d)
{
    const flip_set waiting = flip_table_turn(d->table) & d->session->people;
    if (!waiting || flip_set_has(waiting, d->viewer))
        return true;
    const int last = d->viewer, next = flip_set_first(waiting);
    d->viewer = next;
    flip_plain_say(d->ascii, "\nIt is the turn of %s.\n", d->table->names[next]);
    if (isatty(STDIN_FILENO) && last < d->table->seats && flip_session_hides(d->session, next)) {
        char line[8];
        return flip_plain_read("Pass the keyboard, then press Enter.", line, sizeof line);
    }
    return true;
}

static void tell_result(const struct dialogue *d)
{
    char text[6000];
    struct flip_text out = flip_text_in(text, sizeof text);
    flip_outcome_scores(d->table, &out);
    flip_text_add(&out, "\n");
    flip_outcome_seed(d->table, d->session->finished, &out);
    flip_plain_say(d->ascii, "\nThe game is over.\n%s", text);
    if (d->session->trouble[0])
        flip_plain_say(d->ascii, "The record could not be kept: %s\n", d->session->trouble);
}

/* What can be done. While the line to a distant table is down nobody knows, and nothing is asked. */
static void list_anew(struct dialogue *d)
{
    flip_actions_list(&d->actions, d->table, d->viewer);
    if (!d->session->remote)
        return;
    for (bool told = false; d->actions.count == 0 && flip_remote_trouble(d->session->remote)[0]; told = true) {
        if (!told)
            flip_plain_say(d->ascii, "%s\n", flip_remote_trouble(d->session->remote));
        fflush(stdout);
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        flip_session_listen(d->session);
        flip_actions_list(&d->actions, d->table, d->viewer);
    }
    d->offer = flip_remote_offer(d->session->remote);
}

static int talk(struct dialogue *d, struct flip_error *error)
{
    char line[512];
    for (;;) {
        if (play_bots(d, error) < 0)
            return -1;
        if (!next_person(d))
            break;
        if (tell_news(d, error) < 0)
            return -1;
        if (!flip_table_turn(d->table)) {
            tell_result(d);
            return 0;
        }
        list_anew(d);
        ask(d);
        enum answer answer;
        do {
            if (!flip_plain_read("> ", line, sizeof line))
                goto gone;
            answer = obey(d, line);
        } while (answer == ANSWER_AGAIN);
        if (answer == ANSWER_LEFT)
            return 0;
    }
gone:
    flip_plain_say(d->ascii, "\nThe input has ended. ");
    say_where(d);
    return 0;
}

int flip_plain_play(struct flip_session *session, bool ascii, struct flip_error *error)
{
    struct dialogue d = {.session = session, .table = session->table, .ascii = ascii};
    d.viewer = session->people ? flip_set_first(session->people) : FLIP_PUBLIC;
    d.thought = malloc(sizeof *d.thought);
    int result = -1;
    if (!d.thought)
        flip_fail(error, "no_memory", "There is not enough memory to think.");
    else if (flip_actions_open(&d.actions, session->table->game, error) == 0)
        result = talk(&d, error);
    flip_actions_free(&d.actions);
    flip_story_free(&d.story);
    free(d.thought);
    free(d.told);
    return result;
}
