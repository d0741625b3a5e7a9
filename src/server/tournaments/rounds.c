/*
 * What happens in a tournament without anybody asking for it: it begins, results come in from finished tables, silent players are
 * withdrawn, the next round is paired, it is over. One look does all that is due, and what takes long in slices: tables are made some at
 * a time. Times are those of the wall clock, since people have read them.
 */
#include "server/loop/loop.h"
#include "server/tournaments/tournaments.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLES_AT_A_TIME = 8,
    LOOKS_AT_A_TIME = 16,
    LOOK_MS = 3000,    /* for what nobody tells of: a table that was ended or deleted, another server's tables */
    ARENA_MS = 1000,   /* an arena pairs those who are free that often */
    SILENT_TABLES = 2, /* forfeited in a row: withdrawn */
    LEAST_PLAYERS = 2
};

/* --- results ------------------------------------------------------------------------------------------------------------ */

struct ended {
    struct store_pairing *all;
    int count, room;
};

static int note_ended(void *context, const struct store_pairing *pairing)
{
    struct ended *ended = context;
    if (!array_grow(&ended->all, ended->count, &ended->room, sizeof *ended->all))
        return -1; /* the rest is there the next time */
    ended->all[ended->count++] = *pairing;
    return 0;
}

/* 1: a table has ended. */
static int take_results(struct store *store, struct store_tournament *row, struct flip_error *error)
{
    struct ended ended = {0};
    int status = store_pairings_ended(store, row->id, note_ended, &ended, error) < 0 ? -1 : 0;
    if (status == 0 && ended.count > 0)
        status = store_tournament_change(store, row, error);
    const bool claimed = status == 1;
    for (int i = 0; i < ended.count && claimed && status > 0; i++)
        status = store_pairing_put(store, row->id, &ended.all[i], error) < 0 ? -1 : 1;
    free(ended.all);
    return status;
}

/* --- rounds ------------------------------------------------------------------------------------------------------------- */

/* Those who are no more, and those who did not come, are not paired again. */
static int withdraw_silent(struct tournaments *all, struct contest *contest, struct flip_error *error)
{
    for (int i = 0; i < contest->rules.players; i++) {
        struct store_entrant *entrant = &contest->entrants[i];
        const bool nobody = !entrant->person[0] && entrant->level == 0;
        if (entrant->gone >= 0 || (!nobody && tournament_forfeits(&contest->rules, i) < SILENT_TABLES))
            continue;
        entrant->gone = tournament_round(&contest->rules);
        if (contest_claim(all, contest, error) < 0 || contest_keep_entrant(all->loop->store, contest, i, error) < 0)
            return -1;
    }
    return 0;
}

static void decide(struct contest *contest, enum store_tournament_state state)
{
    contest->row.state = state;
    contest->row.ended = wall_ms();
    contest->row.due = 0;
}

/* Pairs the next round. Rounds of byes alone are over at once. Returns how many tables there are to be made. */
static int pair(struct tournaments *all, struct contest *contest, struct flip_error *error)
{
    struct tournament_work *work = contest_work(error);
    struct tournament_table *next = calloc(TOURNAMENT_PLAYERS, sizeof *next);
    int status = work && next ? 0 : flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to pair.");
    int made = 0;
    for (int count = 1; status == 0 && made == 0 && count > 0;) {
        count = tournament_pair(&contest->rules, work, next);
        if (count > 0)
            status = contest_claim(all, contest, error) < 0
                         ? -1
                         : contest_add(all->loop->store, contest, next, count, error);
        for (int i = 0; i < count && status == 0; i++) {
            made += !next[i].over;
            if (next[i].over)
                contest_tell_table(all->people, contest, contest->rules.tables - count + i);
        }
    }
    free(work);
    free(next);
    return status < 0 ? -1 : made;
}

static int64_t arena_end(const struct store_tournament *row) { return row->began + row->length; }

/* Whoever is free is paired as long as the arena lasts; then the last tables are played to their ends. */
static int go_on_in_arena(struct tournaments *all, struct contest *contest, int64_t now, struct flip_error *error)
{
    const bool open = now < arena_end(&contest->row);
    if (open && (withdraw_silent(all, contest, error) < 0 || pair(all, contest, error) < 0))
        return -1;
    if (!open && !tournament_playing(&contest->rules))
        decide(contest, STORE_DECIDED);
    return 0;
}

/* The round is over: there is a pause before the next one, so that everybody can see how they stand. */
static int go_on_with_rounds(struct tournaments *all, struct contest *contest, int64_t now, bool ended,
                             struct flip_error *error)
{
    if (tournament_playing(&contest->rules))
        return 0;
    if (ended && contest->row.pause > 0 && tournament_round(&contest->rules) < tournament_rounds(&contest->rules)) {
        contest->row.due = now + contest->row.pause;
        return 0;
    }
    if (withdraw_silent(all, contest, error) < 0)
        return -1;
    const int made = pair(all, contest, error);
    if (made == 0)
        decide(contest, STORE_DECIDED);
    return made < 0 ? -1 : 0;
}

static int go_on(struct tournaments *all, struct contest *contest, int64_t now, bool ended, struct flip_error *error)
{
    contest->row.due = 1; /* from now on whenever something happens */
    const bool arena = contest->rules.kind == TOURNAMENT_ARENA;
    const int status =
        arena ? go_on_in_arena(all, contest, now, error) : go_on_with_rounds(all, contest, now, ended, error);
    if (status < 0 || contest_seat(all, contest, TABLES_AT_A_TIME, error) < 0)
        return -1;
    if (contest_keep(all, contest, error) < 0)
        return -1;
    if (contest->row.state == STORE_DECIDED)
        contest_tell(all->people, contest, "over");
    return 0;
}

int contest_begin(struct tournaments *all, struct contest *contest, struct flip_error *error)
{
    const bool enough = contest->rules.players >= LEAST_PLAYERS && contest->rules.players >= contest->rules.least;
    if (enough) {
        contest->row.state = STORE_PLAYING;
        contest->row.began = wall_ms();
        contest->row.due = 1;
    } else {
        decide(contest, STORE_CALLED_OFF);
    }
    if (contest_claim(all, contest, error) < 0)
        return -1;
    contest_tell(all->people, contest, enough ? "begun" : "called off");
    return 0;
}

/* --- looking ------------------------------------------------------------------------------------------------------------ */

/* Is there nothing to be done but to wait for tables? In an arena somebody may be free. */
static int waits(struct store *store, const struct store_tournament *row, bool *out, struct flip_error *error)
{
    int open, without;
    if (store_pairings_open(store, row->id, &open, &without, error) < 0)
        return -1;
    *out = open > 0 && without == 0 && strcmp(row->kind, tournament_kind_words[TOURNAMENT_ARENA]) != 0;
    return 0;
}

/* Nothing is changed before it is claimed, so another server that was first has left nothing to undo. */
static int move_on(struct tournaments *all, struct contest *contest, bool ended, struct flip_error *error)
{
    int status = 0;
    if (contest->row.state == STORE_ENTERING)
        status = contest_begin(all, contest, error);
    else if (contest->row.state == STORE_PLAYING)
        status = go_on(all, contest, wall_ms(), ended, error);
    return status < 0 && !contest->claimed && error->code == FLIP_ERROR_BUSY ? 0 : status;
}

static int look_at(struct tournaments *all, struct store_tournament *row, struct flip_error *error)
{
    const int ended = row->state == STORE_PLAYING ? take_results(all->loop->store, row, error) : 0;
    bool nothing = false;
    if (ended < 0 || (row->state == STORE_PLAYING && waits(all->loop->store, row, &nothing, error) < 0))
        return -1;
    if (nothing)
        return 0;
    struct contest *contest = contest_load(all->loop->store, row->id, error);
    const int status = contest ? move_on(all, contest, ended > 0, error) : -1;
    contest_free(contest);
    return status;
}

struct due {
    struct store_tournament row[LOOKS_AT_A_TIME];
    int count;
};

static int note_due(void *context, const struct store_tournament *row)
{
    struct due *due = context;
    due->row[due->count] = *row;
    due->row[due->count++].setup = NULL;
    return 0;
}

bool tournaments_due(const struct tournaments *all) { return all->next > 0 && wall_ms() >= all->next; }

void tournaments_game_over(struct tournaments *all)
{
    if (all->next > 0)
        tournaments_look(all);
}

/* When to look again: at what is due later, and now and then at what is being played. */
static int look_later(struct tournaments *all, int64_t now, struct flip_error *error)
{
    const int64_t due = store_tournament_next(all->loop->store, error);
    if (due < 0)
        return -1;
    const int64_t soon = due > 0 && due <= now ? now + ARENA_MS : due;
    all->next = store_shared(all->loop->store) && (soon == 0 || soon > now + LOOK_MS) ? now + LOOK_MS : soon;
    return 0;
}

static int look_at_all(struct tournaments *all, struct flip_error *error)
{
    struct due due = {0};
    const int64_t now = wall_ms();
    if (look_later(all, now, error) < 0 ||
        store_tournaments_due(all->loop->store, now, LOOKS_AT_A_TIME, note_due, &due, error) < 0)
        return -1;
    for (int i = 0; i < due.count; i++)
        if (look_at(all, &due.row[i], error) < 0)
            return -1;
    const int64_t wait = all->next - wall_ms();
    if (all->next > 0)
        loop_wake(all->loop, WAKE_SOON, wait < 1 ? 1 : wait > LOOK_MS ? LOOK_MS : (int)wait);
    return 0;
}

void tournaments_run(struct tournaments *all)
{
    struct flip_error error = {0};
    if (!tournaments_due(all) || look_at_all(all, &error) == 0)
        return;
    server_note_error(all->loop, &error);
    all->loop->failed = true; /* half a round must not stay */
}
