/*
 * Writes docs/observations.md: the numbers of an observation, field by field, for every game that can be learnt.
 *
 *     list-observations                 prints the page
 *     list-observations --check FILE    fails if FILE is another
 */
#include <flipside/flipside.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "# Observations\n"
                           "\n"
                           "Made by `build/list-observations > docs/observations.md`; a test compares. What "
                           "[environments](environments.md) write for a "
                           "seat, number\n"
                           "by number, with each game's default options and as few seats as it allows. With more seats "
                           "the fields of `own` come again "
                           "for each\n"
                           "other seat, clockwise, as `seat +1` and so on. Numbers lie around 0 … 1: *of 10* means "
                           "divided by 10. What a seat may not "
                           "know is not in\n"
                           "them.\n";

/* Field by field into `out`; two seats where the game allows it would be long, so as few as it allows. */
static int write_game(const struct flip_game *game, FILE *out, struct flip_error *error)
{
    static struct flip_fields fields;
    struct flip_env_shape shape;
    const struct flip_table_def def = flip_table_defaults(game);
    struct flip_table *table = flip_table_open(&def, error);
    if (!table)
        return -1;
    const int status =
        flip_learn_measure(table, &shape, error) < 0 || flip_learn_fields(table, &fields, error) < 0 ? -1 : 0;
    flip_table_close(table);
    if (status < 0)
        return -1;
    fprintf(out, "\n## %s\n\n%d numbers, %d actions.\n\n| from | count | field | meaning |\n|---|---|---|---|\n",
            game->title, shape.numbers, shape.actions);
    for (int i = 0, at = 0; i < fields.count; at += fields.field[i++].count)
        fprintf(out, "| %d | %d | %s | %s |\n", at, fields.field[i].count, fields.field[i].name,
                fields.field[i].meaning);
    return 0;
}

static int write_page(FILE *out, struct flip_error *error)
{
    fputs(head, out);
    for (int i = 0; flip_game_at(i); i++)
        if (flip_game_at(i)->learn && write_game(flip_game_at(i), out, error) < 0)
            return -1;
    return 0;
}

static int check(const char *path)
{
    struct flip_error error;
    char *page = NULL;
    size_t length = 0;
    FILE *made = open_memstream(&page, &length), *file = fopen(path, "r");
    if (!made || !file || write_page(made, &error) < 0) {
        fprintf(stderr, "list-observations: %s cannot be read, or nothing can be written.\n", path);
        return 1;
    }
    fclose(made);
    bool same = true;
    for (size_t i = 0; i <= length && same; i++)
        same = fgetc(file) == (i < length ? (unsigned char)page[i] : EOF);
    fclose(file);
    free(page);
    if (!same)
        fprintf(stderr, "%s is out of date: list-observations > docs/observations.md writes it anew.\n", path);
    return same ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct flip_error error;
    if (argc == 3 && strcmp(argv[1], "--check") == 0)
        return check(argv[2]);
    if (argc == 1 && write_page(stdout, &error) == 0)
        return 0;
    fprintf(stderr, "usage: list-observations [--check FILE]\n");
    return 2;
}
