/*
 * A queue that is shared fairly. Every item has a payer: a person, or an address for guests who have no name yet. A payer's virtual
 * time is the work done for that payer so far, in milliseconds; the payer with the least is served next. A newcomer starts at the
 * average of all the others, so idle payers save nothing up, and a stream of newcomers cannot starve the others.
 *
 * An item's cost is estimated when it is taken and corrected when it is done. Classes give a head start in virtual time rather than
 * strict priority: hints and small bots usually go first, long analysis usually last, and none of them can starve another.
 *
 * Nothing here knows about threads; workers.c holds the lock.
 */
#ifndef FLIPSIDE_SERVER_LOOP_FAIR_H
#define FLIPSIDE_SERVER_LOOP_FAIR_H

#include <stdbool.h>

enum { FAIR_PAYER = 72 };

/// In the order in which one payer's own items are served.
enum fair_class { FAIR_QUICK, FAIR_HINT, FAIR_BOT, FAIR_LONG, FAIR_CLASSES };

/// The first member of everything that can wait in the queue.
struct fair_item {
    struct fair_item *next;
    char payer[FAIR_PAYER]; /* empty: shared by everyone */
    enum fair_class class;
    double cost; /* expected, in ms */
    bool common; /* charged to the queue: there was no memory for the payer */
};

struct fair_queue;

/// NULL: there is no memory.
struct fair_queue *fair_open(void);
/// The queue must be empty.
void fair_close(struct fair_queue *queue);
void fair_put(struct fair_queue *queue, struct fair_item *item);
/// The next item of a class up to `last`, or NULL. fair_done follows.
struct fair_item *fair_take(struct fair_queue *queue, enum fair_class last);
/// The item is done and took this many milliseconds.
void fair_done(struct fair_queue *queue, const struct fair_item *item, double busy);

#endif
