/*
 * Pages without stale bytes. SQLite overwrites what is deleted (secure_delete), but when it moves rows from page to page, copies of
 * them stay in the gap between a page's list of cells and its cells, and leave only when the whole file is written anew. On the way
 * into the data file every page passes here, and its gap is filled with zeros. So the file never has such copies, and after somebody
 * was deleted only the log of changes has to be emptied.
 *
 * A gap is unallocated: the format of the file gives its bytes no meaning. A page whose own numbers do not fit together is written
 * as it comes. This is a VFS that leaves everything but that one write, and those into the log (sqlite_log.c), to the system's.
 */
#include "store/sqlite.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { LARGEST_PAGE = 65536, FILE_HEADER = 100, LARGEST_NUMBER = 1 << 24 };

struct gapless_file {
    const sqlite3_io_methods *system;
    sqlite3_io_methods methods; /* the system's, and our write */
};

static unsigned number_at(const unsigned char *page, size_t at) { return (unsigned)page[at] << 8 | page[at + 1]; }

/* Pages of B-trees are told by their first byte. In a file of fewer than 2^24 pages no other page begins with one of these: they
   begin with the number of a page, whose first byte is 0. */
static size_t header_size(unsigned char kind) { return kind == 2 || kind == 5 ? 12 : kind == 10 || kind == 13 ? 8 : 0; }

/* The unused bytes of a page, if it is a page of a B-tree and its numbers fit together. */
static bool find_gap(const unsigned char *page, size_t size, uint64_t number, size_t *from, size_t *to)
{
    const size_t at = number == 1 ? FILE_HEADER : 0, header = header_size(page[at]);
    if (size < 512 || size > LARGEST_PAGE || number >= LARGEST_NUMBER || header == 0)
        return false;
    const size_t cells = number_at(page, at + 3), start = number_at(page, at + 5);
    *from = at + header + 2 * cells;
    *to = start ? start : LARGEST_PAGE;
    if (*to > size || *from >= *to)
        return false;
    for (size_t i = 0; i < cells; i++) {
        const size_t cell = number_at(page, at + header + 2 * i);
        if (cell < *to || cell >= size)
            return false;
    }
    return true;
}

/* What lies behind a file of the system's. */
union ours {
    struct gapless_file data;
    struct sqlite_log_file log;
};

static union ours *ours(sqlite3_file *file, const sqlite3_vfs *vfs)
{
    return (union ours *)((char *)file + (vfs->szOsFile - (int)sizeof(union ours)));
}

static struct gapless_file *ours_of(sqlite3_file *file)
{
    return (struct gapless_file *)((const char *)file->pMethods - offsetof(struct gapless_file, methods));
}

static int write_page(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset)
{
    const sqlite3_io_methods *system = ours_of(file)->system;
    unsigned char page[LARGEST_PAGE];
    size_t from, to;
    if (length <= 0 || length > LARGEST_PAGE || offset % length != 0 ||
        !find_gap(bytes, (size_t)length, (uint64_t)(offset / length) + 1, &from, &to))
        return system->xWrite(file, bytes, length, offset);
    memcpy(page, bytes, (size_t)length);
    memset(page + from, 0, to - from);
    return system->xWrite(file, page, length, offset);
}

/* The system's own methods work on the same file: ours lie behind it. */
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    sqlite3_vfs *system = vfs->pAppData;
    const int result = system->xOpen(system, name, file, flags, out);
    if (result == SQLITE_OK && file->pMethods && flags & SQLITE_OPEN_WAL)
        sqlite_log_opened(file, &ours(file, vfs)->log);
    if (result != SQLITE_OK || !file->pMethods || !(flags & SQLITE_OPEN_MAIN_DB))
        return result;
    struct gapless_file *gapless = &ours(file, vfs)->data;
    gapless->system = file->pMethods;
    gapless->methods = *file->pMethods;
    gapless->methods.xWrite = write_page;
    file->pMethods = &gapless->methods;
    return SQLITE_OK;
}

const char *sqlite_vfs(void)
{
    static const char name[] = "flipside";
    static sqlite3_vfs vfs;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* nobody asks; refused, without harm, once SQLite is in use */
    if (sqlite3_vfs_find(name))
        return name;
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system)
        return NULL;
    vfs = *system;
    vfs.pNext = NULL;
    vfs.zName = name;
    vfs.pAppData = system;
    vfs.szOsFile = (system->szOsFile + 15) / 16 * 16 + (int)sizeof(union ours);
    vfs.xOpen = open_file;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK ? name : NULL;
}
