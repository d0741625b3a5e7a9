/*
 * Games to learn from. A game may begin wildly, with moves at random here and there, so that positions are seen which no good player
 * reaches; what is kept begins where the last of them was made, so that what came of it came from good play. With `futures` it does not matter
 * who plays, nor how wildly: every position that is kept is played on by the quick player, as the analysis does it.
 */
#include "games.h"

#include "bots/search.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_STEPS = 3000 }; /* a game that is longer teaches nothing */

/* --- set-ups ------------------------------------------------------------------------------------------------------------ */

static int prepare(const struct flip_game *game, struct setup *setup, struct flip_error *error)
{
    struct flip_options options;
    char words[sizeof setup->words], *next = NULL;
    memcpy(words, setup->words, sizeof words);
    flip_options_default(game, &options);
    for (char *word = strtok_r(words, " \n", &next); word; word = strtok_r(NULL, " \n", &next)) {
        char *value = strchr(word, '=');
        if (!value)
            return flip_fail(error, FLIP_ERROR_BAD_GAME, "'%s' is not NAME=VALUE.", word);
        *value++ = '\0';
        if (flip_options_set(game, &options, word, value, error) != 0)
            return -1;
    }
    setup->rules = calloc(1, game->rules_size);
    if (!setup->rules)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the rules.");
    return game->rules->prepare(setup->rules, game->files->editions[0].data, &options, setup->seats, error);
}

int course_read(struct course *course, const char *path, struct flip_error *error)
{
    FILE *file = fopen(path, "r");
    char line[256];
    if (!file)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s cannot be read.", path);
    while (fgets(line, sizeof line, file) && course->setups < MOST_SETUPS) {
        struct setup *setup = &course->setup[course->setups];
        int at = 0;
        if (line[0] == '#' || sscanf(line, "%d %d%n", &setup->weight, &setup->seats, &at) != 2)
            continue;
        line[strcspn(line, "\n")] = '\0';
        struct flip_text words = flip_text_in(setup->words, sizeof setup->words);
        flip_text_add(&words, "%s", line + at);
        if (prepare(course->game, setup, error) != 0) {
            fclose(file);
            return -1;
        }
        course->setups++;
        if (judge_fields_add(&course->fields, course->game, setup->rules) < 0) {
            fclose(file);
            return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s: the fields of the set-ups do not go together.", path);
        }
    }
    fclose(file);
    for (int i = 0; i < course->setups; i++) {
        struct setup *setup = &course->setup[i];
        if (judge_layout_make(&setup->layout, &course->fields, course->game, setup->rules, setup->seats, error) < 0)
            return -1;
        setup->layout.traits = course->game->judge ? course->game->judge->traits : 0;
    }
    return course->setups ? 0 : flip_fail(error, FLIP_ERROR_BAD_GAME, "%s has no set-ups.", path);
}

int course_judge(struct course *course, const unsigned char *weights, size_t size, struct flip_error *error)
{
    for (int i = 0; i < course->setups; i++) {
        struct setup *setup = &course->setup[i];
        flip_judge_close(setup->judge);
        setup->judge = flip_judge_open_with(course->game, setup->rules, setup->seats, weights, size, error);
        if (!setup->judge)
            return -1;
    }
    return 0;
}

void course_close(struct course *course)
{
    for (int i = 0; i < course->setups; i++) {
        flip_judge_close(course->setup[i].judge);
        free(course->setup[i].rules);
    }
}

/* --- players ------------------------------------------------------------------------------------------------------------ */

int room_open(struct player_room *room, const struct flip_game *game)
{
    memset(room, 0, sizeof *room);
    room->position.game = room->beside.game = game;
    room->position.state = calloc(4, game->state_size);
    room->position.before = (char *)room->position.state + game->state_size;
    room->beside.state = (char *)room->position.state + 2 * game->state_size;
    room->beside.before = (char *)room->position.state + 3 * game->state_size;
    room->thought = malloc(sizeof *room->thought);
    room->children = malloc(FLIP_MAX_MOVES * game->state_size);
    room->verdict = malloc(FLIP_MAX_MOVES * sizeof *room->verdict);
    room->kept = malloc(GAME_ROWS * sizeof *room->kept);
    return room->position.state && room->thought && room->children && room->verdict && room->kept ? 0 : -1;
}

flip_move judge_move(const struct setup *setup, struct player_room *room, const struct flip_position *at, int seat,
                     struct flip_random *random)
{
    const struct flip_game *game = at->game;
    flip_move moves[FLIP_MAX_MOVES];
    char *known = room->children;
    const size_t size = game->state_size;
    char first[size];
    memcpy(first, at->state, size);
    game->knowledge->redeal(at->rules, first, at->before, seat, random);
    const int count = game->rules->moves(at->rules, first, seat, moves, FLIP_MAX_MOVES);
    if (count < 2)
        return moves[0];
    for (int i = 0; i < count; i++) {
        memcpy(known + (size_t)i * size, first, size);
        game->rules->apply(at->rules, known + (size_t)i * size, seat, moves[i]);
    }
    flip_judge_states(setup->judge, known, count, room->verdict);
    int best = 0;
    for (int i = 1; i < count; i++) {
        const double *mine = setup->seats > 1 ? room->verdict[i].share : room->verdict[i].points;
        const double *most = setup->seats > 1 ? room->verdict[best].share : room->verdict[best].points;
        if (mine[seat] > most[seat])
            best = i;
    }
    return moves[best];
}

static flip_move choose(const struct setup *setup, const struct kind *kind, struct player_room *room,
                        const struct flip_position *at, int seat, struct flip_random *random)
{
    struct flip_error error;
    if (flip_blind(at->game, at->rules, at->state) || kind->player.kind == FLIP_PLAYER_RANDOM)
        goto any;
    if (kind->judge && setup->judge)
        return judge_move(setup, room, at, seat, random);
    if (kind->player.kind == FLIP_PLAYER_BOT) {
        struct flip_think_def def = kind->player.think;
        def.seed = flip_random_next(random);
        def.judge = def.judged ? setup->judge : NULL;
        def.judged = false;
        if (flip_think_position(at, seat, &def, room->thought, &error) == 0)
            return room->thought->choice[0].move;
    }
    return flip_quick_move(at->game, at->rules, at->state, seat, random);
any:;
    flip_move moves[FLIP_MAX_MOVES];
    const int count = at->game->rules->moves(at->rules, at->state, seat, moves, FLIP_MAX_MOVES);
    return moves[flip_random_below(random, (uint32_t)count)];
}

static const struct kind *any_kind(const struct course *course, struct flip_random *random)
{
    int all = 0, i = 0;
    for (int k = 0; k < course->kinds; k++)
        all += course->kind[k].weight;
    int ticket = (int)flip_random_below(random, (uint32_t)all);
    while (ticket >= course->kind[i].weight)
        ticket -= course->kind[i++].weight;
    return &course->kind[i];
}

static int any_setup(const struct course *course, struct flip_random *random)
{
    int all = 0, i = 0;
    for (int k = 0; k < course->setups; k++)
        all += course->setup[k].weight;
    int ticket = (int)flip_random_below(random, (uint32_t)all);
    while (ticket >= course->setup[i].weight)
        ticket -= course->setup[i++].weight;
    return i;
}

/* --- one game ----------------------------------------------------------------------------------------------------------- */

static double share_of(const struct flip_result *result, int seat)
{
    return flip_set_has(result->winners, seat) ? 1.0 / flip_set_count(result->winners) : 0;
}

static flip_move dealt_next(const struct flip_position *at, struct flip_random *dealer)
{
    struct flip_chances chances;
    at->game->rules->chances(at->rules, at->state, &chances);
    return flip_chances_pick(&chances, dealer);
}

/* What the position brings when it is played out again and again. */
static void try_out(const struct course *course, const struct setup *setup, struct player_room *room, struct row *rows)
{
    struct flip_position *at = &room->beside;
    double sum[FLIP_MAX_SEATS] = {0}, squares[FLIP_MAX_SEATS] = {0};
    at->rules = setup->rules;
    at->seats = setup->seats;
    for (int i = 0; i < course->tries; i++) {
        struct flip_result result;
        flip_position_copy(at, &room->position);
        for (flip_set turn; (turn = flip_position_turn(at)) != 0;) {
            const int seat = flip_set_first(turn);
            flip_position_step(at, seat,
                               seat == FLIP_DEALER ? dealt_next(at, &room->trier)
                                                   : choose(setup, &course->by, room, at, seat, &room->trier));
        }
        setup->layout.game->rules->result(setup->rules, at->state, &result);
        for (int seat = 0; seat < setup->seats; seat++) {
            sum[seat] += share_of(&result, seat);
            squares[seat] += share_of(&result, seat) * share_of(&result, seat);
        }
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        const double mean = sum[seat] / course->tries;
        rows[seat].tried_share = (float)mean;
        rows[seat].noise = (float)((squares[seat] / course->tries - mean * mean) / (course->tries - 1));
    }
}

/* One future of the position, and what it brought. It may end at the first decision behind a card, where the judge says what will come of it: so
   it tells less of luck that is far away, and the judge learns to agree with itself from card to card. */
static void follow_once(const struct course *course, const struct setup *setup, struct player_room *room,
                        struct flip_verdict *out)
{
    const struct flip_game *game = course->game;
    struct flip_position *at = &room->beside;
    bool dealt = false;
    flip_position_copy(at, &room->position);
    for (flip_set turn; (turn = flip_position_turn(at)) != 0;) {
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            flip_position_step(at, FLIP_DEALER,
                               game->rules->deal ? game->rules->deal(at->rules, at->state, &room->trier)
                                                 : dealt_next(at, &room->trier));
            dealt = true;
            continue;
        }
        if (dealt && setup->judge && course->stop > 0 && flip_random_unit(&room->trier) < course->stop)
            break;
        dealt = false;
        const int seat = flip_set_first(turn);
        flip_position_step(at, seat, flip_quick_move(game, at->rules, at->state, seat, &room->trier));
    }
    if (flip_position_turn(at) != 0) {
        flip_judge_states(setup->judge, at->state, 1, out);
        return;
    }
    struct flip_result result;
    game->rules->result(at->rules, at->state, &result);
    for (int seat = 0; seat < setup->seats; seat++) {
        out->points[seat] = result.score[seat];
        out->share[seat] = !result.winners && setup->seats > 1 ? 1.0 / setup->seats : share_of(&result, seat);
    }
}

/* What the position is worth to the analysis, whose futures quick players play. */
static void follow(const struct course *course, const struct setup *setup, struct player_room *room, struct row *rows)
{
    double points[FLIP_MAX_SEATS] = {0}, shares[FLIP_MAX_SEATS] = {0};
    room->beside.rules = setup->rules;
    room->beside.seats = setup->seats;
    for (int i = 0; i < course->futures; i++) {
        struct flip_verdict came;
        follow_once(course, setup, room, &came);
        for (int seat = 0; seat < setup->seats; seat++) {
            points[seat] += came.points[seat];
            shares[seat] += came.share[seat];
        }
    }
    for (int seat = 0; seat < setup->seats; seat++) {
        rows[seat].points = ((float)(points[seat] / course->futures) - rows[seat].guess) / JUDGE_POINTS;
        rows[seat].share = (float)(shares[seat] / course->futures);
        rows[seat].followed = true;
    }
}

static int keep(const struct course *course, const struct setup *setup, struct player_room *room,
                const struct ended *end)
{
    const int kept = end->kept;
    struct flip_result result;
    double guess[FLIP_MAX_SEATS];
    setup->layout.game->rules->result(setup->rules, room->position.state, &result);
    judge_guess(&setup->layout, room->position.state, &result, guess);
    if (kept + setup->seats > GAME_ROWS)
        return kept;
    for (int seat = 0; seat < setup->seats; seat++) {
        struct judge_input inputs[JUDGE_LISTED];
        struct row *row = &room->kept[kept + seat];
        const int count = judge_inputs(&setup->layout, room->position.state, seat, &result, guess, inputs);
        if (count > ROW_INPUTS)
            return kept;
        memcpy(row->input, inputs, (size_t)count * sizeof *inputs);
        row->count = (uint16_t)count;
        row->seat = (uint8_t)seat;
        row->seats = (uint8_t)setup->seats;
        row->decision = (uint16_t)end->decisions;
        row->points = row->guess = (float)guess[seat]; /* taken from the final score later */
        row->noise = -1;
        row->followed = false;
    }
    if (course->futures > 0)
        follow(course, setup, room, &room->kept[kept]);
    if (course->asks) {
        struct flip_verdict verdict;
        flip_judge_states(setup->judge, room->position.state, 1, &verdict);
        for (int seat = 0; seat < setup->seats; seat++) {
            room->kept[kept + seat].said_points = (float)verdict.points[seat];
            room->kept[kept + seat].said_share = (float)verdict.share[seat];
            room->kept[kept + seat].points = 0;
        }
        if (setup->seats > 1 && flip_random_unit(&room->trier) < course->tried)
            try_out(course, setup, room, &room->kept[kept]);
    }
    return kept + setup->seats;
}

static void settle(struct player_room *room, const struct ended *end)
{
    for (int i = 0; i < end->kept; i++) {
        struct row *row = &room->kept[i];
        const int seat = row->seat;
        if (row->followed)
            continue;
        row->points = ((float)end->result.score[seat] - row->points) / JUDGE_POINTS;
        row->share = (float)share_of(&end->result, seat);
    }
}

void play_game(struct course *course, struct player_room *room, uint64_t number, struct ended *out)
{
    const struct flip_game *game = course->game;
    struct flip_random dealer, chooser;
    flip_random_seed(&dealer, flip_game_seed(course->seed, number));
    flip_random_seed(&chooser, flip_game_seed(course->seed ^ UINT64_C(0x6a75646765), number));
    flip_random_seed(&room->trier, flip_game_seed(course->seed ^ UINT64_C(0x747279), number));
    *out = (struct ended){.setup = any_setup(course, &chooser)};
    struct setup *setup = &course->setup[out->setup];
    const struct kind *kind[FLIP_MAX_SEATS];
    const bool alike = flip_random_below(&chooser, 2) == 0;
    for (int seat = 0; seat < setup->seats; seat++)
        kind[seat] = seat && alike ? kind[0] : any_kind(course, &chooser);
    const bool wild = flip_random_unit(&chooser) < course->wild;
    const int wild_until = wild ? (int)flip_random_below(&chooser, (uint32_t)(setup->seats * 60)) : 0;
    const double wildness = 0.02 + 0.3 * flip_random_unit(&chooser) * flip_random_unit(&chooser);

    struct flip_position *at = &room->position;
    at->rules = setup->rules;
    at->seats = setup->seats;
    flip_position_start(at);
    bool dealt = false;
    for (int step = 0; step < GAME_STEPS; step++) {
        const flip_set turn = flip_position_turn(at);
        if (turn == 0)
            break;
        const bool deals = turn == FLIP_BIT(FLIP_DEALER);
        const double part = deals ? (dealt ? 0.1 : 1) * course->keep_quiet : course->keep_decision;
        if (flip_random_unit(&chooser) < part)
            out->kept = keep(course, setup, room, out);
        dealt = deals;
        if (deals) {
            flip_position_step(at, FLIP_DEALER, dealt_next(at, &dealer));
            continue;
        }
        const int seat = flip_set_first(turn);
        flip_move move;
        if (out->decisions < wild_until && flip_random_unit(&chooser) < wildness) {
            flip_move moves[FLIP_MAX_MOVES];
            const int count = game->rules->moves(setup->rules, at->state, seat, moves, FLIP_MAX_MOVES);
            move = moves[flip_random_below(&chooser, (uint32_t)count)];
            out->kept = course->futures > 0 ? out->kept : 0;
        } else {
            move = choose(setup, kind[seat], room, at, seat, &chooser);
        }
        out->decisions++;
        flip_position_step(at, seat, move);
    }
    game->rules->result(setup->rules, at->state, &out->result);
    if (!out->result.over && course->futures == 0)
        out->kept = 0;
    settle(room, out);
}

void play_match(struct course *course, struct player_room *room, int setup_at, uint64_t number, flip_set even,
                const struct kind *first, const struct kind *second, struct ended *out)
{
    const struct flip_game *game = course->game;
    struct setup *setup = &course->setup[setup_at];
    struct flip_position *at = &room->position;
    struct flip_random dealer, chooser;
    flip_random_seed(&dealer, flip_game_seed(course->seed, number));
    flip_random_seed(&chooser, flip_game_seed(course->seed + 1, number));
    *out = (struct ended){.setup = setup_at};
    at->rules = setup->rules;
    at->seats = setup->seats;
    flip_position_start(at);
    for (flip_set turn; (turn = flip_position_turn(at)) != 0;) {
        const int seat = flip_set_first(turn);
        flip_move move;
        if (turn == FLIP_BIT(FLIP_DEALER)) {
            move = dealt_next(at, &dealer);
        } else {
            move = choose(setup, flip_set_has(even, seat) ? first : second, room, at, seat, &chooser);
            out->decisions++;
        }
        flip_position_step(at, turn == FLIP_BIT(FLIP_DEALER) ? FLIP_DEALER : seat, move);
    }
    game->rules->result(setup->rules, at->state, &out->result);
}

/* --- rows --------------------------------------------------------------------------------------------------------------- */

int shelf_open(struct shelf *shelf, uint32_t room)
{
    *shelf = (struct shelf){.room = room, .row = malloc(room * sizeof *shelf->row)};
    return shelf->row ? 0 : -1;
}

void shelf_put(struct shelf *shelf, const struct row *rows, int count)
{
    for (int i = 0; i < count; i++) {
        if (rows[i].seat == 0) {
            shelf->positions++;
            if (shelf->next + rows[i].seats > shelf->room)
                shelf->next = 0;
        }
        struct row *row = &shelf->row[shelf->next++];
        /* Most of a row is empty. */
        memcpy(row, &rows[i], offsetof(struct row, input) + rows[i].count * sizeof *rows[i].input);
        row->position = shelf->positions;
        if (shelf->used < shelf->next)
            shelf->used = shelf->next;
    }
}

const struct row *shelf_any(const struct shelf *shelf, struct flip_random *random)
{
    for (int i = 0; i < 100 && shelf->used; i++) {
        const uint32_t place = flip_random_below(random, shelf->used);
        const struct row *row = &shelf->row[place];
        if (row->seat > place)
            continue;
        const struct row *first = row - row->seat, *last = first + row->seats - 1;
        if (first + row->seats <= shelf->row + shelf->used && first->seat == 0 && first->position == row->position &&
            last->position == row->position && last->seat == row->seats - 1)
            return first;
    }
    return NULL;
}
