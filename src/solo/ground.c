/*
 * Replaces what the server's rooms need by simple versions for a page: one person, one connection, no threads. Workers
 * do their tasks when the loop asks for results; the log goes to the browser's console; there are no limits, since it
 * is the player's own processor.
 */
#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/net/parts.h"
#include "server/people/people.h"
#include "solo/parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

/* --- workers -------------------------------------------------------------------------------------------------------------- */

struct workers {
    struct task *first, **last;
    bool spent; /* this turn's task is done: the page gets a word in between */
};

struct workers *workers_start(int threads, bool quick, void (*wake)(void *context), void *context)
{
    struct workers *workers = calloc(1, sizeof *workers);
    if (workers)
        workers->last = &workers->first;
    return workers;
}

void workers_submit(struct workers *workers, struct task *task)
{
    task->next = NULL;
    *workers->last = task;
    workers->last = &task->next;
}

struct task *workers_poll(struct workers *workers)
{
    struct task *task = workers->spent ? NULL : workers->first;
    if (!task)
        return NULL;
    if (!(workers->first = task->next))
        workers->last = &workers->first;
    workers->spent = true;
    do {
        task->more = false;
        task->work(task);
    } while (task->more);
    return task;
}

int workers_load(struct workers *workers)
{
    int count = 0;
    for (const struct task *task = workers->first; task; task = task->next)
        count++;
    return count;
}

void solo_workers_rest(struct workers *workers) { workers->spent = false; }

/* --- the loop ------------------------------------------------------------------------------------------------------------- */

void log_event(const char *level, const char *event, ...)
{
    va_list words;
    va_start(words, event);
    fprintf(stderr, "%s %s", level, event);
    for (const char *key; (key = va_arg(words, const char *));)
        fprintf(stderr, " %s=%s", key, va_arg(words, const char *));
    fputc('\n', stderr);
    va_end(words);
}

/* A failure ends the module (solo_turn), so nothing needs to be rolled back. */
bool turns_undone_since(const struct loop *loop, uint64_t turn) { return false; }

/* --- the connection --------------------------------------------------------------------------------------------------------- */

struct visitor *visitor_asking(const struct request *request)
{
    return visitor_of(&request->server->net->visitors, "page");
}

int check_new_table(struct request *request, struct flip_error *error) { return 0; }

int check_new_table_from(struct server *server, struct visitor *visitor, struct flip_error *error) { return 0; }

void throttle_charge(struct server *server, struct visitor *visitor, double ms) {}

bool pending_retry(struct server *server, struct websocket *link, const char *text, size_t length) { return false; }

/* Tables are loaded before a message about them is handled. */
bool pending_park(struct server *server, struct websocket *link, const char *text, size_t length, uint64_t number)
{
    return false;
}

void connection_wake(struct lws *wsi) {}
void connection_be_patient(struct lws *wsi) {}
void pending_release(struct server *server, uint64_t number) {}
void pending_refuse(struct server *server, uint64_t number, const struct flip_error *why) {}

/* --- the person ------------------------------------------------------------------------------------------------------------- */

bool person_asking(struct people *people, struct lws *wsi, struct store_person *out)
{
    const struct store_person *person = solo_person(people->loop->store);
    if (person->id[0])
        *out = *person;
    return person->id[0] != '\0';
}

int require_person(struct request *request, struct store_person *person, struct flip_error *error)
{
    if (person_asking(request->server->people, NULL, person))
        return 0;
    return flip_fail(error, FLIP_ERROR_STRANGER, "Choose a name first; that is all you need.");
}

int reply_person(struct request *request, const struct store_person *person)
{
    json_t *body = json_pack("{s:o}", "person",
                             person ? json_pack("{s:s, s:s, s:b}", "id", person->id, "name", person->name, "claimed", 0)
                                    : json_null());
    reply_json(request, 200, body);
    json_decref(body);
    return 0;
}

struct presence *presence_of(struct people *people, const char *person)
{
    struct client *client = first_client(people);
    return client && strcmp(client->presence->person.id, person) == 0 ? client->presence : NULL;
}

bool person_online(const struct people *people, const char *person)
{
    return strcmp(solo_person(people->loop->store)->id, person) == 0;
}

bool person_shown_online(const struct people *people, const char *person) { return person_online(people, person); }

/* --- names: nobody else is here who could be taken for somebody ---------------------------------------------------------------- */

/* The length of the character that begins here; 0 if it is not UTF-8, or a control character. */
static int character(const char *text)
{
    const unsigned char first = (unsigned char)text[0];
    const int length = first >= 0x20 && first < 0x7f   ? 1
                       : first >= 0xc2 && first < 0xe0 ? 2
                       : first >= 0xe0 && first < 0xf0 ? 3
                       : first >= 0xf0 && first < 0xf5 ? 4
                                                       : 0;
    for (int i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

int text_characters(const char *text)
{
    int count = 0;
    for (int length; *text; text += length, count++)
        if ((length = character(text)) == 0)
            return -1;
    return count;
}

int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error)
{
    wanted += strspn(wanted, " ");
    size_t length = strlen(wanted);
    while (length > 0 && wanted[length - 1] == ' ')
        length--;
    char name[NAME_SAID] = "";
    if (length < sizeof name)
        memcpy(name, wanted, length);
    const int characters = text_characters(name);
    if (characters < 1 || characters > NAME_LONGEST)
        return flip_fail(error, FLIP_ERROR_BAD_NAME, "A name has 1 to %d characters that can be seen.", NAME_LONGEST);
    memcpy(out, name, length + 1);
    return 0;
}

void name_fit(const char *name, char *out, size_t size)
{
    size_t end = 0;
    for (int length; name[end] && (length = character(name + end)) > 0 && end + (size_t)length < size;)
        end += (size_t)length;
    snprintf(out, size, "%.*s", (int)end, name);
}
