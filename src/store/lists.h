/* Lists for pages and files. */
#pragma once

#include "store/store.h"

/// Lists for pages and files: rows of named cells. The comments say what `a`, `b` and `n` are.
enum store_list {
    LIST_PEOPLE,             /* a: part of a name or an id, n: how many at most */
    LIST_NAMESAKES,          /* a: a folded name, b: its looks; everybody who is called so, accounts first */
    LIST_REPORTS,            /* for the administrator */
    LIST_KEPT,               /* n: how many at most; who has said and asked most, with how much of it is kept */
    LIST_BLOCKED,            /* a: person */
    LIST_GAMES_OF,           /* a: person; one row per game */
    LIST_RESULTS_OF,         /* a: person, n: before this time; newest first */
    LIST_SEATS,              /* a: table */
    LIST_PEOPLE_AT,          /* a: table; who has it among "your games" */
    LIST_SCORES,             /* a: person, b: game; newest first */
    LIST_HABITS,             /* a: person, b: game; the beginnings of the analyses, newest first */
    LIST_HABITS_BESIDE,      /* a: person, b: game; the same of others whose rating is near */
    LIST_RATING_HISTORY,     /* a: person, b: game */
    LIST_RATINGS,            /* a: game, n: 1 for programs, 0 for people and bots; best first */
    LIST_RATING_OF,          /* a: game, b: player, n: as above; with the rank */
    LIST_RATINGS_OF,         /* a: person */
    LIST_RATED_SEATS,        /* a: person, b: table; with the rating before the game */
    LIST_TABLES_WITH,        /* a: person, n: how many at most; only their ids */
    LIST_ACHIEVEMENTS_OF,    /* a: person */
    LIST_ACHIEVED_AT,        /* a: person, b: game; every part */
    LIST_ACHIEVED_FIRST,     /* a: person, b: game, n: how many parts of each at most, the earliest */
    LIST_DAILY_GAMES,        /* a: day */
    LIST_DAILY_RESULTS,      /* a: day, b: game, n: 1 if the highest value is best, -1 if the lowest */
    LIST_DAILY_DISTRIBUTION, /* a: day, b: game */
    LIST_DAILY_BOTS,         /* a: day, b: game; how the bots did that started the challenge too */
    LIST_TRIES_OF,           /* a: person */
    LIST_CHAT_OF,            /* a: person */
    LIST_EXPORT_RESULTS,     /* a: person */
    LIST_NOTICES_OF,         /* a: person */
    LIST_MUTED,              /* a: person */
    LIST_REPORTS_OF,         /* a: person */
    LIST_SESSIONS_OF,        /* a: person, n: used since this time; most recently used first */
    LIST_FRIENDS,            /* a: person; friends, and requests both ways */
    LIST_CHALLENGES,         /* a: person; both ways */
    LIST_CHALLENGED,         /* a: person; the challenges to them, and at which tables */
    LIST_AGAINST,            /* a: person, b: the other one; one row per game */
    LIST_OPPONENTS,          /* a: person, b: game; whom they met most often, with how it went */
    LIST_SEAT_ORDER,         /* a: person, b: game; how it went from each seat of tables of each size */
    LIST_LABELS,             /* a: person, b: game; how it went with each label, alone and with others */
    LIST_LABELS_AT,          /* a: person, b: game or "", n: of how many games at most; newest first */
    LIST_PROGRAMS_OF,        /* a: person */
    LIST_TOKENS_OF,          /* a: person; with those of their programs */
    LIST_PUZZLES,            /* a: game; those that were tried, and those that were mined here */
    LIST_PUZZLE_TRIES,       /* a: person, b: game or "" */
    LIST_PUZZLE_RATINGS,     /* a: person */
    LIST_PUZZLE_CONSENT,     /* a: person; since when, if they agree */
    LIST_TOURNAMENTS_OF,     /* a: person; those they have entered */
    LIST_LEAGUES_OF,         /* a: person; those they belong to, the open ones first */
    LIST_WORKSHOP,           /* a: person; what they have made, without it itself */
    LIST_WORKSHOP_EXPORT,    /* a: person; all of it */
    LIST_GALLERY,            /* a: game, b: who asks, n: 0 newest first, 1 by stars, 2 by games */
    LIST_GALLERY_ENTRY,      /* a: id, b: who asks */
    LIST_STARS_OF,           /* a: person */
    LIST_PUSH_ADDRESSES,     /* a: person; the browsers that take push messages */
    LIST_NOTIFICATION,       /* a: person; what they want to be told, and where */
    LIST_CHAT_AROUND,    /* a: table, n: a time; what was said there up to an hour before it and ten minutes after */
    LIST_BANS,           /* who is banned, and until when (0: for good) */
    LIST_TABLES_NOW,     /* n: how many at most; of those that go on, the last that changed */
    LIST_ADMIN_LOG,      /* n: how many at most; newest first */
    LIST_ADMIN_REQUESTS, /* requests of the administrator that are not answered */
    STORE_LISTS
};

struct store_cell {
    const char *name;
    enum { CELL_NULL, CELL_INTEGER, CELL_REAL, CELL_TEXT } kind;
    int64_t integer;
    double real;
    const char *text;
};

enum { STORE_CELLS = 20 };
struct store_row {
    int count;
    struct store_cell cell[STORE_CELLS];
};
typedef int store_row_visit(void *context, const struct store_row *row);
/// Returns how many rows were visited.
int store_list(struct store *store, enum store_list which, const char *a, const char *b, int64_t n,
               store_row_visit *visit, void *context, struct flip_error *error);
