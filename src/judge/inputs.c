/* What a judge looks at: an observation, field by field, traits, and how the table stands. */
#include "judge/parts.h"

#include <math.h>
#include <string.h>

/* Of the table and of a seat among the others. */
enum { SEATS, DEALS, ACTS, SCORE, COMES, LEAD, AHEAD, SURE_LEAD, SURE_AHEAD };

const struct flip_field judge_own_fields[] = {
    [SEATS] = {"table: seats", 6, NULL},
    [DEALS] = {"table: dealer", 1, NULL},
    [ACTS] = {"table: acts", 1, NULL},
    [SCORE] = {"table: score", 1, NULL},
    [COMES] = {"table: to come", 1, NULL},
    [LEAD] = {"table: lead", 1, NULL},
    [AHEAD] = {"table: ahead", 1, NULL},
    [SURE_LEAD] = {"table: sure lead", 1, NULL},
    [SURE_AHEAD] = {"table: surely ahead", 1, NULL},
    {.count = 0},
};

/* The name under which a field is kept: "seat +2: red" is "other: red". */
static void field_name(const char *name, char out[FLIP_FIELD_NAME])
{
    static const char seat[] = "seat +";
    const char *rest = strncmp(name, seat, sizeof seat - 1) == 0 ? strchr(name, ':') : NULL;
    struct flip_text text = flip_text_in(out, FLIP_FIELD_NAME);
    flip_text_add(&text, rest ? "other%s" : "%s", rest ? rest : name);
}

static int find(const struct judge_fields *fields, const char *name)
{
    for (int i = 0; i < fields->count; i++)
        if (strcmp(fields->field[i].name, name) == 0)
            return i;
    return -1;
}

static int add(struct judge_fields *fields, const char *name, int count)
{
    const int known = find(fields, name);
    if (known >= 0)
        return fields->field[known].count == count ? 0 : -1;
    if (fields->count == JUDGE_FIELDS || fields->inputs + count > JUDGE_INPUTS)
        return -1;
    memcpy(fields->field[fields->count].name, name, FLIP_FIELD_NAME);
    fields->field[fields->count].count = count;
    fields->field[fields->count++].first = fields->inputs;
    fields->inputs += count;
    return 0;
}

int judge_fields_add(struct judge_fields *fields, const struct flip_game *game, const void *rules)
{
    struct flip_fields seen = {.count = 0};
    for (const struct flip_field *own = judge_own_fields; own->count; own++)
        if (add(fields, own->name, own->count) < 0)
            return -1;
    game->learn->fields(rules, &seen);
    for (int i = 0; i < seen.count && i < FLIP_MOST_FIELDS; i++) {
        char name[FLIP_FIELD_NAME];
        field_name(seen.field[i].name, name);
        if (add(fields, name, seen.field[i].count) < 0)
            return -1;
    }
    return seen.count > FLIP_MOST_FIELDS ? -1 : 0;
}

int judge_layout_make(struct judge_layout *layout, const struct judge_fields *fields, const struct flip_game *game,
                      const void *rules, int seats, struct flip_error *error)
{
    struct flip_fields seen = {.count = 0};
    game->learn->fields(rules, &seen);
    *layout = (struct judge_layout){.game = game, .rules = rules, .seats = seats, .first_trait = fields->inputs};
    /* An older judge does not know all of them, and does without. */
    for (int i = 0; judge_own_fields[i].count; i++) {
        const int known = find(fields, judge_own_fields[i].name);
        layout->own[i] = known < 0 ? JUDGE_NONE : (uint16_t)fields->field[known].first;
    }
    for (int i = 0; i < seen.count && i < FLIP_MOST_FIELDS; i++) {
        char name[FLIP_FIELD_NAME];
        field_name(seen.field[i].name, name);
        const int known = find(fields, name);
        if (known < 0 || fields->field[known].count != seen.field[i].count ||
            layout->numbers + seen.field[i].count > JUDGE_INPUTS)
            return flip_fail(error, FLIP_ERROR_BAD_GAME, "The judge of %s has not learnt what '%s' is.", game->title,
                             name);
        for (int k = 0; k < seen.field[i].count; k++)
            layout->place[layout->numbers++] = (uint16_t)(fields->field[known].first + k);
    }
    return 0;
}

/* A judge may know nothing of a place. */
static void put(struct judge_input **out, int place, double value)
{
    if (place >= JUDGE_NONE)
        return;
    const double whole = value * JUDGE_INPUT_UNIT;
    const int rounded = (int)(whole < 0 ? whole - 0.5 : whole + 0.5);
    if (rounded != 0)
        *(*out)++ = (struct judge_input){(uint16_t)place, (int16_t)(rounded > 2000    ? 2000
                                                                    : rounded < -2000 ? -2000
                                                                                      : rounded)};
}

static void put_table(const struct judge_layout *layout, const void *state, int seat, const struct flip_result *result,
                      const double *guess, struct judge_input **out)
{
    const flip_set turn = layout->game->rules->turn(layout->rules, state);
    double best = 0, sum = 0, comes = fabs(guess[seat] - result->score[seat]);
    for (int i = 1; i < layout->seats; i++) {
        const int seat_of = (seat + i) % layout->seats;
        const double other = guess[seat_of];
        sum += other;
        comes += fabs(other - result->score[seat_of]);
        best = i == 1 || other > best ? other : best;
    }
    put(out, layout->own[SEATS] + (layout->seats < 6 ? layout->seats : 6) - 1, 1);
    put(out, layout->own[DEALS], turn == FLIP_BIT(FLIP_DEALER));
    put(out, layout->own[ACTS], flip_set_has(turn, seat));
    put(out, layout->own[SCORE], result->score[seat] / 50.0);
    put(out, layout->own[COMES], (guess[seat] - result->score[seat]) / 50);
    if (layout->seats == 1)
        return;
    put(out, layout->own[LEAD], (guess[seat] - best) / 10);
    put(out, layout->own[AHEAD], (guess[seat] - sum / (layout->seats - 1)) / 10);
    /* The more is still to come, the less a lead says. */
    const double spread = 1 + sqrt(comes / layout->seats);
    put(out, layout->own[SURE_LEAD], (guess[seat] - best) / spread);
    put(out, layout->own[SURE_AHEAD], (guess[seat] - sum / (layout->seats - 1)) / spread);
}

void judge_guess(const struct judge_layout *layout, const void *state, const struct flip_result *result, double *guess)
{
    const struct flip_game_judge *judge = layout->game->judge;
    for (int seat = 0; seat < layout->seats; seat++)
        guess[seat] = judge && judge->guess ? judge->guess(layout->rules, state, seat) : result->score[seat];
}

int judge_inputs(const struct judge_layout *layout, const void *state, int seat, const struct flip_result *result,
                 const double *guess, struct judge_input *out)
{
    float seen[JUDGE_INPUTS + 16];
    struct judge_input *next = out;
    put_table(layout, state, seat, result, guess, &next);
    layout->game->learn->observe(layout->rules, state, state, seat, seen);
    for (int i = 0; i < layout->numbers && next - out < JUDGE_LISTED - FLIP_MOST_TRAITS; i++)
        if (seen[i] != 0)
            put(&next, layout->place[i], (double)seen[i]);
    if (layout->traits) {
        uint16_t traits[FLIP_MOST_TRAITS];
        const int count = layout->game->judge->list(layout->rules, state, seat, traits);
        for (int i = 0; i < count; i++) {
            if (i && traits[i] == traits[i - 1])
                next[-1].value += JUDGE_INPUT_UNIT;
            else
                *next++ = (struct judge_input){(uint16_t)(layout->first_trait + traits[i]), JUDGE_INPUT_UNIT};
        }
    }
    return (int)(next - out);
}
