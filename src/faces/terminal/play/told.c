/* What the screen and the dialogue tell in the same words: how everybody stands, and what there is to reach. */
#include "faces/terminal/play/play.h"

#include <ctype.h>

const char flip_told_kept_by_server[] = "The game stays on the server: 'quit' leaves it, 'offer end' offers to end it.";

void flip_told_scores(struct flip_match *match, const struct flip_actions *actions, struct flip_text *out)
{
    if (!match->points) {
        flip_match_scores(match, out);
        return;
    }
    for (int seat = 0; seat < match->seats; seat++)
        flip_text_add(out, "Seat %d, %s: %d point%s\n", seat + 1, match->names[seat], actions->result.score[seat],
                      actions->result.score[seat] == 1 ? "" : "s");
}

/* Progress as a view has it: words, or an object with words for each part. */
static void add_progress(const json_t *progress, struct flip_text *out)
{
    size_t i;
    json_t *part;
    if (json_is_string(progress))
        flip_text_add(out, "; as it stands, %s", json_string_value(progress));
    json_array_foreach((json_t *)progress, i, part) {
        const char *words = json_string_value(json_object_get(part, "words"));
        flip_text_add(out, "%s%s", words ? "; " : "", words ? words : "");
    }
}

/* "Lawmen: eliminate four outlaws", and how far everybody is. */
bool flip_told_goals(const struct flip_match *match, int viewer, bool progress, struct flip_text *out)
{
    const char *name;
    json_t *words, *view = match->calls->view(match, viewer), *goals = json_object_get(view, "goals");
    const bool any = json_object_size(goals) > 0;
    json_object_foreach(goals, name, words) {
        if (!json_is_string(words))
            continue;
        flip_text_add(out, "%c%s: %s", toupper((unsigned char)name[0]), name + 1, json_string_value(words));
        if (progress)
            add_progress(json_object_get(json_object_get(view, "progress"), name), out);
        flip_text_add(out, ".\n");
    }
    json_decref(view);
    return any;
}
