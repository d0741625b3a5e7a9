/* What a sheet is worth, as it stands. */
#include "games/fliptown/fliptown.h"

int fliptown_silver(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int silver = sheet->rooms ? rules->edition.room[sheet->rooms - 1] : 0;
    for (unsigned set = sheet->circled[FLIPTOWN_MINE]; set; set &= set - 1) {
        const int counted = rules->edition.chamber[__builtin_ctz(set)].reward.silver;
        if (counted)
            silver += fliptown_count(sheet->circled[counted - 1]);
    }
    return silver;
}

struct fliptown_parts fliptown_points(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    struct fliptown_parts parts = {.cash = sheet->cash / rules->edition.cash_per_point,
                                   .gold = sheet->gold / rules->edition.gold_per_point,
                                   .silver = fliptown_silver(rules, sheet),
                                   .stars = sheet->stars};
    parts.total = parts.cash + parts.gold + parts.silver + parts.stars;
    return parts;
}
