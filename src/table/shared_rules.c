/* The editions and rules that tables share, counted by reference. */
#include "table/shared_rules.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared_rules *all;

static bool same_options(const struct flip_options *a, const struct flip_options *b)
{
    for (int i = 0; i < FLIP_MAX_OPTIONS; i++)
        if (strcmp(a->value[i], b->value[i]) != 0)
            return false;
    return a->version == b->version;
}

/* The hash identifies an edition. */
static bool same_set_up(const struct shared_rules *a, const struct shared_rules *b)
{
    return a->game == b->game && a->seats == b->seats && strcmp(a->edition->hash, b->edition->hash) == 0 &&
           same_options(&a->options, &b->options);
}

/* Takes a reference to rules with the same set-up, or returns NULL. */
static struct shared_rules *find(const struct shared_rules *wanted)
{
    struct shared_rules *found = all;
    while (found && !same_set_up(found, wanted))
        found = found->next;
    if (found)
        found->users++;
    return found;
}

static void free_rules(struct shared_rules *shared)
{
    flip_edition_free(shared->edition);
    free(shared->rules);
    free(shared);
}

static int prepare(struct shared_rules *shared, struct flip_error *error)
{
    const struct flip_game *game = shared->game;
    if (!(shared->rules = calloc(1, game->rules_size)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open a table.");
    return game->rules->prepare(shared->rules, shared->edition->data, &shared->options, shared->seats, error);
}

/* The lock is not held while rules are prepared: of two prepared at the same time, the first one stays. */
static struct shared_rules *add(struct shared_rules *shared)
{
    pthread_mutex_lock(&lock);
    struct shared_rules *first = find(shared);
    if (!first) {
        shared->next = all;
        all = shared;
    }
    pthread_mutex_unlock(&lock);
    if (first)
        free_rules(shared);
    return first ? first : shared;
}

struct shared_rules *shared_rules_get(struct flip_edition *edition, const struct flip_options *options, int seats,
                                      struct flip_error *error)
{
    struct shared_rules *own = malloc(sizeof *own);
    if (!own) {
        flip_edition_free(edition);
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open a table.");
        return NULL;
    }
    *own = (struct shared_rules){
        .users = 1, .game = edition->game, .seats = seats, .options = *options, .edition = edition};
    pthread_mutex_lock(&lock);
    struct shared_rules *found = find(own);
    pthread_mutex_unlock(&lock);
    if (!found && prepare(own, error) == 0)
        return add(own);
    free_rules(own);
    return found;
}

struct shared_rules *shared_rules_share(struct shared_rules *shared)
{
    pthread_mutex_lock(&lock);
    shared->users++;
    pthread_mutex_unlock(&lock);
    return shared;
}

void shared_rules_release(struct shared_rules *shared)
{
    if (!shared)
        return;
    pthread_mutex_lock(&lock);
    const bool last = --shared->users == 0;
    for (struct shared_rules **at = &all; last && *at; at = &(*at)->next)
        if (*at == shared) {
            *at = shared->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    if (last)
        free_rules(shared);
}
