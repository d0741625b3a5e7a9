/* The dialogue. */
#include "faces/terminal/play/play.h"

#include "faces/terminal/sheet/sheet.h"

#include "table/spoken.h"
#include "table/table.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LISTED = 24, LISTED_IN_LESSON = 9 }; /* the lesson's text should stay visible */

struct dialogue {
    struct flip_match *match;
    bool ascii;
    bool brief; /* moves are listed when they are asked for */
    int viewer;
    struct flip_actions actions;
    struct flip_actions hinted; /* the same, ranked by a hint */
    struct flip_board board;
    struct flip_story story;
    bool *told; /* by step: somebody at this keyboard has been told */
    int told_room;
};

static flip_set turn(const struct dialogue *d) { return d->match->calls->turn(d->match); }

/* How many more secrets of the same seat this line covers; they count as told. */
static int skip_secrets(struct dialogue *d, int from)
{
    const struct flip_story_line *first = &d->story.lines[from];
    int more = 0;
    while (first->secrets && from + more + 1 < d->story.count && first[more + 1].secrets && !first[more + 1].hidden &&
           first[more + 1].seat == first->seat)
        d->told[first[++more].first_step] = true;
    return more;
}

/* Is it news in a word or two, such as a card? */
static bool short_news(const struct dialogue *d, const struct flip_story_line *line)
{
    enum { SENTENCE = 24 };
    return line->seat == FLIP_DEALER && !line->hidden && !line->secrets && !d->told[line->first_step] &&
           strlen(line->text + line->words_at) <= SENTENCE;
}

/* Joins what the dealer turns up in a row: "Dealer: 6♥, K♣, 2♦". Returns how many lines went into it. */
static int join_cards(struct dialogue *d, int from, char text[FLIP_STORY_TEXT])
{
    enum { FULL_ROW = 200 };
    int next = from;
    struct flip_text out = flip_text_in(text, FLIP_STORY_TEXT);
    for (; next < d->story.count && short_news(d, &d->story.lines[next]) && strlen(text) < FULL_ROW; next++) {
        const struct flip_story_line *line = &d->story.lines[next];
        out = flip_text_in(text + strlen(text), FLIP_STORY_TEXT - strlen(text));
        flip_text_add(&out, "%s%s", next > from ? ", " : "", next > from ? line->text + line->words_at : line->text);
        if (next > from)
            flip_spoken_join_cards(text, strlen(text) - strlen(line->text + line->words_at));
        d->told[line->first_step] = true;
    }
    return next - from;
}

/* Prints the line with those that belong to it. Returns how many they are. */
static int tell_line(struct dialogue *d, int index)
{
    char row[FLIP_STORY_TEXT] = "";
    const struct flip_story_line *line = &d->story.lines[index];
    const int joined = join_cards(d, index, row);
    if (joined) {
        flip_plain_say(d->ascii, "%s.\n", row);
        return joined;
    }
    d->told[line->first_step] = true;
    const int more = skip_secrets(d, index);
    if (more) {
        struct flip_text out = flip_text_in(row, sizeof row);
        flip_text_add(&out, "%.*s", (int)line->secrets_at, line->text);
        flip_story_unseen(line, 1 + more, &out);
    }
    flip_plain_say(d->ascii, "%s.\n", more ? row : line->text);
    return 1 + more;
}

/* Prints the lines that became visible since the last time, but not how a puzzle came about. */
static int tell_news(struct dialogue *d, struct flip_error *error)
{
    if (d->match->lesson && d->match->lesson->puzzle)
        return 0;
    if (d->match->calls->story(d->match, d->viewer, FLIP_STORY_STEPS, &d->story, error) < 0)
        return -1;
    if (d->story.steps > d->told_room) {
        const int room = 2 * d->story.steps;
        bool *grown = realloc(d->told, (size_t)room * sizeof *grown);
        if (!grown)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to tell the story of this game.");
        memset(grown + d->told_room, 0, (size_t)(room - d->told_room) * sizeof *grown);
        d->told = grown;
        d->told_room = room;
    }
    for (int i = d->story.anew; i < d->told_room; i++)
        d->told[i] = false;
    for (int i = 0; i < d->story.count;) {
        const struct flip_story_line *line = &d->story.lines[i];
        i += d->told[line->first_step] || line->hidden ? 1 : tell_line(d, i);
    }
    return 0;
}

/* The others' steps after the one taken back move up by one, and have been told already. */
static void move_up(struct dialogue *d, int step)
{
    const int last = d->match->steps;
    if (step > last || last >= d->told_room)
        return;
    memmove(d->told + step, d->told + step + 1, (size_t)(last - step) * sizeof *d->told);
    d->told[last] = false;
}

static bool undo(struct dialogue *d)
{
    struct flip_error why;
    int step = d->story.count - 1; /* each step is a line of its own */
    while (step > 0 && (d->story.lines[step].dealt || d->story.lines[step].seat != d->viewer))
        step--;
    if (d->match->calls->undo(d->match, d->viewer, &why) < 0) {
        flip_plain_say(d->ascii, "%s\n", why.message);
        return false;
    }
    move_up(d, step);
    flip_plain_say(d->ascii, "Taken back.\n");
    return true;
}

/* Is it the lesson's move? */
static bool is_meant(const struct dialogue *d, int index)
{
    const struct flip_match_lesson *lesson = d->match->lesson;
    return lesson && lesson->view.known && d->actions.list[index].move == lesson->view.offer;
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
    const int ranges = d->match->calls->ranges(d->match, d->viewer, action, range);
    for (int i = 0; i < ranges; i++) {
        flip_text_add(&out, "%s%s ", i ? ", " : " with ", range[i].name);
        flip_range_text(&range[i], range[i].min, &out);
        flip_text_add(&out, " to ");
        flip_range_text(&range[i], range[i].max, &out);
    }
    char todo[FLIP_TELL_TEXT];
    flip_plain_say(d->ascii, "%d. %s: %s%s%s%s\n", index + 1, action->text,
                   flip_spoken_imperative(action->tell, todo, sizeof todo), open, gain,
                   is_meant(d, index) ? " (this is meant)" : "");
}

static void list_actions(const struct dialogue *d, const char *filter, int limit)
{
    int shown = 0, matching = 0;
    for (int i = 0; i < d->actions.count; i++) {
        if (!flip_action_matches(&d->actions.list[i], filter))
            continue;
        if (matching++ < limit || is_meant(d, i)) {
            list_action(d, i);
            shown++;
        }
    }
    if (matching == 0)
        flip_plain_say(d->ascii, "No move has the words '%s': 'list' shows what there is.\n", filter);
    else if (shown < matching)
        flip_plain_say(d->ascii, "And %d more: 'list' shows all, 'find WORDS' the ones with these words.\n",
                       matching - shown);
}

static void tell_lesson(const struct dialogue *d)
{
    const struct flip_lesson_view *view = &d->match->lesson->view;
    if (d->match->lesson->puzzle) {
        flip_plain_say(d->ascii, "\nPuzzle: %s. %s\n", view->title, view->text);
        return;
    }
    flip_plain_say(d->ascii, "\nStep %d of %d: %s", view->step + 1, view->steps, view->text);
    if (view->times > 1)
        flip_plain_say(d->ascii, " (%d of %d)", view->done, view->times);
    flip_plain_say(d->ascii, "\n");
}

/* What is not allowed and why, as the sheet says it. */
static void tell_notes(struct dialogue *d)
{
    struct flip_error why;
    if (flip_board_draw(&d->board, d->match, d->viewer, d->viewer, FLIP_PLAIN_WIDTH, FLIP_PLAIN_HEIGHT, &why) < 0)
        return;
    for (int i = 0; i < d->board.canvas.note_count; i++) {
        char words[400];
        struct flip_text out = flip_text_in(words, sizeof words);
        flip_board_says(&d->board, d->match, d->board.canvas.notes[i].spot, &out);
        flip_plain_say(d->ascii, "%s\n", words);
    }
}

/* Counts moves by their first word instead of listing each: "12 write, 3 skip". */
static void list_verbs(const struct dialogue *d)
{
    enum { MOST = 12 };
    struct {
        const char *word;
        int length, count;
    } verbs[MOST];
    int known = 0;
    for (int i = 0; i < d->actions.count; i++) {
        const char *text = d->actions.list[i].text;
        const int length = (int)strcspn(text, " ");
        int k = 0;
        while (k < known && (verbs[k].length != length || strncmp(verbs[k].word, text, (size_t)length) != 0))
            k++;
        if (k == MOST)
            continue;
        if (k == known) {
            verbs[known].word = text;
            verbs[known].length = length;
            verbs[known++].count = 0;
        }
        verbs[k].count++;
    }
    for (int k = 0; k < known; k++)
        flip_plain_say(d->ascii, "%s%d %.*s", k ? ", " : "", verbs[k].count, verbs[k].length, verbs[k].word);
    flip_plain_say(d->ascii, ". 'list' says which, 'find WORDS' some of them.\n");
}

static void ask(struct dialogue *d)
{
    enum { FEW = 4 };
    char stage[128];
    if (d->match->lesson)
        tell_lesson(d);
    struct flip_text out = flip_text_in(stage, sizeof stage);
    flip_match_stage(d->match, d->viewer, ", ", &out);
    const int score = d->actions.result.score[d->viewer];
    flip_plain_say(d->ascii, "\n%s: %s. ", d->match->names[d->viewer], stage);
    if (d->match->points)
        flip_plain_say(d->ascii, "%s %d point%s. ",
                       strcmp(d->match->names[d->viewer], "You") == 0 ? "You have" : "That seat has", score,
                       score == 1 ? "" : "s");
    flip_plain_say(d->ascii, d->actions.count == 1 ? "You may do one thing:\n" : "You may do one of %d things:\n",
                   d->actions.count);
    if (d->brief && d->actions.count > FEW && !d->match->lesson) {
        list_verbs(d);
        return;
    }
    list_actions(d, "", d->match->lesson && !d->match->lesson->puzzle ? LISTED_IN_LESSON : LISTED);
    tell_notes(d);
}

/* Prints what the others said, and what happened besides moves. */
static void tell_voices(const struct dialogue *d)
{
    char words[640];
    while (d->match->calls->heard && d->match->calls->heard(d->match, words, sizeof words))
        flip_plain_say(d->ascii, "* %s\n", words);
}

/* Says when the connection to a server's table is lost, and when it is back. */
static void tell_line_state(const struct dialogue *d, bool *lost)
{
    if (d->match->lost != *lost)
        flip_plain_say(d->ascii, "%s\n", d->match->lost ? flip_match_lost : flip_match_found);
    *lost = d->match->lost;
}

/* Until somebody at this keyboard has to decide, or the game is over. */
static int let_others_play(struct dialogue *d, struct flip_error *error)
{
    bool lost = false;
    for (;;) {
        const int changed = d->match->calls->listen(d->match, true, error);
        if (changed < 0)
            return -1;
        tell_voices(d);
        if (!turn(d) || (turn(d) & d->match->people))
            return 0;
        tell_line_state(d, &lost);
        if (changed && tell_news(d, error) < 0)
            return -1;
        fflush(stdout);
    }
}

static void list_choice(const struct dialogue *d, const struct flip_action *choice)
{
    char todo[FLIP_TELL_TEXT], number[16] = "";
    const int line = flip_actions_find(&d->actions, 0, choice->text);
    const char *worth = flip_actions_worth(&d->hinted, choice, d->match->seats == 1 && d->match->points);
    if (line >= 0) /* a flick, with its numbers, has no line */
        snprintf(number, sizeof number, "%d. ", line + 1);
    flip_plain_say(d->ascii, "%s%s: %s%s%s%s%s\n", number, choice->text,
                   flip_spoken_imperative(choice->tell, todo, sizeof todo), choice->why[0] ? ", " : "", choice->why,
                   *worth ? ", " : "", worth);
}

static void hint(struct dialogue *d)
{
    enum { SHOWN = 5 };
    struct flip_error why;
    d->match->calls->actions(d->match, d->viewer, &d->hinted);
    if (d->match->calls->hint(d->match, &d->hinted, true, &why) < 0) {
        flip_plain_say(d->ascii, "%s\n", why.message);
        return;
    }
    if (d->match->lesson)
        flip_plain_say(d->ascii, "This is meant:\n");
    else
        flip_plain_say(d->ascii, "Best first:\n");
    for (int i = 0; i < d->hinted.hinted && i < SHOWN; i++)
        list_choice(d, &d->hinted.list[i]);
}

/* The named seat, or one's own; -1 after saying that there is none. */
static int seat_said(const struct dialogue *d, const char *which)
{
    const int seat = *which ? atoi(which) - 1 : d->viewer < d->match->seats ? d->viewer : 0;
    if (seat >= 0 && seat < d->match->seats)
        return seat;
    flip_plain_say(d->ascii, "There are the seats 1 to %d: say 'view 1'.\n", d->match->seats);
    return -1;
}

static void draw(struct dialogue *d, const char *which)
{
    struct flip_error why;
    const int seat = seat_said(d, which);
    if (seat < 0)
        return;
    flip_plain_say(d->ascii, "The sheet of seat %d, %s:\n", seat + 1, d->match->names[seat]);
    if (flip_board_draw(&d->board, d->match, d->viewer, seat, FLIP_PLAIN_WIDTH, FLIP_PLAIN_HEIGHT, &why) < 0)
        flip_plain_say(d->ascii, "%s\n", why.message);
    else
        flip_plain_sheet(&d->board, d->ascii);
}

/* In sentences, where the game has them; else as it is drawn. */
static void view(struct dialogue *d, const char *which)
{
    char words[TABLE_WORDS];
    struct flip_text out = flip_text_in(words, sizeof words);
    struct flip_error why;
    const int seat = seat_said(d, which);
    if (seat < 0)
        return;
    if (d->match->calls->read(d->match, d->viewer, seat, NULL, &out, &why) <= 0) {
        draw(d, which);
        return;
    }
    flip_plain_say(d->ascii, "Seat %d, %s:\n%s", seat + 1, d->match->names[seat], words);
}

static void scores(const struct dialogue *d)
{
    char words[6000];
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_told_scores(d->match, &d->actions, &out);
    flip_plain_say(d->ascii, "%s", words);
}

static void say_goals(const struct dialogue *d, bool progress)
{
    char words[6000];
    struct flip_text out = flip_text_in(words, sizeof words);
    if (flip_told_goals(d->match, d->viewer, progress, &out))
        flip_plain_say(d->ascii, "%s", words);
    else if (progress)
        flip_plain_say(d->ascii, "'rules' says how this game is won, 'scores' how everybody stands.\n");
}

/* Before the first move. */
static void say_story(const struct dialogue *d)
{
    json_t *view = d->match->calls->view(d->match, d->viewer);
    const char *story = json_string_value(json_object_get(view, "story"));
    if (story)
        flip_plain_say(d->ascii, "\n%s\n", story);
    json_decref(view);
    say_goals(d, false);
}

static void save(const struct dialogue *d, const char *path)
{
    struct flip_error why;
    if (!*path)
        flip_plain_say(d->ascii, "Say where: save FILE\n");
    else if (flip_match_save(d->match, path, &why) < 0)
        flip_plain_say(d->ascii, "%s\n", why.message);
    else
        flip_plain_say(d->ascii, "Saved to %s. 'flipside play --load %s' goes on with it.\n", path, path);
}

/* Answers an impossible move with what was perhaps meant, or with the possible ones. */
static void refuse(const struct dialogue *d, const char *line, const struct flip_error *why)
{
    const bool misread =
        why->code == FLIP_ERROR_ILLEGAL || why->code == FLIP_ERROR_AMBIGUOUS || why->code == FLIP_ERROR_OPEN;
    char meant[300];
    struct flip_text out = flip_text_in(meant, sizeof meant);
    if (why->code == FLIP_ERROR_ILLEGAL)
        flip_command_meant(line, d->match, &d->actions, &out);
    if (meant[0])
        flip_plain_say(d->ascii, "%s\n", meant);
    else
        flip_plain_say(d->ascii, "%s%s\n", why->message, misread ? " Or say 'help'." : "");
}

/* After the move that it is about. */
static void tell_verdict(struct dialogue *d)
{
    struct flip_error why;
    char words[400 + FLIP_REASON];
    tell_news(d, &why);
    if (d->match->calls->verdict(d->match, d->viewer, true, words, sizeof words, &why) < 0)
        flip_plain_say(d->ascii, "Tutor: %s\n", why.message);
    else if (words[0])
        flip_plain_say(d->ascii, "Tutor: %s\n", words);
}

static int do_action(struct dialogue *d, const struct flip_action *action)
{
    struct flip_error why;
    const bool warned =
        d->match->warns && d->match->calls->weigh(d->match, d->viewer, action, true, &why) == FLIP_WARNED;
    if (warned || d->match->calls->act(d->match, d->viewer, action, &why) < 0) {
        refuse(d, d->match->distant ? action->text : "", &why); /* a server reads the text only now */
        return 0;
    }
    if (d->match->save_error[0])
        flip_plain_say(d->ascii, "The game could not be kept: %s\n", d->match->save_error);
    if (d->match->tutor)
        tell_verdict(d);
    return 1;
}

/* An action by its number in the list, which its open numbers may follow, or by its text. */
static int find_action(const struct dialogue *d, const char *line, struct flip_action *action)
{
    struct flip_error why;
    char *end, whole[2 * FLIP_MOVE_TEXT];
    const long number = strtol(line, &end, 10);
    if (end != line && (*end == '\0' || *end == ' ')) {
        if (number < 1 || number > d->actions.count) {
            flip_plain_say(d->ascii,
                           d->actions.count == 1 ? "There is one move, number %d; 'list' shows it.\n"
                                                 : "The list goes from 1 to %d; 'list' shows it.\n",
                           d->actions.count);
            return -1;
        }
        *action = d->actions.list[number - 1];
        struct flip_range open[FLIP_MAX_RANGES];
        if (*end == '\0' && d->match->calls->ranges(d->match, d->viewer, action, open) == 0)
            return 0;
        snprintf(whole, sizeof whole, "%s%.100s", action->text, end);
        line = whole;
    }
    if (d->match->calls->find(d->match, d->viewer, line, action, &why) < 0) {
        refuse(d, line, &why);
        return -1;
    }
    return 0;
}

/* Have the moves changed since the list was made? The person's time may have run out. */
static bool moved_on(struct dialogue *d)
{
    struct flip_error why;
    if (d->match->calls->listen(d->match, false, &why) < 0)
        flip_plain_say(d->ascii, "%s\n", why.message);
    return d->match->calls->offer(d->match, d->viewer) != d->actions.offer;
}

/* Not 0: the list must be rebuilt. A number always means a line of the list that was shown. */
static int do_text(struct dialogue *d, const char *line)
{
    struct flip_action action;
    if (moved_on(d)) {
        flip_plain_say(d->ascii, "The table has moved on: '%.60s' was not done.\n", line);
        return 1;
    }
    return (find_action(d, line, &action) == 0 && do_action(d, &action)) || moved_on(d);
}

/* Describes what a flick could be aimed at, and what it would do. False: there are no words for it. */
static bool aim_in_words(const struct dialogue *d, struct flip_action *action)
{
    char words[TABLE_WORDS], todo[FLIP_TELL_TEXT];
    struct flip_text out = flip_text_in(words, sizeof words);
    struct flip_range open[FLIP_MAX_RANGES];
    struct flip_error why;
    const int read = d->match->calls->read(d->match, d->viewer, d->viewer, action, &out, &why);
    if (read < 0)
        refuse(d, "", &why);
    if (read <= 0)
        return read < 0;
    if (words[0] && d->match->calls->ranges(d->match, d->viewer, action, open) == 0)
        flip_plain_say(d->ascii, "This would be: %s.\n", flip_spoken_imperative(action->tell, todo, sizeof todo));
    flip_plain_say(d->ascii, "%s", words[0] ? words : "There is nothing to aim.\n");
    return true;
}

/* Is it a flick from the list, without its numbers? */
static bool aim_listed(const struct dialogue *d, const char *line, struct flip_action *action)
{
    const int number = atoi(line);
    const int found = number >= 1 && number <= d->actions.count && !strchr(line, ' ')
                          ? number - 1
                          : flip_actions_find(&d->actions, 0, line);
    if (found < 0)
        return false;
    *action = d->actions.list[found];
    return aim_in_words(d, action);
}

/* Without words: prints the sheet with the line that the flick would follow. */
static void aim(struct dialogue *d, const char *line)
{
    struct flip_error why;
    struct flip_action action;
    if (aim_listed(d, line, &action) || find_action(d, line, &action) < 0 || aim_in_words(d, &action))
        return;
    if (flip_board_draw(&d->board, d->match, d->viewer, d->viewer, FLIP_PLAIN_WIDTH, FLIP_PLAIN_HEIGHT, &why) < 0) {
        flip_plain_say(d->ascii, "%s\n", why.message);
        return;
    }
    flip_board_try(&d->board, d->match, d->viewer, &action);
    flip_plain_sheet(&d->board, d->ascii);
}

enum answer { ANSWER_AGAIN, ANSWER_MOVED, ANSWER_LEFT };

static void say_where(const struct dialogue *d)
{
    const struct flip_match_lesson *lesson = d->match->lesson;
    if (d->match->distant)
        flip_plain_say(d->ascii, "The server keeps your seat: the same address brings you back.\n");
    else if (lesson && lesson->puzzle)
        flip_plain_say(d->ascii, "The puzzle waits for you: flipside puzzles play %s\n", d->match->game);
    else if (lesson)
        flip_plain_say(d->ascii, "The lesson waits for you: flipside learn %s %d\n", d->match->game,
                       lesson->number + 1);
    else
        flip_plain_say(d->ascii, "The game is kept in %s.\n", d->match->running);
}

/* 1: it was talk, done or refused. */
static bool talks(struct dialogue *d, const char *line)
{
    struct flip_error why;
    struct flip_match *match = d->match;
    const int status = match->calls->talk ? match->calls->talk(match, line, &why) : 0;
    if (status < 0)
        flip_plain_say(d->ascii, "%s\n", why.message);
    if (status != 0 && match->calls->listen(match, false, &why) >= 0)
        tell_voices(d);
    return status != 0;
}

static void tell_older(const struct dialogue *d)
{
    struct flip_error why;
    char *text = d->match->calls->older(d->match, &why);
    flip_plain_say(d->ascii, "%s", text ? "Said before:\n" : "");
    for (const char *line = text; line && *line; line += strcspn(line, "\n") + 1)
        flip_plain_say(d->ascii, "  %.*s\n", (int)strcspn(line, "\n"), line);
    if (!text)
        flip_plain_say(d->ascii, "%s\n", why.message);
    free(text);
}

static void tell_help(const struct dialogue *d)
{
    char words[6000];
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_text_add(&out, "You can say:\n"
                        "  a number        do that move of the list\n"
                        "  a move          in notation, as the list shows it; a unique beginning is enough\n"
                        "  … and Tab       at the end of a line: how it can go on\n");
    flip_command_help(false, &out);
    flip_plain_say(d->ascii, "%s", words);
}

/* A line that ends with Tab: the words and moves that begin with it. */
static void tell_how_it_goes_on(const struct dialogue *d, const char *line)
{
    const char *texts[FLIP_MAX_MOVES];
    const int count = flip_command_goes_on(line, d->match, &d->actions, texts, FLIP_MAX_MOVES);
    char words[4000];
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_command_next(texts, count, strlen(line), &out);
    if (count > 0)
        flip_plain_say(d->ascii, "%s\n", words);
    else
        flip_plain_say(d->ascii, "No word and no move begins with '%s'. Or say 'help'.\n", line);
}

static void tell_discards(const struct dialogue *d)
{
    json_t *view = d->match->calls->view(d->match, d->viewer);
    flip_plain_search(d->ascii, view);
    json_decref(view);
}

static enum answer obey(struct dialogue *d, const char *line)
{
    const char *rest = "";
    const enum flip_command_kind said = *line ? flip_command_said(line, &rest) : FLIP_DO_LIST;
    if (talks(d, line))
        return d->actions.offer == d->match->calls->offer(d->match, d->viewer) && turn(d) ? ANSWER_AGAIN : ANSWER_MOVED;
    switch (said) {
    case FLIP_DO_LIST:
    case FLIP_DO_FIND:
        list_actions(d, said == FLIP_DO_FIND ? rest : "", FLIP_MAX_MOVES);
        break;
    case FLIP_DO_UNDO:
        return undo(d) ? ANSWER_MOVED : ANSWER_AGAIN;
    case FLIP_DO_HINT:
        hint(d);
        break;
    case FLIP_DO_TUTOR:
        flip_plain_say(d->ascii, "%s\n", flip_match_switch_tutor(d->match));
        break;
    case FLIP_DO_HELP:
        tell_help(d);
        break;
    case FLIP_DO_RULES:
        flip_plain_rules(d->ascii, flip_rulebook_of(d->match->game));
        break;
    case FLIP_DO_VIEW:
        view(d, rest);
        break;
    case FLIP_DO_SHEET:
        draw(d, rest);
        break;
    case FLIP_DO_AIM:
        aim(d, rest);
        break;
    case FLIP_DO_OLDER:
        if (!d->match->calls->older)
            return do_text(d, line) ? ANSWER_MOVED : ANSWER_AGAIN;
        tell_older(d);
        break;
    case FLIP_DO_SHORT:
        d->brief = !d->brief;
        flip_plain_say(d->ascii, d->brief ? "Short: from now on 'list' says what you may do.\n"
                                          : "Before each of your moves you hear what you may do.\n");
        break;
    case FLIP_DO_SCORES:
        scores(d);
        break;
    case FLIP_DO_GOALS:
        say_goals(d, true);
        break;
    case FLIP_DO_DISCARDS:
        tell_discards(d);
        break;
    case FLIP_DO_SAVE:
        save(d, rest);
        break;
    case FLIP_DO_QUIT:
        say_where(d);
        return ANSWER_LEFT;
    case FLIP_DO_FORGET:
        if (d->match->distant) {
            flip_plain_say(d->ascii, "%s\n", flip_told_kept_by_server);
            break;
        }
        if (d->match->calls->forget)
            d->match->calls->forget(d->match);
        flip_plain_say(d->ascii, d->match->lesson ? "The lesson begins anew next time.\n" : "The game is forgotten.\n");
        return ANSWER_LEFT;
    default:
        return do_text(d, line) ? ANSWER_MOVED : ANSWER_AGAIN;
    }
    return ANSWER_AGAIN;
}

static bool next_person(struct dialogue *d)
{
    const flip_set waiting = turn(d) & d->match->people;
    if (!waiting || flip_set_has(waiting, d->viewer))
        return true;
    const int last = d->viewer, next = flip_set_first(waiting);
    d->viewer = next;
    flip_plain_say(d->ascii, "\nIt is the turn of %s.\n", d->match->names[next]);
    if (isatty(STDIN_FILENO) && last < d->match->seats && d->match->calls->hides &&
        d->match->calls->hides(d->match, next)) {
        char line[8];
        return flip_plain_read("Pass the keyboard, then press Enter.", line, sizeof line);
    }
    return true;
}

static void tell_result(const struct dialogue *d)
{
    char text[6000];
    struct flip_text out = flip_text_in(text, sizeof text);
    flip_match_scores(d->match, &out);
    flip_text_add(&out, "\n");
    flip_outcome_seed(d->match->commitment, d->match->seed, d->match->drawn, &out);
    flip_outcome_record(d->match->finished, &out);
    flip_plain_say(d->ascii, "\nThe game is over.\n%s", text);
    if (d->match->save_error[0])
        flip_plain_say(d->ascii, "The record could not be kept: %s\n", d->match->save_error);
}

/* Shows what was learnt and asks what comes next: a flip_match_end. */
static int end_lesson(const struct dialogue *d)
{
    const struct flip_match_lesson *lesson = d->match->lesson;
    const bool more = lesson->next[0] != '\0';
    flip_plain_say(d->ascii, "\n%s %s\n",
                   !lesson->puzzle  ? "Done!"
                   : lesson->solved ? "Solved."
                                    : "Not the best.",
                   lesson->view.text);
    if (lesson->puzzle)
        flip_plain_say(d->ascii, "Say 'next', 'again', 'play' (on from here, against bots) or 'quit'.\n");
    else if (more)
        flip_plain_say(d->ascii, "Next: %s. Say 'next', 'again', 'play' (the game) or 'quit'.\n", lesson->next);
    else
        flip_plain_say(d->ascii, "That was the last lesson. Say 'play' (the game), 'again' or 'quit'.\n");
    char line[64];
    while (flip_plain_read("> ", line, sizeof line)) {
        const char first = line[0] ? line[0] : more ? 'n' : 'p';
        if (first == 'q' || first == 'a' || first == 'p' || (first == 'n' && more))
            return first == 'n'   ? FLIP_MATCH_NEXT
                   : first == 'a' ? FLIP_MATCH_AGAIN
                   : first == 'p' ? FLIP_MATCH_PLAY
                                  : FLIP_MATCH_QUIT;
        flip_plain_say(d->ascii, "Say %sagain, play or quit.\n", more ? "next, " : "");
    }
    return FLIP_MATCH_QUIT;
}

/* Lists what is possible; while the connection to a server's table is lost, nothing. */
static void list_anew(struct dialogue *d)
{
    struct flip_match *match = d->match;
    struct flip_error why;
    match->calls->actions(match, d->viewer, &d->actions);
    bool lost = false;
    while (d->actions.count == 0 && match->lost) {
        tell_line_state(d, &lost);
        fflush(stdout);
        match->calls->listen(match, true, &why);
        match->calls->actions(match, d->viewer, &d->actions);
    }
    tell_line_state(d, &lost);
}

/* Waits for a line, and prints at once what others say meanwhile. */
static void await_line(const struct dialogue *d)
{
    enum { MOMENT_MS = 50 };
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    struct flip_match *match = d->match;
    struct flip_error why;
    char words[640];
    for (;;) {
        fputs("> ", stdout);
        fflush(stdout);
        while (!match->calls->heard(match, words, sizeof words)) {
            if (poll(&keys, 1, MOMENT_MS) != 0)
                return;
            match->calls->listen(match, false, &why);
        }
        flip_plain_say(d->ascii, "\n* %s\n", words);
        tell_voices(d);
    }
}

/* After the end people can still talk or agree on a rematch; anything else leaves. */
static void talk_on(struct dialogue *d)
{
    char line[512];
    if (!d->match->calls->talk || !d->match->people)
        return;
    flip_plain_say(d->ascii, "Say 'rematch', 'accept', 'decline' or 'say …'; anything else leaves.\n");
    for (await_line(d); flip_plain_read("", line, sizeof line) && talks(d, line);)
        await_line(d);
}

static int talk(struct dialogue *d, struct flip_error *error)
{
    char line[512];
    if (!d->match->lesson)
        say_story(d);
    else if (d->match->lesson->puzzle)
        view(d, "");
    for (;;) {
        if (let_others_play(d, error) < 0)
            return -1;
        if (!next_person(d))
            break;
        if (tell_news(d, error) < 0)
            return -1;
        if (!turn(d) && d->match->lesson)
            return end_lesson(d);
        if (!turn(d)) {
            tell_result(d);
            talk_on(d);
            return FLIP_MATCH_QUIT;
        }
        list_anew(d);
        ask(d);
        enum answer answer;
        do {
            bool tab;
            if (!flip_plain_read_tab("> ", line, sizeof line, &tab))
                goto gone;
            if (tab)
                tell_how_it_goes_on(d, line);
            answer = tab ? ANSWER_AGAIN : obey(d, line);
        } while (answer == ANSWER_AGAIN);
        if (answer == ANSWER_LEFT)
            return FLIP_MATCH_QUIT;
    }
gone:
    flip_plain_say(d->ascii, "\nThe input has ended. ");
    say_where(d);
    return FLIP_MATCH_QUIT;
}

int flip_plain_play(struct flip_match *match, bool ascii, struct flip_error *error)
{
    struct dialogue d = {.match = match, .ascii = ascii, .board = {.cursor = -1}};
    d.viewer = match->people ? flip_set_first(match->people) : FLIP_PUBLIC;
    int result = -1;
    if (flip_actions_open(&d.actions, error) == 0 && flip_actions_open(&d.hinted, error) == 0)
        result = talk(&d, error);
    flip_actions_free(&d.actions);
    flip_actions_free(&d.hinted);
    flip_board_free(&d.board);
    flip_story_free(&d.story);
    free(d.told);
    return result;
}
