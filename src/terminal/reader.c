/* A name into "you". */
#include "terminal/reader.h"

#include "table/spoken.h"

#include <ctype.h>
#include <string.h>

/* Letters beyond ASCII count too. */
static bool in_word(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

static bool named_at(const char *words, const char *at, const char *own, size_t length)
{
    return length && strncmp(at, own, length) == 0 && (at == words || !in_word(at[-1])) && !in_word(at[length]);
}

/* Does it stand within a sentence: "goes to you", "Ada and you"? */
static bool within(const char *words, const char *at)
{
    static const char *const before[] = {", ",   " and ",  " to ",   " for ",  " from ",
                                         " of ", " pays ", " with ", " beats "};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const size_t length = strlen(before[i]);
        if ((size_t)(at - words) >= length && strncmp(at - length, before[i], length) == 0)
            return true;
    }
    return false;
}

/* What follows on "you": "has" is said "have". Returns what comes behind it. */
static const char *add_deed(const char *at, struct flip_text *out)
{
    char deed[32] = "", said[32];
    const size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
    if (*at != ' ' || length >= sizeof deed || !flip_spoken_deed(at + 1))
        return at;
    memcpy(deed, at + 1, length);
    flip_text_add(out, " %s", flip_spoken_do(deed, said, sizeof said));
    return at + 1 + length;
}

void flip_reader_told(const char *words, const char *own, struct flip_text *out)
{
    const size_t length = strlen(own);
    for (const char *at = words; *at;) {
        if (!named_at(words, at, own, length)) {
            flip_text_put(out, at++, 1);
            continue;
        }
        flip_text_add(out, within(words, at) ? "you" : "You");
        at += length;
        if (strncmp(at, "'s", 2) == 0) {
            flip_text_add(out, "r");
            at += 2;
        }
        at = add_deed(at, out);
    }
}
