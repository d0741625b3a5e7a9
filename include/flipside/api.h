/* The brackets of every public header: names between FLIP_API_BEGIN and FLIP_API_END are exported and have C linkage in
   C++. */
#ifndef FLIPSIDE_API_H
#define FLIPSIDE_API_H

#ifdef __cplusplus
#define FLIP_API_C     extern "C" {
#define FLIP_API_C_END }
#else
#define FLIP_API_C
#define FLIP_API_C_END
#endif

#define FLIP_API_BEGIN _Pragma("GCC visibility push(default)") FLIP_API_C
#define FLIP_API_END   FLIP_API_C_END _Pragma("GCC visibility pop")

#endif
