/* The head of a request: see parts.h. */
#include "server/net/parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- the first line ------------------------------------------------------------------------------------------------------ */

static bool in_path(char byte)
{
    return byte && (isalnum((unsigned char)byte) || strchr("-._~!$&'()*+,;=:@", byte)) && isascii(byte);
}

/* `.` and `..` are ways, not parts; only the last part may be empty. */
static bool part_is_plain(const char *part, size_t length, bool last)
{
    if (length == 0)
        return last;
    for (size_t i = 0; i < length; i++)
        if (!in_path(part[i]))
            return false;
    return !(part[0] == '.' && (length == 1 || (length == 2 && part[1] == '.')));
}

static bool path_is_plain(const char *path, size_t length)
{
    if (length == 0 || path[0] != '/')
        return false;
    for (size_t at = 1;;) {
        size_t end = at;
        while (end < length && path[end] != '/')
            end++;
        if (!part_is_plain(path + at, end - at, end == length))
            return false;
        if (end == length)
            return true;
        at = end + 1;
    }
}

static bool query_is_plain(const char *query, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)query[i] <= ' ' || query[i] == 0x7f)
            return false;
    return true;
}

static void read_address(struct head *head, const char *target, size_t length)
{
    const char *query = memchr(target, '?', length);
    head->path = target;
    head->path_length = query ? (size_t)(query - target) : length;
    head->address = path_is_plain(target, head->path_length) &&
                    query_is_plain(target + head->path_length, length - head->path_length);
}

/* METHOD TARGET HTTP/1.x */
static bool read_first_line(struct head *head, const char *line, size_t length)
{
    const char *space = memchr(line, ' ', length);
    const size_t method = space ? (size_t)(space - line) : 0;
    if (method == 0 || method >= sizeof head->method)
        return false;
    for (size_t i = 0; i < method; i++)
        if (line[i] < 'A' || line[i] > 'Z')
            return false;
    const char *target = space + 1, *last = memrchr(target, ' ', length - method - 1);
    const size_t version = last ? length - (size_t)(last + 1 - line) : 0;
    if (!last || last == target || version != 8 ||
        (strncmp(last + 1, "HTTP/1.1", 8) != 0 && strncmp(last + 1, "HTTP/1.0", 8) != 0))
        return false;
    memcpy(head->method, line, method);
    read_address(head, target, (size_t)(last - target));
    return true;
}

/* --- headers --------------------------------------------------------------------------------------------------------------- */

static bool in_name(char byte)
{
    return byte && isascii(byte) && (isalnum((unsigned char)byte) || strchr("!#$%&'*+-.^_`|~", byte));
}

static bool header_is_plain(const char *line, size_t length)
{
    size_t name = 0;
    while (name < length && in_name(line[name]))
        name++;
    if (name == 0 || name == length || line[name] != ':')
        return false;
    for (size_t i = name; i < length; i++)
        if ((unsigned char)line[i] < ' ' && line[i] != '\t')
            return false;
    return true;
}

/* The line from here, without its end; the next one, or NULL if this one does not end as it should. */
static const char *next_line(const char *line, size_t *length)
{
    const char *end = strchr(line, '\n');
    if (!end || end == line || end[-1] != '\r')
        return NULL;
    *length = (size_t)(end - 1 - line);
    return memchr(line, '\r', *length) ? NULL : end + 1;
}

static bool read_all(struct head *head)
{
    size_t length;
    const char *line = next_line(head->text, &length);
    if (strlen(head->text) != head->length || !line || !read_first_line(head, head->text, length))
        return false;
    head->headers = line;
    while (*line != '\r' || line[1] != '\n') {
        const char *this = line;
        if (!(line = next_line(this, &length)) || !header_is_plain(this, length))
            return false;
    }
    return true;
}

/* How many of these bytes end the head; 0: none does. A line feed after a line feed, with or without a carriage return, ends it. */
static size_t end_of(const struct head *head, size_t from)
{
    for (size_t i = from; i < head->length; i++)
        if (head->text[i] == '\n' &&
            ((i >= 1 && head->text[i - 1] == '\n') ||
             (i >= 2 && head->text[i - 1] == '\r' && head->text[i - 2] == '\n') || (i == 1 && head->text[0] == '\r')))
            return i + 1;
    return 0;
}

long head_add(struct head *head, const char *bytes, size_t length)
{
    const size_t before = head->length, taken = length < HEADER_BYTES - before ? length : HEADER_BYTES - before;
    char *larger = realloc(head->text, before + taken + 1);
    if (!larger)
        return -1;
    head->text = larger;
    memcpy(larger + before, bytes, taken);
    head->length += taken;
    const size_t end = end_of(head, before);
    if (end == 0)
        return head->length == HEADER_BYTES ? -1 : (long)taken;
    head->length = end;
    larger[end] = '\0';
    head->whole = true;
    head->plain = read_all(head);
    if (!head->plain)
        head->headers = NULL;
    return (long)(end - before);
}

/* The value of a header line of that name; NULL: it is another. */
static const char *value_in(const char *line, size_t length, const char *name, size_t *size)
{
    const size_t named = strlen(name);
    if (length <= named || line[named] != ':' || strncasecmp(line, name, named) != 0)
        return NULL;
    const char *value = line + named + 1, *end = line + length;
    while (value < end && (*value == ' ' || *value == '\t'))
        value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *size = (size_t)(end - value);
    return value;
}

int head_header(const struct head *head, const char *name, char *out, size_t size)
{
    size_t length, used = 0, part;
    const char *line = head->headers;
    out[0] = '\0';
    while (line && *line != '\r') {
        const char *this = line, *value;
        line = next_line(this, &length);
        /* NOLINTNEXTLINE(clang-analyzer-core.*): read_all has seen that every line ends */
        if (!(value = value_in(this, length, name, &part)))
            continue;
        if (used + part + 2 > size)
            return -1;
        if (used > 0)
            out[used++] = strcmp(name, "cookie") == 0 ? ';' : ',';
        memcpy(out + used, value, part);
        used += part;
        out[used] = '\0';
    }
    return (int)used;
}

bool head_has(const struct head *head, const char *name)
{
    char value[HEADER_BYTES];
    return head_header(head, name, value, sizeof value) != 0;
}

bool head_lists(const struct head *head, const char *name, const char *word)
{
    char value[HEADER_BYTES];
    if (head_header(head, name, value, sizeof value) <= 0)
        return false;
    for (const char *at = value; *at;) {
        at += strspn(at, ", \t");
        size_t length = strcspn(at, ",");
        const char *next = at + length;
        while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\t'))
            length--;
        if (length == strlen(word) && strncasecmp(at, word, length) == 0)
            return true;
        at = next;
    }
    return false;
}

void head_free(struct head *head)
{
    free(head->text);
    *head = (struct head){0};
}
