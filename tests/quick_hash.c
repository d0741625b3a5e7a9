/*
 * A library for LD_PRELOAD that hashes passwords at the least cost that libsodium knows. A real hash takes a fifth of a second of a core and
 * 64 MiB, on purpose; a test that signs somebody in has nothing to learn from that. The hashes say their cost themselves, so comparing needs
 * no change. tests/client.py says which servers run without it. No thread stands back for others either: a test waits for what it does.
 */
#include <dlfcn.h>
#include <sodium.h>
#include <sys/resource.h>

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password, unsigned long long length,
                      unsigned long long operations, size_t memory)
{
    int (*real)(char *, const char *, unsigned long long, unsigned long long, size_t) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "crypto_pwhash_str");
    (void)operations;
    (void)memory;
    return real ? real(out, password, length, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN) : -1;
}

int setpriority(__priority_which_t which, id_t who, int priority)
{
    (void)which;
    (void)who;
    (void)priority;
    return 0;
}
