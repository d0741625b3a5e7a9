/*
 * analyze: how well the finished game was played. With `ms` it stops after that time and reports its progress; its
 * answer, given back as `analysis`, continues it.
 */
#include "faces/engine/parts.h"

#include "analysis/analysis.h"
#include "core/clock.h"

static int read_precision(const json_t *request, enum flip_precision *precision, struct flip_error *error)
{
    const char *name = "quick";
    if (field_string(request, "precision", &name, error) != 0)
        return -1;
    const int found = flip_precision_named(name);
    if (found < 0)
        return flip_fail(error, FLIP_ERROR_TYPE, "'precision' is quick, normal or deep.");
    *precision = (enum flip_precision)found;
    return 0;
}

/* Works coarsely first, then more finely, until everything is done or the time is up. */
static int work_on(struct flip_analysis *analysis, enum flip_precision precision, int64_t until,
                   struct flip_error *error)
{
    struct flip_analyst *analyst = flip_analyst_open(analysis, error);
    int status = analyst ? 0 : -1;
    const int units = flip_analysis_units(analysis);
    for (int round = 0; round <= (int)precision && status == 0; round++)
        for (int unit = 0; unit < units && status == 0; unit++)
            while (status == 0 && flip_unit_done(analysis, unit, (enum flip_precision)round) < 1 &&
                   (until == 0 || flip_milliseconds() < until))
                status = flip_analysis_work(analysis, analyst, unit, (enum flip_precision)round, error);
    flip_analyst_close(analyst);
    return status;
}

int engine_analyze(struct engine *engine, const json_t *request, json_t *answer, struct flip_error *error)
{
    enum flip_precision precision = FLIP_QUICK;
    json_int_t ms = 0;
    const json_t *earlier = NULL;
    if (read_precision(request, &precision, error) != 0 ||
        field_int(request, "ms", 1, engine->limits.ms, &ms, error) != 0 ||
        field_tree(request, "analysis", JSON_OBJECT, &earlier, error) != 0)
        return -1;
    struct flip_analysis *analysis = flip_analysis_open(engine->table, error);
    if (!analysis)
        return -1;
    int status = earlier ? flip_analysis_resume(analysis, earlier, error) : 0;
    if (status == 0)
        status = work_on(analysis, precision, ms ? flip_milliseconds() + ms : 0, error);
    json_t *out = status == 0 ? flip_analysis_json(analysis, precision, error) : NULL;
    flip_analysis_close(analysis);
    if (!out)
        return -1;
    engine->digits = 12;
    json_object_set_new(answer, "analysis", out);
    return 0;
}
