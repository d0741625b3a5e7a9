/* Who won, what a turn was worth, and the chance that it breaks. */
#include "games/flipcity/flipcity.h"

void flipcity_result(const void *rules_, const void *state_, struct flip_result *out)
{
    const struct flipcity_rules *rules = rules_;
    const struct flipcity_state *state = state_;
    out->over = state->step == FLIPCITY_OVER;
    out->winners = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        out->score[seat] = flipcity_won_by(state, seat) != NULL;
        if (out->score[seat])
            out->winners |= FLIP_BIT(seat);
    }
}

const char *flipcity_won_by(const struct flipcity_state *state, int seat)
{
    if (seat != state->acting)
        return NULL;
    return state->end == FLIPCITY_BY_POINTS ? "points" : state->end == FLIPCITY_BY_CARDS ? "cards" : NULL;
}

/* Of the last turn, the running one included; after the last turn of all a new one stands ready, and nobody takes it. */
void flipcity_breakdown(const void *rules, const void *state, int seat, struct flip_json *out)
{
    const struct flipcity_rules *r = rules;
    const struct flipcity_state *s = state;
    const bool running = seat == s->acting && s->turn < r->edition.turns;
    const char *won_by = flipcity_won_by(s, seat);
    flip_json_int(out, "points", running ? s->points : s->seat[seat].last_points);
    flip_json_int(out, "played", running ? s->played_count : s->seat[seat].last_played);
    flip_json_string(out, "won_by", won_by);
}

/* --- the chance that the next card breaks the turn ------------------------------------------------------------------- */

enum { RISK_NODES = 100000 }; /* more than any deck of the classic cards needs */

/* A chain of cards that must be played. Faces that behave alike in it count as one class. */
struct chain {
    const struct flipcity_face *class[FLIPCITY_FACES];
    int left[FLIPCITY_FACES]; /* unknown cards of each class */
    int classes;
    int unknown; /* their sum */
    int nodes;
};

static bool alike(const struct flipcity_face *a, const struct flipcity_face *b)
{
    return a->unhappy == b->unhappy && a->limit == b->limit && a->forced == b->forced &&
           a->forces_next == b->forces_next && a->drops_bottom == b->drops_bottom;
}

/* `deck`: cards that can still come up, all of them unknown. A Factory takes one of them away without looking. */
static double chance_of_break(struct chain *chain, const struct flipcity_face *face, int deck, int unhappy, int limit)
{
    unhappy += face->unhappy;
    if (unhappy > limit)
        return 1;
    limit += face->limit;
    deck -= face->drops_bottom;
    if (deck <= 0 || ++chain->nodes > RISK_NODES)
        return 0;
    double sum = 0;
    for (int i = 0; i < chain->classes; i++) {
        const struct flipcity_face *next = chain->class[i];
        if (chain->left[i] == 0 || !(face->forces_next || next->forced))
            continue;
        const double chance = (double)chain->left[i] / chain->unknown;
        chain->left[i]--;
        chain->unknown--;
        sum += chance * chance_of_break(chain, next, deck - 1, unhappy, limit);
        chain->left[i]++;
        chain->unknown++;
    }
    return sum;
}

double flipcity_risk(const struct flipcity_rules *rules, const struct flipcity_state *state)
{
    const struct flipcity_pile *deck = &state->seat[state->acting].deck;
    if (state->step != FLIPCITY_PLAY || deck->size == 0)
        return 0;
    struct chain chain = {.unknown = deck->size - 1};
    for (int face = 0; face < rules->faces; face++) {
        const int count = deck->count[face] - (face == deck->top);
        int i = 0;
        while (i < chain.classes && !alike(chain.class[i], &rules -> edition.face[face]))
            i++;
        if (i == chain.classes)
            chain.class[chain.classes++] = &rules->edition.face[face];
        chain.left[i] += count;
    }
    return chance_of_break(&chain, &rules->edition.face[deck->top], deck->size - 1, state->unhappy, state->limit);
}

bool flipcity_odds(const struct flipcity_rules *rules, const struct flipcity_state *state, struct flipcity_odds *out)
{
    const struct flipcity_pile *deck = &state->seat[state->acting].deck;
    if (state->step != FLIPCITY_PLAY || deck->size == 0)
        return false;
    const struct flipcity_face *top = &rules->edition.face[deck->top];
    const int unhappy = state->unhappy + top->unhappy, unknown = deck->size - 1;
    *out = (struct flipcity_odds){.next = unhappy > state->limit, .two = -1};
    if (out->next)
        out->two = 1;
    if (out->next || unknown - top->drops_bottom <= 0)
        return true;
    int breaking = 0;
    for (int face = 0; face < rules->faces; face++)
        if (unhappy + rules->edition.face[face].unhappy > state->limit + top->limit)
            breaking += deck->count[face] - (face == deck->top);
    out->two = (double)breaking / unknown;
    return true;
}
