/* Where the bytes of an input lie, for the fuzz targets in the module: each in memory of its own size, as libFuzzer does it. */
#include <stdlib.h>

__attribute__((export_name("fuzz_take"))) void *fuzz_take(size_t size);
__attribute__((export_name("fuzz_free"))) void fuzz_free(void *bytes);

void *fuzz_take(size_t size) { return malloc(size); }
void fuzz_free(void *bytes) { free(bytes); }
