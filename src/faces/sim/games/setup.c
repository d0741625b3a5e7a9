/* Turns the command line into prepared rules, for sim, match and bench. */
#include "faces/sim/games/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int no_game(const char *id, struct flip_error *error)
{
    char known[256];
    struct flip_text text = flip_text_in(known, sizeof known);
    for (int i = 0; flip_game_at(i); i++)
        flip_text_add(&text, "%s%s", i > 0 ? ", " : "", flip_game_at(i)->id);
    if (id)
        flip_fail(error, FLIP_ERROR_NO_GAME, "There is no game '%s'; there are: %s.", id, known);
    else
        flip_fail(error, FLIP_ERROR_NO_GAME, "Name a game; there are: %s.", known);
    return -1;
}

int flip_setup_read(struct flip_setup *setup, const struct flip_setup_args *args, struct flip_error *error)
{
    setup->game = args->game ? flip_game_named(args->game) : NULL;
    if (!setup->game)
        return no_game(args->game, error);
    const char *file = args->edition;
    flip_options_default(setup->game, &setup->options);
    for (int i = 0; i < args->option_count; i++) {
        const char *equals = strchr(args->options[i], '=');
        char name[64];
        if (!equals || (size_t)(equals - args->options[i]) >= sizeof name)
            return flip_fail(error, FLIP_ERROR_OPTION, "Write an option as NAME=VALUE, not as '%s'.", args->options[i]);
        const size_t length = (size_t)(equals - args->options[i]);
        memcpy(name, args->options[i], length);
        name[length] = '\0';
        if (flip_edition_option(setup->game, name, equals + 1))
            file = equals + 1;
        else if (flip_options_set(setup->game, &setup->options, name, equals + 1, error) != 0)
            return -1;
    }
    setup->edition =
        file ? flip_edition_load(setup->game, file, error) : flip_edition_chosen(setup->game, &setup->options, error);
    return setup->edition ? 0 : -1;
}

int flip_setup_seat(struct flip_setup *setup, int seats, struct flip_error *error)
{
    const struct flip_game *game = setup->game;
    if (seats == 0)
        seats = game->min_seats;
    if (seats < game->min_seats || seats > game->max_seats)
        return flip_fail(error, FLIP_ERROR_SEATS, "%s has %d to %d seats, not %d.", game->title, game->min_seats,
                         game->max_seats, seats);
    free(setup->rules);
    setup->rules = calloc(1, game->rules_size > 0 ? game->rules_size : 1);
    if (!setup->rules)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the rules of %s.", game->title);
    setup->seats = seats;
    return game->rules->prepare(setup->rules, setup->edition->data, &setup->options, seats, error);
}

int flip_setup_pair(const struct flip_game *game)
{
    return game->max_seats < 2 ? game->max_seats : game->min_seats > 2 ? game->min_seats : 2;
}

void flip_setup_close(struct flip_setup *setup)
{
    free(setup->rules);
    flip_edition_free(setup->edition);
    *setup = (struct flip_setup){0};
}

void flip_setup_key(const struct flip_setup *setup, uint64_t seed, struct flip_text *out)
{
    flip_text_add(out, "%s %s seats %d seed %" PRIu64, setup->game->id, setup->edition->hash, setup->seats, seed);
    for (int i = 0; setup->game->options && setup->game->options[i].name; i++)
        flip_text_add(out, " %s=%s", setup->game->options[i].name, setup->options.value[i]);
}

int flip_default_threads(void)
{
    if (flip_ranks_count() > 1)
        return 1;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 256 ? 256 : (int)cores;
}

int flip_tell_error(const char *command, const struct flip_error *error)
{
    if (flip_ranks_first())
        fprintf(stderr, "flipside %s: %s\n", command, error->message);
    else
        flip_ranks_send_error(error->message);
    return 1;
}
