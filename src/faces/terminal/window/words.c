/* UTF-8, its ASCII spelling, widths and line breaks. One table has the ASCII for every sign. */
#include "faces/terminal/window/window.h"

#include <langinfo.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

static const struct spelling {
    uint32_t code;
    char cell;        /* on a canvas */
    const char *text; /* in running text, where it may be longer; NULL: the same */
} spellings[] = {
    {0x00a0, ' ', NULL}, {U'±', '~', "+/-"}, {U'°', '\'', " degrees"}, {U'·', '.', NULL},  {U'×', 'x', NULL},
    {U'–', '-', NULL},   {U'—', '-', "--"},  {U'‘', '\'', NULL},       {U'’', '\'', NULL}, {U'“', '"', NULL},
    {U'”', '"', NULL},   {U'†', '+', NULL},  {U'•', '*', NULL},        {U'…', '~', "..."}, {U'←', '<', "<-"},
    {U'↑', '^', NULL},   {U'→', '>', "->"},  {U'↓', 'v', NULL},        {U'↻', '@', NULL},  {U'⇄', '=', "<->"},
    {U'−', '-', NULL},   {U'≤', '<', "<="},  {U'≥', '>', ">="},        {U'─', '-', NULL},  {U'━', '-', NULL},
    {U'│', '|', NULL},   {U'┃', '|', NULL},  {U'═', '=', NULL},        {U'║', '"', NULL},  {U'█', '#', NULL},
    {U'░', '.', NULL},   {U'▒', ':', NULL},  {U'▓', '#', NULL},        {U'■', '#', NULL},  {U'□', 'o', NULL},
    {U'▢', 'o', NULL},   {U'▣', '#', NULL},  {U'▶', '>', NULL},        {U'▸', '>', NULL},  {U'◀', '<', NULL},
    {U'◂', '<', NULL},   {U'◆', '*', NULL},  {U'◇', 'o', NULL},        {U'○', 'o', NULL},  {U'●', '*', NULL},
    {U'★', '*', NULL},   {U'☆', 'o', NULL},  {U'☹', '!', NULL},        {U'♠', 'S', NULL},  {U'♣', 'C', NULL},
    {U'♥', 'H', NULL},   {U'♦', 'D', NULL},  {U'♻', '@', NULL},        {U'✓', '*', NULL},  {U'✗', 'x', NULL},
    {U'▀', '"', NULL},   {U'▄', '_', NULL},  {U'♡', 'o', NULL},
};

static const struct spelling *spelling_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (spellings[i].code == code)
            return &spellings[i];
    return NULL;
}

char flip_words_ascii(uint32_t code)
{
    if (code < 0x20)
        return ' ';
    if (code < 0x7f)
        return (char)code;
    if (code > 0x2503 && code < 0x2550) /* corners, crossings */
        return '+';
    if (code > 0x2551 && code < 0x256d)
        return '+';
    const struct spelling *spelling = spelling_of(code);
    return spelling ? spelling->cell : '?';
}

void flip_words_spell(const char *text, bool ascii, struct flip_text *out)
{
    if (!ascii) {
        flip_text_put(out, text, strlen(text));
        return;
    }
    while (*text) {
        const uint32_t code = flip_next_code(&text);
        const struct spelling *spelling = code < 0x80 ? NULL : spelling_of(code);
        if (spelling && spelling->text) {
            flip_text_put(out, spelling->text, strlen(spelling->text));
        } else {
            const char cell = code == '\n' ? '\n' : flip_words_ascii(code);
            flip_text_put(out, &cell, 1);
        }
    }
}

static int code_width(uint32_t code)
{
    if (code < 0x80)
        return 1;
    const int width = wcwidth((wchar_t)code);
    return width < 0 ? 1 : width;
}

int flip_words_width(const char *text)
{
    int width = 0;
    while (*text)
        width += code_width(flip_next_code(&text));
    return width;
}

int flip_words_wrap(const char *text, int width, int indent, struct flip_line *out, int cap)
{
    int count = 0;
    do {
        const int room = count == 0 ? width : width - indent > 8 ? width - indent : 8;
        const char *end = text, *space = NULL;
        int used = 0;
        while (*end) {
            const char *next = end;
            const int wide = code_width(flip_next_code(&next));
            if (used + wide > room)
                break;
            if (*end == ' ' && used > 0 && end[-1] != ' ')
                space = end;
            used += wide;
            end = next;
        }
        if (*end && *end != ' ' && space && space > text)
            end = space;
        if (end == text && *end) /* a window narrower than one character: go on all the same */
            flip_next_code(&end);
        if (count < cap)
            out[count] = (struct flip_line){text, (int)(end - text)};
        count++;
        text = end;
        while (*text == ' ')
            text++;
    } while (*text);
    return count;
}

bool flip_words_locale_utf8(void)
{
    const char *codeset = nl_langinfo(CODESET);
    return strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "UTF8") == 0;
}

const char *flip_words_after(const char *line, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line + length + strspn(line + length, " ");
}
