/* Turns the third person into the second, by the endings of English verbs. */
#include "table/spoken.h"

#include <flipside/game.h>

#include <stdio.h>
#include <string.h>

static size_t word_length(const char *at) { return strspn(at, "abcdefghijklmnopqrstuvwxyz"); }

/* "robs", "passes", "is"; not "space", "witness" or "this". */
static bool is_verb(const char *word, size_t length)
{
    static const char *const others[] = {"this", "its", "his", "as", "plus", "less"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i]) == length && strncmp(word, others[i], length) == 0)
            return false;
    const char after = word[length];
    return length >= 2 && word[length - 1] == 's' && word[length - 2] != 's' && (!after || strchr(" :;.,", after));
}

bool flip_spoken_starts_with_verb(const char *words) { return is_verb(words, word_length(words)); }

/* "robs" becomes "rob". */
static void add_second_person(const char *word, size_t length, struct flip_text *out)
{
    static const struct {
        const char *third, *spoken;
    } odd[] = {{"is", "are"}, {"has", "have"}, {"goes", "go"}, {"does", "do"}};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (strlen(odd[i].third) == length && strncmp(word, odd[i].third, length) == 0) {
            flip_text_add(out, "%s", odd[i].spoken);
            return;
        }
    const char *const end = word + length;
    const bool hissing = length > 4 && (strncmp(end - 4, "sses", 4) == 0 || strncmp(end - 4, "shes", 4) == 0 ||
                                        strncmp(end - 4, "ches", 4) == 0);
    const bool carries = length > 4 && strncmp(end - 3, "ies", 3) == 0;
    flip_text_put(out, word, length - (carries ? 3 : hissing ? 2 : 1));
    if (carries)
        flip_text_add(out, "y");
}

/* Changes the first verb, and verbs after "and" until the clause ends; later ones are about things. */
void flip_spoken_to_you(const char *words, struct flip_text *out)
{
    bool clause = flip_spoken_starts_with_verb(words);
    for (const char *at = words; *at;) {
        const size_t length = word_length(at);
        const bool behind = at == words || (at >= words + 5 && strncmp(at - 5, " and ", 5) == 0);
        if (clause && behind && is_verb(at, length)) {
            add_second_person(at, length, out);
            at += length;
            continue;
        }
        clause = clause && !strchr(":;.", *at);
        const size_t step = length ? length : 1;
        flip_text_put(out, at, step);
        at += step;
    }
}

const char *flip_spoken_imperative(const char *words, char *room, size_t size)
{
    struct flip_text out = flip_text_in(room, size);
    flip_spoken_to_you(words, &out);
    return room;
}

void flip_spoken_after_name(char *text, size_t size, size_t at, const char *name)
{
    char spoken[FLIP_STEP_TEXT];
    const bool verb = flip_spoken_starts_with_verb(text + at);
    if (!verb)
        return;
    if (strcmp(name, "You") == 0) {
        const bool after_thing = strncmp(text, "You: ", 5) == 0 && at > 5; /* "You: L1 moves 12 cm; you stop" */
        struct flip_text out = flip_text_in(spoken, sizeof spoken);
        flip_text_add(&out, "%s", after_thing ? "you " : "");
        flip_spoken_to_you(text + at, &out);
    } else {
        snprintf(spoken, sizeof spoken, "%s", text + at);
    }
    if (at >= 2 && strncmp(text + at - 2, ": ", 2) == 0) {
        at--;
        text[at - 1] = ' ';
    }
    snprintf(text + at, size - at, "%s", spoken);
}

/* "5♠ is flipped, 6♦ is flipped" becomes "5♠, 6♦ are flipped". */
static bool join_cards(char *text, size_t at)
{
    static const char *const endings[] = {" is flipped, ", " are flipped, "};
    const char last[] = " is flipped";
    const size_t length = strlen(text);
    if (length < at + sizeof last || strcmp(text + length - (sizeof last - 1), last) != 0)
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t size = strlen(endings[i]);
        if (at < size || strncmp(text + at - size, endings[i], size) != 0)
            continue;
        memmove(text + at - size + 2, text + at, length - at + 1);
        memcpy(text + at - size, ", ", 2);
        memcpy(text + length - size + 2 - (sizeof last - 1), " are flipped", sizeof " are flipped");
        return true;
    }
    return false;
}

void flip_spoken_join_cards(char *text, size_t at)
{
    if (!join_cards(text, at) && strchr(text + at, ' ') && at >= 2 && text[at - 2] == ',')
        text[at - 2] = ';';
}
