/*
 * The kernel of environments: a thread for each game, and the work that the processor does too (slot.c). It is compiled once per game;
 * for tests, on the processor, a loop takes the place of the threads.
 */
#include "env/kernel.h"

/* A game that fails says so; it does not matter which. */
static inline void work_on(const struct env_launch *launch, int32_t *failed, int which)
{
    if (which < launch->work.count && slot_work(&launch->setup, &launch->work, launch->work.first + which, NULL) < 0)
        *failed = 1;
}

#ifdef __NVPTX__
__attribute__((nvptx_kernel)) void gpu_env(const struct env_launch *restrict launch, int32_t *restrict failed)
{
    work_on(launch, failed,
            __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x());
}
#else
static void work_on_all(const struct env_launch *launch, int32_t *failed)
{
    for (int which = 0; which < launch->work.count; which++)
        work_on(launch, failed, which);
}
#endif
