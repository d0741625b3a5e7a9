/* Start-time fair queueing over payers: see fair.h. */
#include "server/loop/fair.h"

#include <stdlib.h>
#include <string.h>

/* How much virtual time a class is served early, in ms. */
static const double head_start[FAIR_CLASSES] = {[FAIR_QUICK] = 200, [FAIR_HINT] = 200, [FAIR_LONG] = -2000};

struct line {
    struct fair_item *first, *last;
};

struct payer {
    struct payer *next;
    char name[FAIR_PAYER];
    double served; /* virtual time, in ms */
    int under_way; /* taken and not done */
    struct line line[FAIR_CLASSES];
};

struct fair_queue {
    double now; /* what each payer with something to do has had by now, were it shared to the millisecond */
    struct payer *payers;
    struct payer common; /* pays where there is no memory for another */
};

struct fair_queue *fair_open(void)
{
    struct fair_queue *queue = calloc(1, sizeof *queue);
    if (queue)
        queue->payers = &queue->common;
    return queue;
}

void fair_close(struct fair_queue *queue)
{
    while (queue && queue->payers) {
        struct payer *payer = queue->payers;
        queue->payers = payer->next;
        if (payer != &queue->common)
            free(payer);
    }
    free(queue);
}

static bool waits(const struct payer *payer)
{
    for (int i = 0; i < FAIR_CLASSES; i++)
        if (payer->line[i].first)
            return true;
    return false;
}

static struct payer *payer_named(struct fair_queue *queue, const char *name)
{
    for (struct payer *payer = queue->payers; payer; payer = payer->next)
        if (strcmp(payer->name, name) == 0)
            return payer;
    return NULL;
}

static struct payer *payer_of(struct fair_queue *queue, const struct fair_item *item)
{
    struct payer *payer = payer_named(queue, item->payer);
    if (!payer && (payer = calloc(1, sizeof *payer))) {
        memcpy(payer->name, item->payer, sizeof payer->name);
        payer->next = queue->payers;
        queue->payers = payer;
    }
    return payer ? payer : &queue->common;
}

static int count_active(const struct fair_queue *queue)
{
    int count = 0;
    for (const struct payer *payer = queue->payers; payer; payer = payer->next)
        count += waits(payer) || payer->under_way > 0;
    return count;
}

/* Payers whose debts no longer matter. When nothing waits or is under way, nobody's do. */
static void forget(struct fair_queue *queue)
{
    const bool idle = count_active(queue) == 0;
    for (struct payer **at = &queue->payers; *at;) {
        struct payer *payer = *at;
        const bool settled = idle || (!waits(payer) && payer->under_way == 0 && payer->served <= queue->now);
        if (settled && payer != &queue->common) {
            *at = payer->next;
            free(payer);
            continue;
        }
        if (idle)
            payer->served = 0;
        at = &payer->next;
    }
    if (idle)
        queue->now = 0;
}

void fair_put(struct fair_queue *queue, struct fair_item *item)
{
    struct payer *payer = payer_of(queue, item);
    item->common = payer == &queue->common;
    struct line *line = &payer->line[item->class];
    if (!waits(payer) && payer->under_way == 0 && payer->served < queue->now)
        payer->served = queue->now;
    item->next = NULL;
    if (line->first)
        line->last->next = item;
    else
        line->first = item;
    line->last = item;
}

/* The class of a payer's next item; FAIR_CLASSES: none waits. */
static int next_class(const struct payer *payer, enum fair_class last)
{
    for (int i = 0; i <= (int)last; i++)
        if (payer->line[i].first)
            return i;
    return FAIR_CLASSES;
}

struct fair_item *fair_take(struct fair_queue *queue, enum fair_class last)
{
    struct payer *best = NULL;
    double earliest = 0;
    for (struct payer *payer = queue->payers; payer; payer = payer->next) {
        const int class = next_class(payer, last);
        if (class == FAIR_CLASSES)
            continue;
        const double when = payer->served - head_start[class];
        if (!best || when < earliest) {
            best = payer;
            earliest = when;
        }
    }
    if (!best)
        return NULL;
    struct line *line = &best->line[next_class(best, last)];
    struct fair_item *item = line->first;
    line->first = item->next;
    best->served += item->cost;
    best->under_way++;
    return item;
}

void fair_done(struct fair_queue *queue, const struct fair_item *item, double busy)
{
    struct payer *payer = item->common ? &queue->common : payer_named(queue, item->payer);
    queue->now += busy / count_active(queue);
    payer->served += busy - item->cost;
    payer->under_way--;
    forget(queue);
}
