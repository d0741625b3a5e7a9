/*
 * Players: parsing them from the command line, and choosing a move by a bot, by chance or by a program. A program is
 * sent only what its seat may know and do, and a mistake costs it only that decision.
 */
#include "bots/player.h"
#include "table/table.h"

#include "bots/exec.h"
#include "bots/hands.h"
#include "bots/question.h"
#include "bots/search.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char allowed[] =
    "a seat is 'you', 'random', 'bot1' … 'bot5' (also 'bot5:200ms', 'bot5:2000i', 'bot5:expert') or 'exec:PROGRAM'";

/* --- words -------------------------------------------------------------------------------------------------------- */

/* Reads an integer from 1 to `most`; `end` is what follows it. 0: there is none. */
static uint64_t read_number(const char *text, uint64_t most, const char **end)
{
    if (!isdigit((unsigned char)*text))
        return 0;
    char *after;
    errno = 0;
    const unsigned long long number = strtoull(text, &after, 10);
    *end = after;
    return errno == 0 && number <= most ? number : 0;
}

/* Parses what may follow the level, each at most once: a budget ("200ms", "2000i"), a hand ("expert"), or the judge. */
static bool parse_modifier(const char *word, size_t length, struct flip_think_def *think)
{
    const char *unit = word;
    const uint64_t budget = read_number(word, UINT64_C(1000000000), &unit);
    if (length == strlen("judge") && strncmp(word, "judge", length) == 0) {
        const bool again = think->judged;
        think->judged = true;
        return !again;
    }
    const size_t rest = length - (size_t)(unit - word);
    if (budget == 0) {
        const int hand = flip_hand_named(word, length);
        if (think->hand || !hand)
            return false;
        think->hand = hand;
        return true;
    }
    if (think->iterations || think->ms)
        return false;
    if (rest == 1 && unit[0] == 'i')
        think->iterations = budget;
    else if (rest == 2 && strncmp(unit, "ms", 2) == 0 && budget <= 3600000)
        think->ms = (int)budget;
    else
        return false;
    return true;
}

static const char former[] = "@0.1"; /* as bots were in this version */

static int parse_bot(const char *text, struct flip_player *out, struct flip_error *error)
{
    const char *rest = text + strlen("bot");
    const uint64_t level = read_number(rest, FLIP_LEVELS, &rest);
    if (level == 0)
        return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "'%.60s' has no level: bots are 'bot1' … 'bot%d'.", text,
                         FLIP_LEVELS);
    out->kind = FLIP_PLAYER_BOT;
    out->think = flip_think_defaults((int)level);
    if (strncmp(rest, former, strlen(former)) == 0) {
        out->think.former = true;
        rest += strlen(former);
    }
    if (*rest == '\0')
        return 0;
    while (*rest == ':' && parse_modifier(rest + 1, strcspn(rest + 1, ":"), &out->think))
        rest += 1 + strcspn(rest + 1, ":");
    if (*rest != '\0')
        return flip_fail(error, FLIP_ERROR_BAD_PLAYER,
                         "'%.60s' has no budget or hand that makes sense: 'bot%d:200ms' thinks 200 milliseconds a "
                         "decision, 'bot%d:2000i' tries 2000 iterations, 'bot%d:expert' flicks with an expert's hand.",
                         text, (int)level, (int)level, (int)level);
    return 0;
}

static int parse_exec(const char *text, struct flip_player *out, struct flip_error *error)
{
    const char *rest = text + strlen("exec");
    out->kind = FLIP_PLAYER_EXEC;
    if (*rest == '@') {
        const uint64_t limit = read_number(rest + 1, 3600000, &rest);
        if (limit == 0 || strncmp(rest, "ms:", 3) != 0)
            return flip_fail(error, FLIP_ERROR_BAD_PLAYER,
                             "'%.60s' has no limit that makes sense: 'exec@800ms:PROGRAM' waits 800 milliseconds.",
                             text);
        out->limit_ms = (int)limit;
        rest += 2;
    }
    if (rest[0] != ':' || rest[1] == '\0')
        return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "'%.60s' names no program: write 'exec:PROGRAM'.", text);
    snprintf(out->program, sizeof out->program, "%s", rest + 1);
    return 0;
}

int flip_player_parse(const char *text, struct flip_player *out, struct flip_error *error)
{
    memset(out, 0, sizeof *out);
    out->limit_ms = FLIP_EXEC_LIMIT_MS;
    flip_player_seed(out, 0);
    const size_t length = strlen(text);
    if (length >= FLIP_PLAYER_TEXT)
        return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "a seat takes at most %d bytes; '%.40s…' is longer.",
                         FLIP_PLAYER_TEXT - 1, text);
    memcpy(out->text, text, length + 1);
    if (strcmp(text, "you") == 0) {
        out->kind = FLIP_PLAYER_YOU;
        return 0;
    }
    if (strcmp(text, "random") == 0) {
        out->kind = FLIP_PLAYER_RANDOM;
        return 0;
    }
    if (strcmp(text, "quick") == 0) {
        out->kind = FLIP_PLAYER_QUICK;
        return 0;
    }
    if (strncmp(text, "bot", 3) == 0)
        return parse_bot(text, out, error);
    if (strncmp(text, "exec", 4) == 0)
        return parse_exec(text, out, error);
    if (*text == '\0')
        return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "A seat is empty: %s.", allowed);
    return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "Nobody is called '%.60s': %s.", text, allowed);
}

int flip_players_parse(const char *list, struct flip_player *out, int cap, struct flip_error *error)
{
    int count = 0;
    for (const char *at = list;; at++) {
        char word[FLIP_PLAYER_TEXT + 1] = {0};
        size_t length = 0;
        for (; *at != '\0' && *at != ','; at++) {
            if (at[0] == '\\' && at[1] == ',')
                at++;
            if (length < FLIP_PLAYER_TEXT)
                word[length++] = *at;
        }
        if (count == cap)
            return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "'%.100s' names more than %d seats.", list, cap);
        if (flip_player_parse(word, &out[count], error) != 0)
            return -1;
        count++;
        if (*at == '\0')
            return count;
    }
}

void flip_player_seed(struct flip_player *player, uint64_t seed) { flip_random_seed(&player->random, seed); }

/* --- programs ----------------------------------------------------------------------------------------------------- */

static void complain(struct flip_player *player, int seat, const char *sentence)
{
    snprintf(player->complaint, sizeof player->complaint, "%s", sentence);
    if (player->exec) {
        char *line = flip_program_error(sentence);
        flip_exec_tell(player->exec, line ? line : "{\"error\":\"That answer was not understood.\"}");
        free(line);
    }
    if (player->faults == 0 && !player->quiet)
        fprintf(stderr, "flipside: '%s', seat %d: %s A level-1 move stands in; more of this is counted, not shown.\n",
                player->text, seat + 1, sentence);
    player->faults++;
}

static int ask_program(struct flip_player *player, const struct flip_table *table, int seat, const flip_move *moves,
                       int count, flip_move *out, struct flip_error *error)
{
    if (!player->exec)
        player->exec = flip_exec_start(player->program, player->quiet, error);
    if (!player->exec)
        return -1;
    const struct flip_program_question asked = {table, seat, moves, count, player->limit_ms, !player->greeted};
    char *line = flip_program_line(&asked);
    if (!line)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to ask the program.");
    player->greeted = true;
    const struct flip_exec_wait wait = {player->limit_ms, player->think.given_up, player->think.asker};
    const char *answer = flip_exec_ask(player->exec, line, wait, error);
    free(line);
    return answer ? flip_program_answered(&asked, answer, out, error) : -1;
}

/* --- the choice --------------------------------------------------------------------------------------------------- */

static int think(const struct flip_table *table, int seat, struct flip_think_def def, uint64_t seed,
                 struct flip_thought *thought, flip_move *out, struct flip_error *error)
{
    def.seed = seed;
    if (flip_think(table, seat, &def, thought, error) != 0)
        return -1;
    *out = thought->choice[0].move;
    return 0;
}

/* The quick move in a redealt state. */
static int choose_quickly(const struct flip_table *table, int seat, uint64_t seed, flip_move *out,
                          struct flip_error *error)
{
    const struct flip_game *game = table->game;
    void *known = malloc(game->state_size);
    struct flip_random random;
    if (!known)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to think.");
    if (!flip_set_has(flip_table_turn(table), seat)) {
        free(known);
        return flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "seat %d has nothing to decide now.", seat);
    }
    flip_random_seed(&random, seed);
    memcpy(known, table->now.state, game->state_size);
    game->knowledge->redeal(table->rules, known, flip_table_before(table), seat, &random);
    *out = flip_quick_move(game, table->rules, known, seat, &random);
    free(known);
    return 0;
}

/* Was the decision cancelled? Then a missing answer is no fault. */
static bool given_up(const struct flip_player *player)
{
    return player->think.given_up && player->think.given_up(player->think.asker);
}

/* Moves for a program that gave no valid answer; `error` says what was wrong. */
static int stand_in(struct flip_player *player, const struct flip_table *table, int seat, uint64_t seed,
                    struct flip_thought *thought, flip_move *out, struct flip_error *error)
{
    complain(player, seat, error->message);
    const int status = think(table, seat, flip_think_defaults(1), seed, thought, out, error);
    thought->count = 0;
    return status;
}

int flip_player_choose(struct flip_player *player, const struct flip_table *table, int seat,
                       struct flip_thought *thought, flip_move *out, struct flip_error *error)
{
    thought->count = 0;
    thought->iterations = 0;
    if (player->kind == FLIP_PLAYER_YOU)
        return flip_fail(error, FLIP_ERROR_BAD_PLAYER, "a person plays seat %d and has to choose.", seat);
    /* One draw per decision for every kind of player, so that seats do not depend on how the others think. */
    const uint64_t seed = flip_random_next(&player->random);
    if (player->kind == FLIP_PLAYER_BOT)
        return think(table, seat, player->think, seed, thought, out, error);
    if (player->kind == FLIP_PLAYER_QUICK)
        return choose_quickly(table, seat, seed, out, error);

    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    if (!moves)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to list the moves.");
    const int count = flip_table_moves(table, seat, moves, FLIP_MAX_MOVES);
    int status = 0;
    if (count == 0) {
        status = flip_fail(error, FLIP_ERROR_NOT_YOUR_TURN, "seat %d has nothing to decide now.", seat);
    } else if (player->kind == FLIP_PLAYER_RANDOM) {
        struct flip_random random;
        flip_random_seed(&random, seed);
        *out = flip_move_random(table->game, table->rules, table->now.state, seat,
                                moves[flip_random_below(&random, (uint32_t)count)], &random);
    } else if (ask_program(player, table, seat, moves, count, out, error) != 0) {
        status = given_up(player) ? -1 : stand_in(player, table, seat, seed, thought, out, error);
    }
    free(moves);
    return status;
}

void flip_player_close(struct flip_player *player)
{
    flip_exec_stop(player->exec);
    player->exec = NULL;
    player->greeted = false;
}

/* Plays quick moves up to the seat's first decision. False: there is none, or an error. */
static bool play_up_to(struct flip_table *table, int seat, struct flip_error *error)
{
    uint64_t seed = 1;
    for (flip_set turn; (turn = flip_table_turn(table)) != 0; seed++) {
        flip_move move;
        if (flip_set_has(turn, seat))
            return true;
        if (choose_quickly(table, flip_set_first(turn), seed, &move, error) != 0 ||
            flip_table_act(table, flip_set_first(turn), move, error) != 0)
            return false;
    }
    return false;
}

int flip_player_try(const struct flip_player *player, const struct flip_table_def *def, int seat,
                    struct flip_error *error)
{
    if (player->kind != FLIP_PLAYER_EXEC)
        return 0;
    struct flip_player guest = *player;
    struct flip_error why = {0};
    flip_move move;
    flip_move *moves = malloc(FLIP_MAX_MOVES * sizeof *moves);
    struct flip_table *table = moves ? flip_table_open(def, error) : NULL;
    if (!moves)
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to list the moves.");
    guest.limit_ms = player->limit_ms < FLIP_TRY_LIMIT_MS ? player->limit_ms : FLIP_TRY_LIMIT_MS;
    if (table && play_up_to(table, seat, error))
        ask_program(&guest, table, seat, moves, flip_table_moves(table, seat, moves, FLIP_MAX_MOVES), &move, &why);
    flip_player_close(&guest);
    flip_table_close(table);
    free(moves);
    if (!table)
        return -1;
    return why.code == FLIP_ERROR_GONE
               ? flip_fail(error, FLIP_ERROR_GONE, "'%.150s' cannot play: %s", player->text, why.message)
               : 0;
}
