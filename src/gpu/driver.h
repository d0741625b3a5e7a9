/*
 * The few functions of the CUDA driver that are used here. They are declared by hand and looked up in libcuda.so.1 at run time, so
 * neither building nor running the program needs anything from NVIDIA unless games are to be played on a card.
 */
#pragma once

#include <flipside/error.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t gpu_memory; /* an address on the card */

enum { GPU_STACK = 64 * 1024 }; /* of a thread: some rules search, and call themselves */

struct gpu_driver {
    void *library;
    void *context;
    int device;
    char name[96];       /* of the card */
    int multiprocessors; /* of the card */
    int (*error_text)(int, const char **);
    int (*init)(unsigned);
    int (*device_count)(int *);
    int (*device_get)(int *, int);
    int (*device_name)(char *, int, int);
    int (*device_attribute)(int *, int, int);
    int (*context_retain)(void **, int);
    int (*context_release)(int);
    int (*context_use)(void *);
    int (*context_limit)(int, size_t);
    int (*synchronize)(void);
    int (*module_load)(void **, const void *, unsigned, int *, void **);
    int (*module_unload)(void *);
    int (*module_function)(void **, void *, const char *);
    int (*function_attribute)(void *, int, int);
    int (*occupancy)(int *, void *, int, size_t);
    int (*allocate)(gpu_memory *, size_t);
    int (*release)(gpu_memory);
    int (*pointer_attribute)(void *, int, gpu_memory);
    int (*to_device)(gpu_memory, const void *, size_t);
    int (*from_device)(void *, gpu_memory, size_t);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                  void **);
};

/// Opens the driver and the first card. Each thread gets `stack` bytes. The calling thread is the only one that may use the card. If it
/// fails, there is nothing to close.
int gpu_driver_open(struct gpu_driver *driver, size_t stack, struct flip_error *error);
/// Loads a kernel, a text that ends with a zero. `module_unload` lets it go.
int gpu_driver_load(const struct gpu_driver *driver, const char *ptx, void **module, struct flip_error *error);
/// Takes memory of the card.
int gpu_driver_take(const struct gpu_driver *driver, size_t size, gpu_memory *out, struct flip_error *error);
/// Is this memory of a card?
bool gpu_driver_has(const struct gpu_driver *driver, const void *memory);
void gpu_driver_close(struct gpu_driver *driver);
/// 0 if the status is; otherwise the driver's own words, after what was tried.
int gpu_driver_check(const struct gpu_driver *driver, int status, const char *tried, struct flip_error *error);
