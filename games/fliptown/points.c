/* What a sheet is worth, as it stands. */
#include "games/fliptown/fliptown.h"

int fliptown_silver(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int silver = sheet->rooms ? rules->edition.room[sheet->rooms - 1] : 0;
    for (unsigned set = sheet->circled[FLIPTOWN_MINE] & rules->silver; set; set &= set - 1)
        silver += fliptown_count(sheet->circled[rules->edition.chamber[__builtin_ctz(set)].reward.silver - 1]);
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
