/* Table options: text values, checked against what the game accepts. */
#include <flipside/game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void flip_options_of_version(const struct flip_game *game, int version, struct flip_options *options)
{
    memset(options, 0, sizeof *options);
    options->version = version;
    for (int i = 0; game->options[i].name; i++) {
        const struct flip_option *option = &game->options[i];
        snprintf(options->value[i], sizeof options->value[i], "%s",
                 option->former && version < option->changed ? option->former : option->fallback);
    }
}

void flip_options_default(const struct flip_game *game, struct flip_options *options)
{
    flip_options_of_version(game, game->version, options);
}

static bool is_bool(const char *value) { return strcmp(value, "true") == 0 || strcmp(value, "false") == 0; }

/* Is the word one of `choices`, which are separated by spaces? */
static bool among(const char *choices, const char *word, size_t length)
{
    for (const char *c = choices; *c;) {
        size_t n = strcspn(c, " ");
        if (n == length && memcmp(c, word, n) == 0)
            return true;
        c += n + strspn(c + n, " ");
    }
    return false;
}

static int check_int(const struct flip_option *option, const char *value, struct flip_error *error)
{
    char *end;
    long min = strtol(option->choices, &end, 10);
    long max = strtol(end, NULL, 10);
    long number = strtol(value, &end, 10);
    if (*value == '\0' || *end != '\0' || number < min || number > max)
        return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Option %s takes a whole number from %ld to %ld, not '%.60s'.",
                         option->name, min, max, value);
    return 0;
}

/* "Option hand is exact, good or fair, not 'shaky'." */
static int not_among(const struct flip_option *option, const char *word, size_t length, struct flip_error *error)
{
    char choices[320];
    struct flip_text list = flip_text_in(choices, sizeof choices);
    for (const char *at = option->choices; *at;) {
        const size_t size = strcspn(at, " ");
        const bool last = at[size] == '\0';
        flip_text_add(&list, "%s%.*s", at == option->choices ? "" : last ? " or " : ", ", (int)size, at);
        at += size + !last;
    }
    return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Option %s is %s, not '%.*s'.", option->name, choices,
                     length < 60 ? (int)length : 60, word);
}

static int check_words(const struct flip_option *option, const char *value, struct flip_error *error)
{
    for (const char *word = value;;) {
        size_t length = strcspn(word, ",");
        if (!among(option->choices, word, length))
            return not_among(option, word, length, error);
        if (word[length] == '\0')
            return 0;
        word += length + 1;
    }
}

static int check(const struct flip_option *option, const char *value, struct flip_error *error)
{
    switch (option->kind) {
    case FLIP_OPTION_BOOL:
        if (!is_bool(value))
            return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Option %s is true or false, not '%.60s'.", option->name,
                             value);
        return 0;
    case FLIP_OPTION_INT:
        return check_int(option, value, error);
    case FLIP_OPTION_CHOICE:
        if (strcmp(value, option->fallback) == 0) /* the default may be a word outside the list: "none", "" */
            return 0;
        if (!among(option->choices, value, strlen(value)))
            return not_among(option, value, strlen(value), error);
        return 0;
    case FLIP_OPTION_LIST:
        return is_bool(value) || *value == '\0' ? 0 : check_words(option, value, error);
    }
    return 0;
}

static int unknown_option(const struct flip_game *game, const char *name, struct flip_error *error)
{
    char known[240];
    struct flip_text text = flip_text_in(known, sizeof known);
    for (int i = 0; game->options[i].name; i++)
        flip_text_add(&text, "%s%s", i ? ", " : "", game->options[i].name);
    return flip_fail(error, FLIP_ERROR_BAD_OPTION, "%s has no option '%.60s'. Its options: %s.", game->title, name,
                     text.length ? known : "none");
}

int flip_options_set(const struct flip_game *game, struct flip_options *options, const char *name, const char *value,
                     struct flip_error *error)
{
    for (int i = 0; game->options[i].name; i++) {
        if (strcmp(game->options[i].name, name) != 0)
            continue;
        if (strlen(value) >= sizeof options->value[i])
            return flip_fail(error, FLIP_ERROR_BAD_OPTION, "Option %s: the value is too long.", name);
        if (check(&game->options[i], value, error) < 0)
            return -1;
        snprintf(options->value[i], sizeof options->value[i], "%s", value);
        return 0;
    }
    return unknown_option(game, name, error);
}
