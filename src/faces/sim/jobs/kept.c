/* Serialises results, and keeps them in a file. */
#include "faces/sim/jobs/run.h"

#include "core/hash.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TITLE = 45 }; /* bytes of the first line */

struct head {
    uint64_t job, length, checksum;
};

/* Identifies single results, whatever their number, so that a finished run can be extended. */
static uint64_t mark_of_each(const struct flip_jobs *jobs)
{
    static const char version[] = FLIPSIDE_VERSION;
    const uint64_t shape[] = {jobs->result_size, jobs->packed_size, jobs->note_size};
    uint64_t mark = flip_hash(FLIP_HASH_START, version, sizeof version);
    mark = flip_hash(mark, shape, sizeof shape);
    return jobs->key ? flip_hash(mark, jobs->key, strlen(jobs->key)) : mark;
}

uint64_t flip_jobs_mark(const struct flip_jobs *jobs)
{
    return flip_hash(mark_of_each(jobs), &jobs->count, sizeof jobs->count);
}

size_t flip_packed_most(const struct flip_jobs *jobs) { return jobs->pack ? jobs->packed_size : jobs->result_size; }

size_t flip_result_pack(const struct flip_jobs *jobs, uint64_t job, const void *result, unsigned char *out)
{
    if (jobs->pack)
        return jobs->pack(jobs->context, job, result, out);
    memcpy(out, result, jobs->result_size);
    return jobs->result_size;
}

int flip_result_unpack(const struct flip_jobs *jobs, uint64_t job, const unsigned char *in, size_t length, void *result)
{
    if (jobs->unpack)
        return jobs->unpack(jobs->context, job, in, length, result);
    if (length != jobs->result_size)
        return -1;
    memcpy(result, in, length);
    return 0;
}

static void title_of(const struct flip_jobs *jobs, char title[TITLE + 1])
{
    snprintf(title, TITLE + 1, "flipside finished results 1 %016" PRIx64 "\n", mark_of_each(jobs));
}

static int begin_or_check(struct flip_kept *kept, const struct flip_jobs *jobs, struct flip_error *error)
{
    char title[TITLE + 1], found[TITLE];
    title_of(jobs, title);
    const size_t length = fread(found, 1, TITLE, kept->file);
    if (length == 0 && !ferror(kept->file)) {
        rewind(kept->file);
        if (fwrite(title, 1, TITLE, kept->file) == TITLE && fflush(kept->file) == 0)
            return 0;
        return flip_fail(error, FLIP_ERROR_FILE, "Writing '%s' failed; is the disk full?", jobs->keep);
    }
    if (length == TITLE && memcmp(found, title, TITLE) == 0)
        return 0;
    return flip_fail(error, FLIP_ERROR_CHANGED,
                     "'%s' does not belong to this run: only the same command with the same version continues it, with "
                     "as many games as you like.",
                     jobs->keep);
}

int flip_kept_open(struct flip_kept *kept, const struct flip_jobs *jobs, struct flip_error *error)
{
    *kept = (struct flip_kept){0};
    if (!jobs->keep)
        return 0;
    kept->file = fopen(jobs->keep, "r+");
    if (!kept->file && errno == ENOENT)
        kept->file = fopen(jobs->keep, "w+x");
    if (!kept->file)
        return flip_fail(error, FLIP_ERROR_FILE, "Cannot open '%s': %s.", jobs->keep, strerror(errno));
    kept->packed = malloc(flip_packed_most(jobs));
    if (!kept->packed)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for a result.");
    kept->reading = true;
    return begin_or_check(kept, jobs, error);
}

void flip_kept_close(struct flip_kept *kept)
{
    if (kept->file)
        fclose(kept->file);
    free(kept->packed);
    *kept = (struct flip_kept){0};
}

/* Is there one more whole result? */
static bool read_one(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, void *result)
{
    struct head head;
    return fread(&head, sizeof head, 1, kept->file) == 1 && head.job == job && head.length <= flip_packed_most(jobs) &&
           fread(kept->packed, 1, head.length, kept->file) == head.length &&
           flip_hash(job, kept->packed, head.length) == head.checksum &&
           flip_result_unpack(jobs, job, kept->packed, head.length, result) == 0;
}

int flip_kept_next(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, void *result,
                   struct flip_error *error)
{
    if (!kept->reading)
        return 0;
    const long place = ftell(kept->file);
    if (read_one(kept, jobs, job, result))
        return 1;
    kept->reading = false;
    /* Drops a partly written result; new results are written from here on. */
    if (place < 0 || fseek(kept->file, place, SEEK_SET) != 0 || ftruncate(fileno(kept->file), place) != 0)
        return flip_fail(error, FLIP_ERROR_FILE, "Cannot continue '%s': %s.", jobs->keep, strerror(errno));
    return 0;
}

int flip_kept_add(struct flip_kept *kept, const struct flip_jobs *jobs, uint64_t job, const void *result,
                  struct flip_error *error)
{
    if (!kept->file)
        return 0;
    struct head head = {.job = job};
    head.length = flip_result_pack(jobs, job, result, kept->packed);
    head.checksum = flip_hash(job, kept->packed, head.length);
    if (fwrite(&head, sizeof head, 1, kept->file) == 1 &&
        fwrite(kept->packed, 1, head.length, kept->file) == head.length && fflush(kept->file) == 0)
        return 0;
    return flip_fail(error, FLIP_ERROR_FILE, "Writing '%s' failed; is the disk full?", jobs->keep);
}
