/* Histograms as text, one line per bin, which fits any width and any screen reader. */
#include "faces/sim/stats/stats.h"

#include <inttypes.h>
#include <langinfo.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int64_t floor_to(int64_t value, int64_t step)
{
    const int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

void flip_bins_range(struct flip_bins *bins, int64_t low, int64_t high, int cap)
{
    static const int64_t growth[] = {2, 5, 10};
    *bins = (struct flip_bins){0};
    int64_t width = 1, decade = 1;
    for (int i = 0; (floor_to(high, width) - floor_to(low, width)) / width >= cap; i++) {
        width = decade * growth[i % 3];
        if (i % 3 == 2)
            decade *= 10;
    }
    bins->width = width;
    bins->first = floor_to(low, width);
    bins->count = (int)((floor_to(high, width) - bins->first) / width) + 1;
}

void flip_bins_fill(struct flip_bins *bins, const struct flip_tally *tally)
{
    memset(bins->games, 0, sizeof bins->games);
    bins->total = bins->most = 0;
    for (int64_t score = tally->min; tally->count > 0 && score <= tally->max; score++) {
        const int64_t bin = (score - bins->first) / bins->width;
        if (score < bins->first || bin >= bins->count)
            continue;
        bins->games[bin] += flip_tally_at(tally, score);
        if (bins->games[bin] > bins->most)
            bins->most = bins->games[bin];
    }
    bins->total = tally->count;
}

void flip_bar(FILE *out, int eighths, bool unicode)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    for (; eighths >= 8; eighths -= 8)
        fputs(unicode ? "█" : "#", out);
    if (unicode)
        fputs(parts[eighths], out);
    else if (eighths >= 4)
        fputc('#', out);
}

void flip_bins_print(FILE *out, const struct flip_bins *bins, int columns, bool unicode)
{
    char label[FLIP_BINS][48];
    int label_width = 0;
    for (int i = 0; i < bins->count; i++) {
        const int64_t low = bins->first + i * bins->width;
        int length;
        if (bins->width == 1)
            length = snprintf(label[i], sizeof label[i], "%" PRId64, low);
        else
            length = snprintf(label[i], sizeof label[i], "%" PRId64 "..%" PRId64, low, low + bins->width - 1);
        label_width = length > label_width ? length : label_width;
    }
    /* Label, a rule of three columns, the bar, and eight for the share. */
    const int room = columns - label_width - 4 - 8;
    for (int i = 0; i < bins->count; i++) {
        const double games = (double)bins->games[i];
        const int eighths = bins->most == 0 ? 0 : (int)(games / (double)bins->most * 8 * (room < 10 ? 10 : room) + 0.5);
        fprintf(out, "  %*s %s", label_width, label[i], unicode ? "│" : "|");
        /* A bin that is not empty is visible: a rare jackpot must not look like none. */
        flip_bar(out, bins->games[i] > 0 && eighths == 0 ? (unicode ? 1 : 4) : eighths, unicode);
        if (bins->games[i] > 0)
            fprintf(out, " %.*f %%", games * 1000 < (double)bins->total ? 3 : 1, 100 * games / (double)bins->total);
        fputc('\n', out);
    }
}

bool flip_unicode(void)
{
    const char *codeset = nl_langinfo(CODESET);
    return strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "utf8") == 0;
}

int flip_columns(FILE *out)
{
    struct winsize size;
    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col > 200 ? 200 : size.ws_col;
    return 80;
}
