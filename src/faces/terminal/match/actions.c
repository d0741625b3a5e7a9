/* The list of legal moves. */
#include "faces/terminal/match/match.h"

#include "bots/tutor.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int flip_actions_open(struct flip_actions *actions, struct flip_error *error)
{
    memset(actions, 0, sizeof *actions);
    actions->list = calloc(FLIP_MAX_MOVES, sizeof *actions->list);
    return actions->list ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to list the moves.");
}

void flip_actions_free(struct flip_actions *actions)
{
    free(actions->list);
    memset(actions, 0, sizeof *actions);
}

void flip_actions_clear(struct flip_actions *actions, int seat)
{
    *actions = (struct flip_actions){.list = actions->list, .seat = seat};
}

struct flip_action *flip_actions_add(struct flip_actions *actions)
{
    if (actions->count == FLIP_MAX_MOVES)
        return NULL;
    struct flip_action *action = &actions->list[actions->count++];
    *action = (struct flip_action){0};
    return action;
}

int flip_actions_find(const struct flip_actions *actions, int from, const char *text)
{
    for (int i = from; i < actions->count; i++)
        if (strcmp(actions->list[i].text, text) == 0)
            return i;
    return -1;
}

void flip_actions_hint(struct flip_actions *actions, const struct flip_action *choice)
{
    enum { FLICKS = 5 };
    int at = flip_actions_find(actions, actions->hinted, choice->text);
    struct flip_action best = at < 0 ? *choice : actions->list[at];
    if (at < 0) {
        if (actions->flicks == FLICKS || !flip_actions_add(actions))
            return;
        actions->flicks++;
        at = actions->count - 1;
    }
    best.valued = choice->valued;
    best.value = choice->value;
    memcpy(best.why, choice->why, sizeof best.why);
    struct flip_action *place = &actions->list[actions->hinted];
    memmove(place + 1, place, (size_t)(at - actions->hinted) * sizeof best);
    *place = best;
    actions->hinted++;
}

uint64_t flip_actions_hash(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i] ^ UINT64_C(1469598103934665603)) * UINT64_C(1099511628211);
    return hash;
}

const char *flip_actions_worth(const struct flip_actions *actions, const struct flip_action *action, bool alone)
{
    static const char *const words[FLIP_GRADES] = {"as good", "a bit less", "less", "far less"};
    const struct flip_action *best = actions->list;
    if (!action->valued || !best->valued || actions->hinted == 0)
        return "";
    return action == best ? "best" : words[flip_grade_of(best->value - action->value, alone)];
}

static bool contains(const char *text, const char *word, size_t length)
{
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

bool flip_action_matches(const struct flip_action *action, const char *filter)
{
    while (*filter) {
        while (*filter == ' ')
            filter++;
        const size_t length = strcspn(filter, " ");
        if (length && !contains(action->text, filter, length) && !contains(action->tell, filter, length))
            return false;
        filter += length;
    }
    return true;
}
