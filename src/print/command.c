/* `flipside print GAME`: sheets, cards and plans as a PDF. */
#include "commands.h"
#include "faces/sim/games/games.h"
#include "print/parts.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    struct flip_setup_args setup;
    const char *out, *deck;
    enum paper_size size;
    bool saving;
    uint64_t seats; /* 0: not given */
};

static int read_size(const char *text, void *out, struct flip_error *error)
{
    enum paper_size *size = out;
    *size = strcmp(text, "letter") == 0 ? PAPER_LETTER : PAPER_A4;
    if (*size == PAPER_A4 && strcmp(text, "a4") != 0)
        return flip_fail(error, FLIP_ERROR_USAGE, "--paper is a4 or letter, not '%.80s'.", text);
    return 0;
}

/* 0: go on; else 1 + the exit status. */
static int read_arguments(int argc, char **argv, struct arguments *arguments)
{
    const struct flip_argument table[] = {
        {"out", .text = &arguments->out},
        {"paper", .own = read_size, .context = &arguments->size},
        {"save-ink", .flag = &arguments->saving},
        {"seats", .whole = &arguments->seats, .low = 1, .high = FLIP_MAX_SEATS},
        {"deck", .text = &arguments->deck},
        FLIP_SETUP_ARGUMENTS(arguments),
        {0},
    };
    const int status = flip_arguments_read(argc, argv, flip_help("print"), table);
    if (status == 0 && argc - optind > 1) {
        fprintf(stderr, "flipside print: One game at a time; '%s' is one too many.\n", argv[optind + 1]);
        return 3;
    }
    arguments->setup.game = argv[optind];
    return status;
}

/* --- what is printed ------------------------------------------------------------------------------------------------- */

static const struct paper_games *paper_of(const struct flip_game *game)
{
    const struct paper_games *one = paper_games;
    while (one->id && strcmp(one->id, game->id) != 0)
        one++;
    return one->id ? one : NULL;
}

static int draw_edition(struct paper *paper, paper_game *draw, const struct flip_edition *edition, int seats,
                        struct flip_error *error)
{
    json_t *data = json_loads(edition->json, 0, NULL);
    if (!data)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to print.");
    const struct paper_job job = {.edition = edition, .data = data, .seats = seats};
    paper_subject(paper, "%s · %s · edition %.8s · Flipside", edition->game->title,
                  json_string_value(json_object_get(data, "name")), edition->hash);
    draw(paper, &job);
    json_decref(data);
    return 0;
}

/* Prints all editions of a game that has several, such as scenarios, unless one is chosen. */
static int draw_all(struct paper *paper, paper_game *draw, const struct flip_setup *setup, bool one, int seats,
                    struct flip_error *error)
{
    const struct flip_game *game = setup->game;
    if (one || !game->edition_option)
        return draw_edition(paper, draw, setup->edition, seats, error);
    int status = 0;
    for (int i = 0; status == 0 && game->files->editions[i].hash; i++) {
        struct flip_edition *edition = flip_edition_hashed(game, game->files->editions[i].hash, error);
        status = edition ? draw_edition(paper, draw, edition, seats, error) : -1;
        flip_edition_free(edition);
    }
    return status;
}

char *flip_game_picture(const struct flip_game *game, size_t *length, struct flip_error *error)
{
    const struct paper_games *own = paper_of(game);
    const struct paper_def def = {.game = game};
    struct flip_edition *edition = own ? flip_edition_classic(game, error) : NULL;
    if (!edition) {
        if (!own)
            flip_fail(error, FLIP_ERROR_NO_GAME, "%s has no picture.", game->title);
        return NULL;
    }
    struct paper *paper = paper_open(&def, error);
    const int drawn = paper ? draw_edition(paper, own->draw, edition, game->max_seats, error) : -1;
    char *png = drawn == 0 ? paper_png(paper, length, error) : NULL;
    if (paper)
        paper_close(paper, NULL);
    flip_edition_free(edition);
    return png;
}

static int print(const struct arguments *arguments, const struct flip_setup *setup, struct flip_error *error)
{
    const struct flip_game *game = setup->game;
    const struct paper_games *own = paper_of(game);
    const bool one = arguments->setup.edition || arguments->setup.option_count > 0;
    const int seats = arguments->seats ? (int)arguments->seats : game->max_seats;
    char name[96];
    if (!own && !arguments->deck)
        return flip_fail(error, FLIP_ERROR_NO_GAME, "%s has nothing to print.", game->title);
    if (seats < game->min_seats || seats > game->max_seats)
        return flip_fail(error, FLIP_ERROR_SEATS, "%s has %d to %d seats, not %d.", game->title, game->min_seats,
                         game->max_seats, seats);
    snprintf(name, sizeof name, "%s%s.pdf", game->id, arguments->deck ? "-deck" : "");
    const struct paper_def def = {.path = arguments->out ? arguments->out : name,
                                  .game = game,
                                  .size = arguments->size,
                                  .saving = arguments->saving};
    struct paper *paper = paper_open(&def, error);
    if (!paper)
        return -1;
    int status = arguments->deck ? paper_deck(paper, setup->edition, &setup->options, arguments->deck, error)
                                 : draw_all(paper, own->draw, setup, one, seats, error);
    const int pages = paper_pages(paper);
    if (status == 0 && paper_too_small(paper))
        fprintf(stderr, "flipside print: '%s' is too long for its place; it is printed very small.\n",
                paper_too_small(paper));
    if (paper_close(paper, status == 0 ? error : NULL) < 0)
        status = -1;
    if (status == 0)
        printf("%s: %d page%s, %s. Print at 100 %%: the ruler on the page is 100 mm long.\n", def.path, pages,
               pages == 1 ? "" : "s", def.size == PAPER_A4 ? "A4" : "Letter");
    else
        remove(def.path);
    return status;
}

int flip_command_print(int argc, char **argv)
{
    struct arguments arguments = {0};
    struct flip_setup setup = {0};
    struct flip_error error;
    const int wrong = read_arguments(argc, argv, &arguments);
    if (wrong)
        return wrong - 1;
    int status = flip_setup_read(&setup, &arguments.setup, &error);
    if (status == 0)
        status = print(&arguments, &setup, &error);
    flip_setup_close(&setup);
    return status == 0 ? 0 : flip_tell_error("print", &error);
}
