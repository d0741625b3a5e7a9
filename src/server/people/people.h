/* What the server keeps in memory about people: who is online, and whose passwords were wrong. */
#ifndef FLIPSIDE_SERVER_PEOPLE_PEOPLE_H
#define FLIPSIDE_SERVER_PEOPLE_PEOPLE_H

#include "server/loop/fair.h"

#include <stdbool.h>
#include <stdint.h>

enum { PRESENT_BUCKETS = 4096, GUARD_BUCKETS = 1024 };

struct elsewhere;
struct guard;
struct name_place;
struct present;
struct tables_of_people;
struct workers;

struct people {
    const struct tables_of_people *tables;
    struct present *present[PRESENT_BUCKETS];
    struct name_place *names[PRESENT_BUCKETS]; /* of those who are present, by their folded names and by their looks */
    struct elsewhere *elsewhere[PRESENT_BUCKETS]; /* connected to other servers */
    bool here_changed;                            /* who is connected to this one: the others have to be told */
    struct guard *guards[GUARD_BUCKETS];
    bool friends_changed;      /* somebody has to be told */
    struct workers *passwords; /* hash them and check them */
    int64_t sessions_since;    /* cookies from before are older */
    char payer[FAIR_PAYER];    /* for the work of the current request or message */
};

#endif
