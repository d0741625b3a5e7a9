/*
 * A library for LD_PRELOAD under which the disk is full: while the file that FULL_DISK_FILE names is there, no other file can grow. What
 * is in files already can be written over, as on a real disk.
 */
#undef _FILE_OFFSET_BITS /* or one name would stand for both of the functions below */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int no_room(int file, size_t count, off_t at)
{
    const char *name = getenv("FULL_DISK_FILE");
    struct stat now;
    const int before = errno;
    const int full = name && access(name, F_OK) == 0 && fstat(file, &now) == 0 && S_ISREG(now.st_mode) &&
                     at + (off_t)count > now.st_size;
    errno = full ? ENOSPC : before;
    return full;
}

ssize_t pwrite(int file, const void *data, size_t count, off_t at)
{
    return no_room(file, count, at) ? -1 : syscall(SYS_pwrite64, file, data, count, at);
}

ssize_t pwrite64(int file, const void *data, size_t count, off64_t at) { return pwrite(file, data, count, at); }
