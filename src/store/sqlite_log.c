/*
 * The log of changes in one piece. A commit writes each changed page into SQLite's log with two calls of the system, one of them for a head of
 * 24 bytes. Behind a server's connection (which syncs with every commit) what is written one after the other is gathered here, and
 * goes to the file in one call before it is synced, read or measured. SQLite tells others of a page in the log only after the sync, so
 * nobody looks for one that is still here; and a failure is told by the sync, which fails the commit as the write would have.
 */
#include "store/sqlite.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { GATHERED = 124 << 10 }; /* SQLite's own files take less than 128 KiB in one call */

static struct sqlite_log_file *log_of(sqlite3_file *file)
{
    return (struct sqlite_log_file *)((const char *)file->pMethods - offsetof(struct sqlite_log_file, methods));
}

/* What could not be written is forgotten: its commit fails, and the next one writes its own pages there. */
static int write_gathered(sqlite3_file *file)
{
    struct sqlite_log_file *log = log_of(file);
    const int length = log->length;
    log->length = 0;
    return length == 0 ? SQLITE_OK : log->system->xWrite(file, log->bytes, length, log->offset);
}

static int write_log(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset)
{
    struct sqlite_log_file *log = log_of(file);
    if (log->length > 0 && (offset != log->offset + log->length || log->length + length > GATHERED)) {
        const int result = write_gathered(file);
        if (result != SQLITE_OK)
            return result;
    }
    if (!log->bytes || length > GATHERED)
        return log->system->xWrite(file, bytes, length, offset);
    if (log->length == 0)
        log->offset = offset;
    memcpy(log->bytes + log->length, bytes, (size_t)length);
    log->length += length;
    return SQLITE_OK;
}

static int sync_log(sqlite3_file *file, int flags)
{
    const int result = write_gathered(file);
    return result == SQLITE_OK ? log_of(file)->system->xSync(file, flags) : result;
}

static int read_log(sqlite3_file *file, void *out, int length, sqlite3_int64 offset)
{
    const int result = write_gathered(file);
    return result == SQLITE_OK ? log_of(file)->system->xRead(file, out, length, offset) : result;
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size)
{
    const int result = write_gathered(file);
    return result == SQLITE_OK ? log_of(file)->system->xTruncate(file, size) : result;
}

static int size_log(sqlite3_file *file, sqlite3_int64 *size)
{
    const int result = write_gathered(file);
    return result == SQLITE_OK ? log_of(file)->system->xFileSize(file, size) : result;
}

static int close_log(sqlite3_file *file)
{
    struct sqlite_log_file *log = log_of(file);
    free(log->bytes);
    return log->system->xClose(file);
}

void sqlite_log_opened(sqlite3_file *file, struct sqlite_log_file *log)
{
    *log = (struct sqlite_log_file){.system = file->pMethods, .methods = *file->pMethods};
    log->methods.xWrite = write_log;
    log->methods.xSync = sync_log;
    log->methods.xRead = read_log;
    log->methods.xTruncate = truncate_log;
    log->methods.xFileSize = size_log;
    log->methods.xClose = close_log;
    file->pMethods = &log->methods;
}

void sqlite_log_gather(sqlite3 *handle)
{
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK && file &&
        file->pMethods && file->pMethods->xWrite == write_log && !log_of(file)->bytes)
        log_of(file)->bytes = malloc(GATHERED); /* without it everything is written as it comes */
}
