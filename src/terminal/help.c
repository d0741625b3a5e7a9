/* A small reader of Markdown: enough for our own rule texts. */
#include "terminal/help.h"

#include <string.h>

/* "[text](address)" is shown as its text. Returns where to go on, or NULL if this is no link. */
static const char *link_end(const char *at, const char *end, const char **text_end)
{
    const char *close = memchr(at, ']', (size_t)(end - at));
    if (!close || close + 1 >= end || close[1] != '(')
        return NULL;
    const char *round = memchr(close, ')', (size_t)(end - close));
    if (!round)
        return NULL;
    *text_end = close;
    return round + 1;
}

static bool table_rule(const char *line, size_t length)
{
    return length > 2 && line[0] == '|' && strspn(line, "|-: ") >= length;
}

const char *flip_help_line(const char *markdown, char *out, size_t size, int *level)
{
    *level = 0;
    const char *end = strchr(markdown, '\n');
    const char *next = end ? end + 1 : NULL;
    if (!end)
        end = markdown + strlen(markdown);
    if (next && !*next)
        next = NULL;
    struct flip_text text = flip_text_in(out, size);
    if (table_rule(markdown, (size_t)(end - markdown)))
        return next;
    while (*markdown == '#') {
        (*level)++;
        markdown++;
    }
    while (*level && *markdown == ' ')
        markdown++;
    if ((markdown[0] == '-' || markdown[0] == '*') && markdown[1] == ' ') {
        flip_text_add(&text, "• ");
        markdown += 2;
    }
    for (const char *c = markdown; c < end;) {
        const char *text_end, *after;
        if (*c == '[' && (after = link_end(c, end, &text_end))) {
            flip_text_put(&text, c + 1, (size_t)(text_end - c - 1));
            c = after;
        } else if (*c == '`' || *c == '*') {
            c++;
        } else {
            flip_text_put(&text, c++, 1);
        }
    }
    return next;
}
