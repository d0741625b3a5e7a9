/*
 * The page from a folder instead of the program: for whoever works on it, and for ./play, whose module comes later than the table. All
 * of the folder is read at the start and on SIGHUP. Files have names made of their content, so readings never contradict each other, and
 * an older one stays for the pages that are open.
 */
#include "core/file.h"
#include "core/media_type.h"
#include "server/net/net.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 1024, FILES = 1000, DEPTH = 4 };

struct page_folder {
    struct page_folder *older;
    int count;
    struct page files[FILES + 1];
};

static void free_one(struct page_folder *folder)
{
    for (int i = 0; i < folder->count; i++) {
        free((char *)folder->files[i].path);
        free((unsigned char *)folder->files[i].bytes);
    }
    free(folder);
}

static int add_file(struct page_folder *folder, const char *file, const char *path, struct flip_error *error)
{
    struct page *page = &folder->files[folder->count];
    const size_t end = strlen(path);
    const bool zipped = end > 3 && strcmp(path + end - 3, ".gz") == 0;
    if (folder->count == FILES)
        return flip_fail(error, FLIP_ERROR_RANGE, "There are more than %d files in the folder of the page.", FILES);
    char *name = strndup(path, zipped ? end - 3 : end);
    char *bytes = flip_file_read(file, &page->length, error);
    if (!name || !bytes) {
        free(name);
        free(bytes);
        return bytes ? flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to read the page.") : -1;
    }
    page->path = name;
    page->type = media_type(name);
    page->zipped = zipped;
    page->bytes = (const unsigned char *)bytes;
    folder->count++;
    return 0;
}

/* All files in root/path and below, except hidden ones. */
static int add_all(struct page_folder *folder, const char *root, const char *path, int depth, struct flip_error *error)
{
    char place[2 * PATH_BYTES], below[PATH_BYTES];
    int status = 0;
    snprintf(place, sizeof place, "%s%s", root, path);
    DIR *list = opendir(place);
    if (!list)
        return flip_fail(error, FLIP_ERROR_FILE, "The folder of the page, %s, cannot be read.", place);
    for (const struct dirent *entry; status == 0 && (entry = readdir(list));) {
        struct stat about;
        if (entry->d_name[0] == '.' ||
            snprintf(below, sizeof below, "%s/%s", path, entry->d_name) >= (int)sizeof below ||
            snprintf(place, sizeof place, "%s%s", root, below) >= (int)sizeof place || lstat(place, &about) < 0)
            continue;
        if (S_ISDIR(about.st_mode) && depth < DEPTH)
            status = add_all(folder, root, below, depth + 1, error);
        else if (S_ISREG(about.st_mode))
            status = add_file(folder, place, below, error);
    }
    closedir(list);
    return status;
}

int pages_read(struct page_folder **newest, const char *folder, struct flip_error *error)
{
    struct page_folder *made = calloc(1, sizeof *made);
    if (!made)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to read the page.");
    if (add_all(made, folder, "", 0, error) < 0) {
        free_one(made);
        return -1;
    }
    made->older = *newest;
    *newest = made;
    return 0;
}

void pages_free(struct page_folder *newest)
{
    while (newest) {
        struct page_folder *older = newest->older;
        free_one(newest);
        newest = older;
    }
}

static const struct page *in_list(const struct page *list, const char *path)
{
    for (; list->path; list++)
        if (strcmp(list->path, path) == 0)
            return list;
    return NULL;
}

const struct page *page_at(const struct page_folder *newest, const char *path)
{
    const struct page *found = NULL;
    for (; newest && !found; newest = newest->older)
        found = in_list(newest->files, path);
    return found ? found : in_list(built_in_pages, path);
}
