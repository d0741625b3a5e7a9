/*
 * A small SVG writer for histograms. No library: a picture of bars is a list of rectangles. Colours have enough
 * contrast on white, and every bar carries its figures as a <title>, which browsers show on hovering and screen readers
 * read.
 */
#include "faces/sim/stats/stats.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 800, LEFT = 70, RIGHT = 24, TOP = 92, PANEL = 230, GAP = 82, BOTTOM = -12 };

struct frame {
    double left, top, width, height;
    double low, high; /* scores at the left and right edge */
    double percent;   /* at the top edge */
    struct flip_bins bins;
};

void flip_put_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            /* XML has no control characters at all. */
            fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
        }
    }
}

static void put_text(FILE *out, double x, double y, const char *style, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    flip_put_escaped(out, text);
    fputs("</text>\n", out);
}

/* 1, 2 or 5 times a power of ten, so that about `count` steps fill `span`. */
static double round_step(double span, int count)
{
    const double rough = span / count;
    const double decade = pow(10, floor(log10(rough)));
    const double lead = rough / decade;
    return decade * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

static double score_x(const struct frame *frame, double score)
{
    return frame->left + (score - frame->low) / (frame->high - frame->low) * frame->width;
}

static double percent_y(const struct frame *frame, double percent)
{
    return frame->top + frame->height * (1 - percent / frame->percent);
}

/* What bars count. */
static const char *counted(const struct flip_plot *plot) { return plot->of ? plot->of : "games"; }

/* A bin of whole scores a … b is drawn from a - ½ to b + ½, so that a tick stands below the middle of its score. */
static void draw_bars(FILE *out, const struct frame *frame, const char *of)
{
    const struct flip_bins *bins = &frame->bins;
    fputs("<g fill=\"#3b6ea5\">\n", out);
    for (int i = 0; i < bins->count; i++) {
        if (bins->games[i] == 0)
            continue;
        const int64_t first = bins->first + i * bins->width, last = first + bins->width - 1;
        const double x = score_x(frame, (double)first - 0.5), next = score_x(frame, (double)last + 0.5);
        const double percent = 100 * (double)bins->games[i] / (double)bins->total;
        const double y = percent_y(frame, percent);
        fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>", x + 0.5, y,
                fmax(next - x - 1, 0.5), frame->top + frame->height - y);
        if (first == last)
            fprintf(out, "%" PRId64, first);
        else
            fprintf(out, "%" PRId64 " to %" PRId64, first, last);
        fprintf(out, ": %" PRIu64 " %s, %.3g %%</title></rect>\n", bins->games[i], of, percent);
    }
    fputs("</g>\n", out);
}

static void draw_axes(FILE *out, const struct frame *frame, const struct flip_plot *plot)
{
    const double base = frame->top + frame->height;
    char label[32];
    const double percent_step = round_step(frame->percent, 5);
    fputs("<g font-size=\"12\" fill=\"#333\" stroke-width=\"1\">\n", out);
    for (int i = 0; i * percent_step <= frame->percent * 1.0001; i++) {
        const double y = percent_y(frame, i * percent_step);
        fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", frame->left, y,
                frame->left + frame->width, y);
        snprintf(label, sizeof label, "%.3g %%", i * percent_step);
        put_text(out, frame->left - 8, y + 4, "text-anchor=\"end\"", label);
    }
    const double step = fmax(1, round_step(frame->high - frame->low, 10));
    const int last = (int)floor(frame->high / step);
    for (int i = (int)ceil(frame->low / step); i <= last; i++) {
        const double x = score_x(frame, i * step);
        fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#333\"/>\n", x, base, x, base + 5);
        snprintf(label, sizeof label, "%.0f", i * step);
        put_text(out, x, base + 19, "text-anchor=\"middle\"", label);
    }
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#333\"/>\n", frame->left, base,
            frame->left + frame->width, base);
    put_text(out, frame->left + frame->width / 2, base + 37, "text-anchor=\"middle\"", plot->axis);
    const double middle = frame->top + frame->height / 2;
    char turn[96], share[32];
    snprintf(share, sizeof share, "share of %s", counted(plot));
    snprintf(turn, sizeof turn, "text-anchor=\"middle\" transform=\"rotate(-90 16 %.1f)\"", middle);
    put_text(out, 16, middle, turn, share);
    fputs("</g>\n", out);
}

static void draw_mark(FILE *out, const struct frame *frame, double score, int line, const char *colour,
                      const char *dash, const char *label)
{
    if (score < frame->low || score > frame->high)
        return;
    const double x = score_x(frame, score);
    const bool right = x > frame->left + frame->width * 0.8;
    fprintf(out,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2\" "
            "stroke-dasharray=\"%s\"/>\n",
            x, frame->top, x, frame->top + frame->height, colour, dash);
    char style[96];
    snprintf(style, sizeof style, "font-size=\"12\" fill=\"%s\" text-anchor=\"%s\"", colour, right ? "end" : "start");
    put_text(out, right ? x - 4 : x + 4, frame->top + 11 + 15 * line, style, label);
}

static void draw_panel(FILE *out, const struct flip_plot *plot, const struct flip_plot_panel *panel,
                       const struct frame *frame)
{
    const struct flip_moments moments = flip_tally_moments(panel->tally);
    char text[160];
    put_text(out, frame->left, frame->top - 12, "font-size=\"14\" font-weight=\"bold\" fill=\"#111\"", panel->title);
    if (strcmp(counted(plot), "games") !=
        0) /* seats of one game are not independent, so only tables by game have the error of the mean */
        snprintf(text, sizeof text, "mean %.2f, standard deviation %.2f", moments.mean, flip_moments_sd(&moments));
    else
        snprintf(text, sizeof text, "mean %.2f ± %.2f, standard deviation %.2f", moments.mean,
                 FLIP_Z95 * flip_moments_error(&moments), flip_moments_sd(&moments));
    put_text(out, frame->left + frame->width, frame->top - 12, "font-size=\"12\" fill=\"#333\" text-anchor=\"end\"",
             text);
    draw_axes(out, frame, plot);
    draw_bars(out, frame, counted(plot));
    if (moments.count > 0)
        draw_mark(out, frame, moments.mean, 0, "#a33b00", "none", "mean");
    for (int i = 0; i < plot->mark_count; i++) {
        const uint64_t reached = flip_tally_at_least(panel->tally, plot->marks[i]);
        snprintf(text, sizeof text, "%.3g %% reach %" PRId64,
                 moments.count > 0 ? 100 * (double)reached / (double)moments.count : 0, plot->marks[i]);
        draw_mark(out, frame, (double)plot->marks[i] - 0.5, i + 1, "#5a2d82", "6 4", text);
    }
}

void flip_plot_write(FILE *out, const struct flip_plot *plot)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int i = 0; i < plot->panel_count; i++) {
        const struct flip_tally *tally = plot->panels[i].tally;
        if (tally->count > 0) {
            low = tally->min < low ? tally->min : low;
            high = tally->max > high ? tally->max : high;
        }
    }
    if (low > high)
        low = high = 0;
    struct frame frame = {.left = LEFT, .width = WIDTH - LEFT - RIGHT, .height = PANEL};
    flip_bins_range(&frame.bins, low, high, FLIP_BINS);
    frame.low = (double)frame.bins.first - 0.5;
    frame.high = frame.low + (double)frame.bins.width * frame.bins.count;
    /* One scale for all panels as well. */
    for (int i = 0; i < plot->panel_count; i++) {
        flip_bins_fill(&frame.bins, plot->panels[i].tally);
        if (frame.bins.total > 0)
            frame.percent = fmax(frame.percent, 112 * (double)frame.bins.most / (double)frame.bins.total);
    }
    if (frame.percent <= 0)
        frame.percent = 100;
    const int height = TOP + plot->panel_count * (PANEL + GAP) + BOTTOM;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "font-family=\"sans-serif\">\n<title>",
            WIDTH, height, WIDTH, height);
    flip_put_escaped(out, plot->title);
    fprintf(out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, height);
    put_text(out, LEFT, 26, "font-size=\"18\" font-weight=\"bold\" fill=\"#111\"", plot->title);
    put_text(out, LEFT, 45, "font-size=\"12\" fill=\"#333\"", plot->caption);
    for (int i = 0; i < plot->panel_count; i++) {
        frame.top = TOP + i * (PANEL + GAP);
        flip_bins_fill(&frame.bins, plot->panels[i].tally);
        draw_panel(out, plot, &plot->panels[i], &frame);
    }
    fputs("</svg>\n", out);
}

int flip_plot_save(const char *path, const struct flip_plot *plot, struct flip_error *error)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return flip_fail(error, FLIP_ERROR_FILE, "Cannot write '%s': %s.", path, strerror(errno));
    flip_plot_write(out, plot);
    const bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed)
        return flip_fail(error, FLIP_ERROR_FILE, "Writing '%s' failed; is the disk full?", path);
    return 0;
}
