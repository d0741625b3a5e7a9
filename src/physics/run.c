/* Records the path of a flick. */
#include "physics/parts.h"

#include <string.h>

void run_record(struct run *run, int number, bool always)
{
    struct flip_path *path = run->path;
    const struct flip_pose pose = piece_pose(&run->piece[number]);
    if (path->count == path->room || (!always && memcmp(&pose, &run->shown[number], sizeof pose) == 0))
        return;
    run->shown[number] = pose;
    path->pose[path->count++] =
        (struct flip_path_pose){.ms = (uint16_t)(run->ticks / TICKS), .piece = (uint8_t)number, .pose = pose};
}
