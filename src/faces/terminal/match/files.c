/* Paths in the data folder. */
#include "faces/terminal/match/match.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int make_folders(char *path, struct flip_error *error)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool failed = mkdir(path, 0700) < 0 && errno != EEXIST;
        const int reason = errno;
        if (failed)
            flip_fail(error, FLIP_ERROR_NO_FILE,
                      "The folder '%.300s' cannot be made: %s. Keep the game elsewhere with --save.", path,
                      strerror(reason));
        *slash = '/';
        if (failed)
            return -1;
    }
    return 0;
}

int flip_files_data(const char *name, char path[FLIP_PATH_SIZE], struct flip_error *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length;
    if (data && data[0] == '/')
        length = snprintf(path, FLIP_PATH_SIZE, "%s/flipside/%s", data, name);
    else if (home && home[0] == '/')
        length = snprintf(path, FLIP_PATH_SIZE, "%s/.local/share/flipside/%s", home, name);
    else
        return flip_fail(error, FLIP_ERROR_NO_HOME,
                         "HOME is not set, so there is no place to keep the game: use --save FILE.");
    if (length >= FLIP_PATH_SIZE)
        return flip_fail(error, FLIP_ERROR_NO_HOME, "The path of your data folder is too long: use --save FILE.");
    return make_folders(path, error);
}

bool flip_files_there(const char *path) { return access(path, R_OK) == 0; }

int flip_files_finished(const char *game, char path[FLIP_PATH_SIZE], struct flip_error *error)
{
    char when[32], name[96];
    const time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(when, sizeof when, "%Y-%m-%d-%H%M%S", &local);
    for (int again = 1;; again++) {
        snprintf(name, sizeof name, again == 1 ? "%s-%s.json" : "%s-%s-%d.json", game, when, again);
        if (flip_files_data(name, path, error) < 0)
            return -1;
        if (access(path, F_OK) != 0)
            return 0;
    }
}
