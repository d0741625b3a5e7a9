/* Turns steps into sentences. */
#include "faces/terminal/match/story.h"

#include "table/spoken.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

static struct flip_story_line *new_line(struct flip_story *story)
{
    if (story->count == story->room) {
        const int room = story->room ? 2 * story->room : 64;
        struct flip_story_line *grown = realloc(story->lines, (size_t)room * sizeof *grown);
        if (!grown)
            return NULL;
        story->lines = grown;
        story->room = room;
    }
    struct flip_story_line *line = &story->lines[story->count++];
    memset(line, 0, sizeof *line);
    return line;
}

/* Is this line finished? Cards are listed in a row; a whole sentence of the dealer stands alone. */
static bool full(const struct flip_story_line *line)
{
    enum { FULL_LINE = 200, SENTENCE = 24 };
    const size_t length = strlen(line->text), last = length - line->words_at;
    return length > FULL_LINE || (line->seat == FLIP_DEALER && !line->secrets && last > SENTENCE);
}

/* The line that this step continues: the dealer's last line, or the seat's line of this phase if nothing was revealed
   to all in between. */
static struct flip_story_line *open_line(struct flip_story *story, int seat)
{
    for (int i = story->count - 1; i >= 0; i--) {
        struct flip_story_line *line = &story->lines[i];
        if (line->seat == seat && (line->phase == story->phase || seat == FLIP_DEALER))
            return line;
        if (line->seat == FLIP_DEALER || seat == FLIP_DEALER || line->phase != story->phase)
            return NULL;
    }
    return NULL;
}

void flip_story_restart(struct flip_story *story, int viewer)
{
    story->viewer = viewer;
    story->count = story->phase = story->steps = 0;
}

struct flip_story_line *flip_story_step(struct flip_story *story, int seat, const char *name, enum flip_story_form form,
                                        struct flip_text *out)
{
    struct flip_story_line *line = form == FLIP_STORY_GROUPED ? open_line(story, seat) : NULL;
    const bool goes_on = line && !full(line);
    if (!goes_on) {
        line = new_line(story);
        if (!line)
            return NULL;
        line->seat = seat;
        line->first_step = story->steps;
        line->phase = story->phase;
    }
    line->last_step = story->steps++;

    const size_t used = strlen(line->text);
    *out = flip_text_in(line->text + used, sizeof line->text - used);
    if (goes_on)
        flip_text_add(out, seat == FLIP_DEALER ? ", " : "; ");
    else
        flip_text_add(out, "%s: ", seat == FLIP_DEALER ? "Dealer" : name);
    line->words_at = strlen(line->text);
    return line;
}

void flip_story_said(struct flip_story_line *line, const char *name)
{
    if (line->seat != FLIP_DEALER)
        flip_spoken_after_name(line->text, sizeof line->text, line->words_at, name);
    else
        flip_spoken_join_cards(line->text, line->words_at);
}

int flip_story_end(struct flip_story *story, const char *verdict, const char *why)
{
    struct flip_story_line *line = new_line(story);
    if (!line)
        return -1;
    line->seat = FLIP_DEALER;
    line->first_step = line->last_step = story->steps - 1;
    line->phase = story->phase;
    struct flip_text out = flip_text_in(line->text, sizeof line->text);
    flip_text_add(&out, "%s. %s", verdict, why);
    return 0;
}

/* --- of a table ---------------------------------------------------------------------------------------------------------- */

void flip_story_unseen(const struct flip_story_line *line, int count, struct flip_text *out)
{
    const char *what = line->dealt ? "hidden card" : "hidden choice";
    if (count == 1)
        flip_text_add(out, "a %s", what);
    else
        flip_text_add(out, "%d %ss", count, what);
}

/* Counts hidden steps in a row, which are told together. */
static void tell_secret(struct flip_story_line *line)
{
    if (line->secrets++ == 0)
        line->secrets_at = strlen(line->text);
    struct flip_text out = flip_text_in(line->text + line->secrets_at, sizeof line->text - line->secrets_at);
    flip_story_unseen(line, line->secrets, &out);
}

/* The step that comes next on the walk. */
static int tell_step(struct flip_story *story, const struct flip_walk *walk, int owner, enum flip_story_form form)
{
    const struct flip_table *table = walk->table;
    const struct flip_step *step = flip_walk_next(walk);
    struct flip_text out;
    struct flip_story_line *line =
        flip_story_step(story, owner, owner == FLIP_DEALER ? NULL : table->names[owner], form, &out);
    if (!line)
        return -1;
    line->dealt = step->seat == FLIP_DEALER;
    const struct flip_game *game = table->game;
    const bool secret = game->knowledge->secret && !step->outcome && story->viewer != FLIP_ALL &&
                        flip_table_turn(table) &&
                        game->knowledge->secret(table->rules, walk->at.state, step->seat, step->move, story->viewer);
    if (secret) {
        tell_secret(line);
        return 0;
    }
    line->secrets = 0;
    flip_table_step_tell(table, walk->at.state, step, &out);
    if (!line->dealt || owner == FLIP_DEALER)
        flip_story_said(line, owner == FLIP_DEALER ? "" : table->names[owner]);
    return 0;
}

static int tell_ending(struct flip_story *story, const struct flip_table *table)
{
    char verdict[FLIP_ENDING_TEXT], why[FLIP_ENDING_TEXT];
    struct flip_text headline = flip_text_in(verdict, sizeof verdict), rest = flip_text_in(why, sizeof why);
    flip_table_ending(table, FLIP_PUBLIC, &headline, &rest);
    return flip_story_end(story, verdict, why);
}

static void hide_lines(struct flip_story *story, const struct flip_walk *walk)
{
    const struct flip_table *table = walk->table;
    const bool open = table->open && !flip_blind(table->game, table->rules, walk->at.state);
    for (int i = 0; i < story->count; i++) {
        struct flip_story_line *line = &story->lines[i];
        line->hidden = line->seat != FLIP_DEALER && line->seat != story->viewer && line->phase >= story->phase &&
                       !open && story->viewer != FLIP_ALL;
    }
}

int flip_story_tell(struct flip_story *story, const struct flip_table *table, int viewer, int steps,
                    enum flip_story_form form, struct flip_error *error)
{
    struct flip_walk *walk = &story->walk;
    flip_walk_close(walk);
    if (flip_walk_open(walk, table, NULL) < 0)
        goto no_memory;
    if (steps < 0 || steps > table->step_count)
        steps = table->step_count;

    flip_story_restart(story, viewer);
    int owner = FLIP_DEALER; /* a card that comes after a seat's step in the same phase is that seat's */
    while (walk->step < steps) {
        const struct flip_step *step = flip_walk_next(walk);
        if (step->seat != FLIP_DEALER)
            owner = step->seat;
        if (tell_step(story, walk, owner, form) < 0)
            goto no_memory;
        if (flip_walk_on(walk)) {
            story->phase++;
            owner = FLIP_DEALER;
        }
    }
    story->anew = steps;
    const bool ended = steps > 0 && steps == table->step_count && flip_table_turn(table) == 0;
    if (ended && form == FLIP_STORY_GROUPED && tell_ending(story, table) < 0)
        goto no_memory;
    hide_lines(story, walk);
    return 0;

no_memory:
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to tell the story of this game.");
}

void flip_story_free(struct flip_story *story)
{
    free(story->lines);
    flip_walk_close(&story->walk);
    memset(story, 0, sizeof *story);
}
