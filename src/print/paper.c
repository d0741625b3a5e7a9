/*
 * Paper with Cairo: sheets with a ruler, colours, ink saving, paths, pictures, type. Cairo's unit is the point; each
 * sheet is scaled at its beginning, so that our unit is the millimetre.
 */
#include "core/texts.h"
#include "print/parts.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct flip_named_text paper_drawings[]; /* the pictures of the games and the suits, compiled in */

enum { PATH_SIZE = 4096, SUBJECT = 160, WORDS = 1024, PICTURE_WIDE = 1200, PICTURE_HIGH = 630 };

static const double margin = 10, foot = 9, point = 25.4 / 72, least_type = 1.5 /* mm: 4.3 points */;

struct paper {
    cairo_surface_t *surface;
    cairo_t *on;
    json_t *pictures, *suits;
    double short_side, long_side, wide, high; /* of the paper, in mm; of the page that is being drawn */
    bool saving, picture;
    int pages;
    uint32_t fill, stroke;
    double width;
    char subject[SUBJECT];
    char too_small[80];
};

/* --- the file -------------------------------------------------------------------------------------------------------- */

static json_t *drawings(const char *name)
{
    for (const struct flip_named_text *one = paper_drawings; one->name; one++)
        if (strcmp(one->name, name) == 0)
            return json_loads(one->text, 0, NULL);
    return json_object();
}

struct paper *paper_open(const struct paper_def *def, struct flip_error *error)
{
    struct paper *paper = calloc(1, sizeof *paper);
    if (!paper) {
        flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory to print.");
        return NULL;
    }
    const bool a4 = def->size == PAPER_A4;
    *paper = (struct paper){.short_side = a4 ? 210 : 215.9, .long_side = a4 ? 297 : 279.4, .saving = def->saving};
    paper->picture = !def->path;
    paper->surface = paper->picture
                         ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, PICTURE_WIDE, PICTURE_HIGH)
                         : cairo_pdf_surface_create(def->path, paper->short_side / point, paper->long_side / point);
    if (!paper->picture)
        cairo_pdf_surface_restrict_to_version(paper->surface, CAIRO_PDF_VERSION_1_4); /* which everything can read */
    paper->on = cairo_create(paper->surface);
    paper->pictures = drawings(def->game->id);
    paper->suits = drawings("suits");
    if (!paper->picture) {
        cairo_pdf_surface_set_metadata(paper->surface, CAIRO_PDF_METADATA_TITLE, def->game->title);
        cairo_pdf_surface_set_metadata(paper->surface, CAIRO_PDF_METADATA_CREATOR, "Flipside " FLIPSIDE_VERSION);
    }
    if (cairo_status(paper->on) == CAIRO_STATUS_SUCCESS)
        return paper;
    flip_fail(error, FLIP_ERROR_FILE, "'%s' cannot be written: %s.", def->path ? def->path : "The picture",
              cairo_status_to_string(cairo_status(paper->on)));
    paper_close(paper, NULL);
    return NULL;
}

int paper_close(struct paper *paper, struct flip_error *error)
{
    cairo_destroy(paper->on);
    cairo_surface_finish(paper->surface);
    const cairo_status_t status = cairo_surface_status(paper->surface);
    cairo_surface_destroy(paper->surface);
    json_decref(paper->pictures);
    json_decref(paper->suits);
    free(paper);
    if (status != CAIRO_STATUS_SUCCESS)
        return flip_fail(error, FLIP_ERROR_FILE, "The PDF cannot be written: %s.", cairo_status_to_string(status));
    return 0;
}

struct png {
    char *bytes;
    size_t length;
};

static cairo_status_t add_bytes(void *context, const unsigned char *bytes, unsigned count)
{
    struct png *png = context;
    char *grown = realloc(png->bytes, png->length + count);
    if (!grown)
        return CAIRO_STATUS_NO_MEMORY;
    png->bytes = grown;
    memcpy(png->bytes + png->length, bytes, count);
    png->length += count;
    return CAIRO_STATUS_SUCCESS;
}

char *paper_png(struct paper *paper, size_t *length, struct flip_error *error)
{
    struct png png = {0};
    const cairo_status_t status = cairo_surface_write_to_png_stream(paper->surface, add_bytes, &png);
    if (status != CAIRO_STATUS_SUCCESS) {
        free(png.bytes);
        flip_fail(error, FLIP_ERROR_FILE, "The picture cannot be drawn: %s.", cairo_status_to_string(status));
        return NULL;
    }
    *length = png.length;
    return png.bytes;
}

int paper_pages(const struct paper *paper) { return paper->pages; }
const char *paper_too_small(const struct paper *paper) { return paper->too_small[0] ? paper->too_small : NULL; }
const json_t *paper_pictures(const struct paper *paper) { return paper->pictures; }

void paper_subject(struct paper *paper, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(paper->subject, sizeof paper->subject, format, list);
    va_end(list);
}

/* --- colours --------------------------------------------------------------------------------------------------------- */

static double brightness(uint32_t colour)
{
    return (0.3 * (colour >> 16 & 255) + 0.59 * (colour >> 8 & 255) + 0.11 * (colour & 255)) / 255;
}

/* Saving ink, scenery is left out or becomes a thin grey line; a surface with an outline is white; one without is black
   if it is dark, as signs and letters are, and else left out. */
static uint32_t spared_fill(uint32_t fill, uint32_t stroke)
{
    if (fill & (PAPER_NONE | PAPER_GROUND))
        return PAPER_NONE;
    if (fill & PAPER_KEEP)
        return 0;
    if (!(stroke & PAPER_NONE))
        return 0xffffff;
    return brightness(fill) < 0.5 ? 0 : PAPER_NONE;
}

/* A fifth of a millimetre, whatever the current scale. */
static double thin_on_paper(struct paper *paper)
{
    double x = 0, y = 0.2 / point;
    cairo_device_to_user_distance(paper->on, &x, &y);
    return hypot(x, y);
}

void paper_ink(struct paper *paper, uint32_t fill, uint32_t stroke, double width)
{
    if (paper->saving) {
        const bool chalk = brightness(stroke) > 0.8 && !(stroke & PAPER_KEEP); /* a bright line, on something dark */
        fill = spared_fill(fill, stroke);
        width = stroke & PAPER_GROUND ? fmin(width, thin_on_paper(paper)) : width * 0.7;
        if (!(stroke & PAPER_NONE))
            stroke = stroke & PAPER_GROUND ? 0xa0a0a0 : chalk && fill & PAPER_NONE ? 0xffffff : 0;
    }
    paper->fill = fill;
    paper->stroke = stroke;
    paper->width = width;
    cairo_set_dash(paper->on, NULL, 0, 0);
}

void paper_dash(struct paper *paper, double length)
{
    const double dashes[] = {length, length * 0.7};
    cairo_set_dash(paper->on, dashes, 2, 0);
}

static void colour(struct paper *paper, uint32_t rgb)
{
    cairo_set_source_rgb(paper->on, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

static void paint(struct paper *paper)
{
    if (!(paper->fill & PAPER_NONE)) {
        colour(paper, paper->fill);
        cairo_fill_preserve(paper->on);
    }
    if (!(paper->stroke & PAPER_NONE)) {
        colour(paper, paper->stroke);
        cairo_set_line_width(paper->on, paper->width);
        cairo_stroke_preserve(paper->on);
    }
    cairo_new_path(paper->on);
}

/* --- shapes ---------------------------------------------------------------------------------------------------------- */

void paper_to(struct paper *paper, double x, double y, double scale)
{
    cairo_save(paper->on);
    cairo_translate(paper->on, x, y);
    cairo_scale(paper->on, scale, scale);
}

void paper_turn(struct paper *paper, double degrees) { cairo_rotate(paper->on, degrees * M_PI / 180); }
void paper_clip(struct paper *paper, double width, double height)
{
    cairo_save(paper->on);
    cairo_rectangle(paper->on, 0, 0, width, height);
    cairo_clip(paper->on);
}

void paper_back(struct paper *paper) { cairo_restore(paper->on); }

void paper_path(struct paper *paper, const char *format, ...)
{
    char path[PATH_SIZE];
    va_list list;
    va_start(list, format);
    vsnprintf(path, sizeof path, format, list);
    va_end(list);
    paper_trace(paper->on, path);
    paint(paper);
}

void paper_box(struct paper *paper, double x, double y, double width, double height, double round)
{
    cairo_new_path(paper->on);
    if (round > 0) {
        cairo_arc(paper->on, x + width - round, y + round, round, -M_PI / 2, 0);
        cairo_arc(paper->on, x + width - round, y + height - round, round, 0, M_PI / 2);
        cairo_arc(paper->on, x + round, y + height - round, round, M_PI / 2, M_PI);
        cairo_arc(paper->on, x + round, y + round, round, M_PI, 3 * M_PI / 2);
        cairo_close_path(paper->on);
    } else {
        cairo_rectangle(paper->on, x, y, width, height);
    }
    paint(paper);
}

void paper_disc(struct paper *paper, double x, double y, double radius)
{
    cairo_new_path(paper->on);
    cairo_arc(paper->on, x, y, radius, 0, 2 * M_PI);
    cairo_close_path(paper->on);
    paint(paper);
}

/* --- pictures -------------------------------------------------------------------------------------------------------- */

/* A part of a picture is [class, path] or [class, path, "translate(x y) scale(s)"]. */
static void draw_part(struct paper *paper, const json_t *part, const struct paper_ink *inks)
{
    const char *class = json_string_value(json_array_get(part, 0)), *path = json_string_value(json_array_get(part, 1));
    const char *moved = json_string_value(json_array_get(part, 2));
    const struct paper_ink *ink = inks;
    double x = 0, y = 0, scale = 1;
    for (const struct paper_ink *one = inks; class && one->class; one++)
        if (strcmp(one->class, class) == 0)
            ink = one;
    if (moved)
        sscanf(moved, "translate(%lf %lf) scale(%lf)", &x, &y, &scale);
    paper_to(paper, x, y, scale);
    paper_ink(paper, ink->fill, ink->stroke, ink->width);
    if (path) {
        paper_trace(paper->on, path);
        paint(paper);
    }
    paper_back(paper);
}

bool paper_picture(struct paper *paper, const char *name, const struct paper_ink *inks, double x, double y,
                   double scale)
{
    const json_t *parts = json_object_get(paper->pictures, name), *part;
    size_t i;
    paper_to(paper, x, y, scale);
    json_array_foreach(parts, i, part)
        draw_part(paper, part, inks);
    paper_back(paper);
    return parts;
}

void paper_suit(struct paper *paper, const char *suit, double x, double y, double size)
{
    const char *path = json_string_value(json_object_get(paper->suits, suit));
    const bool red = strcmp(suit, "hearts") == 0 || strcmp(suit, "diamonds") == 0;
    if (!path)
        return;
    paper_to(paper, x - size / 2, y - size / 2, size / 24);
    paper_ink(paper, red ? 0xb3261e : 0x17140f, red && paper->saving ? 0 : PAPER_NONE, 1.6);
    paper_trace(paper->on, path);
    paint(paper);
    paper_back(paper);
}

/* --- type ------------------------------------------------------------------------------------------------------------ */

static void set_type(struct paper *paper, double size, int how)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(paper->on, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(paper->on, how & PAPER_PLAIN ? "DejaVu Sans" : "DejaVu Serif", CAIRO_FONT_SLANT_NORMAL,
                           how & PAPER_BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(paper->on, size);
}

static double width_of(struct paper *paper, const char *words)
{
    cairo_text_extents_t extents;
    cairo_text_extents(paper->on, words, &extents);
    return extents.x_advance;
}

/* Notes the smallest type on paper, whatever the current scale. */
static void note_size(struct paper *paper, double size, const char *words)
{
    double x = 0, y = size;
    cairo_user_to_device_distance(paper->on, &x, &y);
    if (hypot(x, y) * point < least_type && !paper->too_small[0])
        snprintf(paper->too_small, sizeof paper->too_small, "%.79s", words);
}

void paper_text(struct paper *paper, double x, double y, double room, double size, int how, uint32_t rgb,
                const char *format, ...)
{
    const double closest = 0.78;
    char words[WORDS];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    set_type(paper, size, how);
    double wide = width_of(paper, words), squeeze = 1;
    if (room > 0 && wide > room) {
        squeeze = room / wide < closest ? closest : room / wide;
        if (wide * squeeze > room) {
            size *= room / (wide * squeeze);
            set_type(paper, size, how);
            wide = width_of(paper, words);
        }
    }
    note_size(paper, size, words);
    cairo_save(paper->on);
    cairo_translate(paper->on, x - (how & 3) * squeeze * wide / 2, y);
    cairo_scale(paper->on, squeeze, 1);
    cairo_move_to(paper->on, 0, 0);
    if (how & PAPER_HALO) {
        colour(paper, 0xffffff);
        cairo_set_line_width(paper->on, size * 0.22);
        cairo_text_path(paper->on, words);
        cairo_stroke(paper->on);
        cairo_move_to(paper->on, 0, 0);
    }
    colour(paper, paper->saving ? 0 : rgb);
    cairo_show_text(paper->on, words);
    cairo_restore(paper->on);
    cairo_new_path(paper->on);
}

double paper_words(struct paper *paper, double x, double y, double room, double size, uint32_t rgb, const char *words)
{
    char line[WORDS];
    while (*words) {
        size_t taken = 0, length = strcspn(words, " ");
        set_type(paper, size, 0);
        for (;;) { /* as many words as fit, and at least one */
            snprintf(line, sizeof line, "%.*s", (int)length, words);
            if (taken > 0 && width_of(paper, line) > room)
                break;
            taken = length;
            if (!words[taken])
                break;
            length = taken + 1 + strcspn(words + taken + 1, " ");
        }
        paper_text(paper, x, y, room, size, 0, rgb, "%.*s", (int)taken, words);
        words += taken + strspn(words + taken, " ");
        y += size * 1.35;
    }
    return y;
}

/* --- sheets ---------------------------------------------------------------------------------------------------------- */

/* The ruler: a line of exactly 100 mm with a mark every 5. */
static void ruler(struct paper *paper, double x, double y)
{
    paper_ink(paper, PAPER_NONE, 0x25211b, 0.25);
    paper_path(paper, "M%g %gH%g", x, y, x + 100);
    for (int mm = 0; mm <= 100; mm += 5)
        paper_path(paper, "M%g %gV%g", x + mm, y, y - (mm % 50 == 0 ? 3 : mm % 10 == 0 ? 2 : 1.2));
    for (int mm = 0; mm <= 100; mm += 50)
        paper_text(paper, x + mm, y + 2.6, 0, 2.1, PAPER_MIDDLE | PAPER_PLAIN, 0x25211b, "%d%s", mm,
                   mm == 100 ? " mm" : "");
}

/* The upper part of the first sheet, without its margins, fills the picture. Other sheets are not shown. */
static void begin_picture(struct paper *paper)
{
    cairo_identity_matrix(paper->on);
    if (paper->pages++ > 0) {
        cairo_rectangle(paper->on, 0, 0, 0, 0);
        cairo_clip(paper->on);
        return;
    }
    colour(paper, 0xffffff);
    cairo_paint(paper->on);
    const double scale = PICTURE_WIDE / (paper->wide - margin);
    cairo_scale(paper->on, scale, scale);
    cairo_translate(paper->on, -margin / 2, -margin / 2);
}

static void begin_page(struct paper *paper, bool landscape)
{
    paper->wide = landscape ? paper->long_side : paper->short_side;
    paper->high = landscape ? paper->short_side : paper->long_side;
    if (paper->picture) {
        begin_picture(paper);
    } else {
        if (paper->pages++ > 0)
            cairo_show_page(paper->on);
        cairo_pdf_surface_set_size(paper->surface, paper->wide / point, paper->high / point);
        cairo_identity_matrix(paper->on);
        cairo_scale(paper->on, 1 / point, 1 / point);
    }
    cairo_set_line_join(paper->on, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(paper->on, CAIRO_LINE_CAP_ROUND);
}

void paper_sheet(struct paper *paper, bool landscape)
{
    begin_page(paper, landscape);
    ruler(paper, margin, paper->high - margin - 1.5);
    paper_text(paper, paper->wide - margin, paper->high - margin, paper->wide - 2 * margin - 112, 2.4, PAPER_RIGHT,
               0x5d5547, "%s", paper->subject);
    cairo_translate(paper->on, margin, margin);
}

double paper_wide(const struct paper *paper) { return paper->wide - 2 * margin; }
double paper_high(const struct paper *paper) { return paper->high - 2 * margin - foot; }

double paper_title(struct paper *paper, const char *title, const char *about)
{
    paper_text(paper, 0, 7, paper_wide(paper) * 0.5, 8, PAPER_BOLD, 0x25211b, "%s", title);
    paper_text(paper, paper_wide(paper), 7, paper_wide(paper) * 0.48, 3.2, PAPER_RIGHT, 0x5d5547, "%s", about);
    return 11;
}

/* --- cards ----------------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 3, ROWS = 3, CARDS = COLUMNS * ROWS };

/* Short lines outside the block of cards, in line with their edges. */
static void cutting_marks(struct paper *paper, double left, double top)
{
    paper_ink(paper, PAPER_NONE, 0x808080, 0.15);
    for (int i = 0; i <= COLUMNS; i++)
        for (int end = 0; end < 2; end++)
            paper_path(paper, "M%g %gv%g", left + i * PAPER_CARD_WIDE, top + end * ROWS * PAPER_CARD_HIGH,
                       end ? 3.0 : -3.0);
    for (int i = 0; i <= ROWS; i++)
        for (int end = 0; end < 2; end++)
            paper_path(paper, "M%g %gh%g", left + end * COLUMNS * PAPER_CARD_WIDE, top + i * PAPER_CARD_HIGH,
                       end ? 3.0 : -3.0);
}

/* Three by three fill a sheet, so the ruler stands in the left margin. */
static void card_sheet(struct paper *paper, int first, int count, bool back, paper_card *draw, void *context)
{
    begin_page(paper, false);
    const double left = (paper->wide - COLUMNS * PAPER_CARD_WIDE) / 2, top = (paper->high - ROWS * PAPER_CARD_HIGH) / 2;
    paper_to(paper, left - 3.6, paper->high / 2 + 50, 1);
    paper_turn(paper, -90);
    ruler(paper, 0, 0);
    paper_text(paper, -4, 0, 75, 2.2, PAPER_RIGHT, 0x5d5547, "%s%s", paper->subject, back ? ", backs" : "");
    paper_back(paper);
    cutting_marks(paper, left, top);
    for (int i = 0; i < count; i++) {
        const int row = i / COLUMNS, column = back ? COLUMNS - 1 - i % COLUMNS : i % COLUMNS;
        paper_to(paper, left + column * PAPER_CARD_WIDE, top + row * PAPER_CARD_HIGH, 1);
        draw(paper, context, first + i, back);
        paper_back(paper);
    }
}

void paper_cards(struct paper *paper, int count, bool backs, paper_card *draw, void *context)
{
    for (int first = 0; first < count; first += CARDS)
        for (int back = 0; back <= (backs ? 1 : 0); back++)
            card_sheet(paper, first, count - first < CARDS ? count - first : CARDS, back, draw, context);
}
