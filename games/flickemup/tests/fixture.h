/* A table of Flick 'em Up! for tests: moves by text, outcomes by hand, the state to look at. No physics. */
#ifndef FLIPSIDE_TESTS_FLICKEMUP_FIXTURE_H
#define FLIPSIDE_TESTS_FLICKEMUP_FIXTURE_H

#include "support.h"
#include "table/table.h"

#include "games/flickemup/flickemup.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { L1, L2, L3, L4, L5, O1, O2, O3, O4, O5, W1, W2 };
enum { SHERIFF, BANK, SALOON, STORE, HALL, UNDERTAKER };

static struct flip_table *fixture;

static inline void sit_with(const char *scenario, int seats, const char *hand, const struct flip_edition *edition)
{
    struct flip_table_def def = flip_table_defaults(&flip_flickemup);
    def.seats = seats;
    def.world = (struct flip_world){0};
    def.edition = edition;
    must(flip_options_set(&flip_flickemup, &def.options, "scenario", scenario, &problem));
    must(flip_options_set(&flip_flickemup, &def.options, "hand", hand, &problem));
    fixture = flip_table_open(&def, &problem);
    if (!fixture)
        fail_msg("%s", problem.message);
}

static inline void sit(const char *scenario, int seats) { sit_with(scenario, seats, "exact", NULL); }

static inline void stand_up(void)
{
    flip_table_close(fixture);
    fixture = NULL;
}

/* Written to by tests that set a position up. */
static inline struct flickemup_state *at(void) { return fixture->now.state; }
static inline const struct flickemup_rules *book(void) { return fixture->rules; }
static inline const struct flickemup_figure *who(int figure) { return &at()->figure[figure]; }
static inline bool inside(int figure, int building) { return who(figure)->where == FLICKEMUP_INSIDE + building; }
static inline int deciding(void) { return flip_set_first(flip_table_turn(fixture)); }

static inline void act(const char *text) { play(fixture, deciding(), text); }

/* A flick with its outcome. Apostrophes stand for quotation marks. */
static inline int try_flick(const char *text, const char *outcome)
{
    char json[2000];
    snprintf(json, sizeof json, "%s", outcome);
    for (char *c = json; *c; c++)
        if (*c == '\'')
            *c = '"';
    const char *const rig[] = {json};
    must(flip_table_rig(fixture, rig, 1, &problem));
    const int status = try_play(fixture, deciding(), text);
    must(flip_table_rig(fixture, NULL, 0, NULL));
    return status;
}

static inline void flick(const char *text, const char *outcome)
{
    if (try_flick(text, outcome) < 0)
        fail_msg("'%s' with %s: %s", text, outcome, problem.message);
}

static inline void refuse(const char *text, const char *reason)
{
    if (try_play(fixture, deciding(), text) == 0)
        fail_msg("'%s' should have been refused", text);
    if (!strstr(problem.message, reason))
        fail_msg("'%s' was refused by '%s', not by '%s'", text, problem.message, reason);
}

static inline bool offers(const char *text)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = flip_table_moves(fixture, deciding(), moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++) {
        char name[FLIP_MOVE_TEXT];
        struct flip_text out = flip_text_in(name, sizeof name);
        fixture->game->words->text(fixture->rules, fixture->now.state, deciding(), moves[i], &out);
        if (strcmp(name, text) == 0)
            return true;
    }
    return false;
}

static inline const char *ruling(void)
{
    static char words[256];
    struct flip_text out = flip_text_in(words, sizeof words);
    flickemup_say(book(), &at()->verdict, &out);
    return words;
}

/* Plays, and returns the last step in words, as the log has it. */
static inline const char *step_told(void (*step)(const char *text, const char *outcome), const char *text,
                                    const char *outcome)
{
    static char words[FLIP_STEP_TEXT];
    const struct flickemup_state before = *at();
    const int steps = fixture->step_count;
    step(text, outcome);
    const struct flip_step *last = &fixture->steps[fixture->step_count - 1];
    struct flickemup_state then = before;
    if (last->outcome && fixture->step_count == steps + 2) /* the outcome is judged when the flick has been made */
        flickemup_apply(book(), &then, fixture->steps[steps].seat, fixture->steps[steps].move);
    struct flip_text out = flip_text_in(words, sizeof words);
    flip_table_step_tell(fixture, &then, last, &out);
    return words;
}

static inline void just_act(const char *text, const char *outcome)
{
    (void)outcome;
    act(text);
}

static inline void assert_place(int piece, double x, double y)
{
    const struct flip_pose *pose = &at()->pose[piece];
    if (abs(pose->x - (int)(x * 100)) > 2 || abs(pose->y - (int)(y * 100)) > 2)
        fail_msg("%s is at %.2f, %.2f and not at %.2f, %.2f", flickemup_piece_names[piece], pose->x / 100.0,
                 pose->y / 100.0, x, y);
}

static inline void put(int figure, double x, double y, double degrees)
{
    at()->figure[figure].where = FLICKEMUP_ON_TABLE;
    at()->figure[figure].fallen = false;
    at()->pose[figure] =
        flickemup_standing(figure, (int32_t)(x * 100), (int32_t)(y * 100), flip_angle((int32_t)(degrees * 100)));
}

static inline void put_inside(int figure, int building)
{
    at()->figure[figure].where = (uint8_t)(FLICKEMUP_INSIDE + building);
}

/* Passes turns until this cowboy can be played, and plays it. */
static inline void turn_of(const char *cowboy)
{
    char text[20];
    snprintf(text, sizeof text, "play %s", cowboy);
    const int team = cowboy[0] == 'O';
    for (int guard = 0; guard < 200; guard++) {
        if (flip_table_turn(fixture) == 0)
            fail_msg("the game is over before %s is played", cowboy);
        if (at()->stage == FLICKEMUP_CHOOSING && at()->team == team && offers(text)) {
            act(text);
            return;
        }
        if (at()->stage != FLICKEMUP_CHOOSING) {
            act("end");
            continue;
        }
        /* Any hat but the wanted one. */
        flip_move moves[16];
        const int count = flip_table_moves(fixture, deciding(), moves, 16);
        must(flip_table_act(fixture, deciding(), moves[count - 1], &problem));
    }
    fail_msg("%s never comes", cowboy);
}

/// A scenario with one key of its file changed.
static inline struct flip_edition *changed(const char *scenario, const char *key, const char *json)
{
    char path[400];
    snprintf(path, sizeof path, "%s/games/flickemup/data/%s.json", getenv("FLIPSIDE_SOURCE_ROOT"), scenario);
    json_t *root = json_load_file(path, 0, NULL);
    assert_non_null(root);
    json_object_set_new(root, key, json_loads(json, JSON_DECODE_ANY, NULL));
    char *text = json_dumps(root, 0);
    struct flip_edition *edition = flip_edition_parse(&flip_flickemup, text, strlen(text), "changed", &problem);
    if (!edition)
        fail_msg("%s", problem.message);
    free(text);
    json_decref(root);
    return edition;
}

#endif
