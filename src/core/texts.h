/* Texts compiled into the program by tools/embed_texts.c. */
#ifndef FLIPSIDE_CORE_TEXTS_H
#define FLIPSIDE_CORE_TEXTS_H

struct flip_named_text {
    const char *name, *text; /* a list ends with NULL */
};

#endif
