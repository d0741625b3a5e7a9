/* Prepares a deal from the settings. */
#include "faces/terminal/local/local.h"

#include "edition/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number from the commitment, which is public and reveals nothing about the seed. */
static uint64_t number_of(const char *commitment)
{
    char start[17];
    snprintf(start, sizeof start, "%.16s", commitment);
    return strtoull(start, NULL, 16);
}

/* Names the seats: people, programs, and bots by the game's names for them. */
static void name_seats(const struct flip_game *game, const struct flip_player *players, int count,
                       const char *commitment, char names[][40])
{
    char bots[FLIP_BOT_NAMES][FLIP_NAME];
    int people = 0, person = 0, bot = 0;
    flip_bot_names(game, number_of(commitment), bots);
    for (int seat = 0; seat < count; seat++)
        people += players[seat].kind == FLIP_PLAYER_YOU;
    for (int seat = 0; seat < count; seat++) {
        switch (players[seat].kind) {
        case FLIP_PLAYER_YOU:
            if (people == 1)
                snprintf(names[seat], 40, "You");
            else
                snprintf(names[seat], 40, "Player %d", ++person);
            break;
        case FLIP_PLAYER_EXEC:
            snprintf(names[seat], 40, "Program %d", seat + 1);
            break;
        default:
            snprintf(names[seat], 40, "%s", bots[bot++]);
        }
    }
}

static void default_seats(const struct flip_game *game, char *out, size_t size)
{
    const int wanted = game->max_seats < 3 ? game->max_seats : game->min_seats > 3 ? game->min_seats : 3;
    struct flip_text text = flip_text_in(out, size);
    flip_text_add(&text, "you");
    for (int seat = 1; seat < wanted; seat++)
        flip_text_add(&text, ",bot3");
}

/* Draws a secret and shares for the people here, unless the seed is named. */
static void draw(struct flip_deal *deal, const char *words)
{
    deal->draw = flip_seed_draw_fresh();
    if (words)
        deal->draw = (struct flip_seed_draw){.how = FLIP_SEED_NAMED};
    for (int seat = 0; !words && seat < deal->def.seats; seat++)
        if (deal->players[seat].kind == FLIP_PLAYER_YOU)
            flip_share_fresh(&deal->draw.share[seat]);
    if (words)
        flip_seed_from_words(words, deal->seed);
    else
        flip_seed_draw_seed(&deal->draw, deal->def.seats, deal->seed);
    deal->def.seed = deal->seed;
    deal->def.seed_draw = &deal->draw;
    flip_seed_draw_commitment(&deal->draw, deal->seed, deal->commitment);
}

int flip_deal_prepare(struct flip_deal *deal, const struct flip_settings *settings, struct flip_error *error)
{
    memset(deal, 0, sizeof *deal);
    deal->def = flip_table_defaults(settings->game);
    if (settings->seats[0])
        snprintf(deal->seats, sizeof deal->seats, "%s", settings->seats);
    else
        default_seats(settings->game, deal->seats, sizeof deal->seats);
    const int count = flip_players_parse(deal->seats, deal->players, FLIP_MAX_SEATS, error);
    if (count < 0)
        return -1;
    const struct flip_game *game = settings->game;
    if (count < game->min_seats || count > game->max_seats)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "%s is played by %d to %d, and --seats names %d.", game->title,
                         game->min_seats, game->max_seats, count);
    deal->def.seats = count;
    const char *edition = settings->edition;
    for (int i = 0; i < settings->given_count; i++) {
        const char *name = settings->given[i].name, *value = settings->given[i].value;
        if (flip_edition_option(game, name, value))
            edition = value;
        else if (flip_options_set(game, &deal->def.options, name, value, error) < 0)
            return -1;
    }
    if (edition) {
        deal->edition = flip_edition_load(game, edition, error);
        if (!deal->edition)
            return -1;
        deal->def.edition = deal->edition;
    }
    draw(deal, settings->seed);
    name_seats(game, deal->players, count, deal->commitment, deal->names);
    for (int seat = 0; seat < count; seat++)
        deal->def.names[seat] = deal->names[seat];
    return 0;
}

void flip_deal_free(struct flip_deal *deal)
{
    flip_edition_free(deal->edition);
    deal->edition = NULL;
}
