/*
 * An analysis as JSON, and back. Beside the numbers for people every moment and every choice has its `tally`: what it takes to go on.
 * What is read back may come from anybody: it must belong to the same game, name legal moves, and hold numbers that can be right.
 */
#include "analysis/parts.h"
#include "bots/tutor.h"
#include "table/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT = 1, MOST_COUNT = 100000000, STRETCH_TEXT = 400, FIELDS_TEXT = 2000, THEME_TEXT = 80 };

static const char both_sides[] = "both_sides"; /* of a game that judges: moments were seen with the eyes of both */
static const char places[] =
    "places"; /* of another game: all futures of a place are its first moment's, with the same cards until the next card */

/* What an analysis without this word measured is measured again. */
static const char *measured_word(const struct flip_analysis *analysis)
{
    return analysis_judged(analysis) ? both_sides : places;
}

/* --- writing -------------------------------------------------------------------------------------------------------------- */

/* Points with two places behind the point, shares with four. */
static json_t *rounded(const struct flip_analysis *analysis, double value)
{
    const double unit = analysis->alone ? 100 : 10000;
    return isfinite(value) ? json_real(round(value * unit) / unit) : json_null();
}

/* Sentences are cut where they no longer fit, perhaps inside a character. */
static json_t *words(const char *text)
{
    size_t length = strlen(text);
    json_t *out = NULL;
    while (!out && length > 0)
        out = json_stringn(text, length--);
    return out ? out : json_string("");
}

static json_t *move_words(const struct flip_position *at, int seat, flip_move move, bool tell)
{
    char text[FLIP_STEP_TEXT];
    struct flip_text out = flip_text_in(text, sizeof text);
    (tell ? at->game->words->tell : at->game->words->text)(at->rules, at->state, seat, move, &out);
    return words(text);
}

/* The fields of a move, as a board lights it up; NULL: there is no room for them. */
static json_t *move_fields(const struct flip_position *at, int seat, flip_move move)
{
    char text[FIELDS_TEXT];
    struct flip_json json = flip_json_in(text, sizeof text);
    flip_json_open(&json, NULL, '{');
    at->game->words->fields(at->rules, at->state, seat, move, &json);
    flip_json_close(&json);
    return flip_text_fits(&json.text) ? json_loadb(text, json.text.length, 0, NULL) : NULL;
}

static json_t *tally_of_moment(const struct flip_analysis *analysis, const struct flip_moment *moment)
{
    json_t *out = json_pack("[i]", (int)moment->count);
    for (int seat = 0; seat < analysis->seats; seat++) {
        json_array_append_new(out, json_real(moment->sum[seat]));
        json_array_append_new(out, json_real(moment->squares[seat]));
    }
    return out;
}

/* Is it the first moment of a place that meets the same cards as others? */
static bool has_parts(const struct flip_analysis *analysis, int index)
{
    const struct flip_moment *moment = &analysis->moment[index];
    int next = index + 1;
    if (analysis_judged(analysis) || moment->actor < 0 || moment->place != index)
        return false;
    while (analysis->moment[next].place == index)
        next++;
    return moment->since != moment->step || analysis->moment[next].since == moment->since;
}

static json_t *parts_of_moment(const struct flip_analysis *analysis, const struct flip_moment *moment)
{
    json_t *out = json_array();
    for (int i = 0; i < FLIP_MOMENT_PARTS * analysis->seats; i++) {
        const double part = moment->part[i / analysis->seats][i % analysis->seats];
        json_array_append_new(out, part == floor(part) ? json_integer((json_int_t)part) : json_real(part));
    }
    return out;
}

/* What happens from one moment to the next, in words; the walk goes on to there. */
static json_t *stretch_words(const struct flip_analysis *analysis, struct flip_walk *walk, int end)
{
    char text[STRETCH_TEXT], step_text[FLIP_STEP_TEXT];
    struct flip_text out = flip_text_in(text, sizeof text);
    for (const struct flip_step *step; walk->step < end && (step = flip_walk_next(walk)); flip_walk_on(walk)) {
        struct flip_text told = flip_text_in(step_text, sizeof step_text);
        flip_table_step_tell(analysis->table, walk->at.state, step, &told);
        flip_text_add(&out, "%s%s", out.length ? "; " : "", step_text);
    }
    return words(text);
}

static json_t *moment_json(const struct flip_analysis *analysis, const struct flip_curve *curve, int index,
                           struct flip_walk *walk)
{
    const struct flip_moment *moment = &analysis->moment[index];
    const bool measured =
        moment->flick ? analysis->decision[moment->flick - 1].looked > 0 : analysis->moment[moment->place].count > 0;
    json_t *value = json_array(), *error = json_array();
    for (int seat = 0; seat < analysis->seats; seat++) {
        const struct flip_estimate worth = flip_curve_value(curve, index, seat);
        json_array_append_new(value, rounded(analysis, measured ? worth.value : NAN));
        json_array_append_new(error, rounded(analysis, 1.96 * worth.error));
    }
    json_t *out = json_pack("{s:i,s:b,s:o,s:o,s:o}", "step", moment->step, "chance", moment->chance, "value", value,
                            "interval", error, "tally", tally_of_moment(analysis, moment));
    if (has_parts(analysis, index))
        json_object_set_new(out, "parts", parts_of_moment(analysis, moment));
    if (moment->actor >= 0 && moment->actor != FLIP_DEALER)
        json_object_set_new(out, "seat", json_integer(moment->actor));
    if (index + 1 < analysis->moments) {
        json_t *jump = json_array();
        for (int seat = 0; seat < analysis->seats; seat++)
            json_array_append_new(jump, rounded(analysis, 1.96 * flip_curve_jump(curve, index, seat).error));
        json_object_set_new(out, "jump_interval", jump);
        json_object_set_new(out, "tell", stretch_words(analysis, walk, analysis->moment[index + 1].step));
    }
    return out;
}

static json_t *choice_json(const struct flip_analysis *analysis, const struct flip_decision *decision, int index,
                           const struct flip_position *at)
{
    const struct flip_weighed *choice = &decision->choice[index];
    const struct flip_estimate value = flip_choice_value(decision, index), lead = flip_choice_lead(decision, index);
    char move[20];
    snprintf(move, sizeof move, "%" PRIx64, choice->move);
    json_t *tally = json_pack("[s,i,f,f,f,f,b]", move, (int)choice->count, choice->sum, choice->squares, choice->lead,
                              choice->lead_squares, choice->out);
    json_t *out =
        json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "text", move_words(at, decision->seat, choice->move, false), "tell",
                  move_words(at, decision->seat, choice->move, true), "value", rounded(analysis, value.value),
                  "interval", rounded(analysis, 1.96 * value.error), "lead", rounded(analysis, lead.value),
                  "lead_interval", rounded(analysis, 1.96 * lead.error), "tally", tally);
    if (choice->why[0])
        json_object_set_new(out, "why", words(choice->why));
    return out;
}

static void add_theme(const struct flip_decision *decision, const struct flip_position *at, json_t *out)
{
    char text[THEME_TEXT];
    struct flip_text theme = flip_text_in(text, sizeof text);
    flip_theme(at, decision->seat, decision->choice[0].move, &theme);
    if (text[0])
        json_object_set_new(out, "theme", words(text));
}

/* What it takes to explain a costly decision, and to try it again on the board. */
static void add_lesson(const struct flip_decision *decision, int best, const struct flip_position *at, json_t *out)
{
    char text[FLIP_REASON];
    struct flip_text reason = flip_text_in(text, sizeof text);
    flip_reason(at, decision->seat, decision->choice[0].move, decision->choice[best].move, &reason);
    if (text[0])
        json_object_set_new(out, "reason", words(text));
    for (int i = 0; i < decision->count; i++) {
        json_t *fields = move_fields(at, decision->seat, decision->choice[i].move);
        if (fields)
            json_object_set_new(json_array_get(json_object_get(out, "choices"), (size_t)i), "fields", fields);
    }
}

static json_t *decision_json(const struct flip_analysis *analysis, const struct flip_decision *decision,
                             const struct flip_position *at)
{
    json_t *choices = json_array();
    for (int i = 0; i < decision->count; i++)
        json_array_append_new(choices, choice_json(analysis, decision, i, at));
    const int best = flip_decision_best(decision);
    const enum flip_grade grade = flip_decision_grade(analysis, decision);
    json_t *out = json_pack("{s:i,s:i,s:i,s:f,s:o}", "step", decision->step, "seat", decision->seat, "looked",
                            decision->looked, "doubt", decision->doubt, "choices", choices);
    if (!decision->looked)
        return out;
    add_theme(decision, at, out);
    json_object_set_new(out, "best", json_integer(best));
    json_object_set_new(out, "loss", rounded(analysis, flip_decision_loss(decision)));
    json_object_set_new(out, "grade", json_string(decision->count < 2 || best == 0 ? "best" : flip_grade_word(grade)));
    if (flip_decision_open(analysis, decision))
        json_object_set_new(out, "open", json_true());
    if (grade > FLIP_FINE && best != 0)
        add_lesson(decision, best, at, out);
    if (decision->judged)
        json_object_set_new(out, "judged", json_pack("[f]", decision->loss));
    return out;
}

static json_t *tenths(double value) { return json_real(round(value * 10) / 10); }

/* How well the sums are known; nothing where nobody can say. */
static void add_intervals(const struct flip_analysis *analysis, const struct flip_player_summary *played, json_t *out)
{
    if (!isfinite(played->luck_error))
        return;
    json_object_set_new(out, "expected_interval", rounded(analysis, 1.96 * played->expected_error));
    json_object_set_new(out, "luck_interval", rounded(analysis, 1.96 * played->luck_error));
    json_object_set_new(out, "skill_interval", rounded(analysis, 1.96 * played->skill_error));
    json_object_set_new(out, "others_interval", rounded(analysis, 1.96 * played->others_error));
}

static int open_decisions(const struct flip_curve *curve, int seat)
{
    const struct flip_analysis *analysis = flip_curve_of(curve);
    int count = 0;
    for (int i = 0; i < analysis->decisions; i++) {
        const struct flip_decision told = flip_curve_decision(curve, i);
        count += told.seat == seat && told.looked && flip_decision_open(analysis, &told);
    }
    return count;
}

static json_t *player_json(const struct flip_analysis *analysis, struct flip_curve *curve, int seat)
{
    struct flip_player_summary played;
    flip_analysis_player(curve, seat, &played);
    json_t *out = json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:i,s:i,s:i,s:i,s:i}", "seat", seat, "name",
                            words(flip_table_name(analysis->table, seat)), "expected",
                            rounded(analysis, played.expected), "luck", rounded(analysis, played.luck), "skill",
                            rounded(analysis, played.skill), "others", rounded(analysis, played.others), "result",
                            rounded(analysis, played.result), "loss", rounded(analysis, played.loss), "decisions",
                            played.decisions, "best", played.best, "slips", played.graded[FLIP_SLIP], "mistakes",
                            played.graded[FLIP_MISTAKE], "blunders", played.graded[FLIP_BLUNDER]);
    json_object_set_new(out, "open", json_integer(open_decisions(curve, seat)));
    add_intervals(analysis, &played, out);
    if (played.placed) {
        json_object_set_new(out, "level", tenths(played.level));
        json_object_set_new(out, "level_range",
                            json_pack("[o,o]", tenths(played.least_level), tenths(played.most_level)));
        json_object_set_new(out, "accuracy", tenths(played.accuracy));
    }
    return out;
}

static int no_memory(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for an analysis.");
}

json_t *flip_analysis_json(const struct flip_analysis *analysis, enum flip_precision precision,
                           struct flip_error *error)
{
    const struct flip_table *table = analysis->table;
    struct flip_walk walk;
    char seed[20];
    struct flip_curve *curve = flip_curve_open(analysis);
    if (!curve) {
        no_memory(error);
        return NULL;
    }
    if (flip_walk_open(&walk, table, error) < 0) {
        flip_curve_close(curve);
        return NULL;
    }
    json_t *moments = json_array(), *decisions = json_array(), *players = json_array();
    for (int i = 0; i < analysis->moments; i++)
        json_array_append_new(moments, moment_json(analysis, curve, i, &walk));
    flip_walk_restart(&walk);
    for (int i = 0; i < analysis->decisions; i++) {
        const struct flip_decision told = flip_curve_decision(curve, i);
        flip_walk_to(&walk, told.step);
        json_array_append_new(decisions, decision_json(analysis, &told, &walk.at));
    }
    flip_walk_close(&walk);
    for (int seat = 0; seat < analysis->seats; seat++)
        json_array_append_new(players, player_json(analysis, curve, seat));
    flip_curve_close(curve);
    snprintf(seed, sizeof seed, "%016" PRIx64, analysis_seed(analysis));
    json_t *out =
        json_pack("{s:i,s:s,s:s,s:i,s:s,s:f,s:s,s:o,s:o,s:o}", "format", FORMAT, "game", table->game->id, "seed", seed,
                  "steps", table->step_count, "precision", flip_precision_word(precision), "progress",
                  floor(flip_analysis_done(analysis, precision) * 1000) / 1000, "unit",
                  analysis->alone ? "points" : "share", "players", players, "moments", moments, "decisions", decisions);
    if (!out)
        no_memory(error);
    else
        json_object_set_new(out, measured_word(analysis), json_true());
    return out;
}

/* --- one more move ------------------------------------------------------------------------------------------------------- */

static int decision_at(const struct flip_analysis *analysis, int step)
{
    for (int i = 0; i < analysis->decisions; i++)
        if (analysis->decision[i].step == step && analysis->decision[i].looked)
            return i;
    return -1;
}

json_t *flip_analysis_try(const struct flip_analysis *analysis, struct flip_analyst *analyst, int step, flip_move move,
                          struct flip_error *error)
{
    const int decision = decision_at(analysis, step);
    if (decision < 0) {
        flip_fail(error, FLIP_ERROR_EMPTY, "No decision at this place has been analysed.");
        return NULL;
    }
    struct flip_curve *curve = flip_curve_open(analysis);
    if (!curve) {
        no_memory(error);
        return NULL;
    }
    struct flip_decision shown = flip_curve_decision(curve, decision);
    flip_curve_close(curve);
    int place = 0;
    while (place < shown.count && shown.choice[place].move != move)
        place++;
    if (place == shown.count) {
        place = shown.count = 1;
        if (decision_try(analysis, &analysis->decision[decision], analyst, move, &shown.choice[shown.count++], error) <
            0)
            return NULL;
    }
    analyst_go(analyst, step);
    return choice_json(analysis, &shown, place, &analyst->walk.at);
}

/* --- reading -------------------------------------------------------------------------------------------------------------- */

static int other_game(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_CHANGED, "The saved analysis belongs to another game.");
}

static int broken(const char *what, struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_BAD_RECORD, "The saved analysis is broken: %s.", what);
}

static bool read_count(const json_t *value, uint32_t *out)
{
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > MOST_COUNT)
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool read_number(const json_t *value, double *out)
{
    *out = json_number_value(value);
    return json_is_number(value) && isfinite(*out) && fabs(*out) < 1e12;
}

static bool read_parts(const struct flip_analysis *analysis, const json_t *saved, struct flip_moment *out)
{
    const size_t seats = (size_t)analysis->seats;
    double part = 0;
    bool good = json_array_size(saved) == FLIP_MOMENT_PARTS * seats;
    for (size_t i = 0; i < FLIP_MOMENT_PARTS * seats && good; i++) {
        good = read_number(json_array_get(saved, i), &part);
        out->part[i / seats][i % seats] = (float)part;
    }
    return good;
}

static int resume_moment(const struct flip_analysis *analysis, int index, const json_t *saved, struct flip_error *error)
{
    struct flip_moment *moment = &analysis->moment[index];
    const json_t *tally = json_object_get(saved, "tally");
    struct flip_moment found = *moment;
    if (json_integer_value(json_object_get(saved, "step")) != moment->step)
        return other_game(error);
    bool good =
        json_array_size(tally) == 1 + 2 * (size_t)analysis->seats && read_count(json_array_get(tally, 0), &found.count);
    for (int seat = 0; seat < analysis->seats && good; seat++)
        good = read_number(json_array_get(tally, 1 + 2 * (size_t)seat), &found.sum[seat]) &&
               read_number(json_array_get(tally, 2 + 2 * (size_t)seat), &found.squares[seat]);
    const json_t *parts = has_parts(analysis, index) ? json_object_get(saved, "parts") : NULL;
    if (good && parts)
        good = read_parts(analysis, parts, &found);
    if (!good)
        return broken("the tally of a moment is missing or wrong", error);
    /* Without its parts nobody could say how well a moment is known: then it is measured again. */
    if (moment->actor >= 0 && moment->place == index && (parts || !has_parts(analysis, index)))
        *moment = found;
    return 0;
}

static bool is_legal(const struct flip_position *at, int seat, flip_move move, flip_move *moves)
{
    const struct flip_game_rules *rules = at->game->rules;
    struct flip_error why;
    if (rules->legal)
        return rules->legal(at->rules, at->state, seat, move, &why);
    const int count = rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static bool read_choice(const json_t *saved, struct flip_weighed *out)
{
    const json_t *tally = json_object_get(saved, "tally");
    const char *move = json_string_value(json_array_get(tally, 0));
    const char *why = json_string_value(json_object_get(saved, "why"));
    char *end = NULL;
    *out = (struct flip_weighed){0};
    if (json_array_size(tally) != 7 || !move || !move[0])
        return false;
    out->move = strtoull(move, &end, 16);
    out->out = json_is_true(json_array_get(tally, 6));
    if (why)
        snprintf(out->why, sizeof out->why, "%.*s", FLIP_WHY - 1, why);
    return *end == '\0' && read_count(json_array_get(tally, 1), &out->count) &&
           read_number(json_array_get(tally, 2), &out->sum) && read_number(json_array_get(tally, 3), &out->squares) &&
           read_number(json_array_get(tally, 4), &out->lead) &&
           read_number(json_array_get(tally, 5), &out->lead_squares);
}

static bool read_judged(const json_t *judged, struct flip_decision *out)
{
    out->judged = true;
    return read_number(json_array_get(judged, 0), &out->loss);
}

/* Several tries between which nothing differs: an older version did not keep by how much they do. */
static bool has_no_spread(const struct flip_weighed *choice)
{
    const double mean = choice->count ? choice->sum / choice->count : 0;
    return choice->count > 1 && choice->squares <= choice->sum * mean * (1 + 1e-9);
}

/* A decision that the game judged before it said how sure that is, is judged again; one try of an exact hand is certain. */
static void judge_again(struct flip_analysis *analysis)
{
    for (int i = 0; i < analysis->decisions; i++) {
        struct flip_decision *decision = &analysis->decision[i];
        bool unsure = false;
        for (int j = 0; j < decision->count && decision->judged; j++)
            unsure = unsure || has_no_spread(&decision->choice[j]);
        if (unsure)
            *decision =
                (struct flip_decision){.step = decision->step, .seat = decision->seat, .chances = decision->chances};
    }
}

static int resume_decision(struct flip_decision *decision, const struct flip_position *at, flip_move made,
                           const json_t *saved, flip_move *moves, struct flip_error *error)
{
    const json_t *choices = json_object_get(saved, "choices"), *judged = json_object_get(saved, "judged");
    const json_int_t looked = json_integer_value(json_object_get(saved, "looked"));
    const size_t count = json_array_size(choices);
    struct flip_decision found = {.step = decision->step, .seat = decision->seat, .chances = decision->chances};
    if (json_integer_value(json_object_get(saved, "step")) != decision->step ||
        json_integer_value(json_object_get(saved, "seat")) != decision->seat)
        return other_game(error);
    if (looked == 0)
        return 0;
    if (looked < 0 || looked > FLIP_PRECISIONS || count < 1 || count > FLIP_ANALYSIS_CHOICES ||
        !read_number(json_object_get(saved, "doubt"), &found.doubt) || found.doubt < 0 ||
        (judged != NULL) != flip_reviews_moves(at->game) || (judged && !read_judged(judged, &found)))
        return broken("a decision cannot be read", error);
    found.looked = (int)looked;
    for (size_t i = 0; i < count; i++) {
        struct flip_weighed *choice = &found.choice[found.count++];
        if (!read_choice(json_array_get(choices, i), choice) || !is_legal(at, decision->seat, choice->move, moves) ||
            choice->count > found.choice[0].count)
            return broken("a choice cannot be read, or is not legal", error);
    }
    if (found.choice[0].move != made)
        return other_game(error);
    *decision = found;
    return 0;
}

static int resume_decisions(struct flip_analysis *analysis, const json_t *saved, struct flip_walk *walk,
                            struct flip_error *error)
{
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    int status = moves ? 0 : no_memory(error);
    for (int i = 0; i < analysis->decisions && status == 0; i++) {
        struct flip_decision *decision = &analysis->decision[i];
        flip_walk_to(walk, decision->step);
        status = resume_decision(decision, &walk->at, flip_walk_next(walk)->move, json_array_get(saved, (size_t)i),
                                 moves, error);
    }
    free(moves);
    return status;
}

/* Moments that an older version measured: with the eyes of one side only, or each with cards of its own. What was decided at them stays. */
static void measure_again(struct flip_analysis *analysis)
{
    for (int i = 0; i + 1 < analysis->moments; i++) {
        struct flip_moment *moment = &analysis->moment[i];
        moment->count = 0;
        memset(moment->sum, 0, sizeof moment->sum);
        memset(moment->squares, 0, sizeof moment->squares);
        memset(moment->part, 0, sizeof moment->part);
    }
}

int flip_analysis_resume(struct flip_analysis *analysis, const json_t *saved, struct flip_error *error)
{
    const json_t *moments = json_object_get(saved, "moments"), *decisions = json_object_get(saved, "decisions");
    const char *seed = json_string_value(json_object_get(saved, "seed"));
    char own[20];
    struct flip_walk walk;
    snprintf(own, sizeof own, "%016" PRIx64, analysis_seed(analysis));
    if (json_integer_value(json_object_get(saved, "format")) != FORMAT)
        return broken("it has no format that is known here", error);
    if (!seed || strcmp(seed, own) != 0 || json_array_size(moments) != (size_t)analysis->moments ||
        json_array_size(decisions) != (size_t)analysis->decisions)
        return other_game(error);
    for (int i = 0; i < analysis->moments; i++)
        if (resume_moment(analysis, i, json_array_get(moments, (size_t)i), error) < 0)
            return -1;
    const bool older = !json_is_true(json_object_get(saved, measured_word(analysis)));
    if (older)
        measure_again(analysis);
    if (flip_walk_open(&walk, analysis->table, error) < 0)
        return -1;
    const int status = resume_decisions(analysis, decisions, &walk, error);
    flip_walk_close(&walk);
    if (older)
        judge_again(analysis);
    return status;
}
