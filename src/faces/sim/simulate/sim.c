/* `flipside sim`: plays many games with bots and shows statistics. */
#include "faces/sim/simulate/simulation.h"

#include "commands.h"

#include <stdio.h>
#include <stdlib.h>

struct own {
    struct flip_simulation *simulation;
    const char *seats, *svg;
};

static int add_mark(const char *text, void *out, struct flip_error *error)
{
    struct flip_simulation *simulation = out;
    double value;
    if (flip_arg_number("at-least", text, -1e6, 1e6, &value, error) != 0)
        return -1;
    if (simulation->mark_count == FLIP_SIM_MARKS)
        return flip_fail(error, FLIP_ERROR_USAGE, "--at-least can be given %d times, not more.", FLIP_SIM_MARKS);
    simulation->marks[simulation->mark_count++] = (int64_t)value;
    return 0;
}

/* Returns 0 to go on, or 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct own *own, struct flip_arguments *arguments)
{
    const struct flip_argument table[] = {
        {"games", .whole = &own->simulation->games, .low = 1, .high = 1e12},
        {"seats", .text = &own->seats},
        {"at-least", .own = add_mark, .context = own->simulation},
        {"svg", .text = &own->svg},
        FLIP_RUN_ARGUMENTS(arguments),
        FLIP_SETUP_ARGUMENTS(arguments),
        FLIP_GAMES_ARGUMENTS(arguments),
        {0},
    };
    const int status = flip_arguments_read_game(argc, argv, flip_help("sim"), table, &arguments->setup.game);
    if (status != 0)
        return status;
    own->simulation->seed = arguments->seed;
    own->simulation->threads = arguments->threads;
    own->simulation->gpu = arguments->gpu;
    own->simulation->keep = arguments->resume;
    return 0;
}

static int seat_players(struct flip_simulation *simulation, const char *seats, struct flip_error *error)
{
    int count = simulation->setup.game->min_seats;
    if (seats) {
        count = flip_players_parse(seats, simulation->players, FLIP_MAX_SEATS, error);
        if (count < 0)
            return -1;
    } else {
        for (int seat = 0; seat < count; seat++)
            if (flip_player_parse("bot1", &simulation->players[seat], error) != 0)
                return -1;
    }
    return flip_setup_seat(&simulation->setup, count, error);
}

static int simulate(int argc, char **argv)
{
    struct flip_error error;
    struct flip_arguments arguments = flip_arguments_defaults();
    struct own own = {.simulation = calloc(1, sizeof *own.simulation)};
    struct flip_simulation *simulation = own.simulation;
    if (!simulation) {
        fprintf(stderr, "flipside sim: There is not enough memory.\n");
        return 1;
    }
    flip_simulation_open(simulation);
    int status = read_arguments(argc, argv, &own, &arguments) - 1;
    if (status >= 0)
        goto out;
    if (flip_setup_read(&simulation->setup, &arguments.setup, &error) != 0 ||
        seat_players(simulation, own.seats, &error) != 0) {
        status = flip_arguments_wrong(argv, &error) - 1;
        goto out;
    }
    if (flip_arguments_csv(&arguments, &simulation->csv, &error) != 0) {
        status = flip_tell_error(argv[0], &error);
        goto out;
    }
    flip_interrupt_watch();
    status = 0;
    if (flip_simulation_run(simulation, &error) != 0) {
        status = flip_tell_error(argv[0], &error);
    } else {
        flip_arguments_tell_stop("sim", "games", simulation->done, simulation->games, simulation->keep);
        flip_simulation_print(stdout, simulation);
    }
    if (status == 0 && own.svg && simulation->done > 0 && flip_simulation_plot(own.svg, simulation, &error) != 0)
        status = flip_tell_error(argv[0], &error);
    status = flip_arguments_close_csv(argv[0], &arguments, simulation->csv, status);
out:
    flip_simulation_close(simulation);
    free(simulation);
    return status;
}

int flip_command_sim(int argc, char **argv) { return flip_ranks_command(simulate, argc, argv); }
