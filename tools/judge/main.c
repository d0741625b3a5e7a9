/*
 * Trains a judge, the data of src/judge:
 *
 *     train-judge GAME --out FILE [--seed N] [--rounds N] [--games N] [--batches N] [--threads N] [--columns N]
 *                 [--players quick=5,bot3=1,judge=4] [--futures N [--stop X]] [--seconds N] [--from FILE.state] [--shelf ROWS]
 *                 [--log FILE] [--note WORDS]
 *
 * Each round plays so many games (the set-ups are those of games/GAME/data/judge.setups), keeps rows of them, learns so many batches from
 * the rows of the last rounds, and writes the judge as far as it has come: FILE, ready to be compiled in, and FILE.state, from which
 * another run can go on, as from FILE, which is rounded. Every 16th game is never learnt from: it is what the judge is measured by. The players named "judge" are the
 * judge itself, one move ahead, from the second round on. The same command gives the same weights, whatever the machine does besides;
 * with another number of threads the sums are added up in another order. Those games also say how far its shares are believed, for each
 * number of seats; with `--batches 0 --from FILE.state` and another seed nothing is learnt, and all games say that. With `--futures N` a row
 * has the mean of N futures of its position instead of what came of the game: that is what the analysis asks for. With `--stop X` a future
 * ends behind each card with the chance X, and the judge of the round before says what will come of it. With `--seconds N` no round begins
 * after N seconds, and the pace of learning follows the clock; then the same command gives other weights each time.
 *
 *     train-judge GAME --calibrate [--from FILE | --from FILE.state] [--tried X --tries N --by PLAYER] [--log FILE] …
 *
 * plays games and tells what the judge says of their positions beside what came; a part X of those is also played out, N times each, by
 * such players.
 */
#include "games.h"

#include "core/clock.h"

#include <getopt.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HELD_BACK = 16, MOST_THREADS = 64 };

struct school;

struct worker {
    struct school *school;
    int index;
    struct player_room room;
    struct shelf shelf, held;
    struct flip_random random;
    float *slope;
    struct miss miss;
    double played, score, decisions;
    FILE *told; /* about positions that the judge has looked at */
    pthread_t thread;
};

struct school {
    struct course course;
    struct net net;
    float *mean, *square, *average;
    int threads;
    struct worker worker[MOST_THREADS];
    pthread_barrier_t barrier;
    long step, steps;
    int round, rounds, games, batches, batch;
    double pace, decay, now; /* how fast it learns: at most, and at this step */
    double seconds, started; /* how long it may learn, if that is limited, and since when it does */
    uint64_t next_game;
    int shelf; /* rows */
    bool calibrate;
    int match;                     /* the set-up of a comparison; -1: train */
    int trust[FLIP_MAX_SEATS + 1]; /* as struct judge_net has it */
    const char *out, *from, *log, *note;
    char command[512];
};

static void in_parallel(struct school *school, void *(*work)(void *))
{
    for (int i = 0; i < school->threads; i++)
        pthread_create(&school->worker[i].thread, NULL, work, &school->worker[i]);
    for (int i = 0; i < school->threads; i++)
        pthread_join(school->worker[i].thread, NULL);
}

/* --- playing and learning ------------------------------------------------------------------------------------------------ */

static void *play(void *context)
{
    struct worker *worker = context;
    struct school *school = worker->school;
    for (int i = worker->index; i < school->games; i += school->threads) {
        struct ended end;
        const uint64_t number = school->next_game + (uint64_t)i;
        play_game(&school->course, &worker->room, number, &end);
        const bool held = number % HELD_BACK == 0 || school->batches == 0;
        shelf_put(held ? &worker->held : &worker->shelf, worker->room.kept, end.kept);
        worker->decisions += end.decisions;
        if (end.setup == 0) {
            worker->played++;
            worker->score += end.result.score[0];
        }
    }
    return NULL;
}

static double clock_now(void) { return flip_seconds_of(CLOCK_MONOTONIC); }

static double pace_now(const struct school *school)
{
    const double part = school->seconds > 0 ? fmin(1, (clock_now() - school->started) / school->seconds)
                                            : (double)school->step / (double)school->steps;
    return school->pace * (part < 0.02 ? part / 0.02 : 0.03 + 0.97 * 0.5 * (1 + cos(3.14159265 * part)));
}

static void *learn(void *context)
{
    struct worker *worker = context;
    struct school *school = worker->school;
    struct net *net = &school->net;
    const size_t part = (net->size + (size_t)school->threads - 1) / (size_t)school->threads;
    const size_t from = part * (size_t)worker->index, most = from + part, to = most < net->size ? most : net->size;
    const int each = school->batch / school->threads;
    for (int batch = 0; batch < school->batches; batch++) {
        memset(worker->slope, 0, net->size * sizeof *worker->slope);
        for (int i = 0; i < each; i++) {
            const struct row *rows = shelf_any(&worker->shelf, &worker->random);
            if (rows)
                net_learn(net, rows, worker->slope, &worker->miss);
        }
        pthread_barrier_wait(&school->barrier);
        float *sum = school->worker[0].slope;
        for (int k = 1; k < school->threads; k++) {
            const float *more = school->worker[k].slope;
            for (size_t i = from; i < to; i++)
                sum[i] += more[i];
        }
        for (size_t i = from; i < to; i++)
            sum[i] /= (float)(each * school->threads);
        net_step(net, sum, school->mean, school->square, from, to, school->now, school->decay, school->step + 1);
        const float old = school->step < 1000 ? 0.9F : 0.999F;
        for (size_t i = from; i < to; i++)
            school->average[i] = old * school->average[i] + (1 - old) * net->weight[i];
        pthread_barrier_wait(&school->barrier);
        if (worker->index == 0) {
            school->step++;
            school->now = pace_now(school);
        }
        pthread_barrier_wait(&school->barrier);
    }
    return NULL;
}

/* Over positions that are never learnt from, with the weights as they are averaged. */
static struct miss held_miss(struct school *school)
{
    struct miss miss = {0};
    struct net net = school->net;
    net.weight = school->average;
    for (int i = 0; i < school->threads; i++) {
        struct flip_random random;
        flip_random_seed(&random, 1);
        for (int k = 0; k < 20000 / school->threads; k++) {
            const struct row *rows = shelf_any(&school->worker[i].held, &random);
            if (rows)
                net_learn(&net, rows, NULL, &miss);
        }
    }
    return miss;
}

/* --- how far shares are believed ----------------------------------------------------------------------------------------- */

/* What the net says of positions with so many seats that are never learnt from, and what came: shares for each. */
struct believed {
    int seats, count;
    double (*likely)[FLIP_MAX_SEATS], (*came)[FLIP_MAX_SEATS];
};

static void gather(const struct school *school, struct believed *out, int most)
{
    struct net net = school->net;
    net.weight = school->average;
    for (int i = 0; i < school->threads; i++) {
        const struct shelf *held = &school->worker[i].held;
        for (uint32_t at = 0; at + (uint32_t)out->seats <= held->used && out->count < most; at++) {
            const struct row *rows = &held->row[at];
            if (rows->seat != 0 || rows->seats != out->seats || rows[out->seats - 1].position != rows->position)
                continue;
            net_ask(&net, rows, out->likely[out->count]);
            for (int seat = 0; seat < out->seats; seat++)
                out->came[out->count][seat] = (double)rows[seat].share;
            out->count++;
        }
    }
}

/* How little what came was believed, in logarithms. */
static double doubt(const struct believed *believed, int trust)
{
    double sum = 0;
    for (int i = 0; i < believed->count; i++) {
        const double *likely = believed->likely[i];
        double all = 0;
        for (int seat = 0; seat < believed->seats; seat++)
            all += exp((likely[seat] - likely[0]) * trust / JUDGE_TRUST);
        for (int seat = 0; seat < believed->seats; seat++)
            sum -= believed->came[i][seat] * ((likely[seat] - likely[0]) * trust / JUDGE_TRUST - log(all));
    }
    return sum;
}

/* For each number of seats the trust with the least doubt, which has one lowest point. */
static void find_trust(struct school *school)
{
    enum { MOST = 20000, FEW = 200 };
    struct believed believed = {.likely = calloc(MOST, sizeof *believed.likely),
                                .came = calloc(MOST, sizeof *believed.came)};
    for (believed.seats = 2; believed.seats <= FLIP_MAX_SEATS && believed.likely && believed.came; believed.seats++) {
        int low = JUDGE_TRUST / 4, high = JUDGE_TRUST * 2;
        believed.count = 0;
        gather(school, &believed, MOST);
        while (low < high) {
            const int middle = (low + high) / 2;
            if (doubt(&believed, middle) > doubt(&believed, middle + 1))
                low = middle + 1;
            else
                high = middle;
        }
        school->trust[believed.seats] = believed.count >= FEW ? low : JUDGE_TRUST;
    }
    free(believed.likely);
    free(believed.came);
}

/* --- files --------------------------------------------------------------------------------------------------------------- */

static unsigned char *whole_file(const struct school *school, const char *figures, size_t *size)
{
    const struct course *course = &school->course;
    const int traits = course->game->judge ? course->game->judge->traits : 0;
    unsigned char *data = net_pack(&school->net, school->average);
    char *head = NULL;
    size_t head_size = 0;
    FILE *text = open_memstream(&head, &head_size);
    time_t now = time(NULL);
    char date[32];
    if (!data || !text)
        return NULL;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    fprintf(text, "flipside judge %d\ngame %s\ncommand %s\ndate %s\nnote %s\nfigures %s\n", JUDGE_FORMAT,
            course->game->id, school->command, date, school->note, figures);
    for (int seats = 2; seats <= FLIP_MAX_SEATS; seats++)
        if (school->trust[seats] && school->trust[seats] != JUDGE_TRUST)
            fprintf(text, "trust %d %d\n", seats, school->trust[seats]);
    for (int i = 0; i < course->fields.count; i++)
        fprintf(text, "field %d %s\n", course->fields.field[i].count, course->fields.field[i].name);
    fprintf(text, "traits %d\ninputs %d\ncolumns %d\nsecond %d\n\n", traits, school->net.inputs, school->net.columns,
            JUDGE_SECOND);
    fwrite(data, 1, judge_net_size(school->net.inputs, school->net.columns), text);
    fclose(text);
    free(data);
    *size = head_size;
    return (unsigned char *)head;
}

static int write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return -1;
    const bool written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && written ? 0 : -1;
}

static int keep_state(const struct school *school)
{
    char path[600];
    snprintf(path, sizeof path, "%s.state", school->out);
    return write_file(path, school->average, school->net.size * sizeof(float));
}

static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        *size = (size_t)ftell(file);
        bytes = malloc(*size + 1);
        rewind(file);
        if (bytes && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (file)
        fclose(file);
    return bytes;
}

/* From a judge, or from the floating point that it was made of. */
static int take_weights(struct school *school, const unsigned char *bytes, size_t size, struct flip_error *error)
{
    static struct judge_fields fields;
    struct judge_net packed;
    int traits;
    if (size == school->net.size * sizeof(float)) {
        memcpy(school->net.weight, bytes, size);
        return 0;
    }
    void *memory = malloc(size + 64);
    const int status =
        memory && judge_read(bytes, size, school->course.game, &fields, &traits, &packed, memory, error) == 0 &&
                net_unpack(&school->net, &packed) == 0
            ? 0
            : flip_fail(error, FLIP_ERROR_BAD_GAME, "%s is no state of this judge.", school->from);
    free(memory);
    return status;
}

static int take_state(struct school *school, struct flip_error *error)
{
    size_t size = 0;
    if (!school->from)
        return 0;
    unsigned char *bytes = read_file(school->from, &size);
    const int status = bytes ? take_weights(school, bytes, size, error)
                             : flip_fail(error, FLIP_ERROR_BAD_GAME, "%s cannot be read.", school->from);
    free(bytes);
    memcpy(school->average, school->net.weight, school->net.size * sizeof(float));
    return status;
}

/* --- rounds -------------------------------------------------------------------------------------------------------------- */

static int adopt(struct school *school, const char *figures, struct flip_error *error)
{
    static unsigned char *old;
    size_t size;
    unsigned char *file = whole_file(school, figures, &size);
    if (!file || course_judge(&school->course, file, size, error) < 0 ||
        (school->out && (write_file(school->out, file, size) < 0 || keep_state(school) < 0)))
        return error->message[0] ? -1 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "%s cannot be written.", school->out);
    free(old);
    old = file;
    return 0;
}

static int one_round(struct school *school, FILE *log, struct flip_error *error)
{
    struct miss miss = {0};
    double played = 0, score = 0, positions = 0;
    in_parallel(school, play);
    school->next_game += (uint64_t)school->games;
    school->now = pace_now(school);
    pthread_barrier_init(&school->barrier, NULL, (unsigned)school->threads);
    in_parallel(school, learn);
    pthread_barrier_destroy(&school->barrier);
    for (int i = 0; i < school->threads; i++) {
        struct worker *worker = &school->worker[i];
        miss.points += worker->miss.points, miss.count += worker->miss.count;
        miss.shares += worker->miss.shares, miss.seats += worker->miss.seats;
        played += worker->played, score += worker->score, positions += worker->shelf.positions;
        worker->miss = (struct miss){0};
        worker->played = worker->score = 0;
    }
    const struct miss held = held_miss(school);
    find_trust(school);
    char figures[256];
    struct flip_text text = flip_text_in(figures, sizeof figures);
    flip_text_add(&text,
                  "after %llu games: held back %.3f points (root mean square; the guess %.3f), %.4f nats a share",
                  (unsigned long long)school->next_game, JUDGE_POINTS * sqrt(held.points / held.count),
                  JUDGE_POINTS * sqrt(held.guess / held.count), held.shares / held.seats);
    if (school->batches)
        flip_text_add(&text, "; learnt %.3f and %.4f", JUDGE_POINTS * sqrt(miss.points / miss.count),
                      miss.shares / miss.seats);
    fprintf(log, "%d,%.0f,%llu,%.0f,%.4f,%.4f,%.4f,%.4f,%.3f,%.4f\n", school->round, clock_now() - school->started,
            (unsigned long long)school->next_game, positions, JUDGE_POINTS * sqrt(miss.points / miss.count),
            JUDGE_POINTS * sqrt(held.points / held.count), miss.shares / miss.seats, held.shares / held.seats,
            played > 0 ? score / played : 0, JUDGE_POINTS * sqrt(held.guess / held.count));
    fflush(log);
    return adopt(school, figures, error);
}

static int train(struct school *school, struct flip_error *error)
{
    FILE *log = school->log ? fopen(school->log, "w") : stdout;
    if (!log)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s cannot be written.", school->log);
    school->started = clock_now();
    fprintf(
        log,
        "round,seconds,games,positions,learnt_points,held_points,learnt_shares,held_shares,mean_score,held_guess\n");
    int status = school->from && school->batches ? adopt(school, "as it was", error) : 0;
    for (school->round = 1; school->round <= school->rounds && status == 0; school->round++) {
        status = one_round(school, log, error);
        if (school->seconds > 0 && clock_now() - school->started > school->seconds)
            break;
    }
    if (log != stdout)
        fclose(log);
    return status;
}

/* --- comparing ----------------------------------------------------------------------------------------------------------- */

/* Two kinds of players on the same deals: alone each plays every deal; else they sit in turn, and then the other way round. */
static void *compare(void *context)
{
    struct worker *worker = context;
    struct school *school = worker->school;
    const int seats = school->course.setup[school->match].seats;
    for (int pair = worker->index; pair < school->games; pair += school->threads) {
        double share = 0, points = 0, first = 0, second = 0;
        for (int side = 0; side < 2; side++) {
            const flip_set even = (flip_set)(seats == 1 ? 1 : 0x155) << side;
            struct ended end;
            play_match(&school->course, &worker->room, school->match, (uint64_t)pair, even, &school->course.kind[0],
                       &school->course.kind[1], &end);
            for (int seat = 0; seat < seats; seat++) {
                const double sign = flip_set_has(even, seat) ? 1 : -1;
                const double won =
                    flip_set_has(end.result.winners, seat) ? 1.0 / flip_set_count(end.result.winners) : 0;
                share += sign > 0 ? won / 2 : 0;
                points += sign * end.result.score[seat] / seats;
                *(sign > 0 ? &first : &second) += end.result.score[seat] / (double)seats;
            }
            worker->decisions += end.decisions;
        }
        if (seats == 1) {
            points = first - second;
            share = first > second ? 1 : first < second ? 0 : 0.5;
        }
        worker->miss.points += points, worker->miss.shares += points * points;
        worker->miss.count += share, worker->miss.seats += share * share;
        worker->played++;
        worker->score += first;
    }
    return NULL;
}

static void tell_match(struct school *school, double seconds)
{
    struct miss sum = {0};
    double played = 0, decisions = 0, score = 0;
    for (int i = 0; i < school->threads; i++) {
        const struct worker *worker = &school->worker[i];
        sum.points += worker->miss.points, sum.shares += worker->miss.shares;
        sum.count += worker->miss.count, sum.seats += worker->miss.seats;
        played += worker->played, decisions += worker->decisions, score += worker->score;
    }
    const double points = sum.points / played, share = sum.count / played;
    printf("%s, %d seats%s: %s against %s, %.0f pairs: share %.1f %% (+- %.1f), points %+.2f (+- %.2f), mean %.2f; "
           "%.2f ms a decision\n",
           school->course.game->id, school->course.setup[school->match].seats,
           school->course.setup[school->match].words,
           school->course.kind[0].judge ? "judge" : school->course.kind[0].player.text,
           school->course.kind[1].judge ? "judge" : school->course.kind[1].player.text, played, 100 * share,
           196 * sqrt((sum.seats / played - share * share) / played), points,
           1.96 * sqrt((sum.shares / played - points * points) / played), score / played,
           1000 * seconds * school->threads / decisions);
}

static int match(struct school *school, struct flip_error *error)
{
    if (school->course.kinds != 2 || school->match >= school->course.setups)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "A comparison needs two players and a set-up that is there.");
    const struct flip_game_judge *own = school->course.game->judge;
    if (school->from ? adopt(school, "", error) < 0
                     : own && own->weights && course_judge(&school->course, own->weights, *own->size, error) < 0)
        return -1;
    const double began = clock_now();
    in_parallel(school, compare);
    tell_match(school, clock_now() - began);
    return 0;
}

/* --- calibration --------------------------------------------------------------------------------------------------------- */

/* What the judge says of positions, and what came of them: a line for every seat, for bench/calibration.py. */
static void tell_rows(FILE *out, int number, const struct ended *end, const struct row *rows)
{
    for (int i = 0; i < end->kept; i++) {
        const struct row *row = &rows[i];
        fprintf(out, "%d,%d,%d,%d,%d,%.3f,%.3f,%.0f,%.5f,%.5f,", number, end->setup, row->decision, row->seats,
                row->decision * 3 / (end->decisions + 1), (double)row->guess, (double)row->said_points,
                (double)row->points * JUDGE_POINTS, (double)row->said_share, (double)row->share);
        if (row->noise < 0)
            fprintf(out, ",\n");
        else
            fprintf(out, "%.5f,%.8f\n", (double)row->tried_share, (double)row->noise);
    }
}

static void *ask(void *context)
{
    struct worker *worker = context;
    struct school *school = worker->school;
    for (int i = worker->index; i < school->games; i += school->threads) {
        struct ended end;
        play_game(&school->course, &worker->room, (uint64_t)i, &end);
        tell_rows(worker->told, i, &end, worker->room.kept);
    }
    return NULL;
}

static int calibrate(struct school *school, struct flip_error *error)
{
    const struct flip_game_judge *own = school->course.game->judge;
    if (!school->from && (!own || !own->weights))
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s has no judge yet: --from says which to look at.",
                         school->course.game->title);
    static unsigned char *told; /* a whole judge, with its trust, or the state of one */
    size_t size = 0;
    if (school->from)
        told = read_file(school->from, &size);
    const bool whole = told && size > 14 && memcmp(told, "flipside judge", 14) == 0;
    if (!whole && take_state(school, error) < 0)
        return -1;
    if ((whole          ? course_judge(&school->course, told, size, error)
         : school->from ? adopt(school, "", error)
                        : course_judge(&school->course, own->weights, *own->size, error)) < 0)
        return -1;
    FILE *log = school->log ? fopen(school->log, "w") : stdout;
    if (!log)
        return flip_fail(error, FLIP_ERROR_BAD_GAME, "%s cannot be written.", school->log);
    for (int i = 0; i < school->threads; i++)
        if (!(school->worker[i].told = tmpfile()))
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is no room for what the judge says.");
    school->course.asks = true;
    in_parallel(school, ask);
    fputs("game,setup,decision,seats,third,guess,said_points,points,said_share,share,tried_share,noise\n", log);
    for (int i = 0; i < school->threads; i++) {
        rewind(school->worker[i].told);
        for (int letter; (letter = getc(school->worker[i].told)) != EOF;)
            putc(letter, log);
        fclose(school->worker[i].told);
    }
    return log == stdout || fclose(log) == 0 ? 0 : -1;
}

/* --- the command --------------------------------------------------------------------------------------------------------- */

static int read_players(struct course *course, char *list, struct flip_error *error)
{
    char *next = NULL;
    for (char *word = strtok_r(list, ",", &next); word && course->kinds < MOST_KINDS;
         word = strtok_r(NULL, ",", &next)) {
        struct kind *kind = &course->kind[course->kinds++];
        char *weight = strchr(word, '=');
        kind->weight = weight ? atoi(weight + 1) : 1;
        if (weight)
            *weight = '\0';
        kind->judge = strcmp(word, "judge") == 0;
        if (flip_player_parse(kind->judge ? "quick" : word, &kind->player, error) < 0)
            return -1;
    }
    return 0;
}

static int open_school(struct school *school, struct flip_error *error)
{
    struct course *course = &school->course;
    const int traits = course->game->judge ? course->game->judge->traits : 0;
    struct flip_random random;
    school->net.inputs = course->fields.inputs + traits;
    school->net.size = net_size(school->net.inputs, school->net.columns);
    float **all[] = {&school->net.weight, &school->mean, &school->square, &school->average};
    for (int i = 0; i < 4; i++)
        if (!(*all[i] = calloc(school->net.size, sizeof(float))))
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the network.");
    flip_random_seed(&random, course->seed);
    net_begin(&school->net, &random);
    memcpy(school->average, school->net.weight, school->net.size * sizeof(float));
    for (int i = 0; i < school->threads; i++) {
        struct worker *worker = &school->worker[i];
        worker->school = school;
        worker->index = i;
        worker->slope = calloc(school->net.size, sizeof(float));
        flip_random_seed(&worker->random, course->seed + 1000 + (uint64_t)i);
        if (!worker->slope || room_open(&worker->room, course->game) < 0 ||
            shelf_open(&worker->shelf, (uint32_t)(school->shelf / school->threads)) < 0 ||
            shelf_open(&worker->held, (uint32_t)(school->shelf / 10 / school->threads) + 64) < 0)
            return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the shelves.");
    }
    school->steps = (long)school->rounds * school->batches;
    return school->calibrate ? 0 : take_state(school, error);
}

static int usage(void)
{
    fputs("usage: train-judge GAME --out FILE [--seed N] [--rounds N] [--games N] [--batches N] [--batch N] [--threads "
          "N]\n"
          "                   [--columns N] [--players LIST] [--pace X] [--decay X] [--quiet X] [--decisions X] "
          "[--wild X] "
          "[--futures N] [--stop X] [--seconds N] [--shelf ROWS]\n"
          "                   [--setups FILE] [--from FILE.state] [--log FILE] [--note WORDS]\n"
          "                   [--match SETUP | --calibrate [--tried X --tries N --by PLAYER]]\n",
          stderr);
    return 2;
}

/* An option and where its value goes; `flag` has none. */
struct wish {
    const char *name;
    const char **text;
    int *whole;
    double *number;
    uint64_t *seed;
    bool *flag;
};

static bool read_wishes(int argc, char **argv, const struct wish *wishes)
{
    struct option options[32] = {0};
    int found, i = 0;
    for (const struct wish *wish = wishes; wish->name; wish++)
        options[wish - wishes] = (struct option){wish->name, !wish->flag, &i, (int)(wish - wishes)};
    while ((found = getopt_long(argc, argv, "", options, NULL)) == 0) {
        if (wishes[i].text)
            *wishes[i].text = optarg;
        else if (wishes[i].whole)
            *wishes[i].whole = atoi(optarg);
        else if (wishes[i].number)
            *wishes[i].number = atof(optarg);
        else if (wishes[i].seed)
            *wishes[i].seed = strtoull(optarg, NULL, 10);
        else
            *wishes[i].flag = true;
    }
    return found == -1;
}

int main(int argc, char **argv)
{
    static struct school school = {
        .threads = 2,
        .rounds = 8,
        .games = 4000,
        .batches = 1000,
        .batch = 512,
        .pace = 0.002,
        .shelf = 200000,
        .match = -1,
        .note = "",
        .net = {.columns = 64},
        .course = {.seed = 1, .keep_quiet = 0.5, .keep_decision = 0.1, .wild = 0.5, .tries = 400}};
    const char *who = "quick", *by = "quick", *from = NULL;
    const struct wish wishes[] = {{"out", .text = &school.out},
                                  {"seed", .seed = &school.course.seed},
                                  {"rounds", .whole = &school.rounds},
                                  {"games", .whole = &school.games},
                                  {"batches", .whole = &school.batches},
                                  {"batch", .whole = &school.batch},
                                  {"threads", .whole = &school.threads},
                                  {"columns", .whole = &school.net.columns},
                                  {"players", .text = &who},
                                  {"pace", .number = &school.pace},
                                  {"quiet", .number = &school.course.keep_quiet},
                                  {"decisions", .number = &school.course.keep_decision},
                                  {"wild", .number = &school.course.wild},
                                  {"shelf", .whole = &school.shelf},
                                  {"setups", .text = &from},
                                  {"from", .text = &school.from},
                                  {"match", .whole = &school.match},
                                  {"calibrate", .flag = &school.calibrate},
                                  {"log", .text = &school.log},
                                  {"note", .text = &school.note},
                                  {"tried", .number = &school.course.tried},
                                  {"tries", .whole = &school.course.tries},
                                  {"by", .text = &by},
                                  {"futures", .whole = &school.course.futures},
                                  {"stop", .number = &school.course.stop},
                                  {"seconds", .number = &school.seconds},
                                  {"decay", .number = &school.decay},
                                  {0}};
    struct flip_error error = {0};
    struct flip_text command = flip_text_in(school.command, sizeof school.command);
    char players[256], setups[256];
    flip_text_add(&command, "train-judge");
    for (int i = 1; i < argc; i++)
        flip_text_add(&command, " %s", argv[i]);
    if (!read_wishes(argc, argv, wishes))
        return usage();
    if (optind != argc - 1 || (!school.out && !school.calibrate) || school.course.tries < 2 || school.threads < 1 ||
        school.threads > MOST_THREADS || school.rounds < 1 || school.games < 1 || school.net.columns % 16 ||
        school.net.columns < 16 || school.net.columns > JUDGE_COLUMNS || school.batch < school.threads)
        return usage();
    school.course.game = flip_game_named(argv[optind]);
    snprintf(players, sizeof players, "%s", who);
    snprintf(setups, sizeof setups, from ? "%s" : "games/%s/data/judge.setups", from ? from : argv[optind]);
    int status =
        school.course.game && school.course.game->learn
            ? 0
            : flip_fail(&error, FLIP_ERROR_BAD_GAME, "There is no game '%s' that can be learnt.", argv[optind]);
    if (status == 0 && (flip_player_parse(by, &school.course.by.player, &error) < 0 ||
                        read_players(&school.course, players, &error) < 0 ||
                        course_read(&school.course, setups, &error) < 0 || open_school(&school, &error) < 0 ||
                        (school.calibrate   ? calibrate(&school, &error)
                         : school.match < 0 ? train(&school, &error)
                                            : match(&school, &error)) < 0))
        status = -1;
    if (status)
        fprintf(stderr, "train-judge: %s\n", error.message);
    course_close(&school.course);
    return status ? 1 : 0;
}
