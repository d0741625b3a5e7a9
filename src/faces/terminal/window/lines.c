/* Text out and lines in, for the faces without a screen. */
#include "faces/terminal/window/window.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void flip_plain_say(bool ascii, const char *format, ...)
{
    char text[8192], spelled[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct flip_text out = flip_text_in(spelled, sizeof spelled);
    flip_words_spell(text, ascii, &out);
    fputs(spelled, stdout);
}

bool flip_plain_read(const char *prompt, char *line, size_t size)
{
    bool tab;
    return flip_plain_read_tab(prompt, line, size, &tab);
}

bool flip_plain_read_tab(const char *prompt, char *line, size_t size, bool *tab)
{
    fputs(prompt, stdout);
    fflush(stdout);
    size_t length = 0;
    int c = getchar();
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getchar())
        if (length + 1 < size && c != '\r' && c != '\0')
            line[length++] = (char)c;
    *tab = length && line[length - 1] == '\t';
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = '\0';
    memmove(line, line + strspn(line, " \t"), strlen(line + strspn(line, " \t")) + 1);
    return true;
}

static void say_rule_line(void *context, const char *text, enum flip_help_kind kind)
{
    (void)kind;
    flip_plain_say(*(const bool *)context, "%s\n", text);
}

void flip_plain_rules(bool ascii, const char *markdown)
{
    flip_help_lay_out(markdown, FLIP_PLAIN_WIDTH, &(struct flip_help_reader){say_rule_line, &ascii});
}
