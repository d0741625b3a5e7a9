/*
 * How far from perfect the bots are. Two questions, answered with the real rules through the library:
 *
 *     perfect exact GAME [--edition FILE] [--option NAME=VALUE] [--deck CARDS] [--seed S] SEATS …
 *     perfect deals GAME [--deals N] [--beam N] [--tries N] PLAYER …
 *
 * `exact` looks at every card that can come and computes what line-ups of seats ("best", "bot3", "best,bot5:100i") can expect: the
 * score of a seat alone, or the first seat's share of the win. "best" is whoever chooses best against the others. A bot's answer in a
 * position depends on the position and the seed alone, so it is computed once, and "best" against it is the best response. That needs a
 * small edition; --deck leaves only so many cards in the deck, drawn by the seed.
 *
 * `deals` has players alone play the same deals, beside a search that knows everything that comes (its best is a lower bound of what
 * could be had) and, where the game has one here, a bound above that no play of these cards can exceed.
 */
#include "bots/player.h"
#include "bots/search.h"
#include "games/flipcity/flipcity.h"
#include "games/fliptown/fliptown.h"
#include "games/insertcoin/insertcoin.h"
#include "games/royalflip/royalflip.h"

#include <assert.h>
#include <flipside/edition.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_STATE = 1024, WORDS = LARGEST_STATE / 8 };

/* --- what differs from game to game ------------------------------------------------------------------------------------ */

static void sort_bytes(uint8_t *bytes, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && bytes[k - 1] > bytes[k]; k--) {
            const uint8_t byte = bytes[k];
            bytes[k] = bytes[k - 1];
            bytes[k - 1] = byte;
        }
}

/* The three cards have no order, and nobody needs those of the last round or the number of steps. */
static void royalflip_plain(void *memory)
{
    struct royalflip_state *state = memory;
    state->steps = 0;
    sort_bytes(state->lineup, state->revealed);
    memset(state->lineup + state->revealed, 0, (size_t)(ROYALFLIP_LINEUP - state->revealed));
}

/* What was played has no order but for the last card, whose text may wait; a turn that is over leaves only cards. */
static void flipcity_plain(void *memory)
{
    struct flipcity_state *state = memory;
    state->phase = 0;
    sort_bytes(state->played, state->step == FLIPCITY_REVEAL ? state->played_count - 1 : state->played_count);
    memset(state->played + state->played_count, 0, (size_t)(FLIPCITY_TOTAL - state->played_count));
    for (int seat = 0; seat < FLIPCITY_SEATS; seat++)
        state->seat[seat].last_points = state->seat[seat].last_played = 0;
}

static void insertcoin_plain(void *memory)
{
    struct insertcoin_state *state = memory;
    state->phase = 0;
    if (!state->acting)
        state->card = state->over_shown = 0;
}

static void fliptown_plain(void *memory)
{
    struct fliptown_state *state = memory;
    state->steps = state->phase = 0;
    sort_bytes(state->lineup, state->lineup_count);
    memset(state->lineup + state->lineup_count, 0, (size_t)(FLIPTOWN_LINEUP - state->lineup_count));
    sort_bytes(state->sheet[0].poker, state->sheet[0].poker_count);
}

static flip_set *royalflip_deck(void *memory) { return &((struct royalflip_state *)memory)->deck; }
static flip_set *fliptown_deck(void *memory) { return &((struct fliptown_state *)memory)->deck; }

/* --- bounds above: every part of the score at its own best ------------------------------------------------------------- */

/* The best way along the track with the suits that come, a number being worth what the best place could bring: 1 in a road, 1 more in
   one between casinos, 1 in an area. All else that a round writes is worth as much. */
static double royalflip_bound(const void *memory, const void *const *rounds, int count)
{
    const struct royalflip_rules *rules = memory;
    const struct royalflip_edition *edition = &rules->edition;
    const int number = edition->road_points + edition->road_casino_points + edition->area_points;
    int best[ROYALFLIP_SPACES + 1][ROYALFLIP_DIAMONDS + 1]; /* by space and diamonds, points so far; -1: not reached */
    memset(best, -1, sizeof best);
    best[0][0] = 0;
    for (int round = 0; round < count; round++) {
        const struct royalflip_state *state = rounds[round];
        flip_set suited = 0;
        for (int i = 0; i < ROYALFLIP_LINEUP; i++)
            suited |= rules->suit_spaces[rules->suit[state->lineup[i]]];
        for (int from = edition->spaces; from >= 0; from--) /* from the end: nobody moves twice in a round */
            for (int had = 0; had <= edition->diamonds; had++)
                for (flip_set to = best[from][had] < 0 ? 0 : suited & ~(flip_set)0 << (from + 1); to;
                     to = flip_set_rest(to)) {
                    const int space = flip_set_first(to), bonus = edition->track[space].bonus;
                    const int has = had + (bonus == ROYALFLIP_DIAMOND && had < edition->diamonds);
                    const int gain = bonus == ROYALFLIP_POINTS   ? edition->track[space].value
                                     : bonus == ROYALFLIP_NUMBER ? number
                                                                 : 0;
                    if (best[space][has] < best[from][had] + gain)
                        best[space][has] = best[from][had] + gain;
                }
    }
    int most = 0;
    for (int space = 0; space <= edition->spaces; space++)
        for (int had = 0; had <= edition->diamonds; had++) {
            const int total = best[space][had] + (had ? edition->diamond[had - 1] : 0);
            if (best[space][had] >= 0 && total > most)
                most = total;
        }
    return most + number * edition->rounds;
}

/* The three best values of the hand complete, no Coin and no Life lost, and every Coin that a shape can bring. */
static double insertcoin_bound(const void *memory, const void *const *rounds, int count)
{
    const struct insertcoin_rules *rules = memory;
    const struct insertcoin_state *state = rounds[0];
    const struct insertcoin_edition *edition = &rules->edition;
    double worth[INSERTCOIN_HAND] = {0},
           sum = edition->coins * edition->coin_points + edition->lives * edition->life_points;
    (void)count;
    for (int i = 0; i < rules->hand; i++) {
        const struct insertcoin_shape *shape = &edition->shape[edition->card[state->packet[0][i]].shape];
        worth[i] = shape->value + (shape->ability == INSERTCOIN_ABILITY_COIN ? edition->coin_points : 0);
    }
    for (int kept = 0; kept < INSERTCOIN_KEPT; kept++) {
        int best = 0;
        for (int i = 1; i < rules->hand; i++)
            if (worth[i] > worth[best])
                best = i;
        sum += worth[best];
        worth[best] = 0;
    }
    return sum;
}

static const struct part {
    const char *id;
    void (*plain)(void *state);     /* puts aside what makes no difference to anybody's choices or chances */
    flip_set *(*deck)(void *state); /* of a game that can be begun with fewer cards */
    /* From the states in which the cards of each round lay open; NULL: none is known here. */
    double (*bound)(const void *rules, const void *const *rounds, int count);
} parts[] = {
    {"royalflip", royalflip_plain, royalflip_deck, royalflip_bound},
    {"flipcity", flipcity_plain, NULL, NULL},
    {"insertcoin", insertcoin_plain, NULL, insertcoin_bound},
    {"fliptown", fliptown_plain, fliptown_deck, NULL},
};

/* --- the set-up -------------------------------------------------------------------------------------------------------- */

struct who {
    bool best;
    struct flip_player player;
};

struct setup {
    const struct flip_game *game;
    const struct part *part;
    struct flip_options options;
    struct flip_edition *edition;
    int seats, deck, deals, beam, tries;
    uint64_t seed;
    void *rules;
    struct who who[FLIP_MAX_SEATS];
    struct flip_thought *thought;
};

union state {
    uint64_t word[WORDS];
    unsigned char byte[LARGEST_STATE];
};

static void stop(const char *why)
{
    fprintf(stderr, "perfect: %s\n", why);
    exit(1);
}

static void *room(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        stop("there is not enough memory");
    return memory;
}

static void sit_down(struct setup *setup, const char *line_up)
{
    struct flip_error error;
    char words[FLIP_PLAYER_TEXT];
    int seats = 0;
    snprintf(words, sizeof words, "%s", line_up);
    for (char *word = strtok(words, ","); word && seats < FLIP_MAX_SEATS; word = strtok(NULL, ","), seats++) {
        setup->who[seats].best = strcmp(word, "best") == 0;
        if (!setup->who[seats].best && flip_player_parse(word, &setup->who[seats].player, &error) < 0)
            stop(error.message);
    }
    setup->seats = seats;
    free(setup->rules);
    setup->rules = room(setup->game->rules_size);
    if (setup->game->rules->prepare(setup->rules, setup->edition->data, &setup->options, seats, &error) < 0)
        stop(error.message);
}

static int moves_of(const struct setup *setup, const union state *state, int seat, flip_move *out)
{
    return setup->game->rules->moves(setup->rules, state, seat, out, FLIP_MAX_MOVES);
}

static void step(const struct setup *setup, const union state *from, int seat, flip_move move, union state *to)
{
    memcpy(to, from, setup->game->state_size);
    setup->game->rules->apply(setup->rules, to, seat, move);
    setup->part->plain(to);
}

/* What a seat that is not "best" does here. Nothing is hidden from it: alone, and where seats act one after the other. */
static flip_move answer(const struct setup *setup, const struct who *who, union state *state, int seat, uint64_t seed)
{
    const struct flip_position position = {setup->game, setup->rules, setup->seats, 0, state, state};
    struct flip_think_def think = who->player.think;
    struct flip_random random;
    struct flip_error error;
    flip_random_seed(&random, seed);
    think.seed = seed;
    if (who->player.kind == FLIP_PLAYER_QUICK)
        return flip_quick_move(setup->game, setup->rules, state, seat, &random);
    if (who->player.kind == FLIP_PLAYER_RANDOM) {
        flip_move moves[FLIP_MAX_MOVES];
        return moves[flip_random_below(&random, (uint32_t)moves_of(setup, state, seat, moves))];
    }
    if (flip_think_position(&position, seat, &think, setup->thought, &error) < 0)
        stop(error.message);
    return setup->thought->choice[0].move;
}

/* --- a table of states by two hashes, together 128 bits ---------------------------------------------------------------- */

struct key {
    uint64_t first, second; /* the first is never 0 */
};

struct table {
    struct entry {
        struct key key;
        double value;
    } * entry;
    size_t size, used; /* a power of two */
};

static struct key key_of(const struct setup *setup, const union state *state, uint64_t salt)
{
    const size_t words = setup->game->state_size / 8;
    struct key key = {salt + 1, ~salt};
    uint64_t tail = 0;
    memcpy(&tail, &state->word[words], setup->game->state_size % 8);
    key.second ^= tail;
    for (size_t i = 0; i < words; i++) {
        key.first = (key.first ^ state->word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        key.first ^= key.first >> 29;
        key.second = (key.second ^ state->word[i]) * UINT64_C(0xd6e8feb86659fd93);
        key.second ^= key.second >> 32;
    }
    key.first |= 1;
    return key;
}

static struct entry *place_of(struct table *table, struct key key)
{
    size_t at = (size_t)key.second & (table->size - 1);
    while (table->entry[at].key.first &&
           (table->entry[at].key.first != key.first || table->entry[at].key.second != key.second))
        at = (at + 1) & (table->size - 1);
    return &table->entry[at];
}

static void grow(struct table *table)
{
    struct table larger = {.size = table->size ? 2 * table->size : 1 << 16, .used = table->used};
    larger.entry = room(larger.size * sizeof *larger.entry);
    for (size_t i = 0; i < table->size; i++)
        if (table->entry[i].key.first)
            *place_of(&larger, table->entry[i].key) = table->entry[i];
    free(table->entry);
    *table = larger;
}

/* False: it was there already. */
static bool remember(struct table *table, struct key key, double value)
{
    if (2 * table->used >= table->size)
        grow(table);
    struct entry *entry = place_of(table, key);
    if (entry->key.first)
        return false;
    *entry = (struct entry){key, value};
    table->used++;
    return true;
}

static void forget(struct table *table)
{
    free(table->entry);
    *table = (struct table){0};
}

/* --- exact: all cards, all choices ------------------------------------------------------------------------------------- */

/* Alone the score, else the first seat's share of the win; a draw is half of it for each of two. */
static double payoff(const struct setup *setup, const union state *state)
{
    struct flip_result result;
    setup->game->rules->result(setup->rules, state, &result);
    if (setup->seats == 1)
        return result.score[0];
    if (!result.winners)
        return 1.0 / setup->seats;
    return flip_set_has(result.winners, 0) ? 1.0 / flip_set_count(result.winners) : 0;
}

static double value_of(struct setup *setup, struct table *table, union state *state);

static double value_after(struct setup *setup, struct table *table, const union state *state, int seat, flip_move move)
{
    union state after;
    step(setup, state, seat, move, &after);
    return value_of(setup, table, &after);
}

static double mean_of_chances(struct setup *setup, struct table *table, const union state *state)
{
    struct flip_chances chances;
    double sum = 0, weights = 0;
    setup->game->rules->chances(setup->rules, state, &chances);
    for (flip_set set = chances.kind == FLIP_CHANCE_SET ? chances.set : 0; set; set = flip_set_rest(set), weights++)
        sum += value_after(setup, table, state, FLIP_DEALER, chances.base + (flip_move)flip_set_first(set));
    for (int i = 0; chances.kind == FLIP_CHANCE_LIST && i < chances.count; weights += chances.list[i++].weight)
        sum += chances.list[i].weight * value_after(setup, table, state, FLIP_DEALER, chances.list[i].event);
    if (weights <= 0)
        stop("the deck is too small for this edition");
    return sum / weights;
}

/* The first seat wants the most, a second one the least for the first. */
static double best_of_moves(struct setup *setup, struct table *table, const union state *state, int seat)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = moves_of(setup, state, seat, moves);
    double best = 0;
    for (int i = 0; i < count; i++) {
        const double value = value_after(setup, table, state, seat, moves[i]);
        if (i == 0 || (seat == 0 ? value > best : value < best))
            best = value;
    }
    return best;
}

static double value_of(struct setup *setup, struct table *table, union state *state)
{
    const flip_set turn = setup->game->rules->turn(setup->rules, state);
    if (!turn)
        return payoff(setup, state);
    const struct key key = key_of(setup, state, 0);
    if (table->size) {
        const struct entry *known = place_of(table, key);
        if (known->key.first)
            return known->value;
    }
    const int seat = flip_set_first(turn);
    double value;
    if (seat == FLIP_DEALER)
        value = mean_of_chances(setup, table, state);
    else if (setup->who[seat].best)
        value = best_of_moves(setup, table, state, seat);
    else
        value = value_after(setup, table, state, seat,
                            answer(setup, &setup->who[seat], state, seat, flip_game_seed(setup->seed, key.second)));
    remember(table, key, value);
    return value;
}

/* The beginning. A small deck is drawn by the seed. */
static void begin(const struct setup *setup, union state *state)
{
    struct flip_random random;
    uint8_t drawn[64];
    memset(state, 0, sizeof *state);
    setup->game->rules->start(setup->rules, state);
    setup->part->plain(state);
    if (!setup->deck)
        return;
    flip_set *deck = setup->part->deck ? setup->part->deck(state) : NULL;
    if (!deck || setup->deck > flip_set_count(*deck))
        stop("--deck is for a game that begins with one deck of so many cards or more");
    flip_random_seed(&random, setup->seed);
    *deck &= ~flip_set_deal(*deck, setup->deck, &random, drawn);
}

static void exact(struct setup *setup, const char *line_up)
{
    struct table table = {0};
    union state state;
    sit_down(setup, line_up);
    begin(setup, &state);
    const double value = value_of(setup, &table, &state);
    printf("%s value %.6f positions %zu\n", line_up, value, table.used);
    fflush(stdout);
    forget(&table);
}

/* --- deals: a search that knows what comes ----------------------------------------------------------------------------- */

/* A game at a decision, and the dealer's stream there. */
struct node {
    struct flip_random stream;
    double worth;
    union state state;
};

/* The best so far of one step of the search, a heap with the worst on top; and the best game that has ended. */
struct beam {
    struct node *node;
    int count, cap;
    struct table seen;
    double best;
};

static void swap_nodes(struct node *a, struct node *b)
{
    const struct node node = *a;
    *a = *b;
    *b = node;
}

static void sink(struct beam *beam, int at)
{
    for (int child; (child = 2 * at + 1) < beam->count; at = child) {
        if (child + 1 < beam->count && beam->node[child + 1].worth < beam->node[child].worth)
            child++;
        if (beam->node[at].worth <= beam->node[child].worth)
            return;
        swap_nodes(&beam->node[at], &beam->node[child]);
    }
}

static void keep(struct beam *beam, const struct node *node)
{
    if (beam->count == beam->cap && node->worth <= beam->node[0].worth)
        return;
    if (beam->count < beam->cap) {
        int at = beam->count++;
        beam->node[at] = *node;
        for (; at > 0 && beam->node[at].worth < beam->node[(at - 1) / 2].worth; at = (at - 1) / 2)
            swap_nodes(&beam->node[at], &beam->node[(at - 1) / 2]);
    } else {
        beam->node[0] = *node;
        sink(beam, 0);
    }
}

static void deal_on(const struct setup *setup, struct node *node)
{
    setup->game->rules->proceed(setup->rules, &node->state, &node->stream);
    setup->part->plain(&node->state);
}

/* All moves of a decision, with the cards that come after them; what is the same in two games is looked at once. */
static void play_on(const struct setup *setup, const struct node *node, struct beam *next)
{
    flip_move moves[FLIP_MAX_MOVES];
    const int count = moves_of(setup, &node->state, 0, moves);
    for (int i = 0; i < count; i++) {
        struct node after = *node;
        step(setup, &node->state, 0, moves[i], &after.state);
        if (!remember(&next->seen, key_of(setup, &after.state, node->stream.s[0]), 0))
            continue;
        after.worth = setup->game->bot->estimate(setup->rules, &after.state, 0);
        deal_on(setup, &after);
        if (setup->game->rules->turn(setup->rules, &after.state))
            keep(next, &after);
        else
            next->best = fmax(next->best, payoff(setup, &after.state));
    }
}

static void begin_deal(const struct setup *setup, int deal, struct node *node)
{
    begin(setup, &node->state);
    flip_random_seed(&node->stream, flip_game_seed(setup->seed, (uint64_t)deal));
    deal_on(setup, node);
}

/* Decision after decision: all that can be made of each of the best games so far, and of these the best again. */
static double foreseen(const struct setup *setup, int deal)
{
    struct beam beam = {.node = room((size_t)setup->beam * sizeof(struct node)), .cap = setup->beam, .best = -HUGE_VAL};
    struct node *from = room((size_t)setup->beam * sizeof(struct node));
    begin_deal(setup, deal, &from[0]);
    for (int count = 1; count > 0; count = beam.count) {
        beam.count = 0;
        forget(&beam.seen);
        for (int i = 0; i < count; i++)
            play_on(setup, &from[i], &beam);
        memcpy(from, beam.node, (size_t)beam.count * sizeof *from);
    }
    free(beam.node);
    free(from);
    forget(&beam.seen);
    return beam.best;
}

/* A player alone with a deal. `rounds`, if there is room for them, are the states before its decisions where new cards lie open. */
static double played(const struct setup *setup, const struct who *who, int deal, uint64_t seed, union state *rounds,
                     int *count)
{
    struct node node;
    bool fresh = true;
    begin_deal(setup, deal, &node);
    for (uint64_t decision = 0; setup->game->rules->turn(setup->rules, &node.state); decision++) {
        if (rounds && fresh)
            rounds[(*count)++] = node.state;
        const flip_move move = answer(setup, who, &node.state, 0, flip_game_seed(seed, decision));
        setup->game->rules->apply(setup->rules, &node.state, 0, move);
        setup->part->plain(&node.state);
        fresh = setup->game->rules->turn(setup->rules, &node.state) == FLIP_BIT(FLIP_DEALER);
        if (fresh)
            deal_on(setup, &node);
    }
    return payoff(setup, &node.state);
}

/* For a game that cannot say what a position is worth: the best of many games of a player with the same stream of cards. */
static double tried(const struct setup *setup, const struct who *who, int deal)
{
    double best = -HUGE_VAL;
    for (int attempt = 0; attempt < setup->tries && best < 1; attempt++) {
        const double score = played(setup, who, deal, flip_game_seed((uint64_t)deal, (uint64_t)attempt), NULL, NULL);
        best = score > best ? score : best;
    }
    return best;
}

static double bound_of(const struct setup *setup, int deal)
{
    enum { MOST_ROUNDS = 256 };
    static union state rounds[MOST_ROUNDS];
    const void *list[MOST_ROUNDS];
    const struct who quick = {.player.kind = FLIP_PLAYER_QUICK};
    int count = 0;
    played(setup, &quick, deal, 1, rounds, &count);
    for (int i = 0; i < count; i++)
        list[i] = &rounds[i];
    return setup->part->bound(setup->rules, list, count);
}

/* "all-knowing", "bound", or a player's words: what it has from all deals. */
static void deals(struct setup *setup, const char *name)
{
    const bool knowing = strcmp(name, "all-knowing") == 0, bound = strcmp(name, "bound") == 0;
    double sum = 0, squares = 0;
    sit_down(setup, knowing || bound ? "bot3" : name);
    if (bound && !setup->part->bound)
        return;
    for (int deal = 0; deal < setup->deals; deal++) {
        const double score = bound      ? bound_of(setup, deal)
                             : !knowing ? played(setup, &setup->who[0], deal, (uint64_t)deal, NULL, NULL)
                             : flip_bot_of(setup->game)->estimate ? foreseen(setup, deal)
                                                                  : tried(setup, &setup->who[0], deal);
        sum += score;
        squares += score * score;
    }
    const double mean = sum / setup->deals;
    printf("%s mean %.3f error %.3f deals %d\n", name, mean,
           sqrt(fmax(0, squares / setup->deals - mean * mean) / (setup->deals - 1)), setup->deals);
    fflush(stdout);
}

/* --- the command -------------------------------------------------------------------------------------------------------- */

static void choose_game(struct setup *setup, const char *id)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].id, id) == 0)
            setup->part = &parts[i];
    setup->game = setup->part ? flip_game_named(id) : NULL;
    if (!setup->game)
        stop("the game is one of royalflip, flipcity, insertcoin, fliptown");
    assert(setup->game->state_size < sizeof(union state));
    flip_options_default(setup->game, &setup->options);
}

static void set_option(struct setup *setup, const char *words)
{
    char name[64];
    struct flip_error error;
    const char *value = strchr(words, '=');
    if (!value)
        stop("an option is NAME=VALUE");
    snprintf(name, sizeof name, "%.*s", (int)(value - words), words);
    if (flip_options_set(setup->game, &setup->options, name, value + 1, &error) < 0)
        stop(error.message);
}

static void read_setting(struct setup *setup, const char *name, const char *value)
{
    struct flip_error error;
    if (!value)
        stop("a setting has a value");
    if (strcmp(name, "--option") == 0)
        set_option(setup, value);
    else if (strcmp(name, "--deck") == 0)
        setup->deck = atoi(value);
    else if (strcmp(name, "--deals") == 0)
        setup->deals = atoi(value);
    else if (strcmp(name, "--beam") == 0)
        setup->beam = atoi(value);
    else if (strcmp(name, "--tries") == 0)
        setup->tries = atoi(value);
    else if (strcmp(name, "--seed") == 0)
        setup->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "--edition") == 0) {
        flip_edition_free(setup->edition);
        setup->edition = flip_edition_load(setup->game, value, &error);
        if (!setup->edition)
            stop(error.message);
    } else
        stop("settings are --edition, --option, --deck, --deals, --beam, --tries and --seed");
}

int main(int count, char **words)
{
    struct setup setup = {
        .deals = 200, .beam = 100, .tries = 200, .seed = 20261118, .thought = room(sizeof(struct flip_thought))};
    struct flip_error error;
    const bool all = count > 3 && strcmp(words[1], "exact") == 0;
    if (!all && (count < 4 || strcmp(words[1], "deals") != 0))
        stop("exact GAME [SETTING VALUE …] SEATS …, or deals GAME [SETTING VALUE …] all-knowing|bound|PLAYER …");
    choose_game(&setup, words[2]);
    setup.edition = flip_edition_classic(setup.game, &error);
    if (!setup.edition)
        stop(error.message);
    for (int i = 3; i < count; i++)
        if (words[i][0] == '-')
            read_setting(&setup, words[i], words[i + 1]), i++;
        else if (all)
            exact(&setup, words[i]);
        else
            deals(&setup, words[i]);
    flip_edition_free(setup.edition);
    free(setup.rules);
    free(setup.thought);
    return 0;
}
