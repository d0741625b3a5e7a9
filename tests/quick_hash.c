/*
 * A library for LD_PRELOAD that hashes passwords at the least cost that libsodium knows. A real hash takes a fifth of a second of a core and
 * 64 MiB, on purpose; a test that signs somebody in has nothing to learn from that. The hashes say their cost themselves, so comparing needs
 * no change. tests/client.py says which servers run without it.
 */
#include <dlfcn.h>
#include <sodium.h>

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password, unsigned long long length,
                      unsigned long long operations, size_t memory)
{
    int (*real)(char *, const char *, unsigned long long, unsigned long long, size_t) = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "crypto_pwhash_str");
    (void)operations;
    (void)memory;
    return real ? real(out, password, length, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN) : -1;
}
