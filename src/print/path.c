/* SVG paths, drawn by Cairo. */
#include "print/parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pen {
    cairo_t *on;
    const char *at;
    double x, y;             /* where it is */
    double begun_x, begun_y; /* where Z goes */
    double turn_x, turn_y;   /* the last control point, for S and T */
};

static double number(struct pen *pen)
{
    char *end;
    pen->at += strspn(pen->at, " ,\t\n");
    const double value = strtod(pen->at, &end);
    if (end == pen->at && *pen->at)
        end++; /* our drawings do not have this; skip it, or the loop would not end */
    pen->at = end;
    return value;
}

static void line_to(struct pen *pen, double x, double y)
{
    pen->x = pen->turn_x = x;
    pen->y = pen->turn_y = y;
    cairo_line_to(pen->on, x, y);
}

static void curve_to(struct pen *pen, double x1, double y1, double x2, double y2, double x, double y)
{
    cairo_curve_to(pen->on, x1, y1, x2, y2, x, y);
    pen->turn_x = x2;
    pen->turn_y = y2;
    pen->x = x;
    pen->y = y;
}

static void bend_to(struct pen *pen, double x1, double y1, double x, double y)
{
    curve_to(pen, pen->x + (x1 - pen->x) * 2 / 3, pen->y + (y1 - pen->y) * 2 / 3, x + (x1 - x) * 2 / 3,
             y + (y1 - y) * 2 / 3, x, y);
    pen->turn_x = x1;
    pen->turn_y = y1;
}

/* Finds an arc's centre from its ends, as in the appendix of SVG. Our drawings do not rotate ellipses. */
static void arc_to(struct pen *pen, double rx, double ry, bool large, bool sweep, double x, double y)
{
    const double dx = (pen->x - x) / 2, dy = (pen->y - y) / 2;
    const double wide = dx * dx / (rx * rx) + dy * dy / (ry * ry);
    if (wide > 1) {
        rx *= sqrt(wide);
        ry *= sqrt(wide);
    }
    const double below = rx * rx * dy * dy + ry * ry * dx * dx;
    const double inside = below > 0 ? (rx * rx * ry * ry - below) / below : 0;
    const double k = (large == sweep ? -1 : 1) * sqrt(inside > 0 ? inside : 0);
    const double cx = k * rx * dy / ry, cy = -k * ry * dx / rx;
    const double from = atan2((dy - cy) / ry, (dx - cx) / rx), to = atan2((-dy - cy) / ry, (-dx - cx) / rx);
    cairo_save(pen->on);
    cairo_translate(pen->on, cx + (pen->x + x) / 2, cy + (pen->y + y) / 2);
    cairo_scale(pen->on, rx, ry);
    (sweep ? cairo_arc : cairo_arc_negative)(pen->on, 0, 0, 1, from, to);
    cairo_restore(pen->on);
    pen->x = pen->turn_x = x;
    pen->y = pen->turn_y = y;
}

static void arc(struct pen *pen, double ox, double oy)
{
    const double rx = number(pen), ry = number(pen);
    number(pen);
    const bool large = number(pen) != 0, sweep = number(pen) != 0;
    const double x = ox + number(pen), y = oy + number(pen);
    if (rx > 0 && ry > 0 && !(x == pen->x && y == pen->y))
        arc_to(pen, rx, ry, large, sweep, x, y);
}

static void curve(struct pen *pen, int letter, double ox, double oy)
{
    double p[6];
    const int first = letter == 'S' ? 2 : 0, last = letter == 'Q' ? 4 : 6;
    for (int i = first; i < last; i++)
        p[i] = number(pen) + (i % 2 ? oy : ox);
    if (letter == 'S') {
        p[0] = 2 * pen->x - pen->turn_x;
        p[1] = 2 * pen->y - pen->turn_y;
    }
    if (letter == 'Q')
        bend_to(pen, p[0], p[1], p[2], p[3]);
    else
        curve_to(pen, p[0], p[1], p[2], p[3], p[4], p[5]);
}

static void move_to(struct pen *pen, double x, double y)
{
    pen->begun_x = pen->x = pen->turn_x = x;
    pen->begun_y = pen->y = pen->turn_y = y;
    cairo_move_to(pen->on, x, y);
}

static void close_path(struct pen *pen)
{
    cairo_close_path(pen->on);
    pen->x = pen->turn_x = pen->begun_x;
    pen->y = pen->turn_y = pen->begun_y;
}

static void step(struct pen *pen, int command)
{
    const int letter = toupper(command);
    const double ox = islower(command) ? pen->x : 0, oy = islower(command) ? pen->y : 0;
    double x;
    switch (letter) {
    case 'M':
        x = ox + number(pen);
        move_to(pen, x, oy + number(pen));
        break;
    case 'L':
        x = ox + number(pen);
        line_to(pen, x, oy + number(pen));
        break;
    case 'H':
        line_to(pen, ox + number(pen), pen->y);
        break;
    case 'V':
        line_to(pen, pen->x, oy + number(pen));
        break;
    case 'A':
        arc(pen, ox, oy);
        break;
    case 'Z':
        close_path(pen);
        break;
    default:
        curve(pen, letter, ox, oy);
    }
}

void paper_trace(cairo_t *on, const char *path)
{
    struct pen pen = {.on = on, .at = path};
    int command = 'M';
    cairo_new_path(on);
    while (pen.at += strspn(pen.at, " ,\t\n"), *pen.at) {
        if (strchr("MmLlHhVvCcSsQqAaZz", *pen.at))
            command = (unsigned char)*pen.at++;
        else if (toupper(command) == 'Z') {
            pen.at++; /* nothing that a drawing has */
            continue;
        } else if (toupper(command) == 'M')
            command += 'L' - 'M'; /* more points after a move are lines */
        step(&pen, command);
    }
}
