/* Texts that are part of the program: tools/embed_texts.c writes them down while it is built. */
#ifndef FLIPSIDE_CORE_TEXTS_H
#define FLIPSIDE_CORE_TEXTS_H

struct flip_named_text {
    const char *name, *text; /* a list ends with NULL */
};

#endif
