/* The result of a game, as JSON and in words with the players' names. */
#include "table/table.h"

#include <flipside/say.h>
#include <stdio.h>
#include <string.h>

/* Seats with the same name are numbered, as everywhere: "Ann (2)". */
static void name_seat(const struct flip_table *table, int seat, char *out, size_t size)
{
    int same = 0, before = 0;
    for (int other = 0; other < table->seats; other++) {
        const bool named = strcmp(table->names[other], table->names[seat]) == 0;
        same += named;
        before += named && other < seat;
    }
    if (same > 1)
        snprintf(out, size, "%s (%d)", table->names[seat], before + 1);
    else
        snprintf(out, size, "%s", table->names[seat]);
}

/* A seat named "You" is addressed as such: in the terminal that is the person at the keyboard. */
static struct flip_names name_seats(const struct flip_table *table, int viewer)
{
    struct flip_names names = {.you = viewer >= 0 && viewer < table->seats ? viewer : -1};
    for (int seat = 0; seat < table->seats; seat++) {
        name_seat(table, seat, names.name[seat], sizeof names.name[seat]);
        if (names.you < 0 && strcmp(names.name[seat], "You") == 0)
            names.you = seat;
    }
    return names;
}

void flip_table_ending(const struct flip_table *table, int viewer, struct flip_text *verdict, struct flip_text *why)
{
    struct flip_result result;
    flip_table_result(table, &result);
    if (!result.over)
        return;
    const struct flip_names names = name_seats(table, viewer);
    if (table->game->words->ending)
        table->game->words->ending(table->rules, table->now.state, &names, verdict, why);
    else
        flip_say_verdict(&names, &result, table->seats, !table->game->no_points, verdict);
}

/* `reason` begins with `verdict`. */
static void write_ending(const struct flip_table *table, int viewer, struct flip_json *out)
{
    char verdict[FLIP_ENDING_TEXT], why[FLIP_ENDING_TEXT], reason[2 * FLIP_ENDING_TEXT + 4];
    struct flip_text headline = flip_text_in(verdict, sizeof verdict), rest = flip_text_in(why, sizeof why);
    flip_table_ending(table, viewer, &headline, &rest);
    if (headline.length == 0)
        return;
    if (!flip_text_fits(&rest)) /* rather nothing than half a sentence */
        why[0] = '\0';
    snprintf(reason, sizeof reason, "%s.%s%s", verdict, why[0] ? " " : "", why);
    flip_json_string(out, "verdict", verdict);
    flip_json_string(out, "reason", reason);
}

void flip_table_result_for(const struct flip_table *table, int viewer, struct flip_json *out)
{
    struct flip_result result;
    flip_table_result(table, &result);
    flip_json_bool(out, "over", result.over);
    flip_json_bool(out, "points", !table->game->no_points);
    flip_json_ints(out, "scores", result.score, table->seats);
    flip_json_open(out, "breakdown", '[');
    for (int seat = 0; seat < table->seats; seat++) {
        flip_json_open(out, NULL, '{');
        table->game->words->breakdown(table->rules, table->now.state, seat, out);
        flip_json_close(out);
    }
    flip_json_close(out);
    flip_json_set(out, "winners", result.winners);
    write_ending(table, viewer, out);
    if (table->game->words->result_fields)
        table->game->words->result_fields(table->rules, table->now.state, out);
}

void flip_table_result_json(const struct flip_table *table, struct flip_json *out)
{
    flip_table_result_for(table, FLIP_PUBLIC, out);
}
