/* The files of the page: those compiled in by tools/embed_pages.c, and before them those of a folder (--pages). */
#ifndef FLIPSIDE_SERVER_NET_PAGES_H
#define FLIPSIDE_SERVER_NET_PAGES_H

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>

/// A list of them ends with a NULL path.
struct page {
    const char *path, *type;
    bool zipped; /* gzip */
    const unsigned char *bytes;
    size_t length;
};

extern const struct page pages[];

/// What was read from a folder; a newer reading comes before an older one, which open pages still ask for.
struct page_folder;

/// Reads all files of a folder; one named NAME.gz is NAME, sent with its gzip encoding. -1: nothing has changed.
int pages_read(struct page_folder **newest, const char *folder, struct flip_error *error);
void pages_free(struct page_folder *newest);
/// NULL: there is no such file.
const struct page *page_at(const struct page_folder *newest, const char *path);

#endif
