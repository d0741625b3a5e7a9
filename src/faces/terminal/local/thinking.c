/* Thoughts in the background. */
#include "faces/terminal/local/parts.h"

#include "bots/tutor.h"
#include "table/spoken.h"
#include "table/table.h"

#include <flipside/record.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAUSE_MS = 10 };

/* A table has no copy function, so it is saved and loaded as a record. */
static struct flip_table *copy_table(const struct flip_table *table, struct flip_error *error)
{
    char *record = flip_record_save(table, FLIP_RECORD_FULL, error);
    struct flip_table *copy = record ? flip_record_load(record, strlen(record), FLIP_ALL_STEPS, error) : NULL;
    free(record);
    return copy;
}

static bool given_up(const void *asker)
{
    const struct flip_thinking *thinking = asker;
    return atomic_load(&thinking->over);
}

/* The verdict, and what would have been better. */
static void judge(struct flip_thinking *thinking)
{
    const struct flip_table *table = thinking->table;
    const struct flip_position position = flip_table_position(table);
    struct flip_think_def def = flip_tutor_def(table->game);
    def.given_up = given_up;
    def.asker = thinking;
    struct flip_review *review = &thinking->review;
    thinking->failed =
        flip_tutor(&position, thinking->seat, &def, thinking->judged, &thinking->thought, review, &thinking->error);
    if (thinking->failed)
        return;
    struct flip_text words = flip_text_in(thinking->words, sizeof thinking->words);
    flip_tutor_sentence(&position, review, &words);
    if (!review->only && review->grade > FLIP_FINE) {
        char told[FLIP_TELL_TEXT];
        struct flip_text better = flip_text_in(told, sizeof told);
        flip_table_move_tell(table, table->now.state, thinking->seat, review->best.move, &better);
        flip_text_add(&words, " Better: ");
        flip_spoken_to_you(told, &words);
        flip_text_add(&words, ".");
    }
}

static void *think(void *argument)
{
    struct flip_thinking *thinking = argument;
    if (thinking->judges) {
        judge(thinking);
    } else if (thinking->player) {
        thinking->failed = flip_player_choose(thinking->player, thinking->table, thinking->seat, &thinking->thought,
                                              &thinking->move, &thinking->error);
    } else {
        struct flip_think_def def = flip_think_defaults(FLIP_LEVELS);
        def.explain = true;
        def.given_up = given_up;
        def.asker = thinking;
        def.seed = (uint64_t)thinking->steps + 1;
        thinking->failed = flip_think(thinking->table, thinking->seat, &def, &thinking->thought, &thinking->error);
        if (!thinking->failed)
            thinking->move = thinking->thought.choice[0].move;
    }
    atomic_store(&thinking->done, true);
    return NULL;
}

static int begin(struct flip_thinking *thinking, const struct flip_table *table, int seat, struct flip_player *player,
                 struct flip_error *error)
{
    thinking->table = copy_table(table, error);
    if (!thinking->table)
        return -1;
    thinking->seat = seat;
    thinking->steps = table->step_count;
    thinking->player = player;
    thinking->failed = 0;
    thinking->thought.count = 0;
    atomic_store(&thinking->done, false);
    if (player) {
        player->think.given_up = given_up;
        player->think.asker = thinking;
    }
    if (pthread_create(&thinking->thread, NULL, think, thinking) != 0) {
        flip_table_close(thinking->table);
        return flip_fail(error, FLIP_ERROR_NO_THREAD,
                         "The system cannot start another thread. Close something and try again.");
    }
    thinking->busy = true;
    return 0;
}

int flip_thinking_begin(struct flip_thinking *thinking, const struct flip_table *table, int seat,
                        struct flip_player *player, struct flip_error *error)
{
    thinking->judges = false;
    return begin(thinking, table, seat, player, error);
}

int flip_thinking_judge(struct flip_thinking *thinking, const struct flip_table *table, int seat, flip_move move,
                        struct flip_error *error)
{
    thinking->judges = true;
    thinking->judged = move;
    return begin(thinking, table, seat, NULL, error);
}

bool flip_thinking_done(const struct flip_thinking *thinking, bool wait)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    while (wait && !atomic_load(&thinking->done))
        nanosleep(&pause, NULL);
    return atomic_load(&thinking->done);
}

bool flip_thinking_ready(struct flip_thinking *thinking)
{
    if (!thinking->busy || !atomic_load(&thinking->done))
        return false;
    flip_thinking_end(thinking);
    return true;
}

void flip_thinking_end(struct flip_thinking *thinking)
{
    if (!thinking->busy)
        return;
    atomic_store(&thinking->over, true);
    pthread_join(thinking->thread, NULL);
    atomic_store(&thinking->over, false);
    flip_table_close(thinking->table);
    thinking->table = NULL;
    thinking->busy = false;
}
