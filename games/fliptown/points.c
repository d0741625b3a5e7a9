/* What a sheet is worth, as it stands. */
#include "games/fliptown/fliptown.h"

struct fliptown_parts fliptown_points(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    struct fliptown_parts parts = {.cash = sheet->cash / rules->edition.cash_per_point,
                                   .gold = sheet->gold / rules->edition.gold_per_point,
                                   .silver = fliptown_silver(rules, sheet),
                                   .stars = sheet->stars};
    parts.total = parts.cash + parts.gold + parts.silver + parts.stars;
    return parts;
}
