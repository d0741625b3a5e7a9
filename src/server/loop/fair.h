/*
 * A queue that is shared fairly. Every item has a payer: a person, or an address for guests who have no name yet. A payer's
 * virtual time is the work done for that payer so far, in milliseconds, and whoever has had least is served next. A newcomer
 * begins with what everybody else has had on average, so idleness saves nothing up and no stream of newcomers passes the others over.
 *
 * What an item costs is guessed when it is taken and put right when it is done. Classes give a head start in virtual time rather
 * than strict priority: hints and small bots usually go first, long analysis usually last, and none of them can starve another.
 *
 * Nothing here knows threads; workers.c holds the lock.
 */
#ifndef FLIPSIDE_SERVER_LOOP_FAIR_H
#define FLIPSIDE_SERVER_LOOP_FAIR_H

#include <stdbool.h>

enum { FAIR_PAYER = 72 };

/// In the order in which one payer's own items are served.
enum fair_class { FAIR_QUICK, FAIR_HINT, FAIR_BOT, FAIR_LONG, FAIR_CLASSES };

/// The first member of what waits.
struct fair_item {
    struct fair_item *next;
    char payer[FAIR_PAYER]; /* empty: everybody together */
    enum fair_class class;
    double cost; /* expected, in ms */
    bool common; /* the queue's: there was no memory for the payer */
};

struct fair_queue;

/// NULL: there is no memory.
struct fair_queue *fair_open(void);
/// Whatever waits must have been taken before.
void fair_close(struct fair_queue *queue);
void fair_put(struct fair_queue *queue, struct fair_item *item);
/// The next item of a class up to `last`, or NULL. fair_done follows.
struct fair_item *fair_take(struct fair_queue *queue, enum fair_class last);
/// It took so many milliseconds.
void fair_done(struct fair_queue *queue, const struct fair_item *item, double busy);

#endif
