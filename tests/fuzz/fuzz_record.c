/* Fuzz target: any bytes as a record. Loading, verifying and saving again may refuse, never crash. */
#include "table/table.h"

#include <flipside/flipside.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct flip_error error;
    struct flip_table *table = flip_record_load((const char *)data, size, FLIP_ALL_STEPS, &error);
    flip_record_verify((const char *)data, size, &error);
    if (!table)
        return 0;
    /* What could be loaded can be saved, and what was saved can be loaded: the same game again. */
    char *record = flip_record_save(table, FLIP_RECORD_FULL, &error);
    struct flip_table *again = record ? flip_record_load(record, strlen(record), FLIP_ALL_STEPS, &error) : NULL;
    if (!again || again->step_count != table->step_count)
        abort();
    flip_table_close(again);
    flip_table_close(table);
    free(record);
    return 0;
}
