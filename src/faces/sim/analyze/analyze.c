/*
 * `flipside analyze RECORD`: how well a finished game was played. It uses all cores, shows its progress, and keeps its
 * results if interrupted: --save writes them, --resume continues, and a deeper precision refines them.
 */
#include "faces/sim/analyze/analyze.h"

#include "commands.h"
#include "core/file.h"
#include "faces/sim/games/games.h"

#include <flipside/record.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    struct flip_arguments common;
    const char *record, *save;
    enum flip_precision precision;
    bool json, decisions, selfcheck;
    uint64_t hash; /* of the record */
    bool chosen;   /* a precision was given */
    int task;      /* a flip_calibration_task */
    struct flip_calibration calibration;
};

struct run {
    struct flip_analysis *analysis;
    enum flip_precision precision; /* of this round */
    int first;                     /* unit */
    uint64_t done;
    struct flip_progress progress;
};

/* --- units as jobs --------------------------------------------------------------------------------------------------------- */

static void *hire(void *context) { return flip_analyst_open(((struct run *)context)->analysis, NULL); }

static void dismiss(void *context, void *worker)
{
    (void)context;
    flip_analyst_close(worker);
}

/* The state of a unit on its way to another process and back. */
union unit {
    struct flip_moment moment;
    struct flip_decision decision;
};

static void copy_unit_out(const struct run *run, uint64_t job, union unit *out)
{
    const struct flip_analysis *analysis = run->analysis;
    const int unit = run->first + (int)job;
    memset(out, 0, sizeof *out);
    if (unit < analysis->moments)
        out->moment = analysis->moment[unit];
    else
        out->decision = analysis->decision[unit - analysis->moments];
}

static void copy_unit_in(const struct run *run, uint64_t job, const union unit *from)
{
    struct flip_analysis *analysis = run->analysis;
    const int unit = run->first + (int)job;
    if (unit < analysis->moments)
        analysis->moment[unit] = from->moment;
    else
        analysis->decision[unit - analysis->moments] = from->decision;
}

static int work(void *context, void *worker, uint64_t job, void *result, struct flip_error *error)
{
    struct run *run = context;
    const int status = flip_finish_unit(run->analysis, worker, run->first + (int)job, run->precision, error);
    if (status == 0)
        copy_unit_out(run, job, result);
    return status;
}

static int take(void *context, uint64_t job, const void *result, struct flip_error *error)
{
    struct run *run = context;
    (void)error;
    copy_unit_in(run, job, result);
    run->done = job + 1;
    return 0;
}

static void note(void *context, uint64_t job, void *out) { copy_unit_out(context, job, out); }

static void heed(void *context, uint64_t job, const void *from) { copy_unit_in(context, job, from); }

static void tick(void *context)
{
    const struct run *run = context;
    flip_progress_show(&run->progress, run->done, (uint64_t)(flip_analysis_units(run->analysis) - run->first),
                       flip_precision_word(run->precision));
}

/* First everything coarsely, then more finely, so that an early stop still covers everything. */
static int work_all(struct flip_analysis *analysis, const struct arguments *arguments, struct flip_error *error)
{
    struct run run = {.analysis = analysis, .first = arguments->decisions ? analysis->moments : 0};
    char key[64];
    struct flip_jobs jobs = {.count = (uint64_t)(flip_analysis_units(analysis) - run.first),
                             .threads = arguments->common.threads,
                             .result_size = sizeof(union unit),
                             .context = &run,
                             .hire = hire,
                             .dismiss = dismiss,
                             .work = work,
                             .take = take,
                             .tick = tick,
                             .key = key,
                             .note_size = sizeof(union unit),
                             .note = note,
                             .heed = heed};
    int status = 0;
    flip_interrupt_watch();
    flip_progress_open(&run.progress, "parts");
    for (int precision = 0; precision <= (int)arguments->precision && status == 0 && !flip_interrupted(); precision++) {
        run.precision = (enum flip_precision)precision;
        run.done = 0;
        snprintf(key, sizeof key, "analysis %" PRIx64 " %s", arguments->hash, flip_precision_word(run.precision));
        status = flip_jobs_run(&jobs, error);
    }
    flip_progress_close(&run.progress);
    return status < 0 ? -1 : 0;
}

/* --- files ----------------------------------------------------------------------------------------------------------------- */

static int resume(struct flip_analysis *analysis, const char *path, struct flip_error *error)
{
    size_t length;
    json_error_t where;
    char *saved = flip_file_read(path, &length, error);
    if (!saved)
        return -1;
    json_t *json = json_loadb(saved, length, 0, &where);
    free(saved);
    if (!json)
        return flip_fail(error, FLIP_ERROR_SYNTAX, "%s is not JSON: %s.", path, where.text);
    const int status = flip_analysis_resume(analysis, json, error);
    json_decref(json);
    return status;
}

static int show(const struct flip_analysis *analysis, const struct arguments *arguments, struct flip_error *error)
{
    json_t *json = flip_analysis_json(analysis, arguments->precision, error);
    char *dump = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    int status = 0;
    if (!dump)
        status = flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
    else if (arguments->json)
        puts(dump);
    else
        flip_analysis_tell(analysis, json, stdout);
    if (status == 0 && arguments->save && flip_ranks_first())
        status = flip_file_write(arguments->save, dump, strlen(dump), error);
    free(dump);
    json_decref(json);
    return status;
}

static int analyze(struct arguments *arguments, struct flip_error *error)
{
    size_t length;
    char *record = flip_file_read(arguments->record, &length, error);
    struct flip_table *table = record ? flip_record_load(record, length, FLIP_ALL_STEPS, error) : NULL;
    struct flip_analysis *analysis = table ? flip_analysis_open(table, error) : NULL;
    int status = analysis ? 0 : -1;
    arguments->hash = record ? flip_arg_seed(record) : 0;
    free(record);
    if (status == 0 && arguments->common.resume && flip_ranks_first())
        status = resume(analysis, arguments->common.resume, error);
    if (status == 0)
        status = work_all(analysis, arguments, error);
    if (status == 0)
        status = show(analysis, arguments, error);
    flip_analysis_close(analysis);
    flip_table_close(table);
    return status;
}

/* --- arguments ------------------------------------------------------------------------------------------------------------- */

static int read_precision(const char *text, void *out, struct flip_error *error)
{
    struct arguments *arguments = out;
    const int precision = flip_precision_named(text);
    if (precision < 0)
        return flip_fail(error, FLIP_ERROR_OPTION, "--precision is quick, normal or deep, not '%.40s'.", text);
    arguments->precision = (enum flip_precision)precision;
    arguments->chosen = true;
    return 0;
}

static int calibrate(struct arguments *arguments, struct flip_error *error)
{
    struct flip_calibration *calibration = &arguments->calibration;
    calibration->task = (enum flip_calibration_task)arguments->task;
    calibration->threads = (uint64_t)arguments->common.threads;
    calibration->seed = arguments->common.seed;
    if (arguments->chosen || calibration->task == FLIP_AGREEMENT)
        calibration->precision = arguments->precision;
    return (calibration->task == FLIP_SELFCHECK ? flip_selfcheck : flip_calibrate)(calibration, error);
}

static int analyze_record(int argc, char **argv)
{
    struct arguments arguments = {
        .common = flip_arguments_defaults(), .precision = FLIP_NORMAL, .calibration = flip_calibration_defaults()};
    struct flip_calibration *calibration = &arguments.calibration;
    int *task = &arguments.task;
    const struct flip_argument table[] = {
        {"precision", .own = read_precision, .context = &arguments},
        {"decisions", .flag = &arguments.decisions},
        {"json", .flag = &arguments.json},
        {"save", .text = &arguments.save},
        {"resume", .text = &arguments.common.resume},
        {"calibrate", .text = &calibration->game, .noted = task, .note = FLIP_YARDSTICK},
        {"luck", .text = &calibration->game, .noted = task, .note = FLIP_LUCK},
        {"agreement", .text = &calibration->game, .noted = task, .note = FLIP_AGREEMENT},
        {"selfcheck", .flag = &arguments.selfcheck, .noted = task, .note = FLIP_SELFCHECK},
        {"games", .whole = &calibration->games, .low = 1, .high = 1e9},
        {"seats", .whole = &calibration->seats, .low = 1, .high = FLIP_MAX_SEATS},
        {"sample", .whole = &calibration->sample, .low = 1, .high = 1e4},
        {"players", .text = &calibration->players},
        FLIP_RUN_ARGUMENTS(&arguments.common),
        {0},
    };
    struct flip_error error;
    const int status = flip_arguments_read(argc, argv, flip_help("analyze"), table) - 1;
    if (status >= 0)
        return status;
    if (arguments.task == FLIP_SELFCHECK && argc - optind == 1)
        arguments.calibration.game = argv[optind++];
    if ((arguments.calibration.game || arguments.task == FLIP_SELFCHECK) && argc == optind)
        return calibrate(&arguments, &error) < 0 ? flip_tell_error("analyze", &error) : 0;
    if (argc - optind != 1 || arguments.calibration.game) {
        fprintf(stderr, "flipside analyze: Name one record; 'flipside analyze --help' explains.\n");
        return 2;
    }
    arguments.record = argv[optind];
    return analyze(&arguments, &error) < 0 ? flip_tell_error("analyze", &error) : 0;
}

int flip_command_analyze(int argc, char **argv) { return flip_ranks_command(analyze_record, argc, argv); }
