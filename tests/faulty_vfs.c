/*
 * Every call goes on to the system's VFS, unless it is the one that has to fail. Nothing is synced to the disk: a test that kills no
 * machine need not wait for it.
 */
#include "faulty_vfs.h"

#include <sqlite3.h>
#include <string.h>

const char *const fault_names[FAULTS] = {
    [READ_FAILS] = "a read fails",           [WRITE_FAILS] = "a write fails",
    [WRITE_FULL] = "the disk is full",       [WRITE_SHORT] = "a write is short",
    [SYNC_FAILS] = "a sync fails",           [TRUNCATE_FAILS] = "a truncation fails",
    [SIZE_FAILS] = "no size is told",        [OPEN_FAILS] = "a file cannot be opened",
    [DELETE_FAILS] = "a deletion fails",     [ACCESS_FAILS] = "a look for a file fails",
    [LOCK_BUSY] = "the file is locked",      [LOCK_FAILS] = "a lock fails",
    [MEMORY_BUSY] = "the log is locked",     [MEMORY_FAILS] = "a lock of the log fails",
    [MAPPING_FAILS] = "no memory is mapped",
};

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real; /* lies behind */
};

static sqlite3_vfs *system_vfs, faulty;
static struct {
    enum fault fault;
    long left;
    bool armed, lasting, hit;
} state;

void faulty_vfs_arm(enum fault fault, long n, bool lasting)
{
    state.fault = fault;
    state.left = n;
    state.armed = true;
    state.lasting = lasting;
    state.hit = false;
}

void faulty_vfs_disarm(void) { state.armed = false; }

bool faulty_vfs_hit(void) { return state.hit; }

static bool fails(enum fault fault)
{
    if (!state.armed || state.fault != fault)
        return false;
    state.left--;
    if (state.left > 0 || (state.left < 0 && !state.lasting))
        return false;
    state.hit = true;
    return true;
}

static sqlite3_file *real(sqlite3_file *file) { return ((struct faulty_file *)file)->real; }
#define REAL(file) (real(file)->pMethods)

static int do_close(sqlite3_file *file) { return REAL(file)->xClose(real(file)); }

static int do_read(sqlite3_file *file, void *out, int length, sqlite3_int64 at)
{
    return fails(READ_FAILS) ? SQLITE_IOERR_READ : REAL(file)->xRead(real(file), out, length, at);
}

static int do_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 at)
{
    if (fails(WRITE_FAILS))
        return SQLITE_IOERR_WRITE;
    if (fails(WRITE_FULL))
        return SQLITE_FULL;
    if (fails(WRITE_SHORT)) {
        REAL(file)->xWrite(real(file), bytes, length / 2, at);
        return SQLITE_FULL;
    }
    return REAL(file)->xWrite(real(file), bytes, length, at);
}

static int do_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return fails(TRUNCATE_FAILS) ? SQLITE_IOERR_TRUNCATE : REAL(file)->xTruncate(real(file), size);
}

static int do_sync(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return fails(SYNC_FAILS) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int do_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return fails(SIZE_FAILS) ? SQLITE_IOERR_FSTAT : REAL(file)->xFileSize(real(file), size);
}

static int do_lock(sqlite3_file *file, int level)
{
    return fails(LOCK_BUSY)    ? SQLITE_BUSY
           : fails(LOCK_FAILS) ? SQLITE_IOERR_LOCK
                               : REAL(file)->xLock(real(file), level);
}

static int do_unlock(sqlite3_file *file, int level) { return REAL(file)->xUnlock(real(file), level); }

static int do_check_lock(sqlite3_file *file, int *out) { return REAL(file)->xCheckReservedLock(real(file), out); }

static int do_control(sqlite3_file *file, int what, void *argument)
{
    return REAL(file)->xFileControl(real(file), what, argument);
}

static int do_sector_size(sqlite3_file *file) { return REAL(file)->xSectorSize(real(file)); }

static int do_characteristics(sqlite3_file *file) { return REAL(file)->xDeviceCharacteristics(real(file)); }

static int do_map(sqlite3_file *file, int region, int size, int extend, void volatile **out)
{
    return fails(MAPPING_FAILS) ? SQLITE_IOERR_SHMMAP : REAL(file)->xShmMap(real(file), region, size, extend, out);
}

static int do_share(sqlite3_file *file, int from, int count, int flags)
{
    if (flags & SQLITE_SHM_LOCK && fails(MEMORY_BUSY))
        return SQLITE_BUSY;
    if (flags & SQLITE_SHM_LOCK && fails(MEMORY_FAILS))
        return SQLITE_IOERR_SHMLOCK;
    return REAL(file)->xShmLock(real(file), from, count, flags);
}

static void do_barrier(sqlite3_file *file) { REAL(file)->xShmBarrier(real(file)); }

static int do_unmap(sqlite3_file *file, int remove) { return REAL(file)->xShmUnmap(real(file), remove); }

static const sqlite3_io_methods methods = {
    2,         do_close,      do_read,    do_write,       do_truncate,        do_sync, do_size,  do_lock,
    do_unlock, do_check_lock, do_control, do_sector_size, do_characteristics, do_map,  do_share, do_barrier,
    do_unmap,  NULL,          NULL};

static int do_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    struct faulty_file *ours = (struct faulty_file *)file;
    ours->base.pMethods = NULL;
    if (fails(OPEN_FAILS))
        return SQLITE_CANTOPEN;
    ours->real = (sqlite3_file *)((char *)file + (sizeof *ours + 15) / 16 * 16);
    const int result = system_vfs->xOpen(system_vfs, name, ours->real, flags, out);
    if (ours->real->pMethods)
        ours->base.pMethods = &methods;
    return result;
}

static int do_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    (void)sync;
    return fails(DELETE_FAILS) ? SQLITE_IOERR_DELETE : system_vfs->xDelete(system_vfs, name, 0);
}

static int do_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    return fails(ACCESS_FAILS) ? SQLITE_IOERR_ACCESS : system_vfs->xAccess(system_vfs, name, flags, out);
}

/* Waiting for a lock that nobody holds. */
static int do_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

void faulty_vfs_install(void)
{
    system_vfs = sqlite3_vfs_find(NULL);
    faulty = *system_vfs;
    faulty.pNext = NULL;
    faulty.zName = "faulty";
    faulty.szOsFile = (int)((sizeof(struct faulty_file) + 15) / 16 * 16) + system_vfs->szOsFile;
    faulty.xOpen = do_open;
    faulty.xDelete = do_delete;
    faulty.xAccess = do_access;
    faulty.xSleep = do_sleep;
    sqlite3_vfs_register(&faulty, 1);
}
