#!/bin/sh
# fingerprint.sh ROOT OUT.c: a fingerprint of all that kernels are compiled from. The file is written anew only when it changes.
set -eu
cd "$1"
text="extern const char gpu_fingerprint[];
const char gpu_fingerprint[] = \"$(cat games/*/*.[ch] games/*/bot/*.[ch] games/*/meson.build games/*/data/weights.txt src/core/*.[ch] \
    src/env/kernel.* src/env/slot.* src/gpu/kernel*.[ch]* src/gpu/meson.build include/flipside/*.h tools/compile-kernels | sha256sum | cut -c 1-16)\";"
cd - >/dev/null
[ "$(cat "$2" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" >"$2"
