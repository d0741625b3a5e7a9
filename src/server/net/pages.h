/* The files of the page, compiled in by tools/embed_pages.c. */
#ifndef FLIPSIDE_SERVER_NET_PAGES_H
#define FLIPSIDE_SERVER_NET_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/// The list ends with a NULL path.
struct page {
    const char *path, *type;
    bool zipped; /* gzip */
    const unsigned char *bytes;
    size_t length;
};

extern const struct page pages[];

#endif
