/* Ctrl-C and SIGTERM set a flag instead of ending the program; another one ends it, if it comes a second later
   or more. */
#ifndef FLIPSIDE_SIM_INTERRUPT_H
#define FLIPSIDE_SIM_INTERRUPT_H

#include <stdbool.h>

void flip_interrupt_watch(void);
bool flip_interrupted(void);

#endif
