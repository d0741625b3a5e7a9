/* A file system that fails on demand, under SQLite: the n-th call of one kind fails, once or from then on. */
#ifndef FLIPSIDE_TESTS_FAULTY_VFS_H
#define FLIPSIDE_TESTS_FAULTY_VFS_H

#include <stdbool.h>

enum fault {
    READ_FAILS,
    WRITE_FAILS,
    WRITE_FULL,  /* the disk is full */
    WRITE_SHORT, /* half of it is written, then the disk is full */
    SYNC_FAILS,
    TRUNCATE_FAILS,
    SIZE_FAILS,
    OPEN_FAILS,
    DELETE_FAILS,
    ACCESS_FAILS,
    LOCK_BUSY,
    LOCK_FAILS,
    MEMORY_BUSY, /* a lock in the memory that connections share */
    MEMORY_FAILS,
    MAPPING_FAILS,
    FAULTS
};

extern const char *const fault_names[FAULTS];

/// Call once, before any file is opened: from now on it is the default.
void faulty_vfs_install(void);
/// From now on counts the calls of this kind, from 1, and lets the n-th fail; `lasting`: and all after it.
void faulty_vfs_arm(enum fault fault, long n, bool lasting);
/// The fault is gone.
void faulty_vfs_disarm(void);
/// Did a call fail since it was armed?
bool faulty_vfs_hit(void);

#endif
