/* Advice in a worker of the page. */
#include "solo/adviser.h"

#include "server/learning/learning.h"

#include <stdlib.h>
#include <string.h>

int adviser_ask(const char *question, size_t length)
{
    struct flip_error error = {0};
    char *text = advice(question, length, &error);
    if (text)
        solo_host_reply(0, 200, "application/json", text, strlen(text));
    else
        solo_host_reply(0, 400, "text/plain", error.message, strlen(error.message));
    free(text);
    return error.code == FLIP_ERROR_NONE ? 0 : -1;
}
