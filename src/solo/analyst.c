/* An analysis in a worker of the page: see analyst.h. The record and an earlier analysis may come from anybody and are
   checked. */
#include "solo/analyst.h"

#include "analysis/analysis.h"
#include "server/loop/loop.h"
#include "server/rooms/rooms.h"
#include "table/table.h"

#include <flipside/record.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE_MS = 200 };

static struct {
    struct flip_table *table;
    struct flip_analysis *analysis;
    struct flip_analyst *analyst;
} at;

static int refuse(const struct flip_error *error)
{
    solo_host_reply(0, 400, "text/plain", error->message, strlen(error->message));
    return -1;
}

int analyst_open(const char *record, size_t length)
{
    struct flip_error error;
    flip_analyst_close(at.analyst);
    flip_analysis_close(at.analysis);
    flip_table_close(at.table);
    at.analyst = NULL;
    at.analysis = NULL;
    at.table = flip_record_load(record, length, FLIP_ALL_STEPS, &error);
    if (!at.table || !(at.analysis = flip_analysis_open(at.table, &error)) ||
        !(at.analyst = flip_analyst_open(at.analysis, &error)))
        return refuse(&error);
    return 0;
}

/* Has a game been opened, and is this a precision? */
static int check(int precision, struct flip_error *error)
{
    if (!at.analyst)
        return flip_fail(error, FLIP_ERROR_EMPTY, "There is no game to analyse.");
    if (precision < 0 || precision >= FLIP_PRECISIONS)
        return flip_fail(error, FLIP_ERROR_TYPE, "The precision is quick, normal or deep.");
    return 0;
}

int analyst_resume(const char *saved, size_t length)
{
    struct flip_error error;
    if (check(FLIP_QUICK, &error) < 0)
        return refuse(&error);
    json_t *json = json_loadb(saved, length, 0, NULL);
    const int status = flip_analysis_resume(at.analysis, json, &error);
    json_decref(json);
    return status < 0 ? refuse(&error) : 0;
}

int analyst_work(int precision, int part, int parts)
{
    struct flip_error error;
    if (check(precision, &error) < 0)
        return refuse(&error);
    const int units = flip_analysis_units(at.analysis);
    const enum flip_precision wanted = (enum flip_precision)precision;
    const double began = cpu_ms();
    double done = 0;
    int own = 0;
    for (int unit = part; part >= 0 && parts > 0 && unit < units; unit += parts) {
        while (flip_unit_done(at.analysis, unit, wanted) < 1 && cpu_ms() - began < SLICE_MS)
            if (flip_analysis_work(at.analysis, at.analyst, unit, wanted, &error) < 0)
                return refuse(&error);
        done += flip_unit_done(at.analysis, unit, wanted);
        own++;
    }
    return own == 0 || done >= own ? ANALYST_DONE : (int)((ANALYST_DONE - 1) * done / own);
}

int analyst_settle(void)
{
    struct flip_error error;
    if (check(FLIP_DEEP, &error) < 0)
        return refuse(&error);
    const double began = cpu_ms();
    double done = flip_analysis_settled(at.analysis);
    for (; done < 1 && cpu_ms() - began < SLICE_MS; done = flip_analysis_settled(at.analysis))
        if (flip_analysis_settle(at.analysis, at.analyst, &error) < 0)
            return refuse(&error);
    return done >= 1 ? ANALYST_DONE : (int)((ANALYST_DONE - 1) * done);
}

int analyst_tell(int precision)
{
    struct flip_error error;
    if (check(precision, &error) < 0)
        return refuse(&error);
    json_t *json = flip_analysis_json(at.analysis, (enum flip_precision)precision, &error);
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(json);
    if (!text) {
        flip_fail(&error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the analysis.");
        return refuse(&error);
    }
    solo_host_reply(0, 200, "application/json", text, strlen(text));
    free(text);
    return 0;
}

/* --- exercises ------------------------------------------------------------------------------------------------------------ */

/* The position before a decision, or NULL if there is none at this step. */
static struct flip_table *table_before(int step, int *seat, struct flip_error *error)
{
    *seat = -1;
    for (int i = 0; at.analysis && i < at.analysis->decisions; i++)
        if (at.analysis->decision[i].step == step)
            *seat = at.analysis->decision[i].seat;
    if (*seat < 0) {
        flip_fail(error, FLIP_ERROR_EMPTY, "There is no decision at this place.");
        return NULL;
    }
    char *record = flip_record_save(at.table, FLIP_RECORD_FULL, error);
    struct flip_table *table = record ? flip_record_load(record, strlen(record), step, error) : NULL;
    free(record);
    return table;
}

/* As long as it is: 0 where there is no memory for it. */
static size_t write_moves(const struct flip_table *table, int seat, char **out)
{
    for (size_t size = 16384; (*out = malloc(size));) {
        struct flip_json json = flip_json_in(*out, size);
        flip_json_open(&json, NULL, '{');
        write_actions(&json, table, seat);
        flip_json_close(&json);
        if (flip_text_fits(&json.text))
            return json.text.length;
        free(*out);
        size = json.text.length + 1;
    }
    return 0;
}

int analyst_moves(int step)
{
    struct flip_error error;
    int seat;
    char *text = NULL;
    struct flip_table *table = table_before(step, &seat, &error);
    const size_t length = table ? write_moves(table, seat, &text) : 0;
    if (table && length == 0)
        flip_fail(&error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the moves.");
    if (length > 0)
        solo_host_reply(0, 200, "application/json", text, length);
    free(text);
    flip_table_close(table);
    return length > 0 ? 0 : refuse(&error);
}

int analyst_try(int step, const char *text)
{
    struct flip_error error;
    int seat;
    flip_move move;
    struct flip_table *table = table_before(step, &seat, &error);
    json_t *json = table && flip_table_find(table, seat, text, &move, &error) == 0
                       ? flip_analysis_try(at.analysis, at.analyst, step, move, &error)
                       : NULL;
    char *told = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    if (json && !told)
        flip_fail(&error, FLIP_ERROR_NO_MEMORY, "There is not enough memory for the move.");
    json_decref(json);
    flip_table_close(table);
    if (!told)
        return refuse(&error);
    solo_host_reply(0, 200, "application/json", told, strlen(told));
    free(told);
    return 0;
}
