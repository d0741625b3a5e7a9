/* cmocka, the headers it needs, and CASE: a test whose name is the rule that it checks. */
#ifndef FLIPSIDE_TESTS_CASE_H
#define FLIPSIDE_TESTS_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define CASE(name) static void name(__attribute__((unused)) void **case_state)

#endif
