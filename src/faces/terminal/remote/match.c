/* A match at a table of a server. */
#include "faces/terminal/remote/parts.h"

#include "table/spoken.h"

#include <ctype.h>
#include <flipside/say.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- the log of a server, as one of the players reads it: a name into "you" --------------------------------------------- */

/* Letters beyond ASCII count too. */
static bool in_word(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

static bool named_at(const char *words, const char *at, const char *own, size_t length)
{
    return length && strncmp(at, own, length) == 0 && (at == words || !in_word(at[-1])) && !in_word(at[length]);
}

/* Is it within a sentence, as in "goes to you" or "Ada and you"? */
static bool within(const char *words, const char *at)
{
    static const char *const before[] = {", ",   " and ",  " to ",   " for ",  " from ",
                                         " of ", " pays ", " with ", " beats "};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const size_t length = strlen(before[i]);
        if ((size_t)(at - words) >= length && strncmp(at - length, before[i], length) == 0)
            return true;
    }
    return false;
}

/* Adapts the verb after "you": "has" becomes "have". Returns the rest. */
static const char *add_verb(const char *at, struct flip_text *out)
{
    char verb[32] = "", said[32];
    const size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
    if (*at != ' ' || length >= sizeof verb || !flip_spoken_starts_with_verb(at + 1))
        return at;
    memcpy(verb, at + 1, length);
    flip_text_add(out, " %s", flip_spoken_imperative(verb, said, sizeof said));
    return at + 1 + length;
}

/* Replaces `own`, the reader's name, by "you": "card 7 (coin) goes to you", "You have no Coin left". No name: the text
   stays as it is. */
static void reader_told(const char *words, const char *own, struct flip_text *out)
{
    const size_t length = strlen(own);
    for (const char *at = words; *at;) {
        if (!named_at(words, at, own, length)) {
            flip_text_put(out, at++, 1);
            continue;
        }
        flip_text_add(out, within(words, at) ? "you" : "You");
        at += length;
        if (strncmp(at, "'s", 2) == 0) {
            flip_text_add(out, "r");
            at += 2;
        }
        at = add_verb(at, out);
    }
}

static flip_set remote_turn(const struct flip_match *match)
{
    const struct flip_remote *remote = remote_of(match);
    return strcmp(flip_remote_status(remote), "running") == 0 ? remote_seats(at(table_of(remote), "to_act")) : 0;
}

/* --- actions ------------------------------------------------------------------------------------------------------------- */

/* The actions of a scene are those of one seat. */
static bool is_for(const struct flip_remote *remote, int seat)
{
    const json_t *viewer = at(remote->scene, "seat");
    return json_is_integer(viewer) && json_integer_value(viewer) == seat;
}

static uint64_t remote_offer(const struct flip_match *match, int seat)
{
    (void)seat;
    uint64_t hash = 0;
    size_t i;
    json_t *action;
    json_array_foreach((json_t *)actions_of(remote_of(match)), i, action) {
        const char *text = string_of(action, "text");
        hash = flip_actions_hash(hash, text, strlen(text) + 1);
    }
    return hash;
}

/* The bits of the moves come with any sheet. */
static bool fetch_moves(struct flip_remote *remote, int seat)
{
    for (int tries = 0; tries < 5 && remote->moves_of != remote->version; tries++)
        remote_sheet(remote, seat, seat, 80, 24, true);
    return remote->moves_of == remote->version && remote->move_count == (int)json_array_size(actions_of(remote));
}

static int score_of(const struct flip_remote *remote, int seat)
{
    const json_t *score = json_array_get(at(at(table_of(remote), "result"), "scores"), (size_t)seat);
    if (!score)
        score = at(json_array_get(at(at(remote->scene, "view"), "seats"), (size_t)seat), "score");
    if (json_is_object(score)) /* with its parts */
        score = at(score, "total");
    return (int)json_integer_value(score);
}

/* The members of an action that are pairs are its open numbers. */
static bool is_open(const json_t *pair)
{
    return json_array_size(pair) == 2 && json_is_number(json_array_get(pair, 0)) &&
           json_is_number(json_array_get(pair, 1));
}

static bool has_open(const json_t *action)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)action, key, value)
        if (is_open(value))
            return true;
    return false;
}

static void remote_actions(struct flip_match *match, int seat, struct flip_actions *out)
{
    struct flip_remote *remote = remote_of(match);
    const bool some = is_for(remote, seat) && json_array_size(actions_of(remote)) && fetch_moves(remote, seat);
    match->lost = !flip_wire_up(remote->wire);
    flip_actions_clear(out, seat);
    out->offer = remote_offer(match, seat);
    for (int i = 0; i < match->seats; i++)
        out->result.score[i] = score_of(remote, i);
    for (int i = 0; some && i < remote->move_count; i++) {
        const json_t *told = json_array_get(actions_of(remote), (size_t)i);
        struct flip_action *action = flip_actions_add(out);
        action->move = remote->moves[i];
        snprintf(action->text, sizeof action->text, "%s", string_of(told, "text"));
        snprintf(action->tell, sizeof action->tell, "%s", string_of(told, "tell"));
        if (match->points && !has_open(told))
            action->gain = int_of(told, "gain");
    }
}

/* Any text is passed on: the server understands it or refuses it. */
static int remote_find(struct flip_match *match, int seat, const char *text, struct flip_action *out,
                       struct flip_error *error)
{
    (void)match, (void)seat;
    if (strlen(text) >= sizeof out->text)
        return flip_fail(error, FLIP_ERROR_ILLEGAL, "'%.60s' is too long for a move.", text);
    *out = (struct flip_action){0};
    snprintf(out->text, sizeof out->text, "%s", text);
    return 0;
}

static const json_t *told_action(const struct flip_remote *remote, const char *text)
{
    size_t i;
    json_t *action;
    json_array_foreach((json_t *)actions_of(remote), i, action)
        if (strcmp(string_of(action, "text"), text) == 0)
            return action;
    return NULL;
}

/* Nobody can aim more precisely than two decimals. */
static int remote_ranges(struct flip_match *match, int seat, const struct flip_action *action,
                         struct flip_range out[FLIP_MAX_RANGES])
{
    (void)seat;
    enum { SCALE = 100, TURN = 360 };
    struct flip_remote *remote = remote_of(match);
    int count = 0;
    const char *key;
    json_t *pair;
    json_object_foreach((json_t *)told_action(remote, action->text), key, pair) {
        if (!is_open(pair) || count == FLIP_MAX_RANGES)
            continue;
        const double from = json_number_value(json_array_get(pair, 0)), to = json_number_value(json_array_get(pair, 1));
        char *name = remote->range_names[count];
        snprintf(name, RANGE_NAME, "%s", key);
        out[count++] = (struct flip_range){.name = name,
                                           .min = (int32_t)lround(from * SCALE),
                                           .max = (int32_t)lround(to * SCALE),
                                           .scale = SCALE,
                                           .turn = to - from > TURN - 1 && to <= TURN ? TURN * SCALE : 0};
    }
    return count;
}

static int remote_fill(struct flip_match *match, int seat, const struct flip_action *action, const int32_t *values,
                       struct flip_action *out, struct flip_error *error)
{
    (void)error;
    struct flip_range ranges[FLIP_MAX_RANGES];
    const int count = remote_ranges(match, seat, action, ranges);
    *out = *action;
    struct flip_text text = flip_text_in(out->text, sizeof out->text);
    flip_text_add(&text, "%s", action->text);
    for (int i = 0; i < count; i++) {
        flip_text_add(&text, " ");
        flip_range_text(&ranges[i], values[i], &text);
    }
    return 0;
}

static int remote_act(struct flip_match *match, int seat, const struct flip_action *action, struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    const bool anyway = remote->warned_of[0] && strcmp(remote->warned_of, action->text) == 0;
    if (remote_tell(remote,
                    json_pack("{s:s, s:s, s:i, s:s, s:I}", "do", "act", "table", remote->id, "seat", seat, "text",
                              action->text, "at", remote_steps(remote)),
                    true, error) < 0)
        return -1;
    remote_tutor_forget(remote);
    remote->anyway = anyway;
    remote_keep(remote);
    return 0;
}

static int remote_undo(struct flip_match *match, int seat, struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    remote_tutor_forget(remote);
    return remote_tell(remote, json_pack("{s:s, s:s, s:i}", "do", "undo", "table", remote->id, "seat", seat), true,
                       error);
}

static bool remote_can_undo(const struct flip_match *match, int seat)
{
    (void)seat;
    return json_is_true(at(remote_of(match)->scene, "can_undo"));
}

/* --- the others -------------------------------------------------------------------------------------------------------- */

static int remote_listen(struct flip_match *match, bool wait, struct flip_error *error)
{
    (void)error;
    enum { MOMENT_MS = 20 };
    struct flip_remote *remote = remote_of(match);
    flip_wire_listen(remote->wire);
    match->lost = !flip_wire_up(remote->wire);
    const flip_set turn = remote_turn(match);
    if (wait && !remote->heard && turn && (match->lost || !(turn & match->people))) {
        nanosleep(&(struct timespec){.tv_nsec = MOMENT_MS * 1000000L}, NULL);
        flip_wire_listen(remote->wire);
        match->lost = !flip_wire_up(remote->wire);
    }
    if (!remote->heard)
        return 0;
    remote->heard = false;
    remote_keep(remote);
    return 1;
}

/* --- what is to be seen ------------------------------------------------------------------------------------------------ */

static void draw_row(struct flip_canvas *canvas, int y, const json_t *runs)
{
    size_t i;
    json_t *run;
    json_array_foreach((json_t *)runs, i, run) {
        const char *text = json_string_value(json_array_get(run, 2));
        const json_int_t style = json_integer_value(json_array_get(run, 1));
        flip_canvas_put(canvas, (int)json_integer_value(json_array_get(run, 0)), y,
                        style >= 0 && style < FLIP_STYLES ? (enum flip_style)style : FLIP_PLAIN, "%s",
                        text ? text : "");
    }
}

static void remote_draw(struct flip_match *match, int viewer, int seat, struct flip_canvas *canvas)
{
    const json_t *sheet = remote_sheet(remote_of(match), viewer, seat, canvas->width, canvas->height, false);
    size_t i;
    json_t *row, *spot;
    json_array_foreach((json_t *)at(sheet, "rows"), i, row)
        draw_row(canvas, (int)i, row);
    json_array_foreach((json_t *)at(sheet, "spots"), i, spot) {
        int place[4];
        for (size_t j = 0; j < 4; j++)
            place[j] = (int)json_integer_value(json_array_get(spot, j));
        const char *said = json_string_value(json_array_get(spot, 6));
        if (said && canvas->note_count < FLIP_MAX_NOTES)
            flip_canvas_note(canvas, place[0], place[1], place[2], place[3], "%s", said);
        else
            flip_canvas_spot(canvas, place[0], place[1], place[2], place[3], remote_bits(json_array_get(spot, 4)),
                             remote_bits(json_array_get(spot, 5)));
    }
}

/* An older server refuses this request; the caller then draws the sheet. */
static int remote_read(struct flip_match *match, int viewer, int seat, struct flip_action *aim, struct flip_text *out,
                       struct flip_error *why)
{
    struct flip_remote *remote = remote_of(match);
    json_t *answer = NULL, *message = json_pack("{s:s, s:s, s:i}", "do", "read", "table", remote->id, "shown", seat);
    if (viewer < match->seats)
        json_object_set_new(message, "seat", json_integer(viewer));
    if (aim)
        json_object_set_new(message, "aim", json_string(aim->text));
    if (flip_wire_ask(remote->wire, message, &answer, why) < 0)
        return aim && why->code != FLIP_ERROR_BAD_MESSAGE ? -1 : 0;
    const char *words = json_string_value(at(answer, "words"));
    flip_text_add(out, "%s", words ? words : "");
    if (aim && !aim->tell[0])
        snprintf(aim->tell, sizeof aim->tell, "%s", string_of(answer, "tell"));
    const bool has = words != NULL;
    json_decref(answer);
    return has;
}

static json_t *remote_view(const struct flip_match *match, int viewer)
{
    (void)viewer;
    return json_incref((json_t *)at(remote_of(match)->scene, "view"));
}

/* An older server only says who won. */
static void add_verdict(const struct flip_match *match, json_t *told)
{
    struct flip_result result = {.over = true, .winners = remote_seats(at(told, "winners"))};
    struct flip_names names = {.you = -1};
    char verdict[FLIP_ENDING_TEXT];
    struct flip_text out = flip_text_in(verdict, sizeof verdict);
    for (int seat = 0; seat < match->seats; seat++) {
        result.score[seat] = score_of(remote_of(match), seat);
        snprintf(names.name[seat], sizeof names.name[seat], "%s", match->names[seat]);
        if (strcmp(match->names[seat], "You") == 0)
            names.you = seat;
    }
    flip_say_verdict(&names, &result, match->seats, match->points, &out);
    json_object_set_new(told, "verdict", json_string(verdict));
}

static json_t *remote_result(const struct flip_match *match)
{
    const struct flip_remote *remote = remote_of(match);
    json_t *told = json_copy((json_t *)at(table_of(remote), "result"));
    const bool over = json_is_object(told);
    if (!over) {
        json_decref(told);
        told = json_object();
        json_t *scores = json_array();
        for (int seat = 0; seat < match->seats; seat++)
            json_array_append_new(scores, json_integer(score_of(remote, seat)));
        json_object_set_new(told, "scores", scores);
    }
    json_object_set_new(told, "over", json_boolean(over));
    json_object_set_new(told, "points", json_boolean(match->points));
    if (over && !string_of(told, "verdict")[0])
        add_verdict(match, told);
    return told;
}

static int tell_ending(const struct flip_match *match, struct flip_story *story)
{
    json_t *result = remote_result(match);
    const int failed = json_is_true(at(result, "over"))
                           ? flip_story_end(story, string_of(result, "verdict"), flip_outcome_why(result))
                           : 0;
    json_decref(result);
    return failed;
}

/* The name of the person at this keyboard at the server; "" if there is none or several. */
static const char *own_name(const struct flip_match *match)
{
    if (flip_set_count(match->people) != 1)
        return "";
    const json_t *seats = at(table_of(remote_of(match)), "seats");
    return string_of(json_array_get(seats, (size_t)flip_set_first(match->people)), "name");
}

/* A seat at the table, or FLIP_DEALER. */
static int seat_at(const struct flip_match *match, const json_t *seat)
{
    const json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
    return number >= 0 && number < match->seats ? (int)number : FLIP_DEALER;
}

/* Adds a line of the log. What is dealt to a seat continues that seat's line. An older server has no phases, so every
   step stands alone. */
static int tell_line(const struct flip_match *match, const json_t *told, enum flip_story_form form,
                     struct flip_story *story)
{
    const json_t *of = at(told, "of"), *phase = at(told, "phase");
    const int owner = seat_at(match, of ? of : at(told, "seat"));
    const char *name = owner == FLIP_DEALER ? "" : match->names[owner];
    struct flip_text out;
    story->phase = phase ? (int)json_integer_value(phase) : story->phase + 1;
    struct flip_story_line *line = flip_story_step(story, owner, name, form, &out);
    if (!line)
        return -1;
    line->dealt = seat_at(match, at(told, "seat")) == FLIP_DEALER;
    reader_told(string_of(told, "tell"), own_name(match), &out);
    if (!line->dealt || owner == FLIP_DEALER)
        flip_story_said(line, name);
    return 0;
}

/* The log in the server's words, without anything hidden. */
static int remote_story(struct flip_match *match, int viewer, enum flip_story_form form, struct flip_story *story,
                        struct flip_error *error)
{
    struct flip_remote *remote = remote_of(match);
    flip_story_restart(story, viewer);
    size_t i;
    json_t *told;
    json_array_foreach(remote->log, i, told)
        if (tell_line(match, told, form, story) < 0)
            goto no_memory;
    story->anew = remote->told_from;
    remote->told_from = story->steps;
    if (form == FLIP_STORY_GROUPED && story->steps && !remote_turn(match) && tell_ending(match, story) < 0)
        goto no_memory;
    return 0;

no_memory:
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to tell the story of this game.");
}

/* --- the rest ---------------------------------------------------------------------------------------------------------- */

/* As the server gives it to anybody. */
static char *remote_record(const struct flip_match *match, struct flip_error *error)
{
    const struct flip_remote *remote = remote_of(match);
    json_t *record = NULL;
    char path[96];
    snprintf(path, sizeof path, "/api/tables/%.63s/record", remote->id);
    if (flip_wire_request(remote->wire, path, NULL, &record, error) < 0)
        return NULL;
    char *text = json_dumps(record, JSON_INDENT(1));
    if (!text)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to write the record.");
    json_decref(record);
    return text;
}

static void remote_close(struct flip_match *match)
{
    struct flip_remote *remote = remote_of(match);
    for (int i = 0; i < SHEETS; i++)
        json_decref(remote->sheets[i].json);
    json_decref(remote->scene);
    json_decref(remote->log);
    json_decref(remote->news);
    flip_social_free(&remote->social);
    flip_wire_close(remote->wire);
    free(remote);
}

const struct flip_match_calls remote_calls = {
    .turn = remote_turn,
    .actions = remote_actions,
    .offer = remote_offer,
    .find = remote_find,
    .ranges = remote_ranges,
    .fill = remote_fill,
    .weigh = remote_weigh,
    .act = remote_act,
    .undo = remote_undo,
    .can_undo = remote_can_undo,
    .hint = remote_hint,
    .verdict = remote_verdict,
    .listen = remote_listen,
    .draw = remote_draw,
    .read = remote_read,
    .story = remote_story,
    .view = remote_view,
    .result = remote_result,
    .talk = remote_talk,
    .heard = remote_heard,
    .older = remote_older,
    .record = remote_record,
    .close = remote_close,
};
