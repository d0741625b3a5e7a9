/*
 * A table from the inside: what it holds, and what the files of this room share (opening without dealing, single steps), for the replay
 * of records. The program reads a table directly; whoever uses the library asks with the functions of flipside/table.h.
 */
#ifndef FLIPSIDE_TABLE_TABLE_H
#define FLIPSIDE_TABLE_TABLE_H

#include <flipside/table.h>

/// Written only by this room.
struct flip_table {
    const struct flip_game *game;
    int seats;
    struct flip_options options;
    struct flip_edition *edition;
    struct flip_dealer dealer;
    char names[FLIP_MAX_SEATS][FLIP_NAME];
    bool open;
    struct flip_world world;
    void *rules;
    struct flip_snapshot {
        void *state;
        void *before;     /* the state at the beginning of the phase */
        void *checkpoint; /* both as they were after the last event that all have seen: where undo starts from */
        void *checkpoint_before;
        int checkpoint_step;
        flip_set unseen; /* the seats whose steps of this phase the others have not seen */
        bool
            apart; /* the last step of a seat was taken out of the others' sight, and so is what it makes the dealer do */
    } now, backup; /* backup: what a failed call goes back to */
    struct flip_step *steps;
    int step_count, step_room;
    struct flip_outcome *outcomes; /* of the steps that came from outside */
    int outcome_count, outcome_room;
};

/// Takes a step of this table again in `state`, which is the one that the step was taken in. All who replay use this: an
/// event from outside is more than a move.
static inline void flip_table_replay(const struct flip_table *table, void *state, const struct flip_step *step)
{
    if (step->outcome)
        table->game->flicks->settle(table->rules, state, &table->outcomes[step->outcome - 1]);
    else
        table->game->rules->apply(table->rules, state, step->seat, step->move);
}
/// Opens a table on which nothing has been dealt yet.
struct flip_table *table_open_undealt(const struct flip_table_def *def, struct flip_error *error);
/// Deals until a seat has to decide or the game is over. On failure some events may have been dealt.
int table_deal(struct flip_table *table, struct flip_error *error);
/// Appends a step that is known to be legal or possible, and applies it. Fails only without memory.
int table_step(struct flip_table *table, struct flip_step step, struct flip_error *error);
/// Is the seat's move legal now? The error says why not.
bool table_legal(const struct flip_table *table, int seat, flip_move move, struct flip_error *error);
/// Finds the due event by its text; the error names what is possible.
int table_find_event(const struct flip_table *table, const char *text, flip_move *out, struct flip_error *error);
/// Is the due event the outcome of a flick?
bool table_waits_outside(const struct flip_table *table);
/// Takes an outcome, which has been checked, as the next step.
int table_step_outcome(struct flip_table *table, struct flip_step step, const struct flip_outcome *outcome,
                       struct flip_error *error);

#endif
