/*
 * Hints and the tutor at a server's table. The server thinks while the screen stays responsive and polls for the
 * answer.
 */
#include "faces/terminal/remote/parts.h"

#include "table/spoken.h"

#include <stdio.h>
#include <string.h>

static int fetch(struct flip_remote *remote, int *asked, bool wait, json_t **answer, struct flip_error *error)
{
    const int status = (wait ? flip_wire_await : flip_wire_answer)(remote->wire, *asked, answer, error);
    if (status != 0)
        *asked = 0;
    return status;
}

/* Sends a question and notes its number in `asked`; an older question is forgotten. */
static int ask(struct flip_remote *remote, int *asked, json_t *message, struct flip_error *error)
{
    flip_wire_forget(remote->wire, *asked);
    const int number = flip_wire_send(remote->wire, message, error);
    *asked = number < 0 ? 0 : number;
    return number < 0 ? -1 : 0;
}

/* "hint" or "judge". */
static json_t *question(const struct flip_remote *remote, const char *what, int seat)
{
    return json_pack("{s:s, s:s, s:i}", "do", what, "table", remote->id, "seat", seat);
}

/* --- hints ------------------------------------------------------------------------------------------------------------- */

/* The action that a text of the server stands for: the same text, or the flick that it fills in. */
static int line_of(const struct flip_actions *actions, const char *text)
{
    for (int i = 0; i < actions->count; i++) {
        const size_t length = strlen(actions->list[i].text);
        if (strncmp(actions->list[i].text, text, length) == 0 && (!text[length] || text[length] == ' '))
            return i;
    }
    return -1;
}

static void take_choice(struct flip_actions *actions, const json_t *told)
{
    const char *text = string_of(told, "text");
    int line = flip_actions_find(actions, 0, text);
    if (line < 0)
        line = line_of(actions, text);
    if (line < 0)
        return; /* for a list that has changed meanwhile */
    struct flip_action choice = {
        .move = actions->list[line].move,
        .valued = json_integer_value(at(told, "visits")) > 0,
        .value = json_number_value(at(told, "value")),
    };
    snprintf(choice.text, sizeof choice.text, "%s", text);
    snprintf(choice.tell, sizeof choice.tell, "%s", string_of(told, "tell"));
    snprintf(choice.why, sizeof choice.why, "%s", string_of(told, "why"));
    flip_actions_hint(actions, &choice);
}

int remote_hint(struct flip_match *match, struct flip_actions *actions, bool wait, struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    json_t *answer = NULL, *choice;
    if (!remote->hint_asked || remote->hint_offer != actions->offer) {
        remote->hint_offer = actions->offer;
        if (ask(remote, &remote->hint_asked, question(remote, "hint", actions->seat), error) < 0)
            return -1;
    }
    const int status = fetch(remote, &remote->hint_asked, wait, &answer, error);
    size_t i;
    json_array_foreach((json_t *)at(answer, "choices"), i, choice)
        take_choice(actions, choice);
    json_decref(answer);
    return status;
}

/* --- the tutor --------------------------------------------------------------------------------------------------------- */

/* The verdict, and what would have been better. */
static void verdict_words(const json_t *verdict, char *words, size_t size)
{
    const json_t *better = at(verdict, "better");
    const bool fine = strcmp(string_of(verdict, "word"), "fine") == 0;
    char todo[FLIP_TELL_TEXT];
    snprintf(words, size, better && !fine ? "%s Better: %s." : "%s", string_of(verdict, "sentence"),
             flip_spoken_imperative(string_of(better, "tell"), todo, sizeof todo));
}

int remote_verdict(struct flip_match *match, int seat, bool wait, char *words, size_t size, struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    json_t *answer = NULL;
    words[0] = '\0';
    if (remote->anyway)
        return 1;
    if (!remote->verdict_asked && ask(remote, &remote->verdict_asked, question(remote, "judge", seat), error) < 0)
        return -1;
    const int status = fetch(remote, &remote->verdict_asked, wait, &answer, error);
    if (status > 0)
        verdict_words(at(answer, "verdict"), words, size);
    json_decref(answer);
    return status;
}

/* A blunder is refused once. */
static enum flip_weighing warn(struct flip_remote *remote, const json_t *verdict, const char *text,
                               struct flip_error *why)
{
    char words[FLIP_ERROR_SIZE];
    if (strcmp(string_of(verdict, "word"), "blunder") != 0)
        return FLIP_WEIGHED;
    snprintf(remote->warned_of, sizeof remote->warned_of, "%s", text);
    verdict_words(verdict, words, sizeof words);
    return flip_match_warn(words, why);
}

/* Errors here are reported when the move is made. */
enum flip_weighing remote_weigh(struct flip_match *match, int seat, const struct flip_action *action, bool wait,
                                struct flip_error *why)
{
    struct flip_remote *remote = remote_of(match);
    json_t *answer = NULL;
    if (strcmp(remote->warned_of, action->text) == 0)
        return FLIP_WEIGHED;
    if (!remote->weigh_asked || strcmp(remote->weighed, action->text) != 0) {
        json_t *message = question(remote, "judge", seat);
        json_object_set_new(message, "text", json_string(action->text));
        snprintf(remote->weighed, sizeof remote->weighed, "%s", action->text);
        if (ask(remote, &remote->weigh_asked, message, why) < 0)
            return FLIP_WEIGHED;
    }
    const int status = fetch(remote, &remote->weigh_asked, wait, &answer, why);
    const enum flip_weighing weighed = status == 0  ? FLIP_WEIGHING
                                       : status < 0 ? FLIP_WEIGHED
                                                    : warn(remote, at(answer, "verdict"), action->text, why);
    json_decref(answer);
    return weighed;
}

void remote_tutor_forget(struct flip_remote *remote)
{
    flip_wire_forget(remote->wire, remote->verdict_asked);
    flip_wire_forget(remote->wire, remote->weigh_asked);
    remote->verdict_asked = remote->weigh_asked = 0;
    remote->warned_of[0] = '\0';
}
