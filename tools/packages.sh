# What the project's commands need from the system, and how a Debian gets it. Sourced by ./play and ./check.
#
# A need is looked for itself (a command, a pkg-config module, a header) and only then its package is asked for: what was built
# or installed in another way counts, and a second start needs neither the network nor a password.
# shellcheck shell=bash

say() { printf '%s\n' "$*" >&2; }

has_command() { command -v "$1" >/dev/null 2>&1; }
has_file() { [ -e "$1" ]; }
has_module() { has_command pkg-config && pkg-config --exists "$1"; }
has_header() { has_command cc && printf '#include <%s>\n' "$1" | cc -E -x c - >/dev/null 2>&1; }

# The headless shell is Chromium without its windows; who has the whole one need not install it.
has_browser() { has_command chromium-headless-shell || has_command chromium; }

# For Debian's own Python, whichever else is installed.
has_numpy() { /usr/bin/python3 -c 'import numpy' >/dev/null 2>&1; }

# What puts pip into a virtual environment is a package of its own.
has_venv() { /usr/bin/python3 -c 'import ensurepip' >/dev/null 2>&1; }

# The run-time part of clang (sanitizers, libFuzzer) is a package of its own.
has_fuzzer()
{
    local folder
    has_command clang && folder=$(clang -print-resource-dir) && compgen -G "$folder/lib/*/libclang_rt.fuzzer*.a" >/dev/null
}

# kind, what to look for, Debian package
needs_of_play="
command cc             gcc
header  stdio.h        libc6-dev
command pkg-config     pkg-config
command ninja          ninja-build
command meson          meson
module  jansson        libjansson-dev
module  libsodium      libsodium-dev
module  ncursesw       libncurses-dev
module  libwebsockets  libwebsockets-dev
module  zlib           zlib1g-dev
module  libssl         libssl-dev
module  sqlite3        libsqlite3-dev
module  ode            libode-dev
header  ev.h           libev-dev
module  icu-i18n       libicu-dev
"
# shellcheck disable=SC2034 # used by ./check
needs_of_check="
$needs_of_play
command git           git
command nm            binutils
command python3       python3
numpy   -             python3-numpy
venv    -             python3-venv
module  cmocka        libcmocka-dev
module  libpq         libpq-dev
module  cairo-pdf     libcairo2-dev
module  libcurl       libcurl4-openssl-dev
file    /usr/lib/postgresql/15/bin/postgres postgresql-15
file    /usr/sbin/haproxy haproxy
file    /usr/sbin/nginx nginx
command clang         clang
command c++           g++
command make          make
fuzzer  -             libclang-rt-dev
command clang-format  clang-format
command clang-tidy    clang-tidy
command cppcheck      cppcheck
command gcovr         gcovr
command tmux          tmux
module  ompi-c        libopenmpi-dev
command mpirun        openmpi-bin
command openssl       openssl
browser -             chromium-headless-shell
command firefox-esr   firefox-esr
file    /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts-dejavu-core
"

# The packages of those needs that are not met, one a line.
missing_packages()
{
    local kind name package
    while read -r kind name package; do
        [ -n "$kind" ] || continue
        "has_$kind" "$name" || printf '%s\n' "$package"
    done <<<"$1"
}

as_root()
{
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# require NEEDS LOG: returns 0 when everything is there, if need be after installing it.
require()
{
    local packages log=$2
    packages=$(missing_packages "$1" | sort -u | tr '\n' ' ')
    packages=${packages% }
    [ -n "$packages" ] || return 0
    if ! has_command apt-get || ! has_command dpkg; then
        say "Flipside needs some things that this system does not have. Under Debian their packages are:"
        say "    $packages"
        say "This system has no apt: please install them in its own way, then start again."
        return 1
    fi
    if [ "$(id -u)" != 0 ] && ! has_command sudo; then
        say "Some packages are missing and only root can install them. As root, please run:"
        say "    apt-get install $packages"
        return 1
    fi
    say "Installing: $packages"
    [ "$(id -u)" = 0 ] || say "(sudo may ask for your password.)"
    # The lists are fetched once, and only now. The words are split on purpose: each is one package.
    # shellcheck disable=SC2086
    if ! { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages; } \
        >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        say "The packages could not be installed. The whole log is in $log."
        return 1
    fi
    hash -r
    packages=$(missing_packages "$1" | sort -u | tr '\n' ' ')
    if [ -n "$packages" ]; then
        say "These packages are installed, but what they should bring is still not found: $packages"
        return 1
    fi
}

# --- parts that the table can do without ------------------------------------------------------------------------------------

# name, kind, what to look for, packages: what the program is built without where it is missing.
extras="
PostgreSQL|module|libpq|libpq-dev
MPI|module|ompi-c|libopenmpi-dev
printing|module|cairo-pdf|libcairo2-dev
push messages and mail|module|libcurl|libcurl4-openssl-dev
graphics cards|command|llc-19|clang-19 llvm-19
"

# missing_extras: one sentence that names them and says what to type; empty if nothing is missing.
missing_extras()
{
    local name kind what package names='' packages=''
    while IFS='|' read -r name kind what package; do
        [ -n "$name" ] || continue
        if ! "has_$kind" "$what"; then
            names+="${names:+, }$name"
            packages+=" $package"
        fi
    done <<<"$extras"
    [ -z "$names" ] || printf 'Built without %s; for that: apt-get install%s' "$names" "$packages"
}

# --- the module: the tables without a server, for the page ------------------------------------------------------------------

# Wanted, but not needed: without them the page asks a server for everything.
needs_of_module="
command clang-19    clang-19
command wasm-ld-19  lld-19
command llvm-ar-19  llvm-19
command wasm-opt    binaryen
command cmake       cmake
command dpkg-source dpkg-dev
file    /usr/lib/wasm32-wasi/libc.a                                           wasi-libc
file    /usr/lib/llvm-19/lib/wasm32-wasi/libc++.a                             libc++-19-dev-wasm32
file    /usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a  libclang-rt-19-dev-wasm32
"
module=build-module/src/solo/flipside.wasm

# A folder that was set up by another Meson, or for another place, is set up anew.
make_module()
{
    tools/module-libraries build-module/libraries || return 1
    if [ -f build-module/build.ninja ] && ! ninja -C build-module build.ninja; then rm -rf build-module/build.ninja build-module/meson-*; fi
    if [ ! -f build-module/build.ninja ]; then
        meson setup build-module --buildtype=release -Dmodule="$PWD/build-module/libraries" || return 1
    fi
    ninja -C build-module src/solo/flipside.wasm
}

# build_module LOG: builds $module; returns 1 with one sentence where that cannot be done.
build_module()
{
    local log=$1 needed
    mkdir -p build-module
    : >"$log"
    if require "$needs_of_module" "$log" && make_module >>"$log" 2>&1; then return 0; fi
    needed=$(missing_packages "$needs_of_module" | tr '\n' ' ')
    if [ -n "$needed" ]; then
        say "The page cannot play without a server: that needs apt-get install ${needed% }. Everything else works."
    else
        say "The page cannot play without a server: $log says why. Everything else works."
    fi
    return 1
}

# module_is_current: it is there, and made of the rules as they are now; a page must not play by others than its server.
module_is_current() { [ -e "$module" ] && ninja -C build-module -n src/solo/flipside.wasm 2>/dev/null | grep -q 'no work to do'; }

# --- the page ------------------------------------------------------------------------------------------------------------

# A machine may have a Node of its own, and Debian's npm would quarrel with it: so the commands are looked for, not the packages.
needs_of_page="
command node nodejs
command npm  npm
"

# What the built page was made of: it is built again only when that changes.
page_sources()
{
    { node --version && cat web/package-lock.json web/build.mjs games/list ${1:+"$1"} && find web/src games/*/web games/*/data/puzzles.txt -type f -print0 | sort -z | xargs -0 cat; } | cksum
}

# build_page LOG: builds web/dist, with the module if that is there and current; returns 1 with a log if it cannot be done, which is no reason not to
# play. The new page takes the place of the old one at once: a server may read it at any time.
build_page()
{
    local log=$1 sources with=
    : >"$log"
    if ! has_command node || ! has_command npm; then
        require "$needs_of_page" "$log" || return 1
    fi
    if module_is_current; then with=$PWD/$module; fi
    sources=$(page_sources "$with")
    [ "$(cat web/dist/.sources 2>/dev/null)" != "$sources" ] || return 0
    say "Building the page …"
    (
        cd web || exit
        rm -rf dist.new dist.old
        if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
            npm ci --no-audit --no-fund --loglevel=error
        fi && node build.mjs "$with" dist.new && printf '%s\n' "$sources" >dist.new/.sources &&
            { [ ! -e dist ] || mv dist dist.old; } && mv dist.new dist && rm -rf dist.old
    ) >>"$log" 2>&1
}
