/* Opening libcuda.so.1, its functions, the first card, and the kernels. */
#include "gpu/driver.h"

#include <dlfcn.h>
#include <string.h>

enum { ATTRIBUTE_MULTIPROCESSORS = 16, LIMIT_STACK = 0, JIT_ERROR_LOG = 5, JIT_ERROR_LOG_SIZE = 6 };
enum { POINTER_MEMORY_TYPE = 2, MEMORY_OF_CARD = 2 };

#define AT(member) offsetof(struct gpu_driver, member)

static const struct {
    const char *name;
    size_t at;
} symbols[] = {
    {"cuGetErrorString", AT(error_text)},
    {"cuInit", AT(init)},
    {"cuDeviceGetCount", AT(device_count)},
    {"cuDeviceGet", AT(device_get)},
    {"cuDeviceGetName", AT(device_name)},
    {"cuDeviceGetAttribute", AT(device_attribute)},
    {"cuDevicePrimaryCtxRetain", AT(context_retain)},
    {"cuDevicePrimaryCtxRelease_v2", AT(context_release)},
    {"cuCtxSetCurrent", AT(context_use)},
    {"cuCtxSetLimit", AT(context_limit)},
    {"cuCtxSynchronize", AT(synchronize)},
    {"cuModuleLoadDataEx", AT(module_load)},
    {"cuModuleUnload", AT(module_unload)},
    {"cuModuleGetFunction", AT(module_function)},
    {"cuFuncSetAttribute", AT(function_attribute)},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessor", AT(occupancy)},
    {"cuMemAlloc_v2", AT(allocate)},
    {"cuMemFree_v2", AT(release)},
    {"cuPointerGetAttribute", AT(pointer_attribute)},
    {"cuMemcpyHtoD_v2", AT(to_device)},
    {"cuMemcpyDtoH_v2", AT(from_device)},
    {"cuLaunchKernel", AT(launch)},
};

int gpu_driver_check(const struct gpu_driver *driver, int status, const char *tried, struct flip_error *error)
{
    const char *reason = NULL;
    if (status == 0)
        return 0;
    if (driver->error_text(status, &reason) != 0 || !reason)
        reason = "unknown error";
    return flip_fail(error, FLIP_ERROR_NO_DEVICE, "The GPU %s: %s (%d).", tried, reason, status);
}

static int find_functions(struct gpu_driver *driver, struct flip_error *error)
{
    driver->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver->library)
        return flip_fail(error, FLIP_ERROR_NO_DEVICE,
                         "There is no GPU to play on: the NVIDIA driver (libcuda.so.1) is not installed.");
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *found = dlsym(driver->library, symbols[i].name);
        if (!found)
            return flip_fail(error, FLIP_ERROR_NO_DEVICE,
                             "The NVIDIA driver on this machine is too old: it has no function %s.", symbols[i].name);
        memcpy((char *)driver + symbols[i].at, &found, sizeof found);
    }
    return 0;
}

static int open_card(struct gpu_driver *driver, size_t stack, struct flip_error *error)
{
    int count = 0;
    if (gpu_driver_check(driver, driver->init(0), "cannot be used", error) < 0 ||
        gpu_driver_check(driver, driver->device_count(&count), "cannot be counted", error) < 0)
        return -1;
    if (count < 1)
        return flip_fail(error, FLIP_ERROR_NO_DEVICE, "There is no GPU to play on: the NVIDIA driver finds no card.");
    if (gpu_driver_check(driver, driver->device_get(&driver->device, 0), "cannot be opened", error) < 0 ||
        gpu_driver_check(driver, driver->device_name(driver->name, sizeof driver->name, driver->device), "has no name",
                         error) < 0 ||
        gpu_driver_check(driver,
                         driver->device_attribute(&driver->multiprocessors, ATTRIBUTE_MULTIPROCESSORS, driver->device),
                         "does not say how large it is", error) < 0 ||
        gpu_driver_check(driver, driver->context_retain(&driver->context, driver->device), "cannot be opened", error) <
            0)
        return -1;
    if (gpu_driver_check(driver, driver->context_use(driver->context), "cannot be used", error) < 0)
        return -1;
    return gpu_driver_check(driver, driver->context_limit(LIMIT_STACK, stack), "has not enough memory for the stacks",
                            error);
}

int gpu_driver_load(const struct gpu_driver *driver, const char *ptx, void **module, struct flip_error *error)
{
    char log[400] = "";
    int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
    const int status = driver->module_load(module, ptx, 2, options, values);
    if (status != 0 && log[0] != '\0')
        return flip_fail(error, FLIP_ERROR_NO_DEVICE, "The GPU's driver refuses the rules: %.300s", log);
    return gpu_driver_check(driver, status, "cannot load the rules", error);
}

int gpu_driver_take(const struct gpu_driver *driver, size_t size, gpu_memory *out, struct flip_error *error)
{
    if (driver->allocate(out, size) == 0)
        return 0;
    return flip_fail(error, FLIP_ERROR_NO_MEMORY, "The GPU (%s) has not enough memory: it does not give %zu MiB.",
                     driver->name, size / 1024 / 1024 + 1);
}

/* The driver knows nothing of other memory, and then it answers with an error. */
bool gpu_driver_has(const struct gpu_driver *driver, const void *memory)
{
    unsigned type = 0;
    return driver->pointer_attribute(&type, POINTER_MEMORY_TYPE, (uintptr_t)memory) == 0 && type == MEMORY_OF_CARD;
}

int gpu_driver_open(struct gpu_driver *driver, size_t stack, struct flip_error *error)
{
    memset(driver, 0, sizeof *driver);
    if (find_functions(driver, error) == 0 && open_card(driver, stack, error) == 0)
        return 0;
    gpu_driver_close(driver);
    return -1;
}

void gpu_driver_close(struct gpu_driver *driver)
{
    if (driver->context)
        driver->context_release(driver->device);
    if (driver->library)
        dlclose(driver->library);
    memset(driver, 0, sizeof *driver);
}
