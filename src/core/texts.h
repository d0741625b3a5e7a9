/* Texts compiled into the program by tools/embed_texts.c. */
#pragma once

struct flip_named_text {
    const char *name, *text; /* a list ends with NULL */
};
