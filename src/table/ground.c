/* Editions and rules that tables share: see ground.h. */
#include "table/ground.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct ground *grounds; /* in use */

static bool same_options(const struct flip_options *a, const struct flip_options *b)
{
    for (int i = 0; i < FLIP_MAX_OPTIONS; i++)
        if (strcmp(a->value[i], b->value[i]) != 0)
            return false;
    return a->version == b->version;
}

/* An edition's hash stands for all of it. */
static bool same_ground(const struct ground *a, const struct ground *b)
{
    return a->game == b->game && a->seats == b->seats && strcmp(a->edition->hash, b->edition->hash) == 0 &&
           same_options(&a->options, &b->options);
}

/* One more user of what is there already; NULL: it is not. */
static struct ground *find(const struct ground *wanted)
{
    struct ground *found = grounds;
    while (found && !same_ground(found, wanted))
        found = found->next;
    if (found)
        found->users++;
    return found;
}

static void ground_free(struct ground *ground)
{
    flip_edition_free(ground->edition);
    free(ground->rules);
    free(ground);
}

static int prepare(struct ground *ground, struct flip_error *error)
{
    const struct flip_game *game = ground->game;
    if (!(ground->rules = calloc(1, game->rules_size)))
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open a table.");
    return game->rules->prepare(ground->rules, ground->edition->data, &ground->options, ground->seats, error);
}

/* Nobody waits for rules that are being prepared; of two that were prepared at the same time, the first one stays. */
static struct ground *add(struct ground *ground)
{
    pthread_mutex_lock(&lock);
    struct ground *first = find(ground);
    if (!first) {
        ground->next = grounds;
        grounds = ground;
    }
    pthread_mutex_unlock(&lock);
    if (first)
        ground_free(ground);
    return first ? first : ground;
}

struct ground *ground_take(struct flip_edition *edition, const struct flip_options *options, int seats,
                           struct flip_error *error)
{
    struct ground *own = malloc(sizeof *own);
    if (!own) {
        flip_edition_free(edition);
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to open a table.");
        return NULL;
    }
    *own = (struct ground){.users = 1, .game = edition->game, .seats = seats, .options = *options, .edition = edition};
    pthread_mutex_lock(&lock);
    struct ground *found = find(own);
    pthread_mutex_unlock(&lock);
    if (!found && prepare(own, error) == 0)
        return add(own);
    ground_free(own);
    return found;
}

struct ground *ground_share(struct ground *ground)
{
    pthread_mutex_lock(&lock);
    ground->users++;
    pthread_mutex_unlock(&lock);
    return ground;
}

void ground_give_back(struct ground *ground)
{
    if (!ground)
        return;
    pthread_mutex_lock(&lock);
    const bool last = --ground->users == 0;
    for (struct ground **at = &grounds; last && *at; at = &(*at)->next)
        if (*at == ground) {
            *at = ground->next;
            break;
        }
    pthread_mutex_unlock(&lock);
    if (last)
        ground_free(ground);
}
