/*
 * Paper: what games draw their sheets, cards and plans with, and the interface of this room. A game has no say in what paper there is and how
 * much ink it may take: it draws in millimetres, names its colours, and says which of them are only *ground*, scenery that an ink-saving
 * print leaves out. Drawings come from the files that the page draws from too (web/pictures.json of a game). Every sheet gets a ruler of
 * 100 mm, so that anybody can see whether the printer kept to the scale.
 */
#pragma once

#include <flipside/edition.h>
#include <jansson.h>

enum paper_size { PAPER_A4, PAPER_LETTER };

struct paper_def {
    const char *path; /* the PDF; NULL: only the upper part of the first sheet is drawn, as a picture (paper_png) */
    const struct flip_game *game;
    enum paper_size size;
    bool saving; /* ink */
};

struct paper;

/// Opens a PDF; NULL with an error. Close it with paper_close, which says whether all of it was written.
struct paper *paper_open(const struct paper_def *def, struct flip_error *error);
int paper_close(struct paper *paper, struct flip_error *error);
int paper_pages(const struct paper *paper);
/// The picture as PNG, to be freed.
char *paper_png(struct paper *paper, size_t *length, struct flip_error *error);
/// The first text that had to be set too small to be read; NULL: none.
const char *paper_too_small(const struct paper *paper);
/// The subject of the sheets that follow, at their foot: a game with its edition.
void paper_subject(struct paper *paper, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// What is printed: an edition, as its file has it and as the rules have it, for so many seats.
struct paper_job {
    const struct flip_edition *edition;
    const json_t *data;
    int seats;
};

/// A game's own part, games/GAME/paper.c: draws everything of an edition that belongs on paper.
typedef void paper_game(struct paper *paper, const struct paper_job *job);
/// Those that have one, by the game's id; the list ends with one without a name. Made from games/list.
struct paper_games {
    const char *id;
    paper_game *draw;
};
extern const struct paper_games paper_games[];

/// A picture of a game, as large as messengers show with a link: PNG, to be freed. NULL: there is none, or nothing to draw it with.
char *flip_game_picture(const struct flip_game *game, size_t *length, struct flip_error *error);

/* --- pages ----------------------------------------------------------------------------------------------------------- */

/// The next sheet. Its middle is left free for the game: it begins at 0, 0 and is paper_wide × paper_high.
void paper_sheet(struct paper *paper, bool landscape);
double paper_wide(const struct paper *paper);
double paper_high(const struct paper *paper);
/// In the sheet's upper left corner; returns where the sheet goes on below it.
double paper_title(struct paper *paper, const char *title, const char *about);

enum { PAPER_CARD_WIDE = 63, PAPER_CARD_HIGH = 88 };

/// Draws side `back` of card `number`, from 0, into PAPER_CARD_WIDE × PAPER_CARD_HIGH.
typedef void paper_card(struct paper *paper, void *context, int number, bool back);
/// Sheets of cards with marks to cut along. With backs, every second sheet has those of the one before, for printing on both sides.
void paper_cards(struct paper *paper, int count, bool backs, paper_card *draw, void *context);

/* --- drawing --------------------------------------------------------------------------------------------------------- */

/// Beside 0xRRGGBB: no colour; scenery, which is left out to save ink; what is black then, however bright it is.
enum { PAPER_NONE = 1 << 24, PAPER_GROUND = 1 << 25, PAPER_KEEP = 1 << 26 };

/// How the parts of a picture look, by their class; the first is also for those that are not named. Ends with a NULL class.
struct paper_ink {
    const char *class;
    uint32_t fill, stroke;
    double width;
};

/// Everything until the matching paper_back is drawn around (x, y), larger by `scale`.
void paper_to(struct paper *paper, double x, double y, double scale);
void paper_turn(struct paper *paper, double degrees);
/// Nothing outside this box is drawn, until the matching paper_back.
void paper_clip(struct paper *paper, double width, double height);
void paper_back(struct paper *paper);
/// What follows is drawn in these colours.
void paper_ink(struct paper *paper, uint32_t fill, uint32_t stroke, double width);
void paper_dash(struct paper *paper, double length); /* until the next paper_ink */
/// A path as in SVG.
void paper_path(struct paper *paper, const char *format, ...) __attribute__((format(printf, 2, 3)));
void paper_box(struct paper *paper, double x, double y, double width, double height, double round);
void paper_disc(struct paper *paper, double x, double y, double radius);
/// A drawing from the game's web/pictures.json, in its own units around (x, y). False: there is none of that name.
bool paper_picture(struct paper *paper, const char *name, const struct paper_ink *inks, double x, double y,
                   double scale);
const json_t *paper_pictures(const struct paper *paper);
/// A suit by its name, in a square of that size around (x, y). Red ones are only outlined where ink is saved.
void paper_suit(struct paper *paper, const char *suit, double x, double y, double size);

enum {
    PAPER_LEFT,
    PAPER_MIDDLE,
    PAPER_RIGHT,
    PAPER_BOLD = 4,
    PAPER_PLAIN = 8 /* without serifs */,
    PAPER_HALO = 16 /* with a white rim */
};

/// One line; (x, y) is its left end, middle or right end on the base line, `size` the height of the type. What is wider than `room` is
/// set closer, then smaller: nothing is cut off. 0: there is room.
void paper_text(struct paper *paper, double x, double y, double room, double size, int how, uint32_t colour,
                const char *format, ...) __attribute__((format(printf, 8, 9)));
/// Several lines, broken between words; returns the base line of the next one.
double paper_words(struct paper *paper, double x, double y, double room, double size, uint32_t colour,
                   const char *words);
